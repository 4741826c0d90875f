import { html, svg, type TemplateResult } from 'lit';
import { Plot, type Step } from './plot.ts';

/** An arrow from the center: how far it points to the right, and up; 1 reaches the rim. */
interface Arrow {
  name: string;
  right: number;
  up: number;
  /** A color token without the dashes. */
  color: string;
  dashed?: boolean;
  /** Its length, the same wherever it points: the radius of the circle that its tip moves on. */
  reach: number;
}

export interface Dial {
  name: string;
  note: string;
  arrows: readonly Arrow[];
  /** Turns of the second arrow ahead of the first, anticlockwise: drawn as an arc. */
  turned?: number;
}

const dialGap = 24;
/** As a fraction of an arrow's greatest length. */
const arcRadius = 0.3;
/** Tips nearer to each other than this have their names on either side; still nearer, one label for both. */
const [sideBySide, onePoint] = [20, 7];

/**
 * Dials beside each other. An arrow points right and up as given.
 *
 * `dials`, `radius` and `describe` (a dial in words) are properties.
 */
export class PosencDialPlot extends Plot<number> {
  static override properties = {
    dials: { attribute: false },
    radius: { type: Number },
  };

  declare dials: readonly Dial[];
  /** In CSS pixels, where there is room for that. */
  declare radius: number;

  constructor() {
    super();
    this.dials = [];
    this.radius = 34;
  }

  private get columns(): number {
    const fitting = Math.max(1, Math.floor(this.width / (2 * this.fitted + dialGap)));
    const rows = Math.max(1, Math.ceil(this.dials.length / fitting));
    return Math.max(1, Math.ceil(this.dials.length / rows));
  }

  /** The radius: smaller where two large dials do not fit beside each other. */
  private get fitted(): number {
    const half = (this.width / 2 - dialGap) / 2;
    return Math.max(34, Math.min(this.radius, this.dials.length > 1 ? half : 2 * half));
  }

  private get rowHeight(): number {
    return 2 * this.fitted + 44;
  }

  /** The center of a dial, and the length of an arrow that reaches its rim. */
  private geometry(dial: number) {
    const { columns } = this;
    return {
      cx: ((dial % columns) + 0.5) * (this.width / columns),
      cy: Math.floor(dial / columns) * this.rowHeight + this.fitted + 4,
      length: this.fitted - 5,
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

  private arc(dial: Dial, n: number) {
    const [first, second] = dial.arrows;
    const { turned = 0 } = dial;
    if (!first || !second || turned === 0 || first.reach === 0) return '';
    const { cx, cy, length } = this.geometry(n);
    const radius = arcRadius * length;
    const point = ({ right, up, reach }: Arrow) =>
      `${cx + (right / reach) * radius} ${cy - (up / reach) * radius}`;
    const rest = turned - Math.trunc(turned);
    const [large, sweep] = [Math.abs(rest) > 0.5 ? 1 : 0, rest < 0 ? 1 : 0];
    const path = `M${point(first)}A${radius} ${radius} 0 ${large} ${sweep} ${point(second)}`;
    return svg`<path class="arc" fill="none" stroke=${`var(--posenc-${second.color})`} d=${path} />`;
  }

  private arrow({ name, right, up, color, dashed, reach }: Arrow, n: number, dial: number) {
    const { cx, cy, length } = this.geometry(dial);
    const [x, y] = [cx + right * length, cy - up * length];
    const paint = `var(--posenc-${color})`;
    // If two tips are near to each other, the names go to either side of them.
    const arrows = this.dials[dial]?.arrows ?? [];
    const others = arrows.slice(0, n);
    const isNear = (other: Arrow, distance: number) => {
      const [dx, dy] = [(other.right - right) * length, (other.up - up) * length];
      return dx * dx + dy * dy < distance * distance;
    };
    const crowded = others.some((other) => isNear(other, sideBySide));
    // If they are one point, they have one label.
    const later = arrows.slice(n + 1);
    const together = others.filter((other) => isNear(other, onePoint));
    const label = later.some((other) => isNear(other, onePoint))
      ? ''
      : [...together, { name }].map((one) => one.name).join(', ');
    const outwards = right < 0 ? -1 : 1;
    const side = crowded ? -outwards : outwards;
    return svg`${
      reach > 0 && reach < 0.99
        ? svg`<circle class="grid" fill="none" cx=${cx} cy=${cy} r=${reach * length} stroke-dasharray="2 4" />`
        : ''
    }
      <line class=${dashed ? 'line dashed' : 'line'} stroke=${paint} x1=${cx} y1=${cy} x2=${x} y2=${y} />
      <circle class="tip" cx=${x} cy=${y} r="4" fill=${paint} />
      <g fill=${paint}><text class="series" x=${x + 8 * side} y=${y + (up < 0 ? 12 : -4)} text-anchor=${side < 0 ? 'end' : 'start'}>${label}</text></g>`;
  }

  protected override picture(): TemplateResult {
    const rows = Math.ceil(this.dials.length / this.columns);
    const { fitted: radius } = this;
    return html`<svg width=${this.width} height=${rows * this.rowHeight} aria-hidden="true">
      ${this.dials.map((dial, n) => {
        const { cx: x, cy: y } = this.geometry(n);
        const { name, note, arrows } = dial;
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
          ${this.arc(dial, n)} ${arrows.map((one, at) => this.arrow(one, at, n))}
          <circle cx=${x} cy=${y} r="2" fill="var(--posenc-soft)" />
          <text class="name" x=${x} y=${y + radius + 15} text-anchor="middle">${name}</text>
          <text x=${x} y=${y + radius + 30} text-anchor="middle">${note}</text>`;
      })}
    </svg>`;
  }
}

customElements.define('posenc-dial-plot', PosencDialPlot);
