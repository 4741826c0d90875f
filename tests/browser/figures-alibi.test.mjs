// The figures of ALiBi, of longer contexts, of T5's buckets, of spectra and of similarity against distance: what they
// draw and give away against what the posenc command computes, on a page of their own.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { interpolateViridis } from 'd3-scale-chromatic';
import {
  close,
  column,
  dotsOf,
  points,
  set,
  sticksOut,
  takenData,
  takenPicture,
} from './reading.mjs';
import { figure, ofTheCore, setWidth, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const base = 10000;
const tags = [
  ...['posenc-alibi-attention', 'posenc-alibi-bias', 'posenc-alibi-slopes', 'posenc-buckets'],
  ...['posenc-extension', 'posenc-kernel', 'posenc-spectrum', 'posenc-near-collision'],
];

/**
 * The curves of a plot with linear axes, by its marks. @param {Locator} plot
 * @returns {Promise<{x: number[], y: number[], dashed: boolean}[]>}
 */
const curves = (plot) =>
  plot.evaluate((element) => {
    const svg = element.shadowRoot?.querySelector('svg');
    if (!svg) throw new Error('no picture');
    const marks = [...svg.querySelectorAll('text:not(.name, .series)')]
      .map((text) => ({
        value: Number((text.textContent ?? '').trim().replace('\u2212', '-').replace('\u202f', '')),
        x: Number(text.getAttribute('x')),
        y: Number(text.getAttribute('y')) - 4,
        up: text.getAttribute('text-anchor') === 'end',
      }))
      .filter(({ value }) => !Number.isNaN(value));
    /** @param {boolean} up @param {'x' | 'y'} along */
    const reader = (up, along) => {
      const own = marks.filter((mark) => mark.up === up);
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last || first === last) throw new Error('no axis');
      const slope = (last.value - first.value) / (last[along] - first[along]);
      return (/** @type {string} */ pixel) => first.value + (Number(pixel) - first[along]) * slope;
    };
    const [x, y] = [reader(false, 'x'), reader(true, 'y')];
    return [...svg.querySelectorAll('path.line')].map((path) => {
      const places = [...(path.getAttribute('d') ?? '').matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
      return {
        x: places.map((place) => x(place[1] ?? '')),
        y: places.map((place) => y(place[2] ?? '')),
        dashed: path.classList.contains('dashed'),
      };
    });
  });

/** @param {Locator} shown */
const reading = (shown) => shown.locator('.reading').first();

test(
  'extension: each remedy equals the core’s, its title from its numbers',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await withFigures('<posenc-extension></posenc-extension>');
    const before = ofTheCore('wavelengths', { d_model: 128, base });
    const given = { head_dim: 128, base, original_len: 2048, scale: 2 };
    const yarn = { ...given, beta_slow: 1, beta_fast: 32 };
    /** @type {[string, string, object, RegExp][]} */
    const remedies = [
      [
        'pi',
        'linear',
        given,
        /^Position interpolation slows all 64 pairs by the full factor of 2\. /,
      ],
      [
        'ntk',
        'ntk_aware',
        { ...given, alpha: 2 },
        /^NTK-aware scaling leaves 1 of 64 pairs unchanged, /,
      ],
      [
        'dynamic',
        'dynamic_ntk_paper',
        { ...given, seq_lens: [4096] },
        /^Dynamic NTK leaves 1 of 64/,
      ],
      ['parts', 'ntk_by_parts', { ...given, alpha: 1, beta: 32 }, /^NTK-by-parts leaves \d+ of 64/],
      ['yarn', 'yarn_paper', yarn, /^YaRN leaves \d+ of 64 pairs unchanged, /],
      ['yarn-released', 'yarn_index_ramp', { ...yarn, truncate: true }, /^YaRN’s code leaves \d+/],
      [
        'llama3',
        'llama3',
        { ...given, factor: 2, low_freq_factor: 1, high_freq_factor: 4 },
        /^Llama 3’s rule leaves \d+ of 64 pairs unchanged, /,
      ],
    ];
    for (const [method, kind, params, title] of remedies) {
      await shown.locator('select').selectOption(method);
      await shown.locator('.sub').filter({ hasText: title }).waitFor();
      const { inv_freq, attention_factor } = ofTheCore(kind, params);
      const after = inv_freq.flat().map((/** @type {number} */ theta) => (2 * Math.PI) / theta);
      const { rows } = await takenData(page, shown);
      close(column(rows, 1), before);
      close(column(rows, 2), after);
      const drawn = await points(shown.locator('posenc-line-plot'), true);
      close(column(drawn, 1), [...before, ...after], 0.02);
      close(column(drawn, 0), [...upTo(64), ...upTo(64)], 0.05);

      const stretches = after.map(
        (/** @type {number} */ length, /** @type {number} */ i) => length / before[i],
      );
      const kept = stretches.filter((/** @type {number} */ times) => times < 1 + 1e-9).length;
      const whole = stretches.filter((/** @type {number} */ times) => times > 2 - 1e-9).length;
      const badge = (await shown.locator('figcaption').textContent())?.trim();
      assert.equal(
        badge,
        whole === 64 ? 'All 64 pairs slowed' : `${kept} unchanged, ${whole} fully slowed`,
      );
      const told = (await shown.locator('.sub').textContent()) ?? '';
      if (kept > 0) assert.match(told, new RegExp(`leaves ${kept} of 64 pairs unchanged`));
      if (kept > 0) assert.match(told, new RegExp(`${whole} by the full factor of 2`));
      if (kept + whole < 64) assert.match(told, new RegExp(`${64 - kept - whole} by less`));
      if (method.startsWith('yarn')) {
        await shown.getByText(`cos and sin × ${attention_factor.toFixed(3)} each`).waitFor();
      }
    }

    await shown.locator('select').selectOption('none');
    const slow = before.filter((/** @type {number} */ length) => length > 2048).length;
    await shown
      .getByText(`${slow} of 64 pairs cannot complete a turn within 2048 positions`)
      .waitFor();
    await shown.getByText(`${slow} of 64 pairs unfinished`, { exact: true }).waitFor();
    assert.equal((await points(shown.locator('posenc-line-plot'), true)).length, 64);
    await set(shown, 'training length', 100000);
    await shown.getByText('Every pair completes a turn within 100000 positions').waitFor();
  },
);

test('extension: read with the keys; a width that NTK cannot have is refused in the words of the core', async () => {
  const { page, shown } = await withFigures('<posenc-extension method="ntk"></posenc-extension>');
  await shown.locator('.box').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await reading(shown)
    .filter({
      hasText:
        /^pair 63: wavelength 54\u202f410 positions before, 108\u202f820 after, × 2; .*did not complete a turn/,
    })
    .waitFor();
  await page.keyboard.press('Home');
  await reading(shown)
    .filter({ hasText: /^pair 0: .* × 1; in training it completed a turn/ })
    .waitFor();
  await set(shown, 'head width d', 2);
  await shown
    .getByText('[ntk-aware] dimension must be above 2, as the exponent is d/(d - 2), but got 2')
    .waitFor();
  await set(shown, 'head width d', 8);
  await shown.getByText('d = 8,').waitFor();
  assert.equal((await shown.locator('p.error').textContent())?.trim(), '');
});

/**
 * Of each tile of a plot its cells, as [row][column], by color. @param {Locator} plot @param {number} size
 * @returns {Promise<{name: string, cells: (string | null)[][]}[]>}
 */
const tilesOf = (plot, size) =>
  plot.evaluate((element, size) => {
    const svg = element.shadowRoot?.querySelector('svg');
    return [...(svg?.querySelectorAll('g:has(> text.name)') ?? [])].map((tile) => {
      const side = Number(tile.querySelector('rect.frame')?.getAttribute('width'));
      /** @type {(string | null)[][]} */
      const cells = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
      const inTile = /** @type {SVGGElement} */ (tile).getCTM()?.inverse();
      for (const path of /** @type {NodeListOf<SVGPathElement>} */ (
        tile.querySelectorAll('path.cells')
      )) {
        const toTile = inTile?.multiply(path.getCTM() ?? new DOMMatrix());
        for (const [, x, y] of path.getAttribute('d')?.matchAll(/M([\d.]+),([\d.]+)/g) ?? []) {
          const at = new DOMPoint(Number(x), Number(y)).matrixTransform(toTile);
          const row = cells[Math.round((at.y * size) / side)];
          if (row) row[Math.round((at.x * size) / side)] = path.getAttribute('fill');
        }
      }
      return { name: tile.querySelector('text')?.textContent ?? '', cells };
    });
  }, size);

/** The color of a value on the scale from the lowest to 0, by cube roots. @param {number} value @param {number} lowest */
function viridis(value, lowest) {
  const hex = interpolateViridis(Math.round((1 - Math.cbrt(value / lowest)) * 512) / 512);
  return `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(' ')})`;
}

test('bias: every cell has the color of its number, masked ones have none', async () => {
  const { page, shown } = await withFigures('<posenc-alibi-bias></posenc-alibi-bias>');
  const plot = shown.locator('posenc-tiles-plot');
  for (const direction of /** @type {const} */ (['causal', 'symmetric'])) {
    await shown.getByLabel('direction').selectOption(direction);
    await shown.getByText(`√d, ${direction}`).waitFor();
    const core = ofTheCore(`bias_${direction}`, { heads: 8, query_len: 16, key_len: 16 });
    const tiles = await tilesOf(plot, 16);
    assert.deepEqual(
      tiles.map(({ name }) => name),
      upTo(8).map((head) => `head ${head + 1}, slope 1/${2 ** (head + 1)}`),
    );
    for (const [head, { cells }] of tiles.entries()) {
      for (const [row, colors] of cells.entries()) {
        for (const [col, color] of colors.entries()) {
          const masked = direction === 'causal' && col > row;
          const wanted = masked ? null : viridis(core[head][row][col], -7.5);
          assert.equal(color, wanted, `head ${head}, row ${row}, column ${col}`);
        }
      }
    }
    assert.equal(await plot.getByText('masked, −∞').count(), direction === 'causal' ? 1 : 0);
    // One legend for all, with the number in its middle: that of half a cube root.
    for (const number of ['−7.5', (-7.5 / 8).toFixed(2).replace('-', '−'), '0']) {
      await plot.getByText(number, { exact: true }).waitFor();
    }
  }
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head.slice(0, 4), ['head', 'slope', 'query', 'key 0']);
  const symmetric = ofTheCore('bias_symmetric', { heads: 8, query_len: 16, key_len: 16 });
  for (const [n, row] of rows.entries()) {
    const [h, query] = [Math.floor(n / 16), n % 16];
    close(row, [h + 1, 2 ** -(h + 1), query, ...symmetric[h][query]]);
  }
});

test('bias: read with the keys across heads; more heads than are shown are mentioned', async () => {
  const { page, shown } = await withFigures('<posenc-alibi-bias heads="12"></posenc-alibi-bias>');
  await shown
    .getByText('At distance 15, head 1 subtracts 7.5 from a score, head 8 only 0.0586')
    .waitFor();
  await shown.getByText('the first 8 of 12 heads').waitFor();
  const { rows } = await takenData(page, shown);
  assert.equal(rows.length, 12 * 16, 'the data have all heads');
  assert.equal(rows[0]?.[4], -Infinity);
  await shown.locator('.box').focus();
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await shown
    .getByText('head 1, query 0, key 1: masked, since the key comes after the query')
    .waitFor();
  for (const key of ['End', 'ArrowRight']) await page.keyboard.press(key);
  await shown.getByText('head 2, query 0, key 0: bias 0.0000').waitFor();
  for (const key of ['ArrowLeft', 'Home', ...upTo(15).map(() => 'ArrowDown')])
    await page.keyboard.press(key);
  await shown.getByText('head 1, query 15, key 0: bias −7.5000, distance 15 × slope 1/2').waitFor();
  const box = await shown.locator('.box').boundingBox();
  assert.ok(box);
  await shown.locator('.box').hover({ position: { x: 8, y: 40 } });
  await shown.getByText(/^head 1, query \d, key \d: bias/).waitFor();
});

test('slopes: a straight line of dots for a power of two, and both rules for another number', async () => {
  const { page, shown } = await withFigures('<posenc-alibi-slopes></posenc-alibi-slopes>');
  await shown
    .getByText('Each head’s slope is 1/2 times the previous one: from 1/2 to 1/256')
    .waitFor();
  for (const count of [8, 6, 12]) {
    await set(shown, 'heads', count);
    await shown.getByText(`Slopes of ${count} heads`).waitFor();
    const [released] = ofTheCore('slopes', { heads: [count] });
    const [geometric] = ofTheCore('slopes_geometric', { heads: [count] });
    const { rows } = await takenData(page, shown);
    close(column(rows, 1), released);
    close(column(rows, 2), geometric);
    const [dots = []] = await dotsOf(shown.locator('posenc-line-plot'));
    const line = await shown.locator('posenc-line-plot').evaluate((plot) =>
      [
        ...(plot.shadowRoot
          ?.querySelector('path.dashed')
          ?.getAttribute('d')
          ?.matchAll(/,([\d.]+)/g) ?? []),
      ].map((place) => Number(place[1])),
    );
    assert.equal(dots.length, count);
    /** Pixels to a doubling, by the dashed line. */
    const unit =
      ((line.at(-1) ?? 0) - (line[0] ?? 0)) / Math.log2(geometric[0] / geometric[count - 1]);
    for (const [head, { y }] of dots.entries()) {
      const wanted = (line[0] ?? 0) + unit * Math.log2(geometric[0] / released[head]);
      assert.ok(Math.abs(y - wanted) < 0.5, `${y}, not ${wanted}`);
    }
  }
  await shown
    .getByText(
      '12 heads: the first 8 slopes are those of 8 heads; the rest are every other slope of 16 heads',
    )
    .waitFor();
  await set(shown, 'heads', 1);
  await shown.getByText('One head, one slope: 1/256').waitFor();
  await set(shown, 'heads', 16);
  await shown.getByText('Each head’s slope is 0.7071 times the previous one').waitFor();
  await set(shown, 'heads', 2.5);
  await shown
    .getByText('In this figure, heads must be a whole number from 1 to 64 but got 2.5.')
    .waitFor();
});

/**
 * The rows of the plot in which words fade: the height of each step of a silhouette, or the opacity of each word, and the
 * words that are underlined. @param {Locator} shown
 */
const faded = (shown) =>
  shown.locator('posenc-fading-plot').evaluate((plot) =>
    [...(plot.shadowRoot?.querySelectorAll('g.row') ?? [])].map((row) => {
      const path = row.querySelector('path.profile')?.getAttribute('d') ?? '';
      const floor = Number(/^M[\d.-]+,([\d.-]+)/.exec(path)?.[1]);
      const [x1, x2] = ['x1', 'x2'].map((end) =>
        Number(row.querySelector('.half')?.getAttribute(end)),
      );
      return {
        heights: [...path.matchAll(/V([\d.-]+)H/g)].map(([, up]) => floor - Number(up)),
        underlined: (x2 ?? NaN) - (x1 ?? NaN),
        name: row.querySelector('text.name')?.textContent ?? '',
        slope: row.querySelector('text.slope')?.textContent ?? '',
        /** Of the thin line, the row's most. */
        most: floor - Number(row.querySelector('.most')?.getAttribute('y1')),
      };
    }),
  );

/** The core's attention of each head from a query, and last without bias. @param {number} heads @param {number} query */
const attentionOf = (heads, query) => {
  const keys = query + 1;
  /** @type {number[][]} */
  const core = ofTheCore('causal_attention_equal_logits', {
    heads,
    query_len: 1,
    key_len: keys,
  }).flat();
  return [...core, upTo(keys).map(() => 1 / keys)];
};

/** How many of the nearest keys hold half. @param {number[]} row */
const halfOf = (row) => {
  let held = 0;
  return 1 + [...row].reverse().findIndex((share) => (held += share) >= 0.5 - 1e-12);
};

test('attention: a row for each head, as high as in the core, and none for later keys', async () => {
  const { page, shown } = await withFigures('<posenc-alibi-attention></posenc-alibi-attention>');
  for (const query of [63, 20]) {
    await set(shown, 'query position', query);
    await shown.getByText(`attention of the query at ${query},`).waitFor();
    const keys = query + 1;
    const all = attentionOf(8, query);
    const { rows } = await takenData(page, shown);
    assert.equal(rows.length, keys);
    for (const [n, row] of all.entries()) close(column(rows, n + 1), row);
    const drawn = await faded(shown);
    assert.deepEqual(
      drawn.map(({ name, slope }) => [name, slope]),
      [...upTo(8).map((head) => [`${head + 1}`, `1/${2 ** (head + 1)}`]), ['no bias', '']],
    );
    for (const [n, { heights, underlined, most }] of drawn.entries()) {
      const row = all[n] ?? [];
      close(
        heights,
        row.map((share) => (most * share) / (row.at(-1) ?? NaN)),
        0.1,
      );
      // In words, by the line that underlines all of them.
      const word = ((drawn[8]?.underlined ?? NaN) + 2) / halfOf(all[8] ?? []);
      assert.equal(Math.round((underlined + 2) / word), halfOf(row));
    }
    const [first, last, none] = [all[0], all[7], all[8]].map((row) => halfOf(row ?? []));
    await shown
      .getByText(`${first} for head 1, ${last} for head 8, ${none} without bias`)
      .waitFor();
    assert.equal(
      await shown.locator('figcaption').innerText(),
      `Head 1: ${first} of ${keys} words get half`,
    );
  }
  await set(shown, 'positions', 16);
  await shown.getByText('attention of the query at 15,').waitFor();
  const slider = shown.locator('posenc-number[label="query position"] input[type=range]');
  assert.equal(await slider.getAttribute('max'), '15');
});

test('attention: the rows under a sentence are as high as in the core, from the query that is dragged to', async () => {
  const { page, shown } = await withFigures(
    '<posenc-alibi-attention text="The dog we saw by the old gate ran" query="8"></posenc-alibi-attention>',
  );
  const assertFaded = async (/** @type {number} */ query) => {
    await shown.getByText(`attention of the query at ${query},`).waitFor();
    const all = attentionOf(8, query);
    await expect(async () => {
      const drawn = await faded(shown);
      assert.equal(drawn.length, 9);
      for (const [n, { heights, most }] of drawn.entries()) {
        const row = all[n] ?? [];
        close(
          heights,
          row.map((share) => (most * share) / (row.at(-1) ?? NaN)),
          0.1,
        );
      }
    }).toPass({ timeout: 30_000 });
  };
  await assertFaded(8);
  assert.equal(await shown.locator('figcaption').innerText(), 'The farther back, the quieter');
  const handle = shown.getByRole('slider', { name: 'query', exact: true });
  const box = await handle.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // A word is a little wider than its handle.
  await page.mouse.move(box.x - 1.6 * box.width, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await assertFaded(6);
  assert.equal(await shown.locator('figcaption').innerText(), 'What “old” can hear');
  await handle.press('ArrowLeft');
  await assertFaded(5);
  await handle.press('End');
  await assertFaded(8);
  await shown.locator('.box').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await shown.getByText(/^head 1, “gate”, 1 back: attention 0\.\d+$/).waitFor();
  // A word is chosen as the query by pressing it.
  const words = await shown.locator('posenc-fading-plot .chosen').nth(3).boundingBox();
  assert.ok(words);
  await page.mouse.click(words.x + words.width / 2, words.y + words.height / 2);
  await assertFaded(3);
});

test('attention: with any number of heads there are the same parts, and nothing below moves', async () => {
  const { page, shown } = await withFigures(
    '<posenc-alibi-attention text="One day the dog we met by the sea ran" query="9" heads="4"></posenc-alibi-attention>',
  );
  const height = async () => (await shown.locator('posenc-fading-plot svg').boundingBox())?.height;
  for (const width of [1280, 342]) {
    await setWidth(page, width);
    /** @type {Set<number | undefined>} */
    const allHeights = new Set();
    for (const heads of [4, 1, 8, 16]) {
      await set(shown, 'heads', heads);
      await expect(shown.locator('posenc-fading-plot g.row')).toHaveCount(heads + 1);
      allHeights.add(await height());
      // The query's word is on its handle.
      assert.equal(await shown.locator('posenc-fading-plot .word').count(), 11);
      const all = attentionOf(heads, 9);
      for (const [n, { name, slope, heights, most }] of (await faded(shown)).entries()) {
        const row = all[n] ?? [];
        assert.equal(name, n < heads ? `${n + 1}` : 'no bias');
        assert.equal(slope !== '', n < heads, `slope of row ${n} of ${heads} heads`);
        assert.ok(most >= 5, `row ${n} of ${heads} heads at ${width} px: ${most} px`);
        close(
          heights.map((one) => one / most),
          row.map((share) => share / (row.at(-1) ?? NaN)),
          0.02,
        );
      }
    }
    assert.equal(allHeights.size, 1, `${[...allHeights].join(', ')} at ${width} px`);
  }
});

test('buckets: the steps of the core, in both directions', async () => {
  const { page, shown } = await withFigures('<posenc-buckets></posenc-buckets>');
  for (const [direction, from, to, title] of /** @type {const} */ ([
    [
      'bidirectional',
      -160,
      160,
      'Short distances, 0 to 7, have a bucket each; all keys 91 or more positions before the query share bucket 15',
    ],
    [
      'causal',
      -160,
      0,
      'Short distances, 0 to 15, have a bucket each; all keys 113 or more positions before the query share bucket 31',
    ],
  ])) {
    await shown.getByLabel('direction').selectOption(direction);
    await shown.getByText(title).waitFor();
    const [, far = ''] = /all keys (\d+) or more/.exec(title) ?? [];
    await shown.getByText(`All from ${far} on share a bucket`, { exact: true }).waitFor();
    const relative = upTo(to - from + 1).map((n) => n + from);
    /** @type {number[]} */
    const core = ofTheCore('t5_buckets', {
      bidirectional: direction === 'bidirectional',
      num_buckets: 32,
      max_distance: 128,
      relative_positions: relative,
    });
    const { rows } = await takenData(page, shown);
    assert.deepEqual(
      rows,
      relative.map((position, n) => [position, core[n]]),
    );
    const drawn = await curves(shown.locator('posenc-line-plot'));
    assert.equal(drawn.length, direction === 'causal' ? 1 : 2);
    for (const [n, position] of relative.entries()) {
      // Two points for each level part: the bucket is that of the part over the position.
      const part = drawn.flatMap(({ x, y }) =>
        upTo(x.length / 2).flatMap((at) => {
          const [start = NaN, end = NaN] = [x[2 * at], x[2 * at + 1]];
          return start < position && position < end ? [y[2 * at] ?? NaN] : [];
        }),
      );
      close(part, [core[n] ?? NaN], 0.15);
    }
    // The name of the tinted part is above it.
    const { band, name } = await shown.locator('posenc-line-plot').evaluate((plot) => {
      const svg = plot.shadowRoot?.querySelector('svg');
      const label = [...(svg?.querySelectorAll('text') ?? [])].find(
        (text) => text.textContent === 'one each',
      );
      return {
        band: svg?.querySelector('rect.stretch')?.getBoundingClientRect(),
        name: label?.getBoundingClientRect(),
      };
    });
    assert.ok(band && name);
    assert.ok(name.bottom <= band.top + 1, 'above');
    const middle = (/** @type {DOMRect} */ { left, right }) => (left + right) / 2;
    assert.ok(Math.abs(middle(name) - middle(band)) < 30, 'over its middle');
    const last = core.indexOf(core[0] ?? 0, 0) === 0 ? core.lastIndexOf(core[0] ?? 0) : NaN;
    assert.match(title, new RegExp(` ${-(relative[last] ?? NaN)} or more`));
  }
  await shown.locator('.box').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  await shown.getByText('the query’s own position: bucket 0, for this distance alone').waitFor();
  await set(shown, 'buckets', 1);
  await shown.getByText('[t5] buckets must be at least 2 but got 1').waitFor();
});

test('spectrum: the magnitudes of the core, its peak and what leaks', async () => {
  const { page, shown } = await withFigures('<posenc-spectrum></posenc-spectrum>');
  const spectrum = shown.locator('posenc-line-plot').nth(1);
  for (const [dimension, positions] of /** @type {const} */ ([
    [10, 64],
    [31, 50],
    [60, 64],
  ])) {
    await set(shown, 'positions', positions);
    await set(shown, 'dimension', dimension);
    await shown
      .getByText(new RegExp(`^Dimension ${dimension}, .* periods in ${positions} positions$`))
      .waitFor();
    const params = { d_model: 128, base, column: dimension, n: positions };
    /** @type {number[]} */
    const core = ofTheCore('dft_magnitude', params);
    const peak = ofTheCore('dft_peak', params);
    const drawn = await points(spectrum);
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
    await spectrum.getByText(`peak: bin ${peak}`).waitFor();
    const { rows } = await takenData(page, shown);
    close(column(rows, 4).slice(0, core.length), core);
    const wave = ofTheCore('table', { d_model: 128, base, positions: upTo(positions) });
    close(column(rows, 1), column(wave, dimension));
    const sum = (/** @type {number[]} */ values) => values.reduce((all, one) => all + one, 0);
    const leaked = 1 - sum(core.slice(Math.max(0, peak - 1), peak + 2)) / sum(core);
    await shown
      .getByText(
        `its spectrum; in red, leakage: ${(100 * leaked).toFixed(1)}\u202f% of the summed magnitudes`,
      )
      .waitFor();
    const meant =
      peak === 0
        ? 'a constant'
        : `a wave of ${Number((positions / peak).toPrecision(4))} positions`;
    assert.match(
      (await shown.locator('.summary').first().textContent()) ?? '',
      new RegExp(`the highest is bin ${peak}, ${meant}, with`),
    );
    await shown
      .locator('figcaption')
      .filter({
        hasText:
          peak === 0
            ? 'Too slow to be seen'
            : leaked >= 0.25
              ? 'One peak, and it leaks'
              : 'One peak, a little leakage',
      })
      .waitFor();
  }
  const drawnWave = await points(shown.locator('posenc-line-plot').first());
  close(
    column(drawnWave, 1),
    column(ofTheCore('table', { d_model: 128, base, positions: upTo(64) }), 60),
    0.02,
  );

  // A window of 64 positions that holds one period of pair 1 of d = 4 whole: 2 pi sqrt(base) = 64.
  await set(shown, 'width d', 4);
  await set(shown, 'dimension', 2);
  await set(shown, 'base', (32 / Math.PI) ** 2);
  await shown.getByText('Dimension 2, the sine of pair 1: 1 period in 64 positions').waitFor();
  await shown.getByText('in red, leakage: 0.0\u202f%').waitFor();
  await shown.locator('figcaption').filter({ hasText: 'One peak, almost alone' }).waitFor();
  await set(shown, 'dimension', 4);
  await shown.getByText(/dimension must be .* but got 4/).waitFor();
});

test('kernel: the curves of the core, where they rise again, and exp(-distance) for contrast', async () => {
  const { page, shown } = await withFigures('<posenc-kernel></posenc-kernel>');
  await shown
    .getByText('after distance 3 (d = 16), 5 (d = 64), 11 (d = 128) and 43 (d = 512)')
    .waitFor();
  const offsets = upTo(61);
  const core = [
    ofTheCore('exponential_decay', { offsets }),
    ...[16, 64, 128, 512].map((d) => ofTheCore('kernel_mean_cos', { d_model: d, base, offsets })),
  ];
  close([core[1][10], core[1][20]], [0.456, 0.722], 0.001);
  const { head, rows } = await takenData(page, shown);
  const limitName = '1 - (ln distance + 0.577) / ln base';
  const names = [16, 64, 128, 512].map((d) => `d = ${d}`);
  assert.deepEqual(head, ['distance', ...names, 'exp(-distance)', limitName]);
  for (const [n, at] of [5, 1, 2, 3, 4].entries()) close(column(rows, at), core[n]);
  const limit = ofTheCore('similarity_limit', { base, offsets: offsets.slice(1) });
  close(column(rows, 6).slice(1), limit);
  const drawn = await curves(shown.locator('posenc-line-plot'));
  for (const [n, { x, y }] of drawn.entries()) {
    const isLimit = n === 5;
    close(x, isLimit ? offsets.slice(1) : offsets, 0.1);
    close(y, isLimit ? limit : core[n], 0.005);
  }
  assert.deepEqual(
    drawn.map(({ dashed }) => dashed),
    [true, false, false, false, false, true],
  );
  const colors = await shown
    .locator('posenc-line-plot path.line')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
  assert.equal(new Set(colors).size, 6, 'each curve has its own color');
  // At base 2 the limit is negative at once: it is not drawn.
  await set(shown, 'base', 2);
  await shown.getByText('base 2:').waitFor();
  assert.equal((await curves(shown.locator('posenc-line-plot'))).length, 5);
  await set(shown, 'base', 1);
  await shown.getByText('base 1:').waitFor();
  await set(shown, 'base', base);
  await shown.getByLabel('widths').fill('512');
  await set(shown, 'largest distance', 40);
  await shown.getByText('no curve rises again up to distance 40').waitFor();
  await shown.getByLabel('widths').fill('16, 7');
  await shown.getByLabel('widths').press('Enter');
  await shown.getByText('dimension must be a positive even number but got 7').waitFor();
});

test('near-collision: two codes and their similarity are the core’s; the second position is dragged', async () => {
  const { page, shown } = await withFigures('<posenc-near-collision></posenc-near-collision>');
  const caption = shown.locator('figcaption');
  await caption.getByText('44 looks almost like 0').waitFor();
  const check = async (/** @type {number} */ d, /** @type {number} */ first) => {
    const { head, rows } = await takenData(page, shown);
    assert.deepEqual(head.slice(0, 3), ['position', `similarity to ${first}`, 'dimension 0']);
    const offsets = upTo(61).map((at) => at - first);
    close(column(rows, 1), ofTheCore('kernel_mean_cos', { d_model: d, base, offsets }));
    const table = ofTheCore('table', { d_model: d, base, positions: upTo(61) });
    for (const [n, row] of table.entries()) close(rows[n]?.slice(2) ?? [], row);
    // A dot at each position, and a ring around those that are close.
    const similarities = column(rows, 1);
    const xOf = (/** @type {string} */ kind) =>
      shown
        .locator(`posenc-codes-plot circle.${kind}`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('cx')));
    const dots = await xOf('dot');
    assert.equal(dots.length, similarities.length);
    const ringed = (await xOf('ring')).map((x) => dots.indexOf(x));
    const isClose = (/** @type {number} */ n) => n !== first && (similarities[n] ?? 0) >= 0.95;
    assert.deepEqual(ringed, upTo(61).filter(isClose));
    return table;
  };
  await check(2, 0);
  await shown
    .getByText('Positions with a similarity of 0.95 or more: 6, 19, 25, 38, 44, 50.')
    .waitFor();
  await set(shown, 'width d', 4);
  await caption.getByText('44 comes close to 0').waitFor();
  const table = await check(4, 0);
  // A mark between two cells is as high as they differ: 12 px for a difference of 1.
  const marks = await shown
    .locator('posenc-codes-plot rect.apart')
    .evaluateAll((all) => all.map((mark) => Number(mark.getAttribute('height'))));
  close(
    marks,
    table[0].map((/** @type {number} */ value, /** @type {number} */ n) =>
      Math.max(1, 12 * Math.abs(value - table[44][n])),
    ),
    1e-9,
  );
  // Its handle follows the pointer, and keeps to whole positions.
  const grip = shown.locator('posenc-codes-plot rect.grip');
  const handle = shown.locator('posenc-codes-plot circle.second');
  const to = async (/** @type {number} */ position) => {
    const box = await grip.boundingBox();
    const x = (box?.x ?? 0) + 14 + (((box?.width ?? 0) - 28) * position) / 60;
    await page.mouse.move(x, (box?.y ?? 0) + 50);
  };
  await to(44);
  await page.mouse.down();
  await to(19.2);
  await caption.getByText('19 comes close to 0').waitFor();
  await to(90);
  await caption.getByText('60 differs from 0').waitFor();
  await to(0);
  await page.mouse.up();
  await caption.getByText('The same position twice').waitFor();
  assert.equal(await handle.getAttribute('cx'), '30');
  await set(shown, 'first position', 6);
  await check(4, 6);
  await set(shown, 'second position', 1001);
  await shown.getByText('must be a whole number from 0 to 1000 but got 1001').waitFor();
});

test('the state in the address is restored', async () => {
  const { page } = await withFigures(tags.map((tag) => `<${tag}></${tag}>`).join(''), {
    search:
      '?extension.method=pi&extension.factor=4&alibi-bias.heads=2&alibi-slopes.heads=4&alibi-attention.query=30&buckets.direction=causal&spectrum.dimension=0&kernel.widths=32&near-collision.second=19',
  });
  for (const [tag, words] of /** @type {const} */ ([
    ['posenc-extension', 'Position interpolation slows all 64 pairs by the full factor of 4'],
    ['posenc-alibi-bias', 'head 2 only 0.0586'],
    ['posenc-alibi-slopes', 'Each head’s slope is 1/4 times the previous one'],
    ['posenc-alibi-attention', 'attention of the query at 30,'],
    ['posenc-buckets', 'Short distances, 0 to 15,'],
    ['posenc-spectrum', 'Dimension 0, the sine of pair 0'],
    ['posenc-kernel', '(d = 32)'],
    ['posenc-near-collision', '19 comes close to 0'],
  ])) {
    const shown = await figure(page, tag);
    await shown.getByText(words).first().waitFor();
  }
});

test('nothing sticks out, of the page or of a picture taken away', async () => {
  const body = [
    ...tags.map((tag) => `<${tag}></${tag}>`),
    '<posenc-alibi-slopes id="b" heads="12"></posenc-alibi-slopes>',
  ];
  const { page, context } = await withFigures(body.join(''), { options: {} });
  for (const width of [1280, 342]) {
    await setWidth(page, width);
    for (const tag of [...tags, '#b']) {
      const shown = await figure(page, tag);
      const out = await sticksOut(context, await takenPicture(page, shown));
      assert.deepEqual(out, [], `${tag} at ${width} px`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});
