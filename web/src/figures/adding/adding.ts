import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import { stillWidthsBeside } from '../../plots/plot.ts';
import { base, place, type Values, width } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { almostAlike, loudness, seed } from '../drawn.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { encoding, partOf, rowsOf } from '../sinusoidal.ts';
import './strips-plot.ts';

const parameters = {
  standardDeviation: loudness(),
  position: { ...place('position', 5, { max: 100 }), least: 0, most: 1000, whole: true },
  dModel: width(32, { max: 64, most: 128 }),
  base: base(),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  word: Float64Array;
  position: Float64Array;
  sum: Float64Array;
  /** Between the sum and each part. */
  wordCosine: number;
  positionCosine: number;
  wordNorm: number;
  positionNorm: number;
  /** Between the parts, in degrees. */
  angle: number;
}

/** The same for all strips and loudnesses, so that only what is changed changes: beyond it colors are as strong as they get. */
const scale = diverging(2);

/** A cosine with the sum from which a part is clearly heard, and below which one is faint. */
const clear = 0.9;
const faint = 0.5;

/** A table that has one row, at a position; hybridEncoding adds it there. */
function tableAt(position: number, row: Float64Array): Matrix {
  const values = new Float64Array((position + 1) * row.length);
  values.set(row, position * row.length);
  return { rows: position + 1, cols: row.length, values };
}

/**
 * A word's embedding, the encoding of its position, and their sum, as strips of cells.
 *
 *   <posenc-adding standard-deviation="1" position="5" d-model="32" base="10000"></posenc-adding>
 */
export class PosencAdding extends figureWith('adding', parameters)<Answer> {
  declare standardDeviation: number;
  declare position: number;

  protected override readonly label = 'A word, its position, and their sum';
  protected override readonly formula =
    'x = e + PE(pos), e ~ N(0, loudness²) in each of d components; cos = x · e / (|x| |e|), and likewise with PE(pos)';
  protected override readonly primary = ['standardDeviation', 'position'] as const;

  protected override async ask(params: Params): Promise<Answer> {
    const { standardDeviation, position, dModel, seed } = params;
    const options = encoding(params);
    const at = Float64Array.of(position);
    const [word, positions, parts] = await Promise.all([
      this.call('learnedTable', 1, dModel, seed, standardDeviation),
      this.call('sinusoidalTable', { ...options, layout: 'interleaved' }, at),
      // Its first embedding is this word's.
      this.call(
        'partsOfSum',
        { base: params.base, position, standardDeviation, tokens: 1, seed, scaling: 'none' },
        Float64Array.of(dModel),
      ),
    ]);
    const sum = await this.call('hybridEncoding', options, tableAt(position, word.values), at);
    const rows = [word, positions, sum].map(({ values }) => [...values]);
    const stacked = { rows: 3, cols: dModel, values: Float64Array.from(rows.flat()) };
    const { matrix } = await this.call('rowSimilarities', stacked);
    const [wordCosine = 0, positionCosine = 0] = rowsOf(matrix, 2);
    return {
      word: word.values,
      position: positions.values,
      sum: sum.values,
      wordCosine,
      positionCosine,
      wordNorm: parts.tokenNorms[0] ?? 0,
      positionNorm: parts.positionNorms[0] ?? 0,
      angle: parts.angles[0] ?? 0,
    };
  }

  protected override caption({ wordCosine, positionCosine }: Answer): string {
    const [less, more] = [
      Math.min(wordCosine, positionCosine),
      Math.max(wordCosine, positionCosine),
    ];
    if (less > almostAlike) return 'Both point the same way';
    if (more <= clear || less >= faint) return 'Both parts can be heard';
    return positionCosine > wordCosine ? 'The word is drowned out' : 'The position is drowned out';
  }

  protected override tone(answer: Answer | null): Tone {
    if (!answer) return 'accent';
    const { wordCosine, positionCosine } = answer;
    if (!this.caption(answer).endsWith('drowned out')) return 'right';
    return positionCosine > wordCosine ? 'sinusoidal' : 'form';
  }

  protected override subtitle(): string {
    return 'Bars: how much of each part the sum still has.';
  }

  protected override setting(
    { wordNorm, positionNorm, angle }: Answer,
    { dModel, base, seed, standardDeviation }: Params,
  ): string {
    return `d\u00a0=\u00a0${dModel}, base ${plain(base)}; a random word (seed ${seed}) with standard deviation ${plain(standardDeviation)}. Lengths ${significant(wordNorm, 2)} and ${significant(positionNorm, 2)}, angle ${decimals(angle, 0)}°. Bars: cosine with the sum.`;
  }

  protected override summary(answer: Answer): string {
    const { wordCosine, positionCosine } = answer;
    return `Three strips of colored cells, a cell for each dimension: the word, its position, and their sum. The cosine between the sum and the word is ${decimals(wordCosine, 2)}, and between the sum and the position ${decimals(positionCosine, 2)}.`;
  }

  protected override table({ word, position, sum }: Answer): DataTable {
    return {
      head: ['dimension', 'word', 'position', 'sum'],
      count: sum.length,
      row: (n) => [n, word[n] ?? 0, position[n] ?? 0, sum[n] ?? 0],
    };
  }

  /** Dragged to the right the word gets louder. */
  private holdWord(): (steps: number) => void {
    const { stops } = parameters.standardDeviation.slider;
    const quieter = stops.filter((stop) => stop < this.standardDeviation).length;
    return (steps) => {
      const at = Math.max(0, Math.min(stops.length - 1, quieter + steps));
      this.changeByReader('standardDeviation', stops[at]);
    };
  }

  private holdPosition(): (steps: number) => void {
    const { position: start } = this;
    const { min, max } = parameters.position.slider;
    return (steps) => this.changeByReader('position', Math.max(min, Math.min(max, start + steps)));
  }

  protected override plot(answer: Answer | null, { position }: Params, summary: string) {
    const parts = answer ? [answer.word, answer.position, answer.sum] : [];
    const strips = answer
      ? [
          { sign: '', name: 'the word', values: answer.word, hold: () => this.holdWord() },
          {
            sign: '+',
            name: `position ${position}`,
            values: answer.position,
            hold: () => this.holdPosition(),
          },
          { sign: '=', name: 'the first layer’s input', values: answer.sum },
        ]
      : [];
    const heard = answer
      ? [
          { name: 'like the word', cosine: answer.wordCosine, tone: 'form' },
          { name: 'like the position', cosine: answer.positionCosine, tone: 'sinusoidal' },
        ]
      : [];
    const describe = (n: number) => {
      const [word, at, sum] = parts.map((values) => decimals(values[n] ?? 0, 3));
      return `Dimension ${n} (${partOf(n)}): ${word} + ${at} = ${sum}`;
    };
    return html`<posenc-strips-plot
      data-plot
      label="A word, its position, and their sum"
      .summary=${summary}
      .stillWidths=${stillWidthsBeside}
      .strips=${strips}
      .heard=${heard}
      .scale=${scale}
      .describe=${describe}
    ></posenc-strips-plot>`;
  }
}

customElements.define('posenc-adding', PosencAdding);
