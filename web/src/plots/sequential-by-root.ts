import type { ColorScale } from './colors.ts';
import { sequential } from './sequential.ts';

/** Sequential from a number below 0 up to 0, by cube roots: so numbers of different magnitudes differ in color. */
export function sequentialByRoot(lowest: number): ColorScale {
  return {
    ...sequential(lowest, 0),
    bent: {
      shareOf: (value) => 1 - Math.cbrt(value / lowest),
      at: (share) => lowest * (1 - share) ** 3,
    },
  };
}
