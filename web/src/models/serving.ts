// The smallest change of a config for longer texts, and what it costs shorter ones.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ModelEngines, ModelReport, ModelServing } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { significant } from '../plots/format.ts';
import { figureStyle } from '../ui/figure-style.ts';
import '../ui/number-control.ts';
import { compute, Latest } from '../worker/client.ts';
import { engineNotes } from './engines.ts';
import { copied } from './exports.ts';
import { lengthOf, sentenceOf } from './facts.ts';
import { modelsStyle } from './models-style.ts';
import { correctedActions, withJson } from './notes.ts';
import type { OpenConfig } from './opening.ts';
import { grouped, layersOf } from './words.ts';

interface Plan {
  serving: ModelServing;
  /** The file after the change; as it was where there is none. */
  text: string;
  /** What engines make of that. */
  engines: ModelEngines['engines'];
}

/** Lengths for the slider: powers of two, and multiples of what the config claims. */
function servingStops(length: number): number[] {
  const multiples = [1, 2, 4, 8, 16].map((times) => times * length);
  const stops = new Set(multiples);
  for (let stop = 1024; stop <= 16 * length; stop *= 2) if (stop > length) stops.add(stop);
  return [...stops].sort((a, b) => a - b);
}

/**
 * What to change for texts of a length to choose. It asks again with another `config` (with its `report`).
 *
 * Fires `show` (detail: the changed config).
 */
export class PosencModelServing extends LitElement {
  static override properties = {
    config: { attribute: false },
    report: { attribute: false },
    length: { state: true },
    plan: { state: true },
    problem: { state: true },
    message: { state: true },
    flagsMessage: { state: true },
  };

  static override styles = [figureStyle, modelsStyle];

  declare config: OpenConfig;
  declare report: ModelReport;
  /** Of the texts, in tokens. */
  declare private length: number;
  declare private plan: Plan | null;
  declare private problem: string;
  declare private message: string;
  /** The same beside the arguments. */
  declare private flagsMessage: string;

  private readonly latest = new Latest<number>((length) => this.ask(length));

  constructor() {
    super();
    this.length = 0;
    this.plan = null;
    this.problem = '';
    this.message = '';
    this.flagsMessage = '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('config')) return;
    this.length = 2 * lengthOf(this.report);
    this.plan = null;
    this.forgetMessages();
    void this.latest.request(this.length);
  }

  private forgetMessages(): void {
    this.problem = '';
    this.message = '';
    this.flagsMessage = '';
  }

  private async ask(length: number): Promise<void> {
    const { config } = this;
    try {
      const serving = await compute.call('modelServing', config.text, length);
      const text = serving.edits.reduce(
        (before, { keys, value }) => withJson(before, keys, value),
        config.text,
      );
      const { engines } = await compute.call('modelEngines', text, null);
      if (config !== this.config) return;
      this.plan = { serving, text, engines };
    } catch (error) {
      if (config !== this.config) return;
      this.plan = null;
      this.problem = sentenceOf(error as PosencError);
    }
  }

  private onLength(length: number): void {
    this.length = length;
    this.forgetMessages();
    void this.latest.request(length);
  }

  private change({ serving, text }: Plan): TemplateResult | typeof nothing {
    const { edits, length, isGguf } = serving;
    if (edits.length === 0) return nothing;
    const changed = { name: `${this.config.name}, for ${length} tokens`, text };
    const show = () => this.dispatchEvent(new CustomEvent('show', { detail: changed }));
    return html`<h3>${isGguf ? 'Keys of the GGUF file' : 'In the file'}</h3>
      <ul class="bullets">
        ${edits.map(({ keys, value }) => html`<li><code>${keys.join('.')} = ${value}</code></li>`)}
      </ul>
      ${
        // (The text is what was read of a GGUF file, which is no use elsewhere.)
        isGguf
          ? html`<button class="button" type="button" @click=${show}>Show it here</button>`
          : correctedActions(text, {
              message: this.message,
              copy: () => void copied(text, 'Config').then((message) => (this.message = message)),
              show,
            })
      }`;
  }

  private flags({ serving: { flags } }: Plan): TemplateResult | typeof nothing {
    if (flags.length === 0) return nothing;
    const copy = async (text: string, title: string) => {
      this.flagsMessage = await copied(text, `Arguments of ${title}`);
    };
    return html`<h3>As arguments, with the file as it is</h3>
      <ul class="flags">
        ${flags.map(
          ({ title, flags: text }) =>
            html`<li>
              <b>${title}</b>
              <pre tabindex="0" aria-label=${`Arguments of ${title}`}>${text}</pre>
              <button
                class="button"
                type="button"
                aria-label=${`Copy the arguments of ${title}`}
                @click=${() => void copy(text, title)}
              >
                Copy
              </button>
            </li>`,
        )}
      </ul>
      <p class="source" role="status">${this.flagsMessage}</p>`;
  }

  private costs({ serving: { costs } }: Plan): TemplateResult | typeof nothing {
    const [first] = costs;
    if (!first) return nothing;
    const row = (
      name: string,
      value: (cost: ModelServing['costs'][number]) => string,
    ): TemplateResult =>
      html`<tr>
        <th scope="row">${name}</th>
        ${costs.map((cost) => html`<td>${value(cost)}</td>`)}
      </tr>`;
    return html`<h3>What it costs texts up to ${grouped(first.position + 1)} tokens</h3>
      <table class="facts" aria-label="Costs">
        ${
          costs.length > 1
            ? html`<thead>
                <tr>
                  <td></td>
                  ${costs.map((cost) => html`<th scope="col">${layersOf(cost)}</th>`)}
                </tr>
              </thead>`
            : nothing
        }
        <tbody>
          ${row('Pairs that turn at another rate', ({ changed, pairs }) => `${changed} of ${pairs}`)}
          ${row('Largest change of an angle', ({ radians, position }) =>
            radians === 0
              ? 'none'
              : `${significant(radians, 3)} rad, at position ${grouped(position)}`,
          )}
          ${row('Logits', ({ logitsBefore, logitsAfter }) =>
            logitsBefore === logitsAfter
              ? 'as before'
              : `× ${significant(logitsAfter, 6)}, before × ${significant(logitsBefore, 6)}`,
          )}
        </tbody>
      </table>`;
  }

  private otherReadings({ serving, engines }: Plan): TemplateResult | typeof nothing {
    if (serving.answer !== 'scaled') return nothing;
    const notes = engineNotes(
      engines.filter(({ answer }) => answer !== 'unknown' && answer !== 'unsupported'),
    );
    return notes === nothing
      ? nothing
      : html`<h3>Where engines deviate on the changed file</h3>
          ${notes}`;
  }

  override render() {
    const { plan, length, report } = this;
    return html`<section class="card" aria-labelledby="title">
      <h3 id="title">Serve longer texts</h3>
      <posenc-number
        label="length to reach, in tokens"
        .slider=${{ stops: servingStops(lengthOf(report)) }}
        .value=${length}
        .problem=${this.problem}
        @set=${(event: CustomEvent<number>) => this.onLength(event.detail)}
        @unreadable=${(event: CustomEvent<string>) => (this.problem = event.detail)}
      ></posenc-number>
      ${
        plan
          ? html`<p data-answer=${plan.serving.answer} role="status">${plan.serving.message}</p>
              ${plan.serving.isGguf ? nothing : this.change(plan)} ${this.flags(plan)}
              ${plan.serving.isGguf ? this.change(plan) : nothing} ${this.costs(plan)}
              ${this.otherReadings(plan)}`
          : nothing
      }
    </section>`;
  }
}

customElements.define('posenc-model-serving', PosencModelServing);
