import type { ClaimPlan, PlannedModel, TrainedRun } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { timeLeft } from '../../ui/notices.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint, TrainingOptions } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';

type Test = PlannedModel['tests'][number];

/** RoPE's frequencies are as they were in training. */
const asTrained = ({ inverseFrequencies }: Test): boolean => inverseFrequencies.length === 0;

/** The key of a test's answer: its length alone for a model as it was trained. */
const keyOf = (test: Test): string =>
  asTrained(test)
    ? `${test.length}`
    : JSON.stringify([test.length, test.attentionFactor, ...test.inverseFrequencies]);

const lengthsOf = ({ tests }: PlannedModel): number[] => [
  ...new Set(tests.filter(asTrained).map(({ length }) => length)),
];

/** The numbers of seeds that a reader can choose. */
export const seedCounts: readonly number[] = [1, 3, 5];

/** Progress is shown at most this often. */
const progressIntervalMs = 120;

/** A shorter time says nothing about the rate. */
const minRateMs = 1500;

/** Trains all models of a claim's plan, each with seeds from 1 on, and then runs their tests. */
export class PlannedTraining {
  /** Models that have been trained and tested. */
  finished = 0;
  private readonly entries: { model: PlannedModel; run: SharedRun }[];
  private readonly began = performance.now();
  private readonly before: number;
  private isEnded = false;
  private timer = 0;

  /** @param changed called when there is new progress to show, but not more often than readers can follow */
  constructor(
    plan: ClaimPlan,
    seeds: number,
    private readonly changed: () => void,
  ) {
    this.entries = plan.models.flatMap((model) =>
      Array.from({ length: seeds }, (_, n) => ({
        model,
        run: runOf({ ...model.options, seed: n + 1 }, lengthsOf(model)),
      })),
    );
    for (const { run } of this.entries) run.use(this.notify);
    this.before = this.done;
  }

  get models(): number {
    return this.entries.length;
  }

  get steps(): number {
    return this.entries.reduce((sum, { run }) => sum + run.steps, 0);
  }

  get done(): number {
    return this.entries.reduce((sum, { run }) => sum + run.done, 0);
  }

  /** The time that is left, in words; '' while it is unknown. */
  get left(): string {
    const took = performance.now() - this.began;
    const since = this.done - this.before;
    const rest = this.steps - this.done;
    if (took < minRateMs || since === 0 || rest === 0) return '';
    return timeLeft(rest, since, took);
  }

  /** All seeds of the first model first. @throws Stopped after end(); PosencError */
  async runs(): Promise<TrainedRun[]> {
    try {
      return await Promise.all(
        this.entries.map(async ({ model, run }) => {
          const trained = await run.trained;
          const results = await this.results(trained, model.tests);
          if (this.isEnded) throw new Stopped();
          this.finished++;
          this.notify();
          return {
            accuracies: Float64Array.from(results, ({ accuracy }) => accuracy),
            losses: Float64Array.from(results, ({ loss }) => loss),
            curve: trained.curve,
          };
        }),
      );
    } finally {
      this.end();
    }
  }

  /** Models that are fully trained are kept for the visit; the others end, unless another claim waits for them. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.timer);
    for (const { run } of this.entries) run.leave(this.notify);
  }

  private readonly notify = (): void => {
    if (this.isEnded || this.timer !== 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.changed();
    }, progressIntervalMs);
  };

  /** The result of each test: known from before, or measured now. */
  private async results(trained: Trained, tests: readonly Test[]): Promise<Tested[]> {
    const { model, answers } = trained;
    const open = tests.filter((test) => !answers.has(keyOf(test)));
    if (model && open.length > 0) {
      // Changed frequencies last until the model is closed.
      const inOrder = [...open.filter(asTrained), ...open.filter((test) => !asTrained(test))];
      await withModel(model, async (id) => {
        for (const test of inOrder) {
          if (this.isEnded) throw new Stopped();
          if (!asTrained(test)) {
            const { inverseFrequencies, attentionFactor } = test;
            await compute.call('useFrequencies', id, inverseFrequencies, attentionFactor);
          }
          answers.set(keyOf(test), await resultAt(id, test.length));
        }
      });
    }
    return tests.map((test) => answers.get(keyOf(test)) ?? noAnswer);
  }
}

/** A model has no answer where its table has no row for a position. */
async function resultAt(id: number, length: number): Promise<Tested> {
  try {
    const { accuracy, loss } = await compute.call('evaluateLength', id, length);
    return { accuracy, loss };
  } catch (error) {
    if ((error as PosencError).code === 'untrained-position') return noAnswer;
    throw error;
  }
}

// Models trained for claims. Claims share models: none is trained twice on a visit.

/** The reader or the page has ended it. */
export class Stopped extends Error {}

/** The result of a test: NaN for no answer. */
interface Tested {
  accuracy: number;
  /** In nats. */
  loss: number;
}

const noAnswer: Tested = { accuracy: NaN, loss: NaN };

interface Trained {
  curve: Float64Array;
  /** Null where its loss became NaN. */
  model: Checkpoint | null;
  /** The results of its tests so far, by the test. */
  answers: Map<string, Tested>;
}

/** One model in training, or trained, and the claims that wait for it. */
class SharedRun {
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
