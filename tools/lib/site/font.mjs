// The font of the formulas: STIX Two Math, as far as the lesson's formulas need it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Writes the part of the font that some pages need; returns its characters. @param {string[]} pages */
export async function writeMathFont(pages) {
  const text = pages
    .flatMap((page) => page.match(/<math[\s\S]*?<\/math>/g) ?? [])
    .join('')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#?\w+;/g, '<>&');
  // Roots and tall brackets are drawn from characters that stand in no text.
  const characters = new Set(`${text}√()[]{}|`);
  for (const character of [...characters]) characters.add(italic(character));
  const all = [...characters].join('');
  const subset = await once('font of formulas', all, () =>
    subsetFont(readFileSync(whole), all, { targetFormat: 'woff2' }),
  );
  mkdirSync(dirname(mathFont), { recursive: true });
  writeFileSync(mathFont, subset);
  return all;
}
