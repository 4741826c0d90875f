import type { Answers } from '../../core/api.ts';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { keep, type KeptRun } from './kept-session.ts';
import type { Run, Session } from './session.ts';

function keptRun({ options, state, losses, accuracies, divergedAt, evaluated }: Run): KeptRun {
  return {
    options,
    state: state === 'done' || state === 'failed' ? state : 'stopped',
    losses,
    accuracies,
    divergedAt,
    evaluated,
    over: true,
    failure: null,
  };
}

/**
 * Keeps a session that is over, and its models.
 * @param figure the one that trained it
 * @param setting the key of its settings
 */
export function keepSession(
  session: Session,
  figure: string,
  setting: string,
  guesses: Answers,
): Promise<StorageProblem> {
  const { task, trained, endedAt } = session;
  const runs = trained.map(({ run }) => keptRun(run));
  const models = trained.flatMap(({ run, seed }) =>
    run instanceof TrainingRun && run.model
      ? [{ scheme: run.options.scheme, seed, checkpoint: run.model }]
      : [],
  );
  return keep(figure, { version: 1, setting, task, at: endedAt ?? 0, guesses, runs }, models);
}
