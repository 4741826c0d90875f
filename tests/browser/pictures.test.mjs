// The lab in which networks learn a picture from coordinates, against what the posenc command trains.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { close, column, takenData } from './reading.mjs';
import { ofTheCore, test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

const button = (/** @type {Locator} */ shown, /** @type {string} */ name) =>
  shown.getByRole('button', { name, exact: true });

/** Until its networks are trained. @param {Locator} shown */
const trained = (shown) => button(shown, 'Train again').waitFor({ timeout: 60_000 });

/** Red, green and blue of each pixel of a picture, from 0 to 1; null if there is none. @param {Locator} shown @param {number} tile */
const pixels = (shown, tile) =>
  shown.locator('posenc-pictures-plot').evaluate(async (plot, tile) => {
    const one = plot.shadowRoot?.querySelectorAll('svg > g')[tile]?.querySelector('image');
    if (!one) return null;
    const image = new Image();
    image.src = one.getAttribute('href') ?? '';
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
    return [...data].filter((_, n) => n % 4 !== 3).map((byte) => byte / 255);
  }, tile);

/** @param {number[] | null} drawn @param {number[]} values @param {number} most */
function assertDrawn(drawn, values, most) {
  assert.equal(drawn?.length, values.length);
  for (const [n, value] of values.entries()) {
    const got = drawn?.[n] ?? NaN;
    assert.ok(Math.abs(got - value) <= most, `number ${n}: ${got}, not ${value}`);
  }
}

/** Rounding of bytes. */
const half = 0.5 / 255 + 1e-6;

const steps = 30;
/** The networks of the lab with one scale, in its order. */
const networks = [{ input: 'raw' }, { input: 'nerf', levels: 4 }, { input: 'random', scale: 3 }];

test('pictures: each network draws what the command draws, and is as good', async () => {
  const { page, shown } = await withFigures(
    `<posenc-pictures picture="glass" scales="3" levels="4" steps="${steps}"></posenc-pictures>`,
  );
  assertDrawn(await pixels(shown, 0), ofTheCore('picture', { picture: 'glass' }).values, half);
  // By themselves, once.
  await trained(shown);
  const { rows } = await takenData(page, shown);
  assert.deepEqual(column(rows, 0), [10, 20, 30]);
  const held = [];
  for (const [n, params] of networks.entries()) {
    const core = ofTheCore('trained_picture', { picture: 'glass', steps, ...params });
    // A browser's sines may round other than the command's.
    close([column(rows, 2 * n + 1).at(-1) ?? NaN], [core.held_out], 0.02);
    close([column(rows, 2 * n + 2).at(-1) ?? NaN], [core.trained], 0.02);
    assertDrawn(await pixels(shown, n + 1), core.values, half + 0.01);
    held.push(core.held_out);
  }
  assert.equal(Math.max(...held), held[2]);
  await shown.getByText('Best: random, scale 3').waitFor();
});

test('pictures: training pauses, goes on and stops; other settings are other networks', async () => {
  const { shown } = await withFigures(
    '<posenc-pictures scales="3" steps="5000"></posenc-pictures>',
  );
  await button(shown, 'Pause').click();
  await shown.getByText(/^paused at step \d+ of 5000$/).waitFor();
  await button(shown, 'Resume').click();
  await expect(shown.locator('progress')).not.toHaveAttribute('value', '0', { timeout: 30_000 });
  await button(shown, 'Stop').click();
  await button(shown, 'Train again').waitFor();
  await shown.getByText('PSNR of held-out pixels (dB)').waitFor();
  await shown.getByRole('radio', { name: 'Ripples' }).check({ force: true });
  await button(shown, 'Train').waitFor();
  assert.equal(await pixels(shown, 1), null, 'not unasked again');
  const { values } = ofTheCore('picture', { picture: 'ripples' });
  await expect(async () => assertDrawn(await pixels(shown, 0), values, half)).toPass();
});

test('pictures: a scale of nothing is refused, and too many of them', async () => {
  const { shown } = await withFigures('<posenc-pictures></posenc-pictures>');
  const scales = async (/** @type {string} */ list) => {
    await shown.getByLabel('random scales').fill(list);
    await shown.getByLabel('random scales').press('Enter');
  };
  await scales('0, 3');
  await shown
    .locator('#problem')
    .filter({ hasText: 'scale must be a number above 0 and up to 1000 but got 0' })
    .waitFor();
  await scales('1, 2, 3, 4');
  await shown
    .locator('#problem')
    .filter({ hasText: 'This figure shows 1 to 3 scales but got 4.' })
    .waitFor();
  await scales('2');
  await shown.getByText('random, scale 2').waitFor();
});

/** An image twice as wide as it is high, its left half red, its right half blue. */
function redAndBlue() {
  const png = new PNG({ width: 256, height: 128 });
  for (let n = 0; n < 256 * 128; n++) {
    const isLeft = n % 256 < 128;
    png.data.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, 255], 4 * n);
  }
  return PNG.sync.write(png);
}

test('pictures: an image of your own is learned, and what is none is refused', async () => {
  const { page, shown } = await withFigures(
    `<posenc-pictures scales="3" steps="${steps}"></posenc-pictures>`,
  );
  const file = shown.locator('input[type=file]');
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await shown.getByText('“a.txt” could not be read as an image.').waitFor();
  await file.setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer: redAndBlue() });
  await shown.getByText('flag.png: stays on this device, in no link').waitFor();
  await expect(shown.getByText('could not be read')).toHaveCount(0);
  // Its middle, as a square.
  const [left, right] = [
    [1, 0, 0],
    [0, 0, 1],
  ];
  const expected = Array.from({ length: 64 * 64 }, (_, n) => (n % 64 < 32 ? left : right)).flat();
  const drawn = await pixels(shown, 0);
  assertDrawn(drawn, /** @type {number[]} */ (expected), half);
  await button(shown, 'Train').click();
  await trained(shown);
  const { rows } = await takenData(page, shown);
  const core = ofTheCore('trained_picture', {
    ...{ side: 64, values: drawn, steps, input: 'raw' },
  });
  close([column(rows, 1).at(-1) ?? NaN], [core.held_out], 0.02);
  await button(shown, 'Remove').click();
  await button(shown, 'Train').waitFor();
  const { values } = ofTheCore('picture', { picture: 'whale' });
  await expect(async () => assertDrawn(await pixels(shown, 0), values, half)).toPass();
});

test('pictures: each can be read with the arrow keys', async () => {
  const { page, shown } = await withFigures('<posenc-pictures scales="3"></posenc-pictures>');
  const plot = shown.locator('posenc-pictures-plot');
  await plot.locator('.box').focus();
  const reading = plot.locator('.reading');
  await page.keyboard.press('ArrowRight');
  await expect(reading).toHaveText('the picture to learn');
  await page.keyboard.press('ArrowRight');
  await expect(reading).toHaveText(/^raw coordinates, \d+ numbers to learn/);
  await page.keyboard.press('End');
  await expect(reading).toHaveText(/^features of scale 3, \d+ numbers to learn/);
  await page.keyboard.press('Escape');
  await expect(reading).toHaveText('');
});
