import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { OwnEncoding, OwnExample } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { diverging } from '../../plots/colours.ts';
import { percent, significant } from '../../plots/format.ts';
import type { Cell } from '../../plots/matrix-plot.ts';
import '../../plots/matrix-plot.ts';
import { pictureOf } from '../../plots/picture.ts';
import { TrialsWork } from '../../storage/trials.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { addressOf, askedIn, refused, take } from '../../ui/address.ts';
import { csvOf, type DataTable, dataTable } from '../../ui/data.ts';
import { save } from '../../ui/download.ts';
import { fieldStyle } from '../../ui/field-style.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { foot, type FootPart } from '../../ui/foot.ts';
import '../../ui/number-control.ts';
import type { NumberParameter, Parameters } from '../../ui/parameters.ts';
import { asWritten } from '../../ui/provenance.ts';
import { unseen } from '../../ui/unseen.ts';
import { compute, Latest } from '../../worker/client.ts';
import { chartOf, tableOf } from '../claim/chart.ts';
import { claimStyle } from '../claim/claim-style.ts';
import { type ModelSpread, modelsTable, spreadsOf } from '../claim/models-table.ts';
import {
  between_changes_in_ms,
  numbers_of_seeds,
  PlannedTraining,
} from '../claim/planned-training.ts';
import { reasonOf, Stopped } from '../claim/shared-runs.ts';
import { troubleLine } from '../words.ts';
import { ownStyle } from './own-style.ts';
import { chartOfModels, type OwnPlan, type OwnTask, planFor, tasks } from './own-training.ts';

const parameters = {
  formula: { type: 'text', label: 'formula', value: '', most: 4000 },
  d: {
    type: 'number',
    label: 'dimensions d',
    value: 16,
    slider: { min: 1, max: 64, step: 1 },
  },
  positions: {
    type: 'number',
    label: 'positions',
    value: 64,
    slider: { min: 8, max: 256, step: 8 },
  },
} as const satisfies Parameters;

/** How long typing has to pause before a formula counts. */
const pause_in_ms = 400;
/** A longer formula is told only by its beginning where it is quoted. */
const most_quoted = 120;

interface Asked {
  formula: string;
  d: number;
  positions: number;
}

interface Shown extends Asked {
  encoding: OwnEncoding;
}

const names: Record<string, string> = {
  distinct: 'Distinct',
  bounded: 'Bounded',
  'shift-linear': 'Shift-linear',
  'offset-only': 'Offset-only',
};

type Box = 'formula' | 'd' | 'positions';

/** The box that an error of the core is about. */
const boxOf = ({ parameter }: PosencError): Box =>
  parameter === 'd' || parameter === 'positions' ? parameter : 'formula';

const isSame = (one: Asked, other: Asked): boolean =>
  one.formula === other.formula && one.d === other.d && one.positions === other.positions;

const quoted = (formula: string): string =>
  formula.length > most_quoted ? `${formula.slice(0, most_quoted)} …` : formula;

/** The largest magnitude in a picture, for the ends of its colours; 1 where all is 0. */
const reachOf = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;

/**
 * An encoding of the reader's own: a formula for PE(pos, i) is drawn, measured and, on demand, trained with.
 *
 *   <posenc-own></posenc-own>
 *
 * It takes a formula from the page's address (?own.formula=…) and from the event `posenc-formula` of the document.
 */
export class PosencOwn extends LitElement {
  static override properties = {
    examples: { state: true },
    typed: { state: true },
    d: { state: true },
    positions: { state: true },
    shown: { state: true },
    trouble: { state: true },
    missing: { state: true },
    remark: { state: true },
    open: { state: true },
    told: { state: true },
    said: { state: true },
    task: { state: true },
    seeds: { state: true },
    training: { state: true },
    trained: { state: true },
    failure: { state: true },
  };

  static override styles = [figureStyle, unseen, fieldStyle, claimStyle, ownStyle];

  declare private examples: readonly OwnExample[];
  /** As it stands in the box. */
  declare private typed: string;
  declare private d: number;
  declare private positions: number;
  /** The last good answer: all that is told is about it. */
  declare private shown: Shown | null;
  /** What is wrong with what stands in a box, beside it. */
  declare private trouble: { at: Box; message: string } | null;
  /** Why there is nothing to begin with. */
  declare private missing: string;
  /** What was wrong with the address that it was opened with. */
  declare private remark: string;
  declare private open: FootPart | null;
  declare private told: string;
  /** What is spoken. */
  declare private said: string;
  declare private task: OwnTask;
  declare private seeds: number;
  declare private training: PlannedTraining | 'planned' | null;
  /** What the models came to, and with which formula. */
  declare private trained: (OwnPlan & { models: readonly ModelSpread[]; formula: string }) | null;
  declare private failure: string;

  private readonly latest = new Latest<Asked>((asked) => this.ask(asked));
  private last: { asked: Asked; encoding: Promise<OwnEncoding> } | null = null;
  private work: TrialsWork | null = null;
  private unwatch: (() => void) | null = null;
  private pause = 0;
  private timer = 0;
  /** Counts the trainings: what comes of one that was ended is of no interest. */
  private trainings = 0;

  constructor() {
    super();
    this.examples = [];
    this.typed = '';
    this.d = parameters.d.value;
    this.positions = parameters.positions.value;
    this.shown = null;
    this.trouble = null;
    this.missing = '';
    this.remark = '';
    this.open = null;
    this.told = '';
    this.said = '';
    this.task = 'reverse';
    this.seeds = 3;
    this.training = null;
    this.trained = null;
    this.failure = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.work = new TrialsWork();
    this.unwatch = this.work.watch(() => this.requestUpdate());
    document.addEventListener('posenc-formula', this.onFormula);
    addEventListener('pagehide', this.end);
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    document.removeEventListener('posenc-formula', this.onFormula);
    removeEventListener('pagehide', this.end);
    clearTimeout(this.pause);
    this.end();
  }

  /** What came before there was a box stands in it. */
  override firstUpdated(): void {
    const box = this.renderRoot.querySelector('textarea');
    if (box) box.value = this.typed;
  }

  /** With what the address asks for, or else with the first example. */
  private async begin(): Promise<void> {
    const { values, problem } = askedIn(location.search, 'own', parameters);
    if (problem) this.remark = refused(problem, 'show', 'It shows its first example instead.');
    this.missing = '';
    try {
      this.examples = (await compute.call('ownExamples')).examples;
    } catch (error) {
      this.missing = (error as PosencError).message;
      return;
    }
    const [first] = this.examples;
    const asked = {
      formula: first?.formula ?? '',
      d: first?.d ?? this.d,
      positions: this.positions,
    };
    // Whoever has typed meanwhile goes on.
    if (this.typed === '') this.put({ ...asked, ...values }, false);
  }

  // What a reader does.

  private get asked(): Asked {
    return { formula: this.typed, d: this.d, positions: this.positions };
  }

  /** @param keep it is what the reader brings, and not a state on the way */
  private put({ formula, d, positions }: Asked, keep: boolean): void {
    this.typed = formula;
    this.d = d;
    this.positions = positions;
    const box = this.renderRoot.querySelector('textarea');
    if (box) box.value = formula;
    this.bring(keep);
  }

  private bring(keep: boolean): void {
    clearTimeout(this.pause);
    const { asked } = this;
    void this.latest.request(asked);
    if (keep) void this.keep(asked);
  }

  /** What was asked for last is not computed twice. */
  private encodingOf(asked: Asked): Promise<OwnEncoding> {
    if (!this.last || !isSame(this.last.asked, asked)) {
      const { formula, d, positions } = asked;
      const encoding = compute.call('ownEncoding', formula, d, positions);
      this.last = { asked, encoding };
      encoding.catch((error: PosencError) => {
        // What broke may go well the next time.
        if (error.code !== 'invalid-argument') this.last = null;
      });
    }
    return this.last.encoding;
  }

  private async ask(asked: Asked): Promise<void> {
    const isCurrent = () => isSame(asked, this.asked);
    try {
      const encoding = await this.encodingOf(asked);
      if (!isCurrent()) return;
      this.shown = { ...asked, encoding };
      this.trouble = null;
      this.said = this.spoken(encoding);
    } catch (error) {
      if (isCurrent()) this.complain(error as PosencError);
    }
  }

  /** Whatever is asked meanwhile: what was brought is not lost. */
  private async keep(asked: Asked): Promise<void> {
    const { formula, d } = asked;
    try {
      const { invariants } = await this.encodingOf(asked);
      const holding = invariants.filter(({ holds }) => holds).map(({ id }) => id);
      this.work?.brought(formula, d, holding);
    } catch {
      // What is no encoding is told where it is asked for, and not kept.
    }
  }

  private complain(error: PosencError): void {
    const at = boxOf(error);
    this.complainAt(at, at === 'formula' ? error.message : error.naming(parameters[at].label));
  }

  private complainAt(at: Box, message: string): void {
    this.trouble = { at, message };
    // (That of the formula is an alert.)
    if (at !== 'formula') this.said = message;
  }

  private readonly onFormula = (event: Event): void => {
    const { detail } = event as CustomEvent<{ formula: string; d: number }>;
    this.put({ ...detail, positions: this.positions }, true);
  };

  private onType(event: Event): void {
    this.typed = (event.target as HTMLTextAreaElement).value;
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.bring(false), pause_in_ms);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.bring(true);
  }

  private onNumber(name: 'd' | 'positions', value: number): void {
    this[name] = value;
    this.bring(false);
  }

  private get link(): string {
    return addressOf(new URL(location.href), 'own', parameters, { ...(this.shown ?? this.asked) });
  }

  private async takeLink(event: Event): Promise<void> {
    event.preventDefault();
    this.told = await take(this.link);
  }

  private takePicture({ formula, d, positions }: Shown): void {
    const plots = [...this.renderRoot.querySelectorAll<HTMLElement>('.pictures [data-plot]')];
    const sub = `d = ${d}, ${positions} positions: the table, and dot products of positions`;
    const picture = pictureOf(plots, `PE(pos, i) = ${quoted(formula)}`, sub);
    save('posenc-own-encoding.svg', 'image/svg+xml', [picture]);
  }

  // Training.

  private readonly end = (): void => {
    this.trainings++;
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.training instanceof PlannedTraining) this.training.end();
    this.training = null;
  };

  private onTrain(event: MouseEvent): void {
    // The second click of a double one would stop what the first has begun.
    if (event.detail > 1) return;
    if (this.training) {
      this.end();
      this.said = 'Stopped.';
      return;
    }
    void this.train();
  }

  private async train(): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    const { formula } = shown;
    const number = ++this.trainings;
    const isCurrent = () => number === this.trainings;
    this.failure = '';
    this.said = 'Training has begun.';
    this.training = 'planned';
    try {
      const planned = await planFor(this.task, formula);
      if (!isCurrent()) return;
      this.training = new PlannedTraining(planned.plan, this.seeds, this.changed);
      const runs = await this.training.runs();
      if (!isCurrent()) return;
      const models = await spreadsOf(planned.plan, runs);
      if (!isCurrent()) return;
      this.end();
      this.trained = { ...planned, models, formula };
      this.said = `Trained: ${this.toldOf(models)}.`;
    } catch (error) {
      if (!isCurrent() || error instanceof Stopped) return;
      this.end();
      this.failure = reasonOf(error) ?? '';
      this.said = `It could not be trained. ${this.failure}`;
    }
  }

  private readonly changed = (): void => {
    if (this.timer !== 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.requestUpdate();
    }, between_changes_in_ms);
  };

  // What is told.

  private spoken({ invariants }: OwnEncoding): string {
    return invariants
      .map(({ id, holds }) => `${names[id] ?? id}: ${holds ? 'holds' : 'does not hold'}`)
      .join('. ');
  }

  /** Of each model its mean at the last length. */
  private toldOf(models: readonly ModelSpread[]): string {
    return models
      .map(({ model, spread }) => {
        const last = spread.mean.length - 1;
        const length = model.tests[last]?.length ?? 0;
        return `${model.name} ${percent(spread.mean[last] ?? 0, 1)} at length ${length}`;
      })
      .join(', ');
  }

  private table({ encoding, d }: Shown): DataTable {
    const { values } = encoding.table;
    return {
      head: ['position', ...Array.from({ length: d }, (_, i) => `i = ${i}`)],
      count: encoding.table.rows,
      row: (n) => [n, ...values.subarray(n * d, (n + 1) * d)],
    };
  }

  private picture(shown: Shown): TemplateResult {
    const { table } = shown.encoding;
    const reach = reachOf(table.values);
    const tell = ({ row, col }: Cell) =>
      `PE(${row}, ${col}) = ${significant(table.values[row * table.cols + col] ?? 0, 4)}`;
    const summary = `Heatmap of ${table.rows} positions by ${table.cols} dimensions. The largest magnitude in it is ${significant(reach, 4)}.`;
    return html`<posenc-matrix-plot
      data-plot
      height="300"
      label="The table of your formula"
      .summary=${summary}
      .cells=${{ rows: table.rows, cols: table.cols, stride: table.cols, values: table.values }}
      .scale=${diverging(reach)}
      .across=${{ title: 'dimension i' }}
      .down=${{ title: 'position' }}
      .tell=${tell}
    ></posenc-matrix-plot>`;
  }

  /** What the offset-only invariant is about: constant along diagonals where it holds. */
  private productsPicture({ encoding: { products } }: Shown): TemplateResult {
    const reach = reachOf(products.values);
    const tell = ({ row, col }: Cell) =>
      `PE(${row}) · PE(${col}) = ${significant(products.values[row * products.cols + col] ?? 0, 4)}`;
    return html`<posenc-matrix-plot
      data-plot
      height="300"
      square
      label="Dot products of positions"
      .summary=${`Heatmap of the dot products of ${products.rows} positions, each with each. The largest magnitude in it is ${significant(reach, 4)}.`}
      .cells=${{ rows: products.rows, cols: products.cols, stride: products.cols, values: products.values }}
      .scale=${diverging(reach)}
      .across=${{ title: 'position' }}
      .down=${{ title: 'position' }}
      .tell=${tell}
    ></posenc-matrix-plot>`;
  }

  private invariants({ encoding }: Shown): TemplateResult {
    return html`<ul class="invariants" aria-label="Invariants">
      ${encoding.invariants.map(
        ({ id, holds, text }) =>
          html`<li class=${holds ? 'holds' : 'broken'} data-invariant=${id}>
            <b
              ><span aria-hidden="true">${holds ? '✓' : '✕'}</span> ${
                holds ? 'holds' : 'does not hold'
              }</b
            ><span
              ><a href=${`#${id}`}>${names[id] ?? id}</a>: <span class="text">${text}</span></span
            >
          </li>`,
      )}
    </ul>`;
  }

  private how({ formula, d, positions }: Shown): TemplateResult {
    return html`<div class="how" id="how">
      <dl>
        <dt>Formula</dt>
        <dd><code>PE(pos, i) = ${quoted(formula)}</code>, pos and i from 0</dd>
        <dt>Computed by</dt>
        <dd><code>ownEncoding(${asWritten(quoted(formula))}, ${d}, ${positions})</code></dd>
        <dt>Declared in</dt>
        <dd><code>posenc/encoding/own.hpp</code>, <code>posenc/analysis/invariants.hpp</code></dd>
      </dl>
    </div>`;
  }

  private result(shown: Shown): TemplateResult {
    const { formula, d } = shown;
    return html`${
        isSame(shown, this.asked)
          ? nothing
          : html`<p class="earlier">
              Still shown is <code>${quoted(formula)}</code> with d = ${d}.
            </p>`
      }
      <div class="pictures">
        <div>
          <h2>The table</h2>
          ${this.picture(shown)}
        </div>
        <div>
          <h2>Dot products of positions</h2>
          ${this.productsPicture(shown)}
        </div>
      </div>
      <h2>Which invariants hold</h2>
      ${this.invariants(shown)}
      ${foot({
        open: this.open,
        choose: (open) => {
          this.open = open;
        },
        how: () => this.how(shown),
        data: () => dataTable(this.table(shown), `PE(pos, i), ${quoted(formula)}`),
        link: this.link,
        takeLink: (event) => void this.takeLink(event),
        takes: [
          [
            'Data (CSV)',
            () => save('posenc-own-encoding.csv', 'text/csv', csvOf(this.table(shown))),
          ],
          ['Picture (SVG)', () => this.takePicture(shown)],
        ],
        told: this.told,
      })}`;
  }

  private progress(): TemplateResult | typeof nothing {
    const { training } = this;
    if (!(training instanceof PlannedTraining)) return nothing;
    const { done, steps, finished, models, left } = training;
    return html`<p class="progress">
      <progress aria-label="Steps of training" max=${steps} .value=${done}></progress>
      <span>${finished} of ${models} models trained${left ? `, ${left}` : ''}</span>
    </p>`;
  }

  private trainingPart(shown: Shown): TemplateResult {
    const { training, trained, seeds } = this;
    const chart = trained && chartOfModels(trained);
    return html`<h2>Train with it</h2>
      <p class="language">
        Three tiny transformers, alike but for what is added to their embeddings: nothing, the
        paper’s sinusoids, and your formula. Their d is that of the model.
      </p>
      <div class="train">
        <label
          >task
          <select
            ?disabled=${training !== null}
            @change=${(event: Event) => {
              this.task = (event.target as HTMLSelectElement).value as OwnTask;
            }}
          >
            ${tasks.map(
              ([name, title]) =>
                html`<option value=${name} ?selected=${name === this.task}>${title}</option>`,
            )}
          </select></label
        >
        <label
          >seeds
          <select
            ?disabled=${training !== null}
            @change=${(event: Event) => {
              this.seeds = Number((event.target as HTMLSelectElement).value);
            }}
          >
            ${numbers_of_seeds.map(
              (one) => html`<option value=${one} ?selected=${one === seeds}>${one}</option>`,
            )}
          </select></label
        >
        <button
          class="button main"
          id="train"
          type="button"
          ?disabled=${!training && !isSame(shown, this.asked)}
          @click=${this.onTrain}
        >
          ${training ? 'Stop' : 'Train with it'}
        </button>
      </div>
      ${this.progress()} ${this.failure ? html`<p class="error">${this.failure}</p>` : nothing}
      ${
        trained
          ? html`<p class="of">
                ${trained.task.title}, with <code>${quoted(trained.formula)}</code> and d =
                ${trained.plan.models[0]?.options.dModel}; guessing has
                ${percent(trained.task.chance, 1)} right.
              </p>
              ${chart ? chartOf(chart, 'Right answers by length') : nothing}
              ${modelsTable(trained.models)}
              ${
                chart
                  ? html`<p class="of">
                      <button
                        class="button plain"
                        type="button"
                        @click=${() => save('posenc-own-training.csv', 'text/csv', csvOf(tableOf(chart)))}
                      >
                        Data (CSV)
                      </button>
                    </p>`
                  : nothing
              }`
          : nothing
      }`;
  }

  private number(name: 'd' | 'positions'): TemplateResult {
    const { label, slider } = parameters[name] as NumberParameter;
    return html`<posenc-number
      label=${label}
      .slider=${slider}
      .value=${this[name]}
      trouble=${this.trouble?.at === name ? this.trouble.message : ''}
      @set=${(event: CustomEvent<number>) => this.onNumber(name, event.detail)}
      @unreadable=${(event: CustomEvent<string>) => {
        this.complainAt(name, event.detail);
      }}
    ></posenc-number>`;
  }

  override render() {
    const { shown, trouble, missing, examples, typed, d, work } = this;
    const wrong = trouble?.at === 'formula' ? trouble.message : '';
    return html`<section
      class="card"
      aria-label="Your own encoding"
      aria-busy=${!shown && !trouble && !missing}
    >
      <label class="formula" for="formula">PE(pos, i) =</label>
      <textarea
        id="formula"
        rows="2"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-invalid=${wrong !== ''}
        aria-describedby="trouble language"
        @input=${this.onType}
        @keydown=${this.onKey}
      ></textarea>
      <p class="error" id="trouble" role="alert">${wrong}</p>
      <p class="language" id="language">
        <code>pos</code> is the position, <code>i</code> the dimension from 0 to d − 1,
        <code>d</code> their number. Besides: numbers, <code>pi</code>, <code>+ - * / ^</code>,
        brackets, <code>sin cos exp ln sqrt tanh abs floor</code> and <code>mod(a, b)</code>. Angles
        are in radians.
      </p>
      <div class="examples" role="group" aria-label="Examples">
        ${examples.map(
          (one) =>
            html`<button
              type="button"
              aria-pressed=${one.formula === typed && one.d === d}
              @click=${() => this.put({ ...one, positions: this.positions }, true)}
            >
              ${one.name}
            </button>`,
        )}
      </div>
      <div class="numbers">${this.number('d')}${this.number('positions')}</div>
      <div class="buttons">
        <button class="button main" id="bring" type="button" @click=${() => this.bring(true)}>
          Bring it
        </button>
      </div>
      ${
        missing
          ? html`<p class="error">
              ${missing}
              <button class="button again" type="button" @click=${() => void this.begin()}>
                Try again
              </button>
            </p>`
          : nothing
      }
      ${this.remark ? html`<p class="remark" role="status">${this.remark}</p>` : nothing}
      ${shown ? html`${this.result(shown)} ${this.trainingPart(shown)}` : nothing}
      <p class="notice">${work ? troubleLine(work) : nothing}</p>
      <p class="unseen" role="status">${this.said}</p>
    </section>`;
  }
}

customElements.define('posenc-own', PosencOwn);
