import { css, html, svg, type TemplateResult } from 'lit';
import { Plot, type Step } from './plot.ts';

/** How far it points to the right, and up: 1 reaches the rim. */
export interface Hand {
  name: string;
  right: number;
  up: number;
  /** A colour token without the dashes. */
  colour: string;
  dashed?: boolean;
  /** How far it reaches wherever it points: the circle that its tip goes round on. */
  reach: number;
}

/** One hand of length 1, `right` and `up`, or some `hands` with names. */
export interface Dial {
  name: string;
  note: string;
  right?: number;
  up?: number;
  hands?: readonly Hand[];
  /** How often the second hand has been turned on from the first, anticlockwise: drawn as an arc. */
  turned?: number;
}

/** A dial is dragged: its hand of that number is to go so many steps on. */
export interface Turn {
  hand: number;
  steps: number;
}

const room_between = 24;
const pixels_of_a_step = 12;
/** A drag that begins so near to a hand is about it; any other is about the first. */
const near_a_hand = 18;
/** Of the rim. */
const arc_radius = 0.3;

/**
 * Dials beside each other. A hand goes as far right and up as it is told: for a clock 12 o'clock is up.
 *
 * `dials`, `colour` (of single hands: a colour token without the dashes), `radius` and `tell` (what is said about a
 * dial) are properties. With `turnable`, a horizontal drag fires `turn` (detail: Turn).
 */
export class PosencDialPlot extends Plot<number> {
  static override properties = {
    dials: { attribute: false },
    colour: { type: String },
    radius: { type: Number },
    turnable: { type: Boolean },
    tell: { attribute: false },
  };

  static override styles = [
    ...Plot.styles,
    css`
      :host([turnable]) .box {
        cursor: ew-resize;
      }
    `,
  ];

  declare dials: readonly Dial[];
  declare colour: string;
  /** In CSS pixels, where there is room for that. */
  declare radius: number;
  declare turnable: boolean;
  declare tell: (dial: number) => string;

  /** The drag that is under way. */
  private drag: { hand: number; from: number; steps: number } | null = null;

  constructor() {
    super();
    this.dials = [];
    this.colour = 'accent';
    this.radius = 34;
    this.turnable = false;
    this.tell = () => '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('pointerdown', this.onGrasp);
    this.addEventListener('pointermove', this.onDrag);
    this.addEventListener('pointerup', this.onRelease);
    this.addEventListener('pointercancel', this.onRelease);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('pointerdown', this.onGrasp);
    this.removeEventListener('pointermove', this.onDrag);
    this.removeEventListener('pointerup', this.onRelease);
    this.removeEventListener('pointercancel', this.onRelease);
  }

  private readonly onGrasp = (event: PointerEvent): void => {
    const box = this.renderRoot.querySelector('.box')?.getBoundingClientRect();
    if (!this.turnable || event.button !== 0 || !box || event.clientY > box.bottom) return;
    const hand = this.handAt(event.clientX - box.left, event.clientY - box.top);
    this.drag = { hand, from: event.clientX, steps: 0 };
    this.setPointerCapture(event.pointerId);
  };

  private readonly onDrag = (event: PointerEvent): void => {
    if (!this.drag) return;
    const steps = Math.trunc((event.clientX - this.drag.from) / pixels_of_a_step);
    const more = steps - this.drag.steps;
    if (more === 0) return;
    this.drag.steps = steps;
    const detail: Turn = { hand: this.drag.hand, steps: more };
    this.dispatchEvent(new CustomEvent('turn', { detail }));
  };

  private readonly onRelease = (): void => {
    this.drag = null;
  };

  /** The hand that a point of the picture is nearest to, if it is near to one. */
  private handAt(x: number, y: number): number {
    const dial = this.placeAt(x, y);
    if (dial === null) return 0;
    const { cx, cy, hand } = this.geometry(dial);
    let best = 0;
    let nearest = near_a_hand * near_a_hand;
    for (const [n, { right, up }] of (this.dials[dial]?.hands ?? []).entries()) {
      const [dx, dy] = [x - (cx + right * hand), y - (cy - up * hand)];
      const apart = dx * dx + dy * dy;
      if (apart < nearest) [best, nearest] = [n, apart];
    }
    return best;
  }

  private get columns(): number {
    const fitting = Math.max(1, Math.floor(this.width / (2 * this.fitted + room_between)));
    const rows = Math.max(1, Math.ceil(this.dials.length / fitting));
    return Math.max(1, Math.ceil(this.dials.length / rows));
  }

  /** Large dials are smaller where two would not stand beside each other. */
  private get fitted(): number {
    const half = (this.width / 2 - room_between) / 2;
    return Math.max(34, Math.min(this.radius, this.dials.length > 1 ? half : 2 * half));
  }

  private get rowHeight(): number {
    return 2 * this.fitted + 44;
  }

  /** Where a dial is, and how long a hand that reaches its rim. */
  private geometry(dial: number) {
    const { columns } = this;
    return {
      cx: ((dial % columns) + 0.5) * (this.width / columns),
      cy: Math.floor(dial / columns) * this.rowHeight + this.fitted + 4,
      hand: this.fitted - 5,
    };
  }

  protected override placeAt(x: number, y: number): number | null {
    const col = Math.floor((x / this.width) * this.columns);
    const place = Math.floor(y / this.rowHeight) * this.columns + col;
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: number | null, { across, down }: Step): number {
    if (place === null) return 0;
    const next = place + (across || down * this.columns);
    return Math.max(0, Math.min(this.dials.length - 1, next));
  }

  protected override holds(place: number): boolean {
    return place >= 0 && place < this.dials.length;
  }

  protected override describe(place: number): string {
    return this.tell(place);
  }

  protected override remark(): string {
    return this.turnable ? 'Drag a dial sideways to turn it.' : '';
  }

  private arc(dial: Dial, n: number) {
    const [first, second] = dial.hands ?? [];
    const { turned = 0 } = dial;
    if (!first || !second || turned === 0 || first.reach === 0) return '';
    const { cx, cy, hand } = this.geometry(n);
    const radius = arc_radius * hand;
    const point = ({ right, up, reach }: Hand) =>
      `${cx + (right / reach) * radius} ${cy - (up / reach) * radius}`;
    const rest = turned - Math.trunc(turned);
    const [large, sweep] = [Math.abs(rest) > 0.5 ? 1 : 0, rest < 0 ? 1 : 0];
    const path = `M${point(first)}A${radius} ${radius} 0 ${large} ${sweep} ${point(second)}`;
    return svg`<path class="arc" fill="none" stroke=${`var(--posenc-${second.colour})`} d=${path} />`;
  }

  private hand({ name, right, up, colour, dashed, reach }: Hand, n: number, dial: number) {
    const { cx, cy, hand } = this.geometry(dial);
    const [x, y] = [cx + right * hand, cy - up * hand];
    const paint = `var(--posenc-${colour})`;
    // Where two tips are near to each other the names go to either side of them.
    const others = (this.dials[dial]?.hands ?? []).filter((_, other) => other < n);
    const crowded = others.some((other) => {
      const [dx, dy] = [(other.right - right) * hand, (other.up - up) * hand];
      return dx * dx + dy * dy < 400;
    });
    const outwards = right < 0 ? -1 : 1;
    const side = crowded ? -outwards : outwards;
    return svg`${
      reach > 0 && reach < 0.99
        ? svg`<circle class="grid" fill="none" cx=${cx} cy=${cy} r=${reach * hand} stroke-dasharray="2 4" />`
        : ''
    }
      <line class=${dashed ? 'line dashed' : 'line'} stroke=${paint} x1=${cx} y1=${cy} x2=${x} y2=${y} />
      <circle class="tip" cx=${x} cy=${y} r="4" fill=${paint} />
      <g fill=${paint}><text class="series" x=${x + 8 * side} y=${y + (up < 0 ? 12 : -4)} text-anchor=${side < 0 ? 'end' : 'start'}>${name}</text></g>`;
  }

  protected override picture(): TemplateResult {
    const rows = Math.ceil(this.dials.length / this.columns);
    const { fitted: radius } = this;
    return html`<svg width=${this.width} height=${rows * this.rowHeight} aria-hidden="true">
      ${this.dials.map((dial, n) => {
        const { cx: x, cy: y, hand } = this.geometry(n);
        const { name, note, right = 0, up = 0, hands } = dial;
        return svg`
          <circle cx=${x} cy=${y} r=${radius} fill="none" class=${n === this.place ? 'cursor' : 'zero'} />
          ${[0, 1, 2, 3].map((quarter) => {
            const [a, b] = [
              [0, -1],
              [1, 0],
              [0, 1],
              [-1, 0],
            ][quarter] as [number, number];
            return svg`<line class="zero" x1=${x + a * radius} y1=${y + b * radius} x2=${x + a * (radius - 5)} y2=${y + b * (radius - 5)} />`;
          })}
          ${
            hands
              ? [this.arc(dial, n), hands.map((one, at) => this.hand(one, at, n))]
              : svg`<line class="line" stroke=${`var(--posenc-${this.colour})`} x1=${x} y1=${y} x2=${x + right * hand} y2=${y - up * hand} />
          <circle cx=${x + right * hand} cy=${y - up * hand} r="4" fill=${`var(--posenc-${this.colour})`} />`
          }
          <circle cx=${x} cy=${y} r="2" fill=${hands ? 'var(--posenc-soft)' : `var(--posenc-${this.colour})`} />
          <text class="name" x=${x} y=${y + radius + 15} text-anchor="middle">${name}</text>
          <text x=${x} y=${y + radius + 30} text-anchor="middle">${note}</text>`;
      })}
    </svg>`;
  }
}

customElements.define('posenc-dial-plot', PosencDialPlot);
