// The table of the record: for each sheet its score, its date and a summary of its verdicts.
import { html, nothing, type TemplateResult } from 'lit';
import type { Reason, Verdict } from '../core/api.ts';
import { entryOf, titleOf } from '../exercises/catalogue.ts';
import { symbols, wordsFor } from '../exercises/feedback.ts';
import { slipIn } from '../exercises/slips.ts';
import { nameOf, texts } from '../exercises/texts.ts';
import type { AnyGrade, GradedSheet } from './grader.ts';
import type { Portfolio, Removed } from './portfolio.ts';
import { runLink, runName } from './work-file.ts';

export const recordTable = (graded: readonly GradedSheet[]): TemplateResult =>
  html`<table>
    <thead>
      <tr>
        ${['Exercise', 'Variant', 'Checked', 'Best', 'When'].map(
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
      <td class="number" data-label="Variant:">
        ${isLab(exercise) ? 'own run' : exercise === 'quiz' ? '' : seed}
      </td>
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

// The verdicts on a sheet in short: "3 right. 1 not right: PE(5)[2] (The exponent is 2i/d, not i/d)."

/** In the order of the summary; of some outcomes, the items are named. */
const outcomes: readonly [outcome: Verdict['outcome'], items?: 'named'][] = [
  ['right'],
  ['convention'],
  ['carried-forward'],
  ['form', 'named'],
  ['wrong', 'named'],
  ['unreadable', 'named'],
  ['empty'],
];

const isLab = (exercise: string) => entryOf(exercise)?.kind === 'lab';

/** The name of an item: "omega[0]" of an exercise by hand is ω[0], a guess is named by its scheme. */
function itemName(exercise: string, item: string, number: number): string {
  if (exercise === 'prediction') return item.replace(/^guess-/, '');
  if (isLab(exercise)) return `question ${number}`;
  const text = texts[exercise];
  const [name = '', ...components] = item.split('[');
  return text ? [nameOf(name, text), ...components].join('[') : item.replaceAll('-', '−');
}

/** " (Positions start at 0)" */
const slipInBrackets = (exercise: string, reason: Reason) =>
  ` (${slipIn(exercise, reason)?.first.replace(/\.$/, '') ?? reason})`;

export const verdictSummary = (exercise: string, { items }: AnyGrade): TemplateResult[] =>
  outcomes.flatMap(([outcome, named]) => {
    const matching = items.filter((verdict) => verdict.outcome === outcome);
    // A quiz need not be answered in full: its questions without points are there for practice.
    if (matching.length === 0 || (exercise === 'quiz' && outcome === 'empty')) return [];
    const names = matching.map(({ item, reason }) => {
      const slip = outcome === 'wrong' && reason ? slipInBrackets(exercise, reason) : '';
      const number = items.findIndex((one) => one.item === item) + 1;
      return itemName(exercise, item, number) + slip;
    });
    const text = isLab(exercise) && outcome === 'form' ? 'close' : wordsFor(outcome).counted;
    // (What a question is called says nothing to a learner.)
    const list = named && exercise !== 'quiz' ? `: ${names.join(', ')}` : '';
    return html`<span class=${outcome}
      ><span aria-hidden="true">${symbols[outcome]}</span> ${matching.length} ${text}${list}.</span
    > `;
  });

// Work that was removed, or changed by an import, and can be brought back or removed for good.

const removalTexts: Record<Removed['why'], { happened: string; undo: string }> = {
  reset: { happened: 'Everything was reset', undo: 'Undo the reset' },
  import: { happened: 'A file was imported', undo: 'Undo the import' },
  undo: { happened: 'An import was undone', undo: 'Redo the import' },
};

interface Actions {
  undo: () => void;
  /** Removes it for good. */
  forget: () => void;
}

export function removedWork(
  { removed, hasUnreadable }: Portfolio,
  { undo, forget }: Actions,
): TemplateResult | typeof nothing {
  const forgetButton = html`<button type="button" data-do="forget" @click=${forget}>
    Delete permanently
  </button>`;
  if (!removed) {
    return hasUnreadable
      ? html`<div class="screen">
          <p class="soft">The parts that could not be read are still stored.</p>
          <div class="actions">${forgetButton}</div>
        </div>`
      : nothing;
  }
  const { happened, undo: undoWords } = removalTexts[removed.why];
  return html`<div class="screen">
    <p class="soft">
      ${happened} on ${dateAndTime(removed.at)}. Your earlier work is still stored.
    </p>
    <div class="actions">
      <button type="button" data-do="undo" @click=${undo}>${undoWords}</button>
      ${forgetButton}
    </div>
  </div>`;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const today = (): string => day.format(new Date());

/** @param at in ISO 8601 */
export const dateAndTime = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? 'unknown' : minute.format(Date.parse(at));
