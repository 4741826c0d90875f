// The plots of a session: accuracy and loss by step, and accuracy by length.
import { html, type TemplateResult } from 'lit';
import { decimals, percent, plain } from '../../plots/format.ts';
import type { LineAxis } from '../../plots/line-plot.ts';
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
import type { Entry, Measure, Session } from './session.ts';
import { stepAxis, stepCurves, stepReading, stepStops, stepSummary } from './step-curves.ts';
import { swatch } from './swatch.ts';

/** In the order in which they are first drawn. */
export const plotNames = ['accuracies', 'lengths', 'losses', 'seeds'] as const;
export type PlotName = (typeof plotNames)[number];

const accuracyAxis = (title: string): LineAxis => ({
  title,
  domain: [0, 1],
  mark: (value) => percent(value),
});

/** A plot of what is known now. */
export function plotOf(session: Session, name: PlotName): TemplateResult {
  if (name === 'lengths') return lengthPlot(session);
  return name === 'seeds' ? seedPlots(session) : stepPlot(session, name);
}

function stepPlot(session: Session, measure: Measure): TemplateResult {
  const { stepsPerPoint } = session;
  const mean = stepsPerPoint > 1 ? `, mean of ${stepsPerPoint} steps` : '';
  const isLoss = measure === 'losses';
  const write = (value: number) => (isLoss ? decimals(value, 3) : percent(value, 1));
  const lossAxis: LineAxis = { title: `loss in nats${mean}`, domain: [0, 0.1], mark: plain };
  return html`<posenc-line-plot
    data-plot
    height="220"
    label=${isLoss ? 'Loss while training' : 'Accuracy while training'}
    .summary=${stepSummary(session, measure, write)}
    .series=${stepCurves(session, measure)}
    .across=${stepAxis(session)}
    .up=${isLoss ? lossAxis : accuracyAxis(`accuracy on the batch${mean}`)}
    .stops=${stepStops(session)}
    .describe=${(stop: number) => stepReading(session, measure, stop, write)}
  ></posenc-line-plot>`;
}

const hasMeansOf = ({ seeds, active }: Session): boolean => seeds > 1 && !active;

function lengthPlot(session: Session): TemplateResult {
  if (!session.hasLengths) return html``;
  const { seeds } = session;
  const hasMeans = hasMeansOf(session);
  const title = `accuracy on new examples, by length${hasMeans ? `, mean of ${seeds} seeds` : ''}`;
  return html`<posenc-line-plot
      data-plot
      height="250"
      label="Accuracy by length"
      .summary=${lengthSummary(session)}
      .series=${lengthCurves(session)}
      .across=${lengthAxis(session)}
      .up=${accuracyAxis(title)}
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
      label="Accuracy by length, ${scheme.name}"
      .summary=${seedSummary(session, entry)}
      .series=${seedCurves(session, entry)}
      .across=${lengthAxis(session)}
      .up=${accuracyAxis('')}
      .stretch=${{ ...trainedStretch(session), name: '' }}
      .stops=${session.lengths}
      .describe=${(stop: number) => seedReading(session, entry, stop)}
    ></posenc-line-plot>
  </div>`;
}
