import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Answers, Grade, Item, Verdict } from '../core/api.ts';
import { compute } from '../worker/client.ts';
import { feedback } from './feedback.ts';
import { load, save } from '../storage/store.ts';
import { type ExerciseText, texts } from './texts.ts';

/** What is kept: raw texts alone, so that a better grader grades them anew. */
interface Sheet {
  answers: Answers;
  /** The answers as they were at the last check; null before the first. */
  checked: Answers | null;
}

const isAnswers = (value: unknown): value is Answers =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

function isSheet(value: unknown): value is Sheet {
  if (typeof value !== 'object' || value === null) return false;
  const { answers, checked } = value as Partial<Sheet>;
  return isAnswers(answers) && (checked === null || isAnswers(checked));
}

/** How a box looks for each outcome: the class that colours it. */
const looks: Record<Verdict['outcome'], string> = {
  empty: '',
  unreadable: 'wrong',
  right: 'right',
  form: 'form',
  wrong: 'wrong',
  'carried-forward': 'right',
};

/** A value as understood, in so many digits that a wrong reading shows. */
const shown = (value: number) => Number(value.toPrecision(6)).toString().replace('-', '−');

/**
 * An exercise: boxes for what the core asks, graded by the core. The raw text is kept in this browser.
 *
 *   <posenc-exercise name="e13.1"></posenc-exercise>
 */
export class PosencExercise extends LitElement {
  static override properties = {
    name: { type: String },
    items: { state: true },
    sheet: { state: true },
    grade: { state: true },
    error: { state: true },
    notice: { state: true },
    cleared: { state: true },
  };

  declare name: string;
  declare private items: Item[];
  declare private sheet: Sheet;
  /** The core's verdict on sheet.checked. */
  declare private grade: Grade | null;
  declare private error: string;
  declare private notice: string;
  /** What "Start over" took away, for "Undo". */
  declare private cleared: Sheet | null;

  constructor() {
    super();
    this.name = '';
    this.items = [];
    this.sheet = { answers: {}, checked: null };
    this.grade = null;
    this.error = '';
    this.notice = '';
    this.cleared = null;
  }

  static override styles = css`
    :host {
      display: block;
      margin: 2rem 0;
    }
    form {
      border: 1px solid var(--line);
      border-left: 4px solid var(--accent);
      background: var(--sheet);
      border-radius: 10px;
      padding: 1.1rem 1.3rem;
      font-family: var(--sans);
    }
    h2 {
      font: 600 1rem/1.3 var(--sans);
      margin: 0 0 0.5rem;
    }
    p {
      font-size: 0.92rem;
      line-height: 1.5;
      margin: 0 0 0.7rem;
    }
    fieldset {
      border: 0;
      padding: 0;
      margin: 0.9rem 0;
      display: grid;
      grid-template-columns: 5.2rem repeat(4, minmax(0, 1fr));
      gap: 0.5rem;
      align-items: start;
    }
    legend {
      float: left;
      padding: 0.45rem 0 0;
    }
    legend,
    .name {
      font: 0.9rem var(--mono);
    }
    .line {
      display: grid;
      grid-template-columns: 9.5rem minmax(0, 14rem);
      gap: 0.5rem;
      align-items: start;
      margin: 0.7rem 0;
    }
    .line .name {
      padding-top: 0.45rem;
    }
    input,
    select {
      width: 100%;
      box-sizing: border-box;
      font: 0.9rem var(--mono);
      padding: 0.4rem 0.5rem;
      border: 1.5px solid var(--field);
      border-radius: 6px;
      background: var(--paper);
      color: var(--ink);
    }
    select {
      font-family: var(--sans);
    }
    :focus-visible {
      outline: 3px solid color-mix(in srgb, var(--accent) 55%, transparent);
      outline-offset: 2px;
    }
    small {
      display: block;
      font: 0.75rem/1.35 var(--sans);
      margin-top: 0.25rem;
      color: var(--soft);
      overflow-wrap: anywhere;
    }
    small[hidden] {
      display: none;
    }
    .right :is(input, select) {
      border-color: var(--right);
    }
    .right b {
      color: var(--right);
    }
    .wrong :is(input, select) {
      border-color: var(--wrong);
    }
    .wrong b {
      color: var(--wrong);
    }
    .form :is(input, select) {
      border-color: var(--form);
    }
    .form b {
      color: var(--form);
    }
    b {
      font-weight: 500;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 0.7rem;
      margin-top: 1rem;
      align-items: center;
    }
    button {
      font: 500 0.9rem var(--sans);
      padding: 0.5rem 0.95rem;
      border-radius: 7px;
      border: 1.5px solid var(--field);
      background: var(--sheet);
      color: var(--ink);
      cursor: pointer;
    }
    button[type='submit'] {
      background: var(--accent);
      border-color: var(--accent);
      color: var(--paper);
    }
    .status {
      font-size: 0.85rem;
      margin: 0.7rem 0 0;
      min-height: 1.5em;
    }
    .error {
      color: var(--wrong);
      font-size: 0.85rem;
    }
    @media (max-width: 30rem) {
      form {
        padding-inline: 0.9rem;
      }
      fieldset {
        grid-template-columns: 1fr 1fr;
      }
      legend {
        float: none;
        margin-bottom: 0.35rem;
      }
      .line {
        grid-template-columns: 1fr;
      }
    }
    @media print {
      button {
        display: none;
      }
    }
  `;

  override connectedCallback(): void {
    super.connectedCallback();
    const kept = load(this.name, isSheet);
    if (kept.value) this.sheet = kept.value;
    if (kept.spoiled) this.notice = 'What this browser had kept of your answers cannot be read.';
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.items = await compute.call('exerciseItems', this.name);
      this.error = '';
      await this.regrade();
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  /** Has the core judge what was checked last. */
  private async regrade(): Promise<void> {
    const { checked } = this.sheet;
    if (!checked) {
      this.grade = null;
      return;
    }
    try {
      const asked = this.items.map(({ id }) => [id, checked[id] ?? '']);
      const answers = Object.fromEntries(asked) as Answers;
      const grade = await compute.call('gradeExercise', this.name, answers);
      if (checked === this.sheet.checked) this.grade = grade;
      this.error = '';
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  private keep(sheet: Sheet): void {
    this.sheet = sheet;
    this.notice = save(this.name, sheet)
      ? ''
      : 'This browser does not let the page keep your answers: they last until it is reloaded or closed.';
  }

  private onAnswer(item: string, text: string): void {
    this.keep({ ...this.sheet, answers: { ...this.sheet.answers, [item]: text } });
    this.cleared = null;
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    this.keep({ ...this.sheet, checked: this.sheet.answers });
    await this.regrade();
  }

  private async startOver(): Promise<void> {
    if (Object.values(this.sheet.answers).every((text) => text === '')) return;
    this.cleared = this.sheet;
    this.keep({ answers: {}, checked: null });
    await this.regrade();
  }

  private async undo(): Promise<void> {
    if (!this.cleared) return;
    this.keep(this.cleared);
    this.cleared = null;
    await this.regrade();
  }

  private isUnchanged({ id }: Item): boolean {
    const { answers, checked } = this.sheet;
    return (answers[id] ?? '') === (checked?.[id] ?? '');
  }

  /** The verdict on what stands in a box now: an item that stands alone may be judged by the groups. */
  private verdictOn(item: Item): Verdict | undefined {
    const current =
      this.isUnchanged(item) &&
      (item.group !== '' || this.items.every((other) => !other.group || this.isUnchanged(other)));
    return current ? this.grade?.items.find((verdict) => verdict.item === item.id) : undefined;
  }

  /** The id of what is said about an item. */
  private aboutId(item: Item): string {
    return `about-${this.items.indexOf(item)}`;
  }

  private cell(item: Item, control: TemplateResult): TemplateResult {
    const verdict = this.verdictOn(item);
    const outcome = verdict?.outcome ?? 'empty';
    const read = verdict?.read ?? null;
    return html`<div class="cell ${looks[outcome]}" data-item=${item.id} data-outcome=${outcome}>
      ${control}
      <small id=${this.aboutId(item)} ?hidden=${outcome === 'empty'}
        >${read === null ? nothing : `Read as ${shown(read)}. `}<b
          >${verdict ? feedback(verdict) : nothing}</b
        ></small
      >
    </div>`;
  }

  private box(item: Item, label: string): TemplateResult {
    return this.cell(
      item,
      html`<input
        aria-label=${label}
        aria-describedby=${this.aboutId(item)}
        aria-invalid=${looks[this.verdictOn(item)?.outcome ?? 'empty'] === 'wrong'}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${this.sheet.answers[item.id] ?? ''}
        @input=${(event: Event) => this.onAnswer(item.id, (event.target as HTMLInputElement).value)}
      />`,
    );
  }

  private group(name: string): TemplateResult {
    const items = this.items.filter((item) => item.group === name);
    return html`<fieldset>
      <legend>${name} =</legend>
      ${items.map((item, component) => this.box(item, `${name}, component ${component}`))}
    </fieldset>`;
  }

  private line(item: Item, text: ExerciseText): TemplateResult {
    if (item.choices.length === 0) {
      const name = item.id.replace(').', ')·');
      return html`<div class="line">
        <span class="name">${name} =</span>${this.box(item, name)}
      </div>`;
    }
    const { label, options } = text.choices[item.id] ?? { label: item.id, options: {} };
    const chosen = this.sheet.answers[item.id] ?? '';
    const option = (value: string, shownAs: string) =>
      html`<option value=${value} .selected=${value === chosen}>${shownAs}</option>`;
    return html`<div class="line">
      <span class="name">${label}</span>
      ${this.cell(
        item,
        html`<select
          aria-label=${label}
          aria-describedby=${this.aboutId(item)}
          @change=${(event: Event) =>
            this.onAnswer(item.id, (event.target as HTMLSelectElement).value)}
        >
          ${option('', 'Choose …')}
          ${item.choices.map((choice) => option(choice, options[choice] ?? choice))}
        </select>`,
      )}
    </div>`;
  }

  private boxes(text: ExerciseText): TemplateResult[] {
    const groups = [...new Set(this.items.map(({ group }) => group))].filter((name) => name !== '');
    const alone = this.items.filter(({ group }) => group === '');
    return [
      ...groups.map((name) => this.group(name)),
      ...alone.map((item) => this.line(item, text)),
    ];
  }

  private status(): string {
    if (!this.grade) return '';
    const points = `${this.grade.score} of ${this.grade.max} points`;
    if (!this.items.every((item) => this.isUnchanged(item))) return `${points} at the last check.`;
    const open = this.grade.items.filter((verdict) => verdict.outcome === 'empty').length;
    return open === 0 ? `${points}.` : `${points}, ${open} still open.`;
  }

  override render() {
    const text = texts[this.name];
    if (!text) return html`<p class="error">There is no exercise "${this.name}".</p>`;
    return html`
      <form @submit=${this.onSubmit} novalidate>
        <h2>${text.title}</h2>
        <p>${text.task}</p>
        ${
          this.items.length === 0
            ? nothing
            : html`${this.boxes(text)}
                <div class="row">
                  <button type="submit">Check</button>
                  <button type="button" @click=${this.startOver}>Start over</button>
                  ${this.cleared ? html`<button type="button" @click=${this.undo}>Undo</button>` : nothing}
                </div>`
        }
        <p class="status" role="status">${this.status()} ${this.notice}</p>
        ${
          this.error
            ? html`<p class="error" role="alert">${this.error}</p>
                ${
                  this.items.length === 0
                    ? html`<button type="button" @click=${this.begin}>Try again</button>`
                    : nothing
                }`
            : nothing
        }
      </form>
    `;
  }
}

customElements.define('posenc-exercise', PosencExercise);
