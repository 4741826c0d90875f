// A session as a file: everything that it takes to repeat it, and all results. `posenc train --repeat` reads it.
import { coreVersion } from '../../registry.ts';
import type { Session } from './session.ts';
import { captionOf, subtitleOf } from './words.ts';

/** The form that is written here. */
const version = 1;

export function runFile(session: Session, link: string, guesses: Record<string, string>): string {
  const runs = session.trained.map(({ run }) => ({
    options: {
      ...run.options,
      slopes: Array.from(run.options.slopes),
      // (One of an earlier visit may lack it.)
      testLengths: Array.from(run.options.testLengths ?? []),
    },
    losses: run.losses,
    accuracies: run.accuracies,
    divergedAt: run.divergedAt,
    evaluated: run.evaluated,
  }));
  const file = {
    posenc: 'training',
    version,
    core: coreVersion,
    task: session.task,
    finding: captionOf(session),
    setting: subtitleOf(session),
    link,
    guesses,
    lengths: session.lengths,
    runs,
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
