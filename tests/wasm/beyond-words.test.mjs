// Grids, videos, timesteps and coordinates through the npm package. (By their reference file: reference.test.mjs.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadBeyondWords, PosencError } from '../../build/package/node.js';

/** @typedef {import('../../build/package/node.js').Matrix} Matrix */

const beyondWords = await loadBeyondWords();

/** @param {number[][]} rows @returns {Matrix} */
const matrix = (rows) => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
});

const floats = (/** @type {number[]} */ numbers) => Float64Array.from(numbers);

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
    '[mropePositions] segments[0].columns must be a number but is missing',
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
