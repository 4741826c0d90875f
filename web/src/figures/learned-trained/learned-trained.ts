import { css, html, nothing, type PropertyValues } from 'lit';
import type { Matrix, RowSimilarities, TrainingOptions } from '../../core/api.ts';
import { diverging } from '../../plots/colours.ts';
import { decimals, percent, plain, significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { tasks } from '../../registry.ts';
import { endOnLeave } from '../../ui/end-on-leave.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { seed } from '../drawn.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { tablePlot } from '../learned/tables.ts';
import { largest, rowsOf } from '../sinusoidal.ts';

/** Tasks that ask for different things of positions, and are learned within seconds. */
const taskNames = ['previous', 'reverse'] as const;
const titleOf = (task: string): string => tasks.find(({ name }) => name === task)?.title ?? task;

const parameters = {
  task: choice(
    'task',
    'previous',
    taskNames.map((name) => [name, titleOf(name)] as const),
  ),
  tableStd: {
    type: 'number',
    label: 'std at first',
    value: 0.02,
    slider: { stops: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] },
  },
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

const steps = 300;

/** A table, and how alike its rows are. */
interface Table {
  table: Matrix;
  similar: RowSimilarities;
}

interface Answer {
  options: TrainingOptions;
  before: Table;
}

/** The result of training so far. */
interface Trained extends Table {
  step: number;
}

/** What to look at after a task: which rows, and how alike they are on average. */
const lookedAt = (task: string, { byOffset, mirrored }: RowSimilarities): [string, number] =>
  task === 'reverse'
    ? ['first and last, second and last but one, and so on', mirrored]
    : ['next to each other', byOffset[0] ?? 0];

/**
 * How alike the rows of a learned table are before and after a tiny model with it has learned a task, and the table
 * itself. Trained on demand.
 *
 *   <posenc-learned-trained task="previous" table-std="0.02" seed="1"></posenc-learned-trained>
 */
export class PosencLearnedTrained extends PosencFigure<typeof parameters, Answer> {
  static override properties = {
    ...PosencFigure.of(parameters),
    run: { state: true },
    trained: { state: true },
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
  declare private trained: Trained | null;
  /** Spoken: the beginning and the end of training, not every step. */
  declare private announcement: string;

  protected override readonly label = 'The rows of a learned table before and after training';
  protected override readonly formula =
    'x = √d · token embedding + E(pos), E(pos, j) ~ N(0, std²) at first, then trained with Adam as all parameters are; similarity of rows p and q: E(p) · E(q) / (|E(p)| |E(q)|)';

  constructor() {
    super('learned-trained', parameters);
    this.run = null;
    this.trained = null;
    this.announcement = '';
    endOnLeave(this, () => this.run?.end());
  }

  override willUpdate(changed: PropertyValues): void {
    // With other settings it is another model.
    if (Object.keys(parameters).some((name) => changed.has(name)) && this.run) {
      this.run.end();
      this.run = null;
      this.trained = null;
    }
    super.willUpdate(changed);
  }

  protected override async ask({ task, tableStd, seed }: Params): Promise<Answer> {
    const defaults = await this.call('trainingDefaults', task, 'learned');
    const length = defaults.trainLongest;
    const options = {
      ...{ ...defaults, seed, steps, tableStd },
      ...{ longest: length, tableRows: length, testLengths: Float64Array.of(length) },
    };
    const { id } = await this.call('createTrainer', options);
    try {
      const { table } = await this.call('positionTable', id);
      const similar = await this.call('rowSimilarities', table);
      return { options, before: { table, similar } };
    } finally {
      await this.call('disposeTrainer', id);
    }
  }

  private start({ options }: Answer): void {
    this.run?.end();
    this.trained = null;
    this.announcement = 'Training has begun.';
    this.run = new TrainingRun(options, Array.from(options.testLengths), this.changed, 'table');
  }

  private readonly changed = (run: TrainingRun): void => {
    // (The first change comes during its construction.)
    if (this.run && run !== this.run) return;
    void this.compare(run);
    if (run.over) this.announcement = `Training is over: ${this.progress(run)}.`;
    this.requestUpdate();
  };

  /** Asks the core how alike the rows of the latest table are. */
  private async compare(run: TrainingRun): Promise<void> {
    const latest = run.table;
    if (!latest || latest.step === 0 || latest.step === this.trained?.step) return;
    const { step, table } = latest;
    const similar = await compute.call('rowSimilarities', table);
    // Another may have been asked for, and answered, meanwhile.
    if (run === this.run && step > (this.trained?.step ?? 0))
      this.trained = { step, table, similar };
  }

  private stop(): void {
    this.run?.stop();
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

  protected override caption({ before }: Answer, { task }: Params): string {
    const { run, trained } = this;
    const [rows, first] = lookedAt(task, before.similar);
    if (!run || !trained) {
      return `Before training the rows are noise; similarity of rows ${rows}: ${decimals(first, 2)} on average. Train it`;
    }
    const accuracy = this.accuracy(run);
    const right = accuracy ? `, ${percent(accuracy.right)} right` : '';
    const [, now] = lookedAt(task, trained.similar);
    return `After ${trained.step} steps${right}; similarity of rows ${rows}: from ${decimals(first, 2)} to ${decimals(now, 2)} on average`;
  }

  protected override subtitle(
    { before, options }: Answer,
    { task, tableStd, seed }: Params,
  ): string {
    const { rows, cols } = before.table;
    return `${titleOf(task)}, sequences of ${rows} tokens; a learned table of ${rows} rows, d\u00a0=\u00a0${cols}, drawn from N(0, ${plain(tableStd)}²); ${options.layers} layer, ${options.heads} heads, ${plain(options.steps)} steps of ${options.batch} sequences, seed ${seed}`;
  }

  protected override summary({ before }: Answer, { task }: Params): string {
    const { trained } = this;
    const [rows, first] = lookedAt(task, before.similar);
    const now = trained
      ? `After ${trained.step} steps it is ${decimals(lookedAt(task, trained.similar)[1], 3)}, and the largest element has grown from ${significant(largest(before.table), 3)} to ${significant(largest(trained.table), 3)}.`
      : 'It has not been trained yet.';
    return `Heatmaps of ${before.table.rows} positions: how alike each two rows of the learned table are, and the table. Before training the similarity of rows ${rows} is ${decimals(first, 3)} on average. ${now}`;
  }

  protected override table({ before }: Answer): DataTable {
    const { trained } = this;
    const { rows, cols } = before.table;
    const names = (which: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${which} ${n}`);
    const after = trained ? `step ${trained.step}` : '';
    return {
      head: [
        'position',
        ...names('similarity before:', rows),
        ...(trained ? names(`similarity ${after}:`, rows) : []),
        ...names('before:', cols),
        ...(trained ? names(`${after}:`, cols) : []),
      ],
      count: rows,
      row: (n) => [
        n,
        ...rowsOf(before.similar.matrix, n),
        ...(trained ? rowsOf(trained.similar.matrix, n) : []),
        ...rowsOf(before.table, n),
        ...(trained ? rowsOf(trained.table, n) : []),
      ],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const height = 210;
    const { trained } = this;
    const before = answer?.before ?? null;
    // The same colours before and after.
    const limit = above(
      Math.max(before ? largest(before.table) : 0, trained ? largest(trained.table) : 0),
    );
    const after = trained ? `after ${trained.step} steps` : 'after training';
    const empty = (name: string) =>
      html`<div>
        <p class="which">${name}</p>
        <p class="empty">Press Train to see it.</p>
      </div>`;
    return html`${this.train(answer)}
      <div class="both">
        ${similarityPlot('Similarity of the rows, before training', before, height, summary)}
        ${
          trained
            ? similarityPlot(`Similarity of the rows, ${after}`, trained, height)
            : empty(`Similarity of the rows, ${after}`)
        }
        ${tablePlot({ name: 'The table, before training', table: before?.table ?? null, limit, height, quiet: true })}
        ${
          trained
            ? tablePlot({
                name: `The table, ${after}`,
                table: trained.table,
                limit,
                height,
                quiet: true,
              })
            : empty(`The table, ${after}`)
        }
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

/** How alike each two rows are, as a heatmap. */
function similarityPlot(name: string, shown: Table | null, height: number, summary?: string) {
  const matrix = shown?.similar.matrix ?? null;
  const describe = ({ row, col }: Cell) =>
    `rows ${row} and ${col}: ${decimals(matrix ? (rowsOf(matrix, row)[col] ?? 0) : 0, 3)}`;
  return html`<div>
    <p class="which">${name}</p>
    <posenc-matrix-plot
      data-plot=${name}
      height=${height}
      square
      ?quiet=${summary === undefined}
      label=${name}
      .summary=${summary ?? ''}
      .cells=${matrix && { ...matrix, stride: matrix.cols }}
      .scale=${diverging(1)}
      .across=${{ title: 'position' }}
      .down=${{ title: 'position' }}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${describe}
    ></posenc-matrix-plot>
  </div>`;
}

/** A limit for colors that is easy to read: the next half, tenth or hundredth above. */
const above = (value: number): number =>
  value > 1
    ? Math.ceil(value * 2) / 2
    : value > 0.1
      ? Math.ceil(value * 10) / 10
      : Math.max(0.01, Math.ceil(value * 100) / 100);

customElements.define('posenc-learned-trained', PosencLearnedTrained);
