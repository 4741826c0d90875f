// Models in the page's compute worker. None is kept there: each is opened for its questions, and disposed of.
import { PosencError } from '../core/errors.ts';
import { compute } from './client.ts';
import { factsOf } from './open-texts.ts';
import type { Checkpoint, TrainingText } from './training-protocol.ts';

/** Of opening a model for the same questions. */
const attempts = 3;

/** Lost with a worker, or freed because another text was chosen. */
const goneCodes: readonly string[] = ['no-such-trainer', 'no-such-text'];

/** A kept model that can no longer be read, for example because another version of the lesson wrote it. */
export class Unreadable extends PosencError {
  constructor(message: string) {
    super(
      'invalid-argument',
      `This model cannot be opened, but you can train it again: ${message}`,
    );
  }
}

async function open(checkpoint: Checkpoint, text: TrainingText | null) {
  const textId = text && (await factsOf(text)).id;
  const opened =
    textId === null
      ? compute.call('openCheckpoint', checkpoint)
      : compute.call('openTextCheckpoint', textId, checkpoint);
  return opened.catch((error: unknown) => {
    const { code, message } = error as PosencError;
    throw code === 'invalid-argument' ? new Unreadable(message) : error;
  });
}

/**
 * The result of `use`, which is called with the number of a trained model. A question of another figure may break the
 * worker, and the model is lost with it: then it is opened again, and `use` starts over.
 * @param text the text that it was trained on; null for other tasks
 */
export async function withModel<T>(
  checkpoint: Checkpoint,
  use: (id: number) => Promise<T>,
  text: TrainingText | null = null,
): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    let { lost } = compute;
    const isAlive = () => compute.lost === lost;
    let id: number | null = null;
    try {
      ({ id } = await open(checkpoint, text));
      ({ lost } = compute);
      const result = await use(id);
      // Otherwise part of it may be about another model with this number in the next worker.
      if (isAlive()) return result;
    } catch (error) {
      const gone = !isAlive() || goneCodes.includes((error as PosencError).code);
      if (!gone || attempt === attempts) throw error;
    } finally {
      if (id !== null && isAlive()) await compute.call('disposeTrainer', id);
    }
  }
  throw new PosencError('broken', 'The page’s computing core keeps failing.');
}
