// The models that the viewer can show, and which of them a link asks for.
import { titleOfTask } from '../../registry.ts';
import { currentText } from '../text/current-text.ts';
import { models, type StoredModel } from '../training/stored-session.ts';
import { schemeOf } from '../training/schemes.ts';

/** What a model is asked for by; '' and NaN stand for any. */
interface Asked {
  task: string;
  scheme: string;
  seed: number;
}

export const isSameModel = (one: StoredModel, other: StoredModel): boolean =>
  one.setting === other.setting && one.scheme === other.scheme && one.seed === other.seed;

/** Those of the page's text, or of all other tasks; the newest first. */
export async function storedModels(isText: boolean): Promise<StoredModel[]> {
  const all = await models();
  if (!isText) return all.filter(({ task }) => task !== 'text');
  const own = all.filter(({ task }) => task === 'text');
  // (Without a model there is nothing to fetch the text for.)
  if (own.length === 0) return [];
  const { key } = await currentText.get();
  return own.filter(({ text }) => text?.checksum === key);
}

/** The newest that fits. */
export const newestOf = (
  list: readonly StoredModel[],
  { task, scheme, seed }: Asked,
): StoredModel | undefined =>
  list.find(
    (one) =>
      (task === '' || one.task === task) &&
      (scheme === '' || one.scheme === scheme) &&
      (Number.isNaN(seed) || one.seed === seed),
  );

/** What is asked for, in words. */
export const wordsFor = ({ task, scheme, seed }: Asked): string =>
  [
    scheme === '' ? '' : schemeOf(scheme).name,
    task === '' ? '' : `task “${task}”`,
    Number.isNaN(seed) ? '' : `seed ${seed}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

/** A model's name in the list: with the time where two would have the same. */
export function nameOf(
  { task, scheme, seed, at }: StoredModel,
  list: readonly StoredModel[] | null,
): string {
  const title = titleOfTask(task);
  const plainly = (one: StoredModel) =>
    one.task === task && one.scheme === scheme && one.seed === seed;
  const alike = list?.filter(plainly) ?? [];
  const when =
    alike.length > 1
      ? `, trained ${new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}`
      : '';
  return `${schemeOf(scheme).name}, ${title}, seed ${seed}${when}`;
}
