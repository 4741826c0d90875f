import { html, LitElement } from 'lit';
import type { ModelRope } from '../core/api.ts';
import { save } from '../ui/download.ts';
import { fieldStyle } from '../ui/field-style.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { copied } from './copy.ts';
import { formats, inFileName } from './exports.ts';
import { modelsStyle } from './models-style.ts';

/** The frequencies of a model to copy or download, in a form to choose. */
export class PosencModelExports extends LitElement {
  static override properties = {
    rope: { attribute: false },
    model: { type: String },
    format: { state: true },
    message: { state: true },
  };

  static override styles = [figureStyle, fieldStyle, modelsStyle];

  declare rope: ModelRope | null;
  declare model: string;
  declare private format: string;
  declare private message: string;

  constructor() {
    super();
    this.rope = null;
    this.model = '';
    this.format = 'csv';
    this.message = '';
  }

  private get text(): string {
    return this.rope ? (formats[this.format]?.write(this.rope, this.model) ?? '') : '';
  }

  private download(): void {
    const { ending = 'txt', type = 'text/plain' } = formats[this.format] ?? {};
    save(`${inFileName(this.model)}-inv-freq.${ending}`, type, [this.text]);
  }

  private async copy(): Promise<void> {
    this.message = await copied(this.text, 'Frequencies');
  }

  override render() {
    return html`<h3>Inverse frequencies</h3>
      <div class="row">
        <select
          aria-label="Format"
          @change=${(event: Event) => {
            this.format = (event.target as HTMLSelectElement).value;
            this.message = '';
          }}
        >
          ${Object.entries(formats).map(
            ([id, { name }]) =>
              html`<option value=${id} ?selected=${id === this.format}>${name}</option>`,
          )}
        </select>
        <button class="button" type="button" @click=${() => void this.copy()}>Copy</button>
        <button class="button" type="button" @click=${() => this.download()}>Download</button>
        <span class="status" role="status">${this.message}</span>
      </div>
      <pre tabindex="0" aria-label="Inverse frequencies">${this.text}</pre>`;
  }
}

customElements.define('posenc-model-exports', PosencModelExports);
