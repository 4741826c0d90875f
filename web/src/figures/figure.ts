import {
  html,
  isServer,
  LitElement,
  noChange,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { CoreApi } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { pictureOf } from '../plots/picture.ts';
import { ensureTokens } from '../style/tokens.ts';
import { addressOf, askedIn, refused, take } from '../ui/address.ts';
import { csvOf, type DataTable, dataTable } from '../ui/data.ts';
import { save } from '../ui/download.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { foot } from '../ui/foot.ts';
import '../ui/number-control.ts';
import {
  beyond,
  inName,
  type NumberParameter,
  type Parameters,
  propertiesOf,
  type Values,
} from '../ui/parameters.ts';
import { callText, type Made, sourceOf } from '../ui/provenance.ts';
import { compute, Latest } from '../worker/client.ts';

export type { DataTable } from '../ui/data.ts';

/** What a figure without a control for it calls a parameter of the core. */
const without_control: Readonly<Record<string, string>> = {
  dModel: 'dimension',
  column: 'dimension',
  dimensions: 'the dimensions',
};

/** An answer of the core, what it was asked for, and the calls that it took. */
interface Shown<P extends Parameters, Answer> {
  values: Values<P>;
  answer: Answer;
  made: readonly Made[];
}

type Arguments<M extends keyof CoreApi> = globalThis.Parameters<CoreApi[M]>;

/** Whoever computes: the page's worker, or the core itself where pages are built. */
export interface Computes {
  call<M extends keyof CoreApi>(method: M, ...args: Arguments<M>): Promise<ReturnType<CoreApi[M]>>;
}

/**
 * What all figures have in common: the numbers come from the core, the title says what they show, and there
 * are a text and a table for those who cannot see the picture, and both to take away.
 *
 * A figure says what can be set on it (once, in a table), what it asks the core for, and how the answer is told
 * and drawn. All that it tells is about the answer and the values that this was asked for, not about what has
 * been set since.
 *
 * The page may come with a still of it, drawn when the page was built, in its shadow root; it gives way to the
 * first answer. What the page's address says of it goes before its attributes.
 */
export abstract class PosencFigure<P extends Parameters, Answer> extends LitElement {
  /** The properties of a figure with such parameters. */
  static of(parameters: Parameters): PropertyDeclarations {
    return {
      shown: { state: true },
      failure: { state: true },
      open: { state: true },
      told: { state: true },
      remark: { state: true },
      ...propertiesOf(parameters),
    };
  }

  static override styles = [figureStyle];

  static computes: Computes = compute;

  declare private shown: Shown<P, Answer> | null;
  declare private failure: PosencError | null;
  /** Which part below the figure is open. */
  declare private open: 'data' | 'how' | null;
  /** What has just been done with its address, as a sentence. */
  declare private told: string;
  /** What was wrong with the address that it was opened with, as a sentence. */
  declare private remark: string;

  private readonly latest = new Latest<void>(() => this.askOnce());
  private made: Made[] = [];
  /** As its attributes have them, before the address and the reader. */
  private defaults: Values<P> | null = null;
  /** Whether the address asks for values that the core has not yet been asked for. */
  private fromAddress = false;
  /** Whether it may ask: with a still, not before it comes into sight. */
  private awake = true;
  /** What the page came with, until there is an answer. */
  private still: ChildNode[] = [];

  /**
   * @param stem what its files are called, before their parameters
   * @param parameters those that static properties were made of
   */
  constructor(
    private readonly stem: string,
    private readonly parameters: P,
  ) {
    super();
    this.shown = null;
    this.failure = null;
    this.open = null;
    this.told = '';
    this.remark = '';
    for (const [property, { value }] of Object.entries(parameters)) this.put(property, value);
  }

  /** What the figure shows before there are numbers to say more. */
  protected abstract readonly subject: string;
  /** What is computed, as a formula in a line. */
  protected abstract readonly formula: string;
  protected abstract ask(values: Values<P>): Promise<Answer>;
  /** What the numbers show, as a sentence. */
  protected abstract finding(answer: Answer, values: Values<P>): string;
  protected abstract sub(answer: Answer, values: Values<P>): string;
  /** In words, what a reader sees. */
  protected abstract summary(answer: Answer, values: Values<P>): string;
  /** Before there is an answer, an empty plot. */
  protected abstract plot(
    answer: Answer | null,
    values: Values<P>,
    summary: string,
  ): TemplateResult;
  protected abstract table(answer: Answer, values: Values<P>): DataTable;

  /** What stands between the plot and the controls. */
  protected extra?(answer: Answer | null, values: Values<P>): TemplateResult;

  /** Asks the core, and keeps in mind that it did. Only within ask(). */
  protected call<M extends keyof CoreApi>(
    method: M,
    ...args: Arguments<M>
  ): Promise<ReturnType<CoreApi[M]>> {
    this.made.push({ method, args });
    return PosencFigure.computes.call(method, ...args);
  }

  /** Sets a parameter, as its control would. */
  protected change<Name extends keyof P & string>(name: Name, value: Values<P>[Name]): void {
    this.put(name, value);
  }

  private get set(): Values<P> {
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
    if (this.defaults) return;
    this.defaults = this.set;
    const { values, problem } = askedIn(location.search, this.inAddress, this.parameters);
    if (problem) this.refuseAddress(problem);
    this.fromAddress = Object.keys(values).length > 0;
    for (const [property, value] of Object.entries(values)) this.put(property, value);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (!isServer) {
      this.still = [...root.childNodes];
      this.awake = this.still.length === 0;
      this.renderOptions.renderBefore = null;
    }
    return root;
  }

  /** Its name in the page's address. */
  private get inAddress(): string {
    return this.id || this.localName.replace('posenc-', '');
  }

  private refuseAddress(problem: string): void {
    this.remark = refused(problem, 'show', 'It shows what it shows by default.');
  }

  private reset(): void {
    for (const [property, value] of Object.entries(this.defaults ?? {})) this.put(property, value);
  }

  private get isSet(): boolean {
    const set = this.set as Record<string, unknown>;
    return Object.entries(this.defaults ?? {}).some(([name, value]) => set[name] !== value);
  }

  override willUpdate(changed: PropertyValues): void {
    if (isServer || !this.awake) return;
    const asks = [...changed.keys()].some((property) => {
      const parameter = this.parameters[String(property)];
      // A flag chooses what is shown of an answer, not what is asked.
      return parameter !== undefined && parameter.type !== 'flag';
    });
    if (asks || !this.hasUpdated) void this.latest.request(undefined);
  }

  /** Asks for the first time, where there is a still. */
  wake(): void {
    if (this.awake) return;
    this.awake = true;
    this.again();
  }

  /** What the core makes of the values that are set. */
  private async answered(): Promise<Shown<P, Answer>> {
    const values = this.set;
    const problem = beyond(this.parameters, values);
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
        this.refuseAddress(this.sentence(failure));
        this.reset();
      } else {
        this.failure = failure;
      }
    }
    this.fromAddress = false;
  }

  /** Asks once more for the same. */
  protected again(): void {
    void this.latest.request(undefined);
  }

  /** What is shown now: a flag counts as it is set. */
  private get view(): Shown<P, Answer> | null {
    if (!this.shown) return null;
    const { answer, values, made } = this.shown;
    const flags = Object.entries(this.set).filter(
      ([property]) => this.parameters[property]?.type === 'flag',
    );
    return { answer, made, values: { ...values, ...Object.fromEntries(flags) } };
  }

  private fileName(values: Values<P>): string {
    return `posenc-${this.stem}-${inName(this.parameters, values)}`;
  }

  private takeData({ answer, values }: Shown<P, Answer>): void {
    save(`${this.fileName(values)}.csv`, 'text/csv', csvOf(this.table(answer, values)));
  }

  private takePicture({ answer, values }: Shown<P, Answer>): void {
    const plots = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-plot]')];
    const picture = pictureOf(plots, this.finding(answer, values), this.sub(answer, values));
    save(`${this.fileName(values)}.svg`, 'image/svg+xml', [picture]);
  }

  /** What a reader sets goes the way that a figure has for it. */
  private byReader(property: string, value: unknown): void {
    // Both were about what was shown before.
    this.told = '';
    this.remark = '';
    this.change(property, value as Values<P>[keyof P & string]);
  }

  private sliderOf({ slider, sliderTo }: NumberParameter): NumberParameter['slider'] {
    if (!sliderTo || 'stops' in slider) return slider;
    return { ...slider, max: sliderTo(this.set) };
  }

  private control(property: string): TemplateResult {
    const parameter = this.parameters[property];
    const value = (this.set as Record<string, unknown>)[property];
    switch (parameter?.type) {
      case 'number':
        return html`<posenc-number
          label=${parameter.label}
          .slider=${this.sliderOf(parameter)}
          .plays=${parameter.plays}
          .value=${value}
          @set=${(event: CustomEvent<number>) => this.onSet(property, event.detail)}
          @unreadable=${(event: CustomEvent<string>) => {
            this.failure = new PosencError('invalid-argument', event.detail);
          }}
        ></posenc-number>`;
      case 'choice':
        return html`<label class="choice">
          ${parameter.label}
          <select
            .value=${value}
            @change=${(event: Event) => this.byReader(property, (event.target as HTMLSelectElement).value)}
          >
            ${parameter.options.map(
              ([option, label]) =>
                html`<option value=${option} ?selected=${option === value}>${label}</option>`,
            )}
          </select>
        </label>`;
      case 'list':
      case 'text':
        return html`<label>
          ${parameter.label}
          <input
            type="text"
            autocomplete="off"
            spellcheck="false"
            aria-describedby="trouble"
            .value=${value}
            @change=${(event: Event) => this.byReader(property, (event.target as HTMLInputElement).value)}
          />
        </label>`;
      case 'flag':
        return html`<label>
          <input
            type="checkbox"
            .checked=${value}
            @change=${(event: Event) => this.byReader(property, (event.target as HTMLInputElement).checked)}
          />
          ${parameter.label}
        </label>`;
      default:
        return html``;
    }
  }

  private onSet(property: string, value: number): void {
    const own = this as unknown as Record<string, unknown>;
    // What stood there meanwhile could not be read: back at the last value nothing else has changed.
    if (own[property] === value) this.again();
    else this.byReader(property, value);
  }

  /** What failed, with the control that it is about under its label. */
  private sentence(failure: PosencError): string {
    const { parameter } = failure;
    const label = this.parameters[parameter]?.label ?? without_control[parameter];
    return failure.naming(label ?? parameter);
  }

  private trouble(): TemplateResult | typeof nothing {
    const { failure } = this;
    if (!failure) return nothing;
    // Another try helps only against what broke.
    return html`${this.sentence(failure)}${
      failure.code === 'broken'
        ? html`<button class="button again" type="button" @click=${this.again}>Try again</button>`
        : nothing
    }`;
  }

  /** The address that restores what is shown. */
  private linkTo({ values }: Shown<P, Answer>): string {
    return isServer
      ? `#${this.inAddress}`
      : addressOf(new URL(location.href), this.inAddress, this.parameters, values);
  }

  private async takeLink(event: Event, view: Shown<P, Answer>): Promise<void> {
    event.preventDefault();
    this.told = await take(this.linkTo(view));
  }

  private how({ values, made }: Shown<P, Answer>): TemplateResult {
    const set = Object.entries(this.parameters).map(
      ([name, { label }]) => `${label}: ${String((values as Record<string, unknown>)[name])}`,
    );
    return html`<div class="how" id="how">
      <dl>
        <dt>Formula</dt>
        <dd>${this.formula}</dd>
        <dt>With</dt>
        <dd>${set.join('; ')}</dd>
        <dt>Computed by</dt>
        <dd>
          ${counted(made).map(
            ({ call, times }) =>
              html`<code>${callText(call)}</code>
                <span>${times > 1 ? `${times} times; ` : ''}${sourceOf(call)}</span><br />`,
          )}
        </dd>
      </dl>
    </div>`;
  }

  private foot(view: Shown<P, Answer>): TemplateResult {
    return foot({
      open: this.open,
      choose: (open) => {
        this.open = open;
      },
      how: () => this.how(view),
      data: () =>
        dataTable(this.table(view.answer, view.values), this.sub(view.answer, view.values)),
      link: this.linkTo(view),
      takeLink: (event) => void this.takeLink(event, view),
      takes: [
        ['Data (CSV)', () => this.takeData(view)],
        ['Picture (SVG)', () => this.takePicture(view)],
        ...(this.isSet ? ([['Reset', () => this.reset()]] as const) : []),
      ],
      told: this.told,
    });
  }

  override update(changed: PropertyValues): void {
    if (this.shown && this.still.length > 0) {
      for (const node of this.still) node.remove();
      this.still = [];
    }
    super.update(changed);
  }

  /** A still has all there is to see, and what went wrong goes where the figure itself would say it. */
  private tellInStill(): void {
    const place = this.renderRoot.querySelector('#trouble');
    if (!place || !this.failure) return;
    this.renderRoot.querySelector('figure')?.setAttribute('aria-busy', 'false');
    place.textContent = this.sentence(this.failure);
    if (this.failure.code !== 'broken') return;
    const again = document.createElement('button');
    again.className = 'button again';
    again.type = 'button';
    again.textContent = 'Try again';
    again.addEventListener('click', () => this.again());
    place.append(again);
  }

  override render() {
    if (this.still.length > 0) {
      this.tellInStill();
      return noChange;
    }
    const { view, failure } = this;
    const told = view
      ? {
          finding: this.finding(view.answer, view.values),
          sub: this.sub(view.answer, view.values),
          summary: this.summary(view.answer, view.values),
        }
      : { finding: this.subject, sub: failure ? '\u00a0' : 'Being computed …', summary: '' };
    return html`<figure aria-busy=${isServer || (view === null && failure === null)}>
      <figcaption>${told.finding}</figcaption>
      <p class="sub">${told.sub}</p>
      ${this.plot(view?.answer ?? null, view?.values ?? this.set, told.summary)}
      ${this.extra?.(view?.answer ?? null, view?.values ?? this.set) ?? nothing}
      <div class="controls">${Object.keys(this.parameters).map((name) => this.control(name))}</div>
      <p class="error" id="trouble" role="status">${this.trouble()}</p>
      <p class="remark" role="status">${this.remark}</p>
      ${view ? this.foot(view) : html`<div class="foot"><button type="button" disabled>…</button></div>`}
    </figure>`;
  }
}

/** Each call once, and how often it was made. */
function counted(made: readonly Made[]): { call: Made; times: number }[] {
  const all = new Map<string, { call: Made; times: number }>();
  for (const call of made) {
    const text = callText(call);
    all.set(text, { call, times: (all.get(text)?.times ?? 0) + 1 });
  }
  return [...all.values()];
}
