import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Answers, CaseComparison, Grade, Item, Verdict } from '../../core/api.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { compute } from '../../worker/client.ts';
import { assignedSeed, watchAssignment } from '../assignment.ts';
import { cardStyle } from '../card-style.ts';
import { exerciseStyle } from '../exercise-style.ts';
import { mark, sentence, statement } from '../feedback.ts';
import { noticeOf } from '../notice.ts';
import {
  answered,
  emptySheet,
  graded,
  hinted,
  isToLookAt,
  mayHint,
  type Sheet,
  source_key,
  startedOver,
  undone,
} from '../sheet.ts';
import { Work } from '../work.ts';
import { codeStyle } from './code-style.ts';
import type { Editor } from './editor.ts';
import { endText, failureText } from './failures.ts';
import { cut, listed, picture } from './picture.ts';
import { bringPython, type Failure, type Ran, Run } from './runner.ts';
import { texts } from './texts.ts';

/** Of the editor and Python, packed, in thousands of bytes; the build puts it here. */
declare const editor_and_python_kb: number;

/** Anything that takes longer is said to be under way. */
const a_second = 1000;

/**
 * An exercise in code: a program in Python, run in the page, and judged by what its functions give. The text is kept in
 * this browser.
 *
 *   <posenc-code name="code-rope"></posenc-code>
 */
export class PosencCode extends LitElement {
  static override properties = {
    name: { type: String },
    seed: { type: Number },
    items: { state: true },
    sheet: { state: true },
    grade: { state: true },
    phase: { state: true },
    slow: { state: true },
    ran: { state: true },
    chosen: { state: true },
    comparison: { state: true },
    error: { state: true },
    status: { state: true },
  };

  static override styles = [cardStyle, exerciseStyle, codeStyle];

  declare name: string;
  /** Which variant is asked: 0 for the lesson's own form. */
  declare seed: number;
  declare private items: Item[];
  /** The newest of the sheet that is kept. */
  declare private sheet: Sheet;
  /** The core's verdict on sheet.checked. */
  declare private grade: Grade | null;
  declare private phase: 'closed' | 'opening' | 'open' | 'loading' | 'running';
  /** It has been under way for so long that one wants to know. */
  declare private slow: boolean;
  /** What the last run on this page came to. */
  declare private ran: Ran | null;
  /** The call that is shown at length. */
  declare private chosen: string | null;
  declare private comparison: CaseComparison | null;
  declare private error: string;
  declare private status: string;

  private work: Work | null = null;
  private unwatch: (() => void) | null = null;
  private editor: Editor | null = null;
  private run: Run | null = null;

  constructor() {
    super();
    this.name = '';
    this.seed = 0;
    this.items = [];
    this.sheet = emptySheet;
    this.grade = null;
    this.phase = 'closed';
    this.slow = false;
    this.ran = null;
    this.chosen = null;
    this.comparison = null;
    this.error = '';
    this.status = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    if (!texts[this.name]) return;
    this.work = new Work(this.name);
    const own = this.seed;
    const follow = () => {
      this.seed = assignedSeed(this.name) ?? own;
    };
    follow();
    const unwatchClass = watchAssignment(follow);
    const unwatchWork = this.work.watch(() => {
      const { checked } = this.sheet;
      this.take();
      if (JSON.stringify(checked) !== JSON.stringify(this.sheet.checked)) void this.regrade();
    });
    this.unwatch = () => {
      unwatchClass();
      unwatchWork();
    };
    this.take();
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    this.run?.stop();
    this.editor?.close();
    this.editor = null;
    this.phase = 'closed';
  }

  override updated(changed: PropertyValues): void {
    // Another variant, once there has been one.
    if (changed.has('seed') && changed.get('seed') !== undefined && this.work) {
      this.run?.stop();
      this.ran = null;
      this.take();
      void this.begin();
    }
  }

  private get start(): string {
    return texts[this.name]?.start ?? '';
  }

  /** The program as it stands. */
  private get source(): string {
    return this.sheet.answers[source_key] ?? this.start;
  }

  /** The newest of the sheet, which another tab may have written. */
  private take(): void {
    this.sheet = this.work?.sheet(this.seed) ?? this.sheet;
    if (this.editor) this.editor.text = this.source;
  }

  private change(step: (sheet: Sheet) => Sheet): void {
    this.work?.change(this.seed, step);
    this.sheet = this.work?.sheet(this.seed) ?? step(this.sheet);
  }

  private async begin(): Promise<void> {
    const { seed } = this;
    try {
      const { items } = await compute.call('exercise', this.name, seed);
      if (seed !== this.seed) return;
      this.items = items;
      this.error = '';
      await this.regrade();
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  /** For what the core asks. */
  private isWaiting(): boolean {
    return this.items.length === 0 && this.error === '';
  }

  /** The answers of a sheet, for exactly what the core asks. */
  private results(answers: Answers): Answers {
    return Object.fromEntries(this.items.map(({ id }) => [id, answers[id] ?? '']));
  }

  private async regrade(): Promise<void> {
    const { checked } = this.sheet;
    const { seed } = this;
    if (this.items.length === 0) return;
    try {
      const grade = checked
        ? await compute.call('gradeExercise', this.name, seed, this.results(checked))
        : null;
      // Of another variant, or of results that have been replaced meanwhile.
      if (seed !== this.seed || checked !== this.sheet.checked) return;
      this.grade = grade;
      await this.choose(this.firstToLookAt()?.item ?? null);
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  private firstToLookAt(): Verdict | undefined {
    return this.grade?.items.find(isToLookAt);
  }

  /** Shows one case at length. */
  private async choose(call: string | null): Promise<void> {
    this.chosen = call;
    const text = call === null ? '' : (this.sheet.checked?.[call] ?? '');
    if (call === null || text === '') {
      this.comparison = null;
      return;
    }
    const comparison = await compute.call('compareCase', this.name, this.seed, call, text);
    if (this.chosen === call) this.comparison = comparison;
  }

  /** Says that something is under way, if it takes long enough to wonder. */
  private async whileSlow<T>(task: Promise<T>): Promise<T> {
    const timer = setTimeout(() => (this.slow = true), a_second);
    try {
      return await task;
    } finally {
      clearTimeout(timer);
      this.slow = false;
    }
  }

  private async open(): Promise<void> {
    if (this.phase !== 'closed') return;
    this.phase = 'opening';
    this.error = '';
    // On its way already when the first test is run.
    bringPython().catch(() => undefined);
    try {
      const { Editor } = await this.whileSlow(import('./editor.ts'));
      if (!this.isConnected) return;
      this.phase = 'open';
      await this.updateComplete;
      const parent = this.renderRoot.querySelector<HTMLElement>('.program');
      if (!parent) return;
      this.editor = new Editor({
        parent,
        root: this.renderRoot as ShadowRoot,
        text: this.source,
        label: `Your program, ${texts[this.name]?.title ?? ''}`,
        describedBy: 'keys',
        onChange: (text) => {
          if (text !== this.source) this.change(answered(source_key, text));
        },
        onRun: () => void this.test(),
      });
      this.editor.focus();
    } catch {
      this.phase = 'closed';
      this.error = 'The editor could not be brought. It needs the network the first time.';
    }
  }

  private say(status: string): void {
    // A text that changes is announced, even if only an invisible space does.
    this.status = status === this.status ? `${status}\u00A0` : status;
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    await (this.phase === 'closed' ? this.open() : this.test());
  }

  private async test(): Promise<void> {
    if (this.phase !== 'open') return;
    // What is asked may not have come before.
    if (this.items.length === 0) await this.begin();
    if (this.items.length === 0) return;
    const source = this.editor?.text ?? this.source;
    this.editor?.mark(null);
    this.error = '';
    this.phase = 'loading';
    const calls = this.items.map(({ id }) => id);
    const { seed } = this;
    this.run = new Run(source, calls, (phase) => (this.phase = phase));
    try {
      const ran = await this.whileSlow(this.run.done);
      // Another variant has been set meanwhile: what was run is not that.
      if (seed === this.seed) await this.judge(source, ran);
    } catch (error) {
      this.error = (error as Error).message;
    } finally {
      this.run = null;
      this.phase = 'open';
    }
  }

  private async judge(source: string, ran: Ran): Promise<void> {
    this.ran = ran;
    if (ran.error) {
      this.editor?.mark(ran.error.line);
      this.say('Nothing was tested.');
      return;
    }
    if (ran.stopped && Object.values(ran.answers).every((text) => text === '')) {
      this.say(endText(ran));
      return;
    }
    const { seed } = this;
    const grade = await compute.call('gradeExercise', this.name, seed, ran.answers);
    if (seed !== this.seed) return;
    this.change(graded({ [source_key]: source, ...ran.answers }, grade));
    this.grade = grade;
    const first = this.firstToLookAt();
    this.editor?.mark(this.raisedBy(first?.item)?.line ?? null);
    await this.choose(first?.item ?? null);
    this.say([endText(ran), this.points(grade)].filter(Boolean).join(' '));
  }

  private points({ score, max, items }: Grade): string {
    const look = items.filter(isToLookAt).length;
    const open = items.filter(({ outcome }) => outcome === 'empty').length;
    const parts = [
      look > 0 ? `${look} to look at` : '',
      open > 0 ? `${open} not reached` : '',
      look + open === 0 ? 'all right' : '',
    ];
    return `${score} of ${max} tests passed: ${parts.filter(Boolean).join(', ')}.`;
  }

  /** What a call raised in the last run on this page. */
  private raisedBy(call: string | undefined): Failure | undefined {
    return call === undefined ? undefined : this.ran?.raised[call];
  }

  private async backToStart(): Promise<void> {
    if (this.source !== this.start || this.sheet.checked) this.change(startedOver);
    this.ran = null;
    this.editor?.mark(null);
    this.take();
    await this.regrade();
    this.say('Back to the start. Undo brings your program back.');
    this.editor?.focus();
  }

  private async undo(): Promise<void> {
    this.change(undone);
    this.take();
    await this.regrade();
    this.say('Your program is back.');
    this.editor?.focus();
  }

  private async openHint({ id }: Item): Promise<void> {
    this.change(hinted([id]));
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.hint')?.focus();
  }

  private isStale(): boolean {
    const { checked } = this.sheet;
    return checked !== null && checked[source_key] !== this.source;
  }

  private program(): TemplateResult {
    if (this.phase === 'closed' || this.phase === 'opening') {
      return html`<pre
          class="program"
          tabindex="0"
          role="group"
          aria-label="The program"
        ><code>${this.source}</code></pre>
        <div class="actions">
          <button type="submit" ?disabled=${this.phase === 'opening' || this.isWaiting()}>
            Open the editor
          </button>
          <span class="soft">Brings the editor and Python, ${editor_and_python_kb} kB, once.</span>
        </div>`;
    }
    return html`<div class="program"></div>
      <p class="keys soft" id="keys">
        Tab leads out of the editor; <kbd>Ctrl-]</kbd> and <kbd>Ctrl-[</kbd> indent,
        <kbd>Ctrl-Enter</kbd> runs the tests (with ⌘ on a Mac).
      </p>`;
  }

  private failure(): TemplateResult | typeof nothing {
    const failure = this.ran?.error ?? null;
    if (!failure) return nothing;
    return html`<div class="failure" role="alert">
      <p>${failureText(failure)}</p>
      ${
        failure.line === null
          ? nothing
          : html`<button
              type="button"
              class="small"
              @click=${() => this.editor?.focus(failure.line)}
            >
              Go to line ${failure.line}
            </button>`
      }
    </div>`;
  }

  private cases(): TemplateResult {
    const one = (item: Item) => {
      const verdict = this.grade?.items.find(({ item: id }) => id === item.id);
      const shown = verdict && mark(verdict, '', item);
      const word = shown
        ? html`<span aria-hidden="true">${shown.symbol}</span> ${shown.word}`
        : this.grade
          ? html`<span aria-hidden="true">–</span> not reached`
          : nothing;
      const inside = html`<code>${item.id}</code><b>${word}</b>`;
      const outcome = verdict?.outcome ?? 'empty';
      // Of what has not run there is nothing to be shown.
      if (!shown)
        return html`<li data-case=${item.id} data-outcome="empty"><div>${inside}</div></li>`;
      return html`<li data-case=${item.id} data-outcome=${outcome}>
        <button
          type="button"
          class=${outcome}
          aria-pressed=${String(this.chosen === item.id)}
          @click=${() => this.choose(item.id)}
        >
          ${inside}
        </button>
      </li>`;
    };
    return html`<h4 id="tests">Tests</h4>
      <ul class="cases" aria-labelledby="tests">
        ${this.items.map(one)}
      </ul>`;
  }

  /** One case at length. */
  private case(): TemplateResult | typeof nothing {
    const item = this.items.find(({ id }) => id === this.chosen);
    const verdict = this.grade?.items.find(({ item: id }) => id === this.chosen);
    const text = texts[this.name];
    if (!item || !verdict || !text) return nothing;
    const said = statement(verdict, this.name);
    const raised = this.isStale() ? undefined : this.raisedBy(item.id);
    const isOpen = this.sheet.hints.includes(item.id);
    const { comparison } = this;
    const got = this.sheet.checked?.[item.id] ?? '';
    return html`<div class="case" role="group" aria-label=${`The test ${item.id}`}>
      <div class="say ${verdict.outcome}">
        <p><code>${item.id}</code></p>
        ${
          said
            ? html`<p class=${verdict.outcome}>
                <b>${said.first}</b> ${said.why}
                ${said.shown ? html`<a href=${said.shown.href}>See ${said.shown.title}</a>.` : nothing}
              </p>`
            : html`<p class="right"><b>Right.</b></p>`
        }
        ${
          said && verdict.reason && verdict.message && verdict.outcome !== 'convention'
            ? html`<p>${sentence(verdict.message)}</p>`
            : nothing
        }
        ${
          raised && isToLookAt(verdict)
            ? html`<p class="raised">
                ${failureText(raised)}
                ${
                  raised.line === null
                    ? nothing
                    : html`<button
                        type="button"
                        class="small"
                        @click=${() => this.editor?.focus(raised.line)}
                      >
                        Go to line ${raised.line}
                      </button>`
                }
              </p>`
            : nothing
        }
        ${
          mayHint(this.sheet, item, verdict)
            ? isOpen
              ? html`<p class="hint" tabindex="-1"><b>Hint:</b> ${item.hint}</p>`
              : html`<button type="button" class="small" @click=${() => this.openHint(item)}>
                  Hint
                </button>`
            : nothing
        }
      </div>
      ${
        comparison && isToLookAt(verdict)
          ? html`<dl class="results">
              <dt>Expected</dt>
              <dd>${listed(comparison)}</dd>
              <dt>Got</dt>
              <dd>${cut(got)}</dd>
            </dl>`
          : nothing
      }
      ${comparison ? picture(comparison, text.axes) : nothing}
    </div>`;
  }

  private printed(): TemplateResult | typeof nothing {
    const { printed = '' } = this.ran ?? {};
    if (!printed) return nothing;
    return html`<details open>
      <summary>What it printed</summary>
      <pre tabindex="0" role="group" aria-label="What it printed">${printed}</pre>
    </details>`;
  }

  private notice(): string {
    const { trouble, spoiled } = this.work ?? { trouble: null, spoiled: null };
    return noticeOf(trouble, spoiled, 'it begins anew', 'your program');
  }

  private underWay(): string {
    if (!this.slow) return '';
    if (this.phase === 'opening') return 'Loading the editor …';
    return this.phase === 'loading' ? 'Loading Python …' : 'Running …';
  }

  private actions(): TemplateResult | typeof nothing {
    if (this.phase === 'closed' || this.phase === 'opening') return nothing;
    const isRunning = this.phase === 'loading' || this.phase === 'running';
    return html`<div class="actions">
      <button type="submit" ?disabled=${isRunning || this.isWaiting()}>Run the tests</button>
      ${
        isRunning
          ? html`<button type="button" @click=${() => this.run?.stop()}>Stop</button>`
          : nothing
      }
      <button type="button" ?disabled=${isRunning} @click=${this.backToStart}>
        Back to the start
      </button>
      ${
        this.sheet.cleared
          ? html`<button type="button" ?disabled=${isRunning} @click=${this.undo}>Undo</button>`
          : nothing
      }
    </div>`;
  }

  override render() {
    const text = texts[this.name];
    if (!text) return html`<p class="error">There is no exercise "${this.name}".</p>`;
    const { grade } = this;
    const isDone = grade !== null && grade.score === grade.max && !this.isStale();
    return html`
      <form @submit=${this.onSubmit} novalidate>
        <h3>${text.title}</h3>
        <p class="task">${text.task}</p>
        <p class="soft">
          It runs in this page, as MicroPython: with plain lists and <code>math</code>, without
          NumPy.
        </p>
        ${this.program()} ${this.actions()} ${this.failure()}
        <div class="points">
          <p role="status">
            ${this.underWay() || this.status || (grade ? this.points(grade) : '')}
          </p>
          ${grade && this.isStale() ? html`<span class="soft">At the last run; changed since.</span>` : nothing}
          ${
            this.phase !== 'closed' && !this.work?.trouble
              ? html`<span class="soft kept">Kept on this device.</span>`
              : nothing
          }
        </div>
        ${this.cases()} ${this.case()} ${this.printed()}
        ${isDone ? html`<p class="closing">${text.closing}</p>` : nothing}
        ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
        <p class="notice kept" role="status">${this.notice()}</p>
      </form>
    `;
  }
}

customElements.define('posenc-code', PosencCode);
