// The lab's two plots: its measure by length, and wavelengths by pair. One remedy is highlighted in both.
import { html, nothing } from 'lit';
import {
  dotsOf,
  lengthRules,
  pairAxis,
  pairsOf,
  ringsOf,
  wavelengthAxis,
} from '../../figures/extension/wavelengths.ts';
import { plain } from '../../plots/format.ts';
import '../../plots/line-plot.ts';
import type { Series } from '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import {
  type Answer,
  isNew,
  type LabRemedy,
  longestOf,
  mainOf,
  type Scored,
  type Tried,
  triedAs,
} from './measure.ts';
import { lengthText, pairText } from './words.ts';

export function measurePlot(answer: Answer, highlighted: LabRemedy['id'], summary: string) {
  const { tried, lengths, options, results, measure } = answer;
  const line = ({ remedy }: Tried, n: number): Series => ({
    name: remedy.short,
    x: lengths,
    y: results?.[n]?.map(mainOf) ?? [],
    color: remedy.id === highlighted ? 'rope' : 'soft',
    as: remedy.id === 'none' ? 'dashed' : 'line',
    weight: remedy.id === highlighted ? 'thick' : 'thin',
    marked: true,
  });
  const all = tried.map((one, n) => ({ id: one.remedy.id, line: line(one, n) }));
  // The highlighted one lies above the others.
  const others = all.filter(({ id }) => id !== highlighted);
  const series = [...others, ...all.filter(({ id }) => id === highlighted)].map(({ line }) => line);
  const [first = 0] = lengths;
  return html`<posenc-line-plot
    data-plot=${measure.title}
    height="290"
    label=${measure.title}
    .summary=${summary}
    .series=${series}
    .across=${{
      title: 'length',
      scale: 'log',
      base: 2,
      mark: plain,
      domain: [first, longestOf(answer)],
      at: lengths,
    }}
    .up=${{
      ...measure.axis,
      title: `${measure.axis.title} (beyond ${options.trainLongest}: new positions only)`,
    }}
    .stops=${lengths}
    .stillWidths=${stillWidthsOfTwo}
    .describe=${(stop: number) => lengthText(answer, stop)}
  ></posenc-line-plot>`;
}

export function wavelengthPlot(answer: Answer | null, highlighted: LabRemedy['id']) {
  const last = answer ? answer.lengths.length - 1 : 0;
  const afterOf = ({ at }: Tried) => at[last]?.wavelengths ?? [];
  const others =
    answer?.tried.filter(({ remedy: { id } }) => id !== 'none' && id !== highlighted) ?? [];
  const chosen = answer && triedAs(answer, highlighted);
  const series: Series[] =
    answer && chosen
      ? [
          ...lengthRules(answer.options.trainLongest, longestOf(answer), 'tested'),
          ...others.map((one): Series => ({
            name: '',
            x: pairsOf(afterOf(one)),
            y: afterOf(one),
            color: 'soft',
            as: 'line',
            weight: 'thin',
          })),
          ringsOf('as trained', answer.own.wavelengths),
          ...(highlighted === 'none'
            ? []
            : [
                { ...dotsOf('', afterOf(chosen)), as: 'line' as const },
                dotsOf(chosen.remedy.short, afterOf(chosen)),
              ]),
        ]
      : [];
  const pairs = answer
    ? Array.from(answer.own.wavelengths, (_, i) => pairText(answer, highlighted, i)).join('. ')
    : '';
  return html`<posenc-line-plot
    data-plot="Wavelength of each pair"
    height="290"
    label="Wavelength of each pair, as trained and with a remedy"
    .summary=${pairs}
    .series=${series}
    .across=${pairAxis}
    .up=${wavelengthAxis}
    .stops=${pairsOf(answer?.own.wavelengths ?? [])}
    .stillWidths=${stillWidthsOfTwo}
    .describe=${(i: number) => (answer ? pairText(answer, highlighted, i) : '')}
  ></posenc-line-plot>`;
}

// All numbers of the lab, as a table under its plots.

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
