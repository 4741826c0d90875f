// Parameters and words that the figures of RoPE share.
import type { PairLayout, RotaryOptions } from '../core/api.ts';
import { decimals, plain } from '../plots/format.ts';

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

export const vector = (label: string, value: string) =>
  ({ type: 'list', label, value, most: 16 }) as const;

/** The two components of a pair, of `pairs` in all. */
export const componentsOf = (pair: number, pairs: number, layout: PairLayout) =>
  layout === 'interleaved' ? ([2 * pair, 2 * pair + 1] as const) : ([pair, pair + pairs] as const);

/** [0.1798, 0.8353, −0.5020, 0.1950], at most eight of them. */
export const vectorText = (values: ArrayLike<number>, digits = 4): string => {
  const first = Array.from(values).slice(0, 8);
  const parts = first.map((value) => decimals(value, digits));
  return `[${parts.join(', ')}${values.length > first.length ? ', …' : ''}]`;
};

/** A whole circle is one turn. */
export function degrees(turns: number): string {
  const value = turns * 360;
  return `${plain(Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1)))}°`;
}
