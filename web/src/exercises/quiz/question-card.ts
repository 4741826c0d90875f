// A question of the quiz: to be answered, or with an explanation of every option.
import { html, nothing, type TemplateResult } from 'lit';
import type { Item } from '../../core/api.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { type Confidence, confidences, type GivenAnswer } from './quiz-work.ts';
import type { Comeback } from './schedule.ts';
import type { QuestionWording } from './wording.ts';

const confidenceLabels: Record<Confidence, string> = {
  guess: 'a guess',
  fairly: 'fairly sure',
  certain: 'certain',
};

interface Radio {
  name: string;
  value: string;
  isChecked: boolean;
  label: HTMLElement | string | undefined;
  choose: () => void;
}

const radio = ({ name, value, isChecked, label, choose }: Radio): TemplateResult =>
  html`<label
    ><input type="radio" name=${name} value=${value} .checked=${isChecked} @change=${choose} /><span
      >${label}</span
    ></label
  >`;

/** A learner's answer as far as it is given. */
export interface Draft {
  confidence: Confidence | null;
  choice: string | null;
}

interface Actions {
  setConfidence: (confidence: Confidence) => void;
  setChoice: (choice: string) => void;
}

export function answerFields(
  item: Item,
  { options }: QuestionWording,
  { confidence, choice }: Draft,
  { setConfidence, setChoice }: Actions,
): TemplateResult {
  return html`<fieldset class="options">
      <legend>Your answer</legend>
      ${item.choices.map((one) =>
        radio({
          name: 'choice',
          value: one,
          isChecked: choice === one,
          label: options.get(one)?.label,
          choose: () => setChoice(one),
        }),
      )}
    </fieldset>
    <fieldset class="sure" aria-describedby="question">
      <legend>How sure are you? (You can skip this.)</legend>
      <div>
        ${confidences.map((one) =>
          radio({
            name: 'sure',
            value: one,
            isChecked: confidence === one,
            label: confidenceLabels[one],
            choose: () => setConfidence(one),
          }),
        )}
      </div>
    </fieldset>`;
}

const youSaid: Record<Confidence | 'open', string> = {
  guess: 'You guessed:',
  fairly: 'You were fairly sure of:',
  certain: 'You were certain of:',
  open: 'You said:',
};

/** What is said of an answer, with the reason as written; the right answer after a wrong one; the others on request. */
export function explainedOptions(
  item: Item,
  { options }: QuestionWording,
  given: GivenAnswer,
  isRight: (choice: string) => boolean,
): TemplateResult {
  const option = (choice: string, said: string, before = '') => {
    const wording = options.get(choice);
    const isChosen = choice === given.choice;
    return html`<li
      class="${isRight(choice) ? 'right' : 'wrong'} ${isChosen ? 'chosen' : ''}"
      data-option=${choice}
      id=${isChosen ? 'chosen' : nothing}
      tabindex=${isChosen ? '-1' : nothing}
    >
      <p class="what"><b>${said}</b> ${before}</p>
      <div class="label">${wording?.again}</div>
      ${wording?.why}
    </li>`;
  };
  const others = item.choices.filter((choice) => options.has(choice) && choice !== given.choice);
  const right = others.filter(isRight);
  const wrong = others.filter((choice) => !isRight(choice));
  return html`<ul class="verdicts">
      ${option(given.choice, isRight(given.choice) ? '✓ Yes.' : '✕ Not quite.', youSaid[given.confidence ?? 'open'])}
      ${right.map((choice) => option(choice, '✓ The answer:'))}
    </ul>
    ${
      wrong.length > 0
        ? html`<details class="others">
            <summary @click=${toggleAfterFrame}>Why not the others?</summary>
            <ul class="verdicts">
              ${wrong.map((choice) => option(choice, '✕ Not this:'))}
            </ul>
          </details>`
        : nothing
    }`;
}

/** Above a question: which one it is. */
export function questionNumber(
  number: number,
  count: number,
  comeback: Comeback | undefined,
): TemplateResult {
  const before = comeback?.why === 'missed' ? 'missed before' : 'guessed before';
  return html`<p class="where">
    ${count > 1 ? html`<span>Question ${number} of ${count}</span>` : nothing}
    ${comeback ? html`<span class="badge">Back again: ${before}</span>` : nothing}
  </p>`;
}

/** Shown when there is no question now. */
export const noQuestion = html`<div class="question">
  <h3 id="question" tabindex="-1">That is all for now.</h3>
  <p>You have answered every question. You can go back to any of them below.</p>
</div>`;
