// A stand-in for a learning record store (LRS), behind a host that asks its user to bring one. It keeps statements and
// documents as xAPI 1.0.3 says, and judges nothing: what a lesson may send is for the host to check.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** @typedef {Record<string, any>} Statement */
/** @typedef {{status: number, body?: unknown, headers?: Record<string, string>}} Answer */

/** @param {string} text */
const etagOf = (text) => `"${createHash('sha1').update(text).digest('hex')}"`;

class RecordStore {
  /** @type {Statement[]} */
  statements = [];
  /** By the address of each. @type {Map<string, string>} */
  documents = new Map();

  /** @param {string} method @param {URL} url @param {string} text @param {string | undefined} match @returns {Answer} */
  answer(method, url, text, match) {
    if (url.pathname !== '/statements') {
      url.searchParams.sort();
      return this.document(method, url.href, text, match);
    }
    if (method === 'GET') {
      const found = this.statements.find(({ id }) => id === url.searchParams.get('statementId'));
      return found ? { status: 200, body: found } : { status: 404 };
    }
    const batch = [JSON.parse(text)].flat().map((one) => ({ id: randomUUID(), ...one }));
    // One that was sent before counts once.
    const isNew = (/** @type {Statement} */ one) =>
      !this.statements.some(({ id }) => id === one.id);
    this.statements.push(...batch.filter(isNew));
    return { status: 200, body: batch.map(({ id }) => id) };
  }

  /** @param {string} method @param {string} place @param {string} text @param {string | undefined} match @returns {Answer} */
  document(method, place, text, match) {
    const stored = this.documents.get(place);
    if (method === 'GET') {
      if (stored === undefined) return { status: 404 };
      return { status: 200, body: JSON.parse(stored), headers: { etag: etagOf(stored) } };
    }
    if (match && (stored === undefined || match !== etagOf(stored))) return { status: 412 };
    if (method === 'DELETE') this.documents.delete(place);
    else if (method === 'PUT' || stored === undefined) this.documents.set(place, text);
    else this.documents.set(place, JSON.stringify({ ...JSON.parse(stored), ...JSON.parse(text) }));
    return { status: 204 };
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function textOf(request) {
  request.setEncoding('utf8');
  let text = '';
  for await (const part of request) text += part;
  return text;
}

/** Starts one without passwords, for programs of this machine. */
export async function startRecordStore() {
  const store = new RecordStore();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    void textOf(request).then((text) => {
      const match = request.headers['if-match'];
      const { status, body, headers } = store.answer(request.method ?? '', url, text, match);
      response.writeHead(status, {
        ...{ 'content-type': 'application/json', 'x-experience-api-version': '1.0.3' },
        ...headers,
      });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, statements: store.statements, close };
}
