// Stands before a server, passes everything on, and keeps what the server refused: a page that goes away sees no answers.
import { createServer, request as ask } from 'node:http';

/** @typedef {{method: string, path: string, status: number, body: string}} Refusal */

/** @param {number} target the port of the server */
export async function startListener(target) {
  /** @type {Refusal[]} */
  const refusals = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const passed = ask({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      const { statusCode: status = 0 } = answer;
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      let body = '';
      answer.on('data', (part) => (body += status >= 400 ? part : ''));
      answer.on('end', () => {
        if (status >= 400) refusals.push({ method, path, status, body });
      });
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, refusals, close };
}
