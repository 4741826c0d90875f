import { ticks } from 'd3-array';
import { html, isServer, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { tenth } from './format.ts';
import { dots } from './marks.ts';
import { linear, linePath, placesOf } from './scale.ts';
import { type Margins, Plot, type Step } from './plot.ts';

interface Strip {
  /** Stands before it and after it. */
  name: string;
  note: string;
  /** A color token without the dashes, such as `sinusoidal`. */
  color: string;
  /** The curve, over `fine`. */
  curve: ArrayLike<number>;
  /** Its values at the stops. */
  values: ArrayLike<number>;
}

const stripHeight = 46;
const stripMargin = 7;

/**
 * Waves below each other, each on a strip from -1 to 1, over a common axis.
 *
 * `strips`, `fine` (where the curves are drawn), `stops` (where values are marked and read), `axis` and `describe`
 * (the values at a stop in words) are properties.
 */
export class PosencStripPlot extends Plot<number> {
  static override properties = {
    strips: { attribute: false },
    fine: { attribute: false },
    stops: { attribute: false },
    axis: { type: String },
  };

  declare strips: readonly Strip[];
  declare fine: ArrayLike<number>;
  declare stops: ArrayLike<number>;
  declare axis: string;

  constructor() {
    super();
    this.strips = [];
    this.fine = [];
    this.stops = [];
    this.axis = '';
  }

  private get margins(): Margins {
    const room = (texts: string[]) =>
      texts.reduce((most, text) => Math.max(most, 6.8 * text.length + 14), 40);
    return {
      top: 2,
      bottom: 38,
      left: Math.min(room(this.strips.map(({ name }) => name)), this.width / 4),
      right: Math.min(room(this.strips.map(({ note }) => note)), this.width / 3),
    };
  }

  private get x() {
    const { left, right } = this.margins;
    const last = this.stops[this.stops.length - 1] ?? 1;
    return linear([this.stops[0] ?? 0, last], [left, this.width - right]);
  }

  protected override placeAt(x: number): number | null {
    if (this.stops.length === 0) return null;
    const [first = 0, second = 1] = [this.stops[0], this.stops[1]];
    const place = Math.round((this.x.valueAt(x) - first) / (second - first));
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: number | null, { across }: Step): number {
    if (place === null) return 0;
    return Math.max(0, Math.min(this.stops.length - 1, place + across));
  }

  protected override holds(place: number): boolean {
    return place >= 0 && place < this.stops.length;
  }

  protected override picture(): TemplateResult {
    const { x, strips, fine, stops, place } = this;
    const { left, right, top, bottom } = this.margins;
    const floor = top + strips.length * stripHeight;
    const end = this.width - right;
    // Only as many points as the curves need to look smooth; every visit loads those of the stills.
    const every = Math.ceil(((isServer ? 3 : 0.5) * fine.length) / (end - left));
    const across = placesOf(everyNth(fine, every), x);
    const hasDots = (end - left) / stops.length > 5;
    return html`<svg width=${this.width} height=${floor + bottom} aria-hidden="true">
      ${strips.map((strip, n) => {
        const ceiling = top + n * stripHeight;
        const y = linear([-1, 1], [ceiling + stripHeight - stripMargin, ceiling + stripMargin]);
        const path = linePath(across, placesOf(everyNth(strip.curve, every), y));
        const color = `var(--posenc-${strip.color})`;
        return svg`
          <line class="grid" x1=${left} x2=${end} y1=${y(0)} y2=${y(0)} />
          <text class="name" x=${left - 8} y=${y(0) + 4} text-anchor="end">${strip.name}</text>
          <text x=${end + 8} y=${y(0) + 4}>${strip.note}</text>
          <path class="line" stroke=${color} d=${path} />
          ${
            hasDots
              ? dots(
                  Array.from({ length: stops.length }, (_, at) => [
                    tenth(x(stops[at] ?? 0)),
                    tenth(y(strip.values[at] ?? 0)),
                  ]),
                  { color, radius: 2.4 },
                )
              : ''
          }
          ${
            place === null
              ? ''
              : svg`<circle class="cursor" cx=${x(stops[place] ?? 0)} cy=${y(strip.values[place] ?? 0)} r="4.5" />`
          }`;
      })}
      ${guard([...x.domain, left, end, floor], () =>
        ticks(...x.domain, Math.max(2, (end - left) / 56)).map(
          (value) => svg`<text x=${x(value)} y=${floor + 15} text-anchor="middle">${value}</text>`,
        ),
      )}
      <text class="name" x=${(left + end) / 2} y=${floor + 33} text-anchor="middle">
        ${this.axis}
      </text>
      ${
        place === null
          ? ''
          : svg`<line class="cursor" x1=${x(stops[place] ?? 0)} x2=${x(stops[place] ?? 0)} y1=${top} y2=${floor} stroke-dasharray="2 3" />`
      }
    </svg>`;
  }
}

/** The first of some numbers, and every nth after it. */
const everyNth = (values: ArrayLike<number>, every: number): ArrayLike<number> =>
  every === 1
    ? values
    : new Float64Array(Math.ceil(values.length / every)).map((_, n) => values[n * every] ?? 0);

customElements.define('posenc-strip-plot', PosencStripPlot);
