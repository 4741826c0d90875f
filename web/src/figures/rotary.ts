// What the figures of RoPE ask for, and how they name it.
import type { Matrix, PairLayout, RotaryOptions } from '../core/api.ts';
import { decimals, plain } from '../plots/format.ts';
import { rowsOf } from './sinusoidal.ts';

/** All components of a head rotated. */
export const rotary = (
  headDim: number,
  base: number,
  layout: PairLayout = 'interleaved',
): RotaryOptions => ({ headDim, rotaryDim: headDim, base, layout });

export const headDim = (value: number, { max = 256, most = 4096 } = {}) =>
  ({
    type: 'number',
    label: 'head width d',
    value,
    slider: { min: 2, max, step: 2 },
    most,
  }) as const;

/** A short query or key. */
export const vector = (label: string, value: string) =>
  ({ type: 'list', label, value, most: 16 }) as const;

/** The components of a pair of so many. */
export const componentsOf = (pair: number, pairs: number, layout: PairLayout) =>
  layout === 'interleaved' ? ([2 * pair, 2 * pair + 1] as const) : ([pair, pair + pairs] as const);

/** So many positions go once round where theta is 1. */
const round_points = 64;

/** Positions at which a pair with theta = 1 goes once round; `whole`: the wavelength of theta = 1. */
export const onceRound = (whole: number): Float64Array<ArrayBuffer> =>
  Float64Array.from({ length: round_points }, (_, n) => (n * whole) / round_points);

/**
 * How far each pair reaches wherever it points, from rows in which each of them goes once round: so far out does its
 * first component come.
 */
export function reaches(round: Matrix, layout: PairLayout): number[] {
  const pairs = round.cols / 2;
  return Array.from({ length: pairs }, (_, pair) => {
    const [first] = componentsOf(pair, pairs, layout);
    let most = 0;
    for (let row = 0; row < round.rows; row++) {
      most = Math.max(most, rowsOf(round, row)[first] ?? 0);
    }
    return most;
  });
}

/** [0.1798, 0.8353, −0.5020, 0.1950], and no more than eight of them. */
export const vectorText = (values: ArrayLike<number>, digits = 4): string => {
  const few = Array.from(values).slice(0, 8);
  const parts = few.map((value) => decimals(value, digits));
  return `[${parts.join(', ')}${values.length > few.length ? ', …' : ''}]`;
};

/** A whole circle is one turn. */
export function degrees(turns: number): string {
  const value = turns * 360;
  return `${plain(Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1)))}°`;
}
