// A session beside and below its schemes: plots, notes, and the questions about it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Answers, LabOutcome } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { storageNotice, type StorageProblem } from '../../ui/notices.ts';
import { stepFacts } from './measure.ts';
import type { PlotName } from './plots.ts';
import './questions.ts';
import type { Session } from './session.ts';

interface View {
  /** The subject of the questions, once there are results. */
  run: FinishedRun | null;
  questions: string;
  storageProblem: StorageProblem;
}

interface Plots {
  /** The plots that have been drawn, and how many of them are older than the session. */
  drawn: ReadonlyMap<PlotName, TemplateResult>;
  staleCount: number;
  /** This frame has time to arrange them anew. */
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

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** The limits of the results, their date, and why they are not stored. */
function sessionNotes(
  { active, hasLengths, seeds, taskInfo, live, endedAt }: Session,
  storageProblem: StorageProblem,
): TemplateResult | typeof nothing {
  if (active || !hasLengths) return nothing;
  const single =
    seeds === 1 ? ' One seed shows no spread: train more seeds before you trust a difference.' : '';
  const notice = storageNotice(storageProblem, 'this run');
  return html`<p class="note"><b>What this cannot show.</b> ${taskInfo.limits}${single}</p>
    ${
      live.length === 0 && endedAt !== null
        ? html`<p class="note">Trained in this browser on ${dates.format(endedAt)}.</p>`
        : nothing
    }
    ${
      notice
        ? html`<p class="message" role="status">${notice} Download the run to keep it.</p>`
        : nothing
    }`;
}

/** Why nothing can be trained. @param again asks once more */
export const failureText = ({ code, message }: PosencError, again: () => void): TemplateResult =>
  html`${message}${
    code === 'broken'
      ? html`<button class="button again" type="button" @click=${again}>Try again</button>`
      : nothing
  }`;

// After a run: the reader's guesses as the run judges them, and questions about it.

/** Titles of sets of questions, and their numbers in the course, by their names in the core. */
const titles: Record<string, { heading: string; label?: string }> = {
  'e13.2': { heading: 'What does your run show?', label: 'E13.2' },
  'practice-3': { heading: 'What does removing the encoding cost?', label: 'Practice 3' },
  'practice-4': { heading: 'Is a hybrid better than its parts?', label: 'Practice 4' },
  'practice-5': { heading: 'RoPE against sinusoidal', label: 'Practice 5' },
  longer: { heading: 'Longer than in training' },
  text: { heading: 'Bits per character' },
  layers: { heading: 'A scheme for each layer' },
};

interface FinishedRun {
  outcome: LabOutcome;
  /** The key that the run is kept by. */
  setting: string;
  guesses: Answers;
  /** It was trained on this visit: its guesses have not been graded before. */
  isNew: boolean;
}

function runQuestions(run: FinishedRun, sets: readonly string[]): TemplateResult {
  const { outcome, setting, guesses, isNew } = run;
  return html`${
    Object.keys(guesses).length > 0
      ? html`<posenc-lab-questions
          id="guessed"
          set="prediction"
          heading="Your guesses, graded"
          locked
          .setting=${isNew ? setting : ''}
          .outcome=${outcome}
          .answers=${guesses}
        ></posenc-lab-questions>`
      : nothing
  }
  ${sets.map(
    (set) =>
      html`<posenc-lab-questions
        set=${set}
        heading=${titles[set]?.heading ?? set}
        label=${titles[set]?.label ?? ''}
        .setting=${setting}
        .outcome=${outcome}
      ></posenc-lab-questions>`,
  )}`;
}

interface ButtonState {
  task: string;
  /** The tasks that can be chosen; none if there is only one. */
  tasks: readonly { name: string; title: string }[];
  session: Session | null;
  /** The session has the current settings. */
  isShown: boolean;
  canStart: boolean;
  /** Start was pressed, and the session is on its way. */
  isStarting: boolean;
  /** The reader still has to guess: the main button leads there, and says so. */
  mustGuess: boolean;
  /** Another example can be drawn. */
  canChange: boolean;
}

interface ButtonActions {
  setTask(task: string): void;
  onPrimary(event: MouseEvent): void;
  onStop(): void;
  onAnother(): void;
}

/** The task; start, or pause and resume; stop; another example; and how far all runs are. */
export function trainingButtons(
  { task, tasks, session, isShown, canStart, isStarting, mustGuess, canChange }: ButtonState,
  act: ButtonActions,
): TemplateResult {
  const active = session?.active ? session : null;
  const isLeft = !active && session?.unfinished === true && isShown;
  const first = isLeft ? 'Resume' : mustGuess ? 'Guess first' : 'Start';
  const word = isStarting ? 'Starting' : !active ? first : active.paused ? 'Resume' : 'Pause';
  const left = active?.timeLeft ? `, ${active.timeLeft}` : '';
  const counted = active ?? (isLeft ? session : null);
  const progress = counted
    ? `${counted.stepsDone} of ${counted.stepsInAll} steps in total${left}`
    : '';
  return html`<div class="buttons">
    ${
      tasks.length > 0
        ? html`<label class="task"
            >task
            <select
              id="task"
              @change=${(event: Event) => act.setTask((event.target as HTMLSelectElement).value)}
            >
              ${tasks.map(
                ({ name, title }) =>
                  html`<option value=${name} .selected=${name === task}>${title}</option>`,
              )}
            </select></label
          >`
        : nothing
    }
    <button
      class="button main"
      type="button"
      aria-disabled=${!canStart}
      @click=${(event: MouseEvent) => act.onPrimary(event)}
    >
      ${word}
    </button>
    <button class="button" type="button" aria-disabled=${!counted} @click=${() => act.onStop()}>
      Stop
    </button>
    ${
      canChange
        ? html`<button class="button" type="button" @click=${() => act.onAnother()}>
            Another example
          </button>`
        : nothing
    }
    <span class="whole">${progress}</span>
  </div>`;
}
