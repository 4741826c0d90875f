import { html } from 'lit';
import type { PerHead } from '../../core/api.ts';
import { sequentialByRoot } from '../../plots/sequential.ts';
import { decimals, quantity, significant } from '../../plots/format.ts';
import type { TileCell } from '../../plots/tiles-plot.ts';
import '../../plots/tiles-plot.ts';
import { choice, count, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { heads, paperMaxBias, slopeText } from '../alibi.ts';
import { type DataTable, figureWith } from '../figure.ts';

const parameters = {
  heads: heads(8),
  positions: count('positions', 16, 32, 32, 2),
  direction: choice('direction', 'causal', [
    ['causal', 'causal: no key after the query'],
    ['symmetric', 'symmetric: either side'],
  ]),
} as const;
type Params = Values<typeof parameters>;

/** More squares would be too many to compare. */
const maxShown = 8;

interface Answer {
  slopes: Float64Array;
  bias: PerHead;
}

/**
 * What ALiBi adds to the logits of each head: a small square for each, with one scale of colors.
 *
 *   <posenc-alibi-bias heads="8" positions="16" direction="causal"></posenc-alibi-bias>
 */
export class PosencAlibiBias extends figureWith('alibi-bias', parameters)<Answer> {
  protected override readonly label = 'The bias of each head';
  protected override readonly formula =
    'bias[h][i][j] = −mₕ · |i − j|; causal: −∞ for j > i; mₕ = 2^(−8h/n) for n heads, n a power of two';

  protected override async ask({ heads, positions, direction }: Params): Promise<Answer> {
    const { values: slopes } = await this.call('alibiSlopes', heads, 'released', paperMaxBias);
    const bias = await this.call('alibiBias', slopes, direction, positions, positions);
    return { slopes, bias };
  }

  private visible({ bias }: Answer): number {
    return Math.min(maxShown, bias.heads);
  }

  private at({ bias }: Answer, head: number, row: number, col: number): number {
    return bias.values[(head * bias.rows + row) * bias.cols + col] ?? 0;
  }

  /** The bias of the last query on the first key: the largest penalty of a head. */
  private farthest(answer: Answer, head: number): number {
    return this.at(answer, head, answer.bias.rows - 1, 0);
  }

  /** Of the heads that are shown. */
  private range(answer: Answer) {
    const seen = answer.slopes.subarray(0, this.visible(answer));
    const all = seen.map((_, head) => this.farthest(answer, head));
    const steepest = all.indexOf(Math.min(...all));
    const flattest = all.indexOf(Math.max(...all));
    return { steepest, flattest };
  }

  protected override caption(answer: Answer): string {
    const { steepest } = this.range(answer);
    return `Head ${steepest + 1} subtracts up to ${significant(-this.farthest(answer, steepest), 3)}`;
  }

  protected override tone(): Tone {
    return 'alibi';
  }

  private finding(answer: Answer): string {
    const { steepest, flattest } = this.range(answer);
    const distance = answer.bias.rows - 1;
    const loss = (head: number) => significant(-this.farthest(answer, head), 3);
    return steepest === flattest
      ? `At distance ${distance}, the only head subtracts ${loss(0)} from a score`
      : `At distance ${distance}, head ${steepest + 1} subtracts ${loss(steepest)} from a score, head ${flattest + 1} only ${loss(flattest)}`;
  }

  protected override subtitle(answer: Answer): string {
    const { steepest, flattest } = this.range(answer);
    const losing = 'The farther the key, the more it loses';
    return steepest === flattest ? `${losing}.` : `${losing}; least in head ${flattest + 1}.`;
  }

  protected override setting(answer: Answer, { direction }: Params): string {
    const { heads, rows } = answer.bias;
    const shown = this.visible(answer);
    const which =
      shown === heads ? quantity(heads, 'head') : `the first ${shown} of ${heads} heads`;
    return `${this.finding(answer)}. Bias added to q·k / √d, ${direction}, ${which}, ${rows} queries and keys, with each slope above its square`;
  }

  protected override summary(answer: Answer, { direction }: Params): string {
    const some = Array.from(
      answer.slopes.subarray(0, this.visible(answer)),
      (slope, head) => `${slopeText(slope)} for head ${head + 1}`,
    );
    const masked =
      direction === 'causal'
        ? ' Keys after the query are masked with minus infinity and hatched.'
        : ' It falls equally on both sides.';
    return `${quantity(some.length, 'square')} of ${answer.bias.rows} by ${answer.bias.cols} cells. In each, the bias is 0 on the diagonal and falls in equal steps away from it.${masked} Slopes: ${some.join(', ')}.`;
  }

  protected override table({ bias, slopes }: Answer): DataTable {
    const { rows, cols, values } = bias;
    return {
      head: ['head', 'slope', 'query', ...Array.from({ length: cols }, (_, key) => `key ${key}`)],
      count: bias.heads * rows,
      row: (n) => {
        const head = Math.floor(n / rows);
        return [
          head + 1,
          slopes[head] ?? 0,
          n % rows,
          ...values.subarray(n * cols, (n + 1) * cols),
        ];
      },
    };
  }

  protected override plot(answer: Answer | null, { direction }: Params, summary: string) {
    const { rows = 0, cols = 0 } = answer?.bias ?? {};
    const tiles = answer
      ? Array.from({ length: this.visible(answer) }, (_, head) => ({
          name: `head ${head + 1}, slope ${slopeText(answer.slopes[head] ?? 0)}`,
          values: answer.bias.values.subarray(head * rows * cols, (head + 1) * rows * cols),
        }))
      : [];
    const lowest = answer ? this.farthest(answer, this.range(answer).steepest) : -1;
    const describe = ({ tile, row, col }: TileCell) => {
      const value = answer ? this.at(answer, tile, row, col) : 0;
      const where = `head ${tile + 1}, query ${row}, key ${col}`;
      return Number.isFinite(value)
        ? `${where}: bias ${decimals(value, 4)}, distance ${Math.abs(row - col)} × slope ${slopeText(answer?.slopes[tile] ?? 0)}`
        : `${where}: masked, since the key comes after the query (bias −∞)`;
    };
    return html`<posenc-tiles-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      .tiles=${tiles}
      .rows=${rows}
      .cols=${cols}
      .scale=${sequentialByRoot(lowest)}
      axes=${rows > 0 ? `down: queries 0 to ${rows - 1}; across: keys 0 to ${cols - 1}` : ''}
      masked=${direction === 'causal' ? 'masked, −∞' : ''}
      .describe=${describe}
    ></posenc-tiles-plot>`;
  }
}

customElements.define('posenc-alibi-bias', PosencAlibiBias);
