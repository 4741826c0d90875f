// The weights of a session's models as files for PyTorch.
import { PosencError } from '../../core/errors.ts';
import { save } from '../../ui/download.ts';
import { compute } from '../../worker/client.ts';
import { withModel } from '../../worker/with-model.ts';
import { trainedModel } from './keep-session.ts';
import type { Entry, Session } from './session.ts';
import { fileStem } from './words.ts';

/** Schemes whose first model was trained to its end. */
export const withWeights = ({ active, entries }: Session): Entry[] =>
  active ? [] : entries.filter(({ runs: [first] }) => first?.run.state === 'done');

/** Downloads the first model of a scheme. Throws a PosencError if it is no longer kept, or cannot be opened. */
export async function saveWeights(session: Session, entry: Entry): Promise<void> {
  const { id, name } = entry.scheme;
  const checkpoint = await trainedModel(session, entry);
  if (!checkpoint) {
    throw new PosencError(
      'invalid-argument',
      `The model of ${name} is no longer kept in this browser, but you can train it again.`,
    );
  }
  const write = (model: number) => compute.call('safetensors', model);
  const { bytes } = await withModel(checkpoint, write, session.taskInfo.text ?? null);
  const file = `posenc-${id.replaceAll('/', '-')}-${fileStem(session)}.safetensors`;
  save(file, 'application/octet-stream', [bytes]);
}
