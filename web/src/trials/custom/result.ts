// The settings of a reader's encoding, and the core's answer.
import { html, type TemplateResult } from 'lit';
import type { CustomEncoding, Matrix } from '../../core/api.ts';
import { significant } from '../../plots/format.ts';
import '../../plots/matrix-plot.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import { pictureOf } from '../../plots/picture.ts';
import { scaleOver } from '../../plots/sequential.ts';
import { type DataTable, save } from '../../ui/download.ts';
import type { ParameterTable } from '../../ui/parameters.ts';
import { asWritten } from '../../ui/provenance.ts';

export const parameters = {
  formula: { type: 'text', label: 'formula', value: '', most: 4000 },
  d: {
    type: 'number',
    label: 'dimensions d',
    value: 16,
    slider: { min: 1, max: 64, step: 1 },
  },
  positions: {
    type: 'number',
    label: 'positions',
    value: 64,
    slider: { min: 8, max: 256, step: 8 },
  },
} as const satisfies ParameterTable;

export interface CustomSettings {
  formula: string;
  d: number;
  positions: number;
}

/** An answer with the settings that it is about. */
export interface ShownEncoding extends CustomSettings {
  encoding: CustomEncoding;
}

export const isSame = (one: CustomSettings, other: CustomSettings): boolean =>
  one.formula === other.formula && one.d === other.d && one.positions === other.positions;

/** A longer formula is cut off where it is quoted. */
const maxQuoted = 120;

export const quoted = (formula: string): string =>
  formula.length > maxQuoted ? `${formula.slice(0, maxQuoted)} …` : formula;

// A reader's encoding: its table, its dot products, and which invariants hold.

export const namesOfInvariants: Readonly<Record<string, string>> = {
  distinct: 'Distinct',
  bounded: 'Bounded',
  'shift-linear': 'Shift-linear',
  'offset-only': 'Offset-only',
};

/** "Distinct: holds. Bounded: does not hold": which invariants hold, to be spoken. */
export const invariantsText = ({ invariants }: CustomEncoding): string =>
  invariants
    .map(({ id, holds }) => `${namesOfInvariants[id] ?? id}: ${holds ? 'holds' : 'does not hold'}`)
    .join('. ');

/** One for each encoding: a table that stays the same is not laid out again. */
const tables = new WeakMap<ShownEncoding, DataTable>();

export function tableOfEncoding(shown: ShownEncoding): DataTable {
  const { encoding, d } = shown;
  const { rows, values } = encoding.table;
  const table = tables.get(shown) ?? {
    head: ['position', ...Array.from({ length: d }, (_, i) => `i = ${i}`)],
    count: rows,
    row: (n: number) => [n, ...values.subarray(n * d, (n + 1) * d)],
  };
  tables.set(shown, table);
  return table;
}

interface Heatmap {
  matrix: Matrix;
  label: string;
  /** "64 positions by 16 dimensions". */
  contents: string;
  cellName: (cell: Cell) => string;
  across: string;
  square: boolean;
}

/** By what they show. The element around them changes with every letter, and they would be drawn with it. */
const heatmaps = new WeakMap<Matrix, TemplateResult>();

function heatmap(of: Heatmap): TemplateResult {
  const known = heatmaps.get(of.matrix) ?? drawnHeatmap(of);
  heatmaps.set(of.matrix, known);
  return known;
}

function drawnHeatmap({
  matrix,
  label,
  contents,
  cellName,
  across,
  square,
}: Heatmap): TemplateResult {
  const { rows, cols, values } = matrix;
  const scale = scaleOver(values);
  const describe = (cell: Cell) =>
    `${cellName(cell)} = ${significant(values[cell.row * cols + cell.col] ?? 0, 4)}`;
  return html`<posenc-matrix-plot
    data-plot
    height="300"
    ?square=${square}
    label=${label}
    .summary=${`Heatmap of ${contents}. The largest magnitude in it is ${significant(scale.highest, 4)}.`}
    .cells=${{ rows, cols, stride: cols, values }}
    .scale=${scale}
    .across=${{ title: across }}
    .down=${{ title: 'position' }}
    .describe=${describe}
  ></posenc-matrix-plot>`;
}

/** The table of one answer, and the dot products of one that may be earlier. */
export function pictures(
  { encoding: { table } }: ShownEncoding,
  { encoding: { products } }: ShownEncoding,
): TemplateResult {
  return html`<div class="pictures">
    <div>
      <h2>The table</h2>
      ${heatmap({
        matrix: table,
        label: 'The table of your formula',
        contents: `${table.rows} positions by ${table.cols} dimensions`,
        cellName: ({ row, col }) => `PE(${row}, ${col})`,
        across: 'dimension i',
        square: false,
      })}
    </div>
    <div>
      <h2>Dot products of positions</h2>
      ${heatmap({
        // The offset-only invariant is about these: where it holds, diagonals are constant.
        matrix: products,
        label: 'Dot products of positions',
        contents: `the dot products of all pairs of ${products.rows} positions`,
        cellName: ({ row, col }) => `PE(${row}) · PE(${col})`,
        across: 'position',
        square: true,
      })}
    </div>
  </div>`;
}

/** @param root the shadow root with the two pictures */
export function savePictures(root: ParentNode, { formula, d, positions }: ShownEncoding): void {
  const plots = [...root.querySelectorAll<HTMLElement>('.pictures [data-plot]')];
  const subtitle = `d = ${d}, ${positions} positions: the table, and dot products of positions`;
  const picture = pictureOf(plots, `PE(pos, i) = ${quoted(formula)}`, subtitle);
  save('posenc-own-encoding.svg', 'image/svg+xml', [picture]);
}

export const invariantsList = ({ invariants }: CustomEncoding): TemplateResult =>
  html`<ul class="invariants" aria-label="Invariants">
    ${invariants.map(
      ({ id, holds, text }) =>
        html`<li class=${holds ? 'holds' : 'broken'} data-invariant=${id}>
          <b
            ><span aria-hidden="true">${holds ? '✓' : '✕'}</span> ${
              holds ? 'holds' : 'does not hold'
            }</b
          ><span
            ><a href=${`#${id}`}>${namesOfInvariants[id] ?? id}</a>:
            <span class="text">${text}</span></span
          >
        </li>`,
    )}
  </ul>`;

export const howEncoded = ({ formula, d, positions }: ShownEncoding): TemplateResult =>
  html`<div class="how" id="how">
    <dl>
      <dt>Formula</dt>
      <dd><code>PE(pos, i) = ${quoted(formula)}</code>, pos and i from 0</dd>
      <dt>Computed by</dt>
      <dd><code>ownEncoding(${asWritten(quoted(formula))}, ${d}, ${positions})</code></dd>
      <dt>Declared in</dt>
      <dd><code>posenc/encoding/custom.hpp</code>, <code>posenc/analysis/invariants.hpp</code></dd>
    </dl>
  </div>`;
