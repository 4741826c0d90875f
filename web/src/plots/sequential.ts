// Colors from dark to light, which bring a table with them that few pages need.
import { interpolateViridis } from 'd3-scale-chromatic';
import { type ColorScale, divergingOver, steps } from './colors.ts';
import { byCubeRoot } from './scale.ts';

function pixels(colorAt: (t: number) => string): Uint32Array {
  const channels = (color: string) =>
    color.startsWith('#')
      ? [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
      : (color.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const bytes = Array.from({ length: steps + 1 }, (_, step) => [
    ...channels(colorAt(step / steps)),
    255,
  ]);
  return new Uint32Array(Uint8Array.from(bytes.flat()).buffer);
}

const viridis = pixels(interpolateViridis);

/** From dark to light, and as even in gray. Source: matplotlib's viridis. */
export const sequential = (lowest: number, highest: number): ColorScale => ({
  lowest,
  highest,
  colors: viridis,
});

/** Diverging where there are numbers on both sides of 0; else from 0 to the one farthest from it. */
export function scaleOver(...parts: Float64Array[]): ColorScale {
  const both = divergingOver(...parts);
  const some = (is: (value: number) => boolean) => parts.some((values) => values.some(is));
  if (!some((value) => value < 0)) return sequential(0, both.highest);
  return some((value) => value > 0) ? both : sequential(both.lowest, 0);
}

/** Sequential from a number below 0 up to 0, by cube roots: so numbers of different magnitudes differ in color. */
export const sequentialByRoot = (lowest: number): ColorScale => ({
  ...sequential(lowest, 0),
  bent: byCubeRoot(lowest),
});
