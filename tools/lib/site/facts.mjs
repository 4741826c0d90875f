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
};

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
 * @param {(parameters: Parameters, value: number) => void} [tell] is told of each before it is rounded
 */
export function withFacts(core, text, file, tell) {
  return text.replace(/\{\{(\w+)([^}]*)\}\}/g, (whole, name, rest) => {
    try {
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
      const value = fact(core, parameters);
      tell?.(parameters, value);
      return written(value, parameters);
    } catch (error) {
      throw new Error(`${file}: ${whole}: ${/** @type {Error} */ (error).message}`, {
        cause: error,
      });
    }
  });
}
