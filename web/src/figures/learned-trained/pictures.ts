// The pictures of a table in training: how alike its rows are, how that has come about, and the table itself.
import { html } from 'lit';
import { diverging } from '../../plots/colors.ts';
import { decimals, percent } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { rowsOf } from '../sinusoidal.ts';
import { tablePlot } from '../learned/tables.ts';
import type { Snapshot } from './snapshots.ts';

/** The width of the square beside its curve, and on a phone. */
const squareWidths: readonly [number, number] = [285, 304];

export function similarityPlot(seen: Snapshot | null, summary: string) {
  const matrix = seen?.similar.matrix ?? null;
  const describe = ({ row, col }: Cell) =>
    `rows ${row} and ${col}: ${decimals(matrix ? (rowsOf(matrix, row)[col] ?? 0) : 0, 3)}`;
  return html`<div class="square">
    <posenc-matrix-plot
      data-plot
      height="256"
      square
      label="Similarity of the rows"
      .summary=${summary}
      .cells=${matrix && { ...matrix, stride: matrix.cols }}
      .scale=${diverging(1)}
      .across=${{ title: 'position' }}
      .down=${{ title: 'position' }}
      .stillWidths=${squareWidths}
      .describe=${describe}
    ></posenc-matrix-plot>
  </div>`;
}

interface Course {
  /** The rows whose similarity is drawn. */
  kind: string;
  snapshots: readonly Snapshot[];
  seen: Snapshot;
  meanOf: (snapshot: Snapshot) => number;
  /** The share of right answers in each step. */
  accuracies: readonly number[];
  steps: number;
}

/** Similarity and accuracy by step, with a point at the step that is looked at. */
export function courseOf({ kind, snapshots, seen, meanOf, accuracies, steps }: Course) {
  const means = snapshots.map(meanOf);
  const right = snapshots.flatMap(({ step }) =>
    step === 0 ? [] : [{ step, share: accuracies[step - 1] ?? NaN }],
  );
  const series: Series[] = [
    {
      name: 'right answers',
      x: right.map(({ step }) => step),
      y: right.map(({ share }) => share),
      color: 'soft',
      as: 'line',
      weight: 'thin',
    },
    {
      name: 'similarity',
      x: snapshots.map(({ step }) => step),
      y: means,
      color: 'learned',
      as: 'line',
    },
    { name: '', x: [seen.step], y: [meanOf(seen)], color: 'learned', as: 'points' },
  ];
  const describe = (n: number) => {
    const { step = 0 } = snapshots[n] ?? {};
    const share = accuracies[step - 1];
    return `step ${step}: ${kind} similarity ${decimals(means[n] ?? 0, 3)}${share === undefined ? '' : `, ${percent(share)} right`}`;
  };
  return html`<posenc-line-plot
    data-plot
    height="170"
    label="Similarity and accuracy by step"
    .summary=${`The mean ${kind} similarity goes from ${decimals(means[0] ?? 0, 2)} to ${decimals(means[means.length - 1] ?? 0, 2)}.`}
    .series=${series.filter(({ x }) => x.length > 0)}
    .across=${{ title: 'step', domain: [0, steps] }}
    .up=${{ title: '', domain: [0, 1] }}
    .stops=${snapshots.map(({ step }) => step)}
    .describe=${describe}
  ></posenc-line-plot>`;
}

/** @param limit the largest element that its colors reach */
export const trainedTablePlot = (seen: Snapshot | null, largest: number) =>
  tablePlot({
    name: `The table, ${seen && seen.step > 0 ? `after ${seen.step} steps` : 'before training'}`,
    table: seen?.table ?? null,
    limit: above(largest),
    height: 210,
  });

/** A limit for colors that is easy to read: the next half, tenth or hundredth above. */
const above = (value: number): number =>
  value > 1
    ? Math.ceil(value * 2) / 2
    : value > 0.1
      ? Math.ceil(value * 10) / 10
      : Math.max(0.01, Math.ceil(value * 100) / 100);
