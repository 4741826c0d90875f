// A record store as an LMS has one for cmi5, for tests: it launches the lesson, and refuses what the specification
// forbids (https://github.com/AICC/CMI-5_Spec_Current, sections 7 to 10).
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { faultOf } from './lrs-rules.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {import('node:http').IncomingMessage} Request */

/**
 * A launch. A registration may have several, one after the other.
 * @typedef {object} Session
 * @property {string} token
 * @property {string} registration
 * @property {Json} actor
 * @property {string} activityId
 * @property {Json} launchData
 */

/** @typedef {{status: number, body?: unknown, headers?: Record<string, string>}} Answer */

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, content-type, x-experience-api-version, if-match, if-none-match',
  'access-control-allow-methods': 'GET, PUT, POST, DELETE',
  'access-control-expose-headers': 'etag, x-experience-api-version',
};

/** @param {string} text */
const etagOf = (text) => `"${createHash('sha1').update(text).digest('hex')}"`;

/** @param {Request} request */
async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** What an LMS keeps, and how it answers. */
class Store {
  /** @type {Map<string, Session>} by token */
  sessions = new Map();
  /** Tokens that may still be fetched. @type {Map<string, string>} */
  fetchable = new Map();
  /** @type {Json[]} */
  statements = [];
  /** @type {Map<string, string>} */
  documents = new Map();
  /** @type {string[]} */
  refused = [];
  isFailing = false;
  /** Requests that it answers so all the same, such as "POST /xapi/statements"; '' for none. */
  failsAt = '';
  /** A verb that it refuses with 403, as CATAPULT's player refuses what breaks a rule; '' for none. */
  forbids = '';
  /** The bodies of the requests that it answered so. @type {string[]} */
  failed = [];

  /** @param {string} path @returns {Answer} */
  token(path) {
    const token = this.fetchable.get(path);
    this.fetchable.delete(path);
    if (token) return { status: 200, body: { 'auth-token': token } };
    const text = 'The authorization token has already been returned.';
    return { status: 200, body: { 'error-code': '1', 'error-text': text } };
  }

  /** @param {Json[]} batch @param {Session} session @returns {Answer} */
  take(batch, session) {
    if (batch.some((one) => one['verb'].id.endsWith(`/${this.forbids}`))) return { status: 403 };
    /** @type {Json[]} */
    const added = [];
    for (const statement of batch) {
      const same = this.statements.find(({ id }) => id === statement['id']);
      if (same && !isDeepStrictEqual(same, statement)) {
        this.refused.push(`the id ${statement['id']} is that of another statement`);
        return { status: 409 };
      }
      if (same) continue;
      const earlier = [...this.statements, ...added];
      const fault = faultOf(statement, session, earlier);
      if (fault) {
        this.refused.push(`${statement['verb']?.id}: ${fault}`);
        return { status: 400, body: fault };
      }
      added.push(statement);
    }
    // All of a batch or none.
    this.statements.push(...added);
    return { status: 200, body: batch.map(({ id }) => id) };
  }

  /** Takes no more from the sessions of a registration, as CATAPULT's player when it launches another. @param {string} registration */
  abandon(registration) {
    for (const [token, session] of this.sessions)
      if (session.registration === registration) this.sessions.delete(token);
  }

  /** @param {string} method @param {string} key @param {string} text @param {Request['headers']} headers @returns {Answer} */
  document(method, key, text, headers) {
    const stored = this.documents.get(key);
    if (method === 'GET') {
      if (stored === undefined) return { status: 404 };
      return { status: 200, body: JSON.parse(stored), headers: { etag: etagOf(stored) } };
    }
    const match = headers['if-match'];
    if (match && (stored === undefined || match !== etagOf(stored))) return { status: 412 };
    if (headers['if-none-match'] === '*' && stored !== undefined) return { status: 412 };
    if (method === 'DELETE') this.documents.delete(key);
    else if (method === 'PUT' || stored === undefined) this.documents.set(key, text);
    else this.documents.set(key, JSON.stringify({ ...JSON.parse(stored), ...JSON.parse(text) }));
    return { status: 204 };
  }

  /** @param {URLSearchParams} query @param {Session} session @returns {string | null} null if it is not the session's */
  keyOf(query, session) {
    const [activity, registration] = [query.get('activityId'), query.get('registration')];
    const agent = JSON.parse(query.get('agent') ?? 'null');
    const isOwn =
      activity === session.activityId &&
      registration === session.registration &&
      isDeepStrictEqual(agent, session.actor);
    return isOwn ? `${registration} ${query.get('stateId')}` : null;
  }

  /** @param {Request} request @param {URL} url @returns {Promise<Answer>} */
  async answer(request, url) {
    const method = request.method ?? '';
    if (url.pathname.startsWith('/fetch/')) {
      return method === 'POST' ? this.token(url.pathname) : { status: 405 };
    }
    const text = await bodyOf(request);
    if (this.isFailing || this.failsAt === `${method} ${url.pathname}`) {
      this.failed.push(text);
      return { status: 503 };
    }
    const [, token = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const session = this.sessions.get(token);
    if (!session) return { status: 401 };
    if (!/^1\.0\.\d$/.test(String(request.headers['x-experience-api-version']))) {
      return { status: 400, body: 'X-Experience-API-Version is missing' };
    }
    if (url.pathname === '/xapi/agents/profile') return { status: 404 };
    if (url.pathname === '/xapi/statements' && method === 'GET') {
      const found = this.statements.find(({ id }) => id === url.searchParams.get('statementId'));
      return found ? { status: 200, body: found } : { status: 404 };
    }
    if (url.pathname === '/xapi/statements' && method === 'POST') {
      return this.take([JSON.parse(text)].flat(), session);
    }
    if (url.pathname === '/xapi/activities/state') {
      const key = this.keyOf(url.searchParams, session);
      if (key === null) return { status: 403 };
      if (key.endsWith(' LMS.LaunchData') && method !== 'GET') return { status: 403 };
      return this.document(method, key, text, request.headers);
    }
    return { status: 404 };
  }
}

/** Starts one, on a port and so an origin of its own. */
export async function startLrs() {
  const store = new Store();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, allowed).end();
      return;
    }
    store.answer(request, url).then(
      ({ status, body, headers }) => {
        const type = { 'content-type': 'application/json' };
        response.writeHead(status, { ...allowed, ...type, ...headers });
        response.end(body === undefined ? '' : JSON.stringify(body));
      },
      (error) => response.writeHead(500, allowed).end(String(error)),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${address.port}`;

  /**
   * What an LMS adds to the address of the lesson.
   * @param {{registration: string, learner?: string, mode?: string, masteryScore?: number, moveOn?: string, returnURL?: string}} how
   */
  function launch({ registration, learner = 'u-1', mode = 'Normal', ...given }) {
    const token = randomUUID();
    const fetchPath = `/fetch/${randomUUID()}`;
    const activityId = 'https://lms.example/activities/posenc';
    const session = {
      token,
      registration,
      actor: {
        objectType: 'Agent',
        name: 'Ada Example',
        account: { homePage: 'https://lms.example', name: learner },
      },
      activityId,
      launchData: {
        contextTemplate: {
          extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': randomUUID() },
          contextActivities: { grouping: [{ objectType: 'Activity', id: 'urn:uuid:publisher' }] },
        },
        launchMode: mode,
        moveOn: 'CompletedAndPassed',
        ...given,
      },
    };
    store.sessions.set(token, session);
    store.fetchable.set(fetchPath, token);
    store.documents.set(`${registration} LMS.LaunchData`, JSON.stringify(session.launchData));
    return `?${new URLSearchParams({
      endpoint: `${origin}/xapi/`,
      fetch: `${origin}${fetchPath}`,
      actor: JSON.stringify(session.actor),
      registration,
      activityId,
    })}`;
  }

  return {
    store,
    launch,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve(undefined));
      }),
  };
}
