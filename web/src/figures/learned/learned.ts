import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { plain, significant } from '../../plots/format.ts';
import { count, type Values, width } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { firstPositions, largest, rowsOf, withRoom } from '../sinusoidal.ts';
import { limits, tablePlot } from './tables.ts';

const parameters = {
  dModel: width(64, { max: 256, most: 1024 }),
  positions: count('positions', 50, 200, 500),
  standardDeviation: {
    type: 'number',
    label: 'std',
    value: 0.02,
    slider: { stops: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] },
  },
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  sinusoidal: Matrix;
  learned: Matrix;
}

/** The reach of the learned table's colors to both sides, in standard deviations. */
const deviations = 3;

/**
 * The sinusoidal table and a learned one as training begins with it.
 *
 *   <posenc-learned d-model="64" positions="50" seed="1" standard-deviation="0.02"></posenc-learned>
 */
export class PosencLearned extends figureWith('learned', parameters)<Answer> {
  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'Two tables before training';
  protected override readonly primary = ['positions'] as const;
  protected override readonly formula =
    'sinusoidal: PE(pos, 2i) = sin(pos · ωᵢ), PE(pos, 2i + 1) = cos(pos · ωᵢ), ωᵢ = 10000^(−2i/d); learned: E(pos, j) ~ N(0, std²), then trained';

  protected override async ask(params: Params): Promise<Answer> {
    const { dModel, positions, seed, standardDeviation } = params;
    const rows = withRoom(positions);
    const [sinusoidal, learned] = await Promise.all([
      this.callOnce(
        'sinusoidalTable',
        { dModel, base: 10000, variant: 'paper', layout: 'interleaved' },
        firstPositions(rows),
      ),
      this.callOnce('learnedTable', rows, dModel, seed, standardDeviation),
    ]);
    const shown = ({ cols, values }: Matrix): Matrix => ({
      ...{ rows: positions, cols },
      values: values.subarray(0, positions * cols),
    });
    return { sinusoidal: shown(sinusoidal), learned: shown(learned) };
  }

  protected override caption(): string {
    return 'Waves beside noise';
  }

  protected override subtitle(): string {
    return 'One table is computed, the other starts as random numbers.';
  }

  protected override setting(
    { sinusoidal, learned }: Answer,
    { seed, standardDeviation }: Params,
  ): string {
    const [wave, noise] = [significant(largest(sinusoidal), 2), significant(largest(learned), 2)];
    return `${learned.rows} positions, d = ${learned.cols}: waves up to ${wave}, noise up to ${noise}. The learned table has ${plain(learned.rows * learned.cols)} parameters, drawn from N(0, ${plain(standardDeviation)}²) with seed ${seed}; its colors range from ${limits(deviations * standardDeviation)} (${deviations} std), those of the waves from −1 to 1`;
  }

  protected override summary({ sinusoidal, learned }: Answer): string {
    return `Two heatmaps. The sinusoidal table shows waves, fast on the left and slow on the right, between −${significant(largest(sinusoidal), 3)} and ${significant(largest(sinusoidal), 3)}. The learned table shows noise without any pattern; its largest element is ${significant(largest(learned), 3)} in magnitude.`;
  }

  protected override table({ sinusoidal, learned }: Answer): DataTable {
    const names = (which: string) =>
      Array.from({ length: learned.cols }, (_, n) => `${which} ${n}`);
    return {
      head: ['position', ...names('sinusoidal'), ...names('learned')],
      count: learned.rows,
      row: (n) => [n, ...rowsOf(sinusoidal, n), ...rowsOf(learned, n)],
    };
  }

  protected override plot(answer: Answer | null, { standardDeviation }: Params, summary: string) {
    const height = 290;
    return html`<div class="both">
      ${tablePlot({ name: 'Sinusoidal', table: answer?.sinusoidal ?? null, limit: 1, height, summary })}
      ${tablePlot({
        name: 'Learned, before training',
        table: answer?.learned ?? null,
        limit: deviations * standardDeviation,
        height,
      })}
    </div>`;
  }
}

customElements.define('posenc-learned', PosencLearned);
