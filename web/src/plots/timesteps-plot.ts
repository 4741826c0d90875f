import { ticks } from 'd3-array';
import { css, html, isServer, type PropertyValues, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { diverging } from './colors.ts';
import { linear, linePath, lowestOf, placesOf } from './scale.ts';
import { decimals, tenth } from './format.ts';
import { gripStyle, Plot, type Step } from './plot.ts';
import { type Cells, paintCells, stillImage } from './paint.ts';
import { drag, keyStep } from '../ui/drag.ts';

/** Of one convention. */
export interface Side {
  name: string;
  /** Its two halves. */
  halves: readonly [string, string];
  /** The chosen timestep's row. */
  row: ArrayLike<number>;
  /** The chosen timestep's similarity to each row, by timestep from 0 on. */
  similarities: ArrayLike<number>;
}

export interface TimestepsView {
  timestep: number;
  /** A row for each dimension, a column for each timestep. */
  cells: Cells;
  shown: Side;
  other: Side;
  /** The timestep whose row of the other convention is the most similar. */
  nearest: number;
}

const left = 44;
const right = 18;
const heat = { top: 22, height: 160 };
const chart = { top: heat.top + heat.height + 42, height: 130 };
const floor = chart.top + chart.height;
const strips = { top: floor + 84, height: 18, gap: 5 };
const height = strips.top + 2 * strips.height + strips.gap + 18;
const colors = diverging(1);
/** More device pixels per CSS pixel cannot be seen. */
const maxDensity = 2;
/** The pixels of a still are fewer, as every visit loads it. */
const stillColumns = 84;

/**
 * The embeddings of timesteps, a column for each; below them the similarity of the chosen one to all, in its own convention
 * and in the other; and its row in both. `place`: a timestep.
 *
 * `view` and `describe` are properties. Fires `choose` (detail: a timestep).
 */
export class PosencTimestepsPlot extends Plot<number> {
  static override properties = { view: { attribute: false } };

  static override styles = [
    ...Plot.styles,
    gripStyle,
    css`
      .shown {
        --own: var(--posenc-sinusoidal);
      }
      .other {
        --own: var(--posenc-wrong);
      }
      .curve {
        fill: none;
        stroke: var(--own);
        stroke-width: 1.75;
        stroke-linejoin: round;
      }
      .other .curve {
        stroke-width: 1.25;
      }
      .mark {
        fill: var(--own);
        stroke: var(--posenc-sheet);
        stroke-width: 2;
      }
      text.series {
        fill: var(--own);
        font-weight: 600;
      }
      text.beside {
        fill: var(--own);
        stroke: var(--posenc-sheet);
        stroke-width: 4;
        paint-order: stroke;
        font-weight: 600;
      }
      .plumb {
        stroke: var(--posenc-ink);
        stroke-width: 1.5;
      }
      .plumb.halo {
        stroke: var(--posenc-sheet);
        stroke-width: 4;
        opacity: 0.7;
      }
      .half {
        stroke: var(--posenc-ink);
        stroke-dasharray: 2 3;
      }
    `,
  ];

  declare view: TimestepsView | null;

  constructor() {
    super();
    this.view = null;
    this.height = height;
  }

  private get last(): number {
    return Math.max(1, (this.view?.cells.cols ?? 2) - 1);
  }

  private get inner(): number {
    return Math.max(0, this.width - left - right);
  }

  private get x() {
    return linear([0, this.last], [left, left + this.inner]);
  }

  private scales({ shown, other }: TimestepsView) {
    const lowest = Math.min(0, lowestOf(shown.similarities), lowestOf(other.similarities));
    return { x: this.x, y: linear([lowest, 1], [floor, chart.top]) };
  }

  private within(timestep: number): number {
    return Math.max(0, Math.min(this.last, Math.round(timestep)));
  }

  protected override placeAt(x: number, y: number): number | null {
    if (!this.view || y < heat.top || y > floor) return null;
    const place = Math.round(this.x.valueAt(x));
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: number | null, { across, down }: Step): number {
    if (place === null) return this.view?.timestep ?? 0;
    return this.within(place + (across || down));
  }

  protected override holds(place: number): boolean {
    return this.view !== null && place >= 0 && place <= this.last;
  }

  private choose(to: number): void {
    const detail = this.within(to);
    if (detail !== this.view?.timestep)
      this.dispatchEvent(new CustomEvent<number>('choose', { detail }));
  }

  private onGrip(event: PointerEvent): void {
    const box = this.renderRoot.querySelector('.room')?.getBoundingClientRect();
    if (!box) return;
    const scale = box.width > 0 ? this.inner / box.width : 1;
    const from = left + (event.clientX - box.left) * scale;
    drag(event, { move: (across) => this.choose(this.x.valueAt(from + across)) });
    this.choose(this.x.valueAt(from));
  }

  private onGripKey(event: KeyboardEvent): void {
    // The picture has its own arrow keys.
    event.stopPropagation();
    const step = keyStep(event);
    if (step !== null) this.choose((this.view?.timestep ?? 0) + step);
  }

  /** The table, and the chosen row in both conventions. */
  private get painted() {
    const { view } = this;
    if (!view) return [];
    const strip = ({ row }: Side): Cells => ({
      ...{ rows: 1, cols: row.length, stride: row.length },
      values: row,
    });
    const below = strips.top + strips.height + strips.gap;
    return [
      { cells: view.cells, top: heat.top, height: heat.height, columns: stillColumns },
      { cells: strip(view.shown), top: strips.top, height: strips.height },
      { cells: strip(view.other), top: below, height: strips.height },
    ];
  }

  override updated(changed: PropertyValues): void {
    if (!changed.has('view') && !changed.has('width')) return;
    const before = changed.get('view') as TimestepsView | null | undefined;
    const density = Math.min(maxDensity, globalThis.devicePixelRatio || 1);
    const canvases = this.renderRoot.querySelectorAll('canvas');
    for (const [n, { cells, top, height }] of this.painted.entries()) {
      const canvas = canvases[n];
      // The table is large, and stays the same while a timestep is dragged.
      const isSame = n === 0 && before?.cells.values === cells.values && !changed.has('width');
      if (!canvas || isSame) continue;
      canvas.style.left = `${left}px`;
      canvas.style.top = `${top}px`;
      canvas.style.width = `${this.inner}px`;
      canvas.style.height = `${height}px`;
      const [wide, high] = [this.inner, height].map((side) => Math.round(side * density));
      paintCells(canvas, cells, colors, wide ?? 0, high ?? 0);
    }
  }

  /** Instead of the canvases. */
  private images() {
    return this.painted.map(
      ({ cells, top, height, columns }) =>
        svg`<image x=${left} y=${top} width=${this.inner} height=${height} preserveAspectRatio="none" href=${stillImage(cells, colors, columns)} />`,
    );
  }

  /** The border between two halves, and their names. */
  private table({ shown }: TimestepsView) {
    const middle = heat.top + heat.height / 2;
    return svg`<text class="name" x=${left} y="13">${shown.name}, by timestep</text>
      <text x=${left + this.inner} y="13" text-anchor="end">blue −1, red 1</text>
      <rect class="frame" x=${left - 0.5} y=${heat.top - 0.5} width=${this.inner + 1} height=${heat.height + 1} />
      <line class="half" x1=${left - 8} x2=${left + this.inner} y1=${middle} y2=${middle} />
      ${shown.halves.map(
        (half, n) =>
          svg`<text class="name" x=${left - 8} y=${heat.top + heat.height * (0.25 + 0.5 * n) + 4} text-anchor="end">${half}</text>`,
      )}`;
  }

  private curve({ similarities }: Side, { x, y }: ReturnType<PosencTimestepsPlot['scales']>) {
    const every = isServer ? 4 : 1;
    const across = new Float64Array(Math.floor(this.last / every) + 1).map((_, n) => n * every);
    const up = across.map((at) => similarities[at] ?? 0);
    return svg`<path class="curve" d=${linePath(placesOf(across, x), placesOf(up, y))} />`;
  }

  private similarity(view: TimestepsView) {
    const { timestep, shown, other, nearest } = view;
    const scales = this.scales(view);
    const { x, y } = scales;
    const end = left + this.inner;
    const at = (side: Side, n: number) => side.similarities[n] ?? 0;
    const isLate = x(nearest) > end - 134;
    return svg`
      ${[0, 0.5, 1].map((value) => svg`<line class=${value === 0 ? 'zero' : 'grid'} x1=${left} x2=${end} y1=${y(value)} y2=${y(value)} /><text x=${left - 7} y=${y(value) + 4} text-anchor="end">${value}</text>`)}
      ${guard([this.width, this.last], () =>
        ticks(...x.domain, 5).map(
          (value) => svg`<text x=${x(value)} y=${floor + 24} text-anchor="middle">${value}</text>`,
        ),
      )}
      <text class="name" x=${left} y=${chart.top - 12}>similarity of ${shown.name}’s ${timestep} to the rows of</text>
      <text class="name" x=${(left + end) / 2} y=${floor + 42} text-anchor="middle">timestep</text>
      <g class="other">${this.curve(other, scales)}</g><g class="shown">${this.curve(shown, scales)}</g>
      <g class="other"><path class="mark" d=${`M${tenth(x(nearest))},${tenth(y(at(other, nearest)) - 7)}l7,7l-7,7l-7,-7z`} />
        <text class="beside" x=${x(nearest) + (isLate ? -11 : 11)} y=${y(at(other, nearest)) - 9} text-anchor=${isLate ? 'end' : 'start'}>${other.name}: at most ${decimals(at(other, nearest), 2)}</text></g>
      <g class="shown"><circle class="mark" cx=${x(timestep)} cy=${y(at(shown, timestep))} r="6" />
        <text class="beside" x=${x(timestep) + (x(timestep) > end - 90 ? -12 : 12)} y=${y(1) + 13} text-anchor=${x(timestep) > end - 90 ? 'end' : 'start'}>${shown.name}</text></g>`;
  }

  private rows({ timestep, shown, other }: TimestepsView) {
    const middle = left + this.inner / 2;
    return [shown, other].map((side, n) => {
      const y = strips.top + n * (strips.height + strips.gap);
      return svg`${
        n === 0
          ? svg`<text class="name" x=${left} y=${y - 9}>the row of ${timestep} in both: halves swapped</text>`
          : ''
      }
        <text class="name" x=${left - 6} y=${y + strips.height - 5} text-anchor="end">${side.name}</text>
        <rect class="frame" x=${left - 0.5} y=${y - 0.5} width=${this.inner + 1} height=${strips.height + 1} />
        <line class="half" x1=${middle} x2=${middle} y1=${y - 3} y2=${y + strips.height + 3} />`;
    });
  }

  private grip({ timestep }: TimestepsView) {
    const x = this.x(timestep);
    return svg`<g class="grip" role="slider" tabindex="0" aria-label="timestep" aria-valuemin="0" aria-valuemax=${this.last}
      aria-valuenow=${timestep} aria-valuetext=${this.describe(timestep)} @pointerdown=${this.onGrip} @keydown=${this.onGripKey}>
      ${['plumb halo', 'plumb'].map((kind) => svg`<path class=${kind} d=${`M${tenth(x)},${heat.top}v${heat.height}M${tenth(x)},${chart.top}V${floor}`} />`)}
      <circle class="knob" cx=${x} cy=${floor} r="9" />
      <rect class="room" x=${left} y=${heat.top} width=${this.inner} height=${floor - heat.top + 12} />
    </g>`;
  }

  protected override picture(): TemplateResult {
    const { view, place } = this;
    return html`${isServer ? '' : html`<canvas></canvas><canvas></canvas><canvas></canvas>`}<svg
        width=${this.width}
        height=${height}
      >
        ${
          view
            ? svg`<g aria-hidden="true">
              ${isServer ? this.images() : ''}
              ${guard([this.width, view.shown.name], () => this.table(view))} ${this.similarity(view)} ${this.rows(view)}
              ${place === null ? '' : svg`<line class="cursor" stroke-dasharray="2 3" x1=${this.x(place)} x2=${this.x(place)} y1=${heat.top} y2=${floor} />`}
            </g>
            ${this.grip(view)}`
            : ''
        }
      </svg>`;
  }
}

customElements.define('posenc-timesteps-plot', PosencTimestepsPlot);
