import { html, nothing, type TemplateResult } from 'lit';
import type { PosencError } from '../../core/errors.ts';
import { storageNotice, type StorageProblem } from '../../ui/storage-notice.ts';
import type { Session } from './session.ts';

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** What the results of a session cannot show, when they are from, and why they are not kept. */
export function sessionNotes(
  { active, hasLengths, seeds, taskInfo, live, endedAt }: Session,
  storageProblem: StorageProblem,
): TemplateResult | typeof nothing {
  if (active || !hasLengths) return nothing;
  const single =
    seeds === 1 ? ' One seed shows no spread: train more seeds before you trust a difference.' : '';
  const notice = storageNotice(storageProblem, 'this run');
  return html`<p class="note"><b>What this cannot show.</b> ${taskInfo.limits}${single}</p>
    ${
      live.length === 0 && endedAt !== null
        ? html`<p class="note">Trained in this browser on ${dates.format(endedAt)}.</p>`
        : nothing
    }
    ${
      notice
        ? html`<p class="message" role="status">${notice} Download the run to keep it.</p>`
        : nothing
    }`;
}

/** Why nothing can be trained. @param again asks once more */
export const failureText = ({ code, message }: PosencError, again: () => void): TemplateResult =>
  html`${message}${
    code === 'broken'
      ? html`<button class="button again" type="button" @click=${again}>Try again</button>`
      : nothing
  }`;
