import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
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
import { buttonStyle } from '../../ui/figure-style.ts';
import { markSliders, sliderStyle } from '../../ui/slider-style.ts';
import { storageNotice, unreadableNotice } from '../../ui/storage-notice.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { compute } from '../../worker/client.ts';
import { numberFields, questionField, verdictText } from './question-fields.ts';
import { questionsStyle } from './questions-style.ts';

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

  /** Whether the core has been asked for the questions, and has answered. */
  private isAsked = false;
  private work: LabWork | null = null;
  private unwatch: (() => void) | null = null;
  /** Whether an answer was changed since it was kept. */
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

  /** The questions that have no answer yet. */
  get unanswered(): readonly LabQuestion[] {
    return this.questions.filter(({ id }) => (this.answers[id] ?? '').trim() === '');
  }

  /** Whether an answer is missing, or the questions still are. */
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

  /** The answers to these questions. */
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
