// Results of tiny models on texts longer than in training. They are trained and tested when the site is built
// (tools/lib/site/measured.mjs), and their results become part of the script.
interface Measured {
  task: string;
  scheme: string;
  /** Of RoPE, by the registry's name; set for the length that is asked for. */
  remedy: string;
  /** Of ALiBi. */
  slopes: readonly number[];
  /** At each length: of all positions within the trained length, beyond it of the new ones alone. */
  accuracies: readonly number[];
}

interface Measurements {
  seed: number;
  /** The length of all texts in training. */
  trained: number;
  steps: number;
  headDim: number;
  base: number;
  /** Tested at, rising. */
  lengths: readonly number[];
  models: readonly Measured[];
}

declare const measurements: Measurements;

export const measured: Measurements = measurements;

export function measuredAs(task: string, scheme: string, remedy = 'none'): Measured {
  const found = measured.models.find(
    (one) => one.task === task && one.scheme === scheme && one.remedy === remedy,
  );
  if (!found) throw new Error(`there are no results for ${scheme} with ${remedy} on ${task}`);
  return found;
}

export const measuredTasks: readonly string[] = [
  ...new Set(measured.models.map(({ task }) => task)),
];
