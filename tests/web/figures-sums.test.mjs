// The figures of words and positions, added or learned: what they draw, say and give away, against what the posenc command
// computes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, column, ofTheCore, upTo } from '../of-the-core.mjs';
import { attribute, core, find, number, pointsOf, show, textOf } from './figures.mjs';

/** @typedef {import('./figures.mjs').Shown} Shown */

const base = 10000;
/** Of one of the 255 opacities of a color. */
const step = 1 / 250;
const widths = [8, 16, 32, 64, 128, 256, 512, 1024];

/** @param {object} [how] */
const partsOf = (how) =>
  ofTheCore('parts_of_sum', {
    ...{ base, position: 50, standard_deviation: 1, tokens: 200, seed: 1, widths },
    ...how,
  });

/** The cells of a matrix stand for its numbers, by a scale that ends at a limit. @param {Shown} shown @param {number} nth @param {number[][]} matrix @param {number} limit */
function assertPainted(shown, nth, matrix, limit) {
  const cells = shown.picture('matrix-plot', nth).cells({ lowest: -limit, highest: limit });
  assert.equal(cells.length, matrix.length);
  const clipped = (/** @type {number} */ value) => Math.max(-limit, Math.min(limit, value));
  for (const [n, row] of cells.entries()) {
    close(
      row.map((value) => value / limit),
      (matrix[n] ?? []).map((value) => clipped(value) / limit),
      step,
    );
  }
}

test('sum: norms and angles of the core, and the angle closes in on 90 degrees', async () => {
  const shown = await show('sum');
  const parts = partsOf();
  const { rows } = shown.table;
  for (const [n, name] of ['token_norms', 'position_norms', 'angles', 'angle_spreads'].entries()) {
    close(column(rows, n + 1), parts[name]);
  }
  close(column(rows, 0), widths);
  const norms = shown.picture('line-plot').points({ log: true });
  close(column(norms, 1), [...parts.position_norms, ...parts.token_norms], 0.03);
  const angles = shown.picture('line-plot', 1);
  close(column(angles.points(), 1), parts.angles, 0.02);
  const marks = find(angles.wide, 'text').map(textOf);
  // All angles that two vectors can make.
  for (const mark of ['0', '90', '180']) assert.ok(marks.includes(mark), mark);
  assert.equal(shown.title, 'Nearly at right angles');
  const angle = `${parts.angles[7].toFixed(1)}° ± ${parts.angle_spreads[7].toFixed(1)}°`;
  assert.ok(
    shown.setting.startsWith(`At d = 1024: ${angle}, the word 1.4 times as long as the position.`),
    shown.setting,
  );
  await shown.set({ scaling: 'sqrt_d' });
  assert.match(shown.setting, /times √d/);
  close(column(shown.table.rows, 1), partsOf({ scaling: 'sqrt_d' }).token_norms);
  await shown.set({ standardDeviation: 0.0001 });
  assert.match(shown.setting, /, the position .* times as long as the word/);
});

/** A word, its position and their sum, and the cosines of the sum with both. */
function addition({ position = 5, standard_deviation = 1, d_model = 32, seed = 1 } = {}) {
  const [word = []] = ofTheCore('learned_table', {
    ...{ rows: 1, cols: d_model, seed, standard_deviation },
  });
  const [wave = []] = ofTheCore('table', { d_model, base, positions: [position] });
  const row = (/** @type {number} */ n) => (n === position ? word : word.map(() => 0));
  const [sum = []] = ofTheCore('hybrid', {
    ...{ d_model, base, positions: [position], table: upTo(position + 1).map(row) },
  });
  const matrix = ofTheCore('row_similarities', { table: [word, wave, sum] });
  return { word, wave, sum, cosines: matrix[2].slice(0, 2) };
}

/** @param {Shown} shown @param {ReturnType<typeof addition>} expected */
function assertStrips(shown, { word, wave, sum, cosines }) {
  const { wide } = shown.picture('strips-plot');
  // One scale for every loudness; stronger colors than its ends there are none.
  const limit = 2;
  for (const [n, strip] of [word, wave, sum].entries()) {
    const values = find(wide, `rect[data-strip=${n}]`).map((cell) => {
      const [red = 0, , blue = 0] =
        (attribute(cell, 'fill') ?? '').match(/\d+/g)?.map(Number) ?? [];
      return (red > blue ? limit : -limit) * number(cell, 'fill-opacity');
    });
    close(
      values,
      strip.map((/** @type {number} */ value) => Math.max(-limit, Math.min(limit, value))),
      0.024,
    );
  }
  const all = [...find(wide, 'rect')];
  const bars = find(wide, 'rect[data-cosine]').map(
    (bar) => number(bar, 'width') / number(all[all.indexOf(bar) - 1], 'width'),
  );
  close(
    bars,
    cosines.map((/** @type {number} */ cosine) => Math.max(0, cosine)),
    0.005,
  );
}

test('adding: three strips add up, and a quiet word is drowned out', async () => {
  const shown = await show('adding');
  assert.equal(shown.title, 'Both parts can be heard');
  const { word, wave, sum, cosines } = addition();
  assertStrips(shown, { word, wave, sum, cosines });
  const { rows } = shown.table;
  close(column(rows, 1), word);
  close(column(rows, 2), wave);
  close(column(rows, 3), sum);
  // Lengths and angle are those of the first word of the figure below it.
  const parts = partsOf({ position: 5, tokens: 1, widths: [32] });
  const [ofWord, ofPosition] = [parts.token_norms[0], parts.position_norms[0]].map((norm) =>
    Number(norm.toPrecision(2)),
  );
  assert.ok(
    shown.setting.includes(
      `Lengths ${ofWord} and ${ofPosition}, angle ${parts.angles[0].toFixed(0)}°.`,
    ),
    shown.setting,
  );
  await shown.set({ standardDeviation: 0.02 });
  assert.equal(shown.title, 'The word is drowned out');
  assertStrips(shown, addition({ standard_deviation: 0.02 }));
  await shown.set({ standardDeviation: 10 });
  assert.equal(shown.title, 'The position is drowned out');
  await shown.set({ position: 40 });
  const names = find(shown.picture('strips-plot').wide, 'text').map(textOf);
  assert.ok(names.some((name) => name.includes('position 40')));
  assertStrips(shown, addition({ standard_deviation: 10, position: 40 }));
});

test('score terms: four squares and their sum are the cosines of words and positions', async () => {
  const shown = await show('score-terms', { words: 'the dog the man' });
  assert.equal(shown.title, 'The sum has both patterns');
  const table = ofTheCore('learned_table', { rows: 3, cols: 64, seed: 1, standard_deviation: 1 });
  const words = [0, 1, 0, 2].map((token) => table[token]);
  const waves = ofTheCore('table', { d_model: 64, base, positions: upTo(4) });
  const sums = ofTheCore('hybrid', { d_model: 64, base, table: words, positions: upTo(4) });
  const matrix = ofTheCore('row_similarities', { table: [...words, ...waves, ...sums] });
  const block = (/** @type {number} */ of, /** @type {number} */ and) =>
    upTo(4).map((m) => upTo(4).map((n) => matrix[4 * of + m][4 * and + n]));
  const blocks = [block(0, 0), block(0, 1), block(1, 0), block(1, 1), block(2, 2)];
  for (const [nth, cells] of blocks.entries()) {
    assertPainted(shown, nth, cells, 1);
    close(column(shown.table.rows, 4 + nth), cells.flat());
  }
  assert.equal((await shown.set({ standardDeviation: 0.02 })).title, 'Positions drown out words');
  assert.equal((await shown.set({ standardDeviation: 10 })).title, 'Words drown out positions');
});

const largest = (/** @type {number[][]} */ matrix) => Math.max(...matrix.flat().map(Math.abs));

test('learned: both tables, each with colors of its own', async () => {
  const shown = await show('learned');
  const waves = ofTheCore('table', { d_model: 64, base, positions: upTo(50) });
  const table = (/** @type {number} */ standard_deviation) =>
    ofTheCore('learned_table', { rows: 50, cols: 64, seed: 1, standard_deviation });
  assertPainted(shown, 0, waves, 1);
  assertPainted(shown, 1, table(0.02), 0.06);
  assert.equal(shown.title, 'Waves beside noise');
  assert.match(shown.setting, new RegExp(`noise up to ${largest(table(0.02)).toPrecision(2)}\\.`));
  assert.match(shown.setting, /from −0\.06 to 0\.06 \(3 std\)/);
  await shown.set({ standardDeviation: 0.5 });
  assert.match(shown.setting, /from −1\.5 to 1\.5/);
  for (const [n, row] of shown.table.rows.entries()) close(row, [n, ...waves[n], ...table(0.5)[n]]);
});

test('look-up: past its last row the table’s own error stands in its place, and the waves go on', async () => {
  const shown = await show('look-up');
  const row = (/** @type {number} */ position) =>
    ofTheCore('table', { d_model: 64, base, positions: [position] })[0];
  const learned = ofTheCore('learned_table', {
    ...{ rows: 512, cols: 64, seed: 1, standard_deviation: 0.02 },
  });
  close(column(shown.table.rows, 1), row(100));
  close(column(shown.table.rows, 2), learned[100]);
  assertPainted(shown, 0, [row(100)], 1);
  assert.equal(shown.title, 'Both know position 100');
  assert.match(shown.setting, /both have a vector for position 100/);
  await shown.set({ position: 512 });
  assert.match(shown.setting, /a table of 512 rows does not/);
  assert.match(
    shown.text('.refusal'),
    /says: each of positions must be a whole number from 0 to 511/,
  );
  assert.equal(shown.error, '', 'the figure has not failed');
  close(column(shown.table.rows, 1), row(512));
  assertPainted(shown, 0, [row(512)], 1);
  const end = () => shown.figure.parameters.position.sliderTo(shown.values);
  assert.equal(end(), 1024);
  await shown.set({ position: 511 });
  assert.match(shown.setting, /both have a vector for position 511/);
  await shown.set({ rows: 64 });
  assert.match(shown.setting, /a table of 64 rows does not/);
  assert.equal(end(), 128);
});

test('learned-trained: before training its table is noise, alike nowhere', async () => {
  const shown = await show('learned-trained', { 'show-table': '' });
  assert.equal(shown.title, 'Before training: noise');
  const { head, rows } = shown.table;
  assert.ok(!head.some((name) => name.includes('step')));
  const { id } = core.createTrainer({
    ...core.trainingDefaults('previous', 'learned'),
    ...{ seed: 1, steps: 300, longest: 16, tableRows: 16, tableStd: 0.02 },
  });
  const { values } = core.positionTable(id).table;
  core.disposeTrainer(id);
  const table = upTo(16).map((n) => [...values.subarray(32 * n, 32 * n + 32)]);
  const similar = ofTheCore('row_similarities', { table });
  for (const [n, row] of rows.entries()) close(row.slice(1), [...similar[n], ...(table[n] ?? [])]);
  assertPainted(shown, 0, similar, 1);
});

test('equal words: level lines, and bent ones after another first token, on the same axes', async () => {
  const shown = await show('first-token');
  for (const [layers, positions, seed] of /** @type {const} */ ([
    [3, 10, 1],
    [1, 10, 1],
    [2, 24, 5],
  ])) {
    await shown.set({ layers, positions, seed });
    assert.equal(shown.title, 'Equal words, equal outputs');
    assert.ok(
      shown.setting.endsWith(
        `Outputs of ${layers} layer${layers > 1 ? 's' : ''} of causal attention without an encoding, at ${positions} positions: a line for each of 8 components; random weights, seed ${seed}`,
      ),
    );
    const effect = ofTheCore('first_token_effect', { layers, positions, seed });
    assert.ok(
      shown.setting.includes(
        `they differ by up to ${Number(effect.after_first_spread.toPrecision(3))}.`,
      ),
    );
    for (const component of upTo(8)) {
      close(column(shown.table.rows, 1 + component), column(effect.repeated, component), 1e-9);
      close(column(shown.table.rows, 9 + component), column(effect.after_first, component), 1e-9);
    }
    const spans = [0, 1].map((nth) =>
      find(shown.picture('line-plot', nth).wide, 'path.line').map((path) => {
        const heights = column(pointsOf(path), 1);
        return Math.max(...heights) - Math.min(...heights);
      }),
    );
    const [level = [], bent = []] = spans;
    assert.deepEqual([level.length, bent.length], [8, 8]);
    assert.ok(Math.max(...level) < 0.2, `${level} px`);
    // The thick one, drawn last, varies most.
    assert.equal(Math.max(...bent), bent.at(-1));
    const limit = largest([...effect.repeated, ...effect.after_first]);
    for (const [nth, first] of ['the', '<bos>'].entries()) {
      const plot = shown.picture('line-plot', nth);
      const words = find(plot.wide, 'text[text-anchor=middle]').map(textOf);
      assert.deepEqual(words.slice(0, 2), [first, 'the']);
      // The last points of both are the same component on the same axis.
      const matrix = nth === 0 ? effect.repeated : effect.after_first;
      const last = plot.points().at(-1)?.[1] ?? NaN;
      close([last], [matrix[positions - 1][effect.varying]], 0.02 * limit);
    }
  }
});
