// A learned table and the sinusoidal one beside each other: what the figures of learned tables share.
import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { rowsOf } from '../sinusoidal.ts';

interface Shown {
  name: string;
  table: Matrix | null;
  /** Its colors go from −limit to limit. */
  limit: number;
  height: number;
  summary?: string;
}

/** A table as a heatmap, a row for each position, with its name above it. */
export function tablePlot({ name, table, limit, height, summary = '' }: Shown): TemplateResult {
  const describe = ({ row, col }: Cell) =>
    `position ${row}, dimension ${col}: ${decimals(table ? (rowsOf(table, row)[col] ?? 0) : 0, 4)}`;
  return html`<div>
    <p class="which">${name}</p>
    <posenc-matrix-plot
      data-plot=${name}
      height=${height}
      label=${name}
      .summary=${summary}
      .cells=${table && { ...table, stride: table.cols }}
      .scale=${diverging(limit)}
      .across=${{ title: 'dimension' }}
      .down=${{ title: 'position' }}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${describe}
    ></posenc-matrix-plot>
  </div>`;
}

/** The range of an array, in words. */
export const limits = (limit: number): string => `−${plain(limit)} to ${plain(limit)}`;
