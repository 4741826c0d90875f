// The title card of a page, which others show with a link to it: its title beside its picture, as PNG.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import subsetFont from 'subset-font';
import { root } from '../paths.mjs';
import { escape } from './page.mjs';
import { cells } from './svg-parts.mjs';
import { tokens } from './tokens.mjs';

/** @typedef {import('./core.mjs').Core} Core */
/** @typedef {{title: string, kicker: string, lesson: string, picture: string}} Card `picture`: as SVG, or its inner part */

/** What sites that show links ask for. */
export const cardSize = { width: 1200, height: 630 };

const margin = 72;
/** The sheet with the picture, on the right. */
const sheet = { width: 544, height: 320 };
const textWidth = cardSize.width - 3 * margin + 16 - sheet.width;

/** @param {string} svg */
const inLightColors = (svg) =>
  svg.replaceAll(/var\((--posenc-[\w-]+)\)/g, (_, /** @type {string} */ name) => {
    const found = tokens.get(name);
    if (!found) throw new Error(`there is no color ${name}`);
    return found.light;
  });

const family = 'STIX Two Math';
const fontFile =
  'node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2';

/** @type {Promise<void> | undefined} */
let started;

/**
 * Letters as they are drawn: their width, and pictures with them.
 * @param {string} characters all that will be drawn
 */
async function lettering(characters) {
  const packed = readFileSync(join(root, fontFile));
  const font = await subsetFont(packed, characters, { targetFormat: 'sfnt' });
  await (started ??= initWasm(
    readFileSync(join(root, 'node_modules/@resvg/resvg-wasm/index_bg.wasm')),
  ));
  const read = (/** @type {string} */ svg) =>
    new Resvg(svg, { font: { fontBuffers: [font], defaultFontFamily: family } });
  return {
    png: (/** @type {string} */ svg) => read(svg).render().asPng(),
    width: (/** @type {string} */ text, /** @type {number} */ size) =>
      read(svgOf(textAt(text, 0, size, size))).getBBox()?.width ?? 0,
  };
}
/** @param {string} inner */
const svgOf = (inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${inner}</svg>`;

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} [color] */
const textAt = (text, x, y, size, color = 'ink') =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="${family}" fill="var(--posenc-${color})">${escape(text)}</text>`;

/** @typedef {Awaited<ReturnType<typeof lettering>>} Lettering */

/** A text in lines that fit. @param {Lettering} letters @param {string} text @param {number} size */
function linesOf(letters, text, size) {
  const [first = '', ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (letters.width(longer, size) <= textWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const mostLines = 4;

/** The largest size at which a title fits, with its lines. @param {Lettering} letters @param {string} title */
function fitted(letters, title) {
  for (const size of [88, 80, 72, 64, 56, 48, 40]) {
    const lines = linesOf(letters, title, size);
    const fits = lines.every((line) => letters.width(line, size) <= textWidth);
    if (fits && lines.length <= mostLines) return { size, lines };
  }
  throw new Error(`the title "${title}" is too long for a card`);
}

/** @param {Lettering} letters @param {Card} card */
function drawing(letters, { title, kicker, lesson, picture }) {
  const { width, height } = cardSize;
  const { size, lines } = fitted(letters, title);
  const step = 1.15 * size;
  const top = height / 2 - ((lines.length - 1) * step) / 2 + 0.3 * size;
  const left = width - margin + 16 - sheet.width;
  const inner = picture.replace(/^<svg[^>]*>|<\/svg>$/g, '');
  return inLightColors(
    svgOf(
      [
        `<rect width="${width}" height="${height}" fill="var(--posenc-paper)"/>`,
        `<rect width="${width}" height="12" fill="var(--posenc-accent)"/>`,
        kicker && textAt(kicker, margin, 116, 34, 'accent'),
        ...lines.map((line, n) => textAt(line, margin, Math.round(top + n * step), size)),
        title === lesson ? '' : textAt(lesson, margin, height - 72, 34, 'soft'),
        `<rect x="${left}" y="${(height - sheet.height) / 2}" width="${sheet.width}" height="${sheet.height}" rx="20" fill="var(--posenc-sheet)" stroke="var(--posenc-line)" stroke-width="2"/>`,
        `<svg x="${left + 16}" y="${(height - 288) / 2}" width="512" height="288" viewBox="0 0 160 90">${inner}</svg>`,
      ].join(''),
    ),
  );
}

/** The picture of pages that have none of their own: the sinusoidal table, a column for each position. @param {Core} core */
export function tablePicture(core) {
  const [positions, dModel] = [26, 14];
  const table = core.sinusoidalTable(
    { dModel, base: 100, variant: 'paper', layout: 'concatenated' },
    Float64Array.from({ length: positions }, (_, position) => position),
  );
  return cells(table, { x: 2, y: 3, cell: 6, most: 1 });
}

/** Cards as PNG, by the name of each. @param {Map<string, Card>} cards @returns {Promise<Map<string, Uint8Array>>} */
export async function shareCards(cards) {
  const characters = [...cards.values()].map(
    ({ title, kicker, lesson }) => title + kicker + lesson,
  );
  const letters = await lettering(characters.join(''));
  return new Map([...cards].map(([name, card]) => [name, letters.png(drawing(letters, card))]));
}
