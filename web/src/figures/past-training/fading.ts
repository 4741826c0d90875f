import { css, html, LitElement, svg } from 'lit';
import { plotStyle } from '../../plots/plot.ts';
import { slopeText } from '../alibi.ts';

/** The attention of each head by distance. */
export interface Fading {
  slopes: ArrayLike<number>;
  /** Of each head, a weight for each key up to the query, the query's own last. */
  weights: readonly Float64Array[];
  length: number;
  trained: number;
}

const size = 240;
const [left, right] = [12, 228];
const top = 34;
const rowHeight = 46;
const barHeight = 18;
/** Anything lighter cannot be seen. */
const faintest = 0.01;

/**
 * ALiBi’s heads, a row each: every key up to the query is as dark as its share of attention. There is no hand to turn.
 */
export class PosencFading extends LitElement {
  static override properties = {
    fading: { attribute: false },
    label: { type: String },
    shownLength: { attribute: false },
  };

  static override styles = [
    plotStyle,
    css`
      svg {
        width: 100%;
        max-width: 14rem;
        margin: auto;
      }
      .room {
        fill: var(--posenc-paper);
        stroke: var(--posenc-field);
      }
      .key {
        fill: var(--posenc-alibi);
      }
      .known {
        fill: var(--posenc-soft);
        opacity: 0.16;
      }
      text {
        font-size: 14px;
      }
      text.in-arc {
        fill: var(--posenc-ink);
        font-weight: 600;
      }
    `,
  ];

  declare fading: Fading | null;
  declare label: string;
  /** The length as drawn, while it is on its way to another. */
  declare shownLength: number;

  constructor() {
    super();
    this.fading = null;
    this.label = '';
    this.shownLength = 0;
  }

  private row(fading: Fading, head: number) {
    const weights = fading.weights[head] ?? new Float64Array();
    const most = weights[weights.length - 1] ?? 1;
    const width = (right - left) / this.shownLength;
    const y = top + head * rowHeight;
    const keys = Array.from(weights, (weight, key) => ({
      share: weight / most,
      x: right - (weights.length - key) * width,
    })).filter(({ share, x }) => share > faintest && x > left - width / 2);
    return svg`<text x=${left} y=${y - 5}>slope ${slopeText(fading.slopes[head] ?? 0)}</text>
      <rect class="room" x=${left} y=${y} width=${right - left} height=${barHeight} rx="3" />
      ${keys.map(
        ({ share, x }) =>
          svg`<rect class="key" x=${x} y=${y + 1} width=${width} height=${barHeight - 2} opacity=${share} />`,
      )}`;
  }

  override render() {
    const { fading, shownLength } = this;
    const known = fading
      ? ((right - left) * Math.min(fading.trained, shownLength)) / shownLength
      : 0;
    const height = rowHeight * (fading?.weights.length ?? 0) + 8;
    return html`<svg viewBox="0 0 ${size} ${size + 8}" role="img" aria-label=${this.label}>
      ${
        fading
          ? svg`<rect class="known" x=${right - known} y="12" width=${known} height=${height} />
              <text class="in-arc" x=${right} y="9" text-anchor="end">trained</text>
              ${fading.weights.map((_, head) => this.row(fading, head))}
              <text x=${left} y=${size + 4}>far back</text>
              <text x=${right} y=${size + 4} text-anchor="end">this word</text>`
          : ''
      }
    </svg>`;
  }
}

customElements.define('posenc-fading', PosencFading);
