// The numbers of a model and its training, within what a page can handle. (The core checks whether they make a model.)
import type { PosencError } from '../../core/errors.ts';
import { tasks } from '../../registry.ts';
import { addressOf, askedIn } from '../../ui/address.ts';
import {
  base,
  limitProblem,
  type NumberParameter,
  numbersIn,
  type ParameterTable,
} from '../../ui/parameters.ts';
import { defaultsOf } from '../../worker/training-client.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import { type LabTask, taskOrUsual } from './lab-task.ts';
import { type Scheme, schemes, schemesIn, unknownIn } from './schemes.ts';

const whole = (
  label: string,
  value: number,
  slider: { min: number; max: number; step: number },
  most: number,
): NumberParameter => ({ type: 'number', label, value, slider, least: 1, most, whole: true });

export const sizes = {
  dModel: whole('width d', 32, { min: 8, max: 64, step: 8 }, 128),
  heads: whole('heads', 4, { min: 1, max: 8, step: 1 }, 16),
  layers: whole('layers', 1, { min: 1, max: 4, step: 1 }, 6),
  steps: whole('steps', 800, { min: 100, max: 2000, step: 100 }, 20_000),
  batch: { ...whole('batch', 64, { min: 8, max: 128, step: 8 }, 512), named: 'batch size' },
  seed: { ...whole('seed', 1, { min: 1, max: 20, step: 1 }, 4_294_967_285), least: 0 },
  seeds: whole('number of seeds', 1, { min: 1, max: 5, step: 1 }, 10),
  trainShortest: whole('shortest training length', 8, { min: 2, max: 32, step: 1 }, 128),
  trainLongest: whole('longest training length', 8, { min: 2, max: 32, step: 1 }, 128),
  base: base(),
  tableRows: whole('table rows', 160, { min: 4, max: 160, step: 4 }, 512),
  tableStd: {
    type: 'number',
    label: 'table spread',
    value: 1,
    slider: { stops: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2] },
  } satisfies NumberParameter as NumberParameter,
  rotary: {
    type: 'number',
    label: 'rotated share of a head',
    value: 1,
    slider: { stops: [0.25, 0.5, 0.75, 1] },
  } satisfies NumberParameter as NumberParameter,
};
export type Size = keyof typeof sizes;
export type Sizes = Record<Size, number>;
export const sizeNames = Object.keys(sizes) as Size[];

/** Those that are named only where they differ from the task's: links and results without them stay as they are. */
export const rareSizes = [
  'trainShortest',
  'trainLongest',
  'base',
  'tableRows',
  'tableStd',
  'rotary',
] as const satisfies readonly Size[];
type RareSize = (typeof rareSizes)[number];

/** The lengths that models are tested at; none for those of the task. */
export const testLengths = { type: 'text', label: 'tested lengths', value: '', most: 200 } as const;

/** Values for each layer, the first layer's first; none for the same in all of them. */
export const layerLists = {
  windows: { type: 'text', label: 'window of each layer', value: '', most: 200 },
  bases: { type: 'text', label: 'base of each layer', value: '', most: 200 },
} as const;
export type LayerList = keyof typeof layerLists;
export const layerListNames = Object.keys(layerLists) as LayerList[];
/** Placeholders of empty lists. */
export const usualInLayers: Record<LayerList, string> = {
  windows: 'no limit',
  bases: 'the same in all',
};

/** "16, 0" as numbers; a sentence if one is not a number. */
export function layerListIn(list: LayerList, text: string): Float64Array<ArrayBuffer> | string {
  const values = numbersIn(text);
  if (!values.some(Number.isNaN)) return Float64Array.from(values);
  const example = list === 'windows' ? '"16, 0", where 0 is no limit' : '"10000, 1000000"';
  return `The ${layerLists[list].label} must be a number, such as ${example}, but got "${text.trim()}".`;
}

/** A refusal in the words of the controls: one may name several of them. */
export const inLabels = ({ message }: PosencError): string =>
  message.replace(new RegExp(`\\b(${controlNames.join('|')})\\b`, 'g'), (name) =>
    labelOf(name as Control),
  );

/** The slopes of ALiBi, one for each head; none for those of its paper. */
export const slopes = { type: 'text', label: 'ALiBi slopes', value: '', most: 200 } as const;

/** A control with a number, or with several values. */
export type Control = Size | 'testLengths' | LayerList | 'layerSchemes';
export const controlNames: readonly Control[] = [
  ...sizeNames,
  'testLengths',
  ...layerListNames,
  'layerSchemes',
];
const labels: Record<Exclude<Control, Size>, string> = {
  testLengths: testLengths.label,
  windows: layerLists.windows.label,
  bases: layerLists.bases.label,
  layerSchemes: 'schemes',
};
const isSize = (control: Control): control is Size => control in sizes;
export const labelOf = (control: Control): string =>
  isSize(control) ? sizes[control].label : labels[control];

/** The control whose value the core refuses, if it is one. */
export const refusedControl = (failure: PosencError | null): Control | null =>
  (failure?.code === 'invalid-argument' &&
    controlNames.find((control) => control === failure.parameter)) ||
  null;

/** "2, 1, 0.5" as slopes; a sentence if one is not a number. */
export function slopesIn(text: string): Float64Array<ArrayBuffer> | string {
  const values = numbersIn(text);
  return values.some(Number.isNaN)
    ? `ALiBi slopes must be numbers, one for each head, such as "2, 1, 0.5, 0.25", but got "${text.trim()}".`
    : Float64Array.from(values);
}

/** The longest that a page tests: attention takes the square of it. */
const longestTested = 512;

/** "20, 50" as lengths, rising; a sentence if one is not a number, or too large for a page. */
export function testLengthsIn(text: string): Float64Array<ArrayBuffer> | string {
  const values = numbersIn(text);
  if (values.some(Number.isNaN)) {
    return `Tested lengths must be numbers, such as "20, 50", but got "${text.trim()}".`;
  }
  const tooLong = values.find((value) => value > longestTested);
  if (tooLong !== undefined) {
    return `In this figure, tested lengths must be at most ${longestTested} but got ${tooLong}.`;
  }
  return Float64Array.from(new Set(values)).sort();
}

// The settings of a session as text: in the address of a page, and as the key that its results are kept by.

/** The task's own values stand in for what is left out. */
export interface Settings
  extends
    Omit<Sizes, RareSize>,
    Partial<Pick<Sizes, RareSize>>,
    Partial<Record<LayerList, string>> {
  task: string;
  /** The checksum of the reader's own text; none for the book, and for other tasks. */
  text?: string;
  /** "rope alibi rope/none" */
  schemes: string;
  slopes: string;
  /** "20 50" */
  testLengths?: string;
}

const parameters: ParameterTable = {
  task: {
    type: 'choice',
    label: 'task',
    value: 'order',
    options: tasks.map(({ name }) => [name, name]),
  },
  schemes: { type: 'text', label: 'schemes', value: '', most: 200 },
  ...sizes,
  slopes,
  testLengths,
  ...layerLists,
  text: { type: 'text', label: 'text', value: '', most: 64 },
};

const namedIn = (values: object): ParameterTable =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => name in values));

/** The name of every figure in a key: two figures with the same settings share their results. */
const figureInKey = 'run';

/** The settings that an address has for a figure, or a sentence about what is wrong with them. */
export function settingsInAddress(search: string, figure: string): Partial<Settings> | string {
  const { values, problem } = askedIn(search, figure, parameters);
  if (problem !== null) return problem;
  const text = values['schemes'];
  const unknown = unknownIn(typeof text === 'string' ? text : '');
  return (
    limitProblem(namedIn(values), values) ??
    (unknown
      ? `In the address, schemes must be one or more of ${schemes.map(({ id }) => id).join(', ')} but got "${unknown}"`
      : values)
  );
}

/** The address of a page with these settings: the same seed trains the same models. */
export const addressWith = (page: string, figure: string, settings: Settings): string =>
  addressOf(new URL(page), figure, parameters, { ...settings });

export const keyOf = (settings: Settings): string =>
  new URL(addressWith('https://posenc.invalid/', figureInKey, settings)).search.slice(1);

/** The settings in a key; null if it is of another version of the page. */
export function settingsInKey(key: string): Partial<Settings> | null {
  const { values, problem } = askedIn(`?${key}`, figureInKey, parameters);
  return problem !== null || limitProblem(namedIn(values), values) ? null : values;
}

/** The values of a key that differ from the task's own, such as trained lengths, in the order of the controls. */
export function rareIn(key: string): [RareSize, number][] {
  const settings = settingsInKey(key) ?? {};
  return rareSizes.flatMap((size): [RareSize, number][] => {
    const value = settings[size];
    return value === undefined ? [] : [[size, value]];
  });
}

/** The lists of a key with a value for each layer. */
export function layerListsIn(key: string): [LayerList, string][] {
  const settings = settingsInKey(key) ?? {};
  return layerListNames.flatMap((list): [LayerList, string][] => {
    const text = settings[list];
    return text === undefined ? [] : [[list, text]];
  });
}

export function addressWithKey(page: string, figure: string, key: string): string {
  const { href } = new URL(`?${key}`, page);
  return `${href.replaceAll(`${figureInKey}.`, `${figure}.`)}#${figure}`;
}

// The settings a reader has chosen, over those of the task.

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
