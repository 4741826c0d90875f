import { css, html, isServer, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { radiusOfArea } from '../../plots/disk.ts';
import { decimals } from '../../plots/format.ts';
import { Plot, type Step } from '../../plots/plot.ts';
import { drag, keyStep } from '../../ui/drag.ts';
import { reducedMotion, Spring, stepAll, wake } from '../../ui/motion.ts';
import { swapped } from '../order/words.ts';

/** Weights by word, not by place: row a, column b is how much word a looks at word b, counted as first written. */
export interface WordWeights {
  first: ArrayLike<number>;
  now: ArrayLike<number>;
  /** A weight depends on the order, by the core's verdict. */
  isChanged: boolean;
}

/** Two words as first written: the one that looks, and the one it looks at. */
export interface WordPair {
  looks: number;
  seen: number;
}

/** Rates of springs: under a finger or an arrow key, and after a button. */
const quick = 20;
const slow = 7;
/** Of two words that trade places, one starts first and passes in front. */
const secondWaitsSeconds = 0.17;
/** In places per second: a push that says what can be dragged. */
const nudge = 8;
/** Room beyond the first and the last place, in places, for a word that is dragged there. */
const dragMargin = 0.2;
/** Smaller differences of a radius, in CSS pixels, are not drawn as a change. */
const leastRim = 0.9;

/** Sizes in CSS pixels. */
const wide = { left: 74, card: 48, gap: 12, rows: 310, text: 20, lift: 14 };
const narrow = { left: 54, card: 44, gap: 8, rows: 220, text: 16, lift: 8 };
const narrowBelow = 460;
const leastRow = 32;
const leastColumn = 30;
/** Smaller letters are squeezed instead. */
const leastText = 11;
/** The mean width of a letter, as a part of its height: somewhat wide. */
const letterWidth = 0.56;

/**
 * Words as cards above a matrix of disks, a row and a column for each word; a disk has the area of its weight. A card can
 * be dragged onto another, or moved with the arrow keys: the two trade places, and rows and columns go with their words.
 *
 * `words` (as first written), `order` (place n has word order[n]), `weights` and `colors` (by word) are properties. Fires
 * `reorder` (detail: the new order).
 */
export class PosencWordMatrix extends Plot<WordPair> {
  static override properties = {
    words: { attribute: false },
    order: { attribute: false },
    weights: { attribute: false },
    colors: { attribute: false },
    sounding: { attribute: false },
    held: { state: true },
  };

  static override styles = [
    ...Plot.styles,
    css`
      .card {
        cursor: grab;
        touch-action: pan-y;
        outline: none;
      }
      .card rect {
        fill: var(--posenc-sheet);
        stroke: var(--posenc-field);
        stroke-width: 1;
      }
      .card:focus-visible {
        outline: 3px solid var(--posenc-accent);
        outline-offset: 3px;
      }
      .card.held {
        cursor: grabbing;
      }
      .card.held rect {
        stroke: var(--posenc-ink);
        stroke-width: 1.5;
      }
      .card text,
      text.row {
        font-size: inherit;
        font-family: var(--posenc-serif);
        fill: var(--posenc-ink);
      }
      .card.sounding rect {
        stroke: var(--posenc-accent);
        stroke-width: 3;
      }
      /* One that passes over another covers it. */
      text.passing {
        paint-order: stroke;
        stroke: var(--posenc-sheet);
        stroke-width: 5px;
        stroke-linejoin: round;
      }
      .band {
        opacity: 0.11;
      }
      .plain {
        fill: var(--posenc-soft);
        fill: color-mix(in srgb, var(--posenc-soft) 62%, var(--posenc-sheet));
      }
      .rim {
        fill: var(--posenc-wrong);
      }
      .rim + .disk {
        stroke: var(--posenc-sheet);
        stroke-width: 1.5;
      }
      .ring {
        fill: none;
        stroke: var(--posenc-wrong);
        stroke-width: 2;
      }
    `,
  ];

  declare words: readonly string[];
  declare order: readonly number[];
  declare weights: WordWeights | null;
  /** Of the words that a reader should follow: a color token without its prefix; for the others ''. */
  declare colors: readonly string[];
  /** The place whose chord sounds. */
  declare sounding: number | null;
  /** The word under the pointer or finger. */
  declare private held: number | null;

  /** Of each word: where it is, in places. */
  private places: Spring[] = [];
  /** The start and the end of each movement, and its remaining delay. */
  private starts: number[] = [];
  private waits: number[] = [];
  /** Of each pair of words: the radius of its disk, as a part of the largest, now and as first written. */
  private now: Spring[] = [];
  private first: Spring[] = [];
  private isTouched = false;

  private readonly moving = {
    step: (seconds: number) => this.step(seconds),
    draw: () => this.requestUpdate(),
  };

  constructor() {
    super();
    this.words = [];
    this.order = [];
    this.weights = null;
    this.colors = [];
    this.sounding = null;
    this.held = null;
  }

  /** Says once that the word can be dragged, unless a reader already does something. */
  invite(word: number): void {
    if (this.isTouched || reducedMotion()) return;
    this.places[word]?.push(nudge);
    wake(this.moving);
  }

  private get sizes() {
    const sizes = this.width < narrowBelow ? narrow : wide;
    const letters = Math.max(1, ...this.words.map(({ length }) => length));
    const widest = letters * letterWidth;
    const left = Math.max(sizes.left, Math.min(0.25 * this.width, widest * leastText + 16));
    // (Before it is laid out, it has no width.)
    const column = Math.max(leastColumn, (this.width - left) / Math.max(1, this.words.length));
    const text = Math.max(leastText, Math.min(sizes.text, (column - 12) / widest));
    const row = Math.max(leastRow, Math.min(sizes.rows / 5, sizes.rows / this.words.length));
    return { ...sizes, left, column, text, row };
  }

  private get column(): number {
    return this.sizes.column;
  }

  /** A word, no wider than its room. */
  private word(
    word: number,
    at: { x: number; y: number; anchor: string; room: number },
    kind = '',
  ) {
    const name = this.words[word] ?? '';
    const { text } = this.sizes;
    const isSqueezed = name.length * letterWidth * text > at.room;
    return svg`<text class=${kind} x=${decimal(at.x)} y=${decimal(at.y + text * 0.32)} text-anchor=${at.anchor} textLength=${isSqueezed ? decimal(at.room) : nothing} lengthAdjust="spacingAndGlyphs">${name}</text>`;
  }

  private get top(): number {
    return this.sizes.card + this.sizes.gap;
  }

  private placeOf(word: number): number {
    return this.order.indexOf(word);
  }

  private step(seconds: number): boolean {
    let goesOn = stepAll([...this.now, ...this.first], seconds);
    for (const [word, spring] of this.places.entries()) {
      const wait = this.waits[word] ?? 0;
      if (wait > 0 && !reducedMotion()) {
        this.waits[word] = wait - seconds;
        goesOn = true;
      } else if (word !== this.held) {
        goesOn = spring.step(seconds) || goesOn;
      }
    }
    return goesOn;
  }

  override willUpdate(changed?: PropertyValues): void {
    super.willUpdate();
    if (!changed || changed.has('order') || changed.has('words')) this.aimPlaces();
    if (!changed || changed.has('weights')) this.aimRadii();
  }

  private aimPlaces(): void {
    if (this.places.length !== this.words.length) {
      this.places = this.words.map((_, word) => new Spring(this.placeOf(word)));
      this.starts = this.places.map(({ at }) => at);
      this.waits = this.places.map(() => 0);
      return;
    }
    let isFirst = true;
    // The words that a reader should follow start first.
    const inTurn = [...this.places.keys()].sort(
      (one, other) => Number(!this.colors[one]) - Number(!this.colors[other]),
    );
    for (const word of inTurn) {
      const spring = this.places[word];
      const to = this.placeOf(word);
      if (!spring || word === this.held || spring.to === to) continue;
      spring.rate = this.isTouched ? quick : slow;
      this.starts[word] = spring.at;
      this.waits[word] = isFirst || this.isTouched ? 0 : secondWaitsSeconds;
      spring.to = to;
      isFirst = false;
    }
    this.isTouched = this.held !== null;
    this.move();
  }

  private aimRadii(): void {
    const { weights } = this;
    if (!weights) return;
    const first = Array.from(weights.first, radiusOfArea);
    const now = Array.from(weights.now, radiusOfArea);
    if (this.now.length !== now.length) {
      this.now = now.map((radius) => new Spring(radius, slow));
      this.first = first.map((radius) => new Spring(radius, slow));
      return;
    }
    for (const [n, spring] of this.now.entries()) spring.to = now[n] ?? 0;
    for (const [n, spring] of this.first.entries()) spring.to = first[n] ?? 0;
    this.move();
  }

  private move(): void {
    if (!isServer) wake(this.moving);
  }

  private reorder(order: number[]): void {
    if (order.every((word, place) => word === this.order[place])) return;
    this.isTouched = true;
    this.order = order;
    this.dispatchEvent(new CustomEvent('reorder', { detail: order }));
  }

  private onDown(event: PointerEvent, word: number): void {
    const spring = this.places[word];
    if (event.button !== 0 || !spring || this.held !== null) return;
    event.stopPropagation();
    this.isTouched = true;
    this.held = word;
    this.place = null;
    const home = [...this.order];
    const from = home.indexOf(word);
    const last = home.length - 1;
    const grip = spring.at;
    drag(event, {
      move: (across) => {
        const at = grip + across / this.column;
        spring.put(Math.max(-dragMargin, Math.min(last + dragMargin, at)));
        const onto = Math.round(Math.max(0, Math.min(last, at)));
        this.reorder(swapped(home, from, onto));
        this.move();
      },
      end: () => {
        this.held = null;
        spring.rate = quick;
        spring.to = this.placeOf(word);
        this.starts[word] = spring.at;
        this.move();
      },
    });
  }

  private onCardKey(event: KeyboardEvent, word: number): void {
    const step = keyStep(event);
    if (step === null) return;
    event.stopPropagation();
    const from = this.placeOf(word);
    const to = Math.max(0, Math.min(this.order.length - 1, from + step));
    this.reorder(swapped(this.order, from, to));
  }

  protected override placeAt(x: number, y: number): WordPair | null {
    const { left, row } = this.sizes;
    const seen = this.order[Math.floor((x - left) / this.column)];
    const looks = this.order[Math.floor((y - this.top) / row)];
    const isThere = this.held === null && seen !== undefined && looks !== undefined;
    return isThere ? { looks, seen } : null;
  }

  protected override placeAfter(place: WordPair | null, { across, down }: Step): WordPair {
    const last = this.order.length - 1;
    const after = (word: number, step: number) =>
      this.order[Math.max(0, Math.min(last, this.placeOf(word) + step))] ?? 0;
    if (!place) return { looks: this.order[0] ?? 0, seen: this.order[0] ?? 0 };
    return { looks: after(place.looks, down), seen: after(place.seen, across) };
  }

  protected override holds({ looks, seen }: WordPair): boolean {
    return looks < this.words.length && seen < this.words.length;
  }

  /** Of a word that passes over others to the right: how far it is lifted, in CSS pixels. */
  private liftOf(word: number): number {
    const spring = this.places[word];
    const start = this.starts[word] ?? 0;
    if (!spring || word === this.held || spring.to - start <= 1) return 0;
    const done = Math.max(0, Math.min(1, (spring.at - start) / (spring.to - start)));
    return 4 * done * (1 - done) * this.sizes.lift;
  }

  private card(word: number): TemplateResult {
    const { sizes, column } = this;
    const place = this.placeOf(word);
    const color = this.colors[word];
    const x = sizes.left + (this.places[word]?.at ?? place) * column;
    return svg`<g
      class=${this.cardClass(word)}
      transform="translate(${decimal(x)} ${decimal(-this.liftOf(word))})"
      role="slider"
      tabindex=${isServer ? -1 : 0}
      aria-label=${this.words[word] ?? ''}
      aria-orientation="horizontal"
      aria-valuemin="1"
      aria-valuemax=${this.words.length}
      aria-valuenow=${place + 1}
      aria-valuetext=${`place ${place + 1} of ${this.words.length}`}
      @pointerdown=${(event: PointerEvent) => this.onDown(event, word)}
      @keydown=${(event: KeyboardEvent) => this.onCardKey(event, word)}
    >
      <rect x="3" y="1" width=${decimal(column - 6)} height=${sizes.card - 2} rx="7" />
      ${color ? svg`<path d=${`M14 ${sizes.card - 5}h${decimal(column - 28)}`} stroke=${`var(--posenc-${color})`} stroke-width="3" stroke-linecap="round" />` : ''}
      ${this.word(word, { x: column / 2, y: sizes.card / 2, anchor: 'middle', room: column - 10 })}
    </g>`;
  }

  private cardClass(word: number): string {
    const sounds = this.sounding !== null && this.placeOf(word) === this.sounding;
    return `card ${word === this.held ? 'held' : ''} ${sounds ? 'sounding' : ''}`.trim();
  }

  private bands(word: number): TemplateResult | string {
    const color = this.colors[word];
    if (!color) return '';
    const { left, row } = this.sizes;
    const at = this.places[word]?.at ?? 0;
    const fill = `var(--posenc-${color})`;
    const below = this.words.length * row;
    return svg`<rect class="band" fill=${fill} rx="7" x=${decimal(left + at * this.column + 3)} y=${this.top - 4} width=${decimal(this.column - 6)} height=${below + 2} />
      <rect class="band" fill=${fill} rx="7" x="0" y=${decimal(this.top + at * row + 2)} width=${decimal(this.width)} height=${row - 4} />`;
  }

  private isMoving(word: number): boolean {
    const { at, to } = this.places[word] ?? { at: 0, to: 0 };
    return Math.abs(at - to) > 0.05 || word === this.held;
  }

  /** A name at rest steps back while another one passes it. */
  private opacityOf(word: number): number {
    if (this.isMoving(word)) return 1;
    const own = this.places[word]?.at ?? 0;
    const passing = this.places.filter((_, other) => this.isMoving(other));
    const nearest = Math.min(...passing.map(({ at }) => Math.abs(at - own)));
    return Math.max(0.1, Math.min(1, 2.5 * nearest - 0.6));
  }

  private rowName(word: number): TemplateResult {
    const { left, row } = this.sizes;
    const at = this.places[word]?.at ?? 0;
    const x = left - 12 - this.liftOf(word);
    const y = this.top + (at + 0.5) * row;
    const name = this.isMoving(word) ? 'row passing' : 'row';
    return svg`<g opacity=${decimal(this.opacityOf(word))}>${this.word(word, { x, y, anchor: 'end', room: left - 14 }, name)}</g>`;
  }

  private disk(looks: number, seen: number): TemplateResult {
    const { left, row, column } = this.sizes;
    const most = Math.min(row, column) / 2 - 1;
    const n = looks * this.words.length + seen;
    // (A spring may swing beyond 0, where no disk can follow.)
    const radius = most * Math.max(0, this.now[n]?.at ?? 0);
    const before = this.weights?.isChanged ? most * Math.max(0, this.first[n]?.at ?? 0) : radius;
    const color = this.colors[seen];
    const x = left + ((this.places[seen]?.at ?? 0) + 0.5) * column;
    const y = this.top + ((this.places[looks]?.at ?? 0) + 0.5) * row;
    const grew = radius > before + leastRim;
    const shrank = radius < before - leastRim;
    const isRead = this.place?.looks === looks && this.place.seen === seen;
    return svg`<g transform="translate(${decimal(x)} ${decimal(y)})" data-looks=${looks} data-seen=${seen}>
      ${grew ? svg`<circle class="rim" r=${decimal(radius)} />` : ''}
      <circle class=${color ? 'disk' : 'disk plain'} fill=${color ? `var(--posenc-${color})` : 'none'} r=${decimal(grew ? before : radius)} />
      ${shrank ? svg`<circle class="ring" r=${decimal(before)} />` : ''}
      ${isRead ? svg`<circle class="cursor" r=${decimal(Math.max(radius, before) + 4)} />` : ''}
    </g>`;
  }

  protected override picture(): TemplateResult {
    const words = [...this.words.keys()];
    // Those that a reader should follow pass in front of the others.
    const inFront = [...words].sort((a, b) => Number(!!this.colors[a]) - Number(!!this.colors[b]));
    const height = this.top + words.length * this.sizes.row;
    return html`<svg width=${this.width} height=${height} font-size=${decimal(this.sizes.text)}>
      <g aria-hidden="true">
        ${words.map((word) => this.bands(word))} ${inFront.map((word) => this.rowName(word))}
        ${inFront.flatMap((seen) => words.map((looks) => this.disk(looks, seen)))}
      </g>
      ${inFront.map((word) => this.card(word))}
    </svg>`;
  }
}

/** As short as a picture needs it. */
const decimal = (value: number): string => decimals(value, 2).replace('\u2212', '-');

customElements.define('posenc-word-matrix', PosencWordMatrix);
