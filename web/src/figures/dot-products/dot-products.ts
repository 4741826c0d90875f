import type { DotProductsAround } from '../../core/api.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { base, count, place, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { encoding, equalTo, pe, setup } from '../sinusoidal.ts';

const parameters = {
  position: place('position', 50, { max: 1000 }),
  reach: count('largest offset', 10, 200, 500, 5),
  dModel: width(128),
  base: base(),
};
type Params = Values<typeof parameters>;

interface Answer extends DotProductsAround {
  /** From -reach to reach. */
  offsets: Float64Array;
}

/**
 * The dot product of one position's encoding with those around it, against a sum of cosines that depends only on the
 * offset.
 *
 *   <posenc-dot-products d-model="128" base="10000" position="50" reach="10"></posenc-dot-products>
 */
export class PosencDotProducts extends figureWith('dot-products', parameters)<Answer> {
  protected override readonly label = 'Dot product against offset';
  protected override readonly formula = 'PE(p) · PE(p + k) = Σᵢ cos(k · ωᵢ), ωᵢ = base^(−2i/d)';

  protected override readonly presets = [
    {
      label: 'Position 5 with d = 16',
      values: { position: 5, reach: 10, dModel: 16, base: 10000 },
    },
  ];

  protected override async ask(params: Params): Promise<Answer> {
    const offsets = Float64Array.from({ length: 2 * params.reach + 1 }, (_, n) => n - params.reach);
    const answer = await this.call('dotProductsAround', encoding(params), params.position, offsets);
    return { ...answer, offsets };
  }

  protected override caption({ offsetOnly }: Answer): string {
    return offsetOnly ? 'Only the offset counts' : 'This far out, rounding shows';
  }

  protected override subtitle(): string {
    return 'Dots: dot products. Curve: computed from the offset alone.';
  }

  protected override setting({ difference }: Answer, params: Params): string {
    return `${pe(params.position)} · PE(${plain(params.position)} + k), ${setup(params)}; dots and curve are ${equalTo(difference)}`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const some = [0, 1, 2, 5, 10]
      .filter((offset) => offset <= params.reach)
      .map(
        (offset) => `${decimals(answer.dots[params.reach + offset] ?? 0, 2)} at offset ${offset}`,
      );
    return `Dots on a curve, the dot product against the offset: ${some.join(', ')}.`;
  }

  protected override table({ offsets, dots, kernel }: Answer, { position }: Params): DataTable {
    return {
      head: ['offset k', `${pe(position)}.PE(${plain(position)} + k)`, 'sum of cosines'],
      count: offsets.length,
      row: (n) => [offsets[n] ?? 0, dots[n] ?? 0, kernel[n] ?? 0],
    };
  }

  protected override plot(answer: Answer | null, { position, reach }: Params, summary: string) {
    const series: Series[] = answer
      ? [
          {
            name: 'sum of cosines',
            x: answer.offsets,
            y: answer.kernel,
            color: 'soft',
            as: 'line',
          },
          { name: '', x: answer.offsets, y: answer.dots, color: 'sinusoidal', as: 'points' },
        ]
      : [];
    const describe = (n: number) => {
      const offset = answer?.offsets[n] ?? 0;
      return `offset ${plain(offset)}: ${pe(position)} · ${pe(position + offset)} = ${decimals(answer?.dots[n] ?? 0, 4)}`;
    };
    return linePlot(this.label, summary, {
      height: 280,
      series,
      across: {
        title: `offset k from position ${plain(position)}: positions ${plain(position - reach)} to ${plain(position + reach)}`,
      },
      up: { title: 'dot product', domain: [0, 0] },
      stops: answer?.offsets ?? [],
      describe,
    });
  }
}

customElements.define('posenc-dot-products', PosencDotProducts);
