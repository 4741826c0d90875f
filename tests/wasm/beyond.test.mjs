// Grids, videos, timesteps and coordinates through the npm package, by tests/reference/beyond.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadBeyond, PosencError } from '../../build/package/node.js';
import { functions } from '../../build/wasm/posenc-functions.mjs';

/** @typedef {import('../../build/package/node.js').Matrix} Matrix */

/** @type {import('../../build/package/node.js').BeyondApi} */
let beyond;

before(async () => {
  beyond = await loadBeyond();
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
    ? beyond.mropeFrequencies(floats(p.sections), p.sections_layout ?? 'chunked', p.base)
    : p.angle === undefined
      ? beyond.axialFrequencies(p.head_dim, p.base)
      : beyond.mixedFrequencies(p.head_dim, p.base, p.angle);

/** @type {Record<string, (p: any) => unknown>} */
const kinds = {
  grid_table: (p) => rowsOf(beyond.gridTable(p.d_model, p.base, p.rows, p.columns, p.convention)),
  resize_grid_table: (p) =>
    rowsOf(
      beyond.resizeGridTable(
        ...[matrix(p.table), p.from_rows, p.from_columns, p.to_rows, p.to_columns],
        p.interpolation,
      ),
    ),
  axis_frequencies: (p) => rowsOf(frequencies(p)),
  axis_angles: (p) => rowsOf(beyond.axisAngles(frequencies(p), matrix(p.positions))),
  rotate_axes: (p) =>
    rowsOf(
      beyond.rotateAxes(
        ...[frequencies(p), p.layout ?? 'interleaved', floats(p.x), matrix(p.positions)],
      ),
    ),
  axis_scores: (p) =>
    rowsOf(
      beyond.axisScores(
        ...[frequencies(p), p.layout ?? 'interleaved', floats(p.q), floats(p.k)],
        ...[matrix(p.query_positions), matrix(p.key_positions)],
      ),
    ),
  grid_kernel: (p) => {
    const { values, axes, diagonals, byDirection, interplay } = beyond.gridKernel(
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
      beyond.mropePositions(
        p.segments.map((/** @type {object} */ one) => ({ frames: 1, rows: 1, ...one })),
      ),
    ),
  timestep_embedding: (p) =>
    rowsOf(beyond.timestepEmbedding(p.dimension, p.max_period, p.convention, floats(p.timesteps))),
  fourier_features: (p) => rowsOf(beyond.fourierFeatures(matrix(p.points), matrix(p.frequencies))),
  nerf_waves: (p) => rowsOf(beyond.nerfWaves(matrix(p.points), p.levels)),
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

test('the worker knows what this build has', () => {
  assert.deepEqual([...functions.beyond].sort(), Object.keys(beyond).sort());
});

test('beyond.json, whole, at its tolerances', () => {
  const { cases } = JSON.parse(readFileSync('tests/reference/beyond.json', 'utf8'));
  assert.ok(cases.length > 0);
  for (const { name, kind, params, expected, compare, tol_double } of cases) {
    const compute = kinds[kind];
    assert.ok(compute, `no function for ${kind}`);
    const toleranceOf = (/** @type {number} */ number) =>
      tol_double * (compare === 'relative' ? Math.abs(number) : 1);
    assertClose(compute(params), expected, toleranceOf, name);
  }
});

test('a drawn matrix is the one of its seed, as many numbers as asked for', () => {
  const drawn = beyond.randomFrequencies(8, 2, 3, 1);
  assert.deepEqual([drawn.rows, drawn.cols], [8, 2]);
  assert.deepEqual(beyond.randomFrequencies(8, 2, 3, 1), drawn);
  assert.notDeepEqual(beyond.randomFrequencies(8, 2, 3, 2), drawn);
});

/** @type {[string, () => unknown, string][]} */
const refused = [
  [
    'a width that halves cannot share',
    () => beyond.gridTable(6, 10000, 2, 2, 'mae'),
    '[grid] dModel must be a positive number divisible by 4 but got 6',
  ],
  [
    'an unknown convention',
    () => beyond.timestepEmbedding(8, 10000, /** @type {any} */ ('dit'), floats([1])),
    '[timestep] convention must be "ddpm" or "adm" but got "dit"',
  ],
  [
    'a position with a coordinate too many',
    () => beyond.axisAngles(beyond.axialFrequencies(8, 100), matrix([[1, 2, 3]])),
    '[axes] each of positions must have 2 coordinates but has 3',
  ],
  [
    'a segment without a size',
    () => beyond.mropePositions([/** @type {any} */ ({ kind: 'text', frames: 1, rows: 1 })]),
    '[axes] each size of segments must be a whole number from 1 to 65536 but got nan',
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
