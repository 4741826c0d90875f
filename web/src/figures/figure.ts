import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { PosencError } from '../core/errors.ts';
import { pictureOf } from '../plots/picture.ts';
import { Latest } from '../worker/client.ts';
import { save } from './download.ts';
import { figureStyle } from './figure-style.ts';
import { ensureTokens } from '../style/tokens.ts';

/** The numbers behind a figure, for those who cannot see it and those who take them away. */
export interface DataTable {
  head: readonly string[];
  rows: readonly (readonly (number | string)[])[];
}

/** More cells than this a page does not show at once; the download has them all. */
const most_cells = 6000;

/**
 * What all figures have in common: the numbers come from the core, the title says what they show, and there
 * are a text and a table for those who cannot see the picture, and both to take away.
 *
 * A figure asks for its numbers anew whenever one of its own properties has changed.
 */
export abstract class PosencFigure<Data> extends LitElement {
  static override properties: PropertyDeclarations = {
    data: { state: true },
    failure: { state: true },
    open: { state: true },
  };

  static override styles = [figureStyle];

  /** The last answer of the core. */
  declare protected data: Data | null;
  declare private failure: PosencError | null;
  /** Whether the table of the data is shown. */
  declare private open: boolean;

  private readonly latest = new Latest<void>(() => this.askOnce());

  constructor() {
    super();
    this.data = null;
    this.failure = null;
    this.open = false;
  }

  /** What the figure shows before there are numbers to say more. */
  protected abstract readonly subject: string;
  protected abstract ask(): Promise<Data>;
  /** What the data show, as a sentence. */
  protected abstract finding(data: Data): string;
  protected abstract sub(data: Data): string;
  /** In words, what a reader sees. */
  protected abstract summary(data: Data): string;
  protected abstract plot(data: Data | null): TemplateResult;
  protected abstract controls(): TemplateResult | typeof nothing;
  protected abstract table(data: Data): DataTable;
  /** What a file is called that is taken away, without its ending. */
  protected abstract fileName(): string;

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
  }

  override willUpdate(changed: PropertyValues): void {
    const own = [...changed.keys()].some(
      (name) => !['data', 'failure', 'open'].includes(String(name)),
    );
    if (own || !this.hasUpdated) void this.latest.request(undefined);
  }

  private async askOnce(): Promise<void> {
    try {
      this.data = await this.ask();
      this.failure = null;
    } catch (error) {
      this.failure = error as PosencError;
    }
  }

  private again(): void {
    void this.latest.request(undefined);
  }

  private takeData(data: Data): void {
    const { head, rows } = this.table(data);
    const quoted = (text: string | number) =>
      typeof text === 'string' && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const lines = [head, ...rows].map((row) => row.map(quoted).join(','));
    save(`${this.fileName()}.csv`, 'text/csv', `${lines.join('\r\n')}\r\n`);
  }

  private takePicture(data: Data): void {
    const plots = [...this.renderRoot.querySelectorAll('[data-plot]')];
    const picture = pictureOf(plots, this.finding(data), this.sub(data));
    save(`${this.fileName()}.svg`, 'image/svg+xml', picture);
  }

  private dataTable(data: Data): TemplateResult {
    const { head, rows } = this.table(data);
    const fitting = Math.max(1, Math.floor(most_cells / head.length));
    const shown = rows.slice(0, fitting);
    return html`<div
      class="data"
      id="data"
      tabindex="0"
      role="region"
      aria-label="Data of the figure"
    >
      <table>
        <caption>
          ${this.sub(data)}${
            shown.length < rows.length
              ? `: the first ${shown.length} of ${rows.length} rows; the download has them all`
              : nothing
          }
        </caption>
        <thead>
          <tr>
            ${head.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            ([first, ...others]) =>
              html`<tr>
                <th scope="row">${cell(first ?? '')}</th>
                ${others.map((value) => html`<td>${cell(value)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private trouble(): TemplateResult | typeof nothing {
    const { failure } = this;
    if (!failure) return nothing;
    // The page itself says above what the browser lacks; no second try helps.
    const tryAgain = failure.code === 'broken';
    return html`${failure.message}${
      tryAgain
        ? html`<button class="again" type="button" @click=${this.again}>Try again</button>`
        : nothing
    }`;
  }

  override render() {
    const { data, failure } = this;
    return html`<figure aria-busy=${data === null && failure === null}>
      <figcaption>${data ? this.finding(data) : this.subject}</figcaption>
      <p class="sub">${data ? this.sub(data) : failure ? '\u00a0' : 'Being computed …'}</p>
      ${this.plot(data)}
      <div class="controls">${this.controls()}</div>
      <p class="error" role="status">${this.trouble()}</p>
      ${
        data
          ? html`<div class="foot">
                <button
                  type="button"
                  aria-expanded=${this.open}
                  @click=${() => {
                    this.open = !this.open;
                  }}
                >
                  ${this.open ? 'Hide the data' : 'Show the data'}
                </button>
                <button type="button" @click=${() => this.takeData(data)}>Data (CSV)</button>
                <button type="button" @click=${() => this.takePicture(data)}>Picture (SVG)</button>
              </div>
              ${this.open ? this.dataTable(data) : nothing}`
          : nothing
      }
    </figure>`;
  }
}

const cell = (value: number | string) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
