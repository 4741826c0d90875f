import type { TrainingRun } from '../../worker/training-client.ts';

/** What a curve follows of a run, whether it is under way or was kept. */
type RunProgress = Pick<TrainingRun, 'losses' | 'accuracies' | 'options' | 'over'> & {
  /** Of a text. */
  bits?: readonly number[];
};

/** A curve has no room for more points than this; nor do all curves together where there are many. */
const maxPoints = 160;
const maxPointsInAll = 1200;

/** How many steps share a point of a curve. @param runs how many there are */
export const stepsOfPoint = (steps: number, runs: number): number =>
  Math.max(1, Math.ceil(steps / Math.min(maxPoints, maxPointsInAll / runs)));

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
  /** Of a text; else empty. */
  readonly bits: number[] = [];

  constructor(
    private readonly run: RunProgress,
    private readonly stepsPerPoint: number,
  ) {}

  /** Adds the latest steps. Those that do not fill a point are added once the run is over. */
  grow(): void {
    const { losses, accuracies, bits = [], options, over } = this.run;
    const count = losses.length;
    for (;;) {
      const from = this.steps.at(-1) ?? 0;
      const to = Math.min(from + this.stepsPerPoint, count);
      const isWhole = to === from + this.stepsPerPoint || over || to === options.steps;
      if (to === from || !isWhole) return;
      this.steps.push(to);
      this.losses.push(mean(losses, from, to));
      this.accuracies.push(mean(accuracies, from, to));
      if (bits.length >= to) this.bits.push(mean(bits, from, to));
    }
  }
}
