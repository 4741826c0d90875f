// The figures of order, of adding and of learned tables against what the posenc command computes. Each on a page of its
// own, as any page may hold it.
import assert from 'node:assert/strict';
import {
  assertSame,
  close,
  column,
  legendStep,
  painted,
  points,
  set,
  takenData,
  sticksOut,
  takenPicture,
} from './reading.mjs';
import { figure, ofTheCore, setWidth, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const largest = (/** @type {number[][]} */ matrix) => Math.max(...matrix.flat().map(Math.abs));
const tenthsAbove = (/** @type {number} */ value) => Math.ceil(value * 10) / 10;
/** As the page writes it. @param {number} value @param {number} digits */
const small = (value, digits) => {
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e-');
  return `${mantissa} × 10⁻${[...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`.replaceAll(
    ' ',
    '\u00a0',
  );
};

// "the dog bit the man": equal words have equal tokens.
const tokens = [0, 1, 2, 0, 3];
const attention = (/** @type {object} */ how) =>
  ofTheCore('permuted_attention', { d_model: 16, seed: 1, tokens, ...how });

/**
 * The weights that the disks of a picture show, by the given places of their words, once it is at rest: a disk that fills
 * its cell is 1, and areas are as the weights.
 * @param {Locator} shown @param {'given' | 'reordered'} side
 */
const disks = (shown, side) =>
  shown.locator('posenc-attention-plot').evaluate(async (plot, side) => {
    const picture = () => {
      const own = plot.shadowRoot?.querySelectorAll(`circle[data-side=${side}]:not(.ring)`) ?? [];
      return [...own].map((disk) => ({
        query: Number(disk.getAttribute('data-query')),
        key: Number(disk.getAttribute('data-key')),
        x: Number(disk.getAttribute('cx')),
        y: Number(disk.getAttribute('cy')),
        r: Number(disk.getAttribute('r')),
      }));
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let before = ''; before !== JSON.stringify(picture());) {
      before = JSON.stringify(picture());
      for (let n = 0; n < 5; n++) await frame();
    }
    return picture();
  }, side);

/** The rows or columns of a picture by where they are, from 0. @param {{at: number, word: number}[]} places */
const inOrder = (places) =>
  [...new Map(places.map(({ at, word }) => [word, at]))]
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);

/** @param {Locator} shown @param {number[][]} weights @param {number[]} order @param {'given' | 'reordered'} side */
async function assertDisks(shown, weights, order, side) {
  const drawn = await disks(shown, side);
  assert.equal(drawn.length, order.length ** 2);
  assert.deepEqual(inOrder(drawn.map(({ key, x }) => ({ at: x, word: key }))), order);
  assert.deepEqual(inOrder(drawn.map(({ query, y }) => ({ at: y, word: query }))), order);
  const between = (/** @type {number[]} */ all) => {
    const [one = 0, next = 0] = [...new Set(all)].sort((a, b) => a - b);
    return next - one;
  };
  const cell = Math.min(between(drawn.map(({ x }) => x)), between(drawn.map(({ y }) => y)));
  for (const { query, key, r } of drawn) {
    const weight = weights[order.indexOf(query)]?.[order.indexOf(key)] ?? NaN;
    const shownWeight = (r / (cell / 2 - 1)) ** 2;
    assert.ok(Math.abs(shownWeight - weight) < 0.004, `${shownWeight}, not ${weight}`);
  }
}

/** @param {Page} page @param {Locator} shown @param {any} core @param {number[]} order */
async function assertShowsAttention(page, shown, core, order) {
  const count = core.weights.length;
  await assertDisks(shown, core.weights, upTo(count), 'given');
  await assertDisks(shown, core.reordered_weights, order, 'reordered');
  const outputs = shown.getByLabel('show the outputs');
  await outputs.check();
  const limit = tenthsAbove(Math.max(largest(core.outputs), largest(core.reordered_outputs)));
  for (const [nth, matrix] of [core.outputs, core.reordered_outputs].entries()) {
    const how = { rows: count, cols: 16, lowest: -limit, highest: limit, nth };
    assertSame(await painted(shown, how), matrix, legendStep(2 * limit));
  }
  await outputs.uncheck();
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head.slice(0, 5), [
    ...['sequence', 'place', 'word', 'given place'],
    'weight on place 0',
  ]);
  for (const n of upTo(count)) {
    close((rows[n] ?? []).slice(4), [...core.weights[n], ...core.outputs[n]]);
    close((rows[count + n] ?? []).slice(4), [
      ...core.reordered_weights[n],
      ...core.reordered_outputs[n],
    ]);
  }
}

const chips = (/** @type {Locator} */ shown) => shown.locator('posenc-word-chips button');

/** @param {Locator} shown @param {string} order */
const hasOrder = (shown, order) =>
  shown
    .page()
    .waitForFunction(
      ([tag, order]) => /** @type {any} */ (document.querySelector(tag ?? ''))?.order === order,
      ['posenc-order', order],
    );

test(
  'order: attention moves with the words, and the numbers are the core’s',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await withFigures('<posenc-order></posenc-order>');
    const core = attention({ order: [3, 4, 2, 0, 1] });
    assert.equal(core.equivariant, true);
    await shown.getByText('Same weights, just moved').waitFor();
    await assertShowsAttention(page, shown, core, [3, 4, 2, 0, 1]);
    for (const difference of ['weight', 'output', 'pooled']) {
      await shown
        .locator('.measured b')
        .filter({ hasText: small(core[`${difference}_difference`], 2) })
        .first()
        .waitFor();
    }
    await shown.getByText('outputs: equivariant').waitFor();
    await shown.getByText('mean output: invariant').waitFor();
  },
);

test('order: put back, each disk fills the ring of its weight as given', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  const core = attention({ order: [3, 4, 2, 0, 1] });
  await shown.getByRole('button', { name: 'Put back' }).click();
  await shown.getByText(`Equal to within ${small(core.weight_difference, 2)}`).waitFor();
  const lie = async () => {
    const moved = await disks(shown, 'reordered');
    const rings = await shown
      .locator('circle.ring')
      .evaluateAll((all) =>
        all.map((ring) =>
          ['query', 'key']
            .map((name) => Number(ring.getAttribute(`data-${name}`)))
            .concat(['cx', 'cy', 'r'].map((name) => Number(ring.getAttribute(name)))),
        ),
      );
    assert.equal(rings.length, moved.length);
    return rings.map(([query, key, x = NaN, y = NaN, r = NaN]) => {
      const disk = moved.find((one) => one.query === query && one.key === key);
      assert.ok(disk);
      close([disk.x, disk.y], [x, y], 1e-3);
      return Math.abs(r - 0.75 - disk.r);
    });
  };
  assert.ok(Math.max(...(await lie())) < 0.02, 'equal weights, equal disks');
  await shown.getByText('only rounding').waitFor();
  // The order stays as it was set.
  await hasOrder(shown, '3, 4, 2, 0, 1');
  await shown.getByLabel('causal mask').check();
  const masked = attention({ order: [3, 4, 2, 0, 1], mask: 'causal' });
  await shown.getByText(`Off by up to ${masked.weight_difference.toPrecision(2)}`).waitFor();
  assert.ok(Math.max(...(await lie())) > 3, 'other weights, other disks');
  await shown.getByText('not just rounding').waitFor();
  await shown.getByRole('button', { name: 'Take apart' }).click();
  await assertDisks(shown, masked.reordered_weights, [3, 4, 2, 0, 1], 'reordered');
  await page.keyboard.press('Escape');
});

test('order: a cell that is read lights its twin in the other order', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  await disks(shown, 'reordered');
  await shown.locator('posenc-attention-plot .box').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const core = attention({ order: [3, 4, 2, 0, 1] });
  const weight = core.weights[1][1].toFixed(4);
  await shown
    .getByText(`dog → dog: ${weight}; reordered ${core.reordered_weights[4][4].toFixed(4)}`)
    .waitFor();
  const lit = await shown
    .locator('.cursor:not(.halo)')
    .evaluateAll((all) =>
      all.map((box) => [
        Number(box.getAttribute('x')) - 1 + (Number(box.getAttribute('width')) + 2) / 2,
      ]),
    );
  const own = (await disks(shown, 'given')).find(({ query, key }) => query === 1 && key === 1);
  const twin = (await disks(shown, 'reordered')).find(({ query, key }) => query === 1 && key === 1);
  close(lit.flat(), [own?.x ?? NaN, twin?.x ?? NaN], 1e-3);
});

test('order: with less motion the words are in their places at once', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>', {
    options: { reducedMotion: 'reduce' },
  });
  const x = () =>
    shown
      .locator('circle[data-side=reordered][data-query="1"][data-key="1"]')
      .first()
      .getAttribute('cx');
  const before = await x();
  await shown.getByRole('button', { name: 'Put back' }).click();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const after = await x();
  assert.notEqual(after, before);
  const given = (await disks(shown, 'reordered')).find(
    ({ query, key }) => query === 1 && key === 1,
  );
  assert.equal(Number(after), given?.x);
});

test('order: positions or a mask break the equality, and the title says so', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  const order = [3, 4, 2, 0, 1];
  await shown.getByLabel('positions').check();
  const positions = attention({ order, encoding: 'sinusoidal' });
  await shown.getByText('Now the order counts').waitFor();
  await shown.getByText('mean output: not invariant').waitFor();
  await assertShowsAttention(page, shown, positions, order);
  await shown.getByLabel('positions').uncheck();
  await shown.getByText('Same weights, just moved').waitFor();
  await shown.getByLabel('causal mask').check();
  await shown.getByText('Now the order counts').waitFor();
  await assertShowsAttention(page, shown, attention({ order, mask: 'causal' }), order);
});

test('order: words are moved by dragging, with keys, and by choosing two', async () => {
  const { page, shown } = await withFigures('<posenc-order order="0, 1, 2, 3, 4"></posenc-order>');
  await shown.getByText('Drag a word').waitFor();
  const middle = async (/** @type {number} */ place) => {
    const box = await chips(shown).nth(place).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle(1), await middle(4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 6, to.y + 3, { steps: 12 });
  await hasOrder(shown, '0, 2, 3, 4, 1');
  await page.mouse.up();
  // The click that ends a drag picks nothing.
  assert.equal(await shown.locator('.picked').count(), 0);
  await shown.getByText('“dog” is at place 5. The order is: the bit the man dog.').waitFor();
  await shown.getByText('Same weights, just moved').waitFor();
  const moved = [0, 2, 3, 4, 1];
  await assertShowsAttention(page, shown, attention({ order: moved }), moved);

  await chips(shown).nth(4).focus();
  await page.keyboard.press('ArrowLeft');
  await hasOrder(shown, '0, 2, 3, 1, 4');
  await page.keyboard.press('ArrowLeft');
  await hasOrder(shown, '0, 2, 1, 3, 4');
  await page.keyboard.press('Home');
  await hasOrder(shown, '1, 0, 2, 3, 4');
  await shown.getByText('“dog” is at place 1.').waitFor();
  const focus = await shown
    .locator('posenc-word-chips')
    .evaluate((element) => element.shadowRoot?.activeElement?.textContent?.trim());
  assert.match(focus ?? '', /^dog, place 1 of 5, given at place 2/, 'the focus goes with the word');

  await chips(shown).nth(0).click();
  await chips(shown).nth(1).click();
  await hasOrder(shown, '0, 1, 2, 3, 4');
  await shown.getByText('Drag a word').waitFor();
  await shown.getByRole('button', { name: 'Shuffle' }).click();
  await shown.getByText('Drag a word').waitFor({ state: 'detached' });
});

test('order: other words, an order that does not fit, and one that is none', async () => {
  const { shown } = await withFigures('<posenc-order></posenc-order>');
  await shown.getByRole('button', { name: '“the cat sat on the mat”' }).click();
  await hasOrder(shown, '4, 5, 2, 3, 0, 1');
  await shown.getByText('Same weights, just moved').waitFor();
  const words = shown.getByLabel('words', { exact: true });
  await words.fill('time flies');
  await words.press('Enter');
  await hasOrder(shown, '0, 1');
  await shown.getByText('Drag a word').waitFor();
  const order = shown.getByLabel('order', { exact: true });
  await order.fill('1, 1');
  await order.press('Enter');
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[permutation\] order must have each number once/ })
    .waitFor();
  await order.fill('1, 0');
  await order.press('Enter');
  await shown.getByText('Same weights, just moved').waitFor();
  await words.fill('a b c d e f g h i j k l m');
  await words.press('Enter');
  await shown.getByText('This figure shows 1 to 12 words but got 13.').waitFor();
  await words.fill('a b c d e f g h i j k l');
  await words.press('Enter');
  await hasOrder(shown, upTo(12).join(', '));
});

test('order: the address restores it', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>', {
    search: '?order.words=cats+chase+cats&order.order=1,0,2&order.encoding=sinusoidal&order.seed=3',
  });
  await hasOrder(shown, '1,0,2');
  const core = attention({ seed: 3, tokens: [0, 1, 0], order: [1, 0, 2], encoding: 'sinusoidal' });
  await assertShowsAttention(page, shown, core, [1, 0, 2]);
});

const widths = [8, 16, 32, 64, 128, 256, 512, 1024];
const sum = (/** @type {object} */ how) =>
  ofTheCore('parts_of_sum', {
    ...{ base: 10000, position: 50, standard_deviation: 1, tokens: 200, seed: 1, widths },
    ...how,
  });

test('sum: norms and angles of the core, and the angle closes in on 90 degrees', async () => {
  const { page, shown } = await withFigures('<posenc-sum></posenc-sum>');
  const core = sum({});
  const { rows } = await takenData(page, shown);
  close(column(rows, 0), widths);
  close(column(rows, 1), core.token_norms);
  close(column(rows, 2), core.position_norms);
  close(column(rows, 3), core.angles);
  close(column(rows, 4), core.angle_spreads);
  const plots = shown.locator('posenc-line-plot');
  const norms = await points(plots.nth(0), true);
  close(column(norms, 1), [...core.position_norms, ...core.token_norms], 0.03);
  const angles = await points(plots.nth(1));
  close(column(angles, 1), core.angles, 0.02);
  const marks = await plots.nth(1).locator('svg text').allTextContents();
  for (const mark of ['0', '90', '180']) {
    assert.ok(
      marks.map((text) => text.trim()).includes(mark),
      'all angles that two vectors can make',
    );
  }
  const angle = `${core.angles[7].toFixed(1)}° ± ${core.angle_spreads[7].toFixed(1)}°`;
  await shown.getByText('Nearly at right angles').waitFor();
  await shown.getByText(`At d = 1024: ${angle}, the word 1.4 times as long`).waitFor();

  await shown.getByLabel('words ×').selectOption('sqrt_d');
  await shown.getByText('times √d').waitFor();
  const scaled = await takenData(page, shown);
  close(column(scaled.rows, 1), sum({ scaling: 'sqrt_d' }).token_norms);
  await set(shown, 'loudness of words', 0.0001);
  await shown.getByText(/, the position .* times as long as the word/).waitFor();
  await set(shown, 'loudness of words', 0);
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[addition\] loudness of words must be/ })
    .waitFor();
});

test('sum: the address restores it', async () => {
  const { page, shown } = await withFigures('<posenc-sum></posenc-sum>', {
    search: '?sum.position=7&sum.standard-deviation=0.02&sum.scaling=sqrt_d&sum.seed=4',
  });
  const { rows } = await takenData(page, shown);
  const core = sum({ position: 7, standard_deviation: 0.02, scaling: 'sqrt_d', seed: 4 });
  close(column(rows, 1), core.token_norms);
  close(column(rows, 3), core.angles);
});

test('learned: both tables, each with colours of its own', async () => {
  const { page, shown } = await withFigures('<posenc-learned></posenc-learned>');
  const waves = ofTheCore('table', { d_model: 64, base: 10000, positions: upTo(50) });
  const table = (/** @type {number} */ standard_deviation) =>
    ofTheCore('learned_table', { rows: 50, cols: 64, seed: 1, standard_deviation });
  assertSame(await painted(shown, { rows: 50, cols: 64 }), waves, legendStep(2));
  const clipped = (/** @type {number[][]} */ matrix, /** @type {number} */ limit) =>
    matrix.map((row) => row.map((value) => Math.max(-limit, Math.min(limit, value))));
  const within = { rows: 50, cols: 64, lowest: -0.06, highest: 0.06, nth: 1 };
  assertSame(await painted(shown, within), clipped(table(0.02), 0.06), legendStep(0.12));
  await shown.getByText(`noise up to ${largest(table(0.02)).toPrecision(2)}`).waitFor();
  await shown.getByText('from −0.06 to 0.06 (3 std)').waitFor();
  await set(shown, 'std', 0.5);
  await shown.getByText('from −1.5 to 1.5').waitFor();
  const { rows } = await takenData(page, shown);
  const core = table(0.5);
  for (const [n, row] of rows.entries()) close(row, [n, ...waves[n], ...core[n]]);
  await set(shown, 'std', -1);
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[learned\]/ })
    .waitFor();
});

test('look-up: past its last row the table’s own error stands in its place, and the waves go on', async () => {
  const { page, shown } = await withFigures('<posenc-look-up></posenc-look-up>');
  const row = (/** @type {number} */ position) =>
    ofTheCore('table', { d_model: 64, base: 10000, positions: [position] })[0];
  const learned = ofTheCore('learned_table', {
    ...{ rows: 512, cols: 64, seed: 1, standard_deviation: 0.02 },
  });
  const both = await takenData(page, shown);
  close(column(both.rows, 1), row(100));
  close(column(both.rows, 2), learned[100]);
  assertSame(await painted(shown, { rows: 1, cols: 64 }), [row(100)], legendStep(2));
  await shown.getByText('both have a vector for it').waitFor();

  await set(shown, 'position', 512);
  await shown.getByText('a table of 512 rows has no answer').waitFor();
  await shown
    .locator('.refusal')
    .getByText('[learned] each of positions must be a whole number from 0 to 511')
    .waitFor();
  assert.equal(
    await shown.locator('#problem.error').textContent(),
    '',
    'the figure has not failed',
  );
  const alone = await takenData(page, shown);
  close(column(alone.rows, 1), row(512));
  assertSame(await painted(shown, { rows: 1, cols: 64 }), [row(512)], legendStep(2));
  await set(shown, 'position', 511);
  await shown.getByText('both have a vector for it').waitFor();
  const slider = shown.locator('posenc-number[label=position] input[type=range]');
  assert.equal(await slider.getAttribute('max'), '1024');
  await set(shown, 'rows of table', 64);
  await shown.getByText('a table of 64 rows has no answer').waitFor();
  assert.equal(await slider.getAttribute('max'), '128');
});

test('look-up: the address restores it', async () => {
  const { shown } = await withFigures('<posenc-look-up></posenc-look-up>', {
    search: '?look-up.position=20&look-up.rows=16&look-up.d-model=8',
  });
  await shown.getByText('Position 20: the waves go on, but a table of 16 rows').waitFor();
});

test('learned-trained: how alike rows are as training finds them and leaves them, and the table', async () => {
  const { page, shown } = await withFigures('<posenc-learned-trained></posenc-learned-trained>');
  await shown.getByText('Before training the rows are noise').waitFor();
  assert.equal(await shown.locator('.empty').count(), 2);
  const { head: headBefore } = await takenData(page, shown);
  assert.ok(!headBefore.some((name) => name.includes('step')));

  await shown.getByRole('button', { name: 'Train' }).click();
  await shown.getByText('Training is over: 300 steps').waitFor({ timeout: 90_000 });
  const caption = shown.locator('figcaption');
  await caption.filter({ hasText: /^\s*After 300 steps, \d+\u202f% right; similarity/ }).waitFor();
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(
    [head[1], head[17], head[33], head[65]],
    ['similarity before: 0', 'similarity step 300: 0', 'before: 0', 'step 300: 0'],
  );
  const [similarBefore, similarAfter] = [1, 17].map((at) =>
    rows.map((row) => row.slice(at, at + 16)),
  );
  const [before, after] = [33, 65].map((at) => rows.map((row) => row.slice(at, at + 32)));
  assert.ok(similarBefore && similarAfter && before && after);
  // As the command finds them; the sentence has the means of neighbors.
  for (const [table, similar] of [
    [before, similarBefore],
    [after, similarAfter],
  ]) {
    const expected = ofTheCore('row_similarities', { table });
    for (const [n, row] of expected.entries()) close(similar?.[n] ?? [], row);
  }
  const [first, last] = [before, after].map(
    (table) => ofTheCore('mean_row_similarities', { table })[0],
  );
  const shownAs = (/** @type {number} */ value) => value.toFixed(2).replace('-', '\u2212');
  assert.match(
    (await caption.textContent()) ?? '',
    new RegExp(`next to each other: from ${shownAs(first)} to ${shownAs(last)} on average`),
  );
  // Noise at first; then neighbors are alike, and what is far apart is the opposite.
  assert.ok(Math.abs(first) < 0.15 && last > 0.6, `${first} to ${last}`);
  assert.ok(largest(before) < 0.1 && largest(after) > 0.3);
  // As the core itself trains it.
  const { loadCore } = await import('../../build/package/node.js');
  const core = await loadCore();
  const { id } = core.createTrainer({
    ...core.trainingDefaults('previous', 'learned'),
    ...{ seed: 1, steps: 300, longest: 16, tableRows: 16, tableStd: 0.02 },
    testLengths: Float64Array.of(16),
  });
  close(before.flat(), [...core.positionTable(id).table.values]);
  core.trainSteps(id, 300);
  const trained = core.positionTable(id).table;
  close(after.flat(), [...trained.values]);
  const { accuracy } = core.evaluateLength(id, 16);
  await shown
    .getByText(`${Math.round((accuracy ?? 0) * 100)}\u202f% right on new`)
    .first()
    .waitFor();
  const how = { rows: 16, cols: 16, lowest: -1, highest: 1, nth: 1 };
  assertSame(await painted(shown, how), similarAfter, legendStep(2));
  const limit = Math.ceil(largest(after) * 10) / 10;
  const ofTable = { rows: 16, cols: 32, lowest: -limit, highest: limit, nth: 3 };
  assertSame(await painted(shown, ofTable), after, legendStep(2 * limit));

  // Another seed is another model, not yet trained; a run can be stopped.
  await set(shown, 'seed', 2);
  await shown.locator('.sub').filter({ hasText: 'seed 2' }).waitFor();
  await shown.getByText('Before training the rows are noise').waitFor();
  await shown.getByRole('button', { name: 'Train' }).click();
  await shown.getByText(/^step \d+ of 300/).waitFor();
  await shown.getByRole('button', { name: 'Stop' }).click();
  await shown.getByText(/^Training is over: stopped at step/).waitFor();
  await shown.getByRole('button', { name: 'Train again' }).waitFor();
});

test('their pictures are taken away whole, and nothing sticks out at any width', async () => {
  const tags = [
    'posenc-order',
    'posenc-adding',
    'posenc-score-terms',
    'posenc-sum',
    'posenc-learned',
    'posenc-look-up',
  ];
  tags.push('posenc-learned-trained');
  const { page, context } = await withFigures(tags.map((tag) => `<${tag}></${tag}>`).join(''), {
    options: {},
  });
  for (const width of [1280, 360]) {
    await setWidth(page, width);
    for (const tag of tags) {
      const svg = await takenPicture(page, await figure(page, tag));
      assert.doesNotMatch(svg, /var\(--|class=/);
      const out = await sticksOut(context, svg);
      assert.deepEqual(out, [], `${tag} at ${width} px`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px wider than ${width}`);
  }
});
