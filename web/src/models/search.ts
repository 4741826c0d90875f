import { css, html, nothing, type TemplateResult } from 'lit';
import type { ShippedModel } from '../core/api.ts';
import { AfterPress } from '../ui/after-press.ts';
import { kindNames } from './words.ts';

/** "Llama-3.1" as people type it: llama3.1, llama 31. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]/g, '');

/** The scaling of a shipped model, in the words of its config. */
const scalingIn = (config: string): string =>
  [...config.matchAll(/"(?:rope_)?type": *"(\w+)"|"(mrope|xdrope)_section"/g)]
    .map(([, type, sections]) => type ?? sections)
    .join(' ');

/** The models that a search finds: each of its words is in the name, the kind or the scaling. */
function found(models: readonly ShippedModel[], query: string): ShippedModel[] {
  const words = query.split(/\s+/).map(bare);
  const all = models.filter(({ name, kind, config }) => {
    const text = bare(`${name} ${kind} ${kindNames[kind]} ${scalingIn(config)}`);
    return words.every((word) => text.includes(word));
  });
  const isNamed = ({ name }: ShippedModel) => name.toLowerCase() === query.toLowerCase();
  return [...all.filter(isNamed), ...all.filter((model) => !isNamed(model))];
}

/**
 * A field that finds a model by its name: type, then choose with the arrow keys and Enter, or with the pointer.
 *
 * Fires `choose` (detail: the model).
 */
export class PosencModelSearch extends AfterPress {
  static override properties = {
    models: { attribute: false },
    label: { type: String },
    query: { state: true },
    isOpen: { state: true },
    at: { state: true },
  };

  declare models: readonly ShippedModel[];
  declare label: string;
  declare private query: string;
  declare private isOpen: boolean;
  /** The option that Enter takes; -1 for none. */
  declare private at: number;

  constructor() {
    super();
    this.models = [];
    this.label = '';
    this.query = '';
    this.isOpen = false;
    this.at = -1;
  }

  static override styles = css`
    :host {
      display: block;
      position: relative;
      font: 0.9rem/1.4 var(--posenc-sans);
    }
    label {
      display: block;
      font-weight: 600;
      margin: 0 0 0.3rem;
    }
    input {
      box-sizing: border-box;
      width: 100%;
      min-height: 2.7rem;
      padding: 0.4rem 0.8rem;
      font: 1rem var(--posenc-sans);
      border: 1.5px solid var(--posenc-field);
      border-radius: 8px;
      background: var(--posenc-paper);
      color: var(--posenc-ink);
    }
    input::placeholder {
      color: var(--posenc-soft);
      opacity: 1;
    }
    :focus-visible {
      outline: 3px solid var(--posenc-accent);
      outline-offset: 2px;
    }
    ul,
    .none {
      position: absolute;
      z-index: 2;
      box-sizing: border-box;
      width: 100%;
      max-height: min(21rem, 60vh);
      overflow-y: auto;
      margin: 0.25rem 0 0;
      padding: 0.3rem;
      list-style: none;
      border: 1px solid var(--posenc-field);
      border-radius: 8px;
      background: var(--posenc-sheet);
      box-shadow: 0 0.4rem 1.4rem rgb(0 0 0 / 20%);
    }
    .none {
      padding: 0.6rem 0.8rem;
    }
    li {
      display: flex;
      justify-content: space-between;
      gap: 1rem;
      padding: 0.4rem 0.5rem;
      border-radius: 6px;
      cursor: pointer;
      overflow-wrap: anywhere;
    }
    li small {
      flex: none;
      font-size: 0.8rem;
      color: var(--posenc-soft);
    }
    li:hover {
      background: color-mix(in srgb, var(--posenc-accent) 8%, transparent);
    }
    li[aria-selected='true'] {
      background: var(--posenc-accent);
      color: var(--posenc-paper);
    }
    li[aria-selected='true'] small {
      color: inherit;
    }
    [hidden] {
      display: none;
    }
  `;

  private get found(): ShippedModel[] {
    return found(this.models, this.query.trim());
  }

  private choose(model: ShippedModel | undefined): void {
    if (!model) return;
    this.close();
    this.query = '';
    this.dispatchEvent(new CustomEvent('choose', { detail: model }));
  }

  private close(): void {
    this.isOpen = false;
    this.at = -1;
  }

  private onInput(event: Event): void {
    this.query = (event.target as HTMLInputElement).value;
    this.isOpen = true;
    this.at = this.query.trim() === '' ? -1 : 0;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const last = this.found.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: this.at >= last ? 0 : this.at + 1,
      ArrowUp: this.at <= 0 ? last : this.at - 1,
      PageDown: Math.min(last, this.at + 8),
      PageUp: Math.max(0, this.at - 8),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      this.isOpen = true;
      this.at = next;
    } else if (event.key === 'Enter' && this.isOpen) {
      this.choose(this.found[this.at]);
    } else if (event.key === 'Escape' && this.isOpen) {
      this.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  override updated(): void {
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  private list(all: readonly ShippedModel[]): TemplateResult {
    return html`<ul
      id="list"
      role="listbox"
      tabindex="-1"
      aria-label="Models"
      ?hidden=${!this.isOpen || all.length === 0}
    >
      ${all.map(
        (model, n) =>
          html`<li
            id=${`option-${n}`}
            role="option"
            aria-selected=${n === this.at}
            @mousedown=${(event: Event) => event.preventDefault()}
            @click=${() => this.choose(model)}
          >
            ${model.name}<small>${kindNames[model.kind]}</small>
          </li>`,
      )}
    </ul>`;
  }

  override render() {
    const all = this.isOpen ? this.found : [];
    const isEmpty = this.isOpen && all.length === 0 && this.models.length > 0;
    return html`<label for="query">${this.label}</label>
      <input
        id="query"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        placeholder="Llama, Qwen, Gemma …"
        aria-autocomplete="list"
        aria-expanded=${this.isOpen && all.length > 0}
        aria-controls="list"
        aria-activedescendant=${this.at >= 0 ? `option-${this.at}` : nothing}
        .value=${this.query}
        @click=${() => (this.isOpen = true)}
        @blur=${() => this.close()}
        @input=${this.onInput}
        @keydown=${this.onKey}
      />
      ${this.list(all)}
      <p class="none" role="status" ?hidden=${!isEmpty}>
        ${isEmpty ? 'No model of that name is listed. Open its config.json instead.' : ''}
      </p>`;
  }
}

customElements.define('posenc-model-search', PosencModelSearch);
