// A training session: the settings when Start was pressed, and its runs. Everything shown of it is about these settings.
import type { LabOutcome, Spread } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { timeLeft } from '../../ui/notices.ts';
import { compute } from '../../worker/client.ts';
import { type Begun, TrainingRun } from '../../worker/training-client.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import type { LabTask } from './lab-task.ts';
import { type Measure, measureOf, reachNumbers, type StepNumbers } from './measure.ts';
import { idOf, type Scheme } from './schemes.ts';
import type { StoredRun, StoredSession } from './stored-session.ts';

/** A run that is under way, or one of an earlier visit. */
export type Run = TrainingRun | StoredRun;

export interface SeedRun {
  seed: number;
  run: Run;
  curve: Curve;
}

export interface Entry {
  scheme: Scheme;
  options: TrainingOptions;
  runs: SeedRun[];
}

interface Spreads {
  lengths: Spread;
  /** Of the numbers that are drawn. */
  steps: Partial<Record<StepNumbers, Spread>>;
  /** Of each of reachNumbers, for a task with a planted character; else empty. */
  reach: Spread[];
}

/** Null where the run has no answer, or none yet. */
export function resultAt(measure: Pick<Measure, 'at'>, run: Run, length: number): number | null {
  const tested = run.evaluated.find((one) => one.length === length);
  return tested ? measure.at(tested) : null;
}

export const runName = (scheme: string, seed: number): string => `${scheme} ${seed}`;

interface Beginnings {
  /** Inputs that the first model of each scheme answers while it learns. */
  watched: readonly (readonly number[])[];
  /** The progress of runs on earlier visits, by their names. */
  begun: ReadonlyMap<string, Begun>;
}

const materialOf = ({ text }: LabTask) => (text ? { text } : {});

export class Session {
  readonly entries: Entry[];
  /** By the reader's clock; null while it is under way. */
  endedAt: number | null = null;
  /** The reader left the page while it was under way: it can go on. */
  unfinished = false;
  readonly stepsPerPoint: number;
  readonly measure: Measure;
  readonly lengths: readonly number[];
  /** Known once all seeds of a scheme are done. */
  readonly spreads = new Map<Entry, Spreads>();
  private readonly rate = new ProgressRate();
  private readonly reportedFailures = new Set<Run>();

  private constructor(
    /** Its name in the core. */
    readonly task: string,
    readonly taskInfo: LabTask,
    plan: readonly { scheme: Scheme; options: TrainingOptions; runs: readonly Run[] }[],
    private readonly changed: () => void,
    /** The key of its settings. */
    readonly setting: string,
  ) {
    this.measure = measureOf(taskInfo);
    this.lengths = Array.from(taskInfo.testLengths);
    const count = plan.reduce((sum, { runs }) => sum + runs.length, 0);
    this.stepsPerPoint = stepsOfPoint(plan[0]?.options.steps ?? 1, Math.max(1, count));
    this.entries = plan.map(({ scheme, options, runs }) => ({
      scheme,
      options,
      runs: runs.map((run) => ({
        seed: run.options.seed,
        run,
        curve: new Curve(run, this.stepsPerPoint),
      })),
    }));
  }

  /** Trains each scheme with that many seeds, beginning with the seed of its options. */
  static started(
    task: string,
    taskInfo: LabTask,
    plan: readonly { scheme: Scheme; options: TrainingOptions }[],
    seeds: number,
    changed: () => void,
    setting: string,
    { watched, begun }: Beginnings = { watched: [], begun: new Map() },
  ): Session {
    const lengths = Array.from(taskInfo.testLengths);
    const runs = plan.map((): Run[] => []);
    // Seed by seed, so that every scheme has started before the second seed of any.
    for (let n = 0; n < seeds; n++) {
      for (const [place, { scheme, options }] of plan.entries()) {
        const seeded = { ...options, seed: options.seed + n };
        const some = n === 0 ? watched : [];
        const before = begun.get(runName(scheme.id, seeded.seed));
        const material = { ...materialOf(taskInfo), ...(before && { begun: before }) };
        runs[place]?.push(new TrainingRun(seeded, lengths, changed, 'model', some, material));
      }
    }
    const withRuns = plan.map((one, place) => ({ ...one, runs: runs[place] ?? [] }));
    return new Session(task, taskInfo, withRuns, changed, setting);
  }

  static restored(
    { task, at, runs, setting, unfinished = false }: StoredSession,
    taskInfo: LabTask,
    schemes: readonly Scheme[],
    changed: () => void,
  ): Session {
    const plan = schemes.flatMap((scheme) => {
      const own = runs.filter(({ options }) => idOf(options) === scheme.id);
      const options = own[0]?.options;
      return options ? [{ scheme, options, runs: own }] : [];
    });
    const session = new Session(task, taskInfo, plan, changed, setting);
    session.endedAt = at;
    session.unfinished = unfinished;
    for (const { curve } of session.trained) curve.grow();
    void session.computeSpreads();
    return session;
  }

  /** Trains the runs that failed again, from their first step. */
  retry(entry: Entry): void {
    for (const one of entry.runs) {
      if (one.run.state !== 'failed') continue;
      const watched = one.run instanceof TrainingRun ? one.run.watched : [];
      const material = materialOf(this.taskInfo);
      one.run = new TrainingRun(
        ...([one.run.options, this.lengths, this.changed, 'model', watched, material] as const),
      );
      one.curve = new Curve(one.run, this.stepsPerPoint);
    }
    this.endedAt = null;
    this.changed();
  }

  newFailures(): { scheme: Scheme; failure: PosencError }[] {
    return this.entries.flatMap(({ scheme, runs }) =>
      runs.flatMap(({ run }) => {
        if (!run.failure || this.reportedFailures.has(run)) return [];
        this.reportedFailures.add(run);
        return [{ scheme, failure: run.failure }];
      }),
    );
  }

  get trained(): SeedRun[] {
    return this.entries.flatMap(({ runs }) => runs);
  }

  /** The runs of this visit. */
  get live(): TrainingRun[] {
    return this.trained.flatMap(({ run }) => (run instanceof TrainingRun ? [run] : []));
  }

  get active(): boolean {
    return this.trained.some(({ run }) => !run.over);
  }

  get paused(): boolean {
    return this.active && this.trained.every(({ run }) => run.over || run.state === 'paused');
  }

  /** Its schemes train one after the other, because the device is too small for more. */
  get isOneByOne(): boolean {
    return this.entries.length > 1 && this.live.some((run) => run.isOneByOne);
  }

  get complete(): boolean {
    return this.trained.every(({ run }) => run.state === 'done');
  }

  /** The settings of the first scheme: but for the scheme, those of all. */
  get options(): TrainingOptions | undefined {
    return this.entries[0]?.options;
  }

  get seeds(): number {
    return this.entries[0]?.runs.length ?? 0;
  }

  // Last run first, here and below: a waiting run would take the place of one that ends before it.

  pause(): void {
    this.rate.reset();
    for (const run of this.live.reverse()) run.pause();
  }

  resume(): void {
    this.rate.reset();
    for (const run of this.live) run.resume();
  }

  stop(): void {
    for (const run of this.live.reverse()) run.stop();
  }

  /** Ends all runs at once: nobody sees their results any longer. */
  end(): void {
    for (const run of this.live.reverse()) run.end();
  }

  /** Ends all runs at once, as the reader leaves the page. What was kept of them can go on. */
  leave(): void {
    this.unfinished ||= this.active;
    this.end();
  }

  /** Adds the latest steps to the curves. */
  grow(now: number): void {
    for (const { curve } of this.trained) curve.grow();
    if (!this.paused) this.rate.add(now, this.stepsDone);
  }

  /** Asks the core for mean and spread over the seeds, once all runs are over. */
  async computeSpreads(): Promise<void> {
    if (this.active || this.seeds < 2) return;
    for (const entry of this.entries) {
      const runs = entry.runs.filter(({ run }) => run.state === 'done' && run.divergedAt === null);
      if (runs.length < 2) continue;
      const spreadOf = (rows: readonly (readonly number[])[]) =>
        compute.call('spreadOver', Float64Array.from(rows.flat()), rows.length);
      const { measure } = this;
      const byLength = (numbers: Pick<Measure, 'at'>) =>
        spreadOf(
          runs.map(({ run }) =>
            this.lengths.map((length) => resultAt(numbers, run, length) ?? NaN),
          ),
        );
      const reach = await Promise.all(this.hasReach ? reachNumbers.map(byLength) : []);
      const [lengths, ...steps] = await Promise.all([
        byLength(measure),
        ...measure.steps.map((numbers) => spreadOf(runs.map(({ curve }) => curve[numbers]))),
      ]);
      const [first, second] = measure.steps;
      const ofSteps = { [first]: steps[0], [second]: steps[1] };
      this.spreads.set(entry, { lengths, steps: ofSteps, reach });
    }
    this.changed();
  }

  get stepsDone(): number {
    return this.trained.reduce((sum, { run }) => sum + run.losses.length, 0);
  }

  get stepsInAll(): number {
    return this.trained.reduce((sum, { run }) => sum + run.options.steps, 0);
  }

  /** The time that is left, in words; '' while it is unknown. */
  get timeLeft(): string {
    const stepsLeft = this.trained
      .filter(({ run }) => !run.over)
      .reduce((sum, { run }) => sum + run.options.steps - run.losses.length, 0);
    return this.rate.timeFor(stepsLeft);
  }

  get hasSteps(): boolean {
    return this.trained.some(({ run }) => run.losses.length > 0);
  }

  get hasLengths(): boolean {
    return this.trained.some(({ run }) => run.evaluated.length > 0);
  }

  /** Whether its task has a planted character. (Runs kept by earlier versions lack the weight.) */
  get hasReach(): boolean {
    return this.trained.some(({ run }) =>
      run.evaluated.some((one) => 'plantedWeight' in one && one.plantedWeight !== null),
    );
  }

  get testedLengths(): readonly number[] {
    return this.lengths.filter((length) =>
      this.trained.some(({ run }) => run.evaluated.some((one) => one.length === length)),
    );
  }

  isTrained(length: number): boolean {
    const { trainShortest = 0, trainLongest = 0 } = this.options ?? {};
    return length >= trainShortest && length <= trainLongest;
  }
}

/** A run that a curve follows, under way or stored. */
type RunProgress = Pick<TrainingRun, 'losses' | 'accuracies' | 'options' | 'over'> & {
  /** Of a text. */
  bits?: readonly number[];
};

/** A curve has no room for more points than this; nor do all curves together where there are many. */
const maxPoints = 160;
const maxPointsInAll = 1200;

/** @param runs how many there are */
const stepsOfPoint = (steps: number, runs: number): number =>
  Math.max(1, Math.ceil(steps / Math.min(maxPoints, maxPointsInAll / runs)));

const mean = (values: readonly number[], from: number, to: number): number => {
  let sum = 0;
  for (let n = from; n < to; n++) sum += values[n] ?? 0;
  return sum / (to - from);
};

/** The drawn points of a run: means of a few steps each, at the last of them. */
class Curve {
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

const windowMs = 4000;
/** A shorter time says nothing about the rate. */
const minRateMs = 700;

/** By the last few seconds. */
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

// A session as the core grades guesses and answers by it.

export const outcomeBefore = (
  task: string,
  taskInfo: LabTask,
  schemes: readonly Scheme[],
  trainLongest: number,
): LabOutcome => ({
  task,
  schemes: schemes.map(({ id }) => id),
  lengths: taskInfo.testLengths,
  seeds: 0,
  ...measureOf(taskInfo).results(new Float64Array(0)),
  trainLongest,
  chance: taskInfo.chance,
  ceiling: taskInfo.ceiling,
});

export function outcomeOf(session: Session): LabOutcome {
  const { task, taskInfo, entries, options, seeds, trained, lengths, measure } = session;
  const schemes = entries.map(({ scheme }) => scheme);
  return {
    ...outcomeBefore(task, taskInfo, schemes, options?.trainLongest ?? 0),
    seeds,
    ...measure.results(
      Float64Array.from(
        trained.flatMap(({ run }) =>
          lengths.map((length) => resultAt(measure, run, length) ?? NaN),
        ),
      ),
    ),
  };
}
