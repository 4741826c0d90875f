import type { ReactiveControllerHost } from 'lit';

/** What an element announces in a live region; the same text twice in a row is announced twice. */
export class Announcement {
  text = '';
  private isOdd = false;

  constructor(private readonly host: ReactiveControllerHost) {}

  say(text: string): void {
    this.text = text;
    this.isOdd = !this.isOdd;
    this.host.requestUpdate();
  }

  /** The text for the live region. @param text the announced text, where it is only part of what stands there */
  spoken(text = this.text): string {
    // A screen reader speaks a text that has changed, even if only by an invisible space.
    return text && this.isOdd ? `${text}\u00A0` : text;
  }
}
