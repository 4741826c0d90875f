// The built site, under a sub-path of a plain static server, in a real browser: what its tests share.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test as plain } from '@playwright/test';
import { loadClaims } from '../../build/package/node.js';
import { serve } from '../../tools/lib/serve.mjs';
import { arrive, arriveAtFigure } from './arrive.mjs';

export { ofTheCore, upTo } from '../of-the-core.mjs';
export { arrive, unfold } from './arrive.mjs';

export const base = '/some/course/';

/** One for each worker process, as its server. @type {import('playwright-core').Browser} */
let browser;
/** Where the site is served, once the tests run. @type {string} */
export let origin;
/** The page with figures that the next test begins with. @type {Awaited<ReturnType<typeof newPage>> | null} */
let handedOn = null;
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
        await closePages(its);
        assert.deepEqual(unexpected, []);
      },
      { auto: true },
    ],
  }),
);

/** Closes the pages of the test, but not the one that is handed on. @param {import('playwright-core').Browser} its */
export async function closePages(its) {
  for (const context of its.contexts()) {
    if (context !== handedOn?.context) await context.close();
  }
}

/** The section that the tests open by default. */
export const section = 'sinusoidal.html';

function keepNothing() {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/** Pages scroll smoothly for readers. In tests that would take half a second, and redraw the page, at every step. */
function scrollAtOnce() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { scroll-behavior: auto !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** A page lets its reader begin for five seconds before it fetches the rest of the site. */
function keepAtOnce() {
  const { setTimeout } = globalThis;
  /** @type {any} */ (globalThis).setTimeout = (
    /** @type {any} */ run,
    /** @type {number} */ wait,
    /** @type {any[]} */ ...rest
  ) => setTimeout(run, wait === 5000 ? 0 : wait, ...rest);
}

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** What a page complained of, and which hosts were called, from the start. @typedef {{complaints: string[], hosts: Set<string>}} Heard */

/** @param {Page} page @param {BrowserContext} context @param {Heard} heard @param {boolean} hasScripts */
function listen(page, context, heard, hasScripts) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.complaints.push(message.text());
  });
  page.on('pageerror', (error) => heard.complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // A page that is left gives up what it was loading.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    // Without scripts the browser loads none of those that a page names.
    if (!hasScripts && request.resourceType() === 'script') return;
    heard.complaints.push(`failed: ${request.url()}`);
  });
  context.on('request', (request) => heard.hosts.add(new URL(request.url()).origin));
}

/** @param {import('playwright-core').BrowserContextOptions} [options] */
async function newPage(options, keeps = false) {
  const context = await browser.newContext(options);
  await context.addInitScript(keeps ? keepAtOnce : keepNothing);
  await context.addInitScript(scrollAtOnce);
  const page = await context.newPage();
  /** @type {Heard} */
  const heard = { complaints: [], hosts: new Set() };
  listen(page, context, heard, options?.javaScriptEnabled !== false);
  return { page, context, heard };
}

/**
 * Opens a page of the site, or of another address.
 * With `keeps` the browser keeps the site for use without a network, as it else does.
 * @param {{at?: string, address?: string, mayComplain?: boolean, keeps?: boolean, prepare?: (page: Page) => Promise<unknown>,
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
  const { page, context, heard } = await newPage(options, keeps);
  if (!mayComplain) heard.complaints = unexpected;
  await prepare?.(page);
  await page.goto(address ?? origin + base + at);
  return { page, context, complaints: heard.complaints, hosts: heard.hosts };
}

/** Somebody's own page, in the folder of the site: with its figures, as yet without any. */
const empty = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>x</title><link rel="icon" href="data:,"><script type="module" src="./embed.js"></script><main></main>`;

/** @param {import('playwright-core').BrowserContextOptions} [options] */
async function emptyPage(options) {
  const opened = await newPage(options);
  await opened.page.route('**/of-its-own.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: empty }),
  );
  await opened.page.goto(`${origin}${base}of-its-own.html`);
  return opened;
}

/** @type {WeakMap<import('playwright-core').Page, {width: number, height: number} | null>} */
const firstSizes = new WeakMap();

/**
 * Figures on a page that has nothing else, and how the first of them is shown. The page is handed from test to test, as
 * bringing the core takes longer than most of what is tried; with `options` it is a new one.
 * @param {string} body as it stands in the page
 * @param {{search?: string, options?: import('playwright-core').BrowserContextOptions}} [how] `search`: what its address
 *   asks for
 */
export async function withFigures(body, { search = '', options } = {}) {
  const opened = options ? await emptyPage(options) : (handedOn ??= await emptyPage());
  const { page, context, heard } = opened;
  heard.complaints = unexpected;
  // As wide as at first, whatever the last test has left.
  const size = page.viewportSize();
  firstSizes.set(page, firstSizes.get(page) ?? size);
  const first = firstSizes.get(page);
  if (first && size?.width !== first.width) await setWidth(page, first.width, first.height);
  await page.mouse.move(0, 0);
  await page.evaluate(
    ([address = '', body = '']) => {
      history.replaceState(null, '', address);
      const main = document.querySelector('main');
      if (main) main.innerHTML = body;
    },
    [`of-its-own.html${search}`, body],
  );
  const name = /^<([\w-]+)/.exec(body)?.[1] ?? '';
  return { page, context, shown: await figure(page, name) };
}

/** Pictures take a new width a frame later. @param {import('playwright-core').Page} page @param {number} width */
export async function setWidth(page, width, height = 900) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((width) => innerWidth === width, width);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
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
export const ready = (page) =>
  arrive(page.locator('posenc-exercise'), 'button[type=submit]:enabled');

/**
 * A figure, once it shows its numbers. @param {import('playwright-core').Page} page @param {string} selector
 */
export async function figure(page, selector) {
  const found = page.locator(selector).first();
  await arriveAtFigure(found);
  return found;
}

/** How many parts the build makes of what a page has in the place of a list. */
const claimsCore = await loadClaims();
const listed = new Map([
  // Those that are listed by their numbers, too.
  ['{{claims others}}', claimsCore.claims().claims.length],
  ['{{exhibits}}', claimsCore.exhibits().exhibits.length],
  [
    '{{practice}}',
    readFileSync('web/src/exercises/texts.ts', 'utf8').split(/^ {4}summary:/m).length - 1,
  ],
]);

/** (A lesson plan gets a part of its own, too.) @param {string} text */
const partsIn = (text) =>
  [
    ...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^(<posenc-|::: plan |{{[a-z ]+}}$)/gm),
  ].reduce((sum, [found]) => sum + (found.startsWith('{') ? (listed.get(found) ?? 0) : 1), 0);

/** The pages of the lesson, by file, and how many figures, exercises and trials each is written with. */
export const partsOf = new Map(
  readdirSync('web/lesson')
    .filter((file) => file.endsWith('.md'))
    .map((file) => [
      file.replace(/^\d+-/, '').replace('.md', '.html'),
      partsIn(readFileSync(`web/lesson/${file}`, 'utf8')),
    ]),
);

/** Opens what is folded, and shows the screens of the path below each other: nothing else is drawn. @param {import('playwright-core').Page} page */
export const showAll = (page) =>
  page.locator('main .part').evaluateAll((parts) => {
    const isPath = document.body.dataset['page'] === 'path';
    for (const part of parts) {
      part.closest('details')?.setAttribute('open', '');
      if (isPath) part.closest('.slide')?.classList.add('shown');
    }
  });

/** Brings every part of a page, by coming by. @param {import('playwright-core').Page} page */
export async function walk(page) {
  const waiting = page.locator('main .part');
  await showAll(page);
  for (const part of await waiting.all()) {
    await arrive(part, '[aria-busy=false], button[type=submit]:enabled');
  }
  return waiting.count();
}
