// What small pictures consist of, as SVG: those of pages (thumbnails.mjs) and those in the text (drawings.mjs).

/** @typedef {{rows: number, cols: number, values: ArrayLike<number>}} Matrix */

export const color = (/** @type {string} */ name) => `var(--posenc-${name})`;
/** A length to a tenth of a pixel: nobody sees more. */
export const short = (/** @type {number} */ value) => String(Number(value.toFixed(1)));
/** An opacity. */
const hundredths = (/** @type {number} */ value) => String(Number(value.toFixed(2)));
export const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => n);
export const row = (/** @type {Matrix} */ { values, cols }, /** @type {number} */ n) =>
  Array.from(values).slice(n * cols, (n + 1) * cols);
export const degrees = (/** @type {number} */ radians) => (radians * 180) / Math.PI;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [inner] */
export function tag(name, attributes, inner) {
  const written = Object.entries(attributes).map(
    ([key, value]) =>
      ` ${key}="${typeof value === 'string' ? value : /opacity/.test(key) ? hundredths(value) : short(value)}"`,
  );
  return `<${name}${written.join('')}${inner === undefined ? '/>' : `>${inner}</${name}>`}`;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} fill @param {number} [opacity] */
export const bar = (x, y, w, h, fill, opacity = 1) =>
  tag('rect', {
    x,
    y,
    width: w,
    height: h,
    rx: Math.min(2, w / 4, h / 4),
    fill,
    ...(opacity < 1 ? { 'fill-opacity': opacity } : {}),
  });

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
export const disk = (cx, cy, r, fill) => tag('circle', { cx, cy, r, fill });

/** @param {string} d of a path @param {string} stroke @param {number} [wide] */
export const path = (d, stroke, wide = 2) =>
  tag('path', {
    ...{ d, fill: 'none', stroke, 'stroke-width': wide },
    ...{ 'stroke-linejoin': 'round', 'stroke-linecap': 'round' },
  });

/** @param {[number, number][]} points @param {string} stroke @param {number} [wide] */
export const line = (points, stroke, wide) =>
  path(`M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`, stroke, wide);

/** How a number from -1 to 1 is colored: red above zero, blue below, and fainter the closer to it, as in the heat maps. */
const shade = (/** @type {number} */ value) => ({
  fill: color(value < 0 ? 'accent' : 'wrong'),
  opacity: Math.max(0.06, Math.min(1, Math.abs(value))),
});

/**
 * Numbers as a row of cells.
 * @param {number[]} values from -1 to 1 @param {number} x @param {number} y @param {number} w of all of them @param {number} h
 */
export const strip = (values, x, y, w, h) =>
  values
    .map((value, n) => {
      const { fill, opacity } = shade(value);
      return bar(x + (n * w) / values.length, y, w / values.length - 1, h, fill, opacity);
    })
    .join('');

/** How many shades a table of cells has, on each side of zero. */
const levels = 4;

/**
 * Numbers as cells, in as few paths as there are shades.
 * @param {Matrix} table a column of the picture for each of its rows
 * @param {{x: number, y: number, cell: number, most: number}} place `most`: the number that has the full color
 */
export function cells({ rows, cols, values }, { x, y, cell, most }) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (const r of range(rows)) {
    for (const c of range(cols)) {
      const share = Math.max(-1, Math.min(1, (values[r * cols + c] ?? 0) / most));
      const level = Math.round(share * levels);
      const side = cell - 1;
      const square = `M${short(x + r * cell)} ${short(y + c * cell)}h${side}v${side}h-${side}z`;
      paths.set(level, (paths.get(level) ?? '') + square);
    }
  }
  return [...paths]
    .map(([level, d]) => {
      const { fill, opacity } = shade(level / levels);
      return tag('path', { fill, 'fill-opacity': opacity, d });
    })
    .join('');
}

/** A clock hand at an angle from the right, counterclockwise. @param {number} cx @param {number} cy @param {number} r @param {number} angle in radians @param {string} stroke */
export const hand = (cx, cy, r, angle, stroke) =>
  tag(
    'g',
    { transform: `translate(${cx} ${cy}) rotate(${short(-degrees(angle))})` },
    path(`M0 0L${r} 0`, stroke, 2.5) + disk(r, 0, 3.5, stroke),
  );

/** The part of a dial between two angles, both in turns. @param {number} cx @param {number} cy @param {number} r @param {number} from @param {number} to */
export const arc = (cx, cy, r, from, to) =>
  tag('circle', {
    r: r / 2,
    transform: `translate(${cx} ${cy}) rotate(${short(-360 * to)})`,
    // Of its circumference, πr.
    'stroke-dasharray': `${short((to - from) * Math.PI * r)} ${short(Math.PI * r)}`,
    fill: 'none',
    stroke: color('rope'),
    'stroke-width': r,
    'stroke-opacity': 0.3,
  });

/** @param {string} text @param {number} x @param {number} y @param {'start' | 'middle'} [anchor] */
export const label = (text, x, y, anchor = 'start') =>
  tag('text', { x, y, 'text-anchor': anchor }, text);

export const dial = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r) =>
  tag('circle', { cx, cy, r, fill: 'none', stroke: color('field'), 'stroke-width': 1 });

/** @param {number} x @param {number} y */
export const tick = (x, y) =>
  path(`M${x} ${y}L${x + 4} ${y + 4}L${x + 11} ${y - 5}`, color('right'), 2.5);
/** @param {number} x @param {number} y */
export const cross = (x, y) =>
  path(`M${x} ${y - 5}L${x + 10} ${y + 5}`, color('wrong'), 2.5) +
  path(`M${x} ${y + 5}L${x + 10} ${y - 5}`, color('wrong'), 2.5);
/** @param {number} x @param {number} y @param {number} w @param {number} h */
export const box = (x, y, w, h) =>
  tag('rect', { x, y, width: w, height: h, rx: 5, fill: color('paper'), stroke: color('field') });
