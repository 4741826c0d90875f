// Paths of curves, as D3's line() writes them, in one loop: D3 calls ten functions for each point, and an old phone draws
// a thousand points anew at each move.
import { tenth } from './format.ts';
import type { Scale } from './scale.ts';

/** Where numbers are on an axis. */
export const placesOf = (values: ArrayLike<number>, scale: Scale): Float64Array =>
  Float64Array.from(values, (value) => scale(value));

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

/** The area between two lines, in pieces where a point of it is not on the axes. */
export function bandPath(
  across: ArrayLike<number>,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
  isOn: (n: number) => boolean,
): string {
  let path = '';
  /** The lower edge of the piece that is being drawn, from its end. */
  let back = '';
  for (let n = 0; n < across.length; n++) {
    if (isOn(n)) {
      const x = tenth(across[n] ?? 0);
      path += `${back ? 'L' : 'M'}${x},${tenth(upper[n] ?? 0)}`;
      back = `L${x},${tenth(lower[n] ?? 0)}${back}`;
    } else if (back) {
      path += `${back}Z`;
      back = '';
    }
  }
  return back ? `${path}${back}Z` : path;
}
