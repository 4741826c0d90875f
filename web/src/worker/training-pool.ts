// Runs of training, and the workers that they share: at most one worker per processor. Each trains some models in
// turns; an idle one takes over runs of the busiest.
import type { Matrix } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { watch } from './protocol.ts';
import { workersFor } from './separate-clients.ts';
import type {
  Beginning,
  Checkpoint,
  Command,
  Evaluated,
  Look,
  Reports,
  TrainerInfo,
  TrainingEvent,
  TrainingOptions,
  TrainingText,
  Writing,
  Written,
} from './training-protocol.ts';

type RunState =
  | 'waiting'
  | 'running'
  | 'paused'
  /** From here on a run is over. */
  | 'done'
  | 'stopped'
  | 'failed';

/** A worker that needs longer to stop a run is ended. */
const stopTimeoutMs = 1000;

/** A worker trains at most this many models in turns; more wait until one of them is over. */
const runsPerWorker = 5;

/** A second time if its worker is lost. */
const maxStarts = 2;

/** A worker, and the runs that it trains. */
class TrainingWorker {
  readonly runs = new Set<TrainingRun>();
  /** The keys of the texts that it has. */
  private readonly texts = new Set<string>();

  constructor(
    private readonly worker: Worker,
    failed: (from: TrainingWorker, cause: string) => void,
    gone: (from: TrainingWorker) => void,
  ) {
    worker.addEventListener('message', ({ data }: MessageEvent<TrainingEvent>) => {
      for (const run of this.runs) {
        if (run.id === data.run) run.receive(data);
      }
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      failed(this, event.message);
    });
    watch(worker, () => gone(this));
  }

  get busy(): TrainingRun[] {
    return [...this.runs].filter(({ state }) => state !== 'paused');
  }

  send(command: Command, transfer: Transferable[] = []): void {
    this.worker.postMessage(command, transfer);
  }

  /** Sends a text, unless it has it. */
  give({ key, bytes }: TrainingText): void {
    if (this.texts.has(key)) return;
    this.texts.add(key);
    this.send({ type: 'text', key, bytes });
  }

  end(): void {
    this.worker.terminate();
  }
}

/** The workers, and the runs that wait for one, in order of arrival. */
export class TrainingPool {
  private readonly workers = new Set<TrainingWorker>();
  private readonly waiting: TrainingRun[] = [];
  private isPlanned = false;
  private lastId = 0;

  /**
   * @param processors how many there are, asked each time
   * @param missing a sentence about what the browser lacks for training; null if nothing is missing
   * @param isSmall whether a device has room for only one model of a text at a time
   */
  constructor(
    private readonly createWorker: () => Worker,
    private readonly processors: () => number,
    readonly missing: () => Promise<string | null>,
    readonly isSmall: () => boolean = () => false,
  ) {}

  newId(): number {
    return ++this.lastId;
  }

  /** Trains a run as soon as a worker has room for it. */
  add(run: TrainingRun): void {
    this.waiting.push(run);
    this.plan();
  }

  /** For a run that is over, or no longer waits. */
  remove(run: TrainingRun): void {
    const at = this.waiting.indexOf(run);
    if (at >= 0) this.waiting.splice(at, 1);
    for (const worker of this.workers) worker.runs.delete(run);
    const isUsed = this.waiting.length > 0 || [...this.workers].some(({ runs }) => runs.size > 0);
    if (isUsed) {
      this.plan();
      return;
    }
    // At once: the reader may be leaving the page.
    for (const worker of this.workers) worker.end();
    this.workers.clear();
  }

  /** Ends a worker that is gone, or whose memory cannot be trusted. Its runs start over in another. */
  readonly discard = (worker: TrainingWorker): void => {
    if (!this.workers.delete(worker)) return;
    worker.end();
    for (const run of worker.runs) run.startOver();
    this.plan();
  };

  /** Distributes the runs in a later task: creating several workers at once would block the page. */
  plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setTimeout(() => {
      this.isPlanned = false;
      this.distribute();
    }, 0);
  }

  /** A run has been handed over. False if the worker that it goes to has ended. */
  move(run: TrainingRun, to: TrainingWorker): boolean {
    for (const worker of this.workers) worker.runs.delete(run);
    if (!this.workers.has(to)) return false;
    to.runs.add(run);
    return true;
  }

  private readonly failed = (worker: TrainingWorker, cause: string): void => {
    for (const run of [...worker.runs]) run.fail(notStarted(cause));
    this.discard(worker);
  };

  private distribute(): void {
    // The next run goes to the worker that has the fewest.
    for (;;) {
      const run = this.waiting.find((one) => one.state === 'waiting' && this.hasRoomFor(one));
      if (!run) break;
      let [worker] = [...this.workers].sort((a, b) => a.busy.length - b.busy.length);
      const isNew =
        this.workers.size < workersFor(this.processors()) && (!worker || worker.busy.length > 0);
      if (isNew) {
        try {
          worker = new TrainingWorker(this.createWorker(), this.failed, this.discard);
          this.workers.add(worker);
        } catch (error) {
          run.fail(notStarted(String(error)));
          continue;
        }
      }
      if (!worker || worker.busy.length >= runsPerWorker) break;
      this.waiting.splice(this.waiting.indexOf(run), 1);
      worker.runs.add(run);
      run.beginIn(worker);
      // The next worker is created in a later task.
      if (isNew) {
        this.plan();
        return;
      }
    }
    this.relieve();
  }

  /** On a small device, models of a text train one after the other, also while one is paused. */
  private hasRoomFor(run: TrainingRun): boolean {
    return !run.isOneByOne || ![...this.workers].some(({ runs }) => runs.size > 0);
  }

  /** A worker without runs takes some from the busiest, or ends. */
  private relieve(): void {
    for (const worker of this.workers) {
      if (worker.runs.size > 0 || this.share(worker)) continue;
      this.workers.delete(worker);
      worker.end();
    }
  }

  /** Hands half of the busiest worker's runs to an idle one. Returns whether any are on their way to it. */
  private share(idle: TrainingWorker): boolean {
    if ([...this.workers].some(({ runs }) => [...runs].some((run) => run.movesTo === idle))) {
      return true;
    }
    const [busiest] = [...this.workers].sort((a, b) => b.busy.length - a.busy.length);
    const busy = busiest?.busy ?? [];
    // (Not the only one: it would take as long elsewhere.)
    const half = busy.filter((run) => run.canMove).slice(0, Math.floor(busy.length / 2));
    for (const run of half) run.handOver(idle);
    return half.length > 0;
  }
}

export interface Material {
  /** The text that it trains on. */
  text?: TrainingText;
  /** A trained model that it continues, from its own first step on, instead of a new one. */
  trained?: Checkpoint;
  /** An earlier run with the same options, from which it goes on. */
  begun?: Begun;
}

/** The progress of a run: its state, and its reports until then. */
export interface Begun {
  checkpoint: Checkpoint;
  losses: readonly number[];
  accuracies: readonly number[];
  bits: readonly number[];
  evaluated: readonly Evaluated[];
}

/** One model in training. It calls `changed` whenever it has something new to show. */
export class TrainingRun {
  readonly id: number;
  state: RunState = 'waiting';
  info: TrainerInfo | null = null;
  /** A loss and an accuracy for each step. */
  losses: number[] = [];
  accuracies: number[] = [];
  /** Of a text, the same losses in bits per character. */
  bits: number[] = [];
  divergedAt: number | null = null;
  evaluated: Evaluated[] = [];
  failure: PosencError | null = null;

  /** The learned table of positions after `step` steps, if the run sends it. */
  table: { step: number; table: Matrix; change: Matrix } | null = null;
  /** Its latest answers to the inputs that are watched. */
  look: Look | null = null;
  /** The latest text that it wrote, after `step` steps. */
  written: (Written & { step: number }) | null = null;
  /** The trained model, if the run sends it. */
  model: Checkpoint | null = null;
  /** Its latest state, after `steps` steps, if the run sends it. */
  sent: { checkpoint: Checkpoint; steps: number } | null = null;
  /** The worker that it is being handed over to. */
  movesTo: TrainingWorker | null = null;

  private worker: TrainingWorker | null = null;
  private stopTimer: ReturnType<typeof setTimeout> | undefined;
  private starts = 1;
  private writing: Writing | null = null;

  constructor(
    private readonly pool: TrainingPool,
    readonly options: TrainingOptions,
    private readonly lengths: readonly number[],
    private readonly changed: (run: TrainingRun) => void,
    private readonly reports: Reports,
    readonly watched: readonly (readonly number[])[] = [],
    readonly material: Material = {},
  ) {
    this.id = pool.newId();
    this.takeBegun();
    pool.add(this);
  }

  /** Waits until no other run is in training. */
  get isOneByOne(): boolean {
    return this.material.text !== undefined && this.pool.isSmall();
  }

  get over(): boolean {
    return this.state === 'done' || this.state === 'stopped' || this.state === 'failed';
  }

  /** Another worker may continue it. */
  get canMove(): boolean {
    return this.state === 'running' && !this.movesTo && this.info !== null;
  }

  /** Keeps its model, and leaves its processor to others. */
  pause(): void {
    if (this.over || this.state === 'paused') return;
    this.send({ run: this.id, type: 'pause' });
    this.become('paused');
    this.pool.plan();
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.send({ run: this.id, type: 'resume' });
    this.become(this.worker ? 'running' : 'waiting');
    this.pool.plan();
  }

  /** From now on it writes this now and then, and at once if it is paused; null: nothing. */
  write(writing: Writing | null): void {
    if (this.over) return;
    this.writing = writing;
    this.send({ run: this.id, type: 'write', writing });
  }

  /** Ends it early. Its results so far are kept. */
  stop(): void {
    if (this.over) return;
    this.become('stopped');
    if (!this.worker) {
      this.pool.remove(this);
      return;
    }
    this.send({ run: this.id, type: 'stop' });
    this.stopTimer = setTimeout(() => this.end(), stopTimeoutMs);
  }

  end(): void {
    clearTimeout(this.stopTimer);
    const { worker } = this;
    this.worker = null;
    if (!this.over) this.become('stopped');
    this.pool.remove(this);
    // The worker may still be training it.
    worker?.send({ run: this.id, type: 'stop' });
  }

  /** A worker has room for it. */
  beginIn(worker: TrainingWorker): void {
    this.worker = worker;
    this.become('running');
    void this.begin(this.firstBeginning);
  }

  private get firstBeginning(): Beginning {
    const { trained, begun } = this.material;
    if (begun) return { with: 'sent state', checkpoint: begun.checkpoint };
    return trained ? { with: 'trained model', checkpoint: trained } : { with: 'new model' };
  }

  /** The results with which it begins. */
  private takeBegun(): void {
    const { losses = [], accuracies = [], bits = [], evaluated = [] } = this.material.begun ?? {};
    this.losses = [...losses];
    this.accuracies = [...accuracies];
    this.bits = [...bits];
    this.evaluated = [...evaluated];
  }

  /** Its worker was lost: it starts again as it began. */
  startOver(): void {
    this.worker = this.movesTo = null;
    if (this.over) return;
    if (this.starts++ >= maxStarts) {
      this.fail(notStarted(''));
      return;
    }
    this.takeBegun();
    this.look = null;
    this.written = null;
    this.sent = null;
    // (A paused run begins once it is resumed.)
    this.become(this.state === 'paused' ? 'paused' : 'waiting');
    this.pool.add(this);
  }

  /** Another worker is to continue it. */
  handOver(to: TrainingWorker): void {
    this.movesTo = to;
    this.send({ run: this.id, type: 'hand over' });
  }

  private become(state: RunState): void {
    this.state = state;
    this.changed(this);
  }

  private send(command: Command): void {
    this.worker?.send(command);
  }

  private async begin(beginning: Beginning): Promise<void> {
    const missing = await this.pool.missing();
    if (this.over) return;
    if (missing) {
      this.fail(new PosencError('unsupported', missing));
      return;
    }
    const { id: run, options, reports, watched, writing, material } = this;
    const lengths = this.lengths.filter(
      (length) => !this.evaluated.some((one) => one.length === length),
    );
    if (material.text) this.worker?.give(material.text);
    const text = material.text?.key ?? null;
    const start = {
      run,
      type: 'start',
      options,
      lengths,
      reports,
      watched,
      text,
      writing,
    } as const;
    // (Nobody else has the state of a run; a trained model may be that of others.)
    const transfer = beginning.with === 'its own state' ? [beginning.checkpoint.buffer] : [];
    this.worker?.send({ ...start, beginning }, transfer);
    if (this.state === 'paused') this.send({ run, type: 'pause' });
  }

  receive(event: TrainingEvent): void {
    if (event.type === 'done') {
      if (!this.over) this.become(event.stopped ? 'stopped' : 'done');
      this.worker = null;
      this.end();
      return;
    }
    // It was stopped meanwhile.
    if (this.over) return;
    switch (event.type) {
      case 'started':
        this.info = event.info;
        break;
      case 'steps':
        for (const loss of event.steps.losses) this.losses.push(loss);
        for (const accuracy of event.steps.accuracies) this.accuracies.push(accuracy);
        for (const bits of event.steps.bits) this.bits.push(bits);
        this.divergedAt = event.steps.divergedAt;
        this.look = event.look ?? this.look;
        break;
      case 'written':
        this.written = { ...event.written, step: this.losses.length };
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
      case 'state':
        this.sent = { checkpoint: event.checkpoint, steps: this.losses.length };
        break;
      case 'handed over':
        this.continueFrom(event.checkpoint);
        break;
      case 'failed':
        this.fail(PosencError.from(event.error).forReader());
        return;
    }
    this.changed(this);
  }

  private continueFrom(checkpoint: Checkpoint): void {
    const { movesTo: worker } = this;
    this.movesTo = null;
    this.worker = worker;
    if (worker && this.pool.move(this, worker)) {
      void this.begin({ with: 'its own state', checkpoint });
    } else this.startOver();
  }

  fail(failure: PosencError): void {
    if (this.over) return;
    const { worker } = this;
    this.failure = failure;
    this.become('failed');
    this.worker = null;
    this.end();
    // Whatever broke may have damaged the worker's other runs.
    if (worker && failure.code === 'broken') this.pool.discard(worker);
  }
}

const notStarted = (cause: string): PosencError =>
  new PosencError(
    'broken',
    `The worker for this scheme could not be loaded or run${cause ? ` (${cause})` : ''}.`,
  );
