import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { drag, keyStep } from '../../ui/drag.ts';
import { decimals, plain } from '../../plots/format.ts';
import { roundBelow } from '../../plots/marks.ts';
import { Plot, type Step, stillWidthsBeside } from '../../plots/plot.ts';
import { turningStyle } from './turning-style.ts';

export type Hand = 'q' | 'k';

/** 1 reaches the rim. */
export type Direction = readonly [right: number, up: number];

/** A dial: a pair of components of the query and of the key. */
export interface TurningPair {
  name: string;
  note: string;
  /** Between its hands, in words; it is not drawn on its way, as the hands are. */
  angle: string;
  /** 1 reaches the rim. */
  reach: Record<Hand, number>;
}

/** Between two positions while they move. */
export interface Stand {
  m: number;
  n: number;
}

/** The ruler: its first and its last position. */
export interface Span {
  from: number;
  to: number;
}

/** The score at each m of the ruler, in equal steps. */
interface ScoreCurves {
  /** While n moves along. */
  together: ArrayLike<number>;
  /** While n stays. */
  alone: ArrayLike<number>;
  /** No score is larger. */
  bound: number;
}

/** The reader moves a hand, or both: to a position, perhaps between two while it is `held`. */
export interface Move {
  what: Hand | 'both';
  to: number;
  held: boolean;
}

/** The reader moves a hand on by some positions, with a key. */
export interface HandStep {
  hand: Hand;
  by: number;
}

const pixelsPerTurn = 12;
/** Beside the ruler: on the left there are marks of the score. */
const pad = { left: 40, right: 26 };
const grip = 16;
/** The query's grip is this far above the ruler, the key's below it: so neither covers the other. */
const apart = 22;
const tip = 11;
/** Of the sector between the hands, as a part of the radius. */
const sectorRadius = 0.55;

/** Fixed heights for wide pictures and for phones, so that nothing jumps. */
function sizesFor(width: number, pairs: number) {
  const isNarrow = width < 420;
  const columns = Math.min(pairs || 1, isNarrow ? 2 : 4);
  const largest = isNarrow ? 70 : pairs > 2 ? 56 : 88;
  const radius = Math.max(30, Math.min(largest, width / columns / 2 - 4));
  const rowHeight = 2 * radius + 42;
  const dials = Math.ceil((pairs || 1) / columns) * rowHeight;
  const curve = { top: dials + 24, height: isNarrow ? 64 : 92 };
  const ruler = curve.top + curve.height + apart + grip + 8;
  return { columns, radius, rowHeight, dials, curve, ruler, height: ruler + apart + grip + 20 };
}

/**
 * A query and a key as hands on dials, one for each pair, with the angle between them; below, their score at every m and
 * a ruler on which both can be dragged. `place`: the number of a dial, or after those of a position of the ruler.
 *
 * All but the events are properties. Fires `move` (detail: Move) and `step` (detail: HandStep).
 */
export class PosencTurningPlot extends Plot<number> {
  static override properties = {
    pairs: { attribute: false },
    handAt: { attribute: false },
    stand: { attribute: false },
    ghost: { attribute: false },
    span: { attribute: false },
    curves: { attribute: false },
    score: { type: String },
    visited: { attribute: false },
    locked: { type: Boolean },
    apart: { attribute: false },
  };

  static override styles = [...Plot.styles, turningStyle];

  declare pairs: readonly TurningPair[];
  declare handAt: (hand: Hand, position: number, pair: number) => Direction;
  declare stand: Stand;
  /** Before the last move. */
  declare ghost: Stand | null;
  declare span: Span;
  declare curves: ScoreCurves;
  /** At the set positions, in digits. */
  declare score: string;
  /** The part of the curve that m has come through. */
  declare visited: Span;
  declare locked: boolean;
  /** 0: the curve of both together, 1: that of m alone; between them it changes over. */
  declare apart: number;

  constructor() {
    super();
    this.pairs = [];
    this.handAt = () => [0, 0];
    this.stand = { m: 0, n: 0 };
    this.ghost = null;
    this.span = { from: 0, to: 1 };
    this.curves = { together: [], alone: [], bound: 1 };
    this.score = '';
    this.visited = { from: 0, to: 0 };
    this.locked = false;
    this.apart = 0;
    this.stillWidths = stillWidthsBeside;
  }

  private get sizes() {
    return sizesFor(this.width, this.pairs.length);
  }

  /** Pixels for one position. */
  private get unit(): number {
    return (this.width - pad.left - pad.right) / (this.span.to - this.span.from);
  }

  private x(position: number): number {
    return pad.left + (position - this.span.from) * this.unit;
  }

  /** A place on the ruler for a position that may be off it. */
  private onRuler(position: number): number {
    return this.x(Math.max(this.span.from, Math.min(this.span.to, position)));
  }

  private center(pair: number) {
    const { columns, radius, rowHeight } = this.sizes;
    return {
      x: ((pair % columns) + 0.5) * (this.width / columns),
      y: Math.floor(pair / columns) * rowHeight + radius + 3,
    };
  }

  private get positions(): number {
    return this.span.to - this.span.from + 1;
  }

  protected override placeAt(x: number, y: number): number | null {
    const { columns, rowHeight, dials, curve } = this.sizes;
    if (y < dials) {
      const row = Math.floor(y / rowHeight) * columns;
      const pair = row + Math.floor((x / this.width) * columns);
      return pair >= 0 && pair < this.pairs.length ? pair : null;
    }
    if (y > curve.top + curve.height) return null;
    const nearest = Math.round((x - pad.left) / this.unit);
    return this.pairs.length + Math.max(0, Math.min(this.positions - 1, nearest));
  }

  protected override placeAfter(place: number | null, { across, down }: Step): number {
    if (place === null) return 0;
    const last = this.pairs.length + this.positions - 1;
    return Math.max(0, Math.min(last, place + (across || down)));
  }

  protected override holds(place: number): boolean {
    return place >= 0 && place < this.pairs.length + this.positions;
  }

  private fire(what: Move['what'], to: number, held: boolean): void {
    const detail: Move = { what, to, held };
    this.dispatchEvent(new CustomEvent('move', { detail }));
  }

  /** Drags a hand, or both by m: `pixels` to a position. */
  private grasp(event: PointerEvent, what: Move['what'], pixels: number): void {
    const begun = what === 'k' ? this.stand.n : this.stand.m;
    let to = begun;
    drag(event, {
      move: (across) => {
        to = begun + across / pixels;
        this.fire(what, to, true);
      },
      end: () => this.fire(what, Math.round(to), false),
    });
  }

  private onGripKey(event: KeyboardEvent, hand: Hand): void {
    const step = keyStep(event);
    // The picture has its own arrow keys.
    event.stopPropagation();
    if (step === null) return;
    const detail: HandStep = { hand, by: step };
    this.dispatchEvent(new CustomEvent('step', { detail }));
  }

  private tipOf(hand: Hand, position: number, pair: number) {
    const center = this.center(pair);
    const length = this.sizes.radius - tip - 2;
    const [right, up] = this.handAt(hand, position, pair);
    return { x: center.x + right * length, y: center.y - up * length };
  }

  /** The sector from the key's hand to the query's, the shorter way round. */
  private sector(pair: number, { m, n }: Stand): string {
    const { reach } = this.pairs[pair] ?? { reach: { q: 0, k: 0 } };
    if (reach.q === 0 || reach.k === 0) return '';
    const { x, y } = this.center(pair);
    const radius = sectorRadius * this.sizes.radius;
    const [q, k] = [this.handAt('q', m, pair), this.handAt('k', n, pair)];
    const end = ([right, up]: Direction, length: number) =>
      `${decimals2(x + (right / length) * radius)} ${decimals2(y - (up / length) * radius)}`;
    const isAhead = k[0] * q[1] > k[1] * q[0];
    return `M${decimals2(x)} ${decimals2(y)}L${end(k, reach.k)}A${radius} ${radius} 0 0 ${isAhead ? 0 : 1} ${end(q, reach.q)}Z`;
  }

  private hand(hand: Hand, pair: number): SVGTemplateResult {
    const { x, y } = this.center(pair);
    const end = this.tipOf(hand, hand === 'q' ? this.stand.m : this.stand.n, pair);
    return svg`<g class=${hand} @pointerdown=${(event: PointerEvent) => this.grasp(event, hand, pixelsPerTurn)}>
      <line class="line hand" x1=${x} y1=${y} x2=${end.x} y2=${end.y} />
      <circle class="tip" cx=${end.x} cy=${end.y} r=${tip} />
      <text class="letter" x=${end.x} y=${end.y + 4} text-anchor="middle">${hand}</text>
    </g>`;
  }

  /** Dotted. */
  private trail(pair: number): SVGTemplateResult | string {
    const { ghost, stand } = this;
    if (!ghost || (ghost.m === stand.m && ghost.n === stand.n)) return '';
    const { x, y } = this.center(pair);
    const [q, k] = [this.tipOf('q', ghost.m, pair), this.tipOf('k', ghost.n, pair)];
    return svg`<path class="ghost" d=${this.sector(pair, ghost)} />
      <line class="ghost" x1=${x} y1=${y} x2=${k.x} y2=${k.y} />
      <line class="ghost" x1=${x} y1=${y} x2=${q.x} y2=${q.y} />`;
  }

  private dial(pair: number): SVGTemplateResult {
    const { x, y } = this.center(pair);
    const { radius } = this.sizes;
    const { name = '', note = '', angle = '', reach } = this.pairs[pair] ?? {};
    // A hand without a length has no direction.
    const apart = reach && reach.q > 0 && reach.k > 0 ? angle : '';
    return svg`<circle class=${pair === this.place ? 'face read' : 'face'} cx=${x} cy=${y} r=${radius}
        @pointerdown=${(event: PointerEvent) => this.grasp(event, 'q', pixelsPerTurn)} />
      <circle class="ticks" cx=${x} cy=${y} r=${radius - 4} pathLength="240" stroke-dasharray="0.7 9.3" stroke-dashoffset="0.35" />
      ${this.trail(pair)}
      <path class="sector" d=${this.sector(pair, this.stand)} />
      ${this.hand('k', pair)} ${this.hand('q', pair)}
      <circle class="hub" cx=${x} cy=${y} r="3" />
      <text class="name" x=${x} y=${y + radius + 17} text-anchor="middle">${name} <tspan class="angle">${apart}</tspan></text>
      <text x=${x} y=${y + radius + 33} text-anchor="middle">${note}</text>`;
  }

  /** The score at a sample of the curve. */
  private sample(at: number): number {
    const { together, alone } = this.curves;
    const [one = 0, other = 0] = [together[at], alone[at]];
    return one + (other - one) * this.apart;
  }

  /** In pixels from the top. */
  private y(position: number): number {
    const { top, height } = this.sizes.curve;
    const last = this.curves.alone.length - 1;
    const at = ((position - this.span.from) / (this.span.to - this.span.from)) * last;
    const before = Math.max(0, Math.min(last - 1, Math.floor(at)));
    const score =
      this.sample(before) + (this.sample(before + 1) - this.sample(before)) * (at - before);
    return top + (height / 2) * (1 - score / (this.curves.bound || 1));
  }

  private path(from: number, to: number): string {
    const count = this.curves.alone.length;
    if (count < 2 || to < from) return '';
    const step = (this.span.to - this.span.from) / (count - 1);
    const first = Math.ceil((from - this.span.from) / step);
    const between = Array.from(
      { length: Math.max(0, Math.floor((to - this.span.from) / step) - first + 1) },
      (_, at) => this.span.from + (first + at) * step,
    );
    return [from, ...between, to]
      .map((at, n) => `${n === 0 ? 'M' : 'L'}${decimals2(this.x(at))},${decimals2(this.y(at))}`)
      .join('');
  }

  /** The positions that m can have: while both move, n stays on the ruler too. */
  private get range(): Span {
    const { span, stand, locked } = this;
    const ahead = locked ? stand.m - stand.n : 0;
    return { from: span.from + Math.max(0, ahead), to: span.to + Math.min(0, ahead) };
  }

  /** The axis of the score: 0, and a round number on both sides. */
  private marks(): SVGTemplateResult[] {
    const { top, height } = this.sizes.curve;
    const bound = this.curves.bound || 1;
    const most = roundBelow(bound);
    const at = (score: number) => decimals2(top + (height / 2) * (1 - score / bound));
    return [most, 0, -most].map(
      (score) =>
        svg`<line class=${score === 0 ? 'zero' : 'grid'} x1=${pad.left} x2=${this.width - pad.right} y1=${at(score)} y2=${at(score)} />
        <text x=${pad.left - 7} y=${at(score) + 4} text-anchor="end">${plain(score)}</text>`,
    );
  }

  /** The score where both are set, beside the point, which may still be on its way. */
  private scoreHere(): SVGTemplateResult {
    const { top, height } = this.sizes.curve;
    const [x, y] = [this.x(this.stand.m), this.y(this.stand.m)];
    const isNearEnd = x > this.width - 84;
    const isBelow = y < top + Math.min(28, height / 3);
    return svg`<text class="score" text-anchor=${isNearEnd ? 'end' : 'start'}
      x=${decimals2(isNearEnd ? x - 13 : x + 13)} y=${decimals2(isBelow ? y + 21 : y - 9)}>${this.score}</text>`;
  }

  private curve(): SVGTemplateResult {
    const { curve, ruler } = this.sizes;
    const { visited, range, stand, pairs, place } = this;
    const isOn = stand.m >= this.span.from && stand.m <= this.span.to;
    const read =
      place !== null && place >= pairs.length ? this.span.from + place - pairs.length : null;
    const gap = decimals(stand.m - stand.n, 0);
    const n = decimals(stand.n, 0);
    return svg`${this.marks()}
      <text x="0" y=${curve.top - 8}>${this.locked ? `score at every m, with n = m − ${gap}`.replace('− −', '+ ') : `score at every m, with n = ${n}`}</text>
      <path class="line faint" d=${this.path(range.from, range.to)} />
      <path class="line bold" d=${this.path(Math.max(visited.from, range.from), Math.min(visited.to, range.to))} />
      ${
        isOn
          ? svg`<line class="plumb" x1=${this.x(stand.m)} x2=${this.x(stand.m)} y1=${this.y(stand.m)} y2=${ruler - apart - grip} />
              <circle class="now" cx=${this.x(stand.m)} cy=${this.y(stand.m)} r="6" />
              ${this.scoreHere()}`
          : ''
      }
      ${read === null ? '' : svg`<circle class="cursor" cx=${this.x(read)} cy=${this.y(read)} r="5" />`}`;
  }

  private track(): SVGTemplateResult {
    const { ruler } = this.sizes;
    const { span, stand, locked } = this;
    const [q, k] = [this.onRuler(stand.m), this.onRuler(stand.n)];
    const every = this.width < 420 ? 12 : 8;
    const count = Math.floor((span.to - span.from) / every) + 1;
    const marks = Array.from({ length: count }, (_, at) => span.from + at * every);
    // Beside the key’s grip: above the ruler there are the query’s grip and its plumb line.
    const isLeft = k > this.width - 120;
    return svg`<line class="track" x1=${pad.left} x2=${this.width - pad.right} y1=${ruler} y2=${ruler} />
      ${marks.map((at) => svg`<text x=${this.x(at)} y=${ruler + apart + grip + 16} text-anchor="middle">${at}</text>`)}
      <line class=${locked ? 'rod' : 'rod loose'} x1=${k} x2=${q} y1=${ruler} y2=${ruler}
        @pointerdown=${(event: PointerEvent) => this.grasp(event, 'both', this.unit)} />
      <text class="gap" x=${isLeft ? k - grip - 8 : k + grip + 8} y=${ruler + apart + 5} text-anchor=${isLeft ? 'end' : 'start'}>m − n = ${decimals(stand.m - stand.n, 0)}</text>`;
  }

  private gripOf(hand: Hand): SVGTemplateResult {
    const { ruler } = this.sizes;
    const { span, stand } = this;
    const position = hand === 'q' ? stand.m : stand.n;
    const x = this.onRuler(position);
    const y = hand === 'q' ? ruler - apart : ruler + apart;
    const [letter, whose] = hand === 'q' ? ['m', 'the query'] : ['n', 'the key'];
    return svg`<g class=${`grip ${hand}`} role="slider" tabindex="0"
      aria-label=${`${letter}, position of ${whose}`} aria-valuemin=${span.from} aria-valuemax=${span.to}
      aria-valuenow=${Math.round(position)} aria-valuetext=${`${letter} = ${Math.round(position)}`}
      @pointerdown=${(event: PointerEvent) => this.grasp(event, hand, this.unit)}
      @keydown=${(event: KeyboardEvent) => this.onGripKey(event, hand)}>
      <line class="stem" x1=${x} x2=${x} y1=${y} y2=${ruler} />
      <circle class="room" cx=${x} cy=${y} r=${apart} />
      <circle class="knob" cx=${x} cy=${y} r=${grip} />
      <text class="letter" x=${x} y=${y + 6} text-anchor="middle" aria-hidden="true">${hand}</text>
    </g>`;
  }

  protected override picture(): TemplateResult {
    return html`<svg width=${this.width} height=${this.sizes.height}>
      <g aria-hidden="true">
        ${this.pairs.map((_, pair) => this.dial(pair))} ${this.curve()} ${this.track()}
      </g>
      ${this.gripOf('k')} ${this.gripOf('q')}
    </svg>`;
  }
}

/** Pixels, short enough for stills. */
const decimals2 = (value: number): number => Math.round(value * 100) / 100;

customElements.define('posenc-turning-plot', PosencTurningPlot);
