// The notice that this browser does not keep a learner's work, or cannot read what it kept.
import type { StorageProblem } from '../storage/stored.ts';
import { storageNotice } from '../ui/notices.ts';

/**
 * A sentence or two; '' if there is nothing to say.
 * @param problem why changes are not kept
 * @param unreadableCopy the copy of what could not be read, as in Stored
 * @param began the result of that, such as "the boxes start empty"
 * @param kept what is kept
 */
export function noticeOf(
  problem: StorageProblem,
  unreadableCopy: string | null,
  began: string,
  subject = 'your answers',
): string {
  if (problem) return storageNotice(problem, 'new answers');
  if (unreadableCopy === null) return '';
  const where = unreadableCopy ? ` Its text is still stored under the name ${unreadableCopy}.` : '';
  return `The copy of ${subject} in this browser could not be read, so ${began}.${where}`;
}
