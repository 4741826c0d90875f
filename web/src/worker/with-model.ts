// Models in the page's one worker for computing. None stays there: it is opened for what is asked of it, and let go.
import { PosencError } from '../core/errors.ts';
import { compute } from './client.ts';
import type { Checkpoint } from './training-protocol.ts';

/** So often a model is opened for one thing that is asked of it. */
const attempts = 3;

/** A model that was kept and cannot be read any more, as by a version of the lesson that keeps them otherwise. */
export class Unreadable extends PosencError {
  constructor(message: string) {
    super('invalid-argument', `This model cannot be opened, but can be trained anew: ${message}`);
  }
}

const open = (checkpoint: Checkpoint) =>
  compute.call('openCheckpoint', checkpoint).catch((error: unknown) => {
    const { code, message } = error as PosencError;
    throw code === 'invalid-argument' ? new Unreadable(message) : error;
  });

/**
 * What `use` makes of a trained model, which it calls by its number. Whatever another figure asks meanwhile may break
 * the worker, and the model is lost with it: it is opened again, and `use` begins anew.
 */
export async function withModel<T>(
  checkpoint: Checkpoint,
  use: (id: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { id } = await open(checkpoint);
    const { lost } = compute;
    const isAlive = () => compute.lost === lost;
    try {
      const result = await use(id);
      // Else some of it may be of another model, which has this number in the next worker.
      if (isAlive()) return result;
    } catch (error) {
      const gone = !isAlive() || (error as PosencError).code === 'no-such-trainer';
      if (!gone || attempt === attempts) throw error;
    } finally {
      if (isAlive()) await compute.call('disposeTrainer', id);
    }
  }
  throw new PosencError('broken', 'The part that computes broke down, again and again.');
}
