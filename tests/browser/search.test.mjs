// The search as readers use it: by keyboard, during a talk, on a phone, when it cannot come. (What it finds:
// tests/tools/found-places.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { isAccessible } from './accessible.mjs';
import { base, forbidStorage, open, origin, section, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const dialogOf = (page) => page.getByRole('dialog', { name: 'Search' });
/** @param {Page} page */
const fieldOf = (page) => dialogOf(page).getByRole('searchbox', { name: 'Search all pages' });
/** @param {Page} page */
const statusOf = (page) => dialogOf(page).getByRole('status');

/** Opens it by its key, ready to find. @param {Page} page */
async function byKey(page) {
  await page.keyboard.press('/');
  await statusOf(page).getByText('Finds text').waitFor();
}

test(
  'the key / opens it, arrows choose, Enter goes there, and the focus returns',
  { tag: '@smoke' },
  async () => {
    const { page } = await open();
    const clock = page.locator('posenc-clock');
    const own = clock.locator('posenc-number input[type=text]').first();
    await clock.locator('figure[aria-busy=false]').waitFor();
    // Fields keep their own /.
    await own.focus();
    for (const key of ['/', 'Control+/', 'Alt+/']) await page.keyboard.press(key);
    await expect(own).toHaveValue(/\//);
    await expect(dialogOf(page)).toHaveCount(0);
    const opener = page.locator('#contents').getByRole('button', { name: 'Search' });
    await opener.focus();
    await byKey(page);
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.type('xyzzy');
    await expect(statusOf(page)).toContainText('No page has “xyzzy”.');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(fieldOf(page)).toHaveValue('xyzzy');
    // It is selected, so typing begins another one.
    await page.keyboard.type('rope base/');
    const links = dialogOf(page).getByRole('link');
    await expect(statusOf(page)).toHaveText(/^\d+ results$/);
    await expect(links.first().locator('mark').first()).toHaveText('base');
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(0)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(fieldOf(page)).toBeFocused();
    // Typing goes on in the field.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('s');
    await expect(fieldOf(page)).toHaveValue('rope base/s');
    // A place on this page: it stays as it is, with the state of its figures.
    await page.evaluate(() => history.replaceState(null, '', '?heatmap.base=10'));
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await fieldOf(page).fill('only the distance');
    await dialogOf(page).locator('a[href="./sinusoidal.html#only-the-distance-counts"]').click();
    await page.waitForURL(`${origin}${base}${section}?heatmap.base=10#only-the-distance-counts`);
    await expect(dialogOf(page)).toBeHidden();
    assert.ok(await page.evaluate(() => 'isSamePage' in globalThis));
    await expect(page.getByRole('heading', { name: 'Only the distance counts' })).toBeInViewport();
    // A click beside it closes it.
    await page.keyboard.press('/');
    await expect(fieldOf(page)).toBeFocused();
    await page.mouse.click(5, 5);
    await expect(dialogOf(page)).toBeHidden();
    await page.keyboard.press('/');
    await fieldOf(page).fill('claim 12');
    await links.first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}${base}claims.html#claim-12`);
  },
);

test('during a talk a result is shown as slides', async () => {
  const { page } = await open({ at: 'about.html?present' });
  await byKey(page);
  await page.keyboard.type('p claim 12');
  await dialogOf(page).getByRole('link').first().waitFor();
  // Its keys turn no slide.
  for (const key of ['ArrowRight', 'End', 'Space']) await page.keyboard.press(key);
  await expect(page.locator('.presenter .count')).toHaveText(/^1 \//);
  await fieldOf(page).fill('claim 12');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}${base}claims.html?present#claim-12`);
  await page.locator('.presenting main .shown #claim-12').waitFor();
});

test('without its script or its file it says so, and tries again', async () => {
  /** @type {(value: null) => void} */
  let answer = () => undefined;
  const isSlow = new Promise((resolve) => (answer = resolve));
  const { page } = await open({
    at: 'about.html',
    mayComplain: true,
    prepare: async (page) => {
      await page.route('**/search-*.js', (route) => route.abort());
      await page.route('**/search-*.json', async (route) => {
        await isSlow;
        await route.fulfill({ status: 503 });
      });
    },
  });
  const button = page.locator('#contents [data-search]');
  await button.click();
  await page.locator('#contents').getByText('Search failed. Try again').waitFor();
  await page.unroute('**/search-*.js');
  await button.click();
  await statusOf(page).getByText('Loading the search …').waitFor();
  answer(null);
  await statusOf(page).getByText('could not be loaded: the host answered 503.').waitFor();
  await expect(button).toHaveText('Search');
  await page.unroute('**/search-*.json');
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await statusOf(page).getByText('Finds text').waitFor();
  await expect(fieldOf(page)).toBeFocused();
});

test('on a phone it fills the screen; axe finds nothing; the focus returns to the bar', async () => {
  const { page } = await open({
    at: 'about.html',
    options: { viewport: { width: 390, height: 740 }, reducedMotion: 'reduce' },
    prepare: forbidStorage,
  });
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.locator('#contents').getByRole('button', { name: 'Search' }).click();
  await fieldOf(page).fill('alibi slopes');
  await dialogOf(page).getByRole('link').first().waitFor();
  assert.deepEqual(await dialogOf(page).boundingBox(), { x: 0, y: 0, width: 390, height: 740 });
  const sideways = await dialogOf(page).evaluate((one) => one.scrollWidth - one.clientWidth);
  assert.equal(sideways, 0);
  await isAccessible(page, { within: 'posenc-search', when: 'results' });
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  // What opened it is closed by now, so the focus is on what opened that.
  await dialogOf(page).waitFor({ state: 'hidden' });
  await expect(page.getByRole('button', { name: 'Contents' })).toBeFocused();
  const inBar = page.locator('.bar').getByRole('button', { name: 'Search' });
  await inBar.click();
  await expect(fieldOf(page)).toHaveValue('alibi slopes');
  await page.keyboard.press('Escape');
  await expect(inBar).toBeFocused();
});
