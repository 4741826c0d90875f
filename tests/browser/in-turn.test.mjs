// On a phone, a page that opens at its top lays out its first screen first, and the rest in turn.
import assert from 'node:assert/strict';
import { base, open, origin, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
const at = 'rope.html';

/** The ids of the headings that are laid out, and of those that are not. @param {Page} page */
const headings = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main .slide h2[id]')];
    const isLaidOut = (/** @type {Element} */ one) =>
      one.checkVisibility({ contentVisibilityAuto: true });
    return {
      done: all.filter(isLaidOut).map(({ id }) => id),
      waiting: all.filter((one) => !isLaidOut(one)).map(({ id }) => id),
    };
  });

/** @param {Page} page */
const allAreLaidOut = (page) =>
  page.waitForFunction(() => !document.documentElement.classList.contains('from-top'));

test('on a phone the first screen is laid out first, and then the other sections', async () => {
  const { page } = await open({
    at,
    mayComplain: true,
    options: phone,
    prepare: (page) => page.route('**/main-*.js', (route) => route.abort()),
  });
  const before = await headings(page);
  assert.deepEqual(before.done.slice(0, 1), ['turn-the-query-turn-the-key']);
  assert.ok(before.waiting.length >= 5, before.waiting.join());
  // What comes near is there, even if the page's script never comes.
  const last = page.locator(`#${before.waiting.at(-1)}`);
  await last.evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
  await page.waitForFunction(
    (heading) => heading?.checkVisibility({ contentVisibilityAuto: true }),
    await last.elementHandle(),
  );

  await page.unroute('**/main-*.js');
  await page.goto('about:blank');
  await page.goto(`${origin}${base}${at}`);
  await allAreLaidOut(page);
  assert.deepEqual((await headings(page)).waiting, []);
});

test('a link within the page leads to its place, though sections before it wait', async () => {
  const { page } = await open({
    at,
    options: phone,
    // Their turn never comes.
    prepare: (page) =>
      page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      }),
  });
  const { waiting } = await headings(page);
  const id = waiting.at(-1);
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.locator(`#contents a[href$="#${id}"]`).click();
  const top = () =>
    page.evaluate((id) => document.getElementById(id ?? '')?.getBoundingClientRect().top ?? 0, id);
  await page.waitForFunction((id) => {
    const top = document.getElementById(id ?? '')?.getBoundingClientRect().top ?? NaN;
    return top > 0 && top < 120;
  }, id);
  const stops = await top();
  await page.waitForTimeout(300);
  assert.equal(await top(), stops, 'it stays there');
});

test('a page that opens at another place than its top is laid out whole', async () => {
  const { page } = await open({
    at: `${at}#the-base`,
    mayComplain: true,
    options: phone,
    prepare: (page) => page.route('**/main-*.js', (route) => route.abort()),
  });
  assert.deepEqual((await headings(page)).waiting, []);
  await page.goto(`${origin}${base}${at}`);
  assert.ok((await headings(page)).waiting.length > 0);
  await page.reload();
  assert.deepEqual((await headings(page)).waiting, [], 'where the reader was before');
});
