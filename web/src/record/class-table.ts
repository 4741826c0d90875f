// The results of a class as a table, on the page and in a file.
import { html, nothing, type TemplateResult } from 'lit';
import { titleOf } from '../exercises/catalogue.ts';
import { slipIn } from '../exercises/slips.ts';
import { percent, quantity } from '../plots/format.ts';
import { csvOf } from '../ui/download.ts';
import type { ClassResults, Learner } from './handed-in.ts';
import { calledIn } from './handed-in.ts';
import { dateAndTime, verdictSummary } from './record-table.ts';
import { dateIn } from './work-file.ts';

const headOf = (exercise: string) => html`<th scope="col"><span>${titleOf(exercise)}</span></th>`;

function cellOf({ points, givenUp, differing }: Learner, exercise: string): TemplateResult {
  const own = points.get(exercise);
  const hasGivenUp = givenUp.has(exercise);
  const isDifferent = differing.has(exercise);
  return html`<td class=${isDifferent ? 'differs' : ''}>
    ${own ? html`${own.score} of ${own.max}` : html`<span class="soft">–</span>`}
    ${hasGivenUp ? html`<small>solution shown</small>` : nothing}
    ${isDifferent ? html`<small>file differs</small>` : nothing}
  </td>`;
}

/** What a learner got right and wrong. */
const answersOf = ({ rows }: Learner, columns: number) =>
  html`<tr>
    <td colspan=${columns}>
      <ul class="answers">
        ${rows.map(({ sheet, best, latest }) => {
          const { exercise, seed } = sheet;
          const grade = best ?? latest;
          return html`<li>
            <b>${titleOf(exercise)}</b>${seed === 0 ? '' : `, variant ${seed}`}:
            ${grade && verdictSummary(exercise, grade)}
          </li>`;
        })}
      </ul>
    </td>
  </tr>`;

export interface OpenRows {
  /** Whose answers are shown. */
  learners: ReadonlySet<Learner>;
  toggle: (learner: Learner) => void;
}

/** The class in a row is of use only where there are several. */
const rowOf = (learner: Learner, { exercises, learners }: ClassResults, opened: OpenRows) => {
  const { className, at, score } = learner;
  const isOneClass = learners.every((one) => one.className === className);
  const about = [isOneClass ? [] : (className ?? 'no class link'), dateAndTime(at)].flat();
  const isOpen = opened.learners.has(learner);
  return html`<tr>
      <th scope="row">
        <button
          type="button"
          class="learner"
          aria-expanded=${isOpen}
          @click=${() => opened.toggle(learner)}
        >
          ${calledIn(learner)}
        </button>
        <small>${about.filter(Boolean).join(', ')}</small>
      </th>
      <td>
        ${score === null ? html`<span class="soft">–</span>` : html`<b>${percent(score)}</b>`}
      </td>
      ${exercises.map((exercise) => cellOf(learner, exercise))}
    </tr>
    ${isOpen ? answersOf(learner, exercises.length + 2) : nothing}`;
};

const meanRow = ({ exercises, means }: ClassResults): TemplateResult =>
  html`<tfoot>
    <tr>
      <th scope="row">Mean</th>
      <td></td>
      ${exercises.map((exercise) => html`<td>${percent(means.get(exercise) ?? 0)}</td>`)}
    </tr>
  </tfoot>`;

/** The most that a class would discuss. */
const shownSlips = 5;

/** The slips of several learners, where there are any. */
export const frequentSlips = ({ slips }: ClassResults): TemplateResult | typeof nothing =>
  slips.length === 0
    ? nothing
    : html`<p class="title">Most frequent slips</p>
        <ul class="slips">
          ${slips.slice(0, shownSlips).map(({ exercise, reason, learners }) => {
            const slip = slipIn(exercise, reason);
            return html`<li>
              <b>${slip?.first ?? reason}</b> ${titleOf(exercise)},
              ${quantity(learners, 'learner')}.
            </li>`;
          })}
        </ul>`;

export const classTable = (results: ClassResults, opened: OpenRows): TemplateResult =>
  html`<div class="wide" tabindex="0" role="region" aria-label="The results of the class">
    <table>
      <thead>
        <tr>
          <th scope="col">Learner</th>
          <th scope="col">Set</th>
          ${results.exercises.map(headOf)}
        </tr>
      </thead>
      <tbody>
        ${results.learners.map((learner) => rowOf(learner, results, opened))}
      </tbody>
      ${results.learners.length > 1 ? meanRow(results) : nothing}
    </table>
  </div>`;

/** "12 learners; 2 files do not count; 1 score differs." */
export const summaryOf = ({ learners, uncounted, differences }: ClassResults): string => {
  const parts = [
    learners.length > 0 ? quantity(learners.length, 'learner') : 'None of these files counts',
    learners.length > 0 && uncounted.length > 0
      ? `${quantity(uncounted.length, 'file')} ${uncounted.length === 1 ? 'does' : 'do'} not count`
      : [],
    differences.length > 0
      ? `${quantity(differences.length, 'score')} in a file ${differences.length === 1 ? 'differs' : 'differ'}`
      : [],
  ];
  return `${parts.flat().join('; ')}.`;
};

export const classFileName = (at: Date): string => `posenc-class-${dateIn(at)}.csv`;

/** A spreadsheet takes a text that begins like this for a formula. */
const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The lines of a file of comma-separated values, with two columns for each exercise. */
export function classCsv({ exercises, learners }: ClassResults): string[] {
  return csvOf({
    head: [
      ...['learner', 'file', 'class', 'exported', 'score of the set'],
      ...exercises.flatMap((id) => [`${id}: points`, `${id}: of`]),
      'file differs in',
    ],
    count: learners.length,
    row: (n) => {
      const learner = learners[n];
      if (!learner) return [];
      const { name, path, className, at, score, points, differing } = learner;
      return [
        ...[name, path, className ?? '', at].map(asText),
        score ?? '',
        ...exercises.flatMap((id) => [points.get(id)?.score ?? '', points.get(id)?.max ?? '']),
        asText([...differing].join(' ')),
      ];
    },
  });
}
