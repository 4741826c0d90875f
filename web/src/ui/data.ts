// The numbers behind a figure, for those who cannot see it and those who take them away.
import { html, nothing, type TemplateResult } from 'lit';

export interface DataTable {
  head: readonly string[];
  count: number;
  row: (n: number) => readonly (number | string)[];
}

/** More cells than this a page does not show at once; the download has them all. */
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

/** What is shown of them in the page; its id is `data`. */
export function dataTable({ head, count, row }: DataTable, about: string): TemplateResult {
  const shown = Math.min(count, Math.max(1, Math.floor(maxCells / head.length)));
  return html`<div
    class="data"
    id="data"
    tabindex="0"
    role="region"
    aria-label="Data of the figure"
  >
    <table>
      <caption>
        ${about}${
          shown < count
            ? `: the first ${shown} of ${count} rows; the download has them all`
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
