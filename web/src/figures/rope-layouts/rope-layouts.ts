import { html } from 'lit';
import { decimals, plain, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { base, count, type Values } from '../parameters.ts';
import { headDim, rotary } from '../rotary.ts';
import { rowsOf } from '../sinusoidal.ts';

const parameters = {
  headDim: headDim(8, { max: 128, most: 1024 }),
  reach: count('offsets up to', 16, 200, 500, 4),
  base: base(),
  seed: {
    type: 'number',
    label: 'seed of q, k',
    value: 3,
    slider: { min: 0, max: 20, step: 1 },
  },
} as const;
type Set = Values<typeof parameters>;

/** Of the largest score: more is not rounding. */
const rounding = 1e-9;

interface Answer {
  /** m - n, from -reach to reach. */
  offsets: Float64Array;
  q: Float64Array;
  k: Float64Array;
  permutation: Float64Array;
  interleaved: Float64Array;
  /** Half-split, with q and k permuted for it. */
  permuted: Float64Array;
  /** Half-split, with q and k as they are. */
  mixed: Float64Array;
  difference: { permuted: number; mixed: number };
  same: { permuted: boolean; mixed: boolean };
}

const largest = (one: Float64Array, other: Float64Array): number =>
  one.reduce((most, value, n) => Math.max(most, Math.abs(value - (other[n] ?? 0))), 0);

/**
 * The scores of one query and key in both layouts of pairs: equal once q and k are permuted, others without that.
 *
 *   <posenc-rope-layouts head-dim="8" reach="16" base="10000" seed="3"></posenc-rope-layouts>
 */
export class PosencRopeLayouts extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  protected override readonly subject = 'Two layouts of the pairs';
  protected override readonly formula =
    '⟨Rₘq, Rₙk⟩; pair i of components: interleaved (2i, 2i + 1), half-split (i, i + d/2), ωᵢ = base^(−2i/d)';

  constructor() {
    super('rope-layouts', parameters);
  }

  protected override async ask({ headDim, reach, base, seed }: Set): Promise<Answer> {
    const [drawn, { values: permutation }] = await Promise.all([
      this.call('learnedTable', 2, headDim, seed, 1),
      this.call('layoutPermutation', headDim, 'interleaved', 'half_split'),
    ]);
    const [q, k] = [rowsOf(drawn, 0).slice(), rowsOf(drawn, 1).slice()];
    const moved = (x: Float64Array) =>
      Float64Array.from(permutation, (component) => x[component] ?? 0);
    const offsets = Float64Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
    // No position below 0.
    const places = Float64Array.from(
      Array.from(offsets, (by) => [Math.max(by, 0), Math.max(-by, 0)]).flat(),
    );
    const [{ values: interleaved }, { values: permuted }, { values: mixed }] = await Promise.all([
      this.call('rotaryScores', rotary(headDim, base, 'interleaved'), q, k, places),
      this.call('rotaryScores', rotary(headDim, base, 'half_split'), moved(q), moved(k), places),
      this.call('rotaryScores', rotary(headDim, base, 'half_split'), q, k, places),
    ]);
    const difference = {
      permuted: largest(interleaved, permuted),
      mixed: largest(interleaved, mixed),
    };
    const tolerance = rounding * largest(interleaved, new Float64Array(interleaved.length));
    const same = {
      permuted: difference.permuted <= tolerance,
      mixed: difference.mixed <= tolerance,
    };
    return { offsets, q, k, permutation, interleaved, permuted, mixed, difference, same };
  }

  protected override finding({ difference, same }: Answer, { headDim }: Set): string {
    if (!same.permuted) {
      return `Permuted, the scores differ by up to ${significant(difference.permuted, 2)}: rounding shows`;
    }
    return same.mixed
      ? `With d = ${headDim} mixing the layouts changes no score: they have the same pairs here, or the same angles`
      : `With q and k permuted the layouts agree; mixed, scores are up to ${significant(difference.mixed, 3)} off, and nothing complains`;
  }

  protected override sub({ difference }: Answer, { headDim, base, seed }: Set): string {
    const exact =
      difference.permuted === 0
        ? 'exactly that'
        : `that to within ${significant(difference.permuted, 2)}`;
    return `Score of one q and k (normal numbers, seed ${plain(seed)}), d = ${headDim}, base ${plain(base)}: interleaved; half-split with both permuted, ${exact}; mixed: half-split with q and k as they are`;
  }

  protected override summary({ offsets, interleaved, mixed, difference }: Answer): string {
    const middle = (offsets.length - 1) / 2;
    const last = offsets.length - 1;
    return `Three curves, the score against the offset m − n. Interleaved and permuted lie on each other, apart by at most ${significant(difference.permuted, 2)}; the mixed one is apart by up to ${significant(difference.mixed, 3)}. At offset 0 all have ${decimals(interleaved[middle] ?? 0, 3)}; at offset ${offsets[last]} interleaved has ${decimals(interleaved[last] ?? 0, 3)}, mixed ${decimals(mixed[last] ?? 0, 3)}.`;
  }

  protected override table({ offsets, interleaved, permuted, mixed }: Answer): DataTable {
    return {
      head: ['offset m - n', 'interleaved', 'half-split, permuted', 'half-split, not permuted'],
      count: offsets.length,
      row: (n) => [offsets[n] ?? 0, interleaved[n] ?? 0, permuted[n] ?? 0, mixed[n] ?? 0],
    };
  }

  protected override plot(answer: Answer | null, _: Set, summary: string) {
    const series: Series[] = answer
      ? [
          {
            name: 'interleaved',
            x: answer.offsets,
            y: answer.interleaved,
            colour: 'rope',
            as: 'line',
          },
          { name: 'permuted', x: answer.offsets, y: answer.permuted, colour: 'ink', as: 'dashed' },
          {
            name: 'mixed',
            x: answer.offsets,
            y: answer.mixed,
            colour: 'wrong',
            as: 'line',
            marked: answer.offsets.length < 70,
          },
        ]
      : [];
    const tell = (n: number) =>
      answer
        ? `offset ${plain(answer.offsets[n] ?? 0)}: interleaved ${decimals(answer.interleaved[n] ?? 0, 4)}; half-split, permuted ${decimals(answer.permuted[n] ?? 0, 4)}; half-split, not permuted ${decimals(answer.mixed[n] ?? 0, 4)}`
        : '';
    return html`<posenc-line-plot
      data-plot
      height="300"
      label=${this.subject}
      .summary=${summary}
      .series=${series}
      .across=${{ title: 'offset m − n, in positions' }}
      .up=${{ title: 'score', domain: [0, 0] }}
      .stops=${answer?.offsets ?? []}
      .tell=${tell}
    ></posenc-line-plot>`;
  }
}

customElements.define('posenc-rope-layouts', PosencRopeLayouts);
