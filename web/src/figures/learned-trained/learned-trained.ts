import { html, nothing, type PropertyValues } from 'lit';
import type { RowSimilarities, TrainingOptions } from '../../core/api.ts';
import { decimals, percent, plain, significant } from '../../plots/format.ts';
import { tasks } from '../../registry.ts';
import { endOnLeave } from '../../ui/end-on-leave.ts';
import '../../ui/number-control.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/tones.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { seed } from '../drawn.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { largest, rowsOf } from '../sinusoidal.ts';
import { learnedTrainedStyle } from './learned-trained-style.ts';
import { courseOf, similarityPlot, trainedTablePlot } from './pictures.ts';
import { type Snapshot, Snapshots } from './snapshots.ts';

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
    label: 'initial std',
    value: 0.02,
    slider: { stops: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] },
  },
  seed: seed(),
  showTable: { type: 'flag', label: 'show the table itself', value: false },
} as const;
type Params = Values<typeof parameters>;

const steps = 300;

interface Answer {
  options: TrainingOptions;
  before: Snapshot;
}

/** What to look at with a task: which rows, how they are called, and how alike they are on average. */
const lookedAt = (task: string, { byOffset, mirrored }: RowSimilarities) =>
  task === 'reverse'
    ? ({
        rows: 'first and last, second and second to last, and so on',
        short: 'mirrors',
        mean: mirrored,
      } as const)
    : ({ rows: 'next to each other', short: 'neighbors', mean: byOffset[0] ?? 0 } as const);

/**
 * How alike the rows of a learned table become while a tiny model learns a task with it, step by step. Trained on demand;
 * then its steps can be gone through.
 *
 *   <posenc-learned-trained task="previous" table-std="0.02" seed="1"></posenc-learned-trained>
 */
export class PosencLearnedTrained extends PosencFigure<typeof parameters, Answer> {
  static override properties = {
    ...PosencFigure.of(parameters),
    run: { state: true },
    snapshots: { state: true },
    chosenStep: { state: true },
    announcement: { state: true },
  };

  static override styles = [
    ...PosencFigure.styles,
    visuallyHidden,
    trainStyle,
    learnedTrainedStyle,
  ];

  declare private run: TrainingRun | null;
  declare private snapshots: Snapshots;
  /** The step that is looked at; null for the latest. */
  declare private chosenStep: number | null;
  /** Spoken: the beginning and the end of training, not every step. */
  declare private announcement: string;

  protected override readonly label = 'How alike the rows of a learned table become';
  protected override readonly formula =
    'x = √d · token embedding + E(pos), E(pos, j) ~ N(0, std²) at first, then trained with Adam like all parameters; similarity of rows p and q: E(p) · E(q) / (|E(p)| |E(q)|)';

  constructor() {
    super('learned-trained', parameters);
    this.run = null;
    this.snapshots = new Snapshots(steps);
    this.chosenStep = null;
    this.announcement = '';
    endOnLeave(this, () => this.run?.end());
  }

  override willUpdate(changed: PropertyValues): void {
    // With other settings it is another model.
    if (['task', 'tableStd', 'seed'].some((name) => changed.has(name)) && this.run) {
      this.run.end();
      this.run = null;
      this.forget();
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
      return { options, before: { step: 0, table, similar } };
    } finally {
      await this.call('disposeTrainer', id);
    }
  }

  private forget(): void {
    this.snapshots = new Snapshots(steps);
    this.chosenStep = null;
  }

  private start({ options }: Answer): void {
    this.run?.end();
    this.forget();
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
    const { snapshots } = this;
    if (!latest || !snapshots.wants(latest.step)) return;
    const { step, table } = latest;
    const similar = await compute.call('rowSimilarities', table);
    // Another training may have begun meanwhile.
    if (run !== this.run || snapshots !== this.snapshots) return;
    snapshots.add({ step, table, similar });
    this.requestUpdate();
  }

  /** What is looked at. */
  private seen({ before }: Answer): Snapshot {
    const { snapshots, chosenStep } = this;
    return snapshots.at(chosenStep ?? Infinity) ?? before;
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
        return done > 0 ? `step ${done} of ${run.options.steps}, waiting` : 'waiting';
      case 'running':
        return done > 0 ? `step ${done} of ${run.options.steps}${right}` : 'starting';
      case 'stopped':
        return `stopped at step ${done}${right}`;
      case 'failed':
        return 'failed';
      case 'done':
        return run.divergedAt === null
          ? `${done} steps${right}`
          : `it ended at step ${run.divergedAt}, when its loss became NaN`;
    }
  }

  protected override tone(): Tone {
    return this.snapshots.isEmpty ? 'soft' : 'learned';
  }

  protected override caption(answer: Answer, { task }: Params): string {
    const { step, similar } = this.seen(answer);
    if (step === 0) return 'Before training: noise';
    const { short, mean } = lookedAt(task, similar);
    return `Step ${step}: ${short} ${decimals(mean, 2)} alike`;
  }

  protected override subtitle(
    { before, options }: Answer,
    { task, tableStd, seed }: Params,
  ): string {
    const { rows, cols } = before.table;
    return `${titleOf(task)}, rows of ${rows} tokens; a table of ${rows} × ${cols}, N(0, ${plain(tableStd)}²) at first; ${options.layers} layer, ${options.heads} heads, ${plain(options.steps)} steps of ${options.batch} rows, seed ${seed}`;
  }

  protected override summary(answer: Answer, { task }: Params): string {
    const { before } = answer;
    const seen = this.seen(answer);
    const first = lookedAt(task, before.similar);
    const now =
      seen.step > 0
        ? `After ${seen.step} steps it is ${decimals(lookedAt(task, seen.similar).mean, 3)}, and the largest element has grown from ${significant(largest(before.table), 3)} to ${significant(largest(seen.table), 3)}.`
        : 'It has not been trained yet.';
    return `A heatmap of ${before.table.rows} by ${before.table.rows} positions: how alike any two rows of the learned table are. Before training the similarity of rows ${first.rows} is ${decimals(first.mean, 3)} on average. ${now}`;
  }

  protected override table(answer: Answer): DataTable {
    const { before } = answer;
    const seen = this.seen(answer);
    const trained = seen.step > 0 ? seen : null;
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

  protected override plot(answer: Answer | null, { task, showTable }: Params, summary: string) {
    const seen = answer && this.seen(answer);
    const { snapshots, run } = this;
    const meanOf = ({ similar }: Snapshot) => lookedAt(task, similar).mean;
    const short = answer ? lookedAt(task, answer.before.similar).short : '';
    const course =
      answer && seen
        ? courseOf({
            ...{ short, seen, meanOf, steps },
            snapshots: [answer.before, ...snapshots.all.filter(({ step }) => step > 0)],
            accuracies: run?.accuracies ?? [],
          })
        : null;
    return html`${this.train(answer)} ${similarityPlot(seen, summary)} ${course}
    ${this.scrubber(answer)}
    ${showTable ? trainedTablePlot(seen, this.largestSeen(answer)) : nothing}`;
  }

  /** Of all tables, so that colors mean the same at every step. */
  private largestSeen(answer: Answer | null): number {
    const all = [...(answer ? [answer.before] : []), ...this.snapshots.all];
    return Math.max(0, ...all.map(({ table }) => largest(table)));
  }

  private scrubber(answer: Answer | null) {
    const { snapshots, chosenStep } = this;
    return html`<div class="scrub">
      <posenc-number
        label="step"
        .slider=${{ min: 0, max: steps, step: snapshots.every }}
        .plays=${{ by: snapshots.every, everyMs: 90 }}
        .value=${chosenStep ?? snapshots.latest}
        @set=${({ detail }: CustomEvent<number>) => {
          // Before there are any steps to go through, training makes them.
          if (snapshots.isEmpty && answer) this.start(answer);
          else this.chosenStep = detail;
        }}
      ></posenc-number>
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

customElements.define('posenc-learned-trained', PosencLearnedTrained);
