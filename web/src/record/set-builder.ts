import { css, html, LitElement, nothing } from 'lit';
import { type Assignment, assignmentIn, linkTo, setOf } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { catalogue, hasVariants, minutesFor, timeFor } from '../exercises/catalogue.ts';
import { drawnSeed } from '../exercises/work.ts';
import { ensureTokens } from '../style/tokens.ts';
import { deskStyle } from './desk-style.ts';
import './package-maker.ts';

const keyOf = ({ name, set }: Assignment) =>
  `./teach.html?key=${setOf(set)}${name && `&class=${encodeURIComponent(name)}`}#answer-key`;

/** Short enough to read aloud. */
const largestSeed = 9999;

/**
 * Makes the link that sets a class its exercises.
 *
 *   <posenc-set></posenc-set>
 *
 * It begins with the set in the query of the address: teach.html?choose=e13.1:7,quiz:3
 */
export class PosencSet extends LitElement {
  static override properties = {
    nameOfClass: { state: true },
    seeds: { state: true },
    ticked: { state: true },
    message: { state: true },
  };
  static override styles = [
    cardStyle,
    deskStyle,
    css`
      fieldset {
        border: 0;
        margin: 0.9rem 0 0;
        padding: 0;
      }
      legend {
        padding: 0;
        font-weight: 600;
      }
      .one {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto 6rem;
        gap: 0.6rem;
        align-items: center;
        border-top: 1px solid var(--posenc-line);
        padding: 0.25rem 0;
      }
      .one > :last-child {
        grid-column: 3;
      }
      .one label {
        display: flex;
        gap: 0.6rem;
        align-items: center;
        min-height: 2rem;
        font-size: inherit;
        color: inherit;
      }
      .link {
        font: 0.85rem/1.5 var(--posenc-mono);
        overflow-wrap: anywhere;
      }
      @media (pointer: coarse) {
        .one label {
          min-height: 2.75rem;
        }
      }
    `,
  ];

  declare private nameOfClass: string;
  /** As typed, by exercise. */
  declare private seeds: Record<string, string>;
  declare private ticked: string[];
  /** The last action, as a sentence. */
  declare private message: string;

  constructor() {
    super();
    const chosen = assignmentIn(`set=${new URLSearchParams(location.search).get('choose') ?? ''}`);
    const set = chosen && !('fault' in chosen) ? chosen.set : [];
    this.nameOfClass = '';
    this.seeds = Object.fromEntries(set.map(({ id, seed }) => [id, String(seed)]));
    this.ticked = set.map(({ id }) => id);
    this.message = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
  }

  private tick(id: string, on: boolean): void {
    this.message = '';
    this.ticked = on ? [...this.ticked, id] : this.ticked.filter((one) => one !== id);
  }

  private draw(): void {
    this.message = 'Each exercise has a new variant.';
    const variants = catalogue.filter(({ id }) => hasVariants(id));
    this.seeds = Object.fromEntries(variants.map(({ id }) => [id, String(drawnSeed(largestSeed))]));
  }

  private async copy(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.message = 'Link copied.';
    } catch {
      this.message = 'This browser blocks copying. Select the link and copy it yourself.';
    }
  }

  private link(): string {
    const set = catalogue
      .filter(({ id }) => this.ticked.includes(id))
      .map(({ id }) => ({ id, seed: this.seeds[id] ?? '0' }));
    return linkTo(location.href, { name: this.nameOfClass.trim(), set });
  }

  override render() {
    const link = this.link();
    const read = this.ticked.length > 0 ? assignmentIn(new URL(link).search) : null;
    const fault = read && 'fault' in read ? read.fault : '';
    const assignment = read && !('fault' in read) ? read : null;
    return html`<section aria-label="A set for a class" aria-busy="false">
      <label for="called">Class name (optional)</label>
      <input
        id="called"
        autocomplete="off"
        .value=${this.nameOfClass}
        @input=${(event: Event) => {
          this.nameOfClass = (event.target as HTMLInputElement).value;
          this.message = '';
        }}
      />
      <fieldset>
        <legend>Exercises and their variants</legend>
        ${catalogue.map(
          ({ id, title, label }) =>
            html`<div class="one">
              <label
                ><input
                  type="checkbox"
                  data-tick=${id}
                  .checked=${this.ticked.includes(id)}
                  @change=${(event: Event) =>
                    this.tick(id, (event.target as HTMLInputElement).checked)}
                /><span
                  >${title} <span class="soft">${label} ${minutesFor(id)} min</span></span
                ></label
              >
              ${
                hasVariants(id)
                  ? html`<span class="soft" aria-hidden="true">variant</span
                      ><input
                        aria-label="Variant of ${title}"
                        data-seed=${id}
                        inputmode="numeric"
                        autocomplete="off"
                        .value=${this.seeds[id] ?? '0'}
                        @input=${(event: Event) => {
                          const typed = (event.target as HTMLInputElement).value;
                          this.seeds = { ...this.seeds, [id]: typed };
                          this.message = '';
                        }}
                      />`
                  : html`<span class="soft">own run</span>`
              }
            </div>`,
        )}
      </fieldset>
      <p class="soft">Variant 0 is the lesson’s own version; any other number draws new values.</p>
      <div class="actions">
        <button type="button" @click=${() => this.draw()}>Draw variants</button>
        <button
          type="button"
          class="first"
          ?disabled=${!assignment}
          @click=${() => this.copy(link)}
        >
          Copy link
        </button>
      </div>
      <p class="message soft" role="status">${this.message || nothing}</p>
      ${
        assignment
          ? html`<p>${timeFor(this.ticked)} in all.</p>
              <p><a class="link" href=${link}>${link}</a></p>
              <p>
                <a href=${keyOf(assignment)}>Answer key for this set</a>
              </p>
              <posenc-package .assignment=${assignment}></posenc-package>`
          : html`<p class=${fault ? 'error' : 'soft'}>
              ${fault ? `There is no link yet: ${fault}.` : 'Select at least one exercise.'}
            </p>`
      }
    </section>`;
  }
}

customElements.define('posenc-set', PosencSet);
