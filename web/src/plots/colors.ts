// Colors for numbers, each as the four bytes of a pixel, for each step from the lowest to the highest.
import { largestOf } from './scale.ts';

/** Of a color scale. */
export const steps = 512;

export interface ColorScale {
  readonly lowest: number;
  readonly highest: number;
  readonly colors: Uint32Array;
  /** Of a scale that is not even: where a number is on it, from 0 to 1, and the number that is there. */
  readonly bent?: { shareOf(value: number): number; at(share: number): number };
}

// As bright as to be seen on light and on dark, and dark enough for white digits.
const red = [200, 50, 60];
const blue = [35, 105, 200];

/** The background shows through the more, the closer a number is to 0: so 0 looks like nothing in light and dark. */
const redBlue = new Uint32Array(
  Uint8Array.from(
    Array.from({ length: steps + 1 }, (_, step) => {
      const value = (2 * step) / steps - 1;
      return [...(value > 0 ? red : blue), Math.round(255 * Math.abs(value))];
    }).flat(),
  ).buffer,
);

/** Red above 0, blue below, and the background at 0. */
export const diverging = (limit: number): ColorScale => ({
  lowest: -limit,
  highest: limit,
  colors: redBlue,
});

/** The same, up to the largest magnitude of some numbers; 1 where all are 0. */
export const divergingOver = (...parts: Float64Array[]): ColorScale =>
  diverging(parts.reduce((limit, values) => Math.max(limit, largestOf(values)), 0) || 1);

/** Gives the pixel for each value. */
export function painter({ lowest, highest, colors, bent }: ColorScale): (value: number) => number {
  const span = highest - lowest;
  const middle = colors[steps / 2] ?? 0;
  if (!(span > 0)) return () => middle;
  const at = (share: number) => colors[Math.round(Math.max(0, Math.min(1, share)) * steps)] ?? 0;
  return bent ? (value) => at(bent.shareOf(value)) : (value) => at((value - lowest) / span);
}

export const colorOf = (scale: ColorScale, value: number): number => painter(scale)(value);

/**
 * The class of a text on the color of a value (plot.ts): white where that is dark, black where it is light, and
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
