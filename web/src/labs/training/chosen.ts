// The settings a reader has chosen, over those of the task.
import { defaultsOf, taskWith } from '../../worker/training-client.ts';
import type { TrainingOptions, TrainingTask } from '../../worker/training-protocol.ts';
import { type Scheme, schemesIn } from './schemes.ts';
import type { Settings } from './setting.ts';
import {
  rareSizes,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
  slopesIn,
  testLengthsIn,
} from './sizes.ts';

export interface Chosen {
  task: string;
  /** "rope alibi" */
  schemes: string;
  /** null: the task's own. */
  own: Record<Size, number | null>;
  slopes: string;
  /** "20, 50" */
  testLengths: string;
}

/** The options of the task; null while they are unknown. */
type Defaults = TrainingOptions | null;

const usual = (size: Size, defaults: Defaults): number | undefined =>
  (defaults as Partial<Sizes> | null)?.[size];

export const sizesWith = (own: Chosen['own'], defaults: Defaults): Sizes =>
  Object.fromEntries(
    sizeNames.map((size) => [size, own[size] ?? usual(size, defaults) ?? sizes[size].value]),
  ) as Sizes;

/** The tested lengths, if they can be read and are not the task's. */
function ownLengths(text: string, defaults: Defaults): Float64Array<ArrayBuffer> | null {
  const lengths = testLengthsIn(text);
  if (typeof lengths === 'string' || lengths.length === 0) return null;
  return lengths.join(' ') === defaults?.testLengths.join(' ') ? null : lengths;
}

export function settingsWith(chosen: Chosen, defaults: Defaults): Settings {
  const { task, own, slopes } = chosen;
  const ids = schemesIn(chosen.schemes).map(({ id }) => id);
  const all = sizesWith(own, defaults);
  const settings: Settings = { task, schemes: ids.join(' '), ...all, slopes };
  for (const size of rareSizes) {
    if (own[size] === null || own[size] === usual(size, defaults)) delete settings[size];
  }
  const lengths = ownLengths(chosen.testLengths, defaults);
  if (lengths) settings.testLengths = lengths.join(' ');
  return settings;
}

/** The options of a scheme. @param defaults those that the task has for it */
export function optionsWith(chosen: Chosen, defaults: TrainingOptions): TrainingOptions {
  const own: Partial<Sizes> & Omit<Sizes, 'seeds'> = sizesWith(chosen.own, defaults);
  delete own.seeds;
  const testLengths = ownLengths(chosen.testLengths, defaults) ?? defaults.testLengths;
  const longest = Math.max(own.trainLongest, ...testLengths);
  const slopes = slopesIn(chosen.slopes);
  return {
    ...{ ...defaults, ...own, testLengths, longest },
    ...(typeof slopes !== 'string' && { slopes }),
  };
}

/** Each scheme with its options, and the task as it is with them. */
export async function planFor(
  chosen: Chosen,
  taskInfo: TrainingTask,
): Promise<{ plan: { scheme: Scheme; options: TrainingOptions }[]; taskInfo: TrainingTask }> {
  const plan = await Promise.all(
    schemesIn(chosen.schemes).map(async (scheme) => ({
      scheme,
      options: optionsWith(chosen, await defaultsOf(chosen.task, scheme.id)),
    })),
  );
  const [first] = plan;
  return { plan, taskInfo: first ? await taskOrUsual(taskInfo, first.options) : taskInfo };
}

/** The task with these options; as it is by default if they cannot be trained, which the trainers will refuse. */
export const taskOrUsual = (taskInfo: TrainingTask, options: TrainingOptions) =>
  taskWith(taskInfo, options).catch(() => taskInfo);
