// The labs on one RoPE model of characters: remedies, bands of frequencies, and a larger base. The model is kept in the
// browser after a few steps on a short text, so that its tests take no time.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { printed } from '../posenc.mjs';
import { isAccessible } from './accessible.mjs';
import { core, keepIn } from './models.mjs';
import { column, set, takenData } from './reading.mjs';
import { arrive, base, open as openPage, origin, test, unfold } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const text = readFileSync('build/book/moby-dick.txt').subarray(0, 24_000);
const { id: textId, checksum } = core.openText(text);
const trainedOn = { name: 'short.txt', checksum };
const options = { ...core.trainingDefaults('text', 'rope'), seed: 1 };
const lengths = [...options.testLengths];

/** A few of the steps of Lab 4's model. */
const model = (() => {
  const { id } = core.createTextTrainer(textId, options);
  const { losses, accuracies } = core.trainSteps(id, 30);
  const { bytes } = core.checkpoint(id);
  core.disposeTrainer(id);
  const steps = { losses: [...losses], accuracies: [...accuracies] };
  return { task: 'text', options, bytes, ...steps, trainedOn };
})();

/** @template T @param {(id: number) => T} use @param {Uint8Array} [bytes] */
function opened(use, bytes = model.bytes) {
  const { id } = core.openTextCheckpoint(textId, bytes);
  try {
    return use(id);
  } finally {
    core.disposeTrainer(id);
  }
}

/**
 * Puts values into a store of the page's browser, by their keys.
 * @param {Page} page @param {string} name @param {Record<string, unknown>} values
 * @returns {Promise<number>} how many it has then
 */
const put = (page, name, values) =>
  page.evaluate(async ([name, values]) => {
    const asked = indexedDB.open(name);
    /** @type {IDBDatabase} */
    const database = await new Promise((resolve) => {
      asked.onupgradeneeded = () => asked.result.createObjectStore('kept');
      asked.onsuccess = () => resolve(asked.result);
    });
    const transaction = database.transaction('kept', 'readwrite');
    const store = transaction.objectStore('kept');
    for (const [key, value] of Object.entries(values)) store.put(value, key);
    const count = store.count();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
    return count.result;
  }, /** @type {const} */ ([name, values]));

/** Chooses the short text. @param {Page} page */
const keepText = (page) => {
  const bytes = new Uint8Array(text);
  const own = { version: 1, name: 'short.txt', bytes, isChosen: true };
  return put(page, 'posenc-texts', { text: own });
};

/** Notes what the page asks of its workers, and has it train models in a few steps. */
function hurry() {
  /** @type {string[]} */
  const asked = [];
  Object.assign(globalThis, { asked });
  globalThis.Worker = class extends Worker {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        if (data.value?.steps > 1000) data.value.steps = 3;
      });
    }
    /** @param {any} message @param {any} [more] */
    postMessage(message, more) {
      asked.push(message.method ?? message.type);
      super.postMessage(message, more);
    }
  };
}

/** @param {string} tag @param {{search?: string, models?: import('./models.mjs').Model[]}} [how] */
async function open(tag, { search = '', models = [model] } = {}) {
  const { page } = await openPage({
    at: 'licences.txt',
    prepare: async (page) => {
      if (models.length === 0) await page.addInitScript(hurry);
    },
  });
  await keepText(page);
  await keepIn(page, models);
  await page.goto(`${origin}${base}book.html${search}`);
  return { page, shown: await arrived(page, tag) };
}

/** @param {Page} page @param {string} tag */
async function arrived(page, tag) {
  const shown = page.locator(tag);
  await arrive(shown, 'figure[aria-busy=false]');
  await unfold(shown);
  await shown.locator('.setting').filter({ hasText: 'short.txt' }).waitFor();
  return shown;
}

const bitsAt = (/** @type {number} */ id, /** @type {number} */ length) =>
  Number(core.evaluateLength(id, length).bits);

test('remedies on text: each for its own length, with what the core gives', async () => {
  const { page, shown } = await open('posenc-text-remedies');
  await shown.locator('.results').waitFor();
  const { rows } = await takenData(page, shown);
  const { dModel, heads, base: trainedBase, trainLongest } = options;
  const pairs = dModel / heads / 2;
  const variant = /** @type {const} */ ('paper');
  const own = { dModel: dModel / heads, base: trainedBase, variant };
  const expected = opened((id) =>
    /** @type {const} */ (['none', 'pi', 'ntk', 'yarn', 'yarn-short', 'llama3']).flatMap((remedy) =>
      lengths.map((length) => {
        const at = core.withRemedy(remedy, own, trainLongest, length / trainLongest, length);
        core.useFrequencies(id, at.inverseFrequencies, at.attentionFactor);
        const old = bitsAt(id, trainLongest);
        return [length > trainLongest ? bitsAt(id, length) : 0, old];
      }),
    ),
  );
  // (Names of remedies have commas: columns are counted from the end.)
  const results = rows.map((row) => row.slice(-pairs - 3, -pairs - 1));
  assert.deepEqual(results, expected);
  await isAccessible(page, { within: 'posenc-text-remedies', when: 'trained' });
});

test('bands of frequencies: what the core gives without each of them, in all heads and in one', async () => {
  const { page, shown } = await open('posenc-frequency-bands');
  const { bands } = core.frequencyBands(16, options.base, options.trainLongest, options.rotary);
  const tested = (/** @type {number} */ layer, /** @type {number} */ head) =>
    opened((id) =>
      ['fast', 'middle', 'slow'].flatMap((band) => {
        const pairs = bands.flatMap((one, pair) => (one === band ? [pair] : []));
        assert.ok(pairs.length > 0);
        core.silencePairs(id, layer, head, Float64Array.from(pairs));
        return lengths.map((length) => bitsAt(id, length));
      }),
    );
  const whole = opened((id) => lengths.map((length) => bitsAt(id, length)));
  await shown.locator('figcaption', { hasText: /^The .* pairs? matters? most$/ }).waitFor();
  const { rows } = await takenData(page, shown);
  const count = 4 * lengths.length;
  assert.deepEqual(column(rows, 4).slice(0, count), [...whole, ...tested(-1, -1)]);
  assert.equal(rows.length, count + 3 * 8);

  await shown.getByLabel('silence them in').selectOption('1.2');
  await shown.getByText('Silenced in layer 2, head 3', { exact: true }).waitFor();
  const { rows: ofOne } = await takenData(page, shown);
  assert.deepEqual(column(ofOne, 4).slice(lengths.length, count), tested(1, 2));
  // The same head among all heads, one at a time.
  const [fast] = tested(1, 2);
  assert.equal(column(ofOne, 4)[count + 6], fast);
  await isAccessible(page, { within: 'posenc-frequency-bands', when: 'tested' });
});

test('a larger base: guessed, trained further, kept, and repeated by the command to the bit', async () => {
  const search = '?raise-base.steps=20&raise-base.length=128';
  const { page, shown } = await open('posenc-raise-base', { search });
  const older = Array.from({ length: 30 }, (_, n) => [`older ${n}`, { version: 1 }]);
  await put(page, 'posenc-phases', Object.fromEntries(older));
  await shown.getByLabel('Base 500000, more training').check();
  await shown.getByRole('button', { name: 'Raise the base and keep training' }).click();
  await shown.locator('.results').waitFor({ timeout: 60_000 });
  await shown
    .getByText('You expected Base 500000, more training to be best at positions 128 to 255.')
    .waitFor();

  const ranges = [
    [0, 64],
    [64, 128],
    [128, 256],
  ];
  const tested = (/** @type {number} */ base, /** @type {number} */ steps) =>
    opened((id) => {
      core.continueTraining(id, core.longerPhase(options, base, 128, 20));
      if (steps > 0) core.trainSteps(id, steps);
      return ranges.map(([from = 0, length = 0]) => core.evaluateFrom(id, length, from).bits);
    });
  const expected = [
    ...[tested(10_000, 0), tested(500_000, 0)],
    ...[tested(10_000, 20), tested(500_000, 20)],
  ].flat();
  const { rows } = await takenData(page, shown);
  // (Names of models have commas.)
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    expected,
  );

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Whole run (JSON)' }).click(),
  ]);
  const file = `${await download.path()}.txt`;
  writeFileSync(file, text);
  const { runs } = printed([
    ...['train', '--repeat', await download.path(), '--text', file, '--json'],
  ]);
  assert.deepEqual(
    runs.map((/** @type {any} */ run) => [run.losses, run.lengths, run.equal]),
    [
      [50, 9, true],
      [50, 3, true],
    ],
  );

  // Kept for the next visit, with the guess.
  await page.reload();
  const again = await arrived(page, 'posenc-raise-base');
  await again.locator('.results').waitFor();
  await again.getByText('You expected Base 500000, more training').waitFor();
  await isAccessible(page, { within: 'posenc-raise-base', when: 'trained' });
  const weights = await again
    .locator('.results td:last-child')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).fontWeight));
  assert.deepEqual(weights.toSorted(), ['400', '400', '400', '600']);
  // The oldest results have made room.
  assert.equal(await put(page, 'posenc-phases', {}), 24);
  // Other settings have no result yet; back at these, the guess is there, too.
  await set(again, 'new base', 100_000);
  const train = again.getByRole('button', { name: 'Raise the base and keep training' });
  await train.waitFor();
  await set(again, 'new base', 500_000);
  await again.getByText('You expected Base 500000, more training').waitFor();

  // The result needs no model to be shown.
  await put(page, 'posenc-labs', { 'session text 0': null });
  await page.reload();
  const without = await arrived(page, 'posenc-raise-base');
  await without.locator('.results').waitFor();
  assert.equal(await without.getByRole('button', { name: 'Whole run (JSON)' }).count(), 0);
});

test('a larger base: stopped, and a base that no model can have', async () => {
  const { shown } = await open('posenc-raise-base', { search: '?raise-base.steps=1000' });
  const train = shown.getByRole('button', { name: 'Raise the base and keep training' });
  await train.click();
  await shown.getByRole('button', { name: 'Pause' }).click();
  await shown.getByRole('button', { name: 'Stop' }).click();
  await shown.getByText('Training has been stopped.').waitFor();
  await train.waitFor();
  await set(shown, 'new base', 0);
  await shown.getByText('new base must be a finite number above 0 but got 0').waitFor();
  // What is shown is about other settings.
  assert.ok(await train.isDisabled());
  await set(shown, 'new base', 1000);
  await shown.getByText('raise its base to 1000').waitFor();
  assert.ok(await train.isEnabled());
});

test('a model that a figure trains is one of the page’s text: two figures share it, and the viewer shows it', async () => {
  const { page, shown } = await open('posenc-frequency-bands', { models: [] });
  const remedies = await arrived(page, 'posenc-text-remedies');
  // At once: with so few steps the first would have trained before the second is pressed.
  await shown
    .or(remedies)
    .getByRole('button', { name: 'Train' })
    .evaluateAll((buttons) => {
      for (const button of buttons) /** @type {HTMLElement} */ (button).click();
    });
  await shown.getByText('of 40 tests').waitFor();
  // Another seed is answered at once.
  await set(shown, 'seed', 2);
  await shown.getByRole('button', { name: 'Train' }).waitFor();
  const asked = await page.evaluate(() => /** @type {any} */ (globalThis).asked);
  const count = (/** @type {string} */ method) =>
    asked.filter((/** @type {string} */ one) => one === method).length;
  assert.ok(count('silencePairs') < 40);
  assert.equal(count('start'), 1);
  const viewer = page.locator('posenc-attention-viewer');
  await arrive(viewer, 'figure[aria-busy=false]');
  await viewer.locator('posenc-tiles-plot svg').first().waitFor();

  // The other page's viewer has no text for it.
  await page.goto(`${origin}${base}train.html`);
  await arrive(viewer, 'figure[aria-busy=false]');
  await viewer.getByText('No trained model is stored in this browser yet.').waitFor();
});

test('where the book cannot be fetched, the viewer says so and tries again', async () => {
  const { page } = await openPage({ at: 'licences.txt', mayComplain: true });
  await keepIn(page, [model]);
  await page.route('**/*moby-dick*', (route) => route.abort());
  await page.goto(`${origin}${base}book.html`);
  const viewer = page.locator('posenc-attention-viewer');
  await arrive(viewer, 'figure[aria-busy=false]');
  await viewer.getByText('The book could not be fetched').waitFor();
  await page.unroute('**/*moby-dick*');
  await viewer.getByRole('button', { name: 'Try again' }).click();
  await viewer.getByText('No trained model is stored in this browser yet.').waitFor();
});
