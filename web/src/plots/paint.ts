import { type ColorScale, painter } from './colors.ts';

/** Row by row, as the core gives it. `cols` may be fewer than a row holds. */
export interface Cells {
  rows: number;
  cols: number;
  /** Values for each row. */
  stride: number;
  values: ArrayLike<number>;
}

/** Lays a canvas where a plot has its cells, in pixels of the page. */
export function placeCanvas(
  canvas: HTMLCanvasElement,
  at: { x: number; y: number; width: number; height: number },
): void {
  canvas.style.left = `${at.x}px`;
  canvas.style.top = `${at.y}px`;
  canvas.style.width = `${at.width}px`;
  canvas.style.height = `${at.height}px`;
}

/**
 * For each of `pixels` in a row the cells that it covers, from `first` on, and how much of it each covers: no stripes
 * that the data do not have, however many cells there are.
 */
function coverage(cells: number, pixels: number) {
  const first = new Int32Array(pixels);
  /** The first share of each pixel; the next pixel's first one ends them. */
  const begin = new Int32Array(pixels + 1);
  const shares = new Float64Array(pixels + cells);
  let count = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const from = (pixel * cells) / pixels;
    const to = ((pixel + 1) * cells) / pixels;
    // Cover by rounding alone does not count.
    const least = 1e-9 * (to - from);
    let cell = Math.floor(from);
    if (Math.min(to, cell + 1) - from <= least) cell++;
    first[pixel] = cell;
    for (; cell < cells && to - cell > least; cell++) {
      shares[count++] = (Math.min(to, cell + 1) - Math.max(from, cell)) / (to - from);
    }
    begin[pixel + 1] = count;
  }
  return { first, begin, shares };
}

/** Rows of `width` numbers, each the mean of the cells that it covers. */
function rowsOfWidth({ rows, cols, stride, values }: Cells, width: number) {
  // Then each is a cell.
  if (width === cols) return { values, stride };
  const across = coverage(cols, width);
  const wide = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const start = row * stride;
    for (let x = 0; x < width; x++) {
      const from = across.begin[x] ?? 0;
      const to = across.begin[x + 1] ?? 0;
      const cell = start + (across.first[x] ?? 0) - from;
      let value = 0;
      for (let n = from; n < to; n++) {
        value += (across.shares[n] ?? 0) * (values[cell + n] ?? 0);
      }
      wide[row * width + x] = value;
    }
  }
  return { values: wide, stride: width };
}

/**
 * The pixels of numbers, width x height, rows from the top, as canvases have them. One on the edge of cells has
 * the mean of their values by area; with a pixel for each cell there is none.
 */
export function pixelsOf(
  cells: Cells,
  scale: ColorScale,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const { values, stride } = rowsOfWidth(cells, width);
  const colorAt = painter(scale);
  const down = coverage(cells.rows, height);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = down.begin[y] ?? 0;
    const to = down.begin[y + 1] ?? 0;
    const row = down.first[y] ?? 0;
    const sameAsAbove =
      y > 0 &&
      to - from === 1 &&
      from - (down.begin[y - 1] ?? 0) === 1 &&
      row === down.first[y - 1];
    if (sameAsAbove) {
      pixels.copyWithin(y * width, (y - 1) * width, y * width);
      continue;
    }
    let last = NaN;
    let color = 0;
    for (let x = 0; x < width; x++) {
      let value = 0;
      for (let n = from; n < to; n++) {
        value += (down.shares[n] ?? 0) * (values[(row + n - from) * stride + x] ?? 0);
      }
      // A cell is many pixels wide, all of one color.
      if (value !== last) color = colorAt((last = value));
      pixels[y * width + x] = color;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** Paints numbers on a canvas of width x height device pixels. */
export function paintCells(
  canvas: HTMLCanvasElement,
  cells: Cells,
  scale: ColorScale,
  width: number,
  height: number,
): void {
  const isEmpty = width === 0 || height === 0 || cells.rows === 0 || cells.cols === 0;
  // The same size again would only clear it, at the cost of new memory: all of its pixels are painted.
  if (isEmpty || canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || isEmpty) return;
  context.putImageData(new ImageData(pixelsOf(cells, scale, width, height), width, height), 0, 0);
}

/** Writes pixels, as canvases have them, as the address of a PNG: where there are no canvases. */
export let writeStill: (pixels: Uint8ClampedArray, width: number, height: number) => string = () =>
  '';

export const paintStillsWith = (write: typeof writeStill): void => {
  writeStill = write;
};

/** The address of an image, by default with a pixel for each cell: for stills. */
export const stillImage = (
  cells: Cells,
  scale: ColorScale,
  width = cells.cols,
  height = cells.rows,
): string => writeStill(pixelsOf(cells, scale, width, height), width, height);
