import { html, type TemplateResult } from 'lit';
import type { Session } from './session.ts';

interface ButtonActions {
  onPrimary(event: MouseEvent): void;
  onStop(): void;
}

/** Start, or pause and resume; stop; and how far all runs are. */
export function trainingButtons(
  session: Session | null,
  canStart: boolean,
  act: ButtonActions,
): TemplateResult {
  const active = session?.active ? session : null;
  const word = !active ? 'Start' : active.paused ? 'Resume' : 'Pause';
  const left = active?.timeLeft ? `, ${active.timeLeft}` : '';
  const progress = active ? `${active.stepsDone} of ${active.stepsInAll} steps in all${left}` : '';
  return html`<div class="buttons">
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
    <span class="whole">${progress}</span>
  </div>`;
}
