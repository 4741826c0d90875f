import { ticks } from 'd3-array';
import { css, html, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { diverging, paintOf, textOn } from './colors.ts';
import { linear, linePath, lowestOf, placesOf, type Scale } from './scale.ts';
import { decimals } from './format.ts';
import { Plot, type Step } from './plot.ts';
import { drag } from '../ui/drag.ts';

/** The codes of two positions, and how alike those of all positions are to the first. */
export interface Codes {
  first: number;
  second: number;
  firstRow: ArrayLike<number>;
  secondRow: ArrayLike<number>;
  /** By position, from 0 on. */
  similarities: ArrayLike<number>;
  /** The same over all positions and places between, evenly spaced. */
  curve: ArrayLike<number>;
  /** From these similarities on, a position's code is close to the first, and nearly the same. */
  close: number;
  nearlySame: number;
}

const cellHeight = 38;
/** Between the two codes, for the marks of what differs. */
const gap = 30;
const codesHeight = 2 * cellHeight + gap;
const chart = { top: codesHeight + 44, height: 132, below: 38 };
export const codesPlotHeight = chart.top + chart.height + chart.below;
/** Cells as wide as this have room for their numbers. */
const numberWidth = 46;
const colors = diverging(1);
/** Positions closer together on the screen than this have no dots of their own. */
const leastDotRoom = 4;
/** The largest difference of two elements. */
const mostApart = 2;

/**
 * Two codes as strips of cells, one above the other, with a mark between any two cells as high as their difference; below
 * them similarity by position, where the second position can be dragged.
 *
 * `codes` and `describe` (the similarity at a position in words) are properties. Fires `choose` (detail: a position).
 */
export class PosencCodesPlot extends Plot<number> {
  static override properties = { codes: { attribute: false } };

  static override styles = [
    ...Plot.styles,
    css`
      .apart {
        fill: var(--posenc-wrong);
      }
      .curve {
        fill: none;
        stroke: var(--posenc-sinusoidal);
        stroke-width: 2;
      }
      .curve.pale {
        stroke-width: 1;
        opacity: 0.45;
      }
      .dot {
        fill: var(--posenc-sinusoidal);
      }
      .ring {
        fill: none;
        stroke: var(--posenc-form);
        stroke-width: 1.75;
      }
      .ring.alike {
        stroke: var(--posenc-wrong);
      }
      .first {
        fill: var(--posenc-soft);
      }
      .second {
        fill: var(--posenc-accent);
      }
      text:is(.first, .second),
      tspan {
        font-weight: 600;
      }
      .plumb {
        stroke: var(--posenc-accent);
        stroke-dasharray: 3 4;
      }
      .handle {
        stroke: var(--posenc-sheet);
        stroke-width: 3;
      }
      .grip {
        fill: transparent;
        cursor: ew-resize;
        touch-action: pan-y;
      }
    `,
  ];

  declare codes: Codes | null;

  constructor() {
    super();
    this.codes = null;
    this.height = codesPlotHeight;
  }

  private get edges() {
    return { left: 30, right: this.width - 14 };
  }

  private get last(): number {
    return Math.max(1, (this.codes?.similarities.length ?? 1) - 1);
  }

  private get x() {
    const { left, right } = this.edges;
    return linear([0, this.last], [left, right]);
  }

  protected override placeAt(x: number, y: number): number | null {
    if (!this.codes || y < chart.top - 20) return null;
    const place = Math.round(this.x.valueAt(x));
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: number | null, { across }: Step): number {
    if (place === null) return this.codes?.second ?? 0;
    return this.within(place + across);
  }

  protected override holds(place: number): boolean {
    return this.codes !== null && place >= 0 && place <= this.last;
  }

  private within(position: number): number {
    return Math.max(0, Math.min(this.last, Math.round(position)));
  }

  /** The second position goes where the chart is pressed, and with the pointer from there on. */
  private onGrip(event: PointerEvent): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const { left, right } = this.edges;
    const scale = box.width > 0 ? (right - left + 28) / box.width : 1;
    const from = left - 14 + (event.clientX - box.left) * scale;
    const choose = (across: number) => {
      const position = this.within(this.x.valueAt(from + across));
      if (position === this.codes?.second) return;
      this.dispatchEvent(new CustomEvent('choose', { detail: position }));
    };
    drag(event, { move: (across) => choose(across) });
    choose(0);
  }

  private strip(row: ArrayLike<number>, y: number) {
    const { left, right } = this.edges;
    const wide = (right - left) / row.length;
    return Array.from(row, (value, n) => {
      const x = left + n * wide;
      const number =
        wide >= numberWidth
          ? svg`<text class=${textOn(colors, value)} x=${x + wide / 2} y=${y + cellHeight / 2 + 4} text-anchor="middle">${decimals(value, 3)}</text>`
          : '';
      const { fill, opacity } = paintOf(colors, value);
      return svg`<rect fill=${fill} opacity=${opacity} x=${x} y=${y} width=${wide} height=${cellHeight} /><rect class="frame" x=${x} y=${y} width=${wide} height=${cellHeight} />${number}`;
    });
  }

  /** As high as two cells differ. */
  private marks({ firstRow, secondRow }: Codes) {
    const { left, right } = this.edges;
    const wide = (right - left) / firstRow.length;
    const most = gap - 6;
    return Array.from(firstRow, (value, n) => {
      const apart = Math.abs(value - (secondRow[n] ?? 0));
      const height = Math.max(1, (most * apart) / mostApart);
      const bar = Math.max(2, Math.min(26, wide - 2));
      const x = left + (n + 0.5) * wide - bar / 2;
      return svg`<rect class="apart" x=${x} y=${cellHeight + (gap - height) / 2} width=${bar} height=${height} rx="1" />`;
    });
  }

  private similarity(codes: Codes) {
    const { first, second, similarities, curve } = codes;
    const { left, right } = this.edges;
    const lowest = Math.min(0, lowestOf(curve));
    const floor = chart.top + chart.height;
    const y = linear([lowest, 1], [floor, chart.top]);
    const { x } = this;
    const at = similarities[second] ?? 1;
    return svg`
      ${[0, 1].map((value) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)} /><text x=${left - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`)}
      <text class="name" x=${left} y=${chart.top - 12}>similarity to position ${first}: <tspan class="second">${decimals(at, 5)}</tspan></text>
      ${this.hasDots ? svg`<text class="name" x=${right} y=${chart.top - 12} text-anchor="end">ring: ≥ ${codes.close}</text>` : ''}
      ${guard([curve, this.width, this.hasDots], () => this.curve(curve, x, y))}
      <line class="plumb" x1=${x(second)} x2=${x(second)} y1=${y(at)} y2=${floor} />
      ${guard([curve, this.width, first, this.hasDots], () => (this.hasDots ? this.dots(codes, x, y) : ''))}<circle class="first handle" cx=${x(first)} cy=${y(1)} r="7" />
      <circle class="second handle" cx=${x(second)} cy=${y(at)} r="11" />
      ${ticks(...x.domain, Math.max(2, (right - left) / 60)).map((value) => svg`<text x=${x(value)} y=${floor + 15} text-anchor="middle">${value}</text>`)}
      <text class="name" x=${(left + right) / 2} y=${floor + 33} text-anchor="middle">position</text>
      <rect class="grip" x=${left - 14} y=${chart.top - 8} width=${right - left + 28} height=${chart.height + 20} @pointerdown=${this.onGrip} />`;
  }

  private curve(curve: ArrayLike<number>, x: Scale, y: Scale) {
    const across = new Float64Array(curve.length);
    for (let n = 0; n < across.length; n++) across[n] = (n * this.last) / (curve.length - 1);
    const path = linePath(placesOf(across, x), placesOf(curve, y));
    return svg`<path class=${this.hasDots ? 'curve pale' : 'curve'} d=${path} />`;
  }

  private get dotRoom(): number {
    return this.x(1) - this.x(0);
  }

  private get hasDots(): boolean {
    return this.dotRoom >= leastDotRoom;
  }

  /** A dot at each position: only they count. Those close to the first have a ring. */
  private dots(
    { first, similarities, close, nearlySame }: Codes,
    x: (position: number) => number,
    y: (value: number) => number,
  ) {
    const r = decimalOf(Math.min(3.2, Math.max(2.5, 0.4 * this.dotRoom)));
    return Array.from(similarities, (value, n) => {
      const [cx, cy] = [decimalOf(x(n)), decimalOf(y(value))];
      const ring = () =>
        svg`<circle class=${value >= nearlySame ? 'ring alike' : 'ring'} cx=${cx} cy=${cy} r=${r + 3} />`;
      return svg`<circle class="dot" cx=${cx} cy=${cy} r=${r} />${n !== first && value >= close ? ring() : ''}`;
    });
  }

  protected override picture(): TemplateResult {
    const { codes } = this;
    return html`<svg width=${this.width} height=${codesPlotHeight} aria-hidden="true">
      ${
        codes
          ? svg`${this.strip(codes.firstRow, 0)}${this.marks(codes)}${this.strip(codes.secondRow, cellHeight + gap)}
            <text class="first" x=${this.edges.left - 8} y=${cellHeight / 2 + 4} text-anchor="end">${codes.first}</text>
            <text class="second" x=${this.edges.left - 8} y=${cellHeight * 1.5 + gap + 4} text-anchor="end">${codes.second}</text>
            ${this.similarity(codes)}`
          : ''
      }
    </svg>`;
  }
}

/** Short enough for stills. */
const decimalOf = (value: number): number => Math.round(value * 1000) / 1000;

customElements.define('posenc-codes-plot', PosencCodesPlot);
