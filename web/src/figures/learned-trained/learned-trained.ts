import { html, nothing, type PropertyValues } from 'lit';
import type { RowSimilarities, TrainingOptions } from '../../core/api.ts';
import { decimals, percent, plain, significant } from '../../plots/format.ts';
import { tasks } from '../../registry.ts';
import { endOnLeave } from '../../ui/connected.ts';
import { Player } from '../../ui/motion.ts';
import '../../ui/number-control.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import { sideBySide, type Tone } from '../../ui/figure-style.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
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
  showTable: { type: 'flag', label: 'Show the table itself', value: false },
} as const;
type Params = Values<typeof parameters>;

const steps = 300;
/** Training takes about a second, which is too fast to follow: its steps are shown at this pace. */
const stepsPerSecond = 66;
/** With reduced motion, this many at a time. */
const stepsAtOnce = 50;

interface Answer {
  options: TrainingOptions;
  before: Snapshot;
}

/** Why the last row differs where each word looks one back: its word is asked, but none comes later to look back at it. */
const lastRow = ({ table }: Snapshot): string =>
  `Row ${table.rows - 1} is the exception: no later word looks back at it.`;

/** With a task: the rows to look at, their names, and their mean similarity. */
const lookedAt = (task: string, { byOffset, mirrored }: RowSimilarities) =>
  task === 'reverse'
    ? ({
        rows: 'mirrored rows (first and last, second and second to last, and so on)',
        kind: 'mirror',
        mean: mirrored,
      } as const)
    : ({
        rows: 'neighboring rows',
        kind: 'neighbor',
        mean: byOffset[0] ?? 0,
      } as const);

/**
 * How alike the rows of a learned table become while a tiny model learns a task with it, step by step. Trained on demand;
 * then its steps can be gone through.
 *
 *   <posenc-learned-trained task="previous" table-std="0.02" seed="1"></posenc-learned-trained>
 */
export class PosencLearnedTrained extends figureWith('learned-trained', parameters)<Answer> {
  static override properties = {
    run: { state: true },
    snapshots: { state: true },
    chosenStep: { state: true },
    announcement: { state: true },
  };

  static override styles = [
    ...PosencFigure.styles,
    visuallyHidden,
    trainStyle,
    sideBySide,
    learnedTrainedStyle,
  ];

  declare private run: TrainingRun | null;
  declare private snapshots: Snapshots;
  /** The step that is looked at; null for the one before training. */
  declare private chosenStep: number | null;
  /** Spoken: the beginning and the end of training, not every step. */
  declare private announcement: string;

  /** Between steps too. */
  private playedTo = 0;
  private reached = 0;
  private readonly player = new Player(this, {
    on: (seconds) => this.playOn(seconds * stepsPerSecond),
    onByStep: () => this.playOn(stepsAtOnce),
  });

  protected override readonly label = 'How alike the rows of a learned table become';
  protected override readonly formula =
    'x = √d · token embedding + E(pos), E(pos, j) ~ N(0, std²) at first, then trained with Adam like all parameters; similarity of rows p and q: E(p) · E(q) / (|E(p)| |E(q)|)';

  constructor() {
    super();
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
    this.player.stop();
    this.snapshots = new Snapshots(steps);
    this.chosenStep = null;
    this.playedTo = this.reached = 0;
  }

  private start({ options }: Answer): void {
    this.run?.end();
    this.forget();
    this.announcement = 'Training has started.';
    this.run = new TrainingRun(options, Array.from(options.testLengths), this.changed, 'table');
    this.player.start();
  }

  private lookAt(step: number): void {
    this.chosenStep = step;
    this.reached = Math.max(this.reached, step);
  }

  /** Shows the next steps of training, as far as it has come. False once all have been shown. */
  private playOn(by: number): boolean {
    const { snapshots } = this;
    this.playedTo = Math.min(this.playedTo + by, snapshots.latest);
    const { step = 0 } = snapshots.at(this.playedTo) ?? {};
    if (step > 0) this.lookAt(step);
    if (!this.isWhole || step < snapshots.latest) return true;
    this.announceEnd();
    return false;
  }

  private pause(): void {
    this.player.stop();
    this.run?.pause();
  }

  private goOn(): void {
    this.run?.resume();
    this.playedTo = this.chosenStep ?? 0;
    this.player.start();
  }

  /** Training is over and all its tables are here. */
  private get isWhole(): boolean {
    const { run, snapshots } = this;
    return run !== null && run.over && (run.table?.step ?? 0) <= snapshots.latest;
  }

  private announceEnd(): void {
    const { run, snapshots } = this;
    if (!run) return;
    const isComplete = run.state !== 'failed' && run.divergedAt === null;
    this.announcement = `Training ${isComplete ? 'is over: ' : ''}${this.progress(run, snapshots.latest)}.`;
  }

  private readonly changed = (run: TrainingRun): void => {
    // (The first change comes during its construction.)
    if (this.run && run !== this.run) return;
    void this.compare(run);
    if (run.over && !this.player.playing) this.announceEnd();
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

  private seen({ before }: Answer): Snapshot {
    return this.snapshots.at(this.chosenStep ?? 0) ?? before;
  }

  private progress(run: TrainingRun, step: number): string {
    if (run.state === 'failed') return 'failed';
    if (step === 0) return run.state === 'waiting' ? 'waiting' : 'starting';
    const share = run.accuracies[step - 1];
    const right = share === undefined ? '' : `, ${percent(share)} right`;
    if (!this.isWhole || step < this.snapshots.latest) return `step ${step} of ${steps}${right}`;
    if (run.divergedAt !== null) return `ended at step ${run.divergedAt}: the loss became NaN`;
    const tested = run.evaluated[0]?.accuracy ?? null;
    return `${step} steps${tested === null ? right : `, ${percent(tested)} right on new sequences`}`;
  }

  protected override tone(): Tone {
    return this.chosenStep ? 'learned' : 'soft';
  }

  protected override caption(answer: Answer, { task }: Params): string {
    const { step, similar } = this.seen(answer);
    if (step === 0) return 'Before training: noise';
    const { kind, mean } = lookedAt(task, similar);
    return `Step ${step}: ${kind}s at ${decimals(mean, 2)}`;
  }

  protected override subtitle(): string {
    return 'Red: two positions with similar vectors.';
  }

  protected override setting(
    { before, options }: Answer,
    { task, tableStd, seed }: Params,
  ): string {
    const { rows, cols } = before.table;
    return `${titleOf(task)}, sequences of ${rows} tokens; a table of ${rows} × ${cols}, initially N(0, ${plain(tableStd)}²); ${options.layers} layer, ${options.heads} heads, ${plain(options.steps)} steps of ${options.batch} sequences, seed ${seed}`;
  }

  protected override summary(answer: Answer, { task }: Params): string {
    const { before } = answer;
    const seen = this.seen(answer);
    const first = lookedAt(task, before.similar);
    const now =
      seen.step > 0
        ? `After ${seen.step} steps, it is ${decimals(lookedAt(task, seen.similar).mean, 3)}, and the largest element has gone from ${significant(largest(before.table), 3)} to ${significant(largest(seen.table), 3)}.`
        : 'The table has not been trained yet.';
    return `A heatmap of ${before.table.rows} by ${before.table.rows} positions: how alike any two rows of the learned table are. Before training, the similarity of ${first.rows} is ${decimals(first.mean, 3)} on average. ${now}`;
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
    const kind = answer ? lookedAt(task, answer.before.similar).kind : '';
    const course =
      answer && seen
        ? courseOf({
            ...{ kind, seen, meanOf, steps },
            snapshots: [
              answer.before,
              ...snapshots.all.filter(({ step }) => step > 0 && step <= this.reached),
            ],
            accuracies: run?.accuracies ?? [],
          })
        : null;
    const isTrained = seen !== null && seen.step > 0;
    return html`<div class="both">
        <div>${similarityPlot(seen, summary)}</div>
        <div>${course}</div>
      </div>
      <p class="last">${isTrained && task === 'previous' ? lastRow(seen) : ''}</p>
      ${showTable ? trainedTablePlot(seen, this.largestSeen(answer)) : nothing}
      ${this.scrubber(answer)} ${this.train(answer)}`;
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
        .value=${chosenStep ?? 0}
        @set=${({ detail }: CustomEvent<number>) => {
          // Before there are any steps to go through, training makes them.
          if (!this.run && answer) {
            this.start(answer);
            return;
          }
          this.player.stop();
          this.lookAt(Math.min(detail, snapshots.latest));
        }}
      ></posenc-number>
    </div>`;
  }

  private button(answer: Answer | null): { says: string; does: () => void } {
    const { run, player } = this;
    const start = () => answer && this.start(answer);
    if (!run) return { says: 'Train', does: start };
    if (player.playing) return { says: 'Pause', does: () => this.pause() };
    const isAtEnd = this.isWhole && (this.chosenStep ?? 0) >= this.snapshots.latest;
    return isAtEnd
      ? { says: 'Train again', does: start }
      : { says: 'Continue', does: () => this.goOn() };
  }

  private train(answer: Answer | null) {
    const { run } = this;
    const { says, does } = this.button(answer);
    // The slider above shows the progress.
    return html`<div class="train">
      <button class="button main" type="button" ?disabled=${!answer} @click=${does}>${says}</button>
      <span>${run ? this.progress(run, this.chosenStep ?? 0) : nothing}</span>
      ${run?.failure ? html`<p class="error">${run.failure.message}</p>` : nothing}
      ${liveRegion(this.announcement)}
    </div>`;
  }
}

customElements.define('posenc-learned-trained', PosencLearnedTrained);
