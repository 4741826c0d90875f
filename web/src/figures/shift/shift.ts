import { css, html } from 'lit';
import type { Shift } from '../../core/api.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals, plain, significant, subscript } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { base, place, type Values, width } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { encoding, equalTo, partOf, pe, rowsOf, setup } from '../sinusoidal.ts';

const parameters = {
  position: place('position', 5),
  by: place('shift k', 3, { min: -50, max: 50 }),
  dModel: width(8, { max: 32, most: 64 }),
  base: base(),
};
type Params = Values<typeof parameters>;

const scale = diverging(1);

/**
 * The matrix M_k that carries every encoding k positions on, applied to one encoding.
 *
 *   <posenc-shift d-model="8" base="10000" position="5" by="3"></posenc-shift>
 */
export class PosencShift extends figureWith('shift', parameters)<Shift> {
  protected override readonly label = 'One matrix moves every position';
  protected override readonly formula =
    'PE(pos + k) = M PE(pos), the block of pair i in M: [[cos kωᵢ, sin kωᵢ], [−sin kωᵢ, cos kωᵢ]]';

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .both {
        --columns: minmax(0, 1.15fr) minmax(0, 1fr);
      }
    `,
  ];

  protected override ask(params: Params): Promise<Shift> {
    return this.call('shift', encoding(params), params.position, params.by);
  }

  private names({ position, by }: Params) {
    return {
      start: pe(position),
      carried: `${matrixName(by)}·${pe(position)}`,
      target: pe(position + by),
    };
  }

  protected override caption({ carries }: Shift, params: Params): string {
    return carries
      ? `${matrixName(params.by)} moves any position by ${plain(params.by)}`
      : 'This far out, rounding shows';
  }

  protected override subtitle(): string {
    return 'Each block turns one pair by a fixed angle, whatever the position.';
  }

  protected override setting({ largest }: Shift, params: Params): string {
    const { carried, target } = this.names(params);
    return `The shift matrix for k = ${plain(params.by)}, a block for each pair; ${setup(params)}; ${carried} and ${target} are ${equalTo(largest)}`;
  }

  protected override summary(answer: Shift, params: Params): string {
    const { start, target } = this.names(params);
    const list = (values: Float64Array) =>
      Array.from(values.subarray(0, 8), (value) => decimals(value, 3)).join(', ');
    return `A block-diagonal matrix: 2 by 2 blocks with cosines on the diagonal, a sine above, minus that sine below, and zeros elsewhere. ${start} begins ${list(answer.start)}; the matrix turns that into ${list(answer.carried)}, and ${target} is ${list(answer.target)}. The largest difference is ${significant(answer.largest, 2)}.`;
  }

  protected override table(answer: Shift, params: Params): DataTable {
    const { matrix } = answer;
    const { start, carried, target } = this.names(params);
    return {
      head: [
        'dimension',
        start,
        carried,
        target,
        'difference',
        ...Array.from({ length: matrix.cols }, (_, col) => `M column ${col}`),
      ],
      count: matrix.rows,
      row: (n) => [
        n,
        answer.start[n] ?? 0,
        answer.carried[n] ?? 0,
        answer.target[n] ?? 0,
        answer.difference[n] ?? 0,
        ...rowsOf(matrix, n),
      ],
    };
  }

  protected override plot(answer: Shift | null, params: Params, summary: string) {
    const { start, carried, target } = this.names(params);
    const vectors = answer ? [answer.start, answer.carried, answer.target] : [];
    const titles = ['start', 'moved', 'goal'];
    const meant = [start, carried, target];
    const vectorNames = `${start}, ${carried}, ${target}`;
    const beside = answer && {
      rows: answer.start.length,
      cols: vectors.length,
      stride: vectors.length,
      values: Float64Array.from(
        { length: answer.start.length * vectors.length },
        (_, n) => vectors[n % vectors.length]?.[Math.floor(n / vectors.length)] ?? 0,
      ),
    };
    const describeMatrix = ({ row, col }: Cell) =>
      `M, row ${row}, column ${col}: ${decimals(answer ? (rowsOf(answer.matrix, row)[col] ?? 0) : 0, 4)}`;
    const describeVector = ({ row, col }: Cell) =>
      `${meant[col]}, dimension ${row}, the ${partOf(row)}: ${decimals(vectors[col]?.[row] ?? 0, 4)}`;
    return html`<div class="both">
      <div>
        <p class="which">${matrixName(params.by)}</p>
        <posenc-matrix-plot
          data-plot=${matrixName(params.by)}
          height="250"
          label="Shift matrix"
          .summary=${summary}
          .cells=${answer && { ...answer.matrix, stride: answer.matrix.cols }}
          .scale=${scale}
          .across=${{ title: 'column' }}
          .down=${{ title: 'row' }}
          .describe=${describeMatrix}
        ></posenc-matrix-plot>
      </div>
      <div>
        <p class="which">${vectorNames}</p>
        <posenc-matrix-plot
          data-plot=${vectorNames}
          height="250"
          label=${vectorNames}
          .cells=${beside}
          .scale=${scale}
          .across=${{ title: '', names: titles }}
          .down=${{ title: 'dimension' }}
          .describe=${describeVector}
        ></posenc-matrix-plot>
      </div>
    </div>`;
  }
}

/** M₃, or M(k = 2.5) if k is not a whole number. */
const matrixName = (by: number): string =>
  Number.isInteger(by) ? `M${subscript(by)}` : `M(k = ${plain(by)})`;

customElements.define('posenc-shift', PosencShift);
