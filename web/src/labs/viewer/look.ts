// The inside of a stored model: the core traces an input through it.
import type { PerHead, Trace, TrainingOptions, TrainingTask } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { titleOfTask } from '../../registry.ts';
import { compute } from '../../worker/client.ts';
import { describeTask } from '../../worker/training-client.ts';
import { withModel } from '../../worker/with-model.ts';
import { type ChosenText, currentText } from '../text/current-text.ts';
import { inLine } from '../text/text-words.ts';
import { schemeOf } from '../training/schemes.ts';
import { checkpointOf, models, type StoredModel } from '../training/stored-session.ts';

/** Tokens or characters, or an example of the task's tests. */
export interface Input {
  /** Null: those of the example. */
  tokens: readonly number[] | string | null;
  /** Of the example; null for one as long as the longest that were trained on. */
  length: number | null;
  example: number;
}

export interface Look {
  model: StoredModel;
  options: TrainingOptions;
  task: TrainingTask;
  tokens: readonly number[];
  /** The characters of a text's tokens, readable; none where tokens are numbers. */
  symbols: readonly string[];
  example: number;
  /** The task draws these tokens as an example of its tests. */
  isExample: boolean;
  trace: Trace;
}

/** The core refuses the example rather than the tokens. */
export class NoExample extends Error {}

export async function look(model: StoredModel, input: Input): Promise<Look> {
  const [checkpoint, task] = await Promise.all([checkpointOf(model), describeTask(model.task)]);
  if (!checkpoint) {
    throw new PosencError('invalid-argument', 'This model is no longer stored in this browser.');
  }
  const text = model.text ? await textOf(model) : null;
  return withModel(checkpoint, (id) => lookInto(id, { model, task, text }, input), text);
}

/** The text of a model, if it is the one that is chosen. */
async function textOf(model: StoredModel): Promise<ChosenText> {
  const text = await currentText.get();
  if (text.key === model.text?.checksum) return text;
  throw new PosencError(
    'invalid-argument',
    `This model was trained on another text (${model.text?.name}). Choose it above to look inside.`,
  );
}

async function lookInto(
  id: number,
  { model, task, text }: { model: StoredModel; task: TrainingTask; text: ChosenText | null },
  input: Input,
): Promise<Look> {
  const options = await compute.call('trainerOptions', id);
  const { example } = input;
  const about = { model, options, task, example, symbols: text?.facts.alphabet.map(inLine) ?? [] };
  const sample = (length: number) => compute.call('sampleInput', id, length, example);
  if (input.tokens === null) {
    const { tokens } = await sample(input.length ?? options.trainLongest).catch(
      (error: unknown) => {
        const { code, message } = error as PosencError;
        throw code === 'invalid-argument' ? new NoExample(message) : error;
      },
    );
    const trace = await compute.call('traceInput', id, tokens);
    return { ...about, tokens: [...tokens], isExample: true, trace };
  }
  const trace =
    typeof input.tokens === 'string'
      ? await compute.call('traceText', id, input.tokens)
      : await compute.call('traceInput', id, Float64Array.from(input.tokens));
  const tokens = [...trace.tokens];
  const known = await sample(tokens.length).catch(() => null);
  const isExample = known?.tokens.every((token, n) => token === tokens[n]) ?? false;
  return { ...about, tokens, isExample, trace };
}

/** The numbers of one head, row by row. */
export const headOf = ({ rows, cols, values }: PerHead, head: number): Float64Array =>
  values.subarray(head * rows * cols, (head + 1) * rows * cols);

/** Those of attention, with nothing where the model may not look. */
export const withoutMasked = (attention: Float64Array, scores: Float64Array): Float64Array =>
  attention.map((value, n) => (scores[n] === -Infinity ? NaN : value));

// The models that the viewer can show, and which of them a link asks for.

/** A requested model; '' and NaN stand for any. */
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
