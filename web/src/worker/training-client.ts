// The page's side of training: each run in a worker of its own. No more of them are at work at once than
// there are processors; they take turns, so that all go on side by side.
import type { Matrix } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { compute } from './client.ts';
import type {
  Command,
  Evaluated,
  TrainingTask,
  TrainerInfo,
  TrainingEvent,
  TrainingOptions,
} from './training-protocol.ts';

/** What the core tells of a task. */
export const describeTask = (task: string): Promise<TrainingTask> =>
  compute.call('trainingTask', task);

/** A whole experiment, as the core would set it up. */
export const defaultsOf = (task: string, scheme: string): Promise<TrainingOptions> =>
  compute.call('trainingDefaults', task, scheme);

export type RunState =
  | 'waiting'
  | 'running'
  | 'paused'
  /** These are over. */
  | 'done'
  | 'stopped'
  | 'failed';

/** How long a worker that is told to stop has for it. */
const patience_in_ms = 1000;

const placesFor = (processors: number): number => (processors > 2 ? processors - 1 : processors);

/** How long a run is at work before others have their turn. */
const turn_in_ms = 250;

/** Who may be at work, and who waits: in the order in which they came. */
class Places {
  /** Since when, by the page's clock. */
  private readonly working = new Map<TrainingRun, number>();
  private readonly waiting: { run: TrainingRun; go: () => void }[] = [];

  /** One for each processor, but for one that is left to the page where there are more than two. */
  private get count(): number {
    return placesFor(navigator.hardwareConcurrency || 2);
  }

  ask(run: TrainingRun, go: () => void): void {
    this.waiting.push({ run, go });
    this.next();
  }

  /** Whether it has had its turn, and others wait for theirs. */
  isDue(run: TrainingRun): boolean {
    const since = this.working.get(run);
    return (
      since !== undefined && this.waiting.length > 0 && performance.now() - since >= turn_in_ms
    );
  }

  leave(run: TrainingRun): void {
    this.working.delete(run);
    const at = this.waiting.findIndex((one) => one.run === run);
    if (at >= 0) this.waiting.splice(at, 1);
    this.next();
  }

  private next(): void {
    while (this.working.size < this.count) {
      const first = this.waiting.shift();
      if (!first) return;
      this.working.set(first.run, performance.now());
      // Each in a task of its own: the page is not to wait while many workers are made.
      setTimeout(() => {
        if (this.working.has(first.run)) first.go();
      });
    }
  }
}

/** All the training of the page shares its processors. */
const places = new Places();
let lastRun = 0;

/** One model in training. It calls `changed` whenever it has something new to show. */
export class TrainingRun {
  readonly id = ++lastRun;
  state: RunState = 'waiting';
  info: TrainerInfo | null = null;
  /** One for each step. */
  readonly losses: number[] = [];
  readonly accuracies: number[] = [];
  divergedAt: number | null = null;
  readonly evaluated: Evaluated[] = [];
  failure: PosencError | null = null;

  /** Of positions, and the step that it is from, if the run tells it. */
  table: { step: number; table: Matrix } | null = null;

  private worker: Worker | null = null;
  private patience = 0;

  constructor(
    readonly options: TrainingOptions,
    private readonly lengths: readonly number[],
    private readonly changed: (run: TrainingRun) => void,
    private readonly tells: 'steps' | 'steps and table' = 'steps',
  ) {
    places.ask(this, () => this.go());
  }

  get over(): boolean {
    return this.state === 'done' || this.state === 'stopped' || this.state === 'failed';
  }

  /** Keeps what it has learned, and leaves its processor to others. */
  pause(): void {
    if (this.over || this.state === 'paused') return;
    this.say({ run: this.id, type: 'pause' });
    this.turn('paused');
    places.leave(this);
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.turn('waiting');
    places.ask(this, () => this.go());
  }

  /** Ends it before its time. What has come so far stays. */
  stop(): void {
    if (this.over) return;
    this.turn('stopped');
    places.leave(this);
    if (!this.worker) return;
    this.say({ run: this.id, type: 'stop' });
    this.patience = window.setTimeout(() => this.end(), patience_in_ms);
  }

  /** Ends it at once. */
  end(): void {
    clearTimeout(this.patience);
    this.worker?.terminate();
    this.worker = null;
    if (!this.over) this.turn('stopped');
    places.leave(this);
  }

  /** Lets others have their turn; it stays a run that is under way. */
  private giveWay(): void {
    this.say({ run: this.id, type: 'pause' });
    places.leave(this);
    places.ask(this, () => this.go());
  }

  private turn(state: RunState): void {
    this.state = state;
    this.changed(this);
  }

  private say(command: Command): void {
    this.worker?.postMessage(command);
  }

  private go(): void {
    this.turn('running');
    if (this.worker) this.say({ run: this.id, type: 'resume' });
    else void this.begin();
  }

  private async begin(): Promise<void> {
    const missing = await compute.missing();
    if (this.over || this.worker) return;
    if (missing) {
      this.fail(new PosencError('unsupported', missing));
      return;
    }
    const { id: run, options, lengths, tells } = this;
    try {
      this.worker = new Worker(new URL('./training.worker.ts', import.meta.url), {
        type: 'module',
      });
    } catch (error) {
      this.fail(notStarted(String(error)));
      return;
    }
    this.worker.addEventListener('message', ({ data }: MessageEvent<TrainingEvent>) => {
      if (data.run === run) this.take(data);
    });
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.fail(notStarted(event.message));
    });
    this.say({ run, type: 'start', options, lengths, tells });
    if (this.state === 'paused') this.say({ run, type: 'pause' });
  }

  private take(event: TrainingEvent): void {
    if (event.type === 'done') {
      if (!this.over) this.turn(event.stopped ? 'stopped' : 'done');
      this.end();
      return;
    }
    // It was told to stop, and what was on its way comes too late.
    if (this.over) return;
    switch (event.type) {
      case 'started':
        this.info = event.info;
        break;
      case 'steps':
        for (const loss of event.steps.losses) this.losses.push(loss);
        for (const accuracy of event.steps.accuracies) this.accuracies.push(accuracy);
        this.divergedAt = event.steps.divergedAt;
        break;
      case 'table':
        this.table = { step: event.step, table: event.table };
        break;
      case 'evaluated':
        this.evaluated.push(...event.lengths);
        break;
      case 'failed':
        this.fail(new PosencError(event.error.code, event.error.message));
        return;
    }
    if (places.isDue(this)) this.giveWay();
    this.changed(this);
  }

  private fail(failure: PosencError): void {
    if (this.over) return;
    this.failure = failure;
    this.turn('failed');
    this.end();
  }
}

const notStarted = (cause: string): PosencError =>
  new PosencError(
    'broken',
    `The worker of this scheme could not be loaded or run${cause ? ` (${cause})` : ''}.`,
  );
