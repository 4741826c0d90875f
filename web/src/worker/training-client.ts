// The page's side of training: runs, and the workers that they share. There are no more workers than processors; each
// trains some models in turns, and one that has nothing left takes some from another.
import type { Matrix } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { compute } from './client.ts';
import type {
  Checkpoint,
  Command,
  Evaluated,
  Tells,
  TrainingTask,
  TrainerInfo,
  TrainingEvent,
  TrainingOptions,
} from './training-protocol.ts';

/** What the core tells of a task. */
export const describeTask = (task: string): Promise<TrainingTask> =>
  compute.call('trainingTask', task);

/** The titles of tasks, by name. One that the core does not know keeps its name. */
export async function titlesOf(tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const titles = tasks.map((task) =>
    describeTask(task).then(
      ({ title }) => [task, title] as const,
      () => [task, task] as const,
    ),
  );
  return new Map(await Promise.all(titles));
}

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

/** So many runs a worker has in turns; more wait until one of them is over. */
const runs_of_worker = 5;

const placesFor = (processors: number): number => (processors > 2 ? processors - 1 : processors);

/** A worker, and the runs that it has. */
class Hand {
  readonly runs = new Set<TrainingRun>();
  private readonly worker: Worker;

  constructor(lost: (hand: Hand, cause: string) => void) {
    this.worker = new Worker(new URL('./training.worker.ts', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', ({ data }: MessageEvent<TrainingEvent>) => {
      for (const run of this.runs) {
        if (run.id === data.run) run.take(data);
      }
    });
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      lost(this, event.message);
    });
  }

  /** Those that are not paused. */
  get busy(): TrainingRun[] {
    return [...this.runs].filter(({ state }) => state !== 'paused');
  }

  say(command: Command, transfer: Transferable[] = []): void {
    this.worker.postMessage(command, transfer);
  }

  end(): void {
    this.worker.terminate();
  }
}

/** The workers of the page, and the runs that wait for one, in the order in which they came. */
class Pool {
  private readonly hands = new Set<Hand>();
  private readonly waiting: TrainingRun[] = [];
  private isPlanned = false;

  /** One for each processor, but for one that is left to the page where there are more than two. */
  private get count(): number {
    return placesFor(navigator.hardwareConcurrency || 2);
  }

  ask(run: TrainingRun): void {
    this.waiting.push(run);
    this.plan();
  }

  /** It is over, or waits no longer. */
  leave(run: TrainingRun): void {
    const at = this.waiting.indexOf(run);
    if (at >= 0) this.waiting.splice(at, 1);
    for (const hand of this.hands) hand.runs.delete(run);
    const isUsed = this.waiting.length > 0 || [...this.hands].some(({ runs }) => runs.size > 0);
    if (isUsed) {
      this.plan();
      return;
    }
    // At once: the page may be about to go.
    for (const hand of this.hands) hand.end();
    this.hands.clear();
  }

  /** A worker whose memory cannot be trusted. What its other runs came to is lost: they begin anew elsewhere. */
  discard(hand: Hand): void {
    if (!this.hands.delete(hand)) return;
    hand.end();
    for (const run of hand.runs) run.beginAnew();
    this.plan();
  }

  /** What is to be done, in a task of its own: the page is not to wait while several workers are made. */
  plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setTimeout(() => {
      this.isPlanned = false;
      this.distribute();
    });
  }

  private readonly lost = (hand: Hand, cause: string): void => {
    for (const run of [...hand.runs]) run.fail(notStarted(cause));
    this.discard(hand);
  };

  private distribute(): void {
    // Whoever has least is given the next.
    for (;;) {
      const run = this.waiting.find(({ state }) => state === 'waiting');
      if (!run) break;
      const free = [...this.hands].sort((a, b) => a.busy.length - b.busy.length)[0];
      let hand = free;
      const isNew = this.hands.size < this.count && (!free || free.busy.length > 0);
      if (isNew) {
        try {
          hand = new Hand(this.lost);
          this.hands.add(hand);
        } catch (error) {
          run.fail(notStarted(String(error)));
          continue;
        }
      }
      if (!hand || hand.busy.length >= runs_of_worker) break;
      this.waiting.splice(this.waiting.indexOf(run), 1);
      hand.runs.add(run);
      run.beginAt(hand);
      // Another worker in another task.
      if (isNew) {
        this.plan();
        return;
      }
    }
    for (const hand of this.hands) {
      if (hand.runs.size > 0) continue;
      if (this.share(hand)) continue;
      this.hands.delete(hand);
      hand.end();
    }
  }

  /** Something for a worker that has nothing: half of what the busiest has. Whether it is on its way. */
  private share(idle: Hand): boolean {
    if ([...this.hands].some(({ runs }) => [...runs].some((run) => run.heir === idle))) return true;
    const [busiest] = [...this.hands].sort((a, b) => b.busy.length - a.busy.length);
    const given = (busiest?.busy ?? []).filter((run) => run.canMove);
    // The one that is left alone there takes as long as the one that goes.
    if (!busiest || busiest.busy.length < 2) return false;
    const half = given.slice(0, Math.floor(busiest.busy.length / 2));
    for (const run of half) run.handOver(idle);
    return half.length > 0;
  }

  /** It has been handed over. */
  move(run: TrainingRun, to: Hand): boolean {
    for (const hand of this.hands) hand.runs.delete(run);
    if (!this.hands.has(to)) return false;
    to.runs.add(run);
    return true;
  }
}

/** All the training of the page shares its processors. */
const pool = new Pool();
let lastRun = 0;

/** One model in training. It calls `changed` whenever it has something new to show. */
export class TrainingRun {
  readonly id = ++lastRun;
  state: RunState = 'waiting';
  info: TrainerInfo | null = null;
  /** One for each step. */
  losses: number[] = [];
  accuracies: number[] = [];
  divergedAt: number | null = null;
  evaluated: Evaluated[] = [];
  failure: PosencError | null = null;

  /** Of positions, and the step that it is from, if the run tells it. */
  table: { step: number; table: Matrix; change: Matrix } | null = null;
  /** What it has become, if the run tells it. */
  model: Checkpoint | null = null;
  /** Where it goes on soon. */
  heir: Hand | null = null;

  private hand: Hand | null = null;
  private patience = 0;
  /** How often it had to begin anew. */
  private lives = 1;

  constructor(
    readonly options: TrainingOptions,
    private readonly lengths: readonly number[],
    private readonly changed: (run: TrainingRun) => void,
    private readonly tells: Tells = 'steps',
  ) {
    pool.ask(this);
  }

  get over(): boolean {
    return this.state === 'done' || this.state === 'stopped' || this.state === 'failed';
  }

  /** Whether another worker may go on with it. */
  get canMove(): boolean {
    return this.state === 'running' && !this.heir && this.info !== null;
  }

  /** Keeps what it has learned, and leaves its processor to others. */
  pause(): void {
    if (this.over || this.state === 'paused') return;
    this.say({ run: this.id, type: 'pause' });
    this.turn('paused');
    pool.plan();
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.say({ run: this.id, type: 'resume' });
    this.turn(this.hand ? 'running' : 'waiting');
    pool.plan();
  }

  /** Ends it before its time. What has come so far stays. */
  stop(): void {
    if (this.over) return;
    this.turn('stopped');
    if (!this.hand) {
      pool.leave(this);
      return;
    }
    this.say({ run: this.id, type: 'stop' });
    this.patience = window.setTimeout(() => this.end(), patience_in_ms);
  }

  /** Ends it at once. */
  end(): void {
    clearTimeout(this.patience);
    const { hand } = this;
    this.hand = null;
    if (!this.over) this.turn('stopped');
    pool.leave(this);
    // It may not have heard of its end.
    hand?.say({ run: this.id, type: 'stop' });
  }

  /** A worker has room for it. */
  beginAt(hand: Hand): void {
    this.hand = hand;
    this.turn('running');
    void this.begin(null);
  }

  /** Its worker broke through no fault of its own. */
  beginAnew(): void {
    this.hand = this.heir = null;
    if (this.over) return;
    if (this.lives++ > 1) {
      this.fail(notStarted(''));
      return;
    }
    this.losses = [];
    this.accuracies = [];
    this.evaluated = [];
    this.turn('waiting');
    pool.ask(this);
  }

  /** To be gone on with elsewhere. */
  handOver(heir: Hand): void {
    this.heir = heir;
    this.say({ run: this.id, type: 'hand over' });
  }

  private turn(state: RunState): void {
    this.state = state;
    this.changed(this);
  }

  private say(command: Command): void {
    this.hand?.say(command);
  }
  private async begin(from: Checkpoint | null): Promise<void> {
    const missing = await compute.missing();
    if (this.over) return;
    if (missing) {
      this.fail(new PosencError('unsupported', missing));
      return;
    }
    const { id: run, options, tells } = this;
    const lengths = this.lengths.filter(
      (length) => !this.evaluated.some((one) => one.length === length),
    );
    const transfer = from ? [from.buffer] : [];
    this.hand?.say({ run, type: 'start', options, lengths, tells, from }, transfer);
    if (this.state === 'paused') this.say({ run, type: 'pause' });
  }

  take(event: TrainingEvent): void {
    if (event.type === 'done') {
      if (!this.over) this.turn(event.stopped ? 'stopped' : 'done');
      this.hand = null;
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
        this.table = { step: event.step, table: event.table, change: event.change };
        break;
      case 'evaluated':
        this.evaluated.push(event.length);
        break;
      case 'model':
        this.model = event.checkpoint;
        break;
      case 'handed over':
        this.goOn(event.checkpoint);
        break;
      case 'failed':
        this.fail(new PosencError(event.error.code, event.error.message));
        return;
    }
    this.changed(this);
  }

  private goOn(from: Checkpoint): void {
    const { heir } = this;
    this.heir = null;
    this.hand = heir;
    if (heir && pool.move(this, heir)) void this.begin(from);
    else this.beginAnew();
  }

  fail(failure: PosencError): void {
    if (this.over) return;
    const { hand } = this;
    this.failure = failure;
    this.turn('failed');
    this.hand = null;
    this.end();
    // What broke here may have broken the others of the worker too.
    if (hand && failure.code === 'broken') pool.discard(hand);
  }
}

const notStarted = (cause: string): PosencError =>
  new PosencError(
    'broken',
    `The worker of this scheme could not be loaded or run${cause ? ` (${cause})` : ''}.`,
  );
