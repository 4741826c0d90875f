// The settings of a session as text: in the address of a page, and as the key that its results are kept by.
import { tasks } from '../../registry.ts';
import { addressOf, askedIn } from '../../ui/address.ts';
import { limitProblem, type ParameterTable } from '../../ui/parameters.ts';
import { schemes, unknownIn } from './schemes.ts';
import {
  type LayerList,
  layerListNames,
  layerLists,
  type RareSize,
  rareSizes,
  sizes,
  type Sizes,
  slopes,
  testLengths,
} from './sizes.ts';

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

/** The parameters that have a value. */
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

/** The address of a page with the settings in a key. */
export function addressWithKey(page: string, figure: string, key: string): string {
  const { href } = new URL(`?${key}`, page);
  return `${href.replaceAll(`${figureInKey}.`, `${figure}.`)}#${figure}`;
}
