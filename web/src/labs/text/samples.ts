import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ErrorData, PosencError } from '../../core/errors.ts';
import { dataTable } from '../../ui/data-table.ts';
import { csvOf, type DataTable, save } from '../../ui/download.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import '../../ui/number-control.ts';
import { callText } from '../../ui/provenance.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Writing, Written } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';
import { trainedModel } from '../training/keep-session.ts';
import { swatch } from '../training/schemes.ts';
import type { Entry, Session } from '../training/session.ts';
import type { ChosenText } from './current-text.ts';

const samplesStyle = css`
  :host {
    margin: 1.2rem 0 0;
    container: samples / inline-size;
    font: 0.85rem/1.45 var(--posenc-sans);
  }
  .which {
    margin: 0 0 0.3rem;
    font-weight: 600;
  }
  .controls {
    align-items: start;
  }
  .ask {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.8rem;
    align-items: center;
  }
  .ask .prompt {
    flex: 1 1 16rem;
  }
  .seen {
    margin: 0.4rem 0 0;
    color: var(--posenc-form);
  }
  .samples {
    list-style: none;
    margin: 0.8rem 0 0;
    padding: 0;
  }
  .samples li {
    display: grid;
    grid-template: 'name text' auto 'step text' 1fr / 9.4rem minmax(0, 1fr);
    gap: 0 0.9rem;
    padding: 0.5rem 0;
    border-top: 1px solid var(--posenc-line);
  }
  .name {
    font-weight: 600;
  }
  .step {
    grid-area: step;
    color: var(--posenc-soft);
    font-size: 0.8rem;
    font-variant-numeric: tabular-nums;
  }
  li > p {
    grid-area: text;
    margin: 0;
    min-height: 4.2em;
  }
  .sample {
    font: 0.82rem/1.4 var(--posenc-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .sample b {
    color: var(--posenc-accent);
  }
  .old .sample {
    color: var(--posenc-soft);
  }
  .empty {
    color: var(--posenc-soft);
  }
  @container samples (max-width: 34rem) {
    .samples li {
      grid-template: 'name step' auto 'text text' auto / minmax(0, 1fr) auto;
      align-items: baseline;
    }
  }
`;

/** As many characters as three lines of the page have. */
const length = 240;
const promptOfBook = 'call me ';

const temperatures = { min: 0, max: 2, step: 0.1 } as const;
const seeds = { min: 1, max: 20, step: 1 } as const;

/** Written by a scheme's model, after that many steps. */
interface Sample {
  written: Written;
  step: number;
}

const isSame = (one: Writing, other: Writing): boolean =>
  one.prompt === other.prompt &&
  one.temperature === other.temperature &&
  one.seed === other.seed &&
  one.count === other.count;

/** Texts are announced once this long nothing else was asked for, not with each key of a prompt. */
const quietMs = 1000;

/**
 * What the models of a session write after the reader's own prompt: now and then while they learn, and once they are
 * trained. One for each scheme.
 */
export class PosencSamples extends LitElement {
  static override properties = {
    // (It changes in place: always shown anew.)
    session: { attribute: false, hasChanged: () => true },
    text: { attribute: false },
    prompt: { state: true },
    temperature: { state: true },
    seed: { state: true },
    afterwards: { state: true },
    failure: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, samplesStyle];

  declare session: Session;
  /** The text that it trains on. */
  declare text: ChosenText;
  /** As typed; null for the text's own. */
  declare private prompt: string | null;
  declare private temperature: number;
  declare private seed: number;
  declare private afterwards: ReadonlyMap<Entry, Sample>;
  declare private failure: PosencError | null;
  declare private announcement: string;

  private readonly footer = new FigureFooter(this);
  private readonly asked = new WeakMap<TrainingRun, Writing>();
  private askedModels = new WeakMap<Entry, Writing>();
  private isAsking = false;
  /** Trained in an earlier visit, and no longer kept. */
  private readonly withoutModel = new WeakSet<Entry>();
  private announcing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.prompt = null;
    this.temperature = 1;
    this.seed = 1;
    this.afterwards = new Map();
    this.failure = null;
    this.announcement = '';
  }

  private get writing(): Writing {
    const { temperature, seed } = this;
    return { prompt: this.prompt ?? this.defaultPrompt, count: length, temperature, seed };
  }

  private get defaultPrompt(): string {
    return this.text.isBook ? promptOfBook : '';
  }

  override willUpdate(changed: PropertyValues): void {
    const isOther = changed.has('session') && changed.get('session') !== this.session;
    if (isOther) {
      this.afterwards = new Map();
      this.askedModels = new WeakMap();
    }
    if (isOther || ['prompt', 'temperature', 'seed'].some((name) => changed.has(name))) {
      this.failure = null;
    }
    this.askRuns();
    void this.askModels();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.announcing);
  }

  /** Models in training write between their steps. */
  private askRuns(): void {
    const { writing } = this;
    for (const { runs } of this.session.entries) {
      const run = runs[0]?.run;
      if (!(run instanceof TrainingRun) || run.over) continue;
      const last = this.asked.get(run);
      if (last && isSame(last, writing)) continue;
      this.asked.set(run, writing);
      run.write(writing);
    }
  }

  /** Trained models write in the page's compute worker, one by one, unless they have been asked for that already. */
  private async askModels(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    for (let entry = this.nextToAsk; entry; entry = this.nextToAsk) await this.askModel(entry);
    this.isAsking = false;
  }

  private get nextToAsk(): Entry | undefined {
    return this.session.entries.find((entry) => {
      const run = entry.runs[0]?.run;
      if (run?.state !== 'done' || run.divergedAt !== null) return false;
      const last = this.askedModels.get(entry);
      const isAsked = last !== undefined && isSame(last, this.writing);
      return !isAsked && !this.isCurrent(this.sampleOf(entry));
    });
  }

  private async askModel(entry: Entry): Promise<void> {
    const { session, text, writing } = this;
    this.askedModels.set(entry, writing);
    try {
      const written = await this.writtenBy(session, entry, text, writing);
      if (session !== this.session) return;
      if (!written) {
        this.withoutModel.add(entry);
        this.requestUpdate();
        return;
      }
      const step = entry.options.steps;
      this.afterwards = new Map(this.afterwards).set(entry, { written, step });
      this.announceWritten();
    } catch (error) {
      if (session === this.session && isSame(writing, this.writing)) {
        this.failure = error as PosencError;
      }
    }
  }

  private announceWritten(): void {
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => {
      const current = this.session.entries.filter((entry) => this.isCurrent(this.sampleOf(entry)));
      // (The next announcement is for what is being written.)
      if (current.length === 0) return;
      const names = current.map(({ scheme }) => scheme.name).join(', ');
      this.announcement = `${names} wrote with seed ${this.writing.seed}.`;
    }, quietMs);
  }

  private async writtenBy(
    session: Session,
    entry: Entry,
    text: ChosenText,
    writing: Writing,
  ): Promise<Written | null> {
    const checkpoint = await trainedModel(session, entry);
    if (!checkpoint) return null;
    const { prompt, count, temperature, seed } = writing;
    const write = (id: number) => compute.call('writeText', id, prompt, count, temperature, seed);
    return { writing, ...(await withModel(checkpoint, write, text)) };
  }

  private sampleOf(entry: Entry): Sample | null {
    const run = entry.runs[0]?.run;
    // (A model of NaN would write the same character all over.)
    if (run && run.divergedAt !== null) return null;
    const live = run instanceof TrainingRun ? run.written : null;
    const afterwards = this.afterwards.get(entry);
    if (!live) return afterwards ?? null;
    const fromRun = { written: live, step: live.step };
    return afterwards && !this.isCurrent(fromRun) ? afterwards : fromRun;
  }

  private isCurrent(sample: Sample | null): boolean {
    return sample !== null && isSame(sample.written.writing, this.writing);
  }

  /** Why the models do not write what is asked for. */
  private get refusal(): ErrorData | null {
    const refused = this.session.entries
      .map((entry) => this.sampleOf(entry))
      .find((sample) => sample?.written.text === null && this.isCurrent(sample))?.written;
    return refused?.text === null ? refused.error : this.failure;
  }

  private isBesideControl({ parameter }: ErrorData): boolean {
    return parameter === 'temperature' || parameter === 'seed';
  }

  private problemWith(control: 'temperature' | 'seed'): string {
    const { refusal } = this;
    return refusal?.parameter === control ? refusal.message : '';
  }

  private renderControls(): TemplateResult {
    const { prompt, defaultPrompt, temperature, seed } = this;
    return html`<div class="controls">
        <div class="ask">
          <label class="prompt"
            >prompt
            <input
              type="text"
              dir="auto"
              maxlength="200"
              autocomplete="off"
              spellcheck="false"
              aria-describedby="seen"
              .value=${prompt ?? defaultPrompt}
              @input=${(event: Event) => {
                this.prompt = (event.target as HTMLInputElement).value;
              }}
            />
          </label>
          <button class="button" type="button" @click=${() => this.seed++}>Write another</button>
        </div>
        <posenc-number
          label="temperature"
          .value=${temperature}
          .slider=${temperatures}
          .problem=${this.problemWith('temperature')}
          @set=${(event: CustomEvent<number>) => {
            this.temperature = event.detail;
          }}
        ></posenc-number>
        <posenc-number
          label="seed"
          .value=${seed}
          .slider=${seeds}
          .problem=${this.problemWith('seed')}
          @set=${(event: CustomEvent<number>) => {
            this.seed = event.detail;
          }}
        ></posenc-number>
      </div>
      ${this.renderReadPrompt()}`;
  }

  /** The prompt as the models see it, if not as it was typed. */
  private renderReadPrompt(): TemplateResult | typeof nothing {
    const { writing, session } = this;
    const seen = session.entries
      .map((entry) => this.sampleOf(entry))
      .find((sample) => this.isCurrent(sample))?.written;
    if (!seen || seen.text === null || seen.prompt === writing.prompt) return nothing;
    return html`<p class="seen" id="seen">
      The models read ${seen.prompt === '' ? 'a new line' : html`<q>${seen.prompt}</q>`}: your
      prompt, reduced to their alphabet.
    </p>`;
  }

  private renderRow(entry: Entry): TemplateResult {
    const sample = this.sampleOf(entry);
    const isOld = sample !== null && !this.isCurrent(sample);
    return html`<li class=${isOld ? 'old' : ''}>
      <span class="name">${swatch(entry.scheme)} ${entry.scheme.name}</span>
      <span class="step">${sample ? stepWords(entry, sample) : ''}</span>
      ${sample ? written(sample) : html`<p class="empty">${this.whyEmpty(entry)}</p>`}
    </li>`;
  }

  /** Why a scheme's model has written nothing, in words. */
  private whyEmpty(entry: Entry): string {
    const run = entry.runs[0]?.run;
    if (run && run.divergedAt !== null) {
      return `nothing: its loss became NaN at step ${run.divergedAt}`;
    }
    if (run?.state === 'stopped') {
      return this.session.unfinished
        ? 'nothing yet: its training was interrupted'
        : 'nothing: its training was stopped';
    }
    if (run?.state === 'failed') return 'nothing: its training failed';
    return this.withoutModel.has(entry)
      ? 'nothing: its model is no longer kept in this browser'
      : 'nothing written yet';
  }

  private renderFooter(): TemplateResult {
    const table = this.table();
    const { prompt, count, temperature, seed } = this.writing;
    const call = callText({ method: 'writeText', args: [0, prompt, count, temperature, seed] });
    return this.footer.render({
      how: () =>
        html`<div class="how" id="how">
          <dl>
            <dt>Formula</dt>
            <dd>
              p(c) = exp(z_c / temperature) / Σ exp(z_k / temperature), from the logits z after the
              last characters that fit the trained length; temperature 0 takes the likeliest
            </dd>
            <dt>Computed by</dt>
            <dd>
              <code>${call.replace('(0,', '(id,')}</code><br /><span>posenc/model/trainer.hpp</span>
            </dd>
          </dl>
        </div>`,
      data: () => dataTable(table, 'What each model wrote'),
      link: () => location.href,
      downloads: [['Samples (CSV)', () => save('posenc-samples.csv', 'text/csv', csvOf(table))]],
    });
  }

  private table(): DataTable {
    const rows = this.session.entries.flatMap((entry) => {
      const sample = this.sampleOf(entry);
      if (!sample || sample.written.text === null) return [];
      const { writing, prompt, text } = sample.written;
      const { temperature, seed } = writing;
      return [[entry.scheme.name, sample.step, temperature, seed, prompt, text] as const];
    });
    return {
      head: ['scheme', 'steps', 'temperature', 'seed', 'prompt', 'text'],
      count: rows.length,
      row: (n) => rows[n] ?? [],
    };
  }

  override render() {
    const { refusal: failure } = this;
    return html`<section aria-label="What the models write">
      <p class="which">What they write</p>
      ${this.renderControls()}
      <p class="error" role="status">
        ${failure && !this.isBesideControl(failure) ? failure.message : ''}
      </p>
      <ul class="samples">
        ${this.session.entries.map((entry) => this.renderRow(entry))}
      </ul>
      ${this.renderFooter()} ${liveRegion(this.announcement)}
    </section>`;
  }
}

const stepWords = ({ options, runs }: Entry, { step }: Sample): string =>
  step >= options.steps && runs[0]?.run.over ? 'trained' : `step ${step} of ${options.steps}`;

function written({ written: sample }: Sample): TemplateResult {
  const all = sample.text === null ? nothing : html`<b>${sample.prompt}</b>${sample.text}`;
  return html`<p class="sample" dir="auto">${all}</p>`;
}

export const samplesOf = (session: Session, text: ChosenText): TemplateResult =>
  html`<posenc-samples .session=${session} .text=${text}></posenc-samples>`;

customElements.define('posenc-samples', PosencSamples);
