// Trains some models: a slice of each in turn, so that all progress together. Between two slices it receives the page's
// messages.
import type { CoreApi } from '../core/api.ts';
import { errorData, PosencError } from '../core/errors.ts';
import { loadCore } from '../core/browser.ts';
import { announce } from './liveness.ts';
import type { Command, Evaluated, Look, TrainedSteps, TrainingEvent } from './training-protocol.ts';
import { transferable } from './transferable.ts';

/** The longest that a message of the page waits. */
const sliceMs = 50;
/** The least time between two messages with steps of one run. */
const messageIntervalMs = 100;
/** The least time between two looks at a run's answers to what is watched. */
const lookIntervalMs = 250;
/** A table of positions is sent about this many times, evenly spread over the steps. */
const tablesPerRun = 60;

type Start = Extract<Command, { type: 'start' }>;

const runs = new Map<number, Running>();

const post = (event: TrainingEvent, transfer: Transferable[] = []): void =>
  self.postMessage(event, { transfer });

/** Receives the messages that have arrived meanwhile; a timer would wait some milliseconds longer. */
const channel = new MessageChannel();
const receiveMessages = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

function joined(parts: Float64Array[]): Float64Array<ArrayBuffer> {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Gathers the steps of a run that come in quick succession, for one message. */
class Gathered {
  private parts: TrainedSteps[] = [];
  private last = -Infinity;

  constructor(private readonly run: number) {}

  get isDue(): boolean {
    return performance.now() - this.last >= messageIntervalMs;
  }

  add(part: TrainedSteps): void {
    this.parts.push(part);
  }

  /** @param look returns the model's latest answers, if it is time for them */
  send(look: (step: number) => Look | null = () => null): void {
    const { parts } = this;
    const last = parts[parts.length - 1];
    if (!last) return;
    const losses = joined(parts.map((part) => part.losses));
    const accuracies = joined(parts.map((part) => part.accuracies));
    const milliseconds = parts.reduce((sum, part) => sum + part.milliseconds, 0);
    const { step, divergedAt } = last;
    const steps = { step, losses, accuracies, milliseconds, divergedAt };
    const event = { run: this.run, type: 'steps', steps, look: look(step) } as const;
    post(event, transferable(event));
    this.parts = [];
    this.last = performance.now();
  }
}

/** A model in training, from its beginning or from the state in which another worker left it. */
class Running {
  paused = false;
  /** Each of its steps trains a slice. */
  readonly slices: Iterator<void>;
  private readonly gathered: Gathered;
  private id = 0;
  private open = 0;
  private lastLook = -Infinity;

  constructor(
    private readonly core: CoreApi,
    private readonly start: Start,
  ) {
    this.slices = this.run();
    this.gathered = new Gathered(start.run);
  }

  pause(): void {
    this.paused = true;
    this.gathered.send((step) => this.look(step));
  }

  /** Ends it before its end. */
  stop(): void {
    this.slices.return?.();
    this.over(true);
  }

  over(stopped: boolean): void {
    post({ run: this.start.run, type: 'done', stopped, open: this.open });
  }

  /** Ends it here, to be continued in another worker. */
  handOver(): void {
    // (A run that has not begun has no trainer yet.)
    if (this.id === 0) this.slices.next();
    const { bytes } = this.core.checkpoint(this.id);
    this.slices.return?.();
    post({ run: this.start.run, type: 'handed over', checkpoint: bytes }, [bytes.buffer]);
  }

  private *run(): Generator<void> {
    const { core } = this;
    const { run, options, lengths, reports, from } = this.start;
    const info = from ? core.openCheckpoint(from) : core.createTrainer(options);
    this.id = info.id;
    try {
      if (!from) {
        post({ run, type: 'started', info });
        this.sendTable(0);
      }
      yield;
      if (!(yield* this.train())) return;
      for (const length of lengths) {
        post({ run, type: 'evaluated', length: this.evaluated(length) });
        yield;
      }
      if (reports !== 'model') return;
      const { bytes } = core.checkpoint(this.id);
      post({ run, type: 'model', checkpoint: bytes }, [bytes.buffer]);
    } finally {
      ({ open: this.open } = core.disposeTrainer(this.id));
    }
  }

  private sendTable(step: number): void {
    const { run, reports } = this.start;
    if (reports !== 'table') return;
    const { table, change } = this.core.positionTable(this.id);
    post({ run, type: 'table', step, table, change }, transferable({ table, change }));
  }

  /** The steps from one table to the next: always the same ones, however fast this device is. */
  private get tableEvery(): number {
    const { reports, options } = this.start;
    return reports === 'table' ? Math.max(1, Math.ceil(options.steps / tablesPerRun)) : Infinity;
  }

  private get isLookDue(): boolean {
    return performance.now() - this.lastLook >= lookIntervalMs;
  }

  /** What it makes of the inputs that are watched; null if none are. */
  private look(step: number): Look | null {
    const { core, id, start } = this;
    if (start.watched.length === 0) return null;
    this.lastLook = performance.now();
    const responses = start.watched.map((tokens) => {
      const { answers, targets, attention } = core.traceInput(id, Float64Array.from(tokens));
      const last = attention[attention.length - 1];
      if (!last) throw new PosencError('broken', 'A model has no layer that attends.');
      return { answers, targets, attention: last };
    });
    return { step, responses };
  }

  /** Trains until the last step, or until its numbers become NaN. Returns whether all steps were done. */
  private *train(): Generator<void, boolean> {
    const { start, gathered, tableEvery } = this;
    let count = 1;
    try {
      for (;;) {
        const before = performance.now();
        const steps = this.core.trainSteps(this.id, count);
        const milliseconds = Math.max(0.1, performance.now() - before);
        // At most twice as many steps as before: the first ones may be faster than the rest.
        const inSlice = Math.floor((count * sliceMs) / milliseconds);
        count = Math.max(1, Math.min(2 * count, inSlice, tableEvery - (steps.step % tableEvery)));
        gathered.add(steps);
        const isLast = steps.divergedAt !== null || steps.step >= start.options.steps;
        if (isLast || gathered.isDue) {
          gathered.send((step) => (isLast || this.isLookDue ? this.look(step) : null));
        }
        if (isLast || steps.step % tableEvery === 0) this.sendTable(steps.step);
        if (isLast) return steps.divergedAt === null;
        yield;
      }
    } finally {
      gathered.send();
    }
  }

  private evaluated(length: number): Evaluated {
    try {
      return { length, ...this.core.evaluateLength(this.id, length) };
    } catch (error) {
      if (!(error instanceof PosencError) || error.code === 'broken') throw error;
      // A table without a row for a position: that is a result too.
      return { length, accuracy: null, why: error.message };
    }
  }
}

/** Trains a slice of a run, and removes the run when it is over. */
function advance(run: number, running: Running): void {
  try {
    if (!running.slices.next().done) return;
    runs.delete(run);
    running.over(false);
  } catch (error) {
    runs.delete(run);
    fail(run, error);
  }
}

function fail(run: number, error: unknown): void {
  post({ run, type: 'failed', error: errorData(error) });
}

let core: Promise<CoreApi> | undefined;
let isWorking = false;

/** Slices of all runs in turn, as long as there are any that are not paused. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    const due = [...runs].filter(([, { paused }]) => !paused);
    if (due.length === 0) break;
    for (const [run, running] of due) {
      if (runs.get(run) === running && !running.paused) advance(run, running);
      await receiveMessages();
    }
  }
  isWorking = false;
}

/** The last command for each run that has not begun, as the core is still loading. */
const early = new Map<number, Command['type']>();

async function begin(start: Start): Promise<void> {
  const { run } = start;
  early.set(run, 'resume');
  try {
    const running = new Running(await (core ??= loadCore()), start);
    const command = early.get(run);
    early.delete(run);
    if (command === 'stop') return running.stop();
    if (command === 'hand over') return running.handOver();
    if (command === 'pause') running.pause();
    runs.set(run, running);
    await work();
  } catch (error) {
    early.delete(run);
    fail(run, error);
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  const { run, type } = data;
  if (type === 'start') {
    void begin(data);
    return;
  }
  if (early.has(run)) early.set(run, type);
  const running = runs.get(run);
  if (!running) return;
  if (type === 'pause') {
    running.pause();
    return;
  }
  if (type === 'resume') {
    running.paused = false;
    void work();
    return;
  }
  runs.delete(run);
  if (type === 'stop') running.stop();
  else running.handOver();
});
