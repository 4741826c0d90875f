// Grids, videos, timesteps and coordinates through the npm package, by tests/reference/beyond_words.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadBeyondWords, PosencError } from '../../build/package/node.js';

/** @typedef {import('../../build/package/node.js').Matrix} Matrix */

/** @type {import('../../build/package/node.js').BeyondWordsApi} */
let beyondWords;

before(async () => {
  beyondWords = await loadBeyondWords();
});

/** @param {number[][]} rows @returns {Matrix} */
const matrix = (rows) => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
});

/** @param {Matrix} matrix */
const rowsOf = ({ rows, cols, values }) =>
  Array.from({ length: rows }, (_, n) => [...values.subarray(n * cols, (n + 1) * cols)]);

const floats = (/** @type {number[]} */ numbers) => Float64Array.from(numbers);

/** The frequencies that the parameters of a case ask for. @param {any} p */
const frequencies = (p) =>
  p.sections
    ? beyondWords.mropeFrequencies(floats(p.sections), p.sections_layout ?? 'chunked', p.base)
    : p.angle === undefined
      ? beyondWords.axialFrequencies(p.head_dim, p.base)
      : beyondWords.mixedFrequencies(p.head_dim, p.base, p.angle);

/** @type {Record<string, (p: any) => unknown>} */
const kinds = {
  grid_table: (p) =>
    rowsOf(beyondWords.gridTable(p.d_model, p.base, p.rows, p.columns, p.convention)),
  resize_grid_table: (p) =>
    rowsOf(
      beyondWords.resizeGridTable(
        ...[matrix(p.table), p.from_rows, p.from_columns, p.to_rows, p.to_columns],
        p.interpolation,
      ),
    ),
  axis_frequencies: (p) => rowsOf(frequencies(p)),
  axis_angles: (p) => rowsOf(beyondWords.axisAngles(frequencies(p), matrix(p.positions))),
  rotate_axes: (p) =>
    rowsOf(
      beyondWords.rotateAxes(
        ...[frequencies(p), p.layout ?? 'interleaved', floats(p.x), matrix(p.positions)],
      ),
    ),
  axis_scores: (p) =>
    rowsOf(
      beyondWords.axisScores(
        ...[frequencies(p), p.layout ?? 'interleaved', floats(p.q), floats(p.k)],
        ...[matrix(p.query_positions), matrix(p.key_positions)],
      ),
    ),
  grid_kernel: (p) => {
    const { values, axes, diagonals, byDirection, interplay } = beyondWords.gridKernel(
      frequencies(p),
      p.reach,
    );
    return {
      ...{ values: rowsOf(values), axes: [...axes], diagonals: [...diagonals] },
      ...{ by_direction: byDirection, interplay },
    };
  },
  mrope_positions: (p) =>
    rowsOf(
      beyondWords.mropePositions(
        p.segments.map((/** @type {object} */ one) => ({ frames: 1, rows: 1, ...one })),
      ),
    ),
  timestep_embedding: (p) =>
    rowsOf(
      beyondWords.timestepEmbedding(p.dimension, p.max_period, p.convention, floats(p.timesteps)),
    ),
  fourier_features: (p) =>
    rowsOf(beyondWords.fourierFeatures(matrix(p.points), matrix(p.frequencies))),
  nerf_waves: (p) => rowsOf(beyondWords.nerfWaves(matrix(p.points), p.levels)),
};

/** @param {unknown} got @param {any} expected @param {(number: number) => number} toleranceOf @param {string} at */
function assertClose(got, expected, toleranceOf, at) {
  if (typeof expected !== 'number') {
    const inner = /** @type {Record<string, unknown>} */ (got);
    assert.deepEqual(Object.keys(inner), Object.keys(expected), at);
    for (const key of Object.keys(expected)) {
      assertClose(inner[key], expected[key], toleranceOf, `${at}/${key}`);
    }
  } else {
    const difference = Math.abs(Number(got) - expected);
    assert.ok(difference <= toleranceOf(expected), `${at}: ${String(got)} is not ${expected}`);
  }
}

test('beyond_words.json, whole, at its tolerances', () => {
  const { cases } = JSON.parse(readFileSync('tests/reference/beyond_words.json', 'utf8'));
  assert.ok(cases.length > 0);
  for (const { name, kind, params, expected, compare, tol_double } of cases) {
    const compute = kinds[kind];
    assert.ok(compute, `no function for ${kind}`);
    const toleranceOf = (/** @type {number} */ number) =>
      tol_double * (compare === 'relative' ? Math.abs(number) : 1);
    assertClose(compute(params), expected, toleranceOf, name);
  }
});

test('a timestep is like itself in its own convention, and at 0 not at all like 0 in the other', () => {
  const [t, s] = [7, floats([0, 7])];
  const own = beyondWords.timestepSimilarities(64, 10000, 'ddpm', 'ddpm', t, s).values;
  assert.ok(Math.abs((own[1] ?? 0) - 1) < 1e-14);
  assert.equal(beyondWords.timestepSimilarities(64, 10000, 'adm', 'ddpm', 0, s).values[0], 0);
});

test('a drawn matrix is the one of its seed, as many numbers as asked for', () => {
  const drawn = beyondWords.randomFrequencies(8, 2, 3, 1);
  assert.deepEqual([drawn.rows, drawn.cols], [8, 2]);
  assert.deepEqual(beyondWords.randomFrequencies(8, 2, 3, 1), drawn);
  assert.notDeepEqual(beyondWords.randomFrequencies(8, 2, 3, 2), drawn);
});

/** @param {'raw' | 'random'} input @param {Partial<import('../../build/package/node.js').CoordinateOptions>} [given] */
function trainedOnRipples(input, given) {
  const { side, values } = beyondWords.picture('ripples');
  const options = { ...beyondWords.pictureDefaults(input), ...given };
  const { id } = beyondWords.createPictureTrainer(side, values, options);
  try {
    return beyondWords.trainPicture(id, 300);
  } finally {
    assert.equal(beyondWords.disposePictureTrainer(id).open, 0);
  }
}

test('waves of the right scale draw a picture that others blur, or fill with noise', () => {
  const raw = trainedOnRipples('raw');
  const right = trainedOnRipples('random', { scale: 3 });
  const slow = trainedOnRipples('random', { scale: 0.5 });
  const fast = trainedOnRipples('random', { scale: 15 });
  assert.ok(right.heldOut > raw.heldOut + 6, `${right.heldOut}, raw ${raw.heldOut}`);
  assert.ok(right.heldOut > slow.heldOut + 2, `${right.heldOut}, too slow ${slow.heldOut}`);
  assert.ok(right.heldOut > fast.heldOut + 2, `${right.heldOut}, too fast ${fast.heldOut}`);
  assert.ok(fast.trained > right.heldOut, 'the pixels that it has seen are learned');
  assert.equal(right.step, 300);
  assert.equal(right.losses.length, 300);
  assert.equal(right.divergedAt, null);
  assert.ok(right.values.every((value) => value >= 0 && value <= 1));
});

test('how many numbers a network learns is known before it is trained', () => {
  const { hidden, ...rest } = beyondWords.pictureDefaults('raw');
  assert.deepEqual(beyondWords.pictureNetwork({ ...rest, hidden: 4, layers: 1 }), {
    parameters: (2 + 1) * 4 + (4 + 1) * 3,
  });
  assert.ok(hidden > 4);
});

test('all heads of mixed RoPE: as many pairs as they have, the same for a seed', () => {
  const heads = beyondWords.mixedHeadFrequencies(16, 10, 3, 5);
  assert.deepEqual([heads.rows, heads.cols], [24, 2]);
  const first = beyondWords.mixedHeadFrequencies(16, 10, 1, 5);
  assert.deepEqual(first.values, heads.values.subarray(0, 16));
  const [x = NaN, y = NaN] = first.values;
  // Turned: the fastest frequency stays 1.
  assert.ok(Math.abs(Math.hypot(x, y) - 1) < 1e-15);
});

test('a resized table comes with what it has lost', () => {
  const table = beyondWords.gridTable(16, 10000, 3, 3, 'mae');
  const {
    table: resized,
    norms,
    amplitudes,
  } = beyondWords.resizedGrid(table, 3, 3, 5, 5, 'bilinear');
  assert.deepEqual(resized, beyondWords.resizeGridTable(table, 3, 3, 5, 5, 'bilinear'));
  assert.deepEqual([norms.length, amplitudes.length], [25, 16]);
  assert.ok(norms.every((norm) => norm > 0.5 && norm < 1 + 1e-12));
});

/** @type {[string, () => unknown, string][]} */
const refused = [
  [
    'a width that halves cannot share',
    () => beyondWords.gridTable(6, 10000, 2, 2, 'mae'),
    '[grid] dModel must be a positive number divisible by 4 but got 6',
  ],
  [
    'an unknown convention',
    () => beyondWords.timestepEmbedding(8, 10000, /** @type {any} */ ('dit'), floats([1])),
    '[timestep] convention must be "ddpm" or "adm" but got "dit"',
  ],
  [
    'a position with a coordinate too many',
    () => beyondWords.axisAngles(beyondWords.axialFrequencies(8, 100), matrix([[1, 2, 3]])),
    '[axes] each of positions must have 2 coordinates but has 3',
  ],
  [
    'a segment without a size',
    () => beyondWords.mropePositions([/** @type {any} */ ({ kind: 'text', frames: 1, rows: 1 })]),
    '[axes] each size of segments must be a whole number from 1 to 65536 but got nan',
  ],
  [
    'a scale of nothing',
    () => beyondWords.pictureNetwork({ ...beyondWords.pictureDefaults('random'), scale: 0 }),
    '[picture] scale must be a number above 0 and up to 1000 but got 0',
  ],
  [
    'a picture of too few numbers',
    () => beyondWords.createPictureTrainer(8, floats([1, 1]), beyondWords.pictureDefaults('raw')),
    '[picture] values must be 3 for each of the 64 pixels but there are 2',
  ],
  [
    'a network that is gone',
    () => beyondWords.trainPicture(7, 1),
    '[picture] there is no trainer 7',
  ],
];
for (const [what, call, message] of refused) {
  test(`${what} is refused in one sentence`, () => {
    assert.throws(
      call,
      (error) => error instanceof PosencError && error.message === message,
      message,
    );
  });
}
