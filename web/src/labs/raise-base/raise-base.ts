import { css, html, isServer, nothing, type PropertyValues } from 'lit';
import type { TrainingOptions } from '../../core/api.ts';
import { seed } from '../../figures/drawn.ts';
import {
  dotsOf,
  lengthRules,
  pairAxis,
  pairsOf,
  ringsOf,
  wavelengthAxis,
} from '../../figures/extension/wavelengths.ts';
import { type DataTable, type Download, figureWith, PosencFigure } from '../../figures/figure.ts';
import { encoding } from '../../figures/sinusoidal.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import '../../plots/line-plot.ts';
import type { Series } from '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { csvOf, save } from '../../ui/download.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { liveRegion } from '../../ui/live-region.ts';
import { storageNotice, type StorageProblem } from '../../ui/notices.ts';
import type { Values } from '../../ui/parameters.ts';
import {
  ModelOnDemand,
  onDemandStyles,
  progressBar,
  runButtons,
} from '../on-demand/model-on-demand.ts';
import { ropeOnText, type TrainedModel, type Wanted } from '../on-demand/models.ts';
import { type PhasePlan, PhaseRuns } from './phase-runs.ts';
import {
  type Compared,
  keepPhases,
  type Phases,
  phasesFile,
  rangesOf,
  rangeText,
  storedPhases,
  trains,
  type Variant,
  variants,
} from './phases.ts';
import {
  bestOf,
  bitsOf,
  bitsText,
  colors,
  divergedText,
  findingOf,
  lineOf,
  lossSummary,
  namesOf,
  rangeWords,
  shapes,
  type Steps,
  stepTable,
  tableOf,
} from './words.ts';

const raiseBaseStyle = css`
  fieldset {
    margin: 0.9rem 0 0.8rem;
    padding: 0;
    border: 0;
    font-size: 0.88rem;
  }
  legend {
    padding: 0;
    margin-bottom: 0.2rem;
  }
  fieldset label {
    display: block;
    padding: 0.15rem 0;
  }
  .guessed {
    margin: 0 0 0.6rem;
    font-size: 0.88rem;
  }
  .results {
    font-size: 0.82rem;
  }
  .results .best :is(th, td) {
    font-weight: 600;
  }
`;

// The effect of a larger base on each pair, before anything is trained.

/** A base, and the wavelength that each pair has with it. */
interface Wavelengths {
  base: number;
  wavelengths: Float64Array;
}

const pairText = (before: Wavelengths, after: Wavelengths, i: number): string =>
  `pair ${i}: wavelength ${significant(before.wavelengths[i] ?? 0, 4)} positions with base ${plain(before.base)}, ${significant(after.wavelengths[i] ?? 0, 4)} with base ${plain(after.base)}`;

const wavelengthsText = (before: Wavelengths, after: Wavelengths): string =>
  Array.from(before.wavelengths, (_, i) => pairText(before, after, i)).join('; ');

/** @param trained the length so far @param length the new one */
function wavelengthsPlot(before: Wavelengths, after: Wavelengths, trained: number, length: number) {
  return html`<posenc-line-plot
    data-plot="Wavelength of each pair"
    height="270"
    label="Wavelength of each pair, with both bases"
    .summary=${wavelengthsText(before, after)}
    .series=${[
      ...lengthRules(trained, length, 'then'),
      ringsOf(`base ${plain(before.base)}`, before.wavelengths),
      dotsOf(`base ${plain(after.base)}`, after.wavelengths),
    ]}
    .across=${pairAxis}
    .up=${wavelengthAxis}
    .stops=${pairsOf(before.wavelengths)}
    .stillWidths=${stillWidthsOfTwo}
    .describe=${(i: number) => pairText(before, after, i)}
  ></posenc-line-plot>`;
}

const parameters = {
  base: {
    type: 'number',
    label: 'new base',
    value: 500_000,
    slider: { stops: [1000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000] },
  },
  length: {
    type: 'number',
    label: 'new length',
    value: 256,
    slider: { stops: [96, 128, 192, 256, 384, 512] },
    least: 65,
    most: 512,
    whole: true,
  },
  steps: {
    type: 'number',
    label: 'more steps',
    value: 50,
    slider: { min: 50, max: 200, step: 10 },
    least: 1,
    most: 1000,
    whole: true,
  },
  seed: { ...seed(), most: 4_294_967_295 },
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  wanted: Wanted;
  name: string;
  /** The text and all that is set, as a key. */
  setting: string;
  options: Record<Variant, TrainingOptions>;
  /** With the base so far, and with the new one. */
  waves: readonly [Wavelengths, Wavelengths];
  /** Null before it is trained. */
  model: TrainedModel | null;
  /** Null before the phases have been tested. */
  phases: Phases | null;
  expected: Variant | '';
}

/**
 * Lab 5: the RoPE that Lab 4 trains on the page's text, with a larger base and trained on with longer sequences; beside
 * it the same base trained on, and the larger base alone.
 *
 *   <posenc-raise-base base="500000" length="256" steps="50" seed="1"></posenc-raise-base>
 */
export class PosencRaiseBase extends figureWith('raise-base', parameters)<Answer> {
  static override properties = { guess: { state: true } };

  static override styles = [...PosencFigure.styles, ...onDemandStyles, raiseBaseStyle];

  /** The best beyond the new length, as the reader expects; '' before. */
  declare private guess: Variant | '';

  protected override readonly label = 'Raise the base, then train on';
  protected override readonly primary = ['base', 'length'] as const;
  protected override readonly formula =
    'continueTraining(id, longerPhase(options, base, length, steps)) keeps the parameters and begins Adam anew; evaluateFrom(id, length, from): mean bits per character over the positions from … length − 1 of held-out windows';

  private readonly model = new ModelOnDemand(this, () => this.again());
  private readonly text = ropeOnText(this, () => {
    this.begin();
    this.again();
  });
  private readonly phases = new PhaseRuns(this, (plan, phases) => void this.finish(plan, phases));
  private problem: StorageProblem = null;
  /** By setting. */
  private known = new Map<string, Compared>();

  constructor() {
    super();
    this.guess = '';
  }

  override willUpdate(changed: PropertyValues): void {
    const other = ['base', 'length', 'steps', 'seed'].some((name) => changed.has(name));
    if (other && this.hasUpdated) this.begin();
    super.willUpdate(changed);
  }

  /** Something else is about to be asked for. */
  private begin(): void {
    this.phases.end();
    this.guess = '';
    this.problem = null;
    this.model.renew();
  }

  protected override async ask({ base, length, steps, seed }: Params): Promise<Answer> {
    const defaults = await this.call('trainingDefaults', 'text', 'rope');
    const { wanted, name } = await this.text.wanted(defaults, seed);
    const { options: trained, text } = wanted;
    // (The core refuses a base that no model can have.)
    const [before, after] = await Promise.all(
      [trained.base, base].map((base) =>
        this.call('frequencies', encoding({ dModel: trained.dModel / trained.heads, base })),
      ),
    );
    const waves = [
      { base: trained.base, wavelengths: before?.wavelengths ?? new Float64Array() },
      { base, wavelengths: after?.wavelengths ?? new Float64Array() },
    ] as const;
    const phase = (base: number) => this.call('longerPhase', trained, base, length, steps);
    const [same, raised] = await Promise.all([phase(trained.base), phase(base)]);
    const options = { trained: same, base: raised, longer: same, both: raised };
    const setting = `${text?.key ?? ''} ${JSON.stringify({ base, length, steps, seed })}`;
    const model = await this.model.find(wanted);
    const { phases = null, guess: expected = '' } = (await this.compared(setting)) ?? {};
    return { wanted, name, setting, options, waves, model, phases, expected };
  }

  /** On this visit or before. */
  private async compared(setting: string): Promise<Compared | null> {
    if (isServer) return null;
    const known = this.known.get(setting) ?? (await storedPhases(setting));
    if (known) this.known.set(setting, known);
    return known;
  }

  private async finish({ setting, guess }: PhasePlan, phases: Phases): Promise<void> {
    const compared = { guess, phases };
    this.known.set(setting, compared);
    this.model.renew();
    this.again();
    // A later version may train to the end.
    if (variants.some((name) => phases[name].divergedAt !== null)) return;
    this.phases.said = 'All four models have been tested.';
    this.problem = await keepPhases(setting, compared);
    this.requestUpdate();
  }

  private names({ wanted }: Answer, { base }: Params) {
    return namesOf(wanted.options.base, base);
  }

  protected override caption({ phases }: Answer): string {
    if (!phases) return 'A larger base, then more steps';
    const captions: Record<Variant, string> = {
      trained: 'The original model stays best',
      base: 'A larger base alone is best',
      longer: 'More training alone is best',
      both: 'Raise the base, then train on',
    };
    return captions[bestOf(phases)];
  }

  protected override tone(answer: Answer | null): Tone {
    return answer?.phases ? 'rope' : 'soft';
  }

  protected override subtitle(answer: Answer, values: Params): string {
    return lineOf(answer.phases, answer.wanted.options, values);
  }

  protected override setting(answer: Answer, values: Params): string {
    const { trainLongest, steps } = answer.wanted.options;
    const { batch, learningRate } = answer.options.both;
    return `${findingOf(answer.phases, answer.wanted.options, values)}. ${answer.name}: ${steps} steps at length ${trainLongest}, then ${values.steps} at ${values.length} (batch ${batch}, learning rate ${plain(learningRate)}), seed ${values.seed}`;
  }

  protected override summary(answer: Answer, values: Params): string {
    const { phases } = answer;
    if (!phases) {
      return `${wavelengthsText(...answer.waves)}. The models have not been trained further yet.`;
    }
    const names = this.names(answer, values);
    const ranges = phases.trained.evaluated.map((_, n) => rangeWords(phases, names, n));
    return `A line for each model over three ranges of positions. ${ranges.join('; ')}.`;
  }

  protected override table(answer: Answer, values: Params): DataTable {
    return tableOf(answer.phases, this.names(answer, values));
  }

  protected override downloads(answer: Answer, values: Params): readonly Download[] {
    const { model, phases, wanted } = answer;
    const { text } = wanted;
    if (!phases || !text) return [];
    const { base, length, steps, seed } = values;
    const name = `posenc-raise-base-base${base}-length${length}-steps${steps}-seed${seed}`;
    const csv = () => csvOf(stepTable(phases, this.names(answer, values)));
    const everyStep: Download = [
      'Every step (CSV)',
      () => save(`${name}-steps.csv`, 'text/csv', csv()),
    ];
    // (Without the model, its own training is not known.)
    if (!model) return [everyStep];
    const file = () =>
      phasesFile(model, phases, {
        text,
        finding: this.caption(answer),
        setting: this.setting(answer, values),
        link: location.href,
      });
    const wholeRun = () => save(`${name}.json`, 'application/json', [file()]);
    return [everyStep, ['Whole run (JSON)', wholeRun]];
  }

  private ranges({ wanted }: Answer, { length }: Params) {
    return rangesOf(wanted.options, length);
  }

  private resultsPlot(answer: Answer, values: Params, phases: Phases, summary: string) {
    const names = this.names(answer, values);
    const ranges = this.ranges(answer, values);
    const x = ranges.map((_, n) => n);
    const series = variants.map((name): Series => ({
      ...{ name: names[name][1], x, y: x.map((n) => bitsOf(phases[name].evaluated[n])) },
      ...{ color: colors[name], as: name === 'trained' ? 'dashed' : 'line' },
      ...{ marked: true, shape: shapes[name] },
    }));
    return html`<posenc-line-plot
      data-plot="Bits by position"
      height="270"
      label="Bits per character by position"
      .summary=${summary}
      .series=${series}
      .across=${{
        title: 'positions',
        at: x,
        mark: (n: number) => (ranges[n] ? rangeText(ranges[n]) : ''),
      }}
      .up=${{ title: 'bits per character' }}
      .stops=${x}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(n: number) => rangeWords(phases, names, n)}
    ></posenc-line-plot>`;
  }

  /** The loss of the two phases that train, live or kept; before, what a larger base does. */
  private secondPlot(answer: Answer | null, values: Params) {
    const steps: Steps | null = this.phases.runs ?? answer?.phases ?? null;
    const isTraining = answer !== null && steps !== null;
    return html`<p class="which">
        ${isTraining ? 'Loss during further training' : 'Wavelength of each pair'}
      </p>
      ${
        isTraining
          ? this.lossPlot(answer, values, steps)
          : answer
            ? wavelengthsPlot(...answer.waves, answer.wanted.options.trainLongest, values.length)
            : nothing
      }`;
  }

  private lossPlot(answer: Answer, values: Params, steps: Steps) {
    const names = this.names(answer, values);
    const losses = (name: (typeof trains)[number]) => steps[name].bits;
    const series = trains.map((name): Series => ({
      ...{ name: names[name][1], x: losses(name).map((_, n) => n + 1), y: losses(name) },
      ...{ color: colors[name], as: 'line', weight: 'thin' },
    }));
    return html`<posenc-line-plot
      data-plot="Loss during further training"
      height="270"
      label="Loss during further training"
      .summary=${lossSummary(steps, names)}
      .series=${series}
      .across=${{ title: 'step', domain: [1, values.steps] }}
      .up=${{ title: 'bits per character' }}
      .stops=${losses('both').map((_, n) => n + 1)}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(n: number) =>
        `step ${n + 1}: ${trains.map((name) => `${names[name][1]} ${decimals(losses(name)[n] ?? NaN, 3)}`).join(', ')}`}
    ></posenc-line-plot>`;
  }

  protected override plot(answer: Answer | null, values: Params, summary: string) {
    const phases = answer?.phases ?? null;
    return html`<div class="both">
        <div>
          <p class="which">Bits per character by position</p>
          ${
            answer && phases
              ? this.resultsPlot(answer, values, phases, summary)
              : html`<p class="empty">Train the model further to compare the bases.</p>`
          }
        </div>
        <div>${this.secondPlot(answer, values)}</div>
      </div>
      ${answer ? [this.guessed(answer, values), this.train(answer, values)] : nothing}
      ${answer && phases ? this.results(answer, values, phases) : nothing}`;
  }

  private guessed(answer: Answer, values: Params) {
    const names = this.names(answer, values);
    const last = this.ranges(answer, values).slice(-1)[0];
    const where = last ? rangeText(last) : '';
    const { phases } = answer;
    if (phases) {
      const { expected } = answer;
      if (expected === '') return nothing;
      const best = bestOf(phases);
      return html`<p class="guessed">
        You expected <b>${names[expected][0]}</b> to be best at positions ${where}.
        ${best === expected ? 'It is.' : html`Best is <b>${names[best][0]}</b>.`}
      </p>`;
    }
    return html`<fieldset>
      <legend>Before you train: which will predict positions ${where} best?</legend>
      ${variants.map(
        (name) =>
          html`<label
            ><input
              type="radio"
              name="guess"
              value=${name}
              .checked=${this.guess === name}
              ?disabled=${this.phases.isActive}
              @change=${() => (this.guess = name)}
            />
            ${names[name][0]}</label
          >`,
      )}
    </fieldset>`;
  }

  private start({ model, wanted, setting, options }: Answer, values: Params): void {
    if (!model) return;
    const ranges = rangesOf(wanted.options, values.length);
    const { guess } = this;
    this.phases.start({ setting, guess, model, text: wanted.text, options, ranges });
  }

  private train(answer: Answer, values: Params) {
    const { model, phases: runs } = this;
    const isOver = answer.phases !== null && !runs.isActive;
    const diverged = answer.phases ? divergedText(answer.phases, this.names(answer, values)) : '';
    return html`<div class=${isOver ? '' : 'train'}>
      ${isOver ? nothing : answer.model ? this.trainFurther(answer, values) : model.view('Train the RoPE of Lab 4 first')}
      <p class="error" role="status">${runs.failure?.message ?? diverged}</p>
      <p class="message" role="status">${storageNotice(this.problem, 'this result')}</p>
      ${liveRegion(runs.said)} ${model.status()}
    </div>`;
  }

  private trainFurther(answer: Answer, values: Params) {
    const { phases: runs } = this;
    const start = html`<button
      class="button main"
      type="button"
      ?disabled=${this.model.wanted !== answer.wanted}
      @click=${() => this.start(answer, values)}
    >
      Raise the base and keep training
    </button>`;
    if (runs.tested) {
      const { done, of } = runs.tested;
      return html`${progressBar('Tests', done, of)} <span>tested ${done} of ${of}</span>`;
    }
    const buttons = runs.isActive ? runButtons(runs) : start;
    if (runs.all.length === 0) return buttons;
    const done = runs.all.reduce((sum, { losses }) => sum + losses.length, 0);
    const of = runs.all.reduce((sum, { options }) => sum + options.steps, 0);
    return html`${buttons} ${progressBar('Training steps', done, of)}
      <span>${runs.isActive ? `step ${done} of ${of}, in two runs` : 'stopped'}</span>`;
  }

  private results(answer: Answer, values: Params, phases: Phases) {
    const names = this.names(answer, values);
    const ranges = this.ranges(answer, values);
    const best = bestOf(phases);
    return html`<table class="results">
      <caption>
        Bits per character on held-out text, by position
      </caption>
      <thead>
        <tr>
          <th scope="col">model</th>
          ${ranges.map((range) => html`<th scope="col">${rangeText(range)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${variants.map(
          (name) =>
            html`<tr class=${name === best ? 'best' : ''}>
              <th scope="row">${names[name][0]}</th>
              ${ranges.map((_, n) => html`<td>${bitsText(phases[name].evaluated[n], 2)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

customElements.define('posenc-raise-base', PosencRaiseBase);
