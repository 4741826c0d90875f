import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type {
  ModelBases,
  ModelDifference,
  ModelReport,
  ModelScores,
  ShippedModel,
} from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { ensureTokens } from '../style/tokens.ts';
import { copyLink } from '../ui/address.ts';
import { save } from '../ui/download.ts';
import { figureStyle } from '../ui/figure-style.ts';
import '../ui/number-control.ts';
import { liveRegion, visuallyHidden } from '../ui/visually-hidden.ts';
import { whileConnected } from '../ui/while-connected.ts';
import { compute, Latest } from '../worker/client.ts';
import { cardOf } from './card.ts';
import './compare.ts';
import { copied } from './copy.ts';
import { basesPlot, factorLists, scoresPlot, sections } from './curves.ts';
import { differencesCard, ropeOf } from './differences.ts';
import { inFileName } from './exports.ts';
import './exports-panel.ts';
import { modelTable, ropeTables } from './facts.ts';
import { otherKind } from './kinds.ts';
import { layerStrip } from './layer-strip.ts';
import { addressOf, askedIn, packed, relevantPart, unpacked } from './link.ts';
import { modelsStyle } from './models-style.ts';
import { notesCard, notesSentence } from './notes.ts';
import { head, lengthOf, sentenceOf, stopsFor } from './model-parts.ts';
import './open-panel.ts';
import type { OpenConfig } from './opening.ts';
import { rounding } from './rounding.ts';
import { turns, wavesPlot, type WavesView } from './waves.ts';
import { dependsOnLength, headlineOf, isScaled, kindOf, layersOf } from './words.ts';

/** What the page begins with. */
const firstName = 'Llama-3.1-8B-Instruct';
/** Curves that take longer follow when the slider rests for this long. */
const restMs = 150;
const scorePoints = 400;
const basePoints = 200;

interface Shown {
  config: OpenConfig;
  /** Null for a reader's own. */
  shipped: ShippedModel | null;
  report: ModelReport;
}

/**
 * What the config.json of a model makes of positions: of a model that is shipped, or of a reader's own file.
 *
 *   <posenc-models></posenc-models>
 */
export class PosencModels extends LitElement {
  static override properties = {
    models: { state: true },
    shown: { state: true },
    length: { state: true },
    set: { state: true },
    difference: { state: true },
    scores: { state: true },
    bases: { state: true },
    compared: { state: true },
    problem: { state: true },
    lengthProblem: { state: true },
    startError: { state: true },
    message: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, modelsStyle];

  declare private models: readonly ShippedModel[];
  declare private shown: Shown | null;
  /** Of the text, in tokens. */
  declare private length: number;
  /** Which set of frequencies is drawn. */
  declare private set: number;
  /** The other reading that is drawn, by its place. */
  declare private difference: number | null;
  declare private scores: ModelScores | null;
  declare private bases: ModelBases | null;
  /** Names of the models to compare with. */
  declare private compared: readonly string[];
  declare private problem: string;
  declare private lengthProblem: string;
  declare private startError: string;
  declare private message: string;
  declare private announcement: string;

  private readonly latest = new Latest<number>((length) => this.recompute(length));
  private readonly curves = new Latest<Shown>((shown) => this.draw(shown));
  private rest = 0;

  constructor() {
    super();
    this.models = [];
    this.shown = null;
    this.length = 0;
    this.set = 0;
    this.difference = null;
    this.scores = null;
    this.bases = null;
    this.compared = [];
    this.problem = '';
    this.lengthProblem = '';
    this.startError = '';
    this.message = '';
    this.announcement = '';
    whileConnected(this, () => {
      const onAddress = () => void this.openAddress();
      addEventListener('hashchange', onAddress);
      return [() => removeEventListener('hashchange', onAddress), () => clearTimeout(this.rest)];
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    if (!this.shown) void this.begin();
  }

  private async begin(): Promise<void> {
    this.startError = '';
    try {
      this.models = (await compute.call('shippedModels')).models;
    } catch (error) {
      this.startError = (error as PosencError).message;
      return;
    }
    await this.openAddress();
  }

  private shippedModel(name: string): ShippedModel | undefined {
    return this.models.find((model) => model.name === name);
  }

  /** What the address asks for, or else the first model. */
  private async openAddress(): Promise<void> {
    const asked = askedIn(location);
    const isAsked = asked.model !== null || asked.config !== null;
    if (!isAsked && this.shown) return;
    this.compared = asked.compared.filter((name) => this.shippedModel(name)).slice(0, 3);
    let problem = '';
    if (asked.config !== null) {
      try {
        const text = await unpacked(asked.config);
        if (await this.open({ name: asked.name ?? 'Config from a link', text }, null, asked.length))
          return;
      } catch {
        problem = 'The config in this link is damaged. Ask for the link again, or open the file.';
      }
    } else if (asked.model !== null) {
      const model = this.shippedModel(asked.model);
      if (model) {
        await this.openShipped(model, asked.length);
        return;
      }
      problem = `The address asks for “${asked.model}”, which is not shipped. Search the list.`;
    }
    const failure = problem || this.problem;
    const first = this.shippedModel(firstName);
    if (!this.shown && first) await this.openShipped(first, null);
    this.problem = failure;
  }

  private openShipped(model: ShippedModel, length: number | null = null): Promise<boolean> {
    return this.open({ name: model.name, text: model.config }, model, length);
  }

  /** Shows a config, or says why it cannot be read; what was shown before stays. */
  private async open(
    config: OpenConfig,
    shipped: ShippedModel | null,
    length: number | null,
  ): Promise<boolean> {
    try {
      const report = await compute.call('modelReport', config.text, length ?? 0);
      this.length = length ?? lengthOf(report);
      this.shown = { config, shipped, report };
    } catch (error) {
      this.problem = sentenceOf(error as PosencError);
      return false;
    }
    this.problem = '';
    this.lengthProblem = '';
    this.message = '';
    this.set = 0;
    this.difference = null;
    this.scores = null;
    this.bases = null;
    if (this.compared.includes(config.name)) {
      this.compared = this.compared.filter((name) => name !== config.name);
    }
    const { report } = this.shown;
    this.announcement = `${config.name}: ${kindOf(report)}; ${notesSentence(report.notes)}`;
    void this.curves.request(this.shown);
    return true;
  }

  /** The reader wants something else than was shown, or than the address asks for. */
  private forget(): void {
    this.problem = '';
    const { model, config } = askedIn(location);
    if (model ?? config) history.replaceState(history.state, '', location.pathname);
  }

  /** The curves that are asked for by themselves. */
  private async draw(shown: Shown): Promise<void> {
    const { config, report } = shown;
    const { length, set } = this;
    const rope = report.ropes[set];
    if (!rope) return;
    try {
      const scores = await compute.call('modelScores', config.text, length, set, scorePoints);
      const bases =
        rope.type === 'dynamic'
          ? await compute.call('modelBases', config.text, set, basePoints)
          : null;
      if (this.shown?.config !== config) return;
      this.scores = scores;
      this.bases = bases;
    } catch (error) {
      this.message = (error as PosencError).message;
    }
  }

  private onLength(length: number): void {
    if (!this.shown) return;
    this.lengthProblem = '';
    const isChanging = dependsOnLength(this.shown.report);
    if (!isChanging && length >= 1) {
      this.length = length;
      return;
    }
    void this.latest.request(length);
  }

  /** Frequencies that depend on the length: the line moves with them. */
  private async recompute(length: number): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    try {
      const report = await compute.call('modelReport', shown.config.text, length);
      if (this.shown?.config !== shown.config) return;
      this.length = length;
      this.shown = { ...shown, report };
      clearTimeout(this.rest);
      this.rest = window.setTimeout(() => {
        if (this.shown) void this.curves.request(this.shown);
      }, restMs);
    } catch (error) {
      this.lengthProblem = sentenceOf(error as PosencError);
    }
  }

  private async copyLink(): Promise<void> {
    const { shown, length, compared } = this;
    if (!shown) return;
    const { config, shipped, report } = shown;
    const isOwnLength = length !== lengthOf(report);
    const link = addressOf(new URL(location.href), {
      name: config.name,
      config: shipped ? null : await packed(await relevantPart(config)),
      length: isOwnLength ? length : null,
      compared,
    });
    this.message = await copyLink(link);
  }

  private saveCard(name: string, view: WavesView): void {
    save(`${inFileName(name)}-positions.svg`, 'image/svg+xml', [cardOf(this, name, view)]);
  }

  private get view(): WavesView | null {
    const { report } = this.shown ?? {};
    const rope = report?.ropes[this.set];
    if (!report || !rope) return null;
    const difference: ModelDifference | null = report.differences[this.difference ?? -1] ?? null;
    return { report, rope, length: this.length, difference };
  }

  /** Draws what other software makes of a set of frequencies, beside that set. */
  private drawDifference(report: ModelReport, difference: ModelDifference | null): void {
    this.difference = difference ? report.differences.indexOf(difference) : null;
    const rope = difference && ropeOf(report, difference.layers);
    if (!rope) return;
    this.choose(report.ropes.indexOf(rope));
    this.renderRoot.querySelector('#picture')?.scrollIntoView({ block: 'nearest' });
  }

  private choose(set: number): void {
    if (set === this.set) return;
    this.set = set;
    if (this.shown) void this.curves.request(this.shown);
  }

  /** Which set of frequencies is drawn, where there are several. */
  private sets({ ropes }: ModelReport): TemplateResult | typeof nothing {
    if (ropes.length < 2) return nothing;
    return html`<fieldset class="segments sets">
      <legend>Layers</legend>
      ${ropes.map(
        (rope, n) =>
          html`<label
            ><input
              type="radio"
              name="set"
              .checked=${n === this.set}
              @change=${() => {
                this.difference = null;
                this.choose(n);
              }}
            /><span>${layersOf(rope)}</span></label
          >`,
      )}
    </fieldset>`;
  }

  private picture(view: WavesView): TemplateResult {
    const { report, rope } = view;
    return html`<div id="picture" role="figure" aria-labelledby="headline">
      <p class="badge" id="headline" data-tone="rope">${headlineOf(rope)}</p>
      <p class="sub">${turns(view)}</p>
      ${this.sets(report)} ${wavesPlot(view)}
      <posenc-number
        label="length of the text"
        .slider=${{ stops: stopsFor(report) }}
        .value=${this.length}
        .problem=${this.lengthProblem}
        @set=${(event: CustomEvent<number>) => this.onLength(event.detail)}
        @unreadable=${(event: CustomEvent<string>) => (this.lengthProblem = event.detail)}
      ></posenc-number>
      <p class="source">
        ${
          dependsOnLength(report)
            ? 'The frequencies of this model change with the length of the text.'
            : isScaled(rope)
              ? 'The frequencies are the same for short and long texts.'
              : nothing
        }
      </p>
    </div>`;
  }

  private correctedActions(name: string, text: string): TemplateResult {
    return html`<div class="row">
      <button
        class="button"
        type="button"
        @click=${async () => (this.message = await copied(text, 'Config'))}
      >
        Copy the config
      </button>
      <button
        class="button"
        type="button"
        @click=${() => save('config.json', 'application/json', [text])}
      >
        Download it
      </button>
      <button
        class="button"
        type="button"
        @click=${() => void this.open({ name: `${name}, corrected`, text }, null, null)}
      >
        Show it here
      </button>
    </div>`;
  }

  private details(shown: Shown, view: WavesView): TemplateResult {
    const { scores, bases } = this;
    return html`<section class="card two" aria-label="Precision and scores">
      <div>
        ${rounding(view.rope)} ${sections(view.rope)} ${factorLists(view.rope, shown.config.text)}
        ${bases ? basesPlot(bases) : nothing}
      </div>
      <div>${scores ? scoresPlot(scores) : nothing}</div>
    </section>`;
  }

  private takeAway(shown: Shown, view: WavesView | null): TemplateResult {
    return html`<section class="card" aria-label="Take it with you">
      ${
        view
          ? html`<posenc-model-exports
              .rope=${view.rope}
              model=${shown.config.name}
            ></posenc-model-exports>`
          : nothing
      }
      <div class="row">
        <button class="button" type="button" @click=${() => void this.copyLink()}>
          Copy a link
        </button>
        ${
          view
            ? html`<button
                class="button"
                type="button"
                @click=${() => this.saveCard(shown.config.name, view)}
              >
                Card (SVG)
              </button>`
            : nothing
        }
        <span class="status" role="status">${this.message}</span>
      </div>
      <p class="source">
        ${
          shown.shipped
            ? nothing
            : 'The link holds the keys that matter here, after the #, which browsers do not send to any server.'
        }
      </p>
    </section>`;
  }

  private result(shown: Shown): TemplateResult {
    const { config, report } = shown;
    const { view } = this;
    return html`<section class="card" aria-label=${config.name}>
        ${head(shown.config.name, shown.shipped)} ${view ? this.picture(view) : otherKind(report)}
      </section>
      <section class="card" aria-label="Notes">
        ${notesCard(report.notes, config.text, (text) => this.correctedActions(config.name, text))}
      </section>
      <section class="card two" aria-label="Facts">
        <div>${modelTable(report)} ${view ? layerStrip(report) : nothing}</div>
        <div>${view ? ropeTables(report) : layerStrip(report)}</div>
      </section>
      ${differencesCard(report, view?.difference ?? null, (one) => this.drawDifference(report, one))}
      ${view ? this.details(shown, view) : nothing}
      <section class="card" aria-label="Compare">
        <posenc-model-compare
          .models=${this.models}
          .first=${{ name: config.name, report }}
          .names=${this.compared}
          @compared=${(event: CustomEvent<string[]>) => (this.compared = event.detail)}
        ></posenc-model-compare>
      </section>
      ${this.takeAway(shown, view)}`;
  }

  override render() {
    const { shown, startError } = this;
    return html`<div aria-busy=${!shown && !startError}>
      <posenc-model-open
        problem=${this.problem}
        .models=${this.models}
        @reading=${() => this.forget()}
        @choose=${(event: CustomEvent<ShippedModel>) => void this.openShipped(event.detail)}
        @config=${(event: CustomEvent<OpenConfig>) => void this.open(event.detail, null, null)}
      ></posenc-model-open>
      ${
        startError
          ? html`<p class="error">
              ${startError}
              <button class="button again" type="button" @click=${() => void this.begin()}>
                Try again
              </button>
            </p>`
          : nothing
      }
      ${shown ? this.result(shown) : nothing} ${liveRegion(this.announcement)}
    </div>`;
  }
}

customElements.define('posenc-models', PosencModels);
