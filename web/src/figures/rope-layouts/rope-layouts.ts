import type { LayoutComparison } from '../../core/api.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { base, count, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { headDim } from '../rotary.ts';
import { encoding, rowsOf } from '../sinusoidal.ts';

const parameters = {
  headDim: headDim(8, { max: 128, most: 1024 }),
  reach: count('largest offset', 16, 200, 500, 4),
  base: base(),
  seed: {
    type: 'number',
    label: 'seed of q and k',
    value: 3,
    slider: { min: 0, max: 20, step: 1 },
  },
} as const;
type Params = Values<typeof parameters>;

/** Interleaved; half-split with q and k permuted to match; half-split with q and k as they are. */
interface Answer extends LayoutComparison {
  /** m - n, from -reach to reach. */
  offsets: Float64Array;
}

/**
 * The scores of one query and key in both layouts of pairs: equal if q and k are permuted, different if not.
 *
 *   <posenc-rope-layouts head-dim="8" reach="16" base="10000" seed="3"></posenc-rope-layouts>
 */
export class PosencRopeLayouts extends figureWith('rope-layouts', parameters)<Answer> {
  protected override readonly label = 'Two layouts of the pairs';
  protected override readonly formula =
    '⟨Rₘq, Rₙk⟩; pair i of components: interleaved (2i, 2i + 1), half-split (i, i + d/2), ωᵢ = base^(−2i/d)';

  protected override async ask({ headDim, reach, base, seed }: Params): Promise<Answer> {
    const drawn = await this.call('learnedTable', 2, headDim, seed, 1);
    const [q, k] = [rowsOf(drawn, 0).slice(), rowsOf(drawn, 1).slice()];
    const offsets = Float64Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
    // No position below 0.
    const places = Float64Array.from(
      Array.from(offsets, (by) => [Math.max(by, 0), Math.max(-by, 0)]).flat(),
    );
    const options = encoding({ dModel: headDim, base });
    return { offsets, ...(await this.call('compareLayouts', options, q, k, places)) };
  }

  protected override caption({ permutedAgrees, mixedAgrees }: Answer): string {
    if (!permutedAgrees) return 'This far out, rounding shows';
    return mixedAgrees ? 'Permuting changes nothing here' : 'Wrong layout, and no error';
  }

  protected override tone(answer: Answer | null): Tone {
    return answer?.mixedAgrees ? 'rope' : 'wrong';
  }

  private finding(answer: Answer, { headDim }: Params): string {
    if (!answer.permutedAgrees) {
      return `With q and k permuted, scores differ by up to ${significant(answer.permutedDifference, 2)}: rounding shows`;
    }
    return answer.mixedAgrees
      ? `With d = ${headDim}, permuting q and k changes no score: the layouts have the same pairs here, or the same angles`
      : `With q and k permuted, the layouts agree; without that, scores are up to ${significant(answer.mixedDifference, 3)} off, and nothing complains`;
  }

  protected override subtitle({ permutedAgrees, permutedDifference, mixedAgrees }: Answer): string {
    if (!permutedAgrees) {
      return `Permuted, scores differ by up to ${significant(permutedDifference, 2)}: rounding shows.`;
    }
    return mixedAgrees
      ? 'The layouts have the same pairs here, or the same angles.'
      : 'Same weights, wrong pairing: different scores, no error.';
  }

  protected override setting(answer: Answer, values: Params): string {
    const { permutedDifference } = answer;
    const { headDim, base, seed } = values;
    const exact =
      permutedDifference === 0
        ? 'exactly equal'
        : `equal to within ${significant(permutedDifference, 2)}`;
    return `${this.finding(answer, values)}. Score of one random q and k (seed ${plain(seed)}), d = ${headDim}, base ${plain(base)}: interleaved; permuted (half-split with both permuted), ${exact}; not permuted (half-split with q and k as they are)`;
  }

  protected override summary(answer: Answer): string {
    const { offsets, interleaved, mixed } = answer;
    const middle = (offsets.length - 1) / 2;
    const last = offsets.length - 1;
    return `Three curves, the score against the offset m − n. Interleaved and permuted coincide to within ${significant(answer.permutedDifference, 2)}; the one not permuted is off by up to ${significant(answer.mixedDifference, 3)}. At offset 0, all are at ${decimals(interleaved[middle] ?? 0, 3)}; at offset ${offsets[last]}, interleaved is at ${decimals(interleaved[last] ?? 0, 3)}, not permuted at ${decimals(mixed[last] ?? 0, 3)}.`;
  }

  protected override table({ offsets, interleaved, permuted, mixed }: Answer): DataTable {
    return {
      head: ['offset m - n', 'interleaved', 'half-split, permuted', 'half-split, not permuted'],
      count: offsets.length,
      row: (n) => [offsets[n] ?? 0, interleaved[n] ?? 0, permuted[n] ?? 0, mixed[n] ?? 0],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const series: Series[] = answer
      ? [
          {
            name: 'interleaved',
            x: answer.offsets,
            y: answer.interleaved,
            color: 'rope',
            as: 'line',
            weight: 'beneath',
          },
          { name: 'permuted', x: answer.offsets, y: answer.permuted, color: 'ink', as: 'dashed' },
          {
            name: 'not permuted',
            x: answer.offsets,
            y: answer.mixed,
            color: 'wrong',
            as: 'line',
            marked: answer.offsets.length < 70,
          },
        ]
      : [];
    const describe = (n: number) =>
      answer
        ? `offset ${plain(answer.offsets[n] ?? 0)}: interleaved ${decimals(answer.interleaved[n] ?? 0, 4)}; half-split, permuted ${decimals(answer.permuted[n] ?? 0, 4)}; half-split, not permuted ${decimals(answer.mixed[n] ?? 0, 4)}`
        : '';
    return linePlot(this.label, summary, {
      height: 300,
      series,
      across: { title: 'offset m − n, in positions' },
      up: { title: 'score', domain: [0, 0] },
      stops: answer?.offsets ?? [],
      describe,
    });
  }
}

customElements.define('posenc-rope-layouts', PosencRopeLayouts);
