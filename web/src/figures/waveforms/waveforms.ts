import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { decimals, significant } from '../../plots/format.ts';
import { highestOf, lowestOf } from '../../plots/scale.ts';
import '../../plots/strip-plot.ts';
import { base, count, numbersIn, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { encoding, firstPositions, partOf, rowsOf, setup } from '../sinusoidal.ts';

const parameters = {
  dModel: width(128),
  base: base(),
  positions: count('positions', 50, 200, 500),
  dimensions: { type: 'list', label: 'dimensions', value: '0, 1, 10, 20, 50', most: 16 },
} as const;
type Params = Values<typeof parameters>;

/** The most points of a curve between two positions, and of a whole curve: no screen shows more. */
const maxPoints = { between: 16, whole: 1600 };

/** Of the 2 from −1 to 1. */
const leastSeen = 0.25;

interface Answer {
  dimensions: number[];
  /** Values at the positions, and between them too: a column for each dimension. */
  at: Matrix;
  between: Matrix;
  fine: Float64Array;
  wavelengths: Float64Array;
}

const wavelength = ({ wavelengths }: Answer, dimension: number): number =>
  wavelengths[(dimension - (dimension % 2)) / 2] ?? 0;

/** By a loop: long columns are taken at each move of a slider. */
function column({ rows, cols, values }: Matrix, col: number): Float64Array {
  const numbers = new Float64Array(rows);
  for (let row = 0; row < rows; row++) numbers[row] = values[row * cols + col] ?? 0;
  return numbers;
}

/**
 * Single columns of the table as waves over the positions.
 *
 *   <posenc-waveforms d-model="128" base="10000" positions="50" dimensions="0, 1, 10, 20, 50"></posenc-waveforms>
 */
export class PosencWaveforms extends figureWith('waves', parameters)<Answer> {
  protected override readonly label = 'Dimensions as waves';
  protected override readonly formula =
    'PE(pos, 2i) = sin(pos · ωᵢ), PE(pos, 2i + 1) = cos(pos · ωᵢ), ωᵢ = base^(−2i/d)';

  protected override readonly primary = ['positions'] as const;

  protected override readonly presets = [
    {
      label: 'Dimensions 0, 1, 10, 20, 50 over 100 positions',
      values: { dModel: 128, base: 10000, positions: 100, dimensions: '0, 1, 10, 20, 50' },
    },
  ];

  protected override async ask(params: Params): Promise<Answer> {
    const options = encoding(params);
    const dimensions = numbersIn(params.dimensions);
    const steps = Math.max(
      1,
      Math.min(maxPoints.between, Math.floor(maxPoints.whole / params.positions)),
    );
    const fine = firstPositions((params.positions - 1) * steps + 1).map((n) => n / steps);
    const columns = (positions: Float64Array) =>
      this.call('sinusoidalColumns', options, Float64Array.from(dimensions), positions);
    const [{ wavelengths }, at, between] = await Promise.all([
      this.callOnce('frequencies', options),
      columns(firstPositions(params.positions)),
      columns(fine),
    ]);
    return { dimensions, at, between, fine, wavelengths };
  }

  protected override caption(answer: Answer): string {
    const length = (dimension: number) => significant(wavelength(answer, dimension), 3);
    const byLength = [...answer.dimensions].sort(
      (a, b) => wavelength(answer, a) - wavelength(answer, b),
    );
    const [shortest = 0, longest = 0] = [byLength[0], byLength[byLength.length - 1]];
    if (length(shortest) === length(longest)) {
      return `${byLength.length === 1 ? 'One' : 'Each'} wave: ${length(shortest)} positions`;
    }
    return `Wavelengths ${length(shortest)} to ${length(longest)}`;
  }

  /** Its wave changes so little over the positions that it looks like a straight line. */
  private isFlat({ between }: Answer, n: number): boolean {
    const values = column(between, n);
    return highestOf(values) - lowestOf(values) < leastSeen;
  }

  protected override subtitle(answer: Answer): string {
    const { dimensions, at } = answer;
    const flat = dimensions.filter((_, n) => this.isFlat(answer, n)).length;
    return flat === 0
      ? 'One wave per dimension, each from −1 to 1.'
      : `${flat} of ${dimensions.length} hardly move in ${at.rows} positions: they are too slow.`;
  }

  protected override setting({ at }: Answer, params: Params): string {
    return `PE(pos, dimension) over ${at.rows} positions, each from −1 to 1, ${setup(params)}; λ = wavelength in positions`;
  }

  protected override summary(answer: Answer): string {
    const waves = answer.dimensions.map(
      (one) =>
        `dimension ${one}, the ${partOf(one)}, with wavelength ${significant(wavelength(answer, one), 4)}`,
    );
    return `Stacked waves: ${waves.join('; ')}.`;
  }

  protected override table({ dimensions, at }: Answer): DataTable {
    return {
      head: ['position', ...dimensions.map((one) => `dimension ${one}`)],
      count: at.rows,
      row: (n) => [n, ...rowsOf(at, n)],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const strips =
      answer?.dimensions.map((one, n) => ({
        name: `dim ${one}`,
        note: `λ ${significant(wavelength(answer, one), 3)}`,
        color: 'sinusoidal',
        curve: column(answer.between, n),
        values: column(answer.at, n),
      })) ?? [];
    const describe = (position: number) =>
      `position ${position}: ${strips.map(({ name, values }) => `${name} ${decimals(values[position] ?? 0, 3)}`).join(', ')}`;
    return html`<posenc-strip-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      axis="position"
      .strips=${strips}
      .fine=${answer?.fine ?? []}
      .stops=${firstPositions(answer?.at.rows ?? 0)}
      .describe=${describe}
    ></posenc-strip-plot>`;
  }
}

customElements.define('posenc-waveforms', PosencWaveforms);
