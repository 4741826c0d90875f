// The figure that trains a learned table: its steps, as they come and gone through, against a model trained here.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { loadCore } from '../../tools/lib/site/core.mjs';
import { close, ofTheCore } from '../of-the-core.mjs';
import { set, takenData } from './reading.mjs';
import { test, withFigures } from './site.mjs';

const core = await loadCore();

/** The rows of its table after some steps of the core's own training. @param {number[]} steps */
function tablesAfter(steps) {
  const { id } = core.createTrainer({
    ...core.trainingDefaults('previous', 'learned'),
    ...{ seed: 1, steps: 300, longest: 16, tableRows: 16, tableStd: 0.02 },
    testLengths: Float64Array.of(16),
  });
  let at = 0;
  const tables = steps.map((step) => {
    if (step > at) core.trainSteps(id, step - at);
    at = step;
    return [...core.positionTable(id).table.values];
  });
  const { accuracy } = core.evaluateLength(id, 16);
  core.disposeTrainer(id);
  return { tables, accuracy };
}

/** Why the last row is the exception: with one word more, which looks back at it, it is like the row before it. */
function likenessOfLastRows(/** @type {number} */ length) {
  const { id } = core.createTrainer({
    ...core.trainingDefaults('previous', 'learned'),
    ...{ seed: 1, steps: 300, trainShortest: length, trainLongest: length },
    ...{ longest: length, tableRows: length, tableStd: 0.02 },
    testLengths: Float64Array.of(length),
  });
  core.trainSteps(id, 300);
  const { values, cols } = core.rowSimilarities(core.positionTable(id).table).matrix;
  core.disposeTrainer(id);
  return values[14 * cols + 15] ?? NaN;
}

test('learned-trained: shown slowly, step by step, paused and gone on with; then its steps can be gone through', async () => {
  const { page, shown } = await withFigures('<posenc-learned-trained></posenc-learned-trained>');
  const caption = shown.locator('figcaption');
  await expect(caption).toHaveText('Before training: noise');
  const began = Date.now();
  await shown.getByRole('button', { name: 'Train' }).click();
  await expect(caption).toHaveText(/^Step/, { timeout: 90_000 });
  await shown.getByRole('button', { name: 'Pause' }).click();
  const proceed = shown.getByRole('button', { name: 'Continue' });
  await proceed.waitFor();
  // The badge, the line beside the button, and the box name one step.
  const [badge, line, box] = await shown.evaluate((element) => {
    const root = element.shadowRoot;
    const text = (/** @type {string} */ selector) => root?.querySelector(selector)?.textContent;
    const box = root?.querySelector('.scrub posenc-number')?.shadowRoot?.querySelector('#box');
    return [
      /^Step (\d+):/.exec(text('figcaption') ?? '')?.[1],
      /^step (\d+) of 300/.exec(text('.train span') ?? '')?.[1],
      /** @type {HTMLInputElement} */ (box).value,
    ].map(Number);
  });
  assert.deepEqual([line, box], [badge, badge]);
  assert.ok(badge && badge < 300);
  await proceed.click();
  await shown.getByText(/^Training is over: 300 steps/).waitFor({ timeout: 90_000 });
  assert.ok(Date.now() - began > 4000, 'long enough to follow');

  const { tables, accuracy } = tablesAfter([0, 45, 300]);
  const [before = [], halfway = [], after = []] = tables;
  const columns = async (/** @type {number} */ from, /** @type {number} */ to) => {
    const { rows } = await takenData(page, shown);
    return rows.map((row) => row.slice(from, to));
  };
  close((await columns(33, 65)).flat(), before);
  close((await columns(65, 97)).flat(), after);
  const similar = ofTheCore('row_similarities', { table: await columns(65, 97) });
  close((await columns(17, 33)).flat(), similar.flat());
  const [mean] = ofTheCore('mean_row_similarities', { table: await columns(65, 97) });
  await expect(caption).toHaveText(`Step 300: neighbors at ${mean.toFixed(2)}`);
  assert.ok(mean > 0.6, `${mean}`);
  const percent = `${Math.round((accuracy ?? 0) * 100)}\u202f%`;
  await shown.getByText(`${percent} right on new`).first().waitFor();
  const lastRow = shown.getByText('Row 15 is the exception: no later word looks back at it.');
  await lastRow.waitFor();
  assert.ok(likenessOfLastRows(16) < 0.2 && likenessOfLastRows(17) > 0.8);

  await set(shown, 'step', 45);
  await expect(caption).toHaveText(/^Step 45: neighbors at/);
  close((await columns(65, 97)).flat(), halfway);
  await set(shown, 'step', 0);
  await expect(caption).toHaveText('Before training: noise');
});

test('learned-trained: another seed is not yet trained; its slider starts a run, with reduced motion in jumps', async () => {
  const { shown } = await withFigures('<posenc-learned-trained></posenc-learned-trained>', {
    options: { reducedMotion: 'reduce' },
  });
  const caption = shown.locator('figcaption');
  await set(shown, 'seed', 2);
  await expect(shown.locator('.setting')).toContainText('seed 2');
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
  await set(shown, 'step', 300);
  const steps = /** @type {number[]} */ (await seen);
  assert.ok(steps.length > 4 && steps.length < 20, steps.join(' '));
  await shown.getByRole('button', { name: 'Train again' }).waitFor({ timeout: 90_000 });
});
