import { timeLeft } from '../../ui/time-left.ts';

/** The time that the rate is measured over. */
const windowMs = 4000;
/** A shorter time says nothing about the rate. */
const minRateMs = 700;

/** How fast steps are done, by the last few seconds. */
export class ProgressRate {
  private samples: { at: number; done: number }[] = [];

  /** @param done the steps that have been done so far */
  add(at: number, done: number): void {
    this.samples.push({ at, done });
    while ((this.samples[1]?.at ?? at) < at - windowMs) this.samples.shift();
  }

  /** Forgets the rate: a pause would slow it down. */
  reset(): void {
    this.samples = [];
  }

  /** The time that this number of further steps takes, in words; '' while the rate is unknown. */
  timeFor(steps: number): string {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (!first || !last || last.at - first.at < minRateMs) return '';
    if (steps === 0 || last.done === first.done) return '';
    return timeLeft(steps, last.done - first.done, last.at - first.at);
  }
}
