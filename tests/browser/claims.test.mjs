// Claims on trial as a reader meets them: voted on, tried, trained for. (What the core finds: tests/native/claims and
// tests/wasm/claims.test.mjs. What a card says of it, for every claim: tests/web/trial-cards.test.mjs. What is kept:
// tests/web/storage.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { loadClaims, loadCore } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { arrive, base, open as openSite, origin, setWidth, test } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const core = await loadClaims();
const { claims } = core.claims();
const at = 'claims.html';
const patience = { timeout: 240_000 };
/** Those that are not folded at first. */
const known = 12;

/** Of those that are computed, the first whose findings are drawn in a chart. */
const computed = claims.find(
  ({ number, kind }) => kind === 'computed' && core.tryClaim(number, '', []).chart,
);
/** @param {number} number */
const stepsOf = (number) =>
  core.claimPlan(number).models.reduce((sum, { options }) => sum + options.steps, 0);
const bySteps = claims
  .filter(({ kind }) => kind === 'trained')
  .sort((a, b) => stepsOf(a.number) - stepsOf(b.number));
const [, first = ''] =
  /\{\{claims ([\d ]+)\}\}/.exec(readFileSync('web/lesson/claims.md', 'utf8')) ?? [];
const isFolded = (/** @type {{number: number}} */ { number }) =>
  !first.split(' ').includes(String(number));
/** The one that takes least, and, of those that are folded, the one that takes so much that it can be stopped in time. */
const [trained, lengthy] = [bySteps.at(0), bySteps.filter(isFolded).at(-1)];
assert.ok(computed && trained && lengthy);

/** A card, once it can be worked. @param {Page} page @param {{number: number}} claim */
async function cardOf(page, { number }) {
  const card = page.locator(`#claim-${number}`);
  await card.evaluate((one) => one.closest('details')?.setAttribute('open', ''));
  await arrive(card, 'section[aria-busy=false]');
  return card;
}
const press = (/** @type {Locator} */ card, /** @type {string} */ name) =>
  card.getByRole('button', { name, exact: true }).click();

/** Every model is trained for a few steps, whatever the plan says. @param {number} steps */
function shortenTraining(steps) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ rest) {
    const short = { ...message, options: { ...message?.options, steps } };
    post.call(this, message?.type === 'start' ? short : message, rest);
  };
}

test(
  'a vote, a trial, and its verdict after a moment; kept with the first vote until it is reset',
  { tag: '@smoke' },
  async () => {
    const { number, text } = computed;
    const { verdict, findings, because, chart } = core.tryClaim(number, 'true', []);
    const wrong = verdict === 'true' ? 'False' : 'True';
    const voted = `You voted “${wrong.toLowerCase()}”: wrong.`;
    const { page, context } = await openSite({ at });
    await expect(page.locator('posenc-claim:visible')).toHaveCount(known);
    const tried = page.locator('posenc-tried');
    const card = await cardOf(page, computed);
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(`“${text}”`);
    await press(card, 'Put it on trial');
    await expect(card.getByText('Vote first, or try it without a vote.')).toBeVisible();
    await card.getByLabel(wrong, { exact: true }).check();
    await expect(card.getByRole('button', { name: 'Try it without a vote' })).toHaveCount(0);
    await press(card, 'Put it on trial');
    await expect(card.getByRole('img', { name: 'A balance, swinging.' })).toBeVisible();
    await expect(card.locator('.verdict')).toHaveCount(0);
    await expect(card.locator('.because')).toHaveText(because);
    await expect(card.locator('.verdict')).toHaveAttribute('data-verdict', verdict);
    await expect(card.locator('.voted')).toHaveText(voted);
    await expect(card.locator('[role=status]').filter({ hasText: voted })).toHaveCount(1);
    await expect(
      card.getByRole('img', { name: /^Findings: \d+ for, \d+ against\.$/ }),
    ).toBeVisible();
    await expect(card.locator('.findings')).toBeHidden();
    await card.locator('details.all > summary').click();
    await expect(card.locator('.findings .text')).toHaveText(findings.map((one) => one.text));
    await expect(card.getByRole('button', { name: /again/ })).toHaveCount(0);
    await press(card, 'Link and data');
    await press(card, 'Show the data');
    const heads = card.locator('.data thead th');
    await expect(heads.first()).toHaveText(chart?.xAxis ?? '');
    await expect(card.locator('.data tbody tr').first()).toBeVisible();
    await expect(
      tried.getByText(`1 of ${claims.length} tried, 0 votes right, 1 wrong`),
    ).toBeVisible();
    await setWidth(page, 360);
    await isAccessible(page, { within: `#claim-${number}` });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);

    // The list can show what is left. A link to a card that is hidden shows all.
    const cards = page.locator('posenc-claim').filter({ visible: true });
    await tried.getByLabel('Show').selectOption('open');
    await expect(cards).toHaveCount(claims.length - 1);
    await tried.getByLabel('Show').selectOption('wrong');
    await expect(cards).toHaveCount(1);
    await expect(page.locator('main section:has(posenc-claim) h2:visible')).toHaveCount(1);
    const [next = ''] = await page
      .locator('posenc-claim')
      .evaluateAll(
        (all, own) => all.map(({ id }) => id).filter((id) => id !== own),
        `claim-${number}`,
      );
    await tried.locator(`.next a[href="#${next}"]`).click();
    await expect(cards).toHaveCount(known);
    await expect(page.locator(`#${next}`)).toBeFocused();

    await page.reload();
    await cardOf(page, computed);
    await expect(card.locator('.verdict.kept')).toHaveAttribute('data-verdict', verdict);
    await expect(card.getByRole('radio')).toHaveCount(0);
    await expect(card.locator('.findings')).toHaveCount(0);
    await press(card, 'Run it again');
    await expect(card.locator('.because')).toHaveText(because);
    await expect(card.locator('.voted')).toHaveText(voted);
    // Once another tab has reset it, it can be voted on again.
    const other = await context.newPage();
    await other.goto(`${origin}${base}licences.txt`);
    await other.evaluate(() => {
      const trials = { version: 1, claims: {}, mistakes: {}, formulas: [] };
      localStorage.setItem('posenc.trials', JSON.stringify(trials));
    });
    await expect(card.getByRole('radio')).toHaveCount(3);
    await arrive(tried, 'section[aria-busy=false]');
    await expect(tried.getByText(`0 of ${claims.length} tried`)).toBeVisible();
  },
);

test('a link leads to a card; by keyboard one votes and tries; Stop, and leaving, end the training', async () => {
  const id = `claim-${lengthy.number}`;
  const { page } = await openSite({
    at: `${at}#${id}`,
    // Long enough to be stopped.
    prepare: (page) => page.addInitScript(shortenTraining, 40),
  });
  const { keyboard } = page;
  const card = page.locator(`#${id}`);
  // It is in a fold, which the link opens; the others stay closed.
  await expect(page.locator('details.group[open]')).toHaveCount(1);
  const button = (/** @type {string} */ name) => card.getByRole('button', { name, exact: true });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await expect(card.locator('section')).toHaveAttribute('aria-busy', 'false');
  await keyboard.press('Tab');
  await expect(card.getByLabel('Link to this claim')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await expect(card.getByLabel('False', { exact: true })).toBeChecked();
  await keyboard.press('Tab');
  await expect(button('Put it on trial')).toBeFocused();
  await keyboard.press('Enter');
  await expect(card.getByRole('progressbar')).toBeVisible();
  await expect(card.getByText(/^\d+ of \d+ models trained/)).toBeVisible();
  await expect(button('Stop')).toBeFocused();
  await keyboard.press('Enter');
  await expect(card.getByText('Stopped.')).toHaveCount(1);
  await expect(button('Put it on trial')).toBeFocused();
  await keyboard.press('Enter');
  await expect(card.locator('.because')).toBeVisible(patience);
  await expect(card.locator('.verdict')).toBeFocused();

  const workers = () => page.workers().filter((worker) => /training/.test(worker.url()));
  await card.getByLabel('seeds').selectOption('5');
  await press(card, 'Try again');
  await expect(card.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => workers().length).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await expect.poll(() => workers().length).toBe(0);
});

test('what is trained in the page is what the core trains under Node, to the last digit', async () => {
  const { number } = trained;
  const library = await loadCore();
  const runs = core.claimPlan(number).models.map(({ options, tests }) => {
    const { id } = library.createTrainer({ ...options, seed: 1 });
    const { accuracies: curve } = library.trainSteps(id, options.steps);
    const own = [...tests].sort(
      (a, b) => a.inverseFrequencies.length - b.inverseFrequencies.length,
    );
    const answers = new Map(
      own.map((one) => {
        if (one.inverseFrequencies.length > 0) {
          library.useFrequencies(id, one.inverseFrequencies, one.attentionFactor);
        }
        return [one, library.evaluateLength(id, one.length)];
      }),
    );
    library.disposeTrainer(id);
    return {
      accuracies: Float64Array.from(tests, (one) => answers.get(one)?.accuracy ?? NaN),
      losses: Float64Array.from(tests, (one) => answers.get(one)?.loss ?? NaN),
      curve: Float64Array.from(curve),
    };
  });
  const trial = core.tryClaim(number, '', runs);

  const { page } = await openSite({ at, options: { reducedMotion: 'reduce' } });
  const card = await cardOf(page, trained);
  await card.getByLabel('seeds').selectOption('1');
  await press(card, 'Try it without a vote');
  await expect(card.locator('.because')).toHaveText(trial.because, patience);
  await expect(card.locator('.verdict')).toHaveAttribute('data-verdict', trial.verdict);
  await expect(card.locator('.voted')).toHaveText('Tried without a vote.');
  await expect(card.locator('.findings .text')).toHaveText(trial.findings.map(({ text }) => text));
  await card.locator('details.all > summary').click();
  await expect(card.getByText(/1\s+seed: too few to show a spread/)).toBeVisible();
  await isAccessible(page, { within: `#claim-${number}` });
});

test('a worker that does not come, and a core that does not: said, and tried again', async () => {
  const { page } = await openSite({
    at,
    mayComplain: true,
    prepare: async (page) => {
      await page.addInitScript(shortenTraining, 3);
      await page.route('**/training.worker*.js', (route) => route.abort());
      await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
    },
  });
  // It can be read all the same, and voted on.
  const card = await cardOf(page, computed);
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(`“${computed.text}”`);
  await press(card, 'Try it without a vote');
  await expect(card.locator('.error')).toHaveText(/could not be loaded/);
  await page.unroute('**/*.wasm');
  await press(card, 'Try it without a vote');
  await expect(card.locator('.because')).toBeVisible();
  await expect(card.locator('.voted')).toHaveText('Tried without a vote.');

  const models = await cardOf(page, trained);
  await models.getByLabel('True', { exact: true }).check();
  await press(models, 'Put it on trial');
  await expect(models.locator('.error')).toHaveText(/could not be loaded/);
  await expect(page.locator('posenc-tried').getByText(/^1 of \d+ tried/)).toBeVisible();
  await page.unroute('**/training.worker*.js');
  await press(models, 'Try again');
  await expect(models.locator('.voted')).toHaveText(/^You voted “true”/, patience);
});
