// What is said where this browser does not keep a learner's work.
import type { Trouble } from '../storage/kept.ts';

const troubles = {
  full: 'This browser has no room left for what the page keeps: your latest changes last only until it is reloaded or closed.',
  forbidden:
    'This browser does not let the page keep your answers: they last only until it is reloaded or closed.',
};

/**
 * A sentence or two; '' where all is well.
 * @param spoiled as Kept has it
 * @param began what began empty for it, such as "the sheet"
 */
export function noticeOf(trouble: Trouble, spoiled: string | null, began: string): string {
  if (trouble) return troubles[trouble];
  if (spoiled === null) return '';
  const where = spoiled ? ` Its text is still there, under the name ${spoiled}.` : '';
  return `What this browser had kept of your answers cannot be read, so ${began} began empty.${where}`;
}
