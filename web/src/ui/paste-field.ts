import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { focusIn } from './focus.ts';

/** A text that a reader pastes: with a button where the browser allows that, and else into a field. */
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
    let text: string;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      this.isOpen = true;
      this.host.requestUpdate();
      await focusIn(this.host, 'textarea');
      return;
    }
    this.take(text);
  }

  /** Pasted text counts at once, typed text when the field is left. */
  private onField(event: Event): void {
    const isPasted = event instanceof InputEvent && event.inputType.startsWith('insertFromPaste');
    const { value } = event.target as HTMLTextAreaElement;
    if ((isPasted || event.type === 'change') && value.trim() !== '') this.take(value);
  }

  /** A field that showed a whole book would block the page. */
  private onBook(event: ClipboardEvent): void {
    event.preventDefault();
    this.take(event.clipboardData?.getData('text/plain') ?? '');
  }

  button(): TemplateResult {
    return html`<button class="button" type="button" @click=${() => void this.onButton()}>
      Paste
    </button>`;
  }

  /** Its error is beside it, with the id `problem`. @param isBook whether what is pasted is too long to be shown */
  field(label: string, rows: number, isBook = false): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const onField = (event: Event) => this.onField(event);
    return html`<label class="paste"
      >${label}
      <textarea
        rows=${rows}
        spellcheck="false"
        autocomplete="off"
        aria-describedby="problem"
        @paste=${isBook ? (event: ClipboardEvent) => this.onBook(event) : nothing}
        @input=${onField}
        @change=${onField}
      ></textarea>
    </label>`;
  }
}
