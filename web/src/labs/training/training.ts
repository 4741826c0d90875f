import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { PosencError } from '../../core/errors.ts';
import { decimals, percent, plain } from '../../plots/format.ts';
import type { LineAxis } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { pictureOf } from '../../plots/picture.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { defaultsOf, describeTask } from '../../worker/training-client.ts';
import { type TrainingTask, tasks, type TrainingOptions } from '../../worker/training-protocol.ts';
import { addressOf, askedIn, refused, take } from '../../figures/address.ts';
import { csvOf, dataTable } from '../../figures/data.ts';
import { save } from '../../figures/download.ts';
import { figureStyle } from '../../figures/figure-style.ts';
import '../../figures/number-control.ts';
import { beyond, type NumberParameter, type Parameters, propertiesOf } from '../../figures/parameters.ts';
import { callText } from '../../figures/provenance.ts';
import { unseen } from '../../figures/unseen.ts';
import { schemes, schemesIn } from './schemes.ts';
import { Session } from './session.ts';
import { trainingStyle } from './training-style.ts';

const whole = (
  label: string,
  value: number,
  slider: { min: number; max: number; step: number },
  most: number,
): NumberParameter => ({ type: 'number', label, value, slider, least: 1, most, whole: true });

/** What can be set, within what a page can bear; what of it makes a model, the core judges. */
const sizes = {
  dModel: whole('width d', 32, { min: 8, max: 64, step: 8 }, 128),
  heads: whole('heads', 4, { min: 1, max: 8, step: 1 }, 16),
  layers: whole('layers', 1, { min: 1, max: 4, step: 1 }, 6),
  steps: whole('steps', 800, { min: 100, max: 2000, step: 100 }, 20_000),
  batch: whole('batch', 64, { min: 8, max: 128, step: 8 }, 512),
  seed: { ...whole('seed', 1, { min: 1, max: 20, step: 1 }, 4_294_967_295), least: 0 },
};
type Size = keyof typeof sizes;
type Sizes = Record<Size, number>;
const sizeNames = Object.keys(sizes) as Size[];

/** What a link to a state says of it. */
const inAddress: Parameters = {
  task: {
    type: 'choice',
    label: 'task',
    value: 'order',
    options: tasks.map((task) => [task, task]),
  },
  schemes: { type: 'text', label: 'schemes', value: '', most: 200 },
  ...sizes,
};

/** What the core calls them when it refuses them. */
const inMessages: Record<Size, string> = {
  dModel: 'd_model',
  heads: 'heads',
  layers: 'layers',
  steps: 'steps',
  batch: 'batch',
  seed: 'seed',
};

/** The size that a message is about: "[transformer] heads must be ..". */
function sizeIn(message: string): Size | null {
  const subject = /^\[\w+\] (\w+) /.exec(message)?.[1];
  return sizeNames.find((size) => inMessages[size] === subject) ?? null;
}

/** Between two changes of what is shown. Who wants little motion sees the curves grow in larger steps. */
const between_changes_in_ms = { usual: 1000, calm: 500 };

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
 * What is not set (d-model, heads, layers, steps, batch, seed) is as the core has it for the task.
 */
export class PosencTraining extends LitElement {
  static override properties = {
    ...propertiesOf(sizes),
    task: { type: String },
    schemes: { type: String },
    titles: { state: true },
    about: { state: true },
    defaults: { state: true },
    failure: { state: true },
    refused: { state: true },
    unreadable: { state: true },
    session: { state: true },
    starting: { state: true },
    open: { state: true },
    told: { state: true },
    remark: { state: true },
    sizesOpen: { state: true },
    said: { state: true },
  };

  static override styles = [figureStyle, unseen, trainingStyle];

  declare task: string;
  declare schemes: string;
  /** Of all tasks, by name. */
  declare private titles: ReadonlyMap<string, string>;
  declare private about: TrainingTask | null;
  declare private defaults: TrainingOptions | null;
  /** Why nothing is known of the task. */
  declare private failure: PosencError | null;
  /** What the core said of a size at the last start. */
  declare private refused: Partial<Record<Size, string>>;
  declare private unreadable: Partial<Record<Size, string>>;
  declare private session: Session | null;
  declare private starting: boolean;
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
  private lastChange = 0;
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
    this.titles = new Map();
    this.about = null;
    this.defaults = null;
    this.failure = null;
    this.refused = {};
    this.unreadable = {};
    this.session = null;
    this.starting = false;
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
    this.readAddress();
    void this.nameTasks();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pagehide', this.end);
    this.end();
  }

  private get nameInAddress(): string {
    return this.id || 'training';
  }

  private readAddress(): void {
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
      return;
    }
    Object.assign(this, values);
  }

  private async takeLink(event: Event): Promise<void> {
    event.preventDefault();
    this.told = await take(this.link);
  }

  /** The address that restores what is set: the same seed trains the same models. */
  private get link(): string {
    const { task, schemes } = this;
    const state = { task, schemes, ...this.sizes };
    return addressOf(new URL(location.href), this.nameInAddress, inAddress, state);
  }

  private readonly end = (): void => this.session?.end();

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('task')) void this.describe();
    // What is wrong is shown; when it has been mended, what the reader is at does not close.
    if (sizeNames.some((size) => this.troubleOf(size) !== '')) this.sizesOpen = true;
  }

  /** In the list of tasks. One that the core does not know keeps its name. */
  private async nameTasks(): Promise<void> {
    const titles = await Promise.all(
      tasks.map((task) =>
        describeTask(task).then(
          ({ title }) => [task, title] as const,
          () => [task, task] as const,
        ),
      ),
    );
    this.titles = new Map(titles);
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
    } catch (error) {
      if (task === this.task) this.failure = error as PosencError;
    }
  }

  private own(size: Size): number | null {
    const value = (this as unknown as Record<Size, number | null | undefined>)[size];
    return value ?? null;
  }

  private put(size: Size, value: number | undefined): void {
    (this as unknown as Record<Size, number | undefined>)[size] = value;
  }

  private get sizes(): Sizes {
    const valueOf = (size: Size) => this.own(size) ?? this.defaults?.[size] ?? sizes[size].value;
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
    const troubles = [...sizeNames.map((size) => this.troubleOf(size)), this.troubleOfSchemes];
    const first = troubles.find((trouble) => trouble !== '');
    if (first !== undefined) {
      this.said = `Not started: ${first}`;
      return;
    }
    const { about, task, sizes: set } = this;
    if (!about || this.starting) return;
    this.starting = true;
    const chosen = schemesIn(this.schemes);
    try {
      const setUp = await Promise.all(
        chosen.map(async (scheme) => ({
          scheme,
          options: { ...(await defaultsOf(task, scheme.id)), ...set },
        })),
      );
      if (!this.isConnected) return;
      this.lamented.clear();
      this.open = null;
      this.wasActive = true;
      this.session?.end();
      this.drawn = {};
      this.session = new Session(task, about, setUp, this.changed);
      this.said = `Training of ${chosen.map(({ name }) => name).join(', ')} has begun.`;
    } catch (error) {
      this.failure = error as PosencError;
    } finally {
      this.starting = false;
    }
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
    for (const size of sizeNames) this.put(size, undefined);
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
    const between = this.calm.matches ? between_changes_in_ms.calm : between_changes_in_ms.usual;
    const wait = Math.max(0, this.lastChange + between - performance.now());
    setTimeout(() => requestAnimationFrame(this.show), wait);
  }

  private readonly show = (now: number): void => {
    this.planned = false;
    this.lastChange = now;
    const { session } = this;
    if (!session) return;
    session.grow(now);
    for (const { run, scheme } of session.entries) {
      if (!run.failure || this.lamented.has(run.id)) continue;
      this.lamented.add(run.id);
      this.said = `${scheme.name}: ${run.failure.message}`;
      const size = run.failure.code === 'invalid-argument' ? sizeIn(run.failure.message) : null;
      if (size) this.refused = { ...this.refused, [size]: run.failure.message };
    }
    if (this.wasActive && !session.active) this.said = `Over. ${session.finding}.`;
    this.wasActive = session.active;
    const [next] = this.behind;
    if (next) {
      this.behind.delete(next);
      this.drawn[next] = this.plot(session, next);
    }
    if (this.behind.size > 0) this.plan();
    this.requestUpdate();
  };

  // What is taken away.

  private takeTable(session: Session, which: 'lengths' | 'curves'): void {
    const table = which === 'lengths' ? session.lengthTable : session.curveTable;
    save(`posenc-training-${which}-${session.name}.csv`, 'text/csv', csvOf(table));
  }

  private takePicture(session: Session): void {
    const plots = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-plot]')];
    const picture = pictureOf(plots, session.finding, session.sub);
    save(`posenc-training-${session.name}.svg`, 'image/svg+xml', [picture]);
  }

  // What is shown.

  private settings(): TemplateResult {
    const chosen = schemesIn(this.schemes);
    const set = this.sizes;
    const changed = sizeNames.some((size) => this.own(size) !== null);
    const { dModel, heads, layers, steps, batch, seed } = set;
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
            (task) =>
              html`<option value=${task} .selected=${task === this.task}>
                ${this.titles.get(task) ?? task}
              </option>`,
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
            >d = ${dModel}, heads ${heads}, layers ${layers}, steps ${steps}, batch ${batch}, seed
            ${seed}</span
          >
        </summary>
        <div class="controls">
          ${sizeNames.map(
            (size) =>
              html`<posenc-number
                label=${sizes[size].label}
                .slider=${sizes[size].slider}
                .value=${set[size]}
                .trouble=${this.troubleOf(size)}
                @set=${(event: CustomEvent<number>) => this.onSize(size, event.detail)}
                @unreadable=${(event: CustomEvent<string>) => {
                  this.unreadable = { ...this.unreadable, [size]: event.detail };
                }}
              ></posenc-number>`,
          )}
        </div>
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

  private runs(session: Session): TemplateResult {
    return html`<ul class="runs" aria-label="Schemes in training">
      ${session.entries.map((entry) => {
        const { scheme, run, options } = entry;
        const name = html`<span class="name">${swatch(scheme.id, scheme.as)} ${scheme.name}</span>`;
        if (run.state === 'failed') {
          // What is wrong with a size stands beside its control.
          const asked = run.failure?.code === 'invalid-argument' && sizeIn(run.failure.message);
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
                run.failure?.code === 'broken'
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
            max=${options.steps}
            .value=${run.losses.length}
          ></progress>
          <span class="state">${session.told(entry)}</span>
        </li>`;
      })}
    </ul>`;
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
      .tell=${(stop: number) => session.tell(name, stop, write)}
    ></posenc-line-plot>`;
  }

  private plotOfLengths(session: Session): TemplateResult {
    if (!session.hasLengths) return html``;
    return html`<posenc-line-plot
        data-plot
        height="250"
        label="Accuracy by length"
        .summary=${session.lengthSummary}
        .series=${session.byLength()}
        .across=${session.lengthAxis}
        .up=${{ ...accuracyAxis, title: 'accuracy on new examples, by length' }}
        .stretch=${session.stretch}
        .stops=${session.tested}
        .tell=${(stop: number) => session.tellLength(stop)}
      ></posenc-line-plot>
      ${session.refusals.map((refusal) => html`<p class="note">${refusal}</p>`)}`;
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
          ${session.entries.map(
            ({ options }) =>
              html`<code>${callText({ method: 'createTrainer', args: [options] })}</code><br />`,
          )}
          <code>trainSteps(id, count)</code>, <code>evaluateLength(id, length)</code>
          <span>posenc/model/trainer.hpp</span>
        </dd>
      </dl>
    </div>`;
  }

  private foot(session: Session | null): TemplateResult {
    const toggle = (part: 'data' | 'how') => () => {
      this.open = this.open === part ? null : part;
    };
    const { open } = this;
    const taken = session?.hasSteps ? session : null;
    return html`<div class="foot">
        ${
          taken
            ? html`<button
                type="button"
                aria-expanded=${open === 'how'}
                aria-controls="how"
                @click=${toggle('how')}
              >
                How this was computed
              </button>`
            : nothing
        }
        <a href=${this.link} @click=${(event: Event) => void this.takeLink(event)}
          >Link to this state</a
        >
        ${
          taken?.hasLengths
            ? html`<button
                  type="button"
                  aria-expanded=${open === 'data'}
                  aria-controls="data"
                  @click=${toggle('data')}
                >
                  ${open === 'data' ? 'Hide the data' : 'Show the data'}
                </button>
                <button type="button" @click=${() => this.takeTable(taken, 'lengths')}>
                  Data (CSV)
                </button>`
            : nothing
        }
        ${
          taken
            ? html`<button type="button" @click=${() => this.takeTable(taken, 'curves')}>
                  Every step (CSV)
                </button>
                <button type="button" @click=${() => this.takePicture(taken)}>
                  Picture (SVG)
                </button>`
            : nothing
        }
        <span class="told" role="status">${this.told}</span>
      </div>
      ${taken && open === 'how' ? this.how(taken) : html`<div id="how" hidden></div>`}
      ${
        taken?.hasLengths && open === 'data'
          ? dataTable(taken.lengthTable, `Accuracy by length. ${taken.sub}`)
          : html`<div id="data" hidden></div>`
      }`;
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
      ${this.settings()} ${this.buttons()}
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
            }`
          : nothing
      }
      <p class="remark" role="status">${this.remark}</p>
      ${this.foot(session)}
      <p class="unseen" role="status">${this.said}</p>
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
