import { scalePow } from 'd3-scale';
import type { ColorScale } from './colors.ts';
import { sequential } from './sequential.ts';

/** Sequential from a number below 0 up to 0, by cube roots: so numbers of different magnitudes differ in color. */
export function sequentialByRoot(lowest: number): ColorScale {
  const share = scalePow([lowest, 0], [0, 1]).exponent(1 / 3);
  return {
    ...sequential(lowest, 0),
    bent: { shareOf: (value) => share(value), at: (part) => share.invert(part) },
  };
}
