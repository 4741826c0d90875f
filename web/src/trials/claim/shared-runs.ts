// Models trained for claims. Claims share models: none is trained twice on a visit.
import { PosencError } from '../../core/errors.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint, TrainingOptions } from '../../worker/training-protocol.ts';

/** The reader or the page has ended it. */
export class Stopped extends Error {}

/** The result of a test: NaN for no answer. */
export interface Tested {
  accuracy: number;
  /** In nats. */
  loss: number;
}

export const noAnswer: Tested = { accuracy: NaN, loss: NaN };

/** The result of a run. */
export interface Trained {
  curve: Float64Array;
  /** Null where its loss became NaN. */
  model: Checkpoint | null;
  /** The results of its tests so far, by the test. */
  answers: Map<string, Tested>;
}

/** One model in training, or trained, and the claims that wait for it. */
export class SharedRun {
  readonly trained: Promise<Trained>;
  isOver = false;
  private run: TrainingRun | null = null;
  private readonly users = new Set<() => void>();

  constructor(
    private readonly key: string,
    private readonly options: TrainingOptions,
    lengths: readonly number[],
  ) {
    this.trained = new Promise((resolve, reject) => {
      this.run = new TrainingRun(
        options,
        lengths,
        (run) => {
          if (run.state === 'done') resolve(this.outcomeOf(run));
          else if (run.over) {
            runs.delete(this.key);
            reject(run.failure ?? new Stopped());
          }
          this.isOver = run.over;
          for (const changed of [...this.users]) changed();
        },
        'model',
      );
    });
    // (Its users handle the failure.)
    this.trained.catch(() => undefined);
  }

  get steps(): number {
    return this.options.steps;
  }

  /** Steps that are done. */
  get done(): number {
    return this.isOver ? this.steps : (this.run?.losses.length ?? 0);
  }

  use(changed: () => void): void {
    this.users.add(changed);
  }

  /** A run that no claim waits for ends at once. */
  leave(changed: () => void): void {
    this.users.delete(changed);
    if (this.users.size === 0 && !this.isOver) this.run?.end();
  }

  private outcomeOf({ accuracies, evaluated, model, divergedAt }: TrainingRun): Trained {
    return {
      curve: Float64Array.from(accuracies),
      model: divergedAt === null ? model : null,
      answers: new Map(
        evaluated.map((one) => [`${one.length}`, one.accuracy === null ? noAnswer : one]),
      ),
    };
  }
}

const runs = new Map<string, SharedRun>();

/** The run of exactly these options: the one there is, or a new one that is tested at those lengths at its end. */
export function runOf(options: TrainingOptions, lengths: readonly number[]): SharedRun {
  const key = JSON.stringify({ ...options, slopes: Array.from(options.slopes) });
  const known = runs.get(key);
  if (known) return known;
  const run = new SharedRun(key, options, lengths);
  runs.set(key, run);
  return run;
}

/** Why a trial ended without an answer, as a sentence; null if the reader has ended it. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof Stopped ? null : error instanceof PosencError ? error.message : String(error);
