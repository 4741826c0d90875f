// The figures of RoPE under mouse and keys, and what they measure when a button is pressed.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { set } from './reading.mjs';
import { test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const dials = (/** @type {string} */ attributes) =>
  `<posenc-rope-dials ${attributes}></posenc-rope-dials>`;

/** @param {Locator} shown @param {number} m @param {number} n */
const isAt = (shown, m, n) =>
  expect(shown.locator('.sub')).toHaveText(new RegExp(`^m = ${m}, n = ${n}: `));

/** Drags a part of the dials with the mouse, sideways. @param {Page} page @param {Locator} part @param {number} by pixels @param {number} [down] from its middle */
async function drag(page, part, by, down = 0) {
  const box = await part.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + down];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 12 });
  await page.mouse.up();
}

/** Pixels for a position on the ruler. @param {Locator} shown */
const unitOf = (shown) =>
  shown
    .locator('line.track')
    .evaluate((line) => (Number(line.getAttribute('x2')) - Number(line.getAttribute('x1'))) / 48);

test(
  'dials: hands are dragged, grips on the ruler too, and moved with keys, both together while locked',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await withFigures(dials('m="5" n="3"'));
    const caption = shown.locator('figcaption');
    const radius = ((await shown.locator('.face').first().boundingBox())?.height ?? NaN) / 2;
    await drag(page, shown.locator('.face').first(), 50, radius - 12);
    await isAt(shown, 9, 3);
    await expect(caption).toHaveText('The score swings with m − n');
    await drag(page, shown.locator('.face').first(), -26, radius - 12);
    await isAt(shown, 7, 3);
    await drag(page, shown.locator('g.k .tip').first(), 25);
    await isAt(shown, 7, 5);

    await set(shown, 'm (of q)', 20);
    await set(shown, 'n (of k)', 8);
    await shown.getByLabel('Keep m − n fixed').check();
    await isAt(shown, 20, 8);
    // (The hands move on to where they are set.)
    await expect(shown.locator('.grip.q')).toHaveAttribute('aria-valuenow', '20');
    const unit = await unitOf(shown);
    await drag(page, shown.locator('.grip.q .knob'), 10 * unit);
    await isAt(shown, 30, 18);
    await expect(caption).toHaveText('Both turned, same angles');
    // Where it was is still there, dotted.
    assert.ok((await shown.locator('.ghost').count()) > 0);
    // k cannot leave the ruler, so neither goes on.
    await drag(page, shown.locator('.grip.k .knob'), -40 * unit);
    await isAt(shown, 12, 0);
    await shown.locator('.grip.q').press('End');
    await isAt(shown, 48, 36);
    await shown.locator('.grip.q').press('PageDown');
    await isAt(shown, 38, 26);
    await shown.getByLabel('Keep m − n fixed').uncheck();
    await shown.locator('.grip.k').press('ArrowLeft');
    await isAt(shown, 38, 25);
    await expect(shown.locator('.grip.k')).toHaveAttribute('aria-valuenow', '25');
    await shown.getByRole('button', { name: 'Reset' }).click();
    await isAt(shown, 5, 3);
  },
);

/** Where the hand of q points in the first dial, by its end. @param {Locator} shown */
const handOfQ = (shown) =>
  shown
    .locator('g.q line.hand')
    .first()
    .evaluate((line) => ['x2', 'y2'].map((name) => Number(line.getAttribute(name))));

test('dials: played, m and n move on together, and the hands come to rest; with less motion in whole steps', async () => {
  for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
    const { shown } = await withFigures(dials('m="20" n="8" locked'), {
      options: { reducedMotion },
    });
    await shown.getByRole('button', { name: 'Play m and n' }).click();
    await expect(shown.locator('.sub')).toHaveText(/^m = 2[2-9], n = 1\d: /);
    await shown.getByRole('button', { name: 'Stop m and n' }).click();
    const box = (/** @type {string} */ label) =>
      shown.locator(`posenc-number[label="${label}"] input[type=text]`).inputValue();
    const m = Number(await box('m (of q)'));
    assert.equal(Number(await box('n (of k)')), m - 12);
    // Where they stand when they are set there at once.
    const at = await withFigures(dials(`m="${m}" n="${m - 12}" locked`), {
      options: { reducedMotion: 'reduce' },
    });
    const [x = NaN, y = NaN] = await handOfQ(at.shown);
    await expect
      .poll(async () => {
        const [nowX = NaN, nowY = NaN] = await handOfQ(shown);
        return Math.hypot(nowX - x, nowY - y);
      })
      .toBeLessThan(0.1);
  }
});

test('cache: measured when a button is pressed, and not before; paper has the picture and no button', async () => {
  const { page, shown } = await withFigures(
    '<posenc-rope-cache head-dim="16" positions="64" heads="2"></posenc-rope-cache>',
  );
  const button = shown.getByRole('button', { name: /^Measure/ });
  for (const sub of [/is computed only once/, /ms with the cache/]) {
    await expect(shown.locator('.sub')).toHaveText(sub, { timeout: 60_000 });
    await page.emulateMedia({ media: 'print' });
    await expect(button).toBeHidden();
    await expect(shown.locator('posenc-line-plot')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await button.click();
  }
  await expect(button).toHaveText('Measure again', { timeout: 60_000 });
  const cost = await withFigures('<posenc-cost></posenc-cost>');
  await cost.shown.getByRole('button', { name: 'Measure on this machine' }).click();
  await cost.shown.getByText(/^Training tiny models: [1-7] of 7 runs$/).waitFor();
});
