// Paths of curves, as D3's line() writes them, in one loop: D3 calls ten functions for each point, and an old phone draws
// a thousand points anew at each move.
import type { ScaleContinuousNumeric } from 'd3-scale';
import { tenth } from './format.ts';

export type Scale = ScaleContinuousNumeric<number, number>;

/** Where numbers are on an axis, in pixels, not rounded: as the scale itself would say, to the bit. */
export function placesOf(values: ArrayLike<number>, scale: Scale): Float64Array {
  const [from = 0, to = 1] = scale.domain();
  const [start = 0, end = 1] = scale.range();
  const places = new Float64Array(values.length);
  // Logarithms are left to D3.
  if ('base' in scale || !(to > from)) return places.map((_, n) => scale(values[n] ?? 0));
  for (let n = 0; n < places.length; n++) {
    const part = ((values[n] ?? 0) - from) / (to - from);
    places[n] = start * (1 - part) + end * part;
  }
  return places;
}

/**
 * A line through points, broken where one is not on the axes.
 * @param across, up their places
 * @param isOn of a point, by its number
 */
export function linePath(
  across: ArrayLike<number>,
  up: ArrayLike<number>,
  isOn: (n: number) => boolean = () => true,
): string {
  let path = '';
  /** Points of the part that is being drawn. */
  let drawn = 0;
  for (let n = 0; n < across.length; n++) {
    if (isOn(n)) {
      path += `${drawn++ === 0 ? 'M' : 'L'}${tenth(across[n] ?? 0)},${tenth(up[n] ?? 0)}`;
    } else {
      if (drawn === 1) path += 'Z';
      drawn = 0;
    }
  }
  return drawn === 1 ? `${path}Z` : path;
}
