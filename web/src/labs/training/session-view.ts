// What is shown of a session beside and below its schemes: plots, notes, and the questions about it.
import { html, nothing, type TemplateResult } from 'lit';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { sessionNotes } from './notes.ts';
import { stepFacts } from './measure.ts';
import type { PlotName } from './plots.ts';
import { type FinishedRun, runQuestions } from './run-questions.ts';
import type { Session } from './session.ts';

interface View {
  /** What questions are about, once there are results. */
  run: FinishedRun | null;
  /** The names of sets of questions. */
  questions: string;
  storageProblem: StorageProblem;
}

interface Plots {
  /** The plots that have been drawn, and how many of them are older than the session. */
  drawn: ReadonlyMap<PlotName, TemplateResult>;
  staleCount: number;
  /** Whether this frame has time to arrange them anew. */
  hasTime: boolean;
}

export const sessionView = (
  session: Session,
  { run, questions, storageProblem }: View,
): TemplateResult =>
  html`${sessionNotes(session, storageProblem)}
  ${
    run && !session.active && session.complete
      ? runQuestions(run, questions.split(/\s+/).filter(Boolean))
      : nothing
  }`;

export const sessionPlots = (
  session: Session,
  { drawn, staleCount, hasTime }: Plots,
): TemplateResult | typeof nothing =>
  session.active || session.hasSteps
    ? html`<div class="plots" data-stale=${staleCount}>
        ${session.active || !hasTime ? plotsOfSteps(session, drawn) : plotsOfResults(session, drawn)}
      </div>`
    : nothing;

const lower = (title: string): string => title.replace(/^./, (letter) => letter.toLowerCase());

/** "Loss" */
const othersOf = ({ measure }: Session): string =>
  stepFacts[measure.steps[1]].label.replace(' while training', '');

const some = (drawn: Plots['drawn'], ...names: PlotName[]) =>
  names.map((name) => drawn.get(name) ?? nothing);

/** While it trains: how good each scheme is, with all else folded away. */
function plotsOfSteps(session: Session, drawn: Plots['drawn']): TemplateResult {
  const title = lower(session.measure.title);
  return html`${some(drawn, 'steps')}
    <details>
      <summary @click=${toggleAfterFrame}>${othersOf(session)}, and ${title} by length</summary>
      ${some(drawn, 'others', 'lengths', 'seeds')}
    </details>`;
}

/** Once it is over: results by length, with all else folded away. */
function plotsOfResults(session: Session, drawn: Plots['drawn']): TemplateResult {
  // (One length alone says less than the curves.)
  if (!session.hasLengths || session.lengths.length < 2) return plotsOfSteps(session, drawn);
  return html`${some(drawn, 'lengths')}
    <details>
      <summary @click=${toggleAfterFrame}>Learning curves and single seeds</summary>
      ${some(drawn, 'steps', 'others', 'seeds')}
    </details>`;
}
