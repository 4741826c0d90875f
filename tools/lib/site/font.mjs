// The fonts of the lesson, as far as its pages need them: STIX Two Math for formulas, Source Serif 4 for text.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseFragment } from 'parse5';
import subsetFont from 'subset-font';
import { build, root } from '../paths.mjs';
import { once } from './once.mjs';

/** @param {string} name of a font and its file */
const whole = (name) => {
  const family = name.startsWith('stix') ? 'stix-two-math' : 'source-serif-4';
  return join(root, 'node_modules/@fontsource', family, 'files', `${name}.woff2`);
};

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

/** The characters of the text of some pages, and all that a reader may type. @param {string[]} pages */
function charactersOfText(pages) {
  const ascii = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n));
  const texts = pages.map((page) =>
    page.replace(/<(script|style|math|svg)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ''),
  );
  return [...new Set([...ascii, ...texts.join('')])].sort().join('');
}

/** @param {string} to @param {string} name of the font @param {string} characters */
async function writeSubset(to, name, characters) {
  const subset = await once(`font ${to}`, [name, characters], () =>
    // Hints only move edges to whole pixels on coarse screens, and browsers have means of their own for that.
    subsetFont(readFileSync(whole(name)), characters, { targetFormat: 'woff2', noHinting: true }),
  );
  const file = join(build, 'lesson', `${to}.woff2`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, subset);
}

/** Writes the parts of the fonts that some pages need; returns the characters. @param {string[]} pages */
export async function writeFonts(pages) {
  const [formulas, text] = [charactersOfFormulas(pages), charactersOfText(pages)];
  await writeSubset('math', 'stix-two-math-latin-400-normal', formulas);
  for (const style of ['400-normal', '400-italic', '600-normal']) {
    await writeSubset(`serif-${style}`, `source-serif-4-latin-${style}`, text);
  }
  return [formulas, text].join('');
}
