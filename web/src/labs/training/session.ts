// One press of Start: what was set, and what has come of it. All that is told of it is about these settings.
import type { LabOutcome, Spread } from '../../core/api.ts';
import { percent, plain } from '../../plots/format.ts';
import type { LineAxis, Series, Stretch } from '../../plots/line-plot.ts';
import type { DataTable } from '../../ui/data.ts';
import { timeLeft } from '../../ui/time-left.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Evaluated, TrainingOptions, TrainingTask } from '../../worker/training-protocol.ts';
import { Curve, stepsOfPoint } from './curve.ts';
import type { KeptRun, KeptSession } from './kept-session.ts';
import type { Scheme } from './schemes.ts';

/** A run that is under way, or one of an earlier visit. */
export type Run = TrainingRun | KeptRun;

/** A model in training: one seed of a scheme. */
interface Trained {
  seed: number;
  run: Run;
  curve: Curve;
}

/** A scheme in training, once for each seed. */
export interface Entry {
  scheme: Scheme;
  options: TrainingOptions;
  runs: Trained[];
}

/** What is told of a run's numbers, by name. */
type Measure = 'losses' | 'accuracies';

/** Over the seeds of a scheme, once all of them are known. */
interface Spreads {
  lengths: Spread;
  losses: Spread;
  accuracies: Spread;
}

/** The time that the rate of training is measured over. */
const rate_window_in_ms = 4000;
const least_for_a_rate_in_ms = 700;

export class Session {
  readonly entries: Entry[];
  /** When it ended, by the clock of the reader; null for one that is under way. */
  at: number | null = null;
  /** How many steps share a point of a curve. */
  readonly every: number;
  readonly lengths: readonly number[];
  /** How many steps of all had been done, and when. */
  private samples: { at: number; done: number }[] = [];
  private spreads = new Map<Entry, Spreads>();

  private constructor(
    /** By the name that the core has for it. */
    readonly task: string,
    readonly about: TrainingTask,
    setUp: readonly { scheme: Scheme; options: TrainingOptions; runs: readonly Run[] }[],
    private readonly changed: () => void,
  ) {
    this.lengths = Array.from(about.testLengths);
    const count = setUp.reduce((sum, { runs }) => sum + runs.length, 0);
    this.every = stepsOfPoint(setUp[0]?.options.steps ?? 1, Math.max(1, count));
    this.entries = setUp.map(({ scheme, options, runs }) => ({
      ...{ scheme, options },
      runs: runs.map((run) => ({
        ...{ seed: run.options.seed, run },
        curve: new Curve(run, this.every),
      })),
    }));
  }

  /** Trains each scheme with that many seeds, from the one of its options on. */
  static started(
    task: string,
    about: TrainingTask,
    setUp: readonly { scheme: Scheme; options: TrainingOptions }[],
    seeds: number,
    changed: () => void,
  ): Session {
    const lengths = Array.from(about.testLengths);
    const runs = setUp.map(() => [] as Run[]);
    // Seed by seed, so that every scheme has begun before one comes again.
    for (let n = 0; n < seeds; n++) {
      for (const [at, { options }] of setUp.entries()) {
        const one = { ...options, seed: options.seed + n };
        runs[at]?.push(new TrainingRun(one, lengths, changed, 'model'));
      }
    }
    const all = setUp.map((one, at) => ({ ...one, runs: runs[at] ?? [] }));
    return new Session(task, about, all, changed);
  }

  /** One of an earlier visit. */
  static kept(
    { task, at, runs }: KeptSession,
    about: TrainingTask,
    schemes: readonly Scheme[],
    changed: () => void,
  ): Session {
    const setUp = schemes.flatMap((scheme) => {
      const own = runs.filter(({ options }) => options.scheme === scheme.id);
      const options = own[0]?.options;
      return options ? [{ scheme, options, runs: own }] : [];
    });
    const session = new Session(task, about, setUp, changed);
    session.at = at;
    for (const { curve } of session.trained) curve.grow();
    void session.spread();
    return session;
  }

  /** Trains again what broke, from the beginning. */
  again(entry: Entry): void {
    for (const one of entry.runs) {
      if (one.run.state !== 'failed') continue;
      const run = new TrainingRun(one.run.options, this.lengths, this.changed, 'model');
      Object.assign(one, { run, curve: new Curve(run, this.every) });
    }
  }

  get trained(): Trained[] {
    return this.entries.flatMap(({ runs }) => runs);
  }

  /** Those that are not of an earlier visit. */
  get live(): TrainingRun[] {
    return this.trained.flatMap(({ run }) => (run instanceof TrainingRun ? [run] : []));
  }

  get active(): boolean {
    return this.trained.some(({ run }) => !run.over);
  }

  get paused(): boolean {
    return this.active && this.trained.every(({ run }) => run.over || run.state === 'paused');
  }

  /** Whether every run came to its end. */
  get complete(): boolean {
    return this.trained.every(({ run }) => run.state === 'done');
  }

  /** The settings, which but for the scheme are the same for all. */
  private get options(): TrainingOptions | undefined {
    return this.entries[0]?.options;
  }

  get seeds(): number {
    return this.entries[0]?.runs.length ?? 0;
  }

  // Those that wait first, here and below: they would take the places of the others.

  pause(): void {
    this.samples = [];
    for (const run of this.live.reverse()) run.pause();
  }

  resume(): void {
    this.samples = [];
    for (const run of this.live) run.resume();
  }

  stop(): void {
    for (const run of this.live.reverse()) run.stop();
  }

  /** At once: nobody looks on any more. */
  end(): void {
    for (const run of this.live.reverse()) run.end();
  }

  grow(now: number): void {
    for (const { curve } of this.trained) curve.grow();
    if (this.paused) return;
    this.samples.push({ at: now, done: this.done });
    while ((this.samples[1]?.at ?? now) < now - rate_window_in_ms) this.samples.shift();
  }

  /** Mean and spread over the seeds, when all is known that there will be. */
  async spread(): Promise<void> {
    if (this.active || this.seeds < 2) return;
    for (const entry of this.entries) {
      const runs = entry.runs.filter(({ run }) => run.state === 'done' && run.divergedAt === null);
      if (runs.length < 2) continue;
      const over = (rows: readonly (readonly number[])[]) =>
        compute.call('spreadOver', Float64Array.from(rows.flat()), rows.length);
      const [lengths, losses, accuracies] = await Promise.all([
        over(runs.map(({ run }) => this.lengths.map((length) => accuracyAt(run, length) ?? NaN))),
        over(runs.map(({ curve }) => curve.losses)),
        over(runs.map(({ curve }) => curve.accuracies)),
      ]);
      this.spreads.set(entry, { lengths, losses, accuracies });
    }
    this.changed();
  }

  get done(): number {
    return this.trained.reduce((sum, { run }) => sum + run.losses.length, 0);
  }

  get steps(): number {
    return this.trained.reduce((sum, { run }) => sum + run.options.steps, 0);
  }

  /** What is still to be done, in words; nothing as long as nobody knows. */
  get left(): string {
    const [first, last] = [this.samples[0], this.samples[this.samples.length - 1]];
    if (!first || !last || last.at - first.at < least_for_a_rate_in_ms) return '';
    const rest = this.trained
      .filter(({ run }) => !run.over)
      .reduce((sum, { run }) => sum + run.options.steps - run.losses.length, 0);
    if (rest === 0 || last.done === first.done) return '';
    return timeLeft(rest, last.done - first.done, last.at - first.at);
  }

  /** How far the runs of a scheme are, in words. */
  told({ runs, options }: Entry): string {
    const [only] = runs;
    if (only && runs.length === 1) return this.toldOf(only.run);
    const count = (...states: Run['state'][]) =>
      runs.filter(({ run }) => states.includes(run.state)).length;
    const failed = runs.find(({ run }) => run.state === 'failed');
    if (failed) return this.toldOf(failed.run);
    const over = count('done', 'stopped');
    if (over === runs.length) {
      if (count('stopped') > 0) return `stopped, ${count('done')} of ${over} seeds done`;
      const diverged = runs.find(({ run }) => run.divergedAt !== null);
      if (diverged) return `seed ${diverged.seed} ${this.toldOf(diverged.run)}`;
      const answers = this.spreadAt(runs, options.trainLongest);
      return answers ? `done: ${answers} at length ${options.trainLongest}` : 'done';
    }
    const done = runs.reduce((sum, { run }) => sum + run.losses.length, 0);
    if (count('paused') > 0 && count('running') === 0) return `paused at step ${done}`;
    if (done === 0) return count('running') > 0 ? 'is being set up' : 'waits for its turn';
    const all = runs.length * options.steps;
    return done < all ? `${done} of ${all} steps` : 'is being tested';
  }

  /** The least and the most of the seeds. */
  private spreadAt(runs: readonly Trained[], length: number): string | null {
    const all = runs.flatMap(({ run }) => accuracyAt(run, length) ?? []).sort((a, b) => a - b);
    const [first, last] = [all[0], all[all.length - 1]];
    if (first === undefined || last === undefined) return null;
    const [least, most] = [percent(first), percent(last)];
    return least === most ? least : `${least} to ${most}`;
  }

  private toldOf(run: Run): string {
    const done = run.losses.length;
    const some = done > 0 ? ` at step ${done}` : '';
    switch (run.state) {
      case 'waiting':
        return 'waits for its turn';
      case 'paused':
        return `paused${some}`;
      case 'stopped':
        return done > 0 ? `stopped${some}` : 'stopped before it began';
      case 'running':
        if (done === 0) return 'is being set up';
        return done < run.options.steps
          ? `${done} of ${run.options.steps} steps`
          : `tested at ${run.evaluated.length} of ${this.lengths.length} lengths`;
      case 'done': {
        if (run.divergedAt !== null) {
          return `ended at step ${run.divergedAt}: its loss is no number any more`;
        }
        const answer = accuracyAt(run, run.options.trainLongest);
        return answer === null
          ? 'done'
          : `done: ${percent(answer)} at length ${run.options.trainLongest}`;
      }
      case 'failed':
        return run.failure?.message ?? '';
    }
  }

  /** The accuracy of a scheme: of its one seed, or the mean of them. */
  private meanAt(entry: Entry, length: number): number {
    const spread = this.spreads.get(entry)?.lengths.mean[this.lengths.indexOf(length)];
    const [only] = entry.runs;
    return spread ?? (only && entry.runs.length === 1 ? accuracyAt(only.run, length) : null) ?? NaN;
  }

  /** What the numbers show, as a sentence. */
  get finding(): string {
    if (this.active) {
      const { length } = this.entries;
      const times = this.seeds > 1 ? `, with ${this.seeds} seeds each` : '';
      return length === 1
        ? `One scheme learns${times}`
        : `${length} schemes learn side by side${times}`;
    }
    const { trainLongest = 0 } = this.options ?? {};
    const longest = this.lengths.reduce((most, length) => Math.max(most, length), 0);
    const ranked = this.entries
      .map((entry) => ({ name: entry.scheme.short, beyond: this.meanAt(entry, longest) }))
      .filter(({ beyond }) => !Number.isNaN(beyond))
      .sort((a, b) => b.beyond - a.beyond);
    const [best, worst] = [ranked[0], ranked[ranked.length - 1]];
    if (best && worst) {
      const mean = this.seeds > 1 ? ` (mean of ${this.seeds} seeds)` : '';
      const setting =
        longest > trainLongest
          ? `Trained up to length ${trainLongest}, tested at ${longest}${mean}`
          : `Trained and tested at length ${longest}${mean}`;
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
    const seeds = this.seeds > 1 ? `seeds ${seed} to ${seed + this.seeds - 1}` : `seed ${seed}`;
    return `${title}${/[.?!]$/.test(title) ? '' : '.'} Training ${lengths}, d = ${dModel}, ${some(heads, 'head')}, ${some(layers, 'layer')}, ${some(steps, 'step')}, batch ${batch}, ${seeds}`;
  }

  /** In the names of files. */
  get name(): string {
    if (!this.options) return '';
    const { dModel, heads, layers, steps, batch, seed } = this.options;
    const seeds = this.seeds > 1 ? `s${seed}-${seed + this.seeds - 1}` : seed;
    return `${this.task}-d${dModel}-heads${heads}-layers${layers}-steps${steps}-batch${batch}-seed${seeds}`;
  }

  get hasSteps(): boolean {
    return this.trained.some(({ run }) => run.losses.length > 0);
  }

  get hasLengths(): boolean {
    return this.trained.some(({ run }) => run.evaluated.length > 0);
  }

  get across(): LineAxis {
    return { title: 'steps', domain: [0, this.options?.steps ?? 1], mark: plain };
  }

  private get rules(): Series[] {
    const { chance, ceiling } = this.about;
    const rule = (name: string, value: number): Series => ({
      ...{ name, x: [], y: [value], colour: 'soft' },
      ...{ as: 'rule', within: true },
    });
    const isNone = (entry: Entry) => entry.scheme.id === 'none';
    return [
      rule('guessing', chance),
      ...(ceiling !== null && ceiling > chance && ceiling < 1 && this.entries.some(isNone)
        ? [rule('most without positions', ceiling)]
        : []),
    ];
  }

  curves(measure: Measure): Series[] {
    const curves = this.entries.flatMap((entry) => {
      const { short: name, id: colour, as } = entry.scheme;
      const { runs } = entry;
      const spread = this.spreads.get(entry)?.[measure];
      const [first] = runs;
      const of = ({ curve }: Trained) => ({ x: curve.steps, y: curve[measure] });
      if (!first || runs.length === 1) return runs.map((one) => ({ name, colour, as, ...of(one) }));
      const seeds = runs.map((one, n): Series => {
        const named = n === 0 && !spread;
        return { name: named ? name : '', colour, as, weight: 'thin', ...of(one) };
      });
      if (!spread) return seeds;
      return [...seeds, { name, colour, as, x: first.curve.steps, y: spread.mean }];
    });
    return measure === 'accuracies' ? [...this.rules, ...curves] : curves;
  }

  /** Where the curves can be read. */
  get stops(): readonly number[] {
    return this.trained.reduce<readonly number[]>(
      (longest, { curve }) => (curve.steps.length > longest.length ? curve.steps : longest),
      [],
    );
  }

  /** What the curves are at one of their stops. */
  tell(measure: Measure, stop: number, write: (value: number) => string): string {
    const parts = this.entries.flatMap((entry) => {
      const spread = this.spreads.get(entry)?.[measure];
      const values = entry.runs.flatMap(({ curve }) => curve[measure][stop] ?? []);
      if (values.length === 0) return [];
      const all = spread ? `mean ${write(spread.mean[stop] ?? NaN)}` : values.map(write).join(', ');
      return [`${entry.scheme.short} ${all}`];
    });
    const to = this.stops[stop] ?? 0;
    const from = (this.stops[stop - 1] ?? 0) + 1;
    return `${from === to ? `step ${to}` : `steps ${from} to ${to}`}: ${parts.join(this.seeds > 1 ? '; ' : ', ')}`;
  }

  /** The curves in words: where each began, and where it is. */
  summary(measure: Measure, write: (value: number) => string): string {
    const parts = this.entries.flatMap(({ scheme, runs }) => {
      const known = runs.filter(({ curve }) => curve.steps.length > 0);
      const [first] = known;
      if (!first) return [];
      const at = (place: (values: readonly number[]) => number | undefined) =>
        known.map(({ curve }) => write(place(curve[measure]) ?? NaN)).join(', ');
      return [
        `${scheme.name}: ${at((values) => values[0])} at first, ${at((values) => values[values.length - 1])} after ${first.curve.steps[first.curve.steps.length - 1]} steps`,
      ];
    });
    const chance = measure === 'accuracies' ? ` Guessing has ${percent(this.about.chance)}.` : '';
    return parts.length > 0 ? `${parts.join('; ')}.${chance}` : '';
  }

  /** The lengths that have been tested so far. */
  get tested(): readonly number[] {
    return this.lengths.filter((length) =>
      this.trained.some(({ run }) => run.evaluated.some((one) => one.length === length)),
    );
  }

  /** By length: all schemes, each by its one seed or its mean. */
  byLength(): Series[] {
    return [
      ...this.rules,
      ...this.entries.flatMap((entry): Series[] => {
        const { short: name, id: colour, as } = entry.scheme;
        const spread = this.spreads.get(entry)?.lengths;
        if (spread) {
          return [{ name, colour, as, marked: true, x: this.lengths, y: spread.mean }];
        }
        return entry.runs
          .filter(({ run }) => run.evaluated.length > 0)
          .map(({ run }, n) => ({
            ...{ name: n === 0 ? name : '', colour, as, marked: true },
            ...(entry.runs.length > 1 ? { weight: 'thin' as const } : {}),
            x: run.evaluated.map(({ length }) => length),
            y: run.evaluated.map(({ accuracy }) => accuracy ?? NaN),
          }));
      }),
    ];
  }

  /** One scheme by length: its seeds, their mean and the band between the least and the most. */
  seedsByLength(entry: Entry): Series[] {
    const { id: colour, as } = entry.scheme;
    const spread = this.spreads.get(entry)?.lengths;
    const seeds = entry.runs.map(({ run }): Series => {
      const x = run.evaluated.map(({ length }) => length);
      const y = run.evaluated.map(({ accuracy }) => accuracy ?? NaN);
      return { name: '', colour, as: 'points', hollow: true, x, y };
    });
    if (!spread) return [...this.rules.slice(0, 1), ...seeds];
    const { mean, least, most } = spread;
    return [
      ...this.rules.slice(0, 1),
      { name: '', colour, as: 'band', x: this.lengths, y: least, to: most },
      ...seeds,
      { name: '', colour, as, x: this.lengths, y: mean },
    ];
  }

  tellSeeds(entry: Entry, stop: number): string {
    const length = this.lengths[stop] ?? 0;
    const spread = this.spreads.get(entry)?.lengths;
    const all = entry.runs
      .map(({ run, seed }) => `seed ${seed} ${percent(accuracyAt(run, length) ?? NaN, 1)}`)
      .join(', ');
    if (!spread) return `length ${length}: ${all}`;
    const { mean, sd } = spread;
    return `length ${length}: mean ${percent(mean[stop] ?? NaN, 1)}, standard deviation ${percent(sd[stop] ?? NaN, 1)} (${all})`;
  }

  summaryOfSeeds(entry: Entry): string {
    const spread = this.spreads.get(entry)?.lengths;
    if (!spread) return '';
    const parts = this.lengths.map(
      (length, n) =>
        `length ${length}: mean ${percent(spread.mean[n] ?? NaN, 1)}, from ${percent(spread.least[n] ?? NaN, 1)} to ${percent(spread.most[n] ?? NaN, 1)}`,
    );
    return `${entry.scheme.name} with ${this.seeds} seeds. ${parts.join('; ')}.`;
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
    const at = this.lengths.indexOf(length);
    const parts = this.entries.flatMap((entry) => {
      const { scheme, runs } = entry;
      const spread = this.spreads.get(entry)?.lengths;
      if (spread && !Number.isNaN(spread.mean[at])) {
        return [`${scheme.short} ${percent(spread.mean[at] ?? NaN, 1)}`];
      }
      const told = runs.flatMap(({ run }) => {
        const one = run.evaluated.find((tested) => tested.length === length);
        return one ? [answerIn(one)] : [];
      });
      return told.length > 0 ? [`${scheme.short} ${[...new Set(told)].join(', ')}`] : [];
    });
    const mean = this.spreads.size > 0 ? `, means of ${this.seeds} seeds` : '';
    return `length ${length}${this.isTrained(length) ? ', trained on' : ''}${mean}: ${parts.join(this.seeds > 1 ? '; ' : ', ')}`;
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
    return this.entries.flatMap(({ scheme, runs }) => {
      const refused = runs.flatMap(({ run }) => run.evaluated).find((one) => one.accuracy === null);
      return refused && 'why' in refused
        ? [`${scheme.name}, from length ${refused.length} on: ${refused.why}`]
        : [];
    });
  }

  get lengthTable(): DataTable {
    const { tested, about, seeds } = this;
    const columns = this.entries
      .filter(({ runs }) => runs.some(({ run }) => run.evaluated.length > 0))
      .map((entry) => ({ entry, spread: this.spreads.get(entry)?.lengths }));
    return {
      head: [
        ...['length', 'trained on'],
        ...columns.flatMap(({ entry: { scheme, runs }, spread }) => [
          ...runs.map(({ seed }) => (seeds > 1 ? `${scheme.name} (seed ${seed})` : scheme.name)),
          ...(spread ? [`${scheme.name} (mean)`, `${scheme.name} (sd)`] : []),
        ]),
        ...['guessing', 'answers scored'],
      ],
      count: tested.length,
      row: (n) => {
        const length = tested[n] ?? 0;
        const at = this.lengths.indexOf(length);
        const answers = columns.map(({ entry: { runs }, spread }) => ({
          ...{ spread },
          all: runs.map(({ run }) => run.evaluated.find((one) => one.length === length)),
        }));
        const scored = answers
          .flatMap(({ all }) => all)
          .flatMap((one) => (one && 'scored' in one ? [one.scored] : []));
        return [
          ...[length, this.isTrained(length) ? 'yes' : 'no'],
          ...answers.flatMap(({ all, spread }) => [
            ...all.map((one) => (one ? (one.accuracy ?? 'no answer') : '')),
            ...(spread ? [told(spread.mean[at]), told(spread.sd[at])] : []),
          ]),
          ...[about.chance, scored[0] ?? 0],
        ];
      },
    };
  }

  /** Every step, as it was. */
  get curveTable(): DataTable {
    const shown = this.entries.flatMap(({ scheme, runs }) =>
      runs
        .filter(({ run }) => run.losses.length > 0)
        .map(({ run, seed }) => ({
          run,
          of: this.seeds > 1 ? `, seed ${seed}` : '',
          name: scheme.name,
        })),
    );
    return {
      head: [
        'step',
        ...shown.flatMap(({ name, of }) => [`${name} (loss${of})`, `${name} (accuracy${of})`]),
      ],
      count: shown.reduce((most, { run }) => Math.max(most, run.losses.length), 0),
      row: (n) => [
        n + 1,
        ...shown.flatMap(({ run }) => [run.losses[n] ?? '', run.accuracies[n] ?? '']),
      ],
    };
  }

  /** What the core judges guesses and answers by. */
  get outcome(): LabOutcome {
    return {
      ...outcomeBefore(
        this.task,
        this.about,
        this.entries.map(({ scheme }) => scheme),
        this.options?.trainLongest ?? 0,
      ),
      seeds: this.seeds,
      accuracies: Float64Array.from(
        this.trained.flatMap(({ run }) =>
          this.lengths.map((length) => accuracyAt(run, length) ?? NaN),
        ),
      ),
    };
  }
}

/** The same when nothing has been trained yet. */
export const outcomeBefore = (
  task: string,
  about: TrainingTask,
  schemes: readonly Scheme[],
  trainLongest: number,
): LabOutcome => ({
  ...{ task, trainLongest, seeds: 0, accuracies: new Float64Array(0) },
  schemes: schemes.map(({ id }) => id),
  lengths: about.testLengths,
  chance: about.chance,
  ceiling: about.ceiling,
});

const accuracyAt = (run: Run, length: number): number | null =>
  run.evaluated.find((one) => one.length === length)?.accuracy ?? null;

const answerIn = (one: Evaluated): string =>
  one.accuracy === null ? 'has no answer' : percent(one.accuracy, 1);

/** In a table. */
const told = (value: number | undefined): number | string =>
  value === undefined || Number.isNaN(value) ? 'no answer' : value;
