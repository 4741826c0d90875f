// What the page computes that no reference file has: the functions give what the command does, or what is known
// without either.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from '../../build/package/node.js';
import { ofTheCore } from '../of-the-core.mjs';
import { asPrinted, kinds } from './kinds.mjs';

const core = await loadCore();

const of = Float64Array.of.bind(Float64Array);

/**
 * The command takes sines, powers and the like from the C library of this machine, the page from a smaller one: their
 * last bits differ. All else is the same.
 * @param {any} got @param {any} expected @param {string} what @param {number} [within] of 1, or of a larger number
 */
function isNear(got, expected, what, within = 1e-12) {
  if (typeof expected === 'number') {
    const apart = Math.abs(got - expected);
    assert.ok(apart <= within * Math.max(1, Math.abs(expected)), `${what}: ${got}, ${expected}`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert.deepEqual(Object.keys(got), Object.keys(expected), what);
    for (const [name, one] of Object.entries(expected)) {
      isNear(got[name], one, `${what}.${name}`, within);
    }
  } else assert.equal(got, expected, what);
}

const layer = { dModel: 16, seed: 3 };
const tokens = of(3, 1, 4, 1, 5);
const order = of(4, 2, 0, 1, 3);

test('attention without positions and mask follows the order, and with either it does not', () => {
  const plain = core.permutedAttention({ ...layer, encoding: 'none', mask: 'none' }, tokens, order);
  assert.deepEqual([plain.weights.rows, plain.weights.cols], [5, 5]);
  assert.deepEqual([plain.reorderedOutputs.rows, plain.reorderedOutputs.cols], [5, 16]);
  assert.ok(plain.weightDifference < 1e-5 && plain.pooledDifference < 1e-5);
  assert.deepEqual([plain.equivariant, plain.invariant], [true, true]);
  const masked = core.permutedAttention(
    { ...layer, encoding: 'none', mask: 'causal' },
    tokens,
    order,
  );
  assert.equal(masked.weights.values[0], 1);
  assert.equal(masked.weights.values[1], 0);
  assert.deepEqual([masked.equivariant, masked.invariant], [false, false]);
  const placed = core.permutedAttention(
    { ...layer, encoding: 'sinusoidal', mask: 'none' },
    tokens,
    order,
  );
  assert.deepEqual([placed.equivariant, placed.invariant], [false, false]);
});

test('equal tokens stay equal alone, and differ after another first token', () => {
  const effect = core.firstTokenEffect(3, 10, 1);
  assert.deepEqual([effect.repeated.rows, effect.repeated.cols], [10, 8]);
  assert.equal(effect.repeatedEqual, true);
  assert.ok(effect.repeatedSpread < 1e-14 && effect.afterFirstSpread > 1);
});

test('what is kept for the next call changes no answer', async () => {
  const sum = { base: 10000, position: 5, standardDeviation: 0.5, tokens: 30, seed: 2 };
  const changes = [
    ...[{}, { standardDeviation: 2 }, { seed: 3 }, { position: 6 }, { tokens: 31 }],
    ...[{ scaling: /** @type {const} */ ('sqrt_d') }, {}],
  ];
  for (const widths of [of(8, 16), of(8), of(64)]) {
    for (const change of changes) {
      const options = { ...sum, scaling: /** @type {const} */ ('none'), ...change };
      // (A module of its own has no call before.)
      const fresh = await loadCore();
      assert.deepEqual(core.partsOfSum(options, widths), fresh.partsOfSum(options, widths));
    }
  }
});

test('the parts of a sum: norms and angles for each width', () => {
  const parts = core.partsOfSum(
    {
      ...{ base: 10000, position: 5, standardDeviation: 0.5, tokens: 400, seed: 2 },
      scaling: 'sqrt_d',
    },
    of(8, 128),
  );
  assert.ok(Math.abs((parts.positionNorms[1] ?? 0) - 8) < 1e-12);
  assert.ok(Math.abs((parts.tokenNorms[1] ?? 0) - 64) < 1);
  assert.ok(Math.abs((parts.angles[1] ?? 0) - 90) < 2);
  assert.ok((parts.angleSpreads[1] ?? 0) < (parts.angleSpreads[0] ?? 0) / 3);
});

test('exponential decay, and scores under given frequencies', () => {
  assert.deepEqual(
    [...core.exponentialDecay(of(0, 1, -1)).values],
    [1, Math.exp(-1), Math.exp(-1)],
  );
  const { values } = core.rotaryScoresWith(
    of(1, 0.5),
    2,
    'half_split',
    of(1, 0, 0, 0),
    of(1, 0, 0, 0),
    of(5, 2, 1, 1),
  );
  assert.ok(Math.abs((values[0] ?? 0) - 4 * Math.cos(3)) < 1e-14);
  assert.ok(Math.abs((values[1] ?? 0) - 4) < 1e-14);
});

const head = { head_dim: 4, base: 10000 };
const pairs = {
  ...{ q: [0.8, 0.3, -0.5, 0.2], k: [-0.2, 0.7, -0.3, 0.5] },
  positions_mn: [
    [5, 3],
    [2, 0],
    [7, 1],
  ],
};
const layerOfCommand = { d_model: 16, seed: 3, encoding: 'sinusoidal', mask: 'none' };
const three = { d_model: 6, base: 1000 };
const packed = { lengths: [4, 3, 5], seed: 1 };
const sum = { base: 10000, position: 5, standard_deviation: 0.5, tokens: 400, seed: 2 };

/** Kinds that no reference file has. Solving for the best fit makes more of a last bit. @type {[string, object, number?][]} */
const computed = [
  ['rope_decay_course', { ...head, limit: 30 }],
  ['rotation', { ...head, x: pairs.q, position: 3 }],
  ['compare_scores', { ...head, ...pairs }],
  ['compare_layouts', { ...head, ...pairs }],
  ['compare_slope_rules', { heads: 6 }],
  ['stretches', { before: [6, 60, 600], after: [6, 90, 1200], factor: 2 }],
  ['keys_holding_half', { slopes: [0.5, 1 / 256, 0], key_len: 64 }],
  ['dft_leaked', { d_model: 32, base: 10000, column: 5, n: 64 }, 0],
  ['permuted_attention', { ...layerOfCommand, tokens: [...tokens], order: [...order] }, 0],
  ['first_token_effect', { layers: 3, positions: 10, seed: 1 }, 0],
  ['read_out', { d_model: 8, base: 10000, target: 'bump', count: 50, shown: 75 }, 1e-10],
  ['columns', { ...three, dimensions: [3, 0], positions: [0, 40] }],
  ['turns', { ...three, position: 25 }],
  ['sign_changes', { ...three, count: 50 }, 0],
  ['similarity_matrix', { ...three, count: 4 }],
  ['dot_products_around', { ...three, position: 40, offsets: [-3, 0, 7] }],
  ['float32_errors', { d_model: 128, base: 10000, positions: [0, 131071, 2 ** 20] }, 1e-9],
  ['base_choice', { d_model: 16, bases: [10, 10000] }, 0],
  ['similarity_limit', { base: 10000, offsets: [100, 500] }],
  ['cached_scores', { d_model: 8, base: 100, original_len: 16, length: 40 }],
  ['packed_attention', { ...packed, scheme: 'rope', mask: 'none', positions: 'reset' }],
  ['sliding_cache', { d_model: 8, base: 100, original_len: 16, length: 40, sinks: 4, recent: 8 }],
  ['parts_of_sum', { ...sum, scaling: 'sqrt_d', widths: [8, 128] }],
];
for (const [kind, params, within] of computed) {
  test(`${kind} is what posenc eval prints`, () => {
    isNear(asPrinted(kinds[kind]?.(core, params)), ofTheCore(kind, params), kind, within);
  });
}

test('what seeds gave: mean, population sd, least and most of each column', () => {
  const { mean, sd, least, most } = core.spreadOver(of(0.5, NaN, 1, 0.5, 0.2, 0), 2);
  assert.deepEqual([...mean], [0.5, NaN, 0.5]);
  assert.deepEqual([...sd], [0, NaN, 0.5]);
  assert.deepEqual([...least], [0.5, NaN, 0]);
  assert.deepEqual([...most], [0.5, NaN, 1]);
  assert.throws(() => core.spreadOver(of(1, 2, 3), 2), {
    message: '[spread] each of 2 seeds must have the same number of values but there are 3',
  });
});

test('many rotations have one checksum, whatever the method', () => {
  const options = {
    headDim: 32,
    rotaryDim: 32,
    base: 10000,
    layout: /** @type {const} */ ('half_split'),
  };
  const computed = core.rotateMany(options, 64, 4, 3, 'computed');
  const cached = core.rotateMany(options, 64, 4, 3, 'cached');
  assert.equal(computed.rotated, 64 * 4 * 3);
  assert.equal(cached.rotated, computed.rotated);
  assert.ok(Math.abs(cached.checksum / computed.checksum - 1) < 1e-3);
  assert.equal(core.vectorsToRotate(options, 64, 4, 3), 64 * 4);
});

test('the rises of a kernel are those that its course counts', () => {
  const options = { dModel: 16, base: 10000, variant: /** @type {const} */ ('paper') };
  const rises = core.kernelRises(options, 60).values;
  for (const limit of [3, 4, 20, 60]) {
    const { firstRise, rises: count } = core.kernelCourse(options, limit);
    const within = rises.filter((offset) => offset <= limit);
    assert.deepEqual([within[0] ?? null, within.length], [firstRise, count]);
  }
});

test('the learned table of a trainer, and none for other schemes', () => {
  const { id } = core.createTrainer(core.trainingDefaults('copy', 'learned'));
  const { tableRows, dModel } = core.trainerOptions(id);
  const before = core.positionTable(id);
  assert.deepEqual([before.table.rows, before.table.cols], [tableRows, dModel]);
  assert.ok(before.change.values.every((value) => value === 0));
  core.trainSteps(id, 1);
  const { table, change } = core.positionTable(id);
  assert.notDeepEqual(table.values, before.table.values);
  assert.deepEqual(
    change.values,
    table.values.map((value, n) => value - (before.table.values[n] ?? NaN)),
  );
  core.disposeTrainer(id);
  const other = core.createTrainer(core.trainingDefaults('copy', 'rope'));
  assert.throws(() => core.positionTable(other.id), {
    message:
      '[training] the scheme must be learned or hybrid to have a table of positions but is rope',
  });
  core.disposeTrainer(other.id);
});

test('costs of schemes by length are those that posenc eval has', () => {
  const { modelOperations, schemes } = core.encodingCosts(8, 2, 2, of(10, 20));
  assert.deepEqual([...modelOperations], [3712, 4352]);
  assert.deepEqual(
    schemes.map(({ scheme, operations }) => [scheme, ...operations]),
    [
      ['none', 0, 0],
      ['sinusoidal', 8, 8],
      ['learned', 8, 8],
      ['rope', 96, 96],
      ['alibi', 80, 160],
      ['t5', 40, 80],
    ],
  );
  const [, , learned, rope] = schemes;
  assert.deepEqual([...(learned?.parameters ?? [])], [80, 160]);
  assert.deepEqual([...(rope?.memory ?? [])], [40, 80]);
  assert.equal(rope?.shares[0], 96 / (3712 + 96));
});
