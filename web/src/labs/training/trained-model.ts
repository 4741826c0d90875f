// The trained models of a session: of this visit, or kept in this browser.
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint } from '../../worker/training-protocol.ts';
import { checkpointOf } from './kept-session.ts';
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
