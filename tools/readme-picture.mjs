// The picture in README.md, computed by the core: the sinusoidal table, a row for each position, a column for each
// dimension, sines first. Needs build/package ("npm run build:package"); tests/wasm holds the committed picture to this script.
//   node tools/readme-picture.mjs    writes .github/posenc.svg
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { interpolateRdBu } from 'd3-scale-chromatic';
import { packageFolder, root } from './lib/paths.mjs';

export const file = '.github/posenc.svg';

const rows = 60;
const cols = 64;
/** Of a cell, in units of the picture. */
const cell = { width: 10, height: 5 };
const margin = { left: 44, top: 58, right: 16, bottom: 34 };
/** Odd, so that one of them is 0. */
const shades = 15;

/** The shade of a value from -1 to 1. @param {number} value */
const shadeOf = (value) => Math.round(((value + 1) / 2) * (shades - 1));

/** Red above 0 and blue below, as on the page. @param {number} shade */
const colorOf = (shade) => {
  const channels = interpolateRdBu(0.9 - (0.8 * shade) / (shades - 1)).match(/\d+/g) ?? [];
  return `#${channels.map((one) => Number(one).toString(16).padStart(2, '0')).join('')}`;
};

/** For each shade, the cells that have it: those below each other as one. @param {ArrayLike<number>} values */
function paths(values) {
  const drawn = Array.from({ length: shades }, () => '');
  for (let col = 0; col < cols; col++) {
    for (let row = 0; row < rows;) {
      const shade = shadeOf(values[row * cols + col] ?? 0);
      let end = row + 1;
      while (end < rows && shadeOf(values[end * cols + col] ?? 0) === shade) end++;
      drawn[shade] += `M${col} ${row}h1v${end - row}h-1z`;
      row = end;
    }
  }
  return drawn
    .map((path, shade) => (path ? `<path fill="${colorOf(shade)}" d="${path}"/>` : ''))
    .filter(Boolean);
}

/** The picture as SVG. */
export async function picture() {
  const url = pathToFileURL(join(packageFolder, 'node.js')).href;
  /** @type {typeof import('../build/package/node.js')} */
  const { loadCore } = await import(url);
  const core = await loadCore();
  const { values } = core.sinusoidalTable(
    { dModel: cols, base: 1000, variant: 'paper', layout: 'concatenated' },
    Float64Array.from({ length: rows }, (_, position) => position),
  );
  const [width, height] = [cols * cell.width, rows * cell.height];
  const [bottom, right] = [margin.top + height, margin.left + width];
  const ticks = [
    ...[0, 10, 20, 30, 40, 50].map(
      (row) =>
        `<text x="${margin.left - 6}" y="${margin.top + (row + 0.5) * cell.height + 4}" text-anchor="end">${row}</text>`,
    ),
    ...[0, 16, 32, 48, 63].map(
      (col) =>
        `<text x="${margin.left + (col + 0.5) * cell.width}" y="${bottom + 15}" text-anchor="middle">${col}</text>`,
    ),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right + margin.right} ${bottom + margin.bottom}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="11">`,
    `<title id="title">The sinusoidal positional encoding of ${rows} positions in ${cols} dimensions, as a heat map: sines on the left, cosines on the right, each from fast waves to slow ones</title>`,
    '<style>text{fill:#1d1c1a}.soft{fill:#5d5a54}@media(prefers-color-scheme:dark){text{fill:#e9e7e2}.soft{fill:#a5a29b}}</style>',
    `<text x="${margin.left}" y="20" font-size="15" font-weight="600">A position as a row of waves, from fast to slow</text>`,
    `<text class="soft" x="${margin.left}" y="40">Sinusoidal encoding, base 1000: sines on the left, cosines on the right; red is +1, blue is −1</text>`,
    `<g transform="translate(${margin.left} ${margin.top}) scale(${cell.width} ${cell.height})" shape-rendering="crispEdges">`,
    ...paths(values),
    '</g>',
    `<g class="soft">`,
    ...ticks,
    `<text x="${right}" y="${bottom + 29}" text-anchor="end">dimension</text>`,
    `<text x="14" y="${margin.top + height / 2}" text-anchor="middle" transform="rotate(-90 14 ${margin.top + height / 2})">position</text>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, file), await picture());
  console.log(file);
}
