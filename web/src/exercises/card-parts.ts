// The parts that the cards of all exercises have.
import { html, nothing, type TemplateResult } from 'lit';
import type { Item } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { entryOf } from './catalogue.ts';
import type { Statement } from './feedback.ts';

type Part = TemplateResult | typeof nothing;

/** Whether the core has answered. 'unsupported': this browser cannot run it, so that trying again does not help. */
export type Phase = 'loading' | 'ready' | 'failed' | 'unsupported';

/** The phase after the core could not be asked. */
export const phaseAfter = (error: unknown): Phase =>
  error instanceof PosencError && error.code === 'unsupported' ? 'unsupported' : 'failed';

/** The title of an exercise, with its number in the course. */
export function cardTitle(exercise: string): TemplateResult {
  const { title = exercise, label = '' } = entryOf(exercise) ?? {};
  return html`<h3>${title}${label ? html` <small>${label}</small>` : nothing}</h3>`;
}

export const loadingMessage = html`<p class="soft loading">Loading …</p>`;

export const unknownExercise = (name: string): TemplateResult =>
  html`<p class="error">There is no exercise "${name}".</p>`;

export const errorMessage = (message: string): Part =>
  message ? html`<p class="error" role="alert">${message}</p>` : nothing;

/** Said where the script with a solution does not come. */
export const solutionNotLoaded =
  'The solution could not be loaded. It needs a network connection the first time.';

export const storedOnDevice = html`<span class="soft kept">Saved on this device.</span>`;

/** @param text as noticeOf() returns it */
export const storageNotice = (text: string): TemplateResult =>
  html`<p class="notice kept" role="status">${text}</p>`;

/** A statement about an answer, with a link to where the lesson explains it. @param label what goes before it */
export const statementText = ({ first, why, shown }: Statement, label = ''): TemplateResult =>
  html`<b>${label}${first}</b> ${why}
    ${shown ? html`<a href=${shown.href}>See ${shown.title}</a>.` : nothing}`;

/** An open hint, which takes the focus when it is opened. */
export const hintText = ({ hint }: Item, id: string | typeof nothing = nothing): TemplateResult =>
  html`<p class="hint" id=${id} tabindex="-1"><b>Hint:</b> ${hint}</p>`;
