// Small drawings in the text: {{drawing hybrid}} in a lesson is the drawing of that name. They need no script. A drawing with
// numbers is a function below, made from the library's numbers when the site is built; one without numbers is a file of
// web/lesson/drawings, which a page takes in as it is, so that it has the page's colors.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const folder = join(root, 'web/lesson/drawings');

/** @typedef {import('./core.mjs').Core} Core */

/** @param {number} d */
const options = (d) => ({ dModel: d, base: 10000, variant: /** @type {const} */ ('paper') });

/** @param {number} value */
const tenth = (value) => String(Math.round(value * 10) / 10);

/** @param {number} count @param {number} [step] */
const from0 = (count, step = 1) => Float64Array.from({ length: count }, (_, n) => n * step);

/** @param {string} content @param {number} width @param {number} height */
const svg = (content, width, height) =>
  `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${content}</svg>`;

/** @param {string} text @param {number} x @param {number} y @param {string} [anchor] */
const label = (text, x, y, anchor = 'start') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;

/** A curve through points. @param {ArrayLike<number>} x @param {ArrayLike<number>} y @param {string} color @param {number} [opacity] */
const curve = (x, y, color, opacity = 1) =>
  `<path fill="none" stroke="var(--posenc-${color})" stroke-opacity="${opacity}" d="M${Array.from(x, (at, n) => `${tenth(at)} ${tenth(y[n] ?? 0)}`).join('L')}" />`;

const levels = 4;

/**
 * Numbers as cells, red above zero and blue below, in as few paths as there are shades.
 * @param {{rows: number, cols: number, values: ArrayLike<number>}} table a column of the picture for each of its rows
 * @param {{x: number, y: number, cell: number, most: number}} place
 */
function cells({ rows, cols, values }, { x, y, cell, most }) {
  /** @type {Map<number, string>} */
  const shades = new Map();
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const share = Math.max(-1, Math.min(1, (values[row * cols + col] ?? 0) / most));
      const level = Math.round(share * levels);
      const square = `M${tenth(x + row * cell)} ${tenth(y + col * cell)}h${cell - 1}v${cell - 1}h-${cell - 1}z`;
      shades.set(level, (shades.get(level) ?? '') + square);
    }
  }
  return [...shades]
    .map(([level, path]) => {
      const color = level < 0 ? 'sinusoidal' : 'wrong';
      return `<path fill="var(--posenc-${color})" fill-opacity="${Math.max(0.06, Math.abs(level) / levels)}" d="${path}" />`;
    })
    .join('');
}

/**
 * A dial with a hand for each position.
 * @param {ArrayLike<number>} directions cosine and sine of each hand in turn
 * @param {{x: number, y: number, radius: number, color: string, names?: string[]}} place
 */
function dial(directions, { x, y, radius, color, names = [] }) {
  const hands = Array.from({ length: directions.length / 2 }, (_, n) => {
    const [right, up] = [directions[2 * n] ?? 0, directions[2 * n + 1] ?? 0];
    const [tipX, tipY] = [x + right * radius, y - up * radius];
    const name = names[n]
      ? label(names[n], x + right * (radius + 13), y - up * (radius + 13) + 4, 'middle')
      : '';
    const opacity = names.length > 0 ? 1 : (n + 1) / (directions.length / 2);
    return `<path stroke="var(--posenc-${color})" stroke-opacity="${opacity}" d="M${x} ${y}L${tenth(tipX)} ${tenth(tipY)}" /><circle cx="${tenth(tipX)}" cy="${tenth(tipY)}" r="4" fill="var(--posenc-${color})" fill-opacity="${opacity}" />${name}`;
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="var(--posenc-field)" stroke-width="1" />${hands.join('')}`;
}

/** @param {string} picture @param {string} text */
const drawn = (picture, text) =>
  `<figure class="drawn">${picture}<figcaption>${text}</figcaption></figure>`;

/** Neighbors under position interpolation. @param {Core} core */
function neighbors(core) {
  const own = options(128);
  const squeezed = core.positionInterpolation(own, 2);
  const before = core.frequencies(own).inverseFrequencies[0] ?? 0;
  const after = squeezed.inverseFrequencies[0] ?? 0;
  /** @param {number} frequency */
  const hands = (frequency) =>
    core.cosSinTable(Float64Array.of(frequency), Float64Array.of(1, 2), 1).values;
  const degrees = (core.turns(own, 1).values[0] ?? 0) * 360;
  const names = ['1', '2'];
  const picture = svg(
    [
      dial(hands(before), { x: 80, y: 74, radius: 52, color: 'rope', names }),
      dial(hands(after), { x: 260, y: 74, radius: 52, color: 'rope', names }),
      label(`${degrees.toFixed(1)}° apart`, 80, 152, 'middle'),
      label(`${(degrees / 2).toFixed(1)}° apart`, 260, 152, 'middle'),
    ].join(''),
    340,
    160,
  );
  return drawn(picture, 'Positions 1 and 2 on the fastest dial, before and after.');
}

/** Waves and a learned table, added. @param {Core} core */
function hybrid(core) {
  const [columns, rows, width] = [16, 12, 6];
  const own = options(width);
  const layout = /** @type {const} */ ('interleaved');
  const waves = core.sinusoidalTable({ ...own, layout }, from0(columns));
  const table = core.learnedTable(rows, width, 1, 0.4);
  const sum = core.hybridEncoding(own, table, from0(rows));
  const cell = 9;
  const end = rows * cell;
  /** @param {number} x @param {string} name @param {Parameters<typeof cells>[0]} values */
  const strip = (x, name, values) =>
    label(name, x, 12) + cells(values, { x, y: 20, cell, most: 1.4 });
  /** @param {number} x */
  const edge = (x) =>
    `<path stroke="var(--posenc-ink)" stroke-width="1.5" d="M${x + end + 1} 16v${width * cell + 8}" />`;
  const picture = svg(
    [
      strip(0, 'waves', waves) + label('+', 160, 51, 'middle'),
      strip(176, 'learned', table) + edge(176) + label('=', 304, 51, 'middle'),
      strip(320, 'hybrid', sum) + edge(320),
    ].join(''),
    430,
    82,
  );
  return drawn(picture, 'The waves go on; the sum ends with the table.');
}

/** RoPE in three layers of four. @param {Core} core */
function layers(core) {
  const frequency = Float64Array.of(core.frequencies(options(8)).inverseFrequencies[1] ?? 0);
  const hands = core.cosSinTable(frequency, from0(4, 6), 1).values;
  const boxes = Array.from({ length: 8 }, (_, n) => {
    const x = n * 64 + 1;
    const isEmpty = n % 4 === 3;
    const frame = `<rect x="${x}" y="1" width="58" height="58" rx="6" fill="none" stroke="var(--posenc-field)"${isEmpty ? ' stroke-dasharray="4 4"' : ''} />`;
    return `${frame}${isEmpty ? label('none', x + 29, 34, 'middle') : dial(hands, { x: x + 29, y: 30, radius: 18, color: 'rope' })}`;
  });
  return drawn(svg(boxes.join(''), 508, 60), 'RoPE in three layers out of four.');
}

/** Each scheme in a picture that leads to where it is explained. @param {Core} core */
function schemes(core) {
  const [width, height] = [150, 64];
  const fine = from0(97, 0.25);
  const across = fine.map((at) => (at / 24) * width);
  const waves = core.sinusoidalColumns(options(16), Float64Array.of(0, 2, 4), fine);
  const heights = (/** @type {number} */ col) =>
    fine.map((_, n) => height / 2 - (waves.values[n * 3 + col] ?? 0) * 26);
  const bucketOptions = {
    direction: /** @type {const} */ ('causal'),
    numBuckets: 32,
    maxDistance: 128,
  };
  const distances = from0(129);
  const buckets = core.t5Buckets(
    bucketOptions,
    distances.map((at) => -at),
  ).values;
  const rope = Float64Array.of(core.frequencies(options(8)).inverseFrequencies[1] ?? 0);
  const hands = core.cosSinTable(rope, from0(6, 5), 1).values;
  const slopes = core.alibiSlopes(4, 'released', 8).values;
  const ramp = from0(33);
  const words = Array.from(
    { length: 6 },
    (_, n) => `<circle cx="${15 + n * 24}" cy="32" r="8" fill="var(--posenc-none)" />`,
  );
  const end = 12 * 10;
  /** @type {[string, string, string][]} name, link, picture */
  const all = [
    ['None', './longer.html#no-encoding-at-all', words.join('')],
    [
      'Sinusoidal',
      './sinusoidal.html',
      [0, 1, 2].map((col) => curve(across, heights(col), 'sinusoidal', 1 - col * 0.3)).join(''),
    ],
    [
      'Learned',
      './learned.html',
      cells(core.learnedTable(12, 6, 1, 0.4), { x: 4, y: 2, cell: 10, most: 1 }) +
        `<path stroke="var(--posenc-ink)" d="M${end + 6} 0v64" />`,
    ],
    [
      'T5’s bias',
      './longer.html#t5-a-number-for-each-bucket',
      curve(
        distances.map((at) => (at / 128) * width),
        buckets.map((at) => height - 4 - at * 1.8),
        't5',
      ),
    ],
    ['RoPE', './rope.html', dial(hands, { x: 75, y: 32, radius: 26, color: 'rope' })],
    [
      'ALiBi',
      './alibi.html',
      Array.from(slopes, (slope) =>
        curve(
          ramp.map((at) => width - (at / 32) * width),
          ramp.map((at) => 4 + Math.min(at * slope * 6, height - 6)),
          'alibi',
        ),
      ).join(''),
    ],
  ];
  const cards = all.map(
    ([name, link, picture]) => `<a href="${link}">${svg(picture, width, height)}${name}</a>`,
  );
  return `<nav class="schemes" aria-label="The six schemes">${cards.join('')}</nav>`;
}

/** @type {Record<string, (core: Core) => string>} */
const drawings = { neighbors, hybrid, layers, schemes };

/** The drawing of a name, or null if there is none. @param {Core} core @param {string} name */
function drawing(core, name) {
  const draw = drawings[name];
  if (draw) return draw(core);
  const path = join(folder, `${name}.html`);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** A text with its drawings. @param {Core} core @param {string} text @param {string} file */
export const withDrawings = (core, text, file) =>
  text.replace(/\{\{drawing ([\w-]+)\}\}/g, (whole, name) => {
    const html = drawing(core, name);
    if (html === null) throw new Error(`${file}: ${whole}: there is no such drawing`);
    return html;
  });
