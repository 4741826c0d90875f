// The numbers of a figure as a table, for readers who cannot see it and for download.
import { html, nothing, type TemplateResult } from 'lit';

export interface DataTable {
  head: readonly string[];
  count: number;
  row: (n: number) => readonly (number | string)[];
}

/** The page shows at most this many cells; the download has all. */
const maxCells = 6000;

/** The lines of a file of comma-separated values. */
export function csvOf({ head, count, row }: DataTable): string[] {
  const quoted = (text: string | number) =>
    typeof text === 'string' && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (cells: readonly (number | string)[]) => `${cells.map(quoted).join(',')}\r\n`;
  const parts = [line(head)];
  for (let n = 0; n < count; n++) parts.push(line(row(n)));
  return parts;
}

/** The table in the page, with the id `data`. */
export function dataTable({ head, count, row }: DataTable, about: string): TemplateResult {
  const shown = Math.min(count, Math.max(1, Math.floor(maxCells / head.length)));
  return html`<div
    class="data sideways"
    id="data"
    tabindex="0"
    role="region"
    aria-label="The figure’s data"
  >
    <table>
      <caption>
        ${about}${
          shown < count
            ? `: the first ${shown} of ${count} rows; the download has all of them`
            : nothing
        }
      </caption>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${Array.from({ length: Math.min(shown, count) }, (_, n) => {
          const [first = '', ...others] = row(n);
          return html`<tr>
            <th scope="row">${cell(first)}</th>
            ${others.map((value) => html`<td>${cell(value)}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

const cell = (value: number | string) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
