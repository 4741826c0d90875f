// A formula of the reader's own on the built site: typed, drawn, measured, kept, shared and trained with. (What holds of
// a formula, and what is not one: tests/native/encoding/custom_test.cpp, expression_test.cpp and tests/wasm/claims.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { loadClaims } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { arrive, open as openSite, test } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

const core = await loadClaims();
const { examples } = core.ownExamples();
const [first, second] = examples;
assert.ok(first && second);
const at = 'own.html';

/** @param {Parameters<typeof openSite>[0]} [how] */
async function open(how) {
  const site = await openSite({ at, ...how });
  const own = site.page.locator('posenc-own');
  await arrive(own, 'section[aria-busy=false]');
  return { ...site, own, box: own.locator('textarea') };
}

const trouble = (/** @type {Locator} */ own) => own.locator('p#problem[role=alert]');

/** What the core says of what is not a formula. @param {string} text @returns {string} */
function refusalOf(text) {
  try {
    core.ownEncoding(text, 16, 64);
  } catch (error) {
    // (A page does not show the subject.)
    return /** @type {Error} */ (error).message.replace('[own] ', '');
  }
  return assert.fail(text);
}

/** It shows what the core says of that formula. @param {Locator} own @param {string} formula @param {number} d */
async function agrees(own, formula, d, positions = 64) {
  const { invariants } = core.ownEncoding(formula, d, positions);
  const lines = own.locator('.invariants li');
  await expect(lines.locator('.text')).toHaveText(invariants.map(({ text }) => text));
  for (const [n, { id, holds }] of invariants.entries()) {
    await expect(lines.nth(n)).toHaveAttribute('data-invariant', id);
    await expect(lines.nth(n).locator('b')).toHaveText(holds ? /^(?!.*not)/ : /not/);
  }
  const pictures = own.locator('posenc-matrix-plot #summary');
  await expect(pictures.nth(0)).toHaveText(new RegExp(`of ${positions} positions by ${d} dim`));
  await expect(pictures.nth(1)).toHaveText(new RegExp(`of all pairs of ${positions} positions`));
}

/** The file behind a button. @param {Locator} own @param {string} name */
async function taken(own, name) {
  const [download] = await Promise.all([
    own.page().waitForEvent('download'),
    own.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

/** The lines of the card, from the top. @param {Locator} own */
const cardTexts = async (own) =>
  [...(await taken(own, 'Card (SVG)')).toString().matchAll(/<text[^>]*>([^<]*)/g)].map(
    ([, text = '']) => text.trim(),
  );

test(
  'by keyboard: a formula is drawn while it is typed, kept when it is brought, and used again',
  { tag: '@smoke' },
  async () => {
    const { own, box, page } = await open();
    const { keyboard } = page;
    const tried = page.locator('posenc-tried');
    await box.focus();
    await keyboard.press('ControlOrMeta+a');
    // Half a formula is no mistake.
    await keyboard.type('cos(pos', { delay: 60 });
    await expect(trouble(own)).toHaveText('');
    await keyboard.type('/(i + 1))', { delay: 60 });
    await agrees(own, 'cos(pos/(i + 1))', 16);
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await expect(own.getByRole('button', { name: 'Use this formula' })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await expect(own.getByRole('button', { name: second.name })).toBeFocused();
    await keyboard.press('Space');
    await agrees(own, second.formula, second.d);
    await expect(box).toHaveValue(second.formula);

    // What is not a formula is said, and the last good answer stays.
    for (const bad of ['sin(x)', '', `1${'+1'.repeat(100_000)}`]) {
      await box.evaluate((field, text) => {
        /** @type {HTMLTextAreaElement} */ (field).value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }, bad);
      await expect(trouble(own)).toHaveText(refusalOf(bad));
      await expect(box).toHaveAttribute('aria-invalid', 'true');
      await expect(own.locator('.earlier')).toContainText(second.formula);
      await expect(own.locator('#train')).toBeDisabled();
    }
    await box.fill('np.sin(pos // 3)');
    await agrees(own, 'np.sin(pos // 3)', second.d);
    await expect(trouble(own)).toHaveText('');

    await page.reload();
    await arrive(tried, 'section[aria-busy=false]');
    await expect(tried.getByText('2 formulas tried')).toBeVisible();
    await expect(tried.locator('code')).toHaveText([second.formula, 'cos(pos/(i + 1))']);
    await expect(tried.locator('li p').nth(1)).toHaveText(
      /✓ keeps:\s+distinct, bounded · ✕ breaks: shift-linear, offset-only\s*$/,
    );
    await expect(tried.locator('li p a').first()).toHaveAttribute('href', /^#[\w-]+$/);
    await tried.getByRole('button', { name: 'Use it again' }).nth(1).click();
    await agrees(own, 'cos(pos/(i + 1))', 16);
  },
);
test('a link on a phone: formula and sizes; wrong ones are said; a card says what does not hold', async () => {
  const asked = new URLSearchParams({ 'own.formula': 'mod(pos,8)', 'own.d': '6' });
  const { own, page, box } = await open({
    at: `${at}?${asked}&own.positions=16`,
    options: { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' },
  });
  await agrees(own, 'mod(pos,8)', 6, 16);
  const texts = await cardTexts(own);
  const { invariants } = core.ownEncoding('mod(pos,8)', 6, 16);
  const broken = invariants.filter(({ holds }) => !holds).length;
  assert.equal(texts[0], `My encoding: ${4 - broken} of 4 invariants`);
  assert.equal(texts[1], 'PE(pos, i) = mod(pos,8)');
  assert.equal(texts.filter((text) => text === 'does not hold').length, broken);
  const number = (/** @type {string} */ label) => own.locator(`posenc-number[label="${label}"]`);
  const set = async (/** @type {string} */ label, /** @type {string} */ value) => {
    await number(label).locator('input:not([type=range])').fill(value);
    await number(label).locator('input:not([type=range])').press('Enter');
  };
  await set('positions', '20');
  await agrees(own, 'mod(pos,8)', 6, 20);
  await set('dimensions d', '2.5');
  await expect(number('dimensions d').locator('#problem')).toHaveText(/d must be .* but got 2\.5/);
  await expect(box).toHaveAttribute('aria-invalid', 'false');
  await set('dimensions d', '4');
  await agrees(own, 'mod(pos,8)', 4, 20);
  await own.getByRole('button', { name: 'Link and data' }).click();
  await own.getByText('Link to this state').click();
  await expect(own.getByText(/The link is (copied|in the address bar)/)).toBeVisible();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('own.positions'), '20');
  for (const { id } of invariants) await expect(page.locator(`h3#${id}`)).toHaveCount(1);

  await box.fill(`sin(pos/${'1'.repeat(60)}) + 1/pos`);
  await expect(trouble(own)).toContainText('division by zero');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await isAccessible(page, { within: 'posenc-own' });
  await page.goto(`${page.url().split('?')[0]}?own.d=many`);
  await expect(own.locator('.message')).toContainText('d must be a number but is "many"');
  await agrees(own, first.formula, first.d);
});

test('a formula is trained with, beside none and sinusoids, with its spread; and it can be stopped', async () => {
  const { own } = await open();
  const button = own.locator('#train');
  await agrees(own, first.formula, first.d);
  // Begun, and ended before its time.
  await button.click();
  await expect(own.locator('progress')).toBeVisible();
  await button.click();
  await expect(button).toHaveText('Train with it');
  await expect(own.locator('.models')).toHaveCount(0);

  await button.click();
  const rows = own.locator('.models tbody tr');
  await expect(rows).toHaveCount(3, { timeout: 120_000 });
  await expect(rows.locator('th')).toHaveText([
    'No positions length 8',
    'Sinusoidal length 8',
    'Your formula length 8',
  ]);
  const means = await rows.locator('td:first-of-type').allInnerTexts();
  const [none = NaN, sinusoidal, formula = NaN] = means.map((text) => parseFloat(text));
  // The paper's sinusoids, typed: to the digits shown as those of the scheme.
  assert.equal(formula, sinusoidal);
  assert.ok(none < 20 && formula > 95, `${none} ${formula}`);
  await expect(own.getByText(/guessing gets/)).toBeVisible();
  // The card says the same, and can be taken along as both kinds of picture.
  const headline = `My encoding: ${formula.toFixed(0)}\u202f% on Reverse, 4 of 4 invariants`;
  await expect(own.locator('.share')).toHaveAttribute('alt', headline);
  const texts = await cardTexts(own);
  assert.equal(texts.slice(0, 2).join(' '), headline);
  const { width, height } = PNG.sync.read(await taken(own, 'Card (PNG)'));
  assert.deepEqual([width, height], [2400, 1260]);
});
