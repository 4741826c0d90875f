// A session as a file: everything that it takes to repeat it, and all results. `posenc train --repeat` reads it.
import { coreVersion } from '../../registry.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import type { ChosenText } from '../text/current-text.ts';
import type { Session } from './session.ts';
import { captionOf, subtitleOf } from './words.ts';

const version = 1;

/** For a repetition: the text itself is the reader's, and stays out. */
export const textOf = ({ name, key, facts: { alphabet, characters } }: ChosenText) => ({
  name,
  checksum: key,
  alphabet: alphabet.join(''),
  characters,
});

/** Options with lists that JSON knows. */
export const written = (options: TrainingOptions) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
    ]),
  );

export function runFile(session: Session, link: string, guesses: Record<string, string>): string {
  const { text } = session.taskInfo;
  const runs = session.trained.map(({ run }) => ({
    // (One of an earlier visit may lack these.)
    options: { testLengths: [], windows: [], bases: [], ...written(run.options) },
    losses: run.losses,
    accuracies: run.accuracies,
    ...(run.bits && run.bits.length > 0 && { bits: run.bits }),
    divergedAt: run.divergedAt,
    evaluated: run.evaluated,
  }));
  const file = {
    posenc: 'training',
    version,
    core: coreVersion,
    task: session.task,
    ...(text && { text: textOf(text) }),
    finding: captionOf(session),
    setting: subtitleOf(session),
    link,
    guesses,
    lengths: session.lengths,
    runs,
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
