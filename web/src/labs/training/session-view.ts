// What is shown of a session: its runs, their plots, notes, and the questions about them.
import { html, nothing, type TemplateResult } from 'lit';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { sessionNotes } from './notes.ts';
import { runList } from './run-list.ts';
import { type FinishedRun, runQuestions } from './run-questions.ts';
import type { Session } from './session.ts';

interface View {
  /** What questions are about, once there are results. */
  run: FinishedRun | null;
  /** The names of sets of questions. */
  questions: string;
  /** The plots, and how many of them are older than the session. */
  drawn: readonly TemplateResult[];
  staleCount: number;
  storageProblem: StorageProblem;
}

export const sessionView = (
  session: Session,
  { run, questions, drawn, staleCount, storageProblem }: View,
): TemplateResult =>
  html`${runList(session, (entry) => session.retry(entry))}
  ${
    session.active || session.hasSteps
      ? html`<div class="plots" data-stale=${staleCount}>${drawn}</div>`
      : nothing
  }
  ${sessionNotes(session, storageProblem)}
  ${
    run && !session.active && session.complete
      ? runQuestions(run, questions.split(/\s+/).filter(Boolean))
      : nothing
  }`;
