// What the figures of the sinusoidal encoding ask for, and how they name it.
import type { FrequencyOptions } from '../core/api.ts';

/** The bases that a slider goes through. */
export const bases: readonly number[] = [
  2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000,
  1000000,
];

export const paper = (dModel: number, base: number): FrequencyOptions => ({
  dModel,
  base,
  variant: 'paper',
});

export const upTo = (count: number): Float64Array<ArrayBuffer> =>
  Float64Array.from({ length: Math.max(0, count) }, (_, n) => n);

/** "sine of pair 3": what dimension 6 is. */
export const partOf = (dimension: number): string =>
  `${dimension % 2 === 0 ? 'sine' : 'cosine'} of pair ${(dimension - (dimension % 2)) / 2}`;

export const setup = (dModel: number, base: number): string => `d = ${dModel}, base ${base}`;
