import { css, html, nothing, type TemplateResult } from 'lit';
import type { TextLimits } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { AfterPress } from '../../ui/after-press.ts';
import { whileConnected } from '../../ui/connected.ts';
import { dataTable } from '../../ui/data-table.ts';
import { csvOf, type DataTable, save } from '../../ui/download.ts';
import { DropOnPage, type Dropped, dropStyle } from '../../ui/drop-on-page.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { startFailure, storageNotice } from '../../ui/notices.ts';
import { PasteField } from '../../ui/paste-field.ts';
import { progressStyle } from '../../ui/progress-style.ts';
import { compute } from '../../worker/client.ts';
import { bookName } from './book.ts';
import { type ChosenText, currentText } from './current-text.ts';
import {
  bytesWords,
  isNamed,
  levelWords,
  readable,
  replacedWords,
  sentence,
  sizeWords,
} from './text-words.ts';

const textSourceStyle = css`
  :host {
    container: source / inline-size;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.5rem;
    margin: 0.2rem 0 0;
  }
  .button {
    overflow-wrap: anywhere;
    text-align: start;
  }
  .about {
    display: grid;
    gap: 0.9rem 2rem;
    margin: 0.9rem 0 0;
  }
  @container source (min-width: 44rem) {
    .about {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
  }
  .which {
    margin: 0 0 0.4rem;
    font-weight: 600;
  }
  .alphabet {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .alphabet li {
    box-sizing: border-box;
    min-width: 1.6rem;
    padding: 0.1rem 0.35rem;
    border: 1px solid var(--posenc-line);
    border-radius: 5px;
    background: var(--posenc-paper);
    font: 500 0.85rem/1.5 var(--posenc-mono);
    text-align: center;
  }
  .alphabet .named {
    font-family: var(--posenc-sans);
    font-size: 0.75rem;
    line-height: 1.7;
    color: var(--posenc-soft);
  }
  .soft {
    margin: 0.5rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .soft progress {
    width: 8rem;
    vertical-align: 0.1em;
  }
  dl {
    margin: 0;
  }
  .about dl div {
    display: grid;
    grid-template-columns: 5.2rem minmax(0, 1fr);
    gap: 0.2rem 0.8rem;
    padding: 0.3rem 0;
    border-top: 1px solid var(--posenc-line);
  }
  .about dt {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .about dd {
    margin: 0;
    color: var(--posenc-soft);
  }
`;

const pastedName = 'Pasted text';

/**
 * The text that the labs of the page train on: the book, or one that the reader opens, drops or pastes. It shows the
 * text's size, its alphabet, and what frequencies alone achieve. Nothing is sent anywhere.
 *
 *   <posenc-text-source></posenc-text-source>
 */
export class PosencTextSource extends AfterPress {
  static override properties = {
    text: { state: true },
    limits: { state: true },
    failure: { state: true },
    problem: { state: true },
    reading: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, dropStyle, progressStyle, textSourceStyle];

  /** The text that is chosen; null until it is there. */
  declare private text: ChosenText | null;
  declare private limits: TextLimits | null;
  /** Why there is no text at all. */
  declare private failure: PosencError | null;
  /** About the reader's last text or file. */
  declare private problem: string;
  /** Its name while it is read; else ''. */
  declare private reading: string;
  declare private announcement: string;

  /** The reader's actions and attempts to load are numbered: what is shown is about the last ones. */
  private lastChoice = 0;
  private lastLoad = 0;
  private readonly footer = new FigureFooter(this);
  private readonly drop = new DropOnPage(this, (dropped) => this.onDrop(dropped));
  private readonly paste: PasteField = new PasteField(this, (text) => void this.takePasted(text));

  constructor() {
    super();
    this.text = null;
    this.limits = null;
    this.failure = null;
    this.problem = '';
    this.reading = '';
    this.announcement = '';
    whileConnected(this, () => {
      currentText.addEventListener('change', this.show);
      return [() => currentText.removeEventListener('change', this.show)];
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.show();
  }

  private readonly show = (): void => void this.load();

  private async load(): Promise<void> {
    const load = ++this.lastLoad;
    this.failure = null;
    void this.loadLimits();
    try {
      const text = await currentText.get();
      if (load === this.lastLoad) this.text = text;
    } catch (error) {
      if (load !== this.lastLoad) return;
      this.text = null;
      this.failure = error as PosencError;
    }
    this.requestUpdate();
  }

  private async loadLimits(): Promise<void> {
    // (If the core cannot be asked there is no text either, and load() says why.)
    this.limits ??= await compute.call('textLimits').catch(() => null);
  }

  // The reader's own texts.

  private onDrop({ files: [file], text }: Dropped): void {
    if (file) void this.takeFile(file);
    else void this.takePasted(text);
  }

  private onFile(event: Event): void {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) void this.takeFile(file);
    // The same file, changed, can be opened again.
    input.value = '';
  }

  /** A text that is too large is refused before it takes time to encode it. */
  private takePasted(text: string): Promise<void> {
    return this.take(pastedName, async () => {
      const { mostBytes } = await compute.call('textLimits');
      // (No encoding of a text in UTF-8 has fewer bytes than it has units here.)
      if (text.length > mostBytes) await compute.call('checkTextSize', text.length);
      return new TextEncoder().encode(text);
    });
  }

  /** A file that is too large is not even read. */
  private takeFile(file: File): Promise<void> {
    return this.take(file.name, async () => {
      await compute.call('checkTextSize', file.size);
      return new Uint8Array(await file.arrayBuffer());
    });
  }

  private take(name: string, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    return this.choose(name, () => currentText.choose(name, read));
  }

  /** @param name what is being read @param choose rejects if it cannot be used, and returns false if another one is */
  private async choose(name: string, choose: () => Promise<boolean>): Promise<void> {
    const choice = ++this.lastChoice;
    this.reading = name;
    this.problem = '';
    try {
      if (!(await choose())) return;
      if (choice === this.lastChoice) this.paste.close();
      this.announcement = `The labs below now train on ${name}.`;
    } catch (error) {
      if (choice !== this.lastChoice) return;
      const { code, message } = error as PosencError;
      // The book that cannot be fetched, like a core that is broken, has a sentence of its own.
      this.problem = code === 'broken' ? message : `${name} cannot be used: ${sentence(message)}`;
    } finally {
      if (choice === this.lastChoice) this.reading = '';
    }
  }

  private async removeReaderText(name: string): Promise<void> {
    this.lastChoice++;
    this.reading = '';
    this.problem = '';
    if (this.text?.isBook === false) this.text = null;
    await currentText.removeReaderText();
    this.announcement = `${name} is removed from this browser. The labs below train on ${bookName}.`;
  }

  private renderButtons(): TemplateResult {
    const { readerText } = currentText;
    const isReaderText = this.text?.isBook === false;
    const button = (words: string, act: () => Promise<void>) =>
      html`<button class="button" type="button" @click=${() => void act()}>${words}</button>`;
    return html`<div class="buttons">
      <label class="button file"
        >Use your own text
        <input
          type="file"
          accept=".txt,text/plain"
          aria-describedby="limits problem"
          @change=${this.onFile}
        />
      </label>
      ${this.paste.button()}
      ${isReaderText ? button('Back to the book', () => this.choose(bookName, () => currentText.chooseBook())) : nothing}
      ${
        readerText
          ? html`${isReaderText ? nothing : button(`Use ${readerText.name} again`, () => this.choose(readerText.name, () => currentText.chooseReaderText()))}
            ${button(`Remove ${readerText.name}`, () => this.removeReaderText(readerText.name))}`
          : nothing
      }
    </div>`;
  }

  private renderText(text: ChosenText): TemplateResult {
    return html`<div class="about">
      <div>
        <p class="which">${`Alphabet: ${text.facts.alphabet.length} symbols`}</p>
        <ul class="alphabet" aria-label="Alphabet">
          ${text.facts.alphabet.map(
            (one) => html`<li class=${isNamed(one) ? 'named' : ''}>${readable(one)}</li>`,
          )}
        </ul>
        <p class="soft">${replacedWords(text.facts)} All letters are lower case.</p>
      </div>
      <div>
        <p class="which">Without any model</p>
        <dl>
          ${levelWords(text.facts).map(
            ([bits, of]) =>
              html`<div>
                <dt>${bits}</dt>
                <dd>${of}</dd>
              </div>`,
          )}
        </dl>
      </div>
    </div>`;
  }

  private renderFooter(text: ChosenText): TemplateResult {
    const table = tableOf(text);
    return this.footer.render({
      how: () => howRead(text),
      data: () => dataTable(table, `The alphabet of ${text.name}`),
      link: () => `${location.href.replace(/#.*/, '')}#${this.id}`,
      downloads: [
        ['Text (TXT)', () => save(fileOf(text), 'text/plain', [text.bytes])],
        ['Data (CSV)', () => save('posenc-alphabet.csv', 'text/csv', csvOf(table))],
      ],
    });
  }

  override render() {
    const { text, limits, failure, reading } = this;
    const waits = reading || (text || failure ? '' : 'the book');
    return html`<figure aria-busy=${text === null && failure === null}>
      <figcaption data-tone="accent"><span>${text?.name ?? 'A text to train on'}</span></figcaption>
      <p class="sub">${text ? sizeWords(text.facts, text.isBook) : '\u00a0'}</p>
      ${this.renderButtons()}
      ${
        limits
          ? html`<p class="private" id="limits">
              A plain text of ${bytesWords(limits.leastBytes)} to ${bytesWords(limits.mostBytes)}.
              You can also drop the file anywhere on this page. It stays in this browser and is
              never sent anywhere.
            </p>`
          : nothing
      }
      ${this.paste.field('Paste your text here')}
      <p class="error" id="problem" role="alert">${this.problem || currentText.notice}</p>
      ${waits ? html`<p class="soft">Reading ${waits} <progress aria-label="Reading ${waits}"></progress></p>` : nothing}
      ${failure ? startFailure(failure.message, () => this.load()) : nothing}
      <p class="message" role="status">
        ${storageNotice(currentText.problem, currentText.readerText?.name ?? '')}
      </p>
      ${text ? [this.renderText(text), this.renderFooter(text)] : nothing}
      ${this.drop.render('Drop the text to train on it')} ${liveRegion(this.announcement)}
    </figure>`;
  }
}

/** For the command, which repeats exported runs. */
const fileOf = ({ isBook }: ChosenText): string => (isBook ? 'moby-dick.txt' : 'posenc-text.txt');

const tableOf = ({ facts: { alphabet } }: ChosenText): DataTable => ({
  head: ['token', 'character'],
  count: alphabet.length,
  row: (n) => [n, readable(alphabet[n] ?? '')],
});

const howRead = ({ facts }: ChosenText): TemplateResult =>
  html`<div class="how" id="how">
    <dl>
      <dt>Formula</dt>
      <dd>
        single characters: −Σ p(c) log₂ p(c) over the training part; pairs: the mean of −log₂ p(b |
        a) over neighbors a, b of the part for testing, with p(b | a) from the training part
      </dd>
      <dt>Checksum</dt>
      <dd><code>${facts.checksum}</code></dd>
      <dt>Computed by</dt>
      <dd><code>openText(bytes)</code><br /><span>posenc/model/text.hpp</span></dd>
    </dl>
  </div>`;

customElements.define('posenc-text-source', PosencTextSource);
