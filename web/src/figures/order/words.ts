// Words and their order, as figures of sequences use them.
import { numbersIn } from '../../ui/parameters.ts';

export const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** A number for each distinct word, in order of appearance; upper and lower case count as equal. */
export function numberedWords(words: readonly string[]): Float64Array<ArrayBuffer> {
  const bare = words.map((word) => word.toLowerCase());
  const distinct = [...new Set(bare)];
  return Float64Array.from(bare, (word) => distinct.indexOf(word));
}

/** The core's numbers of tokens are below it. */
const tokenLimit = 0x80000000;

/** The lesson's own, with the first numbers. */
const vocabulary = ['the', 'dog', 'bit', 'man'];

/** A number for each word, the same in any sentence; upper and lower case count as equal. */
export const tokensOf = (words: readonly string[]): Float64Array<ArrayBuffer> =>
  Float64Array.from(words, (word) => {
    const bare = word.toLowerCase();
    const known = vocabulary.indexOf(bare);
    if (known >= 0) return known;
    let hash = vocabulary.length;
    for (const letter of bare) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % tokenLimit;
    return hash;
  });

/** Colors that tell words apart: the first and the last that occur once have one; all others are alike. */
export function tonesOf(words: readonly string[]): ('accent' | 'form' | 'soft')[] {
  const tokens = tokensOf(words);
  const once = originalOrder(words.length).filter(
    (n) => tokens.indexOf(tokens[n] ?? 0) === tokens.lastIndexOf(tokens[n] ?? 0),
  );
  const [first, last] = [once[0], once.at(-1)];
  return words.map((_, n) => (n === first ? 'accent' : n === last ? 'form' : 'soft'));
}

export const originalOrder = (count: number): number[] =>
  Array.from({ length: count }, (_, n) => n);

/** The order in a text; the given order if it is for another number of words. */
export function orderIn(text: string, count: number): number[] {
  const order = numbersIn(text);
  return order.length === count ? order : originalOrder(count);
}

export const isOriginalOrder = (order: readonly number[]): boolean =>
  order.every((given, place) => given === place);

/** Moves one to another place. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const others = order.filter((_, place) => place !== from);
  return [...others.slice(0, to), order[from] ?? 0, ...others.slice(to)];
}

export const swapped = (order: readonly number[], one: number, other: number): number[] =>
  order.map((given, place) =>
    place === one ? (order[other] ?? 0) : place === other ? (order[one] ?? 0) : given,
  );

/** A random order that differs from the current one, if there is one. */
export function shuffled(order: readonly number[], random: () => number = Math.random): number[] {
  if (order.length < 2) return [...order];
  for (;;) {
    const next = [...order];
    for (let last = next.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [next[last], next[other]] = [next[other] ?? 0, next[last] ?? 0];
    }
    if (next.some((given, place) => given !== order[place])) return next;
  }
}
