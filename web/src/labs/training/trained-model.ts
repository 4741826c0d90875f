// The trained models of a session: of this visit, or kept in this browser.
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint } from '../../worker/training-protocol.ts';
import { checkpointOf } from './stored-session.ts';
import type { Entry, Session } from './session.ts';

/** The first model of a scheme; null if there is none, as after an early stop. */
export async function trainedModel(
  { setting, task }: Session,
  { scheme: { id: scheme }, options, runs: [first] }: Entry,
): Promise<Checkpoint | null> {
  const { seed = options.seed, run } = first ?? {};
  const here = run instanceof TrainingRun ? run.model : null;
  return here ?? checkpointOf({ setting, task, scheme, seed, at: 0 });
}

/** The models of a session that there are, the first of each scheme. */
export async function trainedModels(session: Session) {
  const models = await Promise.all(
    session.entries.map(async (entry) => {
      const { scheme, options } = entry;
      const checkpoint = await trainedModel(session, entry);
      return checkpoint ? [{ scheme: scheme.id, options, checkpoint }] : [];
    }),
  );
  return models.flat();
}
