// One press of Start: what was set, and what has come of it. All that is told of it is about these settings.
import { percent, plain } from '../../plots/format.ts';
import type { LineAxis, Series, Stretch } from '../../plots/line-plot.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Evaluated, TrainingTask, TrainingOptions } from '../../worker/training-protocol.ts';
import type { DataTable } from '../data.ts';
import { Curve, stepsOfPoint } from './curve.ts';
import type { Scheme } from './schemes.ts';

/** A scheme in training. */
interface Entry {
  scheme: Scheme;
  options: TrainingOptions;
  run: TrainingRun;
  curve: Curve;
}

/** What is told of a run's numbers, by name. */
type Measure = 'losses' | 'accuracies';

/** The time that the rate of training is measured over. */
const rate_window_in_ms = 4000;
const least_for_a_rate_in_ms = 700;

export class Session {
  readonly entries: Entry[];
  /** How many steps share a point of a curve. */
  readonly every: number;
  private readonly lengths: readonly number[];
  /** How many steps of all had been done, and when. */
  private samples: { at: number; done: number }[] = [];

  constructor(
    /** By the name that the core has for it. */
    private readonly task: string,
    private readonly about: TrainingTask,
    setUp: readonly { scheme: Scheme; options: TrainingOptions }[],
    private readonly changed: () => void,
  ) {
    this.lengths = Array.from(about.testLengths);
    this.every = stepsOfPoint(setUp[0]?.options.steps ?? 1);
    this.entries = setUp.map((one) => ({ ...one, ...this.started(one.options) }));
  }

  private started(options: TrainingOptions) {
    const run = new TrainingRun(options, this.lengths, this.changed);
    return { run, curve: new Curve(run, this.every) };
  }

  /** Trains one scheme from the beginning, after it broke. */
  again(entry: Entry): void {
    Object.assign(entry, this.started(entry.options));
  }

  get active(): boolean {
    return this.entries.some(({ run }) => !run.over);
  }

  get paused(): boolean {
    return this.active && this.entries.every(({ run }) => run.over || run.state === 'paused');
  }

  /** The settings, which but for the scheme are the same for all. */
  private get options(): TrainingOptions | undefined {
    return this.entries[0]?.options;
  }

  pause(): void {
    this.samples = [];
    // Those that wait first: they would take the places of the others.
    for (const { run } of [...this.entries].reverse()) run.pause();
  }

  resume(): void {
    this.samples = [];
    for (const { run } of this.entries) run.resume();
  }

  stop(): void {
    for (const { run } of [...this.entries].reverse()) run.stop();
  }

  /** At once: nobody looks on any more. */
  end(): void {
    for (const { run } of [...this.entries].reverse()) run.end();
  }

  grow(now: number): void {
    for (const { curve } of this.entries) curve.grow();
    if (this.paused) return;
    this.samples.push({ at: now, done: this.done });
    while ((this.samples[1]?.at ?? now) < now - rate_window_in_ms) this.samples.shift();
  }

  get done(): number {
    return this.entries.reduce((sum, { run }) => sum + run.losses.length, 0);
  }

  get steps(): number {
    return this.entries.reduce((sum, { options }) => sum + options.steps, 0);
  }

  /** What is still to be done, in words; nothing as long as nobody knows. */
  get left(): string {
    const [first, last] = [this.samples[0], this.samples[this.samples.length - 1]];
    if (!first || !last || last.at - first.at < least_for_a_rate_in_ms) return '';
    const rest = this.entries
      .filter(({ run }) => !run.over)
      .reduce((sum, { run, options }) => sum + options.steps - run.losses.length, 0);
    if (rest === 0 || last.done === first.done) return '';
    const seconds = (rest * (last.at - first.at)) / (last.done - first.done) / 1000;
    if (seconds < 5) return 'a few seconds left';
    if (seconds < 90) return `about ${5 * Math.round(seconds / 5)} s left`;
    return `about ${Math.round(seconds / 60)} min left`;
  }

  /** How far a run is, in words. */
  told({ run, options }: Entry): string {
    const done = run.losses.length;
    const some = done > 0 ? ` at step ${done}` : '';
    switch (run.state) {
      case 'waiting':
        return done > 0 ? `waits for its turn${some}` : 'waits for its turn';
      case 'paused':
        return `paused${some}`;
      case 'stopped':
        return done > 0 ? `stopped${some}` : 'stopped before it began';
      case 'running':
        if (!run.info) return 'is being set up';
        return done < options.steps
          ? `${done} of ${options.steps} steps`
          : `tested at ${run.evaluated.length} of ${this.lengths.length} lengths`;
      case 'done': {
        if (run.divergedAt !== null) {
          return `ended at step ${run.divergedAt}: its loss is no number any more`;
        }
        const answer = this.accuracyAt(run, options.trainLongest);
        return answer === null
          ? 'done'
          : `done: ${percent(answer)} at length ${options.trainLongest}`;
      }
      case 'failed':
        return run.failure?.message ?? '';
    }
  }

  private accuracyAt(run: TrainingRun, length: number): number | null {
    return run.evaluated.find((one) => one.length === length)?.accuracy ?? null;
  }

  /** What the numbers show, as a sentence. */
  get finding(): string {
    if (this.active) {
      const { length } = this.entries;
      return length === 1 ? 'One scheme learns' : `${length} schemes learn side by side`;
    }
    const { trainLongest = 0 } = this.options ?? {};
    const longest = this.lengths.reduce((most, length) => Math.max(most, length), 0);
    const ranked = this.entries
      .map(({ scheme, run }) => ({
        name: scheme.short,
        within: this.accuracyAt(run, trainLongest),
        beyond: this.accuracyAt(run, longest) ?? NaN,
      }))
      .filter(({ beyond }) => !Number.isNaN(beyond))
      .sort((a, b) => b.beyond - a.beyond);
    const [best, worst] = [ranked[0], ranked[ranked.length - 1]];
    if (best && worst) {
      const setting = `Trained up to length ${trainLongest}, tested at ${longest}`;
      if (ranked.length === 1) return `${setting}: ${best.name} has ${percent(best.beyond)} right`;
      return percent(best.beyond) === percent(worst.beyond)
        ? `${setting}: all have ${percent(best.beyond)} right`
        : `${setting}: ${best.name} has ${percent(best.beyond)} right, ${worst.name} ${percent(worst.beyond)}`;
    }
    return this.done === 0 ? 'Nothing was trained' : `Ended early, after ${this.done} steps in all`;
  }

  get sub(): string {
    if (!this.options) return '';
    const { dModel, heads, layers, steps, batch, seed, trainShortest, trainLongest } = this.options;
    const some = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
    const lengths =
      trainShortest === trainLongest
        ? `length ${trainLongest}`
        : `lengths ${trainShortest} to ${trainLongest}`;
    const { title } = this.about;
    return `${title}${/[.?!]$/.test(title) ? '' : '.'} Training ${lengths}, d = ${dModel}, ${some(heads, 'head')}, ${some(layers, 'layer')}, ${some(steps, 'step')}, batch ${batch}, seed ${seed}`;
  }

  /** In the names of files. */
  get name(): string {
    if (!this.options) return '';
    const { dModel, heads, layers, steps, batch, seed } = this.options;
    return `${this.task}-d${dModel}-heads${heads}-layers${layers}-steps${steps}-batch${batch}-seed${seed}`;
  }

  get hasSteps(): boolean {
    return this.entries.some(({ run }) => run.losses.length > 0);
  }

  get hasLengths(): boolean {
    return this.entries.some(({ run }) => run.evaluated.length > 0);
  }

  get across(): LineAxis {
    return { title: 'steps', domain: [0, this.options?.steps ?? 1], mark: plain };
  }

  private get guessing(): Series {
    return {
      name: 'guessing',
      x: [],
      y: [this.about.chance],
      colour: 'soft',
      as: 'rule',
      within: true,
    };
  }

  curves(measure: Measure): Series[] {
    const curves = this.entries.map(({ scheme: { short, id, as }, curve }) => ({
      ...{ name: short, colour: id, as },
      x: curve.steps,
      y: curve[measure],
    }));
    return measure === 'accuracies' ? [this.guessing, ...curves] : curves;
  }

  /** Where the curves can be read. */
  get stops(): readonly number[] {
    return this.entries.reduce<readonly number[]>(
      (longest, { curve }) => (curve.steps.length > longest.length ? curve.steps : longest),
      [],
    );
  }

  /** What the curves are at one of their stops. */
  tell(measure: Measure, stop: number, write: (value: number) => string): string {
    const parts = this.entries
      .filter(({ curve }) => stop < curve.steps.length)
      .map(({ scheme, curve }) => `${scheme.short} ${write(curve[measure][stop] ?? NaN)}`);
    const to = this.stops[stop] ?? 0;
    const from = (this.stops[stop - 1] ?? 0) + 1;
    return `${from === to ? `step ${to}` : `steps ${from} to ${to}`}: ${parts.join(', ')}`;
  }

  /** The curves in words: where each began, and where it is. */
  summary(measure: Measure, write: (value: number) => string): string {
    const parts = this.entries
      .filter(({ curve }) => curve.steps.length > 0)
      .map(({ scheme, curve }) => {
        const values = curve[measure];
        return `${scheme.name}: ${write(values[0] ?? NaN)} at first, ${write(values[values.length - 1] ?? NaN)} after ${curve.steps[curve.steps.length - 1]} steps`;
      });
    const chance = measure === 'accuracies' ? ` Guessing has ${percent(this.about.chance)}.` : '';
    return parts.length > 0 ? `${parts.join('; ')}.${chance}` : '';
  }

  /** The lengths that have been tested so far. */
  get tested(): readonly number[] {
    return this.lengths.filter((length) =>
      this.entries.some(({ run }) => run.evaluated.some((one) => one.length === length)),
    );
  }

  byLength(): Series[] {
    return [
      this.guessing,
      ...this.entries
        .filter(({ run }) => run.evaluated.length > 0)
        .map(({ scheme: { short, id, as }, run }) => ({
          ...{ name: short, colour: id, as, marked: true },
          x: run.evaluated.map(({ length }) => length),
          y: run.evaluated.map(({ accuracy }) => accuracy ?? NaN),
        })),
    ];
  }

  get lengthAxis(): LineAxis {
    const [first = 0] = this.lengths;
    const last = this.lengths[this.lengths.length - 1] ?? first;
    return {
      ...{ title: 'length', domain: [first, last] },
      ...{ at: this.lengths, mark: plain },
    };
  }

  get stretch(): Stretch {
    const { trainShortest = 0, trainLongest = 0 } = this.options ?? {};
    return { from: trainShortest, to: trainLongest, name: `← trained up to ${trainLongest}` };
  }

  tellLength(stop: number): string {
    const length = this.tested[stop] ?? 0;
    const parts = this.entries.flatMap(({ scheme, run }) => {
      const one = run.evaluated.find((tested) => tested.length === length);
      return one ? [`${scheme.short} ${answerIn(one)}`] : [];
    });
    return `length ${length}${this.isTrained(length) ? ', trained on' : ''}: ${parts.join(', ')}`;
  }

  private isTrained(length: number): boolean {
    const { trainShortest = 0, trainLongest = 0 } = this.options ?? {};
    return length >= trainShortest && length <= trainLongest;
  }

  get lengthSummary(): string {
    const words = this.tested.map((_, stop) => this.tellLength(stop));
    return `${words.join('. ')}. Guessing has ${percent(this.about.chance)}.`;
  }

  /** Lengths for which a model has no answer, and why; each reason once. */
  get refusals(): string[] {
    return this.entries.flatMap(({ scheme, run }) => {
      const refused = run.evaluated.find((one) => one.accuracy === null);
      return refused && 'why' in refused
        ? [`${scheme.name}, from length ${refused.length} on: ${refused.why}`]
        : [];
    });
  }

  get lengthTable(): DataTable {
    const shown = this.entries.filter(({ run }) => run.evaluated.length > 0);
    const { tested, about } = this;
    const at = (run: TrainingRun, length: number) =>
      run.evaluated.find((one) => one.length === length);
    return {
      head: [
        ...['length', 'trained on'],
        ...shown.map(({ scheme }) => scheme.name),
        ...['guessing', 'answers scored'],
      ],
      count: tested.length,
      row: (n) => {
        const length = tested[n] ?? 0;
        const answers = shown.map(({ run }) => at(run, length));
        const scored = answers.flatMap((one) => (one && 'scored' in one ? [one.scored] : []));
        return [
          ...[length, this.isTrained(length) ? 'yes' : 'no'],
          ...answers.map((one) => (one ? (one.accuracy ?? 'no answer') : '')),
          ...[about.chance, scored[0] ?? 0],
        ];
      },
    };
  }

  /** Every step, as it was. */
  get curveTable(): DataTable {
    const shown = this.entries.filter(({ run }) => run.losses.length > 0);
    return {
      head: [
        'step',
        ...shown.flatMap(({ scheme: { name } }) => [`${name} (loss)`, `${name} (accuracy)`]),
      ],
      count: shown.reduce((most, { run }) => Math.max(most, run.losses.length), 0),
      row: (n) => [
        n + 1,
        ...shown.flatMap(({ run }) => [run.losses[n] ?? '', run.accuracies[n] ?? '']),
      ],
    };
  }
}

const answerIn = (one: Evaluated): string =>
  one.accuracy === null ? 'has no answer' : percent(one.accuracy, 1);
