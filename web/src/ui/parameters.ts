// The parameters of a figure. Each is defined once: its attribute, its control, its limits, its part in the names of
// files.
import type { PropertyDeclarations } from 'lit';

export interface NumberParameter {
  type: 'number';
  /** Of its control, and in messages. */
  label: string;
  /** In messages, if its label does not fit into their sentences. */
  named?: string;
  value: number;
  /** The values of the slider: steps, or a list of stops. */
  slider: { min: number; max: number; step: number } | { stops: readonly number[] };
  /** The limits of this figure. (The core checks what the number means.) */
  least?: number;
  most?: number;
  whole?: boolean;
  /** It can run by itself, in steps of `by` (for a list of stops: that many stops on); after the end it starts again. */
  plays?: { by: number; everyMs: number };
  /** The end of its slider, if it depends on the values of all parameters. */
  sliderTo?: (values: Record<string, unknown>) => number;
}

/** Numbers in a text, such as "0, 1, 10". */
interface ListParameter {
  type: 'list';
  label: string;
  /** A word for its numbers, such as "words", if its label is not one. */
  counts?: string;
  value: string;
  most: number;
}

interface FlagParameter {
  type: 'flag';
  label: string;
  value: boolean;
}

/** One of some options, by name. */
export interface ChoiceParameter {
  type: 'choice';
  label: string;
  /** In messages, if its label does not fit into their sentences. */
  named?: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Without it, a list to choose from. As a switch: one of two options, off is the first, on the second. */
  shownAs?: 'switch' | 'segments';
}

interface TextParameter {
  type: 'text';
  label: string;
  value: string;
  /** In characters. */
  most: number;
}

export type Parameter =
  NumberParameter | ListParameter | FlagParameter | ChoiceParameter | TextParameter;
export type ParameterTable = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P extends NumberParameter
  ? number
  : P extends ChoiceParameter
    ? P['options'][number][0]
    : P extends FlagParameter
      ? boolean
      : string;
export type Values<P extends ParameterTable> = { [Name in keyof P]: ValueOf<P[Name]> };

/** dModel as attribute: d-model. */
export const attributeOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const types = { number: Number, list: String, flag: Boolean, choice: String, text: String };

export const propertiesOf = (parameters: ParameterTable): PropertyDeclarations =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { type }]) => [
      name,
      { type: types[type], attribute: attributeOf(name) },
    ]),
  );

/** "0, 1 10" as numbers. Anything else becomes NaN, which the core refuses. */
export const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => Number(part.replace('\u2212', '-')));

/** A sentence; null if the figure can show the values. */
export function limitProblem(
  parameters: ParameterTable,
  values: Record<string, unknown>,
): string | null {
  for (const [name, parameter] of Object.entries(parameters)) {
    const { type, label } = parameter;
    if (type === 'list') {
      const count = numbersIn(String(values[name])).length;
      const { most, counts = label } = parameter;
      if (count < 1 || count > most) {
        return `This figure shows 1 to ${most} ${counts} but got ${count}.`;
      }
    }
    if (type === 'choice' && !parameter.options.some(([known]) => known === values[name])) {
      const known = parameter.options.map(([option]) => option).join(', ');
      const { named = label } = parameter;
      return `In this figure, ${named} must be one of ${known} but got "${String(values[name])}".`;
    }
    if (type === 'text' && String(values[name]).length > parameter.most) {
      return `In this figure, ${label} must have at most ${parameter.most} characters but got ${String(values[name]).length}.`;
    }
    if (type !== 'number') continue;
    const value = Number(values[name]);
    const { least = -Infinity, most = Infinity, whole = false, named = label } = parameter;
    if (value < least || value > most || (whole && !Number.isInteger(value))) {
      const kind = whole ? 'a whole number' : 'a number';
      const range =
        least === -Infinity
          ? `up to ${most}`
          : most === Infinity
            ? `from ${least}`
            : `from ${least} to ${most}`;
      return `In this figure, ${named} must be ${kind} ${range} but got ${value}.`;
    }
  }
  return null;
}

/** The values in the name of a file: d-model128-base10000. */
export const inName = (parameters: ParameterTable, values: Record<string, unknown>): string =>
  Object.entries(parameters)
    .filter(([, { type }]) => type !== 'flag')
    .map(([name]) => {
      const text = String(values[name])
        .trim()
        .replace(/[^\w.-]+/g, '_');
      return `${attributeOf(name)}${text}`;
    })
    .join('-');

// The parameters that figures share.

const bases = [
  2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000,
  1000000,
];

export const width = (value: number, { max = 512, most = 4096 } = {}) =>
  ({ type: 'number', label: 'width d', value, slider: { min: 2, max, step: 2 }, most }) as const;

export const base = (value = 10000) =>
  ({ type: 'number', label: 'base', value, slider: { stops: bases } }) as const;

export const count = (label: string, value: number, max: number, most: number, step = 10) =>
  ({
    type: 'number',
    label,
    value,
    slider: { min: step, max, step },
    least: 2,
    most,
    whole: true,
  }) as const;

/** A position, an offset or a shift. */
export const place = (
  label: string,
  value: number,
  {
    min = 0,
    max = 100,
    step = 1,
    plays,
  }: { min?: number; max?: number; step?: number; plays?: NumberParameter['plays'] } = {},
) =>
  ({ type: 'number', label, value, slider: { min, max, step }, ...(plays && { plays }) }) as const;

export const choice = <const Options extends ChoiceParameter['options']>(
  label: string,
  value: Options[number][0],
  options: Options,
) => ({ type: 'choice', label, value, options }) as const;

/** One of two options, the first of them at rest. @param named in messages */
export const switchOf = <const Off extends string, const On extends string>(
  label: string,
  [off, on]: readonly [off: Off, on: On],
  named: string,
) =>
  ({
    type: 'choice',
    label,
    named,
    value: off as Off | On,
    options: [
      [off, 'off'],
      [on, 'on'],
    ],
    shownAs: 'switch',
  }) as const;

/** A choice whose few options stand side by side. */
export const segments = <const Options extends ChoiceParameter['options']>(
  label: string,
  value: Options[number][0],
  options: Options,
) => ({ ...choice(label, value, options), shownAs: 'segments' }) as const;
