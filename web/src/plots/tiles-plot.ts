import { html, svg, type TemplateResult } from 'lit';
import { type ColorScale, colorOf, sequential } from './colors.ts';
import { decimals } from './format.ts';
import { Plot, type Step } from './plot.ts';

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
const legendHeight = 62;
/** The legend's ramp of colors. */
const ramp = { width: 120, steps: 8 };

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

  /** A path for each color of a tile, not an element for each cell. */
  private cellsOf({ values }: Tile, side: number): TemplateResult {
    const tenth = (value: number) => Math.round(value * 10) / 10;
    const x = (col: number) => tenth((col * side) / this.cols);
    const y = (row: number) => tenth((row * side) / this.rows);
    const paths = new Map<string, string[]>();
    for (let row = 0; row < this.rows; row++) {
      for (let col = 0; col < this.cols; col++) {
        const value = values[row * this.cols + col] ?? NaN;
        if (!Number.isFinite(value)) continue;
        const color = cssOf(colorOf(this.scale, value));
        const cells = paths.get(color) ?? [];
        const [left, top] = [x(col), y(row)];
        cells.push(`M${left},${top}H${x(col + 1)}V${y(row + 1)}H${left}z`);
        paths.set(color, cells);
      }
    }
    return svg`<g shape-rendering="crispEdges">
      ${[...paths].map(([color, cells]) => svg`<path class="cells" fill=${color} d=${cells.join('')} />`)}
    </g>`;
  }

  private drawnCells(side: number): TemplateResult[] {
    if (this.drawn?.tiles !== this.tiles || this.drawn.side !== side) {
      const paths = this.tiles.map((tile) => this.cellsOf(tile, side));
      this.drawn = { tiles: this.tiles, side, paths };
    }
    return this.drawn.paths;
  }

  /** Slanted lines over a square, for what is masked in it. */
  private hatch(side: number) {
    const every = 7;
    const lines = Array.from({ length: Math.ceil((2 * side) / every) }, (_, n) => {
      const at = n * every;
      const from = at <= side ? `${at},0` : `${side},${at - side}`;
      const to = at <= side ? `0,${at}` : `${at - side},${side}`;
      return `M${from}L${to}`;
    });
    return svg`<path class="hatch" d=${lines.join('')} />`;
  }

  private legend(top: number) {
    const { lowest, highest, bent } = this.scale;
    const step = ramp.width / ramp.steps;
    const valueAt = (share: number) => bent?.at(share) ?? lowest + share * (highest - lowest);
    const value = (n: number) => valueAt((n + 0.5) / ramp.steps);
    const short = (one: number) => decimals(one, 2).replace(/\.?0+$/, '');
    const left = 7 * short(lowest).length + 8;
    const end = left + ramp.width;
    const hasMasked = this.masked !== '';
    return svg`<text x="0" y=${top + 12}>${short(lowest)}</text>
      ${Array.from(
        { length: ramp.steps },
        (_, n) =>
          svg`<rect shape-rendering="crispEdges" fill=${cssOf(colorOf(this.scale, value(n)))} x=${left + n * step} y=${top + 2} width=${step} height="12" />`,
      )}
      <text x=${end + 6} y=${top + 12}>${short(highest)}</text>
      ${bent ? svg`<text x=${left + ramp.width / 2} y=${top + 28} text-anchor="middle">${short(valueAt(0.5))}</text>` : ''}
      ${
        hasMasked
          ? svg`<g transform=${`translate(${end + 28} ${top + 2})`}>${this.hatch(12)}<rect class="frame" width="12" height="12" /></g>
      <text x=${end + 46} y=${top + 12}>${this.masked}</text>`
          : ''
      }`;
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
          ${this.masked === '' ? '' : this.hatch(side)}
          ${cells[n]}
          <rect class="frame" width=${side} height=${side} />
        </g>`;
      })}
      <text class="name" x="0" y=${floor + 4}>${this.axes}</text>
      ${tiles.length > 0 ? this.legend(floor + 18) : ''} ${cursor()}
    </svg>`;
  }
}

/** A pixel, its bytes in the order of canvases, as a color in CSS. */
function cssOf(pixel: number): string {
  const [red = 0, green = 0, blue = 0, opacity = 0] = new Uint8Array(Uint32Array.of(pixel).buffer);
  const through = opacity === 255 ? '' : ` / ${opacity / 255}`;
  return `rgb(${red} ${green} ${blue}${through})`;
}

customElements.define('posenc-tiles-plot', PosencTilesPlot);
