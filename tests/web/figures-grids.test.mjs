// The figures of grids of patches, of M-RoPE and of diffusion timesteps: what they draw, say and give away, against what the
// posenc command computes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, column, ofTheCore, upTo } from '../of-the-core.mjs';
import { attribute, find, number, pixelsOf, show, textOf } from './figures.mjs';

/** @typedef {import('./figures.mjs').Shown} Shown */

const decimals = (/** @type {number} */ value, /** @type {number} */ digits) =>
  value.toFixed(digits).replace('-', '−');

/** The params of each scheme in the command. @type {Record<string, object>} */
const schemes = {
  waves: { head_dim: 64, base: 10000 },
  axial: { head_dim: 64, base: 100 },
  head: { head_dim: 64, base: 10, heads: 1, seed: 2 },
  heads: { head_dim: 64, base: 10, heads: 12, seed: 2 },
};

/** @param {string} scheme @param {number} reach */
const kernelOf = (scheme, reach) => ofTheCore('grid_kernel', { ...schemes[scheme], reach });

/** The numbers that the patches of a grid stand for, by the ends of the legend; NaN for one that is empty. @param {Shown} shown @param {number} [nth] */
function patchesOf(shown, nth = 0) {
  const plot = shown.picture('patches-plot');
  const [lowest, highest] = find(plot.wide, 'text')
    .map((text) => textOf(text).replace('−', '-'))
    .filter((text) => /^-?[\d.]+$/.test(text))
    .map(Number);
  return plot.cells({ lowest, highest, nth });
}

/** The queries in the grids, by column and row. @param {Shown} shown */
const queries = (shown) =>
  find(shown.picture('patches-plot').wide, 'g.query').map((query) =>
    /query at column (\d+), row (\d+)$/
      .exec(attribute(query, 'aria-label') ?? '')
      ?.slice(1)
      .map(Number),
  );

test('kernel: each scheme, at every patch, is the core’s', async () => {
  const shown = await show('grid-kernel', { 'query-x': 4, 'query-y': 9 });
  for (const [scheme, title] of Object.entries({
    axial: 'Row and column light up',
    waves: 'Row and column light up',
    head: 'One head: the cross is tilted',
    heads: '12 crosses make a spot',
  })) {
    await shown.set({ scheme });
    const { values, by_direction, interplay } = kernelOf(scheme, 14);
    assert.equal(shown.title, title);
    assert.ok(
      shown.setting.includes(`differ by up to ${decimals(by_direction, 3)}`),
      shown.setting,
    );
    if (interplay < 1e-12) assert.match(shown.setting, /Column and row just add up/);
    else assert.ok(shown.setting.includes(`off by up to ${decimals(interplay, 3)}`), shown.setting);
    const { head, rows } = shown.table;
    assert.deepEqual(head, ['column', 'row', 'dx', 'dy', 'score']);
    assert.equal(rows.length, 225);
    const scores = rows.map(([x, y]) => values[y - 9 + 14][x - 4 + 14]);
    close(column(rows, 4), scores);
    const drawn = patchesOf(shown);
    // (What is below the legend's lowest number has its color.)
    const lowest = Math.min(...drawn.flat());
    close(
      rows.map(([x, y]) => drawn[y]?.[x] ?? NaN),
      scores.map((score) => Math.max(lowest, score)),
      0.01,
    );
  }
});

test('kernel: 2-D waves are the dot products of rows of MAE’s table', () => {
  const size = 5;
  const rows = ofTheCore('grid_table', { d_model: 64, base: 10000, rows: size, columns: size });
  const { values } = kernelOf('waves', size - 1);
  for (const query of [0, 7, 24]) {
    for (const patch of upTo(size * size)) {
      const dot = rows[query].reduce(
        (/** @type {number} */ sum, /** @type {number} */ value, /** @type {number} */ n) =>
          sum + value * rows[patch][n],
        0,
      );
      const [dx, dy] = [
        (patch % size) - (query % size),
        Math.floor(patch / size) - Math.floor(query / size),
      ];
      close([dot / 32], [values[dy + 4][dx + 4]]);
    }
  }
});

test('kernel: read with the keys; a smaller grid keeps the query inside', async () => {
  const shown = await show('grid-kernel');
  const { values } = kernelOf('axial', 14);
  const plot = shown.picture('patches-plot');
  assert.equal(
    plot.press('ArrowRight'),
    `column 0, row 0: Δx = −7, Δy = −7, score ${decimals(values[7][7], 4)}`,
  );
  assert.equal(
    plot.press('ArrowDown'),
    `column 0, row 1: Δx = −7, Δy = −6, score ${decimals(values[8][7], 4)}`,
  );
  await shown.set({ queryX: 14 });
  assert.deepEqual(queries(shown), [[14, 7]]);
  await shown.set({ size: 6 });
  assert.deepEqual(queries(shown), [[5, 5]]);
});

/** The table of the figure, and the one resized. @param {{from?: number, to?: number, interpolation?: string}} how */
function resized({ from = 14, to = 24, interpolation = 'bicubic' }) {
  const table = ofTheCore('grid_table', { d_model: 64, base: 10000, rows: from, columns: from });
  const sizes = { from_rows: from, from_columns: from, to_rows: to, to_columns: to };
  return { old: table, ...ofTheCore('resized_grid', { table, ...sizes, interpolation }) };
}

/** @param {number[]} one @param {number[]} other */
function cosine(one, other) {
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, value, n) => sum + value * (b[n] ?? NaN), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

test('resize: similarities in the old grid, resized, and not resized, are those of the tables', async () => {
  const shown = await show('grid-resize');
  assert.equal(shown.title, 'Not resized, the image shears');
  for (const interpolation of ['bicubic', 'bilinear']) {
    await shown.set({ interpolation });
    assert.ok(shown.setting.includes(`resized rows (${interpolation})`));
    const { old, table, norms, amplitudes } = resized({ interpolation });
    const { head, rows } = shown.table;
    assert.deepEqual(head, ['column', 'row', 'old grid', 'resized', 'not resized', 'norm resized']);
    const number = 3 * 24 + 10;
    // The patch of the old grid at the center of this one, and that of each.
    const place = (/** @type {number} */ n) => Math.floor(((n + 0.5) * 14) / 24);
    const oldOf = (/** @type {number} */ col, /** @type {number} */ row) =>
      old[place(row) * 14 + place(col)];
    const toOld = rows.map(([col, row]) => cosine(oldOf(10, 3), oldOf(col, row)));
    close(column(rows, 2), toOld);
    const toNew = table.map((/** @type {number[]} */ row) => cosine(table[number], row));
    close(column(rows, 3), toNew);
    const notResized = old.map((/** @type {number[]} */ row) => cosine(old[number], row));
    close(column(rows, 4).slice(0, 196), notResized);
    assert.ok(
      column(rows, 4)
        .slice(196)
        .every((value) => String(value) === ''),
    );
    close(column(rows, 5), norms);
    const [below = []] = rows.slice(number + 24);
    assert.equal(
      shown.sub,
      `Similarity to the patch below: ${decimals(below[3], 3)} resized, ${decimals(below[4], 3)} not resized.`,
    );
    assert.ok(
      shown.setting.includes(
        `${decimals(Math.min(...norms), 3)} to ${decimals(Math.max(...norms), 3)} times an old row’s average length. Not resized, 196 of 576 patches have a row`,
      ),
    );
    await shown.openMore();
    const share = `${(100 * Math.min(...amplitudes)).toFixed(0)}\u202f%`;
    if (interpolation === 'bilinear') {
      assert.ok(shown.text('p.which').startsWith(`Resized columns keep ${share} to `));
    }
    // As painted: each grid on the scale of the legend; what has no row is left empty.
    for (const [nth, expected] of [toOld, toNew, notResized].entries()) {
      const cells = patchesOf(shown, nth);
      assert.equal(cells.length, nth === 0 ? 14 : 24);
      for (const [row, values] of cells.entries()) {
        for (const [col, value] of values.entries()) {
          const at = row * 24 + col;
          if (nth === 2) assert.equal(Number.isNaN(value), at >= 196);
          if (nth === 0 || at >= expected.length) continue;
          const wanted = Math.max(0.6, expected[at] ?? NaN);
          close([value], [wanted], 0.01);
        }
      }
    }
  }
  await shown.set({ newSize: 14 });
  assert.equal(shown.title, 'Same size: nothing to resize');
  const [one, ...others] = [0, 1, 2].map((nth) => patchesOf(shown, nth));
  for (const other of others) assert.deepEqual(other, one);
});

test('resize: the query is at the same place in all grids; where it has no row nothing is compared', async () => {
  const shown = await show('grid-resize');
  assert.deepEqual(queries(shown), [
    [6, 2],
    [10, 3],
    [10, 3],
  ]);
  await shown.set({ queryX: 12, queryY: 16 });
  assert.deepEqual(queries(shown), [
    [7, 9],
    [12, 16],
    [12, 16],
  ]);
  assert.ok(patchesOf(shown, 2).flat().every(Number.isNaN));
  assert.match(shown.sub, / resized, none not resized\.$/);
  await shown.set({ queryX: 23 });
  await shown.set({ newSize: 12 });
  assert.deepEqual(queries(shown), [
    [13, 13],
    [11, 11],
    [11, 11],
  ]);
});

test('resize: between the rows of a random table a mean is shorter than they are', async () => {
  const shown = await show('grid-resize', { interpolation: 'bilinear', kind: 'random' });
  assert.equal(shown.title, 'Resizing makes neighbors alike');
  const norms = column(shown.table.rows, 5);
  const mean = norms.reduce((sum, norm) => sum + norm, 0) / norms.length;
  assert.ok(mean < 0.85, `${mean}`);
  assert.ok(shown.setting.includes(`${decimals(Math.min(...norms), 3)} to`));
});

const words = 7;
const wavelengths = ofTheCore('wavelengths', { d_model: 128, base: 1000000 });

/** (t, h, w) of each token. @param {{frames?: number, rows: number, columns: number} | null} patches @returns {number[][]} */
const positions = (patches) =>
  ofTheCore('mrope_positions', {
    segments: [
      { columns: 3 },
      ...(patches ? [{ kind: 'patches', ...patches }] : []),
      { columns: words - 3 },
    ],
  });

/** (t, h, w) of the tokens in its data. @param {Shown} shown */
const tokensIn = (shown) => shown.table.rows.slice(0, -64).map((row) => row.slice(1, 4));

test('M-RoPE: the positions of an image, a video and a text, by the core', async () => {
  const shown = await show('mrope');
  assert.equal(shown.title, '12 patches, 4 positions');
  const image = positions({ rows: 3, columns: 4 });
  assert.deepEqual(shown.table.head, ['token or pair', 't', 'h', 'w', 'wavelength']);
  assert.deepEqual(tokensIn(shown), image);
  assert.match(shown.setting, /^19 tokens take 11 positions, not 19/);
  const plot = () => shown.picture('mrope-plot').wide;
  // Each counter is written above its bar, and those of the chosen token beside them.
  const counts = find(plot(), 'text.count').map((text) => Number(textOf(text)));
  assert.deepEqual(
    counts,
    [0, 1, 2].flatMap((axis) => column(image, axis)),
  );
  const beside = () => find(plot(), 'text.value').map(textOf);
  const axes = ['t', 'h', 'w'];
  assert.deepEqual(
    beside(),
    axes.map((letter, axis) => `${letter} = ${image[9]?.[axis]}`),
  );
  assert.equal(
    attribute(find(plot(), 'g.grip')[0], 'aria-valuetext'),
    'token 9, patch in row 2 and column 3: t = 3, h = 4, w = 5',
  );
  await shown.set({ token: 18 });
  assert.equal(
    attribute(find(plot(), 'g.grip')[0], 'aria-valuetext'),
    'token 18, “.”: t = 10, h = 10, w = 10',
  );
  await shown.set({ content: 'video' });
  assert.equal(shown.title, '36 patches, 4 positions');
  assert.deepEqual(tokensIn(shown), positions({ frames: 3, rows: 3, columns: 4 }));
  assert.equal(find(plot(), 'rect.patch').length, 36);
  await shown.set({ frames: 4, rows: 2, columns: 3 });
  assert.equal(shown.title, '24 patches, 4 positions');
  assert.deepEqual(tokensIn(shown), positions({ frames: 4, rows: 2, columns: 3 }));
  await shown.set({ content: 'nothing' });
  assert.equal(shown.title, 'Text alone is plain RoPE');
  assert.deepEqual(
    tokensIn(shown),
    upTo(words).map((n) => [n, n, n]),
  );
  // A shorter text has no token of that number.
  assert.equal(attribute(find(plot(), 'g.grip')[0], 'aria-valuenow'), '6');
});

test('M-RoPE: which pairs listen to which axis, in both layouts', async () => {
  const shown = await show('mrope');
  for (const [layout, sections, of] of /** @type {const} */ ([
    ['chunked', [16, 24, 24], 'as in Qwen2.5-VL'],
    ['interleaved', [24, 20, 20], 'as in Qwen3-VL'],
  ])) {
    await shown.set({ layout });
    assert.ok(shown.setting.includes(`Pairs ${layout}, ${sections.join(', ')} (${of})`));
    const frequencies = ofTheCore('axis_frequencies', {
      ...{ sections, sections_layout: layout, base: 1000000 },
    });
    const pairs = shown.table.rows.slice(-64);
    for (const axis of upTo(3)) close(column(pairs, 1 + axis), column(frequencies, axis));
    close(column(pairs, 4), wavelengths);
    const { wide } = shown.picture('mrope-plot');
    const frames = find(wide, 'rect.frame');
    const ranges = find(wide, 'text.name').slice(-3).map(textOf);
    for (const [axis, path] of find(wide, 'path.pairs').entries()) {
      const [x, width] = ['x', 'width'].map((name) => number(frames[axis], name));
      const cells = [...(attribute(path, 'd') ?? '').matchAll(/M([\d.]+),/g)].map(([, at]) =>
        Math.round((64 * (Number(at) - (x ?? NaN) - 1)) / ((width ?? NaN) - 2)),
      );
      const own = upTo(64).filter((pair) => frequencies[pair][axis] > 0);
      assert.deepEqual(cells, own);
      // Beside each row, the shortest wavelength and the longest.
      const ends = (ranges[axis] ?? '').replaceAll('\u202f', '').split('–').map(Number);
      const [first = NaN, last = NaN] = [own[0], own.at(-1)];
      close(ends, [wavelengths[first], wavelengths[last]], 0.005);
    }
  }
  const plot = shown.picture('mrope-plot');
  assert.equal(
    plot.press('ArrowRight'),
    'token 9, patch in row 2 and column 3: t = 3, h = 4, w = 5',
  );
  assert.match(plot.press('End'), /^pair 63 listens to .*, with a wavelength of /);
});

const steps = upTo(1001);
const params = { dimension: 64, max_period: 10000 };

/** @param {'ddpm' | 'adm'} given @param {'ddpm' | 'adm'} known @param {number} timestep @param {object} [others] @returns {number[]} */
const similarities = (given, known, timestep, others = {}) =>
  ofTheCore('timestep_similarities', {
    ...{ ...params, ...others, given, known, timestep, timesteps: steps },
  });

/** The columns of the data, by the core. @param {Shown} shown @param {'ddpm' | 'adm'} given @param {object} [others] */
function assertTimesteps(shown, given, others = {}) {
  const { rows } = shown.table;
  const known = given === 'ddpm' ? 'adm' : 'ddpm';
  assert.deepEqual(column(rows, 0), steps);
  close(column(rows, 1), similarities(given, given, 300, others));
  close(column(rows, 2), similarities(given, known, 300, others));
  const table = ofTheCore('timestep_embedding', {
    ...{ ...params, ...others, convention: given, timesteps: [0, 10, 1000] },
  });
  for (const [n, row] of [0, 10, 1000].entries()) close(rows[row]?.slice(3) ?? [], table[n]);
}

test('timesteps: the table and the similarities of both conventions, by the core', async () => {
  const shown = await show('timesteps');
  assert.equal(shown.title, 'ADM: no row like DDPM’s 300');
  assertTimesteps(shown, 'ddpm');
  const other = similarities('ddpm', 'adm', 300);
  const most = Math.max(...other);
  assert.ok(
    shown.setting.includes(
      `${other[300]?.toFixed(2)} at 300 and at most ${most.toFixed(2)}, at ${other.indexOf(most)}.`,
    ),
  );
  await shown.set({ convention: 'adm' });
  assert.equal(shown.title, 'DDPM: no row like ADM’s 300');
  assertTimesteps(shown, 'adm');
  await shown.set({ maxPeriod: 1000 });
  assert.match(shown.setting, /max period 1\u202f?000;/);
  assertTimesteps(shown, 'adm', { max_period: 1000 });
  // One wave alone, of the same frequency in both: some timestep is nearly a quarter turn away.
  await shown.set({ dimension: 2 });
  assert.match(shown.title, /^DDPM takes ADM’s 300 for \d+$/);
  assertTimesteps(shown, 'adm', { dimension: 2, max_period: 1000 });
});

test('timesteps: the chosen row is painted in both conventions', async () => {
  const shown = await show('timesteps', { timestep: 500 });
  const images = find(shown.picture('timesteps-plot').wide, 'image').slice(1);
  assert.equal(images.length, 2);
  for (const [n, convention] of ['ddpm', 'adm'].entries()) {
    const [row = []] = ofTheCore('timestep_embedding', { ...params, convention, timesteps: [500] });
    const { data, width } = pixelsOf(images[n]);
    assert.equal(width, 64);
    const seen = upTo(64).map((at) => {
      const [red = 0, , blue = 0, opacity = 0] = data.subarray(4 * at);
      return ((red > blue ? 1 : -1) * opacity) / 255;
    });
    close(seen, row, 0.02);
  }
});
