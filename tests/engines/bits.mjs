// What must come out the same everywhere, to the bit: computed by the npm package under Node and in each engine, which
// load this very file (so it imports nothing), and by the posenc command.

/** @typedef {import('../../build/package/browser.js').CoreApi} CoreApi */
/** @typedef {import('../../build/package/browser.js').ClaimsApi} ClaimsApi */
/** `schemes`: all of the package. @typedef {{core: CoreApi, claims: ClaimsApi, schemes: readonly {name: string}[]}} Computing */
/** Numbers, or a digest, by what they are. @typedef {Record<string, (number | string)[]>} Parts */

/**
 * `train`: arguments of the command for the same training; `kind` and `params`: of a case of its eval; with neither
 * the command does not compute this. `near`: how far its numbers may be off where it takes sines, powers or the like
 * from the C library of the machine, whose last digits are its own; without it they have the same bits.
 * @typedef {{name: string, train?: string[], kind?: string, params?: Record<string, unknown>, near?: number,
 *   compute: (computing: Computing) => Parts | Promise<Parts>}} Case
 */

const lengths = [4, 8, 16];

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} task @param {string} scheme
 * @param {{steps?: number, dropout?: number, formula?: string, tableStd?: number}} [more] @returns {Case}
 */
const training = (task, scheme, { steps = 100, ...more } = {}) => ({
  name: `training ${task}/${scheme}`,
  train: [
    ...['--task', task, '--scheme', scheme, '--seed', '3', '--steps', `${steps}`],
    ...['--lengths', lengths.join()],
    ...Object.entries(more).flatMap(([name, value]) => [
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      `${value}`,
    ]),
  ],
  async compute({ core }) {
    const longest = Math.max(...lengths);
    const defaults = core.trainingDefaults(task, scheme);
    const options = { ...defaults, ...more, seed: 3, steps };
    const { id } = core.createTrainer({
      ...options,
      longest: Math.max(longest, options.trainLongest),
      testLengths: Float64Array.from(lengths),
    });
    try {
      const { losses, accuracies } = core.trainSteps(id, steps);
      const checkpoint = await sha256(core.checkpoint(id).bytes);
      const tests = lengths.map((length) => core.evaluateLength(id, length));
      return {
        losses: [...losses],
        'test accuracies': tests.map(({ accuracy }) => accuracy),
        'SHA-256 of the checkpoint': [checkpoint],
        accuracies: [...accuracies],
        'test losses': tests.map(({ loss }) => loss),
      };
    } finally {
      core.disposeTrainer(id);
    }
  },
});

const paper = { base: 10000, variant: /** @type {const} */ ('paper') };
const positions = [...Array.from({ length: 40 }, (_, n) => n), 1000, 65535, 1e6 + 1, 1e9];
const vector = Array.from({ length: 32 }, (_, n) => Math.fround(1 / (n + 1) - 0.1));
/** An angle is a position times a power, whose last digit is off by this much at the largest position. */
const nearAngle = { near: 1e9 * Number.EPSILON };
const offsets = Array.from({ length: 64 }, (_, n) => n * n);
const far = { d_model: 64, base: 500000, original_len: 8192 };
const farOptions = { dModel: 64, base: 500000, variant: paper.variant };

/** A table that the command computes too.
 * @param {string} name @param {string} kind @param {Record<string, unknown>} params
 * @param {(core: CoreApi) => ArrayLike<number>} compute @param {{near?: number}} [how] @returns {Case} */
const table = (name, kind, params, compute, how) => ({
  ...{ name, kind, params, ...how },
  compute: ({ core }) => ({ values: Array.from(compute(core)) }),
});

/** One that it does not.
 * @param {string} name @param {(computing: Computing) => ArrayLike<number>} compute @returns {Case} */
const here = (name, compute) => ({
  name,
  compute: (computing) => ({ values: Array.from(compute(computing)) }),
});

/** Schemes that are trained in another way below. */
const trained = ['rope', 'alibi-directional', 'own'];

/** @param {Computing['schemes']} schemes @returns {Case[]} */
export const casesFor = (schemes) => [
  ...schemes.flatMap(({ name }) => (trained.includes(name) ? [] : [training('order', name)])),
  // A whole run, as in a lab.
  training('order', 'rope', { steps: 800 }),
  training('reverse', 'alibi-directional', { dropout: 0.1 }),
  training('reverse', 'own', { formula: 'cos(pos/2^i)' }),
  training('previous', 'rope'),
  training('planted', 'alibi'),
  training('sort', 'learned'),
  training('sort', 'hybrid', { tableStd: 0.02 }),
  table(
    'sinusoidal table',
    'table',
    { d_model: 64, base: 10000, layout: 'interleaved', positions },
    (core) =>
      core.sinusoidalTable(
        { dModel: 64, ...paper, layout: 'interleaved' },
        Float64Array.from(positions),
      ).values,
    nearAngle,
  ),
  table(
    'rotated vectors',
    'rotate',
    { head_dim: 32, base: 10000, layout: 'half_split', x: vector, positions },
    (core) =>
      core.rotate(
        { headDim: 32, rotaryDim: 32, base: 10000, layout: 'half_split' },
        Float64Array.from(vector),
        Float64Array.from(positions),
      ).values,
    nearAngle,
  ),
  table(
    'ALiBi bias',
    'bias_causal',
    { heads: 12, query_len: 16, key_len: 16 },
    (core) => core.alibiBias(core.alibiSlopes(12, 'released', 8).values, 'causal', 16, 16).values,
  ),
  here('T5 bias', ({ core }) => {
    const buckets = /** @type {const} */ ({
      direction: 'bidirectional',
      numBuckets: 32,
      maxDistance: 128,
    });
    return core.relativeBias(buckets, core.learnedTable(32, 4, 5, 0.02), 40, 40).values;
  }),
  table(
    'RoPE scaled as in Llama 3',
    'llama3',
    { ...far, factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
    (core) => {
      const { inverseFrequencies, attentionFactor } = core.llama3Scaling(farOptions, 8192, 8, 1, 4);
      return [...inverseFrequencies, attentionFactor];
    },
    { near: 1e-15 },
  ),
  table(
    'RoPE scaled by YaRN',
    'yarn_paper',
    { ...far, scale: 16, beta_slow: 1, beta_fast: 32 },
    (core) => {
      const { inverseFrequencies, attentionFactor } = core.yarn(
        farOptions,
        8192,
        16,
        1,
        32,
        'paper',
      );
      return [...inverseFrequencies, attentionFactor];
    },
    { near: 1e-15 },
  ),
  table(
    'similarity',
    'cosine_similarities',
    { d_model: 64, base: 10000, pairs: offsets.map((offset) => [3, 3 + offset]) },
    (core) =>
      core.cosineSimilarities(
        { dModel: 64, ...paper },
        Float64Array.from(offsets.flatMap((offset) => [3, 3 + offset])),
      ).values,
    { near: 1e-12 },
  ),
  here(
    'similarity matrix',
    ({ core }) => core.similarityMatrix({ dModel: 32, ...paper }, 40).matrix.values,
  ),
  table(
    'spectrum of a column',
    'dft_magnitude',
    { d_model: 16, base: 10000, column: 5, n: 200 },
    (core) => core.columnSpectrum({ dModel: 16, ...paper }, 5, 200).magnitudes,
    { near: 1e-12 },
  ),
  here(
    'singular values',
    ({ core }) => core.sinusoidalRank({ dModel: 32, ...paper }, 64, 1e-9).singularValues,
  ),
  here('table of an own formula', ({ claims }) => {
    const formula = 'sin(pos/10000^(i/d)) + exp(-pos/50)*sqrt(i) + tanh(pos - 3) + ln(pos + 1)';
    return claims.ownEncoding(formula, 16, 64).table.values;
  }),
  here('table of a formula as in Python', ({ claims }) => {
    const formula = 'np.sin(pos / 10000**(2*(i//2)/d) + (i % 2)*math.pi/2) + (-pos % 0.3) // 0.1';
    return claims.ownEncoding(formula, 16, 64).table.values;
  }),
];

/** JSON has no NaN, no infinity, and no sign of 0. @param {number | string} value */
const written = (value) =>
  typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))
    ? { number: Object.is(value, -0) ? '-0' : String(value) }
    : value;

/** @param {any} value @returns {number | string} */
const read = (value) => (typeof value === 'object' ? Number(value.number) : value);

/** @param {Parts} parts @param {(value: any) => any} change */
const each = (parts, change) =>
  Object.fromEntries(Object.entries(parts).map(([part, values]) => [part, values.map(change)]));

/** All cases, in a form that a browser's driver hands over. @param {Computing} computing */
export async function computeAll(computing) {
  /** @type {Record<string, Record<string, any[]>>} */
  const all = {};
  for (const { name, compute } of casesFor(computing.schemes)) {
    all[name] = each(await compute(computing), written);
  }
  return all;
}

/** What was handed over, as it was. @param {Record<string, Record<string, any[]>>} all @returns {Record<string, Parts>} */
export const handedOver = (all) =>
  Object.fromEntries(Object.entries(all).map(([name, parts]) => [name, each(parts, read)]));

/**
 * How the results of one case differ from those of Node, which have all parts; null if not at all.
 * @param {string} where @param {string} name @param {Parts | undefined} got @param {Parts} inNode
 */
export function difference(where, name, got, inNode) {
  if (!got) return `${where} has no ${name}`;
  for (const [part, values] of Object.entries(got)) {
    const reference = inNode[part] ?? [];
    const n = Array.from({ length: Math.max(values.length, reference.length) }).findIndex(
      (_, n) => !Object.is(values[n], reference[n]),
    );
    if (n >= 0)
      return `${where}, ${name}: ${part}[${n}] is ${values[n]} but ${reference[n]} in Node`;
  }
  return null;
}
