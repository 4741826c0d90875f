import type { Run } from './session.ts';

/** More points than this a curve has no room for; nor do all curves together where there are many. */
const most_points = 160;
const most_points_of_all = 1200;

/** How many steps share a point of a curve, of so many runs of so many steps. */
export const stepsOfPoint = (steps: number, runs: number): number =>
  Math.max(1, Math.ceil(steps / Math.min(most_points, most_points_of_all / runs)));

const mean = (values: readonly number[], from: number, to: number): number => {
  let sum = 0;
  for (let n = from; n < to; n++) sum += values[n] ?? 0;
  return sum / (to - from);
};

/** What is drawn of a run: means of a few steps each, at the last of them. */
export class Curve {
  readonly steps: number[] = [];
  readonly losses: number[] = [];
  readonly accuracies: number[] = [];

  constructor(
    private readonly run: Run,
    private readonly every: number,
  ) {}

  /** Takes what has come since; steps that do not fill a point only when no more come. */
  grow(): void {
    const { losses, accuracies, options, over } = this.run;
    const count = losses.length;
    for (;;) {
      const from = this.steps[this.steps.length - 1] ?? 0;
      const to = Math.min(from + this.every, count);
      const whole = to === from + this.every || over || to === options.steps;
      if (to === from || !whole) return;
      this.steps.push(to);
      this.losses.push(mean(losses, from, to));
      this.accuracies.push(mean(accuracies, from, to));
    }
  }
}
