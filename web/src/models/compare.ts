import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ModelReport, ShippedModel } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { plain, significant } from '../plots/format.ts';
import type { Series } from '../plots/line-plot.ts';
import '../plots/line-plot.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { compute } from '../worker/client.ts';
import { modelsStyle } from './models-style.ts';
import './search.ts';
import { pairsOf } from './waves.ts';
import { grouped, kindOf } from './words.ts';

interface Compared {
  name: string;
  report: ModelReport;
}

/** Beside the model of the page. */
const maxOthers = 3;
/** The lines of the models, which differ without color too, and have a letter each. */
const looks = [
  { color: 'rope', as: 'line' },
  { color: 'sinusoidal', as: 'dashed' },
  { color: 'learned', as: 'line', weight: 'thick' },
  { color: 'alibi', as: 'line', weight: 'thin' },
] as const satisfies readonly Partial<Series>[];
const letters = ['A', 'B', 'C', 'D'];

/**
 * The wavelengths of up to four models on one axis. `first` is the model of the page, `names` are those of the others.
 *
 * Fires `compared` (detail: the names of the others).
 */
export class PosencModelCompare extends LitElement {
  static override properties = {
    models: { attribute: false },
    first: { attribute: false },
    names: { attribute: false },
    others: { state: true },
    problem: { state: true },
  };

  static override styles = [figureStyle, modelsStyle];

  declare models: readonly ShippedModel[];
  declare first: Compared | null;
  declare names: readonly string[];
  declare private others: readonly Compared[];
  declare private problem: string;

  constructor() {
    super();
    this.models = [];
    this.first = null;
    this.names = [];
    this.others = [];
    this.problem = '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('names') || changed.has('models')) void this.ask();
  }

  private async ask(): Promise<void> {
    const { names } = this;
    const known = names.flatMap((name) => this.models.find((one) => one.name === name) ?? []);
    try {
      const reports = await Promise.all(
        known.map(async ({ name, config }) => ({
          name,
          report: await compute.call('modelReport', config, 0),
        })),
      );
      if (names === this.names) this.others = reports;
    } catch (error) {
      this.problem = (error as PosencError).message;
    }
  }

  private change(names: readonly string[]): void {
    this.problem = '';
    this.dispatchEvent(new CustomEvent('compared', { detail: names }));
  }

  private add({ name }: ShippedModel): void {
    if (name === this.first?.name || this.names.includes(name)) {
      this.problem = `${name} is in the picture already.`;
    } else if (this.names.length >= maxOthers) {
      this.problem = `Only ${maxOthers + 1} models fit into the picture. Remove one first.`;
    } else {
      this.change([...this.names, name]);
    }
  }

  private get all(): Compared[] {
    return [...(this.first ? [this.first] : []), ...this.others];
  }

  private chip({ name }: Compared, n: number): TemplateResult {
    return html`<li class=${n === 0 ? 'first' : ''}>
      <span><b>${letters[n]}</b> ${name}</span>
      ${
        n === 0
          ? nothing
          : html`<button
              type="button"
              aria-label=${`Remove ${name}`}
              @click=${() => this.change(this.names.filter((one) => one !== name))}
            >
              ✕
            </button>`
      }
    </li>`;
  }

  private plot(all: readonly Compared[]): TemplateResult {
    const waves = all.map(({ report }) => report.ropes[0]?.wavesAfter ?? new Float64Array());
    const series = waves.map((wave, n): Series => ({
      ...(looks[n] ?? looks[0]),
      name: letters[n] ?? '',
      x: pairsOf(wave),
      y: wave,
    }));
    const longest = waves.reduce((most, { length }) => Math.max(most, length), 0);
    const describe = (i: number) =>
      `pair ${i}: ${waves.map((wave, n) => `${letters[n]} ${wave[i] ? significant(wave[i] ?? 0, 4) : '–'}`).join(', ')}`;
    const summary = `Wavelengths by pair on a logarithmic axis. ${all.map(({ name }, n) => `${letters[n]}, ${name}: ${waves[n]?.length ?? 0} pairs up to ${significant(waves[n]?.at(-1) ?? 0, 4)} positions`).join('. ')}.`;
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
            ${all.map(({ name }, n) => html`<th scope="col" aria-label=${name}>${letters[n]}</th>`)}
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

  override render() {
    const { all } = this;
    return html`<h3>Compare</h3>
      <p>Up to four models on one axis. Where layers differ, their full attention is drawn.</p>
      <ul class="chips" aria-label="Models in the picture">
        ${all.map((one, n) => this.chip(one, n))}
      </ul>
      <posenc-model-search
        label="Add a model"
        .models=${this.models}
        @choose=${(event: CustomEvent<ShippedModel>) => this.add(event.detail)}
      ></posenc-model-search>
      <p class="error" role="status">${this.problem}</p>
      ${all.length > 1 ? html`${this.plot(all)} ${this.table(all)}` : nothing}`;
  }
}

customElements.define('posenc-model-compare', PosencModelCompare);
