import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { PerHead } from '../../core/api.ts';
import type { FadingCell, FadingRow, PosencFadingPlot, QueryMove } from './fading-plot.ts';
import './fading-plot.ts';
import { percent, significant } from '../../plots/format.ts';
import { type Moving, Spring, wake } from '../../ui/motion.ts';
import { count, place, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { heads, paperMaxBias, slopeText } from '../alibi.ts';
import { type DataTable, figureWith } from '../figure.ts';

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const countOf = ({ text, positions }: { text: string; positions: number }): number =>
  wordsIn(text).length || positions;

const parameters = {
  query: {
    ...place('query position', 63),
    least: 0,
    most: 511,
    whole: true,
    sliderTo: (values: Record<string, unknown>) =>
      countOf({ text: String(values['text']), positions: Number(values['positions']) }) - 1,
  },
  text: { type: 'text', label: 'sentence', value: '', most: 160 },
  positions: count('positions', 64, 256, 512, 8),
  heads: heads(8),
} as const;
type Params = Values<typeof parameters>;

/** More rows would be too many to compare. */
const maxShown = 16;

interface Answer {
  words: readonly string[];
  count: number;
  slopes: Float64Array;
  /** The position of the query. */
  query: number;
  /** Of each head, and without bias: a row for each query of a sentence, for the one query where words are only counted. */
  attention: PerHead;
  /** The number of nearest keys that get half of the attention. */
  half: Float64Array;
}

/**
 * What the causal bias alone makes of attention: all logits are equal, and each head forgets at a rate of its own. With
 * a text they are over its words.
 *
 *   <posenc-alibi-attention heads="8" positions="64"></posenc-alibi-attention>
 *   <posenc-alibi-attention heads="8" text="Some words to fade"></posenc-alibi-attention>
 */
export class PosencAlibiAttention extends figureWith('alibi-attention', parameters)<Answer> {
  protected override readonly label = 'Attention under the bias alone';
  protected override readonly formula =
    'attention[h][j] = e^(−mₕ (i − j)) / Σₖ e^(−mₕ (i − k)), k = 0 … i, for the query at i and equal q·k; without bias 1 / (i + 1)';
  protected override readonly primary = ['heads'] as const;

  /** Null in a still. */
  private drawn: Spring | null = null;
  private isHeld = false;
  private latestAnswer: Answer | null = null;
  private readonly moving: Moving = {
    step: (seconds) => this.drawn?.step(seconds) ?? false,
    draw: () => this.drawQuery(),
  };

  private get own(): { query: number } {
    return this as unknown as { query: number };
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!changed.has('query') || !this.drawn || this.isHeld) return;
    this.drawn.to = this.own.query;
    wake(this.moving);
  }

  protected override async ask({ text, heads, positions, query }: Params): Promise<Answer> {
    const words = wordsIn(text);
    const count = countOf({ text, positions });
    const { values: slopes } = await this.callOnce('alibiSlopes', heads, 'released', paperMaxBias);
    const at = Math.min(query, count - 1);
    // A head of slope 0 has no bias.
    const all = Float64Array.of(...slopes, 0);
    const [attention, { values: half }] = await Promise.all([
      words.length > 0
        ? this.callOnce('causalAttentionEqualLogits', all, count, count)
        : this.call('causalAttentionEqualLogits', all, 1, at + 1),
      this.call('keysHoldingHalf', all, at + 1),
    ]);
    return { words, count, slopes, query: at, attention, half };
  }

  /** The attention of a head from a query: of a sentence from any. */
  private row({ attention, query }: Answer, head: number, from = query): Float64Array {
    const { rows, cols, values } = attention;
    const start = (head * rows + Math.min(rows - 1, from)) * cols;
    return values.subarray(start, start + Math.min(cols, from + 1));
  }

  private name({ words }: Answer, position: number): string {
    const word = words[position];
    return word === undefined ? `word ${position}` : `“${word}”`;
  }

  protected override caption(answer: Answer): string {
    const { words, query, half, count } = answer;
    if (words.length === 0) {
      return `In head 1, ${half[0]} of ${query + 1} ${half[0] === 1 ? 'gets' : 'get'} half`;
    }
    return query === count - 1 ? 'The farther back, the quieter' : 'What this word can hear';
  }

  protected override tone(): Tone {
    return 'alibi';
  }

  protected override subtitle(): string {
    return 'Height: attention. Underlined: the nearest words that get half of it.';
  }

  protected override setting(answer: Answer): string {
    const { half, slopes, words, query } = answer;
    const last = slopes.length - 1;
    const rest = last === 0 ? '' : `${half[last]} for head ${last + 1}, `;
    const shown = `Height: attention of the query at ${query}, relative to the row’s maximum, all q·k equal, causal. Underlined: the nearest words that get half the attention`;
    return words.length > 0
      ? shown
      : `${shown}, ${half[0]} for head 1, ${rest}${half[last + 1]} without bias`;
  }

  protected override summary(answer: Answer): string {
    const { query, slopes } = answer;
    const phrases = Array.from(
      slopes,
      (slope, head) =>
        `${percent(this.row(answer, head)[query] ?? 0, 1)} in head ${head + 1}, slope ${slopeText(slope)}`,
    );
    return `A row for each head, which fades with the distance back from ${this.name(answer, query)}. Attention on that word: ${phrases.join('; ')}. Without bias, ${percent(this.row(answer, slopes.length)[0] ?? 0, 1)} on each word.`;
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

  /** The heads that are shown, and last the row without bias. */
  private shownHeads({ slopes }: Answer): number[] {
    const heads = Array.from(slopes.subarray(0, maxShown), (_, head) => head);
    return [...heads, slopes.length];
  }

  /** Each head's attention from a query, which may be between two while it moves, beside the most. */
  private rows(answer: Answer, query: number): FadingRow[] {
    const [before, part] = [Math.floor(query), query - Math.floor(query)];
    return this.shownHeads(answer).map((head) => {
      const [from, to] = [this.row(answer, head, before), this.row(answer, head, before + 1)];
      const relative = (row: Float64Array, key: number) =>
        (row[key] ?? 0) / (row[row.length - 1] || 1);
      const isBias = head < answer.slopes.length;
      return {
        name: isBias ? String(head + 1) : 'no bias',
        note: isBias ? slopeText(answer.slopes[head] ?? 0) : '',
        half: answer.half[head] ?? 0,
        shares: Array.from({ length: Math.round(query) + 1 }, (_, key) => {
          const start = key <= before ? relative(from, key) : 0;
          return part === 0 ? start : start + (relative(to, key) - start) * part;
        }),
      };
    });
  }

  /** Moves what is drawn, without asking or wording anything anew. */
  private drawQuery(): void {
    const plot = this.renderRoot.querySelector<PosencFadingPlot>('posenc-fading-plot');
    const { latestAnswer: answer } = this;
    if (plot && answer) Object.assign(plot, this.atQuery(answer));
  }

  private atQuery(answer: Answer) {
    // Without a text there is attention from one query only.
    const isOne = answer.attention.rows < answer.count;
    const query = isOne ? answer.query : Math.min(answer.count - 1, this.drawn?.at ?? answer.query);
    return { query, rows: this.rows(answer, query) };
  }

  private onQuery({ to, held }: QueryMove): void {
    this.isHeld = held;
    if (held) this.drawn?.put(to);
    else if (this.drawn) this.drawn.to = to;
    wake(this.moving);
    this.change('query', Math.round(to));
  }

  /** From where the query is set, which it may be on its way to. */
  private onStep(by: number): void {
    const last = (this.latestAnswer?.count ?? 1) - 1;
    const to = Math.max(0, Math.min(last, Math.min(last, this.own.query) + by));
    this.onQuery({ to, held: false });
  }

  private describe(answer: Answer, { row, word }: FadingCell): string {
    const head = this.shownHeads(answer)[row] ?? 0;
    const back = answer.query - word;
    const whose = head < answer.slopes.length ? `head ${head + 1}` : 'without bias';
    const share = significant(this.row(answer, head)[word] ?? 0, 3);
    return `${whose}, ${this.name(answer, word)}, ${back === 0 ? 'the query itself' : `${back} back`}: attention ${share}`;
  }

  protected override plot(answer: Answer | null, _: Params, summary: string): TemplateResult {
    if (answer && this.hasUpdated) this.drawn ??= new Spring(answer.query);
    this.latestAnswer = answer;
    const { query, rows } = answer ? this.atQuery(answer) : { query: 0, rows: [] };
    return html`<posenc-fading-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      .words=${answer?.words ?? []}
      .count=${answer?.count ?? 1}
      .query=${query}
      .rows=${rows}
      .describe=${(cell: FadingCell) => (answer ? this.describe(answer, cell) : '')}
      @step=${({ detail }: CustomEvent<number>) => this.onStep(detail)}
      @query=${({ detail }: CustomEvent<QueryMove>) => this.onQuery(detail)}
    ></posenc-fading-plot>`;
  }
}

customElements.define('posenc-alibi-attention', PosencAlibiAttention);
