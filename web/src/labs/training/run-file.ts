// A session as a file: all that it takes to repeat it, and all that came of it. posenc train --repeat reads it.
import { coreVersion } from '../../registry.ts';
import type { Session } from './session.ts';

/** The form that is written here. */
const version = 1;

export function runFile(session: Session, link: string, guesses: Record<string, string>): string {
  const { task, lengths, finding, sub } = session;
  const runs = session.trained.map(({ run }) => ({
    options: { ...run.options, slopes: Array.from(run.options.slopes) },
    losses: run.losses,
    accuracies: run.accuracies,
    divergedAt: run.divergedAt,
    evaluated: run.evaluated,
  }));
  const about = { finding, setting: sub, link, guesses };
  const file = { posenc: 'training', version, core: coreVersion, task, ...about, lengths, runs };
  return `${JSON.stringify(file, null, 1)}\n`;
}
