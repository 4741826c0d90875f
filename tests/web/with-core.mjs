// A page without a browser, whose worker answers with the real core.
import { setMaxListeners } from 'node:events';
import { loadClaims, loadCore, loadExercises, loadModels } from '../../build/package/node.js';

/** @type {Record<string, any>} */
export const core = {
  ...(await loadCore()),
  ...(await loadExercises()),
  ...(await loadClaims()),
  ...(await loadModels()),
};

/** What happens to all workers of the page. */
export const workers = {
  started: 0,
  /** Why their script cannot be loaded; '' if it can. */
  failure: '',
  /** Answers wait for it. */
  ready: Promise.resolve(),
};

/** A worker as web/src/worker/compute.worker.ts makes one. */
class CoreWorker extends EventTarget {
  constructor() {
    super();
    workers.started++;
  }

  /** @param {{id: number, method: string, args: unknown[]}} call */
  async postMessage({ id, method, args }) {
    await workers.ready;
    // (What a training worker is sent is no call.)
    if (method === undefined) return;
    if (workers.failure) {
      const event = new Event('error', { cancelable: true });
      this.dispatchEvent(Object.assign(event, { message: workers.failure }));
      return;
    }
    this.dispatchEvent(new MessageEvent('message', { data: { id, ...this.answer(method, args) } }));
  }

  /** @param {string} method @param {unknown[]} args */
  answer(method, args) {
    try {
      return { value: core[method](...args) };
    } catch (error) {
      const { code, parameter, message } = /** @type {any} */ (error);
      return { error: { code, parameter, message } };
    }
  }

  terminate() {}
}

/** What the browser keeps for the page. @type {Map<string, string>} */
export const storage = new Map();

const page = new EventTarget();
// (Each visit of a test listens on it.)
setMaxListeners(0, page);

/** Another tab writes. @param {string} key @param {string} newValue */
export function writeElsewhere(key, newValue) {
  storage.set(key, newValue);
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
}

Object.defineProperty(globalThis, 'navigator', {
  value: { hardwareConcurrency: 2 },
  configurable: true,
});
Object.assign(globalThis, {
  Worker: CoreWorker,
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  location: { search: '', hash: '', href: 'http://x.org/course/' },
  localStorage: {
    getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => storage.set(key, text),
    removeItem: (/** @type {string} */ key) => storage.delete(key),
  },
});

/** Waits until a condition holds. @param {() => unknown} isSo @param {string} what */
export async function until(isSo, what) {
  for (let round = 0; !isSo(); round++) {
    if (round > 1000) throw new Error(`waited for ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
