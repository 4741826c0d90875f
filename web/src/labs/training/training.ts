import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Answers, LabOutcome } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { afterFrame } from '../../ui/after-press.ts';
import { endOnLeave, whileConnected } from '../../ui/connected.ts';
import { fieldStyle } from '../../ui/fields.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import type { StorageProblem } from '../../ui/notices.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { tasks } from '../../registry.ts';
import { type Begun, TrainingRun } from '../../worker/training-client.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import { bookName } from '../text/book.ts';
import { currentText } from '../text/current-text.ts';
import { samplesOf } from '../text/samples.ts';
import { failureText, sessionPlots, sessionView, trainingButtons } from './session-view.ts';
import {
  addressWith,
  addressWithKey,
  controlNames,
  defaultsFor,
  inLabels,
  keyOf,
  optionsWith,
  planFor,
  refusedControl,
  settingsInKey,
} from './settings.ts';
import { footerContents } from './footer.ts';
import { Guesses } from './guesses.ts';
import { begunOf, SessionKeeper, trainedModels } from './keep-session.ts';
import { type LabTask, labTask, taskOrUsual } from './lab-task.ts';
import { lastOf, sessionOf } from './stored-session.ts';
import { type Entry, outcomeBefore, outcomeOf, Session } from './session.ts';
import { plotOf } from './plots.ts';
import { Redraw } from './redraw.ts';
import { runFile } from './run-file.ts';
import { isLong, runList } from './run-list.ts';
import { schemesIn } from './schemes.ts';
import { settingNames, SettingsElement } from './settings-element.ts';
import { trainingStyle } from './training-style.ts';
import { Watched } from './watched.ts';
import { saveWeights } from './weights.ts';
import { badgeOf, begunText, captionOf, lineOf, questionOf } from './words.ts';

/**
 * Tiny transformers in training, one for each position scheme, side by side.
 *
 *   <posenc-training task="order" schemes="none sinusoidal learned rope alibi" steps="800"></posenc-training>
 *
 * Numbers that are not set (d-model, heads, layers, steps, batch, seed, train-shortest, train-longest, base, table-rows,
 * table-std, rotary) are the core's defaults for the task, as are `test-lengths`, such as "20, 50"; `seeds` is the
 * number of seeds, from `seed` on. A mix has a scheme for each layer, such as "rope/none"; `windows` and `bases` have a
 * number for each layer. With `predict` the reader guesses first, and the run judges the guesses; `questions` names
 * sets of questions about the results, such as "e13.2". Results are kept in this browser.
 *
 * The task "text" trains on the page's current text, and measures bits per character.
 */
export class PosencTraining extends SettingsElement {
  static override properties = {
    ...SettingsElement.properties,
    predict: { type: Boolean },
    questions: { type: String },
    head: { state: true },
    outcomeToGuess: { state: true },
    outcome: { state: true },
    storageProblem: { state: true },
    failure: { state: true },
    textProblem: { state: true },
    session: { state: true },
    starting: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, trainingStyle];

  declare predict: boolean;
  declare questions: string;
  /** Whose attention is shown where there is room for one head alone, from 0. */
  declare private head: number;
  /** The subject of guesses, before there are results. */
  declare private outcomeToGuess: LabOutcome | null;
  /** The results that guesses and answers are judged by. */
  declare private outcome: LabOutcome | null;
  /** Why the results are not kept. */
  declare private storageProblem: StorageProblem;
  /** Why the core could not describe the task, or start or finish a training. */
  declare private failure: PosencError | null;
  /** Why the text is not the one that the address asks for, as a sentence; '' if it is. */
  declare private textProblem: string;
  declare private session: Session | null;
  declare private starting: boolean;
  /** Spoken when a training starts and ends, not in between. */
  declare private announcement: string;

  private footer = new FigureFooter(this);
  private readonly guesses = new Guesses(this);
  private readonly watched = new Watched(this);
  private readonly keeper = new SessionKeeper();
  private readonly redraw = new Redraw(
    this,
    (now) => this.followRuns(now),
    (name) => (this.session ? plotOf(this.session, name) : html``),
  );
  private sessionKey = '';
  private guessed: Answers = {};
  /** Descriptions of the task are numbered: only the last one counts. */
  private lastDescription = 0;

  constructor() {
    super();
    this.predict = false;
    this.questions = '';
    this.head = 0;
    this.outcomeToGuess = null;
    this.outcome = null;
    this.storageProblem = null;
    this.failure = null;
    this.textProblem = '';
    this.session = null;
    this.starting = false;
    this.announcement = '';
    endOnLeave(this, () => this.session?.leave());
    whileConnected(this, () => {
      currentText.addEventListener('change', this.onText);
      return [() => currentText.removeEventListener('change', this.onText)];
    });
  }

  /** Another text has been chosen: a training that is under way goes on with the old one. */
  private readonly onText = (): void => {
    // (If the task is not known yet, or failed for want of a text, this text may be what it needs.)
    if (!this.taskInfo || this.taskInfo.text) void this.describe();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    if (!this.readAddress()) void this.restoreSettings();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('task')) void this.describe();
    else if (settingNames.some((name) => changed.has(name))) this.renew();
    // A problem with a setting is in sight; once it is fixed, the settings stay open.
    const { problems } = this;
    if (controlNames.some((name) => problems[name] !== '')) this.areSettingsOpen = true;
  }

  /** The settings that the reader trained with last. */
  private async restoreSettings(): Promise<void> {
    const key = await lastOf(this.nameInAddress);
    if (key !== null && !this.session) this.take(settingsInKey(key) ?? {});
  }

  private readonly describe = async (): Promise<void> => {
    const { task } = this;
    const description = ++this.lastDescription;
    const [first] = schemesIn(this.schemes);
    try {
      const [taskInfo, defaults] = await Promise.all([labTask(task), defaultsFor(task, first)]);
      if (description !== this.lastDescription) return;
      this.taskInfo = taskInfo;
      this.defaults = defaults;
      this.failure = null;
      this.textProblem = this.problemWithText(taskInfo);
      this.renew();
    } catch (error) {
      if (description !== this.lastDescription) return;
      this.failure = error as PosencError;
      this.taskInfo = null;
    }
  };

  private problemWithText({ text }: LabTask): string {
    const { askedText: asked } = this;
    if (!text || asked === null) return '';
    if (asked === 'book' ? text.isBook : asked.checksum === text.key) return '';
    const about = asked === 'book' ? bookName : `another text, with the checksum ${asked.checksum}`;
    return `The link is about ${about}. Choose it above to see or repeat that run. This lab uses ${text.name}.`;
  }

  /** The settings have changed: shows the results of an earlier visit, or asks for guesses. */
  private renew(): void {
    const { taskInfo, defaults } = this;
    if (!taskInfo || !defaults || this.session?.active) return;
    if (this.session && this.isShown) {
      void this.askTrained(this.session);
      return;
    }
    void this.askForGuesses(taskInfo, defaults);
    void this.askUntrained(taskInfo);
    void this.restore(taskInfo);
  }

  private async askForGuesses(taskInfo: LabTask, defaults: TrainingOptions): Promise<void> {
    const { task } = this;
    const chosen = schemesIn(this.schemes);
    const key = keyOf(this.settings);
    const options = optionsWith(this.chosen, defaults);
    const about = await taskOrUsual(taskInfo, options);
    if (key !== keyOf(this.settings)) return;
    this.outcomeToGuess = outcomeBefore(task, about, chosen, options.trainLongest);
  }

  /** Lets the models answer as they begin. */
  private async askUntrained(taskInfo: LabTask): Promise<void> {
    const key = keyOf(this.settings);
    const { plan } = await planFor(this.chosen, taskInfo);
    if (key !== keyOf(this.settings) || this.isShown || this.session?.active) return;
    this.watched.answerWith(
      plan.map(({ scheme, options }) => ({ scheme: scheme.id, options, checkpoint: null })),
      taskInfo,
    );
  }

  private async restore(taskInfo: LabTask): Promise<void> {
    const key = keyOf(this.settings);
    const found = await sessionOf(key);
    if (!found || key !== keyOf(this.settings) || this.session?.active || this.starting) return;
    const [first] = found.runs;
    const about = first ? await taskOrUsual(taskInfo, first.options) : taskInfo;
    if (key !== keyOf(this.settings) || this.session?.active || this.starting) return;
    const chosen = schemesIn(this.schemes);
    const session = Session.restored(found, about, chosen, this.redraw.request);
    this.show(session, found.guesses);
    this.redraw.request();
    await this.askTrained(session);
  }

  /** Lets the trained models answer, the first of each scheme. */
  private async askTrained(session: Session): Promise<void> {
    const models = await trainedModels(session);
    if (session !== this.session) return;
    // (Without any, as after an early stop, what the models answered last stays.)
    if (models.length > 0) this.watched.answerWith(models, session.taskInfo);
  }

  private show(session: Session, guessed: Answers): void {
    const { session: before } = this;
    // The frame that would have shown its end may not have come yet.
    if (before?.active === false && before.endedAt === null) this.keepEnd(before);
    before?.end();
    this.redraw.clear();
    // Closed, as what was open in it was about the last session.
    this.footer = new FigureFooter(this);
    this.session = session;
    this.sessionKey = session.setting;
    this.guessed = guessed;
    this.outcome = session.active ? null : outcomeOf(session);
  }

  /** The session has the current settings. */
  private get isShown(): boolean {
    return this.session !== null && this.sessionKey === keyOf(this.settings);
  }

  // The reader's actions, which the controls call.

  onPrimary(event: MouseEvent): void {
    // The second click of a double click would pause what the first one started.
    if (event.detail > 1) return;
    const { session } = this;
    if (!session?.active) {
      void this.start();
      return;
    }
    if (session.paused) session.resume();
    else session.pause();
    this.announcement = session.paused ? 'Paused.' : 'Resumed.';
    this.requestUpdate();
  }

  /** The button that was pressed is gone with the questions: the next one gets the focus. */
  private async startWithoutGuess(): Promise<void> {
    const started = this.start();
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.buttons .main')?.focus();
    await started;
  }

  onAnother(): void {
    this.watched.another();
  }

  onStop(): void {
    const { session } = this;
    session?.stop();
    if (session?.unfinished) {
      session.unfinished = false;
      void this.keepOver(session);
    }
    this.requestUpdate();
  }

  /** The reader has to guess before a training with these settings. */
  private get isGuessing(): boolean {
    return this.predict && !this.guesses.skipped && !this.isShown && this.session?.active !== true;
  }

  /** If not, the reason is shown and announced. */
  private canStart(): boolean {
    this.sizeProblems.clearRefused();
    const { isGuessing } = this;
    const all = [...Object.values(this.problems), isGuessing ? this.guesses.problem : ''];
    const problem = all.find((one) => one !== '');
    if (problem === undefined) return true;
    this.announcement = `Not started: ${problem}`;
    if (isGuessing) this.guesses.showProblem();
    return false;
  }

  private async start(): Promise<void> {
    const { taskInfo, task } = this;
    if (!this.canStart() || !taskInfo || this.starting) return;
    this.starting = true;
    // The settings at the start are trained; a change from here on calls it off.
    const { chosen: settings } = this;
    const { seeds } = this.sizes;
    const setting = keyOf(this.settings);
    const chosen = schemesIn(this.schemes);
    try {
      if (this.isGuessing && !(await this.guesses.areReadable())) {
        this.announcement = `Not started: ${this.guesses.problem}`;
        return;
      }
      const { plan, taskInfo: about } = await planFor(settings, taskInfo);
      if (!this.isConnected) return;
      if (setting !== keyOf(this.settings)) {
        this.announcement = 'Not started: the settings have changed since.';
        return;
      }
      const before = this.isShown && this.session?.unfinished ? this.session : null;
      const begun = before ? await begunOf(before) : new Map<string, Begun>();
      const guesses = this.guesses.take(chosen);
      const guessed = this.isShown ? this.guessed : this.predict ? guesses : {};
      const watched = this.watched.inputsFor(about);
      const session = Session.started(
        ...([task, about, plan, seeds, this.redraw.request, setting] as const),
        { watched, begun },
      );
      this.show(session, guessed);
      this.announcement = before ? 'Resumed.' : begunText(session);
    } catch (error) {
      this.failure = error as PosencError;
    } finally {
      this.starting = false;
    }
  }

  // The progress of the runs.

  /** Returns whether this frame has time for a plot: the end of a session changes much of the page already. */
  private followRuns(now: number): boolean {
    const { session } = this;
    if (!session) return true;
    session.grow(now);
    for (const { scheme, failure } of session.newFailures()) {
      this.announcement = `${scheme.name}: ${failure.message}`;
      const control = refusedControl(failure);
      if (control) this.sizeProblems.refuse(control, inLabels(failure));
    }
    if (session.endedAt !== null) return true;
    if (session.active) this.keeper.follow(session, this.whose, now);
    else void this.finish(session);
    return session.active;
  }

  private get whose() {
    return { figure: this.nameInAddress, guesses: this.guessed };
  }

  private async keepOver(session: Session): Promise<void> {
    this.storageProblem = await this.keeper.over(session, this.whose);
  }

  /** At once: the next session may start before the spreads are known, and this one would seem interrupted. */
  private keepEnd(session: Session): void {
    session.endedAt = Date.now();
    if (session.hasSteps && !session.unfinished) void this.keepOver(session);
  }

  private async finish(session: Session): Promise<void> {
    this.keepEnd(session);
    // (The reader left the page, and has come back to it.)
    if (session.unfinished) return;
    try {
      await session.computeSpreads();
    } catch (error) {
      this.failure = error as PosencError;
    }
    if (session !== this.session) return;
    // Questions and results come after the frame that shows the end: all in one would be a long task.
    await new Promise<void>(afterFrame);
    if (session !== this.session) return;
    this.announcement = `Finished. ${captionOf(session)}.`;
    this.outcome = outcomeOf(session);
    // The settings, or the text, may have changed while it trained.
    this.renew();
  }

  /** The schemes of the session, or those that are chosen for the next. */
  private renderRows(): TemplateResult {
    const { session, watched } = this;
    const { example } = watched;
    const shown = session && (this.isShown || session.active) ? session : null;
    const rows = shown
      ? shown.entries.map((entry) => ({ scheme: entry.scheme, entry, run: entry.runs[0]?.run }))
      : schemesIn(this.schemes).map((scheme) => ({ scheme, entry: null, run: undefined }));
    return runList({
      rows: rows.map(({ scheme, entry, run }) => ({
        ...{ scheme, entry },
        look: watched.lookOf(scheme.id, run instanceof TrainingRun ? run : undefined),
      })),
      ...{ example, session: shown, retry: (entry) => session?.retry(entry) },
      head: this.head,
      chooseHead: (head) => {
        this.head = head;
      },
    });
  }

  private renderButtons(): TemplateResult {
    const { task, session, isShown, starting: isStarting } = this;
    const about = tasks.find(({ name }) => name === task);
    // A lab on texts has a text above it; the others need none.
    const alike = tasks.filter(({ measure }) => measure === about?.measure);
    const canStart = this.taskInfo !== null && !isStarting;
    const canChange = this.watched.example !== null && session?.active !== true;
    const mustGuess = this.taskInfo !== null && this.isGuessing && this.guesses.areOpen;
    const state = {
      task,
      tasks: alike.length > 1 ? alike : [],
      session,
      isShown,
      canStart,
      isStarting,
      mustGuess,
      canChange,
    };
    return trainingButtons(state, this);
  }

  private renderWords(): TemplateResult {
    const { session, taskInfo, watched } = this;
    const title = taskInfo?.title ?? 'Tiny transformers';
    const { text, tone } = session
      ? badgeOf(session)
      : { text: questionOf(watched.example, title), tone: 'accent' };
    const small = session ? lineOf(session) : (taskInfo?.makes ?? '\u00a0');
    return html`<figcaption data-tone=${tone}><span>${text}</span></figcaption>
      <p class="sub">${small}</p>`;
  }

  private renderSession(session: Session): TemplateResult {
    const { outcome, sessionKey, guessed, questions, storageProblem } = this;
    const run = outcome && {
      ...{ outcome, setting: sessionKey, guesses: guessed },
      isNew: session.live.length > 0,
    };
    return sessionView(session, { run, questions, storageProblem });
  }

  private renderSamples(session: Session): TemplateResult | typeof nothing {
    const { text } = session.taskInfo;
    return text && (session.active || session.hasSteps) ? samplesOf(session, text) : nothing;
  }

  private async saveWeights(session: Session, entry: Entry): Promise<void> {
    this.failure = null;
    try {
      await saveWeights(session, entry);
    } catch (error) {
      this.failure = error as PosencError;
    }
  }

  private renderFooter(): TemplateResult {
    const { session, nameInAddress } = this;
    const linkOfSession = addressWithKey(location.href, nameInAddress, this.sessionKey);
    const file = () => (session ? runFile(session, linkOfSession, this.guessed) : '');
    return this.footer.render({
      ...footerContents(session, this.renderRoot, file, (entry) => {
        if (session) void this.saveWeights(session, entry);
      }),
      link: () => addressWith(location.href, nameInAddress, this.settings),
    });
  }

  override render() {
    const { session, failure, outcomeToGuess } = this;
    const { example } = this.watched;
    const problem = [this.addressProblem, this.textProblem].join(' ').trim();
    return html`<figure aria-busy=${this.taskInfo === null && failure === null}>
      ${this.renderWords()} ${this.renderButtons()}
      <div class="work ${example && isLong(example) ? 'long' : ''}">
        <div>${this.renderRows()}</div>
        ${this.isGuessing && outcomeToGuess ? this.guesses.render(outcomeToGuess, () => void this.startWithoutGuess()) : nothing}
        ${session ? sessionPlots(session, this.redraw) : nothing}
      </div>
      ${this.renderSettings()}
      <p class="error" role="status">
        ${failure ? failureText(failure, () => void this.describe()) : nothing}
      </p>
      ${session ? [this.renderSamples(session), this.renderSession(session)] : nothing}
      <p class="message" role="status">${problem}</p>
      ${this.renderFooter()} ${liveRegion(this.announcement)}
    </figure>`;
  }
}

customElements.define('posenc-training', PosencTraining);
