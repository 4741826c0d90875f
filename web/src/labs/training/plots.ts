// The plots of a session: its numbers by step, and its results by length.
import { html, type TemplateResult } from 'lit';
import { plain } from '../../plots/format.ts';
import '../../plots/line-plot.ts';
import type { LineAxis, Series, Stretch } from '../../plots/line-plot.ts';
import type { Evaluated } from '../../worker/training-protocol.ts';
import {
  type Level,
  type ReachNumbers,
  reachNumbers,
  stepFacts,
  type StepNumbers,
} from './measure.ts';
import { swatch } from './schemes.ts';
import { type Entry, resultAt, type Run, type SeedRun, type Session } from './session.ts';

/** In the order in which they are first drawn: `steps` are the numbers that matter most, `others` the rest. */
export const plotNames = ['steps', 'lengths', 'others', 'seeds'] as const;
export type PlotName = (typeof plotNames)[number];

export function plotOf(session: Session, name: PlotName): TemplateResult {
  if (name === 'lengths') return lengthPlot(session);
  if (name === 'seeds') return seedPlots(session);
  const [steps, others] = session.measure.steps;
  return stepPlot(session, name === 'steps' ? steps : others);
}

function stepPlot(session: Session, numbers: StepNumbers): TemplateResult {
  const { stepsPerPoint } = session;
  const mean = stepsPerPoint > 1 ? `, mean of ${stepsPerPoint} steps` : '';
  const { label, title, axis } = stepFacts[numbers];
  return html`<posenc-line-plot
    data-plot
    height="220"
    label=${label}
    .summary=${stepSummary(session, numbers)}
    .series=${stepCurves(session, numbers)}
    .across=${stepAxis(session)}
    .up=${axis(`${title}${mean}`)}
    .stops=${stepStops(session)}
    .describe=${(stop: number) => stepReading(session, numbers, stop)}
  ></posenc-line-plot>`;
}

const hasMeansOf = ({ seeds, active }: Session): boolean => seeds > 1 && !active;

function lengthPlot(session: Session): TemplateResult {
  if (!session.hasLengths) return html``;
  const { seeds, measure } = session;
  const hasMeans = hasMeansOf(session);
  const title = `${measure.byLength}${hasMeans ? `, mean of ${seeds} seeds` : ''}`;
  return html`<posenc-line-plot
      data-plot
      height="250"
      label="${measure.title} by length"
      .summary=${lengthSummary(session)}
      .series=${lengthCurves(session)}
      .across=${lengthAxis(session)}
      .up=${measure.axis(title)}
      .stretch=${trainedStretch(session)}
      .stops=${session.testedLengths}
      .describe=${(stop: number) => lengthReading(session, stop)}
    ></posenc-line-plot>
    ${
      session.hasReach
        ? html`<div class="multiples pair">
            ${reachNumbers.map((numbers, n) => reachPlot(session, numbers, n))}
          </div>`
        : html``
    }
    ${missingAnswers(session).map((reason) => html`<p class="note">${reason}</p>`)}`;
}

/** Loss, or attention on the planted character: the means of the schemes once they are known, before that their seeds. */
function reachPlot(session: Session, numbers: ReachNumbers, n: number): TemplateResult {
  const { label, title, axis } = numbers;
  const readings = session.testedLengths.map((_, stop) => reachReading(session, numbers, n, stop));
  return html`<div>
    <p class="which">${title}</p>
    <posenc-line-plot
      data-plot=${title}
      height="170"
      label=${label}
      .summary=${`${readings.join('. ')}.`}
      .series=${session.entries.flatMap((entry) => reachCurves(session, entry, numbers, n))}
      .across=${lengthAxis(session)}
      .up=${axis}
      .stretch=${{ ...trainedStretch(session), name: '' }}
      .stops=${session.testedLengths}
      .describe=${(stop: number) => readings[stop] ?? ''}
    ></posenc-line-plot>
  </div>`;
}

export function reachCurves(
  session: Session,
  entry: Entry,
  numbers: ReachNumbers,
  n: number,
): Series[] {
  const { short: name, color, as } = entry.scheme;
  const mean = session.spreads.get(entry)?.reach[n]?.mean;
  if (mean) return [{ name, color, as, marked: true, x: session.lengths, y: mean }];
  return entry.runs.map(({ run: { evaluated } }, place): Series => ({
    name: place === 0 ? name : '',
    color,
    as,
    marked: true,
    weight: 'thin',
    x: evaluated.map(({ length }) => length),
    y: evaluated.map((tested) => numbers.at(tested) ?? NaN),
  }));
}

export function reachReading(
  session: Session,
  numbers: ReachNumbers,
  n: number,
  stop: number,
): string {
  const length = session.testedLengths[stop] ?? 0;
  const place = session.lengths.indexOf(length);
  const parts = session.entries.flatMap((entry) => {
    const mean = session.spreads.get(entry)?.reach[n]?.mean[place];
    const seeds = entry.runs.flatMap(({ run }) => resultAt(numbers, run, length) ?? []);
    const values = mean === undefined ? seeds : [mean];
    if (values.length === 0) return [];
    return [`${entry.scheme.short} ${values.map((value) => numbers.write(value)).join(', ')}`];
  });
  return `length ${length}: ${parts.join('; ')}`;
}

/** A small plot for each scheme: its seeds, their mean, and how far they are apart. */
function seedPlots(session: Session): TemplateResult {
  if (!session.hasLengths || !hasMeansOf(session) || session.lengths.length < 2) return html``;
  return html`<p class="which">
      Each scheme on its own: a ring for each of the ${session.seeds} seeds, a line for their mean,
      and a band from the lowest to the highest
    </p>
    <div class="multiples">${session.entries.map((entry) => seedPlot(session, entry))}</div>`;
}

function seedPlot(session: Session, entry: Entry): TemplateResult {
  const { scheme } = entry;
  return html`<div>
    <p class="which">${swatch(scheme)} ${scheme.name}</p>
    <posenc-line-plot
      data-plot=${scheme.name}
      height="150"
      label="${session.measure.title} by length, ${scheme.name}"
      .summary=${seedSummary(session, entry)}
      .series=${seedCurves(session, entry)}
      .across=${lengthAxis(session)}
      .up=${session.measure.axis('')}
      .stretch=${{ ...trainedStretch(session), name: '' }}
      .stops=${session.lengths}
      .describe=${(stop: number) => seedReading(session, entry, stop)}
    ></posenc-line-plot>
  </div>`;
}

// Results by length: the curves of a session, and their values in words.

function lengthAxis({ lengths }: Session): LineAxis {
  const [first = 0] = lengths;
  return { title: 'length', domain: [first, lengths.at(-1) ?? first], at: lengths, mark: plain };
}

/** The part of the axis with the lengths that were trained on. */
function trainedStretch({ options }: Session): Stretch {
  const { trainShortest = 0, trainLongest = 0 } = options ?? {};
  return { from: trainShortest, to: trainLongest, name: `← trained up to ${trainLongest}` };
}

const points = ({ measure }: Session, { evaluated }: Run) => ({
  x: evaluated.map(({ length }) => length),
  y: evaluated.map((tested) => measure.at(tested) ?? NaN),
});

/** The curve of a scheme: the mean once it is known, before that its seeds. */
function lengthCurvesOf(session: Session, entry: Entry): Series[] {
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
  ...session.entries.flatMap((entry) => lengthCurvesOf(session, entry)),
];

/** One scheme: its seeds, their mean, and the band between the lowest and the highest. */
function seedCurves(session: Session, entry: Entry): Series[] {
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

function lengthSummary(session: Session): string {
  const readings = session.testedLengths.map((_, stop) => lengthReading(session, stop));
  return `${readings.join('. ')}. ${session.measure.levelsText}`;
}

function seedReading({ lengths, spreads, measure }: Session, entry: Entry, stop: number): string {
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

function seedSummary({ lengths, spreads, seeds, measure }: Session, entry: Entry): string {
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

// Loss and accuracy by step: the curves of a session, and their values in words.

const stepAxis = ({ options }: Session): LineAxis => ({
  title: 'steps',
  domain: [0, options?.steps ?? 1],
  mark: plain,
});

/** The curves of a scheme: its one seed, or thin ones for its seeds, and their mean once it is known. */
function stepCurvesOf({ spreads }: Session, entry: Entry, numbers: StepNumbers): Series[] {
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

/** Levels belong to the first numbers of a measure. */
const haveLevels = ({ measure }: Session, numbers: StepNumbers): boolean =>
  numbers === measure.steps[0];

function stepCurves(session: Session, numbers: StepNumbers): Series[] {
  const curves = session.entries.flatMap((entry) => stepCurvesOf(session, entry, numbers));
  return haveLevels(session, numbers) ? [...referenceLines(session), ...curves] : curves;
}

const stepStops = ({ trained }: Session): readonly number[] =>
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

const across = ({ name, value }: Level): Series => ({
  name,
  x: [],
  y: [value],
  color: 'soft',
  as: 'rule',
  within: true,
});

/** The level that needs no model, such as the accuracy of guessing. */
const plainestLine = ({ measure }: Session): Series[] => measure.levels.slice(0, 1).map(across);

/** All such levels, and the most that a model without positions can reach, if one is trained and the most is known. */
function referenceLines(session: Session): Series[] {
  const { chance, ceiling } = session.taskInfo;
  const hasLimit =
    ceiling !== null &&
    ceiling > chance &&
    ceiling < 1 &&
    session.entries.some(({ scheme }) => scheme.id === 'none');
  const limit = { name: 'best without positions', value: ceiling ?? NaN };
  return [...session.measure.levels, ...(hasLimit ? [limit] : [])].map(across);
}
