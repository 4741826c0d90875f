import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Answers, Item } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { Kept } from '../../storage/kept.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { compute } from '../../worker/client.ts';
import { assignedSeed, watchAssignment } from '../assignment.ts';
import { cardStyle } from '../card-style.ts';
import { exerciseStyle } from '../exercise-style.ts';
import { noticeOf } from '../notice.ts';
import { drawnSeed } from '../work.ts';
import {
  answeredWith,
  type Confidence,
  confidences,
  emptyQuiz,
  type Given,
  quizAnswers,
  type QuizStep,
  type QuizWork,
  quizWorkFrom,
  seeded,
  startedOver,
  undone,
} from './quiz-work.ts';
import { quizStyle } from './quiz-style.ts';
import {
  comebacks,
  type Comeback,
  isDue,
  type Judged,
  nextQuestion,
  whenBack,
} from './schedule.ts';
import { Verdicts } from './verdicts.ts';
import { type QuestionWording, wordingIn, wordingOfLesson } from './wording.ts';

const sureness: Record<Confidence, string> = {
  guess: 'a guess',
  fairly: 'fairly sure',
  certain: 'certain',
};

/** What somebody said of so many answers. */
const ofThese: Record<Confidence, string> = {
  guess: 'that were guesses',
  fairly: 'you were fairly sure of',
  certain: 'you were certain of',
};

type State = 'new' | 'right' | 'second-go' | 'missed';
const states: Record<State, { symbol: string; word: string }> = {
  new: { symbol: '○', word: 'new' },
  right: { symbol: '✓', word: 'right' },
  'second-go': { symbol: '◐', word: 'right at second go' },
  missed: { symbol: '✕', word: 'missed' },
};

/** With fewer answers how sure one was says little. */
const enoughAnswers = 5;

/**
 * The quiz: its questions are written in the lesson, their order is drawn by the core, and which option is right is the
 * core's verdict. What was missed comes back.
 *
 *   <posenc-quiz seed="7"><section data-question="paper">…</section></posenc-quiz>
 *
 * Empty, on another page, it has the lesson's questions.
 */
export class PosencQuiz extends LitElement {
  static override properties = {
    seed: { type: Number },
    items: { state: true },
    work: { state: true },
    phase: { state: true },
    error: { state: true },
    open: { state: true },
    shown: { state: true },
    confidence: { state: true },
    choice: { state: true },
    told: { state: true },
  };

  /** The order of questions and options; null for the learner's own, which is drawn once. */
  declare seed: number | null;
  /** What the core asks, in its order. */
  declare private items: Item[];
  /** The newest of what is kept. */
  declare private work: QuizWork;
  declare private phase: 'loading' | 'ready' | 'failed' | 'unsupported';
  declare private error: string;
  /** The question that is asked; null if there is none now. */
  declare private open: string | null;
  /** The answer to it that is explained; null while it is to be given. */
  declare private shown: Given | null;
  declare private confidence: Confidence | null;
  declare private choice: string | null;
  /** What is announced, and how often something was: the same is told anew. */
  declare private told: { text: string; count: number };

  private kept: Kept<QuizWork> | null = null;
  private unwatch: (() => void) | null = null;
  private wording = new Map<string, QuestionWording>();
  private computed = new Set<string>();
  private readonly verdicts = new Verdicts();
  private checking = false;
  /** Counts the beginnings: only the last one is of interest. */
  private begun = 0;

  constructor() {
    super();
    this.seed = null;
    this.items = [];
    this.work = emptyQuiz;
    this.phase = 'loading';
    this.error = '';
    this.open = null;
    this.shown = null;
    this.confidence = null;
    this.choice = null;
    this.told = { text: '', count: 0 };
  }

  static override styles = [cardStyle, exerciseStyle, quizStyle];

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.wording = wordingIn(this);
    this.kept = new Kept('quiz', quizWorkFrom, emptyQuiz);
    this.work = this.kept.value;
    const unwatchKept = this.kept.watch(() => void this.onOtherTab());
    const unwatchClass = watchAssignment(() => void this.begin());
    this.unwatch = () => {
      unwatchKept();
      unwatchClass();
    };
    addEventListener('hashchange', this.onHash);
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    removeEventListener('hashchange', this.onHash);
  }

  override updated(changed: PropertyValues): void {
    // (What it began with it is not told of.)
    if (changed.has('seed') && changed.get('seed') !== undefined) void this.begin();
  }

  private change(step: QuizStep): void {
    this.kept?.change(step);
    this.work = this.kept?.value ?? step(this.work);
  }

  /** Which order it has. */
  private order(): number {
    const seed = assignedSeed('quiz') ?? this.seed;
    if (seed !== null) return seed;
    if (this.work.seed === null) this.change(seeded(drawnSeed()));
    return this.work.seed ?? 0;
  }

  private async begin(): Promise<void> {
    const begun = ++this.begun;
    this.error = '';
    try {
      if (this.wording.size === 0) this.wording = await wordingOfLesson();
      const { items, facts } = await compute.call('exercise', 'quiz', this.order());
      if (begun !== this.begun) return;
      this.items = items.filter(({ id }) => this.wording.has(id));
      this.computed = new Set((facts['computed'] ?? '').split(', '));
      await this.judge(this.work.history);
      if (begun !== this.begun) return;
      this.phase = 'ready';
    } catch (error) {
      if (begun !== this.begun) return;
      const unsupported = error instanceof PosencError && error.code === 'unsupported';
      this.phase = unsupported ? 'unsupported' : 'failed';
      this.error = (error as Error).message;
      return;
    }
    if (this.open === null && !this.goToLinked()) this.ask(this.next());
  }

  private async tryAgain(): Promise<void> {
    await this.begin();
    if (this.phase === 'ready') await this.focusOn('#question');
  }

  private judge(answers: readonly Pick<Given, 'question' | 'choice'>[]): Promise<void> {
    const questions = new Set(this.items.map(({ id }) => id));
    return this.verdicts.judge(this.order(), questions, answers);
  }

  private isRight = (question: string, choice: string | undefined) =>
    this.verdicts.isRight(question, choice);

  /** All answers to what is asked, with their verdicts. */
  private judged(): Judged[] {
    return this.verdicts.on(this.work.history);
  }

  private next(): string | null {
    const order = this.items.map(({ id }) => id);
    return nextQuestion(order, this.judged(), new Date());
  }

  private async onOtherTab(): Promise<void> {
    const before = this.order();
    this.work = this.kept?.value ?? this.work;
    if (this.phase !== 'ready' || this.order() !== before) {
      await this.begin();
      return;
    }
    try {
      await this.judge(this.work.history);
    } catch (error) {
      this.error = (error as Error).message;
    }
    // What is on the screen stays, unless there is something to do again.
    if (this.open === null) this.ask(this.next());
    this.requestUpdate();
  }

  private onHash = (): void => {
    if (this.phase === 'ready' && this.goToLinked()) void this.focusOn('#question');
  };

  /** A link to a place within a question opens that. */
  private goToLinked(): boolean {
    const target = document.getElementById(location.hash.slice(1));
    const section = target?.closest<HTMLElement>('[data-question]');
    const question = section && this.contains(section) ? section.dataset['question'] : undefined;
    if (!question || !this.items.some(({ id }) => id === question)) return false;
    this.look(question);
    this.scrollIntoView({ block: 'nearest' });
    return true;
  }

  private tell(text: string): void {
    this.told = { text, count: this.told.count + 1 };
  }

  private ask(question: string | null): void {
    this.open = question;
    this.shown = null;
    this.confidence = null;
    this.choice = null;
  }

  /** Opens a question: what was answered to it last, or to be answered. */
  private look(question: string): void {
    this.ask(question);
    const due = this.back(question);
    const last = this.work.history.filter((given) => given.question === question).at(-1);
    if (last && !(due && isDue(due, new Date()))) void this.show(last);
    this.tell('');
  }

  private async show(given: Given): Promise<boolean> {
    const item = this.items.find(({ id }) => id === given.question);
    const choices = item?.choices ?? [];
    try {
      await this.judge(choices.map((choice) => ({ question: given.question, choice })));
    } catch (error) {
      this.error = (error as Error).message;
      return false;
    }
    this.error = '';
    if (this.open === given.question) this.shown = given;
    return true;
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { open, confidence, choice } = this;
    if (this.phase !== 'ready' || open === null || this.shown) return;
    if (!confidence) {
      this.tell('First say how sure you will be.');
      await this.focusOn('.sure input');
      return;
    }
    if (choice === null) {
      this.tell('Choose an answer first.');
      await this.focusOn('.options input');
      return;
    }
    const given = { question: open, choice, confidence, at: new Date().toISOString() };
    // (Enter twice is one answer.)
    if (this.checking) return;
    this.checking = true;
    const done = await this.show(given);
    this.checking = false;
    if (!done) return;
    this.change(answeredWith(given, assignedSeed('quiz')));
    this.tell(this.isRight(open, choice) ? 'Right.' : 'Not right.');
    await this.focusOn('#chosen');
  }

  private async goOn(question: string | null): Promise<void> {
    this.ask(question);
    this.tell(question === null ? 'That is all for now.' : '');
    await this.focusOn('#question');
  }

  private async jump(question: string): Promise<void> {
    this.look(question);
    await this.focusOn('#question');
    this.renderRoot.querySelector('form')?.scrollIntoView({ block: 'nearest' });
  }

  private async clear(): Promise<void> {
    this.change(startedOver);
    this.ask(this.next());
    this.tell(this.work.cleared ? 'Started over. Undo brings your answers back.' : '');
    await this.focusOn('#question');
  }

  private async undo(): Promise<void> {
    this.change(undone);
    await this.onOtherTab();
    this.ask(this.next());
    this.tell('Your answers are back.');
    await this.focusOn('#question');
  }

  private async focusOn(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  private back(question: string): Comeback | undefined {
    return comebacks(this.judged(), new Date()).find((one) => one.question === question);
  }

  /** How many questions other than this one there are to answer now. */
  private openBeside(question: string): number {
    const due = comebacks(this.judged(), new Date()).filter((one) => isDue(one, new Date()));
    const fresh = this.items.filter(({ id }) => this.stateOf(id) === 'new');
    const all = new Set([...due.map((one) => one.question), ...fresh.map(({ id }) => id)]);
    all.delete(question);
    return all.size;
  }

  private whenBack(comeback: Comeback): string {
    return whenBack(comeback, new Date(), this.openBeside(comeback.question));
  }

  private stateOf(question: string): State {
    const { first, latest } = quizAnswers(this.work);
    if (!(question in latest)) return 'new';
    if (!this.isRight(question, latest[question])) return 'missed';
    const given = this.work.history.filter((one) => one.question === question);
    const missed = given.some(({ choice }) => !this.isRight(question, choice));
    return this.isRight(question, first[question]) && !missed ? 'right' : 'second-go';
  }

  private dueLine(): string {
    const all = comebacks(this.judged(), new Date());
    const [first] = all;
    if (!first) return '';
    return `${all.length} to come back, the next ${this.whenBack(first)}.`;
  }

  /** How sure somebody was, and how right. */
  private calibration(): string {
    const judged = this.judged();
    if (judged.length < enoughAnswers) return '';
    const parts = [...confidences].reverse().flatMap((confidence) => {
      const these = judged.filter((one) => one.confidence === confidence);
      if (these.length === 0) return [];
      const right = these.filter((one) => one.right).length;
      return `of ${these.length} ${ofThese[confidence]}, ${right} ${right === 1 ? 'was' : 'were'} right`;
    });
    const text = parts.join('; ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  private radio(name: string, value: string, checked: boolean, words: unknown, onPick: () => void) {
    return html`<label
      ><input type="radio" name=${name} value=${value} .checked=${checked} @change=${onPick} /><span
        >${words}</span
      ></label
    >`;
  }

  /** A question to be answered. */
  private asking(item: Item, wording: QuestionWording): TemplateResult {
    return html`<fieldset class="sure" aria-describedby="question">
        <legend>How sure will you be?</legend>
        <div>
          ${confidences.map((one) =>
            this.radio('sure', one, this.confidence === one, sureness[one], () => {
              this.confidence = one;
            }),
          )}
        </div>
      </fieldset>
      <fieldset class="options" ?disabled=${this.confidence === null}>
        <legend>
          ${this.confidence === null ? 'Your answer (first say how sure you will be)' : 'Your answer'}
        </legend>
        ${item.choices.map((choice) =>
          this.radio(
            'choice',
            choice,
            this.choice === choice,
            wording.options.get(choice)?.label,
            () => {
              this.choice = choice;
            },
          ),
        )}
      </fieldset>`;
  }

  /** What became of an answer, with an explanation of every option: the chosen one first, then the right one. */
  private explaining(item: Item, wording: QuestionWording, shown: Given): TemplateResult {
    const rank = (choice: string) =>
      choice === shown.choice ? 0 : this.isRight(item.id, choice) ? 1 : 2;
    const choices = item.choices
      .filter((choice) => wording.options.has(choice))
      .sort((one, other) => rank(one) - rank(other));
    const option = (choice: string) => {
      const right = this.isRight(item.id, choice);
      const words = wording.options.get(choice);
      const chosen = choice === shown.choice;
      return html`<li
        class="${right ? 'right' : 'wrong'} ${chosen ? 'chosen' : ''}"
        data-option=${choice}
        id=${chosen ? 'chosen' : nothing}
        tabindex=${chosen ? '-1' : nothing}
      >
        <p class="what">
          <b>${right ? '✓ right' : '✕ not right'}</b>${
            chosen ? html` · your answer, ${sureness[shown.confidence]}` : nothing
          }
        </p>
        <div class="said">${words?.again}</div>
        ${words?.why}
      </li>`;
    };
    return html`<ul class="verdicts">
      ${choices.map(option)}
    </ul>`;
  }

  private whereLine(item: Item): TemplateResult {
    const at = this.items.indexOf(item) + 1;
    const comeback = this.shown ? undefined : this.back(item.id);
    const again = comeback?.why === 'missed' ? 'missed before' : 'a guess before';
    return html`<p class="where">
      <span>Question ${at} of ${this.items.length}</span>
      ${comeback ? html`<span class="badge">Back again: ${again}</span>` : nothing}
      ${
        this.shown && this.computed.has(item.id)
          ? html`<span class="badge">Computed by the core</span>`
          : nothing
      }
    </p>`;
  }

  private question(): TemplateResult {
    const item = this.items.find(({ id }) => id === this.open);
    const wording = item && this.wording.get(item.id);
    if (!item || !wording) {
      return html`<div class="question">
        <h3 id="question" tabindex="-1">That is all for now.</h3>
        <p>All questions are answered. Below, each can be looked at again.</p>
      </div>`;
    }
    const next = this.shown ? this.next() : null;
    return html`<div class="question" data-asked=${item.id}>
      ${this.whereLine(item)}
      <h3 id="question" tabindex="-1">${wording.title}</h3>
      ${this.shown ? this.explaining(item, wording, this.shown) : this.asking(item, wording)}
      <div class="actions">
        ${
          this.shown
            ? html`<button type="button" class="next" @click=${() => this.goOn(next)}>
                  ${next === null ? 'Finish' : 'Next question'}
                </button>
                <button type="button" @click=${() => this.goOn(item.id)}>Answer again</button>`
            : html`<button type="submit" ?disabled=${this.phase !== 'ready'}>Check</button>`
        }
      </div>
    </div>`;
  }

  /** A text that changes is announced, even if only an invisible space does. */
  private status(): string {
    return this.told.text + (this.told.count % 2 === 1 ? '\u00A0' : '');
  }

  private points(): TemplateResult {
    const { first, latest } = quizAnswers(this.work);
    const max = this.items.length;
    const score = (answers: Answers) =>
      this.items.filter(({ id }) => this.isRight(id, answers[id])).length;
    const now = score(latest);
    const line =
      Object.keys(latest).length === 0
        ? 'Nothing answered yet.'
        : `${now} of ${max} right now, ${score(first)} at first go.`;
    return html`
      <progress aria-label="right answers" max=${max} .value=${now}></progress>
      <div class="points">
        <p class="score">${line}</p>
        ${this.kept?.trouble ? nothing : html`<span class="soft kept">Kept on this device.</span>`}
      </div>
      <p class="due">${this.dueLine()}</p>
      <p class="due calibration">${this.calibration()}</p>
    `;
  }

  private overview(): TemplateResult {
    const all = comebacks(this.judged(), new Date());
    const entry = (item: Item, n: number) => {
      const state = this.stateOf(item.id);
      const { symbol, word } = states[state];
      const comeback = all.find(({ question }) => question === item.id);
      return html`<li>
        <button
          type="button"
          class=${state}
          data-state=${state}
          data-jump=${item.id}
          aria-current=${item.id === this.open ? 'true' : 'false'}
          @click=${() => this.jump(item.id)}
        >
          <span>${n + 1}</span>
          <span>${this.wording.get(item.id)?.text}</span>
          <span class="state"
            ><span aria-hidden="true">${symbol}</span> ${word}${
              comeback ? `, back ${this.whenBack(comeback)}` : ''
            }</span
          >
        </button>
      </li>`;
    };
    const answered = this.items.filter(({ id }) => this.stateOf(id) !== 'new').length;
    return html`<details>
      <summary>All ${this.items.length} questions, ${answered} answered</summary>
      <ol class="all" role="list">
        ${this.items.map(entry)}
      </ol>
      <div class="actions start-over">
        <button type="button" @click=${this.clear}>Start over</button>
      </div>
    </details>`;
  }

  override render() {
    const ready = this.phase === 'ready';
    const broken = this.phase === 'failed' || this.phase === 'unsupported';
    const { trouble, spoiled } = this.kept ?? { trouble: null, spoiled: null };
    return html`
      <form @submit=${this.onSubmit} novalidate autocomplete="off">
        ${ready ? this.question() : nothing}
        <p role="status" class="outcome">${this.status()}</p>
        ${ready ? this.points() : nothing}
        ${this.phase === 'loading' ? html`<p class="soft loading">Loading …</p>` : nothing}
        ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
        ${
          this.phase === 'failed'
            ? html`<button type="button" @click=${this.tryAgain}>Try again</button>`
            : nothing
        }
        ${
          ready && this.work.cleared
            ? html`<div class="actions">
                <button type="button" @click=${this.undo}>Undo</button>
              </div>`
            : nothing
        }
        ${ready ? this.overview() : nothing}
        <p class="notice kept" role="status">
          ${noticeOf(trouble, spoiled, 'the quiz began empty')}
        </p>
      </form>
      <div class="written ${broken ? 'shown' : ''}"><slot></slot></div>
    `;
  }
}

customElements.define('posenc-quiz', PosencQuiz);
