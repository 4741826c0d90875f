// One sentence says what is wrong with the input, the same from the functions of the page and from the command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore, PosencError } from '../../build/package/node.js';
import { posenc } from '../posenc.mjs';
import { kinds } from './kinds.mjs';

/** @typedef {import('../../build/package/node.js').CoreApi} CoreApi */

const core = await loadCore();

/** @param {() => unknown} call @returns {PosencError} */
function errorOf(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof PosencError, String(error));
    return error;
  }
  assert.fail('accepted');
}

const f = { dModel: 8, base: 10000, variant: /** @type {const} */ ('paper') };
const rotary = {
  headDim: 8,
  rotaryDim: 8,
  base: 10000,
  layout: /** @type {const} */ ('half_split'),
};
const buckets = { direction: /** @type {const} */ ('causal'), numBuckets: 32, maxDistance: 128 };
const none = new Float64Array(0);
const ones = (/** @type {number} */ n) => new Float64Array(n).fill(1);
const of = Float64Array.of.bind(Float64Array);
/** Kinds whose frequencies are those of a head. */
const withHeads = new Set([
  ...['linear', 'ntk_aware', 'dynamic_ntk_factor', 'ntk_by_parts', 'yarn_paper', 'llama3'],
  ...['longrope', 'rope_decay_mean_abs_S', 'rope_score_bound'],
]);
const slopes = of(0.5, 0.25);
const table = [Array(8).fill(1), Array(8).fill(1)];
const head = { head_dim: 8, base: 10000 };
const model = { d_model: 8, base: 10000 };
const x = Array(8).fill(1);
const sum = {
  base: 10000,
  position: 1,
  standard_deviation: 1,
  tokens: 9,
  seed: 1,
  scaling: 'none',
};
const packed = { seed: 1, scheme: 'rope', mask: 'none', positions: 'reset' };
const layer = {
  d_model: 8,
  seed: 1,
  encoding: 'none',
  mask: 'none',
  tokens: [1, 2],
  order: [0, 1],
};
const causal = { bidirectional: false, num_buckets: 32, max_distance: 128, relative_positions: [] };

/** The kind and params of `posenc eval`. @type {[string, object][]} */
const both = [
  ['table', { ...model, d_model: 7, positions: [] }],
  ['table', { ...model, d_model: 0, positions: [] }],
  ['table', { ...model, d_model: -8, positions: [] }],
  ['table', { ...model, base: 0, positions: [] }],
  ['table', { ...model, positions: [1e16] }],
  ['rotate', { ...head, head_dim: 7, x, positions: [0] }],
  ['rotate', { ...head, rotary_dim: 10, x, positions: [0] }],
  ['rotate', { ...head, x: [1], positions: [0] }],
  ['rotate', { ...head, x, positions: [-1e16] }],
  ['rotation_matrix', { ...head, head_dim: 16384, position: 1 }],
  ['scores', { ...head, q: [1e200, 1, 1, 1, 1, 1, 1, 1], k: x, positions_mn: [] }],
  ['permutation_half_to_interleaved', { head_dim: 5 }],
  ['linear', { ...head, scale: 0 }],
  ['ntk_aware', { head_dim: 2, base: 10000, alpha: 4 }],
  ['dynamic_ntk_factor', { ...head, original_len: 0, seq_lens: [9], factor: 2 }],
  ['ntk_by_parts', { ...head, original_len: 9, scale: 4, alpha: 32, beta: 1 }],
  ['yarn_paper', { ...head, original_len: 9, scale: -4, beta_slow: 1, beta_fast: 32 }],
  ['llama3', { ...head, original_len: 9, factor: 8, low_freq_factor: 4, high_freq_factor: 0 }],
  ['longrope', { ...head, original_len: 9, extended_len: 18, rescale_factors: [1, 1] }],
  ['slopes', { heads: [0] }],
  ['slopes_geometric', { heads: [2.5] }],
  ['slopes', { heads: [8], max_bias: -1 }],
  ['bias_causal', { heads: 2, query_len: 3, key_len: 2 }],
  ['bias_symmetric', { heads: 2, query_len: 65536, key_len: 65536 }],
  ['bias_key_only', { heads: 2, key_len: 0, origin: 'last_key_is_zero' }],
  ['causal_attention_equal_logits', { heads: 2, query_len: -1, key_len: 4 }],
  ['t5_buckets', { ...causal, bidirectional: true, num_buckets: 7 }],
  ['t5_buckets', { ...causal, max_distance: 16 }],
  ['t5_buckets', { ...causal, relative_positions: [0.5] }],
  ['t5_bias', { ...causal, table, query_len: 1, key_len: 1 }],
  ['learned_table', { rows: 0, cols: 4, seed: 1 }],
  ['learned_table', { rows: 1e5, cols: 1e5, seed: 1 }],
  ['learned_look_up', { table, positions: [2] }],
  ['learned_gradient', { rows: 2, positions: [0], gradient: table }],
  ['hybrid', { ...model, d_model: 6, table, positions: [0] }],
  ['row_similarities', { table: [[1, 2]] }],
  [
    'row_similarities',
    {
      table: [
        [1, 2],
        [0, 0],
      ],
    },
  ],
  ['kernel_mean_cos', { ...model, offsets: [1e16] }],
  ['dft_magnitude', { ...model, column: 8, n: 16 }],
  ['dft_magnitude', { ...model, column: 0, n: 0 }],
  ['similarity_limit', { base: 1, offsets: [1] }],
  ['base_choice', { d_model: 7, bases: [2] }],
  ['base_choice', { d_model: 8, bases: [0] }],
  ['cached_scores', { ...model, original_len: 0, length: 4 }],
  ['cached_scores', { ...model, original_len: 4, length: 4.5 }],
  ['packed_attention', { ...packed, lengths: [3, 0] }],
  ['packed_attention', { ...packed, lengths: [513] }],
  ['sliding_cache', { ...model, original_len: 4, length: 9, sinks: 4, recent: 0 }],
  ['read_out', { ...model, target: 'ramp', count: 10, shown: 9 }],
  ['first_token_effect', { layers: 0, positions: 10, seed: 1 }],
  ['numerical_rank', { ...model, count: 10, tolerance: 1 }],
  ['exponential_decay', { offsets: [1e16] }],
  ['parts_of_sum', { ...sum, standard_deviation: 0, widths: [8] }],
  ['parts_of_sum', { ...sum, widths: [7] }],
  ['encoding_costs', { d_model: 512, heads: 5, layers: 6, length: 512 }],
  ['encoding_costs', { d_model: 512, heads: 8, layers: 6, length: 0.5 }],
  ['permuted_attention', { ...layer, d_model: 7 }],
  ['permuted_attention', { ...layer, order: [1, 1] }],
  ['rotary_scores_with', { inverse_frequencies: [1, 1], q: [1, 0], k: [1, 0], positions_mn: [] }],
  ['rope_decay_mean_abs_S', { ...head, distances: [1e16] }],
  ['rope_score_bound', { ...head, q: [1], k: x, distances: [1] }],
];

test('the page and the command say the same', () => {
  const cases = both.map(([kind, params], n) => ({ name: `${n}`, kind, params }));
  const { status, stdout } = posenc(['eval', '-'], JSON.stringify({ cases }));
  assert.equal(status, 2);
  const results = JSON.parse(stdout).cases;
  assert.equal(results.length, both.length);
  for (const [n, [kind, params]] of both.entries()) {
    const { parameter, message } = errorOf(() => kinds[kind]?.(core, params));
    const shown = asTypedInJson(message, kind);
    assert.equal(shown, results[n].error, `${kind} (${n})`);
    assert.doesNotMatch(results[n].error, /^unknown kind/);
    if (parameter !== '') assert.ok(message.includes(parameter), message);
  }
});

/** A message of the page with its parameters as `posenc eval` has them. @param {string} message @param {string} kind */
function asTypedInJson(message, kind) {
  const other = new Map([
    ['dModel', withHeads.has(kind) ? 'head_dim' : 'd_model'],
    [
      'positions',
      kind === 'scores' || kind === 'rotary_scores_with' ? 'positions_mn' : 'positions',
    ],
    ['dimension', 'head_dim'],
    ['count', kind === 'dft_magnitude' ? 'n' : 'count'],
  ]);
  return message.replaceAll(
    /\b[a-z]+(?:[A-Z][a-z]+)*\b/g,
    (word) => other.get(word) ?? word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

test('an error names the parameter as its caller knows it', () => {
  /** @type {[(core: CoreApi) => unknown, string, string?][]} */
  const calls = [
    [(c) => c.sinusoidalTable({ ...f, dModel: 63, layout: 'interleaved' }, none), 'dModel'],
    [(c) => c.sinusoidalTable({ ...f, layout: /** @type {any} */ ('x') }, none), 'layout'],
    [(c) => c.sinusoidalTable({ ...f, layout: 'interleaved' }, of(NaN)), 'positions'],
    [(c) => c.sinusoidalColumns(f, of(8), none), 'dimensions'],
    [(c) => c.columnSpectrum(f, 8, 4), 'column'],
    [(c) => c.ntkAware({ ...f, dModel: 2 }, 2), 'dModel'],
    [(c) => c.withRemedy('pi', f, 16, 0, 16), 'scale'],
    // @ts-expect-error: none of the registry
    [(c) => c.withRemedy('linear', f, 16, 4, 16), 'remedy'],
    [(c) => c.rotate({ ...rotary, rotaryDim: 3 }, ones(8), none), 'rotaryDim'],
    [(c) => c.rotaryScores(rotary, ones(8), ones(7), none), 'k'],
    [(c) => c.layoutPermutation(3, 'interleaved', 'interleaved'), 'dimension'],
    [(c) => c.yarn(f, 0, 4, 1, 32, 'paper'), 'originalLen'],
    [(c) => c.alibiBias(slopes, 'causal', 3, 2), 'queryLen'],
    [(c) => c.alibiKeyBias(none, 2, 'first_key_is_zero'), 'slopes'],
    [(c) => c.t5Buckets({ ...buckets, numBuckets: 0 }, none), 'numBuckets'],
    [(c) => c.t5Buckets(buckets, of(0.5)), 'relativePositions'],
    [(c) => kinds['parts_of_sum']?.(c, { ...sum, widths: [7] }), 'widths'],
    [(c) => c.similarityMatrix(f, 1e9), '', 'too-large'],
    [(c) => c.trainingDefaults('x', 'rope'), 'task'],
    [(c) => c.trainingDefaults('copy', 'x'), 'scheme'],
    [
      (c) => c.referenceLevels({ ...c.trainingDefaults('copy', 'rope'), trainLongest: 8.5 }),
      'trainLongest',
    ],
    [(c) => c.createTrainer({ ...c.trainingDefaults('copy', 'rope'), dModel: 30 }), 'dModel'],
    [
      (c) => c.createTrainer({ ...c.trainingDefaults('copy', 'rope'), learningRate: 0 }),
      'learningRate',
    ],
    [(c) => c.trainSteps(99, 1), 'id', 'no-such-trainer'],
    [(c) => c.createTextTrainer(99, c.trainingDefaults('text', 'rope')), 'textId', 'no-such-text'],
    [(c) => c.createTrainer(c.trainingDefaults('text', 'rope')), 'examples'],
  ];
  for (const [call, parameter, code = 'invalid-argument'] of calls) {
    const error = errorOf(() => call(core));
    assert.deepEqual(
      { code: error.code, parameter: error.parameter },
      { code, parameter },
      error.message,
    );
    // (What is not there has no other name than its number.)
    if (parameter !== '' && !/id$/i.test(parameter) && parameter !== 'slopes') {
      assert.match(error.message, new RegExp(`\\b${parameter}\\b`));
    }
  }
});

test('a position that a learned table has no row for is an error of its own', () => {
  const options = core.trainingDefaults('previous', 'learned');
  const { id } = core.createTrainer({ ...options, tableRows: 16 });
  assert.equal(errorOf(() => core.evaluateLength(id, 32)).code, 'untrained-position');
  assert.equal(errorOf(() => core.evaluateLength(id, 1.5)).code, 'invalid-argument');
  core.disposeTrainer(id);
  assert.equal(errorOf(() => core.evaluateLength(id, 16)).code, 'no-such-trainer');
});

test('NaN, infinities and names that are none', () => {
  /** @type {[(core: CoreApi) => unknown, string][]} */
  const calls = [
    [
      (c) => c.rotate(rotary, of(NaN, 1, 1, 1, 1, 1, 1, 1), of(0)),
      '[rotary] every component of x must be a number up to 1e+100 in magnitude but one is nan',
    ],
    [
      (c) => c.rotationMatrix(rotary, Infinity),
      '[rotary] position must be a number between -2^53 and 2^53 but got inf',
    ],
    [
      (c) => c.cosSinTable(of(1, NaN), of(0), 1),
      '[frequencies] each of inverseFrequencies must be above 0 and keep every angle and wavelength within the range of a double but got nan',
    ],
    [
      (c) => c.cosSinTable(of(1), of(0), Infinity),
      '[rotary] attentionFactor must be a number above 0 and up to 1e+10 but got inf',
    ],
    [
      (c) => c.rotaryScores(rotary, ones(8), ones(8), ones(3)),
      '[pairs] there must be two positions for each pair but there are 3',
    ],
    [
      (c) => c.positionInterpolation(f, NaN),
      '[position interpolation] scale must be a finite number above 0 but got nan',
    ],
    [
      (c) => c.yarn({ ...f, base: NaN }, 9, 4, 1, 32, 'paper'),
      '[frequencies] base must be a finite number above 0 but got nan',
    ],
    [
      (c) => c.lookUp({ rows: 2, cols: 2, values: ones(3) }, of(0)),
      '[matrix] there must be rows x cols = 2 x 2 elements but there are 3',
    ],
    [
      (c) => c.lookUp({ rows: 1, cols: 1, values: of(-Infinity) }, of(0)),
      '[matrix] every element must be a finite number but one is -inf',
    ],
    [
      (c) => c.yarn(f, 9, 4, 1, 32, /** @type {any} */ ('linear')),
      '[yarn] ramp must be "paper", "released" or "released_unrounded" but got "linear"',
    ],
    [
      (c) => c.rotate({ ...rotary, layout: /** @type {any} */ ('spiral') }, ones(8), of(0)),
      '[rotary] layout must be "interleaved" or "half_split" but got "spiral"',
    ],
  ];
  for (const [call, message] of calls) {
    const error = errorOf(() => call(core));
    assert.equal(error.message, message);
    assert.equal(error.code, 'invalid-argument');
  }
});

test('a result that would not fit is refused before it is begun', () => {
  /** @type {((core: CoreApi) => unknown)[]} */
  const calls = [
    (c) => c.learnedTable(2 ** 30, 2 ** 30, 0, 0.02),
    (c) => c.alibiBias(slopes, 'causal', 2 ** 30, 2 ** 30),
    (c) => c.alibiSlopes(2 ** 30, 'released', 8),
    (c) => c.rotate({ ...rotary, headDim: 2 ** 28, rotaryDim: 8 }, ones(8), of(0)),
    (c) => c.layoutPermutation(2 ** 30, 'half_split', 'interleaved'),
    (c) => c.kernelCourse(f, 2 ** 30),
    (c) => c.sinusoidalRank({ ...f, dModel: 4096 }, 4096, 1e-6),
  ];
  for (const call of calls) assert.equal(errorOf(() => call(core)).code, 'too-large');
});
