// The words for a session: its caption, its settings, the name of its files, and how far each scheme is.
import { percent, quantity } from '../../plots/format.ts';
import { attributeOf } from '../../ui/parameters.ts';
import { rareIn } from './setting.ts';
import { labelOf } from './sizes.ts';
import type { Tone } from '../../ui/tones.ts';
import { accuracyAt, type Entry, type Run, type SeedRun, type Session } from './session.ts';
import type { Example } from './watched.ts';

/** The accuracy of a scheme: of its one seed, or the mean of its seeds; NaN while it is unknown. */
function meanAt({ lengths, spreads }: Session, entry: Entry, length: number): number {
  const mean = spreads.get(entry)?.lengths.mean[lengths.indexOf(length)];
  if (mean !== undefined) return mean;
  const [only] = entry.runs;
  return (only && entry.runs.length === 1 ? accuracyAt(only.run, length) : null) ?? NaN;
}

export function begunText({ entries, seeds }: Session): string {
  const names = entries.map(({ scheme }) => scheme.name).join(', ');
  const each = seeds === 1 ? '' : `, ${seeds} seeds${entries.length > 1 ? ' each' : ''}`;
  return `Training has begun: ${names}${each}.`;
}

/** The schemes with an answer at the longest tested length, the best first. */
function rankedAt(session: Session, longest: number) {
  return session.entries
    .map((entry) => ({ name: entry.scheme.short, accuracy: meanAt(session, entry, longest) }))
    .filter(({ accuracy }) => !Number.isNaN(accuracy))
    .sort((a, b) => b.accuracy - a.accuracy);
}

/** What has just happened, in a few words. */
export function badgeOf(session: Session): { text: string; tone: Tone } {
  const { active, paused, entries, lengths, stepsDone } = session;
  if (paused) return { text: 'Paused', tone: 'form' };
  if (active) {
    const text =
      entries.length === 1
        ? 'Training one scheme'
        : `Training ${entries.length} schemes side by side`;
    return { text, tone: 'form' };
  }
  const longest = Math.max(0, ...lengths);
  const ranked = rankedAt(session, longest);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst) {
    return { text: stepsDone === 0 ? 'Nothing was trained' : 'Ended early', tone: 'wrong' };
  }
  const [most, least] = [percent(best.accuracy), percent(worst.accuracy)];
  const at = `at length ${longest}`;
  if (ranked.length === 1) return { text: `${best.name}: ${most} ${at}`, tone: 'accent' };
  // Who is ahead is not said: a lead may be luck, and the questions below ask about that.
  const text = most === least ? `All get ${most} ${at}` : `From ${least} to ${most} ${at}`;
  return { text, tone: 'accent' };
}

/** Before a session: the question that is asked of all schemes. */
export const questionOf = (example: Example | null, title: string): string =>
  example?.isOrder ? `${example.inputs[0]?.join(' ') ?? ''}: in order?` : title.replace(/[.]$/, '');

/** What the numbers show, as a sentence without its full stop. */
export function captionOf(session: Session): string {
  const { active, entries, seeds, lengths, options, stepsDone } = session;
  if (active) {
    const several = seeds > 1 ? `, with ${seeds} seeds` : '';
    return entries.length === 1
      ? `Training one scheme${several}`
      : `Training ${entries.length} schemes side by side${several && `${several} each`}`;
  }
  const longest = Math.max(0, ...lengths);
  const ranked = rankedAt(session, longest);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst) {
    return stepsDone === 0
      ? 'Nothing was trained'
      : `Ended early, after ${quantity(stepsDone, 'step')}`;
  }
  const trainLongest = options?.trainLongest ?? 0;
  const mean = seeds > 1 ? ` (mean of ${seeds} seeds)` : '';
  const test =
    longest > trainLongest
      ? `Trained up to length ${trainLongest}, tested at ${longest}${mean}`
      : `Trained and tested at length ${longest}${mean}`;
  const [most, least] = [percent(best.accuracy), percent(worst.accuracy)];
  if (ranked.length === 1) return `${test}: ${best.name} gets ${most} right`;
  return most === least
    ? `${test}: all get ${most} right`
    : `${test}: ${best.name} gets ${most} right, ${worst.name} ${least}`;
}

/** The settings in words. */
export function subtitleOf({ options, taskInfo: { title }, seeds, setting }: Session): string {
  if (!options) return '';
  const { dModel, heads, layers, steps, batch, seed, trainShortest, trainLongest } = options;
  const parts = [
    trainShortest === trainLongest
      ? `length ${trainLongest}`
      : `lengths ${trainShortest} to ${trainLongest}`,
    `d = ${dModel}`,
    quantity(heads, 'head'),
    quantity(layers, 'layer'),
    quantity(steps, 'step'),
    `batch ${batch}`,
    ...rareIn(setting).flatMap(([size, value]) =>
      // (The trained lengths come first.)
      size === 'trainShortest' || size === 'trainLongest' ? [] : [`${labelOf(size)} ${value}`],
    ),
    seeds > 1 ? `seeds ${seed} to ${seed + seeds - 1}` : `seed ${seed}`,
  ];
  return `${title}${/[.?!]$/.test(title) ? '' : '.'} Training ${parts.join(', ')}`;
}

/** The settings in the names of files. */
export function fileStem({ task, options, seeds, setting }: Session): string {
  if (!options) return '';
  const { dModel, heads, layers, steps, batch, seed } = options;
  const range = seeds > 1 ? `s${seed}-${seed + seeds - 1}` : seed;
  const rare = rareIn(setting).map(([size, value]) => `-${attributeOf(size)}${value}`);
  return `${task}-d${dModel}-heads${heads}-layers${layers}-steps${steps}-batch${batch}${rare.join('')}-seed${range}`;
}

function runState(run: Run, lengths: readonly number[]): string {
  const { losses, options, evaluated, divergedAt, failure } = run;
  const done = losses.length;
  const atStep = done > 0 ? ` at step ${done}` : '';
  switch (run.state) {
    case 'waiting':
      return 'waiting';
    case 'paused':
      return `paused${atStep}`;
    case 'stopped':
      return done > 0 ? `stopped${atStep}` : 'stopped before the first step';
    case 'running':
      if (done === 0) return 'starting';
      return done < options.steps
        ? `${done} of ${options.steps} steps`
        : `tested at ${evaluated.length} of ${lengths.length} lengths`;
    case 'done': {
      if (divergedAt !== null) return `ended at step ${divergedAt}: the loss became NaN`;
      const accuracy = accuracyAt(run, options.trainLongest);
      return accuracy === null
        ? 'done'
        : `done: ${percent(accuracy)} at length ${options.trainLongest}`;
    }
    case 'failed':
      return failure?.message ?? '';
  }
}

/** "93 % to 99 %", from the lowest seed to the highest; null while none is known. */
function rangeAt(runs: readonly SeedRun[], length: number): string | null {
  const known = runs.flatMap(({ run }) => accuracyAt(run, length) ?? []);
  if (known.length === 0) return null;
  const [least, most] = [percent(Math.min(...known)), percent(Math.max(...known))];
  return least === most ? least : `${least} to ${most}`;
}

/** How far the runs of a scheme are, or why one failed. */
export function stateOf({ lengths }: Session, { runs, options }: Entry): string {
  const failed = runs.find(({ run }) => run.state === 'failed');
  const single = failed ?? (runs.length === 1 ? runs[0] : undefined);
  if (single) return runState(single.run, lengths);
  const count = (state: Run['state']) => runs.filter(({ run }) => run.state === state).length;
  if (count('done') + count('stopped') === runs.length) {
    if (count('stopped') > 0) return `stopped, ${count('done')} of ${runs.length} seeds done`;
    const diverged = runs.find(({ run }) => run.divergedAt !== null);
    if (diverged) return `seed ${diverged.seed} ${runState(diverged.run, lengths)}`;
    const range = rangeAt(runs, options.trainLongest);
    return range ? `done: ${range} at length ${options.trainLongest}` : 'done';
  }
  const done = runs.reduce((sum, { run }) => sum + run.losses.length, 0);
  if (count('paused') > 0 && count('running') === 0) return `paused at step ${done}`;
  if (done === 0) return count('running') > 0 ? 'starting' : 'waiting';
  const inAll = runs.length * options.steps;
  return done < inAll ? `${done} of ${inAll} steps` : 'testing';
}
