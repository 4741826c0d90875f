// Parameters and words that the figures of the sinusoidal encoding share.
import type { FrequencyOptions, Matrix } from '../core/api.ts';
import { largestOf } from '../plots/scale.ts';
import { plain, significant } from '../plots/format.ts';

/** The paper's encoding, with a figure's width and base. */
export const encoding = ({ dModel, base }: { dModel: number; base: number }): FrequencyOptions => ({
  dModel,
  base,
  variant: 'paper',
});

/** Positions from 0 to count − 1. */
export function firstPositions(count: number): Float64Array<ArrayBuffer> {
  const positions = new Float64Array(count);
  for (let position = 0; position < count; position++) positions[position] = position;
  return positions;
}

/**
 * How many are asked for where `count` are shown and a longer list begins with the shorter one: while a slider is moved, most
 * answers are there already.
 */
export function withRoom(count: number): number {
  let room = 1;
  while (room < count) room *= 2;
  return room;
}

/** "sine of pair 3": what dimension 6 is. */
export const partOf = (dimension: number): string =>
  `${dimension % 2 === 0 ? 'sine' : 'cosine'} of pair ${(dimension - (dimension % 2)) / 2}`;

export const setup = ({ dModel, base }: { dModel: number; base: number }): string =>
  `d = ${dModel}, base ${plain(base)}`;

export const pe = (position: number): string => `PE(${plain(position)})`;

export const rowsOf = ({ cols, values }: { cols: number; values: Float64Array }, row: number) =>
  values.subarray(row * cols, (row + 1) * cols);

/** The largest magnitude in a table. */
export const largest = ({ values }: Matrix): number => largestOf(values);

/** For two numbers that are equal on paper. */
export const equalTo = (difference: number): string =>
  difference === 0 ? 'exactly equal' : `equal to within ${significant(difference, 2)}`;
