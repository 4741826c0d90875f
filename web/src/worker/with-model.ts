// Models in the page's compute worker. None is kept there: each is opened for its questions, and disposed of.
import { PosencError } from '../core/errors.ts';
import { compute } from './client.ts';
import type { Checkpoint } from './training-protocol.ts';

/** How often a model is opened for the same questions. */
const attempts = 3;

/** A kept model that can no longer be read, for example because another version of the lesson wrote it. */
export class Unreadable extends PosencError {
  constructor(message: string) {
    super(
      'invalid-argument',
      `This model cannot be opened, but you can train it again: ${message}`,
    );
  }
}

const open = (checkpoint: Checkpoint) =>
  compute.call('openCheckpoint', checkpoint).catch((error: unknown) => {
    const { code, message } = error as PosencError;
    throw code === 'invalid-argument' ? new Unreadable(message) : error;
  });

/**
 * The result of `use`, which is called with the number of a trained model. A question of another figure may break the
 * worker, and the model is lost with it: then it is opened again, and `use` starts over.
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
      // Otherwise part of it may be about another model with this number in the next worker.
      if (isAlive()) return result;
    } catch (error) {
      const gone = !isAlive() || (error as PosencError).code === 'no-such-trainer';
      if (!gone || attempt === attempts) throw error;
    } finally {
      if (isAlive()) await compute.call('disposeTrainer', id);
    }
  }
  throw new PosencError('broken', 'The page’s computing core keeps failing.');
}
