// What a verdict of the core is told as. The verdict itself is the core's alone.
import type { Item, Reason, Verdict } from '../core/api.ts';
import type { ExerciseText } from './texts.ts';

/** What stands under a box: never colour alone. */
export interface Mark {
  symbol: string;
  word: string;
}

/** What is said about an answer at length: what is the matter, then why. */
export interface Statement {
  first: string;
  why: string;
  /** Where the lesson shows it better. */
  shown?: Shown;
}

/** Where the lesson shows it: a figure or a part. */
export interface Shown {
  href: string;
  title: string;
}

/** What is said of a slip, and where the lesson shows it better. */
interface Slip extends Statement {
  shown: Shown;
}

const at = {
  chord: {
    href: './sinusoidal.html#a-chord-for-every-position',
    title: 'A chord for every position',
  },
  clock: { href: './sinusoidal.html#two-numbers-one-clock-hand', title: 'The clock hands' },
  byHand: { href: './sinusoidal.html#by-hand-with-d-4', title: 'The table for d = 4' },
  wavelengths: { href: './sinusoidal.html#from-fast-to-slow', title: 'Wavelengths of all pairs' },
  shift: { href: './sinusoidal.html#a-step-is-a-turn', title: 'The shift matrix' },
  products: {
    href: './sinusoidal.html#only-the-distance-counts',
    title: 'Dot products around a position',
  },
  spectrum: { href: './signal.html#its-spectrum', title: 'The spectrum of a dimension' },
  slow: { href: './signal.html#too-slow-to-be-seen', title: 'A wave too slow to be seen' },
  kernel: { href: './hash.html#how-similarity-falls', title: 'Similarity against distance' },
  table: { href: './learned.html#a-table-of-parameters', title: 'A table of parameters' },
  lastRow: { href: './learned.html#past-the-last-row', title: 'Past the last row' },
  rotation: { href: './rope.html#worked-by-hand', title: 'A rotation worked by hand' },
  dials: { href: './rope.html#only-the-difference-is-left', title: 'The dials of query and key' },
  layouts: { href: './rope.html#two-layouts-one-silent-bug', title: 'Two layouts' },
  attention: { href: './order.html#what-attention-computes', title: 'What attention computes' },
  bias: { href: './alibi.html#a-price-for-distance', title: 'A price for distance' },
  slopes: { href: './alibi.html#a-slope-for-each-head', title: 'A slope for each head' },
} satisfies Record<string, Shown>;

const slips: Record<Reason, Slip> = {
  rounded: {
    first: 'Right so far.',
    why: 'It is rounded more coarsely than the task asks.',
    shown: at.byHand,
  },
  degrees: {
    first: 'The angle is in radians, not in degrees.',
    why: 'Position times frequency goes into sine and cosine as it is. On a calculator, switch from DEG to RAD.',
    shown: at.clock,
  },
  exponent: {
    first: 'The exponent is 2i/d, not i/d.',
    why: 'Each pair takes up two dimensions: pair i begins at dimension 2i, and that is what is divided by d.',
    shown: at.chord,
  },
  'sin-cos-swapped': {
    first: 'Sine and cosine are swapped.',
    why: 'Dimension 2i holds the sine, dimension 2i + 1 the cosine, both of the same angle.',
    shown: at.clock,
  },
  'one-based': {
    first: 'Positions count from 0.',
    why: 'This is the value of the position after, as if the first were number 1.',
    shown: at.byHand,
  },
  'inverted-exponent': {
    first: 'The exponent is negative.',
    why: 'The position is divided by the power of the base, not multiplied with it: later pairs turn more slowly.',
    shown: at.wavelengths,
  },
  'decimal-shift': {
    first: 'The decimal point is one place off.',
    why: 'The value is ten times too large or ten times too small.',
    shown: at.byHand,
  },
  'rounded-early': {
    first: 'Something on the way was rounded too early.',
    why: 'Keep all digits of the frequencies until the end: a position multiplies what rounding took away.',
    shown: at.rotation,
  },

  'other-layout': {
    first: 'Right, with pairs (i, i + d/2).',
    why: 'This is the layout of half-split pairs, which much published code has. It counts in full; asked for are neighbours, (2i, 2i + 1).',
    shown: at.layouts,
  },
  'rotation-sign': {
    first: 'Right, turned the other way round.',
    why: 'With R(−m) for query and key scores are the same, as each still depends on the difference alone. It counts in full; the paper turns by +m.',
    shown: at.dials,
  },
  'pair-order': {
    first: 'Right, with the sine part of each pair first.',
    why: 'Each pair is written the other way round, which leaves scores as they are. It counts in full.',
    shown: at.layouts,
  },
  'mixed-conventions': {
    first: 'Two conventions are mixed.',
    why: 'Each alone would do. Cosines laid out for neighbours with halves that are turned, or one vector by one rule and another by the other, is no rotation any more.',
    shown: at.layouts,
  },
  'not-scaled': {
    first: 'The score is not divided by √d.',
    why: 'The dot product is right; attention divides it by the square root of the width before the softmax.',
    shown: at.attention,
  },
  'not-normalised': {
    first: 'The weights do not add up to 1.',
    why: 'exp of a score is the first half of the softmax: divide each by the sum of all.',
    shown: at.attention,
  },

  'dimension-for-pair': {
    first: 'Dimension n belongs to pair n/2, rounded down.',
    why: 'Two dimensions share a frequency: 2i has its sine, 2i + 1 its cosine.',
    shown: at.clock,
  },
  'no-two-pi': {
    first: 'A whole turn is 2π.',
    why: 'The frequency is in radians for each position. A wave comes round once it has gone 2π of them.',
    shown: at.wavelengths,
  },
  'upside-down': {
    first: 'The ratio is upside down.',
    why: 'Asked is how many wavelengths fit into all positions, not how many times all positions fit into a wavelength.',
    shown: at.spectrum,
  },
  'bin-from-one': {
    first: 'Bins count from 0.',
    why: 'Bin 0 is the mean, bin 1 the wave that comes round once in all positions.',
    shown: at.spectrum,
  },

  'not-divided': {
    first: 'This is the dot product.',
    why: 'Each encoding has norm √(d/2), so the similarity is the product divided by d/2: the mean of the cosines, not their sum.',
    shown: at.kernel,
  },
  exponential: {
    first: 'Similarity does not fall exponentially.',
    why: 'It is the mean of the cosines of all pairs: slow ones hold it up, and fast ones make it go up and down.',
    shown: at.kernel,
  },

  transposed: {
    first: 'Right, for PE as a row in front of M.',
    why: 'Your M is the transpose of what is asked for, where PE is a column behind it. It counts in full.',
    shown: at.shift,
  },

  'slope-from-zero': {
    first: 'Heads count from 1.',
    why: 'The first slope is already one factor below 1: a slope of 1 would come before it.',
    shown: at.slopes,
  },
  'power-of-head': {
    first: 'The factor from slope to slope depends on how many heads there are.',
    why: '1/2, 1/4, 1/8 .. is for 8 heads. For n heads the factor is 2^(−8/n), so that the last slope is 1/256 whatever n is.',
    shown: at.slopes,
  },
  'geometric-slopes': {
    first: 'Right by the sentence of the paper.',
    why: 'That makes a geometric series for any n. The released code, and models that were trained with it, take slopes of two powers of two. It counts in full.',
    shown: at.slopes,
  },
  'first-of-twice': {
    first: 'Of twice as many heads every other slope is taken.',
    why: 'These are the first ones in a row. Slopes number 1, 3, 5 .. lie between those that are there already.',
    shown: at.slopes,
  },

  added: {
    first: 'Rows and columns are multiplied.',
    why: 'Every row has d numbers of its own, and each is a parameter.',
    shown: at.table,
  },
  'one-row-less': {
    first: 'One row is missing.',
    why: 'Positions 0 to L − 1 are L positions, each with its row.',
    shown: at.lastRow,
  },
  square: {
    first: 'The table is not square.',
    why: 'It has a row for each position and a column for each dimension.',
    shown: at.table,
  },

  'mixed-layout': {
    first: 'Two layouts are mixed.',
    why: 'The components that turn together are those of one layout, and their cosines and sines those of the other. So the two of a pair turn by different angles, and it is no rotation.',
    shown: at.layouts,
  },
  'input-added': {
    first: 'The vector itself is added.',
    why: 'A rotation keeps x cos of the angle and adds the turned x times its sine. With all of x in place of x cos, vectors grow.',
    shown: at.rotation,
  },
  'base-ignored': {
    first: 'The base is always 10000.',
    why: 'It is an argument, and 10000 only where none is given.',
    shown: at.wavelengths,
  },
  'positive-bias': {
    first: 'The sign of the bias is wrong.',
    why: 'Distance costs: the further away a key is, the further below 0 its bias.',
    shown: at.bias,
  },
  'not-masked': {
    first: 'Later keys are not masked.',
    why: 'Where causal is asked for, the bias of keys after the query is −∞: they get no attention at all.',
    shown: at.bias,
  },
  'mask-reversed': {
    first: 'The wrong side is masked.',
    why: 'A query may look at keys before it and at its own position. Masked are those after it, j > i.',
    shown: at.bias,
  },
};

const slipsByName = new Map<string, Slip>(Object.entries(slips));

/** What is said of a slip, and where the lesson shows it; what was kept may name one that is not known here. */
export function aboutSlip(reason: Reason): Slip;
export function aboutSlip(reason: string): Slip | undefined;
export function aboutSlip(reason: string): Slip | undefined {
  return slipsByName.get(reason);
}

/** How many decimals a number was typed with. */
const decimalsIn = (text: string) => /[.,](\d*)/.exec(text)?.[1]?.length ?? 0;

export function mark(verdict: Verdict, text: string, { decimals }: Item): Mark | null {
  switch (verdict.outcome) {
    case 'empty':
      return null;
    case 'unreadable':
      return { symbol: '?', word: 'not read' };
    case 'right':
      return { symbol: '✓', word: 'right' };
    case 'carried-forward':
      return { symbol: '→', word: 'carried forward' };
    case 'convention':
      return { symbol: '✓', word: 'right, other convention' };
    case 'form':
      return {
        symbol: '◐',
        word: decimals - decimalsIn(text) === 1 ? 'one more digit' : 'more digits',
      };
    case 'wrong':
      return { symbol: '✕', word: 'not right' };
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function statement(verdict: Verdict, item: Item, text: ExerciseText): Statement | null {
  const { outcome, reason } = verdict;
  if (outcome === 'empty' || outcome === 'right') return null;
  if (outcome === 'form') return { first: slips.rounded.first, why: slips.rounded.why };
  if (reason) return { ...slips[reason], ...text.slips?.[reason] };
  switch (outcome) {
    case 'unreadable':
      return {
        first: 'This could not be read, and costs nothing.',
        why: `${capital(verdict.message ?? '')}.`,
      };
    case 'carried-forward':
      return {
        first: 'Right for your own values.',
        why: 'It follows from what you have above, so it counts. Not all of that is right yet.',
      };
    default:
      return {
        first: 'Not right.',
        why:
          text.choices?.[item.id]?.wrong ??
          'None of the slips known here leads to this value. Go through it once more, step by step.',
      };
  }
}

/** 'Dimension 2', 'Dimensions 0 and 2', 'Dimensions 0, 1 and 2', or what else a component is called. */
export function components(called: string, numbers: number[]): string {
  const last = numbers[numbers.length - 1] ?? '';
  const others = numbers.slice(0, -1).join(', ');
  return capital(others ? `${called}s ${others} and ${last}` : `${called} ${last}`);
}

/** A number as plain as the page itself writes it: it need not be told how it was understood. */
const plain = /^\s*[-\u2212]?(\d+\.?\d*|\.\d+)\s*$/;

/** The value as understood, in so many digits that a wrong reading shows; '' if that goes without saying. */
export function echo({ outcome, read }: Verdict, text: string): string {
  const isPlain = plain.test(text);
  if (read === null || (outcome === 'right' && isPlain)) return '';
  const few = Math.abs(read) < 0.1 ? read.toPrecision(3) : read.toFixed(3);
  const value = Number(isPlain ? read.toPrecision(6) : few);
  return `Read as ${String(value).replaceAll('-', '−')}`;
}
