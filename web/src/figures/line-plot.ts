// The plot of a figure that is one line plot.
import { html, type TemplateResult } from 'lit';
import type { PosencLinePlot } from '../plots/line-plot.ts';
import '../plots/line-plot.ts';

type Lines = Pick<PosencLinePlot, 'height' | 'series' | 'across' | 'up' | 'stops' | 'describe'> &
  Partial<Pick<PosencLinePlot, 'stretch'>>;

/** @param summary what a screen reader says of the plot as a whole */
export const linePlot = (
  label: string,
  summary: string,
  { height, series, across, up, stops, describe, stretch = null }: Lines,
): TemplateResult =>
  html`<posenc-line-plot
    data-plot
    height=${height}
    label=${label}
    .summary=${summary}
    .series=${series}
    .stretch=${stretch}
    .across=${across}
    .up=${up}
    .stops=${stops}
    .describe=${describe}
  ></posenc-line-plot>`;
