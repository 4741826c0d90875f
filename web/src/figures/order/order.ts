import { css, html, nothing, type PropertyValues } from 'lit';
import type { Matrix, PermutedAttention } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { diverging, sequential } from '../../plots/colours.ts';
import { decimals, significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { choice, numbersIn, type Values, width } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { seed } from '../drawn.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { largest, rowsOf } from '../sinusoidal.ts';
import './word-chips.ts';
import { asGiven, isAsGiven, orderIn, shuffled, tokensOf, wordsIn } from './words.ts';

const maxWords = 12;

const parameters = {
  words: { type: 'text', label: 'words', value: 'the dog bit the man', most: 120 },
  order: { type: 'list', label: 'order', value: '3, 4, 2, 0, 1', most: maxWords },
  encoding: choice('positions added', 'none', [
    ['none', 'none'],
    ['sinusoidal', 'sinusoidal'],
  ]),
  mask: choice('mask', 'none', [
    ['none', 'none: each word sees all'],
    ['causal', 'causal: only what came before'],
  ]),
  dModel: width(16, { max: 64, most: 512 }),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer extends PermutedAttention {
  words: string[];
  /** Word n of the new sequence is word order[n] of the given one. */
  order: number[];
}

/** The sentences of the button, each with an order that is also a sentence. */
const sentences = [
  { words: 'the dog bit the man', order: '3, 4, 2, 0, 1' },
  { words: 'the cat sat on the mat', order: '4, 5, 2, 3, 0, 1' },
] as const;

const tenthsAbove = (value: number): number => Math.max(0.1, Math.ceil(value * 10) / 10);

/**
 * Attention to words, and to the same words in another order, side by side.
 *
 *   <posenc-order words="the dog bit the man" order="3, 4, 2, 0, 1" encoding="none" mask="none"></posenc-order>
 *
 * Place n of the new sequence has word order[n], both from 0. An order for another number of words is ignored.
 */
export class PosencOrder extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  declare words: string;
  declare order: string;

  protected override readonly label = 'Attention to words, and to the same words reordered';
  protected override readonly formula =
    'Attention(X) = A(X) X Wᵥ, A(X) = softmax(X W_q (X Wₖ)ᵀ / √d); P puts the rows of X in another order; is Attention(P X) = P Attention(X)?';

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .choose {
        display: flex;
        flex-wrap: wrap;
        gap: 0.6rem 1.2rem;
        align-items: center;
        justify-content: space-between;
        margin: 0 0 0.9rem;
      }
      .choose p {
        flex-basis: 100%;
        margin: -0.2rem 0 0;
        font-size: 0.78rem;
        color: var(--posenc-soft);
      }
      :is(posenc-word-chips, still-word-chips) {
        display: block;
        min-height: 2rem;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem;
      }
      .buttons button {
        font-size: 0.82rem;
        padding: 0.4rem 0.7rem;
      }
      .both {
        row-gap: 0.2rem;
      }
      .which span {
        font-weight: 400;
        color: var(--posenc-soft);
      }
      .measured {
        display: grid;
        grid-template-columns: repeat(3, minmax(0, 1fr));
        gap: 0.6rem 1.2rem;
        list-style: none;
        margin: 0.4rem 0 1rem;
        padding: 0;
      }
      .measured b {
        display: block;
        font-size: 1.05rem;
        font-variant-numeric: tabular-nums;
      }
      .same {
        color: var(--posenc-right);
      }
      .differs {
        color: var(--posenc-accent);
      }
      .measured span {
        display: block;
        font-size: 0.75rem;
        color: var(--posenc-soft);
      }
      @media (max-width: 40rem) {
        .measured {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (pointer: coarse) {
        :is(posenc-word-chips, still-word-chips) {
          min-height: 2.6rem;
        }
      }
      @media print, (scripting: none) {
        .choose {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super('order', parameters);
  }

  override willUpdate(changed: PropertyValues): void {
    const { length } = wordsIn(this.words);
    const fits = numbersIn(this.order).length === length;
    if (!fits && length >= 1 && length <= maxWords) this.reorder(asGiven(length));
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

  protected override caption(answer: Answer, { encoding }: Params): string {
    const { order, equivariant, weightDifference, outputDifference } = answer;
    if (isAsGiven(order)) return 'Nothing is reordered yet: drag a word';
    if (equivariant) {
      const most = Math.max(weightDifference, outputDifference);
      return most === 0
        ? 'Reordered words, reordered attention: exactly equal'
        : `Reordered words, reordered attention: equal to within ${significant(most, 2)}`;
    }
    const why = encoding === 'none' ? 'Under the mask the order counts' : 'The order now counts';
    return `${why}: outputs differ by up to ${significant(outputDifference, 2)}`;
  }

  protected override subtitle(
    { words, order }: Answer,
    { encoding, mask, dModel, seed }: Params,
  ): string {
    const sentence = order.map((given) => words[given]).join(' ');
    return `Attention weights and outputs for “${words.join(' ')}” and “${sentence}”; one head, d\u00a0=\u00a0${dModel}, random weights with seed ${seed}, ${encoding === 'none' ? 'no' : encoding} positions, ${mask === 'none' ? 'no mask' : 'causal mask'}`;
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
    return `Two matrices of attention weights, a row for each word that looks and a column for each that is looked at. As given: ${strongest(weights, words)}. Reordered: ${strongest(reorderedWeights, reordered)}. Below each, its outputs, a row for each word.`;
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
        ...asGiven(count).map((key) => `weight on place ${key}`),
        ...asGiven(outputs.cols).map((dimension) => `output ${dimension}`),
      ],
      count: 2 * count,
      row: (n) =>
        n < count
          ? ['as given', ...line(n, asGiven(count), weights, outputs)]
          : ['reordered', ...line(n - count, order, reorderedWeights, reorderedOutputs)],
    };
  }

  private sequence(which: 'given' | 'reordered', answer: Answer | null, summary: string) {
    const words = answer?.words ?? [];
    const order = answer?.order ?? [];
    const given = which === 'given';
    const names = given ? words : order.map((n) => words[n] ?? '');
    const [weights, outputs] = given
      ? [answer?.weights, answer?.outputs]
      : [answer?.reorderedWeights, answer?.reorderedOutputs];
    // The row of the other sequence that has the word of this row.
    const other = (place: number) => (given ? order.indexOf(place) : (order[place] ?? 0));
    const at = (matrix: Matrix | undefined, row: number, col: number) =>
      decimals((matrix && rowsOf(matrix, row)[col]) ?? 0, 4);
    const both = (here: string, there: string) =>
      given ? `${here}; reordered ${there}` : `${here}; as given ${there}`;
    const [otherWeights, otherOutputs] = given
      ? [answer?.reorderedWeights, answer?.reorderedOutputs]
      : [answer?.weights, answer?.outputs];
    const describeWeight = ({ row, col }: Cell) =>
      `${names[row]} → ${names[col]}: ${both(at(weights, row, col), at(otherWeights, other(row), other(col)))}`;
    const describeOutput = ({ row, col }: Cell) =>
      `${names[row]}, dimension ${col}: ${both(at(outputs, row, col), at(otherOutputs, other(row), col))}`;
    const cells = (matrix: Matrix | undefined) =>
      matrix ? { ...matrix, stride: matrix.cols } : null;
    const title = given ? 'As given' : 'Reordered';
    const highest = answer
      ? Math.max(largest(answer.weights), largest(answer.reorderedWeights))
      : 1;
    const limit = answer ? Math.max(largest(answer.outputs), largest(answer.reorderedOutputs)) : 1;
    return {
      weights: html`<div>
        <p class="which">${title}: <span>attention weights</span></p>
        <posenc-matrix-plot
          data-plot="${title}: attention weights"
          height="300"
          square
          quiet
          digits="2"
          label="Attention weights, ${title.toLowerCase()}"
          .summary=${summary}
          .cells=${cells(weights)}
          .scale=${sequential(0, tenthsAbove(highest))}
          .across=${{ title: 'is looked at', names }}
          .down=${{ title: 'looks', names }}
          .stillWidths=${stillWidthsOfTwo}
          .describe=${describeWeight}
        ></posenc-matrix-plot>
      </div>`,
      outputs: html`<div>
        <p class="which">${title}: <span>outputs</span></p>
        <posenc-matrix-plot
          data-plot="${title}: outputs"
          height=${44 + 18 * Math.max(3, names.length)}
          quiet
          label="Outputs, ${title.toLowerCase()}"
          .cells=${cells(outputs)}
          .scale=${diverging(tenthsAbove(limit))}
          .across=${{ title: 'dimension' }}
          .down=${{ title: '', names }}
          .stillWidths=${stillWidthsOfTwo}
          .describe=${describeOutput}
        ></posenc-matrix-plot>
      </div>`,
    };
  }

  /** The words in their current order, which may be ahead of the answer: dragging does not wait for it. */
  private choose() {
    const words = wordsIn(this.words);
    const order = orderIn(this.order, words.length);
    if (words.length > maxWords) return nothing;
    return html`<div class="choose">
      <posenc-word-chips
        .words=${words}
        .order=${order}
        @reorder=${(event: CustomEvent<number[]>) => this.reorder(event.detail)}
      ></posenc-word-chips>
      <div class="buttons">
        <button class="button" type="button" @click=${() => this.reorder(shuffled(order))}>
          Shuffle
        </button>
        <button class="button" type="button" @click=${this.otherSentence}>Other sentence</button>
      </div>
      <p>
        Drag a word, or choose two to swap them; its small number is its place as given. Point at
        the pictures, or use the arrow keys on them, to read values.
      </p>
    </div>`;
  }

  private otherSentence(): void {
    const at = sentences.findIndex(({ words }) => words === this.words);
    const next = sentences[(at + 1) % sentences.length] ?? sentences[0];
    this.change('words', next.words);
    this.change('order', next.order);
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const given = this.sequence('given', answer, summary);
    const reordered = this.sequence('reordered', answer, '');
    return html`${this.choose()}
      <div class="both">
        ${given.weights} ${reordered.weights} ${given.outputs} ${reordered.outputs}
      </div>`;
  }

  protected override extra(answer: Answer | null) {
    if (!answer) return html``;
    const { weightDifference, outputDifference, pooledDifference, equivariant, invariant } = answer;
    const still = isAsGiven(answer.order);
    const part = (same: boolean, difference: number, formula: string, what: string) =>
      html`<li>
        <b class=${still ? '' : same ? 'same' : 'differs'}
          >${difference === 0 ? '0' : significant(difference, 2)}</b
        >
        ${still ? 'Nothing has moved yet' : what} <span>${formula}</span>
      </li>`;
    return html`<ul class="measured" aria-label="Largest differences">
      ${part(
        equivariant,
        weightDifference,
        'max |A(P X) − P A(X) Pᵀ|',
        equivariant ? 'Weights only move with their words' : 'Weights do more than move',
      )}
      ${part(
        equivariant,
        outputDifference,
        'max |Attention(P X) − P Attention(X)|',
        equivariant
          ? 'Outputs only move with their words: equivariant'
          : 'Outputs do more than move: not equivariant',
      )}
      ${part(
        invariant,
        pooledDifference,
        'max |mean Attention(P X) − mean Attention(X)|',
        invariant
          ? 'The mean of all outputs stays: invariant'
          : 'The mean of all outputs changes: not invariant',
      )}
    </ul>`;
  }
}

customElements.define('posenc-order', PosencOrder);
