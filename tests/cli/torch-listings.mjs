// What is run of the listings in PyTorch and of those that draw, and the core's numbers for it. `npm test -- all` runs them;
// `npm test` compares what they gave then, which is stored.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { evaluated } from '../posenc.mjs';
import { base, core, folder, numbers, tolerance, upTo } from './listings.mjs';

/** Where the outputs are stored, by listing: the hash of its text, and what each program gave. */
export const storedFile = 'tests/reference/listings/torch.json';
/** How to store them again. */
export const renewal = 'RENEW=1 node --test tests/cli/torch-listings.all.test.mjs';

/**
 * A program that sees the names of a listing, and what it has to leave in `result`, or the type of the error it has to raise.
 * @typedef {{listing: string, program: string, given?: Record<string, unknown>, within?: number, isStored?: boolean}
 *   & ({expected: () => any} | {raises: string})} Case
 */

/** They have tests of their own: transformer.test.mjs. */
const transformer = ['torch/transformer.py', 'torch/load_model.py'];

/** The listings that NumPy alone does not run. */
export const listings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(torch\/|plot_).*\.py$/.test(file) && !transformer.includes(file))
  .sort();

/** @param {string} listing */
export const hashOf = (listing) =>
  createHash('sha256')
    .update(readFileSync(`${folder}/${listing}`))
    .digest('hex');

/** The tables of modules are rounded to single precision: below position 64, that and the sums are off by less. */
const single = 1e-6;

/** What has a buffer, and saves only its parameters. @param {string} listing @param {string} made @param {string[]} parameters @returns {Case} */
const saves = (listing, made, parameters) => ({
  listing,
  program: `result = list(${made}.state_dict())`,
  expected: () => parameters,
});

/** The table, as an expression. @type {Case[]} */
const sinusoidal = [
  ...[10000, 100].map((b) => ({
    listing: 'torch/sinusoidal.py',
    program: `result = sinusoidal_table(1000, 8, ${b})[::27]`,
    expected: () => core('table', { d_model: 8, base: b, positions: upTo(38).map((n) => 27 * n) }),
  })),
  {
    listing: 'torch/sinusoidal.py',
    program: 'result = SinusoidalEncoding(64, 16).eval()(torch.zeros(2, 4, 16), start=60)',
    within: single,
    expected: () => {
      const rows = core('table', { d_model: 16, base, positions: [60, 61, 62, 63] });
      return [rows, rows];
    },
  },
  saves('torch/sinusoidal.py', 'SinusoidalEncoding(10, 6)', []),
  {
    // Each number of the sum is dropped or doubled in training, and stays as it is otherwise.
    listing: 'torch/sinusoidal.py',
    program: `
module = SinusoidalEncoding(64, 16, dropout=0.5)
x = 3 + torch.rand(2, 64, 16)
summed = x + module.table
torch.manual_seed(0)
trained = module(x)
kept = trained != 0
doubled = torch.equal(trained[kept], 2 * summed[kept])
share = kept.double().mean().item()
result = [doubled, 0.4 < share < 0.6, torch.equal(module.eval()(x), summed)]`,
    expected: () => [true, true, true],
  },
  {
    listing: 'torch/sinusoidal.py',
    program:
      'result = str(SinusoidalEncoding(4, 6)(torch.zeros(1, 2, 6, dtype=torch.bfloat16)).dtype)',
    expected: () => 'torch.bfloat16',
  },
  { listing: 'torch/sinusoidal.py', program: 'sinusoidal_table(4, 5)', raises: 'ValueError' },
  {
    // Of rows 9 and 10 there is one, which would broadcast.
    listing: 'torch/sinusoidal.py',
    program: 'SinusoidalEncoding(10, 6)(torch.zeros(2, 2, 6), start=9)',
    raises: 'IndexError',
  },
];

const lookedUp = { table: numbers([4, 3]), positions: [2, 0, 2], gradient: numbers([3, 3], 5) };
const beginLearned = `
learned = LearnedPositions(4, 3).double()
learned.table.weight.data = torch.tensor(table).double()
`;

/** @type {Case[]} */
const learned = [
  {
    listing: 'torch/learned.py',
    program: `${beginLearned}result = learned.table(torch.tensor(positions))`,
    given: lookedUp,
    within: single,
    expected: () => core('learned_look_up', lookedUp),
  },
  {
    listing: 'torch/learned.py',
    program: `${beginLearned}result = learned(torch.zeros(2, 3, 3).double(), start=1)`,
    given: lookedUp,
    within: single,
    expected: () => {
      const rows = core('learned_look_up', { table: lookedUp.table, positions: [1, 2, 3] });
      return [rows, rows];
    },
  },
  {
    // A row that is looked up twice collects both gradients.
    listing: 'torch/learned.py',
    program: `${beginLearned}
learned.table(torch.tensor(positions)).backward(torch.tensor(gradient).double())
result = learned.table.weight.grad`,
    given: lookedUp,
    within: single,
    expected: () => core('learned_gradient', { rows: 4, ...lookedUp }),
  },
  {
    // 32768 draws: their spread is known to 1 in 100.
    listing: 'torch/learned.py',
    program: 'torch.manual_seed(0)\nresult = LearnedPositions(512, 64).table.weight.std().item()',
    within: 0.0002,
    expected: () => 0.02,
  },
  saves('torch/learned.py', 'LearnedPositions(4, 3)', ['table.weight']),
  ...[2, -1].map((start) => ({
    listing: 'torch/learned.py',
    program: `LearnedPositions(4, 3)(torch.zeros(1, 3, 3), start=${start})`,
    raises: 'IndexError',
  })),
];

/** Queries of 1 text, 2 heads, 4 words and 8 numbers. */
const x = numbers([1, 2, 4, 8]);
/** Where the words stand. */
const positions = [0, 1, 17, 900];

/**
 * Each vector of x as the core turns it.
 * @param {'interleaved' | 'half_split'} layout @param {number[]} [at]
 */
function turned(layout, at = positions) {
  const cases = x.flat(2).map((/** @type {number[]} */ vector, /** @type {number} */ n) => ({
    ...{ head_dim: 8, base, layout, x: vector, positions: [at[n % 4]] },
  }));
  const rows = evaluated('rotate', cases).map(({ got }) => got[0]);
  return [[rows.slice(0, 4), rows.slice(4)]];
}

const last = [60, 61, 62, 63];
const beginRope = `
x = torch.tensor(x, dtype=torch.float64)
cos, sin = (table[positions] for table in cos_sin(1000, 8))
turn = turns(1000, 8)[positions]
`;
const interleaved = () => turned('interleaved');
const halfSplit = () => turned('half_split');

/** @type {Case[]} */
const rope = [
  ...[
    { result: 'rope_half(x, cos, sin)', expected: halfSplit },
    { result: 'rope_complex(x, turn)', expected: interleaved },
    // Before heads and words are exchanged, as the comment says.
    {
      result: 'rope_half(x.transpose(1, 2), cos[:, None, :], sin[:, None, :]).transpose(1, 2)',
      expected: halfSplit,
    },
    // As queries are that come out of a projection.
    {
      result: 'rope_complex(x.transpose(1, 2).contiguous().transpose(1, 2), turn)',
      expected: interleaved,
    },
    // The other form, reordered.
    {
      result:
        '(rope_half(x[..., order], cos, sin) - rope_complex(x, turn)[..., order]).abs().max()',
      expected: () => 0,
    },
  ].map(({ result, expected }) => ({
    listing: 'torch/rope.py',
    program: `${beginRope}order = half_split_order(8)\nresult = ${result}`,
    given: { x, positions },
    expected,
  })),
  ...[
    { form: 'RopeHalf', expected: () => turned('half_split', last) },
    { form: 'RopeComplex', expected: () => turned('interleaved', last) },
  ].flatMap(({ form, expected }) => [
    {
      listing: 'torch/rope.py',
      program: `result = ${form}(64, 8)(torch.tensor(x), start=60)`,
      given: { x },
      within: single,
      expected,
    },
    {
      // A model that is moved to bfloat16, which has 8 bits: nothing is lost but them.
      listing: 'torch/rope.py',
      program: `
turned = ${form}(64, 8).to(torch.bfloat16)(torch.tensor(x).bfloat16(), start=60)
assert turned.dtype == torch.bfloat16
result = turned.float()`,
      given: { x },
      within: 0.02,
      expected,
    },
    {
      listing: 'torch/rope.py',
      program: `${form}(4, 8)(torch.zeros(1, 1, 2, 8), start=3)`,
      raises: 'IndexError',
    },
    saves('torch/rope.py', `${form}(4, 8)`, []),
  ]),
  {
    listing: 'torch/rope.py',
    program: 'result = half_split_order(8)',
    expected: () => core('permutation_interleaved_to_half', { head_dim: 8 }),
  },
  { listing: 'torch/rope.py', program: 'angles(1, 5)', raises: 'ValueError' },
];

const [q, k] = [numbers([8], 2), numbers([8], 3)];

/** @type {Case[]} */
const kvCache = [
  {
    listing: 'torch/kv_cache.py',
    program: 'result = largest_difference()',
    expected: () => 0,
  },
  {
    // Words 3 and 4 are new; all queries and all keys are equal.
    listing: 'torch/kv_cache.py',
    program: `
attention = RotaryAttention(8, 1, 8)
q, k = attention.rope(torch.tensor(q), 3), attention.rope(torch.tensor(k), 0)
result = attention.scores(q, k, 3)`,
    given: { q: [[[q, q]]], k: [[upTo(5).map(() => k)]] },
    within: single,
    expected: () => {
      const rows = [3, 4].map((m) => {
        const products = core('scores', {
          ...{ head_dim: 8, base, layout: 'half_split', q, k },
          positions_mn: upTo(m + 1).map((n) => [m, n]),
        });
        const scaled = products.map((/** @type {number} */ score) => score / Math.sqrt(8));
        return [...scaled, null].slice(0, 5);
      });
      return [[rows]];
    },
  },
  {
    // If all words are equal, a mean of their values is the value, whatever the weights; heads come back in order.
    listing: 'torch/kv_cache.py',
    program: `
attention = RotaryAttention(8, 2, 8)
attention.qkv.weight.data = torch.eye(8).repeat(3, 1)
attention.out.weight.data = torch.eye(8)
cache = KVCache()
result = torch.cat([attention(torch.tensor([[v] * n]), cache) for n in (3, 1)], dim=1)`,
    given: { v: q },
    within: single,
    expected: () => [upTo(4).map(() => q)],
  },
  saves('torch/kv_cache.py', 'RotaryAttention(8, 2, 8)', ['qkv.weight', 'out.weight']),
  {
    listing: 'torch/kv_cache.py',
    program: 'RotaryAttention(8, 1, 4)(torch.zeros(1, 5, 8))',
    raises: 'IndexError',
  },
];

const heads = [1, 2, 3, 6, 8, 12, 16, 20];
const lengths = { heads: 6, query_len: 3, key_len: 7 };

/** @type {Case[]} */
const alibi = [
  {
    listing: 'torch/alibi.py',
    program: 'result = [alibi_slopes(n) for n in heads]',
    given: { heads },
    expected: () => core('slopes', { heads }),
  },
  {
    listing: 'torch/alibi.py',
    program: 'result = alibi_bias(alibi_slopes(6), 3, 7)',
    expected: () => core('bias_symmetric', lengths),
  },
  {
    // A step with a cache is the last row of the whole.
    listing: 'torch/alibi.py',
    program: `
slopes = alibi_slopes(6)
result = (alibi_bias(slopes, 1, 7) - alibi_bias(slopes, 7, 7)[:, -1:]).abs().max()`,
    expected: () => 0,
  },
  {
    listing: 'torch/alibi.py',
    program: 'result = AlibiWeights(6)(torch.zeros(1, 6, 3, 4), torch.zeros(1, 6, 7, 4))',
    within: single,
    expected: () => [core('causal_attention_equal_logits', lengths)],
  },
  saves('torch/alibi.py', 'AlibiWeights(6)', []),
  { listing: 'torch/alibi.py', program: 'alibi_slopes(0)', raises: 'ValueError' },
];

const relative = upTo(301).map((n) => n - 150);
const t5Table = numbers([32, 3]);

/** @type {Case[]} */
const t5 = [
  ...[
    { bidirectional: true, direction: 'bidirectional=True' },
    { bidirectional: false, direction: 'bidirectional=False' },
  ].flatMap(({ bidirectional, direction }) => [
    ...[
      [32, 128],
      [16, 64],
    ].map(([buckets, distance]) => ({
      listing: 'torch/t5_bias.py',
      program: `
relative = torch.tensor(relative)
options = {"num_buckets": ${buckets}, "max_distance": ${distance}}
result = relative_bucket(relative, ${direction}, **options)`,
      given: { relative },
      within: 0,
      expected: () =>
        core('t5_buckets', {
          ...{ bidirectional, num_buckets: buckets, max_distance: distance },
          relative_positions: relative,
        }),
    })),
    {
      listing: 'torch/t5_bias.py',
      program: `
bias = T5Bias(3, ${direction})
bias.table.weight.data = torch.tensor(table)
result = bias(2, 40)`,
      given: { table: t5Table },
      within: single,
      expected: () =>
        core('t5_bias', {
          ...{ bidirectional, num_buckets: 32, max_distance: 128, table: t5Table },
          ...{ query_len: 2, key_len: 40 },
        }),
    },
  ]),
  saves('torch/t5_bias.py', 'T5Bias(3)', ['table.weight']),
];

/**
 * What is drawn by a listing, which is a program. (Too many numbers to store.)
 * @param {string} listing @param {string} drawn @param {() => any} expected @returns {Case}
 */
const draws = (listing, drawn, expected) => ({
  listing,
  program: `result = ${drawn}\nplt.close("all")`,
  isStored: false,
  expected,
});

/** @type {Case[]} */
const plots = [
  draws('plot_heatmap.py', 'plt.gca().images[0].get_array()', () =>
    core('table', { d_model: 128, base, positions: upTo(100) }),
  ),
  // Its axes, and those of the color bar.
  draws('plot_similarity.py', 'plt.gcf().axes[0].images[0].get_array()', () =>
    core('similarity_matrix', { d_model: 128, base, count: 50 }),
  ),
  draws('plot_waveforms.py', '[line.get_xydata() for line in plt.gca().lines]', () => {
    const at = upTo(500).map((n) => n / 10);
    const rows = core('table', { d_model: 128, base, positions: at });
    return [0, 1, 10, 20, 50].map((dimension) =>
      at.map((position, n) => [position, rows[n][dimension]]),
    );
  }),
];

export const cases = [...sinusoidal, ...learned, ...rope, ...kvCache, ...alibi, ...t5, ...plots];

/** @param {Case} one */
export const toleranceOf = ({ within = tolerance }) => within;
