import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Answers, Asked, Grade, Item, Verdict } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { ensureTokens } from '../style/tokens.ts';
import { compute } from '../worker/client.ts';
import { assignedSeed, watchAssignment } from './assignment.ts';
import { cardStyle } from './card-style.ts';
import { exerciseStyle } from './exercise-style.ts';
import { components, echo, mark, type Statement, statement } from './feedback.ts';
import { noticeOf } from './notice.ts';
import {
  answered,
  emptySheet,
  graded,
  hinted,
  isChanged,
  isEmpty,
  isToLookAt,
  mayHint,
  type Sheet,
  startedOver,
  textOf,
  undone,
} from './sheet.ts';
import { type ExerciseText, nameOf, texts } from './texts.ts';
import { drawnSeed, Work } from './work.ts';

/** The items of a vector, or one that stands alone. */
interface Row {
  name: string;
  items: Item[];
  /** Its components are named above it: they are others than those of the row before. */
  headed: boolean;
}

/** A statement, and the boxes of a row that it is about. */
interface Said extends Statement {
  about: Item[];
  outcome: Verdict['outcome'];
  /** The boxes have been changed since. */
  past: boolean;
}

/** After so many seeds with the same numbers the next is taken as it comes. */
const most_draws = 20;

/** Which outcome colours a panel in which several are told: the first that there is. */
const gravest: Verdict['outcome'][] = [
  'wrong',
  'unreadable',
  'form',
  'carried-forward',
  'convention',
];

/** How many boxes there is room for beside each other. */
const columns = 4;

function rowsOf(items: Item[], { component }: ExerciseText): Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const name = item.group || item.id;
    const row = rows.get(name) ?? { name, items: [], headed: true };
    row.items.push(item);
    rows.set(name, row);
  }
  const all = [...rows.values()];
  for (const [n, row] of all.entries()) {
    const before = all[n - 1];
    row.headed =
      row.items.length > columns ||
      before?.items.length !== row.items.length ||
      component(before.name) !== component(row.name);
  }
  return all;
}

/**
 * An exercise: boxes for what the core asks, graded by the core. The raw text is kept in this browser, for each
 * variant that was worked on.
 *
 *   <posenc-exercise name="e13.1"></posenc-exercise>
 */
export class PosencExercise extends LitElement {
  static override properties = {
    name: { type: String },
    seed: { state: true },
    asked: { state: true },
    sheet: { state: true },
    grade: { state: true },
    phase: { state: true },
    error: { state: true },
    told: { state: true },
  };

  declare name: string;
  /** Which variant is shown. */
  declare private seed: number;
  /** What the core asks; what it is expected to ask until it is ready. */
  declare private asked: Asked;
  /** The newest of the sheet that is kept. */
  declare private sheet: Sheet;
  /** The core's verdict on sheet.checked. */
  declare private grade: Grade | null;
  declare private phase: 'loading' | 'ready' | 'failed' | 'unsupported';
  declare private error: string;
  /** What has just been done, and how often something was: the same points are told anew. */
  declare private told: { done: string; count: number };

  private work: Work | null = null;
  private unwatch: (() => void) | null = null;
  /** Counts the questions to the core: only the answer to the last one is of interest. */
  private questions = 0;

  constructor() {
    super();
    this.name = '';
    this.seed = 0;
    this.asked = { facts: {}, items: [] };
    this.sheet = emptySheet;
    this.grade = null;
    this.phase = 'loading';
    this.error = '';
    this.told = { done: '', count: 0 };
  }

  static override styles = [cardStyle, exerciseStyle];

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    const text = texts[this.name];
    if (!text) return;
    this.asked = text.expected;
    const work = (this.work = new Work(this.name));
    this.seed = assignedSeed(this.name) ?? work.folder.seed;
    this.sheet = work.sheet(this.seed);
    const unwatchClass = watchAssignment(() => {
      const seed = assignedSeed(this.name) ?? work.folder.seed;
      if (seed !== this.seed) void this.show(seed);
    });
    const unwatchWork = work.watch(() => {
      const { checked } = this.sheet;
      this.sheet = work.sheet(this.seed);
      if (JSON.stringify(checked) !== JSON.stringify(this.sheet.checked)) void this.regrade();
    });
    this.unwatch = () => {
      unwatchClass();
      unwatchWork();
    };
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
  }

  private async begin(): Promise<void> {
    this.error = '';
    const { seed } = this;
    try {
      const asked = await compute.call('exercise', this.name, seed);
      if (seed !== this.seed) return;
      this.asked = asked;
      this.phase = 'ready';
    } catch (error) {
      if (seed !== this.seed) return;
      const unsupported = error instanceof PosencError && error.code === 'unsupported';
      this.phase = unsupported ? 'unsupported' : 'failed';
      this.error = (error as Error).message;
      return;
    }
    await this.regrade();
  }

  private async tryAgain(): Promise<void> {
    await this.begin();
    // The button that was pressed has gone.
    if (this.phase === 'ready') await this.focusOn(this.items[0]);
  }

  /** The core's verdict on some answers; null if there is none, or it is of no interest any more. */
  private async ask(answers: Answers): Promise<Grade | null> {
    const question = ++this.questions;
    try {
      const grade = await compute.call('gradeExercise', this.name, this.seed, answers);
      if (question !== this.questions) return null;
      this.error = '';
      return grade;
    } catch (error) {
      if (question === this.questions) this.error = (error as Error).message;
      return null;
    }
  }

  /** Some answers, for exactly what the core asks. */
  private complete(answers: Answers): Answers {
    return Object.fromEntries(this.items.map(({ id }) => [id, answers[id] ?? '']));
  }

  /** Has the core judge what was checked last. */
  private async regrade(): Promise<void> {
    const { checked } = this.sheet;
    if (this.phase !== 'ready') return;
    if (!checked) {
      this.questions++;
      this.grade = null;
      return;
    }
    const grade = await this.ask(this.complete(checked));
    if (grade) this.grade = grade;
  }

  private change(step: (sheet: Sheet) => Sheet): void {
    this.work?.change(this.seed, step);
    this.sheet = this.work?.sheet(this.seed) ?? step(this.sheet);
  }

  private tell(done = ''): void {
    this.told = { done, count: this.told.count + 1 };
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.phase !== 'ready') return;
    const answers = this.complete(this.sheet.answers);
    const grade = await this.ask(answers);
    if (!grade) return;
    this.change(graded(answers, grade));
    this.grade = grade;
    this.tell();
  }

  private async startOver(): Promise<void> {
    if (!isEmpty(this.sheet)) this.change(startedOver);
    this.tell();
    await this.regrade();
    await this.focusOn(this.items[0]);
  }

  private async undo(): Promise<void> {
    this.change(undone);
    await this.regrade();
    this.tell('Your answers are back.');
    await this.focusOn(this.toLookAt()[0] ?? this.items[0]);
  }

  private async show(seed: number): Promise<void> {
    this.seed = seed;
    this.sheet = this.work?.sheet(seed) ?? emptySheet;
    this.questions++;
    this.grade = null;
    await this.begin();
  }

  /** A variant with other numbers than these: where few are drawn from, two seeds may have the same. */
  private async chooseAnother(): Promise<void> {
    const now = JSON.stringify(this.asked.facts);
    let seed = drawnSeed();
    for (let drawn = 1; drawn < most_draws; drawn++) {
      // (What the core cannot make is told where it is shown.)
      const asked = await compute.call('exercise', this.name, seed).catch(() => null);
      if (JSON.stringify(asked?.facts) !== now) break;
      seed = drawnSeed();
    }
    await this.choose(seed);
  }

  /** Another variant; what was done on this one stays with it. */
  private async choose(seed: number): Promise<void> {
    this.work?.choose(seed);
    await this.show(seed);
    if (this.phase !== 'ready') return;
    this.tell(seed === 0 ? 'This is the form of the lesson.' : `This is variant ${seed}.`);
    await this.focusOn(this.items[0]);
  }

  private async openHint(items: Item[]): Promise<void> {
    this.change(hinted(items.map(({ id }) => id)));
    await this.updateComplete;
    const first = this.items.indexOf(items[0] as Item);
    this.renderRoot.querySelector<HTMLElement>(`#hint-${first}`)?.focus();
  }

  private async focusOn(item: Item | undefined): Promise<void> {
    await this.updateComplete;
    if (item) this.renderRoot.querySelector<HTMLElement>(`#${this.idOf('box', item)}`)?.focus();
  }

  private idOf(what: string, item: Item): string {
    return `${what}-${this.items.indexOf(item)}`;
  }

  private get items(): Item[] {
    return this.asked.items;
  }

  /** The verdict on an answer when it was last checked. */
  private lastVerdict({ id }: Item): Verdict | undefined {
    return this.grade?.items.find(({ item }) => item === id);
  }

  /** The verdict on what stands in a box now: it may go by what stands in boxes before. */
  private verdictOn(item: Item): Verdict | undefined {
    const goesBy = texts[this.name]?.chained
      ? this.items.slice(0, this.items.indexOf(item))
      : this.items.filter(({ group }) => item.group === '' && group !== '');
    const isStale = [item, ...goesBy].some(({ id }) => isChanged(this.sheet, id));
    return isStale ? undefined : this.lastVerdict(item);
  }

  private toLookAt(): Item[] {
    return this.items.filter((item) => {
      const verdict = this.verdictOn(item);
      return verdict !== undefined && isToLookAt(verdict);
    });
  }

  /** What there is to say about a row, each thing once. */
  private saidOn(row: Row, text: ExerciseText): Said[] {
    const all = new Map<string, Said>();
    for (const item of row.items) {
      const verdict = this.lastVerdict(item);
      const stated = verdict && statement(verdict, this.name, text.choices?.[item.id]?.wrong);
      if (!stated) continue;
      const past = this.verdictOn(item) === undefined;
      const key = JSON.stringify([stated, past]);
      const said = all.get(key) ?? { ...stated, about: [], outcome: verdict.outcome, past };
      said.about.push(item);
      all.set(key, said);
    }
    return [...all.values()];
  }

  private panel(row: Row, all: Said[], text: ExerciseText): TemplateResult | typeof nothing {
    const mayOpen = row.items.filter((item) => mayHint(this.sheet, item, this.lastVerdict(item)));
    const open = mayOpen.filter(({ id }) => this.sheet.hints.includes(id));
    const closed = mayOpen.filter((item) => !open.includes(item));
    if (all.length === 0 && mayOpen.length === 0) return nothing;
    const look = gravest.find((outcome) =>
      all.some((said) => !said.past && said.outcome === outcome),
    );
    const which = (about: Item[]) =>
      about[0]?.group
        ? `${components(
            text.component(row.name),
            about.map((item) => row.items.indexOf(item) + (text.from ?? 0)),
          )}: `
        : '';
    return html`<div class="say ${look ?? ''}">
      ${all.map(
        (said) =>
          html`<p
            class=${said.past ? 'past' : said.outcome}
            id=${this.idOf('say', said.about[0] as Item)}
          >
            ${said.past ? 'At the last check: ' : nothing}<b>${which(said.about)}${said.first}</b>
            ${said.why}
            ${said.shown ? html`<a href=${said.shown.href}>See ${said.shown.title}</a>.` : nothing}
          </p>`,
      )}
      ${open.map(
        (item) =>
          html`<p class="hint" id=${this.idOf('hint', item)} tabindex="-1">
            <b>Hint:</b> ${item.hint}
          </p>`,
      )}
      ${
        closed.length > 0
          ? html`<button type="button" class="small" @click=${() => this.openHint(closed)}>
              Hint<span class="hidden"> for ${nameOf(row.name, text)}</span>
            </button>`
          : nothing
      }
    </div>`;
  }

  /** A control, and what is known about its answer. */
  private cell(item: Item, text: ExerciseText, all: Said[], labelled: unknown): TemplateResult {
    const verdict = this.verdictOn(item);
    const outcome = verdict?.outcome ?? 'empty';
    const typed = textOf(this.sheet, item.id);
    const said = all.find(({ about, past }) => !past && about.includes(item));
    const hint =
      this.sheet.hints.includes(item.id) && mayHint(this.sheet, item, this.lastVerdict(item));
    const about = [
      this.idOf('word', item),
      said?.about[0] ? this.idOf('say', said.about[0]) : '',
      hint ? this.idOf('hint', item) : '',
    ];
    const shown = verdict ? mark(verdict, typed, item) : null;
    const read = verdict ? echo(verdict, typed) : '';
    const invalid = outcome === 'wrong' || outcome === 'unreadable';
    return html`<div class="cell ${outcome}" data-item=${item.id} data-outcome=${outcome}>
      ${labelled} ${this.control(item, text, typed, about.join(' ').trim(), invalid)}
      <div class="word" id=${this.idOf('word', item)}>
        ${
          shown
            ? html`<b
                ><span class="symbol" aria-hidden="true">${shown.symbol}</span> ${shown.word}</b
              >`
            : nothing
        }${read ? html`<span>${read}</span>` : nothing}
      </div>
    </div>`;
  }

  private control(item: Item, text: ExerciseText, typed: string, about: string, invalid: boolean) {
    const onAnswer = (event: Event) =>
      this.change(answered(item.id, (event.target as HTMLInputElement | HTMLSelectElement).value));
    const disabled = this.phase !== 'ready';
    if (item.choices.length === 0) {
      return html`<input
          id=${this.idOf('box', item)}
          aria-describedby=${about}
          aria-invalid=${invalid}
          ?disabled=${disabled}
          inputmode="text"
          enterkeyhint="go"
          autocomplete="off"
          autocapitalize="off"
          autocorrect="off"
          spellcheck="false"
          .value=${typed}
          @input=${onAnswer}
        /><span class="printed">${typed}</span>`;
    }
    const options = text.choices?.[item.id]?.options(this.asked.facts) ?? {};
    const option = (value: string, shownAs: string) =>
      html`<option value=${value} .selected=${value === typed}>${shownAs}</option>`;
    return html`<select
      id=${this.idOf('box', item)}
      aria-describedby=${about}
      aria-invalid=${invalid}
      ?disabled=${disabled}
      @change=${onAnswer}
    >
      ${option('', 'Choose …')}
      ${item.choices.map((choice) => option(choice, options[choice] ?? choice))}
    </select>`;
  }

  private vector(row: Row, text: ExerciseText, all: Said[]): TemplateResult {
    const name = nameOf(row.name, text);
    const called = text.component(row.name);
    return html`<div class="vector" role="group" aria-label=${name}>
      <span class="name" aria-hidden="true">${name} =${this.decimals(row.items[0])}</span>
      ${row.items.map((item, component) =>
        this.cell(
          item,
          text,
          all,
          html`<label for=${this.idOf('box', item)}
            ><span class="hidden">${name}, </span>${called} ${component + (text.from ?? 0)}</label
          >`,
        ),
      )}
    </div>`;
  }

  private line(item: Item, text: ExerciseText, all: Said[]): TemplateResult {
    const choices = text.choices?.[item.id];
    const name = choices?.label(this.asked.facts) ?? nameOf(item.id, text);
    return html`<div class="line">
      <label class="name ${choices ? 'words' : ''}" for=${this.idOf('box', item)}
        >${name}${choices ? nothing : html`<span aria-hidden="true"> =</span>`}${
          choices ? nothing : this.decimals(item)
        }</label
      >
      ${this.cell(item, text, all, nothing)}
    </div>`;
  }

  /** How many decimals are asked for, where that is not the same for the whole sheet. */
  private decimals(item: Item | undefined): TemplateResult | typeof nothing {
    const asked = this.items.filter(({ choices }) => choices.length === 0);
    if (!item || asked.every(({ decimals }) => decimals === item.decimals)) return nothing;
    const { decimals } = item;
    return html`<small>${decimals === 0 ? 'a whole number' : `${decimals} decimals`}</small>`;
  }

  private row(row: Row, text: ExerciseText): TemplateResult {
    const all = this.saidOn(row, text);
    const [item] = row.items;
    return html`<div class="row ${row.headed ? 'headed' : ''}" data-row=${row.name}>
      ${item?.group ? this.vector(row, text, all) : item ? this.line(item, text, all) : nothing}
      ${this.panel(row, all, text)}
    </div>`;
  }

  /** Which variant this is, and the others that were worked on. */
  private variant(): TemplateResult | typeof nothing {
    if (assignedSeed(this.name) !== null) {
      return html`<p class="variant">Variant ${this.seed}, which your class has been set.</p>`;
    }
    const { sheets = {} } = this.work?.folder ?? {};
    const seeds = new Set([0, this.seed, ...Object.keys(sheets).map(Number)]);
    if (seeds.size === 1) return nothing;
    const option = (seed: number) => {
      const best = sheets[seed]?.best;
      const name = seed === 0 ? 'The lesson’s own' : `Variant ${seed}`;
      return html`<option value=${seed} .selected=${seed === this.seed}>
        ${name}${best ? `, best ${best.score} of ${best.max}` : ''}
      </option>`;
    };
    return html`<p class="variant">
      <label for="variant">Numbers:</label>
      <select
        id="variant"
        ?disabled=${this.phase === 'loading'}
        @change=${(event: Event) => this.choose(Number((event.target as HTMLSelectElement).value))}
      >
        ${[...seeds].map(option)}
      </select>
    </p>`;
  }

  private status(): string {
    const { done, count } = this.told;
    const parts = [done];
    if (this.grade) {
      const { score, max, items } = this.grade;
      const open = items.filter(({ outcome }) => outcome === 'empty').length;
      const look = items.filter(isToLookAt).length;
      const left = [
        look > 0 ? `${look} to look at` : '',
        open > 0 ? `${open} still open` : '',
        look + open === 0 ? 'All right' : '',
      ];
      parts.push(`${score} of ${max} points. ${left.filter(Boolean).join(', ')}.`);
    } else if (this.sheet.cleared) {
      parts.push('Started over. Undo brings your answers back.');
    } else if (!done) {
      parts.push('Nothing checked yet.');
    }
    // A text that changes is announced, even if only an invisible space does.
    return parts.filter(Boolean).join(' ') + (count % 2 === 1 ? '\u00A0' : '');
  }

  private points(): TemplateResult {
    const { grade } = this;
    const [first] = this.toLookAt();
    const changed = this.items.some(({ id }) => isChanged(this.sheet, id));
    return html`
      <progress
        aria-label="points"
        max=${grade?.max ?? this.items.length}
        .value=${grade?.score ?? 0}
      ></progress>
      <div class="points">
        ${this.phase === 'loading' ? html`<p class="soft loading">Loading …</p>` : nothing}
        <p role="status">${this.phase === 'ready' ? this.status() : nothing}</p>
        ${grade && changed ? html`<span class="soft">At the last check; changed since.</span>` : nothing}
        ${
          this.phase === 'ready' && !this.work?.trouble
            ? html`<span class="soft kept">Kept on this device.</span>`
            : nothing
        }
        ${
          first
            ? html`<button type="button" class="small" @click=${() => this.focusOn(first)}>
                Go to the first
              </button>`
            : nothing
        }
      </div>
    `;
  }

  /** All right at the last check, and unchanged since. */
  private isDone(): boolean {
    const { grade } = this;
    return (
      grade !== null &&
      grade.score === grade.max &&
      !this.items.some(({ id }) => isChanged(this.sheet, id))
    );
  }

  private notice(): string {
    const { trouble, spoiled } = this.work ?? { trouble: null, spoiled: null };
    return noticeOf(trouble, spoiled, 'the sheet began empty');
  }

  override render() {
    const text = texts[this.name];
    if (!text) return html`<p class="error">There is no exercise "${this.name}".</p>`;
    const disabled = this.phase !== 'ready';
    const { facts } = this.asked;
    return html`
      <form @submit=${this.onSubmit} novalidate autocomplete="off">
        <h3>${text.title}</h3>
        ${this.variant()}
        <p>${text.task(facts)}</p>
        ${rowsOf(this.items, text).map((row) => this.row(row, text))} ${this.points()}
        ${this.isDone() ? html`<p class="closing">${text.closing(facts)}</p>` : nothing}
        ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
        <div class="actions">
          ${
            this.phase === 'failed'
              ? html`<button type="button" @click=${this.tryAgain}>Try again</button>`
              : nothing
          }
          <button type="submit" ?disabled=${disabled}>Check</button>
          <button type="button" ?disabled=${disabled} @click=${this.startOver}>Start over</button>
          ${
            this.sheet.cleared
              ? html`<button type="button" ?disabled=${disabled} @click=${this.undo}>Undo</button>`
              : nothing
          }
          ${
            assignedSeed(this.name) === null
              ? html`<button
                  type="button"
                  class="other"
                  ?disabled=${disabled}
                  @click=${this.chooseAnother}
                >
                  New variant
                </button>`
              : nothing
          }
        </div>
        <p class="notice kept" role="status">${this.notice()}</p>
      </form>
    `;
  }
}

customElements.define('posenc-exercise', PosencExercise);
