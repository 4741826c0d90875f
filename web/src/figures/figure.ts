import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { PosencError } from '../core/errors.ts';
import { pictureOf } from '../plots/picture.ts';
import { ensureTokens } from '../style/tokens.ts';
import { Latest } from '../worker/client.ts';
import { csvOf, type DataTable, dataTable } from './data.ts';
import { save } from './download.ts';
import { figureStyle } from './figure-style.ts';
import './number-control.ts';
import { beyond, inName, type Parameters, propertiesOf, type Values } from './parameters.ts';

export type { DataTable } from './data.ts';

/** An answer of the core, and what it was asked for. */
interface Shown<P extends Parameters, Answer> {
  values: Values<P>;
  answer: Answer;
}

/**
 * What all figures have in common: the numbers come from the core, the title says what they show, and there
 * are a text and a table for those who cannot see the picture, and both to take away.
 *
 * A figure says what can be set on it (once, in a table), what it asks the core for, and how the answer is told
 * and drawn. All that it tells is about the answer and the values that this was asked for, not about what has
 * been set since.
 */
export abstract class PosencFigure<P extends Parameters, Answer> extends LitElement {
  /** The properties of a figure with such parameters. */
  static of(parameters: Parameters): PropertyDeclarations {
    return {
      shown: { state: true },
      failure: { state: true },
      open: { state: true },
      ...propertiesOf(parameters),
    };
  }

  static override styles = [figureStyle];

  declare private shown: Shown<P, Answer> | null;
  declare private failure: PosencError | null;
  /** Whether the table of the data is shown. */
  declare private open: boolean;

  private readonly latest = new Latest<void>(() => this.askOnce());

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
    this.open = false;
    for (const [property, { value }] of Object.entries(parameters)) this.put(property, value);
  }

  /** What the figure shows before there are numbers to say more. */
  protected abstract readonly subject: string;
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
  }

  override willUpdate(changed: PropertyValues): void {
    const asks = [...changed.keys()].some((property) => {
      const parameter = this.parameters[String(property)];
      // A flag chooses what is shown of an answer, not what is asked.
      return parameter !== undefined && parameter.type !== 'flag';
    });
    if (asks || !this.hasUpdated) void this.latest.request(undefined);
  }

  private async askOnce(): Promise<void> {
    const values = this.set;
    try {
      const problem = beyond(this.parameters, values);
      if (problem !== null) throw new PosencError('invalid-argument', problem);
      this.shown = { values, answer: await this.ask(values) };
      this.failure = null;
    } catch (error) {
      this.failure = error as PosencError;
    }
  }

  private again(): void {
    void this.latest.request(undefined);
  }

  /** What is shown now: a flag counts as it is set. */
  private get view(): Shown<P, Answer> | null {
    if (!this.shown) return null;
    const { answer, values } = this.shown;
    const flags = Object.entries(this.set).filter(
      ([property]) => this.parameters[property]?.type === 'flag',
    );
    return { answer, values: { ...values, ...Object.fromEntries(flags) } };
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

  private control(property: string): TemplateResult {
    const parameter = this.parameters[property];
    const value = (this.set as Record<string, unknown>)[property];
    switch (parameter?.type) {
      case 'number':
        return html`<posenc-number
          label=${parameter.label}
          .slider=${parameter.slider}
          .value=${value}
          @set=${(event: CustomEvent<number>) => this.onSet(property, event.detail)}
          @unreadable=${(event: CustomEvent<string>) => {
            this.failure = new PosencError('invalid-argument', event.detail);
          }}
        ></posenc-number>`;
      case 'list':
        return html`<label>
          ${parameter.label}
          <input
            type="text"
            autocomplete="off"
            spellcheck="false"
            aria-describedby="trouble"
            .value=${value}
            @change=${(event: Event) => this.put(property, (event.target as HTMLInputElement).value)}
          />
        </label>`;
      case 'flag':
        return html`<label>
          <input
            type="checkbox"
            .checked=${value}
            @change=${(event: Event) => this.put(property, (event.target as HTMLInputElement).checked)}
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
    else this.put(property, value);
  }

  private trouble(): TemplateResult | typeof nothing {
    const { failure } = this;
    if (!failure) return nothing;
    // Another try helps only against what broke.
    return html`${failure.message}${
      failure.code === 'broken'
        ? html`<button class="again" type="button" @click=${this.again}>Try again</button>`
        : nothing
    }`;
  }

  private foot(view: Shown<P, Answer>): TemplateResult {
    const toggle = () => {
      this.open = !this.open;
    };
    return html`<div class="foot">
        <button type="button" aria-expanded=${this.open} aria-controls="data" @click=${toggle}>
          ${this.open ? 'Hide the data' : 'Show the data'}
        </button>
        <button type="button" @click=${() => this.takeData(view)}>Data (CSV)</button>
        <button type="button" @click=${() => this.takePicture(view)}>Picture (SVG)</button>
      </div>
      ${
        this.open
          ? dataTable(this.table(view.answer, view.values), this.sub(view.answer, view.values))
          : html`<div id="data" hidden></div>`
      }`;
  }

  override render() {
    const { view, failure } = this;
    const told = view
      ? {
          finding: this.finding(view.answer, view.values),
          sub: this.sub(view.answer, view.values),
          summary: this.summary(view.answer, view.values),
        }
      : { finding: this.subject, sub: failure ? '\u00a0' : 'Being computed …', summary: '' };
    return html`<figure aria-busy=${view === null && failure === null}>
      <figcaption>${told.finding}</figcaption>
      <p class="sub">${told.sub}</p>
      ${this.plot(view?.answer ?? null, view?.values ?? this.set, told.summary)}
      <div class="controls">${Object.keys(this.parameters).map((name) => this.control(name))}</div>
      <p class="error" id="trouble" role="status">${this.trouble()}</p>
      ${view ? this.foot(view) : html`<div class="foot"><button type="button" disabled>…</button></div>`}
    </figure>`;
  }
}
