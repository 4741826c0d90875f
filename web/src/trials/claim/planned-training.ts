import type { ClaimPlan, PlannedModel, TrainedRun } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { timeLeft } from '../../ui/time-left.ts';
import { compute } from '../../worker/client.ts';
import { withModel } from '../../worker/with-model.ts';
import { runOf, type SharedRun, Stopped, type Trained } from './shared-runs.ts';

type Test = PlannedModel['tests'][number];

/** Whether it is asked with RoPE's frequencies as they were in training. */
const asTrained = ({ inverseFrequencies }: Test): boolean => inverseFrequencies.length === 0;

/** By which its answer is known: a length alone for a model as it was trained. */
const keyOf = (test: Test): string =>
  asTrained(test)
    ? `${test.length}`
    : JSON.stringify([test.length, test.attentionFactor, ...test.inverseFrequencies]);

const lengthsOf = ({ tests }: PlannedModel): number[] => [
  ...new Set(tests.filter(asTrained).map(({ length }) => length)),
];

/** So many seeds a reader can choose. */
export const numbers_of_seeds: readonly number[] = [1, 3, 5];

/** Between two changes of the progress that is shown. */
export const between_changes_in_ms = 120;

/** Below this no rate can be told. */
const least_for_a_rate_in_ms = 1500;

/** All models of a claim's plan, each with seeds from 1 on, in training; and then what they are asked. */
export class PlannedTraining {
  /** Models that have been trained and asked. */
  finished = 0;
  private readonly entries: { model: PlannedModel; run: SharedRun }[];
  private readonly began = performance.now();
  private readonly before: number;
  private isEnded = false;

  /** @param changed called whenever there is something new to show */
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
    for (const { run } of this.entries) run.use(this.changed);
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

  /** What is still to be done, in words; nothing as long as nobody knows. */
  get left(): string {
    const took = performance.now() - this.began;
    const since = this.done - this.before;
    const rest = this.steps - this.done;
    if (took < least_for_a_rate_in_ms || since === 0 || rest === 0) return '';
    return timeLeft(rest, since, took);
  }

  /** All seeds of the first model first. @throws Stopped after end(); PosencError */
  async runs(): Promise<TrainedRun[]> {
    try {
      return await Promise.all(
        this.entries.map(async ({ model, run }) => {
          const trained = await run.trained;
          const accuracies = await this.asked(trained, model.tests);
          if (this.isEnded) throw new Stopped();
          this.finished++;
          this.changed();
          return { accuracies, curve: trained.curve };
        }),
      );
    } finally {
      this.end();
    }
  }

  /** Models that are trained to their end are kept for the visit; the others end, unless another claim waits for them. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    for (const { run } of this.entries) run.leave(this.changed);
  }

  /** An answer to each test: known, or asked of the model. */
  private async asked(trained: Trained, tests: readonly Test[]): Promise<Float64Array> {
    const { model, answers } = trained;
    const open = tests.filter((test) => !answers.has(keyOf(test)));
    if (model && open.length > 0) {
      // Other frequencies stay until the model is let go.
      const inOrder = [...open.filter(asTrained), ...open.filter((test) => !asTrained(test))];
      await withModel(model, async (id) => {
        for (const test of inOrder) {
          if (this.isEnded) throw new Stopped();
          if (!asTrained(test)) {
            const { inverseFrequencies, attentionFactor } = test;
            await compute.call('useFrequencies', id, inverseFrequencies, attentionFactor);
          }
          answers.set(keyOf(test), await accuracyAt(id, test.length));
        }
      });
    }
    return Float64Array.from(tests, (test) => answers.get(keyOf(test)) ?? NaN);
  }
}

/** NaN where the model has no answer: a table that has no row for it. */
async function accuracyAt(id: number, length: number): Promise<number> {
  try {
    return (await compute.call('evaluateLength', id, length)).accuracy;
  } catch (error) {
    if ((error as PosencError).code === 'untrained-position') return NaN;
    throw error;
  }
}
