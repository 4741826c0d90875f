import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Answers, Grade, Verdict } from '../core/api.ts';
import { compute } from '../worker/client.ts';
import { feedback } from './feedback.ts';
import { load, save } from './store.ts';

interface Sheet {
  answers: Answers;
  /** Whether the answers were checked: after a reload they are again. */
  checked: boolean;
}

const store_name = 'e13.1';

function isSheet(value: unknown): value is Sheet {
  if (typeof value !== 'object' || value === null) return false;
  const { answers, checked } = value as Partial<Sheet>;
  return (
    typeof checked === 'boolean' &&
    typeof answers === 'object' &&
    answers !== null &&
    Object.values(answers).every((text) => typeof text === 'string')
  );
}

const comparisons = [
  { value: '', text: 'Choose …' },
  { value: 'first', text: 'PE(0)·PE(1) is larger' },
  { value: 'equal', text: 'they are equal' },
  { value: 'second', text: 'PE(5)·PE(6) is larger' },
];

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
 * Exercise E13.1: boxes for what the core asks, graded by the core. The raw text is kept in this browser.
 *
 *   <posenc-e13-1></posenc-e13-1>
 */
export class PosencE131 extends LitElement {
  static override properties = {
    items: { state: true },
    sheet: { state: true },
    grade: { state: true },
    error: { state: true },
    notice: { state: true },
    cleared: { state: true },
  };

  declare private items: string[];
  declare private sheet: Sheet;
  declare private grade: Grade | null;
  declare private error: string;
  declare private notice: string;
  /** What "Start over" took away, for "Undo". */
  declare private cleared: Sheet | null;

  constructor() {
    super();
    this.items = [];
    this.sheet = load(store_name, isSheet) ?? { answers: {}, checked: false };
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
    h3 {
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
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.items = await compute.call('e131Items');
      this.error = '';
      if (this.sheet.checked) await this.check();
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  private async check(): Promise<void> {
    try {
      const { answers } = this.sheet;
      const asked = this.items.map((item) => [item, answers[item] ?? '']);
      const grade = await compute.call('gradeE131', Object.fromEntries(asked) as Answers);
      // An answer that was changed meanwhile is no longer what was graded.
      if (answers === this.sheet.answers) this.grade = grade;
      this.error = '';
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  private keep(sheet: Sheet): void {
    this.sheet = sheet;
    this.notice = save(store_name, sheet)
      ? ''
      : 'This browser does not let the page keep your answers: they last until it is closed.';
  }

  private onAnswer(item: string, text: string): void {
    this.keep({ ...this.sheet, answers: { ...this.sheet.answers, [item]: text } });
    this.cleared = null;
    // Its verdict was on another text.
    if (this.grade) {
      const items = this.grade.items.map((verdict) =>
        verdict.item === item ? { ...verdict, outcome: 'empty' as const, read: null } : verdict,
      );
      this.grade = { ...this.grade, items };
    }
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    this.keep({ ...this.sheet, checked: true });
    await this.check();
  }

  private startOver(): void {
    this.cleared = this.sheet;
    this.keep({ answers: {}, checked: false });
    this.grade = null;
  }

  private async undo(): Promise<void> {
    if (!this.cleared) return;
    this.keep(this.cleared);
    this.cleared = null;
    if (this.sheet.checked) await this.check();
  }

  private verdictOn(item: string): Verdict | undefined {
    return this.grade?.items.find((verdict) => verdict.item === item);
  }

  /** The id of what is said about an item. */
  private idOf(item: string): string {
    return `about-${this.items.indexOf(item)}`;
  }

  private cell(item: string, control: TemplateResult): TemplateResult {
    const verdict = this.verdictOn(item);
    const outcome = verdict?.outcome ?? 'empty';
    const read = verdict?.read ?? null;
    return html`<div class="cell ${looks[outcome]}" data-item=${item} data-outcome=${outcome}>
      ${control}
      <small id=${this.idOf(item)} ?hidden=${outcome === 'empty'}
        >${read === null ? nothing : `Read as ${shown(read)}. `}<b
          >${verdict ? feedback(verdict) : nothing}</b
        ></small
      >
    </div>`;
  }

  private box(item: string, label: string): TemplateResult {
    return this.cell(
      item,
      html`<input
        aria-label=${label}
        aria-describedby=${this.idOf(item)}
        aria-invalid=${looks[this.verdictOn(item)?.outcome ?? 'empty'] === 'wrong'}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${this.sheet.answers[item] ?? ''}
        @input=${(event: Event) => this.onAnswer(item, (event.target as HTMLInputElement).value)}
      />`,
    );
  }

  private encodings(): TemplateResult[] {
    const components = this.items.filter((item) => item.includes('['));
    const names = [...new Set(components.map((item) => item.slice(0, item.indexOf('['))))];
    return names.map(
      (name) =>
        html`<fieldset>
          <legend>${name} =</legend>
          ${components
            .filter((item) => item.startsWith(`${name}[`))
            .map((item, component) => this.box(item, `${name}, component ${component}`))}
        </fieldset>`,
    );
  }

  private products(): TemplateResult[] {
    return this.items
      .filter((item) => item.includes(').'))
      .map((item) => {
        const name = item.replace(').', ')·');
        return html`<div class="line">
          <span class="name">${name} =</span>${this.box(item, name)}
        </div>`;
      });
  }

  private comparison(): TemplateResult {
    const chosen = this.sheet.answers.similar ?? '';
    return html`<div class="line">
      <label class="name" for="similar">the first two</label>
      ${this.cell(
        'similar',
        html`<select
          id="similar"
          aria-describedby=${this.idOf('similar')}
          @change=${(event: Event) =>
            this.onAnswer('similar', (event.target as HTMLSelectElement).value)}
        >
          ${comparisons.map(
            ({ value, text }) =>
              html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
          )}
        </select>`,
      )}
    </div>`;
  }

  private status(): string {
    if (!this.grade) return '';
    const open = this.grade.items.filter((verdict) => verdict.outcome === 'empty').length;
    const points = `${this.grade.score} of ${this.grade.max} points`;
    return open === 0 ? `${points}.` : `${points}, ${open} still open.`;
  }

  override render() {
    return html`
      <form @submit=${this.onSubmit} novalidate>
        <h3>By hand: E13.1</h3>
        <p>
          For d = 4 and base 10000, work out PE(0), PE(1), PE(5) and PE(6), then their dot products.
          Give three decimals, or write what you would compute: <code>sin(5/100)</code>.
        </p>
        ${
          this.items.length === 0
            ? nothing
            : html`${this.encodings()} ${this.products()} ${this.comparison()}
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

customElements.define('posenc-e13-1', PosencE131);
