import { tenth } from './format.ts';

// Scales of axes, with the places of D3's, which would bring colors, dates and formats along.

export type Span = readonly [from: number, to: number];

export interface Scale {
  /** The place of a value, in pixels, not rounded. */
  (value: number): number;
  readonly domain: Span;
  /** The places of the domain's ends. */
  readonly range: Span;
}

/** The middle where it has no length. */
const shareOf = ([from, to]: Span, value: number): number =>
  to === from ? 0.5 : (value - from) / (to - from);

const within = ([from, to]: Span, share: number): number => from * (1 - share) + to * share;

export const linear = (domain: Span, range: Span) =>
  Object.assign((value: number) => within(range, shareOf(domain, value)), {
    domain,
    range,
    valueAt: (place: number) => within(domain, shareOf(range, place)),
  });

/** For numbers above 0. */
export function logarithmic(domain: Span, range: Span): Scale {
  const logarithms: Span = [Math.log(domain[0]), Math.log(domain[1])];
  return Object.assign((value: number) => within(range, shareOf(logarithms, Math.log(value))), {
    domain,
    range,
  });
}

/** The powers of a base around a domain of numbers above 0. */
export function powersAround([lowest, highest]: Span, base: 2 | 10): Span {
  const logarithm = base === 2 ? Math.log2 : Math.log10;
  const power = (exponent: number) => (base === 2 ? 2 ** exponent : Number(`1e${exponent}`));
  return [power(Math.floor(logarithm(lowest))), power(Math.ceil(logarithm(highest)))];
}

/** From a number below 0 up to 0, by cube roots: where a number is, from 0 to 1, and the number that is there. */
export const byCubeRoot = (lowest: number) => ({
  shareOf: (value: number) => 1 - Math.cbrt(value / lowest),
  at: (share: number) => lowest * (1 - share) ** 3,
});

// The ends of a list of numbers. A loop takes a fraction of the time of a call for each: long lists are read while a reader
// moves something.

/** The lowest of some numbers; of none, Infinity. */
export function lowestOf(values: ArrayLike<number>): number {
  let lowest = Infinity;
  for (let n = 0; n < values.length; n++) lowest = Math.min(lowest, values[n] ?? lowest);
  return lowest;
}

/** The highest of some numbers; of none, −Infinity. */
export function highestOf(values: ArrayLike<number>): number {
  let highest = -Infinity;
  for (let n = 0; n < values.length; n++) highest = Math.max(highest, values[n] ?? highest);
  return highest;
}

/** The largest magnitude of some numbers; of none, 0. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let n = 0; n < values.length; n++) largest = Math.max(largest, Math.abs(values[n] ?? 0));
  return largest;
}

// Paths of curves, as D3's line() writes them, in one loop: D3 calls ten functions for each point, and an old phone draws
// a thousand points anew at each move.

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
