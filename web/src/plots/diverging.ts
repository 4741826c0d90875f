import { interpolateRdBu } from 'd3-scale-chromatic';

const steps = 512;

/** ColorBrewer's red-blue, red above 0 and blue below, as bytes: red, green, blue for each step. */
const colours = Uint8ClampedArray.from(
  Array.from({ length: steps + 1 }, (_, step) => {
    const rgb = interpolateRdBu(1 - step / steps).match(/\d+/g) ?? [];
    return rgb.slice(0, 3).map(Number);
  }).flat(),
);

/**
 * Paints numbers on a canvas, one pixel each, rows from the top: diverging colours centred on 0, over
 * [-limit, limit].
 */
export function paintDiverging(
  canvas: HTMLCanvasElement,
  shape: { rows: number; cols: number },
  valueAt: (row: number, col: number) => number,
  limit: number,
): void {
  const { rows, cols } = shape;
  canvas.width = cols;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context || rows === 0 || cols === 0) return;
  const image = context.createImageData(cols, rows);
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const within = Math.max(-1, Math.min(1, valueAt(row, col) / limit));
      const colour = Math.round(((within + 1) / 2) * steps) * 3;
      const pixel = (row * cols + col) * 4;
      image.data.set(colours.subarray(colour, colour + 3), pixel);
      image.data[pixel + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}
