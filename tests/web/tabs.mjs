// Tabs of one browser. Each may be a process of its own: it has its own modules, sees its own writes at once, and those
// of other tabs when it hears of them.
import assert from 'node:assert/strict';
import { runnerImport } from 'vite';

/** @typedef {{by: Tab, key: string, text: string}} Write */

/** @param {string} name @param {unknown} value */
const setGlobal = (name, value) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** @param {string} name */
const refused = (name) => new DOMException('', name);

export class Tab {
  /** @type {Map<string, string>} */
  storage = new Map();
  heard = 0;
  /** What its storage refuses. @type {'' | 'full' | 'forbidden'} */
  refuses = '';
  /** @type {((event: object) => void)[]} */
  listeners = [];

  /** @param {Write[]} log what all tabs have written, in the order in which the browser took it */
  constructor(log) {
    this.log = log;
    this.storage = new Map(log.map(({ key, text }) => [key, text]));
    this.heard = log.length;
  }

  /** Runs code that uses storage as this tab. @template T @param {() => T} run */
  within(run) {
    const localStorage = {
      getItem: (/** @type {string} */ key) => {
        if (this.refuses === 'forbidden') throw refused('SecurityError');
        return this.storage.get(key) ?? null;
      },
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
        if (this.refuses === 'forbidden') throw refused('SecurityError');
        if (this.refuses === 'full') throw refused('QuotaExceededError');
        this.storage.set(key, text);
        this.log.push({ by: this, key, text });
      },
      removeItem: (/** @type {string} */ key) => this.storage.delete(key),
    };
    setGlobal('localStorage', localStorage);
    setGlobal('addEventListener', (/** @type {string} */ _, /** @type {any} */ heard) =>
      this.listeners.push(heard),
    );
    setGlobal('removeEventListener', (/** @type {string} */ _, /** @type {any} */ heard) => {
      this.listeners = this.listeners.filter((one) => one !== heard);
    });
    return run();
  }

  /** Hears of all that others have written since. What it wrote later itself stays. */
  hear() {
    while (this.heard < this.log.length) {
      const entry = this.log[this.heard++];
      if (!entry || entry.by === this) continue;
      const own = this.log
        .slice(this.heard)
        .some(({ by, key }) => by === this && key === entry.key);
      if (!own) this.storage.set(entry.key, entry.text);
      this.within(() => {
        for (const heard of [...this.listeners]) heard({ key: entry.key, newValue: entry.text });
      });
    }
  }
}

export class Browser {
  /** @type {Write[]} */
  log = [];

  /**
   * A new tab with a module of its own.
   * @param {string} file @param {{refuses?: Tab['refuses']}} [how]
   */
  async open(file, { refuses = '' } = {}) {
    const tab = new Tab(this.log);
    tab.refuses = refuses;
    tab.within(() => undefined);
    /** @type {any} */
    const { module } = await runnerImport(file, { logLevel: 'error' });
    return { tab, module };
  }

  /** Every tab hears of everything. @param {Tab[]} tabs */
  settle(tabs) {
    for (let round = 0; tabs.some(({ heard }) => heard < this.log.length); round++) {
      assert.ok(round < 20, 'tabs go on telling each other');
      for (const tab of tabs) tab.hear();
    }
  }
}
