import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Item } from '../../core/api.ts';
import { Stored } from '../../storage/stored.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { AfterPress } from '../../ui/after-press.ts';
import { Announcement } from '../../ui/live-region.ts';
import { CurrentRequest } from '../../ui/current-request.ts';
import { focusIn } from '../../ui/focus.ts';
import { whileConnected } from '../../ui/connected.ts';
import { compute } from '../../worker/client.ts';
import { assignedSeed, watchAssignment } from '../assignment.ts';
import {
  errorMessage,
  loadingMessage,
  type Phase,
  phaseAfter,
  storageNotice,
} from '../card-parts.ts';
import { cardStyle } from '../card-style.ts';
import { exerciseStyle } from '../exercise-style.ts';
import { noticeOf } from '../notice.ts';
import { drawnSeed } from '../work.ts';
import { allQuestions, quizPoints } from './overview.ts';
import { Progress } from './progress.ts';
import {
  answerFields,
  type Draft,
  explainedOptions,
  noQuestion,
  questionNumber,
} from './question-card.ts';
import {
  answeredWith,
  emptyQuiz,
  type GivenAnswer,
  type QuizStep,
  type QuizWork,
  quizWorkFrom,
  seeded,
  startedOver,
  undone,
} from './quiz-work.ts';
import { quizStyle } from './quiz-style.ts';
import { Verdicts } from './verdicts.ts';
import { itemsIn, type QuestionWording, wordingIn, wordingOfLesson } from './wording.ts';

const emptyDraft: Draft = { confidence: null, choice: null };

/**
 * Questions that are written in the lesson: those of the quiz, or those that check a section. The core draws their order
 * and decides which option is right. Missed questions come back.
 *
 *   <posenc-quiz seed="7"><section data-question="paper">…</section></posenc-quiz>
 *   <posenc-quiz of-section><section data-question="shift">…</section></posenc-quiz>
 *
 * If it is empty, on another page, it has those of the quiz.
 */
export class PosencQuiz extends AfterPress {
  static override properties = {
    seed: { type: Number },
    items: { state: true },
    work: { state: true },
    phase: { state: true },
    error: { state: true },
    current: { state: true },
    explained: { state: true },
    draft: { state: true },
  };

  static override styles = [cardStyle, exerciseStyle, quizStyle];

  /** The order of questions and options; null for the learner's own, which is drawn once. */
  declare seed: number | null;
  /** The core's questions, in its order. */
  declare private items: Item[];
  /** The learner's work as it is kept. */
  declare private work: QuizWork;
  declare private phase: Phase;
  declare private error: string;
  /** The question on the screen; null if there is none now. */
  declare private current: string | null;
  /** The answer to it that is explained; null while it can be answered. */
  declare private explained: GivenAnswer | null;
  declare private draft: Draft;

  /** Checks a section: its questions stand as they are written, and the core is loaded with the first answer. */
  private isOfSection = false;
  private stored: Stored<QuizWork> | null = null;
  private wording = new Map<string, QuestionWording>();
  /** The questions whose answer the core computes. */
  private isLoaded = false;
  private readonly verdicts = new Verdicts();
  private readonly loading = new CurrentRequest();
  private readonly announcement = new Announcement(this);
  private isChecking = false;

  constructor() {
    super();
    this.seed = null;
    this.items = [];
    this.work = emptyQuiz;
    this.phase = 'loading';
    this.error = '';
    this.current = null;
    this.explained = null;
    this.draft = emptyDraft;
    whileConnected(this, () => this.connect());
  }

  private connect(): (() => void)[] {
    ensureTokens(this);
    this.wording = wordingIn(this);
    this.isOfSection = this.hasAttribute('of-section');
    const stored = (this.stored = new Stored('quiz', quizWorkFrom, emptyQuiz));
    this.work = stored.value;
    addEventListener('hashchange', this.onHash);
    void this.load();
    return [
      stored.watch(() => void this.readAgain()),
      watchAssignment(() => void this.load()),
      () => removeEventListener('hashchange', this.onHash),
    ];
  }

  override updated(changed: PropertyValues): void {
    // (The first value is no change.)
    if (changed.has('seed') && changed.get('seed') !== undefined) void this.load();
  }

  private change(step: QuizStep): void {
    this.stored?.change(step);
    this.work = this.stored?.value ?? step(this.work);
  }

  /** The seed of the order: the class's, the attribute's, or the learner's own. */
  private order(): number {
    const seed = this.isOfSection ? 0 : (assignedSeed('quiz') ?? this.seed);
    if (seed !== null) return seed;
    if (this.work.seed === null) this.change(seeded(drawnSeed()));
    return this.work.seed ?? 0;
  }

  /** Asks the core for the questions, and for its verdicts on all answers. */
  private async load(): Promise<void> {
    const signal = this.loading.start();
    this.error = '';
    try {
      if (this.wording.size === 0) this.wording = await wordingOfLesson();
      const items = this.isOfSection ? itemsIn(this.wording) : await this.loadFromCore();
      if (signal.aborted) return;
      this.items = items;
      await this.judge(this.work.history);
      if (signal.aborted) return;
      this.phase = 'ready';
    } catch (error) {
      if (signal.aborted) return;
      this.phase = phaseAfter(error);
      this.error = (error as Error).message;
      return;
    }
    if (this.current === null && !this.goToLinked()) this.ask(this.progress.next);
  }

  /** The questions in the order of the seed. */
  private async loadFromCore(): Promise<Item[]> {
    const { items } = await compute.call('exercise', 'quiz', this.order());
    this.isLoaded = true;
    return items.filter(({ id }) => this.wording.has(id));
  }

  private async tryAgain(): Promise<void> {
    await this.load();
    if (this.phase === 'ready') await focusIn(this, '#question');
  }

  private judge(answers: readonly Pick<GivenAnswer, 'question' | 'choice'>[]): Promise<void> {
    const questions = new Set(this.items.map(({ id }) => id));
    return this.verdicts.judge(this.order(), questions, answers);
  }

  private get progress(): Progress {
    const questions = this.items.map(({ id }) => id);
    return new Progress(questions, this.verdicts.on(this.work.history), new Date());
  }

  /** Another tab has changed the work, or an earlier state of it is back. */
  private async readAgain(): Promise<void> {
    const before = this.order();
    this.work = this.stored?.value ?? this.work;
    if (this.phase !== 'ready' || this.order() !== before) {
      await this.load();
      return;
    }
    try {
      await this.judge(this.work.history);
    } catch (error) {
      this.error = (error as Error).message;
    }
    // The question on the screen stays, if there is one.
    if (this.current === null) this.ask(this.progress.next);
    this.requestUpdate();
  }

  private onHash = (): void => {
    if (this.phase === 'ready' && this.goToLinked()) void focusIn(this, '#question');
  };

  /** Opens the question that the address links to, or that contains its target. False if there is none. */
  private goToLinked(): boolean {
    const target = document.getElementById(location.hash.slice(1));
    const section = target?.closest<HTMLElement>('[data-question]');
    const question = section && this.contains(section) ? section.dataset['question'] : undefined;
    if (!question || !this.items.some(({ id }) => id === question)) return false;
    this.open(question);
    this.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** Puts a question on the screen, to be answered. */
  private ask(question: string | null): void {
    this.current = question;
    this.explained = null;
    this.draft = emptyDraft;
  }

  /** Puts a question on the screen: with the latest answer, if it is not to be answered now. */
  private open(question: string): void {
    this.ask(question);
    const latest = this.work.history.filter((given) => given.question === question).at(-1);
    if (latest && !this.progress.isDue(question)) void this.explain(latest);
    this.announcement.say('');
  }

  /** Explains an answer. False if the core could not be asked. */
  private async explain(given: GivenAnswer): Promise<boolean> {
    const { question } = given;
    const choices = this.items.find(({ id }) => id === question)?.choices ?? [];
    try {
      if (!this.isLoaded) await this.loadFromCore();
      await this.judge(choices.map((choice) => ({ question, choice })));
    } catch (error) {
      this.error = (error as Error).message;
      return false;
    }
    this.error = '';
    if (this.current === question) this.explained = given;
    return true;
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { current: question } = this;
    const { confidence, choice } = this.draft;
    if (this.phase !== 'ready' || question === null || this.explained) return;
    if (choice === null) {
      this.announcement.say('Choose an answer first.');
      await focusIn(this, '.options input');
      return;
    }
    const given = { question, choice, confidence, at: new Date().toISOString() };
    // (Pressing Enter twice gives one answer.)
    if (this.isChecking) return;
    this.isChecking = true;
    const isExplained = await this.explain(given);
    this.isChecking = false;
    if (!isExplained) return;
    this.change(answeredWith(given, assignedSeed('quiz')));
    this.announcement.say(this.verdicts.isRight(question, choice) ? 'Right.' : 'Not right.');
    await focusIn(this, '#chosen');
  }

  private async proceed(question: string | null): Promise<void> {
    this.ask(question);
    this.announcement.say(question === null ? 'That is all for now.' : '');
    await focusIn(this, '#question');
  }

  private async openFromList(question: string): Promise<void> {
    this.open(question);
    await focusIn(this, '#question');
    this.renderRoot.querySelector('form')?.scrollIntoView({ block: 'nearest' });
  }

  private async startOver(): Promise<void> {
    this.change(startedOver(new Set(this.items.map(({ id }) => id))));
    this.ask(this.progress.next);
    this.announcement.say(this.work.cleared ? 'Started over. Undo brings your answers back.' : '');
    await focusIn(this, '#question');
  }

  private async undo(): Promise<void> {
    this.change(undone);
    await this.readAgain();
    this.ask(this.progress.next);
    this.announcement.say('Your answers are back.');
    await focusIn(this, '#question');
  }

  private renderQuestion(progress: Progress): TemplateResult {
    const { items, explained } = this;
    const item = items.find(({ id }) => id === this.current);
    const wording = item && this.wording.get(item.id);
    if (!wording) return noQuestion;
    const { id } = item;
    const next = explained ? progress.next : null;
    return html`<div class="question" data-asked=${id}>
      ${questionNumber(
        items.indexOf(item) + 1,
        items.length,
        explained ? undefined : progress.comebackOf(id),
      )}
      <h3 id="question" tabindex="-1">${wording.title}</h3>
      ${
        explained
          ? explainedOptions(item, wording, explained, (choice) =>
              this.verdicts.isRight(id, choice),
            )
          : answerFields(item, wording, this.draft, {
              setConfidence: (confidence) => {
                this.draft = { ...this.draft, confidence };
              },
              setChoice: (choice) => {
                this.draft = { ...this.draft, choice };
              },
            })
      }
      <div class="actions">
        ${
          explained
            ? html`<button type="button" class="next" @click=${() => this.proceed(next)}>
                  ${next === null ? 'Finish' : 'Next question'}
                </button>
                <button type="button" class="quiet" @click=${() => this.proceed(id)}>
                  Answer again
                </button>`
            : html`<button type="submit">Check</button>`
        }
      </div>
    </div>`;
  }

  /** What is below the question, once the core has answered. */
  private renderProgress(progress: Progress): TemplateResult {
    const { items, wording, current, work } = this;
    return html`${
      work.cleared
        ? html`<div class="actions">
            <button type="button" class="quiet" @click=${this.undo}>Undo</button>
          </div>`
        : nothing
    }
    ${allQuestions(
      { items, wording, progress, current },
      {
        open: (question) => void this.openFromList(question),
        startOver: () => void this.startOver(),
      },
    )}`;
  }

  override render() {
    const { phase, progress } = this;
    const isReady = phase === 'ready';
    const { problem = null, unreadable = null } = this.stored ?? {};
    const isBroken = phase === 'failed' || phase === 'unsupported';
    return html`
      <form @submit=${this.onSubmit} novalidate autocomplete="off">
        ${isReady ? this.renderQuestion(progress) : nothing}
        <p role="status" class="outcome">${this.announcement.spoken()}</p>
        ${isReady ? quizPoints(progress, this.items.length, problem === null) : nothing}
        ${phase === 'loading' ? loadingMessage : nothing} ${errorMessage(this.error)}
        ${
          phase === 'failed'
            ? html`<button type="button" @click=${this.tryAgain}>Try again</button>`
            : nothing
        }
        ${isReady ? this.renderProgress(progress) : nothing}
        ${storageNotice(noticeOf(problem, unreadable, 'the quiz starts empty'))}
      </form>
      <div class="written ${isBroken ? 'shown' : ''}"><slot></slot></div>
    `;
  }
}

customElements.define('posenc-quiz', PosencQuiz);
