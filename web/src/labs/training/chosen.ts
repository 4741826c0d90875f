// The settings a reader has chosen, over those of the task.
import { defaultsOf } from '../../worker/training-client.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import { type LabTask, taskOrUsual } from './lab-task.ts';
import { type Scheme, schemesIn } from './schemes.ts';
import type { Settings } from './setting.ts';
import {
  type LayerList,
  layerListIn,
  layerListNames,
  rareSizes,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
  slopesIn,
  testLengthsIn,
} from './sizes.ts';

export interface Chosen extends Record<LayerList, string> {
  task: string;
  /** The checksum of the reader's own text; none for the book, and for other tasks. */
  text?: string;
  /** "rope alibi rope/none" */
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
function changedLengths(text: string, defaults: Defaults): Float64Array<ArrayBuffer> | null {
  const lengths = testLengthsIn(text);
  if (typeof lengths === 'string' || lengths.length === 0) return null;
  return lengths.join(' ') === defaults?.testLengths.join(' ') ? null : lengths;
}

/** The values for each layer, if they can be read. */
function layerListOf(chosen: Chosen, list: LayerList): Float64Array<ArrayBuffer> {
  const values = layerListIn(list, chosen[list]);
  return typeof values === 'string' ? new Float64Array(0) : values;
}

export function settingsWith(chosen: Chosen, defaults: Defaults): Settings {
  const { task, own, slopes, text } = chosen;
  const ids = schemesIn(chosen.schemes).map(({ id }) => id);
  const all = sizesWith(own, defaults);
  const settings: Settings = { task, schemes: ids.join(' '), ...all, slopes };
  for (const size of rareSizes) {
    if (own[size] === null || own[size] === usual(size, defaults)) delete settings[size];
  }
  const lengths = changedLengths(chosen.testLengths, defaults);
  if (lengths) settings.testLengths = lengths.join(' ');
  for (const list of layerListNames) {
    const values = layerListOf(chosen, list);
    if (values.length > 0) settings[list] = values.join(' ');
  }
  if (text !== undefined) settings.text = text;
  return settings;
}

/** The options of a scheme. @param defaults those that the task has for it @param layers those of a mix */
export function optionsWith(
  chosen: Chosen,
  defaults: TrainingOptions,
  layers: Scheme['layers'] = [],
): TrainingOptions {
  const own: Partial<Sizes> & Omit<Sizes, 'seeds'> = sizesWith(chosen.own, defaults);
  delete own.seeds;
  const testLengths = changedLengths(chosen.testLengths, defaults) ?? defaults.testLengths;
  const longest = Math.max(own.trainLongest, ...testLengths);
  const slopes = slopesIn(chosen.slopes);
  return {
    ...{ ...defaults, ...own, testLengths, longest },
    ...(typeof slopes !== 'string' && { slopes }),
    ...{ windows: layerListOf(chosen, 'windows'), bases: layerListOf(chosen, 'bases') },
    ...(layers.length > 0 && { layerSchemes: [...layers] }),
  };
}

/** The options that a task has for a scheme. (The layers of a mix stand beside none for all of them.) */
export const defaultsFor = (task: string, scheme: Scheme | undefined): Promise<TrainingOptions> =>
  defaultsOf(task, !scheme || scheme.layers ? 'none' : scheme.id);

/** Each scheme with its options, and the task as it is with them. */
export async function planFor(
  chosen: Chosen,
  taskInfo: LabTask,
): Promise<{ plan: { scheme: Scheme; options: TrainingOptions }[]; taskInfo: LabTask }> {
  const plan = await Promise.all(
    schemesIn(chosen.schemes).map(async (scheme) => ({
      scheme,
      options: optionsWith(chosen, await defaultsFor(chosen.task, scheme), scheme.layers),
    })),
  );
  const [first] = plan;
  return { plan, taskInfo: first ? await taskOrUsual(taskInfo, first.options) : taskInfo };
}
