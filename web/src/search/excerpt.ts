// What a result shows of a text, with the words that were found.
import { termsOf, type Word, wordsIn } from './terms.ts';

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

/** How many characters it has, and how many of these are before the first word that was found. */
const length = 150;
const before = 40;

/** Where most of the terms are close to each other. */
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
