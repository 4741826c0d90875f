// The models that remedies are tried on: those of this visit, and those that are kept in this browser.
import { asWritten } from '../../ui/provenance.ts';
import { compute } from '../../worker/client.ts';
import type { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint, TrainingOptions } from '../../worker/training-protocol.ts';
import { Unreadable, withModel } from '../../worker/with-model.ts';
import { checkpointOf, keep, models } from '../training/kept-session.ts';

/** By task and those options that make the model, in full: a list that is cut short could be that of another one. */
const here = new Map<string, Checkpoint>();

const key = (task: string, options: TrainingOptions): string =>
  `${task} ${asWritten({ ...options, slopes: null, testLengths: null })} ${options.slopes.join(' ')}`;

/** What a run has come to: for this visit at least, and in this browser if it lets. */
export async function keepModel(task: string, run: TrainingRun, model: Checkpoint): Promise<void> {
  const { options, losses, accuracies, evaluated } = run;
  here.set(key(task, options), model);
  const { scheme, seed } = options;
  const done = { options, state: 'done', losses, accuracies, divergedAt: null } as const;
  await keep(
    'remedies',
    {
      ...{ version: 1, setting: `remedies.task=${task}&remedies.seed=${seed}`, task },
      ...{ at: Date.now(), guesses: {} },
      runs: [{ ...done, evaluated, over: true, failure: null }],
    },
    [{ scheme, seed, checkpoint: model }],
  );
}

/** One that was trained with exactly these options; null if there is none. */
export async function modelWith(
  task: string,
  options: TrainingOptions,
): Promise<Checkpoint | null> {
  const wanted = key(task, options);
  const known = here.get(wanted);
  if (known) return known;
  const { scheme, seed } = options;
  const alike = (await models()).filter(
    (one) => one.task === task && one.scheme === scheme && one.seed === seed,
  );
  for (const one of alike) {
    const checkpoint = await checkpointOf(one);
    if (!checkpoint) continue;
    const own = await withModel(checkpoint, (id) => compute.call('trainerOptions', id)).catch(
      (error: unknown) => {
        if (error instanceof Unreadable) return null;
        throw error;
      },
    );
    if (!own || key(task, own) !== wanted) continue;
    here.set(wanted, checkpoint);
    return checkpoint;
  }
  return null;
}
