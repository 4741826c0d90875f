// How a verdict of the core is shown. The words are the core's; the symbols and the echo of numbers are the page's.
import { outcomes } from '../../../build/wasm/posenc-verdicts.mjs';
import type { Item, Verdict } from '../core/api.ts';
import { ownWords, slipIn, type Statement } from './slips.ts';

export type { Statement };

type Outcome = Verdict['outcome'];

/** The mark under a box: never color alone. */
export interface Mark {
  symbol: string;
  word: string;
}

/** The symbol for each outcome. */
export const symbols: Record<Outcome, string> = {
  empty: '○',
  unreadable: '?',
  right: '✓',
  form: '◐',
  wrong: '✕',
  'carried-forward': '→',
  convention: '✓',
};

/** The core's words for an outcome. */
export function wordsFor(outcome: Outcome): (typeof outcomes)[number] {
  const words = outcomes.find(({ name }) => name === outcome);
  if (!words) throw new Error(`no outcome ${outcome}`);
  return words;
}

/** How many decimals a number was typed with. */
const decimalsIn = (text: string) => /[.,](\d*)/.exec(text)?.[1]?.length ?? 0;

export function mark({ outcome }: Verdict, text: string, { decimals }: Item): Mark | null {
  if (outcome === 'empty') return null;
  const lacksOne = outcome === 'form' && decimals - decimalsIn(text) === 1;
  return {
    symbol: symbols[outcome],
    word: lacksOne ? 'one more digit' : wordsFor(outcome).word,
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A message of the core or of Python as a sentence. */
export function sentence(text: string): string {
  const begun = capital(text);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * The explanation of an answer; null if there is none.
 * @param wrongChoice the exercise's explanation of a wrong choice
 */
export function statement(
  { outcome, reason, message }: Verdict,
  exercise: string,
  wrongChoice = '',
): Statement | null {
  if (outcome === 'empty' || (outcome === 'right' && !reason)) return null;
  if (reason) {
    const { first, why, shown } = slipIn(exercise, reason);
    // Digits that are missing, or rounded on the way, need no lesson.
    return outcome === 'form' || outcome === 'right' ? { first, why } : { first, why, shown };
  }
  const words = wordsFor(outcome);
  const { first, why } = ownWords(exercise, outcome) ?? words;
  return { first, why: message ? sentence(message) : wrongChoice || why };
}

/** 'Dimension 2', 'Dimensions 0 and 2', 'Dimensions 0, 1 and 2', or another name for the component. */
export function components(called: string, numbers: number[]): string {
  const last = numbers[numbers.length - 1] ?? '';
  const others = numbers.slice(0, -1).join(', ');
  return capital(others ? `${called}s ${others} and ${last}` : `${called} ${last}`);
}

/** A number in the page's own plain form: there is no need to say how it was read. */
const plain = /^\s*[-\u2212]?(\d+\.?\d*|\.\d+)\s*$/;

/** The value as it was read, with enough digits to notice a wrong reading; '' if it is obvious. */
export function echo({ outcome, read }: Verdict, text: string): string {
  const isPlain = plain.test(text);
  if (read === null || (outcome === 'right' && isPlain)) return '';
  const rounded = Math.abs(read) < 0.1 ? read.toPrecision(3) : read.toFixed(3);
  const value = Number(isPlain ? read.toPrecision(6) : rounded);
  return `Read as ${String(value).replaceAll('-', '−')}`;
}
