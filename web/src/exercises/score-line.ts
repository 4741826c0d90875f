// The points of a check and the remaining work, as sentences.
import type { Grade } from '../core/api.ts';
import { isToLookAt, type Sheet } from './sheet.ts';

/** Such as "2 to review, 3 still blank". @param words for blank answers, and for nothing left to do */
function leftToDo({ items }: Grade, words: { open: string; nothing: string }): string {
  const toLookAt = items.filter(isToLookAt).length;
  const open = items.filter(({ outcome }) => outcome === 'empty').length;
  const parts: string[] = [];
  if (toLookAt > 0) parts.push(`${toLookAt} to review`);
  if (open > 0) parts.push(`${open} ${words.open}`);
  return parts.join(', ') || words.nothing;
}

/** By hand. @param done what the learner has just done, as a sentence; '' for a check */
export function pointsLine(
  { sheet, grade }: { sheet: Sheet; grade: Grade | null },
  done: string,
): string {
  if (grade) {
    const left = leftToDo(grade, { open: 'still blank', nothing: 'All answers are right' });
    const points = `${grade.score} of ${grade.max} points. ${left}.`;
    return done ? `${done} ${points}` : points;
  }
  if (sheet.cleared) return `${done} Started over. Undo brings your answers back.`.trim();
  return done || 'Nothing checked yet.';
}

/** In code. */
export function testsLine(grade: Grade): string {
  const left = leftToDo(grade, { open: 'not reached', nothing: '' });
  return `${grade.score} of ${grade.max} tests passed${left && `: ${left}`}.`;
}
