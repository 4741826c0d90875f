import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { diverging } from '../../plots/colours.ts';
import { decimals } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { compute } from '../../worker/client.ts';
import { number, widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, partOf, setup, upTo } from '../sinusoidal.ts';

/** As many as are told apart on a phone. */
const at_first = { positions: 50, dimensions: 64 };
/** So much can be drawn, and scrolled through as a table. */
const largest = { d: 4096, positions: 2000 };

interface HeatmapData {
  dModel: number;
  base: number;
  table: Matrix;
  /** How often each column changes sign. */
  signChanges: Float64Array;
}

const scale = diverging(1);

/**
 * The sinusoidal table as a heatmap: a row for each position, a column for each dimension. The first 50
 * positions and 64 dimensions are shown, the whole on demand.
 *
 *   <posenc-heatmap d-model="128" base="10000" positions="100"></posenc-heatmap>
 */
export class PosencHeatmap extends PosencFigure<HeatmapData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    positions: { type: Number },
    whole: { type: Boolean },
  };

  declare dModel: number;
  declare base: number;
  declare positions: number;
  /** All that is computed is shown. */
  declare whole: boolean;

  protected override readonly subject = 'The sinusoidal table';

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
    this.positions = 100;
    this.whole = false;
  }

  protected override async ask(): Promise<HeatmapData> {
    const { dModel, base } = this;
    const options = paper(dModel, base);
    const [table, { values: signChanges }] = await Promise.all([
      compute.call('sinusoidalTable', { ...options, layout: 'interleaved' }, upTo(this.positions)),
      compute.call('signChanges', options, this.positions),
    ]);
    return { dModel, base, table, signChanges };
  }

  private shown({ table }: HeatmapData) {
    return {
      rows: this.whole ? table.rows : Math.min(table.rows, at_first.positions),
      cols: this.whole ? table.cols : Math.min(table.cols, at_first.dimensions),
    };
  }

  private changes(data: HeatmapData) {
    const { cols } = this.shown(data);
    return { left: data.signChanges[0] ?? 0, right: data.signChanges[cols - 2] ?? 0 };
  }

  protected override finding(data: HeatmapData): string {
    const { left, right } = this.changes(data);
    if (left > right) return 'Fast waves on the left, slow ones on the right';
    if (left < right) return 'Slow waves on the left, fast ones on the right';
    return 'The waves on the left and on the right are equally fast';
  }

  protected override sub(data: HeatmapData): string {
    const { rows, cols } = this.shown(data);
    const { table } = data;
    const part = (shown: number, all: number, what: string) =>
      shown === all ? `${all} ${what}` : `${shown} of ${all} ${what}`;
    return `PE(pos, dimension), ${setup(data.dModel, data.base)}: ${part(rows, table.rows, 'positions')}, ${part(cols, table.cols, 'dimensions')}`;
  }

  protected override summary(data: HeatmapData): string {
    const { cols } = this.shown(data);
    const { left, right } = this.changes(data);
    const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
    return `Heatmap of the sinusoidal table. ${this.sub(data)}. Over ${data.table.rows} positions the sine on the far left, dimension 0, changes sign ${times(left)}, the last sine on the right, dimension ${cols - 2}, ${times(right)}. All values lie between −1 and 1.`;
  }

  protected override fileName(): string {
    return `posenc-table-d${this.dModel}-base${this.base}`;
  }

  protected override table({ table }: HeatmapData): DataTable {
    return {
      head: ['position', ...Array.from({ length: table.cols }, (_, n) => `dimension ${n}`)],
      rows: Array.from({ length: table.rows }, (_, row) => [
        row,
        ...table.values.subarray(row * table.cols, (row + 1) * table.cols),
      ]),
    };
  }

  protected override plot(data: HeatmapData | null) {
    const cells = data && {
      ...this.shown(data),
      stride: data.table.cols,
      values: data.table.values,
    };
    const tell = ({ row, col }: Cell) =>
      `PE(${row}, ${col}) = ${decimals(data?.table.values[row * data.table.cols + col] ?? 0, 4)}: position ${row}, dimension ${col}, the ${partOf(col)}`;
    return html`<posenc-matrix-plot
      data-plot
      height="320"
      label=${data ? this.summary(data) : this.subject}
      .cells=${cells}
      .scale=${scale}
      .across=${{ title: 'dimension' }}
      .down=${{ title: 'position' }}
      .tell=${tell}
    ></posenc-matrix-plot>`;
  }

  protected override controls() {
    return html`
      ${widthAndBase(this, { most: largest.d })}
      ${number(
        'positions',
        this.positions,
        { min: 10, max: 500, step: 10, most: largest.positions },
        (value) => {
          this.positions = value;
        },
      )}
      <label>
        <input
          type="checkbox"
          .checked=${this.whole}
          @change=${(event: Event) => {
            this.whole = (event.target as HTMLInputElement).checked;
          }}
        />
        the whole table
      </label>
    `;
  }
}

customElements.define('posenc-heatmap', PosencHeatmap);
