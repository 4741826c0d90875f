// The fields of questions about a run: a number, one choice, or several.
import { html, nothing, type TemplateResult } from 'lit';
import type { Answers, LabQuestion, LabVerdict } from '../../core/api.ts';

/** The words that begin a verdict. */
const verdictWords: Partial<Record<LabVerdict['outcome'], string>> = {
  right: 'Right.',
  form: 'Close.',
  wrong: 'Not right.',
  unreadable: 'Not understood.',
};

/** Answers, their verdicts, and what a field does when it is used. */
interface Sheet {
  answers: Answers;
  /** Whether answers can no longer be changed. */
  locked: boolean;
  verdictOf(id: string): LabVerdict | undefined;
  answer(id: string, text: string): void;
}

const inputOf = (event: Event) => event.target as HTMLInputElement;

export function verdictText({ verdictOf }: Sheet, id: string): TemplateResult | typeof nothing {
  const verdict = verdictOf(id);
  if (!verdict || verdict.outcome === 'empty') return nothing;
  return html`<p class="because ${verdict.outcome}" id="verdict-${id}">
    <strong>${verdictWords[verdict.outcome] ?? ''}</strong> ${verdict.because}
  </p>`;
}

/** A unit of answers, and how far its slider goes. */
interface Unit {
  /** Behind the box. */
  sign: string;
  /** For screen readers. */
  named: string;
  slider: { max: number; step: number; middle: number };
}

const units: Record<'percent' | 'bits', Unit> = {
  percent: { sign: '%', named: 'percent', slider: { max: 100, step: 1, middle: 50 } },
  bits: {
    sign: 'bits',
    named: 'bits per character',
    slider: { max: 6, step: 0.1, middle: 3 },
  },
};

/** @param alone whether the question is a legend around it, so that it needs no label */
function numberField(
  sheet: Sheet,
  { id, text, kind }: LabQuestion,
  alone: boolean,
): TemplateResult {
  const { sign, named, slider } = units[kind === 'bits' ? 'bits' : 'percent'];
  const value = sheet.answers[id] ?? '';
  const isOpen = value.trim() === '';
  const number = Number(value.replace(',', '.').replace(/%|bits?/, ''));
  const hasNumber = !isOpen && !Number.isNaN(number);
  const answer = (event: Event) => sheet.answer(id, inputOf(event).value);
  return html`<div>
    <div class="percent ${alone ? 'alone' : ''} ${hasNumber ? '' : 'open'}">
      ${alone ? nothing : html`<label for=${id}>${text}</label>`}
      <span class="box"
        ><input
          id=${id}
          type="text"
          inputmode="decimal"
          aria-label="${text}, ${named}"
          aria-invalid=${sheet.verdictOf(id)?.outcome === 'unreadable'}
          aria-describedby="verdict-${id}"
          ?readonly=${sheet.locked}
          .value=${value}
          @input=${answer}
        />
        ${sign}</span
      >
      <input
        type="range"
        min="0"
        max=${slider.max}
        step=${slider.step}
        aria-label="${text}, ${named}, as a slider"
        aria-valuetext=${isOpen ? 'not answered yet' : `${value} ${sign}`}
        ?disabled=${sheet.locked}
        .value=${String(hasNumber ? number : slider.middle)}
        @input=${answer}
        @click=${
          // Its middle is where it stands already, so that a click there is no input.
          hasNumber || sheet.locked ? nothing : answer
        }
      />
    </div>
    ${verdictText(sheet, id)}
  </div>`;
}

/** Numbers below each other, each with its own label. */
export const numberFields = (sheet: Sheet, questions: readonly LabQuestion[]): TemplateResult =>
  html`<div class="percents">${questions.map((one) => numberField(sheet, one, false))}</div>`;

function oneChoice(sheet: Sheet, { id, choices }: LabQuestion): TemplateResult {
  return html`<div class="choices">
      ${choices.map(
        (choice) =>
          html`<label
            ><input
              type="radio"
              name=${id}
              value=${choice.id}
              .checked=${sheet.answers[id] === choice.id}
              @change=${() => sheet.answer(id, choice.id)}
            />${choice.text}</label
          >`,
      )}
    </div>
    ${verdictText(sheet, id)}`;
}

const noneOfThese = '-';

function severalChoices(sheet: Sheet, { id, choices }: LabQuestion): TemplateResult {
  const marked = (sheet.answers[id] ?? '').split(',').filter(Boolean);
  const mark = (choice: string, on: boolean) => {
    if (choice === noneOfThese) return sheet.answer(id, on ? noneOfThese : '');
    const ids = choices.map((one) => one.id);
    const next = ids.filter((one) => (one === choice ? on : marked.includes(one)));
    return sheet.answer(id, next.join(','));
  };
  const box = (choice: string, text: string) =>
    html`<label
      ><input
        type="checkbox"
        value=${choice}
        .checked=${marked.includes(choice)}
        @change=${(event: Event) => mark(choice, inputOf(event).checked)}
      />${text}</label
    >`;
  return html`<div class="choices">
      ${choices.map((choice) => box(choice.id, choice.text))} ${box(noneOfThese, 'none of these')}
    </div>
    ${verdictText(sheet, id)}`;
}

export function questionField(sheet: Sheet, question: LabQuestion): TemplateResult {
  return html`<fieldset>
    <legend>${question.text}</legend>
    ${
      question.kind === 'one'
        ? oneChoice(sheet, question)
        : question.kind === 'several'
          ? severalChoices(sheet, question)
          : numberField(sheet, question, true)
    }
  </fieldset>`;
}
