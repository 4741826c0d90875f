import { html, nothing, type TemplateResult } from 'lit';
import type {
  ModelBases,
  ModelBuckets,
  ModelDifference,
  ModelReport,
  ModelScores,
  ShippedModel,
} from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { ensureTokens } from '../style/tokens.ts';
import { copyLink } from '../ui/address.ts';
import { afterFrame, AfterPress } from '../ui/after-press.ts';
import { save } from '../ui/download.ts';
import { figureStyle } from '../ui/figure-style.ts';
import '../ui/number-control.ts';
import { startFailure } from '../ui/notices.ts';
import { liveRegion, visuallyHidden } from '../ui/live-region.ts';
import { whileConnected } from '../ui/connected.ts';
import { compute, Latest } from '../worker/client.ts';
import { cardOf, otherFacts, ropeFacts } from './card.ts';
import { maxOthers } from './compare.ts';
import { copied, exportedOf, fileNameOf, takeAwayCard } from './exports.ts';
import {
  axesSentence,
  basesPlot,
  factorLists,
  queriesPlot,
  scoresPlot,
  sections,
  turns,
  wavesPlot,
  type WavesView,
} from './waves.ts';
import { differencesCard, distance, readingNames, ropeOf } from './differences.ts';
import {
  head,
  isLength,
  lengthOf,
  modelTable,
  ropeTables,
  rounding,
  sentenceOf,
  stopsFor,
} from './facts.ts';
import './engines.ts';
import { layerStrip, otherKind } from './kinds.ts';
import { type Asked, askedIn, keep, storedConfig, linkTo, unpacked } from './link.ts';
import { modelsStyle } from './models-style.ts';
import { correctedActions, metIn, notesCard, notesSentence } from './notes.ts';
import './open-panel.ts';
import './serving.ts';
import { type OpenConfig, openShipped } from './opening.ts';
import {
  dependsOnText,
  headlineOf,
  isScaled,
  isTwoDimensional,
  kindOf,
  layersOf,
} from './words.ts';

/** (Of a model without an encoding, they are in its picture; of one that is unknown, nothing is known of them.) */
const hasLayers = ({ kind }: ModelReport): boolean => kind !== 'none' && kind !== 'unknown';

/** The model that the page starts with. */
const firstName = 'Llama-3.1-8B-Instruct';
/** Slower curves follow once the slider has rested for this long. */
const restMs = 150;
const scorePoints = 400;
const basePoints = 200;
const bucketPoints = 200;

const damagedLink = 'The config in this link is damaged. Ask for a new link, or open the file.';

interface Shown {
  config: OpenConfig;
  /** Null for a reader's own. */
  shipped: ShippedModel | null;
  report: ModelReport;
}

/**
 * What a model does with positions, by its config.json: that of a shipped model, or a reader's own file.
 *
 *   <posenc-models></posenc-models>
 */
export class PosencModels extends AfterPress {
  static override properties = {
    models: { state: true },
    shown: { state: true },
    isStale: { state: true },
    isRefused: { state: true },
    length: { state: true },
    set: { state: true },
    difference: { state: true },
    scores: { state: true },
    bases: { state: true },
    buckets: { state: true },
    compared: { state: true },
    problem: { state: true },
    lengthProblem: { state: true },
    startError: { state: true },
    message: { state: true },
    configMessage: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, modelsStyle];

  declare private models: readonly ShippedModel[];
  declare private shown: Shown | null;
  /** The reader has begun something else, or changed the text. */
  declare private isStale: boolean;
  /** There is nothing to show. */
  declare private isRefused: boolean;
  /** Of the text, in tokens. */
  declare private length: number;
  /** The number of the drawn frequencies. */
  declare private set: number;
  /** The other reading that is drawn, by its place. */
  declare private difference: number | null;
  declare private scores: ModelScores | null;
  declare private bases: ModelBases | null;
  declare private buckets: ModelBuckets | null;
  declare private compared: readonly OpenConfig[];
  declare private problem: string;
  declare private lengthProblem: string;
  declare private startError: string;
  declare private message: string;
  /** The same beside the corrected config. */
  declare private configMessage: string;
  declare private announcement: string;

  private readonly latest = new Latest<number>((length) => this.recompute(length));
  private readonly curves = new Latest<Shown>((shown) => this.draw(shown));
  private rest = 0;
  /** Of the calls of open(), which may be answered when another has begun. */
  private lastOpen = 0;
  private refused = '';

  constructor() {
    super();
    this.models = [];
    this.shown = null;
    this.isStale = false;
    this.isRefused = false;
    this.length = 0;
    this.set = 0;
    this.difference = null;
    this.scores = null;
    this.bases = null;
    this.buckets = null;
    this.compared = [];
    this.problem = '';
    this.lengthProblem = '';
    this.startError = '';
    this.message = '';
    this.configMessage = '';
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
    const wanted = name.toLowerCase();
    return this.models.find((model) => model.name.toLowerCase() === wanted);
  }

  /** The set of frequencies and the reading that an address asks for. */
  private showAsked({ layers, reading }: Asked): void {
    const { report } = this.shown ?? {};
    if (!report) return;
    const set = report.ropes.findIndex((rope) => rope.layers === layers);
    if (set > 0) this.choose(set);
    const rope = report.ropes[this.set];
    const difference = report.differences.findIndex(
      (one) => one.reading === reading && one.layers === rope?.layers,
    );
    if (difference >= 0) this.difference = difference;
  }

  /** The model in the address, or else the first one. */
  private async openAddress(): Promise<void> {
    const asked = askedIn(location);
    const isAsked = asked.model !== null || asked.config !== null;
    if (!isAsked && this.shown) return;
    let problem = '';
    try {
      this.compared = await this.comparedIn(asked);
    } catch {
      problem = damagedLink;
    }
    if (asked.config !== null) {
      try {
        const { name, letters } = asked.config;
        const config = { name: name || 'Config from a link', text: await unpacked(letters) };
        if (await this.open(config, null, asked.length)) {
          this.showAsked(asked);
          return;
        }
      } catch {
        problem = damagedLink;
      }
    } else if (asked.model !== null) {
      const model = this.shippedModel(asked.model);
      if (model && (await this.openShipped(model, asked.length))) {
        this.showAsked(asked);
        this.problem = problem;
        return;
      }
      if (!model) {
        problem = `The address asks for “${asked.model}”, which is not in the list. Search for another model.`;
      }
    } else {
      const stored = storedConfig();
      if (stored && (await this.open(stored, null, null))) return;
    }
    const first = this.shippedModel(firstName);
    if (problem) this.refuse(problem);
    else if (!this.shown && !this.isRefused && first) await this.openShipped(first, null);
  }

  /**
   * Nothing is shown that could be taken for what was asked.
   * @param problem '' where the reader sees another one @param text of the config that is wrong, if one is
   */
  private refuse(problem = '', text = ''): void {
    this.lastOpen++;
    this.problem = problem;
    this.refused = text;
    this.shown = null;
    this.isStale = false;
    this.isRefused = true;
  }

  /** Throws where a config in the address is damaged. */
  private async comparedIn({ compared, comparedConfigs }: Asked): Promise<OpenConfig[]> {
    const shipped = compared.flatMap((name) => this.shippedModel(name) ?? []).map(openShipped);
    const own = await Promise.all(
      comparedConfigs.map(async ({ name, letters }) => ({ name, text: await unpacked(letters) })),
    );
    return [...shipped, ...own].slice(0, maxOthers);
  }

  private openShipped(model: ShippedModel, length: number | null = null): Promise<boolean> {
    return this.open(openShipped(model), model, length);
  }

  /** A reload shows it again. */
  private async take(config: OpenConfig, shipped: ShippedModel | null): Promise<void> {
    if (!(await this.open(config, shipped, null))) return;
    keep(config, shipped);
    await this.updateComplete;
    const title = this.renderRoot.querySelector<HTMLElement>('h2');
    const isEditing = this.shadowRoot?.activeElement?.localName === 'posenc-model-open';
    if (title && !isEditing && title.getBoundingClientRect().top < 0) title.focus();
  }

  /** Shows a config, or says why it cannot be read. */
  private async open(
    config: OpenConfig,
    shipped: ShippedModel | null,
    length: number | null,
  ): Promise<boolean> {
    let problem = '';
    const turn = ++this.lastOpen;
    try {
      const report = await compute
        .call('modelReport', config.text, length)
        .catch((error: unknown) => {
          // A length from a link may be wrong, though the config is not.
          problem = sentenceOf(error as PosencError);
          return compute.call('modelReport', config.text, null);
        });
      if (turn !== this.lastOpen) return false;
      this.length = problem === '' && length !== null ? length : lengthOf(report);
      this.shown = { config, shipped, report };
    } catch (error) {
      if (turn === this.lastOpen) this.refuse(sentenceOf(error as PosencError), config.text);
      return false;
    }
    this.isStale = false;
    this.isRefused = false;
    this.problem = '';
    this.lengthProblem = problem;
    this.message = '';
    this.configMessage = '';
    this.set = 0;
    this.difference = null;
    this.scores = null;
    this.bases = null;
    this.buckets = null;
    const { report } = this.shown;
    this.announcement = `${config.name}: ${kindOf(report)}; ${notesSentence(report.notes)}`;
    void this.curves.request(this.shown);
    return true;
  }

  /** The curves that need separate calls. */
  private async draw(shown: Shown): Promise<void> {
    const { config, report } = shown;
    const { length, set } = this;
    const rope = report.ropes[set];
    try {
      if (report.buckets) {
        const buckets = await compute.call('modelBuckets', config.text, bucketPoints);
        if (this.shown?.config === config) this.buckets = buckets;
      }
      // (Scores by distance are of positions in a line.)
      if (!rope || isTwoDimensional(rope)) return;
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
    // Otherwise the core computes the frequencies, or says what is wrong with the length.
    if (dependsOnText(this.shown.report) || !isLength(length)) void this.latest.request(length);
    else this.length = length;
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
    const { config, report } = shown;
    const isOwnLength = length !== lengthOf(report);
    const isShipped = ({ name, text }: OpenConfig) => this.shippedModel(name)?.config === text;
    const link = await linkTo(
      new URL(location.href),
      {
        config,
        length: isOwnLength ? length : null,
        layers: this.set > 0 ? (report.ropes[this.set]?.layers ?? null) : null,
        reading: this.view?.difference?.reading ?? null,
        compared,
      },
      isShipped,
    );
    this.message = await copyLink(link);
  }

  private saveCard({ config, report }: Shown): void {
    const card = cardOf(this, config.name, this.view ? ropeFacts(this.view) : otherFacts(report));
    const layers = this.view?.rope.layers ?? null;
    save(`${fileNameOf(config.name, layers)}-positions.svg`, 'image/svg+xml', [card]);
  }

  private get view(): WavesView | null {
    const { report } = this.shown ?? {};
    const rope = report?.ropes[this.set];
    if (!report || !rope) return null;
    const difference: ModelDifference | null = report.differences[this.difference ?? -1] ?? null;
    return { report, rope, length: this.length, difference };
  }

  /** Draws another reading of a set of frequencies together with that set. */
  private drawDifference(report: ModelReport, difference: ModelDifference | null): void {
    this.difference = difference ? report.differences.indexOf(difference) : null;
    const rope = difference && ropeOf(report, difference.layers);
    if (!rope) return;
    this.choose(report.ropes.indexOf(rope));
    this.announcement = `Drawn: ${readingNames[difference.reading]}. ${distance(difference, report)}`;
    this.renderRoot.querySelector('#picture')?.scrollIntoView({ block: 'nearest' });
  }

  private choose(set: number): void {
    if (set === this.set) return;
    this.set = set;
    if (this.shown) void this.curves.request(this.shown);
  }

  /** A choice of frequencies, where a model has several sets. */
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
      <p class="sub">${isTwoDimensional(rope) ? axesSentence(rope) : turns(view)}</p>
      ${this.sets(report)} ${wavesPlot(view)}
      ${isTwoDimensional(rope) ? nothing : this.lengthControl(view)}
    </div>`;
  }

  private lengthControl({ report, rope }: WavesView): TemplateResult {
    return html`<posenc-number
        label="length of the text"
        .slider=${{ stops: stopsFor(report) }}
        .value=${this.length}
        .problem=${this.lengthProblem}
        @set=${(event: CustomEvent<number>) => this.onLength(event.detail)}
        @unreadable=${(event: CustomEvent<string>) => (this.lengthProblem = event.detail)}
      ></posenc-number>
      ${rope.shortTexts ? html`<p>${rope.shortTexts.message}</p>` : nothing}
      <p class="source">
        ${
          dependsOnText(report)
            ? 'The frequencies of this model change with the length of the text.'
            : isScaled(rope) && !rope.shortTexts
              ? 'The frequencies are the same for short and long texts.'
              : nothing
        }
      </p>
      ${metIn(rope.shortTexts?.threads ?? [])}`;
  }

  private async copyConfig(text: string): Promise<void> {
    this.configMessage = await copied(text, 'Config');
  }

  private corrected(name: string, text: string): TemplateResult {
    return correctedActions(text, {
      message: this.configMessage,
      copy: () => void this.copyConfig(text),
      show: () => void this.take({ name: `${name}, corrected`, text }, null),
    });
  }

  private details(view: WavesView): TemplateResult {
    const { scores, bases } = this;
    if (isTwoDimensional(view.rope)) return html`${nothing}`;
    return html`<section class="card two" aria-label="Precision and scores">
      <div>
        ${rounding(view.rope)} ${sections(view.rope)} ${factorLists(view.rope)}
        ${bases ? basesPlot(bases) : nothing}
      </div>
      <div>
        ${scores ? scoresPlot(scores) : nothing}
        ${view.report.queryCurve ? queriesPlot(view.report) : nothing}
      </div>
    </section>`;
  }

  private result(shown: Shown): TemplateResult {
    const { config, report } = shown;
    const { view } = this;
    return html`<section class="card" aria-label=${config.name}>
        ${head(shown.config.name, shown.shipped)}
        ${view ? this.picture(view) : otherKind(report, this.buckets)}
      </section>
      <section class="card" aria-label="Notes">
        ${notesCard(report.notes, config.text, (text) => this.corrected(config.name, text))}
      </section>
      <section class="card two" aria-label="Facts">
        <div>${modelTable(report)} ${view ? layerStrip(report) : nothing}</div>
        <div>${view ? ropeTables(report) : hasLayers(report) ? layerStrip(report) : nothing}</div>
      </section>
      ${differencesCard(report, view?.difference ?? null, (one) => this.drawDifference(report, one))}
      <posenc-model-engines
        .config=${config.text}
        .length=${dependsOnText(report) ? this.length : null}
      ></posenc-model-engines>
      ${
        report.claimed || report.rows
          ? html`<posenc-model-serving
              .config=${config}
              .report=${report}
              @show=${({ detail }: CustomEvent<OpenConfig>) => void this.take(detail, null)}
            ></posenc-model-serving>`
          : nothing
      }
      ${view ? this.details(view) : nothing}
      <section class="card" aria-label="Compare">
        <posenc-model-compare
          .models=${this.models}
          .first=${{ config, report }}
          .compared=${this.compared}
          @compared=${(event: CustomEvent<OpenConfig[]>) => (this.compared = event.detail)}
        ></posenc-model-compare>
      </section>
      ${takeAwayCard({
        exported: view && exportedOf(config.name, view),
        isFromReader: shown.shipped === null,
        message: this.message,
        copyLink: () => void this.copyLink(),
        saveCard: () => afterFrame(() => this.saveCard(shown)),
      })}`;
  }

  private onReading(): void {
    this.lastOpen++;
    this.problem = '';
    this.isStale = true;
  }

  override render() {
    const { shown, startError } = this;
    return html`<div aria-busy=${!shown && !startError && !this.isRefused}>
      <posenc-model-open
        problem=${this.problem}
        .refused=${this.refused}
        .models=${this.models}
        .config=${shown?.config ?? null}
        @reading=${() => this.onReading()}
        @refused=${() => this.refuse()}
        @choose=${({ detail }: CustomEvent<ShippedModel>) => void this.take(openShipped(detail), detail)}
        @config=${({ detail }: CustomEvent<OpenConfig>) => void this.take(detail, null)}
      ></posenc-model-open>
      ${startFailure(startError, () => this.begin())}
      ${
        shown
          ? html`<div class=${this.isStale ? 'stale' : ''} ?inert=${this.isStale}>
              ${this.result(shown)}
            </div>`
          : nothing
      }
      ${liveRegion(this.announcement)}
    </div>`;
  }
}

customElements.define('posenc-models', PosencModels);
