// The figures of the waves: what they draw, say and give away, against what the posenc command computes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, column, ofTheCore, upTo } from '../of-the-core.mjs';
import { attribute, find, number, pixelsOf, pointsOf, show, textOf } from './figures.mjs';

const base = 10000;
/** Of one of the 512 steps of a scale from −1 to 1, or of the 255 opacities of a color. */
const step = 1 / 250;

/** @param {number[][]} cells @param {number[][]} computed @param {number} within */
function same(cells, computed, within) {
  assert.equal(cells.length, computed.length);
  for (const [n, row] of cells.entries()) close(row, computed[n] ?? [], within);
}

test('heatmap: the table of the core, in part and whole, and its title says what the numbers say', async () => {
  const core = (/** @type {number} */ d, /** @type {number} */ positions, base = 10000) =>
    ofTheCore('table', { d_model: d, base, positions: upTo(positions) });
  const shown = await show('heatmap');
  const cells = () => shown.picture('matrix-plot').cells();
  same(
    cells(),
    core(128, 50).map((/** @type {number[]} */ row) => row.slice(0, 64)),
    step,
  );
  assert.match(shown.setting, /d = 128, base 10000: 50 of 100 positions, 64 of 128 dimensions$/);
  const changes = ofTheCore('sign_changes', { d_model: 128, base, count: 100 });
  const { summary } = shown.picture('matrix-plot');
  assert.match(summary, new RegExp(`dimension 0, changes sign ${changes[0]} times`));
  assert.match(summary, new RegExp(`dimension 62, ${changes[62]} times`));
  assert.equal(shown.title, 'Fast left, slow right');
  await shown.set({ whole: true });
  same(cells(), core(128, 100), step);
  assert.match(shown.setting, /: 100 positions, 128 dimensions$/);
  await shown.set({ whole: false, dModel: 32, base: 10 });
  same(cells(), core(32, 50, 10), step);
  const { head, rows } = shown.table;
  assert.deepEqual(head.slice(0, 3), ['position', 'dimension 0', 'dimension 1']);
  assert.equal(rows.length, 100);
  for (const [n, row] of core(32, 100, 10).entries()) close(rows[n] ?? [], [n, ...row]);
  for (const [base, title] of /** @type {const} */ ([
    [0.5, 'Slow left, fast right'],
    [1, 'Equally fast left and right'],
  ])) {
    assert.equal((await shown.set({ base })).title, title);
  }
  assert.equal((await show('heatmap', { 'd-model': 2 })).title, 'One pair, one wave');
});

test('heatmap: it is read with the arrow keys', async () => {
  const plot = (await show('heatmap')).picture('matrix-plot');
  const value = ofTheCore('table', { d_model: 128, base, positions: [2] })[0][2].toFixed(4);
  const keys = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown'];
  assert.equal(
    plot.press(...keys),
    `PE(2, 2) = ${value.replace('-', '−')}: position 2, dimension 2, the sine of pair 1`,
  );
  assert.match(plot.press('End'), /position 2, dimension 63, the cosine of pair 31$/);
});

test('both pictures of a still have the numbers of the legend to the right of their cells', async () => {
  const { wide, narrow } = (await show('heatmap')).picture('matrix-plot');
  for (const drawing of [wide, narrow]) {
    const [cells] = find(drawing, 'image');
    const right = number(cells, 'x') + number(cells, 'width');
    const legend = find(drawing, 'text').filter((text) => ['1', '−1'].includes(textOf(text)));
    assert.equal(legend.length, 2);
    for (const text of legend)
      assert.ok(number(text, 'x') > right, `${number(text, 'x')}, ${right}`);
  }
});

test('similarity: the cosine similarities of the core', async () => {
  const shown = await show('similarity');
  const core = ofTheCore('similarity_matrix', { d_model: 128, base, count: 50 });
  // Its colors begin at 0, not at the lowest of these numbers, which is well above it.
  assert.ok(Math.min(...core.flat()) > 0.2);
  same(shown.picture('matrix-plot').cells({ lowest: 0, highest: 1 }), core, step);
  assert.equal(shown.title, 'Equal distance, equal color');
  for (const [n, row] of shown.table.rows.entries()) close(row, [n, ...core[n]]);
});

test('waveforms: the columns of the core, in strips, with their wavelengths', async () => {
  const shown = await show('waveforms');
  const table = ofTheCore('table', { d_model: 128, base, positions: upTo(50) });
  const lengths = ofTheCore('wavelengths', { d_model: 128, base });
  const dimensions = [0, 1, 10, 20, 50];
  const { head, rows } = shown.table;
  assert.deepEqual(
    head.slice(1),
    dimensions.map((one) => `dimension ${one}`),
  );
  for (const [n, row] of rows.entries()) close(row, [n, ...dimensions.map((one) => table[n][one])]);
  const { wide } = shown.picture('strip-plot');
  const zeros = find(wide, 'line.grid').map((line) => number(line, 'y1'));
  const notes = find(wide, 'text').map(textOf);
  for (const [n, path] of find(wide, 'path.dots').entries()) {
    const heights = [...(attribute(path, 'd') ?? '').matchAll(/,([\d.]+)h0/g)].map(([, y]) =>
      Number(y),
    );
    assert.equal(heights.length, 50);
    // A value of 1 is 16 pixels.
    close(
      heights.map((y) => ((zeros[n] ?? NaN) - y) / 16),
      column(table, dimensions[n] ?? NaN),
      0.01,
    );
    assert.ok(notes.includes(`λ ${Number(lengths[(dimensions[n] ?? NaN) >> 1].toPrecision(3))}`));
  }
  const [shortest, longest] = [0, 25].map((pair) => lengths[pair].toPrecision(3));
  assert.equal(shown.title, `Wavelengths ${shortest} to ${longest}`);
  await shown.set({ dimensions: '7 6' });
  assert.equal(shown.title, `Each wave: ${lengths[3].toPrecision(3)} positions`);
  const even = await show('waveforms', {
    ...{ 'd-model': 16, positions: 20, dimensions: '0 2 4 6 8 10 12 14' },
  });
  const small = ofTheCore('table', { d_model: 16, base, positions: upTo(20) });
  for (const [n, row] of even.table.rows.entries()) {
    close(row, [n, ...upTo(8).map((i) => small[n][2 * i])]);
  }
});

test('dot products: the dots of the core, and they stay where they are when the position moves', async () => {
  const shown = await show('dot-products');
  const offsets = upTo(21).map((n) => n - 10);
  const core = ofTheCore('dot_products_around', { d_model: 128, base, position: 50, offsets });
  const before = shown.picture('line-plot').points();
  close(column(before, 0), offsets, 0.02);
  close(column(before, 1), core, 0.01);
  close(column(shown.table.rows, 1), core);
  assert.equal(shown.title, 'Only the offset counts');
  await shown.set({ position: 777 });
  assert.match(shown.setting, /^PE\(777\) · PE\(777 \+ k\), d = 128, base 10000;/);
  const after = shown.picture('line-plot').points();
  close(column(after, 1), column(before, 1));
  close(
    column(shown.table.rows, 1),
    ofTheCore('dot_products_around', { d_model: 128, base, position: 777, offsets }),
  );
});

test('clock: hands, waves and the table are those of the core', async () => {
  const shown = await show('clock', { 'd-model': 24, position: 12.5 });
  assert.match(shown.setting, /^PE\(12\.5\), d = 24, base 10000:/);
  const core = (/** @type {number[]} */ positions) =>
    ofTheCore('table', { d_model: 24, base, positions });
  const [row] = core([12.5]);
  const table = core(upTo(64));
  const { wide } = shown.picture('machine-plot');
  const [rim] = find(wide, 'circle.rim');
  const radius = number(rim, 'r');
  const pens = find(wide, 'circle.pen');
  const images = find(wide, 'image');
  const waves = find(wide, 'path.drawn').filter(
    (path) => !/coming/.test(attribute(path, 'class') ?? ''),
  );
  const hands = find(wide, 'line.hand');
  assert.deepEqual([hands.length, waves.length, images.length, pens.length], [6, 6, 6, 6]);
  for (const [i, hand] of hands.entries()) {
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = ['x1', 'y1', 'x2', 'y2'].map((name) =>
      number(hand, name),
    );
    close([(x2 - x1) / radius, (y1 - y2) / radius], [row[2 * i], row[2 * i + 1]], 1e-6);
    close([number(pens[i], 'cx')], [x2], 1e-9);
    const { data } = pixelsOf(images[i]);
    for (const [position, all] of table.entries()) {
      const cells = [0, 1].map((n) => {
        const [red = 0, , blue = 0, opacity = 0] = data.subarray(4 * (2 * position + n));
        return ((red > blue ? 1 : -1) * opacity) / 255;
      });
      close(cells, all.slice(2 * i, 2 * i + 2), step);
    }
    // A point for each place that is computed, from position 0 down to the pen.
    const wave = pointsOf(waves[i]);
    const top = wave[0]?.[1] ?? NaN;
    const rise = (number(pens[i], 'cy') - top) / 12.5;
    // They are written to a tenth of a pixel: to a twentieth of a position.
    close(
      wave.map(([x]) => (x - x1) / radius),
      column(core(wave.map(([, y]) => (y - top) / rise)), 2 * i),
      0.06,
    );
  }
  const { rows } = shown.table;
  close(
    column(rows, 1),
    upTo(12).map((i) => row[2 * i]),
  );
  close(
    column(rows, 2),
    upTo(12).map((i) => row[2 * i + 1]),
  );
  close(column(rows, 3), ofTheCore('turns', { d_model: 24, base, position: 12.5 }));
});

test('shift: M, its product and the vector that it should be, by the core', async () => {
  const shown = await show('shift', { position: 7, by: -4 });
  assert.equal(shown.title, 'M₋₄ moves any position by −4');
  const params = { d_model: 8, base, shift: -4, position: 7 };
  same(shown.picture('matrix-plot').cells(), ofTheCore('shift_matrix', params), step);
  const carried = ofTheCore('shift_apply', params);
  const [start, target] = ofTheCore('table', { d_model: 8, base, positions: [7, 3] });
  const vectors = upTo(8).map((n) => [start[n], carried[n], target[n]]);
  same(shown.picture('matrix-plot', 1).cells(), vectors, step);
  const { rows } = shown.table;
  close(column(rows, 2), carried);
  close(column(rows, 3), target);
  for (const difference of column(rows, 4)) assert.ok(Math.abs(difference) < 1e-14);
  // Where the matrix is 0, nothing is painted.
  const { data } = pixelsOf(find(shown.picture('matrix-plot').wide, 'image')[0]);
  assert.equal(data[4 * 7 + 3], 0);
});

test('wavelengths: the points of the core, below the limit', async () => {
  const shown = await show('wavelengths');
  const core = ofTheCore('wavelengths', { d_model: 128, base });
  const drawn = shown.picture('line-plot').points({ log: true });
  close(column(drawn, 0), upTo(64), 0.02);
  close(column(drawn, 1), core, 0.02);
  close(column(shown.table.rows, 2), core);
  close(column(shown.table.rows, 1), ofTheCore('inverse_frequencies', { d_model: 128, base }));
  assert.equal(shown.title, `From ${core[0].toPrecision(3)} up to 54\u202f410`);
});

test('float32: the differences of the core, also where there are none', async () => {
  const shown = await show('float32');
  const positions = upTo(21).map((n) => 2 ** n);
  assert.deepEqual(column(shown.table.rows, 0), positions);
  const core = ofTheCore('float32_errors', { d_model: 128, base, positions });
  for (const [n, row] of shown.table.rows.entries()) close(row.slice(1), core[n], 1e-15);
  assert.equal(shown.title, 'Equal on paper, not in float32');
  const names = () => find(shown.picture('line-plot').wide, 'text.series').map(textOf).sort();
  assert.deepEqual(names(), ['exp − double', 'power − double', 'power − exp']);
  const curves = shown.picture('line-plot').curves({ log: true });
  for (const [at, curve] of curves.entries()) {
    close(column(curve, 1).map(Math.log10), column(core, 2 - at).map(Math.log10), 0.02);
  }
  await shown.set({ dModel: 2 });
  assert.equal(shown.title, 'Both forms agree here');
  assert.deepEqual(names(), ['exp − double', 'power − double'], 'a curve of zeros has no place');
  for (const path of find(shown.picture('line-plot').wide, 'path.line')) {
    assert.doesNotMatch(attribute(path, 'd') ?? '', /NaN/);
  }
});

test('kernel: the curves of the core, where they rise again, and exp(-distance) for contrast', async () => {
  const shown = await show('kernel');
  assert.match(
    shown.setting,
    /after distance 3 \(d = 16\), 5 \(d = 64\), 11 \(d = 128\) and 43 \(d = 512\)\. /,
  );
  const offsets = upTo(61);
  const widths = [16, 64, 128, 512];
  const core = [
    ofTheCore('exponential_decay', { offsets }),
    ...widths.map((d) => ofTheCore('kernel_mean_cos', { d_model: d, base, offsets })),
  ];
  close([core[1][10], core[1][20]], [0.456, 0.722], 0.001);
  const { head, rows } = shown.table;
  assert.deepEqual(head, [
    ...['distance', ...widths.map((d) => `d = ${d}`), 'exp(-distance)'],
    '1 - (ln distance + 0.577) / ln base',
  ]);
  for (const [n, at] of [5, 1, 2, 3, 4].entries()) close(column(rows, at), core[n]);
  const limit = ofTheCore('similarity_limit', { base, offsets: offsets.slice(1) });
  close(column(rows, 6).slice(1), limit);
  const dashed = () => find(shown.picture('line-plot').wide, 'path.dashed').length;
  const curves = shown.picture('line-plot').curves();
  assert.deepEqual([curves.length, dashed()], [6, 2]);
  for (const [n, curve] of curves.entries()) {
    close(column(curve, 0), n === 5 ? offsets.slice(1) : offsets, 0.1);
    close(column(curve, 1), n === 5 ? limit : core[n], 0.005);
  }
  const colors = find(shown.picture('line-plot').wide, 'path').map((path) =>
    attribute(path, 'stroke'),
  );
  assert.equal(new Set(colors).size, 6, 'each curve has its own color');
  // At base 2 the limit is negative at once: it is not drawn.
  await shown.set({ base: 2 });
  assert.equal(dashed(), 1);
  await shown.set({ base: 10000, widths: '512', reach: 40 });
  assert.match(shown.setting, /no curve rises again up to distance 40/);
});

test('near-collision: two codes and their similarity are the core’s', async () => {
  const shown = await show('near-collision');
  const check = (/** @type {number} */ d, /** @type {number} */ first) => {
    const { head, rows } = shown.table;
    assert.deepEqual(head.slice(0, 3), ['position', `similarity to ${first}`, 'dimension 0']);
    const offsets = upTo(61).map((at) => at - first);
    close(column(rows, 1), ofTheCore('kernel_mean_cos', { d_model: d, base, offsets }));
    const table = ofTheCore('table', { d_model: d, base, positions: upTo(61) });
    for (const [n, row] of table.entries()) close(rows[n]?.slice(2) ?? [], row);
    // A dot at each position, and a ring around those that are close.
    const { wide } = shown.picture('codes-plot');
    const [dots, rings] = ['dot', 'ring'].map((kind) =>
      find(wide, `circle.${kind}`).map((one) => attribute(one, 'cx')),
    );
    assert.equal(dots?.length, 61);
    const isClose = (/** @type {number} */ n) => n !== first && rows[n]?.[1] >= 0.95;
    assert.deepEqual(
      rings?.map((x) => dots?.indexOf(x)),
      upTo(61).filter(isClose),
    );
    return table;
  };
  check(2, 0);
  assert.equal(shown.title, '44 looks almost like 0');
  assert.ok(
    shown
      .picture('codes-plot')
      .summary.includes('Positions with a similarity of 0.95 or more: 6, 19, 25, 38, 44, 50.'),
  );
  await shown.set({ dModel: 4 });
  assert.equal(shown.title, '44 comes close to 0');
  const table = check(4, 0);
  // A mark between two cells is as high as they differ: 12 px for a difference of 1.
  close(
    find(shown.picture('codes-plot').wide, 'rect.apart').map((mark) => number(mark, 'height')),
    table[0].map((/** @type {number} */ value, /** @type {number} */ n) =>
      Math.max(1, 12 * Math.abs(value - table[44][n])),
    ),
    1e-9,
  );
  for (const [second, title] of /** @type {const} */ ([
    [19, '19 comes close to 0'],
    [60, '60 differs from 0'],
    [0, 'The same position twice'],
  ])) {
    assert.equal((await shown.set({ second })).title, title);
  }
  await shown.set({ first: 6 });
  check(4, 6);
});

test('spectrum: the magnitudes of the core, its peak and the leakage', async () => {
  const shown = await show('spectrum');
  for (const [dimension, positions] of /** @type {const} */ ([
    [10, 64],
    [31, 50],
    [60, 64],
  ])) {
    await shown.set({ positions, dimension });
    assert.match(
      shown.sub,
      new RegExp(`^Dimension ${dimension}, .* periods in ${positions} positions\\.$`),
    );
    const params = { d_model: 128, base, column: dimension, n: positions };
    /** @type {number[]} */
    const core = ofTheCore('dft_magnitude', params);
    const peak = ofTheCore('dft_peak', params);
    const spectrum = shown.picture('line-plot', 1);
    const drawn = spectrum.points();
    // Apart: what has leaked, the peak with its neighbors, and the peak once more.
    const isNear = (/** @type {number} */ bin) => Math.abs(bin - peak) <= 1;
    const bins = upTo(core.length);
    const expected = [...bins.filter((bin) => !isNear(bin)), ...bins.filter(isNear), peak];
    close(column(drawn, 0), expected, 0.05);
    close(
      column(drawn, 1),
      expected.map((bin) => core[bin] ?? NaN),
      0.05,
    );
    assert.ok(find(spectrum.wide, 'text').some((text) => textOf(text) === `peak: bin ${peak}`));
    const { rows } = shown.table;
    close(column(rows, 4).slice(0, core.length), core);
    const wave = column(
      ofTheCore('table', { d_model: 128, base, positions: upTo(positions) }),
      dimension,
    );
    close(column(rows, 1), wave);
    close(column(shown.picture('line-plot').points(), 1).slice(0, positions), wave, 0.02);
    const sum = (/** @type {number[]} */ values) => values.reduce((all, one) => all + one, 0);
    const leaked = 1 - sum(core.slice(Math.max(0, peak - 1), peak + 2)) / sum(core);
    assert.ok(
      shown
        .text('figure')
        .includes(
          `its spectrum; in red, leakage: ${(100 * leaked).toFixed(1)}\u202f% of the summed magnitudes`,
        ),
    );
    const meant =
      peak === 0
        ? 'a constant'
        : `a wave of ${Number((positions / peak).toPrecision(4))} positions`;
    assert.ok(
      shown.picture('line-plot').summary.includes(`the highest is bin ${peak}, ${meant}, with`),
    );
    assert.equal(
      shown.title,
      peak === 0
        ? 'Too slow to be seen'
        : leaked >= 0.25
          ? 'One peak, and it leaks'
          : 'One peak, a little leakage',
    );
  }
  // A window of 64 positions that holds one period of pair 1 of d = 4 whole: 2 pi sqrt(base) = 64.
  await shown.set({ dModel: 4, dimension: 2, base: (32 / Math.PI) ** 2 });
  assert.equal(shown.sub, 'Dimension 2, the sine of pair 1: 1 period in 64 positions.');
  assert.ok(shown.text('figure').includes('in red, leakage: 0.0\u202f%'));
  assert.equal(shown.title, 'One peak, almost alone');
});

test('read-out: the fit of the core, within and beyond, and its error for each width', async () => {
  const shown = await show('read-out');
  const widths = [2, 4, 8, 16, 32, 64, 128, 256];
  for (const [target, label, dModel] of /** @type {const} */ ([
    ['bump', 'bump', 32],
    ['fast_wave', 'fast wave', 16],
    ['ramp', 'ramp', 8],
  ])) {
    await shown.set({ target, dModel });
    const params = { base, target, count: 100 };
    const core = ofTheCore('read_out', { ...params, d_model: dModel, shown: 150 });
    const start = `With d = ${dModel}, the best fit to the ${label} is off by `;
    assert.ok(shown.setting.startsWith(start), shown.setting);
    const said = Number(/^[\d.]+/.exec(shown.setting.slice(start.length))?.[0]);
    if (core.error > 1e-4) assert.equal(said, Number(core.error.toPrecision(2)));
    const { rows } = shown.table;
    close(column(rows, 1), core.target, 1e-9);
    close(column(rows, 2).slice(0, 100), core.fitted.slice(0, 100), 1e-7);
    const errors = widths.map((d) => ofTheCore('read_out', { ...params, d_model: d }).error);
    // A direction that is barely kept multiplies their rounding, in which the machine's sines and those of the page
    // differ, by up to a million for each column.
    close(column(rows, 4).slice(0, 8), errors, 1e-4);
    const drawn = column(shown.picture('line-plot', 1).points({ log: true }), 1);
    close(drawn.map(Math.log10), [...errors, core.error].map(Math.log10), 0.02);
  }
});

test('base: neighbors and the longest wave, and the base that is set on both curves', async () => {
  const shown = await show('base-choice');
  assert.equal(shown.title, 'The paper’s base');
  for (const [dModel, one] of /** @type {const} */ ([
    [128, 10000],
    [128, 20],
    [16, 500000],
  ])) {
    await shown.set({ dModel, base: one });
    const { steps, longest } = ofTheCore('base_choice', { d_model: dModel, bases: [one] });
    assert.ok(
      shown.setting.startsWith(
        `Base ${one}: neighbors are ${Number(steps[0].toPrecision(3))} apart, and the longest wave repeats after `,
      ),
      shown.setting,
    );
    const { rows } = shown.table;
    const core = ofTheCore('base_choice', { d_model: dModel, bases: column(rows, 0) });
    close(column(rows, 1), core.steps);
    close(column(rows, 2), core.longest);
    const [[, step] = []] = shown.picture('line-plot').points();
    const [[, reach] = []] = shown.picture('line-plot', 1).points({ log: true });
    close([step ?? NaN], steps, 0.03);
    close([Math.log10(reach ?? NaN)], longest.map(Math.log10), 0.02);
  }
});
