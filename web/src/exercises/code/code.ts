import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CaseComparison, Grade, Item, Verdict } from '../../core/api.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { Announcement } from '../../ui/live-region.ts';
import { CurrentRequest } from '../../ui/current-request.ts';
import { DrawnInTurn } from '../../ui/drawn-in-turn.ts';
import { focusIn } from '../../ui/focus.ts';
import { compute } from '../../worker/client.ts';
import {
  cardTitle,
  errorMessage,
  solutionNotLoaded,
  storageNotice,
  storedOnDevice,
  unknownExercise,
} from '../card-parts.ts';
import { cardStyle } from '../card-style.ts';
import { titleOf } from '../catalogue.ts';
import { ExerciseController } from '../exercise-controller.ts';
import { exerciseStyle } from '../exercise-style.ts';
import { nextInSet } from '../next-in-set.ts';
import { testsLine } from '../score-line.ts';
import { answered, hinted, isToLookAt, sourceKey, startedOver, undone } from '../sheet.ts';
import { codeStyle } from './code-style.ts';
import type { Editor } from './editor.ts';
import { endText } from './failures.ts';
import { listed } from './listed.ts';
import {
  closedProgram,
  openProgram,
  printedText,
  programFailure,
  referenceSolution,
} from './program.ts';
import { type Failure, loadPython, type Ran, Run } from './runner.ts';
import type { Solution } from './solutions.ts';
import { testDetails, testList } from './test-results.ts';
import { texts } from './texts.ts';

/** A task that takes longer than this shows its progress. */
const progressDelayMs = 1000;

/**
 * An exercise in code: a program in Python, run in the page, and graded by the results of its functions. The program is
 * kept in this browser.
 *
 *   <posenc-code name="code-rope"></posenc-code>
 */
export class PosencCode extends DrawnInTurn {
  static override properties = {
    name: { type: String },
    seed: { type: Number },
    phase: { state: true },
    isSlow: { state: true },
    ran: { state: true },
    untestedAfter: { state: true },
    chosen: { state: true },
    comparison: { state: true },
    error: { state: true },
    solutions: { state: true },
  };

  static override styles = [cardStyle, exerciseStyle, codeStyle];

  declare name: string;
  /** The variant that is shown unless the learner's class has been set one; 0 is the lesson's own. */
  declare seed: number;
  declare private phase: 'closed' | 'opening' | 'open' | 'loading' | 'running';
  /** Whether the phase has lasted so long that the learner may want to know about it. */
  declare private isSlow: boolean;
  /** The result of the last run on this visit. */
  declare private ran: Ran | null;
  /** How many checks there were when a newer program failed before any test; null if none did. */
  declare private untestedAfter: number | null;
  /** The call of the test that is shown in detail. */
  declare private chosen: string | null;
  declare private comparison: CaseComparison | null;
  /** Why the editor, Python or the details of a test could not be loaded. */
  declare private error: string;

  /** Solutions to compare with, once the learner has asked for them. */
  declare private solutions: readonly Solution[];

  private readonly exercise = new ExerciseController(this, {
    listed,
    defaultSeed: () => this.seed,
    onVariant: () => {
      this.testing.abort();
      this.forgetRun();
    },
    onRegraded: () => void this.choose(this.firstToLookAt()?.item ?? null),
  });
  private readonly announcement = new Announcement(this);
  /** The run of the tests: aborting it stops the program. */
  private readonly testing = new CurrentRequest();
  private readonly comparing = new CurrentRequest();
  private run: Run | null = null;
  private editor: Editor | null = null;

  constructor() {
    super();
    this.name = '';
    this.seed = 0;
    this.phase = 'closed';
    this.isSlow = false;
    this.ran = null;
    this.untestedAfter = null;
    this.chosen = null;
    this.comparison = null;
    this.error = '';
    this.solutions = [];
  }

  protected override onDrawn(): void {
    ensureTokens(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.testing.abort();
    this.editor?.close();
    this.editor = null;
    this.phase = 'closed';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('seed')) this.exercise.follow();
  }

  override updated(): void {
    if (this.editor) this.editor.text = this.source;
  }

  private get start(): string {
    return texts[this.name]?.start ?? '';
  }

  /** The program as it is now. */
  private get source(): string {
    return this.exercise.sheet.answers[sourceKey] ?? this.start;
  }

  /** Whether the program has been changed since it was last checked. */
  private get isChanged(): boolean {
    const { checked } = this.exercise.sheet;
    return checked !== null && checked[sourceKey] !== this.source;
  }

  /** The verdict to show: none if a newer program than the one it is about failed before any test. */
  private get grade(): Grade | null {
    const { grade, sheet } = this.exercise;
    return this.untestedAfter === sheet.attempts ? null : grade;
  }

  private firstToLookAt(): Verdict | undefined {
    return this.grade?.items.find(isToLookAt);
  }

  private forgetRun(): void {
    this.ran = null;
    this.untestedAfter = null;
  }

  /** Shows one test in detail. */
  private async choose(call: string | null): Promise<void> {
    const signal = this.comparing.start();
    this.chosen = call;
    const { seed, sheet } = this.exercise;
    const result = call === null ? '' : (sheet.checked?.[call] ?? '');
    if (call === null || result === '') {
      this.comparison = null;
      return;
    }
    try {
      const comparison = await compute.call('compareCase', this.name, seed, call, result);
      if (!signal.aborted) this.comparison = comparison;
    } catch (error) {
      if (!signal.aborted) this.error = (error as Error).message;
    }
  }

  /** Shows the progress of a task if it takes long. */
  private async showIfSlow<T>(task: Promise<T>): Promise<T> {
    const timer = setTimeout(() => (this.isSlow = true), progressDelayMs);
    try {
      return await task;
    } finally {
      clearTimeout(timer);
      this.isSlow = false;
    }
  }

  private async open(): Promise<void> {
    if (this.phase !== 'closed') return;
    this.phase = 'opening';
    this.error = '';
    // So that the first run of the tests need not wait for it. (If that fails, the run says so.)
    loadPython().catch(() => undefined);
    void this.exercise.begin();
    try {
      const { Editor } = await this.showIfSlow(import('./editor.ts'));
      if (!this.isConnected) return;
      this.phase = 'open';
      await this.updateComplete;
      const parent = this.renderRoot.querySelector<HTMLElement>('.program');
      if (!parent) return;
      this.editor = new Editor({
        parent,
        root: this.renderRoot as ShadowRoot,
        text: this.source,
        label: `Your program, ${titleOf(this.name)}`,
        describedBy: 'keys',
        onChange: (text) => {
          if (text !== this.source) this.exercise.change(answered(sourceKey, text));
        },
        onRun: () => void this.test(),
      });
      this.editor.focus();
    } catch {
      this.phase = 'closed';
      this.error = 'The editor could not be loaded. It needs a network connection the first time.';
    }
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    await (this.phase === 'closed' ? this.open() : this.test());
  }

  private async test(): Promise<void> {
    if (this.phase !== 'open') return;
    const { exercise } = this;
    if (exercise.phase !== 'ready') await exercise.load();
    if (exercise.phase !== 'ready') return;
    const source = this.editor?.text ?? this.source;
    this.editor?.mark(null);
    this.error = '';
    exercise.dismissError();
    this.phase = 'loading';
    const signal = this.testing.start();
    const calls = exercise.items.map(({ id }) => id);
    const run = (this.run = new Run(source, calls, (phase) => (this.phase = phase)));
    signal.addEventListener('abort', () => run.stop());
    try {
      const ran = await this.showIfSlow(run.done);
      if (!signal.aborted) await this.judge(source, ran);
    } catch (error) {
      this.error = (error as Error).message;
    } finally {
      this.run = null;
      if (this.editor) this.phase = 'open';
    }
  }

  private async judge(source: string, ran: Ran): Promise<void> {
    this.ran = ran;
    if (ran.error || (ran.stopped && Object.values(ran.answers).every((text) => text === ''))) {
      this.untestedAfter = this.exercise.sheet.attempts;
      this.editor?.mark(ran.error?.line ?? null);
      this.announcement.say(ran.error ? 'Nothing was tested.' : endText(ran));
      return;
    }
    this.untestedAfter = null;
    const grade = await this.exercise.gradeOf(ran.answers);
    if (!grade) return;
    this.exercise.keep({ [sourceKey]: source, ...ran.answers }, grade);
    const first = this.firstToLookAt()?.item ?? null;
    this.editor?.mark(this.raisedBy(first)?.line ?? null);
    await this.choose(first);
    this.announcement.say(`${endText(ran)} ${testsLine(grade)}`.trim());
  }

  /** The error that a call raised in the last run. */
  private raisedBy(call: string | null): Failure | undefined {
    return call === null ? undefined : this.ran?.raised[call];
  }

  private async backToStart(): Promise<void> {
    const { exercise } = this;
    if (this.source !== this.start || exercise.sheet.checked) exercise.change(startedOver);
    this.forgetRun();
    this.editor?.mark(null);
    await exercise.regrade();
    this.announcement.say('Started over. Undo brings your program back.');
    this.editor?.focus();
  }

  private async undo(): Promise<void> {
    this.exercise.change(undone);
    this.forgetRun();
    await this.exercise.regrade();
    this.announcement.say('Your program is back.');
    this.editor?.focus();
  }

  private async openHint({ id }: Item): Promise<void> {
    this.exercise.change(hinted([id]));
    await focusIn(this, '.hint');
  }

  private readonly goToLine = (line: number): void => this.editor?.focus(line);

  private async showSolutions(): Promise<void> {
    this.error = '';
    try {
      const { solutions } = await import('./solutions.ts');
      this.solutions = solutions[this.name] ?? [];
      await focusIn(this, '#solution');
    } catch {
      this.error = solutionNotLoaded;
    }
  }

  private get progressMessage(): string {
    if (!this.isSlow) return '';
    if (this.phase === 'opening') return 'Loading the editor …';
    return this.phase === 'loading' ? 'Loading Python …' : 'Running …';
  }

  private renderProgram(): TemplateResult {
    const { phase } = this;
    const isLoading = this.exercise.phase === 'loading';
    if (phase === 'closed' || phase === 'opening') {
      return closedProgram(this.source, phase === 'opening' || isLoading);
    }
    const isRunning = phase === 'loading' || phase === 'running';
    return html`${openProgram}
      <div class="actions">
        <button type="submit" ?disabled=${isRunning || isLoading}>Run the tests</button>
        ${
          isRunning
            ? html`<button type="button" @click=${() => this.run?.stop()}>Stop</button>`
            : nothing
        }
        <button type="button" class="quiet" ?disabled=${isRunning} @click=${this.backToStart}>
          Start over
        </button>
        ${
          this.exercise.sheet.cleared
            ? html`<button type="button" class="quiet" ?disabled=${isRunning} @click=${this.undo}>
                Undo
              </button>`
            : nothing
        }
      </div>`;
  }

  private renderStatus(): TemplateResult {
    const { grade } = this;
    const { isStored } = this.exercise;
    const announced = this.announcement.spoken();
    return html`<div class="points">
      <p role="status">${this.progressMessage || announced || (grade ? testsLine(grade) : '')}</p>
      ${
        grade && this.isChanged
          ? html`<span class="soft">Results from before your last change.</span>`
          : nothing
      }
      ${this.phase !== 'closed' && isStored ? storedOnDevice : nothing}
      ${grade ? nextInSet(this.name) : nothing}
    </div>`;
  }

  override render() {
    const text = texts[this.name];
    if (!text) return unknownExercise(this.name);
    const { exercise, grade, chosen, comparison } = this;
    const { sheet, items } = exercise;
    const isDone = grade !== null && grade.score === grade.max && !this.isChanged;
    const raised = this.isChanged ? undefined : this.raisedBy(chosen);
    const item = items.find(({ id }) => id === chosen);
    return html`
      <form @submit=${this.onSubmit} novalidate>
        ${cardTitle(this.name)}
        <p class="task">${text.task}</p>
        <p class="soft">
          Your program runs in this page, in MicroPython, with plain lists and <code>math</code> but
          no NumPy.
        </p>
        ${this.renderProgram()} ${programFailure(this.ran?.error ?? null, this.goToLine)}
        ${this.renderStatus()} ${testList(items, grade, chosen, (call) => void this.choose(call))}
        ${testDetails(
          { exercise: this.name, item, grade, sheet, text, raised, comparison },
          { openHint: (one) => void this.openHint(one), goToLine: this.goToLine },
        )}
        ${printedText(this.ran?.printed ?? '')}
        ${isDone ? html`<p class="closing">${text.closing}</p>` : nothing}
        ${isDone ? referenceSolution(this.solutions, () => void this.showSolutions()) : nothing}
        ${errorMessage(this.error || exercise.error)}
        ${storageNotice(exercise.notice('the exercise starts over', 'your program'))}
      </form>
    `;
  }
}

customElements.define('posenc-code', PosencCode);
