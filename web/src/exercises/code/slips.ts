// What is said of a slip in a program, where that is not what is said by hand.
import type { Reason } from '../../core/api.ts';
import type { Statement } from '../feedback.ts';

/** Where what is said of a slip by hand does not fit a program. */
export const wording: Partial<Record<Reason, { first: string; why: string }>> = {
  degrees: {
    first: 'The angle is in radians, not in degrees.',
    why: 'math.sin and math.cos take radians: position times frequency goes in as it is.',
  },
  'one-based': {
    first: 'Positions count from 0.',
    why: 'Each result is that of the position after.',
  },
  'mixed-conventions': {
    first: 'Two conventions are mixed.',
    why: 'Some results keep to one, some to another. Each alone would do.',
  },
};

/** What counts by hand under another convention, and is wrong where a program is asked for one of them. */
const not_asked: Partial<Record<Reason, { first: string; why: string }>> = {
  'other-layout': {
    first: 'All sines come before all cosines.',
    why: 'Asked for are sines in the even columns, cosines in the odd ones: whoever reads column 2i + 1 expects the cosine of pair i.',
  },
  transposed: {
    first: 'Rows and columns are swapped.',
    why: 'Asked for is a row for each position, and in it a number for each dimension.',
  },
  'pair-order': {
    first: 'Each rotated pair has its two numbers swapped.',
    why: 'The pair (a, b) becomes (a cos − b sin, a sin + b cos), in this order.',
  },
};

/** What is said of a slip in a program. */
export const slipInCode = (reason: Reason): Partial<Statement> => ({
  ...wording[reason],
  ...not_asked[reason],
});
