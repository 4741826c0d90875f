// The labs as a reader has them: guess, train, be judged; what tiny models show; what is kept, taken away and repeated.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { version } from '../../build/wasm/posenc-registry.mjs';
import { arrive, forbidStorage, open, test, unfold } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/**
 * @typedef {{options: Record<string, any>, losses: number[], accuracies: number[],
 *   evaluated: {length: number, accuracy: number | null, why?: string}[]}} Run
 * @typedef {{core: string, task: string, lengths: number[], link: string, guesses: Record<string, string>, runs: Run[]}} RunFile
 */

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).click();

/** Lab 1, once it stands ready. @param {Page} page */
async function lab(page) {
  const shown = page.locator('#lab-1');
  await arrive(shown, 'figure[aria-busy=false]');
  return shown;
}

/** @param {Locator} shown */
async function over(shown) {
  // (From the press of Start until the training begins it is disabled.)
  const start = shown.getByRole('button', { name: 'Start', exact: true, disabled: false });
  await start.waitFor({ timeout: 120_000 });
  // The mean over the seeds comes from the core, and is drawn after that.
  await shown.getByText(/^Finished\. /).waitFor();
  await shown.locator('.plots:not([data-stale="0"])').waitFor({ state: 'detached' });
  await shown.getByText('What this cannot show.').waitFor();
}

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

/** Trains in a page opened by a link. @param {Record<string, string | number>} set */
async function trained(set) {
  const query = new URLSearchParams(inLink({ seeds: 1, ...set }));
  const { page, context } = await open({ at: `train.html?${query}` });
  const shown = await lab(page);
  await press(shown, 'Train without a guess');
  await over(shown);
  const found = await runFile(page, shown);
  return { ...found, close: () => context.close() };
}

/** Settings as the link of lab 1 names them. @param {Record<string, string | number>} set */
const inLink = (set) =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [`lab-1.${name}`, String(value)]));

// That WebAssembly trains every task and scheme as the command does is tested under Node (tests/wasm/training.test.mjs);
// that a page asks for what its link says, here: a task with a mask, one without, and steeper slopes.
test('what a page trains by its link, the command repeats to the bit', async () => {
  // The course's copy task, tested beyond its length, and all else that is rarely set.
  const course = {
    ...{ 'test-lengths': '20 50', 'train-shortest': 18, 'train-longest': 19 },
    ...{ base: 500, 'table-rows': 21, 'table-std': 0.02 },
  };
  for (const [task, schemes, slopes, more = {}] of /** @type {const} */ ([
    ['previous', ['none', 'learned', 'rope', 'alibi'], ''],
    ['order-bidirectional', ['sinusoidal', 't5'], ''],
    ['previous', ['alibi'], '2,1,0.5,0.25'],
    ['copy-course', ['learned', 'rope'], '', course],
  ])) {
    const short = { steps: 3, schemes: schemes.join(' ') };
    const { path, file, close } = await trained({
      ...{ task, ...short, ...more },
      ...(slopes ? { slopes } : {}),
    });
    assert.equal(file.core, version);
    assert.deepEqual(
      file.runs.map(({ options }) => [options['task'] ?? file.task, options['scheme']]),
      schemes.map((scheme) => [task, scheme]),
    );
    const { stdout } = await promisify(execFile)('build/native/posenc', [
      ...['train', '--repeat', path],
    ]);
    await close();
    if (more === course) {
      const [learned] = file.runs;
      const { trainShortest, trainLongest, longest, base, tableRows, tableStd, testLengths } =
        learned?.options ?? {};
      assert.deepEqual(
        [trainShortest, trainLongest, longest, base, tableRows, tableStd, testLengths],
        [18, 19, 50, 500, 21, 0.02, [20, 50]],
      );
      assert.deepEqual(file.lengths, [20, 50]);
      assert.match(
        learned?.evaluated[1]?.why ?? '',
        /^\[transformer\] the learned table has no rows from position 21 on: /,
      );
      assert.deepEqual(Object.fromEntries(new URL(file.link).searchParams), {
        ...Object.fromEntries(new URL(file.link).searchParams),
        ...inLink(course),
      });
    }
    assert.match(stdout, new RegExp(`^${schemes.length} runs? repeated: all equal`, 'm'), task);
  }
});

test('training without a guess starts with one press, and the focus goes on to Pause', async () => {
  const query = 'lab-1.seeds=1&lab-1.steps=20000&lab-1.schemes=none&lab-1.task=order';
  const { page } = await open({ at: `train.html?${query}` });
  const shown = await lab(page);
  await press(shown, 'Train without a guess');
  await shown.getByText('Training one scheme').waitFor();
  await shown.getByText(/^\s*[1-9]\d* of 20000 steps in total/).waitFor();
  assert.equal(await shown.locator('#guesses').count(), 0);
  const pause = shown.getByRole('button', { name: 'Pause', exact: true });
  await pause.and(page.locator(':focus')).waitFor();
  await press(shown, 'Stop');
});

test('lab 1: a guess, three seeds of five schemes, the verdict, E13.2 from the run; exported, reopened, repeated', async () => {
  const { page, shown, file, name } = await lab1();
  assert.match(name, /^posenc-training-order-.*seeds1-3\.json$/);
  assert.equal(file.runs.length, 15);
  const schemes = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];
  for (const scheme of schemes) {
    const seeds = file.runs.filter(({ options }) => options['scheme'] === scheme);
    assert.deepEqual(
      seeds.map(({ options }) => options['seed']),
      [1, 2, 3],
    );
    // Means as the page tells them, beside those of its file.
    const rows = await shown
      .locator(`posenc-line-plot[label="Accuracy by length"]`)
      .evaluate((plot) => plot.shadowRoot?.querySelector('.summary')?.textContent ?? '');
    const at32 = seeds.map(({ evaluated }) => evaluated.find(({ length }) => length === 32));
    const mean = at32.reduce((sum, one) => sum + (one?.accuracy ?? NaN), 0) / 3;
    const told = (100 * mean).toFixed(1);
    assert.ok(
      rows.slice(rows.indexOf('length 32')).includes(`${told}\u202f%`),
      `${scheme} ${told}`,
    );
  }
  // A small plot for each scheme: three seeds, a mean, a band.
  await shown.getByText('Learning curves and single seeds').click();
  const multiples = shown.locator('.multiples posenc-line-plot');
  await multiples.nth(4).locator('path.line').waitFor();
  assert.equal(await multiples.count(), 5);
  for (const plot of await multiples.all()) {
    assert.equal(await plot.locator('circle').count(), 3 * file.lengths.length);
    assert.equal(await plot.locator('path.band').count(), 1);
    assert.equal(await plot.locator('path.line').count(), 1);
  }

  // The guess: 100 for all. What has fallen to below 85 has been guessed too high.
  const guessed = shown.locator('#guessed');
  await guessed.getByText('too high').first().waitFor();
  const fell = schemes.filter((scheme) => {
    const all = file.runs.filter(({ options }) => options['scheme'] === scheme);
    const right = all.map(({ evaluated }) => evaluated.find(({ length }) => length === 16));
    return right.reduce((sum, one) => sum + (one?.accuracy ?? NaN), 0) / all.length < 0.85;
  });
  assert.equal(await guessed.locator('.percent + .because.wrong').count(), fell.length);
  assert.deepEqual(file.guesses, Object.fromEntries(schemes.map((s) => [`guess-${s}`, '100'])));

  // E13.2: which hold at the longest length? By the numbers of this run.
  const asked = shown.locator('posenc-lab-questions').filter({ hasText: 'E13.2' });
  const meanAt = (/** @type {string} */ scheme, /** @type {number} */ n) =>
    file.runs
      .filter(({ options }) => options['scheme'] === scheme)
      .reduce(
        (sum, { evaluated }) => sum + (evaluated.find((o) => o.length === n)?.accuracy ?? 0),
        0,
      ) / 3;
  for (const [legend, length] of /** @type {const} */ ([
    [/at least 90 % of the time at length 8,/, 8],
    [/at least 90 % of the time at length 32,/, 32],
  ])) {
    const question = asked
      .getByRole('group')
      .filter({ has: page.locator('input[type=checkbox]') })
      .filter({ hasText: legend });
    for (const scheme of schemes) {
      if (meanAt(scheme, length) >= 0.9) await question.locator(`input[value=${scheme}]`).check();
    }
  }
  await press(asked, 'Check');
  await asked.locator('.because.right').nth(1).waitFor();
  assert.equal(await asked.locator('.because.wrong').count(), 0);

  // The command repeats it to the bit: a run of each scheme, every seed among them; and one with a loss that is another.
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

  // After a reload all of it is there, without training.
  await page.reload();
  await shown.scrollIntoViewIfNeeded();
  await shown.getByText('Trained in this browser on').waitFor();
  await guessed.getByText('too high').first().waitFor();
  // (Plots are drawn one after the other: a verdict may be there before the last.)
  await shown.getByText('Learning curves and single seeds').click();
  await multiples.nth(4).waitFor();
  assert.equal(await multiples.count(), 5);
  const again = await runFile(page, shown);
  assert.deepEqual(again.file.runs, file.runs);

  // Its link opens it where nothing is kept, set as it was.
  const { page: other } = await open({ at: `train.html${new URL(file.link).search}` });
  const reopened = await lab(other);
  await reopened.locator('summary').getByText('seeds 1 to 3').waitFor();
  assert.equal(await reopened.getByText('Trained in this browser').count(), 0);
});

/** Until all of it is within the window, to which the page may glide. @param {Locator} one */
const inSight = (one) =>
  one.evaluate(async (element) => {
    for (;;) {
      const { top, bottom } = element.getBoundingClientRect();
      if (top >= 0 && bottom <= innerHeight) return;
      await new Promise(requestAnimationFrame);
    }
  });

/** Lab 1 from its guess on. */
async function lab1() {
  const { page } = await open({ at: 'train.html' });
  const shown = await lab(page);
  // It does not begin without a guess: its button says so, and leads to the first that is open.
  await shown.locator('#guesses input[type=text]').first().waitFor();
  await press(shown, 'Guess first');
  await shown.getByText('Guess first: ').first().waitFor();
  const focused = shown.locator('#guesses input[type=text]').first().and(page.locator(':focus'));
  await focused.waitFor();
  await inSight(focused);
  const start = shown.getByRole('button', { name: 'Start', exact: true });
  assert.equal(await start.count(), 0);
  // Nor with one that cannot be read: an error is beside it, and it stays, to be fixed.
  const boxes = shown.locator('#guesses input[type=text]');
  for (const box of await boxes.all()) await box.fill('100');
  await start.waitFor();
  assert.equal(await shown.getByRole('button', { name: 'Guess first' }).count(), 0);
  await boxes.nth(1).fill('140');
  await press(shown, 'Start');
  await shown.getByText('One guess was not understood.').first().waitFor();
  const told = 'the answer must be a number from 0 to 100 but is 140';
  await shown.locator('#guesses').getByText(told).waitFor();
  assert.equal(await boxes.nth(1).getAttribute('aria-invalid'), 'true');
  assert.equal(await boxes.nth(1).inputValue(), '140');
  await boxes.nth(1).fill('100');
  assert.equal(await shown.getByText(told).count(), 0);
  await press(shown, 'Start');
  await shown.getByText('Training 5 schemes side by side').waitFor();
  await shown.locator('.sub').getByText('seeds 1 to 3').waitFor();
  assert.equal(await shown.locator('#guesses').count(), 0, 'a guess is committed');
  await over(shown);
  return { page, shown, ...(await runFile(page, shown)) };
}

test('the course’s copy task, trained at 20 and tested at 50: a link of the text, and settings to change', async () => {
  const { page } = await open({ at: 'train.html' });
  const link = page.getByRole('link', { name: 'Test it at 50 too' });
  const href = (await link.getAttribute('href')) ?? '';
  const { page: other } = await open({
    at: `train.html${new URL(href, 'https://x.org').search}&lab-2.steps=3&lab-2.seeds=1`,
  });
  const shown = other.locator('#lab-2');
  await shown.scrollIntoViewIfNeeded();
  await press(shown, 'Train without a guess');
  await shown.locator('.runs li').filter({ hasText: 'learned' }).getByText(/^done/).waitFor();
  const { file } = await runFile(other, shown);
  assert.equal(file.task, 'copy-course');
  assert.deepEqual(
    file.runs.map(({ options, evaluated }) => [
      options['scheme'],
      options['tableRows'],
      ...evaluated.map(({ length, why }) => why ?? length),
    ]),
    [
      ['none', 20, 20, 50],
      ['sinusoidal', 20, 20, 50],
      [
        ...['learned', 20, 20],
        '[transformer] the learned table has no rows from position 20 on: the longest input must be at most 20 but is 50',
      ],
    ],
  );
});

test('the page lists the tags of its labs as they stand in it', async () => {
  const { page } = await open({ at: 'train.html' });
  const listed = await page
    .locator('section[aria-labelledby=the-labs-as-tags] li code')
    .allTextContents();
  const there = await page.locator('posenc-training').evaluateAll((labs) =>
    labs.map((lab) =>
      Object.fromEntries(
        lab
          .getAttributeNames()
          .filter((name) => name !== 'class')
          .map((name) => [name, lab.getAttribute(name)]),
      ),
    ),
  );
  const parsed = await page.evaluate(
    (tags) =>
      tags.map((tag) => {
        const lab = new DOMParser().parseFromString(tag, 'text/html').body.firstElementChild;
        return Object.fromEntries(
          (lab?.getAttributeNames() ?? []).map((name) => [name, lab?.getAttribute(name)]),
        );
      }),
    listed,
  );
  assert.equal(there.length, 3);
  assert.deepEqual(parsed, there);
});

test('a table that ends: the core’s own words where it has no row', async () => {
  const { file } = await trained({ task: 'previous-20', schemes: 'learned rope', steps: 50 });
  const learned = file.runs.find(({ options }) => options['scheme'] === 'learned');
  assert.deepEqual(
    learned?.evaluated.map(({ length, accuracy }) => [length, accuracy !== null]),
    [
      [20, true],
      [30, false],
      [50, false],
      [100, false],
    ],
  );
  assert.match(learned?.evaluated[1]?.why ?? '', /20/);
});

test('lab 2 asks what its run can answer, and says what it lacks for the rest', async () => {
  const query = 'lab-2.seeds=2&lab-2.steps=30&lab-2.batch=16';
  const { page } = await open({ at: `train.html?${query}` });
  const shown = page.locator('#lab-2');
  await arrive(shown, '#guesses', 'input[type=range]');
  // The slider answers too.
  for (const slider of await shown.locator('#guesses input[type=range]').all()) {
    await slider.focus();
    await slider.press('ArrowRight');
  }
  await press(shown, 'Start');
  await over(shown);
  const sets = shown.locator('posenc-lab-questions');
  await sets.filter({ hasText: 'Your guesses, graded' }).getByText('At length 8').first().waitFor();
  const third = sets.filter({ hasText: 'Practice 3' });
  await third.getByRole('textbox').first().fill('many');
  await press(third, 'Check');
  await third.locator('.because.unreadable').getByText('many').waitFor();
  for (const [practice, schemes] of /** @type {const} */ ([
    ['Practice 4', 'hybrid, sinusoidal and learned'],
    ['Practice 5', 'rope and sinusoidal'],
  ])) {
    await sets.filter({ hasText: practice }).getByText(`needs the schemes ${schemes}`).waitFor();
  }
});

test('a slider of a guess has the width of its row: one in a row on a phone and beside the schemes, else two', async () => {
  for (const [width, columns] of /** @type {const} */ ([
    [360, 1],
    [800, 2],
    [1280, 1],
  ])) {
    const { page } = await open({
      at: 'train.html',
      options: { viewport: { width, height: 800 } },
    });
    const shown = await lab(page);
    const sliders = shown.locator('#guesses input[type=range]');
    await sliders.nth(4).waitFor();
    const boxes = await sliders.evaluateAll((all) =>
      all.map((slider) => {
        const row = slider.parentElement?.getBoundingClientRect();
        const { left, width } = slider.getBoundingClientRect();
        return { left: Math.round(left), width, row: row?.width ?? NaN };
      }),
    );
    assert.equal(new Set(boxes.map(({ left }) => left)).size, columns, `${width} px`);
    for (const box of boxes) {
      assert.ok(box.width >= 160, `${box.width} px`);
      assert.ok(Math.abs(box.width - box.row) < 1, `${box.width} of ${box.row} px`);
    }
  }
});

test('where nothing is kept it says so, and trains all the same', async () => {
  const { page } = await open({
    at: 'train.html?lab-1.seeds=1&lab-1.steps=20&lab-1.schemes=none',
    prepare: async (page) => {
      await forbidStorage(page);
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'indexedDB', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      });
    },
  });
  const shown = await lab(page);
  await press(shown, 'Train without a guess');
  await over(shown);
  await shown.getByText('This browser stores nothing for this page').waitFor();
  assert.equal((await runFile(page, shown)).file.runs.length, 1);
});
