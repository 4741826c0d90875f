import { html, svg, type TemplateResult } from 'lit';
import { Plot, type Step } from './plot.ts';

/** A hand of length 1: how far it points to the right, and up. */
export interface Dial {
  name: string;
  note: string;
  right: number;
  up: number;
}

const least_width = 92;
const radius = 34;
const row_height = 2 * radius + 44;

/**
 * Clocks beside each other, a hand each. 12 o'clock is up, and the hand turns clockwise.
 *
 * `dials`, `colour` (a colour token without the dashes) and `tell` (what is said about a dial) are properties.
 */
export class PosencDialPlot extends Plot<number> {
  static override properties = {
    dials: { attribute: false },
    colour: { type: String },
    tell: { attribute: false },
  };

  declare dials: readonly Dial[];
  declare colour: string;
  declare tell: (dial: number) => string;

  constructor() {
    super();
    this.dials = [];
    this.colour = 'accent';
    this.tell = () => '';
  }

  private get columns(): number {
    const fitting = Math.max(1, Math.floor(this.width / least_width));
    const rows = Math.max(1, Math.ceil(this.dials.length / fitting));
    return Math.max(1, Math.ceil(this.dials.length / rows));
  }

  protected override placeAt(x: number, y: number): number | null {
    const col = Math.floor((x / this.width) * this.columns);
    const place = Math.floor(y / row_height) * this.columns + col;
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

  protected override picture(): TemplateResult {
    const { columns } = this;
    const rows = Math.ceil(this.dials.length / columns);
    const wide = this.width / columns;
    return html`<svg width=${this.width} height=${rows * row_height} aria-hidden="true">
      ${this.dials.map(({ name, note, right, up }, n) => {
        const x = ((n % columns) + 0.5) * wide;
        const y = Math.floor(n / columns) * row_height + radius + 4;
        const hand = radius - 5;
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
          <line class="line" stroke=${`var(--posenc-${this.colour})`} x1=${x} y1=${y} x2=${x + right * hand} y2=${y - up * hand} />
          <circle cx=${x + right * hand} cy=${y - up * hand} r="4" fill=${`var(--posenc-${this.colour})`} />
          <circle cx=${x} cy=${y} r="2" fill=${`var(--posenc-${this.colour})`} />
          <text class="name" x=${x} y=${y + radius + 15} text-anchor="middle">${name}</text>
          <text x=${x} y=${y + radius + 30} text-anchor="middle">${note}</text>`;
      })}
    </svg>`;
  }
}

customElements.define('posenc-dial-plot', PosencDialPlot);
