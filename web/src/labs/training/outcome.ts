// A session as the core grades guesses and answers by it.
import type { LabOutcome } from '../../core/api.ts';
import type { LabTask } from './lab-task.ts';
import { measureOf } from './measure.ts';
import type { Scheme } from './schemes.ts';
import { resultAt, type Session } from './session.ts';

/** Before anything has been trained. */
export const outcomeBefore = (
  task: string,
  taskInfo: LabTask,
  schemes: readonly Scheme[],
  trainLongest: number,
): LabOutcome => ({
  task,
  schemes: schemes.map(({ id }) => id),
  lengths: taskInfo.testLengths,
  seeds: 0,
  ...measureOf(taskInfo).results(new Float64Array(0)),
  trainLongest,
  chance: taskInfo.chance,
  ceiling: taskInfo.ceiling,
});

export function outcomeOf(session: Session): LabOutcome {
  const { task, taskInfo, entries, options, seeds, trained, lengths, measure } = session;
  const schemes = entries.map(({ scheme }) => scheme);
  return {
    ...outcomeBefore(task, taskInfo, schemes, options?.trainLongest ?? 0),
    seeds,
    ...measure.results(
      Float64Array.from(
        trained.flatMap(({ run }) =>
          lengths.map((length) => resultAt(measure, run, length) ?? NaN),
        ),
      ),
    ),
  };
}
