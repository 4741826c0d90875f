// What the software that runs models computes from one config, side by side.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ModelEngines } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { significant } from '../plots/format.ts';
import type { Series } from '../plots/line-plot.ts';
import '../plots/line-plot.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { compute, Latest } from '../worker/client.ts';
import { letters, looks } from './compare.ts';
import { comparisonText } from './comparison.ts';
import { sentenceOf } from './facts.ts';
import { modelsStyle } from './models-style.ts';
import { pairsOf } from './waves.ts';
import { grouped, layersOf, listed } from './words.ts';

type Engine = ModelEngines['engines'][number];
type Rope = Engine['ropes'][number];

const answers: Readonly<Record<Exclude<Engine['answer'], 'computed'>, string>> = {
  refused: 'refuses the file',
  unsupported: 'does not have the class',
  unknown: 'not known',
};

/** What engines do otherwise than Transformers 5; those of which the same is to be said, together. */
export function engineNotes(engines: readonly Engine[]): TemplateResult | typeof nothing {
  const titles = new Map<string, string[]>();
  for (const { title, notes } of engines) {
    for (const { message } of notes) titles.set(message, [...(titles.get(message) ?? []), title]);
  }
  if (titles.size === 0) return nothing;
  return html`<ul class="notes">
    ${[...titles].map(
      ([message, names]) =>
        html`<li>
          <p class="engines">${listed(names)}</p>
          <p>${message}</p>
        </li>`,
    )}
  </ul>`;
}

/** With the length of the text that they are for; null for the longest that the config claims. */
type Readings = ModelEngines & { text: number | null };

/** An engine with one set of frequencies for all layers has it for either kind. */
const ropeFor = ({ ropes }: Engine, layers: Rope['layers']): Rope | undefined =>
  ropes.find((rope) => rope.layers === layers || rope.layers === null);

/** The kinds of layers of which some engine has a set of its own. */
function kindsOf(engines: readonly Engine[]): Rope['layers'][] {
  const kinds = new Set(engines.flatMap(({ ropes }) => ropes.map(({ layers }) => layers)));
  return kinds.size > 1 ? [...kinds].filter((kind) => kind !== null) : [...kinds];
}

/**
 * A table with a column for each engine, where their frequencies part, and why. `length`: of the text, for a model whose
 * frequencies depend on it, or else null.
 */
export class PosencModelEngines extends LitElement {
  static override properties = {
    config: { attribute: false },
    length: { attribute: false },
    readings: { state: true },
    problem: { state: true },
  };

  static override styles = [figureStyle, modelsStyle];

  declare config: string;
  declare length: number | null;
  declare private readings: Readings | null;
  declare private problem: string;

  private readonly latest = new Latest<string>((config) => this.ask(config));

  constructor() {
    super();
    this.config = '';
    this.length = null;
    this.readings = null;
    this.problem = '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('config')) this.readings = null;
    if (changed.has('config') || changed.has('length')) void this.latest.request(this.config);
  }

  private async ask(config: string): Promise<void> {
    const { length } = this;
    try {
      const readings = await compute.call('modelEngines', config, length);
      if (config !== this.config) return;
      this.readings = { ...readings, text: length };
      this.problem = '';
    } catch (error) {
      if (config === this.config) this.problem = sentenceOf(error as PosencError);
    }
  }

  private letterOf({ engine }: Engine): string {
    const group = this.readings?.groups.findIndex(({ engines }) => engines.includes(engine)) ?? -1;
    return letters[group] ?? '';
  }

  private table({ engines }: ModelEngines): TemplateResult {
    const row = (name: string, value: (engine: Engine) => TemplateResult | string) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${engines.map((one) => html`<td>${one.answer === 'computed' ? value(one) : '–'}</td>`)}
      </tr>`;
    const kinds = kindsOf(engines);
    const longest = ({ length, isUnlimited }: Engine) => {
      if (length !== null) return grouped(length);
      return isUnlimited ? 'any' : '–';
    };
    return html`<div class="sideways" tabindex="0" role="region" aria-label="Engines">
      <table class="facts engines">
        <thead>
          <tr>
            <td></td>
            ${engines.map(
              ({ title, version }) =>
                html`<th scope="col"><b>${title}</b><small>${version}</small></th>`,
            )}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Computes</th>
            ${engines.map((one) =>
              one.answer === 'computed'
                ? html`<td><b>${this.letterOf(one)}</b></td>`
                : html`<td>${answers[one.answer]}</td>`,
            )}
          </tr>
          ${kinds.map((kind) => {
            const of = kind === null ? '' : `, ${layersOf({ layers: kind })}`;
            const value = (show: (rope: Rope) => string) => (engine: Engine) => {
              const rope = ropeFor(engine, kind);
              return rope ? show(rope) : '–';
            };
            return html`${row(
              `Base${of}`,
              value(({ base }) => (Number.isInteger(base) ? grouped(base) : significant(base, 7))),
            )}
            ${row(
              `Pairs${of}`,
              value(({ invFreq }) => String(invFreq.length)),
            )}
            ${row(
              `On cos and sin${of}`,
              value(({ attentionFactor }) => `× ${significant(attentionFactor, 6)}`),
            )}`;
          })}
          ${row('Longest text', longest)}
        </tbody>
      </table>
    </div>`;
  }

  /** The first engine of each group that computes the same. */
  private firsts({ engines, groups }: ModelEngines): Engine[] {
    return groups.flatMap(
      ({ engines: [first] }) => engines.find(({ engine }) => engine === first) ?? [],
    );
  }

  private plot(readings: ModelEngines): TemplateResult {
    const firsts = this.firsts(readings);
    const kinds = kindsOf(readings.engines);
    const differ = readings.differences.flatMap(({ differences }) => differences);
    const kind =
      kinds.find((one) => differ.some(({ layers }) => layers === one)) ?? kinds[0] ?? null;
    const waves = firsts.map((one) => ropeFor(one, kind)?.waves ?? new Float64Array());
    const series = waves.map((wave, n): Series => ({
      ...(looks[n % looks.length] ?? looks[0]),
      name: letters[n] ?? '',
      x: pairsOf(wave),
      y: wave,
    }));
    const longest = waves.reduce((most, wave) => (wave.length > most.length ? wave : most));
    const at = (i: number) =>
      waves.map((wave, n) => `${letters[n]} ${wave[i] ? significant(wave[i], 4) : '–'}`).join(', ');
    const last = longest.length - 1;
    return html`<posenc-line-plot
      data-plot
      height="300"
      label="Wavelengths by engine"
      .summary=${`Wavelengths by pair on a logarithmic axis, a line for each letter of the table. At the last pair, ${last}: ${at(last)} positions.`}
      .series=${series}
      .across=${{ title: kind === null ? 'pair i' : `pair i, ${layersOf({ layers: kind })}` }}
      .up=${{ title: 'wavelength', scale: 'log' }}
      .stops=${pairsOf(longest)}
      .describe=${(i: number) => `pair ${i}: ${at(i)}`}
    ></posenc-line-plot>`;
  }

  /** Where each two groups part. */
  private differences(readings: ModelEngines): TemplateResult {
    const letterOf = (name: Engine['engine']) => {
      const engine = readings.engines.find((one) => one.engine === name);
      return engine ? this.letterOf(engine) : '';
    };
    return html`<ul class="bullets">
      ${readings.differences.map(
        ({ first, second, differences }) =>
          html`<li>
            ${comparisonText({ alike: false, differences }, letterOf(first), letterOf(second))}
          </li>`,
      )}
    </ul>`;
  }

  private verdict(readings: ModelEngines): TemplateResult | typeof nothing {
    const { engines, groups } = readings;
    if (groups.length > 1) return html`${this.differences(readings)} ${this.plot(readings)}`;
    const computing = engines.filter(({ answer }) => answer === 'computed').length;
    if (computing < 2) return nothing;
    return html`<p class="good">
      <b>✓ All ${computing === engines.length ? '' : 'that read the file '}turn positions alike.</b>
    </p>`;
  }

  override render() {
    const { readings, problem } = this;
    const { engines, text } = readings ?? { engines: [], text: null };
    if (readings && engines.length === 0) return nothing;
    return html`<section class="card" aria-labelledby="title" aria-busy=${!readings && !problem}>
      <h3 id="title">By engine</h3>
      <p>
        What each engine computes from this
        file${text === null ? '' : ` for a text of ${grouped(text)} tokens`}, by its source code.
        Those with the same letter turn positions alike.
      </p>
      <p class="error" role="status">${problem}</p>
      ${readings ? this.shown(readings) : nothing}
    </section>`;
  }

  private shown(readings: Readings): TemplateResult {
    const { engines } = readings;
    return html`${this.table(readings)} ${this.verdict(readings)} ${engineNotes(engines)}
      <details>
        <summary>Sources</summary>
        <ul class="bullets">
          ${engines.map(({ title, version, source }) => html`<li>${title}, ${version}: ${source}</li>`)}
        </ul>
      </details>`;
  }
}

customElements.define('posenc-model-engines', PosencModelEngines);
