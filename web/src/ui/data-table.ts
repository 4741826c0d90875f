import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { afterFrame } from './after-press.ts';
import type { DataTable } from './download.ts';

/** The page shows at most this many cells; the download has all. */
const maxCells = 6000;
/** Thousands of cells keep an old phone busy for a second: about that many come first. */
const firstCells = 600;
/** Rows that fill the frame, unless they are very long. */
const usualRows = 16;
const mostFirstCells = 2 * firstCells;
/** New numbers come when there have been no newer ones for so long: an old phone lays out the cells for a tenth of a second. */
const restMs = 500;

const written = (value: number | string): string =>
  String(
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value,
  );

/** The first `rows` of a table. (A template for each cell would take longer than all else.) */
function bodyOf({ row }: DataTable, rows: number): HTMLTableSectionElement {
  const body = document.createElement('tbody');
  for (let n = 0; n < rows; n++) {
    const line = body.insertRow();
    row(n).forEach((value, column) => {
      const cell = document.createElement(column === 0 ? 'th' : 'td');
      if (column === 0) cell.scope = 'row';
      cell.textContent = written(value);
      line.append(cell);
    });
  }
  return body;
}

/**
 * The numbers of a figure: first some rows, and a button for the others.
 *
 * `table` and `about`, its caption, are properties. It has the styles of where it is.
 */
export class PosencDataTable extends LitElement {
  static override properties = {
    table: { attribute: false },
    about: { attribute: false },
    isBegun: { state: true },
    isWhole: { state: true },
  };

  declare table: DataTable;
  declare about: string;
  /** Its rows and their heads, which may be hundreds, come a frame after it has been opened. */
  declare private isBegun: boolean;
  declare private isWhole: boolean;

  private body: HTMLTableSectionElement | null = null;
  private timer = 0;

  constructor() {
    super();
    this.table = { head: [], count: 0, row: () => [] };
    this.about = '';
    this.isBegun = false;
    this.isWhole = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** At most that many rows fit into the page. */
  private get mostRows(): number {
    const { count, head } = this.table;
    return Math.min(count, Math.max(1, Math.floor(maxCells / head.length)));
  }

  private get rows(): number {
    const columns = this.table.head.length;
    const fewest = Math.min(usualRows, Math.ceil(mostFirstCells / columns));
    const first = Math.max(fewest, Math.floor(firstCells / columns));
    return this.isWhole ? this.mostRows : Math.min(this.mostRows, first);
  }

  override firstUpdated(): void {
    afterFrame(() => (this.isBegun = true));
  }

  override willUpdate(changed: PropertyValues): void {
    if (!this.isBegun) return;
    if (changed.has('isBegun') || changed.has('isWhole')) this.body = bodyOf(this.table, this.rows);
    else if (changed.has('table')) this.renew();
  }

  /** The picture goes first. */
  private renew(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.body = bodyOf(this.table, this.rows);
      this.requestUpdate();
    }, restMs);
  }

  private showWhole(): void {
    afterFrame(() => (this.isWhole = true));
    // The button, which has the focus, goes.
    this.parentElement?.focus({ preventScroll: true });
  }

  override render() {
    const { about, isBegun, rows, mostRows } = this;
    const { count, head } = this.table;
    const others = mostRows < count ? '; the download has all of them' : '';
    const more = mostRows < count ? `Show ${mostRows} rows` : `Show all ${count} rows`;
    return html`<table>
        <caption>
          <span
            >${about}${rows < count ? `: the first ${rows} of ${count} rows${others}` : nothing}</span
          >
        </caption>
        <thead>
          <tr>
            ${isBegun ? head.map((name) => html`<th scope="col">${name}</th>`) : nothing}
          </tr>
        </thead>
        ${this.body}
      </table>
      ${
        rows < mostRows
          ? html`<button class="button" type="button" @click=${() => this.showWhole()}>
              ${more}
            </button>`
          : nothing
      }`;
  }
}

customElements.define('posenc-data-table', PosencDataTable);

/** The table in the page, with the id `data`. */
export const dataTable = (table: DataTable, about: string): TemplateResult =>
  html`<div
    class="data sideways"
    id="data"
    tabindex="0"
    role="region"
    aria-label="The figure’s data"
  >
    <posenc-data-table .table=${table} .about=${about}></posenc-data-table>
  </div>`;
