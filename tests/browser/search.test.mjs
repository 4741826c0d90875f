// The search over all pages: by keyboard, by its buttons, on a phone, without a network, and what it finds.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadClaims } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { base, figure, forbidStorage, open, origin, partsOf, section, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const dialogOf = (page) => page.getByRole('dialog', { name: 'Search' });
/** @param {Page} page */
const fieldOf = (page) => dialogOf(page).getByRole('searchbox', { name: 'Search all pages' });
/** @param {Page} page */
const statusOf = (page) => dialogOf(page).getByRole('status');

/** Opens it by its key, ready to find. @param {Page} page */
async function byKey(page) {
  await page.keyboard.press('/');
  await statusOf(page).getByText('Finds text').waitFor();
}

/** The element with the focus, in whatever tree it is. @param {Page} page */
const focused = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('href') ?? at?.localName ?? '';
  });

/** What a learner types, and the place that has to be among the first three. */
const wanted = /** @type {const} */ ([
  ['why sin and cos', './sinusoidal.html#two-numbers-one-clock-hand'],
  ['why 10000', './sinusoidal.html#why-10000'],
  ['dot product depends only on distance', './sinusoidal.html#only-the-distance-counts'],
  ['rope base 500000', './rope.html#the-base'],
  ['rotate values', './rope.html#why-not-the-values'],
  ['rotate_half', './rope.html#two-layouts-one-silent-bug'],
  ['half split', './glossary.html#pair-layout'],
  ['alibi slopes', './alibi.html#a-slope-for-each-head'],
  ['why add', './adding.html'],
  ['extrapolation', './glossary.html#extrapolation'],
  ['yarn', './longer.html#each-pair-as-it-needs-yarn'],
  ['NTK', './longer.html#slow-down-the-slow-ntk-aware'],
  ['position interpolation', './longer.html#squeeze-position-interpolation'],
  ['bucket', './longer.html#t5-a-number-for-each-bucket'],
  ['nope', './longer.html#no-encoding-at-all'],
  ['kv cache', './code.html#rope-with-a-kv-cache'],
  ['m-rope', './glossary.html#m-rope'],
  ['mrope', './beyond-words.html#video-three-counters-for-one-set-of-pairs'],
  ['diffusion timesteps', './beyond-words.html#diffusion-a-step-is-a-position'],
  ['temperature', './glossary.html#attention-temperature'],
  ['causal mask', './order.html#a-mask-gives-something-away'],
  ['permutation equivariant', './order.html#equivariant-is-not-invariant'],
  ['spectrum', './signal.html#its-spectrum'],
  ['bits per character', './glossary.html#bits-per-character'],
  ['theta', './claims.html#claim-49'],
  ['ω', './sinusoidal.html#a-chord-for-every-position'],
  // With a letter missing, and British.
  ['sinusodal table', './code.html#sinusoidal-table'],
  ['normalise', './adding.html#what-appending-would-cost'],
  // By what it is, its number or its name.
  ['claim 12', './claims.html#claim-12'],
  ['glossary offset', './glossary.html#offset'],
  ['E13.1', './exercises.html#by-hand-e13-1'],
  ['practice 4', './train.html#lab-2-take-it-away'],
  ['lab 5', './book.html#lab-5-raise-the-base-then-train-on'],
  ['a first row of zeros', './museum.html#mistake-sines-only'],
  ['the base 10000 is optimal', './claims.html#claim-42'],
  ['wrong layout no error', './rope.html#rope-layouts'],
  ['Llama 3', './models.html?model=Llama-3-8B'],
  ['deepseek', './models.html?model=DeepSeek-V3'],
  ['gpt2', './models.html?model=GPT-2'],
  ['quiz', './exercises.html#quiz'],
  ['instructors', './record.html#for-instructors'],
]);

test('what learners type leads to where it is explained, among the first three', async () => {
  const { page } = await open({ at: 'about.html' });
  await page.locator('#contents').getByRole('button', { name: 'Search' }).click();
  await statusOf(page).getByText('Finds text').waitFor();
  const found = await page.evaluate(
    async (queries) => {
      const search = /** @type {any} */ (document.querySelector('posenc-search'));
      const field = search.shadowRoot.querySelector('input');
      /** @type {Record<string, string[]>} */
      const found = {};
      for (const query of queries) {
        field.value = query;
        field.dispatchEvent(new Event('input'));
        await search.updateComplete;
        found[query] = [...search.shadowRoot.querySelectorAll('li a')]
          .slice(0, 3)
          .map((link) => link.getAttribute('href'));
      }
      return found;
    },
    wanted.map(([query]) => query),
  );
  const missed = wanted.filter(([query, href]) => !found[query]?.includes(href));
  assert.deepEqual(
    missed.map(([query, href]) => ({ query, href, found: found[query] })),
    [],
  );
});

test(
  'the key / opens it, arrows choose, Enter goes there; before that nothing of it is loaded',
  { tag: '@smoke' },
  async () => {
    /** @type {{url: string, size: Promise<number>}[]} */
    let loaded = [];
    const { page } = await open({
      at: 'about.html',
      prepare: async (page) =>
        void page.on('response', (response) => {
          const size = response.body().then(
            (body) => gzipSync(body).length,
            // The page is left.
            () => 0,
          );
          loaded.push({ url: response.url(), size });
        }),
    });
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      loaded.filter(({ url }) => /search/.test(url)),
      [],
    );
    loaded = [];
    await byKey(page);
    assert.equal(await focused(page), 'input');
    const sizes = await Promise.all(loaded.map(({ size }) => size));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const list = loaded.map(({ url }, n) => `${sizes[n]} ${url}`).join('\n');
    assert.ok(total > 10_000 && total < 90 * 1024, `${total} bytes\n${list}`);

    await page.keyboard.type('rope base/');
    const links = dialogOf(page).getByRole('link');
    await links.first().waitFor();
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.equal(new Set(hrefs).size, hrefs.length);
    assert.match((await statusOf(page).textContent()) ?? '', /^\d+ results$/);
    assert.deepEqual(
      await links
        .first()
        .locator('mark')
        .allTextContents()
        .then((all) => all[0]),
      'base',
    );
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), hrefs[0]);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), hrefs[1]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(page), 'input');
    // Typing goes on in the field.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('s');
    assert.equal(await fieldOf(page).inputValue(), 'rope base/s');
    await page.keyboard.press('Backspace');
    const [second = ''] = hrefs.slice(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(new URL(second ?? '', `${origin}${base}`).href);
  },
);

test('the focus returns, the last query is kept, and fields keep their own /', async () => {
  const { page } = await open();
  const heatmap = await figure(page, 'posenc-heatmap');
  const own = heatmap.locator('posenc-number[label="width d"] input[type=text]');
  await own.focus();
  for (const key of ['/', 'Control+/', 'Alt+/']) await page.keyboard.press(key);
  assert.match(await own.inputValue(), /\//);
  assert.equal(await dialogOf(page).count(), 0);
  const opener = page.locator('#contents').getByRole('button', { name: 'Search' });
  assert.equal(await opener.getAttribute('aria-keyshortcuts'), '/');
  await opener.focus();
  await byKey(page);
  await page.keyboard.type('xyzzy');
  await statusOf(page).getByText('No page has “xyzzy”.').waitFor();
  assert.equal(await dialogOf(page).getByRole('link').count(), 0);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
  assert.ok(await opener.evaluate((one) => one === document.activeElement));
  await page.keyboard.press('Enter');
  assert.equal(await fieldOf(page).inputValue(), 'xyzzy');
  // It is selected, so typing begins another one.
  await page.keyboard.type('only the distance');
  const here = dialogOf(page).locator('a[href="./sinusoidal.html#only-the-distance-counts"]');
  await here.waitFor();
  // A place on this page: it stays as it is, with the state of its figures.
  await page.evaluate(() => history.replaceState(null, '', '?heatmap.base=10'));
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await here.click();
  await page.waitForURL(`${origin}${base}${section}?heatmap.base=10#only-the-distance-counts`);
  await dialogOf(page).waitFor({ state: 'hidden' });
  assert.ok(await page.evaluate(() => 'isSamePage' in globalThis));
  const heading = page.getByRole('heading', { name: 'Only the distance counts' });
  await page.waitForFunction(
    (one) => {
      const { top } = /** @type {Element} */ (one).getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    },
    await heading.elementHandle(),
  );
  // A click beside it closes it.
  await page.keyboard.press('/');
  await fieldOf(page).waitFor();
  await page.mouse.click(5, 5);
  await dialogOf(page).waitFor({ state: 'hidden' });
});

test('during a talk a result is shown as slides', async () => {
  const { page } = await open({ at: 'about.html?present' });
  await byKey(page);
  await page.keyboard.type('p claim 12');
  await dialogOf(page).getByRole('link').first().waitFor();
  // Its keys turn no slide.
  for (const key of ['ArrowRight', 'End', 'Space']) await page.keyboard.press(key);
  assert.match(await page.locator('.presenter .count').innerText(), /^1 \//);
  await fieldOf(page).fill('claim 12');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}${base}claims.html?present#claim-12`);
  await page.locator('.presenting main .shown #claim-12').waitFor();
});

test('without its script or its file it says so, and tries again; without a network the kept file is used', async () => {
  const { page, context } = await open({
    at: 'about.html',
    mayComplain: true,
    keeps: true,
    prepare: async (page) => {
      await page.route('**/search-*.js', (route) => route.abort());
      await page.route('**/search-*.json', async (route) => {
        await page.waitForTimeout(1500);
        await route.fulfill({ status: 503 });
      });
    },
  });
  const button = page.locator('#contents [data-search]');
  await button.click();
  await page.locator('#contents').getByText('Search failed. Try again').waitFor();
  await page.unroute('**/search-*.js');
  await button.click();
  await statusOf(page).getByText('Loading the search …').waitFor();
  await statusOf(page).getByText('could not be loaded: the host answered 503.').waitFor();
  assert.equal(await button.textContent(), 'Search');
  await page.unroute('**/search-*.json');
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await statusOf(page).getByText('Finds text').waitFor();
  assert.equal(await focused(page), 'input');
  await page.getByText('Saved for offline use.').waitFor({ timeout: 90_000 });
  await context.setOffline(true);
  await page.reload();
  await byKey(page);
  await page.keyboard.type('yarn');
  await dialogOf(page).getByRole('link').first().waitFor();
});

test('on a phone it fills the screen; axe finds nothing; the focus returns to the bar', async () => {
  const { page } = await open({
    at: 'about.html',
    options: { viewport: { width: 390, height: 740 }, reducedMotion: 'reduce' },
    prepare: forbidStorage,
  });
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.locator('#contents').getByRole('button', { name: 'Search' }).click();
  await fieldOf(page).fill('alibi slopes');
  await dialogOf(page).getByRole('link').first().waitFor();
  assert.deepEqual(await dialogOf(page).boundingBox(), { x: 0, y: 0, width: 390, height: 740 });
  const sideways = await dialogOf(page).evaluate((one) => one.scrollWidth - one.clientWidth);
  assert.equal(sideways, 0);
  await isAccessible(page, { within: 'posenc-search', when: 'results' });
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  // What opened it is closed by now, so the focus is on what opened that.
  await dialogOf(page).waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Contents');
  const inBar = page.locator('.bar').getByRole('button', { name: 'Search' });
  await inBar.click();
  assert.equal(await fieldOf(page).inputValue(), 'alibi slopes');
  await page.keyboard.press('Escape');
  assert.ok(await inBar.evaluate((one) => one === document.activeElement));
});

test('without scripts there are no buttons for it', async () => {
  const { page } = await open({ at: 'about.html', options: { javaScriptEnabled: false } });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 740 });
    for (const button of await page.locator('[data-search]').all()) {
      assert.equal(await button.isVisible(), false);
    }
  }
});

test('every page, claim, mistake and term can be found by its address', async () => {
  const file = readdirSync('build/site/assets').find((name) => /^search-.*\.json$/.test(name));
  /** @type {import('../../web/src/search/entries.ts').Page[]} */
  const pages = JSON.parse(readFileSync(`build/site/assets/${file}`, 'utf8'));
  assert.deepEqual(
    pages.map(({ address }) => address).sort(),
    // (The page of changes is made from the changelog.)
    [...partsOf.keys(), 'changes.html']
      .map((name) => (name === 'index.html' ? './' : `./${name}`))
      .sort(),
  );
  for (const { address, entries } of pages) {
    const html = readFileSync(`build/site/${address === './' ? 'index.html' : address}`, 'utf8');
    for (const { id, title } of entries) {
      assert.ok(title, `${address}#${id}`);
      assert.ok(id === '' || html.split(` id="${id}"`).length === 2, `${address}#${id}`);
    }
  }
  const count = (/** @type {string} */ kind) =>
    pages.flatMap(({ entries }) => entries).filter((entry) => entry.kind === kind).length;
  const core = await loadClaims();
  assert.equal(count('claim'), core.claims().claims.length);
  assert.equal(count('mistake'), core.exhibits().exhibits.length);
  assert.ok(count('term') > 50 && count('figure') > 40 && count('model') > 50);
});
