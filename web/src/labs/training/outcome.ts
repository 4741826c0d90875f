// A session as the core grades guesses and answers by it.
import type { LabOutcome } from '../../core/api.ts';
import type { TrainingTask } from '../../worker/training-protocol.ts';
import type { Scheme } from './schemes.ts';
import { accuracyAt, type Session } from './session.ts';

/** Before anything has been trained. */
export const outcomeBefore = (
  task: string,
  { testLengths, chance, ceiling }: TrainingTask,
  schemes: readonly Scheme[],
  trainLongest: number,
): LabOutcome => ({
  task,
  schemes: schemes.map(({ id }) => id),
  lengths: testLengths,
  seeds: 0,
  accuracies: new Float64Array(0),
  trainLongest,
  chance,
  ceiling,
});

export function outcomeOf(session: Session): LabOutcome {
  const { task, taskInfo, entries, options, seeds, trained, lengths } = session;
  const schemes = entries.map(({ scheme }) => scheme);
  return {
    ...outcomeBefore(task, taskInfo, schemes, options?.trainLongest ?? 0),
    seeds,
    accuracies: Float64Array.from(
      trained.flatMap(({ run }) => lengths.map((length) => accuracyAt(run, length) ?? NaN)),
    ),
  };
}
