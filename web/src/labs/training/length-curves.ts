// Results by length: the curves of a session, and their values in words.
import { plain } from '../../plots/format.ts';
import type { LineAxis, Series, Stretch } from '../../plots/line-plot.ts';
import type { Evaluated } from '../../worker/training-protocol.ts';
import { plainestLine, referenceLines } from './reference-lines.ts';
import { type Entry, resultAt, type Run, type Session } from './session.ts';

export function lengthAxis({ lengths }: Session): LineAxis {
  const [first = 0] = lengths;
  return { title: 'length', domain: [first, lengths.at(-1) ?? first], at: lengths, mark: plain };
}

/** The part of the axis with the lengths that were trained on. */
export function trainedStretch({ options }: Session): Stretch {
  const { trainShortest = 0, trainLongest = 0 } = options ?? {};
  return { from: trainShortest, to: trainLongest, name: `← trained up to ${trainLongest}` };
}

const points = ({ measure }: Session, { evaluated }: Run) => ({
  x: evaluated.map(({ length }) => length),
  y: evaluated.map((tested) => measure.at(tested) ?? NaN),
});

/** The curve of a scheme: the mean once it is known, before that its seeds. */
function curvesOf(session: Session, entry: Entry): Series[] {
  const { lengths, spreads } = session;
  const { short: name, color, as } = entry.scheme;
  const mean = spreads.get(entry)?.lengths.mean;
  if (mean) return [{ name, color, as, marked: true, x: lengths, y: mean }];
  return entry.runs
    .filter(({ run }) => run.evaluated.length > 0)
    .map(({ run }, n): Series => {
      const curve: Series = {
        name: n === 0 ? name : '',
        color,
        as,
        marked: true,
        ...points(session, run),
      };
      return entry.runs.length > 1 ? { ...curve, weight: 'thin' } : curve;
    });
}

export const lengthCurves = (session: Session): Series[] => [
  ...referenceLines(session),
  ...session.entries.flatMap((entry) => curvesOf(session, entry)),
];

/** One scheme: its seeds, their mean, and the band between the lowest and the highest. */
export function seedCurves(session: Session, entry: Entry): Series[] {
  const { color, as } = entry.scheme;
  const spread = session.spreads.get(entry)?.lengths;
  const seeds = entry.runs.map(({ run }): Series => ({
    name: '',
    color,
    as: 'points',
    hollow: true,
    ...points(session, run),
  }));
  if (!spread) return [...plainestLine(session), ...seeds];
  const { mean, least, most } = spread;
  return [
    ...plainestLine(session),
    { name: '', color, as: 'band', x: session.lengths, y: least, to: most },
    ...seeds,
    { name: '', color, as, x: session.lengths, y: mean },
  ];
}

function resultText({ measure }: Session, tested: Evaluated): string {
  const value = measure.at(tested);
  return value === null ? 'has no answer' : measure.write(value, true);
}

/** "length 32: none 50.1 %, RoPE 71.3 %": the values at one of the tested lengths. */
export function lengthReading(session: Session, stop: number): string {
  const { seeds, spreads, measure } = session;
  const length = session.testedLengths[stop] ?? 0;
  const place = session.lengths.indexOf(length);
  const parts = session.entries.flatMap((entry) => {
    const { scheme, runs } = entry;
    const mean = spreads.get(entry)?.lengths.mean[place] ?? NaN;
    if (!Number.isNaN(mean)) return [`${scheme.short} ${measure.write(mean, true)}`];
    const known = runs.flatMap(({ run }) => {
      const one = run.evaluated.find((tested) => tested.length === length);
      return one ? [resultText(session, one)] : [];
    });
    return known.length > 0 ? [`${scheme.short} ${[...new Set(known)].join(', ')}`] : [];
  });
  const trained = session.isTrained(length) ? ', trained on' : '';
  const means = spreads.size > 0 ? `, means of ${seeds} seeds` : '';
  return `length ${length}${trained}${means}: ${parts.join(seeds > 1 ? '; ' : ', ')}`;
}

export function lengthSummary(session: Session): string {
  const readings = session.testedLengths.map((_, stop) => lengthReading(session, stop));
  return `${readings.join('. ')}. ${session.measure.levelsText}`;
}

/** The values of one scheme's seeds at one of the lengths. */
export function seedReading(
  { lengths, spreads, measure }: Session,
  entry: Entry,
  stop: number,
): string {
  const length = lengths[stop] ?? 0;
  const spread = spreads.get(entry)?.lengths;
  const seeds = entry.runs
    .map(
      ({ run, seed }) =>
        `seed ${seed} ${measure.write(resultAt(measure, run, length) ?? NaN, true)}`,
    )
    .join(', ');
  if (!spread) return `length ${length}: ${seeds}`;
  const { mean, sd } = spread;
  return `length ${length}: mean ${measure.write(mean[stop] ?? NaN, true)}, standard deviation ${measure.write(sd[stop] ?? NaN, true)} (${seeds})`;
}

export function seedSummary({ lengths, spreads, seeds, measure }: Session, entry: Entry): string {
  const spread = spreads.get(entry)?.lengths;
  if (!spread) return '';
  const { mean, least, most } = spread;
  const parts = lengths.map(
    (length, n) =>
      `length ${length}: mean ${measure.write(mean[n] ?? NaN, true)}, from ${measure.write(least[n] ?? NaN, true)} to ${measure.write(most[n] ?? NaN, true)}`,
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
