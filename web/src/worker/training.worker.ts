// Trains some models: a slice of each in turn, so that all progress together. Between two slices it receives the page's
// messages.
import type { TrainingApi } from '../core/api.ts';
import { errorData, type ErrorData, PosencError } from '../core/errors.ts';
import { fetchWasm } from '../core/fetch-wasm.ts';
import { load, training } from '../core/modules.ts';
import { announce, transferable } from './protocol.ts';
import type {
  Command,
  Evaluated,
  Look,
  Response,
  TrainedSteps,
  TrainerInfo,
  TrainingEvent,
  Writing,
  Written,
} from './training-protocol.ts';

/** The longest that a message of the page waits. */
const sliceMs = 50;
/** The least time between two messages with steps of one run. */
const messageIntervalMs = 100;
/** The least time between two looks at a run's answers to what is watched. */
const lookIntervalMs = 250;
/** The same between two texts that a run writes: longer if they take more than this share of its time, but not much. */
const writingIntervalMs = { least: 1000, most: 10_000 };
const writingShare = 0.02;
/** The time between two states of a run that are sent in case the reader leaves the page. */
const stateIntervalMs = 4000;
/** A table of positions is sent about this many times, evenly spread over the steps. */
const tablesPerRun = 60;

type Start = Extract<Command, { type: 'start' }>;
type ToRun = Exclude<Command, { type: 'text' }>;

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

/** The texts that this worker has been sent: the core reads each once. */
class Texts {
  private readonly unread = new Map<string, Uint8Array>();
  private readonly ids = new Map<string, number>();

  receive(key: string, bytes: Uint8Array): void {
    this.unread.set(key, bytes);
  }

  /** Its number in the core. */
  idOf(core: TrainingApi, key: string): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const bytes = this.unread.get(key);
    if (!bytes) throw new PosencError('broken', 'The text to train on did not arrive.');
    const { id } = core.openText(bytes);
    this.ids.set(key, id);
    this.unread.delete(key);
    return id;
  }
}

const texts = new Texts();

/** A trainer for a run, with its text if it has one. */
function trainerFor(core: TrainingApi, { beginning, text, options }: Start): TrainerInfo {
  const textId = text === null ? null : texts.idOf(core, text);
  if (beginning.with === 'new model') {
    return textId === null ? core.createTrainer(options) : core.createTextTrainer(textId, options);
  }
  const { checkpoint } = beginning;
  const opened =
    textId === null ? core.openCheckpoint(checkpoint) : core.openTextCheckpoint(textId, checkpoint);
  if (beginning.with !== 'trained model') return opened;
  try {
    return core.continueTraining(opened.id, options);
  } catch (error) {
    core.disposeTrainer(opened.id);
    throw error;
  }
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
    const bits = joined(parts.map((part) => part.bits));
    const milliseconds = parts.reduce((sum, part) => sum + part.milliseconds, 0);
    const { step, divergedAt } = last;
    const steps = { step, losses, accuracies, bits, milliseconds, divergedAt };
    const event = { run: this.run, type: 'steps', steps, look: look(step) } as const;
    post(event, transferable(event));
    this.parts = [];
    this.last = performance.now();
  }
}

/** Why the core has no answer. Throws what is not a reason but a defect. */
function refusalIn(error: unknown): ErrorData {
  if (!(error instanceof PosencError) || error.code === 'broken') throw error;
  return error.forReader().data;
}

/** A model in training, from its beginning or from the state in which another worker left it. */
class Running {
  paused = false;
  /** The first opens the model, each other trains a slice. */
  readonly slices: Iterator<void>;
  private readonly gathered: Gathered;
  private id = 0;
  private open = 0;
  private lastLook = -Infinity;
  private writing: Writing | null;
  private nextWriting = -Infinity;
  private lastState = performance.now();

  constructor(
    private readonly core: TrainingApi,
    private readonly start: Start,
  ) {
    this.slices = this.run();
    this.gathered = new Gathered(start.run);
    this.writing = start.writing;
  }

  /** Writes this from now on. A run that is paused writes it at once. */
  write(writing: Writing | null): void {
    this.writing = writing;
    this.nextWriting = -Infinity;
    if (this.paused) this.sendWritten();
  }

  /** Writes if it is time to; after the steps so far have been reported. */
  private sendWritten(isLast = false): void {
    const { writing } = this;
    const before = performance.now();
    if (!writing || (!isLast && before < this.nextWriting)) return;
    const written = this.written(writing);
    const now = performance.now();
    const { least, most } = writingIntervalMs;
    this.nextWriting = now + Math.min(most, Math.max(least, (now - before) / writingShare));
    post({ run: this.start.run, type: 'written', written });
  }

  pause(): void {
    this.paused = true;
    this.gathered.send((step) => this.look(step));
    this.sendWritten();
    this.sendState();
  }

  /** For a run that has its model reported. */
  private sendState(): void {
    const { run, reports } = this.start;
    if (reports !== 'model') return;
    const { bytes } = this.core.checkpoint(this.id);
    post({ run, type: 'state', checkpoint: bytes }, [bytes.buffer]);
    this.lastState = performance.now();
  }

  private get isStateDue(): boolean {
    return performance.now() - this.lastState >= stateIntervalMs;
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
    const { bytes } = this.core.checkpoint(this.id);
    this.slices.return?.();
    post({ run: this.start.run, type: 'handed over', checkpoint: bytes }, [bytes.buffer]);
  }

  private *run(): Generator<void> {
    const { core } = this;
    const { run, lengths, reports, beginning } = this.start;
    const info = trainerFor(core, this.start);
    this.id = info.id;
    try {
      if (beginning.with !== 'its own state') {
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

  /** Answers to the watched inputs; null if there are none, or if they are not for its task. */
  private look(step: number): Look | null {
    const { watched } = this.start;
    if (watched.length === 0) return null;
    this.lastLook = performance.now();
    try {
      return { step, responses: watched.map((tokens) => this.response(tokens)) };
    } catch (error) {
      refusalIn(error);
      return null;
    }
  }

  private response(tokens: readonly number[]): Response {
    const { answers, targets, attention } = this.core.traceInput(
      this.id,
      Float64Array.from(tokens),
    );
    const last = attention[attention.length - 1];
    if (!last) throw new PosencError('broken', 'A model has no layer that attends.');
    return { answers, targets, attention: last };
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
          this.sendWritten(isLast);
          if (isLast || this.isStateDue) this.sendState();
        }
        if (isLast || steps.step % tableEvery === 0) this.sendTable(steps.step);
        if (isLast) return steps.divergedAt === null;
        yield;
      }
    } finally {
      gathered.send();
    }
  }

  private written(writing: Writing): Written {
    const { prompt, count, temperature, seed } = writing;
    try {
      return { writing, ...this.core.writeText(this.id, prompt, count, temperature, seed) };
    } catch (error) {
      return { writing, text: null, error: refusalIn(error) };
    }
  }

  private evaluated(length: number): Evaluated {
    try {
      return { length, ...this.core.evaluateLength(this.id, length) };
    } catch (error) {
      // A table without a row for a position: that is a result too.
      return { length, accuracy: null, bits: null, why: refusalIn(error).message };
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

let core: Promise<TrainingApi> | undefined;
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

/** The last commands for each run that has not begun, as the core is still loading. */
interface Early {
  last: Exclude<ToRun['type'], 'start' | 'write'>;
  writing: Writing | null;
}
const early = new Map<number, Early>();

async function begin(start: Start): Promise<void> {
  const { run } = start;
  const asked: Early = { last: 'resume', writing: start.writing };
  early.set(run, asked);
  try {
    const loaded = await (core ??= load(training, fetchWasm));
    early.delete(run);
    const running = new Running(loaded, { ...start, writing: asked.writing });
    if (asked.last === 'stop') return running.stop();
    // Whatever it is asked from here on, even while it is paused, it has its model.
    running.slices.next();
    if (asked.last === 'hand over') return running.handOver();
    if (asked.last === 'pause') running.pause();
    runs.set(run, running);
    await work();
  } catch (error) {
    early.delete(run);
    fail(run, error);
  }
}

/** A command for a run that has begun, or will. */
function take(command: Exclude<ToRun, Start>): void {
  const { run, type } = command;
  const asked = early.get(run);
  if (asked) {
    if (type === 'write') asked.writing = command.writing;
    else asked.last = type;
  }
  const running = runs.get(run);
  if (!running) return;
  switch (type) {
    case 'write':
      running.write(command.writing);
      break;
    case 'pause':
      running.pause();
      break;
    case 'resume':
      running.paused = false;
      void work();
      break;
    case 'stop':
      runs.delete(run);
      running.stop();
      break;
    case 'hand over':
      runs.delete(run);
      running.handOver();
      break;
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.type === 'text') texts.receive(data.key, data.bytes);
  else if (data.type === 'start') void begin(data);
  else take(data);
});
