import { html, nothing, type TemplateResult } from 'lit';
import { PosencError } from '../../core/errors.ts';
import { pictureOf } from '../../plots/picture.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { addressOf, askedIn, refused } from '../../ui/address.ts';
import { AfterPress } from '../../ui/after-press.ts';
import { csvOf, save } from '../../ui/download.ts';
import { dataTable } from '../../ui/data-table.ts';
import { fieldStyle } from '../../ui/fields.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { limitProblem, numbersIn, type ParameterTable, propertiesOf } from '../../ui/parameters.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { Latest } from '../../worker/client.ts';
import { Unreadable } from '../../worker/with-model.ts';
import { currentText } from '../text/current-text.ts';
import { type StoredModel, storedSessions } from '../training/stored-session.ts';
import { answerList, attentionPicture, headsOf, mostHeads, type Part } from './picture.ts';
import { type ControlActions, type Problems, viewerControls } from './controls.ts';
import {
  type Input,
  isSameModel,
  type Look,
  look,
  nameOf,
  newestOf,
  NoExample,
  storedModels,
  wordsFor,
} from './look.ts';
import { viewerStyle } from './viewer-style.ts';
import {
  answerTable,
  attentionTable,
  charactersIn,
  badgeOf,
  findingOf,
  lineOf,
  inputText,
  scoresWithoutText,
  subOf,
} from './words.ts';

/** The newest model's values stand in for parameters that are not set. */
const parameters = {
  task: { type: 'text', label: 'task', value: '', most: 40 },
  scheme: { type: 'text', label: 'scheme', value: '', most: 40 },
  seed: {
    type: 'number',
    label: 'seed',
    value: NaN,
    slider: { min: 1, max: 20, step: 1 },
    least: 0,
    whole: true,
  },
  tokens: { type: 'text', label: 'tokens', value: '', most: 2000 },
  example: {
    type: 'number',
    label: 'example',
    value: 0,
    slider: { min: 0, max: 100, step: 1 },
    least: 0,
    whole: true,
  },
  layer: {
    type: 'number',
    label: 'layer',
    value: 1,
    slider: { min: 1, max: 6, step: 1 },
    least: 1,
    whole: true,
  },
  head: { type: 'text', label: 'head', value: 'all', most: 4 },
} as const satisfies ParameterTable;

const isSame = (one: Input, other: Input): boolean =>
  one.tokens === other.tokens && one.length === other.length && one.example === other.example;

const hyphenated = (text: string): string =>
  text
    .trim()
    .replace(/[^\w.-]+/g, '-')
    .toLowerCase();

/**
 * The attention of a model that was trained in this browser, on any input: scores before and after its position scheme
 * acts, attention, and what the model answers.
 *
 *   <posenc-attention-viewer></posenc-attention-viewer>
 *
 * With the attribute `text` the models are those of the page's text. Other attributes, all optional: task, scheme and seed (the newest kept model that fits is shown), tokens, layer, head (a
 * number, or all).
 */
export class PosencAttentionViewer extends AfterPress {
  static override properties = {
    ...propertiesOf(parameters),
    text: { type: Boolean },
    list: { state: true },
    model: { state: true },
    shown: { state: true },
    length: { state: true },
    layerInBox: { state: true },
    problems: { state: true },
    failure: { state: true },
    notice: { state: true },
    announced: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, viewerStyle];

  declare text: boolean;
  declare task: string;
  declare scheme: string;
  declare seed: number;
  /** As they stand in the box. */
  declare tokens: string;
  declare example: number;
  /** From 1 on, as head. */
  declare layer: number;
  declare head: string;
  /** Null until the stored models are known. */
  declare private list: readonly StoredModel[] | null;
  /** The one that is asked for. */
  declare private model: StoredModel | null;
  /** The last good answer: all that is shown is about it. */
  declare private shown: Look | null;
  /** As they stand in their boxes, good or not. */
  declare private length: number;
  declare private layerInBox: number;
  declare private problems: Problems;
  declare private failure: PosencError | null;
  declare private notice: string;
  /** Spoken: only what is new. */
  declare private announced: string;

  private readonly foot = new FigureFooter(this);
  private readonly latest = new Latest<Input>((input) => this.ask(input));
  private input: Input = { tokens: null, length: null, example: 0 };

  constructor() {
    super();
    this.text = false;
    this.task = '';
    this.scheme = '';
    this.seed = NaN;
    this.tokens = '';
    this.example = 0;
    this.layer = 1;
    this.head = 'all';
    this.list = null;
    this.model = null;
    this.shown = null;
    this.length = 1;
    this.layerInBox = 1;
    this.problems = {};
    this.failure = null;
    this.notice = '';
    this.announced = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    storedSessions.addEventListener('change', this.read);
    currentText.addEventListener('change', this.read);
    if (!this.hasUpdated) this.readAddress();
    this.read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    storedSessions.removeEventListener('change', this.read);
    currentText.removeEventListener('change', this.read);
  }

  // The address, and the list of what is kept.

  private get nameInAddress(): string {
    return this.id || 'attention-viewer';
  }

  private readAddress(): void {
    const { values, problem } = askedIn(location.search, this.nameInAddress, parameters);
    const asked = Object.fromEntries(
      Object.entries(parameters).filter(([name]) => name in values),
    ) as ParameterTable;
    const wrong = problem ?? limitProblem(asked, values);
    if (wrong) this.notice = refused(wrong, 'show', 'The figure shows its defaults instead.');
    else Object.assign(this, values);
  }

  private readonly read = (): void => void this.readList();

  private async readList(): Promise<void> {
    let list;
    try {
      list = await storedModels(this.text);
    } catch (error) {
      this.list = null;
      this.failure = error as PosencError;
      return;
    }
    if (!this.list) this.failure = null;
    this.list = list;
    const { model } = this;
    const isStillThere = model !== null && list.some((one) => isSameModel(one, model));
    if (!isStillThere) this.begin(list);
  }

  /** The input in a text, as the model of the page takes it; null if there is none. */
  private inputIn(text: string): number[] | string | null {
    if (this.text) return text === '' ? null : charactersIn(text);
    const tokens = numbersIn(text);
    return tokens.length > 0 ? tokens : null;
  }

  /** With the newest model that fits what is asked for. */
  private begin(list: readonly StoredModel[]): void {
    const [newest] = list;
    if (!newest) {
      this.model = null;
      return;
    }
    const fits = newestOf(list, this);
    if (!fits) {
      this.notice = `No model stored in this browser matches ${wordsFor(this)}. Train one above to look inside it. The newest model is shown instead.`;
    }
    const { example } = this;
    // An input that was meant for another model says nothing about this one.
    const isOwn = this.shown === null && fits !== undefined;
    const tokens = isOwn ? this.inputIn(this.tokens) : null;
    this.choose(fits ?? newest, { tokens, length: null, example });
  }

  // The reader's actions.

  private choose(model: StoredModel, input: Input): void {
    this.model = model;
    this.request(input);
  }

  private request(input: Input): void {
    this.input = input;
    this.foot.clearMessage();
    void this.latest.request(input);
  }

  private async ask(input: Input): Promise<void> {
    const { model } = this;
    if (!model) return;
    try {
      const seen = await look(model, input);
      if (this.model !== model) return;
      this.shown = seen;
      this.tokens = inputText(seen);
      this.example = seen.example;
      this.length = seen.tokens.length;
      this.problems = {};
      this.failure = null;
      this.fit(seen);
      this.announced = findingOf(seen);
    } catch (error) {
      if (this.model !== model) return;
      const { code, message } = error as PosencError;
      const isRefused = error instanceof NoExample || code === 'invalid-argument';
      const asUsual = { tokens: null, length: null, example: 0 };
      if (error instanceof Unreadable || !isRefused || isSame(input, asUsual)) {
        if (this.shown?.model !== model) this.shown = null;
        this.failure = error as PosencError;
      } else if (this.shown?.model !== model) {
        // There is nothing of this model to stay in sight.
        if (!this.shown)
          this.notice = refused(message, 'show', 'The figure shows an example instead.');
        await this.ask(asUsual);
      } else this.problems = input.tokens === null ? { length: message } : { tokens: message };
    }
  }

  /** Another model may have fewer layers and heads. */
  private fit({ options: { layers, heads } }: Look): void {
    if (this.layer > layers) this.layer = layers;
    this.layerInBox = this.layer;
    const head = Number(this.head);
    if (!(Number.isInteger(head) && head >= 1 && head <= heads)) this.head = 'all';
  }

  private setModel(model: StoredModel): void {
    this.notice = '';
    // The same input in another model of the task, to compare; another task has another kind of input.
    const tokens = this.shown?.model.task === model.task ? this.shown.tokens : null;
    this.choose(model, { tokens, length: null, example: this.example });
  }

  private setTokens(text: string): void {
    this.notice = '';
    this.tokens = text;
    const { example } = this;
    if (this.text) {
      this.request({ tokens: charactersIn(text), length: null, example });
      return;
    }
    const tokens = numbersIn(this.tokens);
    const parts = this.tokens.split(/[\s,;]+/).filter((part) => part !== '');
    const unreadable = parts.find((_, n) => Number.isNaN(tokens[n]));
    if (unreadable !== undefined) {
      this.problems = { tokens: `A token must be a number but got "${unreadable}".` };
      return;
    }
    this.request({ tokens, length: null, example });
  }

  private anotherExample(): void {
    this.notice = '';
    const length = this.shown?.tokens.length ?? null;
    this.request({ tokens: null, length, example: this.example + 1 });
  }

  private setLength(length: number): void {
    this.length = length;
    this.notice = '';
    this.request({ tokens: null, length, example: this.example });
  }

  private setLayer(layer: number): void {
    this.layerInBox = layer;
    const layers = this.shown?.options.layers ?? 1;
    const isOne = Number.isInteger(layer) && layer >= 1 && layer <= layers;
    if (isOne) this.layer = layer;
    const whole = `a whole number from 1 to ${layers}`;
    const problem = isOne ? '' : `In this model, layer must be ${whole} but got ${layer}.`;
    this.problems = { ...this.problems, layer: problem };
  }

  private linkTo(look: Look): string {
    const { model, example } = look;
    const { task, scheme, seed } = model;
    const { layer, head } = this;
    const state = { task, scheme, seed, tokens: inputText(look), example, layer, head };
    return addressOf(new URL(location.href), this.nameInAddress, parameters, state);
  }

  private stemOf(look: Look, what: string): string {
    const { task, scheme, seed } = look.model;
    const input = hyphenated(inputText(look)).slice(0, 60);
    return `posenc-${what}-${task}-${hyphenated(scheme)}-seed${seed}-layer${this.layer}-head${this.head}-${input}`;
  }

  private readonly actions: ControlActions = {
    chooseModel: (model) => this.setModel(model),
    setTokens: (text) => this.setTokens(text),
    anotherExample: () => this.anotherExample(),
    setLength: (length) => this.setLength(length),
    setLayer: (layer) => this.setLayer(layer),
    setHead: (head) => {
      this.head = head;
    },
    setProblem: (problem) => {
      this.problems = { ...this.problems, ...problem };
    },
  };

  private get shownPart(): Part {
    return { layer: this.layer, head: this.head };
  }

  private controls(list: readonly StoredModel[], seen: Look | null): TemplateResult {
    const { model, tokens, length, head, problems } = this;
    const models = list.map((one) => ({
      model: one,
      name: nameOf(one, list),
      isChosen: model !== null && isSameModel(one, model),
    }));
    const isText = this.text;
    const state = { models, tokens, isText, length, layer: this.layerInBox, head, problems };
    return viewerControls(seen, state, this.actions);
  }

  private how(seen: Look): TemplateResult {
    const { model, tokens } = seen;
    return html`<div class="how" id="how">
      <dl>
        <dt>Formula</dt>
        <dd>
          attention = softmax(scores), scores = q·kᵀ / √(head size) + bias, −∞ where masked; before:
          the same scores before the scheme acts
        </dd>
        <dt>With</dt>
        <dd>${nameOf(model, this.list)}; ${model.setting}</dd>
        <dt>Computed by</dt>
        <dd>
          <code>openCheckpoint(bytes)</code>,
          <code
            >${this.text ? `traceText(id, ${JSON.stringify(charactersIn(inputText(seen)))})` : `traceInput(id, [${tokens.join(', ')}])`}</code
          >
          <span>posenc/model/trainer.hpp</span>
        </dd>
      </dl>
    </div>`;
  }

  private takePicture(seen: Look): void {
    const plots = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-plot]')];
    const picture = pictureOf(plots, findingOf(seen), subOf(seen, this.layer));
    save(`${this.stemOf(seen, 'attention')}.svg`, 'image/svg+xml', [picture]);
  }

  private footer(seen: Look): TemplateResult {
    const link = () => this.linkTo(seen);
    const attention = () => attentionTable(seen, this.layer, headsOf(seen, this.head));
    const saveTable = (what: string, table: ReturnType<typeof attention>) =>
      save(`${this.stemOf(seen, what)}.csv`, 'text/csv', csvOf(table));
    return this.foot.render({
      how: () => this.how(seen),
      data: () => dataTable(attention(), subOf(seen, this.layer)),
      link,
      downloads: [
        ['Data (CSV)', () => saveTable('attention', attention())],
        ['Answers (CSV)', () => saveTable('answers', answerTable(seen))],
        ['Picture (SVG)', () => this.takePicture(seen)],
      ],
    });
  }

  private nothingStored(): TemplateResult {
    return html`<p class="empty">
      <span
        >No trained model is stored in this browser yet. A model that you train above appears here
        once it is done.</span
      >
      ${
        this.text
          ? html`<a class="button main" href="#lab-4-a-real-book">Go to lab 4</a>`
          : html`<a class="button main" href="#lab-1-in-order-or-not">Go to lab 1</a>`
      }
    </p>`;
  }

  private failureText(): TemplateResult | typeof nothing {
    const { failure } = this;
    if (!failure) return nothing;
    const again = html`<button
      class="button again"
      type="button"
      @click=${() => (this.list ? this.request(this.input) : this.read())}
    >
      Try again
    </button>`;
    return html`${failure.message}${failure.code === 'broken' ? again : nothing}`;
  }

  override render() {
    const { shown, list, failure } = this;
    const isEmpty = list?.length === 0;
    const seen = isEmpty ? null : shown;
    const isBusy = !isEmpty && !seen && failure === null;
    return html`<figure aria-busy=${isBusy}>
      <figcaption>${seen ? badgeOf(seen) : 'What a trained model looks at'}</figcaption>
      <p class="sub">
        ${
          seen
            ? html`${lineOf(seen)} <span class="unseen">${subOf(seen, this.layer)}</span>`
            : isEmpty || failure
              ? 'Its attention in each head, before and after its scheme acts.'
              : 'Computing …'
        }
      </p>
      ${isEmpty ? this.nothingStored() : list ? this.controls(list, seen) : nothing}
      <p class="error" role="status">${this.failureText()}</p>
      <p class="message" role="status">${this.notice}</p>
      ${
        seen
          ? html`${attentionPicture(seen, this.shownPart)}
              <p class="note">
                ${
                  this.head === 'all'
                    ? html`Attention of
                      ${
                        seen.options.heads > mostHeads
                          ? `the first ${mostHeads} of ${seen.options.heads} heads`
                          : 'each head'
                      }:
                      choose one to see its scores before and after the scheme acts. `
                    : html`${scoresWithoutText(seen, this.layer)} `
                }Point
                at a picture, or use the arrow keys on it, to read values.
              </p>
              ${answerList(seen)} ${this.footer(seen)}`
          : nothing
      }
      ${liveRegion(this.announced)}
    </figure>`;
  }
}

customElements.define('posenc-attention-viewer', PosencAttentionViewer);
