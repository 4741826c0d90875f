import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ModelComparison, ModelReport, ShippedModel } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { plain, significant } from '../plots/format.ts';
import type { Series } from '../plots/line-plot.ts';
import '../plots/line-plot.ts';
import { AfterPress } from '../ui/after-press.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { compute } from '../worker/client.ts';
import { comparisonText } from './comparison.ts';
import { modelsStyle } from './models-style.ts';
import { type OpenConfig, openShipped } from './opening.ts';
import './search.ts';
import { pairsOf } from './waves.ts';
import { grouped, kindOf } from './words.ts';

interface Compared {
  config: OpenConfig;
  report: ModelReport;
}

/** Beside the model of the page. */
export const maxOthers = 3;
/** Lines that differ without color too. */
export const looks = [
  { color: 'rope', as: 'line' },
  { color: 'sinusoidal', as: 'dashed' },
  { color: 'learned', as: 'line', weight: 'thick' },
  { color: 'alibi', as: 'line', weight: 'thin' },
  { color: 't5', as: 'dashed', weight: 'thick' },
  { color: 'wrong', as: 'dashed', weight: 'thin' },
] as const satisfies readonly Partial<Series>[];
export const letters: readonly string[] = [...'ABCDEF'].slice(0, looks.length);

/**
 * The wavelengths of up to four models on one axis. `first` is the model of the page, `compared` are the others;
 * one of them may be the model of the page, which is kept for when that changes.
 *
 * Fires `compared` (detail: the configs to keep).
 */
export class PosencModelCompare extends AfterPress {
  static override properties = {
    models: { attribute: false },
    first: { attribute: false },
    compared: { attribute: false },
    others: { state: true },
    comparisons: { state: true },
    problem: { state: true },
  };

  static override styles = [figureStyle, modelsStyle];

  declare models: readonly ShippedModel[];
  declare first: Compared | null;
  declare compared: readonly OpenConfig[];
  declare private others: readonly Compared[];
  /** With the model of the page, by the others' configs. */
  declare private comparisons: ReadonlyMap<string, ModelComparison>;
  declare private problem: string;

  constructor() {
    super();
    this.models = [];
    this.first = null;
    this.compared = [];
    this.others = [];
    this.comparisons = new Map();
    this.problem = '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('compared')) void this.ask();
    if (changed.has('first') || changed.has('others')) void this.compare();
  }

  private async ask(): Promise<void> {
    const { compared } = this;
    try {
      const reports = await Promise.all(
        compared.map(async (config) => ({
          config,
          report: await compute.call('modelReport', config.text, null),
        })),
      );
      if (compared === this.compared) this.others = reports;
    } catch (error) {
      this.problem = (error as PosencError).message;
    }
  }

  private async compare(): Promise<void> {
    const { first, others } = this;
    if (!first) return;
    const comparisons = new Map<string, ModelComparison>();
    try {
      for (const { config } of others) {
        const text = config.text;
        comparisons.set(text, await compute.call('compareModels', first.config.text, text, null));
      }
      if (first === this.first && others === this.others) this.comparisons = comparisons;
    } catch (error) {
      this.problem = (error as PosencError).message;
    }
  }

  private change(compared: readonly OpenConfig[]): void {
    this.problem = '';
    this.dispatchEvent(new CustomEvent('compared', { detail: compared }));
  }

  private add(config: OpenConfig): void {
    const all = [...(this.first ? [this.first.config] : []), ...this.compared];
    if (all.some((one) => isSame(one, config))) {
      this.problem = `${config.name} is already in the picture.`;
    } else {
      this.keep(config);
    }
  }

  private keep(config: OpenConfig): void {
    if (this.compared.length < maxOthers) this.change([...this.compared, config]);
    else this.problem = `Only ${maxOthers + 1} models fit in the picture. Remove one first.`;
  }

  private get all(): Compared[] {
    const { first, others } = this;
    if (!first) return [...others];
    return [first, ...others.filter(({ config }) => !isSame(config, first.config))];
  }

  /** Keeps the model of the page in the picture when another is opened. */
  private keepButton(): TemplateResult | typeof nothing {
    const config = this.first?.config;
    if (!config) return nothing;
    const isCompared = this.compared.some((one) => isSame(one, config));
    return html`<button
      class="button"
      type="button"
      aria-pressed=${isCompared}
      @click=${() => (isCompared ? this.drop(config) : this.keep(config))}
    >
      Keep when I open another
    </button>`;
  }

  private drop(config: OpenConfig): void {
    this.change(this.compared.filter((one) => !isSame(one, config)));
  }

  private chip({ config }: Compared, n: number): TemplateResult {
    const { name } = config;
    return html`<li class=${n === 0 ? 'first' : ''}>
      <span><b>${letters[n]}</b> ${name}</span>
      ${
        n === 0
          ? this.keepButton()
          : html`<button
              class="remove"
              type="button"
              aria-label=${`Remove ${name}`}
              @click=${() => this.drop(config)}
            >
              ✕
            </button>`
      }
    </li>`;
  }

  private plot(all: readonly Compared[]): TemplateResult {
    const waves = all.map(({ report }) => report.ropes[0]?.wavesAfter ?? report.sinusoidWaves);
    const series = waves.map((wave, n): Series => ({
      ...(looks[n] ?? looks[0]),
      name: letters[n] ?? '',
      x: pairsOf(wave),
      y: wave,
    }));
    const longest = waves.reduce((most, { length }) => Math.max(most, length), 0);
    const describe = (i: number) =>
      `pair ${i}: ${waves.map((wave, n) => `${letters[n]} ${wave[i] ? significant(wave[i] ?? 0, 4) : '–'}`).join(', ')}`;
    const inWords = (wave: Float64Array, report: ModelReport) =>
      wave.length === 0
        ? `${kindOf(report)}, without wavelengths`
        : `${wave.length} pairs up to ${significant(longestOf(wave), 4)} positions`;
    const summary = `Wavelengths by pair on a logarithmic axis. ${all.map(({ config, report }, n) => `${letters[n]}, ${config.name}: ${inWords(waves[n] ?? none, report)}`).join('. ')}.`;
    return html`<posenc-line-plot
      data-plot
      height="320"
      label="Wavelengths of several models"
      .summary=${summary}
      .series=${series}
      .across=${{ title: 'pair i' }}
      .up=${{ title: 'wavelength', scale: 'log' }}
      .stops=${Float64Array.from({ length: longest }, (_, i) => i)}
      .describe=${describe}
    ></posenc-line-plot>`;
  }

  private table(all: readonly Compared[]): TemplateResult {
    const row = (name: string, value: (report: ModelReport) => string) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${all.map(({ report }) => html`<td>${value(report)}</td>`)}
      </tr>`;
    return html`<div class="sideways" tabindex="0" role="region" aria-label="The models compared">
      <table class="facts">
        <thead>
          <tr>
            <td></td>
            ${all.map(({ config }, n) => html`<th scope="col" aria-label=${config.name}>${letters[n]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${row('Positions', kindOf)}
          ${row('Claimed length', ({ claimed }) => (claimed ? grouped(claimed.value) : '–'))}
          ${row('Base', ({ ropes }) => (ropes[0] ? grouped(ropes[0].base.value) : '–'))}
          ${row('Pairs', ({ ropes }) => (ropes[0] ? plain(ropes[0].invFreq.length) : '–'))}
          ${row('Never complete a turn', ({ ropes }) => String(ropes[0]?.unfinishedClaimed ?? '–'))}
        </tbody>
      </table>
    </div>`;
  }

  /** Whether each of the others turns positions as the model of the page does. */
  private verdicts(all: readonly Compared[]): TemplateResult {
    return html`<ul class="notes">
      ${all.slice(1).map(({ config }, n) => {
        const comparison = this.comparisons.get(config.text);
        const text = comparison && comparisonText(comparison, 'A', letters[n + 1] ?? '');
        return text ? html`<li>${text}</li>` : nothing;
      })}
    </ul>`;
  }

  override render() {
    const { all } = this;
    return html`<h3>Compare</h3>
      <p>
        Up to ${maxOthers + 1} models on one axis. Where layers differ, it shows those with full
        attention. Only RoPE and sinusoids have wavelengths to draw.
      </p>
      <ul class="chips" aria-label="Models in the picture">
        ${all.map((one, n) => this.chip(one, n))}
      </ul>
      <posenc-model-search
        label="Add a model"
        .models=${this.models}
        @choose=${({ detail }: CustomEvent<ShippedModel>) => this.add(openShipped(detail))}
      ></posenc-model-search>
      <p class="error" role="status">${this.problem}</p>
      ${all.length > 1 ? html`${this.verdicts(all)} ${this.plot(all)} ${this.table(all)}` : nothing}`;
  }
}

const none = new Float64Array();

/** In positions. (Pairs that do not rotate have 0.) */
const longestOf = (waves: Float64Array): number =>
  waves.reduce((longest, wave) => (wave > longest ? wave : longest), 0);

const isSame = (one: OpenConfig, other: OpenConfig): boolean =>
  one.name === other.name && one.text === other.text;

customElements.define('posenc-model-compare', PosencModelCompare);
