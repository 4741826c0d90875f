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
