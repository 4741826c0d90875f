// The fields of questions about a run: a number, one choice, or several.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type {
  Answers,
  LabGrade,
  LabOutcome,
  LabQuestion,
  LabSet,
  LabVerdict,
} from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { decimals } from '../../plots/format.ts';
import { isAbout, LabWork, storedOutcome } from '../../storage/lab-work.ts';
import { markSliders, sliderStyle } from '../../ui/fields.ts';
import { buttonStyle } from '../../ui/figure-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { storageNotice, unreadableNotice } from '../../ui/notices.ts';
import { compute } from '../../worker/client.ts';

const verdictWords: Partial<Record<LabVerdict['outcome'], string>> = {
  right: 'Right.',
  form: 'Close.',
  wrong: 'Not right.',
  unreadable: 'Not understood.',
};

/** Answers, their verdicts, and what a field does when it is used. */
interface Sheet {
  answers: Answers;
  locked: boolean;
  verdictOf(id: string): LabVerdict | undefined;
  answer(id: string, text: string): void;
}

const inputOf = (event: Event) => event.target as HTMLInputElement;

function verdictText({ verdictOf }: Sheet, id: string): TemplateResult | typeof nothing {
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
          placeholder="?"
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
const numberFields = (sheet: Sheet, questions: readonly LabQuestion[]): TemplateResult =>
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

function questionField(sheet: Sheet, question: LabQuestion): TemplateResult {
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

/** The questions about a run: a card with fieldsets, sliders and verdicts. */
const questionsStyle = css`
  :host {
    display: block;
    margin: 0.9rem 0 0;
    padding: 0.8rem 0.9rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 8px;
    background: var(--posenc-paper);
  }
  h3 {
    font: 600 0.9rem/1.4 var(--posenc-sans);
    margin: 0 0 0.3rem;
  }
  p {
    margin: 0.2rem 0;
  }
  fieldset {
    border: 0;
    margin: 0.7rem 0 0;
    padding: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    font-weight: 500;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.1rem;
  }
  .choices label {
    display: flex;
    gap: 0.45rem;
    align-items: center;
    min-height: 2rem;
  }
  input[type='checkbox'],
  input[type='radio'] {
    width: 1.1rem;
    height: 1.1rem;
    margin: 0;
    flex: none;
    accent-color: var(--posenc-accent);
  }
  .percents {
    display: grid;
    /* At most two in a row: three of 34 % have no room. */
    grid-template-columns: repeat(auto-fill, minmax(min(max(17rem, 34%), 100%), 1fr));
    gap: 0.5rem 1.6rem;
    margin-top: 0.5rem;
  }
  .percent {
    display: grid;
    grid-template: 'name box' auto 'slider slider' auto / minmax(0, 1fr) auto;
    gap: 0.1rem 0.6rem;
    align-items: center;
    min-height: 2.2rem;
  }
  .percent.alone {
    grid-template: 'box' auto 'slider' auto / minmax(0, 1fr);
    max-width: 24rem;
  }
  input[type='range'] {
    grid-area: slider;
  }
  input[type='range']:disabled {
    cursor: default;
  }
  /* Without a number it stands nowhere: a line to point at, and a box to fill in. */
  .open input[type='range'] {
    --rest: repeating-linear-gradient(
      90deg,
      color-mix(in srgb, var(--posenc-accent) 55%, transparent) 0 5px,
      transparent 5px 11px
    );
  }
  .open:hover input[type='range'] {
    --rest: repeating-linear-gradient(90deg, var(--posenc-accent) 0 5px, transparent 5px 11px);
  }
  .open input::-webkit-slider-runnable-track {
    height: 3px;
    background: var(--rest);
  }
  .open input::-moz-range-track {
    height: 3px;
    background: var(--rest);
  }
  .open input[type='text'] {
    border: 1.5px dashed var(--posenc-accent);
  }
  .open input::placeholder {
    color: var(--posenc-accent);
    opacity: 1;
    text-align: center;
  }
  .open input:not(:focus-visible)::-webkit-slider-thumb {
    opacity: 0;
  }
  .open input:not(:focus-visible)::-moz-range-thumb {
    opacity: 0;
  }
  .open input::-webkit-slider-thumb {
    margin-top: calc((3px - 1.7rem) / 2);
    border: 2px dashed var(--posenc-field);
  }
  .open input::-moz-range-thumb {
    border: 2px dashed var(--posenc-field);
  }
  .box {
    grid-area: box;
    display: flex;
    gap: 0.25rem;
    align-items: center;
  }
  input[type='text'] {
    box-sizing: border-box;
    width: 3.2rem;
    font: 500 0.85rem var(--posenc-mono);
    text-align: right;
    padding: 0.25rem 0.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-sheet);
    color: var(--posenc-ink);
  }
  .because {
    font-size: 0.82rem;
    margin: 0.1rem 0 0.3rem;
  }
  .because strong {
    font-weight: 600;
  }
  .right strong {
    color: var(--posenc-right);
  }
  .wrong strong,
  .unreadable strong {
    color: var(--posenc-wrong);
  }
  .percent + .because {
    grid-column: 1 / -1;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.9rem;
    align-items: center;
    margin-top: 0.8rem;
  }
  .refusal {
    color: var(--posenc-soft);
    font-size: 0.82rem;
  }
  @media (pointer: coarse) {
    input[type='text'] {
      font-size: 16px;
    }
    .choices label,
    .percent {
      min-height: 2.6rem;
    }
  }
`;

/**
 * Questions about a run, graded by the core: guesses before it, which the run judges, or questions after it.
 *
 * `set`, `outcome`, `answers`, `locked` (answers can no longer be changed, and are graded) are properties. Fires
 * `asked` when the questions are there, and `answered` (detail: all answers) when the reader has changed one. With a
 * `setting`, the key of a run's settings, checked answers are kept, and the questions come with the answers that were
 * last kept for that run.
 */
export class PosencLabQuestions extends LitElement {
  static override properties = {
    set: { type: String },
    heading: { type: String },
    label: { type: String },
    outcome: { attribute: false },
    answers: { attribute: false },
    locked: { type: Boolean },
    setting: { attribute: false },
    storageMessage: { state: true },
    questions: { state: true },
    refusal: { state: true },
    grade: { state: true },
    unreadable: { state: true },
    announcement: { state: true },
  };

  static override styles = [buttonStyle, visuallyHidden, sliderStyle, questionsStyle];

  declare set: LabSet;
  declare heading: string;
  /** Its number in the course, such as 'E13.2'; '' for none. */
  declare label: string;
  declare outcome: LabOutcome | null;
  declare answers: Readonly<Answers>;
  declare locked: boolean;
  declare setting: string;
  /** Why checked answers are not kept, or cannot be read. */
  declare private storageMessage: string;
  declare private questions: LabQuestion[];
  /** Why these questions cannot be asked of this run, as a sentence. */
  declare private refusal: string;
  declare private grade: LabGrade | null;
  /** The answers that cannot be read, before there is a run to grade them. */
  declare private unreadable: readonly LabVerdict[];
  declare private announcement: string;

  /** The core has sent the questions, or its refusal. */
  private isAsked = false;
  private work: LabWork | null = null;
  private unwatch: (() => void) | null = null;
  /** An answer was changed since it was stored. */
  private isChanged = false;

  constructor() {
    super();
    this.set = 'prediction';
    this.heading = '';
    this.label = '';
    this.outcome = null;
    this.answers = {};
    this.locked = false;
    this.setting = '';
    this.storageMessage = '';
    this.questions = [];
    this.refusal = '';
    this.grade = null;
    this.unreadable = [];
    this.announcement = '';
  }

  get unanswered(): readonly LabQuestion[] {
    return this.questions.filter(({ id }) => (this.answers[id] ?? '').trim() === '');
  }

  /** An answer is missing, or the questions still are. */
  get isOpen(): boolean {
    return !this.isAsked || this.unanswered.length > 0;
  }

  /** Leads to the first question without an answer, in the middle of the window. */
  focusOpen(): void {
    const [open] = this.unanswered;
    const field = open && this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(open.id)}`);
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }

  /** Marks the answers that cannot be read, before they are graded. Returns how many there are. */
  async markUnreadable(): Promise<number> {
    const { set, outcome, given } = this;
    if (!outcome) return 0;
    const unreadable = await compute.call('unreadableOfLab', set, outcome, given);
    // An answer that has been changed meanwhile is read the next time.
    this.unreadable = unreadable.filter(({ item }) => this.given[item] === given[item]);
    return unreadable.length;
  }

  private get given(): Answers {
    return Object.fromEntries(this.questions.map(({ id }) => [id, this.answers[id] ?? '']));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.questions.length > 0) this.openWork();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    this.work = null;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('set') || changed.has('outcome') || changed.has('setting')) {
      this.grade = null;
      void this.ask();
    }
  }

  override updated(): void {
    markSliders(this.renderRoot);
  }

  private async ask(): Promise<void> {
    const { set, outcome } = this;
    if (!outcome) return;
    try {
      const questions = await compute.call('labQuestions', set, outcome);
      if (outcome !== this.outcome) return;
      this.questions = questions;
      this.refusal = '';
      this.openWork();
      if (!this.locked) await this.recall();
      else if (this.unanswered.length < questions.length) await this.gradeAnswers(true);
    } catch (error) {
      this.questions = [];
      this.refusal = error instanceof PosencError ? error.message : String(error);
    }
    this.isAsked = true;
    this.dispatchEvent(new CustomEvent('asked'));
  }

  private openWork(): void {
    this.unwatch?.();
    this.work = this.setting ? new LabWork(this.set) : null;
    // An answer that is being typed here is not replaced by one that was checked in another tab.
    this.unwatch = this.work?.watch(() => !this.isChanged && void this.recall()) ?? null;
    if (this.work?.unreadable != null) this.storageMessage = unreadableNotice('your answers');
  }

  /** The answers that were last kept for this run. */
  private async recall(): Promise<void> {
    const { work, outcome } = this;
    if (!work || !outcome || this.locked) return;
    const last = work.sheet(this.setting)?.last;
    this.isChanged = false;
    this.answers = last?.answers ?? {};
    this.grade = null;
    if (last && isAbout(last, storedOutcome(outcome))) await this.gradeAnswers(false);
  }

  /** @param isNew whether the answers have not been kept yet */
  private async gradeAnswers(isNew: boolean): Promise<void> {
    const { set, outcome, given, setting, work } = this;
    if (!outcome) return;
    try {
      const grade = await compute.call('gradeLab', set, outcome, given);
      if (isNew && work) {
        this.isChanged = false;
        work.keep(setting, outcome, given, grade);
        this.storageMessage = storageNotice(work.problem, 'new answers');
      }
      if (outcome === this.outcome) this.grade = grade;
    } catch (error) {
      this.refusal = error instanceof PosencError ? error.message : String(error);
    }
  }

  private async check(): Promise<void> {
    await this.gradeAnswers(true);
    const { grade } = this;
    if (grade) this.announcement = `${grade.score} of ${grade.max} right.`;
  }

  private answer(id: string, text: string): void {
    this.isChanged = true;
    this.answers = { ...this.answers, [id]: text };
    // The verdict was about the old answer.
    if (this.grade) {
      const items = this.grade.items.filter(({ item }) => item !== id);
      this.grade = { ...this.grade, items };
    }
    this.unreadable = this.unreadable.filter(({ item }) => item !== id);
    this.dispatchEvent(new CustomEvent('answered', { detail: this.answers }));
  }

  private renderFields(): TemplateResult {
    const { questions, grade } = this;
    const verdicts: readonly LabVerdict[] = grade?.items ?? this.unreadable;
    const sheet = {
      answers: this.answers,
      locked: this.locked,
      verdictOf: (id: string) => verdicts.find(({ item }) => item === id),
      answer: (id: string, text: string) => this.answer(id, text),
    };
    const others = (grade?.items ?? []).filter(
      ({ item }) => !questions.some(({ id }) => id === item),
    );
    return html`${
      this.set === 'prediction'
        ? numberFields(sheet, questions)
        : questions.map((question) => questionField(sheet, question))
    }
    ${others.map(({ item }) => verdictText(sheet, item))}`;
  }

  override render() {
    const { grade, refusal, questions, locked, storageMessage } = this;
    return html`<div>
      <h3>${this.heading}${this.label ? html` <small>${this.label}</small>` : nothing}</h3>
      ${
        this.set === 'prediction'
          ? html`<p>${this.outcome?.bits ? askForBits(this.outcome.bits) : askForAccuracy}</p>`
          : nothing
      }
      ${refusal ? html`<p class="refusal">${refusal}</p>` : nothing} ${this.renderFields()}
      ${
        locked || questions.length === 0
          ? nothing
          : html`<slot name="end"
              ><div class="buttons">
                <button class="button" type="button" @click=${this.check}>Check</button>
                ${grade ? html`<span>${grade.score} of ${grade.max}</span>` : nothing}
              </div></slot
            >`
      }
      ${storageMessage ? html`<p class="refusal" role="status">${storageMessage}</p>` : nothing}
      ${liveRegion(this.announcement)}
    </div>`;
  }
}

const askForAccuracy =
  'How often will each scheme be right on unseen examples? Answer in percent, or “-” if you expect no answer.';

const askForBits = ({ single, pair }: NonNullable<LabOutcome['bits']>): string =>
  `How many bits per character will each scheme need on unseen text? Fewer is better: single characters alone need ${decimals(single, 2)} bits, pairs ${decimals(pair, 2)}. Answer in bits, or “-” if you expect no answer.`;

customElements.define('posenc-lab-questions', PosencLabQuestions);
