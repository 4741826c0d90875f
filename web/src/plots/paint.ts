import { type ColourScale, colourIndex } from './colours.ts';

/** Row by row, as the core gives it. `cols` may be fewer than a row holds. */
export interface Cells {
  rows: number;
  cols: number;
  /** How many values a row of `values` holds. */
  stride: number;
  values: ArrayLike<number>;
}

/**
 * For each of `pixels` in a row the cells that it covers, and how much of it each covers: no stripes that
 * the data do not have, however many cells there are.
 */
function coverage(cells: number, pixels: number) {
  return Array.from({ length: pixels }, (_, pixel) => {
    const from = (pixel * cells) / pixels;
    const to = ((pixel + 1) * cells) / pixels;
    const parts: { cell: number; share: number }[] = [];
    for (let cell = Math.floor(from); cell < to && cell < cells; cell++) {
      const share = (Math.min(to, cell + 1) - Math.max(from, cell)) / (to - from);
      if (share > 1e-9) parts.push({ cell, share });
    }
    return parts;
  });
}

/**
 * Paints numbers on a canvas of width x height device pixels, rows from the top. A pixel on the edge of
 * cells has the mean of their values by area.
 */
export function paintCells(
  canvas: HTMLCanvasElement,
  cells: Cells,
  scale: ColourScale,
  width: number,
  height: number,
): void {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0 || cells.rows === 0 || cells.cols === 0) return;

  const across = coverage(cells.cols, width);
  const wide = new Float64Array(cells.rows * width);
  for (let row = 0; row < cells.rows; row++) {
    for (let x = 0; x < width; x++) {
      let value = 0;
      for (const { cell, share } of across[x] ?? []) {
        value += share * (cells.values[row * cells.stride + cell] ?? 0);
      }
      wide[row * width + x] = value;
    }
  }

  const image = context.createImageData(width, height);
  for (const [y, parts] of coverage(cells.rows, height).entries()) {
    for (let x = 0; x < width; x++) {
      let value = 0;
      for (const { cell, share } of parts) value += share * (wide[cell * width + x] ?? 0);
      const colour = colourIndex(scale, value);
      const pixel = (y * width + x) * 4;
      image.data[pixel] = scale.colours[colour] ?? 0;
      image.data[pixel + 1] = scale.colours[colour + 1] ?? 0;
      image.data[pixel + 2] = scale.colours[colour + 2] ?? 0;
      image.data[pixel + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}
