// A training while it runs: paused, stopped, set anew, left; and what becomes of it when its worker dies. (Pool, hand-over
// and losses in detail: tests/web/training-*.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { schemes } from '../../build/wasm/posenc-registry.mjs';
import { isAccessible } from './accessible.mjs';
import { arrive, forbidStorage, open, test, unfold } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/** Lab 1, without its guesses. @param {Parameters<typeof open>[0]} [how] */
async function openLab(how) {
  const { page } = await open({ at: 'train.html?lab-1.seeds=1', ...how });
  const shown = page.locator('#lab-1');
  await arrive(shown, 'figure[aria-busy=false]');
  await shown.evaluate((lab) => lab.removeAttribute('predict'));
  await shown.locator('#guesses').waitFor({ state: 'detached' });
  await shown.locator('.settings > summary').click();
  return { page, shown };
}

const all = schemes.flatMap(({ name, title }) => (name === 'own' ? [] : [title]));

/** @param {Locator} shown @param {string[]} wanted */
async function choose(shown, wanted) {
  for (const name of all) {
    await shown.getByLabel(name, { exact: true }).setChecked(wanted.includes(name));
  }
}

/** @param {Locator} shown @param {string} label */
const boxOf = (shown, label) => shown.locator(`posenc-number[label="${label}"] input[type=text]`);

/** @param {Locator} shown @param {string} label @param {string | number} value */
async function set(shown, label, value) {
  await boxOf(shown, label).fill(String(value));
  await boxOf(shown, label).press('Enter');
}

/** @param {Locator} shown @param {string} name */
const button = (shown, name) => shown.getByRole('button', { name, exact: true });

/** What is said about a scheme. @param {Locator} shown @param {string} name */
const row = (shown, name) =>
  shown
    .locator('.runs li')
    .filter({ has: shown.page().locator('.name').getByText(name, { exact: true }) });

/** The workers that train. @param {Page} page */
const trainers = (page) => page.workers().filter((worker) => /training/.test(worker.url()));
/** @param {Page} page @param {number} count */
const areTraining = (page, count) => expect.poll(() => trainers(page).length).toBe(count);

test('by keyboard a training starts, pauses, goes on and stops; what cannot be trained is said beside its control', async () => {
  const { page, shown } = await openLab({
    options: { reducedMotion: 'reduce', permissions: ['clipboard-write'] },
  });
  await shown.getByText('not trained yet').first().waitFor();
  assert.equal(trainers(page).length, 0, 'no worker before Start');
  const problem = (/** @type {string} */ label) =>
    shown.locator(`posenc-number[label="${label}"] .problem`);
  await set(shown, 'steps', 0);
  await expect(problem('steps')).toContainText('steps must be a whole number from 1 to 20000');
  await button(shown, 'Start').click();
  await expect(shown.locator('.unseen[role=status]')).toContainText('Not started: In this figure');
  await isAccessible(page, { within: '#lab-1', when: 'with an error' });
  await set(shown, 'steps', 20_000);
  // The core refuses this, in its own words.
  await set(shown, 'width d', 30);
  await button(shown, 'Start').click();
  await expect(problem('width d')).toContainText('must be a multiple of heads but got 30 and 4');
  await expect(boxOf(shown, 'width d')).toHaveAttribute('aria-invalid', 'true');
  await expect(row(shown, 'RoPE')).toContainText('not started');
  await areTraining(page, 0);
  await button(shown, 'Reset to defaults').click();
  await expect(shown.locator('.problem:not(:empty)')).toHaveCount(0);
  await choose(shown, []);
  await expect(shown.getByText('Choose at least one scheme.').first()).toBeVisible();

  await choose(shown, ['none', 'RoPE', 'directional ALiBi']);
  await set(shown, 'steps', 20_000);
  await button(shown, 'Start').focus();
  await page.keyboard.press('Enter');
  const state = row(shown, 'none').locator('.state');
  await expect(state).toHaveText(/^\d+ of 20000 steps$/);
  await expect(row(shown, 'directional ALiBi')).toContainText('needs bidirectional attention');
  await expect(shown.locator('.whole')).toContainText(/left$/);
  // The button has kept the focus.
  await page.keyboard.press('Space');
  await expect(button(shown, 'Resume')).toBeFocused();
  await expect(row(shown, 'RoPE').locator('.state')).toHaveText(/^paused at step \d+$/);
  // Until what was under way has come it is still.
  await expect(async () => {
    const before = await state.innerText();
    await isAccessible(page, { within: '#lab-1', when: 'during a run' });
    assert.equal(await state.innerText(), before);
  }).toPass();
  const paused = Number(/\d+/.exec(await state.innerText())?.[0]);
  await page.keyboard.press('Space');
  await expect
    .poll(async () => Number((await state.innerText()).split(' ')[0]))
    .toBeGreaterThan(paused);
  await button(shown, 'Stop').click();
  await expect(state).toHaveText(/^stopped at step \d+$/);
  await expect(shown.locator('figcaption')).toHaveText('Ended early');
  await areTraining(page, 0);

  // Its link has the settings; opened, it shows them, and has nothing to show.
  await unfold(shown);
  await shown.getByText('Link to this state').click();
  await expect(shown.getByText('Link copied')).toBeVisible();
  await set(shown, 'steps', 30);
  await button(shown, 'Start').click();
  await expect(row(shown, 'RoPE')).toContainText('done: ', { timeout: 30_000 });
  await page.reload();
  await arrive(shown, 'figure[aria-busy=false]');
  await shown.locator('.settings > summary').click();
  await expect(boxOf(shown, 'steps')).toHaveValue('20000');
  await expect(shown.getByLabel('ALiBi', { exact: true })).not.toBeChecked();

  // What is under way ends with its figure.
  await shown.evaluate((lab) => lab.removeAttribute('predict'));
  await button(shown, 'Start').click();
  await expect.poll(() => trainers(page).length).toBeGreaterThan(0);
  await page.evaluate(() => document.querySelector('#lab-1')?.remove());
  await areTraining(page, 0);
});

test('a worker that dies is replaced, one that breaks says so and can be tried again; nothing needs to be kept', async () => {
  const { page, shown } = await openLab({
    // A large model, which trains for minutes.
    at: 'train.html?lab-1.seeds=1&lab-1.d-model=64&lab-1.batch=128',
    prepare: async (page) => {
      await forbidStorage(page);
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'indexedDB', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
        // Workers that train, in the order in which they came.
        /** @type {Worker[]} */
        const made = [];
        Object.assign(globalThis, { made });
        globalThis.Worker = class extends Worker {
          /** @param {string | URL} url @param {WorkerOptions} [options] */
          constructor(url, options) {
            super(url, options);
            if (/training/.test(String(url))) made.push(this);
          }
        };
      });
    },
  });
  await choose(shown, ['RoPE']);
  await set(shown, 'steps', 20_000);
  await button(shown, 'Start').click();
  const state = shown.locator('.runs .state');
  const grows = async () => {
    await expect(state).toHaveText(/^[1-9]\d* of 20000 steps$/);
    const before = await state.innerText();
    await expect(state).not.toHaveText(before);
  };
  await grows();
  // The browser ends it, without any event. (It may be gone before it has answered.)
  const [worker] = trainers(page);
  assert.ok(worker);
  const closing = worker.evaluate(() => self.close()).catch(() => undefined);
  await Promise.all([worker.waitForEvent('close'), closing]);
  // (The last steps of the one that died may still be counted up.)
  await areTraining(page, 1);
  await grows();

  await page.evaluate(() => {
    const last = /** @type {any} */ (globalThis).made.at(-1);
    last.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  });
  const broken = row(shown, 'RoPE').getByText('could not be loaded or run (out of memory).');
  await expect(broken).toBeVisible();
  await areTraining(page, 0);
  await button(shown, 'Try again').click();
  await expect(broken).toHaveCount(0);
  await grows();
  await button(shown, 'Stop').click();
  await expect(state).toHaveText(/^stopped at step \d+$/);

  await set(shown, 'steps', 20);
  await button(shown, 'Start').click();
  await expect(state).toHaveText(/^done: /);
  await expect(shown.getByText('This browser stores nothing for this page')).toBeVisible();
  await areTraining(page, 0);
});
