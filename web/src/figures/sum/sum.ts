import { css, html } from 'lit';
import type { PartsOfSum } from '../../core/api.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import type { LineAxis, Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { base, choice, place, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { loudness, seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';

const parameters = {
  position: place('position', 50, { max: 1000 }),
  base: base(),
  standardDeviation: loudness(),
  scaling: choice('word scale', 'none', [
    ['none', '1: not scaled'],
    ['sqrt_d', '√d: as in the paper'],
  ]),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer extends PartsOfSum {
  widths: Float64Array;
}

const widths = [8, 16, 32, 64, 128, 256, 512, 1024];
/** The means are over this many random embeddings. */
const tokens = 200;
/** An angle this near to 90 degrees counts as nearly right. */
const nearlyDegrees = 6;
const roundMarks = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].flatMap((power) =>
  [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
);

const across: LineAxis = { title: 'width d', scale: 'log', at: widths, mark: plain };

/**
 * The two parts of x = embedding + PE, as the width grows: how long they are, and the angle between them.
 *
 *   <posenc-sum base="10000" position="50" standard-deviation="1" scaling="none"></posenc-sum>
 */
export class PosencSum extends figureWith('sum', parameters)<Answer> {
  protected override readonly label = 'The two parts of the sum, as the width grows';
  protected override readonly formula =
    'x = s · e + PE(pos), e ~ N(0, std²) in each of d components, s = 1 or √d; angle = arccos(e · PE / (|e| |PE|))';

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .which {
        margin-bottom: 0.5rem;
      }
    `,
  ];

  protected override readonly primary = ['standardDeviation', 'scaling'] as const;

  protected override async ask(params: Params): Promise<Answer> {
    const { base, position, standardDeviation, scaling, seed } = params;
    const answer = await this.call(
      'partsOfSum',
      { base, position, standardDeviation, tokens, seed, scaling },
      Float64Array.from(widths),
    );
    return { ...answer, widths: Float64Array.from(widths) };
  }

  /** At the greatest width. */
  private last({ tokenNorms, positionNorms, angles, angleSpreads }: Answer) {
    const n = widths.length - 1;
    return {
      width: widths[n] ?? 0,
      token: tokenNorms[n] ?? 0,
      position: positionNorms[n] ?? 0,
      angle: angles[n] ?? 0,
      spread: angleSpreads[n] ?? 0,
    };
  }

  protected override caption(answer: Answer): string {
    const { angle, spread } = this.last(answer);
    const off = Math.abs(angle - 90) + spread;
    return off <= nearlyDegrees ? 'Nearly at right angles' : `${decimals(angle, 0)}° apart`;
  }

  protected override subtitle(answer: Answer): string {
    const { width, token, position } = this.last(answer);
    const [longer, ratio] =
      token >= position ? ['the word', token / position] : ['the position', position / token];
    const times = significant(ratio, 2);
    return times === '1'
      ? `At d = ${width}, both are equally long.`
      : `At d = ${width}, ${longer} is ${times} times as long.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { width, token, position, angle, spread } = this.last(answer);
    const [longer, shorter, ratio] =
      token >= position
        ? ['the word', 'the position', token / position]
        : ['the position', 'the word', position / token];
    const times = significant(ratio, 2);
    const lengths =
      times === '1' ? 'both equally long' : `${longer} ${times} times as long as ${shorter}`;
    const scaled = params.scaling === 'none' ? 'not scaled' : 'times √d';
    return `At d = ${width}: ${decimals(angle, 1)}° ± ${decimals(spread, 1)}°, ${lengths}. Means over ${tokens} random words with standard deviation ${plain(params.standardDeviation)}, ${scaled}, and PE(${plain(params.position)}) with base ${plain(params.base)}; seed ${params.seed}.`;
  }

  protected override summary(answer: Answer): string {
    const some = [0, 3, widths.length - 1].map(
      (n) =>
        `at width ${widths[n]} the word is ${significant(answer.tokenNorms[n] ?? 0, 3)} long, the position ${significant(answer.positionNorms[n] ?? 0, 3)}, and the angle between them is ${decimals(answer.angles[n] ?? 0, 1)} degrees, give or take ${decimals(answer.angleSpreads[n] ?? 0, 1)}`,
    );
    return `Two plots against the width, on a logarithmic axis: ${some.join('; ')}.`;
  }

  protected override table(answer: Answer): DataTable {
    return {
      head: [
        'width d',
        'norm of word',
        'norm of position',
        'angle in degrees',
        'its standard deviation',
      ],
      count: widths.length,
      row: (n) => [
        widths[n] ?? 0,
        answer.tokenNorms[n] ?? 0,
        answer.positionNorms[n] ?? 0,
        answer.angles[n] ?? 0,
        answer.angleSpreads[n] ?? 0,
      ],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const x = widths;
    const spread = (sign: number) =>
      Float64Array.from(
        widths,
        (__, n) => (answer?.angles[n] ?? 0) + sign * (answer?.angleSpreads[n] ?? 0),
      );
    const line = { x, as: 'line', marked: true } as const;
    const norms: Series[] = answer
      ? [
          { ...line, name: 'position', y: answer.positionNorms, color: 'sinusoidal' },
          { ...line, name: 'word', y: answer.tokenNorms, color: 'none' },
        ]
      : [];
    const angles: Series[] = answer
      ? [
          { name: '', x: [], y: [90], color: 'soft', as: 'rule' },
          { name: '+ 1 std', x, y: spread(1), color: 'accent', as: 'dashed' },
          { ...line, name: 'mean', y: answer.angles, color: 'accent' },
          { name: '− 1 std', x, y: spread(-1), color: 'accent', as: 'dashed' },
        ]
      : [];
    const describeNorms = (n: number) =>
      `d = ${widths[n]}: word ${significant(answer?.tokenNorms[n] ?? 0, 4)}, position ${significant(answer?.positionNorms[n] ?? 0, 4)}`;
    const describeAngles = (n: number) =>
      `d = ${widths[n]}: ${decimals(answer?.angles[n] ?? 0, 2)}° ± ${decimals(answer?.angleSpreads[n] ?? 0, 2)}°`;
    return html`<div class="both">
      <div>
        <p class="which">How long each part is</p>
        <posenc-line-plot
          data-plot="How long each part is"
          height="250"
          label="Norms of word and position"
          .summary=${summary}
          .series=${norms}
          .across=${across}
          .up=${{ title: 'norm', scale: 'log', at: roundMarks, mark: plain }}
          .stops=${widths}
          .stillWidths=${stillWidthsOfTwo}
          .describe=${describeNorms}
        ></posenc-line-plot>
      </div>
      <div>
        <p class="which">The angle between them</p>
        <posenc-line-plot
          data-plot="The angle between them"
          height="250"
          label="Angle between word and position"
          .series=${angles}
          .across=${across}
          .up=${{ title: 'degrees', domain: [0, 180], at: [0, 45, 90, 135, 180] }}
          .stops=${widths}
          .stillWidths=${stillWidthsOfTwo}
          .describe=${describeAngles}
        ></posenc-line-plot>
      </div>
    </div>`;
  }
}

customElements.define('posenc-sum', PosencSum);
