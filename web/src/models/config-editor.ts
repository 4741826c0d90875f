// The text of a config in a field: what is pasted counts at once, what is typed after a short rest.
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { focusIn } from '../ui/focus.ts';

/** What is typed counts once nothing has been typed for this long. */
const restMs = 250;
/** A longer text would block the page. */
const most = 200_000;

/** A place in a text, each from 1. */
interface Place {
  line: number;
  column: number;
}

/** The place that an error of the core names; null if it names none. */
export function placeIn(problem: string): Place | null {
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(problem) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}

/** Where a place is in a text, and where what stands there ends. (The core counts characters, a string has units.) */
export function rangeOf(text: string, { line, column }: Place): [start: number, end: number] {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const its = lines[line - 1] ?? '';
  const start = before + [...its].slice(0, column - 1).join('').length;
  const [part = ''] = /^("[^"\n]*"?|[\w.+-]+|.)/u.exec(text.slice(start)) ?? [];
  return [start, start + part.length];
}

export class ConfigEditor {
  isOpen = false;
  private text = '';
  private rest = 0;

  /**
   * @param changed is called with each key: what was read before is not this text's
   * @param take gets the text, which may be empty
   */
  constructor(
    private readonly host: LitElement,
    private readonly changed: () => void,
    private readonly take: (text: string) => void,
  ) {}

  get hasText(): boolean {
    return this.text !== '';
  }

  /** What was typed last has not been taken yet. */
  get isWaiting(): boolean {
    return this.rest !== 0;
  }

  /** Another text replaces what is in the field. */
  show(text: string): void {
    this.stop();
    this.text = text.length > most ? '' : text;
    if (this.text === '') this.isOpen = false;
    void this.fill();
  }

  open(): void {
    this.isOpen = true;
    void this.fill();
  }

  /** (Not by the template, which would set what is typed, too: the browser knows how to undo that.) */
  private async fill(): Promise<void> {
    this.host.requestUpdate();
    await this.host.updateComplete;
    const field = this.host.renderRoot.querySelector('textarea');
    if (field && field.value !== this.text) field.value = this.text;
  }

  /** An empty field to paste into. */
  async askForText(): Promise<void> {
    this.show('');
    this.open();
    await focusIn(this.host, 'textarea');
  }

  /** Selects a place in the field. */
  async select(place: Place): Promise<void> {
    this.open();
    await focusIn(this.host, 'textarea');
    const field = this.host.renderRoot.querySelector('textarea');
    field?.setSelectionRange(...rangeOf(field.value, place));
  }

  stop(): void {
    clearTimeout(this.rest);
    this.rest = 0;
  }

  private taken(): void {
    this.stop();
    this.take(this.text);
  }

  private onInput(event: Event): void {
    this.text = (event.target as HTMLTextAreaElement).value;
    this.stop();
    this.changed();
    const isPasted = event instanceof InputEvent && event.inputType.startsWith('insertFromPaste');
    if (isPasted) this.taken();
    else this.rest = window.setTimeout(() => this.taken(), restMs);
  }

  private onLeave(): void {
    if (this.isWaiting) this.taken();
  }

  button(): TemplateResult | typeof nothing {
    if (!this.hasText) return nothing;
    const toggle = () => {
      this.isOpen = !this.isOpen;
      void this.fill();
    };
    return html`<button
      class="button"
      type="button"
      aria-expanded=${this.isOpen}
      aria-controls="text"
      @click=${toggle}
    >
      Edit
    </button>`;
  }

  /** Its error is below it, with the id `problem`. */
  field(isWrong: boolean): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<label class="paste"
      >Text of the config: paste or edit it
      <textarea
        id="text"
        rows="10"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        aria-describedby="problem"
        aria-invalid=${isWrong}
        @input=${(event: Event) => this.onInput(event)}
        @change=${() => this.onLeave()}
      ></textarea>
    </label>`;
  }
}
