// Every case of the reference files through the functions that the page and the package have, so that no
// argument is in another's place. (What `posenc eval` makes of them is tests/native/reference_test.cpp.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadCore } from '../../build/package/node.js';

/** @typedef {import('../../build/package/node.js').CoreApi} CoreApi */
/** @typedef {Record<string, any>} Params */

/** @type {CoreApi} */
let core;

before(async () => {
  core = await loadCore();
});

const list = (/** @type {ArrayLike<number>} */ values) => Array.from(values);
const floats = (/** @type {number[]} */ values) => Float64Array.from(values);

/** @param {ReturnType<CoreApi['rotate']>} matrix @returns {number[][]} */
const rows = ({ rows, cols, values }) =>
  Array.from({ length: rows }, (_, row) => list(values.slice(row * cols, (row + 1) * cols)));

/** What masks a key is null in the files. @param {ReturnType<CoreApi['alibiBias']>} all */
const heads = ({ heads, rows: queries, cols, values }) =>
  Array.from({ length: heads }, (_, head) =>
    rows({
      rows: queries,
      cols,
      values: values.slice(head * queries * cols, (head + 1) * queries * cols),
    }).map((row) => row.map((value) => (value === -Infinity ? null : value))),
  );

/** @param {Params} p */
const frequencies = (p) => ({
  dModel: p.d_model ?? p.head_dim,
  base: p.base,
  variant: p.variant ?? 'paper',
});

/** @param {Params} p */
const rotary = (p) => ({
  headDim: p.head_dim,
  rotaryDim: p.rotary_dim ?? p.head_dim,
  base: p.base,
  layout: p.layout,
});

/** @param {ReturnType<CoreApi['yarn']>} extension @param {object} more */
const extended = ({ inverseFrequencies, attentionFactor }, more = {}) => ({
  inv_freq: list(inverseFrequencies),
  attention_factor: attentionFactor,
  ...more,
});

/** @param {Params} p */
const ramp = (p) => (p.truncate ? 'released' : 'released_unrounded');

/** @param {Params} p */
const yarn = (p) =>
  core.yarn(frequencies(p), p.original_len, p.scale, p.beta_slow, p.beta_fast, ramp(p));

/** @param {Params} p @param {number} factor */
const dynamic = (p, factor) => ({
  inv_freq: p.seq_lens.map((/** @type {number} */ length) =>
    list(core.dynamicNtk(frequencies(p), p.original_len, length, factor).inverseFrequencies),
  ),
  attention_factor: 1,
});

/** @param {number} n */
const slopes = (n) => core.alibiSlopes(n, 'released', 8).values;

/** @type {Record<string, (p: Params) => unknown>} */
const kinds = {
  table: (p) =>
    rows(core.sinusoidalTable({ ...frequencies(p), layout: p.layout }, floats(p.positions))),
  inverse_frequencies: (p) => list(core.frequencies(frequencies(p)).inverseFrequencies),
  wavelengths: (p) => list(core.frequencies(frequencies(p)).wavelengths),
  dot_products: (p) =>
    p.pairs.map(
      (/** @type {number[]} */ [a = 0, b = 0]) =>
        core.dotProductsAround(frequencies(p), a, Float64Array.of(b - a)).dots[0],
    ),
  cosine_similarities: (p) =>
    list(core.cosineSimilarities(frequencies(p), floats(p.pairs.flat())).values),
  shift_matrix: (p) => rows(core.shift(frequencies(p), 0, p.shift).matrix),
  shift_apply: (p) => list(core.shift(frequencies(p), p.position, p.shift).carried),

  rotate: (p) => rows(core.rotate(rotary(p), floats(p.x), floats(p.positions))),
  rotation_matrix: (p) => rows(core.rotationMatrix(rotary(p), p.position)),
  permutation_interleaved_to_half: (p) =>
    list(core.layoutPermutation(p.head_dim, 'interleaved', 'half_split').values),
  permutation_half_to_interleaved: (p) =>
    list(core.layoutPermutation(p.head_dim, 'half_split', 'interleaved').values),
  scores: (p) =>
    list(
      core.rotaryScores(rotary(p), floats(p.q), floats(p.k), floats(p.positions_mn.flat())).values,
    ),
  cos_sin: (p) =>
    rows(
      core.cosSinTable(core.frequencies(frequencies(p)).inverseFrequencies, floats(p.positions), 1),
    ),

  linear: (p) => extended(core.positionInterpolation(frequencies(p), p.scale)),
  ntk_aware: (p) => {
    const extension = core.ntkAware(frequencies(p), p.alpha);
    return extended(extension, { base: extension.base });
  },
  dynamic_ntk_paper: (p) => dynamic(p, 1),
  dynamic_ntk_factor: (p) => dynamic(p, p.factor),
  ntk_by_parts: (p) =>
    extended(core.ntkByParts(frequencies(p), p.original_len, p.scale, p.alpha, p.beta)),
  yarn_paper: (p) =>
    extended(core.yarn(frequencies(p), p.original_len, p.scale, p.beta_slow, p.beta_fast, 'paper')),
  yarn_index_ramp: (p) =>
    extended(
      yarn(p),
      core.yarnRampEnds(frequencies(p), p.original_len, p.beta_slow, p.beta_fast, ramp(p)),
    ),
  yarn_attention_factors: (p) =>
    p.scales.map(
      (/** @type {number} */ scale) =>
        core.yarn({ dModel: 8, base: 10000, variant: 'paper' }, 4096, scale, 1, 32, 'paper')
          .attentionFactor,
    ),
  yarn_cos_sin: (p) => {
    const { inverseFrequencies, attentionFactor } = yarn(p);
    return rows(core.cosSinTable(inverseFrequencies, floats(p.positions), attentionFactor));
  },
  llama3: (p) =>
    extended(
      core.llama3Scaling(
        frequencies(p),
        p.original_len,
        p.factor,
        p.low_freq_factor,
        p.high_freq_factor,
      ),
    ),
  longrope: (p) =>
    extended(
      core.longrope(frequencies(p), p.original_len, p.extended_len, floats(p.rescale_factors)),
    ),

  slopes: (p) =>
    p.heads.map((/** @type {number} */ n) =>
      list(core.alibiSlopes(n, 'released', p.max_bias ?? 8).values),
    ),
  slopes_geometric: (p) =>
    p.heads.map((/** @type {number} */ n) => list(core.alibiSlopes(n, 'geometric', 8).values)),
  bias_symmetric: (p) =>
    heads(core.alibiBias(slopes(p.heads), 'symmetric', p.query_len, p.key_len)),
  bias_causal: (p) => heads(core.alibiBias(slopes(p.heads), 'causal', p.query_len, p.key_len)),
  bias_key_only: (p) => rows(core.alibiKeyBias(slopes(p.heads), p.key_len, p.origin)),
  causal_attention_equal_logits: (p) =>
    heads(core.causalAttentionEqualLogits(slopes(p.heads), p.query_len, p.key_len)),
  t5_buckets: (p) =>
    list(
      core.t5Buckets(
        {
          direction: p.bidirectional ? 'bidirectional' : 'causal',
          numBuckets: p.num_buckets,
          maxDistance: p.max_distance,
        },
        floats(p.relative_positions),
      ).values,
    ),

  kernel_mean_cos: (p) => list(core.kernelMeanCos(frequencies(p), floats(p.offsets)).values),
  kernel_dot: (p) => list(core.dotProductsAround(frequencies(p), 0, floats(p.offsets)).kernel),
  dft_magnitude: (p) => list(core.columnSpectrum(frequencies(p), p.column, p.n).magnitudes),
  rope_decay_mean_abs_S: (p) => list(core.ropeDecay(frequencies(p), floats(p.distances)).values),
  rope_partial_sums_abs: (p) => list(core.ropePartialSums(frequencies(p), p.distance).values),
};

/** @param {any} got @param {any} expected @param {(got: number, expected: number) => boolean} close @param {string} at */
function assertMatches(got, expected, close, at) {
  if (typeof expected === 'number') {
    assert.ok(close(got, expected), `${at}: ${got} is not ${expected}`);
  } else if (expected === null) {
    assert.equal(got, null, at);
  } else {
    assert.deepEqual(Object.keys(got).sort(), Object.keys(expected).sort(), at);
    for (const key of Object.keys(expected)) {
      assertMatches(got[key], expected[key], close, `${at}/${key}`);
    }
  }
}

for (const family of ['sinusoidal', 'rope', 'alibi', 'context_extension', 'analysis']) {
  test(`${family}.json, whole, at its tolerances`, () => {
    const { cases } = JSON.parse(readFileSync(`tests/reference/${family}.json`, 'utf8'));
    assert.ok(cases.length > 0);
    for (const { name, kind, params, expected, compare, tol_double } of cases) {
      const compute = kinds[kind];
      assert.ok(compute, `no function for ${kind}`);
      /** @param {number} a @param {number} b */
      const close = (a, b) => {
        if (compare === 'exact') return a === b;
        const scale = compare === 'relative' ? Math.abs(b) : 1;
        return Math.abs(a - b) <= tol_double * scale;
      };
      assertMatches(compute(params), expected, close, name);
    }
  });
}
