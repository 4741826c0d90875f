// The labs on a real book, with a few steps: guesses and questions in bits, mixes by layer, own texts, export and repeat.
// (That long training gives the numbers of PyTorch is in tools/experiments.mjs.)
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { arrive, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).click();

/** A few steps of a small model. */
const small = {
  ...{ 'd-model': 16, heads: 2, layers: 2, steps: 30, batch: 4, seed: 1, seeds: 1 },
  ...{ task: 'text', slopes: '', 'train-shortest': 16, 'train-longest': 16 },
  'test-lengths': '16 32 64',
};

/** @param {string} id @param {Record<string, string | number>} set */
const asked = (id, set) =>
  new URLSearchParams(
    Object.entries({ ...small, ...set }).map(([name, value]) => [`${id}.${name}`, String(value)]),
  );

/** @param {string} id @param {Record<string, string | number>} set @param {Parameters<typeof open>[0]} [how] */
async function openLab(id, set, how = {}) {
  const opened = await open({ at: `book.html?${asked(id, set)}`, ...how });
  const shown = opened.page.locator(`#${id}`);
  await arrive(shown, 'figure[aria-busy=false]');
  return { ...opened, shown };
}

/** @param {Locator} shown */
async function over(shown) {
  await shown.getByText(/^Finished\. /).waitFor({ timeout: 60_000 });
  await shown.locator('.plots:not([data-stale="0"])').waitFor({ state: 'detached' });
}

/**
 * @param {Page} page @param {Locator} shown
 * @returns {Promise<{path: string, file: {link: string, guesses: Record<string, string>,
 *   text: {name: string, checksum: string, alphabet: string},
 *   runs: {options: Record<string, any>, evaluated: {length: number, bits: number | null}[]}[]}}>}
 */
async function runFile(page, shown) {
  // (The samples above have a menu of their own.)
  await shown.getByRole('button', { name: 'Link and data' }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(shown, 'Whole run (JSON)'),
  ]);
  const path = await download.path();
  return { path, file: JSON.parse(readFileSync(path, 'utf8')) };
}

/** @param {string} path @param {string} text */
const repeated = async (path, text) =>
  (await promisify(execFile)('build/native/posenc', ['train', '--repeat', path, '--text', text]))
    .stdout;

const book = 'build/book/moby-dick.txt';

test('lab 4: guesses in bits, a run, its verdicts and questions; kept, exported, repeated to the bit', async () => {
  const { page, shown } = await openLab('lab-4', {
    schemes: 'learned rope alibi',
    'table-rows': 40,
  });
  await shown.getByText('single characters alone need 4.29 bits, pairs 3.44').waitFor();
  await shown.locator('#guesses input[type=text]').nth(2).waitFor();
  for (const box of await shown.locator('#guesses input[type=text]').all())
    await box.fill('4,2 bits');
  await press(shown, 'Start');
  await over(shown);
  const { path, file } = await runFile(page, shown);
  assert.equal(file.text.name, 'Moby-Dick');
  assert.equal(file.text.alphabet.length, 39);
  assert.deepEqual(Object.values(file.guesses), ['4,2 bits', '4,2 bits', '4,2 bits']);
  const [learned, rope] = file.runs;
  assert.deepEqual(
    learned?.evaluated.map(({ bits }) => bits === null),
    [false, false, true],
  );
  const at32 = rope?.evaluated[1]?.bits ?? NaN;
  const plot = shown.locator('posenc-line-plot[label="Bits per character by length"]');
  const summary = await plot.evaluate(
    (one) => one.shadowRoot?.querySelector('.summary')?.textContent,
  );
  assert.match(summary ?? '', new RegExp(`length 32: .*RoPE ${at32.toFixed(3)}`));
  assert.match(summary ?? '', /learned has no answer/);
  await shown.getByText('learned, from length 64 on: ').waitFor();
  assert.match(await repeated(path, book), /3 runs repeated: all equal/);

  await shown.locator('#guessed .because').nth(3).waitFor();
  const questions = shown.locator('posenc-lab-questions[set=text]');
  const reading = questions.getByRole('textbox', {
    name: /How many bits per character does RoPE need at length 32/,
  });
  await reading.fill(at32.toFixed(1));
  await press(questions, 'Check');
  await questions.locator('.because.right').waitFor();
  assert.equal(await shown.locator('posenc-samples .sample').count(), 3);

  await page.reload();
  await arrive(shown, 'figure[aria-busy=false]');
  await shown.getByText('Trained in this browser on').waitFor();
  await questions.locator('.because.right').waitFor();
  assert.deepEqual((await runFile(page, shown)).file.runs, file.runs);

  // Inside a model, on a text of the reader's.
  const viewer = page.locator('posenc-attention-viewer');
  await arrive(viewer, 'figure[aria-busy=false]');
  await viewer.locator('#tokens').fill('The Whale!↵');
  await viewer.locator('#tokens').press('Enter');
  await viewer.locator('.pair', { hasText: /^!/ }).waitFor();
  const pairs = await viewer.locator('.pair').allInnerTexts();
  assert.deepEqual(
    pairs.map((pair) => pair.split(' ')[0]),
    [...'the␣whale!↵'],
  );
});

/** Inputs that no model of characters can take. */
function watchWhatIsRefused() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (/** @type {any[]} */ ...args) {
    if (args[0].type === 'start') args[0].watched = [[9999]];
    return postMessage.apply(this, /** @type {any} */ (args));
  };
}

test('lab 6: mixes with a scheme for each layer, their windows and bases, repeated to the bit, also if they refuse what is watched', async () => {
  const set = {
    schemes: 'rope rope/none none/alibi',
    ...{ windows: '8 0', bases: '100 10000', rotary: 0.5 },
  };
  const { page, shown } = await openLab('lab-6', set, {
    prepare: (page) => page.addInitScript(watchWhatIsRefused),
  });
  await press(shown, 'Train without a guess');
  await over(shown);
  const { path, file } = await runFile(page, shown);
  assert.deepEqual(
    file.runs.map(({ options }) => [options.scheme, options.layerSchemes.join('/')]),
    [
      ['rope', ''],
      ['none', 'rope/none'],
      ['none', 'none/alibi'],
    ],
  );
  assert.deepEqual(
    file.runs.map(({ options }) => [...options.windows, ...options.bases, options.rotary]),
    Array(3).fill([8, 0, 100, 10_000, 0.5]),
  );
  assert.match(await repeated(path, book), /3 runs repeated: all equal/);
  const questions = shown.locator('posenc-lab-questions[set=layers]');
  await questions
    .getByText('At length 32, which mixes are ahead of the model that has RoPE in every layer?')
    .waitFor();
  assert.equal(await questions.locator('input[type=checkbox][value="rope/none"]').count(), 2);

  // What is wrong with layers is said beside their control.
  await shown.locator('summary', { hasText: 'Settings' }).click();
  await shown.getByLabel('a scheme for each layer').fill('rope/sinusoidal');
  await shown.getByLabel('a scheme for each layer').blur();
  await press(shown, 'Start');
  await shown.locator('#problem-schemes').getByText('which is added to the embeddings').waitFor();

  await page.reload();
  await arrive(shown, 'figure[aria-busy=false]');
  await shown.getByText('Trained in this browser on').waitFor();
  assert.deepEqual((await runFile(page, shown)).file.runs, file.runs);
});

const german = 'Es war einmal ein König, der hatte eine Tochter. '.repeat(600);

test('runs on the reader’s own text are kept apart from those on the book; on a phone one scheme at a time', async () => {
  const { page, shown } = await openLab(
    'lab-4',
    { schemes: 'none rope', steps: 20 },
    { options: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true } },
  );
  await press(shown, 'Train without a guess');
  await shown.getByText('Training 2 schemes in turn').first().waitFor();
  await over(shown);
  const source = page.locator('posenc-text-source');
  await source.scrollIntoViewIfNeeded();
  await source.locator('input[type=file]').setInputFiles({
    ...{ name: 'märchen.txt', mimeType: 'text/plain', buffer: Buffer.from(german) },
  });
  await source.locator('figcaption', { hasText: 'märchen.txt' }).waitFor();
  await shown.scrollIntoViewIfNeeded();
  // A setting that changes once Start is pressed calls it off.
  await shown.evaluate((/** @type {any} */ lab) => {
    lab.shadowRoot.querySelector('.buttons .main').click();
    lab.steps = 19;
  });
  await shown.getByText('Not started: the settings have changed since.').waitFor();
  await shown.evaluate((/** @type {any} */ lab) => (lab.steps = 20));
  await press(shown, 'Start');
  await over(shown);
  const { path, file } = await runFile(page, shown);
  assert.ok(file.text.alphabet.includes('ö'));
  const ownText = `${path}.txt`;
  writeFileSync(ownText, german);
  assert.match(await repeated(path, ownText), /2 runs repeated: all equal/);

  await page.reload();
  await arrive(shown, 'figure[aria-busy=false]');
  await shown.getByText('Trained in this browser on').waitFor();
  assert.deepEqual((await runFile(page, shown)).file.runs, file.runs);

  assert.equal(new URL(file.link).searchParams.get('lab-4.text'), file.text.checksum);

  // Where that text is missing, its link says so.
  const { shown: elsewhere } = await openLab('lab-4', { text: file.text.checksum });
  await elsewhere.getByText(`another text, with the checksum ${file.text.checksum}`).waitFor();
});

/** @param {Page} page */
const canGoOn = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const asked = indexedDB.open('posenc-labs');
        asked.onsuccess = () => {
          const all = asked.result.transaction('kept').objectStore('kept').getAll();
          all.onsuccess = () => {
            asked.result.close();
            const began = (/** @type {any} */ { losses }) => losses.length > 0;
            resolve(all.result.some(({ unfinished, runs }) => unfinished && runs.some(began)));
          };
        };
      }),
  );

/** Pauses as soon as the page shows a step: by the next call from here, all could be over. @param {Locator} shown */
const pauseSoon = (shown) =>
  shown.evaluate(
    (lab) =>
      new Promise((done) => {
        const { renderRoot } = /** @type {any} */ (lab);
        const look = setInterval(() => {
          if (!/^[1-9]/.test(renderRoot.querySelector('.whole')?.textContent.trim() ?? '')) return;
          const pause = [...renderRoot.querySelectorAll('button')].find(
            ({ textContent }) => textContent.trim() === 'Pause',
          );
          if (!pause) return;
          clearInterval(look);
          pause.click();
          done(null);
        }, 10);
      }),
  );

test('a run that a reload interrupts goes on from where it was, to the bit, or is given up', async () => {
  const { page, shown } = await openLab('lab-6', {
    schemes: 'rope rope/none',
    steps: 20_000,
  });
  const progress = shown.locator('.whole');
  const interrupt = async (/** @type {string} */ begin) => {
    await press(shown, begin);
    await pauseSoon(shown);
    await expect.poll(() => canGoOn(page)).toBe(true);
    const before = await progress.innerText();
    await page.reload();
    await arrive(shown, 'figure[aria-busy=false]');
    await shown.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await shown.locator('figcaption', { hasText: /^Interrupted$/ }).waitFor();
    await shown.getByText('Press Resume to continue where it stopped.').waitFor();
    await shown
      .getByText(/^interrupted (at step \d+|before the first step)$/)
      .nth(1)
      .waitFor();
    await shown.getByText('nothing yet: its training was interrupted').nth(1).waitFor();
    return before;
  };
  await interrupt('Train without a guess');
  await press(shown, 'Stop');
  await shown.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await shown.locator('figcaption', { hasText: /^Ended early$/ }).waitFor();
  await shown.getByText('nothing: its training was stopped').nth(1).waitFor();
  const before = await interrupt('Start');
  const done = Number((await progress.innerText()).split(' ')[0]);
  assert.ok(done > 0 && done <= Number(before.split(' ')[0]), `${done} of "${before}"`);
  await press(shown, 'Resume');
  await over(shown);
  const { path, file } = await runFile(page, shown);
  assert.deepEqual(
    file.runs.map((run) => /** @type {any} */ (run).losses.length),
    [20_000, 20_000],
  );
  assert.match(await repeated(path, book), /2 runs repeated: all equal/);
});
