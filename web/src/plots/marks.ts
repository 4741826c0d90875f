import { scaleLinear } from 'd3-scale';

/** A round number at or below a bound, to mark an axis with that ends there. */
export const roundBelow = (bound: number): number =>
  scaleLinear([0, bound], [0, 1]).ticks(2).at(-1) ?? 0;
