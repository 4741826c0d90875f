// The sizes of a model and its training, within what a page can handle. (The core checks whether they make a model.)
import type { PosencError } from '../../core/errors.ts';
import { type NumberParameter, numbersIn } from '../../ui/parameters.ts';

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

/** The slopes of ALiBi, one for each head; none for those of its paper. */
export const slopes = { type: 'text', label: 'ALiBi slopes', value: '', most: 200 } as const;

/** The size that the core refuses, if it is one. */
export const refusedSize = (failure: PosencError | null): Size | null =>
  (failure?.code === 'invalid-argument' && sizeNames.find((size) => size === failure.parameter)) ||
  null;

/** "2, 1, 0.5" as slopes; a sentence if one is not a number. */
export function slopesIn(text: string): Float64Array<ArrayBuffer> | string {
  const values = numbersIn(text);
  return values.some(Number.isNaN)
    ? `ALiBi slopes must be numbers, one for each head, such as "2, 1, 0.5, 0.25", but got "${text.trim()}".`
    : Float64Array.from(values);
}
