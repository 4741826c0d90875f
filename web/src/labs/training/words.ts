// The words for a session: its caption, its settings, the name of its files, and how far each scheme is.
import { quantity } from '../../plots/format.ts';
import { attributeOf } from '../../ui/parameters.ts';
import { labelOf, layerListsIn, rareIn } from './settings.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type Entry, resultAt, type Run, type SeedRun, type Session } from './session.ts';
import type { Example } from './watched.ts';

/** The result of a scheme: of its one seed, or the mean of its seeds; NaN while it is unknown. */
function meanAt({ lengths, spreads, measure }: Session, entry: Entry, length: number): number {
  const mean = spreads.get(entry)?.lengths.mean[lengths.indexOf(length)];
  if (mean !== undefined) return mean;
  const [only] = entry.runs;
  return (only && entry.runs.length === 1 ? resultAt(measure, only.run, length) : null) ?? NaN;
}

export function begunText({ entries, seeds }: Session): string {
  const names = entries.map(({ scheme }) => scheme.name).join(', ');
  const each = seeds === 1 ? '' : `, ${seeds} seeds${entries.length > 1 ? ' each' : ''}`;
  return `Training has begun: ${names}${each}.`;
}

/** The schemes with an answer at the longest tested length, the best first. */
function rankedAt(session: Session, longest: number) {
  return session.entries
    .map((entry) => ({ name: entry.scheme.short, result: meanAt(session, entry, longest) }))
    .filter(({ result }) => !Number.isNaN(result))
    .sort((a, b) => session.measure.compare(a.result, b.result));
}

/** "Training 5 schemes at once" */
function trainingText({ entries, isOneByOne }: Session): string {
  if (entries.length === 1) return 'Training one scheme';
  return `Training ${entries.length} schemes ${isOneByOne ? 'in turn' : 'at once'}`;
}

export function badgeOf(session: Session): { text: string; tone: Tone } {
  const { active, paused, unfinished, lengths, stepsDone, measure } = session;
  if (paused) return { text: 'Paused', tone: 'form' };
  if (active) return { text: trainingText(session), tone: 'form' };
  if (unfinished) return { text: 'Interrupted', tone: 'form' };
  const longest = Math.max(0, ...lengths);
  const ranked = rankedAt(session, longest);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst) {
    return { text: stepsDone === 0 ? 'Nothing was trained' : 'Ended early', tone: 'wrong' };
  }
  // The best scheme is not named: a lead may be luck, and the questions below ask about that.
  const [most, least] = [measure.write(best.result), measure.write(worst.result)];
  const amount = measure.amount(best.result);
  if (most !== least) return { text: `From ${least} to ${amount}`, tone: 'accent' };
  return { text: `${ranked.length === 1 ? 'Result' : 'All'}: ${amount}`, tone: 'accent' };
}

/** Below the badge: what it is about. */
export function lineOf(session: Session): string {
  const { active, unfinished, seeds, lengths, options, stepsDone } = session;
  if (unfinished && !active) return 'Press Resume to continue where it stopped.';
  const longest = Math.max(0, ...lengths);
  if (!options || (!active && rankedAt(session, longest).length === 0)) {
    return stepsDone === 0 ? '' : `Ended after ${quantity(stepsDone, 'step')}.`;
  }
  const mean = seeds > 1 ? `, mean of ${seeds} seeds` : '';
  return `Trained at length ${options.trainLongest}, ${active ? 'to be ' : ''}tested at ${longest}${mean}.`;
}

/** Of the example: all do not fit into a badge. */
const shownNumbers = 5;

/** Before a session: the question that is asked of all schemes. */
export const questionOf = (example: Example | null, title: string): string =>
  example?.isOrder
    ? `${example.inputs[0]?.slice(0, shownNumbers).join(' ') ?? ''} …: in order?`
    : title.replace(/[.]$/, '');

/** A sentence without its full stop. */
export function captionOf(session: Session): string {
  const { active, unfinished, entries, seeds, lengths, options, stepsDone, measure } = session;
  if (active) {
    const each = entries.length === 1 ? '' : ' each';
    return `${trainingText(session)}${seeds > 1 ? `, with ${seeds} seeds${each}` : ''}`;
  }
  if (unfinished)
    return `Interrupted after ${quantity(stepsDone, 'step')}; press Resume to continue`;
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
  const [most, least] = [measure.write(best.result), measure.write(worst.result)];
  const bestFound = measure.found(best.name, best.result);
  if (ranked.length === 1) return `${test}: ${bestFound}`;
  return most === least
    ? `${test}: ${measure.foundAlike(best.result)}`
    : `${test}: ${bestFound}, ${worst.name} ${least}`;
}

export function subtitleOf({ options, taskInfo, seeds, setting }: Session): string {
  if (!options) return '';
  const title = taskInfo.text ? `${taskInfo.title} of ${taskInfo.text.name}` : taskInfo.title;
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
    ...layerListsIn(setting).map(([list, text]) => `${labelOf(list)} ${text}`),
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
  const lists = layerListsIn(setting).map(
    ([list, text]) => `-${attributeOf(list)}${text.replace(/[^\w.]+/g, '_')}`,
  );
  return `${task}-d${dModel}-heads${heads}-layers${layers}-steps${steps}-batch${batch}${[...rare, ...lists].join('')}-seed${range}`;
}

function runState({ lengths, measure, unfinished }: Session, run: Run): string {
  const { losses, options, evaluated, divergedAt, failure } = run;
  const done = losses.length;
  const atStep = done > 0 ? ` at step ${done}` : '';
  switch (run.state) {
    case 'waiting':
      return 'waiting';
    case 'paused':
      return `paused${atStep}`;
    case 'stopped': {
      const ended = unfinished ? 'interrupted' : 'stopped';
      return done > 0 ? `${ended}${atStep}` : `${ended} before the first step`;
    }
    case 'running':
      if (done === 0) return 'starting';
      return done < options.steps
        ? `${done} of ${options.steps} steps`
        : `tested at ${evaluated.length} of ${lengths.length} lengths`;
    case 'done': {
      if (divergedAt !== null) return `ended at step ${divergedAt}: the loss became NaN`;
      const result = resultAt(measure, run, options.trainLongest);
      return result === null ? 'done' : `done: ${measure.atLength(result, options.trainLongest)}`;
    }
    case 'failed':
      return failure?.message ?? '';
  }
}

/** "93 % to 99 %", from the lowest seed to the highest; null while none is known. */
function rangeAt({ measure }: Session, runs: readonly SeedRun[], length: number): string | null {
  const known = runs
    .flatMap(({ run }) => resultAt(measure, run, length) ?? [])
    .sort((one, other) => one - other);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [least, most] = [measure.write(first), measure.atLength(last, length)];
  return least === measure.write(last) ? most : `${least} to ${most}`;
}

/** The progress of a scheme's runs, or why one failed. */
export function stateOf(session: Session, { runs, options }: Entry): string {
  const failed = runs.find(({ run }) => run.state === 'failed');
  const single = failed ?? (runs.length === 1 ? runs[0] : undefined);
  if (single) return runState(session, single.run);
  const count = (state: Run['state']) => runs.filter(({ run }) => run.state === state).length;
  if (count('done') + count('stopped') === runs.length) {
    if (count('stopped') > 0) {
      const ended = session.unfinished ? 'interrupted' : 'stopped';
      return `${ended}, ${count('done')} of ${runs.length} seeds done`;
    }
    const diverged = runs.find(({ run }) => run.divergedAt !== null);
    if (diverged) return `seed ${diverged.seed} ${runState(session, diverged.run)}`;
    const range = rangeAt(session, runs, options.trainLongest);
    return range ? `done: ${range}` : 'done';
  }
  const done = runs.reduce((sum, { run }) => sum + run.losses.length, 0);
  if (count('paused') > 0 && count('running') === 0) return `paused at step ${done}`;
  if (done === 0) return count('running') > 0 ? 'starting' : 'waiting';
  const inAll = runs.length * options.steps;
  return done < inAll ? `${done} of ${inAll} steps` : 'testing';
}
