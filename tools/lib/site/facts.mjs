// The numbers in the lesson's text. {{wavelength d=128 pair=63 digits=5}} in a lesson is the fact of that name,
// computed by the core when the site is built.
import { decimals, significant } from '../../../web/src/plots/format.ts';

/** @typedef {import('./core.mjs').Core} Core */
/** @typedef {Record<string, number>} Parameters */

/** @param {Parameters} p @returns {import('../../../build/package/node.js').FrequencyOptions} */
const options = (p) => ({ dModel: p.d, base: p.base ?? 10000, variant: 'paper' });

/** Each fact takes the parameters that are written with it. @type {Record<string, (core: Core, p: Parameters) => number>} */
const facts = {
  /** The wavelength of a pair, in positions. */
  wavelength: (core, p) => core.frequencies(options(p)).wavelengths[p.pair ?? 0],
  /** 2 pi base, which the wavelengths approach. */
  limit: (core, p) => core.frequencies(options(p)).limit,
  frequency: (core, p) => core.frequencies(options(p)).inverseFrequencies[p.pair ?? 0],
  /** One entry of the table. */
  pe: (core, p) =>
    core.sinusoidalTable({ ...options(p), layout: 'interleaved' }, Float64Array.of(p.pos ?? 0))
      .values[p.dim ?? 0],
  /** PE(pos).PE(pos + k) */
  dot: (core, p) =>
    core.dotProductsAround(options(p), p.pos ?? 0, Float64Array.of(p.k ?? 0)).dots[0],
  /** Cosine similarity of two positions k apart. */
  similarity: (core, p) =>
    core.similarityMatrix(options(p), (p.k ?? 0) + 1).matrix.values[p.k ?? 0],
  /** What the two forms of the frequencies differ by in single precision. */
  forms: (core, p) => core.float32Errors(options(p), Float64Array.of(p.pos ?? 0)).forms[0],
  /** How often a hand has gone round. */
  turns: (core, p) => core.turns(options(p), p.pos ?? 0).values[p.pair ?? 0],
  /** How far a hand has turned, in radians. */
  angle: (core, p) => core.frequencies(options(p)).inverseFrequencies[p.pair ?? 0] * (p.pos ?? 0),
  degrees: (core, p) => (facts.angle(core, p) * 180) / Math.PI,
  /** Cosine similarity of two positions. */
  between: (core, p) =>
    core.cosineSimilarities(options(p), Float64Array.of(p.a ?? 0, p.b ?? 0)).values[0],
  /** How many periods of a column's wave a window of positions holds. */
  periods: (core, p) => (p.positions ?? 0) / core.frequencies(options(p)).wavelengths[p.pair ?? 0],
  /** The largest bin of a column's spectrum, and the magnitude of any. */
  peak: (core, p) => core.columnSpectrum(options(p), p.dim ?? 0, p.positions ?? 0).peak,
  magnitude: (core, p) =>
    core.columnSpectrum(options(p), p.dim ?? 0, p.positions ?? 0).magnitudes[p.bin ?? 0],
  /** How many directions the table of so many positions really takes up. */
  rank: (core, p) => core.sinusoidalRank(options(p), p.positions ?? 0, 1e-6).rank,
  /** The last offset before the kernel rises for the first time. */
  falls_until: (core, p) => (core.kernelCourse(options(p), 5000).firstRise ?? NaN) - 1,
  first_negative: (core, p) => core.kernelCourse(options(p), 5000).firstNegative ?? NaN,
  rises: (core, p) => core.kernelCourse(options(p), p.upto ?? 0).rises,
  /** How many pairs need more than so many positions to come round once. */
  unfinished: (core, p) =>
    core.frequencies(options(p)).wavelengths.filter((length) => length > (p.trained ?? 0)).length,
  /** The parameters of a table. */
  table_size: (_, p) => (p.rows ?? 0) * (p.d ?? 0),
  /** The worked query of the section on RoPE, rotated. */
  rotated: (core, p) =>
    core.rotate(rotary(p), worked.q, Float64Array.of(p.pos ?? 0)).values[p.dim ?? 0],
  norm: (core, p) =>
    Math.hypot(...core.rotate(rotary(p), worked.q, Float64Array.of(p.pos ?? 0)).values),
  /** The score of the worked query at m and a key at n; half=1 pairs i with i + d/2. */
  score: (core, p) =>
    core.rotaryScores(rotary(p), worked.q, worked.k, Float64Array.of(p.m ?? 0, p.n ?? 0)).values[0],
  /** The quantity that RoPE's paper plots for its long-term decay. */
  decay: (core, p) => core.ropeDecay(options(p), Float64Array.of(p.k ?? 0)).values[0],
  /** Slopes of ALiBi, counted from head 1. */
  slope: (core, p) => slopes(core, p)[(p.head ?? 1) - 1],
  /** The distance over which a head's bias halves a weight. */
  half_distance: (core, p) => Math.LN2 / facts.slope(core, p),
  /** What the bias alone gives the last so many of all positions, in per cent. */
  share_of_last: (core, p) => {
    const count = p.positions ?? 0;
    const [at, from] = [((p.head ?? 1) * count - 1) * count, count - (p.last ?? 0)];
    const { values } = core.causalAttentionEqualLogits(slopes(core, p), count, count);
    return 100 * values.slice(at + from, at + count).reduce((sum, one) => sum + one, 0);
  },
  /** A pair's wavelength under a remedy. */
  pi_wavelength: (core, p) =>
    core.positionInterpolation(options(p), p.factor ?? 1).wavelengths[p.pair ?? 0],
  ntk_wavelength: (core, p) => core.ntkAware(options(p), p.factor ?? 1).wavelengths[p.pair ?? 0],
  ntk_base: (core, p) => core.ntkAware(options(p), p.factor ?? 1).base,
  yarn_wavelength: (core, p) => yarn(core, p).wavelengths[p.pair ?? 0],
  yarn_factor: (core, p) => yarn(core, p).attentionFactor,
  /** How many pairs YaRN leaves as they are, and how many it slows down by the whole factor. */
  yarn_kept: (core, p) => yarnRatios(core, p).filter((ratio) => ratio < 1 + 1e-9).length,
  yarn_slowed: (core, p) =>
    yarnRatios(core, p).filter((ratio) => ratio > (p.factor ?? 1) - 1e-9).length,
  /** T5's bucket of a key so many positions to the right of its query, with T5's own numbers. */
  bucket: (core, p) =>
    core.t5Buckets(
      { direction: 'bidirectional', numBuckets: 32, maxDistance: 128 },
      Float64Array.of(p.offset ?? 0),
    ).values[0],
};

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
const yarnRatios = (core, p) => {
  const { wavelengths } = core.frequencies(options(p));
  return yarn(core, p).wavelengths.map((length, pair) => length / wavelengths[pair]);
};

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

/** @param {Core} core @param {string} name */
function messageOf(core, name) {
  const wrong = errors[name];
  if (!wrong) throw new Error(`there is no error "${name}"`);
  let message = '';
  try {
    wrong(core);
  } catch (error) {
    message = /** @type {Error} */ (error).message;
  }
  if (message === '') throw new Error('the core accepts it');
  return message;
}

/**
 * With `decimals` digits after the point, or `digits` significant ones (4 unless told).
 * @param {number} value @param {Parameters} how
 */
function written(value, how) {
  if (!Number.isFinite(value)) throw new Error(`the value is ${value}`);
  return how.decimals === undefined
    ? significant(value, how.digits ?? 4)
    : decimals(value, how.decimals);
}

/**
 * The text with its facts filled in.
 * @param {Core} core @param {string} text @param {string} file
 */
export function withFacts(core, text, file) {
  return text.replace(/\{\{(\w+)([^}]*)\}\}/g, (whole, name, rest) => {
    try {
      if (name === 'error') return messageOf(core, rest.trim());
      const fact = facts[name];
      if (!fact) throw new Error(`there is no fact "${name}"`);
      const parameters = Object.fromEntries(
        rest
          .split(' ')
          .filter(Boolean)
          .map((/** @type {string} */ pair) => {
            const [key = '', value = ''] = pair.split('=');
            if (value === '' || Number.isNaN(Number(value))) {
              throw new Error(`"${pair}" is not of the form name=number`);
            }
            return [key, Number(value)];
          }),
      );
      return written(fact(core, parameters), parameters);
    } catch (error) {
      throw new Error(`${file}: ${whole}: ${/** @type {Error} */ (error).message}`, {
        cause: error,
      });
    }
  });
}
