// The places of two matrices of attention in a picture: side by side, or on each other where that is too narrow.

/** One of the two, with room for its cards above it and for its words to the left. */
interface Block {
  /** The corner of its cells. */
  left: number;
  top: number;
}

export interface AttentionLayout {
  given: Block;
  reordered: Block;
  /** Both are at the same place. */
  isOne: boolean;
  /** The size of a cell. */
  wide: number;
  high: number;
  /** Of the cards above the columns. */
  cardHeight: number;
  /** Each word fits above its column. If not, the words stand upright, and their cards are below the picture. */
  fits: boolean;
  height: number;
}

const between = 22;
const narrow = 430;
const titleHeight = 20;
const cardHeight = 42;
const letter = 7.8;

const longest = (words: readonly string[]) =>
  words.reduce((most, word) => Math.max(most, word.length), 1);

export function attentionLayout(width: number, words: readonly string[]): AttentionLayout {
  const count = Math.max(1, words.length);
  const letters = longest(words);
  const names = Math.min(letter * letters + 10, width / 3);
  const cellWidth = (room: number) => Math.min(60, (room - names) / count);
  const holdsWords = (room: number) => cellWidth(room) >= 7.2 * letters + 9;
  const half = (width - between) / 2;
  const isOne = width < narrow || (!holdsWords(half) && holdsWords(width));
  const room = isOne ? width : half;
  const wide = cellWidth(room);
  const high = Math.max(15, Math.min(wide, isOne ? 34 : 44));
  const fits = holdsWords(room);
  const head = fits ? cardHeight + 6 : letter * letters + 6;
  const top = titleHeight + head;
  return {
    given: { left: names, top },
    reordered: { left: isOne ? names : names + half + between, top },
    isOne,
    wide,
    high,
    cardHeight,
    fits,
    height: top + count * high + 4,
  };
}
