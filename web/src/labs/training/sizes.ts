// What can be set of a run beside its task and schemes, within what a page can bear; what of it makes a model, the core
// judges.
import type { PosencError } from '../../core/errors.ts';
import { tasks } from '../../registry.ts';
import { type NumberParameter, numbersIn, type ParameterTable } from '../../ui/parameters.ts';

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
  batch: whole('batch', 64, { min: 8, max: 128, step: 8 }, 512),
  seed: { ...whole('seed', 1, { min: 1, max: 20, step: 1 }, 4_294_967_285), least: 0 },
  seeds: whole('how many seeds', 1, { min: 1, max: 5, step: 1 }, 10),
};
export type Size = keyof typeof sizes;
export type Sizes = Record<Size, number>;
export const sizeNames = Object.keys(sizes) as Size[];

/** Slopes of ALiBi, one for each head; none for those of its paper. */
export const slopes = { type: 'text', label: 'ALiBi slopes', value: '', most: 200 } as const;

/** All that a link says, and what results are kept by. */
export const inAddress: ParameterTable = {
  task: {
    type: 'choice',
    label: 'task',
    value: 'order',
    options: tasks.map(({ name }) => [name, name]),
  },
  schemes: { type: 'text', label: 'schemes', value: '', most: 200 },
  ...sizes,
  slopes,
};

/** The size that the core refuses, if it is one. */
export const refusedSize = (failure: PosencError | null): Size | null =>
  (failure?.code === 'invalid-argument' && sizeNames.find((size) => size === failure.parameter)) ||
  null;

/** "2, 1, 1/2" as slopes; a sentence where one is no number. */
export function slopesIn(text: string): Float64Array<ArrayBuffer> | string {
  const values = numbersIn(text);
  return values.some(Number.isNaN)
    ? `ALiBi slopes must be numbers, one for each head, such as "2, 1, 0.5, 0.25", but got "${text.trim()}".`
    : Float64Array.from(values);
}
