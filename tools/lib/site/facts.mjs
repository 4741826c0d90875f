// The numbers in the lesson's text. {{wavelength d=128 pair=63 digits=5}} in a lesson is the fact of that name,
// computed by the core when the site is built.
import { runInNewContext } from 'node:vm';
import { decimals, significant } from '../../../web/src/plots/format.ts';
import { traced } from './traced.mjs';

/** @typedef {import('./core.mjs').Core} Core */
/** @typedef {Record<string, number>} Parameters */
/** @typedef {import('../../../build/package/node.js').PosencError} PosencError */

/** @param {Parameters} p @returns {import('../../../build/package/node.js').FrequencyOptions} */
const options = (p) => ({ dModel: p.d, base: p.base ?? 10000, variant: 'paper' });

/** What the words say of a base, where one is written with the fact. @param {Parameters} p */
const base = (p) => (p.base === undefined ? '' : `, base ${p.base}`);
/** And of how its pairs are laid out. @param {Parameters} p */
const pairing = (p) => `${base(p)}${p.half ? ', halves paired' : ''}`;

/**
 * What a fact is, in words, and which element of the core's answers; all take the parameters that are written with it.
 * Where the number is not that element but made of it, `then` is the JavaScript for it, given that for the element (or
 * the whole list). It is evaluated, and shown.
 * @typedef {{about: (p: Parameters) => string, value: (core: Core, p: Parameters) => unknown,
 *   then?: (element: string, p: Parameters) => string}} Fact
 */

/** @type {Record<string, Fact>} */
const facts = {
  wavelength: {
    about: (p) => `wavelength of pair ${p.pair ?? 0} in positions, d = ${p.d}${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).wavelengths[p.pair ?? 0],
  },
  limit: {
    about: (p) => `2π · base, which no wavelength reaches${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).limit,
  },
  frequency: {
    about: (p) => `inverse frequency of pair ${p.pair ?? 0}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).inverseFrequencies[p.pair ?? 0],
  },
  pe: {
    about: (p) => `PE(${p.pos ?? 0}, ${p.dim ?? 0}), d = ${p.d}${base(p)}`,
    value: (core, p) =>
      core.sinusoidalTable({ ...options(p), layout: 'interleaved' }, Float64Array.of(p.pos ?? 0))
        .values[p.dim ?? 0],
  },
  dot: {
    about: (p) => `PE(${p.pos ?? 0}) · PE(${(p.pos ?? 0) + (p.k ?? 0)}), d = ${p.d}${base(p)}`,
    value: (core, p) =>
      core.dotProductsAround(options(p), p.pos ?? 0, Float64Array.of(p.k ?? 0)).dots[0],
  },
  similarity: {
    about: (p) => `cosine similarity of positions ${p.k ?? 0} apart, d = ${p.d}${base(p)}`,
    value: (core, p) => core.similarityMatrix(options(p), (p.k ?? 0) + 1).matrix.values[p.k ?? 0],
  },
  /** How the similarity of a wide encoding falls, on paper. */
  similarity_limit: {
    about: (p) =>
      `1 − (ln k + 0.577) / ln base, close to the similarity at distance k = ${p.k ?? 1} in a wide encoding${base(p)}`,
    value: (core, p) => core.similarityLimit(p.base ?? 10000, Float64Array.of(p.k ?? 1)).values[0],
  },
  forms: {
    about: (p) =>
      `largest difference between the two forms in single precision at position ${p.pos ?? 0}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.float32Errors(options(p), Float64Array.of(p.pos ?? 0)).forms[0],
  },
  summed_drift: {
    about: (p) =>
      `by how many steps position ${p.count ?? 0} is off where a step of ${p.step ?? 1} is added each time in single precision`,
    value: (core, p) => core.float32SummedDrift(p.step ?? 1, p.count ?? 0),
    then: (drift) => `-(${drift})`,
  },
  turns: {
    about: (p) => `turns of hand ${p.pair ?? 0} up to position ${p.pos ?? 0}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.turns(options(p), p.pos ?? 0).values[p.pair ?? 0],
  },
  angle: {
    about: (p) =>
      `angle of hand ${p.pair ?? 0} at position ${p.pos ?? 0} in radians, d = ${p.d}${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).inverseFrequencies[p.pair ?? 0],
    then: (frequency, p) => `${frequency} * ${p.pos ?? 0}`,
  },
  degrees: {
    about: (p) =>
      `angle of hand ${p.pair ?? 0} at position ${p.pos ?? 0} in degrees, d = ${p.d}${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).inverseFrequencies[p.pair ?? 0],
    then: (frequency, p) => `${frequency} * ${p.pos ?? 0} * 180 / Math.PI`,
  },
  between: {
    about: (p) =>
      `cosine similarity of positions ${p.a ?? 0} and ${p.b ?? 0}, d = ${p.d}${base(p)}`,
    value: (core, p) =>
      core.cosineSimilarities(options(p), Float64Array.of(p.a ?? 0, p.b ?? 0)).values[0],
  },
  periods: {
    about: (p) =>
      `periods of pair ${p.pair ?? 0} within ${p.positions} positions, d = ${p.d}${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).wavelengths[p.pair ?? 0],
    then: (wavelength, p) => `${p.positions} / ${wavelength}`,
  },
  peak: {
    about: (p) =>
      `peak bin of the spectrum of dimension ${p.dim ?? 0} over ${p.positions} positions, d = ${p.d}${base(p)}`,
    value: (core, p) => core.columnSpectrum(options(p), p.dim ?? 0, p.positions ?? 0).peak,
  },
  magnitude: {
    about: (p) =>
      `magnitude of bin ${p.bin ?? 0} of dimension ${p.dim ?? 0} over ${p.positions} positions, d = ${p.d}${base(p)}`,
    value: (core, p) =>
      core.columnSpectrum(options(p), p.dim ?? 0, p.positions ?? 0).magnitudes[p.bin ?? 0],
  },
  rank: {
    about: (p) => `rank of the table of ${p.positions} positions, d = ${p.d}${base(p)}`,
    value: (core, p) => core.sinusoidalRank(options(p), p.positions ?? 0, 1e-6).rank,
  },
  falls_until: {
    about: (p) =>
      `last offset before the dot product rises for the first time, d = ${p.d}${base(p)}`,
    value: (core, p) => core.kernelCourse(options(p), 5000).firstRise,
    then: (rise) => `${rise} - 1`,
  },
  first_negative: {
    about: (p) => `first offset with a negative dot product, d = ${p.d}${base(p)}`,
    value: (core, p) => core.kernelCourse(options(p), 5000).firstNegative,
  },
  rises: {
    about: (p) =>
      `how many times the dot product rises, up to offset ${p.upto}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.kernelCourse(options(p), p.upto ?? 0).rises,
  },
  unfinished: {
    about: (p) =>
      `pairs that complete less than one turn in ${p.trained} positions, d = ${p.d}${base(p)}`,
    value: (core, p) => core.frequencies(options(p)).wavelengths,
    then: (wavelengths, p) => `${wavelengths}.filter((length) => length > ${p.trained}).length`,
  },
  lab_pairs: {
    about: (p) => `pairs per ${p.heads ? 'head' : 'model'} in the labs${p.text ? ' on text' : ''}`,
    value: (core, p) => core.trainingDefaults(p.text ? 'text' : 'reverse', 'rope'),
    then: (defaults, p) => `${defaults}.dModel / 2${p.heads ? ` / ${defaults}.heads` : ''}`,
  },
  initial_spread: {
    about: () => 'initial standard deviation of a learned table in the labs',
    value: (core) => core.trainingDefaults('order', 'learned').tableStd,
  },
  table_size: {
    about: (p) => `numbers in a table of ${p.rows} rows and ${p.d} columns`,
    value: (core, p) => core.learnedTable(p.rows ?? 0, p.d ?? 0, 1, 0.02).values.length,
  },
  rotated: {
    about: (p) =>
      `entry ${p.dim ?? 0} of the example query, rotated to position ${p.pos ?? 0}${pairing(p)}`,
    value: (core, p) =>
      core.rotate(rotary(p), worked.q, Float64Array.of(p.pos ?? 0)).values[p.dim ?? 0],
  },
  norm: {
    about: (p) => `length of the example query, rotated to position ${p.pos ?? 0}${pairing(p)}`,
    value: (core, p) => core.rotate(rotary(p), worked.q, Float64Array.of(p.pos ?? 0)).values,
    then: (rotated) => `Math.hypot(...${rotated})`,
  },
  /** half=1 pairs i with i + d/2. */
  score: {
    about: (p) =>
      `score of the example query at position ${p.m ?? 0} and key at position ${p.n ?? 0}${pairing(p)}`,
    value: (core, p) =>
      core.rotaryScores(rotary(p), worked.q, worked.k, Float64Array.of(p.m ?? 0, p.n ?? 0))
        .values[0],
  },
  /** The quantity that RoPE's paper plots for its long-term decay. */
  decay: {
    about: (p) => `RoPE’s bound at offset ${p.k ?? 0}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.ropeDecay(options(p), Float64Array.of(p.k ?? 0)).values[0],
  },
  /** Heads are counted from 1. */
  slope: {
    about: (p) => `slope of head ${p.head ?? 1} of ${p.heads ?? 8}`,
    value: (core, p) => slopes(core, p)[(p.head ?? 1) - 1],
  },
  /** As a slope is written: 1/256. */
  inverse_slope: {
    about: (p) => `1 / slope of head ${p.head ?? 1} of ${p.heads ?? 8}`,
    value: (core, p) => slopes(core, p)[(p.head ?? 1) - 1],
    then: (slope) => `1 / ${slope}`,
  },
  half_distance: {
    about: (p) =>
      `distance at which a weight halves, head ${p.head ?? 1} of ${p.heads ?? 8}: ln 2 / slope`,
    value: (core, p) => slopes(core, p)[(p.head ?? 1) - 1],
    then: (slope) => `Math.LN2 / ${slope}`,
  },
  /** What the bias alone gives them. */
  share_of_last: {
    about: (p) =>
      `attention on the last ${p.last} of ${p.positions} positions, in percent, head ${p.head ?? 1} of ${p.heads ?? 8}`,
    value: (core, p) => {
      const count = p.positions ?? 0;
      return core.causalAttentionEqualLogits(slopes(core, p), count, count).values;
    },
    then: (weights, p) => {
      // The last row of its head.
      const end = (p.head ?? 1) * (p.positions ?? 0) ** 2;
      return `100 * ${weights}.slice(${end - (p.last ?? 0)}, ${end}).reduce((sum, one) => sum + one)`;
    },
  },
  pi_wavelength: {
    about: (p) =>
      `wavelength of pair ${p.pair ?? 0} with positions interpolated by ${p.factor}, d = ${p.d}${base(p)}`,
    value: (core, p) =>
      core.positionInterpolation(options(p), p.factor ?? 1).wavelengths[p.pair ?? 0],
  },
  ntk_wavelength: {
    about: (p) =>
      `wavelength of pair ${p.pair ?? 0} with an NTK-aware base for factor ${p.factor}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.ntkAware(options(p), p.factor ?? 1).wavelengths[p.pair ?? 0],
  },
  ntk_base: {
    about: (p) => `NTK-aware base for factor ${p.factor}, d = ${p.d}${base(p)}`,
    value: (core, p) => core.ntkAware(options(p), p.factor ?? 1).base,
  },
  yarn_wavelength: {
    about: (p) =>
      `wavelength of pair ${p.pair ?? 0} with YaRN, factor ${p.factor}, d = ${p.d}${base(p)}`,
    value: (core, p) => yarn(core, p).wavelengths[p.pair ?? 0],
  },
  yarn_factor: {
    about: (p) => `YaRN’s attention factor when extending by ${p.factor}`,
    value: (core, p) => yarn(core, p).attentionFactor,
  },
  yarn_kept: {
    about: (p) => `pairs that YaRN leaves unchanged, factor ${p.factor}, d = ${p.d}${base(p)}`,
    value: (core, p) => yarnStretches(core, p).kept,
  },
  yarn_slowed: {
    about: (p) => `pairs that YaRN slows down by the full factor ${p.factor}, d = ${p.d}${base(p)}`,
    value: (core, p) => yarnStretches(core, p).whole,
  },
  /** Positive offsets are keys to the right of their query; with T5's own numbers. */
  bucket: {
    about: (p) => `T5’s bucket for offset ${p.offset ?? 0}`,
    value: (core, p) => core.t5Buckets(t5, Float64Array.of(p.offset ?? 0)).values[0],
  },
  last_bucket_from: {
    about: () => 'the smallest distance in T5’s last bucket',
    value: (core) =>
      core.t5Buckets(
        t5,
        Float64Array.from({ length: t5.maxDistance + 1 }, (_, n) => n),
      ).values,
    then: (buckets) => `${buckets}.indexOf(${buckets}.at(-1))`,
  },
  /** The largest difference between the axes and the diagonals. */
  grid_direction: {
    about: (p) =>
      `largest difference between axial RoPE’s kernel along the axes and along the diagonals, up to distance ${p.reach}, d = ${p.d}${base(p)}`,
    value: (core, p) =>
      core.gridKernel(core.axialFrequencies(p.d ?? 0, p.base ?? 0), p.reach ?? 1).byDirection,
  },
  mrope_step: {
    about: (p) =>
      `how far M-RoPE’s counters move on over an image of ${p.rows} × ${p.columns} patches`,
    value: (core, p) =>
      core.mropePositions([
        { kind: 'patches', frames: 1, rows: p.rows ?? 1, columns: p.columns ?? 1 },
        { kind: 'text', frames: 1, rows: 1, columns: 1 },
      ]).values,
    then: (positions) => `${positions}.at(-1)`,
  },
};

/** T5’s own numbers. */
const t5 = /** @type {const} */ ({
  direction: 'bidirectional',
  numBuckets: 32,
  maxDistance: 128,
});

/** The example of the section on RoPE. */
const worked = {
  q: Float64Array.of(0.8, 0.3, -0.5, 0.2),
  k: Float64Array.of(0.4, -0.6, 0.7, 0.1),
};

/** @param {Parameters} p @returns {import('../../../build/package/node.js').RotaryOptions} */
const rotary = (p) => ({
  ...{ headDim: 4, rotaryDim: 4, base: p.base ?? 10000 },
  layout: p.half ? 'half_split' : 'interleaved',
});

/** @param {Core} core @param {Parameters} p */
const slopes = (core, p) => core.alibiSlopes(p.heads ?? 8, 'released', 8).values;

/** With the paper's ramp and its constants. @param {Core} core @param {Parameters} p */
const yarn = (core, p) => core.yarn(options(p), p.trained ?? 0, p.factor ?? 1, 1, 32, 'paper');

/** @param {Core} core @param {Parameters} p */
const yarnStretches = (core, p) =>
  core.stretches(
    core.frequencies(options(p)).wavelengths,
    yarn(core, p).wavelengths,
    p.factor ?? 1,
  );

/** What the core refuses: {{error odd-head}} is its own message. @type {Record<string, (core: Core) => unknown>} */
const errors = {
  'odd-head': (core) =>
    core.rotate(
      { headDim: 5, rotaryDim: 5, base: 10000, layout: 'interleaved' },
      Float64Array.of(0.8, 0.3, -0.5, 0.2, 0.1),
      Float64Array.of(1),
    ),
  'past-table': (core) => core.lookUp(core.learnedTable(512, 64, 1, 0.02), Float64Array.of(512)),
  'past-twenty': (core) => core.lookUp(core.learnedTable(20, 16, 1, 0.02), Float64Array.of(20)),
};

/** @param {Core} core @param {string} name @returns {Made} */
function messageOf(core, name) {
  const wrong = errors[name];
  if (!wrong) throw new Error(`there is no error "${name}"`);
  const { core: heard, last } = traced(core);
  let message = '';
  try {
    wrong(heard);
  } catch (error) {
    message = /** @type {PosencError} */ (error).forReader().message;
  }
  if (message === '') throw new Error('the core accepts this call');
  return {
    written: message,
    about: 'the error message from this call',
    how: last().text,
    value: null,
  };
}

/** name=number, as often as you like. @param {string} text @returns {Parameters} */
function parametersIn(text) {
  const pairs = text.split(' ').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.split('=');
      if (value === '' || Number.isNaN(Number(value))) {
        throw new Error(`"${pair}" is not of the form name=number`);
      }
      return [key, Number(value)];
    }),
  );
}

/** @param {Core} core @param {string} name @param {Parameters} p @returns {Made} */
function numberOf(core, name, p) {
  const fact = facts[name];
  if (!fact) throw new Error(`there is no fact "${name}"`);
  const { core: heard, source } = traced(core);
  const element = source(fact.value(heard, p));
  const how = fact.then?.(element.text, p) ?? element.text;
  const value = fact.then
    ? runInNewContext(fact.then('element', p), { element: element.value })
    : element.value;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new Error(`expected a finite number but got ${value}`);
  }
  return { written: written(value, p), about: fact.about(p), how, value };
}

/**
 * With `decimals` digits after the point, or `digits` significant ones (4 if neither is given).
 * @param {number} value @param {Parameters} p
 */
const written = (value, p) =>
  p.decimals === undefined ? significant(value, p.digits ?? 4) : decimals(value, p.decimals);

/**
 * A number in the text, or a message of the core: as it is written, what it is, the JavaScript that gives it, and its
 * value before rounding.
 * @typedef {{written: string, about: string, how: string, value: number | null}} Made
 */

/**
 * A fact as it stands in the text: {{name …}}.
 * @param {Core} core @param {string} whole @param {string} file @returns {Made}
 */
export function factOf(core, whole, file) {
  const [, name = '', rest = ''] = /^\{\{(\w+)([^}]*)\}\}$/.exec(whole) ?? [];
  try {
    if (name === 'error') return messageOf(core, rest.trim());
    return numberOf(core, name, parametersIn(rest));
  } catch (error) {
    throw new Error(`${file}: ${whole}: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}
