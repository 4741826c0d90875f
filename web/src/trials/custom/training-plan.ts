// A plan like those of claims: models with no positions, with the paper's sinusoids and with a formula.
import type { Chart, ClaimPlan, TrainingTask } from '../../core/api.ts';
import { defaultsOf, describeTask } from '../../worker/training-client.ts';
import type { ModelSpread } from '../claim/models-table.ts';

/** The tasks for a formula. */
export const tasks = [
  ['reverse', 'Reverse eight tokens'],
  ['previous', 'Previous token, trained at 16'],
  ['order-bidirectional', 'In order or not, both directions'],
] as const;
export type CustomTask = (typeof tasks)[number][0];

export interface CustomPlan {
  task: TrainingTask;
  plan: ClaimPlan;
}

/** Set up as in the labs, with the formula in the third model. */
export async function planFor(name: CustomTask, formula: string): Promise<CustomPlan> {
  const schemes = [
    ['none', 'No positions'],
    ['sinusoidal', 'Sinusoidal'],
    ['own', 'Your formula'],
  ] as const;
  const task = await describeTask(name);
  const tests = Array.from(task.testLengths, (length) => ({
    under: '',
    length,
    inverseFrequencies: new Float64Array(),
    attentionFactor: 1,
  }));
  const models = await Promise.all(
    schemes.map(async ([scheme, title]) => {
      const options = await defaultsOf(name, scheme);
      return { name: title, options: scheme === 'own' ? { ...options, formula } : options, tests };
    }),
  );
  return { task, plan: { models, seeds: 3 } };
}

/** Accuracy by length, beside that of guessing; null if there is only one length. */
export function chartOfModels({
  task,
  models,
}: CustomPlan & { models: readonly ModelSpread[] }): Chart | null {
  const [first] = models;
  if (!first || first.model.tests.length < 2) return null;
  const none = new Float64Array();
  const lengths = Float64Array.from(first.model.tests, ({ length }) => length);
  return {
    xAxis: 'length',
    yAxis: 'right answers',
    values: 'shares',
    includes: Float64Array.of(task.chance, 1),
    lines: [
      ...models.map(({ model, seeds, spread }) => ({
        name: model.name,
        scheme: null,
        x: lengths,
        y: spread.mean,
        least: seeds > 1 ? spread.least : none,
        most: seeds > 1 ? spread.most : none,
      })),
      {
        name: 'Guessing',
        scheme: null,
        x: lengths,
        y: lengths.map(() => task.chance),
        least: none,
        most: none,
      },
    ],
  };
}
