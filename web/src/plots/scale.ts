// Where numbers are on an axis: the places are those of D3's scales, which would bring colors, dates and formats along.

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
