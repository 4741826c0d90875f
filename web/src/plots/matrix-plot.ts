import { ticks } from 'd3-array';
import { html, isServer, type PropertyValues, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type ColorScale, diverging, textOn } from './colors.ts';
import { decimals, significant } from './format.ts';
import { type Cells, paintCells, placeCanvas, stillImage } from './paint.ts';
import { type Margins, Plot, type Step } from './plot.ts';

export interface Cell {
  row: number;
  col: number;
}

export interface MatrixAxis {
  title: string;
  /** The name of each row or column; without it they count from 0. */
  names?: readonly string[];
}

const legendSteps = 257;
/** The width beside the cells, without names and with a usual legend. */
const sideMargins = 86;
/** About the width of a letter in a name, and of a digit in a cell. */
const nameWidth = 6.4;
const digitWidth = 7.4;
/** More device pixels per CSS pixel cannot be seen, and cost a phone its battery. */
const maxDensity = 2;
/** Cells of that many device pixels are enlarged by the browser: that some have one more than others is not seen. */
const leastEnlarged = 4;

/**
 * A matrix as a picture, a colored cell for each number, with axes and a legend.
 *
 * `cells`, `scale`, `across`, `down` and `describe` (a cell in words) are properties.
 */
export class PosencMatrixPlot extends Plot<Cell> {
  static override properties = {
    // A figure makes new objects at each rendering: draw again only where their contents differ.
    cells: { attribute: false, hasChanged: differ },
    scale: { attribute: false, hasChanged: differ },
    across: { attribute: false, hasChanged: differ },
    down: { attribute: false, hasChanged: differ },
    square: { type: Boolean },
    digits: { type: Number },
    bare: { type: Boolean },
  };

  declare cells: Cells | null;
  declare scale: ColorScale;
  declare across: MatrixAxis;
  declare down: MatrixAxis;
  /** Cells as wide as they are high, as far as there is room; `height` is then the most it takes. */
  declare square: boolean;
  /** Write each cell's number with this many decimals, if all of them fit. */
  declare digits: number | null;
  /** The cells alone, with the names of the rows if they have any: one of several with the same scale. */
  declare bare: boolean;
  /** The scale that the legend shows. */
  private painted: ColorScale | null = null;

  constructor() {
    super();
    this.cells = null;
    this.scale = diverging(1);
    this.across = { title: '' };
    this.down = { title: '' };
    this.square = false;
    this.digits = null;
    this.bare = false;
  }

  private get margins(): Margins {
    const left = this.down.names ? 12 + 7 * longest(this.down.names) : 34;
    const names = this.tilted ? 8 + nameWidth * longest(this.across.names ?? []) : 20;
    if (this.bare) return { top: 1, right: 1, bottom: 1, left: this.down.names ? left : 1 };
    const { lowest, highest } = this.scale;
    const marks = [highest, (highest + lowest) / 2, lowest].map(short);
    const right = Math.max(58, 30 + nameWidth * longest(marks));
    return { top: 4, right, bottom: names + (this.across.title ? 16 : 0), left: left + 16 };
  }

  /** Upright if they are wider than the columns up to the next name. */
  private get tilted(): boolean {
    const { cells } = this;
    const { names } = this.across;
    if (!names || !cells) return false;
    const rows = this.down.names ?? [];
    const width = (this.width - sideMargins - 7 * longest(rows)) / cells.cols;
    const height = (this.height - 40) / cells.rows;
    const wide = this.square ? Math.min(width, height) : width;
    const apart = names.length / Math.max(1, names.filter((name) => name !== '').length);
    return wide * apart < nameWidth * longest(names) + 4;
  }

  private get inner() {
    const { top, right, bottom, left } = this.margins;
    const width = Math.max(0, this.width - left - right);
    const height = Math.max(0, this.height - top - bottom);
    if (!this.square || !this.cells) return { width, height };
    const side = Math.min(width / this.cells.cols, height / this.cells.rows);
    return { width: side * this.cells.cols, height: side * this.cells.rows };
  }

  protected override placeAt(x: number, y: number): Cell | null {
    if (!this.cells) return null;
    const { left, top } = this.margins;
    const { width, height } = this.inner;
    const col = Math.floor(((x - left) / width) * this.cells.cols);
    const row = Math.floor(((y - top) / height) * this.cells.rows);
    return this.holds({ row, col }) ? { row, col } : null;
  }

  protected override placeAfter(place: Cell | null, { across, down }: Step): Cell {
    if (place === null || !this.cells) return { row: 0, col: 0 };
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    return {
      row: within(place.row + down, this.cells.rows),
      col: within(place.col + across, this.cells.cols),
    };
  }

  protected override holds({ row, col }: Cell): boolean {
    const { rows, cols } = this.cells ?? { rows: 0, cols: 0 };
    return row >= 0 && row < rows && col >= 0 && col < cols;
  }

  protected override hint(): string {
    const { cells } = this;
    const { width, height } = this.inner;
    const crowded = cells && width > 0 && (cells.cols > 2 * width || cells.rows > 2 * height);
    return crowded
      ? 'There are more cells than pixels: each pixel shows the mean of its cells.'
      : '';
  }

  override updated(changed: PropertyValues): void {
    const paints = ['cells', 'scale', 'width', 'height', 'down', 'square'];
    if (!paints.some((name) => changed.has(name))) return;
    const [picture, legend] = this.renderRoot.querySelectorAll('canvas');
    if (!picture || !legend || !this.cells) return;
    const density = Math.min(maxDensity, globalThis.devicePixelRatio || 1);
    const { left, top } = this.margins;
    const { width, height } = this.inner;
    placeCanvas(picture, { x: left, y: top, width, height });
    const { cells } = this;
    const across = pixelsFor(cells.cols, Math.round(width * density));
    const down = pixelsFor(cells.rows, Math.round(height * density));
    const isEnlarged = across === cells.cols || down === cells.rows;
    picture.style.imageRendering = isEnlarged ? 'pixelated' : '';
    paintCells(picture, cells, this.scale, across, down);
    placeCanvas(legend, { x: left + width + 12, y: top, width: 11, height });
    legend.hidden = this.bare;
    if (this.painted === this.scale) return;
    paintCells(legend, this.steps(legendSteps), this.scale, 1, legendSteps);
    this.painted = this.scale;
  }

  /** The legend, as `count` cells from the highest to the lowest value. */
  private steps(count: number): Cells {
    const { lowest, highest } = this.scale;
    const values = Float64Array.from(
      { length: count },
      (_, step) => highest - ((highest - lowest) * step) / (count - 1),
    );
    return { rows: count, cols: 1, stride: 1, values };
  }

  /** Instead of the canvases. */
  private images(cells: Cells, legend: number) {
    const { left, top } = this.margins;
    const { width, height } = this.inner;
    const image = (some: Cells, x: number, wide: number) =>
      svg`<image x=${x} y=${top} width=${wide} height=${height} preserveAspectRatio="none" href=${stillImage(some, this.scale)} />`;
    if (this.bare) return [image(cells, left, width)];
    return [image(cells, left, width), image(this.steps(33), legend, 11)];
  }

  /** The indices that are marked on an axis of `count` cells over `pixels` pixels. */
  private marks(count: number, pixels: number, axis: MatrixAxis): number[] {
    const room = axis.names ? pixels / 13 : pixels / 44;
    if (count <= room) return Array.from({ length: count }, (_, index) => index);
    return ticks(0, count - 1, Math.max(2, room)).filter((index) => Number.isInteger(index));
  }

  private numbers(x: (col: number) => number, y: (row: number) => number) {
    const { cells, digits, scale } = this;
    if (!cells || digits === null) return '';
    const { width, height } = this.inner;
    const at = (row: number, col: number) => cells.values[row * cells.stride + col] ?? 0;
    const all = Array.from({ length: cells.rows * cells.cols }, (_, n) => {
      const [row, col] = [Math.floor(n / cells.cols), n % cells.cols];
      return { row, col, value: at(row, col), text: decimals(at(row, col), digits) };
    });
    const room = digitWidth * longest(all.map(({ text }) => text));
    if (width / cells.cols < room || height / cells.rows < 16) return '';
    return all.map(
      ({ row, col, value, text }) =>
        svg`<text class=${textOn(scale, value)} x=${x(col)} y=${y(row) + 4} text-anchor="middle">${text}</text>`,
    );
  }

  private titles() {
    const { left, top, bottom } = this.margins;
    const { width, height } = this.inner;
    return svg`
      <text class="name" x=${left + width / 2} y=${top + height + bottom - 5} text-anchor="middle">${this.across.title}</text>
      <text class="name" transform=${`translate(11 ${top + height / 2}) rotate(-90)`} text-anchor="middle">${this.down.title}</text>`;
  }

  /** The names and numbers on the axes and the legend. */
  private words({ rows, cols }: Cells, x: (col: number) => number, y: (row: number) => number) {
    const { left, top } = this.margins;
    const { width, height } = this.inner;
    const name = (axis: MatrixAxis, index: number) => axis.names?.[index] ?? String(index);
    const legend = left + width + 12;
    const { lowest, highest } = this.scale;
    return svg`${(this.bare ? [] : this.marks(cols, width, this.across)).map((col) =>
      this.tilted
        ? svg`<text transform=${`translate(${x(col) + 4} ${top + height + 6}) rotate(-90)`} text-anchor="end">${name(this.across, col)}</text>`
        : svg`<text x=${x(col)} y=${top + height + 15} text-anchor="middle">${name(this.across, col)}</text>`,
    )}
      ${(this.bare && !this.down.names ? [] : this.marks(rows, height * 1.6, this.down)).map(
        (row) =>
          svg`<text x=${left - 6} y=${y(row) + 4} text-anchor="end">${name(this.down, row)}</text>`,
      )}
      ${this.bare ? '' : this.titles()}
      ${(this.bare ? [] : [highest, (highest + lowest) / 2, lowest]).map(
        (value, at) =>
          svg`<text x=${legend + 16} y=${top + (at * height) / 2 + (at === 0 ? 9 : at === 1 ? 4 : 0)}>${short(value)}</text>`,
      )}`;
  }

  /** All that the words are about: they stay while other numbers come into the same cells. */
  private wordsFor({ rows, cols }: Cells): unknown[] {
    const { width, height, bare, square, scale } = this;
    const axes = [this.across, this.down].flatMap(({ title, names }) => [title, names?.join('\n')]);
    return [rows, cols, width, height, bare, square, scale.lowest, scale.highest, ...axes];
  }

  protected override picture(): TemplateResult {
    const { cells, margins } = this;
    const { width, height } = this.inner;
    const { left, top } = margins;
    const x = (col: number) => left + ((col + 0.5) * width) / (cells?.cols ?? 1);
    const y = (row: number) => top + ((row + 0.5) * height) / (cells?.rows ?? 1);
    const total = this.square && cells ? top + height + margins.bottom : this.height;
    const cursor = () => {
      const { place } = this;
      if (!place || !cells) return '';
      const [w, h] = [width / cells.cols, height / cells.rows];
      const box = (kind: string) =>
        svg`<rect class=${kind} x=${x(place.col) - w / 2 - 1} y=${y(place.row) - h / 2 - 1} width=${w + 2} height=${h + 2} />`;
      return [box('cursor halo'), box('cursor')];
    };
    return html`${isServer ? '' : html`<canvas></canvas><canvas></canvas>`}<svg
        class=${this.square ? 'square' : ''}
        width=${this.width}
        height=${total}
        aria-hidden="true"
      >
        ${
          cells
            ? svg`
          ${isServer ? this.images(cells, left + width + 12) : ''}
          <rect class="frame" x=${left - 0.5} y=${top - 0.5} width=${width + 1} height=${height + 1} />
          ${this.numbers(x, y)}
          ${guard(this.wordsFor(cells), () => this.words(cells, x, y))}
          ${cursor()}`
            : ''
        }
      </svg>`;
  }
}

/** Lists of names are compared by their names. */
function differ(one: unknown, other: unknown): boolean {
  if (one === null || other === null || one === undefined || other === undefined)
    return one !== other;
  const plain = (value: unknown) => (Array.isArray(value) ? value.join('\n') : value);
  const [a, b] = [Object.entries(one), new Map(Object.entries(other))];
  return a.length !== b.size || a.some(([name, value]) => plain(value) !== plain(b.get(name)));
}

/** The pixels to paint `cells` with: one for each, which the browser enlarges, where each would have several. */
const pixelsFor = (cells: number, room: number): number =>
  room >= leastEnlarged * cells ? cells : room;

const longest = (names: readonly string[]) =>
  names.reduce((length, name) => Math.max(length, name.length), 0);

const short = (value: number) => significant(value, 2);

customElements.define('posenc-matrix-plot', PosencMatrixPlot);
