import type { Values as CoreValues } from '../../core/api.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { base, count, numbersIn, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { encoding, firstPositions, withRoom } from '../sinusoidal.ts';

const parameters = {
  reach: count('largest distance', 60, 200, 1000, 10),
  base: base(),
  widths: { type: 'list', label: 'widths', value: '16, 64, 128, 512', most: 5 },
} as const;
type Params = Values<typeof parameters>;

interface Curve {
  dModel: number;
  values: Float64Array;
  /** The distances at which it rises. */
  rises: Float64Array;
}

interface Answer {
  distances: Float64Array;
  curves: Curve[];
  /** exp(-distance). */
  decay: Float64Array;
  /** The limit of wide encodings; null where the base has none. */
  limit: Float64Array | null;
}

/** The curves' colors, from the narrowest width to the widest. */
const colors = ['wrong', 'sinusoidal', 'ink', 'right', 'form'] as const;
const limitName = 'd → ∞';

/** "3, 7 and 43". */
const listed = (parts: string[]): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;

/**
 * How alike two encodings are, by how far apart they are, for some widths; with what wide ones approach, and
 * exp(-distance) for contrast.
 *
 *   <posenc-kernel widths="16, 64, 128, 512" base="10000" reach="60"></posenc-kernel>
 */
export class PosencKernel extends figureWith('kernel', parameters)<Answer> {
  protected override readonly label = 'Similarity against distance';
  protected override readonly primary = ['reach', 'widths'] as const;
  protected override readonly formula =
    'sim(p, q) = (2/d) Σᵢ cos((p − q) · ωᵢ), ωᵢ = base^(−2i/d), i = 0 … d/2 − 1; for large d near 1 − (ln |p − q| + 0.577) / ln base where 1 ≪ |p − q| ≪ base';

  protected override async ask(params: Params): Promise<Answer> {
    const { reach, base } = params;
    const farthest = withRoom(reach);
    const distances = firstPositions(farthest + 1);
    const shown = ({ values }: CoreValues) => values.subarray(0, reach + 1);
    const [decay, limit, ...curves] = await Promise.all([
      this.callOnce('exponentialDecay', distances),
      base > 1 ? this.callOnce('similarityLimit', base, distances) : null,
      ...numbersIn(params.widths).map(async (dModel) => {
        const options = encoding({ dModel, base });
        const [similarity, { values: rises }] = await Promise.all([
          this.callOnce('kernelMeanCos', options, distances),
          this.callOnce('kernelRises', options, farthest),
        ]);
        const end = rises.findIndex((distance) => distance > reach);
        return {
          dModel,
          values: shown(similarity),
          rises: rises.subarray(0, end === -1 ? rises.length : end),
        };
      }),
    ]);
    return {
      distances: distances.subarray(0, reach + 1),
      curves,
      decay: shown(decay),
      limit: limit && shown(limit),
    };
  }

  /** The widths whose similarity rises, and after which distance it first does. */
  private rising({ curves }: Answer) {
    return curves.flatMap(({ dModel, rises: [first] }) =>
      first === undefined ? [] : [{ dModel, after: first - 1 }],
    );
  }

  protected override caption(answer: Answer): string {
    return this.rising(answer).length === 0
      ? 'Similarity only falls, so far'
      : 'Similarity falls, then rises';
  }

  /** From where on similarity rises again. */
  private risesText(answer: Answer, { reach }: Params): string {
    const rising = this.rising(answer);
    if (rising.length === 0) return `no curve rises again up to distance ${reach}`;
    const firstRises = rising.map(({ dModel, after }) => `${after} (d = ${dModel})`);
    return `it first rises again after distance ${listed(firstRises)}`;
  }

  protected override subtitle(answer: Answer, { reach }: Params): string {
    const [first] = this.rising(answer).sort((a, b) => a.after - b.after);
    return first
      ? `It first rises again after distance ${first.after}, with d = ${first.dModel}.`
      : `No curve rises again up to distance ${reach}.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { curves, decay } = answer;
    const nearest = curves.map(({ values }) => values[1] ?? 0);
    const ends = new Set(
      [Math.min(...nearest), Math.max(...nearest)].map((value) => decimals(value, 3)),
    );
    return `Cosine similarity of PE(p) and PE(q), base ${plain(params.base)}: ${this.risesText(answer, params)}. At distance 1 it is ${[...ends].join(' to ')}; exp(−1) is ${decimals(decay[1] ?? 0, 3)}`;
  }

  protected override summary({ curves, decay, limit }: Answer, { reach }: Params): string {
    const sentences = curves.map(
      ({ dModel, values, rises }) =>
        `For d = ${dModel} it goes from 1 to ${decimals(values[reach] ?? 0, 3)} at distance ${reach}${
          rises.length === 0
            ? ', never rising'
            : `, rising at ${rises.length} of the ${reach} steps`
        }.`,
    );
    const end = limit?.[reach] ?? 0;
    const wide =
      end > 0
        ? ` A dashed curve, which wide encodings approach, is at ${decimals(end, 3)} there.`
        : '';
    return `A curve for each width, of similarity against distance. ${sentences.join(' ')}${wide} The dashed curve exp(−distance) has fallen to ${decimals(decay[5] ?? 0, 3)} by distance 5.`;
  }

  protected override table({ distances, curves, decay, limit }: Answer): DataTable {
    return {
      head: [
        'distance',
        ...curves.map(({ dModel }) => `d = ${dModel}`),
        'exp(-distance)',
        ...(limit ? ['1 - (ln distance + 0.577) / ln base'] : []),
      ],
      count: distances.length,
      row: (n) => [
        n,
        ...curves.map(({ values }) => values[n] ?? 0),
        decay[n] ?? 0,
        ...(limit ? [n === 0 ? '' : (limit[n] ?? 0)] : []),
      ],
    };
  }

  /** From distance 1 on, and as long as it is positive: elsewhere it does not hold. */
  private limitSeries({ distances, limit }: Answer): Series[] {
    if (!limit) return [];
    const end = limit.findIndex((value) => value <= 0);
    const drawn = end === -1 ? limit.length : end;
    if (drawn < 3) return [];
    return [
      {
        name: limitName,
        x: distances.subarray(1, drawn),
        y: limit.subarray(1, drawn),
        color: 'form',
        as: 'dashed',
      },
    ];
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const widths = answer?.curves.map(({ dModel }) => dModel) ?? [];
    const [narrowest, widest] = widths.length > 1 ? [Math.min(...widths), Math.max(...widths)] : [];
    const byWidth = [...widths].sort((a, b) => a - b);
    const colorOf = (dModel: number) =>
      colors[widths.length > 1 ? byWidth.indexOf(dModel) : 1] ?? 'sinusoidal';
    const series: Series[] = answer
      ? [
          {
            name: 'exp(−|p − q|)',
            x: answer.distances,
            y: answer.decay,
            color: 'soft',
            as: 'dashed',
          },
          ...answer.curves.map(({ dModel, values }): Series => ({
            name: `d = ${dModel}`,
            x: answer.distances,
            y: values,
            color: colorOf(dModel),
            as: 'line',
            ...(dModel === narrowest ? { weight: 'thin' } : {}),
            ...(dModel === widest ? { weight: 'thick' } : {}),
          })),
          ...this.limitSeries(answer),
        ]
      : [];
    const near = (n: number) => {
      const value = answer?.limit?.[n] ?? 0;
      return n > 0 && value > 0 ? `; ${limitName} about ${decimals(value, 4)}` : '';
    };
    const describe = (n: number) =>
      answer
        ? `distance ${n}: ${answer.curves.map(({ dModel, values }) => `${decimals(values[n] ?? 0, 4)} with d = ${dModel}`).join(', ')}; exp(−${n}) = ${decimals(answer.decay[n] ?? 0, 4)}${near(n)}`
        : '';
    return linePlot(this.label, summary, {
      height: 300,
      series,
      across: { title: 'distance |p − q|, in positions' },
      up: { title: 'cosine similarity', domain: [0, 1] },
      stops: answer?.distances ?? [],
      describe,
    });
  }
}

customElements.define('posenc-kernel', PosencKernel);
