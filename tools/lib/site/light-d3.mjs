// D3 without what no plot uses, which is most of it: for each package comes as one file that a bundler takes to be needed
// as a whole.

/** Top-level variables whose value is computed: in these packages that does nothing else. */
const computed = /^((?:var|const|let) [\w$]+ = )(\(function|(?:new )?[\w$]+\(.*)/gm;
/** A call, also as an argument of another. */
const call = /\(function|(?<![\w$.])(?:new )?[\w$]+\(/g;

/** Marks what a bundler may leave out. @param {string} code */
const marked = (code) =>
  code.replaceAll(
    computed,
    (_, start, value) => start + value.replaceAll(call, '/* @__PURE__ */ $&'),
  );

/** What scales ask of other packages to map colors and dates, and to write ticks. @type {Record<string, string>} */
const standIns = {
  // Plots map numbers alone.
  'd3-interpolate':
    "export { interpolateNumber, interpolateNumber as interpolate, interpolateRound, piecewise } from 'd3-interpolate';",
  // Plots write their ticks themselves (web/src/plots/format.ts).
  'd3-format': `const missing = () => {
      throw new Error('plots do not have the formats of D3');
    };
    export {
      missing as format, missing as formatPrefix, missing as formatSpecifier,
      missing as precisionFixed, missing as precisionPrefix, missing as precisionRound,
    };`,
};
const prefix = '\0stand-in:';

/** @returns {import('vite').Plugin} */
export const lightD3 = () => ({
  name: 'posenc-light-d3',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id in standIns && importer?.includes('/d3-scale/') ? prefix + id : undefined,
  load: (id) => (id.startsWith(prefix) ? standIns[id.slice(prefix.length)] : undefined),
  transform: (code, id) => (/\/node_modules\/d3-[\w-]+\//.test(id) ? marked(code) : undefined),
});
