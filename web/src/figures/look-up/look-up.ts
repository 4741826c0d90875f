import { css, html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { diverging } from '../../plots/colors.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { count, place, type Values, width } from '../../ui/parameters.ts';
import { sideBySide, type Tone } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';

const parameters = {
  // As far beyond the last row as before it.
  position: {
    ...place('position', 100, { max: 1024 }),
    sliderTo: ({ rows }: Record<string, unknown>) => 2 * Number(rows),
  },
  rows: count('table rows', 512, 1024, 4096, 32),
  dModel: width(64, { max: 128, most: 256 }),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

const standardDeviation = 0.02;
const limits = { sinusoidal: 1, learned: 3 * standardDeviation };

interface Answer {
  sinusoidal: Matrix;
  /** Null where the table has no such row. */
  learned: Matrix | null;
  refusal: string;
}

/**
 * One position, asked for in a learned table and in the sinusoidal encoding: beyond its last row the table has no
 * answer.
 *
 *   <posenc-look-up rows="512" d-model="64" position="100" seed="1"></posenc-look-up>
 */
export class PosencLookUp extends figureWith('look-up', parameters)<Answer> {
  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .refusal {
        display: flex;
        flex-direction: column;
        justify-content: center;
        box-sizing: border-box;
        min-height: 6.2rem;
        margin: 0 0 0.9rem;
        padding: 0.6rem 0.9rem;
        border: 1.5px dashed var(--posenc-wrong);
        border-radius: 8px;
        overflow-wrap: anywhere;
      }
      .refusal b {
        color: var(--posenc-wrong);
        font-weight: 600;
      }
      .refusal code {
        font: 0.95em/1.5 var(--posenc-mono);
      }
    `,
  ];

  protected override readonly label = 'A position looked up, and a position computed';
  protected override readonly formula =
    'learned: row pos of a table with L rows, 0 ≤ pos < L; sinusoidal: PE(pos, 2i) = sin(pos · ωᵢ), PE(pos, 2i + 1) = cos(pos · ωᵢ), ωᵢ = 10000^(−2i/d)';

  protected override async ask(params: Params): Promise<Answer> {
    const { position, rows, dModel, seed } = params;
    const at = Float64Array.of(position);
    const [sinusoidal, table] = await Promise.all([
      this.call(
        'sinusoidalTable',
        { dModel, base: 10000, variant: 'paper', layout: 'interleaved' },
        at,
      ),
      this.callOnce('learnedTable', rows, dModel, seed, standardDeviation),
    ]);
    try {
      return { sinusoidal, learned: await this.call('lookUp', table, at), refusal: '' };
    } catch (error) {
      // A table without a row for a position is what the figure shows. (When pages are built, the core's errors are of
      // its package's class.)
      const { code, message } = error as PosencError;
      if (code !== 'invalid-argument') throw error;
      return { sinusoidal, learned: null, refusal: message };
    }
  }

  protected override caption({ learned }: Answer, { position }: Params): string {
    return learned
      ? `Both know position ${plain(position)}`
      : `No row ${plain(position)} in the table`;
  }

  protected override tone(answer: Answer | null): Tone {
    return answer && !answer.learned ? 'wrong' : 'right';
  }

  protected override subtitle({ learned }: Answer, { rows }: Params): string {
    return learned
      ? 'Computed or looked up: both have a vector here.'
      : `Waves reach any position; this table has ${rows} rows.`;
  }

  protected override setting({ learned }: Answer, params: Params): string {
    const { position, rows, dModel, seed } = params;
    const finding = learned
      ? `both have a vector for position ${plain(position)}`
      : `the waves give position ${plain(position)} a vector, but a table of ${rows} rows does not`;
    return `d = ${dModel}: ${finding}. Sinusoidal encoding with base 10000; learned table for positions 0 to ${rows - 1}, before training (std ${standardDeviation}, seed ${seed})`;
  }

  protected override summary(
    { sinusoidal, learned, refusal }: Answer,
    { position }: Params,
  ): string {
    const some = ({ values }: Matrix) =>
      Array.from(values.subarray(0, 4), (value) => decimals(value, 3)).join(', ');
    const answer = learned
      ? `The learned row begins ${some(learned)}.`
      : `The learned table refuses: ${refusal}`;
    return `Two strips of cells for position ${plain(position)}. The sinusoidal vector begins ${some(sinusoidal)}. ${answer}`;
  }

  protected override table({ sinusoidal, learned }: Answer): DataTable {
    return {
      head: ['dimension', 'sinusoidal', 'learned'],
      count: sinusoidal.cols,
      row: (n) => [n, sinusoidal.values[n] ?? 0, learned?.values[n] ?? ''],
    };
  }

  private strip(
    kind: 'sinusoidal' | 'learned',
    vector: Matrix | null,
    { position }: Params,
    summary: string,
  ) {
    const name = kind === 'sinusoidal' ? `PE(${plain(position)})` : `row ${plain(position)}`;
    const describe = ({ col }: Cell) =>
      `${name}, dimension ${col}: ${decimals(vector?.values[col] ?? 0, 4)}`;
    return html`<posenc-matrix-plot
      data-plot=${kind === 'sinusoidal' ? 'Sinusoidal, computed' : 'Learned, looked up'}
      height="96"
      label=${name}
      .summary=${summary}
      .cells=${vector && { ...vector, stride: vector.cols }}
      .scale=${diverging(limits[kind])}
      .across=${{ title: 'dimension' }}
      .down=${{ title: '', names: [''] }}
      .describe=${describe}
    ></posenc-matrix-plot>`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    return html`<p class="which">Sinusoidal: computed from the position</p>
      ${this.strip('sinusoidal', answer?.sinusoidal ?? null, params, summary)}
      <p class="which">Learned: looked up in a table of ${params.rows} rows</p>
      ${
        answer && !answer.learned
          ? html`<div class="refusal" role="status">
              <span><b>There is no such row.</b> The core says:</span>
              <code>${answer.refusal}</code>
            </div>`
          : this.strip('learned', answer?.learned ?? null, params, '')
      }`;
  }
}

customElements.define('posenc-look-up', PosencLookUp);
