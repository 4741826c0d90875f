// What models of characters write: while they learn, once they are trained, and after a reload.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { arrive, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

/** Some steps of a small model. @param {number} steps @param {number} batch */
const small = (steps, batch) =>
  new URLSearchParams({
    ...{
      'lab-4.task': 'text',
      'lab-4.schemes': 'rope alibi',
      'lab-4.steps': String(steps),
      'lab-4.seeds': '1',
    },
    ...{ 'lab-4.d-model': '16', 'lab-4.heads': '2', 'lab-4.batch': String(batch) },
    ...{ 'lab-4.test-lengths': '64', 'lab-4.train-longest': '64' },
  });

/** Counts what trained models are asked to write, by prompt. */
function countWriting() {
  const { postMessage } = Worker.prototype;
  /** @type {string[]} */
  const prompts = [];
  Object.assign(globalThis, { prompts });
  Worker.prototype.postMessage = function (/** @type {any[]} */ ...args) {
    if (args[0].method === 'writeText') prompts.push(args[0].args[1]);
    return postMessage.apply(this, /** @type {any} */ (args));
  };
}

/** @param {number} steps @param {number} batch */
async function openLab(steps, batch = 2) {
  const { page } = await open({
    at: `book.html?${small(steps, batch)}`,
    prepare: (page) => page.addInitScript(countWriting),
  });
  const lab = page.locator('#lab-4');
  await arrive(lab, 'figure[aria-busy=false]');
  return { page, lab, samples: lab.locator('posenc-samples') };
}

/** @param {Locator} lab */
async function start(lab) {
  await lab.getByRole('button', { name: 'Train without a guess', exact: true }).click();
}

/** The samples, once all models wrote with this prompt. @param {Locator} samples @param {string} prompt */
async function written(samples, prompt) {
  const rows = samples.locator('li:not(.old) .sample').filter({
    has: samples.page().locator('b', { hasText: new RegExp(`^${prompt}$`) }),
  });
  await rows.nth(1).waitFor();
  return rows.allInnerTexts();
}

test('trained models write on from a prompt; the same prompt and seed give the same text, also after a reload', async () => {
  const { page, lab, samples } = await openLab(30);
  await start(lab);
  await samples.getByText('trained', { exact: true }).nth(1).waitFor();
  const first = await written(samples, 'call me ');
  // A prompt, and 240 characters.
  assert.deepEqual(
    first.map((text) => text.length),
    [248, 248],
  );
  assert.notEqual(first[0], first[1]);

  await samples.getByLabel('prompt').fill('Call Æ me ');
  await samples
    .getByText('The models read call me : your prompt, reduced to their alphabet.')
    .waitFor();
  assert.deepEqual(await written(samples, 'call me '), first);
  await samples.getByText('RoPE, ALiBi wrote with seed 1.').waitFor({ state: 'attached' });
  const asked = await page.evaluate(() => /** @type {any} */ (globalThis).prompts);
  assert.deepEqual(asked, ['Call Æ me ', 'Call Æ me '], 'each model once');

  const temperature = samples.getByRole('textbox', { name: 'temperature' });
  await temperature.fill('1000');
  await temperature.press('Enter');
  await samples.getByText(/^`?temperature`? must be .*1000/).waitFor();
  await temperature.fill('1');
  await temperature.press('Enter');
  assert.deepEqual(await written(samples, 'call me '), first);

  await samples.getByRole('button', { name: 'Write another' }).click();
  await samples.locator('li.old').first().waitFor({ state: 'detached' });
  const other = await written(samples, 'call me ');
  assert.notDeepEqual(other, first);
  await samples.getByRole('button', { name: 'Link and data' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    samples.getByRole('button', { name: 'Samples (CSV)' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8');
  assert.match(lines, /^scheme,steps,temperature,seed,prompt,text\r\nRoPE,30,1,2,call me ,/);

  await page.reload();
  await arrive(lab, 'figure[aria-busy=false]');
  assert.deepEqual(await written(samples, 'call me '), first);
});

test('models write while they learn, and at once while they are paused', async () => {
  // Minutes of training: it has to last while the page is slow.
  const { page, lab, samples } = await openLab(20_000, 32);
  await start(lab);
  // At once, while the models may not be there yet.
  await lab.getByRole('button', { name: 'Pause', exact: true }).click();
  await written(samples, 'call me ');
  await lab.getByRole('button', { name: 'Resume', exact: true }).click();
  await samples
    .getByText(/^step [1-9]\d* of 20000$/)
    .nth(1)
    .waitFor();
  await lab.getByRole('button', { name: 'Pause', exact: true }).click();
  await samples.getByLabel('prompt').fill('ahab ');
  await written(samples, 'ahab ');
  // (No step comes with this answer: it alone is news.)
  await samples.getByLabel('prompt').fill('whale ');
  await written(samples, 'whale ');
  await samples.getByLabel('prompt').fill('ahab ');
  await written(samples, 'ahab ');
  const steps = await samples.locator('.step').allInnerTexts();
  await lab.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.waitForFunction((before) => {
    const shown = document
      .querySelector('#lab-4')
      ?.shadowRoot?.querySelector('posenc-samples')
      ?.shadowRoot?.querySelectorAll('.step');
    return shown && [...shown].every((one, n) => one.textContent !== before[n]);
  }, steps);

  // Another text does not change a training that is under way; after it the next one is about that text.
  const source = page.locator('posenc-text-source');
  await source.locator('input[type=file]').setInputFiles({
    ...{ name: 'счастье.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('Все счастливые семьи похожи друг на друга. '.repeat(700)),
  });
  await source.locator('figcaption', { hasText: 'счастье.txt' }).waitFor();
  await lab.getByText('The link is about Moby-Dick. Choose it above').waitFor();
  await lab.getByRole('button', { name: 'Stop', exact: true }).click();
  assert.equal((await written(samples, 'ahab ')).length, 2, 'they stay');
  await lab.locator('.asked b', { hasText: /[а-я]/ }).first().waitFor();

  // A model that was stopped is not kept.
  await source.getByRole('button', { name: 'Back to the book' }).click();
  await source.locator('figcaption', { hasText: 'Moby-Dick' }).waitFor();
  await page.reload();
  await arrive(lab, 'figure[aria-busy=false]');
  await samples.getByText('nothing: its training was stopped').nth(1).waitFor();
  assert.equal(await lab.getByText('The link is about').count(), 0);
});
