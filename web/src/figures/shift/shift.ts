import { css, html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { diverging } from '../../plots/colours.ts';
import { decimals, significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { compute } from '../../worker/client.ts';
import { number, widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, partOf, setup } from '../sinusoidal.ts';

const most_d = 64;
const scale = diverging(1);
/** What a product of numbers up to 1 is off by when only its rounding is. */
const rounding = 1e-9;

interface ShiftData {
  dModel: number;
  base: number;
  position: number;
  by: number;
  matrix: Matrix;
  start: Float64Array;
  carried: Float64Array;
  target: Float64Array;
  difference: Float64Array;
  largest: number;
}

/**
 * The matrix M_k that carries every encoding k positions on, and what it does to one.
 *
 *   <posenc-shift d-model="8" base="10000" position="5" by="3"></posenc-shift>
 */
export class PosencShift extends PosencFigure<ShiftData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    position: { type: Number },
    by: { type: Number },
  };

  declare dModel: number;
  declare base: number;
  declare position: number;
  /** k, in positions. */
  declare by: number;

  protected override readonly subject = 'One matrix carries every position on';

  static override styles = [
    ...PosencFigure.styles,
    css`
      .both {
        display: grid;
        grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
        gap: 0.5rem 1.2rem;
      }
      .which {
        font: 500 0.82rem/1.4 var(--sans);
        margin: 0 0 0.3rem;
      }
      @media (max-width: 40rem) {
        .both {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    this.dModel = 8;
    this.base = 10000;
    this.position = 5;
    this.by = 3;
  }

  protected override async ask(): Promise<ShiftData> {
    const { dModel, base, position, by } = this;
    const answer = await compute.call('shift', paper(dModel, base), position, by);
    return { dModel, base, position, by, ...answer };
  }

  private names(data: ShiftData | null) {
    const [position, by] = [data?.position ?? this.position, data?.by ?? this.by];
    return {
      start: `PE(${position})`,
      carried: `M·PE(${position})`,
      target: `PE(${position + by})`,
      difference: 'diff.',
    };
  }

  protected override finding(data: ShiftData): string {
    const { position, by, largest } = data;
    const way = `M with k = ${by} carries PE(${position}) to PE(${position + by})`;
    return largest < rounding
      ? `${way}, and no entry is off by more than ${significant(largest, 2)}`
      : `At such positions rounding shows: ${way} up to ${significant(largest, 2)}`;
  }

  protected override sub(data: ShiftData): string {
    return `The shift matrix for k = ${data.by}, a block for each pair, ${setup(data.dModel, data.base)}`;
  }

  protected override summary(data: ShiftData): string {
    const { start, target } = this.names(data);
    const list = (values: Float64Array) =>
      Array.from(values.subarray(0, 8), (value) => decimals(value, 3)).join(', ');
    return `A block-diagonal matrix: 2 by 2 blocks with cosines on the diagonal, a sine above and minus that sine below, zero elsewhere. ${start} begins ${list(data.start)}; the matrix makes ${list(data.carried)} of it, and ${target} is ${list(data.target)}. The largest difference is ${significant(data.largest, 2)}.`;
  }

  protected override fileName(): string {
    return `posenc-shift-d${this.dModel}-base${this.base}-position${this.position}-by${this.by}`;
  }

  protected override table(data: ShiftData): DataTable {
    const { matrix } = data;
    const { start, carried, target } = this.names(data);
    return {
      head: [
        'dimension',
        start,
        carried,
        target,
        'difference',
        ...Array.from({ length: matrix.cols }, (_, col) => `M column ${col}`),
      ],
      rows: Array.from({ length: matrix.rows }, (_, row) => [
        row,
        data.start[row] ?? 0,
        data.carried[row] ?? 0,
        data.target[row] ?? 0,
        data.difference[row] ?? 0,
        ...matrix.values.subarray(row * matrix.cols, (row + 1) * matrix.cols),
      ]),
    };
  }

  protected override plot(data: ShiftData | null) {
    const names = this.names(data);
    const columns = data ? [data.start, data.carried, data.target, data.difference] : [];
    const titles = [names.start, names.carried, names.target, names.difference];
    const vectors = data && {
      rows: data.dModel,
      cols: columns.length,
      stride: columns.length,
      values: Float64Array.from(
        { length: data.dModel * columns.length },
        (_, n) => columns[n % columns.length]?.[Math.floor(n / columns.length)] ?? 0,
      ),
    };
    const tellMatrix = ({ row, col }: Cell) =>
      `M: row ${row}, column ${col}: ${decimals(data?.matrix.values[row * data.matrix.cols + col] ?? 0, 4)}`;
    const tellVector = ({ row, col }: Cell) => {
      const value = columns[col]?.[row] ?? 0;
      return `${col === 3 ? `${names.carried} − ${names.target}` : titles[col]}, dimension ${row}, the ${partOf(row)}: ${col === 3 ? significant(value, 2) : decimals(value, 4)}`;
    };
    return html`<div class="both">
      <div>
        <p class="which">M, with k = ${data?.by ?? this.by}</p>
        <posenc-matrix-plot
          data-plot
          height="250"
          label=${data ? this.summary(data) : this.subject}
          .cells=${data && { ...data.matrix, stride: data.matrix.cols }}
          .scale=${scale}
          .across=${{ title: 'column' }}
          .down=${{ title: 'row' }}
          .tell=${tellMatrix}
        ></posenc-matrix-plot>
      </div>
      <div>
        <p class="which">Before, carried on, wanted, off by</p>
        <posenc-matrix-plot
          data-plot
          height="250"
          label="Four columns: ${titles.join(', ')}, the last their difference"
          .cells=${vectors}
          .scale=${scale}
          .across=${{ title: '', names: titles }}
          .down=${{ title: 'dimension' }}
          .tell=${tellVector}
        ></posenc-matrix-plot>
      </div>
    </div>`;
  }

  protected override controls() {
    return html`
      ${number('position', this.position, { max: 100 }, (value) => {
        this.position = value;
      })}
      ${number('shift k', this.by, { min: -50, max: 50 }, (value) => {
        this.by = value;
      })}
      ${widthAndBase(this, { max: 32, most: most_d })}
    `;
  }
}

customElements.define('posenc-shift', PosencShift);
