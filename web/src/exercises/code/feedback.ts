// What is said of a program: of what it did wrong, and of why it came to no end.
import type { Reason, Verdict } from '../../core/api.ts';
import type { Failure } from '../../sandbox/messages.ts';
import { aboutSlip, type Statement } from '../feedback.ts';
import { most_seconds, type Ran } from './runner.ts';

/** Where what is said of a slip by hand does not fit a program. */
const slips: Partial<Record<Reason, { first: string; why: string }>> = {
  degrees: {
    first: 'The angle is in radians, not in degrees.',
    why: 'math.sin and math.cos take radians: position times frequency goes in as it is.',
  },
  'one-based': {
    first: 'Positions count from 0.',
    why: 'Each result is that of the position after.',
  },
  'mixed-conventions': {
    first: 'Two conventions are mixed.',
    why: 'Some results keep to one, some to another. Each alone would do.',
  },
};

/** What counts by hand under another convention, and is wrong where a program is asked for one of them. */
const not_asked: Partial<Record<Reason, { first: string; why: string }>> = {
  'other-layout': {
    first: 'All sines come before all cosines.',
    why: 'Asked for are sines in the even columns, cosines in the odd ones: whoever reads column 2i + 1 expects the cosine of pair i.',
  },
  transposed: {
    first: 'Rows and columns are swapped.',
    why: 'Asked for is a row for each position, and in it a number for each dimension.',
  },
  'pair-order': {
    first: 'Each rotated pair has its two numbers swapped.',
    why: 'The pair (a, b) becomes (a cos − b sin, a sin + b cos), in this order.',
  },
};

/** What is said of a slip in a program. */
export const slipInCode = (reason: Reason): Partial<Statement> => ({
  ...slips[reason],
  ...not_asked[reason],
});

/** What the core or Python says, as a sentence. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** What is said about a case; null if there is nothing to say. */
export function statement({ outcome, reason, message }: Verdict): Statement | null {
  if (outcome === 'empty' || outcome === 'right') return null;
  if (reason) {
    return { ...aboutSlip(reason), ...(outcome === 'wrong' ? slipInCode(reason) : slips[reason]) };
  }
  if (outcome === 'unreadable') {
    return { first: 'This is no list of numbers.', why: message ? sentence(message) : '' };
  }
  return { first: 'Not right.', why: message ? sentence(message) : '' };
}

/** What helps with an error that many make. */
function advice({ type, message }: Failure): string {
  if (/numpy|scipy|torch/.test(message) && type === 'ImportError') {
    return 'There is no NumPy here, nor other packages: plain lists and math do.';
  }
  if (type === 'MemoryError') return 'Is a list growing in a loop that has no end?';
  if (type === 'RuntimeError' && message.includes('recursion')) {
    return 'The function calls itself again and again: what should end that?';
  }
  if (type === 'IndentationError') return 'Lines of one block begin below each other, with spaces.';
  if (type === 'SystemExit') return 'The program ended itself before anything was tested.';
  return '';
}

/** "Line 3: NameError: name 'x' isn't defined.", and what helps. */
export function told(failure: Failure): string {
  const { type, message, line } = failure;
  const where = line === null ? '' : `Line ${line}: `;
  return [`${where}${type}${message ? `: ${message}` : ''}.`, advice(failure)]
    .filter(Boolean)
    .join(' ');
}

/** Why a program was ended; '' if it was not. */
export function ended({ stopped, during }: Ran): string {
  const where = during === null ? 'while it was read in' : `in ${during}`;
  switch (stopped) {
    case null:
      return '';
    case 'asked':
      return 'Stopped. Your text is as it was.';
    case 'memory':
      return `Stopped ${where}: it ran out of memory, and went on for ${most_seconds} seconds. Is a list growing in a loop that has no end? Your text is as it was.`;
    case 'time':
      return `Stopped ${where}: it took longer than ${most_seconds} seconds. Is there a loop that has no end? Your text is as it was.`;
  }
}
