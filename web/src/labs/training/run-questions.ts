// After a run: the reader's guesses as the run judges them, and questions about it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Answers, LabOutcome } from '../../core/api.ts';
import './questions.ts';

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
