// A course without a browser: a learning management system with a gradebook, the page that it opens (lms.html), and the
// lesson in the frame of that page.
import { createRequire } from 'node:module';
import { initial } from '../browser/lms-host.mjs';
import { Browser, eventually } from './pages.mjs';
import { core } from './with-core.mjs';

// (Their types name other exports.)
const { Scorm12API } = /** @type {any} */ (await import('scorm-again/scorm12'));
const { Scorm2004API } = /** @type {any} */ (await import('scorm-again/scorm2004'));

/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {import('../browser/lms-host.mjs').Attempt} Attempt */

/** A request of a page, such as the library for cmi5 makes them. */
class Request {
  /** @type {Record<string, string>} */
  headers = {};
  method = '';
  url = '';
  status = 0;
  statusText = '';
  responseText = '';
  response = '';
  onloadend = () => {};
  onerror = () => {};

  /** @param {string} method @param {string} url */
  open(method, url) {
    Object.assign(this, { method, url });
  }

  /** @param {string} name @param {string} value */
  setRequestHeader(name, value) {
    this.headers[name] = value;
  }

  getAllResponseHeaders() {
    return 'content-type: application/json';
  }

  /** @param {string | null} body */
  async send(body) {
    const { method, url, headers } = this;
    try {
      const answer = await fetch(url, { method, headers, body });
      const { status, statusText } = answer;
      const text = await answer.text();
      Object.assign(this, { status, statusText, responseText: text, response: text });
      this.onloadend();
    } catch {
      this.onerror();
    }
  }
}

// The library decides as it is loaded how it makes requests.
await new Browser()
  .open('', { document: undefined, window: undefined, XMLHttpRequest: Request })
  .run(async () => createRequire(import.meta.url)('@xapi/cmi5/dist/Cmi5.umd.js'));

/** The sections that the page lists, and their parts. */
export const sections = {
  order: ['try-it', 'what-to-take-away'],
  signal: ['leakage', 'try-it'],
  hash: ['almost-a-collision', 'it-comes-back', 'try-it'],
};

/** A place of the page that is written to. */
class Place extends EventTarget {
  /** Its own. */
  text = '';
  hidden = true;
  href = '';
  isProblem = false;
  /** @type {any[]} */
  children = [];
  dataset = {};
  classList = {
    toggle: (/** @type {string} */ _, /** @type {boolean} */ on) => (this.isProblem = on),
  };

  /** @returns {string} */
  get textContent() {
    return [this.text, ...this.children.map(({ textContent }) => textContent)].join('');
  }

  /** @param {string} text */
  set textContent(text) {
    this.text = text;
    this.children = [];
  }

  /** @param {any[]} children */
  append(...children) {
    this.children.push(...children);
  }

  /** @param {any[]} children */
  replaceChildren(...children) {
    this.text = '';
    this.children = children;
  }

  removeAttribute() {
    this.hidden = false;
  }

  /** @param {string} _ @param {boolean} isHidden */
  toggleAttribute(_, isHidden) {
    this.hidden = isHidden;
  }
}

/** The dialog of lms.html about the end. */
class Dialog extends Place {
  returnValue = '';
  isOpen = false;

  showModal() {
    this.isOpen = true;
  }

  /** @param {string} value of the button that closes it */
  close(value) {
    Object.assign(this, { isOpen: false, returnValue: value });
    this.dispatchEvent(new Event('close'));
  }
}

/** The document of lms.html. */
class Wrapper extends EventTarget {
  title = '';
  visibilityState = 'visible';
  documentElement = { dataset: {} };
  body = '';
  /** @type {Map<string, Place>} */
  places = new Map();
  dialog = new Dialog();
  listed = Object.entries(sections).map(([section, parts]) => ({
    dataset: { section, title: `Section ${section}`, parts: parts.join(' ') },
    remove: () => undefined,
  }));

  querySelectorAll() {
    return this.listed;
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.listed.find(({ dataset }) => selector.includes(dataset.section)) ?? null;
  }

  createElement() {
    return new Place();
  }

  /** @param {string} id */
  getElementById(id) {
    if (id === 'lms-finish-dialog') return this.dialog;
    const place = this.places.get(id) ?? new Place();
    this.places.set(id, place);
    return place;
  }
}

/** Modules of the lesson, as the frame's pages use them. @typedef {typeof import('./desk-parts.mjs')} Lesson */

/** A launch of the lesson by an LMS. */
export class Visit {
  wrapper = new Wrapper();

  /**
   * @param {Browser} browser @param {{config: unknown, address?: string, globals?: Record<string, unknown>}} how
   *   `config`: its lms.json; `globals`: how the page finds its LMS
   */
  constructor(browser, { config, address = 'lms.html', globals = {} }) {
    const { wrapper } = this;
    const { fetch } = globalThis;
    this.browser = browser;
    this.page = browser.open(address, {
      document: wrapper,
      HTMLAnchorElement: Place,
      MutationObserver: class {
        observe() {}
      },
      window: { opener: null, location: new URL(address, 'http://x.org/course/') },
      XMLHttpRequest: Request,
      fetch: (/** @type {string} */ asked, /** @type {RequestInit} */ how) =>
        asked === './lms.json'
          ? Promise.resolve(new Response(JSON.stringify(config)))
          : fetch(asked, how),
      ...globals,
    });
  }

  /** Loads the page, until it has opened the lesson. */
  async begin() {
    await this.page.load('./web/src/lms/page.ts');
    await eventually(() => this.frame, 'the lesson');
    const { name = '' } = this.frame ?? {};
    const { texts } = this.browser;
    const lesson = this.browser.open('signal.html', {
      name,
      localStorage: {
        getItem: (/** @type {string} */ key) => texts.getItem(key),
        // (The page around the frame has put its own function here.)
        setItem: (/** @type {string} */ key, /** @type {string} */ text) =>
          this.page.run(() => Storage.prototype.setItem.call(null, key, text)),
        removeItem: (/** @type {string} */ key) => texts.removeItem(key),
      },
    });
    class Storage {
      /** @param {string} key @param {string} text */
      setItem(key, text) {
        lesson.run(() => texts.setItem(key, text));
      }
    }
    this.page.run(() => {
      const contentDocument = { addEventListener: () => {}, documentElement: { dataset: {} } };
      Object.assign(this.frame, { contentDocument, contentWindow: { Storage } });
      this.frame.dispatchEvent(new Event('load'));
    });
    this.inside = lesson;
    /** @type {Lesson} */
    this.lesson = await this.inside.load('./tests/web/desk-parts.mjs');
    return this;
  }

  /** The frame with the lesson; undefined before there is one. @returns {any} */
  get frame() {
    return this.wrapper.getElementById('lms-lesson').children[0];
  }

  /** The line about the connection. */
  get connection() {
    return this.wrapper.getElementById('lms-connection').textContent;
  }

  get notes() {
    return this.wrapper.getElementById('lms-notes').textContent;
  }

  get summary() {
    return this.wrapper.getElementById('lms-summary').textContent;
  }

  /** @param {string} id of a place @returns {any} */
  place(id) {
    return this.wrapper.getElementById(id);
  }

  /** “Finish and send”, with a look at what will be sent. @param {string} [value] of the button in the dialog */
  finish(value = 'send') {
    const { dialog } = this.wrapper;
    this.page.run(() => this.place('lms-finish').dispatchEvent(new Event('click')));
    if (!dialog.isOpen) throw new Error('the dialog does not open');
    this.page.run(() => dialog.close(value));
  }

  /** Chooses what becomes of the answers of an earlier attempt. @param {string} text of a button */
  choose(text) {
    const button = this.place('lms-offer').children.find(
      (/** @type {Place} */ { textContent }) => textContent === text,
    );
    this.page.run(() => button.dispatchEvent(new Event('click')));
  }

  /** Waits until the page says how the connection is. @param {RegExp} text */
  says(text) {
    return eventually(() => text.test(this.connection), `${text}, not “${this.connection}”`);
  }

  /** Waits until the work is in the course. */
  saved() {
    return this.says(/^Saved to your course at \d/);
  }

  /** Uses modules of the lesson in the frame. @template T @param {(lesson: Lesson) => T} code @returns {T} */
  within(code) {
    const { inside, lesson } = this;
    if (!inside || !lesson) throw new Error('the lesson is not open');
    return inside.run(() => code(lesson));
  }

  /** What is typed into an exercise. @param {string} id @param {number} seed @returns {Record<string, string>} */
  answers(id, seed) {
    return this.within(({ Work }) => new Work(id).sheet(seed).answers);
  }

  /** Types answers to an exercise. @param {string} id @param {number} seed @param {Record<string, string>} answers */
  type(id, seed, answers) {
    this.within(({ Work, answered }) => {
      const work = new Work(id);
      for (const [item, text] of Object.entries(answers)) work.change(seed, answered(item, text));
    });
  }

  /** Answers an exercise, and checks it. @param {string} id @param {number} seed @param {Record<string, string>} answers */
  async check(id, seed, answers) {
    this.type(id, seed, answers);
    // The page around it hears of that.
    await new Promise((resolve) => setImmediate(resolve));
    this.within(({ Work, graded }) => {
      const work = new Work(id);
      const items = core['exercise'](id, seed).items.map((/** @type {any} */ { id: item }) => item);
      const all = Object.fromEntries(
        items.map((/** @type {string} */ item) => [item, work.sheet(seed).answers[item] ?? '']),
      );
      work.change(seed, graded(all, core['gradeExercise'](id, seed, all)));
    });
  }

  /** Reads the first parts of a section, or all. @param {keyof typeof sections} section @param {number} [count] */
  read(section, count) {
    this.within(({ Stored, readPartsFrom }) => {
      const stored = new Stored('read', readPartsFrom, {});
      stored.change((read) => ({ ...read, [section]: sections[section].slice(0, count) }));
    });
  }

  /** The page goes away, with the lesson in it. */
  leave() {
    this.page.dispatch(new Event('pagehide'));
    const { pages } = this.browser;
    this.browser.pages = pages.filter((one) => one !== this.page && one !== this.inside);
  }
}

const runTimes = {
  scorm12: { Api: Scorm12API, name: 'API' },
  scorm2004: { Api: Scorm2004API, name: 'API_1484_11' },
};

/** An LMS with SCORM. */
export class Course {
  /** By learner and attempt. @type {Map<string, Attempt>} */
  gradebook = new Map();
  isDown = false;
  /** Without a connection. */
  isUnplugged = false;
  /** What pages sent as they went away. @type {Promise<unknown>[]} */
  beacons = [];

  /** @param {object} config the package's lms.json, but for the standard */
  constructor(config) {
    this.config = config;
  }

  /** @param {string} key such as "ada 1" @param {string} text */
  commit(key, text) {
    if (this.isDown) return false;
    const { cmi } = JSON.parse(text);
    this.gradebook.set(key, { cmi, commits: (this.gradebook.get(key)?.commits ?? 0) + 1 });
    return true;
  }

  /**
   * Opens the lesson. @param {string} [asked] such as `learner=ada&attempt=2&mode=review`
   * @param {{browser?: Browser, version?: keyof typeof runTimes, globals?: Record<string, unknown>}} [how]
   */
  async launch(
    asked = 'learner=ada',
    { browser = new Browser(), version = 'scorm12', globals = {} } = {},
  ) {
    const parameters = new URLSearchParams(asked);
    const key = `${parameters.get('learner')} ${parameters.get('attempt') ?? '1'}`;
    const { Api, name } = runTimes[version];
    const course = this;
    /** A request that is answered before it returns. */
    class XMLHttpRequest {
      status = 0;
      responseText = '';
      open() {}
      setRequestHeader() {}
      /** @param {string} text */
      send(text) {
        const isTaken = course.commit(key, text);
        this.status = isTaken ? 200 : 503;
        this.responseText = JSON.stringify({ result: isTaken, errorCode: isTaken ? 0 : 101 });
      }
    }
    const config = { ...this.config, standard: version };
    const visit = new Visit(browser, {
      config,
      globals: {
        XMLHttpRequest,
        fetch: async () => {
          if (this.isUnplugged) throw new TypeError('Failed to fetch');
          return new Response(JSON.stringify(config));
        },
        ...globals,
        navigator: {
          sendBeacon: (/** @type {string} */ _, /** @type {Blob} */ body) => {
            this.beacons.push(body.text().then((text) => course.commit(key, text)));
            return !course.isDown;
          },
        },
      },
    });
    visit.page.run(() => {
      const api = /** @type {any} */ (
        new Api({ lmsCommitUrl: 'http://x.org/commit', logLevel: 5 })
      );
      api.loadFromJSON(initial(version, this.gradebook.get(key), parameters), 'cmi');
      Object.assign(visit.page.global('window'), { [name]: api });
    });
    return visit.begin();
  }

  /**
   * The gradebook's entry, as soon as it fits. @param {string} key @param {(cmi: any) => unknown} isThere
   * @returns {Promise<any>}
   */
  async graded(key, isThere) {
    const cmi = () => this.gradebook.get(key)?.cmi;
    await eventually(() => cmi() && isThere(cmi()), `the gradebook: ${JSON.stringify(cmi())}`);
    return cmi();
  }
}

/** The objectives or interactions of a gradebook: scorm-again numbers them. @param {any} list @returns {any[]} */
export const listOf = (list) => Object.values(list?.childArray ?? list ?? {});
