import type { ColorScale } from './colors.ts';
import { byCubeRoot } from './scale.ts';
import { sequential } from './sequential.ts';

/** Sequential from a number below 0 up to 0, by cube roots: so numbers of different magnitudes differ in color. */
export const sequentialByRoot = (lowest: number): ColorScale => ({
  ...sequential(lowest, 0),
  bent: byCubeRoot(lowest),
});
