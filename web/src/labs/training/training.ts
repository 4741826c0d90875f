import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { LabOutcome } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { decimals, percent, plain } from '../../plots/format.ts';
import type { LineAxis } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { pictureOf } from '../../plots/picture.ts';
import { tasks } from '../../registry.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { addressOf, askedIn, copyLink, refused } from '../../ui/address.ts';
import { csvOf, dataTable } from '../../ui/data.ts';
import { save, savePng } from '../../ui/download.ts';
import { fieldStyle } from '../../ui/field-style.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { figureFooter } from '../../ui/figure-footer.ts';
import '../../ui/number-control.ts';
import { beyond, propertiesOf } from '../../ui/parameters.ts';
import { callText } from '../../ui/provenance.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { defaultsOf, describeTask, TrainingRun } from '../../worker/training-client.ts';
import type { TrainingTask, TrainingOptions } from '../../worker/training-protocol.ts';
import { keep, type KeptSession, lastOf, sessionOf, type Trouble } from './kept-session.ts';
import type { PosencLabQuestions } from './questions.ts';
import './questions.ts';
import { runFile } from './run-file.ts';
import { type Scheme, schemes, schemesIn } from './schemes.ts';
import { type Entry, outcomeBefore, Session } from './session.ts';
import {
  inAddress,
  refusedSize,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
  slopes,
  slopesIn,
} from './sizes.ts';
import { trainingStyle } from './training-style.ts';

/** Between two changes of what is shown. Who wants little motion sees the curves grow in larger steps. */
const between_changes_in_ms = { usual: 80, calm: 500 };
/** So many times as long as drawing takes, the page does not draw: the processors are for training. */
const rest_of_drawing = 19;

/** The name of every figure in what is kept. */
const kept_as = 'run';

/** What is set, by its property. */
const settings = ['task', 'schemes', 'slopes', ...sizeNames];

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Titles of the questions about a run, by what the core calls them. */
const titles_of_questions: Record<string, string> = {
  'e13.2': 'E13.2: what does your run say?',
  'practice-3': 'Practice 3: what does removing the encoding cost?',
  'practice-4': 'Practice 4: is a hybrid better than its parts?',
  'practice-5': 'Practice 5: RoPE against waves',
  longer: 'Longer than in training',
};

const not_kept: Record<Exclude<Trouble, null>, string> = {
  full: 'The storage of this browser is full: what you trained is not kept. Take the run away as a file.',
  forbidden:
    'This browser keeps nothing for this page: what you trained is gone when you leave. Take the run away as a file.',
};

/** The plots, of which no more than one is drawn anew in a frame. */
const plots = ['accuracies', 'losses', 'lengths'] as const;
type PlotName = (typeof plots)[number];

const accuracyAxis: LineAxis = {
  title: 'accuracy',
  domain: [0, 1],
  mark: (value) => percent(value),
};
const writeLoss = (value: number) => decimals(value, 3);
const writeAccuracy = (value: number) => percent(value, 1);

/**
 * Tiny transformers in training, one for each position scheme, side by side.
 *
 *   <posenc-training task="order" schemes="none sinusoidal learned rope alibi" steps="800"></posenc-training>
 *
 * What is not set (d-model, heads, layers, steps, batch, seed) is as the core has it for the task; `seeds`: how many from
 * `seed` on. With `predict` the reader guesses first, and the run judges the guesses; `questions` names those that are
 * asked of what came out, such as "e13.2". What came out is kept in this browser.
 */
export class PosencTraining extends LitElement {
  static override properties = {
    ...propertiesOf(sizes),
    task: { type: String },
    schemes: { type: String },
    slopes: { type: String },
    predict: { type: Boolean },
    questions: { type: String },
    guesses: { state: true },
    unguessed: { state: true },
    misread: { state: true },
    toGuess: { state: true },
    outcome: { state: true },
    trouble: { state: true },
    about: { state: true },
    defaults: { state: true },
    failure: { state: true },
    refused: { state: true },
    unreadable: { state: true },
    session: { state: true },
    starting: { state: true },
    wanting: { state: true },
    open: { state: true },
    told: { state: true },
    remark: { state: true },
    sizesOpen: { state: true },
    said: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, trainingStyle];

  declare task: string;
  declare schemes: string;
  declare slopes: string;
  declare predict: boolean;
  declare questions: string;
  /** What the reader expects of what is set, by question. */
  declare private guesses: Record<string, string>;
  /** The reader wants to see it without. */
  declare private unguessed: boolean;
  /** What guesses are about. */
  declare private toGuess: LabOutcome | null;
  /** What guesses and answers are judged by. */
  declare private outcome: LabOutcome | null;
  /** Why what was trained is not kept. */
  declare private trouble: Trouble;
  declare private about: TrainingTask | null;
  declare private defaults: TrainingOptions | null;
  /** Why nothing is known of the task. */
  declare private failure: PosencError | null;
  /** What the core said of a size at the last start. */
  declare private refused: Partial<Record<Size, string>>;
  declare private unreadable: Partial<Record<Size, string>>;
  declare private session: Session | null;
  declare private starting: boolean;
  /** So many guesses could not be read when Start was pressed. */
  declare private misread: number;
  /** Start was pressed before all was guessed. */
  declare private wanting: boolean;
  /** Which part below the figure is open. */
  declare private open: 'data' | 'how' | null;
  /** What has just been done with its address, as a sentence. */
  declare private told: string;
  /** What was wrong with the address that it was opened with, as a sentence. */
  declare private remark: string;
  declare private sizesOpen: boolean;
  /** What is spoken: beginnings and ends, not what lies between. */
  declare private said: string;

  private planned = false;
  /** The settings of the session. */
  private shown = '';
  /** What the reader had guessed before it. */
  private judged: Record<string, string> = {};
  private lastChange = 0;
  /** How long the last drawing took, in milliseconds. */
  private cost = 0;
  /** Plots as they were drawn last, and those that are behind what is known, the longest behind first. */
  private drawn: Partial<Record<PlotName, TemplateResult>> = {};
  private readonly behind = new Set<PlotName>();
  private wasActive = false;
  /** Those whose failure has been spoken. */
  private readonly lamented = new Set<number>();
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');

  constructor() {
    super();
    this.task = 'order';
    this.schemes = 'none sinusoidal learned rope alibi';
    this.slopes = '';
    this.predict = false;
    this.questions = '';
    this.guesses = {};
    this.unguessed = false;
    this.toGuess = null;
    this.outcome = null;
    this.trouble = null;
    this.about = null;
    this.defaults = null;
    this.failure = null;
    this.refused = {};
    this.unreadable = {};
    this.session = null;
    this.starting = false;
    this.wanting = false;
    this.misread = 0;
    this.open = null;
    this.told = '';
    this.remark = '';
    this.sizesOpen = false;
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    addEventListener('pagehide', this.end);
    if (!this.readAddress()) void this.restoreLast();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pagehide', this.end);
    this.end();
  }

  private get nameInAddress(): string {
    return this.id || 'training';
  }

  /** Whether the address asks for something. */
  private readAddress(): boolean {
    const { values, problem } = askedIn(location.search, this.nameInAddress, inAddress);
    const asked = Object.fromEntries(Object.entries(inAddress).filter(([name]) => name in values));
    const text = values['schemes'];
    const names = (typeof text === 'string' ? text : '').split(' ').filter(Boolean);
    const unknown = names.find((name) => !schemes.some(({ id }) => id === name));
    const wrong =
      problem ??
      beyond(asked, values) ??
      (unknown
        ? `there is no scheme "${unknown}", but ${schemes.map(({ id }) => id).join(', ')}`
        : null);
    if (wrong) {
      this.remark = refused(wrong, 'train', 'It stands as it does by default.');
      return true;
    }
    Object.assign(this, values);
    return Object.keys(values).length > 0;
  }

  /** As it was when the reader trained here last. */
  private async restoreLast(): Promise<void> {
    const setting = await lastOf(this.nameInAddress);
    if (setting === null || this.session) return;
    const { values, problem } = askedIn(`?${setting}`, kept_as, inAddress);
    if (!problem && !beyond(inAddress, { ...this.state, ...values })) Object.assign(this, values);
  }

  private async restore(about: TrainingTask): Promise<void> {
    const { setting } = this;
    const found = await sessionOf(setting);
    if (!found || setting !== this.setting || this.session?.active || this.starting) return;
    this.show(Session.kept(found, about, schemesIn(this.schemes), this.changed), found.guesses);
    this.changed();
  }

  private show(session: Session, guesses: Record<string, string>): void {
    this.session?.end();
    this.drawn = {};
    this.open = null;
    this.session = session;
    this.shown = this.setting;
    this.judged = guesses;
    this.outcome = session.active ? null : session.outcome;
  }

  private async takeLink(event: Event): Promise<void> {
    event.preventDefault();
    this.told = await copyLink(this.link);
  }

  /** The address that restores what is set: the same seed trains the same models. */
  private get link(): string {
    return addressOf(new URL(location.href), this.nameInAddress, inAddress, this.state);
  }

  private get state() {
    const { task, schemes, slopes } = this;
    return {
      task,
      schemes: schemesIn(schemes)
        .map(({ id }) => id)
        .join(' '),
      ...this.sizes,
      slopes,
    };
  }

  /** By which results are kept, whatever page has the figure. */
  private get setting(): string {
    const page = new URL(location.href);
    page.search = '';
    return new URL(addressOf(page, kept_as, inAddress, this.state)).search.slice(1);
  }

  private readonly end = (): void => this.session?.end();

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('task')) void this.describe();
    else if (settings.some((name) => changed.has(name))) this.renew();
    // What is wrong is shown; when it has been mended, what the reader is at does not close.
    if (sizeNames.some((size) => this.troubleOf(size) !== '')) this.sizesOpen = true;
  }

  private async describe(): Promise<void> {
    const { task } = this;
    const [first = schemes[0]] = schemesIn(this.schemes);
    try {
      const [about, defaults] = await Promise.all([
        describeTask(task),
        defaultsOf(task, first?.id ?? ''),
      ]);
      if (task !== this.task) return;
      this.about = about;
      this.defaults = defaults;
      this.failure = null;
      this.renew();
    } catch (error) {
      if (task === this.task) this.failure = error as PosencError;
    }
  }

  /** What is set has changed: what came of it on an earlier visit is shown, or guesses are asked for anew. */
  private renew(): void {
    const { about, defaults } = this;
    if (!about || !defaults || this.session?.active) return;
    if (this.isShown) return;
    const chosen = schemesIn(this.schemes);
    this.toGuess = outcomeBefore(this.task, about, chosen, defaults.trainLongest);
    void this.restore(about);
  }

  /** Whether what is shown is of what is set. */
  private get isShown(): boolean {
    return this.session !== null && this.shown === this.setting;
  }

  private own(size: Size): number | null {
    const value = (this as unknown as Record<Size, number | null | undefined>)[size];
    return value ?? null;
  }

  private put(size: Size, value: number | undefined): void {
    (this as unknown as Record<Size, number | undefined>)[size] = value;
  }

  private get sizes(): Sizes {
    const defaults: Partial<Sizes> = this.defaults ?? {};
    const valueOf = (size: Size) => this.own(size) ?? defaults[size] ?? sizes[size].value;
    return Object.fromEntries(sizeNames.map((size) => [size, valueOf(size)])) as Sizes;
  }

  /** What is wrong with a size, as a sentence. */
  private troubleOf(size: Size): string {
    return (
      this.unreadable[size] ??
      beyond({ [size]: sizes[size] }, { [size]: this.sizes[size] }) ??
      this.refused[size] ??
      ''
    );
  }

  private get troubleOfSchemes(): string {
    return schemesIn(this.schemes).length > 0 ? '' : 'Choose at least one scheme.';
  }

  // What a reader does.

  private onPrimary(event: MouseEvent): void {
    // The second click of a double one would pause what the first has begun.
    if (event.detail > 1) return;
    const { session } = this;
    if (!session?.active) {
      void this.start();
      return;
    }
    if (session.paused) session.resume();
    else session.pause();
    this.said = session.paused ? 'Paused.' : 'Goes on.';
    this.requestUpdate();
  }

  private onStop(): void {
    this.session?.stop();
    this.requestUpdate();
  }

  private async start(): Promise<void> {
    this.refused = {};
    const own = slopesIn(this.slopes);
    const troubles = [
      ...[...sizeNames.map((size) => this.troubleOf(size)), this.troubleOfSchemes],
      ...[typeof own === 'string' ? own : '', this.guessing ? this.troubleOfGuesses : ''],
    ];
    const first = troubles.find((trouble) => trouble !== '');
    if (first !== undefined || typeof own === 'string') {
      this.said = `Not started: ${first ?? ''}`;
      this.wanting = this.guessing;
      return;
    }
    const { about, task } = this;
    if (!about || this.starting) return;
    this.starting = true;
    const { seeds, ...set } = this.sizes;
    const chosen = schemesIn(this.schemes);
    try {
      this.misread = this.guessing ? ((await this.toRead?.read()) ?? 0) : 0;
      if (this.misread > 0) {
        this.said = `Not started: ${this.troubleOfGuesses}`;
        return;
      }
      const setUp = await Promise.all(
        chosen.map(async (scheme) => ({
          scheme,
          options: { ...(await defaultsOf(task, scheme.id)), ...set, slopes: own },
        })),
      );
      if (!this.isConnected) return;
      this.lamented.clear();
      this.wasActive = true;
      const guesses = this.isShown ? this.judged : this.committed(chosen);
      this.guesses = {};
      this.show(Session.started(task, about, setUp, seeds, this.changed), guesses);
      const names = chosen.map(({ name }) => name).join(', ');
      this.said = `Training of ${names}${seeds > 1 ? ` with ${seeds} seeds each` : ''} has begun.`;
    } catch (error) {
      this.failure = error as PosencError;
    } finally {
      this.starting = false;
    }
  }

  /** The guesses about what is trained; none where the reader wants to see it without. */
  private committed(chosen: readonly Scheme[]): Record<string, string> {
    if (!this.predict || this.unguessed) return {};
    const ids = chosen.map(({ id }) => `guess-${id}`);
    return Object.fromEntries(Object.entries(this.guesses).filter(([id]) => ids.includes(id)));
  }

  /** Whether the reader is to guess before what is set is trained. */
  private get guessing(): boolean {
    return this.predict && !this.unguessed && !this.isShown && this.session?.active !== true;
  }

  private get troubleOfGuesses(): string {
    const open = this.toRead?.unanswered ?? [];
    if (open.length > 0) return `Guess first: ${open.map(({ text }) => text).join(', ')}.`;
    if (this.misread === 0) return '';
    return this.misread === 1
      ? 'One guess was not understood.'
      : `${this.misread} guesses were not understood.`;
  }

  /** The questions that ask for the guesses. */
  private get toRead(): PosencLabQuestions | null {
    return this.renderRoot.querySelector('#guesses');
  }

  private onSize(size: Size, value: number): void {
    this.put(size, value);
    this.unreadable = { ...this.unreadable, [size]: undefined };
    // It may have been about the one as well as the other.
    this.refused = {};
  }

  private onScheme(id: string, chosen: boolean): void {
    const before = schemesIn(this.schemes).map((scheme) => scheme.id);
    this.schemes = (chosen ? [...before, id] : before.filter((other) => other !== id)).join(' ');
  }

  private forget(): void {
    for (const size of sizeNames) if (size !== 'seeds') this.put(size, undefined);
    this.slopes = '';
    this.unreadable = {};
    this.refused = {};
  }

  // What the workers bring.

  private readonly changed = (): void => {
    for (const plot of plots) this.behind.add(plot);
    this.plan();
  };

  /** Plans to show what is new; all that comes until then is in it. */
  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    const least = this.calm.matches ? between_changes_in_ms.calm : between_changes_in_ms.usual;
    const between = Math.max(least, rest_of_drawing * this.cost);
    const wait = Math.max(0, this.lastChange + between - performance.now());
    setTimeout(() => requestAnimationFrame(this.draw), wait);
  }

  private readonly draw = (now: number): void => {
    this.planned = false;
    const { session } = this;
    if (!session) return;
    session.grow(now);
    for (const { scheme, runs } of session.entries) {
      for (const { run } of runs) {
        if (!(run instanceof TrainingRun) || !run.failure || this.lamented.has(run.id)) continue;
        this.lamented.add(run.id);
        this.said = `${scheme.name}: ${run.failure.message}`;
        const size = refusedSize(run.failure);
        if (size) {
          const message = run.failure.naming(sizes[size].label);
          this.refused = { ...this.refused, [size]: message };
        }
      }
    }
    if (this.wasActive && !session.active) void this.finish(session);
    this.wasActive = session.active;
    const [next] = this.behind;
    if (next) {
      this.behind.delete(next);
      this.drawn[next] = this.plot(session, next);
    }
    this.requestUpdate();
    void this.updateComplete.then(() => {
      this.lastChange = performance.now();
      this.cost = this.lastChange - now;
      if (this.behind.size > 0) this.plan();
    });
  };

  private async finish(session: Session): Promise<void> {
    session.at = Date.now();
    try {
      await session.spread();
    } catch (error) {
      this.failure = error as PosencError;
    }
    if (session !== this.session) return;
    this.said = `Over. ${session.finding}.`;
    this.outcome = session.outcome;
    if (session.hasSteps) await this.keep(session);
  }

  private async keep(session: Session): Promise<void> {
    const { trained, task } = session;
    const runs = trained.map(({ run }) => {
      const { options, losses, accuracies, divergedAt, evaluated } = run;
      const state = run.state === 'done' || run.state === 'failed' ? run.state : 'stopped';
      const told = { options, losses, accuracies, divergedAt, evaluated };
      return { ...told, state, over: true, failure: null } as const;
    });
    const models = trained.flatMap(({ run, seed }) =>
      run instanceof TrainingRun && run.model
        ? [{ scheme: run.options.scheme, seed, checkpoint: run.model }]
        : [],
    );
    const all: KeptSession = {
      ...{ version: 1, setting: this.shown, task, runs },
      ...{ at: session.at ?? 0, guesses: this.judged },
    };
    this.trouble = await keep(this.nameInAddress, all, models);
  }

  // What is taken away.

  private takeTable(session: Session, which: 'lengths' | 'curves'): void {
    const table = which === 'lengths' ? session.lengthTable : session.curveTable;
    save(`posenc-training-${which}-${session.name}.csv`, 'text/csv', csvOf(table));
  }

  private async takePicture(session: Session, kind: 'svg' | 'png'): Promise<void> {
    const plots = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-plot]')];
    const picture = pictureOf(plots, session.finding, session.sub);
    const name = `posenc-training-${session.name}.${kind}`;
    if (kind === 'png') await savePng(name, picture);
    else save(name, 'image/svg+xml', [picture]);
  }

  private takeRun(session: Session): void {
    const { href } = new URL(`?${this.shown}`, location.href);
    const link = href.replaceAll(`${kept_as}.`, `${this.nameInAddress}.`);
    const text = runFile(session, `${link}#${this.nameInAddress}`, this.judged);
    save(`posenc-training-${session.name}.json`, 'application/json', [text]);
  }

  // What is shown.

  private settings(): TemplateResult {
    const chosen = schemesIn(this.schemes);
    const set = this.sizes;
    const changed =
      this.slopes !== '' || sizeNames.some((size) => size !== 'seeds' && this.own(size) !== null);
    const { dModel, heads, layers, steps, batch, seed, seeds } = set;
    const own = slopesIn(this.slopes);
    return html`<div class="settings">
      <div class="task">
        <label for="task">task</label>
        <select
          id="task"
          @change=${(event: Event) => {
            this.task = (event.target as HTMLSelectElement).value;
          }}
        >
          ${tasks.map(
            ({ name, title }) =>
              html`<option value=${name} .selected=${name === this.task}>${title}</option>`,
          )}
        </select>
        <p class="told">${this.about ? `${this.about.makes} ${this.about.order}` : '\u00a0'}</p>
      </div>
      <fieldset aria-describedby="trouble-schemes">
        <legend>Position schemes</legend>
        <div class="schemes">
          ${schemes.map(
            ({ id, name, as }) =>
              html`<label>
                <input
                  type="checkbox"
                  value=${id}
                  .checked=${chosen.some((scheme) => scheme.id === id)}
                  @change=${(event: Event) =>
                    this.onScheme(id, (event.target as HTMLInputElement).checked)}
                />
                ${swatch(id, as)} ${name}
              </label>`,
          )}
        </div>
        <p class="trouble" id="trouble-schemes">${this.troubleOfSchemes}</p>
      </fieldset>
      <details
        .open=${this.sizesOpen}
        @toggle=${(event: Event) => {
          this.sizesOpen = (event.target as HTMLDetailsElement).open;
        }}
      >
        <summary>
          Sizes
          <span
            >d = ${dModel}, heads ${heads}, layers ${layers}, steps ${steps}, batch ${batch},
            ${seeds > 1 ? `seeds ${seed} to ${seed + seeds - 1}` : `seed ${seed}`}</span
          >
        </summary>
        <div class="controls">
          ${sizeNames.map(
            (size) =>
              html`<posenc-number
                label=${sizes[size].label}
                .slider=${sizes[size].slider}
                .value=${set[size]}
                .problem=${this.troubleOf(size)}
                @set=${(event: CustomEvent<number>) => this.onSize(size, event.detail)}
                @unreadable=${(event: CustomEvent<string>) => {
                  this.unreadable = { ...this.unreadable, [size]: event.detail };
                }}
              ></posenc-number>`,
          )}
          <label
            >${slopes.label}
            <input
              type="text"
              placeholder="as in its paper"
              aria-invalid=${typeof own === 'string'}
              aria-describedby="trouble-slopes"
              .value=${this.slopes}
              @change=${(event: Event) => {
                this.slopes = (event.target as HTMLInputElement).value.trim();
              }}
          /></label>
        </div>
        <p class="trouble" id="trouble-slopes">${typeof own === 'string' ? own : ''}</p>
        ${
          changed
            ? html`<button class="button plain" type="button" @click=${this.forget}>
                As usual for this task
              </button>`
            : nothing
        }
      </details>
    </div>`;
  }

  private buttons(): TemplateResult {
    const { session } = this;
    const active = session?.active ?? false;
    const word = !active ? 'Start' : session?.paused ? 'Resume' : 'Pause';
    const progress = session
      ? `${session.done} of ${session.steps} steps in all${session.left ? `, ${session.left}` : ''}`
      : '';
    return html`<div class="buttons">
      <button
        class="button main"
        type="button"
        aria-disabled=${this.about === null || this.starting}
        @click=${this.onPrimary}
      >
        ${word}
      </button>
      <button class="button" type="button" aria-disabled=${!active} @click=${this.onStop}>
        Stop
      </button>
      <span class="whole">${active ? progress : ''}</span>
    </div>`;
  }

  /** What the reader expects, before it is tried. */
  private guess(): TemplateResult | typeof nothing {
    if (!this.guessing || !this.toGuess) return nothing;
    const open = this.wanting || this.misread > 0 ? this.troubleOfGuesses : '';
    return html`<posenc-lab-questions
      id="guesses"
      set="prediction"
      heading="Your guess first"
      .outcome=${this.toGuess}
      .answers=${this.guesses}
      @answered=${(event: CustomEvent<Record<string, string>>) => {
        this.guesses = event.detail;
        this.misread = 0;
      }}
    >
      <div slot="end">
        <p class="trouble" role="status">${open}</p>
        <button
          class="button plain"
          type="button"
          @click=${() => {
            this.unguessed = true;
          }}
        >
          Train without a guess
        </button>
      </div>
    </posenc-lab-questions>`;
  }

  /** What the run makes of guesses and answers. A guess is kept when its run ends, and not when that is shown again. */
  private judgement(session: Session): TemplateResult | typeof nothing {
    const { outcome } = this;
    if (session.active || !outcome || !session.complete) return nothing;
    const guessed = Object.keys(this.judged).length > 0;
    return html`${
      guessed
        ? html`<posenc-lab-questions
            id="guessed"
            set="prediction"
            heading="What you had guessed"
            locked
            .setting=${session.live.length > 0 ? this.shown : ''}
            .outcome=${outcome}
            .answers=${this.judged}
          ></posenc-lab-questions>`
        : nothing
    }
    ${this.questions
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (set) =>
          html`<posenc-lab-questions
            set=${set}
            heading=${titles_of_questions[set] ?? set}
            .setting=${this.shown}
            .outcome=${outcome}
          ></posenc-lab-questions>`,
      )}`;
  }

  private runs(session: Session): TemplateResult {
    return html`<ul class="runs" aria-label="Schemes in training">
      ${session.entries.map((entry) => this.row(session, entry))}
    </ul>`;
  }

  private row(session: Session, entry: Entry): TemplateResult {
    const { scheme, runs, options } = entry;
    const name = html`<span class="name">${swatch(scheme.id, scheme.as)} ${scheme.name}</span>`;
    const failed = runs.find(({ run }) => run.state === 'failed')?.run;
    if (failed instanceof TrainingRun) {
      // What is wrong with a size stands beside its control.
      const asked = refusedSize(failed.failure);
      const again = () => {
        session.again(entry);
        this.wasActive = true;
        this.changed();
      };
      return html`<li>
        ${name}
        <span class="broken">
          ${asked ? 'not started' : session.told(entry)}
          ${
            failed.failure?.code === 'broken'
              ? html`<button class="button" type="button" @click=${again}>Try again</button>`
              : nothing
          }
        </span>
      </li>`;
    }
    return html`<li>
      ${name}
      <progress
        aria-label="${scheme.name}, steps"
        class=${scheme.id}
        max=${options.steps * runs.length}
        .value=${runs.reduce((sum, { run }) => sum + run.losses.length, 0)}
      ></progress>
      <span class="state">${session.told(entry)}</span>
    </li>`;
  }

  /** One of the plots, with what is known now. */
  private plot(session: Session, name: PlotName): TemplateResult {
    if (name === 'lengths') return this.plotOfLengths(session);
    const { every, across } = session;
    const mean = every > 1 ? `, mean of ${every} steps` : '';
    const [label, write, up] =
      name === 'accuracies'
        ? ([
            'Accuracy while training',
            writeAccuracy,
            { ...accuracyAxis, title: `accuracy on the batch${mean}` },
          ] as const)
        : ([
            'Loss while training',
            writeLoss,
            { title: `loss in nats${mean}`, domain: [0, 0.1], mark: plain },
          ] as const);
    return html`<posenc-line-plot
      data-plot
      height="220"
      label=${label}
      .summary=${session.summary(name, write)}
      .series=${session.curves(name)}
      .across=${across}
      .up=${up}
      .stops=${session.stops}
      .describe=${(stop: number) => session.tell(name, stop, write)}
    ></posenc-line-plot>`;
  }

  private plotOfLengths(session: Session): TemplateResult {
    if (!session.hasLengths) return html``;
    const { seeds, active } = session;
    const mean = seeds > 1 && !active ? `, mean of ${seeds} seeds` : '';
    return html`<posenc-line-plot
        data-plot
        height="250"
        label="Accuracy by length"
        .summary=${session.lengthSummary}
        .series=${session.byLength()}
        .across=${session.lengthAxis}
        .up=${{ ...accuracyAxis, title: `accuracy on new examples, by length${mean}` }}
        .stretch=${session.stretch}
        .stops=${session.tested}
        .describe=${(stop: number) => session.tellLength(stop)}
      ></posenc-line-plot>
      ${session.refusals.map((refusal) => html`<p class="note">${refusal}</p>`)}
      ${seeds > 1 && !active && session.lengths.length > 1 ? this.multiples(session) : nothing}`;
  }

  /** A small plot for each scheme: its seeds, their mean, and how far they are apart. */
  private multiples(session: Session): TemplateResult {
    return html`<p class="which">
        Each scheme for itself: a ring for each of the ${session.seeds} seeds, their mean as a line,
        and the band from the least to the most
      </p>
      <div class="multiples">
        ${session.entries.map(
          (entry) =>
            html`<div>
              <p class="which">${swatch(entry.scheme.id, entry.scheme.as)} ${entry.scheme.name}</p>
              <posenc-line-plot
                data-plot=${entry.scheme.name}
                quiet
                height="150"
                label="Accuracy by length, ${entry.scheme.name}"
                .summary=${session.summaryOfSeeds(entry)}
                .series=${session.seedsByLength(entry)}
                .across=${session.lengthAxis}
                .up=${{ ...accuracyAxis, title: '' }}
                .stretch=${{ ...session.stretch, name: '' }}
                .stops=${session.lengths}
                .describe=${(stop: number) => session.tellSeeds(entry, stop)}
              ></posenc-line-plot>
            </div>`,
        )}
      </div>`;
  }

  private how(session: Session): TemplateResult {
    return html`<div class="how" id="how">
      <dl>
        <dt>Formula</dt>
        <dd>
          each step: Adam on the mean cross-entropy −ln p(answer) of one batch; accuracy: the share
          of answers to which the model gives the largest p
        </dd>
        <dt>Computed by</dt>
        <dd>
          ${session.trained.map(
            ({ run }) =>
              html`<code>${callText({ method: 'createTrainer', args: [run.options] })}</code
                ><br />`,
          )}
          <code>trainSteps(id, count)</code>, <code>evaluateLength(id, length)</code>
          <span>posenc/model/trainer.hpp</span>
        </dd>
      </dl>
    </div>`;
  }

  private foot(session: Session | null): TemplateResult {
    const taken = session?.hasSteps ? session : null;
    const tested = taken?.hasLengths ? taken : null;
    return figureFooter({
      open: this.open,
      choose: (open) => {
        this.open = open;
      },
      how: taken && (() => this.how(taken)),
      data: tested && (() => dataTable(tested.lengthTable, `Accuracy by length. ${tested.sub}`)),
      link: this.link,
      copyLink: (event) => void this.takeLink(event),
      downloads: [
        ...(tested ? ([['Data (CSV)', () => this.takeTable(tested, 'lengths')]] as const) : []),
        ...(taken
          ? ([
              ['Every step (CSV)', () => this.takeTable(taken, 'curves')],
              ['Whole run (JSON)', () => this.takeRun(taken)],
              ['Picture (SVG)', () => void this.takePicture(taken, 'svg')],
              ['Picture (PNG)', () => void this.takePicture(taken, 'png')],
            ] as const)
          : []),
      ],
      message: this.told,
    });
  }

  /** When it was trained, if not just now, and what it cannot show. */
  private remarks(session: Session): TemplateResult | typeof nothing {
    if (session.active || !session.hasLengths) return nothing;
    const one =
      session.seeds === 1
        ? ' One seed shows no spread: train more before you believe a difference.'
        : '';
    return html`<p class="note"><b>What this cannot show.</b> ${session.about.limits}${one}</p>
      ${
        session.live.length === 0 && session.at !== null
          ? html`<p class="note">Trained in this browser on ${days.format(session.at)}.</p>`
          : nothing
      }
      ${this.trouble ? html`<p class="remark" role="status">${not_kept[this.trouble]}</p>` : nothing}`;
  }

  override render() {
    const { session, failure } = this;
    return html`<figure aria-busy=${this.about === null && failure === null}>
      <figcaption>
        ${session?.finding ?? 'Tiny transformers, trained side by side in your browser'}
      </figcaption>
      <p class="sub">
        ${session?.sub ?? 'Choose a task and some position schemes, and press Start.'}
      </p>
      ${this.settings()} ${this.guess()} ${this.buttons()}
      <p class="error" role="status">
        ${
          failure
            ? html`${failure.message}${
                failure.code === 'broken'
                  ? html`<button class="button again" type="button" @click=${this.describe}>
                      Try again
                    </button>`
                  : nothing
              }`
            : nothing
        }
      </p>
      ${
        session
          ? html`${this.runs(session)}
            ${
              session.active || session.hasSteps
                ? html`<div class="plots" data-behind=${this.behind.size}>
                    ${plots.map((name) => this.drawn[name] ?? nothing)}
                  </div>`
                : nothing
            }
            ${this.remarks(session)} ${this.judgement(session)}`
          : nothing
      }
      <p class="remark" role="status">${this.remark}</p>
      ${this.foot(session)} ${liveRegion(this.said)}
    </figure>`;
  }
}

/** How a scheme is drawn. The colours stand in the style sheet of the page, whose names they have. */
const swatch = (id: string, as: 'line' | 'dashed'): TemplateResult =>
  html`<svg class="swatch" width="20" height="8" aria-hidden="true">
    <line
      x1="0"
      x2="20"
      y1="4"
      y2="4"
      stroke="var(--posenc-${id})"
      stroke-width="3"
      stroke-dasharray=${as === 'dashed' ? '5 3' : 'none'}
    />
  </svg>`;

customElements.define('posenc-training', PosencTraining);
