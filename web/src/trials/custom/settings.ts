// What a reader sets for an encoding of their own, and what the core answers.
import type { CustomEncoding } from '../../core/api.ts';
import type { ParameterTable } from '../../ui/parameters.ts';

export const parameters = {
  formula: { type: 'text', label: 'formula', value: '', most: 4000 },
  d: {
    type: 'number',
    label: 'dimensions d',
    value: 16,
    slider: { min: 1, max: 64, step: 1 },
  },
  positions: {
    type: 'number',
    label: 'positions',
    value: 64,
    slider: { min: 8, max: 256, step: 8 },
  },
} as const satisfies ParameterTable;

export interface CustomSettings {
  formula: string;
  d: number;
  positions: number;
}

/** An answer with the settings that it is about. */
export interface ShownEncoding extends CustomSettings {
  encoding: CustomEncoding;
}

export const isSame = (one: CustomSettings, other: CustomSettings): boolean =>
  one.formula === other.formula && one.d === other.d && one.positions === other.positions;

/** A longer formula is cut off where it is quoted. */
const maxQuoted = 120;

export const quoted = (formula: string): string =>
  formula.length > maxQuoted ? `${formula.slice(0, maxQuoted)} …` : formula;
