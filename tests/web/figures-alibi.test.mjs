// The figures of ALiBi, T5's buckets, longer contexts and caches of keys: what they draw, say and give away, against what
// the posenc command computes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpolateViridis } from 'd3-scale-chromatic';
import { close, column, ofTheCore, upTo } from '../of-the-core.mjs';
import { attribute, find, number, pointsOf, show, textOf } from './figures.mjs';

/** @typedef {import('./figures.mjs').Node} Node */
/** @typedef {import('./figures.mjs').Shown} Shown */

const base = 10000;

/** The colors of the cells of each tile, by row. @param {Shown} shown @param {number} size @returns {(string | null)[][][]} */
const tilesOf = (shown, size) =>
  find(shown.picture('tiles-plot').wide, 'g')
    .filter(
      (group) => find(group, 'rect.frame').length === 1 && find(group, 'text.name').length > 0,
    )
    .map((tile) => {
      /** @type {(string | null)[][]} */
      const cells = upTo(size).map(() => upTo(size).map(() => null));
      for (const path of find(tile, 'path.cells')) {
        for (const [x, y] of pointsOf(path)) {
          const row = cells[y];
          if (row) row[x] = attribute(path, 'fill');
        }
      }
      return cells;
    });

/** The color of a value on the scale from the lowest to 0, by cube roots. @param {number} value @param {number} lowest */
function colorOf(value, lowest) {
  const hex = interpolateViridis(Math.round((1 - Math.cbrt(value / lowest)) * 512) / 512);
  return `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(' ')})`;
}

test('bias: every cell has the color of its number, masked ones have none', async () => {
  const shown = await show('alibi-bias');
  const texts = () => find(shown.picture('tiles-plot').wide, 'text').map(textOf);
  for (const direction of ['causal', 'symmetric']) {
    await shown.set({ direction });
    assert.match(shown.setting, new RegExp(`√d, ${direction}, 8 heads, 16 queries and keys`));
    const core = ofTheCore(`bias_${direction}`, { heads: 8, query_len: 16, key_len: 16 });
    const tiles = tilesOf(shown, 16);
    assert.equal(tiles.length, 8);
    assert.deepEqual(
      texts().slice(0, 8),
      upTo(8).map((head) => `head ${head + 1}, slope 1/${2 ** (head + 1)}`),
    );
    for (const [head, cells] of tiles.entries()) {
      for (const [row, colors] of cells.entries()) {
        const expected = upTo(16).map((col) =>
          direction === 'causal' && col > row ? null : colorOf(core[head][row][col], -7.5),
        );
        assert.deepEqual(colors, expected, `head ${head}, row ${row}`);
      }
    }
    assert.equal(texts().includes('masked, −∞'), direction === 'causal');
    // One legend for all, with the number in its middle: that of half a cube root.
    for (const mark of ['−7.5', (-7.5 / 8).toFixed(2).replace('-', '−'), '0']) {
      assert.ok(texts().includes(mark), mark);
    }
  }
  const { head, rows } = shown.table;
  assert.deepEqual(head.slice(0, 4), ['head', 'slope', 'query', 'key 0']);
  const symmetric = ofTheCore('bias_symmetric', { heads: 8, query_len: 16, key_len: 16 });
  for (const [n, row] of rows.entries()) {
    const [h, query] = [Math.floor(n / 16), n % 16];
    close(row, [h + 1, 2 ** -(h + 1), query, ...symmetric[h][query]]);
  }
});

test('bias: read with the keys across heads; more heads than are shown are mentioned', async () => {
  const shown = await show('alibi-bias', { heads: 12 });
  assert.match(
    shown.setting,
    /^At distance 15, head 1 subtracts 7\.5 from a score, head 8 only 0\.0586\. .*the first 8 of 12 heads/,
  );
  assert.equal(shown.title, 'Head 1 subtracts up to 7.5');
  const { rows } = shown.table;
  assert.equal(rows.length, 12 * 16, 'the data have all heads');
  assert.equal(rows[0]?.[4], -Infinity);
  const plot = shown.picture('tiles-plot');
  assert.equal(
    plot.press('ArrowRight', 'ArrowRight'),
    'head 1, query 0, key 1: masked, since the key comes after the query (bias −∞)',
  );
  assert.match(plot.press('End', 'ArrowRight'), /^head 2, query 0, key 0: bias 0\.0000/);
  assert.equal(
    plot.press('ArrowLeft', 'Home', ...upTo(15).map(() => 'ArrowDown')),
    'head 1, query 15, key 0: bias −7.5000, distance 15 × slope 1/2',
  );
});

test('slopes: a straight line of dots for a power of two, and both rules for another number', async () => {
  const shown = await show('alibi-slopes');
  assert.match(
    shown.setting,
    /^Each head’s slope is 1\/2 times the previous one: from 1\/2 to 1\/256\. Slopes of 8 heads/,
  );
  assert.equal(shown.title, 'Each slope is a step flatter');
  for (const heads of [8, 6, 12]) {
    await shown.set({ heads });
    const [released] = ofTheCore('slopes', { heads: [heads] });
    const [geometric] = ofTheCore('slopes_geometric', { heads: [heads] });
    close(column(shown.table.rows, 1), released);
    close(column(shown.table.rows, 2), geometric);
    const { wide } = shown.picture('line-plot');
    const dots = [...(attribute(find(wide, 'path.dots')[0], 'd') ?? '').matchAll(/,([\d.]+)h0/g)];
    const line = column(pointsOf(find(wide, 'path.dashed')[0]), 1);
    assert.equal(dots.length, heads);
    /** Pixels to a doubling, by the dashed line. */
    const unit =
      ((line.at(-1) ?? 0) - (line[0] ?? 0)) / Math.log2(geometric[0] / geometric[heads - 1]);
    for (const [head, [, y]] of dots.entries()) {
      const wanted = (line[0] ?? 0) + unit * Math.log2(geometric[0] / released[head]);
      assert.ok(Math.abs(Number(y) - wanted) < 0.5, `${y}, not ${wanted}`);
    }
  }
  assert.match(
    shown.setting,
    /^12 heads: the first 8 slopes are those of 8 heads; the rest are every other slope of 16 heads/,
  );
  assert.match((await shown.set({ heads: 1 })).setting, /^One head, one slope: 1\/256/);
  assert.match(
    (await shown.set({ heads: 16 })).setting,
    /^Each head’s slope is 0\.7071 times the previous one/,
  );
});

/** Each row of words that fade: its silhouette, and how far it is underlined. @param {Shown} shown @param {'wide' | 'narrow'} [width] */
const faded = (shown, width = 'wide') =>
  find(shown.picture('fading-plot')[width], 'g.row').map((row) => {
    const path = attribute(find(row, 'path.profile')[0], 'd') ?? '';
    const floor = Number(/^M[\d.-]+,([\d.-]+)/.exec(path)?.[1]);
    const [half] = find(row, 'line.half');
    const [slope] = find(row, 'text.slope');
    return {
      heights: [...path.matchAll(/V([\d.-]+)H/g)].map(([, up]) => floor - Number(up)),
      underlined: number(half, 'x2') - number(half, 'x1'),
      name: textOf(find(row, 'text.name')[0]),
      slope: slope ? textOf(slope) : '',
      /** Of the thin line, the row's most. */
      most: floor - number(find(row, 'line.most')[0], 'y1'),
    };
  });

/** The core's attention of each head from a query, and last without bias. @param {number} heads @param {number} query @returns {number[][]} */
const attentionOf = (heads, query) => [
  ...ofTheCore('causal_attention_equal_logits', {
    ...{ heads, query_len: 1, key_len: query + 1 },
  }).flat(),
  upTo(query + 1).map(() => 1 / (query + 1)),
];

/** How many of the nearest keys hold half. @param {number[]} row */
function halfOf(row) {
  let held = 0;
  return 1 + [...row].reverse().findIndex((share) => (held += share) >= 0.5 - 1e-12);
}

/** Each row is as high as in the core. @param {{heights: number[], most: number}[]} drawn @param {number[][]} all */
function assertFaded(drawn, all) {
  assert.equal(drawn.length, all.length);
  for (const [n, { heights, most }] of drawn.entries()) {
    const row = all[n] ?? [];
    // (They are written to a tenth of a pixel.)
    close(
      heights,
      row.map((share) => (most * share) / (row.at(-1) ?? NaN)),
      0.1,
    );
  }
}

test('attention: a row for each head, as high as in the core, and none for later keys', async () => {
  const shown = await show('alibi-attention');
  for (const query of [63, 20]) {
    await shown.set({ query });
    const all = attentionOf(8, query);
    const { rows } = shown.table;
    assert.equal(rows.length, query + 1);
    for (const [n, row] of all.entries()) close(column(rows, n + 1), row);
    const drawn = faded(shown);
    assertFaded(drawn, all);
    assert.deepEqual(
      drawn.map(({ name, slope }) => [name, slope]),
      [...upTo(8).map((head) => [`${head + 1}`, `1/${2 ** (head + 1)}`]), ['no bias', '']],
    );
    // In words, by the line that underlines all of them.
    const word = ((drawn[8]?.underlined ?? NaN) + 2) / halfOf(all[8] ?? []);
    for (const [n, { underlined }] of drawn.entries()) {
      assert.equal(Math.round((underlined + 2) / word), halfOf(all[n] ?? []));
    }
    const [first, last, none] = [all[0], all[7], all[8]].map((row) => halfOf(row ?? []));
    assert.match(shown.setting, new RegExp(`attention of the query at ${query},`));
    assert.match(
      shown.setting,
      new RegExp(`${first} for head 1, ${last} for head 8, ${none} without bias$`),
    );
    assert.equal(shown.title, `In head 1, ${first} of ${query + 1} get half`);
  }
  // The slider ends where the text does.
  await shown.set({ positions: 16 });
  assert.match(shown.setting, /attention of the query at 15,/);
  const { query } = shown.figure.parameters;
  assert.equal(query.sliderTo(shown.values), 15);
});

test('attention: under a sentence the rows are as high as in the core, whatever the number of heads', async () => {
  const text = 'One day the dog we met by the sea ran';
  const shown = await show('alibi-attention', { text, query: 9, heads: 4 });
  assert.equal(shown.title, 'The farther back, the quieter');
  for (const width of /** @type {const} */ (['wide', 'narrow'])) {
    /** @type {Set<number>} */
    const heights = new Set();
    for (const heads of [4, 1, 8, 16]) {
      await shown.set({ heads });
      const drawing = shown.picture('fading-plot')[width];
      // Nothing below it moves.
      heights.add(number(find(drawing, 'svg')[0], 'height'));
      assert.equal(find(drawing, 'text.word').length, 11);
      const drawn = faded(shown, width);
      assertFaded(drawn, attentionOf(heads, 9));
      for (const [n, { name, slope, most }] of drawn.entries()) {
        assert.equal(name, n < heads ? `${n + 1}` : 'no bias');
        assert.equal(slope !== '', n < heads);
        assert.ok(most >= 5, `row ${n} of ${heads} heads, ${width}: ${most} px`);
      }
    }
    assert.equal(heights.size, 1);
  }
  await shown.set({ heads: 4, query: 4 });
  assert.equal(shown.title, 'What this word can hear');
  assertFaded(faded(shown), attentionOf(4, 4));
  const share = Number((attentionOf(4, 4)[0]?.[3] ?? NaN).toPrecision(3));
  assert.equal(
    shown.picture('fading-plot').read({ row: 0, word: 3 }),
    `head 1, “dog”, 1 back: attention ${share}`,
  );
});

test('buckets: the steps of the core, in both directions', async () => {
  const shown = await show('buckets');
  for (const [direction, from, to, near, far, last] of /** @type {const} */ ([
    ['bidirectional', -160, 160, 7, 91, 15],
    ['causal', -160, 0, 15, 113, 31],
  ])) {
    await shown.set({ direction });
    assert.ok(
      shown.setting.startsWith(
        `Short distances, 0 to ${near}, have a bucket each; all keys ${far} or more positions before the query share bucket ${last}`,
      ),
      shown.setting,
    );
    assert.equal(shown.title, `From ${far} on: one bucket`);
    const relative = upTo(to - from + 1).map((n) => n + from);
    /** @type {number[]} */
    const core = ofTheCore('t5_buckets', {
      ...{ bidirectional: direction === 'bidirectional', num_buckets: 32, max_distance: 128 },
      relative_positions: relative,
    });
    assert.deepEqual(
      shown.table.rows,
      relative.map((position, n) => [position, core[n]]),
    );
    assert.equal(far, -(relative[core.lastIndexOf(core[0] ?? NaN)] ?? NaN));
    const curves = shown.picture('line-plot').curves();
    assert.equal(curves.length, direction === 'causal' ? 1 : 2);
    for (const [n, position] of relative.entries()) {
      // Two points for each level part: the bucket is that of the part over the position.
      const part = curves.flatMap((points) =>
        upTo(points.length / 2).flatMap((at) => {
          const [[start = NaN, y = NaN] = [], [end = NaN] = []] = points.slice(2 * at);
          return start < position && position < end ? [y] : [];
        }),
      );
      close(part, [core[n] ?? NaN], 0.15);
    }
    // The name of the tinted part is above its middle.
    const { wide } = shown.picture('line-plot');
    const [band] = find(wide, 'rect.stretch');
    const name = find(wide, 'text').find((text) => textOf(text) === 'one each');
    assert.ok(name && number(name, 'y') < number(band, 'y'));
    const middle = number(band, 'x') + number(band, 'width') / 2;
    assert.ok(Math.abs(number(name, 'x') - middle) < 30);
  }
  assert.equal(
    shown.picture('line-plot').press('ArrowLeft', 'End'),
    'the query’s own position: bucket 0, for this distance alone',
  );
});

test('extension: each remedy equals the core’s, and its words its numbers', async () => {
  const shown = await show('extension');
  const before = ofTheCore('wavelengths', { d_model: 128, base });
  const given = { head_dim: 128, base, original_len: 2048, scale: 2 };
  const yarn = { ...given, beta_slow: 1, beta_fast: 32 };
  for (const [method, kind, params, start] of /** @type {const} */ ([
    ['pi', 'linear', given, 'Position interpolation slows all 64 pairs by the full factor of 2.'],
    ['ntk', 'ntk_aware', { ...given, alpha: 2 }, 'NTK-aware scaling leaves 1 of 64 pairs'],
    ['dynamic', 'dynamic_ntk_paper', { ...given, seq_lens: [4096] }, 'Dynamic NTK leaves 1 of 64'],
    ['parts', 'ntk_by_parts', { ...given, alpha: 1, beta: 32 }, 'NTK-by-parts leaves '],
    ['yarn', 'yarn_paper', yarn, 'YaRN leaves '],
    ['yarn-released', 'yarn_index_ramp', { ...yarn, truncate: true }, 'YaRN’s code leaves '],
    [
      ...['llama3', 'llama3'],
      { ...given, factor: 2, low_freq_factor: 1, high_freq_factor: 4 },
      'Llama 3’s rule leaves ',
    ],
  ])) {
    await shown.set({ method });
    assert.ok(shown.setting.startsWith(String(start)), shown.setting);
    const { inv_freq, attention_factor } = ofTheCore(String(kind), /** @type {object} */ (params));
    const after = inv_freq.flat().map((/** @type {number} */ theta) => (2 * Math.PI) / theta);
    const ratios = after.map(
      (/** @type {number} */ one, /** @type {number} */ i) => one / before[i],
    );
    const { rows } = shown.table;
    close(column(rows, 1), before);
    close(column(rows, 2), after);
    close(column(rows, 3), ratios);
    const drawn = shown.picture('line-plot').points({ log: true });
    close(column(drawn, 1), [...before, ...after], 0.02);
    close(column(drawn, 0), [...upTo(64), ...upTo(64)], 0.05);
    const kept = ratios.filter((/** @type {number} */ times) => times < 1 + 1e-9).length;
    const whole = ratios.filter((/** @type {number} */ times) => times > 2 - 1e-9).length;
    assert.equal(
      shown.title,
      whole === 64 ? 'All 64 pairs slowed' : `${kept} kept, ${whole} fully slowed`,
    );
    if (kept > 0) {
      assert.ok(shown.setting.includes(`leaves ${kept} of 64 pairs unchanged`));
      assert.ok(shown.setting.includes(`${whole} by the full factor of 2`));
    }
    const less = 64 - kept - whole;
    assert.equal(shown.setting.includes(` ${less} by less`), less > 0, shown.setting);
    if (String(method).startsWith('yarn')) {
      assert.ok(shown.setting.endsWith(`(cos and sin × ${attention_factor.toFixed(3)} each)`));
    }
  }
  await shown.set({ method: 'none' });
  const slow = before.filter((/** @type {number} */ length) => length > 2048).length;
  assert.match(
    shown.setting,
    new RegExp(`^${slow} of 64 pairs cannot complete a turn within 2048 positions`),
  );
  assert.equal(shown.title, `${slow} of 64 pairs unfinished`);
  assert.equal(shown.picture('line-plot').points({ log: true }).length, 64);
  await shown.set({ trained: 100000 });
  assert.match(shown.setting, /^Every pair completes a turn within 100000 positions/);
});

test('extension: what is read of a pair; a width that NTK cannot have is refused in the words of the core', async () => {
  const shown = await show('extension', { method: 'ntk' });
  const plot = shown.picture('line-plot');
  assert.match(plot.press('End'), /^pair 32: /);
  assert.match(
    plot.press('End'),
    /^pair 63: wavelength 54\u202f410 positions before, 108\u202f820 after, × 2; .*did not complete a turn/,
  );
  assert.match(plot.press('Home'), /^pair 0: .* × 1; in training it completed a turn/);
  await shown.set({ headDim: 2 });
  assert.match(
    shown.error,
    /^dimension must be above 2, as the exponent is d\/\(d - 2\), but got 2/,
  );
  await shown.set({ headDim: 8 });
  assert.equal(shown.error, '');
  assert.match(shown.setting, /d = 8,/);
});

test('a KV cache: scores by key, right with a fixed base, within training and rotated late', async () => {
  const shown = await show('kv-cache');
  const params = { d_model: 8, base: 100, original_len: 16 };
  const core = ofTheCore('cached_scores', { ...params, length: 64 });
  assert.equal(shown.title, `Key ${core.worst} is off the most`);
  const { rows } = shown.table;
  for (const [at, name] of ['bases', 'right', 'cached'].entries()) {
    close(column(rows, 1 + at), core[name]);
  }
  assert.deepEqual(column(rows, 4).slice(-3), [2, 1, 0]);
  close(column(rows, 5), core.distances.at(-1));
  await shown.set({ kept: 'unrotated' });
  assert.equal(shown.title, 'Rotated late: all scores right');
  await shown.set({ kept: 'rotated', length: 16 });
  assert.equal(shown.title, 'Within training: all right');
  assert.match((await shown.set({ length: 17 })).title, /^Key \d+ is off the most$/);
  await shown.choose('no dynamic NTK');
  assert.equal(shown.title, 'Fixed base: all scores right');
  close(column(shown.table.rows, 3), column(shown.table.rows, 2));
});

test('packed documents: what crosses stands out, a mask removes it, and waves also need a reset', async () => {
  const shown = await show('packed');
  const core = ofTheCore('packed_attention', { lengths: [4, 4, 3], seed: 1 });
  const disks = (/** @type {string} */ kind) =>
    find(shown.picture('packed-plot').wide, `circle.${kind}`);
  assert.match(shown.title, /^\d+\s% leaks across documents$/);
  close(column(shown.table.rows, 3), core.across);
  close(column(shown.table.rows, 4), core.differences);
  assert.deepEqual(column(shown.table.rows, 2), upTo(11));
  assert.deepEqual([disks('within').length, disks('across').length], [10 + 10 + 6, 16 + 24]);
  await shown.set({ positions: 'reset' });
  assert.deepEqual(column(shown.table.rows, 2), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]);
  assert.match(shown.title, /^\d+\s% leaks across documents$/);
  assert.equal(disks('across').length, 40);
  for (const positions of ['continued', 'reset']) {
    await shown.set({ positions, mask: 'document' });
    assert.equal(shown.title, 'As if each document were alone');
    assert.equal(disks('across').length, 0);
  }
  await shown.set({ scheme: 'sinusoidal' });
  assert.equal(shown.title, 'As if each document were alone');
  await shown.set({ positions: 'continued' });
  assert.match(shown.title, /^Nothing leaks, outputs differ$/);
  const plot = shown.picture('packed-plot');
  assert.match(plot.press('End'), /^sat \(position 10\) → rain \(position 0\): 0\.000, another/);
});
