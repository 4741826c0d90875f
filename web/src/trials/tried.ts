import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Claim, Exhibit } from '../core/api.ts';
import {
  noTrials,
  type TriedClaim,
  type TriedFormula,
  type Trials,
  TrialsWork,
} from '../storage/trials.ts';
import { ensureTokens } from '../style/tokens.ts';
import { fieldStyle } from '../ui/field-style.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { unseen } from '../ui/unseen.ts';
import { allClaims, allExhibits } from './core-lists.ts';
import { focusOn } from './focus.ts';
import { triedStyle } from './tried-style.ts';
import { troubleLine } from './words.ts';

/** Which claims a reader wants to see. */
const filters = {
  all: { name: 'All', isMeant: () => true },
  open: { name: 'Not tried yet', isMeant: (tried) => tried === null },
  right: { name: 'My vote was right', isMeant: (tried) => tried?.outcome === 'right' },
  wrong: { name: 'My vote was not right', isMeant: (tried) => tried?.outcome === 'wrong' },
  empty: { name: 'Tried without a vote', isMeant: (tried) => tried?.outcome === 'empty' },
} as const satisfies Record<
  string,
  { name: string; isMeant: (tried: TriedClaim | null) => boolean }
>;
type Filter = keyof typeof filters;
const names_of_filters = Object.keys(filters) as Filter[];

/** So many of the claims that are not tried yet are told. */
const most_next = 3;

const states = {
  found: { mark: '✓', word: 'found', look: 'true' },
  shown: { mark: '◐', word: 'shown', look: 'depends' },
  begun: { mark: '…', word: 'being looked for', look: '' },
  none: { mark: '○', word: 'not found yet', look: '' },
};

/** The ids of invariants, which are those of their sections in own.html. */
const invariants = ['distinct', 'bounded', 'shift-linear', 'offset-only'];

/** Where a part is: on this page, or on its own. */
const addressOf = (page: string, id: string): string =>
  document.getElementById(id) ? `#${id}` : `./${page}.html#${id}`;

/**
 * What a reader has tried: claims, mistakes, or formulas of one's own. It changes with what the page keeps.
 *
 *   <posenc-tried kind="claims"></posenc-tried>
 *
 * Fires `posenc-formula` (detail: formula and d) for a formula that is to be used again; <posenc-own> hears it.
 */
export class PosencTried extends LitElement {
  static override properties = {
    kind: { type: String },
    claims: { state: true },
    exhibits: { state: true },
    trials: { state: true },
    filter: { state: true },
    error: { state: true },
    said: { state: true },
  };

  static override styles = [figureStyle, unseen, fieldStyle, triedStyle];

  declare kind: 'claims' | 'mistakes' | 'formulas';
  declare private claims: readonly Claim[] | null;
  declare private exhibits: readonly Exhibit[] | null;
  declare private trials: Trials;
  declare private filter: Filter;
  declare private error: string;
  declare private said: string;

  private work: TrialsWork | null = null;
  private unwatch: (() => void) | null = null;

  constructor() {
    super();
    this.kind = 'claims';
    this.claims = null;
    this.exhibits = null;
    this.trials = noTrials;
    this.filter = 'all';
    this.error = '';
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.work = new TrialsWork();
    this.trials = this.work.value;
    this.unwatch = this.work.watch(() => {
      this.trials = this.work?.value ?? noTrials;
    });
    addEventListener('hashchange', this.onHash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    removeEventListener('hashchange', this.onHash);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('kind')) void this.bring();
  }

  private async bring(): Promise<void> {
    this.error = '';
    try {
      if (this.kind === 'claims') this.claims = await allClaims();
      if (this.kind === 'mistakes') this.exhibits = await allExhibits();
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  private claim(number: number): TriedClaim | null {
    return this.trials.claims[number] ?? null;
  }

  private meant(filter: Filter): Claim[] {
    const { isMeant } = filters[filter];
    return (this.claims ?? []).filter(({ number }) => isMeant(this.claim(number)));
  }

  // Claims that are not meant are hidden, and so are sections without any.

  private choose(filter: Filter): void {
    this.filter = filter;
    const meant = new Set(this.meant(filter).map(({ number }) => String(number)));
    const cards = [...document.querySelectorAll<HTMLElement>('posenc-claim')];
    for (const card of cards) card.hidden = !meant.has(card.getAttribute('number') ?? '');
    for (const section of new Set(cards.map((card) => card.closest('section')))) {
      if (!section || section.contains(this)) continue;
      const own = [...section.querySelectorAll<HTMLElement>('posenc-claim')];
      section.hidden = own.every((card) => card.hidden);
    }
    this.said = `${meant.size} ${meant.size === 1 ? 'claim' : 'claims'} shown.`;
  }

  /** A link to a card gives it the focus; a link to one that is hidden shows all. */
  private readonly onHash = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (this.filter !== 'all' && target?.closest('[hidden]')) {
      this.choose('all');
      target.scrollIntoView();
    }
    if (target?.matches('posenc-claim')) focusOn(target);
  };

  private ofClaims(all: readonly Claim[]): TemplateResult {
    const open = this.meant('open');
    const tried = all.length - open.length;
    const [right, wrong, empty] = (['right', 'wrong', 'empty'] as const).map(
      (filter) => this.meant(filter).length,
    );
    const parts = [
      `${tried} of ${all.length} tried`,
      ...(tried > 0 ? [`${right} ${right === 1 ? 'vote' : 'votes'} right`] : []),
      ...(wrong ? [`${wrong} not`] : []),
      ...(empty ? [`${empty} without a vote`] : []),
    ];
    const next = open.slice(0, most_next);
    return html`<p class="count">${parts.join(', ')}</p>
      <progress aria-label="Claims tried" max=${all.length} .value=${tried}></progress>
      <label class="filter"
        >Show
        <select
          @change=${(event: Event) => {
            this.choose((event.target as HTMLSelectElement).value as Filter);
          }}
        >
          ${names_of_filters.map(
            (filter) =>
              html`<option value=${filter} .selected=${filter === this.filter}>
                ${filters[filter].name} (${this.meant(filter).length})
              </option>`,
          )}
        </select></label
      >
      ${
        next.length > 0
          ? html`<p class="next">Not tried yet</p>
              <ul>
                ${next.map(
                  ({ number, text }) =>
                    html`<li>
                      <a href=${addressOf('claims', `claim-${number}`)}>${number}. ${text}</a>
                    </li>`,
                )}
              </ul>`
          : nothing
      }`;
  }

  private ofMistakes(all: readonly Exhibit[]): TemplateResult {
    const kept = new Map(Object.entries(this.trials.mistakes));
    const stateOf = (id: string) => {
      const mistake = kept.get(id);
      return mistake ? (mistake.end ?? 'begun') : 'none';
    };
    const count = (state: string) => all.filter(({ id }) => stateOf(id) === state).length;
    const shown = count('shown');
    return html`<p class="count">
        ${count('found')} of ${all.length} found${shown > 0 ? `, ${shown} shown` : ''}
      </p>
      <progress aria-label="Mistakes found" max=${all.length} .value=${count('found')}></progress>
      <ul class="mistakes">
        ${all.map(({ id, title }) => {
          const { mark, word, look } = states[stateOf(id)];
          return html`<li>
            <span class="state ${look}"><span aria-hidden="true">${mark}</span> ${word}</span>
            <a href=${addressOf('museum', `mistake-${id}`)}>${title}</a>
          </li>`;
        })}
      </ul>`;
  }

  private ofFormulas(): TemplateResult {
    const newest = [...this.trials.formulas].reverse();
    if (newest.length === 0) {
      return html`<p class="count">No formula brought yet</p>`;
    }
    const names = (ids: readonly string[]) =>
      ids.map((id, n) => html`${n > 0 ? ', ' : ''}<a href=${addressOf('own', id)}>${id}</a>`);
    return html`<p class="count">
        ${newest.length} ${newest.length === 1 ? 'formula' : 'formulas'} brought
      </p>
      <p class="next">The newest first</p>
      <ul class="formulas">
        ${newest.map((one) => {
          const broken = invariants.filter((id) => !one.holds.includes(id));
          return html`<li>
            <code>${one.formula}</code><span>d = ${one.d}</span>
            <button class="button again" type="button" @click=${() => void this.again(one)}>
              Use it again
            </button>
            <p>
              ✓ holds:
              ${one.holds.length > 0 ? names(one.holds) : 'none'}${
                broken.length > 0 ? html` · ✕ does not: ${names(broken)}` : nothing
              }
            </p>
          </li>`;
        })}
      </ul>`;
  }

  private async again({ formula, d }: TriedFormula): Promise<void> {
    const own = document.querySelector('posenc-own');
    own?.scrollIntoView({ block: 'start' });
    // It is brought when it comes into sight, and hears nothing before.
    if (own) await customElements.whenDefined('posenc-own');
    const detail = { formula, d };
    this.dispatchEvent(
      new CustomEvent('posenc-formula', { detail, bubbles: true, composed: true }),
    );
    this.said = `${formula} is in the box again.`;
  }

  private content(): TemplateResult | typeof nothing {
    const { kind, claims, exhibits } = this;
    if (kind === 'formulas') return this.ofFormulas();
    if (kind === 'claims') return claims ? this.ofClaims(claims) : nothing;
    return exhibits ? this.ofMistakes(exhibits) : nothing;
  }

  override render() {
    const content = this.content();
    return html`<section
      class="card"
      aria-label="What you have tried"
      aria-busy=${content === nothing && !this.error}
    >
      ${content}
      ${
        this.error
          ? html`<p class="error">
              ${this.error}
              <button class="button again" type="button" @click=${this.bring}>Try again</button>
            </p>`
          : nothing
      }
      <p class="notice">${this.work ? troubleLine(this.work) : nothing}</p>
      <p class="unseen" role="status">${this.said}</p>
    </section>`;
  }
}

customElements.define('posenc-tried', PosencTried);
