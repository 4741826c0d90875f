// Trains one model: in slices, so that what the page says meanwhile is heard between two of them.
import type { CoreApi } from '../core/api.ts';
import { broken, PosencError } from '../core/errors.ts';
import { loadCore } from '../core/browser.ts';
import type { Command, Evaluated, TrainedSteps, TrainingEvent } from './training-protocol.ts';
import { transferable } from './transferable.ts';

/** How long the page may have to wait until it is heard. */
const slice_in_ms = 50;
/** How long at least lies between two messages of numbers. */
const between_messages_in_ms = 100;

type Start = Extract<Command, { type: 'start' }>;

const post = (event: TrainingEvent, transfer: Transferable[] = []): void =>
  self.postMessage(event, { transfer });

/** What the page wants, as far as it has been heard. */
const wanted = { run: 0, stop: false, pause: false, wake: () => {} };

/** Lets the messages in that have come meanwhile; a timer would wait some milliseconds longer. */
const channel = new MessageChannel();
const listen = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

/** After it the run goes on, or is to stop. */
async function heard(): Promise<void> {
  await listen();
  while (wanted.pause && !wanted.stop) {
    await new Promise<void>((resolve) => {
      wanted.wake = resolve;
    });
  }
}

/** Gathers what comes in quick succession, for one message. */
class Batch<T> {
  private parts: T[] = [];
  private last = -Infinity;

  constructor(private readonly send: (parts: T[]) => void) {}

  add(part: T): void {
    this.parts.push(part);
    if (performance.now() - this.last >= between_messages_in_ms) this.flush();
  }

  flush(): void {
    if (this.parts.length === 0) return;
    this.send(this.parts);
    this.parts = [];
    this.last = performance.now();
  }
}

function joined(parts: Float64Array[]): Float64Array<ArrayBuffer> {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The table of positions, where the page wants it: before the first step, now and then, and after the last. */
function tellTable(core: CoreApi, id: number, { run, tells }: Start, step: number): void {
  if (tells === 'steps') return;
  const table = core.positionTable(id);
  post({ run, type: 'table', step, table }, transferable(table));
}

/** All steps, but for a run that is stopped or whose numbers are no numbers any more. */
async function train(
  core: CoreApi,
  id: number,
  start: Start,
): Promise<'trained' | 'diverged' | 'stopped'> {
  const { run, options } = start;
  const batch = new Batch<TrainedSteps>((parts) => {
    const losses = joined(parts.map((part) => part.losses));
    const accuracies = joined(parts.map((part) => part.accuracies));
    const { step = 0, divergedAt = null } = parts[parts.length - 1] ?? {};
    const milliseconds = parts.reduce((sum, part) => sum + part.milliseconds, 0);
    const steps = { step, losses, accuracies, milliseconds, divergedAt };
    post({ run, type: 'steps', steps }, [losses.buffer, accuracies.buffer]);
    tellTable(core, id, start, step);
  });
  let count = 1;
  try {
    for (;;) {
      const before = performance.now();
      const steps = core.trainSteps(id, count);
      const took = Math.max(0.1, performance.now() - before);
      // From one to the next at most twice as many: the first steps may not be like the others.
      count = Math.max(1, Math.min(2 * count, Math.floor((count * slice_in_ms) / took)));
      batch.add(steps);
      if (steps.divergedAt !== null) return 'diverged';
      if (steps.step >= options.steps) return 'trained';
      if (wanted.pause) batch.flush();
      await heard();
      if (wanted.stop) return 'stopped';
    }
  } finally {
    batch.flush();
  }
}

async function evaluate(core: CoreApi, id: number, { run, lengths }: Start): Promise<void> {
  const batch = new Batch<Evaluated>((parts) => post({ run, type: 'evaluated', lengths: parts }));
  for (const length of lengths) {
    try {
      batch.add({ length, ...core.evaluateLength(id, length) });
    } catch (error) {
      if (!(error instanceof PosencError) || error.code === 'broken') throw error;
      // A table that has no row for it: that is a result too.
      batch.add({ length, accuracy: null, why: error.message });
    }
    if (wanted.pause) batch.flush();
    await heard();
    if (wanted.stop) break;
  }
  batch.flush();
}

async function serve(start: Start): Promise<void> {
  const { run } = start;
  try {
    const core = await loadCore();
    const info = core.createTrainer(start.options);
    let open = 0;
    try {
      post({ run, type: 'started', info });
      tellTable(core, info.id, start, 0);
      await heard();
      if (!wanted.stop && (await train(core, info.id, start)) === 'trained') {
        await evaluate(core, info.id, start);
      }
    } finally {
      ({ open } = core.disposeTrainer(info.id));
    }
    post({ run, type: 'done', stopped: wanted.stop, open });
  } catch (error) {
    const { code, message } = error instanceof PosencError ? error : broken('broke down', error);
    post({ run, type: 'failed', error: { code, message } });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.type === 'start') {
    // A worker trains one model, and is ended.
    if (wanted.run !== 0) return;
    wanted.run = data.run;
    void serve(data);
    return;
  }
  if (data.run !== wanted.run) return;
  if (data.type === 'stop') wanted.stop = true;
  else wanted.pause = data.type === 'pause';
  wanted.wake();
});
