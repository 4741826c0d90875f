// Chromium, and Firefox over WebDriver BiDi.
import puppeteer from 'puppeteer-core';
import { browser as chromium, firefox } from '../../tools/lib/debian.mjs';
import { deep, every, everyBelow } from './deep.mjs';

/** @typedef {import('./driver.mjs').Hands} Hands */
/** @typedef {import('puppeteer-core').KeyInput} KeyInput */

const options = {
  chromium: () => ({
    executablePath: chromium() ?? '',
    // Chromium's own sandbox does not start for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  }),
  firefox: () => ({ browser: /** @type {const} */ ('firefox'), executablePath: firefox() ?? '' }),
};

/** @param {import('puppeteer-core').Page} page @returns {Hands} */
function handsOn(page) {
  /** @type {string[]} */
  const errors = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const find = (/** @type {string} */ path) =>
    page.evaluateHandle(
      `(() => { ${everyBelow}; ${every}; ${deep}; return deep(${JSON.stringify(path)}); })()`,
    );
  return {
    goto: (address) => page.goto(address),
    reload: () => page.reload(),
    run: (source) => page.evaluate(source),
    click: async (path) => {
      const element = (await find(path)).asElement();
      if (!element) throw new Error(`${path} is gone`);
      await /** @type {import('puppeteer-core').ElementHandle<Element>} */ (element).click();
    },
    type: (text) => page.keyboard.type(text),
    press: async (keys) => {
      for (const key of keys) await page.keyboard.down(/** @type {KeyInput} */ (key));
      for (const key of [...keys].reverse()) await page.keyboard.up(/** @type {KeyInput} */ (key));
    },
    errors: async () => [...errors],
    close: () => page.close(),
  };
}

/** @param {'chromium' | 'firefox'} engine @returns {Promise<import('./driver.mjs').Launched>} */
export async function start(engine) {
  const browser = await puppeteer.launch({
    ...options[engine](),
    defaultViewport: { width: 1280, height: 900 },
  });
  return {
    newPage: async () => handsOn(await browser.newPage()),
    close: () => browser.close(),
  };
}
