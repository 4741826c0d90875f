// What is said where this browser does not keep a learner's work.
import type { Trouble } from '../storage/kept.ts';

const troubles = {
  full: () =>
    'This browser has no room left for what the page keeps: your latest changes last only until it is reloaded or closed.',
  forbidden: (kept: string) =>
    `This browser does not let the page keep ${kept}: what you do lasts only until it is reloaded or closed.`,
};

/**
 * A sentence or two; '' where all is well.
 * @param spoiled as Kept has it
 * @param began what came of it, such as "the sheet began empty"
 * @param kept what is kept, or should be
 */
export function noticeOf(
  trouble: Trouble,
  spoiled: string | null,
  began: string,
  kept = 'your answers',
): string {
  if (trouble) return troubles[trouble](kept);
  if (spoiled === null) return '';
  const where = spoiled ? ` Its text is still there, under the name ${spoiled}.` : '';
  return `What this browser had kept of ${kept} cannot be read, so ${began}.${where}`;
}
