import { css, html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { drag, keyStep } from '../../ui/drag.ts';
import { Plot, type Step, stillWidthsBeside } from '../../plots/plot.ts';

/** What one head makes of the words. */
export interface FadingRow {
  name: string;
  note: string;
  /** The attention to each word up to the query, in its place, as a part of the most: 1 is the most. */
  shares: ArrayLike<number>;
  /** How many of the nearest words have half of the attention. */
  half: number;
}

/** A word of one head. */
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
const letterWidth = 0.62;
const wordGap = 0.45;
const profileHeight = 20;
/** Of all rows together, however many there are: so nothing below moves. */
const rowsHeight = { wide: 280, narrow: 232 };
/** Rows this high have room for words and their profile below them. */
const roomForBoth = 44;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * A text once for each head, each word as dark as the attention that it gets from the query; where rows have room for
 * it, without words, and where those have no room, as high too. The query can be dragged along the text.
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
    const isLabelSplit = isNarrow || (row >= 30 && this.words.length > 0);
    const left = isLabelSplit ? (isNarrow ? 48 : 76) : 122;
    const cell = (this.width - left - 3) / this.count;
    const longest = this.words.reduce((most, word) => Math.max(most, word.length), 1);
    const font = Math.min(16, cell / (letterWidth * longest + wordGap));
    const top = 60;
    const hasBoth = this.words.length > 0 && row >= roomForBoth;
    const profile = Math.min(profileHeight, row - (hasBoth ? 26 : 10));
    return {
      hasBoth,
      ...{ isNarrow, isLabelSplit, left, cell, font, row, top, profile },
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
    const { cell, top, font, left, isNarrow } = this.sizes;
    const { last, count } = this;
    const every = cell >= 20 ? 1 : cell >= 8 ? 4 : isNarrow ? 16 : 8;
    const at = this.x(this.query);
    const word = (n: number) => this.words[n] ?? '';
    const width = Math.max(24, cell - 2);
    return svg`${
      this.isWritten
        ? Array.from(
            { length: count },
            (
              _,
              n,
            ) => svg`<text class=${n > last ? 'word later' : 'word'} aria-hidden="true" font-size=${tenth(font)} x=${tenth(this.x(n))} y="19" text-anchor="middle">${n === last ? '' : word(n)}</text>
              <rect class="chosen" x=${tenth(this.x(n) - cell / 2)} y="0" width=${tenth(cell)} height="28" @pointerdown=${() => this.fire(n, false)} />`,
          )
        : ''
    }
    <g aria-hidden="true">
      <text x="0" y=${top - 11}>${isNarrow ? 'back' : 'words back'}</text>
      ${Array.from({ length: last + 1 }, (_, n) => last - n)
        .filter((back) => back % every === 0)
        .map(
          (back) =>
            svg`<text x=${tenth(this.x(this.query - back))} y=${top - 11} text-anchor="middle">${this.x(this.query - back) < left ? '' : back}</text>`,
        )}
    </g>
    <g class="handle" role="slider" tabindex="0" aria-label="query" aria-valuemin="0" aria-valuemax=${count - 1}
      aria-valuenow=${last} aria-valuetext=${word(last) || `word ${last}`}
      @pointerdown=${(event: PointerEvent) => this.grasp(event)} @keydown=${(event: KeyboardEvent) => this.onHandleKey(event)}>
      <rect x=${tenth(at - width / 2)} y="1" width=${tenth(width)} height="27" rx="6" />
      ${
        this.isWritten
          ? svg`<text class="word" aria-hidden="true" font-size=${tenth(font)} x=${tenth(at)} y="19" text-anchor="middle">${word(last)}</text>`
          : svg`<text class="position" aria-hidden="true" x=${tenth(at)} y="19" text-anchor="middle">${last}</text>`
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
    const { cell, font, isNarrow, isLabelSplit, hasBoth, profile, row: height, top } = this.sizes;
    const y = tenth(top + n * height);
    const baseline = tenth(y + height / 2 + 3);
    const floor = tenth(y + height - 5);
    const ofWords = hasBoth ? tenth(floor - profile - 5) : baseline;
    const slope = row.note && !isNarrow ? `slope ${row.note}` : row.note;
    const from = this.x(this.query - row.half + 0.5);
    const { place } = this;
    return svg`<g class=${row.note ? 'row' : 'row none'}>
      ${
        isLabelSplit && height >= 28
          ? svg`<text class="name" x="0" y=${tenth(baseline - 6)}>${row.name}</text><text x="0" y=${tenth(baseline + 8)}>${slope}</text>`
          : svg`<text class="name" x="0" y=${baseline}>${row.name}<tspan fill="var(--posenc-soft)">${slope && !isLabelSplit ? `, ${slope}` : ''}</tspan></text>`
      }
      ${
        this.isWritten
          ? Array.from(
              { length: this.last + 1 },
              (_, word) =>
                svg`<text class="word" font-size=${tenth(font)} x=${tenth(this.x(word))} y=${ofWords} text-anchor="middle" opacity=${Math.round((row.shares[word] ?? 0) * 1000) / 1000}>${this.words[word]}</text>`,
            )
          : ''
      }
      ${hasBoth || !this.isWritten ? svg`<path class="profile" d=${this.profile(row, floor)} />` : ''}
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
