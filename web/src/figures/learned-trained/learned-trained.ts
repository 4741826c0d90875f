import { css, html, nothing, type PropertyValues } from 'lit';
import type { Matrix, TrainingOptions } from '../../core/api.ts';
import { percent, plain, significant } from '../../plots/format.ts';
import { endOnLeave } from '../../ui/end-on-leave.ts';
import type { Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { seed } from '../drawn.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { tablePlot } from '../learned/tables.ts';
import { firstPositions, largest, rowsOf } from '../sinusoidal.ts';

const parameters = { seed: seed() } as const;
type Params = Values<typeof parameters>;

/** It needs order, as each place looks at its mirror image, and is learned within seconds. */
const task = 'reverse';
const length = 16;
const steps = 200;

interface Answer {
  options: TrainingOptions;
  before: Matrix;
  sinusoidal: Matrix;
}

/** The result of training so far. */
interface Trained {
  step: number;
  table: Matrix;
  change: Matrix;
}

/**
 * A learned table before and after a tiny model with it has learned to reverse sequences, beside the sinusoidal one.
 * Trained on demand.
 *
 *   <posenc-learned-trained seed="1"></posenc-learned-trained>
 */
export class PosencLearnedTrained extends PosencFigure<typeof parameters, Answer> {
  static override properties = {
    ...PosencFigure.of(parameters),
    run: { state: true },
    announcement: { state: true },
  };

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    visuallyHidden,
    trainStyle,
    css`
      .empty {
        height: 13.2rem;
      }
      @media (max-width: 40rem) {
        .empty {
          height: 4rem;
        }
      }
    `,
  ];

  declare private run: TrainingRun | null;
  /** Spoken: the beginning and the end of training, not every step. */
  declare private announcement: string;

  protected override readonly label = 'A learned table before and after training';
  protected override readonly formula =
    'x = √d · token embedding + E(pos), E(pos, j) ~ N(0, 1) at first, then trained with Adam as all parameters are; change = E after − E before';

  constructor() {
    super('learned-trained', parameters);
    this.run = null;
    this.announcement = '';
    endOnLeave(this, () => this.run?.end());
  }

  override willUpdate(changed: PropertyValues): void {
    // Another seed is another model.
    if (changed.has('seed') && this.run) {
      this.run.end();
      this.run = null;
    }
    super.willUpdate(changed);
  }

  protected override async ask({ seed }: Params): Promise<Answer> {
    const options = {
      ...(await this.call('trainingDefaults', task, 'learned')),
      seed,
      steps,
      trainShortest: length,
      trainLongest: length,
      longest: length,
      tableRows: length,
    };
    const [{ id }, sinusoidal] = await Promise.all([
      this.call('createTrainer', options),
      this.call(
        'sinusoidalTable',
        { dModel: options.dModel, base: 10000, variant: 'paper', layout: 'interleaved' },
        firstPositions(length),
      ),
    ]);
    try {
      const { table: before } = await this.call('positionTable', id);
      return { options, before, sinusoidal };
    } finally {
      await this.call('disposeTrainer', id);
    }
  }

  private start({ options }: Answer): void {
    this.run?.end();
    this.announcement = 'Training has begun.';
    this.run = new TrainingRun(options, [length], this.changed, 'table');
  }

  private readonly changed = (run: TrainingRun): void => {
    // (The first change comes during its construction.)
    if (this.run && run !== this.run) return;
    if (run.over) this.announcement = `Training is over: ${this.progress(run)}.`;
    this.requestUpdate();
  };

  private stop(): void {
    this.run?.stop();
  }

  private get trained(): Trained | null {
    const table = this.run?.table ?? null;
    return table && table.step > 0 ? table : null;
  }

  /** The share of right answers: on new examples if tested, or else in its last step. */
  private accuracy(run: TrainingRun): { right: number; tested: boolean } | null {
    const tested = run.evaluated[0]?.accuracy ?? null;
    if (tested !== null) return { right: tested, tested: true };
    const last = run.accuracies[run.accuracies.length - 1];
    return last === undefined ? null : { right: last, tested: false };
  }

  private progress(run: TrainingRun): string {
    const done = run.losses.length;
    const accuracy = this.accuracy(run);
    const right = accuracy
      ? `, ${percent(accuracy.right)} right${accuracy.tested ? ' on new sequences' : ''}`
      : '';
    switch (run.state) {
      case 'waiting':
      case 'paused':
        return done > 0
          ? `step ${done} of ${run.options.steps}, waits for its turn`
          : 'waits for its turn';
      case 'running':
        return done > 0 ? `step ${done} of ${run.options.steps}${right}` : 'is being set up';
      case 'stopped':
        return `stopped at step ${done}${right}`;
      case 'failed':
        return 'it failed';
      case 'done':
        return run.divergedAt === null
          ? `${done} steps${right}`
          : `it ended at step ${run.divergedAt}, as its loss became NaN`;
    }
  }

  protected override caption(answer: Answer): string {
    const { run } = this;
    const trained = this.trained;
    const first = significant(largest(answer.before), 3);
    if (!run || !trained) {
      return `Before training the table is noise, up to ${first}: train it`;
    }
    const accuracy = this.accuracy(run);
    const right = accuracy ? `, ${percent(accuracy.right)} right` : '';
    return `After ${trained.step} steps${right}: the table moved by at most ${significant(largest(trained.change), 2)}, its largest element from ${first} to ${significant(largest(trained.table), 3)}`;
  }

  protected override subtitle({ before, options }: Answer, { seed }: Params): string {
    return `Sequences of ${length} tokens, to be given back in reverse; positions from a learned table of ${before.rows} rows, d\u00a0=\u00a0${before.cols}, ${options.layers} layer, ${options.heads} heads, ${plain(options.steps)} steps of ${options.batch} sequences, seed ${seed}`;
  }

  protected override summary(answer: Answer): string {
    const trained = this.trained;
    const now = trained
      ? `After ${trained.step} steps its elements have changed by up to ${significant(largest(trained.change), 3)}.`
      : 'It has not been trained yet.';
    return `Heatmaps of tables with ${answer.before.rows} positions. The learned one begins as noise up to ${significant(largest(answer.before), 3)}. ${now} The sinusoidal one shows waves between −1 and 1.`;
  }

  protected override table(answer: Answer): DataTable {
    const { before, sinusoidal } = answer;
    const trained = this.trained;
    const names = (which: string) => Array.from({ length: before.cols }, (_, n) => `${which} ${n}`);
    return {
      head: [
        'position',
        ...names('before'),
        ...(trained ? names(`step ${trained.step}:`) : []),
        ...names('sinusoidal'),
      ],
      count: before.rows,
      row: (n) => [
        n,
        ...rowsOf(before, n),
        ...(trained ? rowsOf(trained.table, n) : []),
        ...rowsOf(sinusoidal, n),
      ],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const height = 210;
    const trained = answer && this.trained;
    const limit = answer ? above(largest(answer.before)) : 1;
    const later = (name: string, table: Matrix | undefined, limit: number) =>
      table
        ? tablePlot({ name, table, limit, height, quiet: true })
        : html`<div>
            <p class="which">${name}</p>
            <p class="empty">Press Train to see it.</p>
          </div>`;
    return html`${this.train(answer)}
      <div class="both">
        ${tablePlot({ name: 'Learned, before training', table: answer?.before ?? null, limit, height, summary })}
        ${later(trained ? `Learned, after ${trained.step} steps` : 'Learned, after training', trained?.table, limit)}
        ${tablePlot({ name: 'Sinusoidal, for comparison', table: answer?.sinusoidal ?? null, limit: 1, height, quiet: true })}
        ${later('What training changed', trained?.change, trained ? above(largest(trained.change)) : 1)}
      </div>`;
  }

  private train(answer: Answer | null) {
    const { run } = this;
    const active = run !== null && !run.over;
    return html`<div class="train">
      ${
        active
          ? html`<button class="button" type="button" @click=${this.stop}>Stop</button>`
          : html`<button
              class="button main"
              type="button"
              ?disabled=${!answer}
              @click=${() => answer && this.start(answer)}
            >
              ${run ? 'Train again' : 'Train'}
            </button>`
      }
      ${
        run
          ? html`<progress
                max=${run.options.steps}
                value=${run.losses.length}
                aria-label="Steps of training"
              ></progress>
              <span>${this.progress(run)}</span>`
          : nothing
      }
      ${run?.failure ? html`<p class="error">${run.failure.message}</p>` : nothing}
      ${liveRegion(this.announcement)}
    </div>`;
  }
}

/** A limit for colours that is easy to read: the next half, or tenth, above. */
const above = (value: number): number =>
  value > 1 ? Math.ceil(value * 2) / 2 : Math.max(0.1, Math.ceil(value * 10) / 10);

customElements.define('posenc-learned-trained', PosencLearnedTrained);
