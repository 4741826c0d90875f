// The labs as a reader has them: guess, train, be judged; what is kept, taken away and repeated. (How a session is worded,
// drawn and written: tests/web/training-session.test.mjs. What a training is asked while it runs: training.test.mjs.)
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { isAccessible } from './accessible.mjs';
import { arrive, base, open, origin, setWidth, test, unfold } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/**
 * @typedef {{options: Record<string, any>, losses: number[], accuracies: number[],
 *   evaluated: {length: number, accuracy: number | null, why?: string}[]}} Run
 * @typedef {{core: string, task: string, lengths: number[], link: string, guesses: Record<string, string>, runs: Run[]}} RunFile
 */

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).click();

/** @param {Page} page @param {Locator} shown @returns {Promise<{name: string, path: string, file: RunFile}>} */
async function runFile(page, shown) {
  await unfold(shown);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(shown, 'Whole run (JSON)'),
  ]);
  const path = await download.path();
  return { name: download.suggestedFilename(), path, file: JSON.parse(readFileSync(path, 'utf8')) };
}

/** Guesses for lab 1, which does not begin without them, nor with one that cannot be read. @param {Page} page @param {Locator} shown */
async function guess(page, shown) {
  const boxes = shown.locator('#guesses input[type=text]');
  await boxes.nth(4).waitFor();
  // A slider has the width of its row.
  for (const width of [360, 800, 1280]) {
    await setWidth(page, width, 800);
    const rows = await shown.locator('#guesses input[type=range]').evaluateAll((sliders) =>
      sliders.map((slider) => {
        const row = slider.parentElement?.getBoundingClientRect().width ?? NaN;
        return [row >= 160, Math.abs(row - slider.getBoundingClientRect().width) < 1];
      }),
    );
    assert.deepEqual(rows, Array(5).fill([true, true]), `${width} px`);
  }
  await press(shown, 'Guess first');
  await shown.getByText('Guess first: ').first().waitFor();
  await expect(boxes.first()).toBeFocused();
  await expect(boxes.first()).toBeInViewport();
  const start = shown.getByRole('button', { name: 'Start', exact: true });
  await expect(start).toHaveCount(0);
  for (const box of await boxes.all()) await box.fill('100');
  await start.waitFor();
  await boxes.nth(1).fill('140');
  await start.click();
  await shown.getByText('One guess was not understood.').first().waitFor();
  const said = shown.locator('#guesses').getByText('must be a number from 0 to 100 but is 140');
  await said.waitFor();
  await expect(boxes.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await expect(boxes.nth(1)).toHaveValue('140');
  await boxes.nth(1).fill('100');
  await expect(said).toHaveCount(0);
  await start.click();
  await shown.getByText('Training 5 schemes at once').waitFor();
  await expect(shown.locator('#guesses')).toHaveCount(0);
}

const schemes = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];

/** The mean accuracy of a scheme over its seeds. @param {RunFile} file @param {string} scheme @param {number} length */
function meanAt({ runs }, scheme, length) {
  const own = runs.filter(({ options }) => options['scheme'] === scheme);
  assert.deepEqual(
    own.map(({ options }) => options['seed']),
    [1, 2, 3],
  );
  const results = own.map(({ evaluated }) => evaluated.find((one) => one.length === length));
  return results.reduce((sum, one) => sum + (one?.accuracy ?? 0), 0) / own.length;
}

/** The command repeats a run of each scheme, every seed among them, and notices a loss that is another. @param {RunFile} file */
async function isRepeated(file) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  const repeat = (/** @type {Run[]} */ runs) => {
    const path = join(folder, 'runs.json');
    writeFileSync(path, JSON.stringify({ ...file, runs }));
    return promisify(execFile)('build/native/posenc', ['train', '--repeat', path]);
  };
  try {
    const some = file.runs.filter(
      ({ options }) => options['seed'] === 1 + (schemes.indexOf(options['scheme']) % 3),
    );
    const altered = structuredClone(some[0]);
    if (altered?.losses[5]) altered.losses[5] *= 1 + 2 ** -50;
    assert.match((await repeat(some)).stdout, /5 runs repeated: all equal/);
    await assert.rejects(
      repeat(altered ? [altered] : []),
      (/** @type {any} */ error) => error.code === 1 && /step 6/.test(error.stdout),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(
  'lab 1: a guess, three seeds of five schemes, the verdict, E13.2; kept, taken away, repeated, opened by its link',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ at: 'train.html', options: { reducedMotion: 'reduce' } });
    const shown = page.locator('#lab-1');
    await arrive(shown, 'figure[aria-busy=false]');
    await guess(page, shown);
    await shown.getByText(/^Finished\. /).waitFor({ timeout: 120_000 });
    await shown.locator('.plots[data-stale="0"]').waitFor();
    await shown.getByText('What this cannot show.').waitFor();
    const { name, file } = await runFile(page, shown);
    assert.match(name, /^posenc-training-order-.*seeds1-3\.json$/);
    assert.equal(file.runs.length, 15);
    assert.deepEqual(file.guesses, Object.fromEntries(schemes.map((s) => [`guess-${s}`, '100'])));
    // No worker is left.
    await expect
      .poll(() => page.workers().filter((worker) => /training/.test(worker.url())).length)
      .toBe(0);

    // The page shows the means of its file, and a small plot for each scheme: three seeds, a mean, a band.
    const words = await shown
      .locator('posenc-line-plot[label="Accuracy by length"] .summary')
      .textContent();
    const at32 = words?.slice(words.indexOf('length 32')) ?? '';
    for (const scheme of schemes) {
      const mean = `${(100 * meanAt(file, scheme, 32)).toFixed(1)}\u202f%`;
      assert.ok(at32.includes(mean), `${scheme} ${mean}`);
    }
    await shown.getByText('Learning curves and single seeds').click();
    const multiples = shown.locator('.multiples posenc-line-plot');
    await multiples.nth(4).locator('path.line').waitFor();
    for (const plot of await multiples.all()) {
      await expect(plot.locator('circle')).toHaveCount(3 * file.lengths.length);
      await expect(plot.locator('path.band')).toHaveCount(1);
      await expect(plot.locator('path.line')).toHaveCount(1);
    }
    // Every model answers the example, and shows where its heads look.
    await expect(shown.locator('.runs li .cell.untrained')).toHaveCount(0);
    await expect(shown.locator('.runs li .cell:is(.right, .wrong)')).toHaveCount(10);
    await expect(shown.locator('.runs li .maps svg')).toHaveCount(20);

    // What has fallen to below 85 % has been guessed too high.
    const fell = schemes.filter((scheme) => meanAt(file, scheme, 16) < 0.85);
    const wrong = shown.locator('#guessed .percent + .because.wrong');
    await expect(wrong).toHaveCount(fell.length);
    await expect(wrong.first()).toContainText('too high');
    // E13.2: which hold at the longest length? By the numbers of this run.
    const asked = shown.locator('posenc-lab-questions').filter({ hasText: 'E13.2' });
    for (const length of [8, 32]) {
      const question = asked
        .getByRole('group')
        .filter({ has: page.locator('input[type=checkbox]') })
        .filter({ hasText: new RegExp(`at least 90 % of the time at length ${length},`) });
      for (const scheme of schemes) {
        if (meanAt(file, scheme, length) >= 0.9)
          await question.locator(`input[value=${scheme}]`).check();
      }
    }
    await press(asked, 'Check');
    await asked.locator('.because.right').nth(1).waitFor();
    await expect(asked.locator('.because.wrong')).toHaveCount(0);
    await press(shown, 'Show the data');
    await expect(shown.locator('.data tbody tr')).toHaveCount(file.lengths.length);
    await isAccessible(page, { within: '#lab-1', when: 'after a run' });
    await isRepeated(file);

    // After a reload all of it is there, without training.
    await page.reload();
    await arrive(shown, 'figure[aria-busy=false]');
    await shown.getByText('Trained in this browser on').waitFor();
    await expect(wrong).toHaveCount(fell.length);
    assert.deepEqual((await runFile(page, shown)).file.runs, file.runs);
    // A link to other settings shows nothing of it; that of the run does.
    await page.goto(`${origin}${base}train.html?lab-1.seeds=2`);
    await arrive(shown, 'figure[aria-busy=false]');
    await shown.locator('#guesses').waitFor();
    await page.goto(`${origin}${base}train.html${new URL(file.link).search}`);
    await arrive(shown, 'figure[aria-busy=false]');
    await shown.getByText('Trained in this browser on').waitFor();
    await shown.locator('summary').getByText('seeds 1 to 3').waitFor();
  },
);

test('lab 2, by the link of the text: the course’s copy task, tested beyond its table; it asks what the run can answer', async () => {
  const { page } = await open({ at: 'train.html' });
  const link = page.getByRole('link', { name: 'Test it at 50 too' });
  const { search } = new URL((await link.getAttribute('href')) ?? '', page.url());
  await page.goto(`${origin}${base}train.html${search}&lab-2.steps=3&lab-2.seeds=1`);
  const shown = page.locator('#lab-2');
  await arrive(shown, '#guesses', 'input[type=range]');
  // The slider answers, too.
  for (const slider of await shown.locator('#guesses input[type=range]').all()) {
    await slider.press('ArrowRight');
  }
  await press(shown, 'Start');
  await shown.getByText(/^Finished\. /).waitFor({ timeout: 60_000 });
  const { file } = await runFile(page, shown);
  assert.equal(file.task, 'copy-course');
  const noRow =
    'the learned table has no rows from position 20 on: the longest input must be at most 20 but is 50';
  assert.deepEqual(
    file.runs.map(({ options, evaluated }) => [
      options['scheme'],
      options['tableRows'],
      ...evaluated.map(({ length, why }) => why ?? length),
    ]),
    [
      ['none', 20, 20, 50],
      ['sinusoidal', 20, 20, 50],
      ['learned', 20, 20, noRow],
    ],
  );
  await shown.getByText('learned, from length 50 on: ').waitFor();
  const sets = shown.locator('posenc-lab-questions');
  await sets.filter({ hasText: 'Your guesses, graded' }).getByText('At length').first().waitFor();
  const third = sets.filter({ hasText: 'Practice 3' });
  await third.getByRole('textbox').first().fill('many');
  await press(third, 'Check');
  await third.locator('.because.unreadable').getByText('many').waitFor();
  for (const [practice, needed] of /** @type {const} */ ([
    ['Practice 4', 'hybrid, sinusoidal and learned'],
    ['Practice 5', 'rope and sinusoidal'],
  ])) {
    await sets.filter({ hasText: practice }).getByText(`needs the schemes ${needed}`).waitFor();
  }
});
