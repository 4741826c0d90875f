// The table of the record: for each sheet its score, its date and a summary of its verdicts.
import { html, nothing, type TemplateResult } from 'lit';
import { entryOf, titleOf } from '../exercises/catalogue.ts';
import { dateAndTime } from './dates.ts';
import type { GradedSheet } from './grader.ts';
import { runLink, runName } from './run-link.ts';
import { isLab, verdictSummary } from './verdict-summary.ts';

export const recordTable = (graded: readonly GradedSheet[]): TemplateResult =>
  html`<table>
    <thead>
      <tr>
        ${['Exercise', 'Seed', 'Checked', 'Best', 'When'].map(
          (head) => html`<th scope="col">${head}</th>`,
        )}
      </tr>
    </thead>
    ${graded.map((row) => sheetRows(row))}
  </table>`;

function sheetRows({ sheet, best, latest }: GradedSheet): TemplateResult {
  const { exercise, seed, attempts, setting, gaveUpAt } = sheet;
  const label = entryOf(exercise)?.label;
  const attempt = sheet.best ?? sheet.latest;
  const grade = sheet.best ? best : latest;
  const score = grade?.score ?? attempt?.score;
  const max = grade?.max ?? attempt?.max;
  const differs = grade && attempt?.score != null && attempt.score !== grade.score;
  return html`<tbody data-exercise=${exercise} data-seed=${seed} data-setting=${setting ?? nothing}>
    <tr>
      <th scope="row">${titleOf(exercise)}${label ? html` <small>${label}</small>` : nothing}</th>
      <td class="number" data-label="Seed:">${isLab(exercise) ? 'own run' : seed}</td>
      <td class="number" data-label="Checked:">${attempts || 'unknown'}</td>
      <td class="number" data-label="Best:">
        ${score == null ? 'not graded' : html`<b>${score} of ${max}</b>`}
      </td>
      <td class="number" data-label="When:">${dateAndTime(attempt?.at ?? '')}</td>
    </tr>
    <tr>
      <td class="verdicts" colspan="5">
        ${
          attempt?.outcome
            ? html`<span
                >About a run of
                <a href=${runLink(exercise, attempt.outcome, setting)}
                  >${runName(attempt.outcome, setting)}</a
                >.</span
              > `
            : nothing
        }
        ${grade ? verdictSummary(exercise, grade) : nothing}
        ${gaveUpAt ? html`<span class="gave-up">Solution shown ${dateAndTime(gaveUpAt)}.</span>` : nothing}
        ${
          differs
            ? html`<span class="differs"
                >Regraded: the score was ${attempt.score} when you checked it.</span
              >`
            : nothing
        }
      </td>
    </tr>
  </tbody>`;
}
