import { css, html, nothing, type PropertyValues } from 'lit';
import type { Matrix, PermutedAttention } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals, significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { stillWidthsBeside, stillWidthsOfTwo } from '../../plots/plot.ts';
import { numbersIn, switchOf, type Values, width } from '../../ui/parameters.ts';
import { sideBySide, type Tone } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure, type Preset } from '../figure.ts';
import { largest, rowsOf } from '../sinusoidal.ts';
import type { WeightCell } from './attention-plot.ts';
import './attention-plot.ts';
import {
  isOriginalOrder,
  orderIn,
  originalOrder,
  shuffled,
  swapped,
  tokensOf,
  wordsIn,
} from './words.ts';

const maxWords = 12;

const parameters = {
  words: { type: 'text', label: 'words', value: 'the dog bit the man', most: 120 },
  order: { type: 'list', label: 'order', counts: 'words', value: '3, 4, 2, 0, 1', most: maxWords },
  mask: switchOf('Causal mask (no looking ahead)', ['none', 'causal'], 'causal mask'),
  encoding: switchOf('Add positions', ['none', 'sinusoidal'], 'encoding'),
  outputs: { type: 'flag', label: 'Show the outputs', value: false },
  dModel: width(16, { max: 64, most: 512 }),
  seed: seed(10),
} as const;
type Params = Values<typeof parameters>;

interface Answer extends PermutedAttention {
  words: string[];
  /** Word n of the new sequence is word order[n] of the given one. */
  order: number[];
}

/** Sentences, each with an order that is also a sentence. */
const sentences = [
  { words: 'the dog bit the man', order: '3, 4, 2, 0, 1' },
  { words: 'the cat sat on the mat', order: '4, 5, 2, 3, 0, 1' },
] as const;

const tenthsAbove = (value: number): number => Math.max(0.1, Math.ceil(value * 10) / 10);

const written = (difference: number): string =>
  difference === 0 ? '0' : significant(difference, 2);

const toneOf = ({ order }: Answer, isSame: boolean): string =>
  isOriginalOrder(order) ? '' : isSame ? 'same' : 'differs';

/**
 * Attention to words, and to the same words in another order, side by side.
 *
 *   <posenc-order words="the dog bit the man" order="3, 4, 2, 0, 1" encoding="none" mask="none"></posenc-order>
 *
 * Place n of the new sequence has word order[n], both from 0. An order for another number of words is ignored.
 */
export class PosencOrder extends figureWith('order', parameters)<Answer> {
  static override properties = { together: { state: true } };

  declare words: string;
  declare order: string;
  /** The second matrix lies on the first, its words put back. */
  declare private together: boolean;

  protected override readonly label = 'Attention to words, and to the same words reordered';
  protected override readonly formula =
    'Attention(X) = A(X) X Wᵥ, A(X) = softmax(X W_q (X Wₖ)ᵀ / √d); P puts the rows of X in another order; the three differences: max |A(P X) − P A(X) Pᵀ|, max |Attention(P X) − P Attention(X)|, max |mean Attention(P X) − mean Attention(X)|';

  protected override readonly isAhead = true;
  protected override readonly primary = ['mask', 'encoding'] as const;
  protected override readonly presets: readonly Preset<typeof parameters>[] = sentences.map(
    (sentence) => ({ label: `“${sentence.words}”`, values: sentence }),
  );

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .buttons {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 0.6rem;
        margin: 0;
      }
      .buttons .button {
        min-height: 2.75rem;
      }
      .controls.primary {
        display: flex;
        flex-wrap: wrap;
        gap: 0.6rem;
        margin-top: 0.6rem;
      }
      .primary .switch {
        flex: 1 0 auto;
        max-width: 100%;
        box-sizing: border-box;
      }
      .both {
        row-gap: 0.2rem;
      }
      .which span {
        font-weight: 400;
        color: var(--posenc-soft);
      }
      .difference {
        margin: 0.2rem 0 0.6rem;
        color: var(--posenc-soft);
        white-space: nowrap;
      }
      .difference b {
        font-weight: 500;
        font-variant-numeric: tabular-nums;
      }
      .measured {
        grid-column: 1 / -1;
        display: grid;
        grid-template-columns: repeat(3, minmax(0, 1fr));
        gap: 0.3rem 0.8rem;
        list-style: none;
        margin: 0.4rem 0 0;
        padding: 0;
        font-size: 0.76rem;
        color: var(--posenc-soft);
      }
      .measured b {
        display: block;
        font-size: 0.85rem;
        font-weight: 500;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .same {
        color: var(--posenc-right);
      }
      .differs {
        color: var(--posenc-wrong);
      }
      @media print, (scripting: none) {
        .buttons {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.together = false;
  }

  override willUpdate(changed: PropertyValues): void {
    const { length } = wordsIn(this.words);
    const fits = numbersIn(this.order).length === length;
    if (!fits && length >= 1 && length <= maxWords) this.reorder(originalOrder(length));
    // Words that are moved or replaced are no longer put back.
    if (changed.has('order') || changed.has('words')) this.together = false;
    super.willUpdate(changed);
  }

  private reorder(order: readonly number[]): void {
    this.change('order', order.join(', '));
  }

  protected override async ask(params: Params): Promise<Answer> {
    const words = wordsIn(params.words);
    if (words.length < 1 || words.length > maxWords) {
      throw new PosencError(
        'invalid-argument',
        `This figure shows 1 to ${maxWords} words but got ${words.length}.`,
      );
    }
    const order = orderIn(params.order, words.length);
    const { dModel, seed, encoding, mask } = params;
    const answer = await this.call(
      'permutedAttention',
      { dModel, seed, encoding, mask },
      tokensOf(words),
      Float64Array.from(order),
    );
    return { ...answer, words, order };
  }

  protected override caption(answer: Answer): string {
    const { order, equivariant, weightDifference } = answer;
    if (isOriginalOrder(order))
      return this.together ? 'Nothing was moved' : 'Swap two words. What changes?';
    if (!this.together) return equivariant ? 'Same weights, just moved' : 'Now order matters';
    return equivariant
      ? 'Every weight is the same'
      : `Off by up to ${significant(weightDifference, 2)}`;
  }

  protected override tone(answer: Answer | null): Tone {
    if (!answer || isOriginalOrder(answer.order)) return 'accent';
    if (!answer.equivariant) return 'wrong';
    return this.together ? 'right' : 'accent';
  }

  protected override subtitle(): string {
    return 'Each row shows where its word looks: larger disk, more attention.';
  }

  protected override summary(answer: Answer): string {
    const { words, order, weights, reorderedWeights } = answer;
    const strongest = (matrix: Matrix, names: readonly (string | undefined)[]) =>
      names
        .map((name, row) => {
          const values = rowsOf(matrix, row);
          const best = values.reduce((top, value, n) => (value > (values[top] ?? 0) ? n : top), 0);
          return `${name} looks most at ${names[best]} (${decimals(values[best] ?? 0, 2)})`;
        })
        .join(', ');
    const reordered = order.map((given) => words[given]);
    return `Two matrices of attention weights, a row for each word that looks and a column for each word looked at. As given: ${strongest(weights, words)}. Reordered: ${strongest(reorderedWeights, reordered)}.`;
  }

  protected override table(answer: Answer): DataTable {
    const { words, order, weights, outputs, reorderedWeights, reorderedOutputs } = answer;
    const count = words.length;
    const line = (n: number, names: readonly number[], ...parts: [Matrix, Matrix]) => [
      n,
      words[names[n] ?? 0] ?? '',
      names[n] ?? 0,
      ...parts.flatMap((part) => [...rowsOf(part, n)]),
    ];
    return {
      head: [
        'sequence',
        'place',
        'word',
        'given place',
        ...originalOrder(count).map((key) => `weight on place ${key}`),
        ...originalOrder(outputs.cols).map((dimension) => `output ${dimension}`),
      ],
      count: 2 * count,
      row: (n) =>
        n < count
          ? ['as given', ...line(n, originalOrder(count), weights, outputs)]
          : ['reordered', ...line(n - count, order, reorderedWeights, reorderedOutputs)],
    };
  }

  /** The row of the other sequence that has the word of this row. */
  private twin(side: WeightCell['side'], place: number, { order }: Answer): number {
    return side === 'given' ? order.indexOf(place) : (order[place] ?? 0);
  }

  private describeWeight({ side, row, col }: WeightCell, answer: Answer): string {
    const { words, order, weights, reorderedWeights } = answer;
    const isGiven = side === 'given';
    const name = (place: number) => words[isGiven ? place : (order[place] ?? 0)];
    const [here, there] = isGiven ? [weights, reorderedWeights] : [reorderedWeights, weights];
    const twin = (place: number) => this.twin(side, place, answer);
    const at = (matrix: Matrix, query: number, key: number) =>
      decimals(rowsOf(matrix, query)[key] ?? 0, 4);
    return `${name(row)} → ${name(col)}: ${at(here, row, col)}; ${isGiven ? 'reordered' : 'as given'} ${at(there, twin(row), twin(col))}`;
  }

  private outputsOf(side: WeightCell['side'], answer: Answer) {
    const { words, order, outputs, reorderedOutputs } = answer;
    const isGiven = side === 'given';
    const names = isGiven ? words : order.map((n) => words[n] ?? '');
    const [here, there] = isGiven ? [outputs, reorderedOutputs] : [reorderedOutputs, outputs];
    const at = (matrix: Matrix, row: number, col: number) =>
      decimals(rowsOf(matrix, row)[col] ?? 0, 4);
    const describe = ({ row, col }: Cell) =>
      `${names[row]}, dimension ${col}: ${at(here, row, col)}; ${isGiven ? 'reordered' : 'as given'} ${at(there, this.twin(side, row, answer), col)}`;
    const title = isGiven ? 'As given' : 'Your order';
    return html`<div>
      <p class="which">${title}: <span>outputs</span></p>
      <posenc-matrix-plot
        data-plot="${title}: outputs"
        height=${44 + 18 * Math.max(3, names.length)}
        label="Outputs, ${title.toLowerCase()}"
        .cells=${{ ...here, stride: here.cols }}
        .scale=${diverging(tenthsAbove(Math.max(largest(outputs), largest(reorderedOutputs))))}
        .across=${{ title: 'dimension' }}
        .down=${{ title: '', names }}
        .stillWidths=${stillWidthsOfTwo}
        .describe=${describe}
      ></posenc-matrix-plot>
    </div>`;
  }

  /** Stands in the place of the second matrix, once it lies on the first. */
  private verdict({ order, equivariant }: Answer): string[] {
    if (isOriginalOrder(order)) return ['', 'Nothing was moved'];
    return equivariant ? ['Every disk', 'fills its ring'] : ['Disks and rings', 'do not match'];
  }

  /** First the act, then its check: words in their original order have nothing to put back. */
  private mainButton(words: readonly string[], order: readonly number[]): [string, () => void] {
    if (isOriginalOrder(order) && words.length > 1 && !this.together) {
      const [one, other] = [words.length > 2 ? 1 : 0, words.length - 1];
      const swap = () => this.reorder(swapped(order, one, other));
      return [`Swap “${words[one]}” and “${words[other]}”`, swap];
    }
    return [
      this.together ? 'Take apart' : 'Put back',
      () => {
        this.together = !this.together;
      },
    ];
  }

  private buttons() {
    const words = wordsIn(this.words);
    const order = orderIn(this.order, words.length);
    const [says, does] = this.mainButton(words, order);
    return html`<div class="buttons">
      <button class="button main" type="button" @click=${does}>${says}</button>
      <button class="button" type="button" @click=${() => this.reorder(shuffled(order))}>
        Shuffle
      </button>
    </div>`;
  }

  protected override plot(answer: Answer | null, { outputs }: Params, summary: string) {
    const words = wordsIn(this.words);
    const drawn = words.length > maxWords ? [] : words;
    return html`<posenc-attention-plot
        data-plot
        label="Attention weights, as given and in your order"
        .summary=${summary}
        .stillWidths=${stillWidthsBeside}
        .words=${drawn}
        .order=${orderIn(this.order, drawn.length)}
        .answer=${answer}
        .together=${this.together}
        .verdict=${answer ? this.verdict(answer) : []}
        .describe=${(cell: WeightCell) => (answer ? this.describeWeight(cell, answer) : '')}
        @reorder=${(event: CustomEvent<number[]>) => this.reorder(event.detail)}
      ></posenc-attention-plot>
      ${
        outputs && answer
          ? html`<div class="both">
              ${this.outputsOf('given', answer)} ${this.outputsOf('reordered', answer)}
            </div>`
          : nothing
      }`;
  }

  protected override extra(answer: Answer | null) {
    if (!answer) return this.buttons();
    const { weightDifference, equivariant, order } = answer;
    const why = equivariant ? 'rounding' : 'not just rounding';
    const found = html`largest difference:
      <b class=${toneOf(answer, equivariant)}>${written(weightDifference)}</b>
      ${weightDifference === 0 ? '' : `(${why})`}`;
    // Before anything is moved there is nothing to compare.
    return html`<p class="difference">${isOriginalOrder(order) ? '\u00a0' : found}</p>
      ${this.buttons()}`;
  }

  protected override details(answer: Answer) {
    const { weightDifference, outputDifference, pooledDifference, equivariant, invariant } = answer;
    const part = (same: boolean, difference: number, what: string) =>
      html`<li><b class=${toneOf(answer, same)}>${written(difference)}</b> ${what}</li>`;
    return html`<ul class="measured" aria-label="Largest differences">
      ${part(equivariant, weightDifference, equivariant ? 'weights: equivariant' : 'weights: not equivariant')}
      ${part(equivariant, outputDifference, equivariant ? 'outputs: equivariant' : 'outputs: not equivariant')}
      ${part(invariant, pooledDifference, invariant ? 'mean output: invariant' : 'mean output: not invariant')}
    </ul>`;
  }
}

customElements.define('posenc-order', PosencOrder);
