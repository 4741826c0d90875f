import { html, isServer, nothing, type PropertyValues } from 'lit';
import type { Extension, LengthResult, TrainingOptions } from '../../core/api.ts';
import { seed } from '../../figures/drawn.ts';
import { type DataTable, PosencFigure } from '../../figures/figure.ts';
import { encoding } from '../../figures/sinusoidal.ts';
import { titleOfTask } from '../../registry.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/tones.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';
import { kept } from '../training/kept-session.ts';
import { type Answer, type LabRemedy, longestOf, remediesWith, type Tried } from './answer.ts';
import { keepModel, modelWith } from './models.ts';
import { accuracyPlot, wavelengthPlot } from './plots.ts';
import { remediesStyle } from './remedies-style.ts';
import { type Highlighting, resultsTable } from './results-table.ts';
import { badgeOf, findingOf, subtitleOf, summaryOf, tableOf } from './words.ts';

const parameters = {
  task: choice(
    'task',
    'previous',
    ['previous', 'forward-fill', 'first-causal'].map((name) => [name, titleOfTask(name)] as const),
  ),
  remedy: choice(
    'highlighted remedy',
    'ntk',
    remediesWith(null).map(({ id, name }) => [id, name] as const),
  ),
  factor: {
    type: 'number',
    label: 'extension factor',
    value: 4,
    slider: { stops: [1, 2, 4, 8, 16] },
    least: 1,
    most: 1024,
  },
  base: {
    type: 'number',
    label: 'new base',
    value: 500_000,
    slider: { stops: [100, 1000, 10_000, 100_000, 500_000, 1_000_000] },
  },
  seed: { ...seed(), most: 4_294_967_295 },
} as const;
const remedyCount = remediesWith(null).length;

type Params = Values<typeof parameters>;

/**
 * One trained RoPE model, and what each remedy for longer texts makes of it at inference: accuracy by length, and the
 * wavelengths of its pairs. The model is one that is kept in this browser, or is trained on demand.
 *
 *   <posenc-remedies task="previous" remedy="ntk" factor="4" base="500000" seed="1"></posenc-remedies>
 */
export class PosencRemedies extends PosencFigure<typeof parameters, Answer> {
  static override properties = {
    ...PosencFigure.of(parameters),
    run: { state: true },
    tested: { state: true },
    said: { state: true },
    pointed: { state: true },
  };

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    visuallyHidden,
    trainStyle,
    remediesStyle,
  ];

  declare task: Params['task'];
  declare remedy: LabRemedy['id'];
  declare seed: number;
  declare private run: TrainingRun | null;
  /** How many remedies have been tried of those that are being tried. */
  declare private tested: number | null;
  /** What is spoken: beginning and end, not what lies between. */
  declare private said: string;
  /** The remedy that is pointed at in the list. */
  declare private pointed: LabRemedy['id'] | null;

  private lacksModel = false;
  /** What has been found last, and with which settings: another highlight asks for nothing new. */
  private found: { setting: string; results: LengthResult[][] } | null = null;

  protected override readonly label = 'Remedies for longer texts, tried on one RoPE model';
  protected override readonly primary = ['task', 'remedy'] as const;
  protected override readonly formula =
    'ωᵢ = base^(−2i/d) in training; afterward useFrequencies(id, ω′, attention factor) replaces them with the remedy’s (no weight changes), and evaluateLength(id, length) counts right answers on test examples, separately at trained and at new positions';

  constructor() {
    super('remedies', parameters);
    this.run = null;
    this.tested = null;
    this.said = '';
    this.pointed = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pagehide', this.end);
    kept.addEventListener('change', this.look);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pagehide', this.end);
    kept.removeEventListener('change', this.look);
    this.end();
  }

  private readonly end = (): void => this.run?.end();

  /** What has been kept may be what it would have to train. */
  private readonly look = (): void => {
    if (this.lacksModel && (!this.run || this.run.over)) this.again();
  };

  override willUpdate(changed: PropertyValues): void {
    // Another task or seed is another model.
    if ((changed.has('task') || changed.has('seed')) && this.run) {
      this.run.end();
      this.run = null;
    }
    super.willUpdate(changed);
  }

  protected override async ask(params: Params): Promise<Answer> {
    const { task, seed } = params;
    const [{ title, testLengths }, defaults] = await Promise.all([
      this.call('trainingTask', task),
      this.call('trainingDefaults', task, 'rope'),
    ]);
    const options = { ...defaults, seed };
    const lengths = Array.from(testLengths);
    const own = encoding({ dModel: options.dModel / options.heads, base: options.base });
    const frequencies = await this.call('frequencies', own);
    const tried = await Promise.all(
      remediesWith(params.base).map(async (remedy) => ({
        remedy,
        at: await this.extended(remedy.id, { options, lengths }, params),
      })),
    );
    const model = isServer ? null : await modelWith(task, options);
    this.lacksModel = model === null;
    const setting = JSON.stringify({ ...params, remedy: null });
    if (model && this.found?.setting !== setting) {
      const results = await this.evaluated(model, tried, lengths);
      this.found = { setting, results };
      const answer = { options, title, lengths, own: frequencies, tried, results };
      this.said = findingOf(answer) ?? this.label;
    }
    const results = model ? (this.found?.results ?? null) : null;
    return { options, title, lengths, own: frequencies, tried, results };
  }

  /** A remedy's frequencies for a model, at each length. */
  private async extended(
    id: LabRemedy['id'],
    { options, lengths }: { options: TrainingOptions; lengths: readonly number[] },
    { factor, base }: Params,
  ): Promise<Extension[]> {
    const dModel = options.dModel / options.heads;
    const at = async (length: number): Promise<Extension> => {
      if (id === 'base') {
        const other = await this.call('frequencies', encoding({ dModel, base }));
        return { ...other, attentionFactor: 1 };
      }
      const own = encoding({ dModel, base: options.base });
      return this.call('withRemedy', id, own, options.trainLongest, factor, length);
    };
    if (id === 'dynamic') return Promise.all(lengths.map(at));
    // All others are the same at each length.
    const one = await at(options.trainLongest);
    return lengths.map(() => one);
  }

  /** Of each remedy, for each length. */
  private async evaluated(
    model: Checkpoint,
    tried: readonly Tried[],
    lengths: readonly number[],
  ): Promise<LengthResult[][]> {
    try {
      return await withModel(model, async (id) => {
        const results: LengthResult[][] = [];
        for (const { at } of tried) {
          this.tested = results.length;
          const ofRemedy: LengthResult[] = [];
          for (const [n, { inverseFrequencies, attentionFactor }] of at.entries()) {
            await compute.call('useFrequencies', id, inverseFrequencies, attentionFactor);
            ofRemedy.push(await compute.call('evaluateLength', id, lengths[n] ?? 0));
          }
          results.push(ofRemedy);
        }
        return results;
      });
    } finally {
      this.tested = null;
    }
  }

  private start({ options }: Answer): void {
    this.run?.end();
    this.said = 'Training has begun.';
    this.run = new TrainingRun(options, [], this.changed, 'model');
  }

  private readonly changed = (run: TrainingRun): void => {
    // (The first change comes while it is made.)
    if (this.run && run !== this.run) return;
    if (run.state === 'done' && run.model && run.divergedAt === null) {
      void keepModel(this.task, run, run.model);
      this.run = null;
      this.again();
    } else if (run.over) {
      this.said = `Training ${this.progress(run)}.`;
    }
    this.requestUpdate();
  };

  private progress(run: TrainingRun): string {
    const done = run.losses.length;
    switch (run.state) {
      case 'waiting':
      case 'paused':
        return 'waiting';
      case 'running':
        return done > 0 ? `step ${done} of ${run.options.steps}` : 'starting';
      case 'stopped':
        return `stopped at step ${done}`;
      case 'failed':
        return 'failed';
      case 'done':
        return `ended at step ${run.divergedAt ?? done}: the loss became NaN`;
    }
  }

  private get highlighted(): LabRemedy['id'] {
    return this.pointed ?? this.remedy;
  }

  protected override caption(answer: Answer): string {
    return badgeOf(answer);
  }

  protected override tone(answer: Answer | null): Tone {
    return answer?.results ? 'rope' : 'soft';
  }

  protected override subtitle(answer: Answer, params: Params): string {
    const finding = findingOf(answer);
    return `${finding ? `${finding}. ` : ''}${subtitleOf(answer, params)}`;
  }

  protected override summary(answer: Answer): string {
    return summaryOf(answer);
  }

  protected override table(answer: Answer): DataTable {
    return tableOf(answer);
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    return html`<div class="both">
        <div>
          <p class="which">Accuracy by length</p>
          ${answer?.results ? accuracyPlot(answer, this.highlighted, summary) : this.empty(answer)}
        </div>
        <div>
          <p class="which">Wavelength of each pair</p>
          ${wavelengthPlot(answer, this.highlighted)}
        </div>
      </div>
      ${this.train(answer)}
      ${answer?.results ? resultsTable(answer, answer.results, this.highlighting) : nothing}`;
  }

  private get highlighting(): Highlighting {
    return {
      highlighted: this.highlighted,
      point: (id) => (this.pointed = id),
      choose: (id) => this.change('remedy', id),
    };
  }

  private empty(answer: Answer | null) {
    const length = answer ? longestOf(answer) : '';
    return html`<p class="empty">Press Train to see what each remedy does at length ${length}.</p>`;
  }

  private train(answer: Answer | null) {
    const { run, tested } = this;
    const active = run !== null && !run.over;
    const stop = html`<button class="button" type="button" @click=${() => run?.stop()}>
      Stop
    </button>`;
    const start = html`<button
      class="button main"
      type="button"
      ?disabled=${!answer}
      @click=${() => answer && this.start(answer)}
    >
      Train
    </button>`;
    const bar = (label: string, value: number, max: number) =>
      html`<progress aria-label=${label} max=${max} value=${value}></progress>`;
    return html`<div class="train">
      ${active ? stop : answer?.results ? nothing : start}
      ${
        run
          ? html`${bar('Training steps', run.losses.length, run.options.steps)}
              <span>${this.progress(run)}</span>`
          : nothing
      }
      ${
        tested === null
          ? nothing
          : html`${bar('Remedies tried', tested, remedyCount)}
              <span>${tested + 1} of ${remedyCount} remedies</span>`
      }
      ${
        tested === null && !run && answer?.results
          ? html`<span class="hint"
              >To highlight a remedy in both plots, point at it in the table or choose it
              below.</span
            >`
          : nothing
      }
      ${run?.failure ? html`<p class="error">${run.failure.message}</p>` : nothing}
      ${liveRegion(this.said)}
    </div>`;
  }
}

customElements.define('posenc-remedies', PosencRemedies);
