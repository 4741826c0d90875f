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
}

const slips: Record<Exclude<Reason, 'rounded'>, Statement> = {
  degrees: {
    first: 'The angle is in radians, not in degrees.',
    why: 'Position times frequency goes into sine and cosine as it is. On a calculator, switch from DEG to RAD.',
  },
  exponent: {
    first: 'The exponent is 2i/d, not i/d.',
    why: 'Each pair takes up two dimensions: pair i begins at dimension 2i, and that is what is divided by d.',
  },
  'sin-cos-swapped': {
    first: 'Sine and cosine are swapped.',
    why: 'Dimension 2i holds the sine, dimension 2i + 1 the cosine, both of the same angle.',
  },
  'one-based': {
    first: 'Positions count from 0.',
    why: 'This is the value of the position after, as if the first were number 1.',
  },
  'inverted-exponent': {
    first: 'The exponent is negative.',
    why: 'The position is divided by the power of the base, not multiplied with it: later pairs turn more slowly.',
  },
  'decimal-shift': {
    first: 'The decimal point is one place off.',
    why: 'The value is ten times too large or ten times too small.',
  },
};

/** How many decimals a number was typed with. */
const decimalsIn = (text: string) => /[.,](\d*)/.exec(text)?.[1]?.length ?? 0;

export function mark(verdict: Verdict, text: string, { decimals }: ExerciseText): Mark | null {
  switch (verdict.outcome) {
    case 'empty':
      return null;
    case 'unreadable':
      return { symbol: '?', word: 'not read' };
    case 'right':
      return { symbol: '✓', word: 'right' };
    case 'carried-forward':
      return { symbol: '→', word: 'carried forward' };
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
  switch (verdict.outcome) {
    case 'empty':
    case 'right':
      return null;
    case 'unreadable':
      return {
        first: 'This could not be read, and costs nothing.',
        why: `${capital(verdict.message ?? '')}.`,
      };
    case 'carried-forward':
      return {
        first: 'Right for your own vectors.',
        why: 'It follows from what you have above, so it counts. Not all of that is right yet.',
      };
    case 'form':
      return { first: 'Right so far.', why: 'It is rounded more coarsely than the task asks.' };
    case 'wrong':
      if (verdict.reason && verdict.reason !== 'rounded') return slips[verdict.reason];
      return {
        first: 'Not right.',
        why:
          text.choices[item.id]?.wrong ??
          'None of the slips known here leads to this value. Go through it once more, step by step.',
      };
  }
}

/** 'Dimension 2', 'Dimensions 0 and 2', 'Dimensions 0, 1 and 2'. */
export function dimensions(numbers: number[]): string {
  const last = numbers[numbers.length - 1] ?? '';
  const others = numbers.slice(0, -1).join(', ');
  return others ? `Dimensions ${others} and ${last}` : `Dimension ${last}`;
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
