import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { excerptOf, type Piece, piecesOf } from './terms.ts';
import { type Finder, type Found, type Group, groupsOf, whereOf } from './finder.ts';
import { loadFinder } from './load.ts';
import { searchStyle } from './search-style.ts';

/** A reader who waits longer wants to know for what. */
const slowMs = 1000;

const marked = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text));

const count = (found: number) => `${found} ${found === 1 ? 'result' : 'results'}`;

/** If the contents lie over the page, their button gets the focus, so that it can return there. */
function closeContents(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  document.querySelector<HTMLElement>('#contents:popover-open')?.hidePopover();
}

/**
 * The search over all pages, as a dialog over the page.
 *
 * Its results are links: with the arrow keys the focus moves from the field to them and back, and Enter in the field
 * follows the first one.
 */
class PosencSearch extends LitElement {
  static override properties = {
    query: { state: true },
    finder: { state: true },
    isSlow: { state: true },
    failure: { state: true },
  };
  static override styles = [searchStyle];

  declare private query: string;
  declare private finder: Finder | null;
  declare private isSlow: boolean;
  /** Why the search could not be loaded; '' if nothing failed. */
  declare private failure: string;

  constructor() {
    super();
    this.query = '';
    this.finder = null;
    this.isSlow = false;
    this.failure = '';
  }

  private get dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  private get field(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  private get links(): HTMLAnchorElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLAnchorElement>('li a')];
  }

  /** The last query is still there, selected. */
  async open(): Promise<void> {
    await this.updateComplete;
    closeContents();
    if (!this.dialog?.open) this.dialog?.showModal();
    this.field?.select();
    await this.load();
  }

  private async load(): Promise<void> {
    if (this.finder) return;
    this.failure = '';
    const slow = setTimeout(() => (this.isSlow = true), slowMs);
    try {
      this.finder = await loadFinder();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
    clearTimeout(slow);
    this.isSlow = false;
  }

  private readonly retry = (): void => {
    this.field?.focus();
    void this.load();
  };

  private readonly close = (): void => this.dialog?.close();

  private readonly onPointer = (event: Event): void => {
    if (event.target === this.dialog) this.close();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    // The page's own keys do not work behind it.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { links, field } = this;
    const focused = (this.renderRoot as ShadowRoot).activeElement;
    const at = links.indexOf(focused as HTMLAnchorElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && (at >= 0 || focused === field)) {
      event.preventDefault();
      const next = at + step < 0 ? field : links[at + step];
      next?.focus();
    } else if (event.key === 'Enter' && focused === field) {
      links[0]?.click();
    } else if (at >= 0 && (event.key === 'Backspace' || /^\S$/u.test(event.key))) {
      // Typing goes on in the field.
      field?.focus();
    }
  };

  private readonly onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The page keeps what is in its address: the state of its figures, or that it is shown as slides.
    const isHere = link.pathname === location.pathname;
    if (link.search === '' && isHere) link.search = location.search;
    else if (link.search === '' && document.documentElement.classList.contains('presenting')) {
      link.search = '?present';
    }
    this.close();
  };

  private result(found: Found): TemplateResult {
    return html`<li>
      <a href=${found.href}>
        <b>${marked(piecesOf(found.title, found.terms))}</b>
        <small>${marked(piecesOf(whereOf(found), found.terms))}</small>
        ${found.text && html`<span>${marked(excerptOf(found.text, found.terms))}</span>`}
      </a>
    </li>`;
  }

  private group({ title, results }: Group): TemplateResult {
    return html`<h3>${title}</h3>
      <ul>
        ${results.map((found) => this.result(found))}
      </ul>`;
  }

  private status(found: readonly Found[] | null): string | TemplateResult {
    if (this.failure) {
      return html`The search could not be loaded: ${this.failure}.
        <button type="button" @click=${this.retry}>Try again</button>`;
    }
    if (this.isSlow) return 'Loading the search …';
    if (!this.finder) return '';
    if (found === null) {
      return 'Finds text, figures, exercises (E13.1), claims (claim 12), mistakes, terms and real models.';
    }
    if (found.length > 0) return count(found.length);
    return `No page has “${this.query.trim()}”. Try fewer words, or one such as base, slope or extrapolation.`;
  }

  protected override render(): TemplateResult {
    const found = this.query.trim() && this.finder ? this.finder.find(this.query) : null;
    return html`<dialog
      aria-label="Search"
      @pointerdown=${this.onPointer}
      @keydown=${this.onKey}
      @click=${this.onClick}
    >
      <div class="head">
        <input
          type="text"
          role="searchbox"
          aria-label="Search all pages"
          placeholder="Search all pages"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
          autofocus
          .value=${this.query}
          @input=${(event: Event) => (this.query = (event.target as HTMLInputElement).value)}
        />
        <button type="button" @click=${this.close}>Close</button>
      </div>
      <div class="results">
        <p role="status">${this.status(found)}</p>
        ${found && found.length > 0 ? groupsOf(found).map((one) => this.group(one)) : nothing}
      </div>
    </dialog>`;
  }
}

customElements.define('posenc-search', PosencSearch);

let search: PosencSearch | null = null;

export function openSearch(): void {
  if (!search) {
    search = new PosencSearch();
    document.body.append(search);
  }
  void search.open();
}
