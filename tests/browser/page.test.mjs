// What readers do with the frame of a page: read on, look up, choose colors, print; and what they get where something is
// missing. (What the HTML itself says: tests/tools/built-site.test.mjs. What holds of every page: every-page.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { isAccessible } from './accessible.mjs';
import { arrive, base, figure, open, origin, section, setWidth, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** The parts of a section, by their ids. @param {Page} page */
const partsIn = (page) =>
  page.locator('main .slide h2').evaluateAll((headings) => headings.map(({ id }) => id));

/** Goes to a part, and stays for as long as counts. @param {Page} page @param {string | undefined} id */
async function read(page, id, stays = true) {
  await page.evaluate(
    (id) => document.getElementById(id ?? '')?.scrollIntoView({ behavior: 'instant' }),
    id,
  );
  // (One that is folded is so short that the next may be where one reads.)
  const isFolded = await page.evaluate(
    (id) => document.getElementById(id ?? '')?.closest('details') !== null,
    id,
  );
  const itself = `.parts a.here[href="#${id}"]`;
  const next = `.parts li:has([href="#${id}"]) + li a.here`;
  await page.locator(isFolded ? `${itself}, ${next}` : itself).waitFor();
  if (stays) await page.clock.runFor(1100);
}

test('short parts are read with the one below them: all of a section can be, in a tall window', async () => {
  const { page } = await open({
    ...{ at: 'signal.html', options: { viewport: { width: 1100, height: 1700 } } },
    prepare: (page) => page.clock.install(),
  });
  await page.waitForLoadState('load');
  for (const id of await partsIn(page)) {
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), id);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await page.clock.runFor(1100);
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.clock.runFor(1100);
  const count = (await partsIn(page)).length;
  await expect(page.locator('[data-state=signal]')).toHaveText(`, ${count} of ${count} parts read`);
});

test(
  'what has been read is in the contents, and a reader who comes back goes on where they stopped',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ prepare: (page) => page.clock.install() });
    const ids = await partsIn(page);
    const state = page.locator('[data-state=sinusoidal]');
    const isRead = (/** @type {number} */ count) =>
      expect(state).toHaveText(`, ${count} of ${ids.length} parts read`);
    const place = () => page.evaluate(() => localStorage.getItem('posenc.place'));
    await page.waitForLoadState('load');
    await read(page, ids[0]);
    assert.equal(await place(), null, 'a section that was only opened is not where one stopped');
    await read(page, ids[1]);
    await isRead(1);
    // A jump is not reading, and neither is passing by.
    await read(page, ids[6], false);
    await read(page, ids[7], false);
    await isRead(1);
    await page.reload();
    await isRead(1);
    for (const id of ids) await read(page, id);
    const end = page.locator('.turn');
    await end.evaluate((end) => end.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await page.clock.runFor(1100);
    await isRead(ids.length);
    await expect(page.locator('[data-section=sinusoidal]')).toHaveCSS('--read', '1');
    await read(page, ids[3]);
    const title = await page.locator('h1').textContent();

    await page.goto(`${origin}${base}`);
    const on = page.locator('.begin a').first();
    await expect(on).toHaveText(`Continue: ${title}, part 4 of ${ids.length}`);
    await expect(on).toHaveAttribute('href', new RegExp(`${section}#${ids[3]}$`));
    const entry = page.locator('#contents a[data-parts]', { hasText: title ?? '' });
    await expect(entry).toContainText('part 4');
    await entry.click();
    await page.waitForURL(`${origin}${base}${section}#${ids[3]}`);
    // On its own page a section leads to its beginning.
    await expect(page.locator('#contents [aria-current=page]')).not.toContainText('part 4');

    // What was kept of a place that is gone, or is no place, changes nothing.
    for (const kept of [
      '{"section":"sinusoidal","part":"gone"}',
      '{"section":"x\\"]","part":""}',
    ]) {
      await page.evaluate((kept) => localStorage.setItem('posenc.place', kept), kept);
      await page.goto(`${origin}${base}`);
      await page.locator('#notice').waitFor({ state: 'detached' });
      await expect(page.locator('.begin a').first()).toHaveText('See the idea in ten minutes');
      await expect(page.locator('#contents .resume')).toHaveCount(0);
    }
  },
);

/** @param {Page} page @param {(string | Locator)[]} parts */
async function areInSight(page, ...parts) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const part of parts) {
    const one = typeof part === 'string' ? page.locator(part) : part;
    const box = await one.boundingBox();
    const isInSight = box && box.y >= 0 && box.y + box.height <= height && box.x >= 0;
    assert.ok(isInSight, `${width} × ${height}: ${part}, ${JSON.stringify(box)}`);
  }
}

test('the front page shows its figure, and a laptop all contents, without scrolling', async () => {
  const { page } = await open({ at: 'index.html' });
  const shown = page.locator('posenc-hero');
  await shown.locator('figure[aria-busy=false]').waitFor();
  const swap = shown.getByRole('button', { name: 'Swap dog and man' });
  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [1366, 768],
  ])) {
    await setWidth(page, width, height);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const matrix = shown.locator('posenc-word-matrix');
    await areInSight(page, 'h1', '.lede', '.begin a >> nth=0', matrix, swap);
  }
  const contents = ['#contents .home', '#contents .beside', '#contents .present', '#theme'];
  await areInSight(page, ...contents);
  await page.goto(`${origin}${base}${section}`);
  await areInSight(page, ...contents);
  // The part that is being read stays in sight, also where there is no room for all.
  await setWidth(page, 1366, 420);
  const last = (await partsIn(page)).at(-1);
  await page.evaluate((id) => document.getElementById(id ?? '')?.scrollIntoView(), last);
  const here = page.locator(`.parts a.here[href="#${last}"]`);
  await here.waitFor();
  const [inner, outer] = [await here.boundingBox(), await page.locator('.sections').boundingBox()];
  assert.ok(inner && outer && inner.y >= outer.y - 1);
  assert.ok(inner.y + inner.height <= outer.y + outer.height + 1);
});

/** Until a part is at the top of the window, where its link leads. @param {Page} page @param {string} id */
const isAt = (page, id) =>
  expect
    .poll(() => page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id))
    .toBeLessThan(200);

test('on a phone the contents open, close, and lead to a part, which stays while figures come', async () => {
  const { page } = await open({
    at: `${section}#now-you`,
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  await page.locator('posenc-exercise button[type=submit]:enabled').waitFor();
  await isAt(page, 'now-you');
  const contents = page.locator('#contents');
  const button = page.getByRole('button', { name: 'Contents' });
  await expect(contents).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(contents).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(contents).toBeHidden();
  await expect(button).toBeFocused();
  await button.tap();
  await contents.getByText('Only the distance counts').tap();
  await expect(contents).toBeHidden();
  await isAt(page, 'only-the-distance-counts');
  // By keyboard past all that is above the text.
  await page.goto(`${origin}${base}about.html`);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Skip to content')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#text')).toBeFocused();
});

test('a term and a number are explained where they stand, and the focus returns', async () => {
  const { page } = await open({
    mayComplain: true,
    options: { viewport: { width: 390, height: 740 }, reducedMotion: 'reduce' },
    // The first time the glossary cannot be read.
    prepare: (page) =>
      page.route('**/glossary.html', (route) => route.abort(), { times: 1 }).then(() => undefined),
  });
  const term = page.locator('main a[href="./glossary.html#inverse-frequency"]').first();
  await term.click();
  await page.waitForURL('**/glossary.html#inverse-frequency');
  const heading = page.getByRole('heading', { name: 'Inverse frequency' });
  const entry = await heading.locator('xpath=..').locator('p').first().textContent();
  await page.goBack();
  await term.click();
  const dialog = page.getByRole('dialog', { name: 'Inverse frequency' });
  await expect(dialog.locator('p:not(.foot)').first()).toHaveText(entry ?? '');
  await expect(dialog.locator('math').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(term).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Glossary' }).click();
  await page.waitForURL('**/glossary.html#inverse-frequency');

  await page.goBack();
  const fact = page.locator('main .fact', { hasText: /^0\.909$/ });
  const made = page.getByRole('dialog', { name: 'How 0.909 was computed' });
  await fact.click();
  // It follows its number, which moves as long as figures above come.
  await expect(made).toBeInViewport({ ratio: 1 });
  await expect(made).toContainText('PE(2, 0), d = 4');
  await expect(made).toContainText("layout: 'interleaved' }, [2]).values[0] = 0.90929742682568");
  await isAccessible(page, { within: '.made', when: 'how a number was made' });
  await made.getByRole('button', { name: 'Close' }).click();
  await expect(made).toHaveCount(0);
  await expect(fact).toBeFocused();
  // A click elsewhere closes it, too.
  await page.keyboard.press('Enter');
  await expect(made).toBeVisible();
  await page.mouse.click(195, 4);
  await expect(made).toHaveCount(0);

  await fact.click();
  await made.getByRole('link', { name: 'All numbers on this page' }).click();
  await expect(made).toHaveCount(0);
  const id = (await fact.getAttribute('href'))?.slice(1);
  const listed = page.locator(`.numbers li[id="${id}"]`);
  await expect(listed).toBeInViewport();
  await listed.locator('[role=doc-backlink]').click();
  await expect(fact).toBeInViewport();
});

test('light or dark can be chosen, and is there before the first paint of the next page', async () => {
  const { page, context } = await open({ mayComplain: true, options: { colorScheme: 'light' } });
  const [light, dark] = ['rgb(251, 250, 247)', 'rgb(22, 23, 26)'];
  const paper = page.locator('body');
  await expect(paper).toHaveCSS('background-color', light);
  await page.getByRole('button', { name: /^Colors: / }).click();
  await expect(paper).toHaveCSS('background-color', dark);
  await context.route('**/main-*.js', (route) => route.abort());
  await page.goto(`${origin}${base}about.html`);
  // Without waiting for the script of the page.
  assert.equal(await paper.evaluate((one) => getComputedStyle(one).backgroundColor), dark);
  await context.unroute('**/main-*.js');
  await page.reload();
  await page.getByRole('button', { name: 'Colors: dark. Change to light' }).click();
  await page.getByRole('button', { name: 'Colors: light. Change to as your system' }).click();
  await expect(paper).toHaveCSS('background-color', light);
});

test('on paper: text, formulas and figures, no controls, dark ink on white', async () => {
  const { page } = await open({ options: { colorScheme: 'dark' } });
  await page.getByRole('button', { name: /^Colors: / }).click();
  await figure(page, 'posenc-heatmap');
  await page.locator('posenc-exercise').scrollIntoViewIfNeeded();
  await arrive(page.locator('posenc-exercise'), 'button[type=submit]:enabled');
  await page.emulateMedia({ media: 'print' });
  const unseen = '#contents, .bar, posenc-number, .foot, .reading, posenc-exercise button';
  await expect(page.locator(unseen).filter({ visible: true })).toHaveCount(0);
  for (const there of ['h1', '.formula math', 'posenc-heatmap canvas', 'posenc-clock .box']) {
    await expect(page.locator(there).first(), there).toBeVisible();
  }
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(29, 28, 26)');
  const card = page.locator('posenc-heatmap figure');
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const rooms = await page
    .locator('.part')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).minHeight));
  assert.deepEqual([...new Set(rooms)], ['0px'], 'no gaps where controls were');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(sheets >= 5 && sheets <= 16, `${sheets} sheets`);
});

for (const [what, javaScriptEnabled] of /** @type {const} */ ([
  ['JavaScript', false],
  ['the page’s script', true],
])) {
  test(`without ${what} words and formulas read, links lead on, and the page says what is needed`, async () => {
    const { page } = await open({
      at: `${section}?present`,
      mayComplain: true,
      options: { javaScriptEnabled },
      prepare: (page) => page.route('**/*.js', (route) => route.abort()),
    });
    await expect(page.getByText('Give every position a chord')).toBeVisible();
    await expect(page.getByText('you need JavaScript and a browser with')).toBeVisible();
    await expect(page.getByText('PE(36): each hand').first()).toBeVisible();
    const fraction = page.locator('.formula math').first();
    await expect(fraction).toHaveCSS('font-family', /^"Posenc Math"/);
    assert.ok(((await fraction.boundingBox())?.height ?? 0) > 20);
    if (javaScriptEnabled) return;
    await expect(page.locator('[data-search]').filter({ visible: true })).toHaveCount(0);
    await page.locator('main .fact').first().click();
    await expect(page.locator('.numbers li:target')).toBeInViewport();
    await page.locator('main a[href="./glossary.html#pair"]').first().click();
    await page.waitForURL('**/glossary.html#pair');
  });
}

test('without WebAssembly SIMD the page and its figures say so', async () => {
  const { page } = await open({
    prepare: (page) =>
      page.addInitScript(() => Object.assign(WebAssembly, { validate: () => false })),
  });
  const words = 'This browser does not support WebAssembly SIMD,';
  await expect(page.locator('#notice')).toContainText(words);
  const shown = page.locator('posenc-clock');
  await expect(shown.getByText(words)).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a script that does not come is said in its place, and fetched again on demand', async () => {
  const { page } = await open({
    mayComplain: true,
    prepare: async (page) => {
      await page.route('**/compute.worker*', (route) => route.abort());
      await page.route('**/heatmap-*.js', (route) => route.abort());
    },
  });
  const clock = page.locator('posenc-clock');
  const failed = clock.getByText('The page’s computing core could not be loaded or run');
  await failed.waitFor();
  await page.unroute('**/compute.worker*');
  await clock.getByRole('button', { name: 'Try again' }).click();
  // Its still says the same as the figure: what went wrong goes.
  await expect(failed).toHaveCount(0);
  const heatmap = page.locator('posenc-heatmap');
  await heatmap.scrollIntoViewIfNeeded();
  await expect(heatmap.getByText('could not be loaded')).toBeVisible();
  await page.unroute('**/heatmap-*.js');
  await heatmap.getByRole('button', { name: 'Reload the page' }).click();
  await figure(page, 'posenc-heatmap');
});
