import { html } from 'lit';
import { significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { compute } from '../../worker/client.ts';
import { widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, setup } from '../sinusoidal.ts';

/** Powers of two from 1 to 2^20. */
const positions = Float64Array.from({ length: 21 }, (_, n) => 2 ** n);

interface Float32Data {
  dModel: number;
  base: number;
  forms: Float64Array;
  power: Float64Array;
  exponential: Float64Array;
}

/**
 * What single precision does to the table: the two ways to write a frequency, equal on paper, against each
 * other and against double precision.
 *
 *   <posenc-float32 d-model="128" base="10000"></posenc-float32>
 */
export class PosencFloat32 extends PosencFigure<Float32Data> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
  };

  declare dModel: number;
  declare base: number;

  protected override readonly subject = 'Two forms of the frequency in single precision';

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
  }

  protected override async ask(): Promise<Float32Data> {
    const { dModel, base } = this;
    const answer = await compute.call('float32Errors', paper(dModel, base), positions.slice());
    return { dModel, base, ...answer };
  }

  protected override finding({ forms }: Float32Data): string {
    const at = positions.indexOf(2 ** 17);
    const there = forms[at] ?? 0;
    return there === 0
      ? 'Here both forms give the same table, in single precision too'
      : `Equal on paper; at position ${positions[at]} in single precision ${significant(there, 2)} apart`;
  }

  protected override sub(data: Float32Data): string {
    return `The largest difference over all dimensions of PE(pos), ${setup(data.dModel, data.base)}`;
  }

  protected override summary(data: Float32Data): string {
    const last = positions.length - 1;
    return `Three curves that rise with the position, on logarithmic axes. At position ${positions[last]} the two forms differ by ${significant(data.forms[last] ?? 0, 2)}; from double precision the power differs by ${significant(data.power[last] ?? 0, 2)}, the exponential by ${significant(data.exponential[last] ?? 0, 2)}.`;
  }

  protected override fileName(): string {
    return `posenc-float32-d${this.dModel}-base${this.base}`;
  }

  protected override table(data: Float32Data): DataTable {
    return {
      head: [
        'position',
        'power against exponential',
        'power against double',
        'exponential against double',
      ],
      rows: Array.from(positions, (position, n) => [
        position,
        data.forms[n] ?? 0,
        data.power[n] ?? 0,
        data.exponential[n] ?? 0,
      ]),
    };
  }

  protected override plot(data: Float32Data | null) {
    const curve = (name: string, y: Float64Array, colour: string): Series => ({
      name,
      x: positions,
      y,
      colour,
      as: 'line',
    });
    const series = data
      ? [
          curve('exp − double', data.exponential, 'accent'),
          curve('power − double', data.power, 'form'),
          { ...curve('power − exp', data.forms, 'ink'), as: 'dashed' as const },
        ]
      : [];
    const tell = (n: number) =>
      data
        ? `position ${positions[n]}: the forms differ by ${significant(data.forms[n] ?? 0, 2)}; from double precision the power by ${significant(data.power[n] ?? 0, 2)}, the exponential by ${significant(data.exponential[n] ?? 0, 2)}`
        : '';
    return html`<posenc-line-plot
      data-plot
      height="300"
      label=${data ? this.summary(data) : this.subject}
      .series=${series}
      .across=${{ title: 'position', scale: 'log' }}
      .up=${{ title: 'largest difference', scale: 'log' }}
      .stops=${positions}
      .tell=${tell}
    ></posenc-line-plot>`;
  }

  protected override controls() {
    return widthAndBase(this);
  }
}

customElements.define('posenc-float32', PosencFloat32);
