// The small pictures of pages about claims, mistakes, programs and formulas (thumbnails.mjs has the others).

import { bar, box, color, cross, disk, line, path, range, row, tag, tick } from './svg-parts.mjs';

/** @typedef {import('../../../build/package/node.js').ClaimsApi} ClaimsCore */

/** @param {ClaimsCore} trials */
export const claims = (trials) =>
  trials
    .claims()
    .claims.slice(0, 3)
    .map(({ text }, n) => {
      const y = 6 + 27 * n;
      return (
        box(10, y, 104, 22) +
        bar(18, y + 6, Math.min(86, text.length), 4, color('soft'), 0.7) +
        bar(18, y + 13, Math.min(60, text.length / 2), 4, color('soft'), 0.4) +
        tick(122, y + 11) +
        cross(141, y + 11)
      );
    })
    .join('');

/** A program as it is indented, a bar for each line. @param {ClaimsCore} trials @param {number} n which of the museum's */
function program(trials, n) {
  const code = trials.exhibits().exhibits[n]?.code ?? [];
  return code
    .filter((text) => text.trim() !== '')
    .slice(0, 7)
    .map((text, at) => {
      const indent = 3 * (text.length - text.trimStart().length);
      const long = Math.min(126 - indent, 2.2 * text.trim().length);
      return bar(12 + indent, 7 + 11.5 * at, long, 5, color('soft'), 0.55);
    })
    .join('');
}

/** @param {ClaimsCore} trials */
export function museum(trials) {
  const glass =
    tag('circle', {
      cx: 104,
      cy: 48,
      r: 19,
      fill: color('wrong'),
      'fill-opacity': 0.12,
      stroke: color('wrong'),
      'stroke-width': 3,
    }) + path('M118 62L133 77', color('wrong'), 5);
  return program(trials, 0) + glass;
}

/** @param {ClaimsCore} trials */
export const code = (trials) =>
  program(trials, 1) +
  disk(128, 62, 18, color('accent')) +
  path('M123 53L137 62L123 71L123 53', color('paper'), 3);

/** A formula of one's own: the first dimensions of an example, and a pen. @param {ClaimsCore} trials */
export function own(trials) {
  const [example] = trials.ownExamples().examples;
  const { table } = trials.ownEncoding(example?.formula ?? 'pos', 8, 60);
  // Every second position: a line through these looks the same.
  const columns = [2, 4, 6].map((c) => range(30).map((n) => row(table, 2 * n)[c] ?? 0));
  const most = Math.max(...columns.flat().map(Math.abs));
  const waves = columns.map((values, n) =>
    line(
      values.map((value, x) => [10 + 4.8 * x, 60 - (22 * value) / most]),
      color(['hybrid', 'sinusoidal', 'alibi'][n] ?? 'accent'),
    ),
  );
  return (
    box(10, 6, 140, 22) +
    bar(20, 15, 70, 4, color('ink'), 0.8) +
    bar(96, 10, 2, 14, color('accent')) +
    waves.join('')
  );
}
