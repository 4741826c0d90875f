// A formula beside no positions and the paper's sinusoids, on models that are trained with each: as the claims do it.
import type { Chart, ClaimPlan, TrainingTask } from '../../core/api.ts';
import { defaultsOf, describeTask } from '../../worker/training-client.ts';
import type { ModelSpread } from '../claim/models-table.ts';

/** What a formula can be tried on. */
export const tasks = [
  ['reverse', 'Reverse eight tokens'],
  ['previous', 'Previous token, trained at 16'],
  ['order-bidirectional', 'In order or not, both ways'],
] as const;
export type OwnTask = (typeof tasks)[number][0];

export interface OwnPlan {
  task: TrainingTask;
  plan: ClaimPlan;
}

/** As the labs would set it up, with the formula in the third model. */
export async function planFor(name: OwnTask, formula: string): Promise<OwnPlan> {
  const schemes = [
    ['none', 'No positions'],
    ['sinusoidal', 'Sinusoidal'],
    ['own', 'Your formula'],
  ] as const;
  const task = await describeTask(name);
  const tests = Array.from(task.testLengths, (length) => ({
    ...{ under: '', length },
    ...{ inverseFrequencies: new Float64Array(), attentionFactor: 1 },
  }));
  const models = await Promise.all(
    schemes.map(async ([scheme, title]) => {
      const options = await defaultsOf(name, scheme);
      return { name: title, options: scheme === 'own' ? { ...options, formula } : options, tests };
    }),
  );
  return { task, plan: { models, seeds: 3 } };
}

/** Accuracy by length; null where there is one length alone. */
export function chartOfModels(all: readonly ModelSpread[]): Chart | null {
  const [first] = all;
  if (!first || first.model.tests.length < 2) return null;
  return {
    xAxis: 'length',
    yAxis: 'right answers, as a fraction',
    lines: all.map(({ model, seeds, spread }) => ({
      name: model.name,
      x: Float64Array.from(model.tests, ({ length }) => length),
      y: spread.mean,
      least: seeds > 1 ? spread.least : new Float64Array(),
      most: seeds > 1 ? spread.most : new Float64Array(),
    })),
  };
}
