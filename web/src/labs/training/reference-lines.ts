import type { Series } from '../../plots/line-plot.ts';
import type { Level } from './measure.ts';
import type { Session } from './session.ts';

const across = ({ name, value }: Level): Series => ({
  name,
  x: [],
  y: [value],
  color: 'soft',
  as: 'rule',
  within: true,
});

/** What needs no model, such as the accuracy of guessing. */
export const plainestLine = ({ measure }: Session): Series[] =>
  measure.levels.slice(0, 1).map(across);

/** All such levels, and the most that a model without positions can reach, if one is trained and the most is known. */
export function referenceLines(session: Session): Series[] {
  const { chance, ceiling } = session.taskInfo;
  const hasLimit =
    ceiling !== null &&
    ceiling > chance &&
    ceiling < 1 &&
    session.entries.some(({ scheme }) => scheme.id === 'none');
  const limit = { name: 'best without positions', value: ceiling ?? NaN };
  return [...session.measure.levels, ...(hasLimit ? [limit] : [])].map(across);
}
