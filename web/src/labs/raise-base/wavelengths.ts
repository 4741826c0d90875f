// What a larger base does to each pair, before anything is trained.
import { html } from 'lit';
import {
  dotsOf,
  lengthRules,
  pairAxis,
  pairsOf,
  ringsOf,
  wavelengthAxis,
} from '../../figures/extension/wavelengths.ts';
import { plain, significant } from '../../plots/format.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';

/** A base, and the wavelength that each pair has with it. */
export interface Wavelengths {
  base: number;
  wavelengths: Float64Array;
}

const pairText = (before: Wavelengths, after: Wavelengths, i: number): string =>
  `pair ${i}: wavelength ${significant(before.wavelengths[i] ?? 0, 4)} positions with base ${plain(before.base)}, ${significant(after.wavelengths[i] ?? 0, 4)} with base ${plain(after.base)}`;

/** The wavelengths of all pairs, in words. */
export const wavelengthsText = (before: Wavelengths, after: Wavelengths): string =>
  Array.from(before.wavelengths, (_, i) => pairText(before, after, i)).join('; ');

/** @param trained the length so far @param length the new one */
export function wavelengthsPlot(
  before: Wavelengths,
  after: Wavelengths,
  trained: number,
  length: number,
) {
  return html`<posenc-line-plot
    data-plot="Wavelength of each pair"
    height="270"
    quiet
    label="Wavelength of each pair, with both bases"
    .summary=${wavelengthsText(before, after)}
    .series=${[
      ...lengthRules(trained, length, 'then'),
      ringsOf(`base ${plain(before.base)}`, before.wavelengths),
      dotsOf(`base ${plain(after.base)}`, after.wavelengths),
    ]}
    .across=${pairAxis}
    .up=${wavelengthAxis}
    .stops=${pairsOf(before.wavelengths)}
    .stillWidths=${stillWidthsOfTwo}
    .describe=${(i: number) => pairText(before, after, i)}
  ></posenc-line-plot>`;
}
