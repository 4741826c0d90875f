// Messages about a program that failed or did not end.
import type { Failure } from '../../sandbox/messages.ts';
import { maxSeconds, type Ran } from './runner.ts';

/** Help with common errors. */
function advice({ type, message }: Failure): string {
  if (/numpy|scipy|torch/.test(message) && type === 'ImportError') {
    return 'NumPy and other packages are not available here: plain lists and math are enough.';
  }
  if (type === 'MemoryError') return 'Is a list growing in a loop that never ends?';
  if (type === 'RuntimeError' && message.includes('recursion')) {
    return 'The function calls itself again and again: what should stop it?';
  }
  if (type === 'IndentationError')
    return 'All lines of a block need the same indentation, in spaces.';
  if (type === 'SystemExit') return 'The program exited before anything was tested.';
  return '';
}

/** "Line 3: NameError: name 'x' isn't defined.", and what helps. */
export function failureText(failure: Failure): string {
  const { type, message, line } = failure;
  const where = line === null ? '' : `Line ${line}: `;
  return [`${where}${type}${message ? `: ${message}` : ''}.`, advice(failure)]
    .filter(Boolean)
    .join(' ');
}

/** Why a program was stopped; '' if it was not. */
export function endText({ stopped, during }: Ran): string {
  const where = during === null ? 'while your program was loading' : `in ${during}`;
  switch (stopped) {
    case null:
      return '';
    case 'asked':
      return 'Stopped. Your program is unchanged.';
    case 'memory':
      return `Stopped ${where}: it ran out of memory and kept running for ${maxSeconds} seconds. Is a list growing in a loop that never ends? Your program is unchanged.`;
    case 'time':
      return `Stopped ${where}: it took longer than ${maxSeconds} seconds. Is there a loop that never ends? Your program is unchanged.`;
  }
}
