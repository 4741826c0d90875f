// The points of the quiz, and the list of all its questions.
import { html, nothing, type TemplateResult } from 'lit';
import type { Item } from '../../core/api.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { storedOnDevice } from '../card-parts.ts';
import type { Progress, QuestionState } from './progress.ts';
import type { QuestionWording } from './wording.ts';

const states: Record<QuestionState, { symbol: string; word: string }> = {
  new: { symbol: '○', word: 'new' },
  right: { symbol: '✓', word: 'right' },
  'second-go': { symbol: '◐', word: 'right on a later try' },
  missed: { symbol: '✕', word: 'missed' },
};

export const quizPoints = (progress: Progress, count: number, isStored: boolean): TemplateResult =>
  html`<progress aria-label="Right answers" max=${count} .value=${progress.score}></progress>
    <div class="points">
      <p class="score">${progress.scoreLine}</p>
      ${isStored ? storedOnDevice : nothing}
    </div>
    <p class="due">${progress.comebackLine}</p>
    <p class="due calibration">${progress.confidenceLine}</p>`;

interface Questions {
  items: readonly Item[];
  wording: ReadonlyMap<string, QuestionWording>;
  progress: Progress;
  /** The question on the screen. */
  current: string | null;
}

interface Actions {
  open: (question: string) => void;
  startOver: () => void;
}

export function allQuestions(
  { items, wording, progress, current }: Questions,
  { open, startOver }: Actions,
): TemplateResult {
  const entry = ({ id }: Item, n: number) => {
    const state = progress.stateOf(id);
    const { symbol, word } = states[state];
    const comeback = progress.comebackOf(id);
    const when = comeback ? `, back ${progress.whenBack(comeback)}` : '';
    return html`<li>
      <button
        type="button"
        class=${state}
        data-state=${state}
        data-jump=${id}
        aria-current=${id === current ? 'true' : 'false'}
        @click=${() => open(id)}
      >
        <span>${n + 1}</span>
        <span>${wording.get(id)?.text}</span>
        <span class="state"><span aria-hidden="true">${symbol}</span> ${word}${when}</span>
      </button>
    </li>`;
  };
  return html`<details>
    <summary @click=${toggleAfterFrame}>
      ${items.length === 1 ? 'The question' : `All ${items.length} questions, ${progress.answered} answered`}
    </summary>
    <ol class="all" role="list">
      ${items.map(entry)}
    </ol>
    <div class="actions start-over">
      <button type="button" class="quiet" @click=${startOver}>Start over</button>
    </div>
  </details>`;
}
