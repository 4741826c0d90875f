// The figures of RoPE: what they draw, say and give away, against what the posenc command computes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, column, ofTheCore, upTo } from '../of-the-core.mjs';
import { find, number, pointsOf, show, textOf } from './figures.mjs';

/** @typedef {import('./figures.mjs').Node} Node */
/** @typedef {import('./figures.mjs').Shown} Shown */

const base = 10000;
const q = [0.8, 0.3, -0.5, 0.2];
const k = [-0.2, 0.7, -0.3, 0.5];

const four = (/** @type {number} */ value) => value.toFixed(4).replace('-', '−');

/** The first sentence of the small print. @param {Shown} shown */
const finding = (shown) => shown.setting.split(/\. (?=\S)/)[0] ?? '';

/** @param {number[]} x @param {number} position @param {object} [how] @returns {number[]} */
const rotated = (x, position, how = {}) =>
  ofTheCore('rotate', { x, positions: [position], head_dim: x.length, base, ...how })[0];

/** @param {number} m @param {number} n @param {object} [how] @returns {number} */
const score = (m, n, how = {}) =>
  ofTheCore('scores', { q, k, positions_mn: [[m, n]], head_dim: 4, base, ...how })[0];

/** Where a hand points: to the right, and up. @param {Node} line */
const direction = (line) => {
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = ['x1', 'y1', 'x2', 'y2'].map((name) =>
    number(line, name),
  );
  return [x2 - x1, y1 - y2];
};

/**
 * Each dial has a hand for each of the vectors, by one scale.
 * @param {number[][][]} dials dial, hand, (right, up) @param {number[][]} vectors
 * @param {(pair: number) => [number, number]} componentsOf
 */
function assertHands(dials, vectors, componentsOf) {
  const expected = dials.map((_, pair) =>
    vectors.map((vector) => componentsOf(pair).map((c) => vector[c] ?? NaN)),
  );
  const longest = (/** @type {number[][][]} */ all) =>
    Math.max(...all.flat().map(([x = NaN, y = NaN]) => Math.hypot(x, y)));
  const scale = longest(dials) / longest(expected);
  for (const [pair, dial] of dials.entries()) {
    assert.equal(dial.length, vectors.length);
    for (const [n, hand] of dial.entries()) {
      close(hand, expected[pair]?.[n]?.map((one) => scale * one) ?? [], 1e-6);
    }
  }
}

/** The pairs of the dials on which q and k turn; no dial is smaller than the others. @param {Shown} shown @param {number} m @param {number} n */
function assertTurned(shown, m, n) {
  const { wide } = shown.picture('turning-plot');
  const [ofQ = [], ofK = []] = ['q', 'k'].map((hand) =>
    find(wide, `g.${hand}`)
      .flatMap((group) => find(group, 'line.hand'))
      .map(direction),
  );
  const vectors = [rotated(q, m), rotated(k, n)];
  for (const pair of [0, 1]) {
    const dial = [ofQ[pair] ?? [], ofK[pair] ?? []];
    assertHands([dial], vectors, () => [2 * pair, 2 * pair + 1]);
    const rim = Math.max(...dial.map(([x = NaN, y = NaN]) => Math.hypot(x, y)));
    const radius = number(find(wide, 'circle.face')[pair], 'r');
    close([rim], [radius - 13], 1e-6);
  }
}

test('dials: q and k rotated as by the core, and the same score wherever m − n is', async () => {
  const shown = await show('rope-dials', { m: 5, n: 3, locked: '' });
  const { head, rows } = shown.table;
  assert.deepEqual(head.slice(0, 4), ['m', 'n', 'score', 'R_m q 0']);
  assert.deepEqual(
    rows.map(([m, n]) => [m, n]),
    [
      [5, 3],
      [2, 0],
      [15, 13],
      [105, 103],
    ],
  );
  for (const [m, n, one, ...vectors] of rows) {
    close([one, ...vectors], [score(m, n), ...rotated(q, m), ...rotated(k, n)]);
  }
  assertTurned(shown, 5, 3);
  assert.equal(shown.title, 'One m − n, one score');
  assert.equal(
    shown.setting,
    `q at m = 5, k at n = 3: score ${four(score(5, 3))}, the same wherever m − n = 2`,
  );
  assert.match(
    shown.picture('turning-plot').press('ArrowRight'),
    /^pair 0: q turned by 286\.5° to \(/,
  );
});

test('dials: while they are locked one moves the other; the score, its curve and the angles are the core’s', async () => {
  const shown = await show('rope-dials', { m: 20, n: 8, locked: '' });
  const check = (/** @type {number} */ m, /** @type {number} */ n) => {
    assert.match(
      shown.setting,
      new RegExp(`^q at m = ${m}, k at n = ${n}: score ${four(score(m, n))},`),
    );
    assert.deepEqual([shown.values['m'], shown.values['n']], [m, n]);
    assertTurned(shown, m, n);
    const { wide } = shown.picture('turning-plot');
    assert.equal(textOf(find(wide, 'text.score')[0]), four(score(m, n)));
    const [one, other] = [rotated(q, m), rotated(k, n)];
    const degrees = [0, 2].map((c) => {
      const [a = NaN, b = NaN, x = NaN, y = NaN] = [one[c], one[c + 1], other[c], other[c + 1]];
      return (Math.acos((a * x + b * y) / (Math.hypot(a, b) * Math.hypot(x, y))) * 180) / Math.PI;
    });
    close(
      find(wide, 'tspan.angle').map((angle) => Number(textOf(angle).replace('°', ''))),
      degrees,
      0.06,
    );
    // The score at every m of the ruler, by the axis beside it.
    const [zero, ...grid] = [...find(wide, 'line.zero'), ...find(wide, 'line.grid')].map((line) =>
      number(line, 'y1'),
    );
    const half = (zero ?? NaN) - (grid[0] ?? NaN);
    close([half], [(grid[1] ?? NaN) - (zero ?? NaN)], 0.02);
    const [track] = find(wide, 'line.track');
    const [from, to] = [number(track, 'x1'), number(track, 'x2')];
    // (The curve is drawn by where it is read.)
    const points = pointsOf(find(wide, 'path.faint')[0]).filter((_, at) => at % 16 === 1);
    const places = points.map(([x]) => Math.round((8 * 48 * (x - from)) / (to - from)) / 8);
    const scores = ofTheCore('scores', {
      ...{ q, k, head_dim: 4, base },
      positions_mn: places.map((at) => [at, shown.values['locked'] ? at - (m - n) : n]),
    });
    close(
      points.map(([, y]) => (0.5 * ((zero ?? NaN) - y)) / half),
      scores,
      0.002,
    );
  };
  check(20, 8);
  await shown.set({ m: 30 });
  check(30, 18);
  assert.equal(four(score(30, 18)), four(score(20, 8)));
  await shown.set({ n: 4 });
  check(16, 4);
  await shown.set({ locked: false });
  assert.equal(shown.title, 'Now m − n can change');
  await shown.set({ m: 10 });
  check(10, 4);
  // What is kept is the distance that was set last.
  await shown.set({ locked: true, m: 11 });
  check(11, 5);
});

test('dials: neither grip covers the other, however close', async () => {
  const shown = await show('rope-dials', { m: 9, n: 9 });
  for (const width of /** @type {const} */ (['wide', 'narrow'])) {
    const [ofK, ofQ] = find(shown.picture('turning-plot')[width], 'circle.room');
    assert.ok(number(ofQ, 'r') >= 22 && number(ofK, 'r') >= 22);
    assert.ok(number(ofQ, 'cy') + number(ofQ, 'r') <= number(ofK, 'cy') - number(ofK, 'r'));
  }
});

test('dials: what the core refuses is refused; far out rounding shows', async () => {
  const shown = await show('rope-dials');
  await shown.set({ q: '1, 2, 3' });
  assert.match(shown.error, /3\b/);
  await shown.set({ q: '1, 2' });
  assert.match(shown.error, /4\b/);
  await shown.set({ q: q.join(', '), m: 1e12, n: 1e12 - 2 });
  assert.equal(shown.error, '');
  assert.equal(shown.title, 'This far out, rounding shows');
  assert.match(shown.setting, /scores with the same m − n differ by up to/);
});

test('worked example: [0.1798, 0.8353, −0.5020, 0.1950], with its angles', async () => {
  const shown = await show('rope-worked');
  assert.equal(shown.title, 'Turned, same length');
  assert.equal(
    finding(shown),
    'At position 1, q becomes [0.1798, 0.8353, −0.5020, 0.1950], with the same length',
  );
  assert.deepEqual(find(shown.find('div.steps')[0], 'td').map(textOf), [
    ...['1', '57.3°', '(0.8000, 0.3000)', '(0.1798, 0.8353)'],
    ...['0.01', '0.57°', '(−0.5000, 0.2000)', '(−0.5020, 0.1950)'],
  ]);
  const check = (
    /** @type {number} */ position,
    /** @type {'interleaved' | 'half_split'} */ layout,
  ) => {
    const after = rotated(q, position, { layout });
    assert.ok(
      shown.setting.startsWith(
        `At position ${position}, q becomes [${after.map(four).join(', ')}]`,
      ),
    );
    /** @type {Map<number, number[][]>} */
    const dials = new Map();
    for (const line of find(shown.picture('dial-plot').wide, 'line.line')) {
      const x = number(line, 'x1');
      dials.set(x, [...(dials.get(x) ?? []), direction(line)]);
    }
    const componentsOf = (/** @type {number} */ i) =>
      /** @type {[number, number]} */ (layout === 'interleaved' ? [2 * i, 2 * i + 1] : [i, i + 2]);
    assertHands([...dials.values()], [q, after], componentsOf);
    for (const [i, row] of shown.table.rows.entries()) {
      const [a, b] = componentsOf(i);
      const turns = position / (i === 0 ? 2 * Math.PI : 200 * Math.PI);
      close(row, [i, a, b, 2 * Math.PI * turns, turns, q[a], q[b], after[a], after[b]].map(Number));
    }
  };
  check(1, 'interleaved');
  await shown.set({ position: 40 });
  check(40, 'interleaved');
  await shown.set({ layout: 'half_split' });
  assert.match(shown.setting, /pairs \(i, i \+ d\/2\)/);
  check(40, 'half_split');
  assert.match(
    shown.picture('dial-plot').press('ArrowRight'),
    /^pair 0 at position 40: .* turned by 40 radians, .*, is/,
  );
  await shown.set({ q: '0.8, 0.3, -0.5' });
  assert.match(shown.error, /even/);
  await shown.set({ q: '0.8, 0.3', position: 1, layout: 'interleaved' });
  assert.match(
    shown.setting,
    /^At position 1, q becomes \[0\.1798, 0\.8353\], with the same length/,
  );
  assert.equal(shown.error, '');
});

test('layouts: permuted they agree, not permuted they do not, as in the core', async () => {
  const shown = await show('rope-layouts', { 'head-dim': 8, reach: 16, seed: 3 });
  const [one, other] = ofTheCore('learned_table', {
    ...{ rows: 2, cols: 8, seed: 3, standard_deviation: 1 },
  });
  const permutation = ofTheCore('permutation_interleaved_to_half', { head_dim: 8 });
  const moved = (/** @type {number[]} */ x) =>
    permutation.map((/** @type {number} */ component) => x[component]);
  const offsets = upTo(33).map((n) => n - 16);
  const scores = (
    /** @type {string} */ layout,
    /** @type {number[]} */ a,
    /** @type {number[]} */ b,
  ) =>
    ofTheCore('scores', {
      ...{ q: a, k: b, head_dim: 8, base, layout },
      positions_mn: offsets.map((by) => [Math.max(by, 0), Math.max(-by, 0)]),
    });
  const expected = [
    offsets,
    scores('interleaved', one, other),
    scores('half_split', moved(one), moved(other)),
    scores('half_split', one, other),
  ];
  for (const [n, values] of expected.entries()) close(column(shown.table.rows, n), values);
  const curves = shown.picture('line-plot').curves();
  assert.equal(curves.length, 3);
  for (const [n, curve] of curves.entries()) close(column(curve, 1), expected[n + 1], 0.02);
  const apart = upTo(33).map((n) => Math.abs(expected[1][n] - expected[3][n]));
  assert.equal(
    finding(shown),
    `With q and k permuted, the layouts agree; without that, scores are up to ${Math.max(...apart).toPrecision(3)} off, and nothing complains`,
  );
  assert.equal(shown.title, 'Wrong layout, and no error');
  assert.match(shown.picture('line-plot').press('ArrowRight'), /^offset 0: interleaved /);
  await shown.set({ headDim: 2 });
  assert.match(shown.setting, /^With d = 2, permuting q and k changes no score/);
  assert.equal(shown.title, 'Permuting changes nothing here');
});

test('bases: the wavelengths of each, and how many pairs do not complete a turn', async () => {
  const shown = await show('rope-bases', { bases: '100, 500000, 10000' });
  const bases = [100, 10000, 500000];
  const lengths = (/** @type {number} */ d, /** @type {number} */ base) =>
    /** @type {number[]} */ (ofTheCore('wavelengths', { d_model: d, base }));
  const { head, rows } = shown.table;
  assert.deepEqual(
    head.slice(1),
    bases.map((one) => `wavelength at base ${one}`),
  );
  const curves = shown.picture('line-plot').curves({ log: true });
  for (const [n, one] of bases.entries()) {
    close(column(rows, n + 1), lengths(128, one));
    close(column(curves[n] ?? [], 1), lengths(128, one), 0.05);
  }
  const never = bases.map((one) => lengths(128, one).filter((length) => length > 8192).length);
  assert.equal(
    finding(shown).replaceAll('\u202f', ''),
    `The larger the base, the more of the 64 pairs cannot complete a turn within 8192 positions: ${never[0]} at base 100, ${never[1]} at base 10000, ${never[2]} at base 500000`,
  );
  assert.equal(shown.title, 'Larger base, more unfinished');
  assert.match(
    shown.picture('line-plot').press('ArrowRight'),
    /^pair 32: wavelength .* at base 500/,
  );
  await shown.set({ headDim: 8 });
  assert.match(shown.setting, /^How many of 4 pairs cannot complete a turn/);
  close(
    column(shown.picture('line-plot').points({ log: true }), 1),
    bases.flatMap((one) => lengths(8, one)),
    0.05,
  );
  await shown.set({ bases: '500000', trained: 300 });
  const unfinished = lengths(8, 500000).filter((length) => length > 300).length;
  assert.match(
    shown.setting,
    new RegExp(`^${unfinished} of 4 pairs cannot complete a turn within 300 `),
  );
  assert.equal(shown.title, `${unfinished} of 4 pairs unfinished`);
});

test('decay: the mean of |S_r| of the core, falling but not at every step', async () => {
  const shown = await show('rope-decay');
  const means = (/** @type {object} */ of, /** @type {number} */ reach) =>
    /** @type {number[]} */ (
      ofTheCore('rope_decay_mean_abs_S', { d_model: 128, base, distances: upTo(reach + 1), ...of })
    );
  const expected = means({}, 250);
  const rises = expected.filter((mean, n) => n > 0 && mean > (expected[n - 1] ?? NaN)).length;
  close(column(shown.table.rows, 1), expected);
  close(column(shown.picture('line-plot').curves()[0] ?? [], 1), expected, 0.02);
  assert.equal(
    finding(shown),
    `The mean of |Sᵣ| falls overall, from ${expected[0]?.toFixed(1)} at distance 0 to ${expected[250]?.toFixed(1)} at 250, but rises at ${rises} of 250 steps`,
  );
  assert.equal(shown.title, 'The bound falls, in waves');
  assert.match(shown.setting, /not the score/);
  assert.match(shown.picture('line-plot').press('ArrowRight'), /^distance 125: mean of \|Sᵣ\| \d/);
  await shown.set({ reach: 5 });
  const few = means({}, 5);
  assert.ok(few.every((mean, n) => n === 0 || mean < (few[n - 1] ?? NaN)));
  assert.match(shown.setting, /^The mean of \|Sᵣ\| only falls/);
  assert.equal(shown.title, 'The bound only falls');
  await shown.set({ base: 1 });
  assert.match(shown.setting, /^The mean of \|Sᵣ\| is 32\.5 at every distance/);
});

test('cache: counted until a button is pressed; then measured, and both ways make the same of q', async () => {
  const shown = await show('rope-cache', { 'head-dim': 64, positions: 512, heads: 8 });
  assert.equal(shown.title, 'Fewer cosines. Less time?');
  // A cosine or a sine for each component and position, again in each run.
  const once = 512 * 64;
  close(
    column(shown.picture('line-plot').points(), 1),
    [...upTo(7).map((n) => (n + 1) * once), ...upTo(7).map(() => once)],
    once / 50,
  );
  assert.match(shown.setting, /Not timed yet\. 512 positions × 8 heads, d = 64/);
  assert.doesNotMatch(shown.text('figure'), /\d\s*ms/);
  shown.figure.pressed = true;
  await shown.update();
  const { head, rows } = shown.table;
  assert.deepEqual(head.slice(0, 4), ['run', 'computed (ms)', 'cached (ms)', 'repeats in a run']);
  assert.deepEqual(
    column(rows, 0),
    upTo(7).map((n) => n + 1),
  );
  for (const [, computed, cached, repeats, one, other] of rows) {
    assert.ok(computed > 0 && cached > 0 && Number.isInteger(repeats));
    assert.equal(one, other);
  }
  const sorted = (/** @type {number} */ n) => column(rows, n).sort((a, b) => a - b);
  const [computed, cached] = [sorted(1), sorted(2)];
  if ((cached.at(-1) ?? NaN) < (computed[0] ?? NaN)) {
    const times = Number(/ ([\d.]+) times as fast/.exec(shown.title)?.[1]);
    close([times], [(computed[3] ?? NaN) / (cached[3] ?? NaN)], 0.06);
  } else {
    assert.match(shown.title, /does not pay off|Too close to tell/);
  }
  const most = Math.max(...computed, ...cached);
  const drawn = column(shown.picture('line-plot').points(), 1);
  for (const [n, value] of [...column(rows, 1), ...column(rows, 2)].entries()) {
    assert.ok(Math.abs((drawn[n] ?? NaN) - value) < 0.02 * most);
  }
  // Another setting, and nothing is known of it.
  await shown.set({ heads: 4 });
  assert.equal(shown.title, 'Fewer cosines. Less time?');
  assert.match(shown.setting, /Not timed yet\. 512 positions × 4 heads/);
});

test('cost: counted for the model that is set, as posenc eval does, and measured when asked', async () => {
  const shown = await show('cost');
  assert.match(shown.setting, /^After 4095 tokens, RoPE takes 0\.0052/);
  const check = (/** @type {Record<string, number>} */ model) => {
    const { schemes } = ofTheCore('encoding_costs', model);
    const { head, rows } = shown.table;
    assert.deepEqual(head.slice(0, 3), ['scheme', 'operations', '% of the model']);
    for (const [n, name] of ['operations', 'share', 'parameters', 'memory'].entries()) {
      const scale = name === 'share' ? 100 : 1;
      close(
        column(rows, n + 1),
        Object.values(schemes).map((cost) => scale * cost[name]),
      );
    }
  };
  check({ d_model: 4096, heads: 32, layers: 32, length: 4096 });
  await shown.set({ layers: 2, length: 256 });
  assert.match(shown.setting, /^After 255 tokens/);
  check({ d_model: 4096, heads: 32, layers: 2, length: 256 });
  assert.doesNotMatch(shown.text('div.costs'), /\d\s*ms/);
  shown.figure.pressed = true;
  await shown.update();
  const times = find(shown.find('div.costs')[0], 'tr')
    .slice(1)
    .map((row) => textOf(find(row, 'td').at(-1)));
  assert.equal(times.length, 6);
  for (const [n, time] of times.entries()) {
    const [median = 0, lowest = 0, highest = 0] = (time.match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(lowest > 0 && lowest <= median && median <= highest, time);
    assert.ok(Math.abs(shown.table.rows[n]?.[5] - median) <= 0.01 * median, time);
  }
});
