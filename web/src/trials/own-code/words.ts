// The words for the core's verdicts on a learner's schemes.
import type { OwnReading, OwnTraining } from '../../core/api.ts';
import { slipIn } from '../../exercises/slips.ts';
import { significant } from '../../plots/format.ts';

const written = (value: number): string =>
  Number.isFinite(value) ? significant(value, 6) : value < 0 ? '−∞' : '∞';

/** "at position 3, pair 1", or "at length 4, head 2, query 1, key 0". */
function placeOf({ length, head, position, index }: NonNullable<OwnReading['difference']>): string {
  return head === null
    ? `at position ${position}, pair ${index}`
    : `at length ${length}, head ${head}, query ${position}, key ${index}`;
}

/** What the numbers of a program are. */
export function standingText(exercise: string, reading: OwnReading): string {
  const { standing, call, message, difference, reason } = reading;
  switch (standing) {
    case 'failed':
    case 'unusable':
      return `Could not train: ${call}: ${message}.`;
    case 'not-linear':
      return difference
        ? `Could not train: not linear ${placeOf(difference)}. A rotation of this vector would give ${written(difference.expected)}, yours gives ${written(difference.yours)}.`
        : '';
    case 'differs':
      return difference
        ? `Differs from the built-in numbers, first ${placeOf(difference)}: ${written(difference.yours)} instead of ${written(difference.expected)}.`
        : '';
    case 'convention':
      return reason ? slipIn(exercise, reason).first : '';
    case 'near':
      return 'The built-in numbers, up to rounding.';
    case 'same':
      return 'The built-in numbers, to the last bit.';
  }
}

/** How the model that trained with them compares. */
export const trainingTexts: Record<OwnTraining, string> = {
  identical: 'It trained the same, to the last bit.',
  alike: 'It did as well as the built-in one at every length.',
  ahead: 'It beat the built-in one at some length, and fell behind at none.',
  behind: 'It fell behind the built-in one.',
  mixed: 'It beat the built-in one at some lengths, and fell behind at others.',
};

/** The sign before a verdict, and its look. */
export function markOf(reading: OwnReading | null): { sign: string; look: string } {
  switch (reading?.standing) {
    case 'same':
    case 'near':
    case 'convention':
      return { sign: '✓', look: 'true' };
    case 'differs':
      return { sign: '≠', look: 'depends' };
    default:
      return { sign: '✕', look: 'false' };
  }
}
