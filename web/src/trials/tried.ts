import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Exhibit } from '../core/api.ts';
import type { TriedClaim, TriedFormula, Trials } from '../storage/trials.ts';
import { ensureTokens } from '../style/tokens.ts';
import { AfterPress, toggleAfterFrame } from '../ui/after-press.ts';
import { fieldStyle } from '../ui/fields.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { startFailure } from '../ui/notices.ts';
import { liveRegion, visuallyHidden } from '../ui/live-region.ts';
import { allClaims, allExhibits, type ListedClaim } from './core-lists.ts';
import { focusOn } from '../ui/focus.ts';
import { triedStyle } from './tried-style.ts';
import { WatchedTrials } from './watched-trials.ts';
import { storageNotice } from './words.ts';

const filters = {
  all: { name: 'All', isShown: () => true },
  open: { name: 'Not tried yet', isShown: (tried) => tried === null },
  right: { name: 'My vote was right', isShown: (tried) => tried?.outcome === 'right' },
  wrong: { name: 'My vote was wrong', isShown: (tried) => tried?.outcome === 'wrong' },
  empty: { name: 'Tried without a vote', isShown: (tried) => tried?.outcome === 'empty' },
} as const satisfies Record<
  string,
  { name: string; isShown: (tried: TriedClaim | null) => boolean }
>;
type Filter = keyof typeof filters;
const filterNames = Object.keys(filters) as Filter[];

const states = {
  found: { mark: '✓', word: 'found', look: 'true' },
  shown: { mark: '◐', word: 'shown', look: 'depends' },
  begun: { mark: '…', word: 'in progress', look: '' },
  none: { mark: '○', word: 'not found yet', look: '' },
};

/** The ids of invariants, which are also those of their sections in own.html. */
const invariants = ['distinct', 'bounded', 'shift-linear', 'offset-only'];

/** On this page, or on its own. */
const addressOf = (page: string, id: string): string =>
  document.getElementById(id) ? `#${id}` : `./${page}.html#${id}`;

/**
 * What a reader has tried: claims, mistakes, or formulas of their own. It changes with what the page keeps.
 *
 *   <posenc-tried kind="claims"></posenc-tried>
 *
 * Fires `posenc-formula` (detail: formula and d) for a formula to use again; <posenc-own> listens for it.
 */
export class PosencTried extends AfterPress {
  static override properties = {
    kind: { type: String },
    exhibits: { state: true },
    filter: { state: true },
    error: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, triedStyle];

  declare kind: 'claims' | 'mistakes' | 'formulas';
  declare private exhibits: readonly Exhibit[] | null;
  declare private filter: Filter;
  declare private error: string;
  declare private announcement: string;

  private readonly watched = new WatchedTrials(this, () => this.requestUpdate());

  constructor() {
    super();
    this.kind = 'claims';
    this.exhibits = null;
    this.filter = 'all';
    this.error = '';
    this.announcement = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    addEventListener('hashchange', this.onHash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.onHash);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('kind')) void this.load();
  }

  private async load(): Promise<void> {
    this.error = '';
    try {
      if (this.kind === 'mistakes') this.exhibits = await allExhibits();
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  private get trials(): Trials {
    return this.watched.work.value;
  }

  private claim(number: number): TriedClaim | null {
    return this.trials.claims[number] ?? null;
  }

  private claimsFor(filter: Filter): ListedClaim[] {
    const { isShown } = filters[filter];
    return allClaims.filter(({ number }) => isShown(this.claim(number)));
  }

  /** The one that stands first: the page has claims by section, not by number. */
  private firstOnPage(claims: readonly ListedClaim[]): ListedClaim | undefined {
    const cards = [...document.querySelectorAll('posenc-claim')];
    const places = cards.map((card) => Number(card.getAttribute('number')));
    const placed = places.flatMap((one) => claims.find(({ number }) => number === one) ?? []);
    return placed[0] ?? claims[0];
  }

  /** Hides the other claims, and sections and groups without any claim left; opens the groups with one. */
  private choose(filter: Filter): void {
    this.filter = filter;
    const chosen = new Set(this.claimsFor(filter).map(({ number }) => String(number)));
    const cards = [...document.querySelectorAll<HTMLElement>('posenc-claim')];
    for (const card of cards) card.hidden = !chosen.has(card.getAttribute('number') ?? '');
    const around = cards.flatMap((card) => [card.closest('details'), card.closest('section')]);
    for (const part of new Set(around)) {
      if (!part || part.contains(this)) continue;
      const own = [...part.querySelectorAll<HTMLElement>('posenc-claim')];
      part.hidden = own.every((card) => card.hidden);
      if (part instanceof HTMLDetailsElement) part.open = filter !== 'all';
    }
    this.announcement = `${chosen.size} ${chosen.size === 1 ? 'claim' : 'claims'} shown.`;
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

  private ofClaims(all: readonly ListedClaim[]): TemplateResult {
    const open = this.claimsFor('open');
    const tried = all.length - open.length;
    const [right, wrong, empty] = (['right', 'wrong', 'empty'] as const).map(
      (filter) => this.claimsFor(filter).length,
    );
    const parts = [
      `${tried} of ${all.length} tried`,
      ...(tried > 0 ? [`${right} ${right === 1 ? 'vote' : 'votes'} right`] : []),
      ...(wrong ? [`${wrong} wrong`] : []),
      ...(empty ? [`${empty} without a vote`] : []),
    ];
    const next = this.firstOnPage(open);
    return html`<div class="overview">
        <p class="count">${parts.join(', ')}</p>
        <progress aria-label="Claims tried" max=${all.length} .value=${tried}></progress>
        <label class="filter"
          >Show
          <select
            @change=${(event: Event) => {
              this.choose((event.target as HTMLSelectElement).value as Filter);
            }}
          >
            ${filterNames.map(
              (filter) =>
                html`<option value=${filter} .selected=${filter === this.filter}>
                  ${filters[filter].name} (${this.claimsFor(filter).length})
                </option>`,
            )}
          </select></label
        >
      </div>
      ${
        tried > 0 && next
          ? html`<p class="next">
              Next: <a href=${addressOf('claims', `claim-${next.number}`)}>${next.text}</a>
            </p>`
          : nothing
      }`;
  }

  private ofMistakes(all: readonly Exhibit[]): TemplateResult {
    const stored = new Map(Object.entries(this.trials.mistakes));
    const stateOf = (id: string) => {
      const mistake = stored.get(id);
      return mistake ? (mistake.end ?? 'begun') : 'none';
    };
    const count = (state: string) => all.filter(({ id }) => stateOf(id) === state).length;
    const shown = count('shown');
    return html`<div class="overview">
        <p class="count">
          ${count('found')} of ${all.length} found${shown > 0 ? `, ${shown} shown` : ''}
        </p>
        <progress aria-label="Mistakes found" max=${all.length} .value=${count('found')}></progress>
      </div>
      <details>
        <summary @click=${toggleAfterFrame}>All mistakes</summary>
        <ul class="mistakes">
          ${all.map(({ id, title }) => {
            const { mark, word, look } = states[stateOf(id)];
            return html`<li>
              <span class="state ${look}"><span aria-hidden="true">${mark}</span> ${word}</span>
              <a href=${addressOf('museum', `mistake-${id}`)}>${title}</a>
            </li>`;
          })}
        </ul>
      </details>`;
  }

  private ofFormulas(): TemplateResult {
    const newest = [...this.trials.formulas].reverse();
    if (newest.length === 0) {
      return html`<p class="count">No formulas yet</p>`;
    }
    const names = (ids: readonly string[]) =>
      ids.map((id, n) => html`${n > 0 ? ', ' : ''}<a href=${addressOf('own', id)}>${id}</a>`);
    return html`<p class="count">
        ${newest.length} ${newest.length === 1 ? 'formula' : 'formulas'} tried
      </p>
      <p class="next">Newest first</p>
      <ul class="formulas">
        ${newest.map((one) => {
          const broken = invariants.filter((id) => !one.holds.includes(id));
          return html`<li>
            <code>${one.formula}</code><span>d = ${one.d}</span>
            <button class="button again" type="button" @click=${() => void this.again(one)}>
              Use it again
            </button>
            <p>
              ✓ keeps:
              ${one.holds.length > 0 ? names(one.holds) : 'none'}${
                broken.length > 0 ? html` · ✕ breaks: ${names(broken)}` : nothing
              }
            </p>
          </li>`;
        })}
      </ul>`;
  }

  private async again({ formula, d }: TriedFormula): Promise<void> {
    const own = document.querySelector('posenc-own');
    own?.scrollIntoView({ block: 'start' });
    // Its script loads when it comes into sight; before that it cannot receive the event.
    if (own) await customElements.whenDefined('posenc-own');
    const detail = { formula, d };
    this.dispatchEvent(
      new CustomEvent('posenc-formula', { detail, bubbles: true, composed: true }),
    );
    this.announcement = `${formula} is in the box again.`;
  }

  private content(): TemplateResult | typeof nothing {
    const { kind, exhibits } = this;
    if (kind === 'formulas') return this.ofFormulas();
    if (kind === 'claims') return this.ofClaims(allClaims);
    return exhibits ? this.ofMistakes(exhibits) : nothing;
  }

  override render() {
    const content = this.content();
    return html`<section
      class="card"
      aria-label="What you have tried"
      aria-busy=${content === nothing && !this.error}
    >
      ${content} ${startFailure(this.error, () => this.load())}
      <p class="notice">${storageNotice(this.watched.work)}</p>
      ${liveRegion(this.announcement)}
    </section>`;
  }
}

customElements.define('posenc-tried', PosencTried);
