import { ticks } from 'd3-array';
import { svg } from 'lit';

/** A round number at or below a bound, to mark an axis with that ends there. */
export const roundBelow = (bound: number): number => ticks(0, bound, 2).at(-1) ?? 0;

/**
 * Round points, of a radius in CSS pixels, as one path: each a line of no length, with a round cap. So the browser has one
 * element to style, to lay out and to paint, not hundreds.
 */
export const dots = (
  places: readonly (readonly [x: number, y: number])[],
  { color, radius }: { color: string; radius: number },
) =>
  svg`<path class="dots" stroke=${color} stroke-width=${2 * radius} stroke-linecap="round" d=${places.map(([x, y]) => `M${x},${y}h0`).join('')} />`;
