// The lesson as slides: turned by keys and buttons, through all pages, and left again.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { isAccessibleAsItIs } from './accessible.mjs';
import { arrive, base, figure, open, origin, section, setWidth, test, unfold } from './site.mjs';

const projector = { viewport: { width: 1280, height: 720 } };

/** @typedef {import('playwright-core').Page} Page */

/** What is shown: the slide's place and heading, whether that has the focus, and the address. @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const slides = [...document.querySelectorAll('main .slide')];
    const inSight = [...document.querySelectorAll('main .slide, main .numbers')].filter(
      (one) => one.getBoundingClientRect().height > 2,
    );
    const heading = inSight[0]?.querySelector('h1, h2');
    return {
      at: inSight.length === 1 ? slides.indexOf(/** @type {Element} */ (inSight[0])) : NaN,
      of: slides.length,
      heading: heading?.textContent ?? '',
      focused: document.activeElement === heading,
      address: location.pathname.replace(/.*\//, '') + location.search + location.hash,
      foot: document.querySelector('.presenter')?.textContent ?? '',
    };
  });

/** The address of the page of a section that is shown as slides. @param {string} id */
const at = (id) => `${section}?present${id && `#${id}`}`;
const headings = (/** @type {Page} */ page) =>
  page.locator('main .slide h2').evaluateAll((all) => all.map(({ id }) => id));

test(
  'slides are turned by keys and by buttons, and the address follows',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ options: projector });
    await page.keyboard.press('p');
    const first = await shown(page);
    assert.deepEqual([first.at, first.focused, first.address], [0, true, at('')]);
    assert.equal(first.heading, 'Waves that say where');
    assert.ok(first.foot.startsWith(`Waves that say where1 / ${first.of}`), first.foot);
    const ids = await headings(page);
    assert.equal(first.of, ids.length + 1);
    for (const [key, place] of /** @type {const} */ ([
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['End', ids.length],
      ['PageUp', ids.length - 1],
      ['Home', 0],
      // (These turn a slide at its end: this one is no longer than the screen.)
      ['ArrowRight', 1],
      ['PageDown', 2],
      ['ArrowLeft', 1],
      ['Space', 2],
      ['Home', 0],
    ])) {
      await page.keyboard.press(key);
      const now = await shown(page);
      assert.equal(now.at, place, key);
      assert.equal(now.address, at(place === 0 ? '' : (ids[place - 1] ?? '')));
      assert.equal(now.focused, true, key);
      assert.ok(now.foot.includes(`${place + 1} / ${first.of}`));
    }
    await page.getByRole('button', { name: 'Next slide' }).click();
    assert.equal((await shown(page)).at, 1);
    // (The button has lost the focus: Space turns.)
    await page.getByRole('button', { name: 'Previous slide' }).click();
    assert.equal((await shown(page)).at, 0);
    await page.getByRole('button', { name: 'Next slide' }).focus();
    await page.keyboard.press('Space');
    assert.equal((await shown(page)).at, 1);
    // With other keys held down they are the browser's.
    await page.keyboard.press('Control+ArrowRight');
    assert.equal((await shown(page)).at, 1);
    await page.reload();
    await page.locator('.presenter').waitFor();
    assert.deepEqual([(await shown(page)).at, (await shown(page)).focused], [1, true]);
  },
);

test('a slide that is taller than the screen is scrolled before it is turned', async () => {
  const { page } = await open({ at: at('only-the-distance-counts'), options: projector });
  await figure(page, 'posenc-similarity');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const { at: place } = await shown(page);
  const scrolled = () => page.evaluate(() => scrollY);
  await page.keyboard.press('PageDown');
  await page.waitForFunction(() => scrollY > 300);
  assert.equal((await shown(page)).at, place);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.keyboard.press('PageDown');
  assert.equal((await shown(page)).at, place + 1);
  assert.equal(await scrolled(), 0);
});

/** The blocks of the slide in sight, by their place: which are seen whole, and which are higher than the screen. @param {Page} page */
const blocksInSight = (page) =>
  page.evaluate(() => {
    const foot = document.querySelector('.presenter')?.getBoundingClientRect().top ?? 0;
    const blocks = [...(document.querySelector('.slide.shown')?.children ?? [])];
    const boxes = blocks.map((block) => block.getBoundingClientRect());
    const placesOf = (/** @type {(box: DOMRect) => boolean} */ of) =>
      boxes.flatMap((box, place) => (of(box) ? [place] : []));
    return {
      count: blocks.length,
      whole: placesOf(({ top, bottom }) => top >= -1 && bottom <= foot + 1),
      tall: placesOf(({ height }) => height > foot - 8),
      tallNames: blocks
        .filter((_, n) => (boxes[n]?.height ?? 0) > foot - 8)
        .map((one) => one.localName),
      wide: document.documentElement.scrollWidth - innerWidth,
      below: (document.querySelector('.slide.shown')?.getBoundingClientRect().bottom ?? 0) - foot,
      sign: document.querySelector('.presenter .more')?.checkVisibility() ?? false,
    };
  });

/** Figures are drawn, and fitted, a few frames after they have their numbers. @param {Page} page */
const isStill = (page) =>
  page.waitForFunction(async () => {
    const before = document.documentElement.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 150));
    return scrollY === 0 && before === document.documentElement.scrollHeight;
  });

/** What is met from the top of a slide to its end. @param {Page} page */
async function readSlide(page) {
  const { at: place } = await shown(page);
  const seen = new Set();
  let sight = await blocksInSight(page);
  const whole = sight;
  for (;;) {
    assert.ok(sight.wide <= 0, 'nothing sticks out');
    assert.equal(sight.sign, sight.below >= 8, `the sign for more with ${sight.below} px below`);
    for (const block of sight.whole) seen.add(block);
    if (sight.below < 8) break;
    await page.keyboard.press('PageDown');
    assert.equal((await shown(page)).at, place, 'it turns only at its end');
    sight = await blocksInSight(page);
  }
  const { count, tall, tallNames } = whole;
  const missed = [...Array(count).keys()].filter((n) => !seen.has(n) && !tall.includes(n));
  assert.deepEqual(missed, [], `slide ${place + 1}: blocks that are never seen whole`);
  return tallNames;
}

for (const [name, width, height] of /** @type {const} */ ([
  ['sinusoidal', 1280, 720],
  ['sinusoidal', 1024, 768],
  ['alibi', 1280, 720],
  ['alibi', 1024, 768],
])) {
  test(`figures fit on their slides, and what is longer says so, ${name}, ${width} × ${height}`, async () => {
    const { page } = await open({
      at: `${name}.html?present`,
      options: { viewport: { width, height } },
    });
    await page.locator('.presenter').waitFor();
    const { of } = await shown(page);
    for (let place = 0; place < of; place++) {
      for (const part of await page.locator('.slide.shown .part').all()) {
        await arrive(part, '[aria-busy=false], button[type=submit]:enabled');
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await isStill(page);
      assert.deepEqual(await readSlide(page), [], `${name}, slide ${place + 1}`);
      await page.keyboard.press('ArrowRight');
    }
  });
}

for (const name of [
  ...['order', 'sinusoidal', 'signal', 'hash', 'adding', 'learned', 'rope', 'alibi', 'longer'],
  ...['beyond-words', 'train', 'index'],
]) {
  test(`the first slide is seen whole, its figure beside the title, ${name}`, async () => {
    const { page } = await open({ at: `${name}.html?present`, options: projector });
    await page.locator('.presenter').waitFor();
    const part = page.locator('.slide.shown .part');
    for (const one of await part.all()) await one.locator('figure[aria-busy=false]').waitFor();
    for (const [width, height] of /** @type {const} */ ([
      [1280, 720],
      [1366, 768],
    ])) {
      await setWidth(page, width, height);
      await isStill(page);
      const { below, sign, wide, whole } = await blocksInSight(page);
      assert.deepEqual([below <= 0, sign, wide <= 0], [true, false, true], `${width}: ${below}`);
      // All that is shown: the hint and the notice are not.
      const blocks = await page.locator('.slide.shown > :not(.hint, .notice)').count();
      assert.ok(whole.length >= blocks, `${whole.length} of ${blocks}`);
      if (name === 'train') continue;
      const [figure, title] = [
        await part.boundingBox(),
        await page.locator('.slide.shown h1').boundingBox(),
      ];
      assert.ok(figure && title && figure.x > title.x + title.width - 1, 'beside the title');
    }
  });
}

test('the sign for more leads on, and goes at the end of a slide', async () => {
  const { page } = await open({ at: at('a-chord-for-every-position'), options: projector });
  const more = page.getByRole('button', { name: 'More of this slide' });
  const { at: place } = await shown(page);
  while (await more.isVisible()) await more.click();
  assert.ok((await page.evaluate(() => scrollY)) > 300);
  assert.equal((await shown(page)).at, place);
});

test('past the last slide comes the next section, and before the first the one before', async () => {
  const { page } = await open({ at: 'index.html?present', options: projector });
  await page.locator('.presenter').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Previous slide' }).isDisabled(), true);
  await page.keyboard.press('ArrowLeft');
  assert.equal((await shown(page)).at, 0);
  const following = await page
    .locator('#contents a[data-parts]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2)));
  const here = () => new URL(page.url()).pathname.replace(/.*\//, '');
  for (const name of following) {
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`**/${name}?present`);
    await page.locator('.presenter').waitFor();
    assert.equal((await shown(page)).at, 0);
  }
  assert.equal(here(), following[following.length - 1]);
  await page.keyboard.press('End');
  assert.equal(await page.getByRole('button', { name: 'Next slide' }).isDisabled(), true);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(`**/${following[following.length - 2]}?present#*`);
  await page.locator('.presenter').waitFor();
  const { at: place, of } = await shown(page);
  assert.equal(place, of - 1);
});

test('a figure’s own keys do not turn the slide', async () => {
  const { page } = await open({ at: at(''), options: projector });
  const clock = await figure(page, 'posenc-clock');
  const { at: place } = await shown(page);
  const slider = clock.locator('posenc-number input[type=range]').first();
  const before = await slider.inputValue();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await slider.inputValue(), before);
  await clock.locator('posenc-number input[type=text]').first().focus();
  for (const key of ['End', 'ArrowRight', 'Space', 'p']) await page.keyboard.press(key);
  await clock.locator('[role=application]').focus();
  for (const key of ['ArrowRight', 'End']) await page.keyboard.press(key);
  await clock.locator('output', { hasText: 'pair 5' }).waitFor();
  await clock.getByRole('button', { name: 'Show the data' }).press('Space');
  await clock.getByRole('button', { name: 'Hide the data' }).waitFor();
  assert.equal((await shown(page)).at, place);
  // Out of the picture, then out of the slides.
  await clock.locator('[role=application]').focus();
  await page.keyboard.press('Escape');
  assert.deepEqual([(await shown(page)).at, (await shown(page)).focused], [place, true]);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.presenter').count(), 0);
});

test('a figure is as large as the screen allows, and read where the pointer is', async () => {
  const { page } = await open({ at: at('a-chord-for-every-position'), options: projector });
  const heatmap = await figure(page, 'posenc-heatmap');
  await unfold(heatmap, false);
  // It is fitted again once its folds are closed.
  await expect
    .poll(async () => (await heatmap.locator('figure').boundingBox())?.width)
    .toBeGreaterThan(1000);
  const card = await heatmap.locator('figure').boundingBox();
  assert.ok((card?.height ?? 720) < 672, `${card?.height}, above the toolbar`);
  const size = await page
    .locator('.slide.shown > p')
    .first()
    .evaluate((text) => parseFloat(getComputedStyle(text).fontSize));
  assert.ok(size >= 27, `${size}`);
  // The last column that is shown is at the right end of the picture, however large that is.
  const picture = heatmap.locator('canvas').first();
  await picture.scrollIntoViewIfNeeded();
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  await picture.hover({ position: { x: width - 3, y: height / 2 }, force: true });
  await heatmap.locator('output', { hasText: 'dimension 63' }).waitFor();
});

test('at its end the text is where the slide was', async () => {
  const { page } = await open({ options: projector });
  await page.getByRole('button', { name: 'Present' }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await figureless(page);
  await page.keyboard.press('Escape');
  assert.equal((await shown(page)).address, `${section}#by-hand-with-d-4`);
  const there = () =>
    page.waitForFunction(() => {
      const top = document.getElementById('by-hand-with-d-4')?.getBoundingClientRect().top;
      return top !== undefined && top > -10 && top < 120;
    });
  await there();
  assert.equal(await page.locator('#contents').isVisible(), true);
  // And back, from where the reader is.
  await page.keyboard.press('p');
  assert.equal((await shown(page)).heading, 'By hand, with d = 4');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await there();
  // A talk is not reading.
  assert.match((await page.locator('[data-state=sinusoidal]').textContent()) ?? '', /, 0 of/);
});

/** A slide without figures. @param {Page} page */
const figureless = (page) =>
  page.waitForFunction(() => document.querySelector('.slide.shown:not(:has(.part))'));

/** From a number of the slide on to the list of all. @param {Page} page */
async function toNumbers(page) {
  await page.locator('.slide.shown .fact').first().click();
  await page.getByRole('link', { name: 'All numbers on this page' }).click();
  await page.locator('.numbers.shown').waitFor();
}

test('a number opens on its slide, and its keys turn none', async () => {
  const { page } = await open({ at: at('by-hand-with-d-4'), options: projector });
  const { at: place } = await shown(page);
  const fact = page.locator('.slide.shown .fact').first();
  await fact.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await fact.evaluate((one) => one === document.activeElement), true);
  assert.equal((await shown(page)).at, place);
});

test('a number leads to how it was made, and a key back to its slide', async () => {
  const { page } = await open({ at: at('by-hand-with-d-4'), options: projector });
  await toNumbers(page);
  assert.equal((await shown(page)).heading, 'Numbers on this page');
  await page.keyboard.press('ArrowRight');
  assert.equal((await shown(page)).heading, 'By hand, with d = 4');
  await toNumbers(page);
  await page.reload();
  await page.locator('.numbers.shown').waitFor();
  await page.keyboard.press('ArrowLeft');
  assert.equal((await shown(page)).heading, 'By hand, with d = 4');
});

test('links lead on as slides, within a page and to another', async () => {
  const { page } = await open({ at: 'index.html?present', options: projector });
  await page.locator('main .begin a').first().click();
  await page.waitForURL('**/*.html?present');
  await page.goto(`${origin}${base}${at('')}`);
  await page.evaluate(() => {
    location.hash = 'now-you';
  });
  await page.waitForFunction(() => document.querySelector('.slide.shown #now-you'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('.opening.shown'));
});

test('on paper it stays a text', async () => {
  const { page } = await open({ at: at('by-hand-with-d-4'), options: projector });
  await page.locator('.presenter').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const there of ['h1', '.lede', '#a-chord-for-every-position', '#numbers']) {
    assert.equal(await page.locator(there).isVisible(), true, there);
  }
  assert.equal(await page.locator('.presenter').isVisible(), false);
});

test('without the script the text is there all the same', async () => {
  const { page } = await open({
    at: at(''),
    mayComplain: true,
    prepare: (page) => page.route('**/main-*.js', (route) => route.abort()),
  });
  await page.waitForFunction(() => getComputedStyle(document.body).visibility === 'visible');
  await page.getByText('Give every position a chord').waitFor();
});

for (const [colorScheme, width, height] of /** @type {const} */ ([
  ['light', 1280, 720],
  ['dark', 360, 740],
])) {
  test(`axe finds nothing to fix in slides, ${colorScheme}, ${width} wide`, async () => {
    const options = {
      colorScheme,
      viewport: { width, height },
      reducedMotion: /** @type {const} */ ('reduce'),
    };
    // Its figures are the same as in the text, where axe has looked at all of them.
    const { page } = await open({ at: 'hash.html?present', options });
    await page.locator('.presenter').waitFor();
    const { of } = await shown(page);
    for (let place = 0; place < of; place++) {
      for (const part of await page.locator('.slide.shown .part').all()) {
        await arrive(part, '[aria-busy=false], button[type=submit]:enabled');
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, width, 'nothing sticks out');
      await isAccessibleAsItIs(page, `slide ${place + 1}`);
      await page.keyboard.press('ArrowRight');
    }
  });
}
