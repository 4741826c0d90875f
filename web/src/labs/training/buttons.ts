import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from './session.ts';

interface ButtonState {
  task: string;
  /** The tasks that can be chosen; none if there is only one. */
  tasks: readonly { name: string; title: string }[];
  session: Session | null;
  /** Whether the session has the current settings. */
  isShown: boolean;
  canStart: boolean;
  /** Start was pressed, and the session is on its way. */
  isStarting: boolean;
  /** The reader still has to guess: the main button leads there, and says so. */
  mustGuess: boolean;
  /** Whether another example can be drawn. */
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
