import { html, nothing, type TemplateResult } from 'lit';
import type { Chart } from '../../core/api.ts';
import { percent, significant } from '../../plots/format.ts';
import type { LineAxis, Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { schemes } from '../../registry.ts';
import type { DataTable } from '../../ui/download.ts';

type Line = Chart['lines'][number];

const names: readonly string[] = schemes.map(({ name }) => name).filter((name) => name !== 'own');

/** The color tokens of lines: those of the schemes, with the gray of none at the end. */
export const legendColors: readonly string[] = [...names.filter((name) => name !== 'none'), 'none'];

/** If every line is about a scheme of its own, the colors of the schemes; else a color for each line. */
function colorsOf(lines: readonly Line[]): string[] {
  const ofLines = lines.map(({ scheme }) => scheme ?? '');
  const areSchemes =
    ofLines.every((scheme) => legendColors.includes(scheme)) &&
    new Set(ofLines).size === lines.length;
  return lines.map(
    (_, n) => (areSchemes ? ofLines[n] : legendColors[n % legendColors.length]) ?? 'none',
  );
}

/** Longer names do not fit beside the plot on a phone. */
const maxLetters = 14;
/** With more points, marks would hide the line. */
const maxMarks = 12;

const letter = (n: number): string => String.fromCharCode('A'.charCodeAt(0) + n);

/** The values across that any line has, in rising order. */
const stopsOf = ({ lines }: Chart): number[] =>
  [...new Set(lines.flatMap(({ x }) => Array.from(x)))].sort((a, b) => a - b);

const hasSpread = ({ least, most }: Line): boolean => least.length > 0 && most.length > 0;

/** A value of a chart in words. */
function written({ values }: Chart, value: number): string {
  if (!Number.isFinite(value)) return 'no answer';
  return values === 'shares' ? percent(value, 1) : significant(value, 4);
}

/** The value of a line at a place across, in words; '' where it has none. */
function lineTextAt(chart: Chart, line: Line, across: number): string {
  const n = line.x.indexOf(across);
  const y = line.y[n];
  if (y === undefined) return '';
  const [least, most] = [line.least[n] ?? y, line.most[n] ?? y];
  const spread = least === most ? '' : ` (${written(chart, least)} to ${written(chart, most)})`;
  return `${line.name} ${written(chart, y)}${spread}`;
}

const textAt = (chart: Chart, across: number): string =>
  `${chart.xAxis} ${significant(across, 6)}: ${chart.lines
    .map((line) => lineTextAt(chart, line, across))
    .filter(Boolean)
    .join('; ')}`;

function summaryOf(chart: Chart): string {
  const ends = chart.lines.map((line) => {
    const { name, x, y } = line;
    const [first, last] = [0, x.length - 1].map(
      (n) => `${written(chart, y[n] ?? NaN)} at ${significant(x[n] ?? NaN, 4)}`,
    );
    return `${name}: from ${first} to ${last}`;
  });
  const spread = chart.lines.some(hasSpread)
    ? ' Bands span the seeds, from the lowest to the highest.'
    : '';
  return `${chart.yAxis}, by ${chart.xAxis}. ${ends.join('. ')}.${spread}`;
}

export function tableOf(chart: Chart): DataTable {
  const stops = stopsOf(chart);
  const { lines } = chart;
  return {
    head: [
      chart.xAxis,
      ...lines.flatMap((line) =>
        hasSpread(line)
          ? [line.name, `${line.name}, lowest`, `${line.name}, highest`]
          : [line.name],
      ),
    ],
    count: stops.length,
    row: (stop) => {
      const across = stops[stop] ?? 0;
      return [
        across,
        ...lines.flatMap((line) => {
          const n = line.x.indexOf(across);
          const cell = (values: Float64Array) => {
            const value = values[n];
            return value === undefined ? '' : Number.isNaN(value) ? 'no answer' : value;
          };
          return hasSpread(line)
            ? [cell(line.y), cell(line.least), cell(line.most)]
            : [cell(line.y)];
        }),
      ];
    },
  };
}

/** Shares are written in percent; the axis goes as far as the library says, at least. */
const upAxis = ({ yAxis, values, includes }: Chart): LineAxis => {
  const { length } = includes;
  return {
    title: yAxis,
    ...(length > 0 ? { domain: [includes[0] ?? 0, includes[length - 1] ?? 0] } : {}),
    ...(values === 'shares' ? { mark: (value: number) => percent(value) } : {}),
  };
};

/** The chart of an experiment: its lines, with bands where seeds differ. */
export function chartOf(chart: Chart, label: string): TemplateResult {
  const { lines, xAxis } = chart;
  const stops = stopsOf(chart);
  const ofLines = colorsOf(lines);
  const byLetter = lines.some(({ name }) => name.length > maxLetters);
  const isSparse = stops.length <= maxMarks;
  const bands = lines.flatMap((line, n): Series[] =>
    hasSpread(line)
      ? [
          {
            name: '',
            color: ofLines[n] ?? 'none',
            as: 'band',
            x: line.x,
            y: line.least,
            to: line.most,
          },
        ]
      : [],
  );
  const curves = lines.map((line, n): Series => ({
    name: byLetter ? letter(n) : line.name,
    x: line.x,
    y: line.y,
    color: ofLines[n] ?? 'none',
    as: 'line',
    marked: isSparse,
  }));
  return html`${
      byLetter
        ? html`<ul class="legend" aria-label="Lines">
            ${lines.map(
              ({ name }, n) =>
                html`<li><b class=${`of-${ofLines[n] ?? 'none'}`}>${letter(n)}</b> ${name}</li>`,
            )}
          </ul>`
        : nothing
    }
    <posenc-line-plot
      data-plot
      height="290"
      label=${label}
      .summary=${summaryOf(chart)}
      .series=${[...bands, ...curves]}
      .across=${isSparse ? { title: xAxis, at: stops } : { title: xAxis }}
      .up=${upAxis(chart)}
      .stops=${stops}
      .describe=${(stop: number) => textAt(chart, stops[stop] ?? 0)}
    ></posenc-line-plot>`;
}
