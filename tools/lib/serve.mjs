// A plain static server, as any host would be: files below one folder, at one or more addresses.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/**
 * Answers a request for a path in the folder, and says whether it has.
 * @typedef {(path: string, response: import('node:http').ServerResponse) => Promise<boolean>} First
 */

/**
 * @param {string} folder
 * @param {{at?: string[], port?: number, packed?: boolean, notFound?: string, first?: First}} [options] the paths that
 *   the folder is served at, such as / or /some/course/; port 0 takes any free one; packed: file.gz instead of file;
 *   notFound: the file that wrong addresses show; first: is asked before the folder
 * @returns {Promise<{port: number, close: () => Promise<void>}>}
 */
export async function serve(
  folder,
  { at = ['/'], port = 0, packed = false, notFound: page = '', first } = {},
) {
  const { default: sirv } = await import('sirv');
  const files = sirv(folder, packed ? { gzip: true } : { dev: true });
  const longestFirst = [...at].sort((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    const notFound = () => {
      response.writeHead(404, page ? { 'content-type': 'text/html; charset=utf-8' } : {});
      response.end(page ? readFileSync(join(folder, page)) : 'Not found');
    };
    const url = request.url ?? '/';
    if (!at.includes(url) && at.includes(`${url}/`)) {
      response.writeHead(301, { location: `${url}/` }).end();
      return;
    }
    const base = longestFirst.find((path) => url.startsWith(path));
    if (base === undefined) {
      notFound();
      return;
    }
    request.url = url.slice(base.length - 1);
    const rest = () => files(request, response, notFound);
    if (!first) rest();
    else void first(request.url.replace(/[?#].*$/, ''), response).then((done) => done || rest());
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
