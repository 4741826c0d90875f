import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { LabGrade, LabOutcome, LabQuestion, LabSet, LabVerdict } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { isAbout, keptOutcome, LabWork } from '../../storage/lab-work.ts';
import { buttonStyle } from '../../ui/figure-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { compute } from '../../worker/client.ts';

type Answers = Readonly<Record<string, string>>;
type Judged = LabGrade['items'][number];

/** What is called out about a verdict. */
const words: Partial<Record<Judged['outcome'], string>> = {
  right: 'Right.',
  form: 'Near.',
  wrong: 'Not so.',
  unreadable: 'Not understood.',
};

const not_kept = {
  full: 'The storage of this browser is full: what you check lasts only until you leave.',
  forbidden: 'This browser keeps nothing for this page: what you check lasts only until you leave.',
};

/**
 * Questions about a run, and what the core makes of the answers to them: guesses before it, which the run judges, or
 * questions after it.
 *
 * `set`, `outcome`, `answers`, `locked` (answers can no longer be changed, and are judged) are properties. Fires
 * `answered` (detail: all answers) when the reader has changed one. With a `setting`, by which the run can be done again,
 * what is checked is kept, and questions come with the answers that were given to them on that run before.
 */
export class PosencLabQuestions extends LitElement {
  static override properties = {
    set: { type: String },
    heading: { type: String },
    outcome: { attribute: false },
    answers: { attribute: false },
    locked: { type: Boolean },
    setting: { attribute: false },
    unkept: { state: true },
    questions: { state: true },
    refusal: { state: true },
    grade: { state: true },
    unreadable: { state: true },
    said: { state: true },
  };

  static override styles = [
    buttonStyle,
    visuallyHidden,
    css`
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
        grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
        gap: 0.2rem 1.6rem;
        margin-top: 0.5rem;
      }
      .percent {
        display: grid;
        grid-template-columns: minmax(5.5rem, auto) minmax(4rem, 1fr) 4.4rem;
        gap: 0.6rem;
        align-items: center;
        min-height: 2.2rem;
      }
      .percent.alone {
        max-width: 24rem;
      }
      input[type='range'] {
        width: 100%;
        min-width: 0;
        accent-color: var(--posenc-accent);
      }
      .open input[type='range'] {
        opacity: 0.55;
      }
      .box {
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
    `,
  ];

  declare set: LabSet;
  declare heading: string;
  declare outcome: LabOutcome | null;
  declare answers: Answers;
  declare locked: boolean;
  declare setting: string;
  /** Why what is checked is not kept, as a sentence. */
  declare private unkept: string;
  declare private questions: LabQuestion[];
  /** Why these questions cannot be asked of this run, as a sentence. */
  declare private refusal: string;
  declare private grade: LabGrade | null;
  /** The answers that cannot be read, before there is a run to grade them. */
  declare private unreadable: readonly LabVerdict[];
  declare private said: string;

  private work: LabWork | null = null;
  private unwatch: (() => void) | null = null;
  /** Whether an answer was changed since it was kept. */
  private isChanged = false;

  constructor() {
    super();
    this.set = 'prediction';
    this.heading = '';
    this.outcome = null;
    this.answers = {};
    this.locked = false;
    this.setting = '';
    this.unkept = '';
    this.questions = [];
    this.refusal = '';
    this.grade = null;
    this.unreadable = [];
    this.said = '';
  }

  /** The questions that have no answer yet. */
  get unanswered(): readonly LabQuestion[] {
    return this.questions.filter(({ id }) => (this.answers[id] ?? '').trim() === '');
  }

  /** Tells beside its question which answer cannot be read, before it is graded. How many there are. */
  async read(): Promise<number> {
    const { set, outcome, given } = this;
    if (!outcome) return 0;
    const unreadable = await compute.call('unreadableOfLab', set, outcome, given);
    // What has been typed meanwhile is read when it is done.
    this.unreadable = unreadable.filter(({ item }) => this.given[item] === given[item]);
    return unreadable.length;
  }

  private get given(): Record<string, string> {
    return Object.fromEntries(this.questions.map(({ id }) => [id, this.answers[id] ?? '']));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.questions.length > 0) this.open();
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

  private async ask(): Promise<void> {
    const { set, outcome } = this;
    if (!outcome) return;
    try {
      const questions = await compute.call('labQuestions', set, outcome);
      if (outcome !== this.outcome) return;
      this.questions = questions;
      this.refusal = '';
      this.open();
      if (!this.locked) await this.recall();
      else if (this.unanswered.length < questions.length) await this.judge(true);
    } catch (error) {
      this.questions = [];
      this.refusal = error instanceof PosencError ? error.message : String(error);
    }
  }

  private open(): void {
    this.unwatch?.();
    this.work = this.setting ? new LabWork(this.set) : null;
    // What is typed here is not lost by what another tab has checked.
    this.unwatch = this.work?.watch(() => !this.isChanged && void this.recall()) ?? null;
    if (this.work?.spoiled != null) {
      this.unkept = 'What this browser had kept of such answers cannot be read, and was put aside.';
    }
  }

  /** The answers that were given to the questions on this run before. */
  private async recall(): Promise<void> {
    const { work, outcome } = this;
    if (!work || !outcome || this.locked) return;
    const last = work.sheet(this.setting)?.last;
    this.isChanged = false;
    this.answers = last?.answers ?? {};
    this.grade = null;
    if (last && isAbout(last, keptOutcome(outcome))) await this.judge(false);
  }

  /** @param isNew what is judged has not been kept yet */
  private async judge(isNew: boolean): Promise<void> {
    const { set, outcome, given, setting, work } = this;
    if (!outcome) return;
    try {
      const grade = await compute.call('gradeLab', set, outcome, given);
      if (isNew && work) {
        this.isChanged = false;
        work.keep(setting, outcome, given, grade);
        this.unkept = work.trouble ? not_kept[work.trouble] : '';
      }
      if (outcome === this.outcome) this.grade = grade;
    } catch (error) {
      this.refusal = error instanceof PosencError ? error.message : String(error);
    }
  }

  private async check(): Promise<void> {
    await this.judge(true);
    const { grade } = this;
    if (grade) this.said = `${grade.score} of ${grade.max} right.`;
  }

  private answer(id: string, text: string): void {
    this.isChanged = true;
    this.answers = { ...this.answers, [id]: text };
    // A verdict is about the answer that it was given for.
    if (this.grade) {
      const items = this.grade.items.filter(({ item }) => item !== id);
      this.grade = { ...this.grade, items };
    }
    this.unreadable = this.unreadable.filter(({ item }) => item !== id);
    this.dispatchEvent(new CustomEvent('answered', { detail: this.answers }));
  }

  private verdict(id: string): LabVerdict | undefined {
    return (this.grade?.items ?? this.unreadable).find(({ item }) => item === id);
  }

  private verdictOn(id: string): TemplateResult | typeof nothing {
    const found = this.verdict(id);
    if (!found || found.outcome === 'empty') return nothing;
    return html`<p class="because ${found.outcome}" id="verdict-${id}">
      <strong>${words[found.outcome] ?? ''}</strong> ${found.because}
    </p>`;
  }

  private percent({ id, text }: LabQuestion, alone: boolean): TemplateResult {
    const value = this.answers[id] ?? '';
    const isOpen = value.trim() === '';
    const number = Number(value.replace(',', '.').replace('%', ''));
    return html`<div>
      <div class="percent ${alone ? 'alone' : ''} ${isOpen ? 'open' : ''}">
        ${alone ? nothing : html`<label for=${id}>${text}</label>`}
        <input
          type="range"
          min="0"
          max="100"
          step="1"
          aria-label="${text}, per cent, as a slider"
          aria-valuetext=${isOpen ? 'not answered yet' : `${value} %`}
          ?disabled=${this.locked}
          .value=${isOpen || Number.isNaN(number) ? '50' : String(number)}
          @input=${(event: Event) => this.answer(id, (event.target as HTMLInputElement).value)}
        />
        <span class="box"
          ><input
            id=${id}
            type="text"
            inputmode="decimal"
            aria-label="${text}, per cent"
            aria-invalid=${this.verdict(id)?.outcome === 'unreadable'}
            aria-describedby="verdict-${id}"
            ?readonly=${this.locked}
            .value=${value}
            @input=${(event: Event) => this.answer(id, (event.target as HTMLInputElement).value)}
          />
          %</span
        >
      </div>
      ${this.verdictOn(id)}
    </div>`;
  }

  private one({ id, text, choices }: LabQuestion): TemplateResult {
    return html`<fieldset>
      <legend>${text}</legend>
      <div class="choices">
        ${choices.map(
          (choice) =>
            html`<label
              ><input
                type="radio"
                name=${id}
                value=${choice.id}
                .checked=${this.answers[id] === choice.id}
                @change=${() => this.answer(id, choice.id)}
              />${choice.text}</label
            >`,
        )}
      </div>
      ${this.verdictOn(id)}
    </fieldset>`;
  }

  private several({ id, text, choices }: LabQuestion): TemplateResult {
    const marked = (this.answers[id] ?? '').split(',').filter(Boolean);
    const put = (choice: string, on: boolean) => {
      const all = choices.map((one) => one.id);
      // None of them is an answer too, and not one beside others.
      const next =
        choice === '-'
          ? on
            ? ['-']
            : []
          : all.filter((one) => (one === choice ? on : marked.includes(one)));
      this.answer(id, next.join(','));
    };
    const box = (choice: string, name: string) =>
      html`<label
        ><input
          type="checkbox"
          value=${choice}
          .checked=${marked.includes(choice)}
          @change=${(event: Event) => put(choice, (event.target as HTMLInputElement).checked)}
        />${name}</label
      >`;
    return html`<fieldset>
      <legend>${text}</legend>
      <div class="choices">
        ${choices.map((choice) => box(choice.id, choice.text))} ${box('-', 'none of these')}
      </div>
      ${this.verdictOn(id)}
    </fieldset>`;
  }

  private asked(): TemplateResult[] {
    if (this.set === 'prediction') {
      return [
        html`<div class="percents">${this.questions.map((one) => this.percent(one, false))}</div>`,
      ];
    }
    return this.questions.map((question) => {
      if (question.kind === 'one') return this.one(question);
      if (question.kind === 'several') return this.several(question);
      return html`<fieldset>
        <legend>${question.text}</legend>
        ${this.percent(question, true)}
      </fieldset>`;
    });
  }

  override render() {
    const { grade, refusal, questions, locked } = this;
    const others = (grade?.items ?? []).filter(
      ({ item }) => !questions.some(({ id }) => id === item),
    );
    return html`<div>
      <h3>${this.heading}</h3>
      ${
        this.set === 'prediction'
          ? html`<p>
              How often is each right, on examples that it has not seen? In per cent; “-” where you
              expect no answer at all.
            </p>`
          : nothing
      }
      ${refusal ? html`<p class="refusal">${refusal}</p>` : nothing} ${this.asked()}
      ${others.map(({ item }) => this.verdictOn(item))}
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
      ${this.unkept ? html`<p class="refusal" role="status">${this.unkept}</p>` : nothing}
      ${liveRegion(this.said)}
    </div>`;
  }
}

customElements.define('posenc-lab-questions', PosencLabQuestions);
