// The built site, under a sub-path of a plain static server, in a real browser: what its tests share.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test as plain } from '@playwright/test';
import { loadClaims } from '../../build/package/node.js';
import { serve } from '../../tools/lib/serve.mjs';

export const base = '/some/course/';

/** One for each worker process, as its server. @type {import('playwright-core').Browser} */
let browser;
/** Where the site is served, once the tests run. @type {string} */
export let origin;
/** What consoles complained of during a test that does not expect it. @type {string[]} */
let unexpected = [];

/** A test in a browser. It opens the pages it needs with `open`; they are closed when it ends. */
export const test = plain.extend(
  /** @type {import('@playwright/test').Fixtures<{quiet: void}, {site: void}, {}, import('@playwright/test').PlaywrightWorkerArgs>} */ ({
    site: [
      async ({ browser: its }, use) => {
        browser = its;
        // Nothing is served at the root: an address that is not relative would not be found.
        const server = await serve('build/site', { at: [base] });
        origin = `http://127.0.0.1:${server.port}`;
        await use();
        await server.close();
      },
      { scope: 'worker', auto: true },
    ],
    quiet: [
      async ({ browser: its }, use) => {
        unexpected = [];
        await use();
        for (const context of its.contexts()) await context.close();
        assert.deepEqual(unexpected, []);
      },
      { auto: true },
    ],
  }),
);

/** The section that the tests open unless told otherwise. */
export const section = 'sinusoidal.html';

/**
 * Opens a page of the site, or of another address. What the console complains of and which hosts are called is noted from the start.
 * With `keeps` the browser keeps the site for use without a network, as it else does.
 * @param {{at?: string, address?: string, mayComplain?: boolean, keeps?: boolean, prepare?: (page: import('playwright-core').Page) => Promise<unknown>,
 *   options?: import('playwright-core').BrowserContextOptions}} [how]
 */
export async function open({
  at = section,
  address,
  mayComplain = false,
  keeps = false,
  prepare,
  options,
} = {}) {
  const context = await browser.newContext(options);
  if (!keeps) {
    await context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    });
  }
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = mayComplain ? [] : unexpected;
  /** @type {Set<string>} */
  const hosts = new Set();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // A page that is left gives up what it was loading.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    complaints.push(`failed: ${request.url()}`);
  });
  context.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await prepare?.(page);
  await page.goto(address ?? origin + base + at);
  return { page, context, complaints, hosts };
}

/** A browser that lets pages keep nothing. @param {import('playwright-core').Page} page */
export const forbidStorage = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });

/** The exercise can be answered: the core is there. @param {import('playwright-core').Page} page */
export const ready = async (page) => {
  await page.locator('posenc-exercise').scrollIntoViewIfNeeded();
  await page.locator('posenc-exercise button[type=submit]:enabled').waitFor();
};

/**
 * A figure, once it shows its numbers. @param {import('playwright-core').Page} page @param {string} selector
 */
export async function figure(page, selector) {
  const found = page.locator(selector).first();
  // As a reader who scrolls: until then a page stays at the part that its link leads to, and would go back to it.
  await page.evaluate(() => dispatchEvent(new WheelEvent('wheel')));
  await found.scrollIntoViewIfNeeded();
  await found.locator('figure[aria-busy=false]').waitFor();
  // Drawn once its width is known, which may be a frame later than its numbers.
  await found.locator('[data-plot] .box :is(svg)').first().waitFor();
  return found;
}

/** What the posenc command computes for one case. @param {string} kind @param {object} params @returns {any} */
export function ofTheCore(kind, params) {
  const { stdout, stderr } = spawnSync('build/native/posenc', ['eval', '-'], {
    input: JSON.stringify({ cases: [{ name: kind, kind, params }] }),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const { got } = JSON.parse(stdout).cases[0];
  if (got === undefined) throw new Error(stderr);
  return got;
}

export const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => n);

/** How many parts the core makes of what a page has in the place of a list. */
const claimsCore = await loadClaims();
const listed = new Map([
  ['{{claims}}', claimsCore.claims().claims.length],
  ['{{exhibits}}', claimsCore.exhibits().exhibits.length],
]);

/** @param {string} text */
const partsIn = (text) =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^(<posenc-|{{\w+}}$)/gm)].reduce(
    (sum, [found]) => sum + (found.startsWith('<') ? 1 : (listed.get(found) ?? 0)),
    0,
  );

/** The pages of the lesson, by file, and how many figures, exercises and trials each is written with. */
export const partsOf = new Map(
  readdirSync('web/lesson')
    .filter((file) => file.endsWith('.md'))
    .map((file) => [
      file.replace(/^\d+-/, '').replace('.md', '.html'),
      partsIn(readFileSync(`web/lesson/${file}`, 'utf8')),
    ]),
);

/** Brings every part of a page, by coming by. @param {import('playwright-core').Page} page */
export async function walk(page) {
  const waiting = page.locator('main .part');
  for (const part of await waiting.all()) {
    await part.scrollIntoViewIfNeeded();
    const busy = part.locator('[aria-busy=false], button[type=submit]:enabled');
    await busy.first().waitFor();
  }
  return waiting.count();
}
