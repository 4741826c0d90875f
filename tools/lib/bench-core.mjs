// What `posenc bench --json` says, as charts.

/** @typedef {import('./bench-page.mjs').Chart} Chart */
/**
 * @typedef {{least: number, median: number, most: number}} Times
 * @typedef {{name: string, bytes: number, milliseconds: Times, gigabytes_per_second: number, of_copy: number}} Encoding
 * @typedef {{name: string, milliseconds: Times, steps_per_second: number, of_peak: number}} Training
 */

/**
 * @param {string} where for instance "natively"
 * @param {{encodings?: Encoding[], training?: Training[]}} measured
 * @returns {Chart[]}
 */
export function chartsOfCore(where, { encodings = [], training = [] }) {
  /** @type {Chart[]} */
  const charts = [
    {
      title: `Encodings ${where}`,
      unit: 'ms',
      digits: 3,
      bars: encodings.map(({ name, bytes, milliseconds: { least, median, most } }) => ({
        ...{ name: `${name}, ${(bytes / 1e6).toFixed(1)} MB`, value: median, least, most },
      })),
    },
    {
      title: `Encodings ${where}: speed`,
      unit: 'of a copy',
      digits: 3,
      note: 'A plain copy of as many bytes, in turn with each, is 1: what memory allows.',
      bars: encodings.map(({ name, of_copy }) => ({ name, value: of_copy, limit: 1 })),
    },
    {
      title: `Training ${where}: products of matrices`,
      unit: 'of the multiply-add peak',
      digits: 3,
      bars: training.map(({ name, of_peak }) => ({ name, value: of_peak, limit: 1 })),
    },
    {
      title: `Training ${where}: steps`,
      unit: 'steps/s',
      digits: 1,
      bars: training.map(({ name, steps_per_second, milliseconds: { least, most } }) => ({
        ...{ name, value: steps_per_second, least: 1000 / most, most: 1000 / least },
      })),
    },
  ];
  return charts.filter(({ bars }) => bars.length > 0);
}
