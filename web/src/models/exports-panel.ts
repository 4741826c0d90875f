import { html, LitElement, nothing } from 'lit';
import { save } from '../ui/download.ts';
import { fieldStyle } from '../ui/field-style.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { copied } from './copy.ts';
import { type Exported, fileNameOf, formats } from './exports.ts';
import { modelsStyle } from './models-style.ts';

/** The frequencies of a model to copy or download, in a form to choose. */
export class PosencModelExports extends LitElement {
  static override properties = {
    exported: { attribute: false },
    format: { state: true },
    message: { state: true },
  };

  static override styles = [figureStyle, fieldStyle, modelsStyle];

  declare exported: Exported | null;
  declare private format: string;
  declare private message: string;

  constructor() {
    super();
    this.exported = null;
    this.format = 'csv';
    this.message = '';
  }

  private get text(): string {
    return this.exported ? (formats[this.format]?.write(this.exported) ?? '') : '';
  }

  private download(): void {
    const { ending = 'txt', type = 'text/plain' } = formats[this.format] ?? {};
    if (this.exported)
      save(
        `${fileNameOf(this.exported.model, this.exported.rope.layers)}-inv-freq.${ending}`,
        type,
        [this.text],
      );
  }

  private async copy(): Promise<void> {
    this.message = await copied(this.text, 'Frequencies');
  }

  override render() {
    const reading = this.exported?.reading ?? null;
    return html`<h3>
        Inverse frequencies${reading === null ? nothing : html` as drawn: ${reading}`}
      </h3>
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
