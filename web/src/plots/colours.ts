// Colours for numbers, each as the four bytes of a pixel, for each step from the lowest to the highest.
import { interpolateRdBu, interpolateViridis } from 'd3-scale-chromatic';

const steps = 512;

export interface ColourScale {
  readonly lowest: number;
  readonly highest: number;
  readonly colours: Uint32Array;
}

function pixels(colourAt: (t: number) => string): Uint32Array {
  const channels = (colour: string) =>
    colour.startsWith('#')
      ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
      : (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const bytes = Array.from({ length: steps + 1 }, (_, step) => [
    ...channels(colourAt(step / steps)),
    255,
  ]);
  return new Uint32Array(Uint8Array.from(bytes.flat()).buffer);
}

// Without the scheme's ends, which are so dark that red and blue look alike.
const redBlue = pixels((t) => interpolateRdBu(0.9 - 0.8 * t));
const viridis = pixels(interpolateViridis);

/** Red above 0, blue below, white at 0. Source: ColorBrewer's RdBu. */
export const diverging = (limit: number): ColourScale => ({
  lowest: -limit,
  highest: limit,
  colours: redBlue,
});

/** The same, up to the largest magnitude of some numbers; 1 where all are 0. */
export const divergingOver = (...parts: Float64Array[]): ColourScale =>
  diverging(
    parts.reduce(
      (limit, values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), limit),
      0,
    ) || 1,
  );

/** From dark to light, and as even in grey. Source: matplotlib's viridis. */
export const sequential = (lowest: number, highest: number): ColourScale => ({
  lowest,
  highest,
  colours: viridis,
});

/** Diverging where there are numbers on both sides of 0; else from 0 to the one farthest from it. */
export function scaleOver(...parts: Float64Array[]): ColourScale {
  const both = divergingOver(...parts);
  const some = (is: (value: number) => boolean) => parts.some((values) => values.some(is));
  if (!some((value) => value < 0)) return sequential(0, both.highest);
  return some((value) => value > 0) ? both : sequential(both.lowest, 0);
}

/** The pixel for a value. */
export function colourOf({ lowest, highest, colours }: ColourScale, value: number): number {
  const span = highest - lowest;
  const within = span > 0 ? (value - lowest) / span : 0.5;
  return colours[Math.round(Math.max(0, Math.min(1, within)) * steps)] ?? 0;
}

/** Whether white reads better than black on the colour of a value. */
export function isDark(scale: ColourScale, value: number): boolean {
  const [red = 0, green = 0, blue = 0] = new Uint8Array(
    Uint32Array.of(colourOf(scale, value)).buffer,
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140;
}
