import { html, isServer, nothing, type PropertyValues } from 'lit';
import type { Extension, Frequencies, LengthResult, TrainingOptions } from '../../core/api.ts';
import { seed } from '../../figures/drawn.ts';
import {
  dotsOf,
  lengthRules,
  pairAxis,
  pairsOf,
  ringsOf,
  wavelengthAxis,
} from '../../figures/extension/wavelengths.ts';
import { type DataTable, PosencFigure } from '../../figures/figure.ts';
import { encoding } from '../../figures/sinusoidal.ts';
import { percent, plain, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { titleOfTask } from '../../registry.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { compute } from '../../worker/client.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';
import { kept } from '../training/kept-session.ts';
import { keepModel, modelWith } from './models.ts';
import { remediesStyle } from './remedies-style.ts';

/** How they are called: in a list, in a sentence, and where there is little room. */
const remedies = [
  { id: 'none', name: 'No remedy', within: 'no remedy', short: 'none' },
  {
    id: 'pi',
    name: 'Position interpolation',
    within: 'position interpolation',
    short: 'interpolation',
  },
  { id: 'ntk', name: 'NTK-aware', within: 'NTK-aware scaling', short: 'NTK' },
  { id: 'dynamic', name: 'Dynamic NTK', within: 'dynamic NTK', short: 'dynamic NTK' },
  {
    id: 'yarn',
    name: 'YaRN, α = 1, β = 32',
    within: 'YaRN with α = 1, β = 32',
    short: 'YaRN 1, 32',
  },
  {
    id: 'yarn-short',
    name: 'YaRN, α = ¼, β = 2',
    within: 'YaRN with α = ¼, β = 2',
    short: 'YaRN ¼, 2',
  },
  { id: 'base', name: 'Another base', within: 'another base', short: 'base' },
] as const;
type Id = (typeof remedies)[number]['id'];
interface Remedy {
  id: Id;
  name: string;
  within: string;
  short: string;
}

/** As they are told where the base is known that is another. */
const namedWith = (base: number): Remedy[] =>
  remedies.map((remedy) =>
    remedy.id === 'base'
      ? { id: 'base', name: `Base ${plain(base)}`, within: `base ${plain(base)}`, short: 'base' }
      : remedy,
  );

/** α and β: the paper's, for models of some thousand positions, and what fits a model of sixteen. */
const rotations = { yarn: { slow: 1, fast: 32 }, 'yarn-short': { slow: 0.25, fast: 2 } };

const parameters = {
  task: choice(
    'task',
    'previous',
    ['previous', 'forward-fill', 'first-causal'].map((name) => [name, titleOfTask(name)] as const),
  ),
  remedy: choice(
    'highlighted',
    'ntk',
    remedies.map(({ id, name }) => [id, name] as const),
  ),
  factor: {
    type: 'number',
    label: 'times longer',
    value: 4,
    slider: { stops: [1, 2, 4, 8, 16] },
    least: 1,
    most: 1024,
  },
  base: {
    type: 'number',
    label: 'another base',
    value: 500_000,
    slider: { stops: [100, 1000, 10_000, 100_000, 500_000, 1_000_000] },
  },
  seed: { ...seed(), most: 4_294_967_295 },
} as const;
type Params = Values<typeof parameters>;

/** What a remedy makes of the frequencies, at each tested length: all but dynamic NTK the same at all. */
interface Tried {
  remedy: Remedy;
  at: Extension[];
}

interface Answer {
  options: TrainingOptions;
  title: string;
  lengths: number[];
  own: Frequencies;
  tried: Tried[];
  /** Of each remedy, for each length; null before there is a model to try them on. */
  results: LengthResult[][] | null;
}

const isNew = (length: number, { trainLongest }: TrainingOptions): boolean => length > trainLongest;
const longestOf = ({ lengths }: Answer): number => lengths[lengths.length - 1] ?? 0;

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
  declare remedy: Id;
  declare seed: number;
  declare private run: TrainingRun | null;
  /** How many remedies have been tried of those that are being tried. */
  declare private tested: number | null;
  /** What is spoken: beginning and end, not what lies between. */
  declare private said: string;
  /** The remedy that is pointed at in the list. */
  declare private pointed: Id | null;

  private lacksModel = false;
  /** What has been found last, and with which settings: another highlight asks for nothing new. */
  private found: { setting: string; results: LengthResult[][] } | null = null;

  protected override readonly label = 'Remedies for longer texts, on one trained RoPE';
  protected override readonly formula =
    'ωᵢ = base^(−2i/d) in training; afterwards useFrequencies(id, ω′, attention factor) puts the remedy’s in their place, no weight is changed, and evaluateLength(id, length) counts right answers on test examples, at the positions trained on and at new ones apart';

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
      namedWith(params.base).map(async (remedy) => ({
        remedy,
        at: await this.extended(remedy.id, { options, frequencies, lengths }, params),
      })),
    );
    const model = isServer ? null : await modelWith(task, options);
    this.lacksModel = model === null;
    const setting = JSON.stringify({ ...params, remedy: null });
    if (model && this.found?.setting !== setting) {
      const results = await this.evaluated(model, tried, lengths);
      this.found = { setting, results };
      this.said = this.caption({ options, title, lengths, own: frequencies, tried, results });
    }
    const results = model ? (this.found?.results ?? null) : null;
    return { options, title, lengths, own: frequencies, tried, results };
  }

  /** What a remedy has in place of a model's frequencies, at each length. */
  private async extended(
    id: Id,
    {
      options,
      frequencies,
      lengths,
    }: { options: TrainingOptions; frequencies: Frequencies; lengths: readonly number[] },
    { factor, base }: Params,
  ): Promise<Extension[]> {
    const dModel = options.dModel / options.heads;
    const own = encoding({ dModel, base: options.base });
    const trained = options.trainLongest;
    const unscaled = async (of: Frequencies | Promise<Frequencies>): Promise<Extension> => ({
      ...(await of),
      attentionFactor: 1,
    });
    const all = async (one: Promise<Extension>): Promise<Extension[]> => {
      const extension = await one;
      return lengths.map(() => extension);
    };
    switch (id) {
      case 'none':
        return all(unscaled(frequencies));
      case 'pi':
        return all(this.call('positionInterpolation', own, factor));
      case 'ntk':
        return all(this.call('ntkAware', own, factor));
      case 'dynamic':
        return Promise.all(
          lengths.map((length) => this.call('dynamicNtk', own, trained, length, 1)),
        );
      case 'yarn':
      case 'yarn-short': {
        const { slow, fast } = rotations[id];
        return all(this.call('yarn', own, trained, factor, slow, fast, 'paper'));
      }
      case 'base':
        return all(unscaled(this.call('frequencies', encoding({ dModel, base }))));
    }
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
      this.said = `Training is over: ${this.progress(run)}.`;
    }
    this.requestUpdate();
  };

  private progress(run: TrainingRun): string {
    const done = run.losses.length;
    switch (run.state) {
      case 'waiting':
      case 'paused':
        return 'waits for its turn';
      case 'running':
        return done > 0 ? `step ${done} of ${run.options.steps}` : 'is being set up';
      case 'stopped':
        return `stopped at step ${done}`;
      case 'failed':
        return 'it failed';
      case 'done':
        return `it ended at step ${run.divergedAt ?? done}, as its loss is no number any more`;
    }
  }

  // What is told.

  private get highlighted(): Id {
    return this.pointed ?? this.remedy;
  }

  protected override caption(answer: Answer): string {
    const { results, lengths, options } = answer;
    const last = lengths.length - 1;
    const length = longestOf(answer);
    if (!results) {
      return `Trained at length ${options.trainLongest}, asked for ${length}: train one model, and try every remedy on it`;
    }
    const ranked = answer.tried
      .map(({ remedy }, n) => ({ remedy, result: results[n]?.[last] }))
      .flatMap(({ remedy, result }) => (result ? [{ remedy, ...result }] : []))
      .sort((a, b) => b.accuracy - a.accuracy);
    const [best] = ranked;
    const none = ranked.find(({ remedy }) => remedy.id === 'none');
    if (!best || !none) return this.label;
    const setting = `At length ${length}`;
    if (best.accuracy === none.accuracy) {
      return `${setting} no remedy has more new positions right than none: ${percent(none.accuracy)}`;
    }
    const names = ranked
      .filter(({ accuracy }) => accuracy === best.accuracy)
      .map(({ remedy }) => remedy.within);
    const [old, before] = [percent(best.oldAccuracy ?? 0), percent(none.oldAccuracy ?? 0)];
    const cost =
      old === before
        ? `and keeps the old ones at ${old}`
        : `and the old ones go from ${before} to ${old}`;
    return `${setting} ${names.join(' and ')} has the most new positions right, ${percent(best.accuracy)} for ${percent(none.accuracy)} without, ${cost}`;
  }

  protected override subtitle(
    { title, options, results }: Answer,
    { factor, seed }: Params,
  ): string {
    const { trainLongest, dModel, heads, layers, steps } = options;
    const model = `RoPE of base ${plain(options.base)}, ${heads} heads of ${dModel / heads}, ${layers} layer, ${steps} steps at length ${trainLongest}, seed ${seed}`;
    const switched = results ? 'one model, not trained again: ' : '';
    return `${title}: ${switched}${model}; remedies for ${plain(factor)} times its length`;
  }

  protected override summary(answer: Answer): string {
    const { results, lengths } = answer;
    if (!results) return 'Nothing is drawn yet: the model has not been trained.';
    const told = lengths.map((_, stop) => this.tellLength(answer, stop));
    return `A line for each remedy over the lengths ${lengths.join(', ')}. ${told.join('. ')}.`;
  }

  private tellLength({ results, lengths, options, tried }: Answer, stop: number): string {
    const length = lengths[stop] ?? 0;
    const parts = tried.map(
      ({ remedy }, n) => `${remedy.short} ${percent(results?.[n]?.[stop]?.accuracy ?? 0, 1)}`,
    );
    const where = isNew(length, options)
      ? `positions ${options.trainLongest} to ${length - 1}`
      : 'trained on';
    return `length ${length}, ${where}: ${parts.join('; ')}`;
  }

  private tellPair(answer: Answer, i: number): string {
    const chosen = this.triedAs(answer, this.highlighted);
    const [before = 0, after = 0] = [
      answer.own.wavelengths[i],
      chosen.at[chosen.at.length - 1]?.wavelengths[i],
    ];
    const own = `pair ${i}: wavelength ${significant(before, 4)} positions as trained`;
    return chosen.remedy.id === 'none'
      ? own
      : `${own}, ${significant(after, 4)} with ${chosen.remedy.within}`;
  }

  private triedAs({ tried }: Answer, id: Id): Tried {
    const found = tried.find(({ remedy }) => remedy.id === id) ?? tried[0];
    if (!found) throw new Error(`no remedy ${id}`);
    return found;
  }

  protected override table({ tried, results, lengths, own }: Answer): DataTable {
    const pairs = [...pairsOf(own.wavelengths)];
    return {
      head: [
        ...['remedy', 'length', 'accuracy on new positions', 'accuracy on old positions'],
        ...['attention factor', ...pairs.map((i) => `wavelength of pair ${i}`)],
      ],
      count: tried.length * lengths.length,
      row: (n) => {
        const which = Math.floor(n / lengths.length);
        const stop = n % lengths.length;
        const extension = tried[which]?.at[stop];
        const { fresh, old } = sharesOf(results?.[which]?.[stop]);
        return [
          ...[tried[which]?.remedy.name ?? '', lengths[stop] ?? 0],
          ...[fresh ?? '', old ?? ''],
          ...[extension?.attentionFactor ?? 1, ...(extension?.wavelengths ?? [])],
        ];
      },
    };
  }

  // What is drawn.

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    return html`${this.train(answer)}
      <div class="both">
        <div>
          <p class="which">Accuracy by length</p>
          ${answer?.results ? this.accuracies(answer, summary) : this.empty(answer)}
        </div>
        <div>
          <p class="which">Wavelength of each pair</p>
          ${this.wavelengths(answer)}
        </div>
      </div>
      ${answer?.results ? this.list(answer, answer.results) : nothing}`;
  }

  private empty(answer: Answer | null) {
    const length = answer ? longestOf(answer) : '';
    return html`<p class="empty">Press Train to see what each remedy does at length ${length}.</p>`;
  }

  private accuracies(answer: Answer, summary: string) {
    const { tried, lengths, options, results } = answer;
    const { highlighted } = this;
    const line = ({ remedy }: Tried, n: number): Series => ({
      name: remedy.short,
      x: lengths,
      y: results?.[n]?.map(({ accuracy }) => accuracy) ?? [],
      colour: remedy.id === highlighted ? 'rope' : 'soft',
      as: remedy.id === 'none' ? 'dashed' : 'line',
      weight: remedy.id === highlighted ? 'thick' : 'thin',
      marked: true,
    });
    const all = tried.map((one, n) => ({ id: one.remedy.id, line: line(one, n) }));
    // The one that is meant lies above the others.
    const behind = all.filter(({ id }) => id !== highlighted);
    const series = [...behind, ...all.filter(({ id }) => id === highlighted)].map(
      ({ line }) => line,
    );
    const [first = 0] = lengths;
    return html`<posenc-line-plot
      data-plot="Accuracy by length"
      height="290"
      quiet
      label="Accuracy by length"
      .summary=${summary}
      .series=${series}
      .across=${{
        ...{ title: 'length', scale: 'log', base: 2, mark: plain },
        ...{ domain: [first, longestOf(answer)], at: lengths },
      }}
      .up=${{
        title: `accuracy; beyond ${options.trainLongest} on new positions`,
        ...{ domain: [0, 1], mark: (value: number) => percent(value) },
      }}
      .stops=${lengths.map((length) => length)}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(stop: number) => this.tellLength({ ...answer, options }, stop)}
    ></posenc-line-plot>`;
  }

  private wavelengths(answer: Answer | null) {
    const { highlighted } = this;
    const last = answer ? answer.lengths.length - 1 : 0;
    const afterOf = ({ at }: Tried) => at[last]?.wavelengths ?? [];
    const others =
      answer?.tried.filter(({ remedy: { id } }) => id !== 'none' && id !== highlighted) ?? [];
    const chosen = answer && this.triedAs(answer, highlighted);
    const series: Series[] =
      answer && chosen
        ? [
            ...lengthRules(answer.options.trainLongest, longestOf(answer), 'tested'),
            ...others.map((one): Series => ({
              ...{ name: '', x: pairsOf(afterOf(one)), y: afterOf(one) },
              ...{ colour: 'soft', as: 'line', weight: 'thin' },
            })),
            ringsOf('as trained', answer.own.wavelengths),
            ...(highlighted === 'none'
              ? []
              : [
                  { ...dotsOf('', afterOf(chosen)), as: 'line' as const },
                  dotsOf(chosen.remedy.short, afterOf(chosen)),
                ]),
          ]
        : [];
    const told = answer
      ? Array.from(answer.own.wavelengths, (_, i) => this.tellPair(answer, i)).join('. ')
      : '';
    return html`<posenc-line-plot
      data-plot="Wavelength of each pair"
      height="290"
      quiet
      label="Wavelength of each pair, as trained and with a remedy"
      .summary=${told}
      .series=${series}
      .across=${pairAxis}
      .up=${wavelengthAxis}
      .stops=${pairsOf(answer?.own.wavelengths ?? [])}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(i: number) => (answer ? this.tellPair(answer, i) : '')}
    ></posenc-line-plot>`;
  }

  /** All numbers; pointing at a remedy highlights it in both plots, and a click keeps it so. */
  private list({ tried, lengths, options }: Answer, results: readonly LengthResult[][]) {
    // Their unit stands above the table.
    const share = (value: number | null) =>
      value === null ? nothing : percent(value, 1).replace('\u202f%', '');
    return html`<div>
      <table class="results" @pointerleave=${() => (this.pointed = null)}>
        <caption>
          Right answers in %: on the positions that were trained on (old), and beyond (new)
        </caption>
        <thead>
          <tr>
            <th scope="col" rowspan="2">remedy</th>
            ${lengths.map(
              (length) =>
                html`<th scope="colgroup" colspan=${isNew(length, options) ? 2 : 1}>
                  length ${length}
                </th>`,
            )}
          </tr>
          <tr>
            ${lengths.map(
              (length) =>
                html`<th scope="col">old</th>
                  ${isNew(length, options) ? html`<th scope="col">new</th>` : nothing}`,
            )}
          </tr>
        </thead>
        <tbody>
          ${tried.map(
            ({ remedy }, n) =>
              html`<tr
                class=${remedy.id === this.highlighted ? 'chosen' : ''}
                @pointerenter=${(event: PointerEvent) => {
                  if (event.pointerType === 'mouse') this.pointed = remedy.id;
                }}
                @click=${() => this.change('remedy', remedy.id)}
              >
                <th scope="row">${remedy.name}</th>
                ${lengths.map((length, stop) => {
                  const { fresh, old } = sharesOf(results[n]?.[stop]);
                  return html`<td>${share(old)}</td>
                    ${isNew(length, options) ? html`<td>${share(fresh)}</td>` : nothing}`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
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
          ? html`${bar('Steps of training', run.losses.length, run.options.steps)}
              <span>${this.progress(run)}</span>`
          : nothing
      }
      ${
        tested === null
          ? nothing
          : html`${bar('Remedies tried', tested, remedies.length)}
              <span>${tested + 1} of ${remedies.length} remedies</span>`
      }
      ${
        tested === null && !run && answer?.results
          ? html`<span class="hint"
              >Point at a remedy in the table, or choose one below it, to highlight it in both
              plots.</span
            >`
          : nothing
      }
      ${run?.failure ? html`<p class="error">${run.failure.message}</p>` : nothing}
      ${liveRegion(this.said)}
    </div>`;
  }
}

/** On new positions and on old ones: within the trained lengths all are old. */
function sharesOf(result: LengthResult | undefined): { fresh: number | null; old: number | null } {
  if (!result) return { fresh: null, old: null };
  const { accuracy, oldAccuracy } = result;
  return oldAccuracy === null
    ? { fresh: null, old: accuracy }
    : { fresh: accuracy, old: oldAccuracy };
}

customElements.define('posenc-remedies', PosencRemedies);
