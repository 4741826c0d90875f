import { css, html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { base, type Values, width } from '../../ui/parameters.ts';
import { almostAlike, loudness, seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { numberedWords, wordsIn } from '../order/words.ts';
import { encoding, firstPositions, rowsOf } from '../sinusoidal.ts';

const parameters = {
  standardDeviation: loudness(),
  words: {
    type: 'text',
    label: 'words',
    value: 'the dog bit the man and the man bit the dog',
    most: 120,
  },
  dModel: width(64, { max: 256, most: 512 }),
  base: base(),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  words: string[];
  /** The cosines of all words, positions and sums with each other, in this order. */
  similarities: Matrix;
}

type Part = 'word' | 'position' | 'sum';
const parts: readonly Part[] = ['word', 'position', 'sum'];
const terms = [
  ['word', 'word', 'Word meets word'],
  ['word', 'position', 'Word meets position'],
  ['position', 'word', 'Position meets word'],
  ['position', 'position', 'Position meets position'],
] as const;

const stillWidths: readonly [number, number] = [190, 155];
/** At most: they are as wide as their columns. */
const sizes = { term: 195, sum: 225 };

const stacked = (...all: Matrix[]): Matrix => ({
  rows: all.reduce((rows, matrix) => rows + matrix.rows, 0),
  cols: all[0]?.cols ?? 0,
  values: Float64Array.from(all.flatMap(({ values }) => [...values])),
});

/**
 * The four terms of the score of two sums, word + position, each as a picture over all pairs of places; and what the sums
 * make of them.
 *
 *   <posenc-score-terms standard-deviation="1" d-model="64" base="10000"></posenc-score-terms>
 */
export class PosencScoreTerms extends figureWith('score-terms', parameters)<Answer> {
  protected override readonly label = 'The four terms of a score';
  protected override readonly formula =
    '(eₘ + pₘ) A (eₙ + pₙ)ᵀ = eₘ A eₙᵀ + eₘ A pₙᵀ + pₘ A eₙᵀ + pₘ A pₙᵀ, with A the identity; each product divided by the lengths of its two vectors';

  static override styles = [
    ...PosencFigure.styles,
    css`
      .terms {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr)) auto minmax(0, 1.15fr);
        gap: 0.3rem 0.9rem;
        align-items: center;
      }
      .terms > :nth-child(3) {
        grid-area: 2 / 1;
      }
      .terms > :nth-child(4) {
        grid-area: 2 / 2;
      }
      .gives {
        grid-area: 1 / 3 / 3;
        font-size: 1.4rem;
      }
      .sum {
        grid-area: 1 / 4 / 3;
      }
      .terms p {
        margin: 0 0 0.25rem;
        font-size: 0.82rem;
        font-weight: 500;
      }
      @media (max-width: 40rem) {
        .terms {
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
        .gives {
          grid-area: 3 / 1 / 4 / 3;
          justify-self: center;
          line-height: 1;
        }
        .sum {
          grid-area: 4 / 1 / 5 / 3;
          justify-self: center;
          width: 60%;
        }
      }
    `,
  ];

  protected override async ask(params: Params): Promise<Answer> {
    const { dModel, seed, standardDeviation } = params;
    const words = wordsIn(params.words);
    const tokens = numberedWords(words);
    const places = firstPositions(words.length);
    const options = encoding(params);
    const different = new Set(tokens).size;
    const [table, positions] = await Promise.all([
      this.call('learnedTable', different, dModel, seed, standardDeviation),
      this.call('sinusoidalTable', { ...options, layout: 'interleaved' }, places),
    ]);
    const embedded = await this.call('lookUp', table, tokens);
    const sums = await this.call('hybridEncoding', options, embedded, places);
    const { matrix } = await this.call('rowSimilarities', stacked(embedded, positions, sums));
    return { words, similarities: matrix };
  }

  protected override caption(answer: Answer): string {
    const [word, position] = [
      this.cosine(answer, 'sum', 'word', 0, 0),
      this.cosine(answer, 'sum', 'position', 0, 0),
    ];
    if (Math.max(word, position) <= almostAlike) return 'The sum has both patterns';
    if (Math.min(word, position) > almostAlike) return 'Both point the same way';
    return position > word ? 'Positions drown out words' : 'Words drown out positions';
  }

  protected override subtitle(): string {
    return 'Red: alike. Blue: opposite. A cell for every two places.';
  }

  protected override setting({ words }: Answer, params: Params): string {
    const { dModel, base, seed, standardDeviation } = params;
    return `Cosines, not products (so the four terms do not simply add up), for each pair of places m (rows) and n (columns) in “${words.join(' ')}”, from blue (−1) to red (1). A is the identity; d\u00a0=\u00a0${dModel}, base ${plain(base)}, random words (seed ${seed}) with standard deviation ${plain(standardDeviation)}.`;
  }

  /** The cosine of a part at place m with a part at place n. */
  private cosine({ words, similarities }: Answer, of: Part, and: Part, m: number, n: number) {
    const count = words.length;
    return rowsOf(similarities, parts.indexOf(of) * count + m)[parts.indexOf(and) * count + n] ?? 0;
  }

  protected override summary(answer: Answer): string {
    const { words } = answer;
    const last = words.length - 1;
    return `Five squares, a cell for each pair of places: word with word is 1 where the words are equal; word with position and position with word show no pattern; position with position is 1 on the diagonal and ${decimals(this.cosine(answer, 'position', 'position', 0, last), 2)} between first and last. ${this.caption(answer)}.`;
  }

  protected override table(answer: Answer): DataTable {
    const count = answer.words.length;
    const all = [...terms, ['sum', 'sum'] as const];
    return {
      head: ['m', 'n', 'word m', 'word n', ...all.map(([of, and]) => `${of}, ${and}`)],
      count: count * count,
      row: (at) => {
        const n = at % count;
        const m = (at - n) / count;
        return [
          m,
          n,
          answer.words[m] ?? '',
          answer.words[n] ?? '',
          ...all.map(([of, and]) => this.cosine(answer, of, and, m, n)),
        ];
      },
    };
  }

  private square(answer: Answer | null, of: Part, and: Part, title: string, summary: string) {
    const { words = [], similarities } = answer ?? {};
    const count = words.length;
    const start = (parts.indexOf(of) * 3 * count + parts.indexOf(and)) * count;
    const cells = similarities
      ? { rows: count, cols: count, stride: 3 * count, values: similarities.values.subarray(start) }
      : null;
    const describe = ({ row, col }: Cell) => {
      const name = (part: Part, place: number) =>
        part === 'position' ? `position ${place}` : `${words[place]} (${place})`;
      return answer
        ? `${name(of, row)}, ${name(and, col)}: ${decimals(this.cosine(answer, of, and, row, col), 3)}`
        : '';
    };
    return html`<div class=${of === 'sum' ? 'sum' : ''}>
      <p>${title}</p>
      <posenc-matrix-plot
        data-plot=${title}
        height=${of === 'sum' ? sizes.sum : sizes.term}
        square
        bare
        label=${title}
        .summary=${summary}
        .cells=${cells}
        .scale=${diverging(1)}
        .across=${{ title: '' }}
        .down=${{ title: '' }}
        .stillWidths=${stillWidths}
        .describe=${describe}
      ></posenc-matrix-plot>
    </div>`;
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    return html`<div class="terms">
      ${terms.map(([of, and, title], n) =>
        this.square(answer, of, and, title, n === 0 ? summary : ''),
      )}
      <span class="gives" aria-hidden="true">→</span>
      ${this.square(answer, 'sum', 'sum', 'Sum meets sum', '')}
    </div>`;
  }
}

customElements.define('posenc-score-terms', PosencScoreTerms);
