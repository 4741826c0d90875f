// Small drawings in the text: {{drawing hybrid}} in a lesson is the drawing of that name. They need no script. A drawing with
// numbers is a function below, made from the library's numbers when the site is built; one that is mostly text is a file of
// web/lesson/drawings, which may have drawings itself.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { cells, color, dial, disk, label, range, short, tag } from './svg-parts.mjs';

const folder = join(root, 'web/lesson/drawings');

/** @typedef {import('./core.mjs').Core} Core */

/** @param {number} d */
const options = (d) => ({ dModel: d, base: 10000, variant: /** @type {const} */ ('paper') });

/** @param {number} count @param {number} [step] */
const from0 = (count, step = 1) => Float64Array.from({ length: count }, (_, n) => n * step);

/** @param {string} content @param {number} width @param {number} height */
const svg = (content, width, height) =>
  tag(
    'svg',
    {
      // Shrunk on a phone, so that it needs larger letters there.
      ...(width > 360 ? { class: 'wide' } : {}),
      ...{ viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    },
    content,
  );

/** A curve through points. @param {ArrayLike<number>} x @param {ArrayLike<number>} y @param {string} scheme @param {number} [opacity] */
const curve = (x, y, scheme, opacity = 1) => {
  const d = `M${Array.from(x, (at, n) => `${short(at)} ${short(y[n] ?? 0)}`).join('L')}`;
  return tag('path', { fill: 'none', stroke: color(scheme), 'stroke-opacity': opacity, d });
};

/** Where a table ends. @param {number} x @param {number} from @param {number} to */
const edge = (x, from, to) =>
  tag('path', { stroke: color('ink'), 'stroke-width': 1.5, d: `M${short(x)} ${from}V${to}` });

/**
 * A dial with a hand for each position; hands without names are the fainter the earlier.
 * @param {ArrayLike<number>} directions cosine and sine of each hand in turn
 * @param {{x: number, y: number, radius: number, names?: string[]}} place
 */
function hands(directions, { x, y, radius, names = [] }) {
  const count = directions.length / 2;
  const drawn = range(count).map((n) => {
    const [right, up] = [directions[2 * n] ?? 0, directions[2 * n + 1] ?? 0];
    const [tipX, tipY] = [x + right * radius, y - up * radius];
    const opacity = names.length > 0 ? 1 : (n + 1) / count;
    const d = `M${x} ${y}L${short(tipX)} ${short(tipY)}`;
    return [
      tag('path', { stroke: color('rope'), 'stroke-opacity': opacity, d }),
      tag('circle', { cx: tipX, cy: tipY, r: 4, fill: color('rope'), 'fill-opacity': opacity }),
      names[n]
        ? label(names[n], x + right * (radius + 13), y - up * (radius + 13) + 4, 'middle')
        : '',
    ].join('');
  });
  return dial(x, y, radius) + drawn.join('');
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
  const directions = (frequency) =>
    core.cosSinTable(Float64Array.of(frequency), Float64Array.of(1, 2), 1).values;
  const degrees = (core.turns(own, 1).values[0] ?? 0) * 360;
  const names = ['1', '2'];
  const picture = svg(
    [
      hands(directions(before), { x: 80, y: 74, radius: 52, names }),
      hands(directions(after), { x: 260, y: 74, radius: 52, names }),
      label(`${degrees.toFixed(1)}° apart`, 80, 152, 'middle'),
      label(`${(degrees / 2).toFixed(1)}° apart`, 260, 152, 'middle'),
    ].join(''),
    340,
    160,
  );
  return drawn(picture, 'Positions 1 and 2 on the fastest dial, before and after interpolation.');
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
  const ended = (x) => edge(x + end + 1, 16, 24 + width * cell);
  const picture = svg(
    [
      strip(0, 'waves', waves) + label('+', 160, 51, 'middle'),
      strip(176, 'learned', table) + ended(176) + label('=', 304, 51, 'middle'),
      strip(320, 'hybrid', sum) + ended(320),
    ].join(''),
    430,
    82,
  );
  return drawn(picture, 'The waves continue; the sum ends with the table.');
}

/** RoPE in three layers of four. @param {Core} core */
function layers(core) {
  const turning = rotations(core, from0(4, 6));
  const boxes = range(8).map((n) => {
    const x = n * 64 + 1;
    const isEmpty = n % 4 === 3;
    const frame = tag('rect', {
      ...{ x, y: 1, width: 58, height: 58, rx: 6, fill: 'none', stroke: color('field') },
      ...(isEmpty ? { 'stroke-dasharray': '4 4' } : {}),
    });
    const inside = isEmpty
      ? label('none', x + 29, 34, 'middle')
      : hands(turning, { x: x + 29, y: 30, radius: 18 });
    return frame + inside;
  });
  return drawn(svg(boxes.join(''), 508, 60), 'RoPE in three layers out of four.');
}

/** Where RoPE's second pair of 8 dimensions points. @param {Core} core @param {Float64Array} positions */
function rotations(core, positions) {
  const second = core.frequencies(options(8)).inverseFrequencies[1] ?? 0;
  return core.cosSinTable(Float64Array.of(second), positions, 1).values;
}

const card = { width: 150, height: 64 };

/** Three waves, the slower the fainter. @param {Core} core */
function waves(core) {
  const positions = from0(97, 0.25);
  const across = positions.map((at) => (at / 24) * card.width);
  const { values } = core.sinusoidalColumns(options(16), Float64Array.of(0, 2, 4), positions);
  const heights = (/** @type {number} */ col) =>
    positions.map((_, n) => card.height / 2 - (values[n * 3 + col] ?? 0) * 26);
  return range(3)
    .map((col) => curve(across, heights(col), 'sinusoidal', 1 - col * 0.3))
    .join('');
}

/** The bucket of each distance. @param {Core} core */
function buckets(core) {
  const distances = from0(129);
  const { values } = core.t5Buckets(
    { direction: 'causal', numBuckets: 32, maxDistance: 128 },
    distances.map((at) => -at),
  );
  return curve(
    distances.map((at) => (at / 128) * card.width),
    values.map((at) => card.height - 4 - at * 1.8),
    't5',
  );
}

/** A bias for each of four heads that falls with distance. @param {Core} core */
function slopes(core) {
  const distances = from0(33);
  const x = distances.map((at) => card.width - (at / 32) * card.width);
  return Array.from(core.alibiSlopes(4, 'released', 8).values, (slope) => {
    const y = distances.map((at) => 4 + Math.min(at * slope * 6, card.height - 6));
    return curve(x, y, 'alibi');
  }).join('');
}

/** Each scheme in a picture that leads to where it is explained. @param {Core} core */
function schemes(core) {
  const words = range(6).map((n) => disk(15 + n * 24, 32, 8, color('none')));
  const table = cells(core.learnedTable(12, 6, 1, 0.4), { x: 4, y: 2, cell: 10, most: 1 });
  const turning = hands(rotations(core, from0(6, 5)), { x: 75, y: 32, radius: 26 });
  /** @type {[string, string, string][]} name, link, picture */
  const all = [
    ['None', './longer.html#no-encoding-at-all', words.join('')],
    ['Sinusoidal', './sinusoidal.html', waves(core)],
    ['Learned', './learned.html', table + edge(126, 0, card.height)],
    ['T5’s bias', './longer.html#t5-a-number-for-each-bucket', buckets(core)],
    ['RoPE', './rope.html', turning],
    ['ALiBi', './alibi.html', slopes(core)],
  ];
  const cards = all.map(([name, href, picture]) =>
    tag('a', { href }, svg(picture, card.width, card.height) + name),
  );
  return `<nav class="schemes" aria-label="The six schemes">${cards.join('')}</nav>`;
}

/** A picture of one of the places where order enters; its colors are the style sheet's. @param {string} label @param {string} content */
const pictogram = (label, content) =>
  tag(
    'svg',
    {
      ...{ class: 'pictogram', viewBox: '0 0 150 88', width: 150, height: 88 },
      ...{ role: 'img', 'aria-label': label },
    },
    content,
  );

/** @param {string} text @param {number} x @param {number} y */
const onStamp = (text, x, y) =>
  tag('text', { class: 'on-stamp', x, y, 'text-anchor': 'middle' }, text);

const stampedCards = () =>
  pictogram(
    'Cards with words, a number stamped on each',
    ['the', 'dog', 'bit']
      .map((word, n) => {
        const x = 4 + 48 * n;
        return [
          tag('rect', { class: 'card', x, y: 22, width: 44, height: 52, rx: 6 }),
          label(word, x + 20, 54, 'middle'),
          tag('circle', { class: 'stamp', cx: x + 38, cy: 20, r: 11 }),
          onStamp(String(n), x + 38, 24.5),
        ].join('');
      })
      .join(''),
  );

/** A dial with a letter at the tip of its hand. @param {number} cx @param {number} angle in degrees @param {string} path of the arc up to it @param {string} named its letter */
function turnedDial(cx, angle, path, named) {
  const hand = [
    tag('line', { class: 'hand', x1: cx, y1: 44, x2: cx + 25, y2: 44 }),
    tag('circle', { class: 'stamp', cx: cx + 27, cy: 44, r: 10 }),
  ].join('');
  return [
    tag('circle', { class: 'card', cx, cy: 44, r: 34 }),
    tag('g', { transform: `rotate(${-angle} ${cx} 44)` }, hand),
    tag('path', { class: 'arc', d: path }),
    named,
  ].join('');
}

const turnedDials = () =>
  pictogram(
    'A query and a key as the hands of two dials, each turned by its position',
    turnedDial(37, 65, 'M49 44 a12 12 0 0 0 -6.9 -10.9', onStamp('q', 48.4, 24)) +
      turnedDial(111, 20, 'M123 44 a12 12 0 0 0 -0.7 -4.1', onStamp('k', 136.4, 39)),
  );

const fadingScores = () =>
  pictogram(
    'A square of scores that fade with distance from the diagonal',
    range(5)
      .flatMap((row) =>
        range(5).map((col) => {
          const cell = { x: 34 + 16 * col, y: 4 + 16 * row, width: 14, height: 14, rx: 3 };
          const opacity = [1, 0.62, 0.38, 0.22, 0.12][row - col];
          return opacity === undefined
            ? tag('rect', { class: 'empty', ...cell })
            : tag('rect', { class: 'stamp', ...cell, opacity });
        }),
      )
      .join(''),
  );

/** The wavelengths of Llama 3.1's pairs before and after its scaling, and the lengths of its texts. @param {Core} core */
function llama(core) {
  const [original, factor] = [8192, 8];
  const claimed = 131072;
  const own = { ...options(128), base: 500000 };
  const { wavelengths: before } = core.frequencies(own);
  const { wavelengths: after } = core.withRemedy('llama3', own, original, factor, claimed);
  const top = Math.log10(after.at(-1) ?? 1);
  const x = (/** @type {number} */ i) => 10 + 7.3 * i;
  const y = (/** @type {number} */ wave) => 230 - (215 * Math.log10(wave)) / top;
  const length = (/** @type {number} */ value, /** @type {string} */ name) =>
    tag('path', {
      stroke: color('soft'),
      'stroke-dasharray': '5 4',
      d: `M4 ${short(y(value))}H480`,
    }) + label(`${name} ${value.toLocaleString('en-US')}`, 486, y(value) + 4);
  const picture = svg(
    [
      length(original, 'original'),
      length(claimed, 'claimed'),
      ...Array.from(before, (wave, i) =>
        tag('circle', { cx: x(i), cy: y(wave), r: 3, fill: 'none', stroke: color('soft') }),
      ),
      ...Array.from(after, (wave, i) => disk(x(i), y(wave), 3, color('rope'))),
    ].join(''),
    640,
    240,
  );
  const unfinished = after.filter((wave) => wave > claimed).length;
  return drawn(
    picture,
    `Llama 3.1: the wavelengths of its ${after.length} pairs before scaling (rings) and after it (dots), on a logarithmic scale. ${unfinished} of them never complete a turn within the ${claimed.toLocaleString('en-US')} tokens that it claims.`,
  );
}

/** @type {Record<string, (core: Core) => string>} */
const drawings = {
  ...{ neighbors, hybrid, layers, schemes, llama },
  ...{ cards: stampedCards, turned: turnedDials, fading: fadingScores },
};

/** The drawing of a name, or null if there is none. @param {Core} core @param {string} name */
function drawing(core, name) {
  const draw = drawings[name];
  if (draw) return draw(core);
  const path = join(folder, `${name}.html`);
  return existsSync(path) ? withDrawings(core, readFileSync(path, 'utf8').trim(), path) : null;
}

/** A text with its drawings. @param {Core} core @param {string} text @param {string} file @returns {string} */
export const withDrawings = (core, text, file) =>
  text.replace(/\{\{drawing ([\w-]+)\}\}/g, (whole, name) => {
    const html = drawing(core, name);
    if (html === null) throw new Error(`${file}: ${whole}: there is no such drawing`);
    return html;
  });
