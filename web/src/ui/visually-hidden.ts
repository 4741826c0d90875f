import { css, html } from 'lit';

/**
 * For text that is heard, not seen. (The page's own class is in style/visually-hidden.css, which does not apply inside
 * a figure.)
 */
export const visuallyHidden = css`
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** A live region: a screen reader speaks its text whenever it changes. */
export const liveRegion = (text: string) => html`<p class="unseen" role="status">${text}</p>`;
