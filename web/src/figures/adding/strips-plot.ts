import { css, html, isServer, svg, type TemplateResult } from 'lit';
import { type ColorScale, diverging, paintOf } from '../../plots/colors.ts';
import { decimals, tenth } from '../../plots/format.ts';
import { Plot, type Step } from '../../plots/plot.ts';
import { drag } from '../../ui/drag.ts';

interface VectorStrip {
  /** Nothing, + or =. */
  sign: string;
  name: string;
  values: ArrayLike<number>;
  /**
   * Where it can be dragged sideways: called when it is taken hold of, gives what then takes its steps from there. (The
   * figure has a slider for the same.)
   */
  hold?: () => (steps: number) => void;
}

/** The share of a part that can be found in the sum: the cosine of their angle. */
interface Heard {
  name: string;
  cosine: number;
  tone: 'form' | 'sinusoidal';
}

const signWidth = 24;
const nameHeight = 19;
const stripHeight = 44;
const rowHeight = nameHeight + stripHeight + 9;
const stepPx = 9;
const meterHeight = 25;
const meterName = 106;
const meterNumber = 40;

/**
 * Vectors below each other that add up to the last, a cell for each number, all in the same colors; and below them, how
 * like the sum is to each part.
 *
 * `strips`, `heard`, `scale` and `describe` (a column in words) are properties.
 */
export class PosencStripsPlot extends Plot<number> {
  static override properties = {
    strips: { attribute: false },
    heard: { attribute: false },
    scale: { attribute: false },
  };

  static override styles = [
    ...Plot.styles,
    css`
      text.sign {
        font: 600 20px var(--posenc-sans);
        fill: var(--posenc-ink);
      }
      .cursor {
        pointer-events: none;
      }
      .grip {
        fill: transparent;
        cursor: ew-resize;
        touch-action: pan-y;
      }
      .track {
        fill: var(--posenc-line);
      }
      .form {
        fill: var(--posenc-form);
      }
      .sinusoidal {
        fill: var(--posenc-sinusoidal);
      }
    `,
  ];

  declare strips: readonly VectorStrip[];
  declare heard: readonly Heard[];
  declare scale: ColorScale;

  constructor() {
    super();
    this.strips = [];
    this.heard = [];
    this.scale = diverging(1);
  }

  private get count(): number {
    return this.strips[0]?.values.length ?? 0;
  }

  private get cell(): number {
    return Math.max(0, this.width - signWidth - 1) / Math.max(1, this.count);
  }

  protected override placeAt(x: number, y: number): number | null {
    const place = Math.floor((x - signWidth) / this.cell);
    return y < this.strips.length * rowHeight && this.holds(place) ? place : null;
  }

  protected override placeAfter(place: number | null, { across }: Step): number {
    if (place === null) return 0;
    return Math.max(0, Math.min(this.count - 1, place + across));
  }

  protected override holds(place: number): boolean {
    return place >= 0 && place < this.count;
  }

  private grip({ hold }: VectorStrip, top: number) {
    if (!hold || isServer) return '';
    const onDown = (event: PointerEvent) => {
      const turn = hold();
      drag(event, { move: (across) => turn(Math.round(across / stepPx)) });
    };
    return svg`
      <text x=${this.width} y=${top - 6} text-anchor="end">↔</text>
      <rect class="grip" x=${signWidth} y=${top} width=${tenth(this.count * this.cell)} height=${stripHeight} @pointerdown=${onDown} />`;
  }

  private strip(strip: VectorStrip, n: number) {
    const { sign, name, values } = strip;
    const { cell, scale, count } = this;
    const top = n * rowHeight + nameHeight;
    return svg`
      <text class="sign" x="6" y=${top + stripHeight / 2 + 7}>${sign}</text>
      <text class="name" x=${signWidth} y=${top - 6}>${name}</text>
      ${Array.from({ length: count }, (_, column) => {
        const { fill, opacity } = paintOf(scale, values[column] ?? 0);
        return svg`<rect data-strip=${n} x=${tenth(signWidth + column * cell)} y=${top} width=${tenth(cell)} height=${stripHeight} fill=${fill} fill-opacity=${opacity} />`;
      })}
      <rect class="frame" x=${signWidth} y=${top} width=${tenth(count * cell)} height=${stripHeight} />
      ${this.grip(strip, top)}`;
  }

  private meter({ name, cosine, tone }: Heard, n: number) {
    const top = this.strips.length * rowHeight + 12 + n * meterHeight;
    const from = signWidth + meterName;
    const full = Math.max(0, this.width - from - meterNumber);
    const length = full * Math.max(0, Math.min(1, cosine));
    return svg`
      <text class="name" x=${signWidth} y=${top + 11}>${name}</text>
      <rect class="track" x=${from} y=${top + 1} width=${full} height="11" rx="5.5" />
      <rect class=${tone} data-cosine x=${from} y=${top + 1} width=${tenth(length)} height="11" rx="5.5" />
      <text class="name" x=${this.width} y=${top + 11} text-anchor="end">${decimals(cosine, 2)}</text>`;
  }

  private cursor() {
    const { place, cell, strips } = this;
    if (place === null) return '';
    const box = (kind: string) =>
      strips.map(
        (_, n) =>
          svg`<rect class=${kind} x=${signWidth + place * cell - 1} y=${n * rowHeight + nameHeight - 1} width=${cell + 2} height=${stripHeight + 2} />`,
      );
    return [box('cursor halo'), box('cursor')];
  }

  protected override picture(): TemplateResult {
    const { strips, heard } = this;
    const height = strips.length * rowHeight + 12 + heard.length * meterHeight;
    return html`<svg width=${this.width} height=${height} aria-hidden="true">
      ${strips.map((strip, n) => this.strip(strip, n))}
      ${heard.map((part, n) => this.meter(part, n))} ${this.cursor()}
    </svg>`;
  }
}

customElements.define('posenc-strips-plot', PosencStripsPlot);
