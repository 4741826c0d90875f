// The expected result of a call and the learner's, as a picture and as Python writes them.
import { html, nothing, type TemplateResult } from 'lit';
import type { CaseComparison } from '../../core/api.ts';
import { diverging } from '../../plots/colors.ts';
import { sequential } from '../../plots/sequential.ts';
import { significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import type { TileCell } from '../../plots/tiles-plot.ts';
import '../../plots/tiles-plot.ts';
import type { CodeText } from './texts.ts';

type Axes = CodeText['axes'];

/** How many tables are drawn, such as those of heads: the expected and the learner's of each. */
const mostTables = 4;
const digits = 6;

/** A number in the page's form, including NaN and infinity. */
function written(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return 'not a number';
  if (Number.isFinite(value)) return significant(value, digits);
  return value < 0 ? '−∞' : '∞';
}

/** Colors from 0 down if no number is positive, else the same distance on both sides of 0. */
function scaleFor(values: number[]) {
  const finite = values.filter((value) => Number.isFinite(value));
  const lowest = Math.min(0, ...finite);
  const highest = Math.max(0, ...finite);
  if (highest === 0 && lowest < 0) return sequential(lowest, 0);
  return diverging(Math.max(highest, -lowest) || 1);
}

function vectors(expected: number[], got: number[] | null, axes: Axes): TemplateResult {
  const rows = got ? ['expected', 'yours'] : ['expected'];
  const values = Float64Array.from([...expected, ...(got ?? [])]);
  const cells = { rows: rows.length, cols: expected.length, stride: expected.length, values };
  const describe = ({ row, col }: Cell) =>
    `${axes.col} ${col}, ${rows[row] ?? ''}: ${written(values[row * cells.cols + col])}`;
  return html`<posenc-matrix-plot
    label="Expected and yours"
    .summary=${`${rows.join(' and ')}, ${expected.length} numbers each`}
    .height=${60 + 34 * rows.length}
    .cells=${cells}
    .scale=${scaleFor([...values])}
    .across=${{ title: axes.col }}
    .down=${{ title: '', names: rows }}
    .digits=${3}
    .describe=${describe}
  ></posenc-matrix-plot>`;
}

function tables(
  shape: number[],
  expected: number[],
  got: number[] | null,
  axes: Axes,
): TemplateResult {
  const [cols = 1, rows = 1, count = 1] = [...shape].reverse();
  const shown = Math.min(count, mostTables);
  const size = rows * cols;
  const tiles = Array.from({ length: shown }, (_, n) => {
    const which = axes.table && count > 1 ? `, ${axes.table} ${n}` : '';
    const part = (values: number[]) => values.slice(n * size, (n + 1) * size);
    return [
      { name: `expected${which}`, values: part(expected) },
      ...(got ? [{ name: `yours${which}`, values: part(got) }] : []),
    ];
  }).flat();
  const all = tiles.flatMap(({ values }) => values);
  const describe = ({ tile, row, col }: TileCell) => {
    const { name = '', values = [] } = tiles[tile] ?? {};
    const value = written(values[row * cols + col]);
    return `${name}, ${axes.row} ${row}, ${axes.col} ${col}: ${value}`;
  };
  const others = count > shown ? ` The first ${shown} of ${count} ${axes.table}s.` : '';
  return html`<posenc-tiles-plot
    label="Expected and yours"
    .summary=${`${tiles.map(({ name }) => name).join(', ')}: ${rows} by ${cols} numbers each.${others}`}
    .tiles=${tiles}
    .rows=${rows}
    .cols=${cols}
    .scale=${scaleFor(all)}
    axes=${`down: ${axes.row}; across: ${axes.col}${others ? `.${others}` : ''}`}
    masked=${all.every((value) => Number.isFinite(value)) ? '' : '−∞ or not a number'}
    .describe=${describe}
  ></posenc-tiles-plot>`;
}

/** Both side by side; only the expected result if the learner's has another shape. */
export function picture(
  { shape, expected, got }: CaseComparison,
  axes: Axes,
): TemplateResult | typeof nothing {
  const right = [...expected];
  const own = got && [...got];
  if (right.length === 0) return nothing;
  return shape.length === 1 ? vectors(right, own, axes) : tables([...shape], right, own, axes);
}

/** Longer texts of results are cut. */
const mostCharacters = 400;
export const cut = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text;

/** The expected result as Python writes it, its numbers rounded. */
export function listed({ shape, expected }: CaseComparison): string {
  const values = [...expected];
  const python = (value: number) =>
    Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : value < 0 ? '-inf' : 'inf';
  const list = ([length = 0, ...inner]: number[], from: number): string => {
    const size = inner.reduce((product, one) => product * one, 1);
    const one = (n: number) =>
      inner.length > 0 ? list(inner, from + n * size) : python(values[from + n] ?? NaN);
    return `[${Array.from({ length }, (_, n) => one(n)).join(', ')}]`;
  };
  return values.length === 0 ? 'an error' : cut(list([...shape], 0));
}
