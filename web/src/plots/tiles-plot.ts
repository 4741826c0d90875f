import { html, svg, type TemplateResult } from 'lit';
import { type ColorScale } from './colors.ts';
import { sequential } from './sequential.ts';
import { Plot, type Step } from './plot.ts';
import { cellPaths, hatch, legendBelow, legendHeight } from './tile-parts.ts';

export interface Tile {
  /** Stands above it. */
  name: string;
  /** Row by row, all tiles of one size. What is not finite is drawn as masked. */
  values: ArrayLike<number>;
}

export interface TileCell {
  tile: number;
  row: number;
  col: number;
}

const gap = 14;
const titleHeight = 22;
/** The name above a tile has to fit into its width. */
const minSide = 118;
const maxSide = 190;
const maxColumns = 4;

/**
 * Small matrices beside and below each other, with one color scale for all, all read by one cursor.
 *
 * `tiles`, `rows`, `cols`, `scale`, `axes` (what rows and columns are), `masked` (what an empty cell means) and
 * `describe` (a cell in words) are properties.
 */
export class PosencTilesPlot extends Plot<TileCell> {
  static override properties = {
    tiles: { attribute: false },
    rows: { type: Number },
    cols: { type: Number },
    scale: { attribute: false },
    axes: { type: String },
    masked: { type: String },
  };

  declare tiles: readonly Tile[];
  declare rows: number;
  declare cols: number;
  declare scale: ColorScale;
  declare axes: string;
  declare masked: string;

  /** The outlines of equal cells, made once for each set of numbers and size. */
  private drawn: { tiles: readonly Tile[]; side: number; paths: TemplateResult[] } | null = null;

  constructor() {
    super();
    this.tiles = [];
    this.rows = 0;
    this.cols = 0;
    this.scale = sequential(0, 1);
    this.axes = '';
    this.masked = '';
  }

  private get layout() {
    const fitting = Math.floor((this.width + gap) / (minSide + gap));
    const columns = Math.max(1, Math.min(maxColumns, fitting, this.tiles.length));
    const room = Math.floor((this.width - gap * (columns - 1)) / columns);
    const side = Math.min(room, maxSide);
    return { columns, side, step: { x: room + gap, y: side + gap + titleHeight } };
  }

  private corner(tile: number) {
    const { columns, step } = this.layout;
    return {
      x: (tile % columns) * step.x,
      y: Math.floor(tile / columns) * step.y + titleHeight,
    };
  }

  protected override placeAt(x: number, y: number): TileCell | null {
    const { columns, side, step } = this.layout;
    const across = Math.floor(x / step.x);
    if (across >= columns) return null;
    const tile = Math.floor(y / step.y) * columns + across;
    const corner = this.corner(tile);
    const cell = {
      tile,
      row: Math.floor(((y - corner.y) / side) * this.rows),
      col: Math.floor(((x - corner.x) / side) * this.cols),
    };
    return this.holds(cell) ? cell : null;
  }

  /** A single step off the edge of a tile leads to the next one. */
  protected override placeAfter(place: TileCell | null, { across, down }: Step): TileCell {
    if (place === null) return { tile: 0, row: 0, col: 0 };
    const { columns } = this.layout;
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    const next = { ...place, row: place.row + down, col: place.col + across };
    if (this.holds(next)) return next;
    const moved =
      next.col === this.cols
        ? { ...next, tile: place.tile + 1, col: 0 }
        : next.col === -1
          ? { ...next, tile: place.tile - 1, col: this.cols - 1 }
          : next.row === this.rows
            ? { ...next, tile: place.tile + columns, row: 0 }
            : { ...next, tile: place.tile - columns, row: this.rows - 1 };
    const single = Math.abs(across) + Math.abs(down) === 1;
    return single && this.holds(moved)
      ? moved
      : { ...place, row: within(next.row, this.rows), col: within(next.col, this.cols) };
  }

  protected override holds({ tile, row, col }: TileCell): boolean {
    const inside = (index: number, count: number) => index >= 0 && index < count;
    return inside(tile, this.tiles.length) && inside(row, this.rows) && inside(col, this.cols);
  }

  private drawnCells(side: number): TemplateResult[] {
    if (this.drawn?.tiles !== this.tiles || this.drawn.side !== side) {
      const paths = this.tiles.map(({ values }) =>
        cellPaths({ rows: this.rows, cols: this.cols, values }, this.scale, side),
      );
      this.drawn = { tiles: this.tiles, side, paths };
    }
    return this.drawn.paths;
  }

  protected override picture(): TemplateResult {
    const { tiles, place } = this;
    const { columns, side, step } = this.layout;
    const lines = Math.ceil(tiles.length / columns);
    const floor = lines * step.y;
    const cells = this.drawnCells(side);
    const cursor = () => {
      if (!place) return '';
      const { x, y } = this.corner(place.tile);
      const [w, h] = [side / this.cols, side / this.rows];
      const box = (kind: string) =>
        svg`<rect class=${kind} x=${x + place.col * w - 1} y=${y + place.row * h - 1} width=${w + 2} height=${h + 2} />`;
      return [box('cursor halo'), box('cursor')];
    };
    return html`<svg
      class="square"
      width=${this.width}
      height=${floor + legendHeight - gap}
      aria-hidden="true"
    >
      ${tiles.map(({ name }, n) => {
        const { x, y } = this.corner(n);
        return svg`<g transform=${`translate(${x} ${y})`}>
          <text class="name" x="0" y="-7">${name}</text>
          ${this.masked === '' ? '' : hatch(side)}
          ${cells[n]}
          <rect class="frame" width=${side} height=${side} />
        </g>`;
      })}
      <text class="name" x="0" y=${floor + 4}>${this.axes}</text>
      ${tiles.length > 0 ? legendBelow(this.scale, floor + 18, this.masked) : ''} ${cursor()}
    </svg>`;
  }
}

customElements.define('posenc-tiles-plot', PosencTilesPlot);
