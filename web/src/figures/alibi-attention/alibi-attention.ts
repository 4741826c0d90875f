import type { PerHead } from '../../core/api.ts';
import { percent, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { count, place, type Values } from '../../ui/parameters.ts';
import { heads, paperMaxBias, slopeText } from '../alibi.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { firstPositions } from '../sinusoidal.ts';

const parameters = {
  query: {
    ...place('query at', 63, { min: 1, plays: { by: 1, everyMs: 120 } }),
    least: 1,
    most: 511,
    whole: true,
    sliderTo: ({ positions }: Record<string, unknown>) => Number(positions) - 1,
  },
  positions: count('positions', 64, 256, 512, 8),
  heads: heads(8),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  slopes: Float64Array;
  /** The position of the query. */
  query: number;
  /** A row of each head, and one without bias. */
  attention: PerHead;
  /** How many of the nearest keys get half of the attention. */
  half: Float64Array;
}

/**
 * What the causal bias alone makes of attention: all logits are equal, and each head forgets at a rate of its own.
 *
 *   <posenc-alibi-attention heads="8" positions="64"></posenc-alibi-attention>
 */
export class PosencAlibiAttention extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  protected override readonly label = 'Attention under the bias alone';
  protected override readonly formula =
    'attention[h][j] = e^(−mₕ (i − j)) / Σₖ e^(−mₕ (i − k)), k = 0 … i, for the query at i and equal q·k; without bias 1 / (i + 1)';

  constructor() {
    super('alibi-attention', parameters);
  }

  protected override async ask({ heads, positions, query }: Params): Promise<Answer> {
    const { values: slopes } = await this.call('alibiSlopes', heads, 'released', paperMaxBias);
    const at = Math.min(query, positions - 1);
    // A head of slope 0 has no bias.
    const all = Float64Array.of(...slopes, 0);
    const [attention, { values: half }] = await Promise.all([
      this.call('causalAttentionEqualLogits', all, 1, at + 1),
      this.call('keysHoldingHalf', all, at + 1),
    ]);
    return { slopes, query: at, attention, half };
  }

  private row({ attention }: Answer, head: number): Float64Array {
    const { cols, values } = attention;
    return values.subarray(head * cols, (head + 1) * cols);
  }

  protected override caption(answer: Answer): string {
    const last = answer.slopes.length - 1;
    const [first, far, none] = [0, last, last + 1].map((head) => answer.half[head]);
    const nearest = first === 1 ? 'the nearest key' : `the nearest ${first} keys`;
    const rest = last === 0 ? '' : `, half of head ${last + 1}’s on ${far}`;
    return `Half of head 1’s attention is on ${nearest}${rest}; without bias on ${none}`;
  }

  protected override subtitle({ query, slopes }: Answer): string {
    return `Attention of the query at ${query} to each key up to its own, all q·k equal, causal, ${slopes.length === 1 ? '1 head' : `${slopes.length} heads`} and none`;
  }

  protected override summary(answer: Answer): string {
    const { query, slopes } = answer;
    const phrases = Array.from(
      slopes,
      (slope, head) =>
        `head ${head + 1}, slope ${slopeText(slope)}: ${percent(this.row(answer, head)[query] ?? 0, 1)} on its own position`,
    );
    return `Curves that rise towards the query at position ${query}, one for each head: ${phrases.join('; ')}. Without bias, a level dashed line at ${percent(this.row(answer, slopes.length)[0] ?? 0, 1)}.`;
  }

  protected override table(answer: Answer): DataTable {
    const { slopes, query } = answer;
    return {
      head: ['key', ...Array.from(slopes, (_, head) => `head ${head + 1}`), 'without bias'],
      count: query + 1,
      row: (key) => [
        key,
        ...Array.from({ length: slopes.length + 1 }, (_, head) => this.row(answer, head)[key] ?? 0),
      ],
    };
  }

  /** The heads that are named: more names than these would stand far from their curves. */
  private named({ slopes }: Answer): number[] {
    const last = slopes.length - 1;
    return [0, Math.floor(last / 3), last];
  }

  protected override plot(answer: Answer | null, { positions }: Params, summary: string) {
    const keys = firstPositions(answer ? answer.query + 1 : 0);
    const named = answer ? this.named(answer) : [];
    const series: Series[] = answer
      ? [
          ...Array.from(answer.slopes, (_, head): Series => ({
            name: named.includes(head) ? `head ${head + 1}` : '',
            x: keys,
            y: this.row(answer, head),
            colour: 'alibi',
            as: 'line',
          })),
          {
            name: 'no bias',
            x: keys,
            y: this.row(answer, answer.slopes.length),
            colour: 'none',
            as: 'dashed',
          },
        ]
      : [];
    const describe = (key: number) => {
      if (!answer) return '';
      const phrases = [...new Set(named)].map(
        (head) => `head ${head + 1} ${significant(this.row(answer, head)[key] ?? 0, 3)}`,
      );
      const back = answer.query - key;
      return `key ${key}, ${back === 0 ? 'the query’s own' : `${back} back`}: attention ${phrases.join(', ')}, without bias ${significant(this.row(answer, answer.slopes.length)[key] ?? 0, 3)}`;
    };
    return linePlot(this.label, summary, {
      height: 300,
      series,
      across: { title: 'position of the key', domain: [0, positions - 1] },
      up: { title: 'attention', domain: [0, 0.4] },
      stops: keys,
      describe,
    });
  }
}

customElements.define('posenc-alibi-attention', PosencAlibiAttention);
