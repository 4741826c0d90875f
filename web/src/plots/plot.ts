import {
  css,
  html,
  isServer,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from 'lit';
import { guard } from 'lit/directives/guard.js';

export const plotStyle = css`
  :host {
    display: block;
    position: relative;
    margin-bottom: 0.6rem;
    font-family: var(--posenc-sans);
    outline-offset: 4px;
  }
  .box {
    position: relative;
    touch-action: pan-y pinch-zoom;
    border-radius: 4px;
    outline-offset: 3px;
  }
  .box:focus-visible {
    outline: 3px solid var(--posenc-accent);
  }
  svg {
    display: block;
    position: relative;
    overflow: visible;
    user-select: none;
  }
  canvas {
    position: absolute;
  }
  .still svg {
    width: 100%;
  }
  .still svg.square {
    height: auto;
  }
  .still image {
    image-rendering: pixelated;
  }
  .still.narrow {
    display: none;
  }
  @media (max-width: 34rem) {
    .still.narrow {
      display: block;
    }
    .still.wide {
      display: none;
    }
  }
  text {
    font: 12px var(--posenc-sans);
    fill: var(--posenc-soft);
    font-variant-numeric: tabular-nums;
  }
  text.name {
    fill: var(--posenc-ink);
  }
  text.on-dark {
    fill: #fff;
  }
  text.on-light {
    fill: #1d1c1a;
  }
  text.series {
    fill: inherit;
    font-weight: 500;
  }
  .grid {
    stroke: var(--posenc-line);
    stroke-width: 1;
  }
  .zero {
    stroke: var(--posenc-field);
    stroke-width: 1;
  }
  .band {
    opacity: 0.22;
  }
  .line {
    fill: none;
    stroke-width: 2;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .thin {
    stroke-width: 1.2;
  }
  .thick {
    stroke-width: 3;
  }
  .beneath {
    stroke-width: 8;
    opacity: 0.35;
  }
  .dashed {
    stroke-dasharray: 5 4;
  }
  .name-line {
    fill: none;
    stroke-width: 1.2;
  }
  .leader {
    stroke-width: 1;
    stroke-dasharray: 1 4;
  }
  .stretch {
    fill: var(--posenc-ink);
    opacity: 0.06;
  }
  .border {
    stroke: var(--posenc-soft);
    stroke-width: 1;
  }
  .hatch {
    fill: none;
    stroke: var(--posenc-line);
    stroke-width: 1.5;
  }
  .frame {
    fill: none;
    stroke: var(--posenc-field);
    stroke-width: 1;
  }
  .cursor {
    fill: none;
    stroke: var(--posenc-ink);
    stroke-width: 1.5;
  }
  .cursor.halo {
    stroke: var(--posenc-sheet);
    stroke-width: 4;
  }
  .summary {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  /* Over what is below: so it needs no room of its own, and nothing jumps. */
  .reading {
    position: absolute;
    z-index: 2;
    top: calc(100% + 0.2rem);
    left: 0;
    max-width: 100%;
    box-sizing: border-box;
    padding: 0.2rem 0.55rem;
    border: 1px solid var(--posenc-line);
    border-radius: 6px;
    background: var(--posenc-sheet);
    box-shadow: 0 2px 8px rgb(0 0 0 / 14%);
    font: 0.8rem/1.4 var(--posenc-sans);
    color: var(--posenc-ink);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .reading:empty {
    padding: 0;
    border: 0;
  }
  .how {
    margin: 0.35rem 0 0;
    font: 0.8rem/1.4 var(--posenc-sans);
    color: var(--posenc-soft);
  }
  @media print {
    .reading {
      display: none;
    }
  }
`;

/** A knob to drag along an axis, within a larger area that takes the pointer. */
export const gripStyle = css`
  .knob {
    fill: var(--posenc-ink);
    stroke: var(--posenc-sheet);
    stroke-width: 3;
  }
  .grip {
    cursor: ew-resize;
    touch-action: pan-y;
  }
  .grip rect {
    fill: transparent;
  }
  .grip:focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
    border-radius: 4px;
  }
`;

/** Pixels around what is drawn, for axes and legend. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The step of an arrow key from the place that is read. */
export interface Step {
  across: number;
  down: number;
}

const arrows: Record<string, Step> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
  Home: { across: -Infinity, down: 0 },
  End: { across: Infinity, down: 0 },
  PageUp: { across: -10, down: 0 },
  PageDown: { across: 10, down: 0 },
};

/** The step of a key; null for any other key. Calls preventDefault if there is one. */
export function arrowStep(event: KeyboardEvent): Step | null {
  const step = arrows[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return step;
}

/** The widths that a still is drawn for: in the text of a page, and on a phone. */
export const stillWidthsInText: readonly [number, number] = [630, 327];
/** Those of a picture that stands beside the text, or below it on a phone. */
export const stillWidthsBeside: readonly [number, number] = [480, 327];
/** Those of a picture that has another beside it, except on a phone. */
export const stillWidthsOfTwo: readonly [number, number] = [305, 327];

/** The pictures that have come since widths were last measured. */
const unmeasured = new Set<Plot<unknown>>();

/** Tells all pictures when their widths change. */
const sizes = isServer
  ? null
  : new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries)
        (target as Plot<unknown>).takeWidth(contentRect.width);
    });

/**
 * A picture of numbers that can be read: at the pointer, and with the arrow keys once it has the focus. The number is
 * shown below it, and spoken.
 */
export abstract class Plot<Place> extends LitElement {
  static override properties: PropertyDeclarations = {
    label: { type: String },
    summary: { type: String },
    height: { type: Number },
    describe: { attribute: false },
    width: { state: true },
    place: { state: true },
  };

  static override styles = [plotStyle];

  declare label: string;
  /** For those who do not see the picture. */
  declare summary: string;
  /** In CSS pixels, axes included. */
  declare height: number;
  /** The numbers at a place, in words: shown and spoken while it is read. */
  declare describe: (place: Place) => string;
  /** For one that shares its room with others. */
  declare stillWidths: readonly [number, number];
  declare protected width: number;
  /** The place that is read. */
  declare protected place: Place | null;

  /** Under the pointer, until that is shown. */
  private pointed: { place: Place | null } | null = null;

  constructor() {
    super();
    this.label = '';
    this.summary = '';
    this.height = 240;
    this.describe = () => '';
    this.stillWidths = stillWidthsInText;
    this.width = 0;
    this.place = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    sizes?.observe(this);
    unmeasured.add(this as Plot<unknown>);
  }

  /** All at once: a picture drawn between two that are measured would make the browser lay out the page twice. */
  private static measure(): void {
    const plots = [...unmeasured];
    unmeasured.clear();
    const widths = plots.map((plot) => parseFloat(getComputedStyle(plot).width));
    plots.forEach((plot, n) => plot.takeWidth(widths[n] ?? 0));
  }

  /** (None has a width while it is folded away, and then keeps what it had.) */
  takeWidth(width: number): void {
    if (width >= 1) this.width = Math.floor(width);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    sizes?.unobserve(this);
  }

  /** The place under a point of the picture, in CSS pixels; null where nothing is drawn. */
  protected abstract placeAt(x: number, y: number): Place | null;
  /** From null to the place that is read first. */
  protected abstract placeAfter(place: Place | null, step: Step): Place;
  /** A sentence about this picture alone. (How pictures are read is said once on a page.) */
  protected hint(): string {
    return '';
  }
  protected abstract picture(): TemplateResult;

  /** The place is still there after the data have changed. */
  protected abstract holds(place: Place): boolean;

  override willUpdate(): void {
    // Not only once it has been observed: what is below would jump up for a frame.
    if (unmeasured.has(this as Plot<unknown>)) Plot.measure();
    this.takePointed();
    if (this.place !== null && !this.holds(this.place)) this.place = null;
  }

  /**
   * On the way down to what is dragged: once a drag has changed the page, the browser would have to lay it out to say where
   * the picture is, and again for the frame. What is read is drawn with what was dragged; if nothing was, in the next frame.
   */
  private readonly onPointer = {
    capture: true,
    handleEvent: (event: PointerEvent): void => {
      if (this.pointed === null) requestAnimationFrame(() => this.takePointed());
      this.pointed = { place: this.placeUnder(event) };
    },
  };

  private takePointed(): void {
    if (this.pointed !== null) this.place = this.pointed.place;
    this.pointed = null;
  }

  private placeUnder(event: PointerEvent): Place | null {
    const target = event.currentTarget as HTMLElement;
    const box = target.getBoundingClientRect();
    // On a slide the picture may be enlarged.
    const scale = box.width > 0 ? target.offsetWidth / box.width : 1;
    return this.placeAt((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  private onLeave(event: PointerEvent): void {
    // A lifted finger leaves too, but what it read should still be shown.
    if (event.pointerType !== 'mouse') return;
    this.pointed = null;
    this.place = null;
  }

  /** What is read would hide what has the focus now. */
  private onBlur(): void {
    this.place = null;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.place = null;
    const step = arrowStep(event);
    if (step) this.place = this.placeAfter(this.place, step);
  }

  override render() {
    const hint = this.hint();
    return html`<div
        class="box"
        role="application"
        aria-roledescription="picture that can be read with the arrow keys"
        aria-label=${this.label}
        aria-describedby="summary"
        tabindex="0"
        @pointermove=${this.onPointer}
        @pointerdown=${this.onPointer}
        @pointerleave=${this.onLeave}
        @keydown=${this.onKey}
        @focusout=${this.onBlur}
      >
        ${
          isServer
            ? stills(this.stillWidths, (width) => {
                this.width = width;
                return this.picture();
              })
            : this.width > 0
              ? this.picture()
              : ''
        }
      </div>
      <p class="summary" id="summary">${this.summary}</p>
      ${hint ? html`<p class="how">${hint}</p>` : nothing}
      <output class="reading"
        >${this.place === null ? nothing : this.describe(this.place)}</output
      >`;
  }
}

/**
 * Drawn without knowing how wide it will be. Each is drawn when its turn comes: parts of it that are drawn late (guard)
 * would otherwise take the width of the last. (Not a method, which a page would load.)
 */
function stills(
  [wide, narrow]: readonly [number, number],
  draw: (width: number) => TemplateResult,
): TemplateResult[] {
  return [
    html`<div class="still wide">${guard([wide], () => draw(wide))}</div>`,
    html`<div class="still narrow">${guard([narrow], () => draw(narrow))}</div>`,
  ];
}
