// Accuracy by length: the curves of a session, and their values in words.
import { percent, plain } from '../../plots/format.ts';
import type { LineAxis, Series, Stretch } from '../../plots/line-plot.ts';
import type { Evaluated } from '../../worker/training-protocol.ts';
import { guessingLine, referenceLines } from './reference-lines.ts';
import { accuracyAt, type Entry, type Run, type Session } from './session.ts';

export function lengthAxis({ lengths }: Session): LineAxis {
  const [first = 0] = lengths;
  return { title: 'length', domain: [first, lengths.at(-1) ?? first], at: lengths, mark: plain };
}

/** The part of the axis with the lengths that were trained on. */
export function trainedStretch({ options }: Session): Stretch {
  const { trainShortest = 0, trainLongest = 0 } = options ?? {};
  return { from: trainShortest, to: trainLongest, name: `← trained up to ${trainLongest}` };
}

const points = ({ evaluated }: Run) => ({
  x: evaluated.map(({ length }) => length),
  y: evaluated.map(({ accuracy }) => accuracy ?? NaN),
});

/** The curve of a scheme: the mean once it is known, before that its seeds. */
function curvesOf({ lengths, spreads }: Session, entry: Entry): Series[] {
  const { short: name, id: color, as } = entry.scheme;
  const mean = spreads.get(entry)?.lengths.mean;
  if (mean) return [{ name, color, as, marked: true, x: lengths, y: mean }];
  return entry.runs
    .filter(({ run }) => run.evaluated.length > 0)
    .map(({ run }, n): Series => {
      const curve: Series = { name: n === 0 ? name : '', color, as, marked: true, ...points(run) };
      return entry.runs.length > 1 ? { ...curve, weight: 'thin' } : curve;
    });
}

export const lengthCurves = (session: Session): Series[] => [
  ...referenceLines(session),
  ...session.entries.flatMap((entry) => curvesOf(session, entry)),
];

/** One scheme: its seeds, their mean, and the band between the lowest and the highest. */
export function seedCurves(session: Session, entry: Entry): Series[] {
  const { id: color, as } = entry.scheme;
  const spread = session.spreads.get(entry)?.lengths;
  const seeds = entry.runs.map(({ run }): Series => ({
    name: '',
    color,
    as: 'points',
    hollow: true,
    ...points(run),
  }));
  if (!spread) return [guessingLine(session), ...seeds];
  const { mean, least, most } = spread;
  return [
    guessingLine(session),
    { name: '', color, as: 'band', x: session.lengths, y: least, to: most },
    ...seeds,
    { name: '', color, as, x: session.lengths, y: mean },
  ];
}

const accuracyText = ({ accuracy }: Evaluated): string =>
  accuracy === null ? 'has no answer' : percent(accuracy, 1);

/** "length 32: none 50.1 %, RoPE 71.3 %": the values at one of the tested lengths. */
export function lengthReading(session: Session, stop: number): string {
  const { seeds, spreads } = session;
  const length = session.testedLengths[stop] ?? 0;
  const place = session.lengths.indexOf(length);
  const parts = session.entries.flatMap((entry) => {
    const { scheme, runs } = entry;
    const mean = spreads.get(entry)?.lengths.mean[place] ?? NaN;
    if (!Number.isNaN(mean)) return [`${scheme.short} ${percent(mean, 1)}`];
    const known = runs.flatMap(({ run }) => {
      const one = run.evaluated.find((tested) => tested.length === length);
      return one ? [accuracyText(one)] : [];
    });
    return known.length > 0 ? [`${scheme.short} ${[...new Set(known)].join(', ')}`] : [];
  });
  const trained = session.isTrained(length) ? ', trained on' : '';
  const means = spreads.size > 0 ? `, means of ${seeds} seeds` : '';
  return `length ${length}${trained}${means}: ${parts.join(seeds > 1 ? '; ' : ', ')}`;
}

export function lengthSummary(session: Session): string {
  const readings = session.testedLengths.map((_, stop) => lengthReading(session, stop));
  return `${readings.join('. ')}. Guessing gets ${percent(session.taskInfo.chance)}.`;
}

/** The values of one scheme's seeds at one of the lengths. */
export function seedReading({ lengths, spreads }: Session, entry: Entry, stop: number): string {
  const length = lengths[stop] ?? 0;
  const spread = spreads.get(entry)?.lengths;
  const seeds = entry.runs
    .map(({ run, seed }) => `seed ${seed} ${percent(accuracyAt(run, length) ?? NaN, 1)}`)
    .join(', ');
  if (!spread) return `length ${length}: ${seeds}`;
  const { mean, sd } = spread;
  return `length ${length}: mean ${percent(mean[stop] ?? NaN, 1)}, standard deviation ${percent(sd[stop] ?? NaN, 1)} (${seeds})`;
}

export function seedSummary({ lengths, spreads, seeds }: Session, entry: Entry): string {
  const spread = spreads.get(entry)?.lengths;
  if (!spread) return '';
  const { mean, least, most } = spread;
  const parts = lengths.map(
    (length, n) =>
      `length ${length}: mean ${percent(mean[n] ?? NaN, 1)}, from ${percent(least[n] ?? NaN, 1)} to ${percent(most[n] ?? NaN, 1)}`,
  );
  return `${entry.scheme.name} with ${seeds} seeds. ${parts.join('; ')}.`;
}

/** The first length for which a scheme's model has no answer, and why. */
export const missingAnswers = ({ entries }: Session): string[] =>
  entries.flatMap(({ scheme, runs }) => {
    const refused = runs.flatMap(({ run }) => run.evaluated).find((one) => one.accuracy === null);
    return refused && 'why' in refused
      ? [`${scheme.name}, from length ${refused.length} on: ${refused.why}`]
      : [];
  });
