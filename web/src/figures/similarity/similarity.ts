import { html } from 'lit';
import type { SimilarityMatrix } from '../../core/api.ts';
import { sequential } from '../../plots/sequential.ts';
import { decimals } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { base, count, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { encoding, equalTo, rowsOf, setup } from '../sinusoidal.ts';

const parameters = {
  dModel: width(128),
  base: base(),
  positions: count('positions', 50, 200, 512),
};
type Params = Values<typeof parameters>;

const at = ({ matrix }: SimilarityMatrix, row: number, col: number): number =>
  rowsOf(matrix, row)[col] ?? 0;

/**
 * How alike the encodings of any two positions are: their cosine similarity.
 *
 *   <posenc-similarity d-model="128" base="10000" positions="50"></posenc-similarity>
 */
export class PosencSimilarity extends figureWith('similarity', parameters)<SimilarityMatrix> {
  protected override readonly label = 'Cosine similarity between positions';
  protected override readonly formula =
    'PE(p) · PE(q) / (|PE(p)| |PE(q)|) = (2/d) Σᵢ cos((p − q) · ωᵢ)';

  protected override ask(params: Params): Promise<SimilarityMatrix> {
    return this.call('similarityMatrix', encoding(params), params.positions);
  }

  protected override caption({ offsetOnly }: SimilarityMatrix): string {
    return offsetOnly ? 'Equal distance, equal color' : 'Equal distance, unequal color';
  }

  protected override subtitle({ offsetOnly }: SimilarityMatrix): string {
    return offsetOnly
      ? 'Each diagonal has one color: only the distance counts.'
      : 'Rounding shows: values on a diagonal differ.';
  }

  protected override setting({ diagonalSpread }: SimilarityMatrix, params: Params): string {
    return `Cosine similarity of PE(row) and PE(column), ${setup(params)}; values on each diagonal are ${equalTo(diagonalSpread)}`;
  }

  protected override summary(answer: SimilarityMatrix): string {
    const { rows } = answer.matrix;
    const some = [1, 5, 10, 25]
      .filter((distance) => distance < rows)
      .map((distance) => `${decimals(at(answer, 0, distance), 3)} at distance ${distance}`);
    return `Heatmap of ${rows} positions against each other. On the main diagonal the similarity is ${decimals(at(answer, 0, 0), 3)}${some.map((one) => `, ${one}`).join('')}; the lowest is ${decimals(answer.lowest, 3)}.`;
  }

  protected override table({ matrix }: SimilarityMatrix): DataTable {
    return {
      head: ['position', ...Array.from({ length: matrix.cols }, (_, n) => `with ${n}`)],
      count: matrix.rows,
      row: (n) => [n, ...rowsOf(matrix, n)],
    };
  }

  protected override plot(answer: SimilarityMatrix | null, _: Params, summary: string) {
    const cells = answer && { ...answer.matrix, stride: answer.matrix.cols };
    const describe = ({ row, col }: Cell) =>
      answer
        ? `positions ${row} and ${col}, ${Math.abs(col - row)} apart: ${decimals(at(answer, row, col), 4)}`
        : '';
    // From 0, or the tenth below the lowest: a narrower scale would show small differences as large ones.
    const lowest = Math.min(0, Math.floor((answer?.lowest ?? 0) * 10) / 10);
    return html`<posenc-matrix-plot
      data-plot
      height="420"
      square
      label=${this.label}
      .summary=${summary}
      .cells=${cells}
      .scale=${sequential(lowest, 1)}
      .across=${{ title: 'position' }}
      .down=${{ title: 'position' }}
      .describe=${describe}
    ></posenc-matrix-plot>`;
  }
}

customElements.define('posenc-similarity', PosencSimilarity);
