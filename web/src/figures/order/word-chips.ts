import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { type Moving, reducedMotion, sleep, Spring, stepAll, wake } from '../../ui/motion.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { moved, swapped } from './words.ts';

/** A pointer that has moved less than this far has only touched. */
const minDragPx = 5;

interface Drag {
  pointer: number;
  place: number;
  start: { x: number; y: number };
  /** From the word's corner to the pointer. */
  grip: { x: number; y: number };
  moved: boolean;
}

/** The distance of a word from its place, while it glides there. */
interface Glide {
  x: Spring;
  y: Spring;
}

/** A word that is dragged may leave the line by this many CSS pixels. */
const dragMargin = 12;

const glideRate = 14;
/** Pixels per second that a word is pushed with, once, to show that it can be moved; and how long it waits with that. */
const invitation = 320;
const inviteAfterMs = 900;

/**
 * Words whose order can be changed: dragged, moved with the arrow keys, or swapped by touching one and then another.
 *
 * `words` (as given) and `order` (row n is word order[n]) are properties. So are, if they are wanted, `column` (the
 * width of each in pixels, for words that stand above columns) and `tones` (a color for each word as given: accent,
 * form or soft). Fires `reorder` (detail: the new order).
 */
export class PosencWordChips extends LitElement {
  static override properties = {
    words: { attribute: false },
    order: { attribute: false },
    column: { attribute: false },
    tones: { attribute: false },
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
      ol:not(.columns) .moved {
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
      .columns {
        flex-wrap: nowrap;
        gap: 0;
      }
      .columns li {
        flex: 0 0 var(--column);
        min-width: 0;
        padding-inline: 1.5px;
        box-sizing: border-box;
      }
      .columns button {
        width: 100%;
        height: 42px;
        min-height: 0;
        padding: 0 0 3px;
        font-size: 13px;
      }
      .columns small {
        display: none;
      }
      [data-tone] {
        background-image: linear-gradient(var(--tone), var(--tone));
        background-size: calc(100% - 9px) 2.5px;
        background-position: 50% calc(100% - 3px);
        background-repeat: no-repeat;
      }
      [data-tone='accent'] {
        --tone: var(--posenc-accent);
      }
      [data-tone='form'] {
        --tone: var(--posenc-form);
      }
      [data-tone='soft'] {
        --tone: var(--posenc-soft);
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
        ol:not(.columns) {
          gap: 0.3rem;
        }
        ol:not(.columns) button {
          padding-inline: 0.4rem;
        }
      }
      @media (pointer: coarse) {
        ol:not(.columns) button {
          min-height: 2.6rem;
        }
      }
    `,
  ];

  declare words: readonly string[];
  declare order: readonly number[];
  declare column: number | null;
  declare tones: readonly string[];
  /** The place of the word that waits for another to be swapped with. */
  declare private picked: number | null;
  declare private announcement: string;
  declare private held: Drag | null;

  private dragged = false;

  /** By the given place of each word. */
  private glides: Glide[] = [];
  /** Where the words were seen before the order changed, by their given places. */
  private seenAt: ({ x: number; y: number } | undefined)[] = [];
  private readonly moving: Moving = {
    step: (seconds) =>
      stepAll(
        this.glides.flatMap(({ x, y }) => [x, y]),
        seconds,
      ),
    draw: () => this.showGlides(),
  };

  constructor() {
    super();
    this.words = [];
    this.order = [];
    this.column = null;
    this.tones = [];
    this.picked = null;
    this.announcement = '';
    this.held = null;
  }

  /** Until it has invited its reader, who may have begun already. */
  private seen: IntersectionObserver | null = null;

  override firstUpdated(): void {
    this.seen = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        this.seen?.disconnect();
        setTimeout(() => this.invite(), inviteAfterMs);
      },
      { threshold: 1 },
    );
    this.seen.observe(this);
  }

  /** The two words that have colors stir, toward each other. */
  private invite(): void {
    if (!this.seen || reducedMotion()) return;
    const [one, other] = [this.tones.indexOf('accent'), this.tones.indexOf('form')];
    const isBefore = this.order.indexOf(one) < this.order.indexOf(other);
    this.glides[one]?.x.push(isBefore ? invitation : -invitation);
    this.glides[other]?.x.push(isBefore ? -invitation : invitation);
    wake(this.moving);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.seen?.disconnect();
    this.seen = null;
    sleep(this.moving);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('words')) {
      this.picked = null;
      this.glides = this.words.map(() => ({
        x: new Spring(0, glideRate),
        y: new Spring(0, glideRate),
      }));
    }
    this.seenAt = [];
    const order = changed.get('order') as readonly number[] | undefined;
    if (!order || !this.hasUpdated || changed.has('words') || changed.has('column')) return;
    const { items } = this;
    for (const [place, given] of order.entries()) {
      const [item, glide] = [items[place], this.glides[given]];
      if (!item || !glide) continue;
      this.seenAt[given] = { x: item.offsetLeft + glide.x.at, y: item.offsetTop + glide.y.at };
    }
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('column')) {
      const list = this.renderRoot.querySelector('ol');
      list?.style.setProperty('--column', `${this.column ?? 0}px`);
    }
    if (this.seenAt.length === 0 || reducedMotion()) return;
    const { items } = this;
    for (const [place, given] of this.order.entries()) {
      const [item, glide, before] = [items[place], this.glides[given], this.seenAt[given]];
      if (!item || !glide || !before) continue;
      for (const [spring, from] of [
        [glide.x, before.x - item.offsetLeft],
        [glide.y, before.y - item.offsetTop],
      ] as const) {
        spring.at = from;
        spring.to = 0;
      }
    }
    this.showGlides();
    wake(this.moving);
  }

  /** The word that is dragged is where the pointer has it. */
  private showGlides(): void {
    const { items, held } = this;
    for (const [place, given] of this.order.entries()) {
      const [item, glide] = [items[place], this.glides[given]];
      if (!item || !glide || (held?.moved && held.place === place)) continue;
      const { x, y } = glide;
      item.style.transform = x.at === 0 && y.at === 0 ? '' : `translate(${x.at}px, ${y.at}px)`;
    }
  }

  private word(place: number): string {
    return this.words[this.order[place] ?? 0] ?? '';
  }

  private get items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll('li')];
  }

  private reorder(order: number[], change: string): void {
    this.seen = null;
    this.order = order;
    this.announcement = `${change} The order is: ${order.map((given) => this.words[given]).join(' ')}.`;
    this.dispatchEvent(new CustomEvent('reorder', { detail: order }));
  }

  private move(from: number, to: number): void {
    const word = this.word(from);
    this.reorder(moved(this.order, from, to), `“${word}” is in place ${to + 1}.`);
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
    this.seen = null;
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
  private placeFor(place: number, x: number, pointerY: number): number {
    const { items } = this;
    // Above the first line and below the last one count as in it.
    const bottom = items.at(-1)?.offsetTop ?? 0;
    const y = Math.max(items[0]?.offsetTop ?? 0, Math.min(bottom, pointerY));
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
    // On a slide it may be enlarged.
    const scale = box.width > 0 ? list.offsetWidth / box.width : 1;
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
    const to = this.placeFor(held.place, x, y);
    if (to !== held.place) {
      const from = held.place;
      held.place = to;
      this.move(from, to);
    }
    await this.updateComplete;
    const item = this.held === held ? this.items[held.place] : undefined;
    if (!item) return;
    const glide = this.glides[this.order[held.place] ?? 0];
    const within = (left: number) =>
      Math.max(-dragMargin, Math.min(list.offsetWidth - item.offsetWidth + dragMargin, left));
    const [across, down] = [
      within(x - held.grip.x * scale) - item.offsetLeft,
      this.column === null ? y - held.grip.y * scale - item.offsetTop : 0,
    ];
    // From there it glides to its place once it is let go.
    glide?.x.put(across);
    glide?.y.put(down);
    item.style.transform = `translate(${across}px, ${down}px)`;
    this.showGlides();
  }

  private onUp(event: PointerEvent): void {
    if (this.held?.pointer !== event.pointerId) return;
    const { moved, place } = this.held;
    this.dragged = moved;
    this.held = null;
    if (!moved) return;
    this.items[place]?.querySelector('button')?.focus();
    const glide = this.glides[this.order[place] ?? 0];
    for (const spring of glide ? [glide.x, glide.y] : []) spring.to = 0;
    wake(this.moving);
  }

  private onClick(event: MouseEvent, place: number): void {
    // A click that follows a drag does not count; one without a pointer is from the keyboard.
    if (this.dragged && event.detail > 0) return;
    const { picked } = this;
    if (picked === null) {
      this.picked = place;
      this.announcement = `“${this.word(place)}” is selected: choose the word to swap it with, or move it with the arrow keys.`;
    } else {
      this.picked = null;
      if (picked === place) return;
      this.reorder(
        swapped(this.order, picked, place),
        `Swapped “${this.word(picked)}” and “${this.word(place)}”.`,
      );
    }
  }

  override render() {
    const { order, picked, held } = this;
    return html`<ol
        class=${this.column === null ? '' : 'columns'}
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
              data-tone=${this.tones[given] ?? nothing}
              aria-pressed=${picked === place}
              aria-describedby="how"
              @keydown=${(event: KeyboardEvent) => this.onKey(event, place)}
              @click=${(event: MouseEvent) => this.onClick(event, place)}
            >
              ${this.words[given]}<span class="unseen"
                >, place ${place + 1} of ${order.length}, originally in place ${given + 1}</span
              ><small aria-hidden="true">${given + 1}</small>
            </button>
          </li>`;
        })}
      </ol>
      <p class="unseen" id="how">
        Press the left or right arrow key to move this word, or Enter to select it for a swap.
      </p>
      ${liveRegion(this.announcement)}`;
  }
}

customElements.define('posenc-word-chips', PosencWordChips);
