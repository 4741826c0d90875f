import type { Series } from '../../plots/line-plot.ts';
import type { Session } from './session.ts';

const across = (name: string, value: number): Series => ({
  name,
  x: [],
  y: [value],
  color: 'soft',
  as: 'rule',
  within: true,
});

/** The accuracy of guessing. */
export const guessingLine = ({ taskInfo }: Session): Series => across('guessing', taskInfo.chance);

/** Guessing, and the most that a model without positions can reach, if one is trained and the most is known. */
export function referenceLines(session: Session): Series[] {
  const { chance, ceiling } = session.taskInfo;
  const hasLimit =
    ceiling !== null &&
    ceiling > chance &&
    ceiling < 1 &&
    session.entries.some(({ scheme }) => scheme.id === 'none');
  return [guessingLine(session), ...(hasLimit ? [across('best without positions', ceiling)] : [])];
}
