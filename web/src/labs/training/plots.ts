// The plots of a session: its numbers by step, and its results by length.
import { html, type TemplateResult } from 'lit';
import '../../plots/line-plot.ts';
import {
  lengthAxis,
  lengthCurves,
  lengthReading,
  lengthSummary,
  missingAnswers,
  seedCurves,
  seedReading,
  seedSummary,
  trainedStretch,
} from './length-curves.ts';
import { stepFacts, type StepNumbers } from './measure.ts';
import type { Entry, Session } from './session.ts';
import { stepAxis, stepCurves, stepReading, stepStops, stepSummary } from './step-curves.ts';
import { swatch } from './swatch.ts';

/** In the order in which they are first drawn: `steps` are the numbers that matter most, `others` the rest. */
export const plotNames = ['steps', 'lengths', 'others', 'seeds'] as const;
export type PlotName = (typeof plotNames)[number];

/** A plot of what is known now. */
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
    ${missingAnswers(session).map((reason) => html`<p class="note">${reason}</p>`)}`;
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
      quiet
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
