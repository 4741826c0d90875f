// The schemes in training: how far each is, or why it failed.
import { html, nothing, type TemplateResult } from 'lit';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Entry, Session } from './session.ts';
import { refusedControl } from './sizes.ts';
import { swatch } from './swatch.ts';
import { stateOf } from './words.ts';

/** @param retry trains a scheme again whose worker broke */
export const runList = (session: Session, retry: (entry: Entry) => void): TemplateResult =>
  html`<ul class="runs" aria-label="Schemes in training">
    ${session.entries.map((entry) => runRow(session, entry, retry))}
  </ul>`;

function runRow(session: Session, entry: Entry, retry: (entry: Entry) => void): TemplateResult {
  const { scheme, runs, options } = entry;
  const name = html`<span class="name">${swatch(scheme)} ${scheme.name}</span>`;
  const failed = runs.find(({ run }) => run.state === 'failed')?.run;
  if (failed instanceof TrainingRun) {
    const { failure } = failed;
    return html`<li>
      ${name}
      <span class="broken">
        ${
          // The problem with a number is shown beside its control.
          refusedControl(failure) ? 'not started' : stateOf(session, entry)
        }
        ${
          failure?.code === 'broken'
            ? html`<button class="button" type="button" @click=${() => retry(entry)}>
                Try again
              </button>`
            : nothing
        }
      </span>
    </li>`;
  }
  return html`<li>
    ${name}
    <progress
      aria-label="${scheme.name}, steps"
      class=${scheme.id}
      max=${options.steps * runs.length}
      .value=${runs.reduce((sum, { run }) => sum + run.losses.length, 0)}
    ></progress>
    <span class="state">${stateOf(session, entry)}</span>
  </li>`;
}
