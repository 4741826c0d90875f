import { css, html, type ReactiveControllerHost } from 'lit';

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

/** The announcements of an element in a live region. The same text twice in a row is announced twice. */
export class Announcement {
  text = '';
  private isOdd = false;

  constructor(private readonly host: ReactiveControllerHost) {}

  say(text: string): void {
    this.text = text;
    this.isOdd = !this.isOdd;
    this.host.requestUpdate();
  }

  /**
   * The text for the live region.
   * @param text the whole text of the region, if the announced text is only part of it
   */
  spoken(text = this.text): string {
    // A screen reader speaks a text that has changed, even if only by an invisible space.
    return text && this.isOdd ? `${text}\u00A0` : text;
  }
}
