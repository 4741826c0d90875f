// Work that was removed, or changed by an import, and can be brought back or removed for good.
import { html, nothing, type TemplateResult } from 'lit';
import { dateAndTime } from './dates.ts';
import type { Portfolio, Removed } from './portfolio.ts';

const texts: Record<Removed['why'], { happened: string; undo: string }> = {
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
  const { happened, undo: undoWords } = texts[removed.why];
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
