import { html } from 'lit';
import { significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { compute } from '../../worker/client.ts';
import { widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, setup, upTo } from '../sinusoidal.ts';

interface WavelengthsData {
  dModel: number;
  base: number;
  inverseFrequencies: Float64Array;
  wavelengths: Float64Array;
  /** The length that they approach. */
  limit: number;
}

/**
 * How long the wave of each pair is, on a logarithmic axis, with the length that none reaches.
 *
 *   <posenc-wavelengths d-model="128" base="10000"></posenc-wavelengths>
 */
export class PosencWavelengths extends PosencFigure<WavelengthsData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
  };

  declare dModel: number;
  declare base: number;

  protected override readonly subject = 'The wavelength of each pair';

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
  }

  protected override async ask(): Promise<WavelengthsData> {
    const { dModel, base } = this;
    return { dModel, base, ...(await compute.call('frequencies', paper(dModel, base))) };
  }

  protected override finding({ wavelengths, limit }: WavelengthsData): string {
    const [first, last] = [wavelengths[0] ?? 0, wavelengths[wavelengths.length - 1] ?? 0];
    if (last === first) return `Every wave is ${significant(first, 4)} positions long`;
    const way = last > first ? 'grow' : 'shrink';
    return `From ${significant(first, 4)} the waves ${way} to ${significant(last, 5)} positions, and never reach ${significant(limit, 5)}`;
  }

  protected override sub(data: WavelengthsData): string {
    return `Wavelength of each pair, ${setup(data.dModel, data.base)}, against the limit 2π · base`;
  }

  protected override summary(data: WavelengthsData): string {
    return `Dots that rise evenly on a logarithmic axis, one for each of ${data.wavelengths.length} pairs. ${this.finding(data)}.`;
  }

  protected override fileName(): string {
    return `posenc-wavelengths-d${this.dModel}-base${this.base}`;
  }

  protected override table(data: WavelengthsData): DataTable {
    return {
      head: ['pair i', 'inverse frequency', 'wavelength'],
      rows: Array.from(data.wavelengths, (wavelength, i) => [
        i,
        data.inverseFrequencies[i] ?? 0,
        wavelength,
      ]),
    };
  }

  protected override plot(data: WavelengthsData | null) {
    const pairs = upTo(data?.wavelengths.length ?? 0);
    const series: Series[] = data
      ? [
          {
            name: '2π · base',
            x: [0, pairs.length - 1],
            y: [data.limit, data.limit],
            colour: 'soft',
            as: 'dashed',
          },
          { name: '', x: pairs, y: data.wavelengths, colour: 'sinusoidal', as: 'points' },
        ]
      : [];
    const tell = (i: number) =>
      data
        ? `pair ${i}, dimensions ${2 * i} and ${2 * i + 1}: wavelength ${significant(data.wavelengths[i] ?? 0, 6)} positions, inverse frequency ${significant(data.inverseFrequencies[i] ?? 0, 4)} radians per position`
        : '';
    return html`<posenc-line-plot
      data-plot
      height="300"
      label=${data ? this.summary(data) : this.subject}
      .series=${series}
      .across=${{ title: 'pair i', scale: 'linear' }}
      .up=${{ title: 'wavelength, in positions', scale: 'log' }}
      .stops=${pairs}
      .tell=${tell}
    ></posenc-line-plot>`;
  }

  protected override controls() {
    return widthAndBase(this);
  }
}

customElements.define('posenc-wavelengths', PosencWavelengths);
