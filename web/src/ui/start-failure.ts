// What a part of a page shows where it could not begin.
import { html, nothing, type TemplateResult } from 'lit';

/** Why, with a button to try again. @param message '' where nothing failed */
export const startFailure = (
  message: string,
  again: () => unknown,
): TemplateResult | typeof nothing =>
  message === ''
    ? nothing
    : html`<p class="error">
        ${message}
        <button class="button again" type="button" @click=${() => void again()}>Try again</button>
      </p>`;
