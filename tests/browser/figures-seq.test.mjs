// The figures of learned tables against what the posenc command computes. Each on a page of its
// own, as any page may hold it.
import assert from 'node:assert/strict';
import {
  assertSame,
  close,
  column,
  legendStep,
  painted,
  set,
  takenData,
  sticksOut,
  takenPicture,
} from './reading.mjs';
import { figure, ofTheCore, setWidth, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const largest = (/** @type {number[][]} */ matrix) => Math.max(...matrix.flat().map(Math.abs));
test('learned: both tables, each with colors of its own', async () => {
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
  await shown.getByText('a table of 512 rows does not').waitFor();
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
  await set(shown, 'table rows', 64);
  await shown.getByText('a table of 64 rows does not').waitFor();
  assert.equal(await slider.getAttribute('max'), '128');
});

test('look-up: the address restores it', async () => {
  const { shown } = await withFigures('<posenc-look-up></posenc-look-up>', {
    search: '?look-up.position=20&look-up.rows=16&look-up.d-model=8',
  });
  await shown.getByText('the waves give position 20 a vector, but a table of 16 rows').waitFor();
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
  await caption.filter({ hasText: 'Step 300: neighbor similarity' }).waitFor();
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
  await caption.getByText(`neighbor similarity ${last.toFixed(2)}`).waitFor();
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
  await caption.getByText('Step 45: neighbor similarity').waitFor();
  const then = await takenData(page, shown);
  close(then.rows.map((row) => row.slice(65, 97)).flat(), [...halfway.values]);
  close(then.rows.map((row) => row.slice(17, 33)).flat(), [
    ...core.rowSimilarities(halfway).matrix.values,
  ]);
  await set(shown, 'step', 0);
  await caption.getByText('Before training: noise').waitFor();
  await set(shown, 'step', 300);
  await caption.getByText('Step 300: neighbor similarity').waitFor();

  // Why the last row is the exception: with one word more, which looks back at it, it is like the row before it.
  const lastRow = shown.getByText('Row 15 is the exception: no later word looks back at it.');
  await lastRow.waitFor();
  const alike = (/** @type {number} */ length) => {
    const longer = core.createTrainer({
      ...core.trainingDefaults('previous', 'learned'),
      ...{ seed: 1, steps: 300, trainShortest: length, trainLongest: length },
      ...{ longest: length, tableRows: length, tableStd: 0.02 },
      testLengths: Float64Array.of(length),
    });
    core.trainSteps(longer.id, 300);
    const { values, cols } = core.rowSimilarities(core.positionTable(longer.id).table).matrix;
    core.disposeTrainer(longer.id);
    return values[14 * cols + 15] ?? NaN;
  };
  assert.ok(alike(16) < 0.2 && alike(17) > 0.8, `${alike(16)}, ${alike(17)}`);
  core.disposeTrainer(id);

  // Another seed is another model, not yet trained. Its slider starts a run, too.
  await set(shown, 'seed', 2);
  await shown.locator('.sub').filter({ hasText: 'seed 2' }).waitFor();
  await shown.getByText('Before training: noise').waitFor();
  await lastRow.waitFor({ state: 'detached' });
  await set(shown, 'step', 300);
  await shown.getByText(/^Training is over: 300 steps/).waitFor({ timeout: 90_000 });
  await shown.getByRole('button', { name: 'Train again' }).waitFor();
});

/** The step that the badge, the line beside the button, and the box name, read at once. @param {Locator} shown */
const stepsNamed = (shown) =>
  shown.evaluate((element) => {
    const root = element.shadowRoot;
    const text = (/** @type {string} */ selector) => root?.querySelector(selector)?.textContent;
    const box = root?.querySelector('.scrub posenc-number')?.shadowRoot?.querySelector('#box');
    return [
      /^Step (\d+):/.exec(text('figcaption') ?? '')?.[1],
      /^step (\d+) of 300/.exec(text('.train span') ?? '')?.[1],
      /** @type {HTMLInputElement} */ (box).value,
    ].map(Number);
  });

test('learned-trained: training is shown slowly, step by step, and can be paused', async () => {
  const { shown } = await withFigures('<posenc-learned-trained></posenc-learned-trained>');
  const began = Date.now();
  await shown.getByRole('button', { name: 'Train' }).click();
  await shown.locator('figcaption').filter({ hasText: /^Step/ }).waitFor({ timeout: 90_000 });
  await shown.getByRole('button', { name: 'Pause' }).click();
  const proceed = shown.getByRole('button', { name: 'Continue' });
  await proceed.waitFor();
  const [badge, line, box] = await stepsNamed(shown);
  assert.deepEqual([line, box], [badge, badge]);
  assert.ok(badge && badge < 300);
  await proceed.click();
  await shown.getByText(/^Training is over: 300 steps/).waitFor({ timeout: 90_000 });
  await shown.getByRole('button', { name: 'Train again' }).waitFor();
  assert.ok(Date.now() - began > 4000, 'long enough to follow');
});

test('learned-trained: with reduced motion its steps come in jumps', async () => {
  const { shown } = await withFigures('<posenc-learned-trained></posenc-learned-trained>', {
    options: { reducedMotion: 'reduce' },
  });
  const caption = shown.locator('figcaption');
  const seen = caption.evaluate(
    (badge) =>
      new Promise((resolve) => {
        /** @type {Set<number>} */
        const steps = new Set();
        const look = () => {
          const step = Number(/^Step (\d+)/.exec(badge.textContent ?? '')?.[1] ?? 0);
          steps.add(step);
          if (step === 300) resolve([...steps]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await shown.getByRole('button', { name: 'Train' }).click();
  const steps = /** @type {number[]} */ (await seen);
  assert.ok(steps.length > 4 && steps.length < 20, steps.join(' '));
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
