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
