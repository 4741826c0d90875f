// A plain static server, as any host would be: files below one folder, at one or more addresses.
import { createServer } from 'node:http';

/**
 * @param {string} folder
 * @param {{base?: string, port?: number}} [options] `base` is the sub-path at which the folder is served
 *   besides /, such as /some/course/; port 0 takes any free one
 * @returns {Promise<{port: number, close: () => Promise<void>}>}
 */
export async function serve(folder, { base = '/', port = 0 } = {}) {
  const { default: sirv } = await import('sirv');
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (base !== '/' && url === base.slice(0, -1)) {
      response.writeHead(301, { location: base }).end();
      return;
    }
    if (base !== '/' && url.startsWith(base)) request.url = url.slice(base.length - 1);
    files(request, response, () => {
      response.writeHead(404).end('Not found');
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
