// Pages without a browser: their modules run under Node, and the real core answers them.
import { AsyncLocalStorage } from 'node:async_hooks';
import { resolveObjectURL } from 'node:buffer';
import { EventEmitter, setMaxListeners } from 'node:events';
// Before there is a page, so that it sees that there is no browser.
import 'lit';
import { createServer, createServerModuleRunner } from 'vite';
import { until } from './with-core.mjs';

/** The page whose code runs. @type {AsyncLocalStorage<Page>} */
const current = new AsyncLocalStorage();

/** What one origin keeps, as `localStorage`: its texts are its own properties, by name. */
class Texts {
  /** @type {Browser} */
  #browser;

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  /** @param {string} key @returns {string | null} */
  getItem(key) {
    return Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  }

  /** @param {string} key @param {string} text */
  setItem(key, text) {
    const others = Object.entries(this).filter(([name]) => name !== key);
    const size = [...others, [key, text]].flat().join('').length;
    if (size > this.#browser.room) throw new DOMException('full', 'QuotaExceededError');
    Object.assign(this, { [key]: text });
    this.#browser.announce(key, text);
  }

  /** @param {string} key */
  removeItem(key) {
    Reflect.deleteProperty(this, key);
    this.#browser.announce(key, null);
  }
}

/** A browser of one reader, with pages of the lesson. */
export class Browser {
  room = Infinity;
  isForbidden = false;
  texts = new Texts(this);
  /** @type {Page[]} */
  pages = [];

  /**
   * Opens a page. None of its modules is loaded yet. @param {string} [address] after that of the lesson
   * @param {Record<string, unknown>} [globals] what else its modules find
   */
  open(address = 'record.html', globals = {}) {
    const page = new Page(this, new URL(address, 'http://x.org/course/'), globals);
    this.pages.push(page);
    return page;
  }

  /** Other pages hear of what one has written, a moment later. @param {string} key @param {string | null} newValue */
  announce(key, newValue) {
    const writer = current.getStore();
    for (const page of this.pages.filter((one) => one !== writer)) {
      setImmediate(() => page.dispatch(Object.assign(new Event('storage'), { key, newValue })));
    }
  }

  /** All that is kept, by name, but who wrote it and what was removed. @returns {Record<string, any>} */
  get stored() {
    const all = Object.entries(this.texts).map(([key, text]) => {
      const value = JSON.parse(text);
      delete value.tabs;
      return [key.replace('posenc.', ''), value];
    });
    return Object.fromEntries(all.filter(([name]) => name !== 'removed'));
  }

  /** @param {Record<string, unknown>} documents by name */
  keep(documents) {
    for (const [name, value] of Object.entries(documents)) {
      this.texts.setItem(`posenc.${name}`, JSON.stringify(value));
    }
  }
}

/** A page of the lesson that is open. */
export class Page {
  /** @type {{name: string, text: () => Promise<string>}[]} */
  downloads = [];
  /** What somebody looks at: `window` and `document` listen on it both. */
  target = new EventTarget();
  /** What runs its modules, once there are any. @type {import('vite/module-runner').ModuleRunner | undefined} */
  modules;

  /** @param {Browser} browser @param {URL} location @param {Record<string, unknown>} globals */
  constructor(browser, location, globals) {
    this.browser = browser;
    this.location = location;
    this.globals = globals;
    // Every document of the record listens.
    setMaxListeners(0, this.target);
  }

  /** Runs code as this page, and what follows from it. @template T @param {() => T} code @returns {T} */
  run(code) {
    return current.run(this, code);
  }

  /** @param {Event} event */
  dispatch(event) {
    this.run(() => this.target.dispatchEvent(event));
  }

  /** The page's own copy of a module. @param {string} file @returns {Promise<any>} */
  load(file) {
    this.modules ??= createServerModuleRunner(scripts, { hmr: false });
    const { modules } = this;
    return this.run(() => modules.import(file));
  }

  /** @param {string} name @returns {any} */
  global(name) {
    if (name in this.globals) return this.globals[name];
    const { target, browser, location } = this;
    switch (name) {
      case 'localStorage':
        if (browser.isForbidden) throw new DOMException('forbidden', 'SecurityError');
        return browser.texts;
      case 'location':
        return location;
      case 'history':
        return {
          state: null,
          replaceState: (
            /** @type {unknown} */ _,
            /** @type {string} */ __,
            /** @type {URL} */ to,
          ) => {
            this.location = new URL(to);
          },
        };
      case 'document':
        return { createElement: () => this.link(), addEventListener: listenOn(target) };
      case 'addEventListener':
        return listenOn(target);
      case 'removeEventListener':
        return target.removeEventListener.bind(target);
      // A page of the lesson has its colors.
      case 'getComputedStyle':
        return () => ({ getPropertyValue: () => 'set' });
      default:
        return undefined;
    }
  }

  /** A link that downloads what it is given. */
  link() {
    const link = { href: '', download: '', click: () => void this.downloads.push(fileOf(link)) };
    return link;
  }
}

const listenOn = (/** @type {EventTarget} */ target) => target.addEventListener.bind(target);

/** @param {{href: string, download: string}} link */
function fileOf({ href, download }) {
  const file = resolveObjectURL(href);
  return { name: download, text: async () => (await file?.text()) ?? '' };
}

/** What Node cannot import: styles, which nothing here shows, and a package that names no script for it. @type {Record<string, string>} */
const inPlaceOf = {
  'tokens.css?inline': 'export default "";',
  '@xapi/cmi5': `import { createRequire } from 'node:module';
export default createRequire(${JSON.stringify(import.meta.url)})('@xapi/cmi5/dist/Cmi5.umd.js');`,
};
const notForNode = {
  name: 'not-for-node',
  enforce: /** @type {const} */ ('pre'),
  resolveId(/** @type {string} */ id) {
    const found = Object.keys(inPlaceOf).find((name) => id.endsWith(name));
    return found ? `\0${found}.js` : null;
  },
  load: (/** @type {string} */ id) =>
    id.startsWith('\0') ? (inPlaceOf[id.slice(1, -'.js'.length)] ?? null) : null,
};

// Every page listens to the server that makes its scripts.
EventEmitter.defaultMaxListeners = Infinity;

/** Makes scripts of modules, each once for all pages. */
const {
  environments: { ssr: scripts },
} = await createServer({
  ...{ configFile: false, logLevel: 'error', appType: 'custom', plugins: [notForNode] },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  ssr: { noExternal: ['@xapi/cmi5'] },
});

/** What a page finds of its own; where it has none, code finds that of Node. */
const pageGlobals = [
  ...['localStorage', 'sessionStorage', 'location', 'history', 'document', 'window', 'name'],
  ...['addEventListener', 'removeEventListener', 'getComputedStyle', 'navigator', 'fetch'],
  ...['XMLHttpRequest', 'HTMLAnchorElement', 'MutationObserver', 'performance'],
];
for (const name of pageGlobals) {
  const ofNode = Reflect.get(globalThis, name);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => current.getStore()?.global(name) ?? ofNode,
  });
}

/** Each page defines its own elements. (Lit prepares a class when it is asked for this list.) */
const customElements = {
  define: (/** @type {string} */ _, /** @type {any} */ Class) => void Class.observedAttributes,
};

/** Pages pause for a fiftieth of the time. For an answer, which is longest, they wait as they do, and so does Node. */
const { setTimeout } = globalThis;
const longest = 20_000;
const isPause = (/** @type {number} */ wait, /** @type {any[]} */ rest) =>
  wait < longest && rest.length === 0 && current.getStore() !== undefined;

Object.assign(globalThis, {
  customElements,
  setTimeout: (
    /** @type {() => void} */ run,
    /** @type {number} */ wait = 0,
    /** @type {any[]} */ ...rest
  ) => setTimeout(run, isPause(wait, rest) ? wait / 50 : wait, ...rest),
});

/** Waits until something holds that takes its time. @param {() => unknown} isSo @param {string} what */
export async function eventually(isSo, what) {
  for (const end = Date.now() + 30_000; !isSo();) {
    if (Date.now() > end) throw new Error(`waited for ${what}`);
    await new Promise((resolve) => setTimeout(() => resolve(undefined), 2));
  }
}

export { until };
