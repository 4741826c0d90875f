import type { DecayTrend } from '../../core/api.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { base, count, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { headDim } from '../rotary.ts';
import { encoding, firstPositions } from '../sinusoidal.ts';

const parameters = {
  headDim: headDim(128),
  base: base(),
  reach: count('largest distance', 250, 1000, 4000),
};
type Params = Values<typeof parameters>;

interface Answer extends DecayTrend {
  /** From 0 to reach. */
  distances: Float64Array;
}

/**
 * The factor of the bound on RoPE's scores of section 3.4.3 of the paper, against distance.
 *
 *   <posenc-rope-decay head-dim="128" base="10000" reach="250"></posenc-rope-decay>
 */
export class PosencRopeDecay extends figureWith('rope-decay', parameters)<Answer> {
  protected override readonly label = 'How the bound on the score falls';
  protected override readonly formula =
    '(2/d) Σᵣ |Sᵣ|, r = 1 … d/2, Sᵣ = Σ_{i<r} e^(√−1 · (m − n) · ωᵢ), ωᵢ = base^(−2i/d); |score| ≤ max |h_{i+1} − h_i| · Σᵣ |Sᵣ|';

  protected override async ask({ headDim, base, reach }: Params): Promise<Answer> {
    const options = encoding({ dModel: headDim, base });
    return {
      distances: firstPositions(reach + 1),
      ...(await this.call('ropeDecayCourse', options, reach)),
    };
  }

  protected override caption({ means, rises, constant }: Answer, { reach }: Params): string {
    if (constant) return 'The same at every distance';
    if ((means[reach] ?? 0) >= (means[0] ?? 0)) return 'No smaller at the end';
    return rises === 0 ? 'The bound only falls' : 'The bound falls, in waves';
  }

  private finding({ means, rises, constant }: Answer, { reach }: Params): string {
    const [first = 0, last = 0] = [means[0], means[reach]];
    const ends = `${decimals(first, 1)} at distance 0`;
    const end = `${decimals(last, 1)} at ${plain(reach)}`;
    if (constant) return `The mean of |Sᵣ| is ${decimals(first, 1)} at every distance`;
    if (last >= first) return `The mean of |Sᵣ| is no smaller at the end: ${ends}, ${end}`;
    return rises === 0
      ? `The mean of |Sᵣ| only falls, from ${ends} to ${end}`
      : `The mean of |Sᵣ| falls overall, from ${ends} to ${end}, but rises at ${rises} of ${reach} steps`;
  }

  protected override subtitle(): string {
    return 'Mean of |Sᵣ|: a bound on the score, not the score.';
  }

  protected override setting(answer: Answer, values: Params): string {
    const { headDim, base } = values;
    return `${this.finding(answer, values)}. Mean of |Sᵣ|, r = 1 … d/2, with d = ${headDim}, base ${plain(base)}: a factor of a bound on the score (section 3.4.3 of the paper), not the score`;
  }

  protected override summary({ means, rises, firstRise }: Answer, { reach }: Params): string {
    const some = [0, 1, 10, 50, 100, 250, 1000]
      .filter((distance) => distance <= reach)
      .map((distance) => `${decimals(means[distance] ?? 0, 2)} at distance ${distance}`);
    const up =
      firstRise === null
        ? 'It never rises.'
        : `It rises at ${rises} of ${reach} steps, first after distance ${firstRise - 1}.`;
    return `A curve against distance: ${some.join(', ')}. ${up}`;
  }

  protected override table({ distances, means }: Answer): DataTable {
    return {
      head: ['distance m - n', 'mean of |S_r|'],
      count: distances.length,
      row: (n) => [distances[n] ?? 0, means[n] ?? 0],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const series: Series[] = answer
      ? [{ name: '', x: answer.distances, y: answer.means, color: 'rope', as: 'line' }]
      : [];
    const describe = (n: number) =>
      `distance ${n}: mean of |Sᵣ| ${decimals(answer?.means[n] ?? 0, 4)}${
        n === 0
          ? ''
          : (answer?.means[n] ?? 0) > (answer?.means[n - 1] ?? 0)
            ? ', larger than one step earlier'
            : ', not larger than one step earlier'
      }`;
    return linePlot(this.label, summary, {
      height: 300,
      series,
      across: { title: 'distance m − n, in positions' },
      up: { title: 'mean of |Sᵣ|', domain: [0, 0] },
      stops: answer?.distances ?? [],
      describe,
    });
  }
}

customElements.define('posenc-rope-decay', PosencRopeDecay);
