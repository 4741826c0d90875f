import { css, html, isServer, svg, type TemplateResult } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { radiusOfArea } from '../../plots/disk.ts';
import { Plot, type Step } from '../../plots/plot.ts';
import { type Moving, reducedMotion, sleep, Spring, stepAll, wake } from '../../ui/motion.ts';
import { rowsOf } from '../sinusoidal.ts';
import { type AttentionLayout, attentionLayout } from './attention-layout.ts';
import './word-chips.ts';
import { originalOrder, tonesOf } from './words.ts';

export interface WeightCell {
  side: 'given' | 'reordered';
  row: number;
  col: number;
}

/** Attention to the words as given, and to them in an order. */
interface Weights {
  order: readonly number[];
  weights: Matrix;
  reorderedWeights: Matrix;
}

/** The rows follow the columns. */
const columnRate = 14;
const rowRate = 10;
const flightRate = 8;
const weightRate = 12;
/** In places, and as a part of the flight. */
const nearlyThere = 0.06;
const flownBack = 0.25;

/** What is drawn, where it is now: of each word and each pair of words, by their given places. */
interface Motion {
  columns: Spring[];
  rows: Spring[];
  given: Spring[];
  reordered: Spring[];
  /** 0: in a place of its own; 1: on the matrix as given. */
  flight: Spring;
}

const springs = (count: number, rate: number) =>
  Array.from({ length: count }, () => new Spring(0, rate));

/**
 * Attention to words and to the same words reordered, a disk for each weight: its area is the weight, and a disk that
 * fills its cell is 1. The second matrix moves as its words do, and onto the first when `together` is set: there the
 * disks of the first become rings, which equal disks fill. A narrow picture is the second matrix alone, until its words
 * are put back into the rings.
 *
 * `words`, `order` (it may be ahead of the answer), `answer`, `verdict` (lines beside the two when together) and
 * `describe` are properties. Fires `reorder` (detail: the new order).
 */
export class PosencAttentionPlot extends Plot<WeightCell> {
  static override properties = {
    words: { attribute: false },
    order: { attribute: false },
    answer: { attribute: false },
    together: { attribute: false },
    verdict: { attribute: false },
  };

  static override styles = [
    ...Plot.styles,
    css`
      .cards {
        position: absolute;
      }
      .cards.away {
        visibility: hidden;
      }
      .cards.below {
        position: static;
        margin-top: 0.6rem;
      }
      .card {
        fill: var(--posenc-paper);
        stroke: var(--posenc-field);
        stroke-width: 1.5;
      }
      .card.fixed {
        stroke: var(--posenc-line);
      }
      /* Still in a picture that is saved: there it has no class. */
      .covered {
        visibility: hidden;
      }
      .accent {
        fill: var(--posenc-accent);
      }
      .form {
        fill: var(--posenc-form);
      }
      .soft {
        fill: var(--posenc-soft);
      }
      .ring {
        fill: none;
        stroke: var(--posenc-ink);
        stroke-width: 1.5;
      }
      /* Still empty: its disk is on the way. */
      .ghost {
        opacity: 0.45;
      }
      .lane {
        opacity: 0.13;
      }
      .bed {
        fill: none;
        stroke: var(--posenc-line);
        stroke-width: 1;
      }
      .left-behind {
        stroke-dasharray: 4 4;
        stroke: var(--posenc-field);
      }
      .twins {
        fill: none;
        stroke: var(--posenc-ink);
        stroke-width: 1;
        stroke-dasharray: 2 4;
      }
      text.word {
        font: 500 13px var(--posenc-sans);
        fill: var(--posenc-ink);
      }
      text.verdict {
        font: 600 17px var(--posenc-sans);
        fill: var(--posenc-ink);
      }
    `,
  ];

  declare words: readonly string[];
  declare order: readonly number[];
  declare answer: Weights | null;
  declare together: boolean;
  declare verdict: readonly string[];

  private motion: Motion | null = null;
  private readonly moving: Moving = {
    step: (seconds) => {
      this.aim();
      return stepAll(this.allSprings, seconds) || !this.isThere();
    },
    draw: () => this.requestUpdate(),
  };

  constructor() {
    super();
    this.words = [];
    this.order = [];
    this.answer = null;
    this.together = false;
    this.verdict = [];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    sleep(this.moving);
  }

  private get allSprings(): Spring[] {
    if (!this.motion) return [];
    const { columns, rows, given, reordered, flight } = this.motion;
    return [...columns, ...rows, ...given, ...reordered, flight];
  }

  override willUpdate(): void {
    super.willUpdate();
    const count = this.words.length;
    const isNew = this.motion?.columns.length !== count;
    if (isNew) {
      this.motion = {
        columns: springs(count, columnRate),
        rows: springs(count, rowRate),
        given: springs(count * count, weightRate),
        reordered: springs(count * count, weightRate),
        flight: this.motion?.flight ?? new Spring(0, flightRate),
      };
    }
    this.aim();
    if (isNew || isServer || reducedMotion()) this.putThere();
    else if (this.allSprings.some(({ at, to }) => at !== to)) wake(this.moving);
  }

  private isThere(): boolean {
    this.aim();
    return this.allSprings.every(({ at, to }) => at === to);
  }

  private putThere(): void {
    do for (const spring of this.allSprings) spring.put(spring.to);
    while (!this.isThere());
  }

  private get isHome(): boolean {
    return this.together || (this.motion?.flight.at ?? 0) > flownBack;
  }

  /** Where everything belongs: words are in their given places before they fly, and until they have flown back. */
  private aim(): void {
    const { motion, answer, order, isHome } = this;
    if (!motion) return;
    for (const [place, word] of order.entries()) {
      const target = isHome ? word : place;
      for (const spring of [motion.columns[word], motion.rows[word]])
        if (spring) spring.to = target;
    }
    const isSorted = [...motion.columns, ...motion.rows].every(
      ({ at, to }) => Math.abs(at - to) < nearlyThere,
    );
    if (!this.together) motion.flight.to = 0;
    else if (isSorted) motion.flight.to = 1;
    const count = this.words.length;
    if (answer?.order.length !== count || answer.weights.rows !== count) return;
    for (const [row, query] of answer.order.entries()) {
      for (const [col, key] of answer.order.entries()) {
        const reordered = motion.reordered[query * count + key];
        const given = motion.given[row * count + col];
        if (reordered) reordered.to = rowsOf(answer.reorderedWeights, row)[col] ?? 0;
        if (given) given.to = rowsOf(answer.weights, row)[col] ?? 0;
      }
    }
  }

  override updated(): void {
    const cards = this.renderRoot.querySelector<HTMLElement>('.cards');
    if (!cards) return;
    const { reordered, cardHeight, fits } = this.layout;
    cards.style.left = fits ? `${reordered.left}px` : '';
    cards.style.top = fits ? `${reordered.top - cardHeight - 4}px` : '';
  }

  /** At once: drawn before the figure has answered, it would put the words back where they were. */
  private reorder(order: number[]): void {
    this.order = order;
    this.dispatchEvent(new CustomEvent('reorder', { detail: order }));
  }

  private get layout(): AttentionLayout {
    return attentionLayout(this.width, this.words);
  }

  /** The matrices whose cells can be read. */
  private get sides(): readonly WeightCell['side'][] {
    if (this.together) return ['given'];
    return this.layout.isOne ? ['reordered'] : ['given', 'reordered'];
  }

  protected override placeAt(x: number, y: number): WeightCell | null {
    const { layout } = this;
    for (const side of this.sides) {
      const { left, top } = layout[side];
      const col = Math.floor((x - left) / layout.wide);
      const row = Math.floor((y - top) / layout.high);
      if (this.holds({ side, row, col })) return { side, row, col };
    }
    return null;
  }

  protected override placeAfter(place: WeightCell | null, { across, down }: Step): WeightCell {
    const { sides } = this;
    if (place === null) return { side: sides[0] ?? 'given', row: 0, col: 0 };
    const last = this.words.length - 1;
    const within = (value: number) => Math.max(0, Math.min(last, value));
    const row = within(place.row + down);
    const col = place.col + across;
    // A step beyond the edge between the two goes on in the other.
    if (sides.length === 2 && across === 1 && col > last && place.side === 'given') {
      return { side: 'reordered', row, col: 0 };
    }
    if (sides.length === 2 && across === -1 && col < 0 && place.side === 'reordered') {
      return { side: 'given', row, col: last };
    }
    return { side: place.side, row, col: within(col) };
  }

  protected override holds({ side, row, col }: WeightCell): boolean {
    const count = this.words.length;
    if (!this.sides.includes(side)) return false;
    return row >= 0 && row < count && col >= 0 && col < count;
  }

  /** What is read, by the given places of both words. */
  private get read(): { query: number; key: number } | null {
    const { place, order } = this;
    if (!place) return null;
    const word = (n: number) => (place.side === 'given' ? n : (order[n] ?? 0));
    return { query: word(place.row), key: word(place.col) };
  }

  /** Where a row and a column of a side are drawn now, by the given places of their words. */
  private middle(side: WeightCell['side'], query: number, key: number) {
    const { layout, motion } = this;
    const { given, reordered, wide, high } = layout;
    const own = side === 'reordered';
    const flight = own ? (motion?.flight.at ?? 0) : 1;
    const row = own ? (motion?.rows[query]?.at ?? query) : query;
    const col = own ? (motion?.columns[key]?.at ?? key) : key;
    return {
      x: reordered.left + flight * (given.left - reordered.left) + (col + 0.5) * wide,
      y: reordered.top + flight * (given.top - reordered.top) + (row + 0.5) * high,
    };
  }

  private lanes(side: WeightCell['side']) {
    const { read, layout } = this;
    if (!read) return '';
    const { wide, high } = layout;
    const count = this.words.length;
    const { x, y } = this.middle(side, read.query, read.key);
    const block = this.corner(side);
    const tone = tonesOf(this.words)[read.key] ?? 'soft';
    return svg`
      <rect class=${`lane ${tone}`} x=${block.x} y=${y - high / 2} width=${count * wide} height=${high} />
      <rect class=${`lane ${tone}`} x=${x - wide / 2} y=${block.y} width=${wide} height=${count * high} />`;
  }

  /** The corner of a side's cells, where they are now. */
  private corner(side: WeightCell['side']) {
    const { given, reordered } = this.layout;
    const flight = side === 'given' ? 1 : (this.motion?.flight.at ?? 0);
    return {
      x: reordered.left + flight * (given.left - reordered.left),
      y: reordered.top + flight * (given.top - reordered.top),
    };
  }

  private cursor(side: WeightCell['side']) {
    const { read, layout } = this;
    if (!read) return '';
    const { wide, high } = layout;
    const { x, y } = this.middle(side, read.query, read.key);
    const box = (kind: string) =>
      svg`<rect class=${kind} x=${x - wide / 2 + 1} y=${y - high / 2 + 1} width=${wide - 2} height=${high - 2} rx="4" />`;
    return [box('cursor halo'), box('cursor')];
  }

  /** From the cell that is read to its twin. */
  private thread() {
    const { read } = this;
    if (!read || this.together || this.layout.isOne) return '';
    const [from, to] = [
      this.middle('given', read.query, read.key),
      this.middle('reordered', read.query, read.key),
    ];
    return svg`<line class="twins" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
  }

  private disks(side: WeightCell['side'], kind: 'disk' | 'ring') {
    const { motion, words, layout } = this;
    const tones = tonesOf(words);
    const largest = Math.min(layout.wide, layout.high) / 2 - 1;
    return originalOrder(words.length).map((query) =>
      originalOrder(words.length).map((key) => {
        const { x, y } = this.middle(side, query, key);
        const weight = motion?.[side][query * words.length + key]?.at ?? 0;
        // Around its disk, not on it.
        const r = largest * radiusOfArea(weight) + (kind === 'ring' ? 0.75 : 0);
        return svg`<circle class=${kind === 'ring' ? 'ring' : (tones[key] ?? 'soft')} data-side=${side} data-query=${query} data-key=${key} cx=${short(x)} cy=${short(y)} r=${short(r)} />`;
      }),
    );
  }

  private card(side: WeightCell['side'], key: number, covered: boolean) {
    const { layout, words } = this;
    const { fits, cardHeight, wide } = layout;
    const { x } = this.middle(side, 0, key);
    const { y: top } = this.corner(side);
    const word = words[key] ?? '';
    if (!fits) {
      return svg`<text class="word" transform=${`translate(${x + 4} ${top - 6}) rotate(-90)`}>${word}</text>`;
    }
    const above = top - cardHeight - 4;
    const hidden = covered ? 'covered' : '';
    const tone = tonesOf(words)[key] ?? 'soft';
    return svg`
      <rect class=${`card ${side === 'given' ? 'fixed' : ''} ${hidden}`} x=${x - wide / 2 + 1.5} y=${above} width=${wide - 3} height=${cardHeight} rx="6" />
      <rect class=${`${tone} ${hidden}`} x=${x - wide / 2 + 6} y=${above + cardHeight - 6} width=${wide - 12} height="2.5" rx="1.2" />
      <text class=${`word ${hidden}`} x=${x} y=${above + 24} text-anchor="middle">${word}</text>`;
  }

  private rowName(side: WeightCell['side'], query: number) {
    const { y } = this.middle(side, query, 0);
    const { x } = this.corner(side);
    return svg`<text class="word" x=${x - 7} y=${y + 4.5} text-anchor="end">${this.words[query]}</text>`;
  }

  private matrix(side: WeightCell['side'], covered: boolean) {
    const { words, layout } = this;
    const { x, y } = this.corner(side);
    const flight = this.motion?.flight.at ?? 0;
    const all = originalOrder(words.length);
    const isUnder = side === 'given' && flight > 0;
    // Words that lie on their equals are drawn once.
    const names = side === 'given' && flight > 0.98 ? [] : all;
    return svg`
      <rect class="bed" x=${x} y=${y} width=${words.length * layout.wide} height=${words.length * layout.high} rx="4" />
      ${this.lanes(side)}
      <g opacity=${isUnder ? short(1 - 0.8 * flight) : 1}>
        ${names.map((word) => [this.card(side, word, covered), this.rowName(side, word)])}
        ${isUnder ? '' : this.disks(side, 'disk')}
      </g>`;
  }

  private leftBehind() {
    const { layout, words, verdict, motion } = this;
    const flight = motion?.flight.at ?? 0;
    if (layout.isOne || flight < 0.05) return '';
    const { left, top } = layout.reordered;
    const [wide, high] = [words.length * layout.wide, words.length * layout.high];
    const lines = verdict.map(
      (line, n) =>
        svg`<text class=${n === 1 ? 'verdict' : ''} x=${left + wide / 2} y=${top + high / 2 + 24 * (n - 1)} text-anchor="middle">${line}</text>`,
    );
    return svg`<g opacity=${short(flight)}>
      <rect class="bed left-behind" x=${left} y=${top} width=${wide} height=${high} rx="4" />
      ${lines}
    </g>`;
  }

  private heading(side: WeightCell['side'], text: string) {
    const { left, top } = this.layout[side];
    const above = this.layout.fits ? top - this.layout.cardHeight - 12 : 12;
    return svg`<text x=${left} y=${above}>${text}</text>`;
  }

  /** Two matrices, the second of which may lie on the first. */
  private both(covered: boolean) {
    const flight = this.motion?.flight.at ?? 0;
    return svg`${this.heading('given', 'as given')}
      ${flight < 0.5 ? this.heading('reordered', 'your order') : ''} ${this.leftBehind()}
      ${this.matrix('given', false)} ${this.matrix('reordered', covered)}
      ${flight > 0 ? this.disks('given', 'ring') : ''}`;
  }

  /** The second matrix; once its words are put back, with rings where the disks of the first are. */
  private one(covered: boolean) {
    const { isHome } = this;
    const flight = this.motion?.flight.at ?? 0;
    const rings = () =>
      svg`<g class=${flight < 0.5 ? 'ghost' : ''}>${this.disks('given', 'ring')}</g>`;
    return svg`${this.heading('reordered', isHome ? 'disks: put back; rings: as given' : 'your order')}
      ${this.matrix('reordered', covered)} ${isHome ? rings() : ''}`;
  }

  protected override picture(): TemplateResult {
    const { layout, words, order, motion } = this;
    const flight = motion?.flight.at ?? 0;
    const isApart = !this.together && flight < 0.01;
    const covered = isApart && layout.fits && !isServer;
    const chips = () =>
      html`<div
        class=${`cards ${layout.fits ? '' : 'below'} ${isApart ? '' : 'away'}`}
        @keydown=${(event: Event) => event.stopPropagation()}
      >
        <posenc-word-chips
          .words=${words}
          .order=${order}
          .tones=${tonesOf(words)}
          .column=${layout.fits ? layout.wide : null}
          @reorder=${({ detail }: CustomEvent<number[]>) => this.reorder(detail)}
        ></posenc-word-chips>
      </div>`;
    return html`<svg width=${this.width} height=${layout.height} aria-hidden="true">
        ${layout.isOne ? this.one(covered) : this.both(covered)} ${this.thread()}
        ${this.sides.includes('given') ? this.cursor('given') : ''}
        ${this.together ? '' : this.cursor('reordered')}
      </svg>
      ${isServer ? '' : chips()}`;
  }
}

/** Every visit loads the stills: no more digits than can be seen. */
const short = (value: number) => Math.round(value * 100) / 100;

customElements.define('posenc-attention-plot', PosencAttentionPlot);
