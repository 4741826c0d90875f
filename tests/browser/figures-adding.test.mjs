// The figures of adding against what the posenc command computes.
import assert from 'node:assert/strict';
import {
  assertSame,
  close,
  column,
  legendStep,
  painted,
  points,
  set,
  takenData,
} from './reading.mjs';
import { figure, ofTheCore, open, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

const widths = [8, 16, 32, 64, 128, 256, 512, 1024];
const sum = (/** @type {object} */ how) =>
  ofTheCore('parts_of_sum', {
    ...{ base: 10000, position: 50, standard_deviation: 1, tokens: 200, seed: 1, widths },
    ...how,
  });

test('sum: norms and angles of the core, and the angle closes in on 90 degrees', async () => {
  const { page, shown } = await withFigures('<posenc-sum></posenc-sum>');
  const core = sum({});
  const { rows } = await takenData(page, shown);
  close(column(rows, 0), widths);
  close(column(rows, 1), core.token_norms);
  close(column(rows, 2), core.position_norms);
  close(column(rows, 3), core.angles);
  close(column(rows, 4), core.angle_spreads);
  const plots = shown.locator('posenc-line-plot');
  const norms = await points(plots.nth(0), true);
  close(column(norms, 1), [...core.position_norms, ...core.token_norms], 0.03);
  const angles = await points(plots.nth(1));
  close(column(angles, 1), core.angles, 0.02);
  const marks = await plots.nth(1).locator('svg text').allTextContents();
  for (const mark of ['0', '90', '180']) {
    assert.ok(
      marks.map((text) => text.trim()).includes(mark),
      'all angles that two vectors can make',
    );
  }
  const angle = `${core.angles[7].toFixed(1)}° ± ${core.angle_spreads[7].toFixed(1)}°`;
  await shown.getByText('Nearly at right angles').waitFor();
  await shown.getByText(`At d = 1024: ${angle}, the word 1.4 times as long`).waitFor();

  await shown.getByLabel('word scale').selectOption('sqrt_d');
  await shown.getByText('times √d').waitFor();
  const scaled = await takenData(page, shown);
  close(column(scaled.rows, 1), sum({ scaling: 'sqrt_d' }).token_norms);
  await set(shown, 'loudness of words', 0.0001);
  await shown.getByText(/, the position .* times as long as the word/).waitFor();
  await set(shown, 'loudness of words', 0);
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[addition\] loudness of words must be/ })
    .waitFor();
});

test('sum: the address restores it', async () => {
  const { page, shown } = await withFigures('<posenc-sum></posenc-sum>', {
    search: '?sum.position=7&sum.standard-deviation=0.02&sum.scaling=sqrt_d&sum.seed=4',
  });
  const { rows } = await takenData(page, shown);
  const core = sum({ position: 7, standard_deviation: 0.02, scaling: 'sqrt_d', seed: 4 });
  close(column(rows, 1), core.token_norms);
  close(column(rows, 3), core.angles);
});

/** A word, its position and their sum, and the cosines of the sum with both. */
function addition({ position = 5, standard_deviation = 1, d_model = 32, seed = 1 } = {}) {
  const [word = []] = ofTheCore('learned_table', {
    rows: 1,
    cols: d_model,
    seed,
    standard_deviation,
  });
  const [wave = []] = ofTheCore('table', { d_model, base: 10000, positions: [position] });
  const row = (/** @type {number} */ n) => (n === position ? word : word.map(() => 0));
  const [sum = []] = ofTheCore('hybrid', {
    ...{ d_model, base: 10000, positions: [position], table: upTo(position + 1).map(row) },
  });
  const matrix = ofTheCore('row_similarities', { table: [word, wave, sum] });
  return { word, wave, sum, cosines: matrix[2].slice(0, 2) };
}

/** @param {Locator} shown @param {ReturnType<typeof addition>} core */
async function assertStrips(shown, { word, wave, sum, cosines }) {
  const cells = await shown.locator('rect[data-strip]').evaluateAll((all) =>
    all.map((cell) => {
      const [red = 0, , blue = 0] =
        (cell.getAttribute('fill') ?? '').match(/\d+/g)?.map(Number) ?? [];
      const magnitude = Number(cell.getAttribute('fill-opacity'));
      return {
        strip: Number(cell.getAttribute('data-strip')),
        value: red > blue ? magnitude : -magnitude,
      };
    }),
  );
  // One scale for every loudness; stronger colors than its ends there are none.
  const limit = 2;
  const clipped = (/** @type {number[]} */ strip) =>
    strip.map((value) => Math.max(-limit, Math.min(limit, value)));
  for (const [n, strip] of [word, wave, sum].entries()) {
    const own = cells.filter((cell) => cell.strip === n).map(({ value }) => value * limit);
    close(own, clipped(strip), 0.012 * Math.max(1, limit));
  }
  const bars = await shown
    .locator('rect[data-cosine]')
    .evaluateAll((all) =>
      all.map(
        (bar) =>
          Number(bar.getAttribute('width')) /
          Number(bar.previousElementSibling?.getAttribute('width')),
      ),
    );
  close(
    bars,
    cosines.map((/** @type {number} */ cosine) => Math.max(0, cosine)),
    0.005,
  );
}

test(
  'adding: three strips add up, and a quiet word is drowned out',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await withFigures('<posenc-adding></posenc-adding>');
    await shown.getByText('Both parts can be heard').waitFor();
    const core = addition();
    await assertStrips(shown, core);
    const { rows } = await takenData(page, shown);
    close(column(rows, 1), core.word);
    close(column(rows, 2), core.wave);
    close(column(rows, 3), core.sum);
    await set(shown, 'loudness of words', 0.02);
    await shown.getByText('The word is drowned out').waitFor();
    await assertStrips(shown, addition({ standard_deviation: 0.02 }));
    await set(shown, 'loudness of words', 10);
    await shown.getByText('The position is drowned out').waitFor();
    await set(shown, 'position', 40);
    await shown.getByText('position 40').waitFor();
    await assertStrips(shown, addition({ standard_deviation: 10, position: 40 }));
    await set(shown, 'position', 2.5);
    await shown.getByText('position must be a whole number from 0 to 1000 but got 2.5').waitFor();
    await set(shown, 'loudness of words', 0);
    await shown
      .locator('#problem')
      .filter({ hasText: /loudness of words|position/ })
      .waitFor();
  },
);

test('adding: its lengths and its angle are those of the first word of the sum', async () => {
  const { shown } = await withFigures('<posenc-adding></posenc-adding>');
  const core = sum({ position: 5, tokens: 1, widths: [32] });
  const [word, position] = [core.token_norms[0], core.position_norms[0]].map((norm) =>
    Number(norm.toPrecision(2)),
  );
  await shown
    .getByText(`Lengths ${word} and ${position}, angle ${core.angles[0].toFixed(0)}°`)
    .waitFor();
});

test('adding: strips can be dragged, the word louder and quieter, the position on', async () => {
  const { page, shown } = await withFigures('<posenc-adding></posenc-adding>');
  const drag = async (/** @type {number} */ nth, /** @type {number} */ across) => {
    const box = await shown.locator('.grip').nth(nth).boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + across, y, { steps: 8 });
    await page.mouse.up();
  };
  await drag(1, 45);
  await shown.getByText('position 10', { exact: true }).waitFor();
  await drag(0, -2000);
  await shown.getByText('The word is drowned out').waitFor();
  await shown.getByText('standard deviation 0.01').waitFor();
  await assertStrips(shown, addition({ standard_deviation: 0.01, position: 10 }));
});

test('score terms: four squares and their sum are the cosines of words and positions', async () => {
  const { page, shown } = await withFigures(
    '<posenc-score-terms words="the dog the man"></posenc-score-terms>',
  );
  await shown.locator('figcaption').getByText('The sum has both patterns').waitFor();
  const table = ofTheCore('learned_table', { rows: 3, cols: 64, seed: 1, standard_deviation: 1 });
  const words = [0, 1, 0, 2].map((token) => table[token]);
  const waves = ofTheCore('table', { d_model: 64, base: 10000, positions: upTo(4) });
  const sums = ofTheCore('hybrid', { d_model: 64, base: 10000, table: words, positions: upTo(4) });
  const matrix = ofTheCore('row_similarities', { table: [...words, ...waves, ...sums] });
  const block = (/** @type {number} */ of, /** @type {number} */ and) =>
    upTo(4).map((m) => upTo(4).map((n) => matrix[4 * of + m][4 * and + n]));
  const blocks = [block(0, 0), block(0, 1), block(1, 0), block(1, 1), block(2, 2)];
  for (const [nth, cells] of blocks.entries()) {
    assertSame(await painted(shown, { rows: 4, cols: 4, nth }), cells, legendStep(2));
  }
  const { rows } = await takenData(page, shown);
  for (const [nth, cells] of blocks.entries()) close(column(rows, 4 + nth), cells.flat());
  await set(shown, 'loudness of words', 0.02);
  await shown.locator('figcaption').getByText('Positions drown out words').waitFor();
  await set(shown, 'loudness of words', 10);
  await shown.locator('figcaption').getByText('Words drown out positions').waitFor();
});

test('adding: how loud words are is one value for all figures of the page', async () => {
  const { page } = await open({ at: 'adding.html' });
  const first = await figure(page, '#adding');
  await set(first, 'loudness of words', 0.05);
  for (const name of ['#sum', '#score-terms']) {
    const other = await figure(page, name);
    const box = other.locator('posenc-number[label="loudness of words"] input[type=text]');
    assert.equal(await box.inputValue(), '0.05');
    await other.getByText('standard deviation 0.05').waitFor();
  }
  await page.getByRole('link', { name: 'Multiply by √d' }).click();
  await (await figure(page, '#sum')).getByText('times √d').waitFor();
});
