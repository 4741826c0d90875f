import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { focusIn } from './focus.ts';

/** What is on the clipboard; null where the browser does not say. */
export const clipboardText = (): Promise<string | null> =>
  // (A page without a secure address has no clipboard.)
  Promise.resolve()
    .then(() => navigator.clipboard.readText())
    .catch(() => null);

/**
 * A text that a reader pastes: with a button where the browser allows that, and else into a field. The field does not keep
 * what is pasted: a whole book in it would block the page.
 */
export class PasteField {
  private isOpen = false;

  /** @param take gets what is pasted by the button, also nothing, and what is in the field if there is anything */
  constructor(
    private readonly host: LitElement,
    private readonly take: (text: string) => void,
  ) {}

  close(): void {
    this.isOpen = false;
    this.host.requestUpdate();
  }

  /** Reads the clipboard where the browser allows it, and else shows a field to paste into. */
  private async onButton(): Promise<void> {
    const text = await clipboardText();
    if (text !== null) {
      this.take(text);
      return;
    }
    this.isOpen = true;
    this.host.requestUpdate();
    await focusIn(this.host, 'textarea');
  }

  /** Typed text counts when the field is left. */
  private onChange(event: Event): void {
    const { value } = event.target as HTMLTextAreaElement;
    if (value.trim() !== '') this.take(value);
  }

  private onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    this.take(event.clipboardData?.getData('text/plain') ?? '');
  }

  button(): TemplateResult {
    return html`<button class="button" type="button" @click=${() => void this.onButton()}>
      Paste
    </button>`;
  }

  /** Its error is beside it, with the id `problem`. */
  field(label: string): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<label class="paste"
      >${label}
      <textarea
        rows="3"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="problem"
        @paste=${(event: ClipboardEvent) => this.onPaste(event)}
        @change=${(event: Event) => this.onChange(event)}
      ></textarea>
    </label>`;
  }
}
