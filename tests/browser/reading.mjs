// What a reader sees of a figure, as numbers: the color of its cells, the places of its points, what it gives away.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export { close, column } from '../of-the-core.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/**
 * A matrix as it is painted: the middle of each cell read back as a value by its color in the legend.
 * @param {Locator} shown @param {{rows: number, cols: number, lowest?: number, highest?: number, nth?: number}} how
 * @returns {Promise<number[][]>}
 */
export const painted = (shown, { rows, cols, lowest = -1, highest = 1, nth = 0 }) =>
  shown
    .locator('posenc-matrix-plot')
    .nth(nth)
    .evaluate(
      (plot, { rows, cols, lowest, highest }) => {
        const [picture, legend] = [...(plot.shadowRoot?.querySelectorAll('canvas') ?? [])].map(
          (canvas) => {
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
            // On white, as on the page: numbers close to 0 let it show through.
            if (copy) copy.fillStyle = '#fff';
            copy?.fillRect(0, 0, canvas.width, canvas.height);
            copy?.drawImage(canvas, 0, 0);
            return copy?.getImageData(0, 0, canvas.width, canvas.height);
          },
        );
        if (!picture || !legend) throw new Error('no canvas');
        const values = new Map();
        /** @param {number} at */
        const valueOf = (at) => {
          const color = picture.data.subarray(at, at + 3);
          const key = color.join();
          if (values.has(key)) return values.get(key);
          let best = 0;
          let nearest = Infinity;
          for (let step = 0; step < legend.height; step++) {
            let distance = 0;
            for (let k = 0; k < 3; k++)
              distance += ((color[k] ?? 0) - (legend.data[step * 4 + k] ?? 0)) ** 2;
            if (distance < nearest) [nearest, best] = [distance, step];
          }
          const value = highest - ((highest - lowest) * best) / (legend.height - 1);
          values.set(key, value);
          return value;
        };
        const middle = (
          /** @type {number} */ n,
          /** @type {number} */ of,
          /** @type {number} */ size,
        ) => Math.floor(((n + 0.5) * size) / of);
        return Array.from({ length: rows }, (_, row) =>
          Array.from({ length: cols }, (_, col) =>
            valueOf(
              (middle(row, rows, picture.height) * picture.width +
                middle(col, cols, picture.width)) *
                4,
            ),
          ),
        );
      },
      { rows, cols, lowest, highest },
    );

/** @param {number[][]} seen @param {number[][]} computed @param {number} within */
export function assertSame(seen, computed, within) {
  let largest = 0;
  for (const [row, values] of seen.entries()) {
    for (const [col, value] of values.entries()) {
      const expected = computed[row]?.[col] ?? NaN;
      assert.ok(Number.isFinite(expected), `the core has no row ${row}, column ${col}`);
      largest = Math.max(largest, Math.abs(value - expected));
    }
  }
  assert.ok(largest <= within, `a cell is ${largest} off`);
}

/** A legend has 257 colors, and where they change slowly, neighbors look alike. */
export const legendStep = (/** @type {number} */ span) => (2.5 * span) / 256;

/**
 * Sets a number as a reader does, and waits until the figure has been drawn: it is drawn after the frame of the press.
 * @param {Locator} shown @param {string} label @param {string | number} value
 */
export async function set(shown, label, value) {
  const box = shown.locator(`posenc-number[label="${label}"] input[type=text]`);
  await box.fill(String(value));
  await box.press('Enter');
  await shown.evaluate((figure) => /** @type {any} */ (figure).updateComplete);
}

/**
 * The table that a figure gives away. @param {Page} page @param {Locator} shown
 * @returns {Promise<{head: string[], rows: number[][]}>}
 */
export async function takenData(page, shown) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Data (CSV)' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^posenc-.*\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  const [head = [], ...rows] = lines.map((line) => line.split(','));
  return { head, rows: rows.map((row) => row.map(Number)) };
}

/**
 * Where the points of a plot are, by its axes: pixels are read as values between the labels of two marks.
 * @param {Locator} plot @param {boolean} [log] whether the upward axis is logarithmic
 * @returns {Promise<number[][]>} x, y of each point
 */
export const points = (plot, log = false) =>
  plot.evaluate((element, log) => {
    const svg = element.shadowRoot?.querySelector('svg');
    if (!svg) throw new Error('no picture');
    const number = (/** @type {string} */ text) =>
      Number(text.trim().replace('\u2212', '-').replaceAll('\u202f', ''));
    /** A power of ten has its exponent raised. @param {Element} text */
    const written = (text) => {
      const exponent = text.querySelector('tspan')?.textContent;
      return exponent ? 10 ** number(exponent) : number(text.textContent ?? '');
    };
    const marks = [...svg.querySelectorAll('text:not(.name, .series)')].map((text) => ({
      value: written(text),
      x: Number(text.getAttribute('x')),
      y: Number(text.getAttribute('y')) - 4,
      up: text.getAttribute('text-anchor') === 'end',
    }));
    /** @param {boolean} up */
    const reader = (up) => {
      const own = marks.filter((mark) => mark.up === up);
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last || first === last) throw new Error('no axis');
      const scale = (/** @type {number} */ value) => (up && log ? Math.log10(value) : value);
      const at = (/** @type {{x: number, y: number}} */ mark) => (up ? mark.y : mark.x);
      const slope = (scale(last.value) - scale(first.value)) / (at(last) - at(first));
      return (/** @type {number} */ pixel) => {
        const value = scale(first.value) + (pixel - at(first)) * slope;
        return up && log ? 10 ** value : value;
      };
    };
    const [x, y] = [reader(false), reader(true)];
    // (Round points are parts of one path, rings are elements.)
    const places = [...svg.querySelectorAll('path.dots, circle')].flatMap((one) =>
      one.localName === 'circle'
        ? [[Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))]]
        : [...(one.getAttribute('d') ?? '').matchAll(/M([^,]+),([^h]+)h0/g)].map((dot) => [
            Number(dot[1]),
            Number(dot[2]),
          ]),
    );
    return places.map(([across = NaN, up = NaN]) => [x(across), y(up)]);
  }, log);

/**
 * The places of all round points of plots, in CSS pixels, in the order in which they are drawn.
 * @param {Locator} plots @returns {Promise<{x: number, y: number}[][]>} of each plot
 */
export async function dotsOf(plots) {
  const paths = await plots.evaluateAll((all) =>
    all.map((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('path.dots') ?? [])]
        .map((path) => path.getAttribute('d'))
        .join(''),
    ),
  );
  return paths.map((path) =>
    [...path.matchAll(/M([^,]+),([^h]+)h0/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
  );
}
