// The lesson as slides: turned by keys and buttons, through all pages, and left again.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { isAccessible } from './accessible.mjs';
import { arrive, base, figure, open, origin, section, test, unfold } from './site.mjs';

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
  'slides are turned by keys and by buttons, the address follows, and at the end the text is where the slide was',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ options: projector });
    await page.keyboard.press('p');
    await page.locator('html.presenting').waitFor();
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
    const next = page.getByRole('button', { name: 'Next slide' });
    await next.click();
    assert.equal((await shown(page)).at, 1);
    // (The button has lost the focus: Space turns.)
    await page.getByRole('button', { name: 'Previous slide' }).click();
    assert.equal((await shown(page)).at, 0);
    await next.focus();
    await page.keyboard.press('Space');
    assert.equal((await shown(page)).at, 1);
    // With other keys held down they are the browser's.
    await page.keyboard.press('Control+ArrowRight');
    assert.equal((await shown(page)).at, 1);
    await page.reload();
    await page.locator('.presenter').waitFor();
    assert.deepEqual([(await shown(page)).at, (await shown(page)).focused], [1, true]);
    // A link within the page leads to its slide, and Back to the one before.
    await page.evaluate(() => (location.hash = 'by-hand-with-d-4'));
    await page.locator('.slide.shown #by-hand-with-d-4').waitFor();
    await page.goBack();
    await page.locator(`.slide.shown #${ids[0]}`).waitFor();
    await page.goForward();
    await page.locator('.slide.shown #by-hand-with-d-4').waitFor();

    await page.keyboard.press('Escape');
    await expect(page.locator('.presenter')).toHaveCount(0);
    assert.equal((await shown(page)).address, `${section}#by-hand-with-d-4`);
    const isThere = () =>
      expect
        .poll(() =>
          page.evaluate(() => {
            const heading = document.getElementById('by-hand-with-d-4');
            const top = heading?.getBoundingClientRect().top ?? NaN;
            return top > -10 && top < 120;
          }),
        )
        .toBe(true);
    await isThere();
    await page.locator('#contents').getByRole('button', { name: 'Present' }).click();
    assert.equal((await shown(page)).heading, 'By hand, with d = 4');
    // On paper it stays a text.
    await page.emulateMedia({ media: 'print' });
    for (const there of ['h1', '.lede', '#a-chord-for-every-position', '#numbers']) {
      await expect(page.locator(there)).toBeVisible();
    }
    await expect(page.locator('.presenter')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await isThere();
    // A talk is not reading.
    await expect(page.locator('[data-state=sinusoidal]')).toHaveText(/, 0 of/);
  },
);

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
  page.evaluate(async () => {
    for (let same = 0, before = NaN; same < 5;) {
      await new Promise(requestAnimationFrame);
      const { scrollHeight } = document.documentElement;
      same = scrollHeight === before ? same + 1 : 0;
      before = scrollHeight;
    }
  });

/** What is met from the top of a slide to its end, by a key or by the sign for more. @param {Page} page */
async function readSlide(page) {
  const { at: place } = await shown(page);
  const seen = new Set();
  let sight = await blocksInSight(page);
  const { count, tall, tallNames } = sight;
  for (let n = 0; ; n++) {
    assert.ok(sight.wide <= 0, 'nothing sticks out');
    assert.equal(sight.sign, sight.below >= 8, `the sign for more with ${sight.below} px below`);
    for (const block of sight.whole) seen.add(block);
    if (sight.below < 8) break;
    if (n % 2 === 0) await page.keyboard.press('PageDown');
    else await page.getByRole('button', { name: 'More of this slide' }).click();
    assert.equal((await shown(page)).at, place, 'it turns only at its end');
    sight = await blocksInSight(page);
  }
  const missed = [...Array(count).keys()].filter((n) => !seen.has(n) && !tall.includes(n));
  assert.deepEqual(missed, [], `slide ${place + 1}: blocks that are never seen whole`);
  assert.deepEqual(tallNames, [], `slide ${place + 1}: blocks that are higher than the screen`);
}

/** The figure of the first slide is beside its title. @param {Page} page */
async function isBesideTitle(page) {
  const part = await page.locator('.slide.shown .part').boundingBox();
  const title = await page.locator('.slide.shown h1').boundingBox();
  assert.ok(part && title && part.x > title.x + title.width - 1);
}

for (const [name, width, height] of /** @type {const} */ ([
  ['order', 1366, 768],
  ['sinusoidal', 1280, 720],
  ['alibi', 1024, 768],
])) {
  test(`figures fit on their slides, and what is longer says so, ${name}, ${width} × ${height}`, async () => {
    const options = { viewport: { width, height } };
    const { page } = await open({ at: `${name}.html?present`, options });
    await page.locator('.presenter').waitFor();
    const { of } = await shown(page);
    for (let place = 0; place < of; place++) {
      for (const part of await page.locator('.slide.shown .part').all()) {
        await arrive(part, '[aria-busy=false], button[type=submit]:enabled');
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await isStill(page);
      if (place === 0 && width >= 1280) {
        const { below, sign } = await blocksInSight(page);
        assert.deepEqual([below <= 0, sign], [true, false], 'the first slide is seen whole');
        await isBesideTitle(page);
      }
      await readSlide(page);
      await page.keyboard.press('PageDown');
      if (place + 1 < of) {
        assert.equal((await shown(page)).at, place + 1);
        assert.equal(await page.evaluate(() => scrollY), 0);
      }
    }
  });
}

/** Of the figures of a slide in sight, those that are cut, and those that could not be seen whole. @param {Page} page */
const figuresInSight = (page) =>
  page.evaluate(() => {
    const foot = document.querySelector('.presenter')?.getBoundingClientRect().top ?? 0;
    const all = [...document.querySelectorAll('.slide.shown .part.still')].map((part) => {
      const { top, bottom, width } = part.getBoundingClientRect();
      const { localName } = part;
      return { localName, isCut: top < -1 || bottom > foot + 1, high: bottom - top, width };
    });
    return {
      cut: all.filter(({ isCut }) => isCut).map(({ localName }) => localName),
      tooLarge: all
        .filter(({ high, width }) => high > foot || width > innerWidth)
        .map(({ localName }) => localName),
      count: all.length,
    };
  });

for (const name of [
  'longer',
  'rope',
  'order',
  'sinusoidal',
  'signal',
  'hash',
  'adding',
  'learned',
  'alibi',
  'beyond-words',
  'train',
  'book',
  'exercises',
  'reference',
]) {
  // Every section, each night; the two with the most text always.
  const tag = ['longer', 'rope'].includes(name) ? [] : ['@all'];
  test(
    `every slide shows its figure whole, with its text below or beside it: ${name}`,
    { tag },
    async () => {
      test.setTimeout(120_000);
      const options = { ...projector, reducedMotion: /** @type {const} */ ('reduce') };
      const { page } = await open({ at: `${name}.html?present`, options });
      await page.locator('.presenter').waitFor();
      const { of } = await shown(page);
      for (let place = 0; place < of; place++) {
        for (const [width, height] of [
          [1280, 720],
          [1920, 1080],
        ]) {
          await page.setViewportSize({ width, height });
          for (const part of await page.locator('.slide.shown .part.still').all()) {
            await arrive(part, '[aria-busy=false]');
          }
          await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
          await isStill(page);
          const { heading } = await shown(page);
          const at = `${heading}, ${width} × ${height}`;
          const { cut, tooLarge, count } = await figuresInSight(page);
          assert.deepEqual(tooLarge, [], at);
          // Of two or more, each is scrolled to.
          if (count !== 1) continue;
          assert.deepEqual(cut, [], at);
          await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
          const { below } = await blocksInSight(page);
          assert.ok(below < 8, `${at}: read to its end`);
          const after = await figuresInSight(page);
          assert.deepEqual(after.cut, [], `${at}, at its end`);
        }
        await page.keyboard.press('ArrowRight');
      }
    },
  );
}

test('slides begin with the one in sight, from the top of a page with the first', async () => {
  const { page } = await open({ at: 'longer.html', options: projector });
  await page.keyboard.press('p');
  await page.locator('html.presenting').waitFor();
  assert.equal((await shown(page)).at, 0);
  await page.keyboard.press('Escape');
  const heading = page.locator('#pair-by-pair-yarn, #each-pair-as-it-needs-yarn').first();
  await heading.evaluate((one) => one.scrollIntoView({ behavior: 'instant' }));
  await page.keyboard.press('p');
  await page.locator('html.presenting').waitFor();
  assert.equal((await shown(page)).heading, 'Pair by pair: YaRN');
});

test('an aside is open on its slide, and a heading within a slide is larger than its text', async () => {
  const { page } = await open({
    at: 'longer.html?present#old-keys-in-a-cache',
    options: projector,
  });
  await page.locator('.slide.shown posenc-kv-cache').waitFor();
  await page.keyboard.press('End');
  const sizes = await page.evaluate(() => {
    const headings = [...document.querySelectorAll('main .slide:not(.opening) h3')];
    return headings.map((one) => {
      const slide = one.closest('.slide');
      const size = (/** @type {Element} */ of) => parseFloat(getComputedStyle(of).fontSize);
      return slide ? size(one) / size(slide) : 0;
    });
  });
  assert.ok(sizes.length > 0 && sizes.every((size) => size > 1), `${sizes}`);
});

test('past the last slide comes the next section, before the first the one before, and links lead to slides', async () => {
  const { page } = await open({ at: 'index.html?present', options: projector });
  await page.locator('.presenter').waitFor();
  await expect(page.getByRole('button', { name: 'Previous slide' })).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  assert.equal((await shown(page)).at, 0);
  for (const following of ['order', 'sinusoidal']) {
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`**/${following}.html?present`);
    await page.locator('.presenter').waitFor();
    assert.equal((await shown(page)).at, 0);
  }
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL('**/order.html?present#*');
  await page.locator('.presenter').waitFor();
  const { at: place, of } = await shown(page);
  assert.equal(place, of - 1);
  await page.goto(`${origin}${base}index.html?present`);
  await page.locator('.presenter').waitFor();
  await page.locator('main .begin a').last().click();
  await page.waitForURL('**/order.html?present');
  await page.goto(`${origin}${base}reference.html?present`);
  await page.locator('.presenter').waitFor();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeDisabled();
});

test('what is on a slide keeps its own keys and is read where the pointer is; a number opens there', async () => {
  const { page } = await open({ at: at('the-whole-table'), options: projector });
  const heatmap = await figure(page, 'posenc-heatmap');
  await unfold(heatmap, false);
  // It is fitted again once its folds are closed: as large as the screen allows.
  const card = heatmap.locator('figure');
  await expect.poll(async () => (await card.boundingBox())?.width).toBeGreaterThan(1000);
  const { height = 720 } = (await card.boundingBox()) ?? {};
  assert.ok(height < 672, `${height}, above the toolbar`);
  const size = await page
    .locator('.slide.shown > p')
    .first()
    .evaluate((text) => parseFloat(getComputedStyle(text).fontSize));
  assert.ok(size >= 27, `${size}`);
  // The last column that is shown is at the right end of the picture, however large that is.
  const picture = heatmap.locator('canvas').first();
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox()) ?? { width: 0, height: 0 };
  await picture.hover({ position: { x: box.width - 3, y: box.height / 2 }, force: true });
  await expect(heatmap.locator('output')).toContainText('dimension 63');

  await page.keyboard.press('ArrowRight');
  const number = await shown(page);
  assert.equal(number.heading, 'By hand, with d = 4');
  const fact = page.locator('.slide.shown .fact').first();
  await fact.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(fact).toBeFocused();
  assert.equal((await shown(page)).at, number.at);
  await fact.click();
  await page.getByRole('link', { name: 'All numbers on this page' }).click();
  await page.locator('.numbers.shown').waitFor();
  assert.equal((await shown(page)).heading, 'Numbers on this page');
  await page.reload();
  await page.locator('.numbers.shown').waitFor();
  await page.keyboard.press('ArrowLeft');
  assert.equal((await shown(page)).heading, 'By hand, with d = 4');

  await page.keyboard.press('Home');
  const clock = await figure(page, 'posenc-clock');
  const slider = clock.locator('posenc-number input[type=range]').first();
  const before = await slider.inputValue();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await slider.inputValue(), before);
  await clock.locator('posenc-number input[type=text]').first().focus();
  for (const key of ['End', 'ArrowRight', 'Space', 'p']) await page.keyboard.press(key);
  await clock.locator('[role=application]').focus();
  for (const key of ['ArrowRight', 'End']) await page.keyboard.press(key);
  await expect(clock.locator('output')).toContainText('pair 5');
  assert.equal((await shown(page)).at, 0);
  // Out of the picture, then out of the slides.
  await page.keyboard.press('Escape');
  assert.deepEqual([(await shown(page)).at, (await shown(page)).focused], [0, true]);
  await page.keyboard.press('Escape');
  await expect(page.locator('.presenter')).toHaveCount(0);
});

test('axe finds nothing to fix in slides, and on a phone nothing sticks out', async () => {
  // (Its figures are the same as in the text, where axe has looked at all of them.)
  const { page } = await open({
    at: 'hash.html?present',
    options: { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' },
  });
  await page.locator('.presenter').waitFor();
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key);
    for (const part of await page.locator('.slide.shown .part').all()) {
      await arrive(part, '[aria-busy=false], button[type=submit]:enabled');
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await isAccessible(page, { when: key });
  }
});
