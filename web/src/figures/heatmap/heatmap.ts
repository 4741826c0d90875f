import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { base, count, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { encoding, firstPositions, partOf, rowsOf, setup } from '../sinusoidal.ts';

const parameters = {
  dModel: width(128),
  base: base(),
  positions: count('positions', 100, 500, 1000),
  whole: { type: 'flag', label: 'Show the whole table', value: false },
} as const;
type Params = Values<typeof parameters>;

/** As many as a phone can show apart. */
const initiallyShown = { positions: 50, dimensions: 64 };

interface Answer {
  table: Matrix;
  /** Of each column. */
  signChanges: Float64Array;
}

const scale = diverging(1);

/**
 * The sinusoidal table as a heatmap: a row for each position, a column for each dimension. The first 50
 * positions and 64 dimensions are shown, the whole on demand.
 *
 *   <posenc-heatmap d-model="128" base="10000" positions="100"></posenc-heatmap>
 */
export class PosencHeatmap extends figureWith('table', parameters)<Answer> {
  protected override readonly label = 'The sinusoidal table';
  protected override readonly formula =
    'PE(pos, 2i) = sin(pos · ωᵢ), PE(pos, 2i + 1) = cos(pos · ωᵢ), ωᵢ = base^(−2i/d)';

  protected override readonly presets = [
    {
      label: 'All 128 dimensions, 100 positions',
      values: { dModel: 128, base: 10000, positions: 100, whole: true },
    },
  ];

  protected override async ask(params: Params): Promise<Answer> {
    const [table, { values: signChanges }] = await Promise.all([
      this.call(
        'sinusoidalTable',
        { ...encoding(params), layout: 'interleaved' },
        firstPositions(params.positions),
      ),
      this.call('signChanges', encoding(params), params.positions),
    ]);
    return { table, signChanges };
  }

  private visible({ table }: Answer, { whole }: Params) {
    return {
      rows: whole ? table.rows : Math.min(table.rows, initiallyShown.positions),
      cols: whole ? table.cols : Math.min(table.cols, initiallyShown.dimensions),
    };
  }

  /** Of the first and the last sine that are shown. */
  private changes(answer: Answer, params: Params) {
    const last = this.visible(answer, params).cols - 2;
    return { left: answer.signChanges[0] ?? 0, right: answer.signChanges[last] ?? 0, last };
  }

  protected override caption(answer: Answer, params: Params): string {
    const { left, right, last } = this.changes(answer, params);
    if (last === 0) return 'One pair, one wave';
    if (left > right) return 'Fast left, slow right';
    if (left < right) return 'Slow left, fast right';
    return 'Equally fast left and right';
  }

  protected override subtitle(answer: Answer, params: Params): string {
    return `${this.extent(answer, params, 'columns')}, each a wave.`;
  }

  /** How much of the table is shown. */
  private extent(answer: Answer, params: Params, across: string): string {
    const { rows, cols } = this.visible(answer, params);
    const { table } = answer;
    const some = (shown: number, all: number, what: string) =>
      shown === all ? `${all} ${what}` : `${shown} of ${all} ${what}`;
    return `${some(rows, table.rows, 'positions')}, ${some(cols, table.cols, across)}`;
  }

  protected override setting(answer: Answer, params: Params): string {
    return `PE(pos, dimension), ${setup(params)}: ${this.extent(answer, params, 'dimensions')}`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { left, right, last } = this.changes(answer, params);
    const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
    return `Heatmap. Over ${answer.table.rows} positions, the sine on the far left, dimension 0, changes sign ${times(left)}; the last sine on the right, dimension ${last}, ${times(right)}. All values lie between −1 and 1.`;
  }

  protected override table({ table }: Answer): DataTable {
    return {
      head: ['position', ...Array.from({ length: table.cols }, (_, n) => `dimension ${n}`)],
      count: table.rows,
      row: (n) => [n, ...rowsOf(table, n)],
    };
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const cells = answer && {
      ...this.visible(answer, params),
      stride: answer.table.cols,
      values: answer.table.values,
    };
    const describe = ({ row, col }: Cell) =>
      `PE(${row}, ${col}) = ${decimals(answer ? (rowsOf(answer.table, row)[col] ?? 0) : 0, 4)}: position ${row}, dimension ${col}, the ${partOf(col)}`;
    return html`<posenc-matrix-plot
      data-plot
      height="320"
      label=${this.label}
      .summary=${summary}
      .cells=${cells}
      .scale=${scale}
      .across=${{ title: 'dimension' }}
      .down=${{ title: 'position' }}
      .describe=${describe}
    ></posenc-matrix-plot>`;
  }
}

customElements.define('posenc-heatmap', PosencHeatmap);
