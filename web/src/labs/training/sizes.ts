// The numbers of a model and its training, within what a page can handle. (The core checks whether they make a model.)
import type { PosencError } from '../../core/errors.ts';
import { base, type NumberParameter, numbersIn } from '../../ui/parameters.ts';

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
export type RareSize = (typeof rareSizes)[number];

/** The lengths that models are tested at; none for those of the task. */
export const testLengths = { type: 'text', label: 'tested lengths', value: '', most: 200 } as const;

/** Values for each layer, the first layer's first; none for the same in all of them. */
export const layerLists = {
  windows: { type: 'text', label: 'window of each layer', value: '', most: 200 },
  bases: { type: 'text', label: 'base of each layer', value: '', most: 200 },
} as const;
export type LayerList = keyof typeof layerLists;
export const layerListNames = Object.keys(layerLists) as LayerList[];
/** What stands in an empty list. */
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
