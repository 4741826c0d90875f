// One page in each browser engine, with the same verbs: Chromium and Firefox by puppeteer-core, WebKit by WebDriver.
import { setTimeout as pause } from 'node:timers/promises';
import { deep, every, everyBelow } from './deep.mjs';

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */

/**
 * What the engines do each in their own way.
 * @typedef {object} Hands
 * @property {(address: string) => Promise<unknown>} goto
 * @property {() => Promise<unknown>} reload
 * @property {(source: string) => Promise<any>} run an expression, a promise too, and gives its value
 * @property {(path: string) => Promise<unknown>} click
 * @property {(text: string) => Promise<unknown>} type on the keyboard
 * @property {(keys: string[]) => Promise<unknown>} press them together
 * @property {() => Promise<string[]>} errors
 * @property {() => Promise<unknown>} close
 */

/** @typedef {{newPage: () => Promise<Hands>, close: () => Promise<void>}} Launched */

/** The source of a call in the page, where the functions of deep.mjs are known by their names.
 * @param {(...args: any[]) => unknown} call @param {unknown[]} args */
const source = (call, args) =>
  `(() => { ${everyBelow}; ${every}; ${deep}; return (${call})(...${JSON.stringify(args)}); })()`;

/** Brings an element to the middle of the page; whether it stays there. @param {string} path */
async function standsStill(path) {
  const found = deep(path);
  if (!found || found.matches(':disabled')) return false;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const top = found.getBoundingClientRect().top;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return found.isConnected && found.getBoundingClientRect().top === top;
}

/** Notes on the page whether an element is clicked from now on. @param {string} path */
function watchClick(path) {
  Reflect.set(globalThis, 'isClicked', false);
  const note = () => Reflect.set(globalThis, 'isClicked', true);
  deep(path)?.addEventListener('click', note, { capture: true, once: true });
}

export class Page {
  #hands;

  /** @param {Hands} hands */
  constructor(hands) {
    this.#hands = hands;
  }

  /** @param {string} address */
  async goto(address) {
    await this.#hands.goto(address);
  }

  async reload() {
    await this.#hands.reload();
  }

  /**
   * Calls a function in the page. It sees its arguments and the functions of deep.mjs alone.
   * @template {unknown[]} A @template R
   * @param {(...args: A) => R} call @param {A} args @returns {Promise<Awaited<R>>}
   */
  evaluate(call, ...args) {
    return this.#hands.run(source(call, args));
  }

  /**
   * Asks the page again and again, until the answer is not falsy.
   * @template {unknown[]} A @template R
   * @param {string} what that is waited for @param {(...args: A) => R} call @param {A} args
   * @returns {Promise<Awaited<R>>}
   */
  async waitFor(what, call, ...args) {
    const seconds = 60;
    const end = performance.now() + 1000 * seconds;
    for (;;) {
      const answer = await this.evaluate(call, ...args);
      if (answer) return answer;
      if (performance.now() > end) {
        const spoken = await this.evaluate(() =>
          every('[role=status]').map((one) => one.textContent?.trim()),
        );
        const said = [...(await this.errors()), ...spoken].filter(Boolean).join('; ');
        throw new Error(`waited ${seconds} s for ${what}${said && `; the page: ${said}`}`);
      }
      await pause(25);
    }
  }

  /** Waits for an element, and gives its text. @param {string} path */
  async text(path) {
    await this.waitFor(path, (path) => deep(path) !== undefined, path);
    return this.evaluate((path) => deep(path)?.textContent?.trim() ?? '', path);
  }

  /** By the pointer, once the element stands still and can be pressed. @param {string} path */
  async click(path) {
    for (let tries = 20; ; tries--) {
      await this.waitFor(`${path} to be pressed`, standsStill, path);
      await this.evaluate(watchClick, path);
      try {
        await this.#hands.click(path);
        // The pointer goes to a place: what stood there can have moved away. (Another page does not know.)
        if ((await this.evaluate(() => Reflect.get(globalThis, 'isClicked'))) !== false) return;
        if (tries === 0) throw new Error(`${path} moves away from the pointer`);
      } catch (error) {
        // It can be drawn anew or moved in the very moment.
        if (tries === 0) throw error;
      }
    }
  }

  /** By the keyboard, where the focus is. @param {string} text */
  async type(text) {
    await this.#hands.type(text);
  }

  /** @param {...string} keys pressed together, by their names in KeyboardEvent.key */
  async press(...keys) {
    await this.#hands.press(keys);
  }

  /** Replaces the text of a field. @param {string} path @param {string} text */
  async fill(path, text) {
    await this.waitFor(path, (path) => deep(path) !== undefined, path);
    await this.evaluate((path) => deep(path)?.focus(), path);
    await this.press('Control', 'a');
    await this.press('Delete');
    await this.type(text);
  }

  errors() {
    return this.#hands.errors();
  }

  async close() {
    await this.#hands.close();
  }
}

/** @param {Engine} engine */
export async function launch(engine) {
  const { newPage, close } =
    engine === 'webkit'
      ? await (await import('./webkit.mjs')).start()
      : await (await import('./puppeteer.mjs')).start(engine);
  return { newPage: async () => new Page(await newPage()), close };
}
