// Loss and accuracy by step: the curves of a session, and their values in words.
import { plain } from '../../plots/format.ts';
import type { LineAxis, Series } from '../../plots/line-plot.ts';
import { referenceLines } from './reference-lines.ts';
import { stepFacts, type StepNumbers } from './measure.ts';
import type { Entry, SeedRun, Session } from './session.ts';

export const stepAxis = ({ options }: Session): LineAxis => ({
  title: 'steps',
  domain: [0, options?.steps ?? 1],
  mark: plain,
});

/** The curves of a scheme: its one seed, or thin ones for its seeds, and their mean once it is known. */
function curvesOf({ spreads }: Session, entry: Entry, numbers: StepNumbers): Series[] {
  const { short: name, color, as } = entry.scheme;
  const { runs } = entry;
  const mean = spreads.get(entry)?.steps[numbers]?.mean;
  const points = ({ curve }: SeedRun) => ({ x: curve.steps, y: curve[numbers] });
  const [first] = runs;
  if (!first || runs.length === 1) return runs.map((one) => ({ name, color, as, ...points(one) }));
  const seeds = runs.map((one, n): Series => ({
    name: n === 0 && !mean ? name : '',
    color,
    as,
    weight: 'thin',
    ...points(one),
  }));
  return mean ? [...seeds, { name, color, as, x: first.curve.steps, y: mean }] : seeds;
}

/** Whether the numbers can be compared with what needs no model. */
const haveLevels = ({ measure }: Session, numbers: StepNumbers): boolean =>
  numbers === measure.steps[0];

export function stepCurves(session: Session, numbers: StepNumbers): Series[] {
  const curves = session.entries.flatMap((entry) => curvesOf(session, entry, numbers));
  return haveLevels(session, numbers) ? [...referenceLines(session), ...curves] : curves;
}

/** The steps at which the curves can be read. */
export const stepStops = ({ trained }: Session): readonly number[] =>
  trained.reduce<readonly number[]>(
    (longest, { curve }) => (curve.steps.length > longest.length ? curve.steps : longest),
    [],
  );

/** "steps 91 to 100: none 0.693, RoPE 0.412": the values at a stop. */
export function stepReading(session: Session, numbers: StepNumbers, stop: number) {
  const { write } = stepFacts[numbers];
  const parts = session.entries.flatMap((entry) => {
    const spread = session.spreads.get(entry)?.steps[numbers];
    const values = entry.runs.flatMap(({ curve }) => curve[numbers][stop] ?? []);
    if (values.length === 0) return [];
    const text = spread ? `mean ${write(spread.mean[stop] ?? NaN)}` : values.map(write).join(', ');
    return [`${entry.scheme.short} ${text}`];
  });
  const stops = stepStops(session);
  const to = stops[stop] ?? 0;
  const from = (stops[stop - 1] ?? 0) + 1;
  const steps = from === to ? `step ${to}` : `steps ${from} to ${to}`;
  return `${steps}: ${parts.join(session.seeds > 1 ? '; ' : ', ')}`;
}

/** The curves in words: where each began, and where it is. */
export function stepSummary(session: Session, numbers: StepNumbers): string {
  const { write } = stepFacts[numbers];
  const parts = session.entries.flatMap(({ scheme, runs }) => {
    const known = runs.filter(({ curve }) => curve.steps.length > 0);
    const [first] = known;
    if (!first) return [];
    const at = (place: number) =>
      known.map(({ curve }) => write(curve[numbers].at(place) ?? NaN)).join(', ');
    return [`${scheme.name}: ${at(0)} at first, ${at(-1)} after ${first.curve.steps.at(-1)} steps`];
  });
  if (parts.length === 0) return '';
  const levels = haveLevels(session, numbers) ? ` ${session.measure.levelsText}` : '';
  return `${parts.join('; ')}.${levels}`;
}
