import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { type Assignment, assignmentIn, classroom, linkTo } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { ensureTokens } from '../style/tokens.ts';
import { whileConnected } from '../ui/connected.ts';
import { CurrentRequest } from '../ui/current-request.ts';
import { focusIn } from '../ui/focus.ts';
import { Announcement } from '../ui/live-region.ts';
import { deskStyle } from './desk-style.ts';
import type { KeyEntry } from './key-entries.ts';

const answerKeyStyle = css`
  h3 {
    font: 600 1.1rem/1.4 var(--posenc-sans);
    margin: 1.2rem 0 0.2rem;
  }
  .entry {
    border-top: 1px solid var(--posenc-line);
    margin-top: 1rem;
  }
  .entry h4 {
    font: 600 1rem/1.4 var(--posenc-sans);
    margin: 0.8rem 0 0.4rem;
    break-after: avoid;
  }
  table {
    border-collapse: collapse;
    font-size: 0.85rem;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.1rem 0.9rem 0.1rem 0;
    text-align: left;
    font-weight: 400;
    vertical-align: baseline;
  }
  th {
    color: var(--posenc-soft);
    min-width: 6.5rem;
    white-space: nowrap;
  }
  /* On a phone a label is above its working. */
  @container (max-width: 30rem) {
    tr {
      display: block;
      margin-bottom: 0.4rem;
    }
    th {
      display: block;
      white-space: normal;
    }
  }
  .entry h4 small {
    font-weight: 400;
    color: var(--posenc-soft);
  }
  .entry ol {
    margin: 0;
    padding-left: 1.8rem;
    font-size: 0.88rem;
  }
  .entry li {
    margin-bottom: 0.35rem;
    break-inside: avoid;
  }
  .entry li b {
    display: block;
  }
  .entry pre {
    font: 0.8rem/1.5 var(--posenc-mono);
    margin: 0 0 0.7rem;
    padding: 0.6rem 0.8rem;
    border: 1px solid var(--posenc-line);
    border-radius: 6px;
    background: var(--posenc-paper);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media print {
    :host {
      margin: 0;
      font-size: 9pt;
    }
    form {
      border: 0;
      padding: 0;
    }
    .ask,
    .actions,
    .message {
      display: none;
    }
    tr {
      break-inside: avoid;
    }
    .entry ol {
      columns: 2;
    }
  }
`;

/** Leaves nothing of the page but the key on paper. */
function onlyTheKey(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print {
    main > :not(:has(posenc-answer-key)),
    .slide:has(posenc-answer-key) > :not(posenc-answer-key) { display: none !important; }
  }`);
  return sheet;
}

interface Asked {
  assignment: Assignment;
  /** The minutes of the plan that it belongs to; '' if none. */
  plan: string;
}

/** From the address of a set or of its key, or a set alone: "e13.1:7,quiz:3". */
function askedFor(typed: string): Asked | { fault: string } {
  const text = typed.trim();
  const isAddress = /[?=]|\/\/|\.html/.test(text);
  const query = new URLSearchParams(isAddress ? text.replace(/^[^?]*\?|#.*$/g, '') : { set: text });
  const set = query.get('set') ?? query.get('key');
  if (set === null) {
    return { fault: 'This link has no set. Copy it from the plan, or from your own set.' };
  }
  const read = assignmentIn(
    new URLSearchParams({ set, class: query.get('class') ?? '' }).toString(),
  );
  if (!read || 'fault' in read) return { fault: `There is no key: ${read?.fault}.` };
  const plan = /^\d{1,3}$/.exec(query.get('plan') ?? '')?.[0] ?? '';
  return { assignment: read, plan };
}

const titleOf = ({ assignment: { name }, plan }: Asked) => {
  if (name) return `Answer key for ${name}`;
  return plan ? `Answer key for the plan of ${plan} minutes` : 'Answer key';
};

interface Key extends Asked {
  entries: KeyEntry[];
  /** Loaded with the first key. */
  words: typeof import('./key-entries.ts');
}

/**
 * The answers to the exercises of a set. The core works them out, once they are asked for.
 *
 *   <posenc-answer-key></posenc-answer-key>
 */
export class PosencAnswerKey extends LitElement {
  static override properties = {
    typed: { state: true },
    key: { state: true },
    isBusy: { state: true },
    error: { state: true },
  };
  static override styles = [cardStyle, deskStyle, answerKeyStyle];

  declare private typed: string;
  declare private key: Key | null;
  declare private isBusy: boolean;
  /** Why there is no key, as a sentence; '' if nothing is wrong. */
  declare private error: string;

  /** The set of the address; '' if none. */
  private filledIn = '';

  private readonly loading = new CurrentRequest();
  private readonly announcement = new Announcement(this);

  constructor() {
    super();
    this.typed = '';
    this.key = null;
    this.isBusy = false;
    this.error = '';
    whileConnected(this, () => {
      ensureTokens(this);
      this.fillIn();
      return [() => this.loading.abort()];
    });
  }

  /**
   * Shows the exercises in the address, such as teach.html?key=e13.1:7,quiz:3; the set of the class is only filled in.
   */
  private fillIn(): void {
    const set = new URLSearchParams(location.search).get('key');
    if (set === null) {
      const { current } = classroom();
      this.typed = current ? linkTo(location.href, current) : '';
      return;
    }
    this.typed = this.filledIn = set;
    void this.show(location.search);
  }

  private async show(text: string): Promise<void> {
    const signal = this.loading.start();
    const asked = askedFor(text);
    this.key = null;
    this.error = 'fault' in asked ? asked.fault : '';
    this.isBusy = !this.error;
    if ('fault' in asked) return;
    try {
      const words = await import('./key-entries.ts');
      const entries = await Promise.all(asked.assignment.set.map((one) => words.keyEntry(one)));
      if (signal.aborted) return;
      this.key = { ...asked, entries, words };
    } catch (error) {
      if (signal.aborted) return;
      this.error = `The key could not be worked out. ${(error as Error).message}`;
    }
    this.isBusy = false;
  }

  private async submit(): Promise<void> {
    // (The address also has the class or the plan.)
    await this.show(this.typed && this.typed === this.filledIn ? location.search : this.typed);
    if (this.key) void focusIn(this, '#key');
  }

  private hide(): void {
    this.key = null;
    void focusIn(this, '#set');
  }

  private async copy({ entries, words }: Key): Promise<void> {
    try {
      await navigator.clipboard.writeText(entries.map(words.textOf).join('\n\n'));
      this.announcement.say('Key copied, as text.');
    } catch {
      this.announcement.say('This browser blocks copying. Select the key and copy it yourself.');
    }
  }

  /** Prints the key without the page around it. */
  private print(): void {
    const sheet = onlyTheKey();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const restore = () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
    addEventListener('afterprint', restore, { once: true });
    print();
  }

  private renderKey(key: Key): TemplateResult {
    return html`<div class="key">
      <h3 id="key" tabindex="-1">${titleOf(key)}</h3>
      <p class="soft">For the class: <code>${linkTo(location.href, key.assignment)}</code></p>
      <div class="actions">
        <button type="button" @click=${() => this.copy(key)}>Copy as text</button>
        <button type="button" @click=${() => this.print()}>Print the key</button>
        <button type="button" class="quiet" @click=${() => this.hide()}>Hide</button>
      </div>
      <p class="message soft" role="status">${this.announcement.spoken() || nothing}</p>
      ${key.entries.map(key.words.renderEntry)}
    </div>`;
  }

  override render() {
    return html`<form
      aria-label="Answer key"
      aria-busy=${this.isBusy}
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.submit();
      }}
    >
      <div class="ask">
        <label for="set">A class link, or exercises with their variants</label>
        <input
          id="set"
          autocomplete="off"
          spellcheck="false"
          placeholder="e13.1:7,rope-chain:7,quiz:3"
          .value=${this.typed}
          @input=${(event: Event) => {
            this.typed = (event.target as HTMLInputElement).value;
          }}
        />
        <div class="actions">
          <button type="submit" ?disabled=${this.isBusy}>
            ${this.isBusy ? 'Working it out …' : 'Show the answer key'}
          </button>
        </div>
      </div>
      ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      ${this.key ? this.renderKey(this.key) : nothing}
    </form>`;
  }
}

customElements.define('posenc-answer-key', PosencAnswerKey);
