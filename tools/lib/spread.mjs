// What was measured several times: the median, and how far the others are.

/** @param {readonly number[]} values */
export function spreadOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ index) => sorted.at(index) ?? NaN;
  return { median: at(sorted.length >> 1), least: at(0), most: at(-1) };
}

/** The same as a line of text. @param {string} name @param {readonly number[]} values @param {number} digits */
export function spreadLine(name, values, digits) {
  const { median, least, most } = spreadOf(values);
  const spread = values.length > 1 ? ` (${least.toFixed(digits)} to ${most.toFixed(digits)})` : '';
  return `${name.padEnd(50)}${median.toFixed(digits).padStart(10)}${spread}`;
}
