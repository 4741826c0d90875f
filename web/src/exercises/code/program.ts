// The program of an exercise in code: its text until the editor is open, the error of its last run, and its output.
import { html, nothing, type TemplateResult } from 'lit';
import { failureText } from './failures.ts';
import { firstOpening } from './first-opening.ts';
import type { Failure } from './runner.ts';
import type { Solution } from './solutions.ts';

type Part = TemplateResult | typeof nothing;

/** The program to read, and a button that opens the editor. */
export const closedProgram = (source: string, disabled: boolean): TemplateResult =>
  html`<pre
      class="program"
      tabindex="0"
      role="group"
      aria-label="The program"
    ><code>${source}</code></pre>
    <div class="actions">
      <button type="submit" ?disabled=${disabled}>Open the editor</button>
      ${firstOpening()}
    </div>`;

/** The place of the editor, and its keys. */
export const openProgram = html`<div class="program"></div>
  <p class="keys soft" id="keys">
    Tab leaves the editor, <kbd>Ctrl-]</kbd> indents, <kbd>Ctrl-[</kbd> outdents, and
    <kbd>Ctrl-Enter</kbd> runs the tests (use ⌘ on a Mac).
  </p>`;

/** A button that leads to the line of an error, if that is known. */
export const lineButton = ({ line }: Failure, goToLine: (line: number) => void): Part =>
  line === null
    ? nothing
    : html`<button type="button" class="small" @click=${() => goToLine(line)}>
        Go to line ${line}
      </button>`;

/** The error that ended the program before any test. */
export const programFailure = (failure: Failure | null, goToLine: (line: number) => void): Part =>
  failure
    ? html`<div class="failure" role="alert">
        <p>${failureText(failure)}</p>
        ${lineButton(failure, goToLine)}
      </div>`
    : nothing;

export const printedText = (printed: string): Part =>
  printed
    ? html`<details open>
        <summary>Printed by your program</summary>
        <pre tabindex="0" role="group" aria-label="Printed by your program">${printed}</pre>
        <p class="soft">
          MicroPython 1.27 rounds printed ties away from zero: <code>'%.1f' % 0.25</code> is 0.3
          here, and 0.2 in CPython.
        </p>
      </details>`
    : nothing;

/** Solutions to compare with: first a button that asks for them, then the programs. */
export function referenceSolution(
  solutions: readonly Solution[],
  show: () => void,
): TemplateResult {
  if (solutions.length === 0) {
    return html`<div class="actions">
      <button type="button" @click=${show}>Compare with a solution</button>
    </div>`;
  }
  return html`<div class="solution" role="group" aria-labelledby="solution">
    <h4 id="solution" tabindex="-1">A solution to compare with</h4>
    ${solutions.map(
      ({ title, program }) =>
        html`${title ? html`<p>${title}:</p>` : nothing}
          <pre
            tabindex="0"
            role="group"
            aria-label=${title || 'A solution'}
          ><code>${program}</code></pre>`,
    )}
  </div>`;
}
