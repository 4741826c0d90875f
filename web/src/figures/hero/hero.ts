import { css, html, isServer, nothing } from 'lit';
import type { Matrix, PermutedAttention } from '../../core/api.ts';
import { decimals, significant } from '../../plots/format.ts';
import { type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import {
  isOriginalOrder,
  orderIn,
  originalOrder,
  shuffled,
  swapped,
  tokensOf,
} from '../order/words.ts';
import { rowsOf } from '../sinusoidal.ts';
import './word-matrix.ts';
import type { PosencWordMatrix, WordPair, WordWeights } from './word-matrix.ts';

const words = ['the', 'dog', 'bit', 'the', 'man'];
const dModel = 16;
/** The words that a reader should follow, and their colors. */
const [dog, man] = [1, 4];
const colors = words.map((_, word) => (word === dog ? 'accent' : word === man ? 'form' : ''));
const inviteAfterMs = 900;
/** Beside the title, and on a phone. */
const stillWidths = [600, 332] as const;

const parameters = {
  positions: { type: 'flag', label: 'Add positions', value: false },
  order: {
    type: 'list',
    label: 'order',
    counts: 'words',
    value: '0, 1, 2, 3, 4',
    most: words.length,
  },
  seed: seed(10),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  /** Place n has word order[n] of the sentence as first written. */
  order: number[];
  without: PermutedAttention;
  with: PermutedAttention;
  /** For a still, which nobody can play with: what the button and the switch would show. */
  played?: { without: PermutedAttention; with: PermutedAttention };
}

const shownOf = (answer: Answer, { positions }: Params): PermutedAttention =>
  positions ? answer.with : answer.without;

/** The weights of reordered words by word: row and column as first written. */
const byWord = ({ values, cols }: Matrix, order: readonly number[]): number[] =>
  originalOrder(cols).flatMap((looks) =>
    originalOrder(cols).map(
      (seen) => values[order.indexOf(looks) * cols + order.indexOf(seen)] ?? Number.NaN,
    ),
  );

/**
 * Five words and how much each looks at each. Trade places: without positions nothing changes, with them it does.
 *
 *   <posenc-hero order="0, 4, 2, 3, 1" positions seed="10"></posenc-hero>
 */
export class PosencHero extends figureWith('hero', parameters)<Answer> {
  declare order: string;
  declare seed: number;

  protected override readonly label = 'Attention to words that trade places';
  protected override readonly formula =
    'A(X) = softmax(X W_q (X Wₖ)ᵀ / √d); P puts the rows of X in another order; is A(P X) = P A(X) Pᵀ?';
  protected override readonly isAhead = true;
  protected override readonly primary = ['positions'] as const;
  protected override readonly presets = [
    { label: 'Shuffle', values: this.anew('order', () => shuffled(this.places).join(', ')) },
    { label: 'Original order', values: { order: parameters.order.value } },
    { label: 'Another random head', values: this.anew('seed', () => this.seed + 1) },
  ];

  static override styles = [
    ...PosencFigure.styles,
    css`
      .sub {
        min-height: 1.45em;
      }
      figure {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        column-gap: 0.6rem;
      }
      figure > * {
        grid-column: 1 / -1;
        min-width: 0;
      }
      /* The button and the switch share a line. */
      figure > .act {
        grid-column: 1;
        width: auto;
        min-height: 2.9rem;
        font-size: 1rem;
      }
      figure > .controls.primary {
        grid-column: 2;
        grid-template-columns: auto;
        container-type: normal;
        margin: 0;
      }
      .primary .switch {
        white-space: nowrap;
        font-size: 1rem;
        font-weight: 500;
        min-height: 2.9rem;
      }
      @media (max-width: 34rem) {
        .sub {
          min-height: 2.9em;
        }
        figure {
          column-gap: 0.4rem;
        }
        figure > .act,
        .primary .switch {
          white-space: nowrap;
          font-size: 0.88rem;
          padding-inline: 0.6rem;
        }
      }
      .in-words {
        display: none;
        margin: 0;
      }
      @media (scripting: none) {
        .in-words {
          display: block;
        }
      }
      @media print, (scripting: none) {
        .act {
          display: none;
        }
      }
    `,
  ];

  private isInvited = false;

  /** A preset that is another one with every press. */
  private anew<Name extends keyof Params>(name: Name, next: () => Params[Name]): Partial<Params> {
    return Object.defineProperty({}, name, { get: next, enumerable: true });
  }

  /** The words in their current order, which may be ahead of the answer: dragging does not wait for it. */
  private get places(): number[] {
    return orderIn(this.order, words.length);
  }

  override updated(): void {
    if (this.isInvited || this.renderRoot.querySelector('figure')?.ariaBusy !== 'false') return;
    this.isInvited = true;
    setTimeout(() => {
      this.renderRoot.querySelector<PosencWordMatrix>('posenc-word-matrix')?.invite(dog);
    }, inviteAfterMs);
  }

  protected override async ask({ order, seed }: Params): Promise<Answer> {
    const places = orderIn(order, words.length);
    const attention = (encoding: 'none' | 'sinusoidal', reordered: readonly number[]) =>
      this.call(
        'permutedAttention',
        { dModel, seed, encoding, mask: 'none' },
        tokensOf(words),
        Float64Array.from(reordered),
      );
    const both = async (reordered: readonly number[]) => {
      const [without, withPositions] = await Promise.all([
        attention('none', reordered),
        attention('sinusoidal', reordered),
      ]);
      return { without, with: withPositions };
    };
    const answer = { order: places, ...(await both(places)) };
    return isServer ? { ...answer, played: await both(swapped(places, dog, man)) } : answer;
  }

  protected override caption(answer: Answer, values: Params): string {
    const { positions } = values;
    if (isOriginalOrder(answer.order)) {
      return positions ? 'Positions added. Now swap' : 'Drag “dog” onto “man”';
    }
    return shownOf(answer, values).equivariant ? 'Attention did not notice' : 'Attention noticed';
  }

  protected override tone(answer: Answer | null, values: Params): Tone {
    if (!answer || isOriginalOrder(answer.order)) return 'accent';
    return shownOf(answer, values).equivariant ? 'soft' : 'wrong';
  }

  protected override subtitle(answer: Answer, values: Params): string {
    const sentence = answer.order.map((word) => words[word]).join(' ');
    if (isOriginalOrder(answer.order)) return `“${sentence}”: each row is where its word looks.`;
    const { equivariant, weightDifference } = shownOf(answer, values);
    const most = significant(weightDifference, 2);
    return equivariant
      ? `“${sentence}”: every weight moved with its words.`
      : `Weights change by up to ${most}. Red rim: larger now; ring: smaller.`;
  }

  protected override summary(answer: Answer, values: Params): string {
    const { now } = this.weightsOf(answer, values);
    const looks = answer.order.map((word) => {
      const weights = answer.order.map((seen) => now[word * words.length + seen] ?? 0);
      const most = weights.reduce((top, weight, n) => (weight > (weights[top] ?? 0) ? n : top), 0);
      return `${words[word]} looks most at ${words[answer.order[most] ?? 0]} (${decimals(weights[most] ?? 0, 2)})`;
    });
    return `Five words; the larger a disk, the more one word looks at another: ${looks.join(', ')}. One head of softmax attention with random weights, d = ${dModel}, ${values.positions ? 'sinusoidal positions added' : 'no positions'}.`;
  }

  protected override table(answer: Answer): DataTable {
    const { order, without, with: withPositions } = answer;
    const count = words.length;
    const line = (n: number, names: readonly number[], ...parts: Matrix[]) => [
      n,
      words[names[n] ?? 0] ?? '',
      ...parts.flatMap((part) => [...rowsOf(part, n)]),
    ];
    return {
      head: [
        'sequence',
        'place',
        'word',
        ...['no positions', 'positions added'].flatMap((which) =>
          originalOrder(count).map((key) => `${which}: weight on place ${key}`),
        ),
      ],
      count: 2 * count,
      row: (n) =>
        n < count
          ? [
              'original order',
              ...line(n, originalOrder(count), without.weights, withPositions.weights),
            ]
          : [
              'now',
              ...line(n - count, order, without.reorderedWeights, withPositions.reorderedWeights),
            ],
    };
  }

  private weightsOf(answer: Answer, values: Params): WordWeights {
    const { weights, reorderedWeights, equivariant } = shownOf(answer, values);
    return {
      first: weights.values,
      now: byWord(reorderedWeights, answer.order),
      isChanged: !equivariant,
    };
  }

  /** The same object for the same answer, so that the picture knows when it has not changed. */
  private weights: { answer: Answer; positions: boolean; weights: WordWeights } | null = null;
  private weightsWith(answer: Answer, values: Params): WordWeights {
    const { positions } = values;
    if (this.weights?.answer !== answer || this.weights.positions !== positions) {
      this.weights = { answer, positions, weights: this.weightsOf(answer, values) };
    }
    return this.weights.weights;
  }

  protected override plot(answer: Answer | null, values: Params, summary: string) {
    const weights = answer && this.weightsWith(answer, values);
    const describe = ({ looks, seen }: WordPair) => {
      const n = looks * words.length + seen;
      const at = (from: ArrayLike<number> | undefined) => decimals(from?.[n] ?? 0, 3);
      const before = weights?.isChanged ? `; in the original order ${at(weights.first)}` : '';
      return `“${words[looks]}” looks at “${words[seen]}” with weight ${at(weights?.now)}${before}`;
    };
    return html`<posenc-word-matrix
      data-plot
      label="Attention weights: a row for each word that looks, a column for each word looked at"
      .summary=${summary}
      .words=${words}
      .order=${this.places}
      .weights=${weights}
      .colors=${colors}
      .stillWidths=${stillWidths}
      .describe=${describe}
      @reorder=${(event: CustomEvent<number[]>) => this.reorder(event.detail)}
    ></posenc-word-matrix>`;
  }

  private reorder(order: readonly number[]): void {
    this.change('order', order.join(', '));
  }

  protected override extra(answer: Answer | null) {
    const { places } = this;
    const swap = () => this.reorder(swapped(places, places.indexOf(dog), places.indexOf(man)));
    return html`<button class="button main act" type="button" @click=${swap}>
        Swap dog and man
      </button>
      ${answer?.played ? this.inWords(answer.played) : nothing}`;
  }

  private inWords(played: NonNullable<Answer['played']>) {
    const changes = (attention: PermutedAttention) => significant(attention.weightDifference, 2);
    return html`<p class="in-words">
      Swap “dog” and “man”, and every weight moves with its words, to within
      ${changes(played.without)}. Add positions first, and weights change by up to
      ${changes(played.with)}.
    </p>`;
  }
}

customElements.define('posenc-hero', PosencHero);
