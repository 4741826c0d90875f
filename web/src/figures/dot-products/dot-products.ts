import { html } from 'lit';
import { decimals, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { compute } from '../../worker/client.ts';
import { number, widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, setup } from '../sinusoidal.ts';

const most_reach = 500;
/** What sums of cosines differ by, for each unit of their size, when only their rounding does. */
const rounding = 1e-9;

interface DotProductsData {
  dModel: number;
  base: number;
  position: number;
  offsets: Float64Array;
  dots: Float64Array;
  /** The sum of cosines that knows the offset only. */
  kernel: Float64Array;
  difference: number;
}

/**
 * The dot product of one position's encoding with those around it, against the sum of cosines that knows
 * nothing but the offset.
 *
 *   <posenc-dot-products d-model="128" base="10000" position="50" reach="10"></posenc-dot-products>
 */
export class PosencDotProducts extends PosencFigure<DotProductsData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    position: { type: Number },
    reach: { type: Number },
  };

  declare dModel: number;
  declare base: number;
  declare position: number;
  /** Offsets from -reach to reach are shown. */
  declare reach: number;

  protected override readonly subject = 'Dot product against offset';

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
    this.position = 50;
    this.reach = 10;
  }

  protected override async ask(): Promise<DotProductsData> {
    const { dModel, base, position, reach } = this;
    const offsets = Float64Array.from(
      { length: 2 * Math.max(0, Math.round(reach)) + 1 },
      (_, n) => n - Math.round(reach),
    );
    const answer = await compute.call(
      'dotProductsAround',
      paper(dModel, base),
      position,
      offsets.slice(),
    );
    return { dModel, base, position, offsets, ...answer };
  }

  private at0(data: DotProductsData): number {
    return data.kernel[(data.offsets.length - 1) / 2] ?? 0;
  }

  protected override finding(data: DotProductsData): string {
    return data.difference < rounding * this.at0(data)
      ? `Move the position: the curve stays. Only the offset counts`
      : `At position ${data.position} rounding shows: the curve is ${significant(data.difference, 2)} off`;
  }

  protected override sub(data: DotProductsData): string {
    return `PE(${data.position}) · PE(${data.position} + k), ${setup(data.dModel, data.base)}; from the sum of cosines it differs by ${significant(data.difference, 2)} at most`;
  }

  protected override summary(data: DotProductsData): string {
    const at = (offset: number) => data.offsets.indexOf(offset);
    const some = [1, 2, 5, 10]
      .filter((offset) => at(offset) >= 0)
      .map((offset) => `${decimals(data.dots[at(offset)] ?? 0, 2)} at offset ${offset}`);
    return `Dots on a curve that is the same on both sides of offset 0. The dot product is ${decimals(this.at0(data), 2)} at offset 0, ${some.join(', ')}. ${this.sub(data)}.`;
  }

  protected override fileName(): string {
    return `posenc-dot-products-d${this.dModel}-base${this.base}-position${this.position}`;
  }

  protected override table(data: DotProductsData): DataTable {
    return {
      head: ['offset k', `PE(${data.position}).PE(${data.position} + k)`, 'sum of cosines'],
      rows: Array.from(data.offsets, (offset, n) => [
        offset,
        data.dots[n] ?? 0,
        data.kernel[n] ?? 0,
      ]),
    };
  }

  protected override plot(data: DotProductsData | null) {
    const series: Series[] = data
      ? [
          { name: 'Σ cos kωᵢ', x: data.offsets, y: data.kernel, colour: 'soft', as: 'line' },
          { name: '', x: data.offsets, y: data.dots, colour: 'sinusoidal', as: 'points' },
        ]
      : [];
    const tell = (n: number) =>
      data
        ? `offset ${decimals(data.offsets[n] ?? 0, 0)}: PE(${data.position}) · PE(${decimals(data.position + (data.offsets[n] ?? 0), 0)}) = ${decimals(data.dots[n] ?? 0, 4)}`
        : '';
    return html`<posenc-line-plot
      data-plot
      height="280"
      label=${data ? this.summary(data) : this.subject}
      .series=${series}
      .across=${{ title: 'offset k, in positions', scale: 'linear' }}
      .up=${{ title: 'dot product', scale: 'linear', domain: [0, 0] }}
      .stops=${data?.offsets ?? []}
      .tell=${tell}
    ></posenc-line-plot>`;
  }

  protected override controls() {
    return html`
      ${number('position', this.position, { max: 1000 }, (value) => {
        this.position = value;
      })}
      ${number(
        'offsets up to',
        this.reach,
        { min: 5, max: 200, step: 5, most: most_reach },
        (value) => {
          this.reach = value;
        },
      )}
      ${widthAndBase(this)}
    `;
  }
}

customElements.define('posenc-dot-products', PosencDotProducts);
