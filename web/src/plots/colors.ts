// Colors for numbers, each as the four bytes of a pixel, for each step from the lowest to the highest.
import { scalePow } from 'd3-scale';
import { interpolateViridis } from 'd3-scale-chromatic';

const steps = 512;

export interface ColorScale {
  readonly lowest: number;
  readonly highest: number;
  readonly colors: Uint32Array;
  /** Of a scale that is not even: where a number is on it, from 0 to 1, and the number that is there. */
  readonly bent?: { shareOf(value: number): number; at(share: number): number };
}

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

// As bright as to be seen on light and on dark, and dark enough for white digits.
const red = [200, 50, 60];
const blue = [45, 120, 190];

/** The background shows through the more, the closer a number is to 0: so 0 looks like nothing in light and dark. */
const redBlue = new Uint32Array(
  Uint8Array.from(
    Array.from({ length: steps + 1 }, (_, step) => {
      const value = (2 * step) / steps - 1;
      return [...(value > 0 ? red : blue), Math.round(255 * Math.abs(value))];
    }).flat(),
  ).buffer,
);
const viridis = pixels(interpolateViridis);

/** Red above 0, blue below, and the background at 0. */
export const diverging = (limit: number): ColorScale => ({
  lowest: -limit,
  highest: limit,
  colors: redBlue,
});

/** The same, up to the largest magnitude of some numbers; 1 where all are 0. */
export const divergingOver = (...parts: Float64Array[]): ColorScale =>
  diverging(
    parts.reduce(
      (limit, values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), limit),
      0,
    ) || 1,
  );

/** From dark to light, and as even in gray. Source: matplotlib's viridis. */
export const sequential = (lowest: number, highest: number): ColorScale => ({
  lowest,
  highest,
  colors: viridis,
});

/** Sequential from a number below 0 up to 0, by cube roots: so numbers of different magnitudes differ in color. */
export function sequentialByRoot(lowest: number): ColorScale {
  const share = scalePow([lowest, 0], [0, 1]).exponent(1 / 3);
  return {
    ...sequential(lowest, 0),
    bent: { shareOf: (value) => share(value), at: (part) => share.invert(part) },
  };
}

/** Diverging where there are numbers on both sides of 0; else from 0 to the one farthest from it. */
export function scaleOver(...parts: Float64Array[]): ColorScale {
  const both = divergingOver(...parts);
  const some = (is: (value: number) => boolean) => parts.some((values) => values.some(is));
  if (!some((value) => value < 0)) return sequential(0, both.highest);
  return some((value) => value > 0) ? both : sequential(both.lowest, 0);
}

/** The pixel for a value. */
export function colorOf({ lowest, highest, colors, bent }: ColorScale, value: number): number {
  const span = highest - lowest;
  const within = span > 0 ? (bent?.shareOf(value) ?? (value - lowest) / span) : 0.5;
  return colors[Math.round(Math.max(0, Math.min(1, within)) * steps)] ?? 0;
}

/**
 * The class of a text on the color of a value (plot-style.ts): white where that is dark, black where it is light, and
 * the text's own where the background shows through.
 */
export function textOn(scale: ColorScale, value: number): 'on-dark' | 'on-light' | 'name' {
  const bytes = new Uint8Array(Uint32Array.of(colorOf(scale, value)).buffer);
  const [red = 0, green = 0, blue = 0, opacity = 0] = bytes;
  const share = opacity / 255;
  const light = share * (0.299 * red + 0.587 * green + 0.114 * blue) + 255 * (1 - share);
  if (light < 140) return 'on-dark';
  return opacity === 255 ? 'on-light' : 'name';
}

/** The color of a value where SVG draws it: a color, and how opaque it is. */
export function paintOf(scale: ColorScale, value: number): { fill: string; opacity: number } {
  const bytes = new Uint8Array(Uint32Array.of(colorOf(scale, value)).buffer);
  const [red = 0, green = 0, blue = 0, opacity = 0] = bytes;
  return { fill: `rgb(${red},${green},${blue})`, opacity: Math.round((opacity / 255) * 100) / 100 };
}
