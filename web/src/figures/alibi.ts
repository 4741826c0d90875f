// Parameters and words that the figures of ALiBi share.
import { significant } from '../plots/format.ts';

/** The exponent of the last slope, as in the paper. */
export const paperMaxBias = 8;

export const heads = (value: number) =>
  ({
    type: 'number',
    label: 'heads',
    value,
    slider: { min: 1, max: 16, step: 1 },
    least: 1,
    most: 64,
    whole: true,
  }) as const;

/** A slope as the paper writes it, 1/256, where that is exact. */
export function slopeText(slope: number): string {
  const inverse = 1 / slope;
  if (inverse === 1) return '1';
  return Number.isInteger(inverse) ? `1/${inverse}` : significant(slope, 3);
}
