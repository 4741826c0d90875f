// The font of the formulas: STIX Two Math, as far as the lesson's formulas need it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseFragment } from 'parse5';
import subsetFont from 'subset-font';
import { build, root } from '../paths.mjs';
import { once } from './once.mjs';

const whole = join(
  root,
  'node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
);
const mathFont = join(build, 'lesson/math.woff2');

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const greek = 'αβγδεζηθικλμνξοπρςστυφχψω';

/** What a browser draws for a letter that stands alone as a variable. @param {string} letter */
function italic(letter) {
  if (letter === 'h') return 'ℎ';
  const latin = letters.indexOf(letter);
  if (latin >= 0) return String.fromCodePoint(latin < 26 ? 0x1d44e + latin : 0x1d434 + latin - 26);
  const at = greek.indexOf(letter);
  return at >= 0 ? String.fromCodePoint(0x1d6fc + at) : letter;
}

/**
 * The characters that a browser draws for a part of a formula.
 * @param {import('parse5').DefaultTreeAdapterTypes.ChildNode} node @returns {string[]}
 */
function drawn(node) {
  if (!('childNodes' in node)) return 'value' in node ? [...node.value] : [];
  const characters = node.childNodes.flatMap(drawn);
  const isVariable =
    node.nodeName === 'mi' &&
    characters.length === 1 &&
    !node.attrs.some(({ name }) => name === 'mathvariant');
  if (isVariable) return characters.map(italic);
  // Brackets grow from a character in the text, but the sign of a root is in none.
  return node.nodeName === 'msqrt' ? ['√', ...characters] : characters;
}

/** The characters that a browser draws for the formulas of some pages. @param {string[]} pages */
export function charactersOfFormulas(pages) {
  const formulas = pages.flatMap((page) => page.match(/<math[\s\S]*?<\/math>/g) ?? []);
  return [...new Set(parseFragment(formulas.join('')).childNodes.flatMap(drawn))].join('');
}

/** Writes the part of the font that some pages need; returns its characters. @param {string[]} pages */
export async function writeMathFont(pages) {
  const characters = charactersOfFormulas(pages);
  const subset = await once('font of formulas', characters, () =>
    // Hints only move edges to whole pixels on coarse screens, and browsers have means of their own for that.
    subsetFont(readFileSync(whole), characters, { targetFormat: 'woff2', noHinting: true }),
  );
  mkdirSync(dirname(mathFont), { recursive: true });
  writeFileSync(mathFont, subset);
  return characters;
}
