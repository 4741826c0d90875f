import { css, html, LitElement, type PropertyValues } from 'lit';
import { liveRegion, visuallyHidden } from '../../ui/visually-hidden.ts';
import { moved, swapped } from './words.ts';

/** A pointer that has moved less than this far has only touched. */
const minDragPx = 5;

/** A word that is being dragged. */
interface Drag {
  pointer: number;
  /** Where the word is now. */
  place: number;
  start: { x: number; y: number };
  /** From the word's corner to the pointer. */
  grip: { x: number; y: number };
  moved: boolean;
}

/**
 * Words whose order can be changed: dragged, moved with the arrow keys, or swapped by touching one and then another.
 *
 * `words` (as given) and `order` (row n is word order[n]) are properties. Fires `reorder` (detail: the new order).
 */
export class PosencWordChips extends LitElement {
  static override properties = {
    words: { attribute: false },
    order: { attribute: false },
    picked: { state: true },
    announcement: { state: true },
    held: { state: true },
  };

  static override styles = [
    visuallyHidden,
    css`
      :host {
        display: block;
        font: 0.9rem/1.3 var(--posenc-sans);
      }
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem;
        list-style: none;
        margin: 0;
        padding: 0;
        position: relative;
      }
      button {
        display: block;
        font: 500 0.9rem/1.3 var(--posenc-sans);
        color: var(--posenc-ink);
        background: var(--posenc-paper);
        border: 1.5px solid var(--posenc-field);
        border-radius: 7px;
        padding: 0.3rem 0.55rem;
        min-height: 2rem;
        cursor: grab;
        touch-action: pan-y;
        user-select: none;
        -webkit-user-select: none;
        -webkit-touch-callout: none;
      }
      button.moved {
        border-color: var(--posenc-accent);
      }
      button.picked {
        background: var(--posenc-accent);
        border-color: var(--posenc-accent);
        color: var(--posenc-paper);
      }
      li.held {
        position: relative;
        z-index: 1;
      }
      li.held button {
        cursor: grabbing;
        box-shadow: 0 3px 10px rgb(0 0 0 / 25%);
      }
      small {
        font-size: 0.72rem;
        font-weight: 400;
        color: var(--posenc-soft);
        margin-left: 0.3em;
        font-variant-numeric: tabular-nums;
      }
      .picked small {
        color: inherit;
      }
      :focus-visible {
        outline: 3px solid var(--posenc-accent);
        outline-offset: 2px;
      }
      @media (max-width: 30rem) {
        ol {
          gap: 0.3rem;
        }
        button {
          padding-inline: 0.4rem;
        }
      }
      @media (pointer: coarse) {
        button {
          min-height: 2.6rem;
        }
      }
    `,
  ];

  declare words: readonly string[];
  declare order: readonly number[];
  /** The place of the word that waits for another to be swapped with. */
  declare private picked: number | null;
  declare private announcement: string;
  declare private held: Drag | null;

  /** Whether the pointer has dragged since it went down. */
  private dragged = false;

  constructor() {
    super();
    this.words = [];
    this.order = [];
    this.picked = null;
    this.announcement = '';
    this.held = null;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('words')) this.picked = null;
  }

  private word(place: number): string {
    return this.words[this.order[place] ?? 0] ?? '';
  }

  private get items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll('li')];
  }

  private reorder(order: number[], change: string): void {
    this.order = order;
    this.announcement = `${change} The order is: ${order.map((given) => this.words[given]).join(' ')}.`;
    this.dispatchEvent(new CustomEvent('reorder', { detail: order }));
  }

  private move(from: number, to: number): void {
    const word = this.word(from);
    this.reorder(moved(this.order, from, to), `“${word}” is at place ${to + 1}.`);
  }

  private async onKey(event: KeyboardEvent, place: number): Promise<void> {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') this.picked = null;
    const last = this.order.length - 1;
    const targets: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(last, target));
    if (to === place) return;
    this.picked = null;
    this.move(place, to);
    // The focus goes with the word.
    await this.updateComplete;
    this.items[to]?.querySelector('button')?.focus();
  }

  private onDown(event: PointerEvent): void {
    this.dragged = false;
    if (event.button !== 0 || this.held) return;
    const item = (event.target as HTMLElement).closest('li');
    if (!item) return;
    const box = item.getBoundingClientRect();
    this.held = {
      pointer: event.pointerId,
      place: this.items.indexOf(item),
      start: { x: event.clientX, y: event.clientY },
      grip: { x: event.clientX - box.left, y: event.clientY - box.top },
      moved: false,
    };
  }

  /** The place for a word that is held at a point: after all words whose middles it has passed. */
  private placeFor(place: number, x: number, y: number): number {
    const { items } = this;
    const before = ({ offsetTop, offsetHeight, offsetLeft, offsetWidth }: HTMLElement) =>
      y < offsetTop || (y <= offsetTop + offsetHeight && x < offsetLeft + offsetWidth / 2);
    const first = items.findIndex((item, n) => n < place && before(item));
    if (first >= 0) return first;
    for (let n = items.length - 1; n > place; n--) {
      const { offsetTop, offsetLeft, offsetWidth } = items[n] as HTMLElement;
      const below = items[n]?.offsetTop !== items[place]?.offsetTop;
      const past = x > offsetLeft + offsetWidth / 2;
      if (y >= offsetTop && (past || (below && y > offsetTop + (items[n]?.offsetHeight ?? 0))))
        return n;
    }
    return place;
  }

  private async onMove(event: PointerEvent): Promise<void> {
    const { held } = this;
    if (held?.pointer !== event.pointerId) return;
    const { clientX, clientY } = event;
    const far =
      Math.abs(clientX - held.start.x) > minDragPx || Math.abs(clientY - held.start.y) > minDragPx;
    if (!held.moved && !far) return;
    const list = this.renderRoot.querySelector('ol') as HTMLElement;
    if (!held.moved) {
      held.moved = true;
      this.picked = null;
      list.setPointerCapture(held.pointer);
      this.requestUpdate();
    }
    const box = list.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const to = this.placeFor(held.place, x, y);
    if (to !== held.place) {
      const from = held.place;
      held.place = to;
      this.move(from, to);
    }
    await this.updateComplete;
    const item = this.held === held ? this.items[held.place] : undefined;
    if (!item) return;
    for (const other of this.items) other.style.transform = '';
    item.style.transform = `translate(${x - held.grip.x - item.offsetLeft}px, ${y - held.grip.y - item.offsetTop}px)`;
  }

  private onUp(event: PointerEvent): void {
    if (this.held?.pointer !== event.pointerId) return;
    for (const item of this.items) item.style.transform = '';
    if (this.held.moved) this.items[this.held.place]?.querySelector('button')?.focus();
    this.dragged = this.held.moved;
    this.held = null;
  }

  private onClick(event: MouseEvent, place: number): void {
    // A click that follows a drag does not count; one without a pointer is from the keyboard.
    if (this.dragged && event.detail > 0) return;
    const { picked } = this;
    if (picked === null) {
      this.picked = place;
      this.announcement = `“${this.word(place)}” is picked: choose the word to swap it with, or move it with the arrow keys.`;
    } else {
      this.picked = null;
      if (picked === place) return;
      this.reorder(
        swapped(this.order, picked, place),
        `“${this.word(picked)}” and “${this.word(place)}” are swapped.`,
      );
    }
  }

  override render() {
    const { order, picked, held } = this;
    return html`<ol
        aria-label="The words in their new order"
        @pointerdown=${this.onDown}
        @pointermove=${this.onMove}
        @pointerup=${this.onUp}
        @pointercancel=${this.onUp}
      >
        ${order.map((given, place) => {
          const drags = held?.moved === true && held.place === place;
          return html`<li class=${drags ? 'held' : ''}>
            <button
              type="button"
              class=${`${given === place ? '' : 'moved'} ${picked === place ? 'picked' : ''}`}
              aria-pressed=${picked === place}
              aria-describedby="how"
              @keydown=${(event: KeyboardEvent) => this.onKey(event, place)}
              @click=${(event: MouseEvent) => this.onClick(event, place)}
            >
              ${this.words[given]}<span class="unseen"
                >, place ${place + 1} of ${order.length}, given at place ${given + 1}</span
              ><small aria-hidden="true">${given + 1}</small>
            </button>
          </li>`;
        })}
      </ol>
      <p class="unseen" id="how">
        Left and right arrow keys move it. Enter picks it, to be swapped with another.
      </p>
      ${liveRegion(this.announcement)}`;
  }
}

customElements.define('posenc-word-chips', PosencWordChips);
