// Words as the search compares them: θ and theta, `normalise` and `normalize`, M-RoPE and mrope are the same.

/** A word in a text, and where it is. Parts joined by hyphens or underscores are one. */
export interface Word {
  start: number;
  end: number;
  /** Its parts, to compare. */
  parts: string[];
  /** All of it, to compare; the same as its part if there is only one. */
  whole: string;
}

const greek: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  θ: 'theta',
  ϑ: 'theta',
  λ: 'lambda',
  μ: 'mu',
  π: 'pi',
  σ: 'sigma',
  τ: 'tau',
  φ: 'phi',
  ϕ: 'phi',
  ψ: 'psi',
  ω: 'omega',
};

/** Short for. */
const short: Readonly<Record<string, string>> = { sin: 'sine', cos: 'cosine' };

/** Words in almost every sentence. */
const common = new Set(
  'a an and are as at be by can do does for from how in is it its of on or that the then this to was what when where which with'.split(
    ' ',
  ),
);

/** British endings become American ones, and plurals singular. (An s for every z keeps beginnings of words alike.) */
const endings: readonly [RegExp, string][] = [
  [/z/g, 's'],
  [/^(\w{2,})our(s|ed|ing|al)?$/, '$1or$2'],
  [/^(\w{2,})tre(s?)$/, '$1ter$2'],
  [/ies$/, 'y'],
  [/(?<=\w{2}[^aisu])s$/, ''],
];

/** Most words of a text repeat. */
const known = new Map<string, string>();

/** One part of a word, to compare. */
function folded(part: string): string {
  const found = known.get(part) ?? fold(part);
  known.set(part, found);
  return found;
}

function fold(part: string): string {
  const plain = part
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\p{Script=Greek}/gu, (letter) => greek[letter] ?? letter);
  const alike = endings.reduce((text, [ending, other]) => text.replace(ending, other), plain);
  return short[alike] ?? alike;
}

/** Digits in groups of three; letters and digits, with decimals. */
const part = String.raw`\d{1,3}(?:[\u202f\u00a0,]\d{3})+(?!\d)|[\p{L}\p{M}\p{N}]+(?:\.\p{N}+)*`;
const word = new RegExp(`(?:${part})(?:[-‑_^](?:${part}))*`, 'gu');

/** The words of a text. */
export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(word)].map(({ 0: found, index }) => {
    const parts = found
      .split(/[-‑_^]/)
      .map((one) => folded(one.replaceAll(/[\u202f\u00a0,]/g, '')));
    return { start: index, end: index + found.length, parts, whole: parts.join('') };
  });

/** All that a word is found by. */
export const termsOf = ({ parts, whole }: Word): string[] =>
  parts.length > 1 ? [...parts, whole] : parts;

export const isCommon = (term: string): boolean => common.has(term);

// Excerpts of texts, with the words that were found.

export interface Piece {
  text: string;
  isFound: boolean;
}

const isAmong = (terms: ReadonlySet<string>) => (word: Word) =>
  termsOf(word).some((term) => terms.has(term));

/** A text in pieces: words that were found, and what is between them. */
export function piecesOf(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const word of wordsIn(text).filter(isAmong(terms))) {
    pieces.push({ text: text.slice(end, word.start), isFound: false });
    pieces.push({ text: text.slice(word.start, word.end), isFound: true });
    end = word.end;
  }
  return [...pieces, { text: text.slice(end), isFound: false }].filter((one) => one.text !== '');
}

/** In characters: of an excerpt, and of the part before the first word that was found. */
const length = 150;
const before = 40;

/** Most of the terms are close to each other there. */
function bestStart(words: readonly Word[]): number {
  const countFrom = ({ start }: Word) => {
    const near = words.filter((word) => word.start >= start && word.end <= start + length - before);
    return new Set(near.map(({ whole }) => whole)).size;
  };
  let best = { start: 0, count: 0 };
  for (const word of words) {
    const count = countFrom(word);
    if (count > best.count) best = { start: word.start, count };
  }
  return best.start;
}

/** The part of a text that shows best why it was found. */
export function excerptOf(text: string, terms: ReadonlySet<string>): Piece[] {
  const start = bestStart(wordsIn(text).filter(isAmong(terms)));
  if (text.length <= length) return piecesOf(text, terms);
  // At the beginning of a word.
  const from = start <= before ? 0 : text.indexOf(' ', start - before) + 1;
  const to = from + length >= text.length ? text.length : text.lastIndexOf(' ', from + length);
  return piecesOf(
    `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`,
    terms,
  );
}
