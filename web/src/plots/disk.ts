// Disks whose areas are as numbers.
import { scaleSqrt } from 'd3-scale';

/** The radius of a disk for a number from 0 to 1; for 1 it is the largest. */
export const diskRadius = (largest: number): ((share: number) => number) =>
  scaleSqrt([0, 1], [0, largest]);
