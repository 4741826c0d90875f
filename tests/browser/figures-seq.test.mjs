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

/** @param {Page} page @param {Locator} shown @param {any} core */
async function assertShowsAttention(page, shown, core) {
  const count = core.weights.length;
  const highest = tenthsAbove(Math.max(largest(core.weights), largest(core.reordered_weights)));
  const limit = tenthsAbove(Math.max(largest(core.outputs), largest(core.reordered_outputs)));
  for (const [nth, matrix] of [core.weights, core.reordered_weights].entries()) {
    const seen = await painted(shown, { rows: count, cols: count, lowest: 0, highest, nth });
    assertSame(seen, matrix, legendStep(highest));
  }
  for (const [n, matrix] of [core.outputs, core.reordered_outputs].entries()) {
    const how = { rows: count, cols: 16, lowest: -limit, highest: limit, nth: 2 + n };
    assertSame(await painted(shown, how), matrix, legendStep(2 * limit));
  }
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
    const most = Math.max(core.weight_difference, core.output_difference);
    await shown
      .getByText(`Reordered words, reordered attention: equal to within ${small(most, 2)}`)
      .waitFor();
    await assertShowsAttention(page, shown, core);
    for (const difference of ['weight', 'output', 'pooled']) {
      await shown
        .locator('.measured b')
        .filter({ hasText: small(core[`${difference}_difference`], 2) })
        .first()
        .waitFor();
    }
    await shown.getByText('Outputs only move with their words: equivariant').waitFor();
    await shown.getByText('The mean of all outputs stays: invariant').waitFor();
    // Written in the cells, too.
    const written = await shown
      .locator('posenc-matrix-plot')
      .first()
      .locator('text.on-dark, text.on-light')
      .allTextContents();
    assert.deepEqual(
      written,
      core.weights.flat().map((/** @type {number} */ weight) => weight.toFixed(2)),
    );
  },
);

test('order: positions or a mask break the equality, and the title says so', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  await shown.getByLabel('positions added').selectOption('sinusoidal');
  const positions = attention({ order: [3, 4, 2, 0, 1], encoding: 'sinusoidal' });
  const told = positions.output_difference.toPrecision(2);
  await shown.getByText(`The order now counts: outputs differ by up to ${told}`).waitFor();
  await shown.getByText('not invariant').waitFor();
  await assertShowsAttention(page, shown, positions);
  await shown.getByLabel('positions added').selectOption('none');
  await shown.getByLabel('mask').selectOption('causal');
  await shown.getByText('Under the mask the order counts').waitFor();
  await assertShowsAttention(page, shown, attention({ order: [3, 4, 2, 0, 1], mask: 'causal' }));
});

test('order: words are moved by dragging, with keys, and by choosing two', async () => {
  const { page, shown } = await withFigures('<posenc-order order="0, 1, 2, 3, 4"></posenc-order>');
  await shown.getByText('Nothing is reordered yet: drag a word').waitFor();
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
  await shown.getByText('Reordered words, reordered attention').waitFor();
  await shown.getByText('and “the bit the man dog”').waitFor();
  await assertShowsAttention(page, shown, attention({ order: [0, 2, 3, 4, 1] }));

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
  await shown.getByText('Nothing is reordered yet').waitFor();
  await shown.getByRole('button', { name: 'Shuffle' }).click();
  await shown.getByText('Nothing is reordered yet').waitFor({ state: 'detached' });
});

test('order: other words, an order that does not fit, and one that is none', async () => {
  const { shown } = await withFigures('<posenc-order></posenc-order>');
  await shown.getByRole('button', { name: 'Other sentence' }).click();
  await shown.getByText('“the mat sat on the cat”').waitFor();
  const words = shown.getByLabel('words', { exact: true });
  await words.fill('time flies');
  await words.press('Enter');
  await hasOrder(shown, '0, 1');
  await shown.getByText('Nothing is reordered yet').waitFor();
  const order = shown.getByLabel('order', { exact: true });
  await order.fill('1, 1');
  await order.press('Enter');
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[permutation\] order must have each number once/ })
    .waitFor();
  await order.fill('1, 0');
  await order.press('Enter');
  await shown.getByText('Reordered words, reordered attention').waitFor();
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
  await shown.getByText('“chase cats cats”').waitFor();
  const core = attention({ seed: 3, tokens: [0, 1, 0], order: [1, 0, 2], encoding: 'sinusoidal' });
  await assertShowsAttention(page, shown, core);
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
  await shown
    .getByText(`nearly at right angles (${angle}), so adding loses little; the token part is 1.4`)
    .waitFor();

  await shown.getByLabel('token ×').selectOption('sqrt_d');
  await shown.getByText('times √d').waitFor();
  const scaled = await takenData(page, shown);
  close(column(scaled.rows, 1), sum({ scaling: 'sqrt_d' }).token_norms);
  await set(shown, 'std of tokens', 0.0001);
  await shown.getByText('the position part is').waitFor();
  await set(shown, 'std of tokens', 0);
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[addition\] std of tokens must be/ })
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

test('learned: both tables, each with its own colors', async () => {
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
  await shown.getByText('both have a vector for position').waitFor();

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
  await shown.getByText('both have a vector for position').waitFor();
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
  await shown.getByText('the waves go on at position 20, but a table of 16 rows').waitFor();
});

test('learned-trained: the rows become alike as it trains, and its steps can be gone through', async () => {
  const { page, shown } = await withFigures(
    '<posenc-learned-trained show-table></posenc-learned-trained>',
  );
  await shown.getByText('Before training: noise').waitFor();
  const { head: headBefore } = await takenData(page, shown);
  assert.ok(!headBefore.some((name) => name.includes('step')));

  await shown.getByRole('button', { name: 'Train' }).click();
  await shown.getByText('Training is over: 300 steps').waitFor({ timeout: 90_000 });
  const caption = shown.locator('figcaption');
  await caption.filter({ hasText: 'Step 300: neighbors' }).waitFor();
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
  // As the command finds them; the badge has the mean of neighbors.
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
  await caption.getByText(`neighbors ${last.toFixed(2)} alike`).waitFor();
  // Noise at first; then neighbors are alike, and what is far apart is the opposite.
  assert.ok(Math.abs(first) < 0.15 && last > 0.6, `${first} to ${last}`);
  assert.ok(largest(before) < 0.1 && largest(after) > 0.3);
  // As the core itself trains it, at the end and on the way.
  const { loadCore } = await import('../../build/package/node.js');
  const core = await loadCore();
  const { id } = core.createTrainer({
    ...core.trainingDefaults('previous', 'learned'),
    ...{ seed: 1, steps: 300, longest: 16, tableRows: 16, tableStd: 0.02 },
    testLengths: Float64Array.of(16),
  });
  close(before.flat(), [...core.positionTable(id).table.values]);
  core.trainSteps(id, 45);
  const halfway = core.positionTable(id).table;
  core.trainSteps(id, 255);
  const trained = core.positionTable(id).table;
  close(after.flat(), [...trained.values]);
  const { accuracy } = core.evaluateLength(id, 16);
  await shown
    .getByText(`${Math.round((accuracy ?? 0) * 100)}\u202f% right on new`)
    .first()
    .waitFor();
  const how = { rows: 16, cols: 16, lowest: -1, highest: 1 };
  assertSame(await painted(shown, how), similarAfter, legendStep(2));
  const limit = Math.ceil(largest(after) * 10) / 10;
  const ofTable = { rows: 16, cols: 32, lowest: -limit, highest: limit, nth: 1 };
  assertSame(await painted(shown, ofTable), after, legendStep(2 * limit));

  await set(shown, 'step', 45);
  await caption.getByText('Step 45: neighbors').waitFor();
  const then = await takenData(page, shown);
  close(then.rows.map((row) => row.slice(65, 97)).flat(), [...halfway.values]);
  close(then.rows.map((row) => row.slice(17, 33)).flat(), [
    ...core.rowSimilarities(halfway).matrix.values,
  ]);
  await set(shown, 'step', 0);
  await caption.getByText('Before training: noise').waitFor();
  await set(shown, 'step', 300);
  await caption.getByText('Step 300: neighbors').waitFor();

  // Another seed is another model, not yet trained; a run can be stopped. Its slider starts a run, too.
  await set(shown, 'seed', 2);
  await shown.locator('.sub').filter({ hasText: 'seed 2' }).waitFor();
  await shown.getByText('Before training: noise').waitFor();
  await set(shown, 'step', 300);
  await shown.getByText(/^step \d+ of 300/).waitFor();
  await shown.getByRole('button', { name: 'Stop', exact: true }).click();
  await shown.getByText(/^Training is over: stopped at step/).waitFor();
  await shown.getByRole('button', { name: 'Train again' }).waitFor();
});

test('their pictures are taken away whole, and nothing sticks out at any width', async () => {
  const tags = ['posenc-order', 'posenc-sum', 'posenc-learned', 'posenc-look-up'];
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
