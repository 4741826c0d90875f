// The built site, under a sub-path of a plain static server, in a real browser: what its tests share.
import { after, afterEach, before } from 'node:test';
import { chromium } from 'playwright-core';
import { browser as browserPath } from '../../tools/lib/debian.mjs';
import { serve } from '../../tools/lib/serve.mjs';

export const base = '/some/course/';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** Where the site is served, once the tests run. @type {string} */
export let origin;

before(async () => {
  // Nothing is served at the root: an address that is not relative would not be found.
  server = await serve('build/site', { at: [base] });
  origin = `http://127.0.0.1:${server.port}`;
  browser = await chromium.launch({
    executablePath: browserPath() ?? '',
    // No calls home: they would be refused on a machine without a network, and logged as errors.
    args: [
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...['--disable-quic', '--no-first-run'],
    ],
  });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/**
 * Opens the site. What the console complains of and which hosts are called is noted from the start.
 * @param {{prepare?: (page: import('playwright-core').Page) => Promise<unknown>,
 *   options?: import('playwright-core').BrowserContextOptions}} [how]
 */
export async function open({ prepare, options } = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  /** @type {Set<string>} */
  const hosts = new Set();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  context.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await prepare?.(page);
  await page.goto(origin + base);
  return { page, context, complaints, hosts };
}

/**
 * The exercise is in sight and can be answered: the core is there.
 * @param {import('playwright-core').Page} page
 */
export async function ready(page) {
  await page.locator('posenc-exercise').scrollIntoViewIfNeeded();
  await page.locator('posenc-exercise button[type=submit]:enabled').waitFor();
}
