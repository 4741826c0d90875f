// A small picture for each section and page, drawn from the core's numbers when the site is built. They are decoration
// beside a title, so they have no text of their own. Colors are the page's variables: light and dark without a second file.

import { claims, code, museum, own } from './course-thumbnails.mjs';
import {
  arc,
  bar,
  box,
  color,
  dial,
  disk,
  hand,
  line,
  path,
  range,
  row,
  short,
  strip,
  tag,
  tick,
} from './svg-parts.mjs';

/** @typedef {import('./core.mjs').Core} Core */
/** @typedef {import('../../../build/package/node.js').ClaimsApi} ClaimsCore */
/** @typedef {{rows: number, cols: number, values: ArrayLike<number>}} Matrix */

const width = 160;
const height = 90;

/** @param {number} dModel @param {number} [base] @returns {import('../../../build/package/node.js').FrequencyOptions} */
const options = (dModel, base = 10000) => ({ dModel, base, variant: 'paper' });
/** @param {Core} core @param {number} dModel @param {number[]} positions */
const encodings = (core, dModel, ...positions) =>
  core.sinusoidalTable({ ...options(dModel), layout: 'interleaved' }, Float64Array.from(positions));
/** The words of the first section, and dog and man swapped. */
const tokens = Float64Array.of(0, 1, 2, 0, 3);
const swapped = [0, 4, 2, 3, 1];
/** The places of the two words that trade places. */
const travelers = new Map([
  [1, 'accent'],
  [4, 'form'],
]);

/** @param {Core} core */
function order(core) {
  const { weights, reorderedWeights } = core.permutedAttention(
    { dModel: 16, seed: 10, encoding: 'none', mask: 'none' },
    tokens,
    Float64Array.from(swapped),
  );
  const matrix = (
    /** @type {Matrix} */ shown,
    /** @type {number[]} */ words,
    /** @type {number} */ left,
  ) =>
    range(5)
      .flatMap((r) =>
        row(shown, r).map((weight, c) =>
          disk(
            left + 7 + 13.5 * c,
            18 + 13.5 * r,
            9 * Math.sqrt(weight),
            color(travelers.get(words[c] ?? 0) ?? 'none'),
          ),
        ),
      )
      .join('');
  const arrow = path('M75 45L85 45L81 41L85 45L81 49', color('soft'), 1.5);
  return matrix(weights, range(5), 4) + arrow + matrix(reorderedWeights, swapped, 88);
}

/** @param {Core} core */
function sinusoidal(core) {
  const positions = Float64Array.from(range(61), (n) => n / 2);
  const columns = [0, 4, 8];
  const waves = core.sinusoidalColumns(options(16, 100), Float64Array.from(columns), positions);
  const at = 17;
  const x = (/** @type {number} */ n) => 8 + 2.4 * n;
  const drawn = columns.map((_, c) => {
    const y = (/** @type {number} */ n) => 17 + 28 * c - 10 * (row(waves, n)[c] ?? 0);
    return (
      line(
        range(61).map((n) => [x(n), y(n)]),
        color('sinusoidal'),
      ) + disk(x(at), y(at), 4, color('form'))
    );
  });
  return bar(x(at) - 0.75, 4, 1.5, 82, color('form'), 0.5) + drawn.join('');
}

/** @param {Core} core */
function signal(core) {
  const { magnitudes } = core.columnSpectrum(options(128), 20, 128);
  const shown = Array.from(magnitudes).slice(0, 14);
  const most = Math.max(...shown);
  return shown
    .map((value, n) => {
      const h = Math.max(1.5, (74 * value) / most);
      return bar(10 + 10 * n, 82 - h, 7, h, color(value === most ? 'form' : 'sinusoidal'));
    })
    .join('');
}

/** Two positions whose fast waves are at nearly the same place, and how far apart their rows are. @param {Core} core */
function hash(core) {
  const table = encodings(core, 16, 3, 47);
  const [one, other] = [row(table, 0), row(table, 1)];
  const apart = one.map((value, n) => {
    const h = Math.max(1.5, 16 * Math.abs(value - (other[n] ?? 0)));
    return bar(12 + 8.5 * n, 84 - h, 7.5, h, color('wrong'));
  });
  return strip(one, 12, 8, 136, 18) + strip(other, 12, 30, 136, 18) + apart.join('');
}

/** @param {Core} core */
function adding(core) {
  const word = row(core.learnedTable(1, 16, 3, 0.45), 0);
  const place = row(encodings(core, 16, 5), 0);
  const sign = (/** @type {number} */ y, /** @type {boolean} */ equals) =>
    equals
      ? path(`M76 ${y - 1.5}L84 ${y - 1.5}`, color('soft'), 1.5) +
        path(`M76 ${y + 2.5}L84 ${y + 2.5}`, color('soft'), 1.5)
      : path(`M76 ${y}L84 ${y}`, color('soft'), 1.5) +
        path(`M80 ${y - 4}L80 ${y + 4}`, color('soft'), 1.5);
  return (
    strip(word, 12, 8, 136, 16) +
    sign(31, false) +
    strip(
      place.map((v) => 0.6 * v),
      12,
      38,
      136,
      16,
    ) +
    sign(60.5, true) +
    strip(
      word.map((v, n) => v + 0.6 * (place[n] ?? 0)),
      12,
      67,
      136,
      16,
    )
  );
}

/** @param {Core} core */
function learned(core) {
  const table = core.learnedTable(5, 14, 1, 0.5);
  const rows = range(5).map((n) => strip(row(table, n), 10, 6 + 11 * n, 140, 10));
  const missing = range(2).map((n) =>
    tag('rect', {
      x: 10.5,
      y: 62.5 + 12 * n,
      width: 138,
      height: 9,
      rx: 2,
      fill: 'none',
      stroke: color('wrong'),
      'stroke-dasharray': '3 3',
    }),
  );
  return rows.join('') + missing.join('');
}

/** @param {Core} core */
function rope(core) {
  const { inverseFrequencies } = core.frequencies(options(16));
  const turn = (inverseFrequencies[1] ?? 0) / (2 * Math.PI);
  const pair = (/** @type {number} */ cx, /** @type {number} */ m, /** @type {number} */ n) =>
    dial(cx, 45, 34) +
    arc(cx, 45, 24, n * turn, m * turn) +
    hand(cx, 45, 34, 2 * Math.PI * m * turn, color('accent')) +
    hand(cx, 45, 34, 2 * Math.PI * n * turn, color('form'));
  return pair(42, 5, 1) + pair(118, 10, 6);
}

/** @param {Core} core */
function alibi(core) {
  const keys = 8;
  const heads = [0, 1, 2, 4];
  const slopes = core.alibiSlopes(8, 'released', 8).values;
  const { values } = core.causalAttentionEqualLogits(
    Float64Array.from(heads, (head) => slopes[head] ?? 0),
    keys,
    keys,
  );
  return heads
    .map((_, head) => {
      // What the last word sees of each word before it, beside what it sees most of.
      const last = Array.from(values).slice(
        ((head + 1) * keys - 1) * keys,
        (head + 1) * keys * keys,
      );
      const most = Math.max(...last);
      return last
        .map((weight, n) =>
          bar(
            10 + 17.6 * n,
            8 + 20 * head,
            15.5,
            14,
            color('alibi'),
            Math.max(0.06, weight / most),
          ),
        )
        .join('');
    })
    .join('');
}

/** @param {Core} core */
function longer(core) {
  const { inverseFrequencies } = core.frequencies(options(16));
  const angle = inverseFrequencies[4] ?? 0;
  const seen = (64 * angle) / (2 * Math.PI);
  return (
    dial(80, 46, 38) +
    arc(80, 46, 38, 0, seen) +
    hand(80, 46, 38, 64 * angle, color('rope')) +
    hand(80, 46, 38, 230 * angle, color('wrong'))
  );
}

/** A grid of patches, as axial RoPE sees them from one of them: a cross. @param {Core} core */
function beyondWords(core) {
  // Every second patch.
  const reach = 8;
  const { values } = core.gridKernel(core.axialFrequencies(32, 10), reach);
  const query = { row: 1, column: 2 };
  const patches = range(15).map((n) => {
    const [r, c] = [Math.floor(n / 5), n % 5];
    const value = row(values, 2 * (r - query.row) + reach)[2 * (c - query.column) + reach] ?? 0;
    const side = Math.max(4, 4 * Math.round(6 * value));
    return `M${20 + 30 * c - side / 2} ${17 + 28 * r - side / 2}h${side}v${side}h-${side}z`;
  });
  return tag('path', { d: patches.join(''), fill: color('rope') });
}

const trainedSteps = 160;
const stepsPerPoint = 8;

/** Short runs of three schemes on one task: the share of right answers, step by step. @param {Core} core */
function train(core) {
  const course = (/** @type {'none' | 'alibi' | 'rope'} */ scheme) => {
    const { id } = core.createTrainer({ ...core.trainingDefaults('shift', scheme), seed: 1 });
    const { accuracies } = core.trainSteps(id, trainedSteps);
    core.disposeTrainer(id);
    // The mean of some steps: single batches scatter.
    return range(trainedSteps / stepsPerPoint).map((n) => {
      const some = Array.from(accuracies).slice(stepsPerPoint * n, stepsPerPoint * (n + 1));
      return some.reduce((sum, one) => sum + one, 0) / stepsPerPoint;
    });
  };
  const axes = path('M12 6L12 82L152 82', color('field'), 1);
  const curves = /** @type {const} */ (['none', 'alibi', 'rope']).map((scheme) => {
    const points = course(scheme).map(
      (share, n, { length }) =>
        /** @type {[number, number]} */ ([16 + (130 * n) / (length - 1), 80 - 70 * share]),
    );
    const [x, y] = points.at(-1) ?? [0, 0];
    return line(points, color(scheme), 2.5) + disk(x, y, 3.5, color(scheme));
  });
  return axes + curves.join('');
}

const firstWords =
  'Call me Ishmael. Some years ago never mind how long precisely having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little';

/** An open book: the first words of Moby-Dick, each as a bar as long as its letters. */
function book() {
  const lineWidth = 60;
  const perLetter = 2.6;
  const at = { line: 0, x: 0 };
  const words = firstWords.split(' ').map((word) => {
    const w = perLetter * word.length;
    if (at.x + w > lineWidth) Object.assign(at, { line: at.line + 1, x: 0 });
    const left = at.line < 6 ? 14 : 86;
    const drawn = `M${short(left + at.x)} ${18 + 11 * (at.line % 6)}h${short(w)}`;
    at.x += w + perLetter;
    return drawn;
  });
  const lines = tag('path', {
    ...{ d: words.join(''), stroke: color('soft'), 'stroke-width': 4, 'stroke-opacity': 0.6 },
  });
  return box(8, 7, 72, 76) + box(80, 7, 72, 76) + lines;
}

/** The first exercise: what its numbers are, as bars in boxes. @param {Core} core */
function exercises(core) {
  const values = row(encodings(core, 4, 3), 0);
  return values
    .map((value, n) => {
      const y = 6 + 20 * n;
      const ends = 60 + 44 * value;
      return (
        box(12, y, 96, 16) +
        bar(
          Math.min(60, ends),
          y + 5,
          Math.max(1.5, Math.abs(ends - 60)),
          6,
          color(value < 0 ? 'form' : 'accent'),
        ) +
        (n < 3 ? tick(124, y + 8) : '')
      );
    })
    .join('');
}

const schemes = ['sinusoidal', 'learned', 'rope', 'alibi', 't5'];

const reference = () =>
  schemes
    .map((scheme, n) => {
      const y = 12 + 16.5 * n;
      const cells = range(3).map((c) =>
        bar(36 + 40 * c, y - 2, 32 - ((n * 7 + c * 11) % 14), 4, color('field')),
      );
      return disk(18, y, 5, color(scheme)) + cells.join('');
    })
    .join('');

/** The wavelengths of Llama 3.1's pairs before and after its scaling, by pair. @param {Core} core */
function models(core) {
  const setting = options(128, 500000);
  const { wavelengths: before } = core.frequencies(setting);
  const { wavelengths: after } = core.withRemedy('llama3', setting, 8192, 8, 65536);
  const longest = Math.log(after.at(-1) ?? 1);
  const dots = (/** @type {Float64Array} */ waves, /** @type {string} */ token) =>
    range(22)
      .map((n) =>
        disk(10 + 6.6 * n, 82 - (72 * Math.log(waves[3 * n] ?? 1)) / longest, 2.2, color(token)),
      )
      .join('');
  const trained = 82 - (72 * Math.log(8192)) / longest;
  return (
    path(`M6 ${short(trained)}H154`, color('soft'), 1.5) +
    dots(before, 'field') +
    dots(after, 'rope')
  );
}

/** By slug. @type {Record<string, (core: Core, trials: ClaimsCore) => string>} */
const pictures = {
  order,
  sinusoidal,
  signal,
  hash,
  adding,
  learned,
  rope,
  alibi,
  longer,
  'beyond-words': beyondWords,
  train,
  book,
  exercises,
  reference,
  claims: (_, trials) => claims(trials),
  museum: (_, trials) => museum(trials),
  own: (_, trials) => own(trials),
  models,
  code: (_, trials) => code(trials),
};

/** Every picture by the slug of its page, as SVG to stand in HTML. @param {Core} core @param {ClaimsCore} trials */
export const thumbnails = (core, trials) =>
  new Map(
    Object.entries(pictures).map(([slug, draw]) => [
      slug,
      `<svg class="thumbnail" viewBox="0 0 ${width} ${height}" aria-hidden="true">${draw(core, trials)}</svg>`,
    ]),
  );
