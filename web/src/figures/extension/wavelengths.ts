// The wavelengths of RoPE's pairs beside the lengths of texts, as figures of context extension draw them.
import { plain } from '../../plots/format.ts';
import type { LineAxis, Series } from '../../plots/line-plot.ts';

export const pairAxis: LineAxis = { title: 'pair i' };
export const wavelengthAxis: LineAxis = { title: 'wavelength, in positions', scale: 'log' };

/** The numbers of the pairs that have these wavelengths. */
export const pairsOf = ({ length }: ArrayLike<number>): Float64Array =>
  Float64Array.from({ length }, (_, i) => i);

/** Lines across at the trained length, and at the length that is asked for, if it differs. */
export function lengthRules(trained: number, asked: number, verb: string): Series[] {
  const rule = (name: string, y: number): Series => ({
    name,
    x: [],
    y: [y],
    color: 'soft',
    as: 'rule',
  });
  return [
    rule(`trained ${plain(trained)}`, trained),
    ...(asked === trained ? [] : [rule(`${verb} ${plain(asked)}`, asked)]),
  ];
}

/** The wavelengths before a remedy, as rings. */
export const ringsOf = (name: string, wavelengths: ArrayLike<number>): Series => ({
  name,
  x: pairsOf(wavelengths),
  y: wavelengths,
  color: 'soft',
  as: 'points',
  hollow: true,
});

/** The wavelengths after it, as dots. */
export const dotsOf = (name: string, wavelengths: ArrayLike<number>): Series => ({
  name,
  x: pairsOf(wavelengths),
  y: wavelengths,
  color: 'rope',
  as: 'points',
});
