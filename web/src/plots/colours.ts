// Colours for numbers, as bytes: red, green, blue for each step from the lowest to the highest.
import { interpolateRdBu, interpolateViridis } from 'd3-scale-chromatic';

const steps = 512;

export interface ColourScale {
  readonly lowest: number;
  readonly highest: number;
  readonly colours: Uint8ClampedArray;
}

function bytes(colourAt: (t: number) => string): Uint8ClampedArray {
  const channels = (colour: string) =>
    colour.startsWith('#')
      ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
      : (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  return Uint8ClampedArray.from(
    Array.from({ length: steps + 1 }, (_, step) => channels(colourAt(step / steps))).flat(),
  );
}

// Without the scheme's ends, which are so dark that red and blue look alike.
const red_blue = bytes((t) => interpolateRdBu(0.9 - 0.8 * t));
const viridis = bytes(interpolateViridis);

/** Red above 0, blue below, white at 0. Source: ColorBrewer's RdBu. */
export const diverging = (limit: number): ColourScale => ({
  lowest: -limit,
  highest: limit,
  colours: red_blue,
});

/** From dark to light, and as even in grey. Source: matplotlib's viridis. */
export const sequential = (lowest: number, highest: number): ColourScale => ({
  lowest,
  highest,
  colours: viridis,
});

/** Where in the bytes the colour of a value begins. */
export function colourIndex(scale: ColourScale, value: number): number {
  const span = scale.highest - scale.lowest;
  const within = span > 0 ? (value - scale.lowest) / span : 0.5;
  return Math.round(Math.max(0, Math.min(1, within)) * steps) * 3;
}
