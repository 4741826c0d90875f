import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { decimals, significant } from '../../plots/format.ts';
import '../../plots/strip-plot.ts';
import { compute } from '../../worker/client.ts';
import { number, widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, partOf, setup, upTo } from '../sinusoidal.ts';

/** Points of the curve between one position and the next. */
const fineness = 16;
const most_positions = 500;
const most_waves = 16;

interface WaveformsData {
  dModel: number;
  base: number;
  dimensions: number[];
  /** At the positions. */
  table: Matrix;
  /** Between them too. */
  curve: Matrix;
  fine: Float64Array;
  wavelengths: Float64Array;
}

/** "0, 1, 10" as numbers; a sentence if it is anything else. */
function dimensionsIn(text: string, dModel: number): number[] | string {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  for (const part of parts) {
    const one = Number(part);
    if (!Number.isInteger(one) || one < 0 || one >= dModel) {
      return `Dimensions must be whole numbers from 0 to ${dModel - 1} but got "${part}".`;
    }
  }
  if (parts.length === 0 || parts.length > most_waves) {
    return `This figure shows 1 to ${most_waves} dimensions but got ${parts.length}.`;
  }
  return parts.map(Number);
}

/**
 * Single columns of the table as waves over the positions.
 *
 *   <posenc-waveforms d-model="128" base="10000" positions="50" dimensions="0,1,10,20,50"></posenc-waveforms>
 */
export class PosencWaveforms extends PosencFigure<WaveformsData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    positions: { type: Number },
    dimensions: { type: String },
    problem: { state: true },
  };

  declare dModel: number;
  declare base: number;
  declare positions: number;
  declare dimensions: string;
  declare private problem: string;

  protected override readonly subject = 'Dimensions as waves';

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
    this.positions = 50;
    this.dimensions = '0, 1, 10, 20, 50';
    this.problem = '';
  }

  protected override async ask(): Promise<WaveformsData> {
    const { dModel, base, positions } = this;
    const options = paper(dModel, base);
    const { wavelengths } = await compute.call('frequencies', options);
    const wanted = dimensionsIn(this.dimensions, dModel);
    this.problem = typeof wanted === 'string' ? wanted : '';
    const last = this.data?.dimensions.filter((one) => one < dModel) ?? [0];
    const dimensions = typeof wanted === 'string' ? last : wanted;
    const fine = Float64Array.from(
      { length: Math.max(0, positions - 1) * fineness + 1 },
      (_, n) => n / fineness,
    );
    const layout = 'interleaved';
    const [table, curve] = await Promise.all([
      compute.call('sinusoidalTable', { ...options, layout }, upTo(positions)),
      compute.call('sinusoidalTable', { ...options, layout }, fine.slice()),
    ]);
    return { dModel, base, dimensions, table, curve, fine, wavelengths };
  }

  private wavelength(data: WaveformsData, dimension: number): number {
    return data.wavelengths[(dimension - (dimension % 2)) / 2] ?? 0;
  }

  private columnOf(matrix: Matrix, col: number): Float64Array {
    return Float64Array.from(
      { length: matrix.rows },
      (_, row) => matrix.values[row * matrix.cols + col] ?? 0,
    );
  }

  private ends(data: WaveformsData) {
    const byLength = [...data.dimensions].sort(
      (a, b) => this.wavelength(data, a) - this.wavelength(data, b),
    );
    return { shortest: byLength[0] ?? 0, longest: byLength[byLength.length - 1] ?? 0 };
  }

  protected override finding(data: WaveformsData): string {
    const { shortest, longest } = this.ends(data);
    const length = (dimension: number) => significant(this.wavelength(data, dimension), 3);
    if (length(shortest) === length(longest)) {
      return `Every wave shown comes round after ${length(shortest)} positions`;
    }
    return `Dimension ${shortest} comes round every ${length(shortest)} positions, dimension ${longest} only after ${length(longest)}`;
  }

  protected override sub(data: WaveformsData): string {
    return `PE(pos, dimension) over ${data.table.rows} positions, each from −1 to 1, ${setup(data.dModel, data.base)}; λ = wavelength in positions`;
  }

  protected override summary(data: WaveformsData): string {
    const waves = data.dimensions.map(
      (one) =>
        `dimension ${one}, the ${partOf(one)}, with wavelength ${significant(this.wavelength(data, one), 4)}`,
    );
    return `Waves below each other: ${waves.join('; ')}. ${this.sub(data)}.`;
  }

  protected override fileName(): string {
    return `posenc-waves-d${this.dModel}-base${this.base}`;
  }

  protected override table(data: WaveformsData): DataTable {
    const columns = data.dimensions.map((one) => this.columnOf(data.table, one));
    return {
      head: ['position', ...data.dimensions.map((one) => `dimension ${one}`)],
      rows: Array.from({ length: data.table.rows }, (_, row) => [
        row,
        ...columns.map((column) => column[row] ?? 0),
      ]),
    };
  }

  protected override plot(data: WaveformsData | null) {
    const strips =
      data?.dimensions.map((one) => ({
        name: `dim ${one}`,
        note: `λ ${significant(this.wavelength(data, one), 3)}`,
        colour: 'sinusoidal',
        curve: this.columnOf(data.curve, one),
        values: this.columnOf(data.table, one),
      })) ?? [];
    const tell = (position: number) =>
      `position ${position}: ${strips.map(({ name, values }) => `${name} ${decimals(values[position] ?? 0, 3)}`).join(', ')}`;
    return html`<posenc-strip-plot
      data-plot
      label=${data ? this.summary(data) : this.subject}
      axis="position"
      .strips=${strips}
      .fine=${data?.fine ?? []}
      .stops=${upTo(data?.table.rows ?? 0)}
      .tell=${tell}
    ></posenc-strip-plot>`;
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
      <label>
        dimensions
        <input
          type="text"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="problem"
          aria-invalid=${this.problem !== ''}
          .value=${this.dimensions}
          @change=${(event: Event) => {
            this.dimensions = (event.target as HTMLInputElement).value;
          }}
        />
      </label>
      <p class="error" id="problem" role="status">${this.problem}</p>
    `;
  }
}

customElements.define('posenc-waveforms', PosencWaveforms);
