import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ShippedModel } from '../core/api.ts';
import { AfterPress } from '../ui/after-press.ts';
import { whileConnected } from '../ui/connected.ts';
import { DropOnPage, type Dropped, dropStyle, isField } from '../ui/drop-on-page.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { clipboardText } from '../ui/paste-field.ts';
import { ConfigEditor, placeIn } from './config-editor.ts';
import {
  type BareScaling,
  type OpenConfig,
  type Opened,
  openedFiles,
  openedText,
  withSizes,
} from './opening.ts';
import './search.ts';

const openStyle = css`
  :host {
    margin: 0;
  }
  .panel {
    padding: 1.1rem 1.2rem 0.9rem;
    border: 1px solid var(--posenc-line);
    border-radius: 10px;
    background: var(--posenc-sheet);
    font: 0.9rem/1.45 var(--posenc-sans);
  }
  .ways {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.9rem 1.8rem;
    align-items: end;
  }
  .or {
    margin: 0 0 0.3rem;
    font-weight: 600;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
  }
  .button {
    box-sizing: border-box;
    min-height: 2.7rem;
  }
  .error {
    overflow-wrap: anywhere;
    padding: 0.5rem 0.8rem;
    border-left: 4px solid var(--posenc-wrong);
    border-radius: 0 6px 6px 0;
    background: color-mix(in srgb, var(--posenc-wrong) 8%, transparent);
  }
  #place {
    margin-top: 0.6rem;
  }
  .sizes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
    gap: 0.6rem 1rem;
    align-items: end;
    margin: 0.8rem 0 0;
  }
  .sizes p {
    grid-column: 1 / -1;
    margin: 0;
  }
  .sizes input {
    box-sizing: border-box;
    display: block;
    width: 100%;
    min-height: 2.5rem;
    padding: 0.3rem 0.6rem;
    font: 0.9rem var(--posenc-mono);
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  .sizes .button {
    justify-self: start;
  }
  @media (pointer: coarse) {
    .sizes input {
      font-size: 16px;
    }
  }
  @media (max-width: 40rem) {
    .panel {
      padding-inline: 0.8rem;
    }
    .ways {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;

const pasted = 'the clipboard';
const pastedName = 'Pasted config';
const nameOf = (name: string): string => (name === pasted ? pastedName : name);

/** Indented, as a reader can change it. */
function indented(text: string): string {
  try {
    return text.includes('\n') ? text : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The number typed into a box; NaN if it is not one, null if the box is empty. */
function numberIn(box: FormDataEntryValue | null): number | null {
  const text = (typeof box === 'string' ? box : '').replace(/[\s\u202f,]/g, '');
  return text === '' ? null : Number(text);
}

/**
 * Where a reader chooses a model, or opens a config: from a list by name, from a file, from the clipboard, by dropping a
 * file anywhere on the page, or by changing the text of the config that is shown. Nothing is sent anywhere.
 *
 * Fires `reading` when the reader has given something, or has changed the text: what is shown does not belong to it. Then
 * fires `choose` (detail: a shipped model), `config` (detail: an OpenConfig) or `refused`, if it is neither. `config`: what is
 * shown, null for nothing. `problem`: what is wrong with the last config, as a sentence; `refused`: the text of that config, if
 * it is what is wrong.
 */
export class PosencModelOpen extends AfterPress {
  static override properties = {
    models: { attribute: false },
    config: { attribute: false },
    problem: { type: String },
    refused: { attribute: false },
    openingProblem: { state: true },
    scaling: { state: true },
  };

  static override styles = [figureStyle, dropStyle, openStyle];

  declare models: readonly ShippedModel[];
  declare config: OpenConfig | null;
  declare problem: string;
  declare refused: string;
  /** Found before the text reached the core. */
  declare private openingProblem: string;
  declare private scaling: BareScaling | null;

  /** Of what is in the editor. */
  private editedName = pastedName;
  /** What was handed to the page last: the editor has it already. */
  private handed = '';
  private readonly drop = new DropOnPage(this, (dropped) => void this.onDrop(dropped));
  private readonly editor: ConfigEditor = new ConfigEditor(
    this,
    () => this.begin(),
    (text) => this.onEdit(text),
  );

  constructor() {
    super();
    this.models = [];
    this.config = null;
    this.problem = '';
    this.refused = '';
    this.openingProblem = '';
    this.scaling = null;
    whileConnected(this, () => [this.listen(), () => this.editor.stop()]);
  }

  override willUpdate(changed: PropertyValues): void {
    const { config } = this;
    if (changed.has('config') && config && !this.editor.isWaiting && config.text !== this.handed) {
      this.edit(config.name, indented(config.text));
    }
    if (changed.has('problem') && this.problem !== '' && !config) {
      // What cannot be read can be corrected, if it is here.
      if (this.handed !== '' && this.refused === this.handed) this.editor.open();
      else this.editor.show('');
    }
  }

  /** A config can be pasted anywhere but into a field. */
  private listen(): () => void {
    const pasted = (event: ClipboardEvent) => this.onPaste(event);
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }

  private async onDrop({ files, text }: Dropped): Promise<void> {
    this.take(
      files.length === 0 && text ? openedText(text, 'dropped text') : await openedFiles([...files]),
    );
  }

  private onPaste(event: ClipboardEvent): void {
    if (event.composedPath().some(isField)) return;
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) void openedFiles(files).then((opened) => this.take(opened));
    else this.takeText(event.clipboardData?.getData('text/plain') ?? '');
  }

  private async onPasteButton(): Promise<void> {
    const text = await clipboardText();
    if (text !== null) {
      this.takeText(text);
      return;
    }
    this.editedName = pastedName;
    await this.editor.askForText();
  }

  private takeText(text: string): void {
    if (text.trim() !== '') this.take(openedText(text, pasted));
    else this.openingProblem = 'There is no text on the clipboard. Copy a config.json first.';
  }

  /** What is shown belongs to something else from now on. */
  private begin(): void {
    this.handed = '';
    this.openingProblem = '';
    this.scaling = null;
    this.dispatchEvent(new CustomEvent('reading'));
  }

  private edit(name: string, text: string): void {
    this.editedName = nameOf(name);
    this.editor.show(text);
  }

  private take(opened: Opened): void {
    const { name, text } =
      'config' in opened
        ? opened.config
        : 'scaling' in opened
          ? opened.scaling
          : { name: '', text: '' };
    this.edit(name, text);
    this.hand(opened);
    // (Not while the reader is typing.)
    if (this.scaling) void this.askSizes();
  }

  /** The text in the editor was changed. */
  private onEdit(text: string): void {
    const name = this.editedName;
    const edited = name === pastedName || name.endsWith(', edited') ? name : `${name}, edited`;
    if (text.trim() === '') {
      this.begin();
      this.dispatchEvent(new CustomEvent('refused'));
    } else {
      this.hand(openedText(text, edited));
    }
  }

  private hand(opened: Opened): void {
    this.begin();
    if ('config' in opened) {
      this.show(opened.config);
      return;
    }
    this.openingProblem = 'problem' in opened ? opened.problem : '';
    this.scaling = 'scaling' in opened ? opened.scaling : null;
    this.dispatchEvent(new CustomEvent('refused'));
  }

  private async askSizes(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLInputElement>('.sizes input')?.select();
  }

  private show(config: OpenConfig): void {
    this.handed = config.text;
    const named = { ...config, name: nameOf(config.name) };
    this.dispatchEvent(new CustomEvent('config', { detail: named }));
  }

  private async onFile(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // The same file, changed, can be opened again.
    input.value = '';
    if (files.length > 0) this.take(await openedFiles(files));
  }

  private onSizes(event: SubmitEvent): void {
    event.preventDefault();
    if (!this.scaling) return;
    const data = new FormData(event.target as HTMLFormElement);
    const [width, base, longest] = ['width', 'base', 'longest'].map((name) =>
      numberIn(data.get(name)),
    );
    const wrong = [
      ['The width of a head', width],
      ['The base', base],
      ['The longest text', longest ?? (this.scaling.needsLongest ? null : 0)],
    ].find(([, value]) => value === null || Number.isNaN(value));
    if (wrong || typeof width !== 'number' || typeof base !== 'number') {
      this.openingProblem = `${wrong?.[0]} must be a number.`;
      return;
    }
    const config = withSizes(this.scaling, width, base, longest ?? null);
    this.take({ config });
  }

  /** After the reader has chosen something else. */
  private choose(model: ShippedModel): void {
    this.editor.stop();
    this.begin();
    this.dispatchEvent(new CustomEvent('choose', { detail: model }));
  }

  private sizes({ base, needsLongest }: BareScaling): TemplateResult {
    const box = (name: string, label: string, value: string, isNeeded = true) =>
      html`<label
        >${label}
        <input
          name=${name}
          type="text"
          inputmode="numeric"
          autocomplete="off"
          .value=${value}
          ?required=${isNeeded}
      /></label>`;
    return html`<form class="sizes" novalidate @submit=${this.onSizes}>
      <p>
        This is a scaling without its model. Add ${needsLongest ? 'three' : 'two'} numbers to see
        it.
      </p>
      ${box('width', 'Width of a head', '128')}
      ${box('base', 'Base (rope_theta)', String(base ?? 10000))}
      ${box('longest', `Longest text${needsLongest ? '' : ' (optional)'}`, '', needsLongest)}
      <button class="button main" type="submit">Show</button>
    </form>`;
  }

  override render() {
    const problem = this.openingProblem || this.problem;
    const place = this.editor.isOpen ? placeIn(problem) : null;
    return html`<section class="panel" aria-label="Choose a model">
      <div class="ways">
        <posenc-model-search
          label=${this.models.length > 0 ? `Choose one of ${this.models.length} models` : 'Choose a model'}
          .models=${this.models}
          @choose=${(event: CustomEvent<ShippedModel>) => this.choose(event.detail)}
        ></posenc-model-search>
        <div class="own">
          <p class="or" id="or">Or use your own config.json or GGUF file</p>
          <div class="buttons" role="group" aria-labelledby="or">
            <label class="button file"
              >Open a file
              <input type="file" aria-describedby="problem" @change=${this.onFile} />
            </label>
            <button class="button" type="button" @click=${() => void this.onPasteButton()}>
              Paste
            </button>
            ${this.editor.button()}
          </div>
        </div>
      </div>
      ${this.editor.field(problem !== '')}
      <p class="error" id="problem" role="alert">${problem}</p>
      ${
        place
          ? html`<button
              class="button"
              id="place"
              type="button"
              @click=${() => void this.editor.select(place)}
            >
              Go to line ${place.line}
            </button>`
          : nothing
      }
      ${this.scaling ? this.sizes(this.scaling) : nothing}
      <p class="private">
        You can also drop the file anywhere on this page. It is read in your browser and never sent
        anywhere.
      </p>
      ${this.drop.render('Drop the config.json or GGUF file to open it')}
    </section>`;
  }
}

customElements.define('posenc-model-open', PosencModelOpen);
