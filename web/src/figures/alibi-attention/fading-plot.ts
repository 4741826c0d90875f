import { css, html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { drag, keyStep } from '../../ui/drag.ts';
import { Plot, type Step, stillWidthsBeside } from '../../plots/plot.ts';
import { tenth } from '../../plots/format.ts';

export interface FadingRow {
  name: string;
  note: string;
  /** The attention to each word up to the query, in its place, as a part of the most: 1 is the most. */
  shares: ArrayLike<number>;
  /** The number of nearest words that have half of the attention. */
  half: number;
}

export interface FadingCell {
  row: number;
  word: number;
}

/** The reader moves the query: to a word, perhaps between two while it is `held`. */
export interface QueryMove {
  to: number;
  held: boolean;
}

/** A word is written if its letters are at least this large. */
const leastFont = 8.5;
/** Of a letter, as a part of its height. */
const letterWidth = 0.55;
const wordGap = 0.6;
/** Of all rows together, however many there are: so nothing below moves. */
const rowsHeight = { wide: 288, narrow: 244 };
/** Between two rows, with the line below the nearest words. */
const rowGap = 8;
/** Of the columns on the left: where the slope begins, and the words. */
const slopeFrom = 34;
const wordsFrom = 85;

/**
 * A text, and below it a row for each head: over each word the attention that it gets from the query, beside the row's
 * most, which is the thin line above. All rows have the same parts, however many there are. The query can be dragged
 * along the text.
 *
 * All but the events are properties. Fires `query` (detail: QueryMove) and `step` (detail: how many words a key moves it).
 */
export class PosencFadingPlot extends Plot<FadingCell> {
  static override properties = {
    words: { attribute: false },
    count: { type: Number },
    rows: { attribute: false },
    query: { type: Number },
  };

  static override styles = [
    ...Plot.styles,
    css`
      .word {
        /* That of the words' group. */
        font-size: inherit;
        font-family: var(--posenc-serif);
        fill: var(--posenc-ink);
      }
      .word.later {
        fill: var(--posenc-soft);
        opacity: 0.55;
      }
      .row.none :is(.profile, .half) {
        fill: var(--posenc-soft);
        stroke: var(--posenc-soft);
      }
      .profile {
        fill: var(--posenc-alibi);
        stroke: none;
      }
      .row.none .profile {
        stroke: none;
      }
      .most {
        stroke: var(--posenc-line);
      }
      .half {
        stroke: var(--posenc-alibi);
        stroke-width: 2.5;
        stroke-linecap: round;
      }
      .column {
        fill: color-mix(in srgb, var(--posenc-alibi) 9%, transparent);
      }
      .handle {
        cursor: ew-resize;
        touch-action: pan-y;
      }
      .handle:focus-visible {
        outline: 3px solid var(--posenc-accent);
        outline-offset: 1px;
      }
      .handle rect {
        fill: color-mix(in srgb, var(--posenc-alibi) 16%, var(--posenc-sheet));
        stroke: var(--posenc-alibi);
        stroke-width: 2.5;
      }
      .handle text {
        font-weight: 600;
        pointer-events: none;
      }
      .position {
        fill: var(--posenc-ink);
      }
      .chosen {
        cursor: pointer;
        fill: transparent;
        touch-action: pan-y;
      }
    `,
  ];

  /** None: the words are only counted. */
  declare words: readonly string[];
  declare count: number;
  declare rows: readonly FadingRow[];
  /** The place of the query: between two words while it moves. */
  declare query: number;

  constructor() {
    super();
    this.words = [];
    this.count = 1;
    this.rows = [];
    this.query = 0;
    this.stillWidths = stillWidthsBeside;
  }

  private get sizes() {
    const isNarrow = this.width < 420;
    const row = (isNarrow ? rowsHeight.narrow : rowsHeight.wide) / Math.max(1, this.rows.length);
    const left = wordsFrom;
    const cell = (this.width - left - 3) / this.count;
    const longest = this.words.reduce((most, word) => Math.max(most, word.length), 1);
    const font = Math.min(16, cell / (letterWidth * longest + wordGap));
    const top = 66;
    return {
      ...{ isNarrow, left, cell, font, row, top, profile: row - rowGap },
      height: top + (isNarrow ? rowsHeight.narrow : rowsHeight.wide) + 4,
    };
  }

  private get isWritten(): boolean {
    return this.words.length > 0 && this.sizes.font >= leastFont;
  }

  private x(word: number): number {
    const { left, cell } = this.sizes;
    return left + (word + 0.5) * cell;
  }

  /** The last word that the query attends to. */
  private get last(): number {
    return Math.round(this.query);
  }

  protected override placeAt(x: number, y: number): FadingCell | null {
    const { left, cell, top, row } = this.sizes;
    const place = { row: Math.floor((y - top) / row), word: Math.floor((x - left) / cell) };
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: FadingCell | null, { across, down }: Step): FadingCell {
    if (!place) return { row: 0, word: this.last };
    const limited = (value: number, most: number) => Math.max(0, Math.min(most, value));
    return {
      row: limited(place.row + down, this.rows.length - 1),
      word: limited(place.word + across, this.last),
    };
  }

  protected override holds({ row, word }: FadingCell): boolean {
    return row >= 0 && row < this.rows.length && word >= 0 && word <= this.last;
  }

  private fire(to: number, held: boolean): void {
    const detail: QueryMove = { to: Math.max(0, Math.min(this.count - 1, to)), held };
    this.dispatchEvent(new CustomEvent('query', { detail }));
  }

  private grasp(event: PointerEvent): void {
    const begun = this.query;
    let to = begun;
    drag(event, {
      move: (across) => {
        to = begun + across / this.sizes.cell;
        this.fire(to, true);
      },
      end: () => this.fire(Math.round(to), false),
    });
  }

  private onHandleKey(event: KeyboardEvent): void {
    const step = keyStep(event);
    // The picture has its own arrow keys.
    event.stopPropagation();
    if (step !== null) this.dispatchEvent(new CustomEvent('step', { detail: step }));
  }

  /** The whole text, with the query on a handle, and how far back each word is. */
  private head(): SVGTemplateResult {
    const { cell, font, left, isNarrow } = this.sizes;
    const { last, count } = this;
    const every = cell >= 20 ? 1 : cell >= 8 ? 4 : isNarrow ? 16 : 8;
    const at = this.x(this.query);
    const word = (n: number) => this.words[n] ?? '';
    const width = Math.max(24, cell - 2);
    return svg`<g font-size=${tenth(font)}>${
      this.isWritten
        ? Array.from(
            { length: count },
            (
              _,
              n,
            ) => svg`<text class=${n > last ? 'word later' : 'word'} aria-hidden="true" x=${tenth(this.x(n))} y="19" text-anchor="middle">${n === last ? '' : word(n)}</text>
              <rect class="chosen" x=${tenth(this.x(n) - cell / 2)} y="0" width=${tenth(cell)} height="28" @pointerdown=${() => this.fire(n, false)} />`,
          )
        : ''
    }</g>
    <g aria-hidden="true">
      <text x="0" y="43">words back</text>
      <text x="0" y="60">head</text>
      <text x=${slopeFrom} y="60">slope</text>
      ${Array.from({ length: last + 1 }, (_, n) => last - n)
        .filter((back) => back % every === 0)
        .map(
          (back) =>
            svg`<text x=${tenth(this.x(this.query - back))} y="43" text-anchor="middle">${this.x(this.query - back) < left ? '' : back}</text>`,
        )}
    </g>
    <g class="handle" font-size=${tenth(font)} role="slider" tabindex="0" aria-label="query" aria-valuemin="0" aria-valuemax=${count - 1}
      aria-valuenow=${last} aria-valuetext=${word(last) || `word ${last}`}
      @pointerdown=${(event: PointerEvent) => this.grasp(event)} @keydown=${(event: KeyboardEvent) => this.onHandleKey(event)}>
      <rect x=${tenth(at - width / 2)} y="1" width=${tenth(width)} height="27" rx="6" />
      ${
        this.isWritten
          ? svg`<text class="word" aria-hidden="true" x=${tenth(at)} y="19" text-anchor="middle">${word(last)}</text>`
          : svg`<text class="position" aria-hidden="true" font-size="11" x=${tenth(at)} y="19" text-anchor="middle">${last}</text>`
      }
    </g>`;
  }

  /** The shares as a silhouette, a step for each word. */
  private profile({ shares }: FadingRow, floor: number): string {
    const { cell, profile } = this.sizes;
    const steps = Array.from({ length: Math.min(this.last + 1, shares.length) }, (_, n) => {
      const [start, up] = [tenth(this.x(n) - cell / 2), tenth(floor - (shares[n] ?? 0) * profile)];
      return `${n === 0 ? `M${start},${floor}` : ''}V${up}H${tenth(start + cell)}`;
    });
    return steps.length > 0 ? `${steps.join('')}V${floor}Z` : '';
  }

  private row(row: FadingRow, n: number): SVGTemplateResult {
    const { cell, profile, row: height, top } = this.sizes;
    const y = tenth(top + n * height);
    const floor = tenth(y + height - 5);
    const baseline = tenth(floor - profile / 2 + 4);
    const from = this.x(this.query - row.half + 0.5);
    const [start, end] = [this.x(-0.5), this.x(this.query + 0.5)].map(tenth);
    const { place } = this;
    return svg`<g class=${row.note ? 'row' : 'row none'}>
      <text class="name" x="0" y=${baseline}>${row.name}</text>
      <text class="slope" x=${slopeFrom} y=${baseline}>${row.note}</text>
      <line class="most" x1=${start} x2=${end} y1=${floor - profile} y2=${floor - profile} />
      <path class="profile" d=${this.profile(row, floor)} />
      <line class="half" x1=${tenth(Math.max(this.x(-0.5), from) + 1)} x2=${tenth(this.x(this.query + 0.5) - 1)} y1=${floor + 2} y2=${floor + 2} />
      ${place?.row === n ? svg`<rect class="cursor" x=${tenth(this.x(place.word) - cell / 2)} y=${y} width=${tenth(cell)} height=${height - 2} rx="3" />` : ''}
    </g>`;
  }

  protected override picture(): TemplateResult {
    const { cell, height } = this.sizes;
    return html`<svg width=${this.width} height=${height}>
      <rect
        class="column"
        x=${tenth(this.x(this.query) - cell / 2)}
        y="28"
        width=${tenth(cell)}
        height=${height - 28}
      />
      ${this.head()}
      <g aria-hidden="true">${this.rows.map((row, n) => this.row(row, n))}</g>
    </svg>`;
  }
}

customElements.define('posenc-fading-plot', PosencFadingPlot);
