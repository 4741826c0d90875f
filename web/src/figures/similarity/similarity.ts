import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { sequential } from '../../plots/colours.ts';
import { decimals, significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { compute } from '../../worker/client.ts';
import { number, widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, setup } from '../sinusoidal.ts';

const most_positions = 512;
/** What sums of cosines differ by when only their rounding does. */
const rounding = 1e-9;

interface SimilarityData {
  dModel: number;
  base: number;
  matrix: Matrix;
  /** The largest difference between two cells that are equally far from the main diagonal. */
  diagonalSpread: number;
  lowest: number;
}

/**
 * How alike the encodings of any two positions are: their cosine similarity.
 *
 *   <posenc-similarity d-model="128" base="10000" positions="50"></posenc-similarity>
 */
export class PosencSimilarity extends PosencFigure<SimilarityData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    positions: { type: Number },
  };

  declare dModel: number;
  declare base: number;
  declare positions: number;

  protected override readonly subject = 'Cosine similarity between positions';

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
    this.positions = 50;
  }

  protected override async ask(): Promise<SimilarityData> {
    const { dModel, base, positions } = this;
    return {
      dModel,
      base,
      ...(await compute.call('similarityMatrix', paper(dModel, base), positions)),
    };
  }

  private at({ matrix }: SimilarityData, row: number, col: number): number {
    return matrix.values[row * matrix.cols + col] ?? 0;
  }

  protected override finding({ diagonalSpread }: SimilarityData): string {
    return diagonalSpread < rounding
      ? 'Equal distance, equal similarity: each diagonal has one colour'
      : 'Positions that are equally far apart are not equally similar';
  }

  protected override sub(data: SimilarityData): string {
    return `Cosine similarity of PE(row) and PE(column), ${setup(data.dModel, data.base)}; along a diagonal it differs by ${significant(data.diagonalSpread, 2)} at most`;
  }

  protected override summary(data: SimilarityData): string {
    const count = data.matrix.rows;
    const some = [1, 5, 10, 25]
      .filter((distance) => distance < count)
      .map((distance) => `${decimals(this.at(data, 0, distance), 3)} at distance ${distance}`);
    return `Heatmap of the cosine similarities of ${count} positions with each other. ${this.finding(data)}. It is 1 on the main diagonal, ${some.join(', ')}; the lowest is ${decimals(data.lowest, 3)}.`;
  }

  protected override fileName(): string {
    return `posenc-similarity-d${this.dModel}-base${this.base}`;
  }

  protected override table({ matrix }: SimilarityData): DataTable {
    return {
      head: ['position', ...Array.from({ length: matrix.cols }, (_, n) => `with ${n}`)],
      rows: Array.from({ length: matrix.rows }, (_, row) => [
        row,
        ...matrix.values.subarray(row * matrix.cols, (row + 1) * matrix.cols),
      ]),
    };
  }

  protected override plot(data: SimilarityData | null) {
    const cells = data && { ...data.matrix, stride: data.matrix.cols };
    const tell = ({ row, col }: Cell) =>
      data
        ? `positions ${row} and ${col}, ${col - row} apart: ${decimals(this.at(data, row, col), 4)}`
        : '';
    return html`<posenc-matrix-plot
      data-plot
      height="420"
      square
      label=${data ? this.summary(data) : this.subject}
      .cells=${cells}
      .scale=${sequential(Math.floor((data?.lowest ?? 0) * 10) / 10, 1)}
      .across=${{ title: 'position' }}
      .down=${{ title: 'position' }}
      .tell=${tell}
    ></posenc-matrix-plot>`;
  }

  protected override controls() {
    return html`
      ${widthAndBase(this)}
      ${number(
        'positions',
        this.positions,
        { min: 10, max: 200, step: 10, most: most_positions },
        (value) => {
          this.positions = value;
        },
      )}
    `;
  }
}

customElements.define('posenc-similarity', PosencSimilarity);
