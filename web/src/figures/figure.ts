import {
  html,
  isServer,
  noChange,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { FigureApi } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { pictureOf } from '../plots/picture.ts';
import { ensureTokens } from '../style/tokens.ts';
import { addressOf, askedIn, refused } from '../ui/address.ts';
import { AfterPress } from '../ui/after-press.ts';
import { csvOf, type DataTable, save } from '../ui/download.ts';
import { dataTable } from '../ui/data-table.ts';
import { figureStyle, type Tone } from '../ui/figure-style.ts';
import { FigureFooter } from '../ui/figure-footer.ts';
import {
  inName,
  limitProblem,
  type NumberParameter,
  type ParameterTable,
  propertiesOf,
  type Values,
} from '../ui/parameters.ts';
import type { Plays } from '../ui/play-button.ts';
import type { Made } from '../ui/provenance.ts';
import { compute, Latest } from '../worker/client.ts';
import { control, moreButton, presetButtons } from './controls.ts';
import { failureMessage, sentenceOf } from './failure.ts';
import type { howComputed } from './how-computed.ts';
import { PageStill } from './page-still.ts';
import { type Arguments, type Computes, RecentAnswers } from './recent-answers.ts';
import { Sharing } from './shared-values.ts';

export type { DataTable } from '../ui/download.ts';

/** Properties that change only what is below the picture. */
const below: readonly PropertyKey[] = ['isMoreOpen', 'addressProblem', 'shares', 'footer'];

/** An answer of the core, what it was asked for, and the calls that it took. */
interface Shown<P extends ParameterTable, Answer> {
  values: Values<P>;
  answer: Answer;
  made: readonly Made[];
}

/** Some of the values of a figure, and what its button says. */
export interface Preset<P extends ParameterTable> {
  label: string;
  values: Partial<Values<P>>;
}

export type Download = readonly [words: string, download: () => void];

/**
 * What all figures have in common: the numbers come from the core, the caption says what they show, a text and a table
 * serve readers who cannot see the picture, and both can be downloaded.
 *
 * A figure defines its parameters (once, in a table), what it asks the core, and how the answer is worded and drawn.
 * Its first control stands below the picture; the others open with *More*.
 * Everything shown is about the answer and the values that it was asked with, not about what has been set since.
 *
 * The page may come with a still of the figure, drawn when the page was built, in its shadow root; the first answer
 * replaces it. Values in the page's address go before attributes.
 */
export abstract class PosencFigure<P extends ParameterTable, Answer> extends AfterPress {
  static override properties: PropertyDeclarations = {
    shown: { state: true },
    failure: { state: true },
    addressProblem: { state: true },
    isMoreOpen: { state: true },
    shares: { type: String },
    bare: { type: Boolean },
    filming: { state: true },
  };

  static override styles = [figureStyle];

  static computes: Computes = compute;

  declare private shown: Shown<P, Answer> | null;
  declare private failure: PosencError | null;
  /** A sentence, or ''. */
  declare private addressProblem: string;
  declare private isMoreOpen: boolean;
  /** What its film says of itself; '' if there is nothing to say. */
  declare private filming: string;
  /** Parameters, by their attributes, that have one value in all figures of the page that share them. */
  declare shares: string;
  /** Little but its picture and what works it, as on the path. */
  declare bare: boolean;

  private readonly footer = new FigureFooter({
    requestUpdate: () => this.requestUpdate('footer', null),
  });
  private readonly latest = new Latest<void>(() => this.askOnce());
  private made: Made[] = [];
  protected readonly recent: RecentAnswers = new RecentAnswers();
  /** The values of its attributes, before the address or the reader changes them. */
  private defaults: Values<P> | null = null;
  /** The address asks for values that the core has not been asked for yet. */
  private fromAddress = false;
  /** With a still, false until it comes into sight. */
  private awake = true;
  private still: PageStill | null = null;
  private readonly sharedValues: Sharing;
  /** The drawing of an answer stays while the next one is awaited. */
  private isAnswerNew = true;
  /** The data of the answer that is shown, once they have been asked for. */
  private data: DataTable | null = null;
  /** Null until a reader asks for it: few do, so its words are not part of the first screen. */
  private howComputed: typeof howComputed | null = null;

  /**
   * @param stem the names of its files, before their parameters
   * @param parameters the table of its properties
   */
  constructor(
    private readonly stem: string,
    private readonly parameters: P,
  ) {
    super();
    this.shown = null;
    this.failure = null;
    this.addressProblem = '';
    this.isMoreOpen = false;
    this.shares = '';
    this.bare = false;
    this.filming = '';
    this.sharedValues = new Sharing(this, parameters, (name, value) => this.put(name, value));
    for (const [property, { value }] of Object.entries(parameters)) this.put(property, value);
  }

  /** The name of its plot, and its caption before there is an answer. */
  protected abstract readonly label: string;
  /** In one line. */
  protected abstract readonly formula: string;
  protected abstract ask(values: Values<P>): Promise<Answer>;
  /** A few words about the picture, as a person would say them. */
  protected abstract caption(answer: Answer, values: Values<P>): string;
  /** Below the caption, in at most 12 words: what to see. */
  protected abstract subtitle(answer: Answer, values: Values<P>): string;
  /** What exactly is drawn, and how: opens with *More*, stands above the data and in the saved picture. */
  protected setting?(answer: Answer, values: Values<P>): string;
  /** In words, what a reader sees. */
  protected abstract summary(answer: Answer, values: Values<P>): string;
  /** Before there is an answer, an empty plot. */
  protected abstract plot(
    answer: Answer | null,
    values: Values<P>,
    summary: string,
  ): TemplateResult;
  protected abstract table(answer: Answer, values: Values<P>): DataTable;

  /** The parameters whose controls stand below the picture: one, at most two. Without them it is the first. */
  protected readonly primary: readonly (keyof P & string)[] = [];

  /** The picture shows some values before there is an answer about them. */
  protected readonly isAhead: boolean = false;

  /** The color of the dot beside the caption, if it is not the accent. */
  protected tone?(answer: Answer | null, values: Values<P>): Tone;

  /** Values worth a look, each behind a button. */
  protected readonly presets: readonly Preset<P>[] = [];

  /** A player for a number that its control does not play; and buttons after the controls below the picture. */
  protected playerOf?(name: string): Plays | null;
  protected actions?(values: Values<P>): TemplateResult;

  /** Opens with *More*, above the other controls. */
  protected details?(answer: Answer, values: Values<P>): TemplateResult;

  /** The part between the plot and the controls. */
  protected extra?(answer: Answer | null, values: Values<P>): TemplateResult;

  /** Plays what is worth a film to share, from its beginning; resolves at the end. */
  protected playThrough?(): Promise<void>;

  /** Besides its data and its picture. */
  protected downloads?(answer: Answer, values: Values<P>): readonly Download[];

  /** Asks the core, and records the call for *How this was computed*. Only within ask(). */
  protected call<M extends keyof FigureApi>(
    method: M,
    ...args: Arguments<M>
  ): Promise<ReturnType<FigureApi[M]>> {
    this.made.push({ method, args });
    return PosencFigure.computes.call(method, ...args);
  }

  /** As call(), but asks only for what it has not asked for lately. */
  protected readonly callOnce: typeof this.call = (method, ...args) => {
    this.made.push({ method, args });
    return this.recent.ask(method, args, PosencFigure.computes);
  };

  /** Sets a parameter, as its control does. */
  protected change<Name extends keyof P & string>(name: Name, value: Values<P>[Name]): void {
    this.put(name, value);
  }

  /** The values that are set now; the answer may be about earlier ones. */
  private get current(): Values<P> {
    const own = this as unknown as Record<string, unknown>;
    return Object.fromEntries(
      Object.keys(this.parameters).map((property) => [property, own[property]]),
    ) as Values<P>;
  }

  private put(property: string, value: unknown): void {
    (this as unknown as Record<string, unknown>)[property] = value;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.sharedValues.connect();
    if (this.defaults) return;
    this.takeFromAddress(location.search);
    this.sharedValues.takeEarlier();
  }

  /** Takes the values that an address has for it, from the part after the question mark. */
  private takeFromAddress(search: string): void {
    this.defaults = this.current;
    const { values, problem } = askedIn(search, this.inAddress, this.parameters);
    if (problem) this.refuseAddress(problem);
    this.fromAddress = Object.keys(values).length > 0;
    for (const [property, value] of Object.entries(values)) this.put(property, value);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sharedValues.disconnect();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (!isServer) {
      this.still = new PageStill(root);
      this.awake = !this.still.isThere;
      this.renderOptions.renderBefore = null;
    }
    return root;
  }

  /** Its name in the page's address. */
  private get inAddress(): string {
    return this.id || this.localName.replace('posenc-', '');
  }

  private refuseAddress(problem: string): void {
    this.addressProblem = refused(problem, 'show', 'The figure shows its defaults instead.');
  }

  private reset(): void {
    for (const [property, value] of Object.entries(this.defaults ?? {})) {
      this.put(property, value);
      this.sharedValues.share(property, value);
    }
  }

  private get isChanged(): boolean {
    const current = this.current as Record<string, unknown>;
    return Object.entries(this.defaults ?? {}).some(([name, value]) => current[name] !== value);
  }

  /** (A flag chooses how an answer is shown.) */
  private isAsked(property: PropertyKey): boolean {
    const parameter = this.parameters[String(property)];
    return parameter !== undefined && parameter.type !== 'flag';
  }

  /** Values that the core is asked about count once it has answered. */
  private keepsPicture(changed: PropertyValues): boolean {
    const keepsIt = (property: PropertyKey) => this.isAsked(property) || below.includes(property);
    return changed.size > 0 && [...changed.keys()].every(keepsIt);
  }

  override willUpdate(changed: PropertyValues): void {
    if (isServer || !this.awake) return;
    const asks = [...changed.keys()].some((property) => this.isAsked(property));
    if (asks || !this.hasUpdated) void this.latest.request(undefined);
  }

  /** Asks for the first time, where there is a still. */
  wake(): void {
    if (this.awake) return;
    this.awake = true;
    this.again();
  }

  /** The core's answer to the values that are set. */
  private async answered(): Promise<Shown<P, Answer>> {
    const values = this.current;
    const problem = limitProblem(this.parameters, values);
    if (problem !== null) throw new PosencError('invalid-argument', problem);
    this.made = [];
    const answer = await this.ask(values);
    return { values, answer, made: this.made };
  }

  /** For a still: the answer is there before it is drawn. */
  async prepare(): Promise<void> {
    this.shown = await this.answered();
  }

  private async askOnce(): Promise<void> {
    try {
      this.shown = await this.answered();
      this.failure = null;
    } catch (error) {
      const failure = error as PosencError;
      if (this.fromAddress && failure.code !== 'broken' && failure.code !== 'unsupported') {
        this.refuseAddress(sentenceOf(failure, this.parameters));
        this.reset();
      } else {
        this.failure = failure;
      }
    }
    this.fromAddress = false;
  }

  /** Asks for the same again. */
  protected again(): void {
    void this.latest.request(undefined);
  }

  /** A flag counts as it is set. */
  private get view(): Shown<P, Answer> | null {
    if (!this.shown) return null;
    const { answer, values, made } = this.shown;
    const flags = Object.entries(this.current).filter(
      ([property]) => this.parameters[property]?.type === 'flag',
    );
    return { answer, made, values: { ...values, ...Object.fromEntries(flags) } };
  }

  private fileName(values: Values<P>): string {
    return `posenc-${this.stem}-${inName(this.parameters, values)}`;
  }

  private saveData({ answer, values }: Shown<P, Answer>): void {
    save(`${this.fileName(values)}.csv`, 'text/csv', csvOf(this.table(answer, values)));
  }

  private exactly({ answer, values }: Omit<Shown<P, Answer>, 'made'>): string {
    return this.setting?.(answer, values) ?? this.subtitle(answer, values);
  }

  private async film(): Promise<void> {
    const { filmFigure } = await import('./film.ts');
    await filmFigure(
      this,
      `posenc-${this.stem}`,
      () => this.playThrough?.() ?? Promise.resolve(),
      (status) => {
        this.filming = status;
      },
    );
  }

  private async savePictureToShare(values: Values<P>): Promise<void> {
    const { savePictureOf } = await import('./film.ts');
    await savePictureOf(this, this.fileName(values));
  }

  private filmButton(): TemplateResult | typeof nothing {
    if (!this.playThrough) return nothing;
    return html`<button type="button" @click=${() => void this.film()}>Save as film</button>
      <span role="status">${this.filming}</span>`;
  }

  private savePicture({ answer, values }: Shown<P, Answer>): void {
    const plots = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-plot]')];
    const picture = pictureOf(
      plots,
      this.caption(answer, values),
      this.exactly({ answer, values }),
    );
    save(`${this.fileName(values)}.svg`, 'image/svg+xml', [picture]);
  }

  /** The reader has set a parameter: a figure may override how change() does it. */
  protected changeByReader(property: string, value: unknown): void {
    // Both messages were about what was shown before.
    this.footer.clearMessage();
    this.addressProblem = '';
    this.change(property, value as Values<P>[keyof P & string]);
    this.sharedValues.share(property, value);
  }

  private take({ values }: Preset<P>): void {
    for (const [property, value] of Object.entries(values)) this.changeByReader(property, value);
  }

  /** The names of the parameters below the picture, and of those that open with *More*. */
  private get arranged(): { shown: readonly string[]; folded: readonly string[] } {
    const names = Object.keys(this.parameters);
    const shown = this.primary.length > 0 ? this.primary : names.slice(0, 1);
    return { shown, folded: names.filter((name) => !shown.includes(name)) };
  }

  private moreButton(): TemplateResult | typeof nothing {
    if (this.arranged.folded.length === 0 && this.presets.length === 0 && !this.setting)
      return nothing;
    return moreButton(this.isMoreOpen, () => (this.isMoreOpen = !this.isMoreOpen));
  }

  /** The other controls, made when they are opened. */
  private more(): TemplateResult {
    if (!this.isMoreOpen) return html`<div id="more" hidden></div>`;
    const { view } = this;
    return html`<div class="controls" id="more">
      ${view ? this.details?.(view.answer, view.values) : nothing}
      ${view && this.setting ? html`<p class="setting">${this.setting(view.answer, view.values)}</p>` : nothing}
      ${this.arranged.folded.map((name) => this.control(name))}
      ${presetButtons(this.presets, (preset) => this.take(preset))}
    </div>`;
  }

  private control(property: string): TemplateResult {
    const parameter = this.parameters[property];
    if (!parameter) return html``;
    return control({
      parameter,
      value: (this.current as Record<string, unknown>)[property],
      slider: parameter.type === 'number' ? this.sliderOf(parameter) : null,
      player: this.playerOf?.(property) ?? null,
      onSet: (value) => this.onSet(property, value),
      onUnreadable: (problem) => (this.failure = new PosencError('invalid-argument', problem)),
    });
  }

  private sliderOf({ slider, sliderTo }: NumberParameter): NumberParameter['slider'] {
    if (!sliderTo || 'stops' in slider) return slider;
    return { ...slider, max: sliderTo(this.current) };
  }

  private onSet(property: string, value: unknown): void {
    const own = this as unknown as Record<string, unknown>;
    const isNumber = this.parameters[property]?.type === 'number';
    // An unreadable number was in the box before: back at the last value, nothing else has changed.
    if (isNumber && own[property] === value) this.again();
    else this.changeByReader(property, value);
  }

  private linkTo(values: Values<P>): string {
    if (isServer) return `#${this.inAddress}`;
    return addressOf(new URL(location.href), this.inAddress, this.parameters, values);
  }

  private renderHow(values: Values<P>, calls: readonly Made[]): TemplateResult {
    const { formula, parameters, howComputed } = this;
    if (howComputed) return howComputed({ formula, parameters, values, calls });
    void import('./how-computed.ts').then((loaded) => {
      this.howComputed = loaded.howComputed;
      this.requestUpdate();
    });
    return html`<div id="how"></div>`;
  }

  private renderFooter(view: Shown<P, Answer>): TemplateResult {
    const { answer, values, made } = view;
    return this.footer.render(
      {
        how: () => this.renderHow(values, made),
        data: () => {
          this.data ??= this.table(answer, values);
          return dataTable(this.data, this.exactly(view));
        },
        link: () => this.linkTo(values),
        linkNow: () =>
          this.linkTo(this.isUpdatePending || this.latest.isRunning ? this.current : values),
        downloads: [
          ['Data (CSV)', () => this.saveData(view)],
          ['Picture (SVG)', () => this.savePicture(view)],
          ...(this.playThrough
            ? [['Picture (PNG)', () => void this.savePictureToShare(values)] as Download]
            : []),
          ...(this.downloads?.(answer, values) ?? []),
        ],
      },
      this.moreButton(),
      html`${this.resetButton()}${this.filmButton()}`,
    );
  }

  private resetButton(): TemplateResult | typeof nothing {
    if (!this.isChanged) return nothing;
    return html`<button type="button" @click=${() => this.reset()}>Reset</button>`;
  }

  override update(changed: PropertyValues): void {
    if (this.shown) this.still?.remove();
    if (this.isAhead || !this.keepsPicture(changed)) {
      this.isAnswerNew = true;
      this.data = null;
    }
    super.update(changed);
    this.isAnswerNew = false;
  }

  override render() {
    const { view, failure } = this;
    // Without one, its paragraph is empty, and takes no room.
    const problem = failure && failureMessage(failure, this.parameters, () => this.again());
    if (this.still?.isThere) {
      if (problem) this.still.showFailure(problem);
      return noChange;
    }
    return html`<figure aria-busy=${isServer || (view === null && failure === null)}>
      ${this.isAnswerNew ? this.renderAnswer(view) : noChange}
      <div class="controls primary">
        ${this.arranged.shown.map((name) => this.control(name))}${this.actions?.(this.current)}
      </div>
      <p class="error" id="problem" role="status">${problem}</p>
      <p class="message" role="status">${this.addressProblem}</p>
      ${view ? this.renderFooter(view) : html`<div class="foot"><button type="button" disabled>…</button></div>`}
      ${this.more()}
    </figure>`;
  }

  private renderAnswer(view: Shown<P, Answer> | null): TemplateResult {
    const { answer = null, values = this.current } = view ?? {};
    const words = view
      ? {
          caption: this.caption(view.answer, view.values),
          subtitle: this.subtitle(view.answer, view.values),
          summary: this.summary(view.answer, view.values),
        }
      : {
          ...{ caption: this.label, summary: '' },
          subtitle: this.failure ? '\u00a0' : 'Computing …',
        };
    const tone = this.tone?.(answer, values) ?? 'accent';
    return html`<figcaption data-tone=${tone}>${words.caption}</figcaption>
      <p class="sub">${words.subtitle}</p>
      ${this.plot(answer, values, words.summary)} ${this.extra?.(answer, values) ?? nothing}`;
  }
}

/** The base of a figure with these parameters. @param stem the names of its files, before their parameters */
export function figureWith<P extends ParameterTable>(stem: string, parameters: P) {
  abstract class WithParameters<Answer> extends PosencFigure<P, Answer> {
    static override properties = propertiesOf(parameters);

    constructor() {
      super(stem, parameters);
    }
  }
  return WithParameters;
}
