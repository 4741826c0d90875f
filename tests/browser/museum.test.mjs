// The museum of real mistakes, as a reader walks through it. (What every exhibit computes and says of its lines:
// tests/native/museum and tests/wasm/museum.test.mjs. What is kept: tests/web/storage.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { loadClaims } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { arrive, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('../../build/package/node.js').Exhibit} Exhibit */

const at = 'museum.html';

const core = await loadClaims();
const { exhibits } = core.exhibits();
const [first, second] = /** @type {[Exhibit, Exhibit]} */ (exhibits);

/** The lines of the code that are something, from 1. @param {Exhibit} exhibit */
const linesOf = ({ code }) => code.flatMap((text, n) => (text.trim() === '' ? [] : [n + 1]));

/** @param {Exhibit} exhibit @param {'right' | 'wrong'} wanted */
function lineThatIs(exhibit, wanted) {
  const all = linesOf(exhibit).map((line) => ({ line, ...core.pickLine(exhibit.id, line) }));
  return all.find(({ outcome }) => outcome === wanted) ?? assert.fail(exhibit.id);
}

/** Once it shows what it does. @param {Page} page @param {Exhibit} exhibit */
async function shownOf(page, { id }) {
  const shown = page.locator(`posenc-exhibit[exhibit="${id}"]`);
  await arrive(shown, 'figure[aria-busy=false] .said');
  return shown;
}
const lineIn = (/** @type {Locator} */ shown, /** @type {number} */ line) =>
  shown.locator(`button[data-line="${line}"]`);

/** A number as the page writes it, as a number. @param {string} text */
function read(text) {
  const [, mantissa = '', power = ''] =
    /^([\d.\u202f\u2212-]+)(?:\s×\s10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text.trim()) ?? [];
  const exponent = [...power].map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)));
  const digits = mantissa.replaceAll('\u202f', '').replace('\u2212', '-');
  return Number(`${digits}e${exponent.join('') || 0}`);
}

/** It shows what the core measures. @param {Locator} shown @param {Exhibit} exhibit @param {Record<string, number>} values */
async function agrees(shown, { id }, values) {
  const { said, invariants, broken } = core.exhibitInAction(id, values);
  await expect(shown.locator('figure .said')).toHaveText(said);
  await expect(shown.locator('th[scope=rowgroup]')).toHaveText(
    invariants.map((one) => one.measure),
  );
  for (const [n, one] of invariants.entries()) {
    const cells = await shown.locator('tr.measured').nth(n).locator('td').allInnerTexts();
    for (const [c, value] of [one.broken, one.repaired].entries()) {
      const off = Math.abs(read(cells[c] ?? '') - value);
      assert.ok(off <= 5.1e-3 * Math.abs(value), `${one.measure}: ${cells[c]} for ${value}`);
    }
    const words = [one.holdsBroken, one.holdsRepaired].map((holds) =>
      holds ? '✓ holds' : '✕ broken',
    );
    for (const [c, word] of words.entries()) assert.ok(cells[c]?.includes(word), cells[c]);
  }
  const picture = shown.locator('posenc-matrix-plot #summary').first();
  await expect(picture).toHaveText(new RegExp(`^${broken.rows} by ${broken.cols} numbers`));
}

test(
  'by keyboard: one stop for the code, arrows within, Enter picks, and the focus goes to what was found',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ at });
    await expect(page.locator('posenc-exhibit')).toHaveCount(exhibits.length);
    const { keyboard } = page;
    const shown = await shownOf(page, first);
    const lines = linesOf(first);
    const right = lineThatIs(first, 'right');
    const last = lineIn(shown, lines.at(-1) ?? 0);
    await shown.locator('button.line[tabindex="0"]').focus();
    await keyboard.press('End');
    await expect(last).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(last).toBeFocused();
    await keyboard.press('Home');
    await expect(lineIn(shown, lines[0] ?? 0)).toBeFocused();
    await expect(shown.locator('button.line[tabindex="0"]')).toHaveCount(1);
    await keyboard.press('Enter');
    await expect(shown.locator('.why')).toBeVisible();
    for (const line of lines.slice(1, lines.indexOf(right.line) + 1)) {
      await keyboard.press('ArrowDown');
      await expect(lineIn(shown, line)).toBeFocused();
    }
    await keyboard.press('Enter');
    await expect(shown.locator('.because')).toBeFocused();
    await expect(shown.locator('.because')).toHaveText(right.because);
    // The controls stand before it, below the pictures.
    await keyboard.press('Shift+Tab');
    const slider = shown.getByRole('slider').last();
    await expect(slider).toBeFocused();
    const output = shown.locator('.control output').last();
    const value = await output.innerText();
    await keyboard.press('ArrowRight');
    await expect(output).not.toHaveText(value);

    const tried = page.locator('posenc-tried');
    await arrive(tried, 'section[aria-busy=false]');
    await expect(tried.getByText(`1 of ${exhibits.length} found`)).toBeVisible();
    await tried.locator('summary').press('Enter');
    await expect(tried.locator('.mistakes a')).toHaveText(exhibits.map(({ title }) => title));
    await expect(tried.locator('.mistakes .state').first()).toHaveText(/found$/);
  },
);

test('on a phone: lines in order say why, the right one ends the search, and both are there again', async () => {
  const { page } = await open({
    at,
    options: { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' },
  });
  const shown = await shownOf(page, first);
  await expect(shown.locator('figcaption').first()).toHaveText(first.symptom);
  // What is broken would say where to look: it is measured once a line is picked.
  await expect(shown.locator('.invitation')).toBeVisible();
  await expect(shown.locator('table')).toHaveCount(0);
  const wrong = lineThatIs(first, 'wrong');
  await lineIn(shown, wrong.line).click();
  await expect(shown.locator('.invitation')).toHaveCount(0);
  await agrees(shown, first, {});
  const [control] = first.controls;
  assert.ok(control);
  await shown.locator(`input[data-control="${control.id}"]`).fill('0');
  await agrees(shown, first, { [control.id]: control.stops[0] ?? NaN });
  await expect(lineIn(shown, wrong.line)).toHaveAccessibleDescription(
    `Not this one. ${wrong.because}`,
  );
  await expect(shown.locator('#announcement')).toHaveText(
    `Line ${wrong.line} is fine. ${wrong.because}`,
  );
  await expect(shown.locator('.seen')).toHaveCount(0);
  await page.reload();
  await shownOf(page, first);
  await expect(shown.locator('.why')).toHaveCount(1);

  // Lines that are picked in two exhibits at once are both kept and shown.
  const other = await shownOf(page, second);
  const picks = [first, second].map((exhibit) => ({
    id: exhibit.id,
    ...lineThatIs(exhibit, 'right'),
  }));
  await page.evaluate((picks) => {
    for (const { id, line } of picks) {
      const root = document.querySelector(`posenc-exhibit[exhibit="${id}"]`)?.shadowRoot;
      /** @type {HTMLElement | null | undefined} */ (
        root?.querySelector(`button[data-line="${line}"]`)
      )?.click();
    }
  }, picks);
  for (const [n, one] of [shown, other].entries()) {
    await expect(one.getByText('Found: this is the line')).toBeVisible();
    await expect(one.locator('.because')).toHaveText(picks[n]?.because ?? '');
    await expect(one.locator('button.line')).toHaveCount(0);
  }
  const repaired = shown.locator('ol > li:not(.removed) code');
  await expect(repaired).toHaveText(core.repairedCode(first.id).lines);

  // A reader may give up. Then it says where others made it, or that it is made up.
  const madeUp = exhibits.find(({ sightings }) => sightings.length === 0);
  const seen = exhibits.find((one) => one.sightings.length > 0 && ![first, second].includes(one));
  assert.ok(madeUp && seen);
  for (const exhibit of [madeUp, seen]) {
    const given = await shownOf(page, exhibit);
    await given.getByRole('button', { name: 'Show me' }).click();
    await expect(given.getByText('Shown: this is the line')).toBeVisible();
    await expect(given.locator('.because')).toBeFocused();
    await expect(given.locator('.seen a')).toHaveText(exhibit.sightings.map(({ text }) => text));
  }
  const made = await shownOf(page, madeUp);
  await expect(made.locator('.seen')).toHaveText(/^\s*Made up for this museum/);
  await isAccessible(page, { within: `posenc-exhibit[exhibit="${first.id}"]` });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.reload();
  for (const [exhibit, end] of /** @type {const} */ ([
    [first, 'Found'],
    [seen, 'Shown'],
  ])) {
    await expect(
      (await shownOf(page, exhibit)).getByText(`${end}: this is the line`),
    ).toBeVisible();
  }
});

test('an error says that the core cannot be loaded, and it can be asked for again', async () => {
  let broken = true;
  const { page } = await open({
    at,
    mayComplain: true,
    prepare: (page) =>
      page
        .context()
        .route('**/*.wasm', (route) =>
          broken ? route.fulfill({ status: 503 }) : route.continue(),
        ),
  });
  const shown = page.locator(`posenc-exhibit[exhibit="${first.id}"]`);
  await shown.scrollIntoViewIfNeeded();
  const again = shown.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(shown.locator('> p').getByText(first.symptom)).toBeVisible();
  broken = false;
  await again.click();
  await expect(shown.locator('.invitation')).toBeVisible();
});
