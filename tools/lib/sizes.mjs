// What a first visit to each page loads until its first figure has been used once: the files, as a host sends them.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ofEachPage } from './site-in-chromium.mjs';

/** @typedef {'html' | 'scripts' | 'wasm' | 'fonts' | 'styles' | 'other'} Kind */
/**
 * @typedef {{url: string, kind: Kind, size: number, brotli: number}} Loaded `size`: bytes with gzip, as a host sends them;
 *   `brotli`: with Brotli at its best, about what these bytes can be pressed to
 */
/** @typedef {{page: string, figure: string, files: Loaded[]}} Visit `figure`: the id of the one that was used; '' for none */

/** @type {[RegExp, Kind][]} */
const kinds = [
  [/\.html$/, 'html'],
  [/\.js$/, 'scripts'],
  [/\.wasm$/, 'wasm'],
  [/\.woff2$/, 'fonts'],
  [/\.css$/, 'styles'],
];

/** The bytes of each kind, and of all. @param {readonly Loaded[]} files */
export function totals(files) {
  const sum = { total: 0, brotli: 0, html: 0, scripts: 0, wasm: 0, fonts: 0, styles: 0, other: 0 };
  for (const { kind, size, brotli } of files) {
    sum[kind] += size;
    sum.total += size;
    sum.brotli += brotli;
  }
  return sum;
}

/** Pages that a visit does not begin with. */
const notVisited = ['404', 'embed', 'lms', 'sandbox'];
/** An element that is not ready after this time is an error. */
const readyMs = 30_000;

/** Sizes of files that several pages load, by address. @type {Map<string, Loaded>} */
const known = new Map();

/** @param {string} url @param {Buffer} body @returns {Loaded} */
function loadedFile(url, body) {
  const earlier = known.get(url);
  if (earlier) return earlier;
  // Fonts are packed already.
  const isPacked = url.endsWith('.woff2');
  const file = {
    url,
    kind: kinds.find(([pattern]) => pattern.test(url))?.[1] ?? 'other',
    size: isPacked ? body.length : gzipSync(body).length,
    brotli: isPacked ? body.length : brotliCompressSync(body).length,
  };
  known.set(url, file);
  return file;
}

/** What a reader tried before: on a first visit these have nothing to show. */
const overviews = ['posenc-tried', 'posenc-progress'];
const parts = `main .part${overviews.map((name) => `:not(${name})`).join('')}`;
/** What is ready has this in its shadow root. */
const isReady = '[aria-busy=false], button[type=submit]:enabled';
const busy = '[aria-busy=true]';
/** The verdict on an answer. */
const verdict = '[data-outcome]:not([data-outcome=empty])';

/**
 * Uses an element as its reader first would: sets its slider, answers a question and submits, or presses its button.
 * @param {import('playwright-core').Locator} part
 */
async function use(part) {
  const boxes = part.locator('input:is([type=text], :not([type])):visible');
  for (const box of await boxes.all()) await box.fill('1');
  for (const name of ['Try it without a vote', 'Check', 'Run']) {
    const button = part.getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible())) continue;
    await button.click();
    // The page may be idle before its worker asks for the module that grades.
    if (await part.evaluate((element) => element.localName === 'posenc-exercise'))
      await part.locator(verdict).first().waitFor({ timeout: readyMs });
    return;
  }
  const slider = part.locator('input[type=range]:visible').first();
  if (await slider.isVisible()) await slider.press('ArrowRight');
}

/**
 * Everything that a page loads on a first visit, before and while its first figure is used.
 * @param {import('playwright-core').Browser} running @param {string} address @returns {Promise<Omit<Visit, 'page'>>}
 */
export async function visit(running, address) {
  const context = await running.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  /** @type {Promise<Loaded>[]} */
  const loaded = [];
  context.on('response', (response) => {
    loaded.push(response.body().then((body) => loadedFile(new URL(response.url()).pathname, body)));
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const part = page.locator(parts).first();
  let figure = '';
  if ((await part.count()) > 0) {
    figure = (await part.getAttribute('id')) ?? '';
    await page.evaluate(() => dispatchEvent(new WheelEvent('wheel')));
    await part.scrollIntoViewIfNeeded();
    await part.locator(isReady).first().waitFor({ timeout: readyMs });
    await use(part);
    await page.waitForLoadState('networkidle');
    await part.locator(busy).waitFor({ state: 'detached', timeout: readyMs });
  }
  const files = await Promise.all(loaded);
  await context.close();
  return { figure, files };
}

/** Every page of the site, each as soon as it is measured. @param {readonly string[]} only @returns {AsyncGenerator<Visit>} */
export const firstVisits = (only) =>
  ofEachPage(only, async function* (running, page, address) {
    if (!notVisited.includes(page)) yield { page, ...(await visit(running, address)) };
  });
