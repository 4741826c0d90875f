// What a reader can copy and share: frequencies, a link, a card.
import { html, nothing, type TemplateResult } from 'lit';
import type { Exported } from './exports.ts';
import './exports-panel.ts';

interface TakeAway {
  /** Null for a model without RoPE. */
  exported: Exported | null;
  /** Whether it is a reader's own config. */
  isFromReader: boolean;
  /** What became of the last button. */
  message: string;
  copyLink: () => void;
  saveCard: () => void;
}

export function takeAwayCard(all: TakeAway): TemplateResult {
  const { exported, isFromReader, message, copyLink, saveCard } = all;
  return html`<section class="card" aria-label="Copy and share">
    ${
      exported
        ? html`<posenc-model-exports .exported=${exported}></posenc-model-exports>`
        : html`<h3>Copy and share</h3>`
    }
    <div class="row">
      <button class="button" type="button" @click=${copyLink}>Copy a link</button>
      <button class="button" type="button" @click=${saveCard}>Card (SVG)</button>
      <span class="status" role="status">${message}</span>
    </div>
    <p class="source">
      ${
        isFromReader
          ? 'The link contains the keys that matter here, after the #, which browsers do not send to any server.'
          : nothing
      }
    </p>
  </section>`;
}
