// All numbers of the lab, as a table under its plots.
import { html, nothing } from 'lit';
import { type Answer, isNew, type LabRemedy } from './answer.ts';
import type { Scored } from './measure.ts';

export interface Highlighting {
  highlighted: LabRemedy['id'];
  /** While the mouse is over a remedy; null once it leaves the table. */
  point(id: LabRemedy['id'] | null): void;
  choose(id: LabRemedy['id']): void;
}

/** Pointing at a remedy highlights it in both plots, and a click keeps it highlighted. */
export function resultsTable(
  { tried, lengths, options, measure }: Answer,
  results: readonly Scored[][],
  { highlighted, point, choose }: Highlighting,
) {
  const cell = (value: number | null) => (value === null ? nothing : measure.cell(value));
  return html`<div>
    <table class="results" @pointerleave=${() => point(null)}>
      <caption>
        ${measure.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col" rowspan="2">remedy</th>
          ${lengths.map(
            (length) =>
              html`<th scope="colgroup" colspan=${isNew(length, options) ? 2 : 1}>
                length ${length}
              </th>`,
          )}
        </tr>
        <tr>
          ${lengths.map(
            (length) =>
              html`<th scope="col">old</th>
                ${isNew(length, options) ? html`<th scope="col">new</th>` : nothing}`,
          )}
        </tr>
      </thead>
      <tbody>
        ${tried.map(
          ({ remedy }, n) =>
            html`<tr
              class=${remedy.id === highlighted ? 'chosen' : ''}
              @pointerenter=${(event: PointerEvent) => {
                if (event.pointerType === 'mouse') point(remedy.id);
              }}
              @click=${() => choose(remedy.id)}
            >
              <th scope="row">${remedy.name}</th>
              ${lengths.map((length, stop) => {
                const { fresh, old } = results[n]?.[stop] ?? { fresh: null, old: null };
                return html`<td>${cell(old)}</td>
                  ${isNew(length, options) ? html`<td>${cell(fresh)}</td>` : nothing}`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
