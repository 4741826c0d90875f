import { css, html, isServer, nothing, type PropertyValues } from 'lit';
import type { Matrix, PermutedAttention } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { decimals, significant } from '../../plots/format.ts';
import { numbersIn, type Values } from '../../ui/parameters.ts';
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
  tonesOf,
  wordsIn,
} from '../order/words.ts';
import { firstPositions, rowsOf } from '../sinusoidal.ts';
import { Chords } from './chords.ts';
import './word-matrix.ts';
import type { PosencWordMatrix, WordPair, WordWeights } from './word-matrix.ts';
import { compute } from '../../worker/client.ts';

const maxWords = 8;
const dModel = 16;
const inviteAfterMs = 900;
/** Beside the title, and on a phone. */
const stillWidths = [600, 332] as const;

const parameters = {
  positions: { type: 'flag', label: 'Add positions', value: false },
  words: { type: 'text', label: 'your sentence', value: 'the dog bit the man', most: 120 },
  order: { type: 'list', label: 'order', counts: 'words', value: '0, 1, 2, 3, 4', most: maxWords },
  seed: seed(10),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  sentence: Sentence;
  /** Place n has word order[n] of the sentence as first written. */
  order: number[];
  without: PermutedAttention;
  with: PermutedAttention;
  /** For a still, which nobody can play with: what the button and the switch would show. */
  played?: { without: PermutedAttention; with: PermutedAttention };
}

const shownOf = (answer: Answer, { positions }: Params): PermutedAttention =>
  positions ? answer.with : answer.without;

/** What *Swap* swaps, and a reader should follow: the first and the last word that occur once. */
function followedIn(words: readonly string[]): [number, number] {
  const tones = tonesOf(words);
  const one = Math.max(0, tones.indexOf('accent'));
  const other = tones.indexOf('form');
  if (other >= 0) return [one, other];
  return [one, one === words.length - 1 ? 0 : words.length - 1];
}

/** A sentence, and what follows from it alone. */
class Sentence {
  readonly words: readonly string[];
  readonly followed: readonly [number, number];
  readonly colors: readonly string[];

  constructor(readonly text: string) {
    this.words = wordsIn(text);
    this.followed = followedIn(this.words);
    const [one, other] = this.followed;
    this.colors = this.words.map((_, word) =>
      word === one ? 'accent' : word === other ? 'form' : '',
    );
  }
}

/** The weights of reordered words by word: row and column as first written. */
const byWord = ({ values, cols }: Matrix, order: readonly number[]): number[] =>
  originalOrder(cols).flatMap((looks) =>
    originalOrder(cols).map(
      (seen) => values[order.indexOf(looks) * cols + order.indexOf(seen)] ?? Number.NaN,
    ),
  );

/**
 * A sentence, and how much each of its words looks at each. Trade places: without positions nothing changes, with them it
 * does.
 *
 *   <posenc-hero words="the dog bit the man" order="0, 4, 2, 3, 1" positions seed="10"></posenc-hero>
 */
export class PosencHero extends figureWith('hero', parameters)<Answer> {
  declare words: string;
  declare order: string;
  declare seed: number;

  protected override readonly label = 'Attention to words that trade places';
  protected override readonly formula =
    'A(X) = softmax(X W_q (X Wₖ)ᵀ / √d); P puts the rows of X in another order; is A(P X) = P A(X) Pᵀ?';
  protected override readonly isAhead = true;
  protected override readonly primary = ['positions', 'words'] as const;
  protected override readonly presets = [
    { label: 'Shuffle', values: this.anew('order', () => shuffled(this.places).join(', ')) },
    { label: 'Another random head', values: this.anew('seed', () => this.seed + 1) },
  ];

  static override styles = [
    ...PosencFigure.styles,
    css`
      @media (min-width: 34.01rem) {
        .sub {
          min-height: 1.4em;
        }
      }
      /* Two lines: the button and the switch, the sentence and its sound. */
      figure {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 0.6rem;
      }
      figure > *,
      .primary > .error {
        grid-column: 1 / -1;
        min-width: 0;
      }
      figure > .act {
        grid-column: 1;
      }
      figure > .controls.primary {
        display: contents;
      }
      :is(.act, .sound) {
        min-height: 2.9rem;
        font-size: 1rem;
        overflow-wrap: anywhere;
      }
      .controls .switch {
        grid-column: 2;
        white-space: nowrap;
        font-size: 1rem;
        font-weight: 500;
        min-height: 2.9rem;
      }
      .primary > label:not(.switch) {
        grid-column: 1;
        margin-top: 0.5rem;
        white-space: nowrap;
      }
      .sound {
        margin-top: 0.5rem;
      }
      .sound svg {
        width: 1.1rem;
        height: 1.1rem;
        margin-right: 0.4rem;
        vertical-align: -0.2rem;
        fill: none;
        stroke: currentColor;
        stroke-width: 1.6;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      @media (max-width: 34rem) {
        figure {
          grid-template-columns: minmax(0, 1fr) auto auto;
          column-gap: 0.4rem;
        }
        :is(.act, .sound),
        .controls .switch {
          font-size: 0.88rem;
          padding-inline: 0.6rem;
        }
        .controls .switch {
          grid-column: 2 / -1;
        }
        .primary > label:not(.switch) {
          grid-column: 1 / 3;
          font-size: 0;
          gap: 0;
        }
        .sound {
          grid-column: 3;
          font-size: 0;
        }
        .sound svg {
          margin: 0;
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
        .act,
        figure > .controls.primary {
          display: none;
        }
      }
    `,
  ];

  private sentenceNow: Sentence = new Sentence(parameters.words.value);
  private readonly chords: Chords = new Chords(this);
  private isInvited = false;

  /** A preset that is another one with every press. */
  private anew<Name extends keyof Params>(name: Name, next: () => Params[Name]): Partial<Params> {
    return Object.defineProperty({}, name, { get: next, enumerable: true });
  }

  /** The same object for the same words, so that the picture knows when they have not changed. */
  private get sentence(): Sentence {
    if (this.sentenceNow.text !== this.words) this.sentenceNow = new Sentence(this.words);
    return this.sentenceNow;
  }

  /** The words in their current order, which may be ahead of the answer: dragging does not wait for it. */
  private get places(): number[] {
    return orderIn(this.order, this.sentence.words.length);
  }

  override willUpdate(changed: PropertyValues): void {
    const { length } = this.sentence.words;
    const isNew = changed.has('words') && this.hasUpdated && !changed.has('order');
    const fits = numbersIn(this.order).length === length;
    if ((isNew || !fits) && length <= maxWords) this.reorder(originalOrder(length));
    super.willUpdate(changed);
  }

  override updated(): void {
    if (this.isInvited || this.renderRoot.querySelector('figure')?.ariaBusy !== 'false') return;
    this.isInvited = true;
    setTimeout(() => {
      const [word] = this.sentence.followed;
      this.renderRoot.querySelector<PosencWordMatrix>('posenc-word-matrix')?.invite(word);
    }, inviteAfterMs);
  }

  protected override async ask({ order, seed }: Params): Promise<Answer> {
    const { sentence } = this;
    const { words, followed } = sentence;
    if (words.length < 2 || words.length > maxWords) {
      throw new PosencError(
        'invalid-argument',
        `This figure shows 2 to ${maxWords} words but got ${words.length}.`,
      );
    }
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
    const answer = { sentence, order: places, ...(await both(places)) };
    return isServer ? { ...answer, played: await both(swapped(places, ...followed)) } : answer;
  }

  protected override caption(answer: Answer, values: Params): string {
    const { positions } = values;
    if (this.chords.at !== null) return 'Each position has its chord';
    if (isOriginalOrder(answer.order)) {
      return positions ? 'Positions added: swap again' : 'Swap two. What changes?';
    }
    return shownOf(answer, values).equivariant ? 'Attention did not notice' : 'Attention noticed';
  }

  protected override tone(answer: Answer | null, values: Params): Tone {
    if (!answer || isOriginalOrder(answer.order)) return 'accent';
    return shownOf(answer, values).equivariant ? 'soft' : 'wrong';
  }

  protected override subtitle(answer: Answer, values: Params): string {
    if (isOriginalOrder(answer.order)) return 'Each row: where its word looks. Larger means more.';
    return shownOf(answer, values).equivariant
      ? 'Every disk moved with its words. None changed its size.'
      : 'Red: this word now gets more attention. Ring: less.';
  }

  protected override summary(answer: Answer, values: Params): string {
    const { now } = this.weightsOf(answer, values);
    const { words } = answer.sentence;
    const looks = answer.order.map((word) => {
      const weights = answer.order.map((seen) => now[word * words.length + seen] ?? 0);
      const most = weights.reduce((top, weight, n) => (weight > (weights[top] ?? 0) ? n : top), 0);
      return `${words[word]} looks most at ${words[answer.order[most] ?? 0]} (${decimals(weights[most] ?? 0, 2)})`;
    });
    return `${words.length} words; the larger a disk, the more one word looks at another: ${looks.join(', ')}. One head of softmax attention with random weights, d = ${dModel}, ${values.positions ? 'sinusoidal positions added' : 'no positions'}. Largest change of a weight from the original order: ${significant(shownOf(answer, values).weightDifference, 2)}.`;
  }

  protected override table(answer: Answer): DataTable {
    const { order, without, with: withPositions } = answer;
    const { words } = answer.sentence;
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
    const sentence = answer?.sentence ?? this.sentence;
    const { words } = sentence;
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
      .order=${orderIn(this.order, words.length)}
      .weights=${weights}
      .colors=${sentence.colors}
      .sounding=${this.chords.at}
      .stillWidths=${stillWidths}
      .describe=${describe}
      @reorder=${(event: CustomEvent<number[]>) => this.reorder(event.detail)}
    ></posenc-word-matrix>`;
  }

  private reorder(order: readonly number[]): void {
    this.change('order', order.join(', '));
  }

  private swap(): void {
    const { places } = this;
    const [one, other] = this.sentence.followed;
    this.reorder(swapped(places, places.indexOf(one), places.indexOf(other)));
  }

  protected override extra(answer: Answer | null) {
    const { words, followed } = answer?.sentence ?? this.sentence;
    const [one, other] = followed.map((word) => words[word]);
    const isFirst = isOriginalOrder(this.places);
    return html`<button
        class="button main act"
        type="button"
        @click=${() => (isFirst ? this.swap() : this.reorder(originalOrder(words.length)))}
      >
        ${isFirst ? `Swap ${one} and ${other}` : 'Put them back'}
      </button>
      ${answer?.played ? this.inWords(answer) : nothing}`;
  }

  protected override actions() {
    const { chords } = this;
    const sounds = chords.at !== null;
    return html`<button
      class="button sound"
      type="button"
      aria-pressed=${sounds}
      @click=${() => (sounds ? chords.stop() : this.hear())}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 6v4h2.5L8 13V3L4.5 6zM10.5 5.5q1.8 2.5 0 5M12.8 3.5q3.4 4.5 0 9" /></svg
      >${sounds ? 'Stop' : 'Hear positions'}
    </button>`;
  }

  private async hear(): Promise<void> {
    const { words } = this.sentence;
    const encodings = await compute.call(
      'sinusoidalTable',
      { dModel, base: 10000, variant: 'paper', layout: 'interleaved' },
      firstPositions(words.length),
    );
    if (words === this.sentence.words) this.chords.play(encodings);
  }

  private inWords({ sentence: { words, followed }, played }: Answer) {
    if (!played) return nothing;
    const [one, other] = followed.map((word) => words[word]);
    const changes = (attention: PermutedAttention) => significant(attention.weightDifference, 2);
    return html`<p class="in-words">
      Swap “${one}” and “${other}”, and every weight moves with its words, to within
      ${changes(played.without)}. Add positions first, and weights change by up to
      ${changes(played.with)}.
    </p>`;
  }
}

customElements.define('posenc-hero', PosencHero);
