// After a run: the reader's guesses as the run judges them, and questions about it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Answers, LabOutcome } from '../../core/api.ts';
import './questions.ts';

/** Titles of sets of questions, by their names in the core. */
const titles: Record<string, string> = {
  'e13.2': 'E13.2: what does your run show?',
  'practice-3': 'Practice 3: what does removing the encoding cost?',
  'practice-4': 'Practice 4: is a hybrid better than its parts?',
  'practice-5': 'Practice 5: RoPE against waves',
  longer: 'Longer than in training',
};

export interface FinishedRun {
  outcome: LabOutcome;
  /** The key that the run is kept by. */
  setting: string;
  /** The guesses before it. */
  guesses: Answers;
  /** It was trained on this visit: its guesses have not been graded before. */
  isNew: boolean;
}

/** @param sets the names of the sets of questions */
export function runQuestions(run: FinishedRun, sets: readonly string[]): TemplateResult {
  const { outcome, setting, guesses, isNew } = run;
  return html`${
    Object.keys(guesses).length > 0
      ? html`<posenc-lab-questions
          id="guessed"
          set="prediction"
          heading="What you guessed"
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
        heading=${titles[set] ?? set}
        .setting=${setting}
        .outcome=${outcome}
      ></posenc-lab-questions>`,
  )}`;
}
