import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import { stillWidthsBeside } from '../../plots/plot.ts';
import { base, place, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, type Preset } from '../figure.ts';
import { encoding, firstPositions, pe, rowsOf, setup } from '../sinusoidal.ts';
import { type Codes, codesPlotHeight } from '../../plots/codes-plot.ts';
import '../../plots/codes-plot.ts';

const position = (label: string, value: number) =>
  ({ ...place(label, value, { max: 60 }), least: 0, most: 1000, whole: true }) as const;

const parameters = {
  second: { ...position('second position', 44), slider: { min: 1, max: 60, step: 1 } },
  dModel: {
    type: 'number',
    label: 'width d',
    value: 2,
    slider: { stops: [2, 4, 6, 8, 16, 32, 64] },
    least: 2,
    most: 64,
    whole: true,
  },
  first: position('first position', 0),
  base: base(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  /** A row for each position. */
  table: Matrix;
  /** Of each position to the first. */
  similarities: Float64Array;
  /** The same, with places between positions. */
  curve: Float64Array;
}

/** The picture reaches at least that far. */
const leastReach = 60;
/** Points of the curve for each position, so that it looks as smooth as it is. */
const pointsPerPosition = 4;
/** From this similarity on two codes are said to look alike. */
const nearlySame = 0.99;
/** From this similarity on they are close. */
const close = 0.95;
/** More positions are not read out one by one. */
const mostListed = 12;

/**
 * The codes of two positions, cell by cell, and how similarity goes with position: near-collisions are where the codes
 * coincide though the positions differ.
 *
 *   <posenc-near-collision second="44" d-model="2" first="0" base="10000"></posenc-near-collision>
 */
export class PosencNearCollision extends figureWith('near-collision', parameters)<Answer> {
  protected override readonly label = 'Two positions, and how alike their codes are';
  protected override readonly primary = ['second', 'dModel'] as const;
  protected override readonly formula =
    'PE(pos, 2i) = sin(pos · ωᵢ), PE(pos, 2i + 1) = cos(pos · ωᵢ), ωᵢ = base^(−2i/d); similarity of p and q: (2/d) Σᵢ cos((p − q) · ωᵢ)';

  protected override readonly presets: readonly Preset<typeof parameters>[] = [
    { label: 'One pair: 0 and 44', values: { first: 0, second: 44, dModel: 2 } },
    { label: 'Four pairs: 0 and 44', values: { first: 0, second: 44, dModel: 8 } },
    { label: 'One pair: 0 and 710', values: { first: 0, second: 710, dModel: 2 } },
  ];

  protected override async ask({ first, second, dModel, base }: Params): Promise<Answer> {
    const last = Math.max(leastReach, first, second);
    const options = encoding({ dModel, base });
    const [table, { values: curve }] = await Promise.all([
      this.callOnce(
        'sinusoidalTable',
        { ...options, layout: 'interleaved' },
        firstPositions(last + 1),
      ),
      this.callOnce(
        'kernelMeanCos',
        options,
        firstPositions(last * pointsPerPosition + 1).map((n) => n / pointsPerPosition - first),
      ),
    ]);
    return { table, curve, similarities: curve.filter((_, n) => n % pointsPerPosition === 0) };
  }

  private codes({ table, similarities, curve }: Answer, { first, second }: Params): Codes {
    const [firstRow, secondRow] = [rowsOf(table, first), rowsOf(table, second)];
    return { first, second, firstRow, secondRow, similarities, curve, close, nearlySame };
  }

  private isAlike({ similarities }: Answer, { second }: Params): boolean {
    return (similarities[second] ?? 0) >= nearlySame;
  }

  private isClose({ similarities }: Answer, { second }: Params): boolean {
    return (similarities[second] ?? 0) >= close;
  }

  protected override caption(answer: Answer, params: Params): string {
    const { first, second } = params;
    if (first === second) return 'The same position twice';
    if (this.isAlike(answer, params)) return `${second} looks almost like ${first}`;
    return this.isClose(answer, params)
      ? `${second} comes close to ${first}`
      : `${second} differs from ${first}`;
  }

  protected override tone(answer: Answer | null, params: Params): Tone {
    if (!answer || params.first === params.second) return 'soft';
    if (this.isAlike(answer, params)) return 'wrong';
    return this.isClose(answer, params) ? 'form' : 'right';
  }

  /** At the component where the two codes differ most. */
  private mostApart({ firstRow, secondRow }: Codes): number {
    return Array.from(firstRow).reduce(
      (most, value, n) => Math.max(most, Math.abs(value - (secondRow[n] ?? 0))),
      0,
    );
  }

  protected override subtitle(answer: Answer, { second }: Params): string {
    return `Cosine similarity ${decimals(answer.similarities[second] ?? 0, 5)}. Bars: how much the cells differ.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { first, second } = params;
    const similarity = decimals(answer.similarities[second] ?? 0, 5);
    const apart = significant(this.mostApart(this.codes(answer, params)), 2);
    return `${pe(first)} above ${pe(second)}, ${setup(params)}: cosine similarity ${similarity}, cells differ by at most ${apart}`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { first, second, dModel } = params;
    const { similarities } = answer;
    const similarity = decimals(similarities[second] ?? 0, 5);
    const near = Array.from(similarities.keys()).filter(
      (n) => n !== first && (similarities[n] ?? 0) >= close,
    );
    const listed =
      near.length > mostListed
        ? `${near.length} of them`
        : near.length === 0
          ? 'none'
          : near.join(', ');
    return `Two strips of ${dModel} cells, the codes of positions ${first} and ${second}, with bars between them that show how much the cells differ. Below, a dot for each position shows its similarity to position ${first}; at position ${second} it is ${similarity}. Positions with a similarity of ${close} or more: ${listed}.`;
  }

  protected override table({ table, similarities }: Answer, { first }: Params): DataTable {
    return {
      head: [
        'position',
        `similarity to ${plain(first)}`,
        ...Array.from({ length: table.cols }, (_, n) => `dimension ${n}`),
      ],
      count: table.rows,
      row: (n) => [n, similarities[n] ?? 0, ...rowsOf(table, n)],
    };
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const describe = (at: number) =>
      `positions ${params.first} and ${at}: similarity ${decimals(answer?.similarities[at] ?? 0, 5)}`;
    return html`<posenc-codes-plot
      data-plot
      height=${codesPlotHeight}
      label=${this.label}
      .summary=${summary}
      .codes=${answer && this.codes(answer, params)}
      .stillWidths=${stillWidthsBeside}
      .describe=${describe}
      @choose=${({ detail }: CustomEvent<number>) => this.change('second', detail)}
    ></posenc-codes-plot>`;
  }
}

customElements.define('posenc-near-collision', PosencNearCollision);
