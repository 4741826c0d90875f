import {
  css,
  html,
  isServer,
  type PropertyValues,
  svg,
  type SVGTemplateResult,
  type TemplateResult,
} from 'lit';
import { drag } from '../ui/drag.ts';
import { type ColorScale } from './colors.ts';
import { sequential } from './sequential.ts';
import { paintCells, placeCanvas, stillImage } from './paint.ts';
import { arrowStep, Plot, type Step } from './plot.ts';
import { emptyCells, hatch, legendBelow, legendHeight } from './tile-parts.ts';

/** A grid of patches, and its query. */
interface PatchGrid {
  /** Stands above it. */
  name: string;
  rows: number;
  cols: number;
  /** Row by row. What is not finite is drawn as masked. */
  values: ArrayLike<number>;
  query: Patch;
}

export interface Patch {
  row: number;
  col: number;
}

export interface PatchOfGrid extends Patch {
  grid: number;
}

const gap = 14;
const titleHeight = 22;
const minSide = 140;
const grip = { least: 8, most: 13, room: 22 };

/**
 * An image cut into patches, once or several times, with a color for each patch and a query that can be dragged.
 *
 * `grids`, `scale`, `masked` (what an empty patch means), `maxSide` and `describe` (a patch in words) are properties.
 * Fires `pick` (detail: PatchOfGrid), where the reader puts the query.
 */
export class PosencPatchesPlot extends Plot<PatchOfGrid> {
  static override properties = {
    grids: { attribute: false },
    scale: { attribute: false },
    masked: { type: String },
    maxSide: { type: Number, attribute: 'max-side' },
  };

  static override styles = [
    ...Plot.styles,
    css`
      canvas {
        image-rendering: pixelated;
      }
      .query {
        cursor: grab;
        touch-action: none;
      }
      .query:active {
        cursor: grabbing;
      }
      .query .room {
        fill: transparent;
      }
      .query .knob {
        fill: var(--posenc-sheet);
        stroke: var(--posenc-accent);
        stroke-width: 2.5;
      }
      .query .letter {
        fill: var(--posenc-accent);
        font: italic 600 15px var(--posenc-serif);
        pointer-events: none;
      }
      .query .letter.small {
        font-size: 12px;
      }
      .query:focus-visible {
        outline: 3px solid var(--posenc-accent);
      }
    `,
  ];

  declare grids: readonly PatchGrid[];
  declare scale: ColorScale;
  declare masked: string;
  /** Of a grid, in CSS pixels. */
  declare maxSide: number;

  constructor() {
    super();
    this.grids = [];
    this.scale = sequential(0, 1);
    this.masked = '';
    this.maxSide = 210;
  }

  private get layout() {
    const count = Math.max(1, this.grids.length);
    const fitting = Math.floor((this.width + gap) / (minSide + gap));
    const columns = Math.max(1, Math.min(fitting, count));
    const room = Math.floor((this.width - gap * (columns - 1)) / columns);
    const side = Math.min(room, this.maxSide);
    const lines = Math.ceil(count / columns);
    const step = { x: side + gap, y: side + gap + this.titleRoom };
    return { columns, side, step, floor: lines * step.y - gap };
  }

  private get titleRoom(): number {
    return this.grids.some(({ name }) => name !== '') ? titleHeight : 1;
  }

  private corner(grid: number) {
    const { columns, step } = this.layout;
    return {
      x: (grid % columns) * step.x,
      y: Math.floor(grid / columns) * step.y + this.titleRoom,
    };
  }

  protected override placeAt(x: number, y: number): PatchOfGrid | null {
    const { side } = this.layout;
    for (const [grid, { rows, cols }] of this.grids.entries()) {
      const corner = this.corner(grid);
      const place = {
        grid,
        row: Math.floor(((y - corner.y) / side) * rows),
        col: Math.floor(((x - corner.x) / side) * cols),
      };
      if (this.holds(place)) return place;
    }
    return null;
  }

  /** A single step off the side of a grid leads to the next one. */
  protected override placeAfter(place: PatchOfGrid | null, { across, down }: Step): PatchOfGrid {
    const shown = place && this.grids[place.grid];
    if (!place || !shown) return { grid: 0, row: 0, col: 0 };
    const moved = { ...place, row: place.row + down, col: place.col + across };
    const grid = place.grid + across;
    const next = this.grids[grid];
    if (Math.abs(across) === 1 && !this.holds(moved) && next) {
      const row = Math.floor(((place.row + 0.5) / shown.rows) * next.rows);
      return { grid, row, col: across > 0 ? 0 : next.cols - 1 };
    }
    return this.within(moved);
  }

  /** The nearest patch of its grid. */
  private within({ grid, row, col }: PatchOfGrid): PatchOfGrid {
    const { rows, cols } = this.grids[grid] ?? { rows: 1, cols: 1 };
    const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    return { grid, row: clamp(row, rows), col: clamp(col, cols) };
  }

  protected override holds({ grid, row, col }: PatchOfGrid): boolean {
    const shown = this.grids[grid];
    const inside = (index: number, count: number) => index >= 0 && index < count;
    return shown !== undefined && inside(row, shown.rows) && inside(col, shown.cols);
  }

  private pick(place: PatchOfGrid): void {
    const to = this.within(place);
    const { row, col } = this.grids[to.grid]?.query ?? to;
    if (to.row === row && to.col === col) return;
    this.dispatchEvent(new CustomEvent('pick', { detail: to }));
  }

  private grasp(event: PointerEvent, grid: number): void {
    const shown = this.grids[grid];
    if (!shown) return;
    const { rows, cols, query } = shown;
    const { side } = this.layout;
    drag(event, {
      move: (across, down) =>
        this.pick({
          grid,
          row: query.row + Math.round((down / side) * rows),
          col: query.col + Math.round((across / side) * cols),
        }),
    });
  }

  private onQueryKey(event: KeyboardEvent, grid: number): void {
    // The picture has its own arrow keys.
    event.stopPropagation();
    const step = arrowStep(event);
    const query = this.grids[grid]?.query;
    if (!step || !query) return;
    this.pick({ grid, row: query.row + step.down, col: query.col + step.across });
  }

  private queryOf({ name, rows, cols, query }: PatchGrid, grid: number): SVGTemplateResult {
    const { side } = this.layout;
    const corner = this.corner(grid);
    const x = corner.x + ((query.col + 0.5) * side) / cols;
    const y = corner.y + ((query.row + 0.5) * side) / rows;
    const radius = Math.max(grip.least, Math.min(grip.most, side / cols / 2));
    const where = `query at column ${query.col}, row ${query.row}`;
    return svg`<g class="query" role="application" tabindex="0"
      aria-roledescription="patch that can be moved with the arrow keys"
      aria-label=${name === '' ? where : `${name}: ${where}`}
      @pointerdown=${(event: PointerEvent) => this.grasp(event, grid)}
      @keydown=${(event: KeyboardEvent) => this.onQueryKey(event, grid)}>
      <circle class="room" cx=${x} cy=${y} r=${grip.room} />
      <circle class="knob" cx=${x} cy=${y} r=${radius} />
      <text class=${radius < grip.most - 2 ? 'letter small' : 'letter'} x=${x} y=${y + radius / 2.6} text-anchor="middle" aria-hidden="true">q</text>
    </g>`;
  }

  /** Instead of a canvas. */
  private image(grid: PatchGrid): SVGTemplateResult {
    const { side } = this.layout;
    const image = stillImage({ ...grid, stride: grid.cols }, this.scale);
    return svg`<image width=${side} height=${side} preserveAspectRatio="none" href=${image} />`;
  }

  /** A canvas lies below: only where it is empty. */
  private hatched(grid: PatchGrid, n: number): SVGTemplateResult | TemplateResult | '' {
    const empty = emptyCells(grid);
    if (empty === '') return '';
    const { side } = this.layout;
    if (isServer) return hatch(side);
    return svg`<clipPath id=${`empty-${n}`}><path transform=${`scale(${side / grid.cols} ${side / grid.rows})`} d=${empty} /></clipPath>
      <g clip-path=${`url(#empty-${n})`}>${hatch(side)}</g>`;
  }

  override updated(changed: PropertyValues): void {
    if (!['grids', 'scale', 'width', 'maxSide'].some((name) => changed.has(name))) return;
    const { side } = this.layout;
    const canvases = this.renderRoot.querySelectorAll('canvas');
    for (const [n, grid] of this.grids.entries()) {
      const canvas = canvases[n];
      if (!canvas) continue;
      const { x, y } = this.corner(n);
      placeCanvas(canvas, { x, y, width: side, height: side });
      paintCells(canvas, { ...grid, stride: grid.cols }, this.scale, grid.cols, grid.rows);
    }
  }

  private cursor(): SVGTemplateResult[] {
    const { place } = this;
    const shown = place && this.grids[place.grid];
    if (!place || !shown) return [];
    const { side } = this.layout;
    const { x, y } = this.corner(place.grid);
    const [w, h] = [side / shown.cols, side / shown.rows];
    return ['cursor halo', 'cursor'].map(
      (kind) =>
        svg`<rect class=${kind} x=${x + place.col * w - 1} y=${y + place.row * h - 1} width=${w + 2} height=${h + 2} pointer-events="none" />`,
    );
  }

  protected override picture(): TemplateResult {
    const { grids, scale, masked } = this;
    const { side, floor } = this.layout;
    return html`${isServer ? '' : grids.map(() => html`<canvas></canvas>`)}<svg
        class="square"
        width=${this.width}
        height=${floor + legendHeight - 26}
      >
        <g aria-hidden="true">
          ${grids.map((grid, n) => {
            const { x, y } = this.corner(n);
            return svg`<g transform=${`translate(${x} ${y})`}>
            <text class="name" x="0" y="-7">${grid.name}</text>
            ${this.hatched(grid, n)} ${isServer ? this.image(grid) : ''}
            <rect class="frame" width=${side} height=${side} />
          </g>`;
          })}
          ${grids.length > 0 ? legendBelow(scale, floor + 10, masked) : ''} ${this.cursor()}
        </g>
        ${grids.map((grid, n) => this.queryOf(grid, n))}
      </svg>`;
  }
}

customElements.define('posenc-patches-plot', PosencPatchesPlot);
