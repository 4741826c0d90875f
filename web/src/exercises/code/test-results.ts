// The tests of an exercise in code: all of them with their outcome, and one of them in detail.
import { html, nothing, type TemplateResult } from 'lit';
import type { CaseComparison, Grade, Item, Verdict } from '../../core/api.ts';
import { hintText, statementText } from '../card-parts.ts';
import { mark, sentence, statement } from '../feedback.ts';
import { isToLookAt, mayHint, type Sheet } from '../sheet.ts';
import { failureText } from './failures.ts';
import { cut, listed, picture } from './picture.ts';
import { lineButton } from './program.ts';
import type { Failure } from './runner.ts';
import type { CodeText } from './texts.ts';

type Part = TemplateResult | typeof nothing;

const verdictOn = (grade: Grade | null, call: string): Verdict | undefined =>
  grade?.items.find(({ item }) => item === call);

/** @param chosen the call of the test that is shown in detail */
export function testList(
  items: readonly Item[],
  grade: Grade | null,
  chosen: string | null,
  choose: (call: string) => void,
): TemplateResult {
  const test = (item: Item) => {
    const verdict = verdictOn(grade, item.id);
    const verdictMark = verdict && mark(verdict, '', item);
    const call = html`<code>${item.id}</code>`;
    // There is nothing to show of a test that has not run.
    if (!verdictMark) {
      const outcome = grade ? html`<span aria-hidden="true">–</span> not reached` : nothing;
      return html`<li data-case=${item.id} data-outcome="empty">
        <div>${call}<b>${outcome}</b></div>
      </li>`;
    }
    const { symbol, word } = verdictMark;
    return html`<li data-case=${item.id} data-outcome=${verdict.outcome}>
      <button
        type="button"
        class=${verdict.outcome}
        aria-pressed=${String(chosen === item.id)}
        @click=${() => choose(item.id)}
      >
        ${call}<b><span aria-hidden="true">${symbol}</span> ${word}</b>
      </button>
    </li>`;
  };
  return html`<h4 id="tests">Tests</h4>
    <ul class="cases" aria-labelledby="tests">
      ${items.map(test)}
    </ul>`;
}

interface Test {
  exercise: string;
  item: Item | undefined;
  grade: Grade | null;
  sheet: Sheet;
  text: CodeText;
  /** The error of its call in the last run, as long as the program has not been changed. */
  raised: Failure | undefined;
  comparison: CaseComparison | null;
}

interface Actions {
  openHint: (item: Item) => void;
  goToLine: (line: number) => void;
}

function explanation(
  { exercise, raised }: Test,
  verdict: Verdict,
  { goToLine }: Actions,
): TemplateResult {
  const { outcome, reason, message } = verdict;
  const stated = statement(verdict, exercise);
  if (!stated) return html`<p class="right"><b>Right.</b></p>`;
  return html`<p class=${outcome}>${statementText(stated)}</p>
    ${
      // Without a reason, the statement has the message already.
      reason && message && outcome !== 'convention' ? html`<p>${sentence(message)}</p>` : nothing
    }
    ${
      raised && isToLookAt(verdict)
        ? html`<p class="raised">${failureText(raised)} ${lineButton(raised, goToLine)}</p>`
        : nothing
    }`;
}

function hint({ sheet }: Test, item: Item, verdict: Verdict, { openHint }: Actions): Part {
  if (!mayHint(sheet, item, verdict)) return nothing;
  if (sheet.hints.includes(item.id)) return hintText(item);
  return html`<button type="button" class="small" @click=${() => openHint(item)}>Hint</button>`;
}

/** The test that is shown in detail. */
export function testDetails(test: Test, actions: Actions): Part {
  const { item, grade, sheet, text, comparison } = test;
  const verdict = item && verdictOn(grade, item.id);
  if (!verdict) return nothing;
  return html`<div class="case" role="group" aria-label=${`Test ${item.id}`}>
    <div class="say ${verdict.outcome}">
      <p><code>${item.id}</code></p>
      ${explanation(test, verdict, actions)} ${hint(test, item, verdict, actions)}
    </div>
    ${
      comparison && isToLookAt(verdict)
        ? html`<dl class="results">
            <dt>Expected</dt>
            <dd>${listed(comparison)}</dd>
            <dt>Got</dt>
            <dd>${cut(sheet.checked?.[item.id] ?? '')}</dd>
          </dl>`
        : nothing
    }
    ${comparison ? picture(comparison, text.axes) : nothing}
  </div>`;
}
