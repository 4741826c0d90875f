import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Answers, LabOutcome } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { refused } from '../../ui/address.ts';
import { endOnLeave } from '../../ui/end-on-leave.ts';
import { fieldStyle } from '../../ui/field-style.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { propertiesOf } from '../../ui/parameters.ts';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { defaultsOf, describeTask, taskWith } from '../../worker/training-client.ts';
import type { TrainingOptions, TrainingTask } from '../../worker/training-protocol.ts';
import { trainingButtons } from './buttons.ts';
import {
  type Chosen,
  optionsWith,
  planFor,
  settingsWith,
  sizesWith,
  taskOrUsual,
} from './chosen.ts';
import { footerContents } from './footer.ts';
import { Guesses } from './guesses.ts';
import { keepSession } from './keep-session.ts';
import { lastOf, sessionOf } from './kept-session.ts';
import { failureText } from './notes.ts';
import { outcomeBefore, outcomeOf } from './outcome.ts';
import { plotOf } from './plots.ts';
import { Redraw } from './redraw.ts';
import { runFile } from './run-file.ts';
import { schemes, schemesIn } from './schemes.ts';
import { Session } from './session.ts';
import { sessionView } from './session-view.ts';
import {
  addressWith,
  addressWithKey,
  keyOf,
  type Settings,
  settingsInAddress,
  settingsInKey,
} from './setting.ts';
import { settingsPanel } from './settings-panel.ts';
import { SizeProblems } from './size-problems.ts';
import {
  controlNames,
  inLabels,
  rareSizes,
  refusedControl,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
} from './sizes.ts';
import { trainingStyle } from './training-style.ts';
import { begunText, captionOf, subtitleOf } from './words.ts';

/** The properties that are settings. */
const settingNames = ['task', 'schemes', 'slopes', 'testLengths', ...sizeNames];

/**
 * Tiny transformers in training, one for each position scheme, side by side.
 *
 *   <posenc-training task="order" schemes="none sinusoidal learned rope alibi" steps="800"></posenc-training>
 *
 * Numbers that are not set (d-model, heads, layers, steps, batch, seed, train-shortest, train-longest, base, table-rows,
 * table-std) are the core's defaults for the task, as are `test-lengths`, such as "20, 50"; `seeds` is the number of
 * seeds, from `seed` on. With `predict` the reader guesses first, and the run judges the guesses; `questions`
 * names sets of questions about the results, such as "e13.2". Results are kept in this browser.
 */
export class PosencTraining extends LitElement {
  static override properties = {
    ...propertiesOf(sizes),
    task: { type: String },
    schemes: { type: String },
    slopes: { type: String },
    testLengths: { type: String, attribute: 'test-lengths' },
    predict: { type: Boolean },
    questions: { type: String },
    outcomeToGuess: { state: true },
    outcome: { state: true },
    storageProblem: { state: true },
    taskInfo: { state: true },
    defaults: { state: true },
    failure: { state: true },
    session: { state: true },
    starting: { state: true },
    addressProblem: { state: true },
    areSizesOpen: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, trainingStyle];

  declare task: string;
  declare schemes: string;
  declare slopes: string;
  declare testLengths: string;
  declare predict: boolean;
  declare questions: string;
  /** What the guesses are about, before there are results. */
  declare private outcomeToGuess: LabOutcome | null;
  /** The results that guesses and answers are judged by. */
  declare private outcome: LabOutcome | null;
  /** Why the results are not kept. */
  declare private storageProblem: StorageProblem;
  declare private taskInfo: TrainingTask | null;
  declare private defaults: TrainingOptions | null;
  /** Why the core could not describe the task, or start or finish a training. */
  declare private failure: PosencError | null;
  declare private session: Session | null;
  declare private starting: boolean;
  /** What was wrong with the address that it was opened with, as a sentence. */
  declare private addressProblem: string;
  declare private areSizesOpen: boolean;
  /** What a screen reader speaks: when a training starts and ends, not what lies between. */
  declare private announcement: string;

  private footer = new FigureFooter(this);
  private readonly guesses = new Guesses(this);
  private readonly sizeProblems = new SizeProblems(this);
  private readonly redraw = new Redraw(
    this,
    (now) => this.followRuns(now),
    (name) => (this.session ? plotOf(this.session, name) : html``),
  );
  /** The key of the session's settings. */
  private sessionKey = '';
  /** The guesses before the session. */
  private guessed: Answers = {};

  constructor() {
    super();
    this.task = 'order';
    this.schemes = 'none sinusoidal learned rope alibi';
    this.slopes = '';
    this.testLengths = '';
    this.predict = false;
    this.questions = '';
    this.outcomeToGuess = null;
    this.outcome = null;
    this.storageProblem = null;
    this.taskInfo = null;
    this.defaults = null;
    this.failure = null;
    this.session = null;
    this.starting = false;
    this.addressProblem = '';
    this.areSizesOpen = false;
    this.announcement = '';
    endOnLeave(this, () => this.session?.end());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    if (!this.readAddress()) void this.restoreSettings();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('task')) void this.describe();
    else if (settingNames.some((name) => changed.has(name))) this.renew();
    // A problem with a size is in sight; once it is fixed, the sizes stay open.
    const { problems } = this;
    if (controlNames.some((name) => problems[name] !== '')) this.areSizesOpen = true;
  }

  // Settings.

  private get nameInAddress(): string {
    return this.id || 'training';
  }

  /** Whether the address asks for something. */
  private readAddress(): boolean {
    const asked = settingsInAddress(location.search, this.nameInAddress);
    if (typeof asked === 'string') {
      this.addressProblem = refused(asked, 'train', 'It keeps its default settings.');
      return true;
    }
    this.take(asked);
    return Object.keys(asked).length > 0;
  }

  /** Takes settings over. If they name a task they are whole: what they leave out is as the task has it. */
  private take(settings: Partial<Settings>): void {
    if (settings.task !== undefined) {
      for (const size of rareSizes) this.putSize(size, undefined);
      this.testLengths = '';
    }
    Object.assign(this, settings);
  }

  /** The settings that the reader trained with last. */
  private async restoreSettings(): Promise<void> {
    const key = await lastOf(this.nameInAddress);
    if (key !== null && !this.session) this.take(settingsInKey(key) ?? {});
  }

  private get chosen(): Chosen {
    const own = Object.fromEntries(sizeNames.map((size) => [size, this.ownSize(size)]));
    const { task, schemes, slopes, testLengths } = this;
    return { task, schemes, own: own as Chosen['own'], slopes, testLengths };
  }

  private get settings(): Settings {
    return settingsWith(this.chosen, this.defaults);
  }

  private ownSize(size: Size): number | null {
    return (this as unknown as Record<Size, number | null | undefined>)[size] ?? null;
  }

  private putSize(size: Size, value: number | undefined): void {
    (this as unknown as Record<Size, number | undefined>)[size] = value;
  }

  private get sizes(): Sizes {
    return sizesWith(this.chosen.own, this.defaults);
  }

  private get problems() {
    return this.sizeProblems.of(this.chosen, this.sizes);
  }

  private readonly describe = async (): Promise<void> => {
    const { task } = this;
    const [first = schemes[0]] = schemesIn(this.schemes);
    try {
      const [taskInfo, defaults] = await Promise.all([
        describeTask(task),
        defaultsOf(task, first?.id ?? ''),
      ]);
      if (task !== this.task) return;
      this.taskInfo = taskInfo;
      this.defaults = defaults;
      this.failure = null;
      this.renew();
    } catch (error) {
      if (task === this.task) this.failure = error as PosencError;
    }
  };

  /** The settings have changed: shows the results of an earlier visit, or asks for guesses. */
  private renew(): void {
    const { taskInfo, defaults } = this;
    if (!taskInfo || !defaults || this.session?.active || this.isShown) return;
    void this.askForGuesses(taskInfo, defaults);
    void this.restore(taskInfo);
  }

  private async askForGuesses(taskInfo: TrainingTask, defaults: TrainingOptions): Promise<void> {
    const { task } = this;
    const chosen = schemesIn(this.schemes);
    const key = keyOf(this.settings);
    const options = optionsWith(this.chosen, defaults);
    const about = await taskOrUsual(taskInfo, options);
    if (key !== keyOf(this.settings)) return;
    this.outcomeToGuess = outcomeBefore(task, about, chosen, options.trainLongest);
  }

  private async restore(taskInfo: TrainingTask): Promise<void> {
    const key = keyOf(this.settings);
    const found = await sessionOf(key);
    if (!found || key !== keyOf(this.settings) || this.session?.active || this.starting) return;
    const [first] = found.runs;
    const about = first ? await taskWith(taskInfo, first.options) : taskInfo;
    if (key !== keyOf(this.settings) || this.session?.active || this.starting) return;
    const chosen = schemesIn(this.schemes);
    this.show(Session.restored(found, about, chosen, this.redraw.request), found.guesses);
    this.redraw.request();
  }

  private show(session: Session, guessed: Answers): void {
    this.session?.end();
    this.redraw.clear();
    // Closed, as what was open in it was about the last session.
    this.footer = new FigureFooter(this);
    this.session = session;
    this.sessionKey = keyOf(this.settings);
    this.guessed = guessed;
    this.outcome = session.active ? null : outcomeOf(session);
  }

  /** Whether the session has the current settings. */
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

  onStop(): void {
    this.session?.stop();
    this.requestUpdate();
  }

  /** Whether the reader has to guess before a training with these settings. */
  private get isGuessing(): boolean {
    return this.predict && !this.guesses.skipped && !this.isShown && this.session?.active !== true;
  }

  /** Whether a training can start; if not, why not is shown and announced. */
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
    const { seeds } = this.sizes;
    const chosen = schemesIn(this.schemes);
    try {
      if (this.isGuessing && !(await this.guesses.areReadable())) {
        this.announcement = `Not started: ${this.guesses.problem}`;
        return;
      }
      const { plan, taskInfo: about } = await planFor(this.chosen, taskInfo);
      if (!this.isConnected) return;
      const guesses = this.guesses.take(chosen);
      const guessed = this.isShown ? this.guessed : this.predict ? guesses : {};
      const setting = keyOf(this.settings);
      const session = Session.started(task, about, plan, seeds, this.redraw.request, setting);
      this.show(session, guessed);
      this.announcement = begunText(session);
    } catch (error) {
      this.failure = error as PosencError;
    } finally {
      this.starting = false;
    }
  }

  setTask(task: string): void {
    this.task = task;
  }

  setScheme(id: string, chosen: boolean): void {
    const before: string[] = schemesIn(this.schemes).map((scheme) => scheme.id);
    this.schemes = (chosen ? [...before, id] : before.filter((other) => other !== id)).join(' ');
  }

  setSize(size: Size, value: number): void {
    this.putSize(size, value);
    this.sizeProblems.clear(size);
  }

  setUnreadable(size: Size, message: string): void {
    this.sizeProblems.setUnreadable(size, message);
  }

  setSlopes(text: string): void {
    this.slopes = text;
  }

  setTestLengths(text: string): void {
    this.testLengths = text;
    this.sizeProblems.clear('testLengths');
  }

  openSizes(open: boolean): void {
    this.areSizesOpen = open;
  }

  useDefaults(): void {
    for (const size of sizeNames) if (size !== 'seeds') this.putSize(size, undefined);
    this.slopes = '';
    this.testLengths = '';
    this.sizeProblems.clearAll();
  }

  // The progress of the runs.

  private followRuns(now: number): void {
    const { session } = this;
    if (!session) return;
    session.grow(now);
    for (const { scheme, failure } of session.newFailures()) {
      this.announcement = `${scheme.name}: ${failure.message}`;
      const control = refusedControl(failure);
      if (control) this.sizeProblems.refuse(control, inLabels(failure));
    }
    if (session.endedAt === null && !session.active) void this.finish(session);
  }

  private async finish(session: Session): Promise<void> {
    session.endedAt = Date.now();
    try {
      await session.computeSpreads();
    } catch (error) {
      this.failure = error as PosencError;
    }
    if (session !== this.session) return;
    this.announcement = `Finished. ${captionOf(session)}.`;
    this.outcome = outcomeOf(session);
    if (!session.hasSteps) return;
    const { nameInAddress, sessionKey, guessed } = this;
    this.storageProblem = await keepSession(session, nameInAddress, sessionKey, guessed);
  }

  // Rendering.

  private renderSettings(): TemplateResult {
    const { taskInfo, slopes, testLengths } = this;
    const controls = {
      task: this.task,
      description: taskInfo ? `${taskInfo.makes} ${taskInfo.order}` : '',
      schemes: schemesIn(this.schemes),
      sizes: this.sizes,
      slopes,
      testLengths,
      usualTestLengths: taskInfo ? Array.from(taskInfo.testLengths).join(', ') : '',
      problems: this.problems,
      isChanged:
        slopes !== '' ||
        testLengths !== '' ||
        sizeNames.some((size) => size !== 'seeds' && this.ownSize(size) !== null),
      areSizesOpen: this.areSizesOpen,
    };
    return settingsPanel(controls, this);
  }

  private renderSession(session: Session): TemplateResult {
    const { outcome, sessionKey, guessed, questions, redraw, storageProblem } = this;
    const { drawn, staleCount } = redraw;
    const run = outcome && {
      ...{ outcome, setting: sessionKey, guesses: guessed },
      isNew: session.live.length > 0,
    };
    return sessionView(session, { run, questions, drawn, staleCount, storageProblem });
  }

  private renderFooter(): TemplateResult {
    const { session, nameInAddress } = this;
    const linkOfSession = addressWithKey(location.href, nameInAddress, this.sessionKey);
    const file = () => (session ? runFile(session, linkOfSession, this.guessed) : '');
    return this.footer.render({
      ...footerContents(session, this.renderRoot, file),
      link: addressWith(location.href, nameInAddress, this.settings),
    });
  }

  override render() {
    const { session, failure, outcomeToGuess } = this;
    return html`<figure aria-busy=${this.taskInfo === null && failure === null}>
      <figcaption>
        ${session ? captionOf(session) : 'Tiny transformers, trained side by side in your browser'}
      </figcaption>
      <p class="sub">
        ${
          session
            ? subtitleOf(session)
            : 'Choose a task and some position schemes, and press Start.'
        }
      </p>
      ${this.renderSettings()}
      ${this.isGuessing && outcomeToGuess ? this.guesses.render(outcomeToGuess, () => void this.startWithoutGuess()) : nothing}
      ${trainingButtons(session, this.taskInfo !== null && !this.starting, this)}
      <p class="error" role="status">
        ${failure ? failureText(failure, () => void this.describe()) : nothing}
      </p>
      ${session ? this.renderSession(session) : nothing}
      <p class="message" role="status">${this.addressProblem}</p>
      ${this.renderFooter()} ${liveRegion(this.announcement)}
    </figure>`;
  }
}

customElements.define('posenc-training', PosencTraining);
