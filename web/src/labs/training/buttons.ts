import { html, nothing, type TemplateResult } from 'lit';
import { tasks } from '../../registry.ts';
import type { Session } from './session.ts';

interface ButtonState {
  task: string;
  session: Session | null;
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
  { task, session, canStart, isStarting, mustGuess, canChange }: ButtonState,
  act: ButtonActions,
): TemplateResult {
  const active = session?.active ? session : null;
  const first = isStarting ? 'Starting' : mustGuess ? 'Guess first' : 'Start';
  const word = !active ? first : active.paused ? 'Resume' : 'Pause';
  const left = active?.timeLeft ? `, ${active.timeLeft}` : '';
  const progress = active
    ? `${active.stepsDone} of ${active.stepsInAll} steps in total${left}`
    : '';
  return html`<div class="buttons">
    <label class="task"
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
    >
    <button
      class="button main"
      type="button"
      aria-disabled=${!canStart}
      @click=${(event: MouseEvent) => act.onPrimary(event)}
    >
      ${word}
    </button>
    <button class="button" type="button" aria-disabled=${!active} @click=${() => act.onStop()}>
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
