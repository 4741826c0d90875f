import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { ensureTokens } from '../style/tokens.ts';
import { whileConnected } from '../ui/connected.ts';
import { buttonStyle, segmentsStyle } from '../ui/figure-style.ts';
import { Announcement } from '../ui/live-region.ts';
import { libraries, type Library, showLibrary, storedLibrary } from './library.ts';
import type { Answer, Compared } from './run.ts';

const listingStyle = css`
  :host {
    display: block;
    margin: 1.25rem 0;
    font: 0.85rem/1.45 var(--posenc-sans);
    color: var(--posenc-ink);
  }
  .head {
    display: flex;
    align-items: center;
    gap: 0.4rem 0.7rem;
    min-height: 2.9rem;
  }
  .head > span {
    margin-inline-start: auto;
    color: var(--posenc-soft);
  }
  .segments {
    flex: none;
  }
  .segments label {
    min-height: 2rem;
    padding: 0 0.8rem;
  }
  .button {
    flex: none;
    font-size: 0.85rem;
    padding: 0.35rem 0.8rem;
  }
  .button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  .error {
    color: var(--posenc-wrong);
  }
  table {
    min-width: min(100%, 27rem);
    border-collapse: collapse;
    margin: 0.9rem 0;
    font-variant-numeric: tabular-nums;
  }
  caption {
    text-align: start;
    padding-bottom: 0.3rem;
  }
  code,
  td {
    font-family: var(--posenc-mono);
    overflow-wrap: anywhere;
  }
  th,
  td {
    text-align: start;
    padding: 0.2rem 1.2rem 0.2rem 0;
    border-bottom: 1px solid var(--posenc-line);
    vertical-align: top;
  }
  th {
    font-weight: 600;
    color: var(--posenc-soft);
  }
  @media (pointer: coarse) {
    .head {
      min-height: 3.4rem;
    }
    .button,
    .segments label {
      min-height: 2.75rem;
    }
  }
  /* Where the lines are short, the switch has one of its own. */
  @media (max-width: 34rem) {
    .head:has(.segments) {
      flex-wrap: wrap;
      align-content: center;
      min-height: 5.6rem;
    }
    .head > span {
      flex: 1;
      text-align: end;
    }
    .segments {
      order: 1;
      box-sizing: border-box;
      width: 100%;
    }
  }
  @media (max-width: 34rem) and (pointer: coarse) {
    .head:has(.segments) {
      min-height: 7rem;
    }
  }
  @media print {
    .button,
    .segments,
    .head > span {
      display: none;
    }
  }
`;

const copiedMs = 4000;

/**
 * A program in the text, with a button that copies it and, if the page's own Python can run it, one that runs it. The
 * build puts the program into it; if there are two, for NumPy and for PyTorch, a switch chooses for all listings.
 *
 *   <posenc-listing file="plain_rope.py" runs></posenc-listing>
 */
export class PosencListing extends LitElement {
  static override properties = {
    file: { type: String },
    only: { type: String },
    runs: { type: Boolean },
    isRunning: { state: true },
    compared: { state: true },
    failure: { state: true },
  };

  static override styles = [buttonStyle, segmentsStyle, listingStyle];

  declare file: string;
  /** The function or class of the file that is shown; '' for all of it. */
  declare only: string;
  /** False for programs that need NumPy or PyTorch. */
  declare runs: boolean;
  declare private isRunning: boolean;
  declare private compared: readonly Compared[] | null;
  declare private failure: string;
  private readonly announcement = new Announcement(this);
  private readonly library = storedLibrary();

  constructor() {
    super();
    this.file = '';
    this.only = '';
    this.runs = false;
    this.isRunning = false;
    this.compared = null;
    this.failure = '';
    whileConnected(this, () => {
      this.followLibrary();
      return [this.library.watch(() => this.followLibrary())];
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
  }

  private followLibrary(): void {
    showLibrary(this.library.value);
    this.requestUpdate();
  }

  private get hasChoice(): boolean {
    return this.querySelector('pre[data-library]') !== null;
  }

  /** What is shown. */
  private get program(): HTMLElement | null {
    return this.querySelector(this.hasChoice ? `pre[data-library='${this.library.value}']` : 'pre');
  }

  private get name(): string {
    if (this.only) return this.only;
    return this.hasChoice && this.library.value === 'torch' ? `torch/${this.file}` : this.file;
  }

  /** Chooses a library for all listings; this one stays where it is in the window. */
  private choose(library: Library): void {
    const { top } = this.getBoundingClientRect();
    this.library.change(() => library);
    this.followLibrary();
    scrollBy({ top: this.getBoundingClientRect().top - top, behavior: 'instant' });
  }

  private async copy(): Promise<void> {
    const { program } = this;
    if (!program) return;
    try {
      await navigator.clipboard.writeText(`${program.textContent}\n`);
      this.announcement.say('Copied');
    } catch {
      // If the page is not allowed to copy, the reader can.
      getSelection()?.selectAllChildren(program);
      this.announcement.say('Selected: copy it with your keyboard');
    }
    const { text } = this.announcement;
    setTimeout(() => {
      if (this.announcement.text === text) this.announcement.say('');
    }, copiedMs);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    this.failure = '';
    try {
      const { runListing } = await import('./run.ts');
      this.compared = await runListing(this.file, this.program?.textContent ?? '');
      this.announcement.say('Done');
    } catch (error) {
      this.compared = null;
      this.failure = (error as Error).message;
    } finally {
      this.isRunning = false;
    }
  }

  override render(): TemplateResult {
    return html`<div aria-busy=${this.isRunning}>
      <div class="head">
        <slot name="file"></slot>
        <span role="status">${this.isRunning ? 'Running' : this.announcement.spoken()}</span>
        ${this.hasChoice ? this.libraryChoice() : nothing}
        ${
          this.runs
            ? html`<button class="button" ?disabled=${this.isRunning} @click=${this.run}>
                Run
              </button>`
            : nothing
        }
        <button class="button" aria-label="Copy ${this.name}" @click=${this.copy}>Copy</button>
      </div>
      <slot></slot>
      ${this.failure ? html`<p class="error" role="alert">${this.failure}</p>` : nothing}
      ${this.compared?.map(comparison) ?? nothing}
    </div>`;
  }

  private libraryChoice(): TemplateResult {
    return html`<fieldset class="segments">
      <legend>Library for all listings</legend>
      ${Object.entries(libraries).map(
        ([library, name]) =>
          html`<label
            ><input
              type="radio"
              name="library"
              value=${library}
              .checked=${library === this.library.value}
              @change=${() => this.choose(library as Library)}
            />${name}</label
          >`,
      )}
    </fieldset>`;
  }
}

const cell = (answer: Answer, n: number): string =>
  'numbers' in answer ? (answer.numbers[n] ?? '') : answer.refusal;

const lengthOf = (answer: Answer): number => ('numbers' in answer ? answer.numbers.length : 1);

function verdict(python: Answer, core: Answer): string {
  if ('refusal' in python && 'refusal' in core) return 'an error in both';
  const count = lengthOf(python);
  const rows = Array.from({ length: count }, (_, n) => n);
  const same =
    'numbers' in python &&
    'numbers' in core &&
    count === lengthOf(core) &&
    rows.every((n) => cell(python, n) === cell(core, n));
  return same ? 'the same' : 'they differ';
}

/** The answers of Python and of the core to one call, side by side. */
function comparison({ call, python, core }: Compared): TemplateResult {
  const rows = Array.from({ length: Math.max(lengthOf(python), lengthOf(core)) }, (_, n) => n);
  return html`<table>
    <caption>
      <code>${call}</code
      >: ${verdict(python, core)}
    </caption>
    <thead>
      <tr>
        <th scope="col">Python</th>
        <th scope="col">The core</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (n) =>
          html`<tr>
            <td>${cell(python, n)}</td>
            <td>${cell(core, n)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

customElements.define('posenc-listing', PosencListing);
