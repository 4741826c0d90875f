// What is said of a program: of what it did wrong, and of why it came to no end.
import type { Verdict } from '../../core/api.ts';
import type { Failure } from '../../sandbox/messages.ts';
import { aboutSlip, type Statement } from '../feedback.ts';
import { most_seconds, type Ran } from './runner.ts';
import { slipInCode, wording } from './slips.ts';

/** What the core or Python says, as a sentence. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** What is said about a case; null if there is nothing to say. */
export function statement({ outcome, reason, message }: Verdict): Statement | null {
  if (outcome === 'empty' || outcome === 'right') return null;
  if (reason) {
    return {
      ...aboutSlip(reason),
      ...(outcome === 'wrong' ? slipInCode(reason) : wording[reason]),
    };
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
