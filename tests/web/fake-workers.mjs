// Workers and Web Locks without a browser, for tests of what the page does with its workers.
import { runnerImport } from 'vite';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
export const load = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/worker/protocol.ts')} */
const { announce } = await load('worker/protocol');

/** Exclusive locks, each with the requests that wait for it. The first of them holds it. */
class FakeLocks {
  /** @type {Map<string, {owner: unknown, grant: () => void}[]>} */
  queues = new Map();
  /** Whoever makes the next requests. @type {unknown} */
  owner = null;
  refuses = false;

  /** @param {string} name @param {LockOptions} options @param {(lock: {name: string}) => unknown} use */
  async request(name, { signal }, use) {
    if (this.refuses) throw new DOMException('', 'SecurityError');
    signal?.throwIfAborted();
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    /** @type {() => void} */
    let grant = () => undefined;
    const granted = new Promise((resolve) => {
      grant = () => resolve(undefined);
    });
    const request = { owner: this.owner, grant };
    queue.push(request);
    if (queue.length === 1) grant();
    await granted;
    signal?.throwIfAborted();
    const result = await use({ name });
    this.release(name, request);
    return result;
  }

  /** @param {string} name @param {object} request */
  release(name, request) {
    const queue = this.queues.get(name) ?? [];
    if (queue[0] !== request) return;
    queue.shift();
    queue[0]?.grant();
  }

  /** @param {unknown} owner */
  releaseAllOf(owner) {
    for (const [name, [first]] of this.queues) {
      if (first?.owner === owner) this.release(name, first);
    }
  }
}

/** Those of the browser; null: it has none. @type {FakeLocks | null} */
let locks = new FakeLocks();

/**
 * What a browser has and Node may not. @param {{locksAre?: 'granted' | 'refused' | 'unknown'}} [how]
 */
export function setUpBrowser({ locksAre = 'granted' } = {}) {
  locks = locksAre === 'unknown' ? null : new FakeLocks();
  if (locks) locks.refuses = locksAre === 'refused';
  Object.defineProperty(globalThis, 'navigator', {
    value: locks ? { locks } : {},
    configurable: true,
  });
  const page = new EventTarget();
  const addEventListener = page.addEventListener.bind(page);
  Object.assign(globalThis, { Worker: class {}, addEventListener });
  return page;
}

/** A worker as the page sees it. What it does is up to the test. */
export class FakeWorker extends EventTarget {
  /** @type {any[]} */
  sent = [];
  /** What of it was handed over instead of copied. @type {any[]} */
  transferred = [];
  isAlive = true;

  constructor() {
    super();
    if (locks) locks.owner = this;
    announce((message) => this.reply(message));
    if (locks) locks.owner = null;
  }

  /** @param {any} message @param {any[]} [transfer] */
  postMessage(message, transfer = []) {
    this.sent.push(message);
    this.transferred.push(...transfer);
  }

  /** @param {any} data */
  reply(data) {
    if (this.isAlive) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** As when its script cannot be loaded. Whether the browser would still report it. @param {string} message */
  fail(message) {
    return this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
  }

  terminate() {
    this.vanish();
  }

  /** The browser ends it, without any event. */
  vanish() {
    this.isAlive = false;
    this.loseLocks();
  }

  /** As Safari does to workers of a page that is kept to come back to. */
  loseLocks() {
    locks?.releaseAllOf(this);
  }
}

/** Workers that a test can look at, in the order in which they were created. */
export function workshop() {
  /** @type {FakeWorker[]} */
  const made = [];
  const create = () => {
    const worker = new FakeWorker();
    made.push(worker);
    return /** @type {Worker} */ (/** @type {unknown} */ (worker));
  };
  return { made, create, alive: () => made.filter(({ isAlive }) => isAlive) };
}
