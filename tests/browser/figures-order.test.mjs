// The figures of order under mouse, finger and keys; how their words move; and links in the text that set them.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { figure, open, test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{x: number, y: number}} Point */
/** Drags something from one point to another. @typedef {(page: Page, from: Point, to: Point) => Promise<void>} Drag */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const originalOrder = '<posenc-order order="0, 1, 2, 3, 4"></posenc-order>';
const hero = '<posenc-hero></posenc-hero>';

/** @type {Drag} */
async function byMouse(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.mouse.up();
}

/** @type {Drag} */
async function byFinger(page, from, to) {
  const cdp = await page.context().newCDPSession(page);
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {Point[]} */ ...touchPoints
  ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  // Sideways first: up and down would scroll the page.
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: from.x + part * (to.x - from.x), y: from.y });
  }
  await touch('touchMove', to);
  await touch('touchEnd');
}

/** The order of a figure's words. @param {Locator} shown @param {string} order */
const hasOrder = (shown, order) =>
  expect.poll(() => shown.evaluate((one) => /** @type {any} */ (one).order)).toBe(order);

const chips = (/** @type {Locator} */ shown) => shown.locator('posenc-word-chips button');
const card = (/** @type {Locator} */ shown, /** @type {string} */ word) =>
  shown.getByRole('slider', { name: word }).first();

/** @param {Locator} part */
async function boxOf(part) {
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await part.boundingBox()) ?? {};
  return { x, y, width, middle: { x: x + width / 2, y: y + height / 2 } };
}

/** Words are dropped beyond the last place, and before the first. @param {Page} page @param {Locator} shown @param {Drag} drag */
async function assertDropped(page, shown, drag) {
  const [one, last] = [await boxOf(chips(shown).nth(1)), await boxOf(chips(shown).nth(4))];
  await drag(page, one.middle, { x: last.x + last.width + 14, y: last.y - 60 });
  await hasOrder(shown, '0, 2, 3, 4, 1');
  const [other, first] = [await boxOf(chips(shown).nth(3)), await boxOf(chips(shown).nth(0))];
  await drag(page, other.middle, { x: first.x - 30, y: first.y + 120 });
  await hasOrder(shown, '4, 0, 2, 3, 1');
}

test(
  'order: words are moved by dragging, with keys, and by choosing two',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await withFigures(originalOrder);
    await shown.getByText('Swap two words. What changes?').waitFor();
    await assertDropped(page, shown, byMouse);
    // The click that ends a drag picks nothing.
    assert.equal(await shown.locator('.picked').count(), 0);
    await shown.getByText('“man” is in place 1. The order is: man the bit the dog.').waitFor();
    await shown.getByText('Same weights, just moved').waitFor();

    await chips(shown).nth(4).focus();
    await page.keyboard.press('ArrowLeft');
    await hasOrder(shown, '4, 0, 2, 1, 3');
    await page.keyboard.press('Home');
    await hasOrder(shown, '1, 4, 0, 2, 3');
    // The focus goes with the word.
    await expect
      .poll(() =>
        shown
          .locator('posenc-word-chips')
          .evaluate((element) => element.shadowRoot?.activeElement?.textContent?.trim()),
      )
      .toMatch(/^dog, place 1 of 5, originally in place 2/);
    await chips(shown).nth(0).click();
    await chips(shown).nth(1).click();
    await hasOrder(shown, '4, 1, 0, 2, 3');
    await shown.getByRole('button', { name: 'Shuffle' }).click();
    await expect
      .poll(() => shown.evaluate((one) => /** @type {any} */ (one).order))
      .not.toBe('4, 1, 0, 2, 3');
  },
);

test('order: a finger moves words on a phone, where the first screen has them and the buttons', async () => {
  const { page } = await open({ at: 'order.html', options: phone });
  const first = page.locator('posenc-order');
  await first.locator('figure[aria-busy=false]').waitFor();
  for (const part of [
    chips(first).last(),
    first.getByRole('button', { name: 'Swap “dog” and “man”' }),
  ]) {
    const box = await part.boundingBox();
    assert.ok(box && box.y + box.height < 844, `ends at ${box && box.y + box.height}`);
  }
  const { page: other, shown } = await withFigures(originalOrder, { options: phone });
  await shown.getByText('Swap two words. What changes?').waitFor();
  await assertDropped(other, shown, byFinger);
});

/** Where a word's weight on itself is drawn. @param {Locator} shown */
const placeOfDog = (shown) =>
  shown
    .locator('circle[data-side=reordered][data-query="1"][data-key="1"]')
    .first()
    .evaluate((disk) => Number(disk.getAttribute('cx')));

test('order: put back, the disks glide into their rings; with less motion they are there at once', async () => {
  for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
    const { page, shown } = await withFigures('<posenc-order></posenc-order>', {
      options: { reducedMotion },
    });
    const before = await placeOfDog(shown);
    // Whatever time a busy machine takes: until the disk is in its ring.
    const places = shown.evaluate(
      (element) =>
        new Promise((resolve) => {
          const plot = element.shadowRoot?.querySelector('posenc-attention-plot')?.shadowRoot;
          const x = (/** @type {string} */ kind) =>
            Number(
              plot
                ?.querySelector(`circle${kind}[data-query="1"][data-key="1"]`)
                ?.getAttribute('cx'),
            );
          /** @type {Set<number>} */
          const seen = new Set();
          const end = performance.now() + 30_000;
          const look = () => {
            const at = x('[data-side=reordered]');
            seen.add(at);
            const isThere = Math.abs(at - x('.ring')) < 1e-3;
            if (isThere || performance.now() > end) resolve({ seen: [...seen], isThere });
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await shown.getByRole('button', { name: 'Put back' }).click();
    const { seen, isThere } = /** @type {{ seen: number[], isThere: boolean }} */ (await places);
    assert.ok(isThere, seen.join(' '));
    if (reducedMotion === 'reduce') assert.deepEqual(seen, [before, seen.at(-1)]);
    else assert.ok(seen.length > 2, seen.join(' '));
    await shown.getByRole('button', { name: 'Take apart' }).click();
    await expect.poll(() => placeOfDog(shown)).toBeCloseTo(before, 2);
    // The order stays as it was set.
    await hasOrder(shown, '3, 4, 2, 0, 1');
    assert.ok(page);
  }
});

test('order: links in the text set the figure, up to which they lead on a phone; back leads to the text', async () => {
  const { page } = await open({ at: 'order.html', options: { viewport: phone.viewport } });
  const shown = await figure(page, '#order');
  await page.getByRole('link', { name: 'try it with a mask' }).click();
  await shown.getByText('Now order matters').waitFor();
  await expect(shown.getByLabel('Causal mask')).toBeChecked();
  const isAt = () =>
    page.evaluate(() => {
      const { top = NaN, bottom = NaN } =
        document.querySelector('#order')?.getBoundingClientRect() ?? {};
      return top >= 0 && top < innerHeight / 2 ? 'shown' : bottom < 0 ? 'above' : 'elsewhere';
    });
  await expect.poll(isAt).toBe('shown');
  await page.goBack();
  await expect.poll(isAt).toBe('above');
  await page.getByRole('link', { name: 'the cat on the mat' }).click();
  await hasOrder(shown, '4, 5, 2, 3, 0, 1');
  await expect(shown.getByLabel('Causal mask')).not.toBeChecked();
  // Without a script they are addresses; one may have the name that a figure had before.
  const at = 'order.html?masked.order=1,0,2,3,4&masked.seed=2#masked';
  const again = await figure((await open({ at })).page, '#order');
  await hasOrder(again, '1,0,2,3,4');
  await expect(again.getByLabel('Causal mask')).toBeChecked();
});

test('hero: a word is dragged onto another and taken back, moved with the arrow keys, and shuffled', async () => {
  const { page, shown } = await withFigures(hero);
  const caption = shown.locator('figcaption');
  const [from, to] = [
    (await boxOf(card(shown, 'dog'))).middle,
    (await boxOf(card(shown, 'man'))).middle,
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 3, to.y + 5, { steps: 10 });
  await expect(caption).toHaveText('Attention did not notice');
  await hasOrder(shown, '0, 4, 2, 3, 1');
  // Still held, and taken back: the words in between are where they were.
  await page.mouse.move(from.x, from.y, { steps: 10 });
  await expect(caption).toHaveText('Swap two. What changes?');
  await page.mouse.up();
  await hasOrder(shown, '0, 1, 2, 3, 4');
  // It has the focus, and shows it from the first key on.
  const dog = card(shown, 'dog');
  await expect(dog).toBeFocused();
  await expect(dog).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('ArrowRight');
  await expect(dog).toHaveCSS('outline-style', 'solid');
  await hasOrder(shown, '0, 2, 1, 3, 4');
  await expect(dog).toHaveAttribute('aria-valuetext', 'place 3 of 5');
  await page.keyboard.press('End');
  await hasOrder(shown, '0, 2, 4, 3, 1');
  await page.keyboard.press('Home');
  await hasOrder(shown, '1, 2, 4, 3, 0');
  // The keys of a card do not read the picture below it.
  await expect(shown.locator('output')).toHaveText('');
  await shown.getByRole('button', { name: 'Shuffle' }).click();
  await expect(caption).toHaveText('Attention did not notice');
  await shown.getByRole('button', { name: 'Put them back' }).click();
  await hasOrder(shown, '0, 1, 2, 3, 4');
  await shown.getByRole('button', { name: 'Swap dog and man' }).click();
  await hasOrder(shown, '0, 4, 2, 3, 1');
});

test('hero: a finger drags a word', async () => {
  const { page, shown } = await withFigures(hero, { options: phone });
  const [from, to] = [await boxOf(card(shown, 'dog')), await boxOf(card(shown, 'man'))];
  await byFinger(page, from.middle, { x: to.middle.x, y: from.middle.y });
  await hasOrder(shown, '0, 4, 2, 3, 1');
});

test('hero: a press in its still counts once the figure is there; with reduced motion the words are there at once', async () => {
  /** @type {() => void} */
  let go = () => {};
  const pressed = new Promise((resolve) => {
    go = () => resolve(null);
  });
  const { page } = await open({
    at: 'index.html',
    options: { reducedMotion: 'reduce' },
    prepare: (page) =>
      page.route('**/hero-*.js', async (route) => {
        await pressed;
        await route.continue();
      }),
  });
  const shown = page.locator('posenc-hero');
  await page.waitForFunction(() => document.documentElement.classList.contains('scripts'));
  await page.waitForLoadState('load');
  const swap = shown.getByRole('button', { name: 'Swap dog and man' });
  await swap.click();
  await shown.getByText('Swap two. What changes?').waitFor();
  go();
  await shown.getByText('Attention did not notice').waitFor();
  const places = shown.evaluate(async (element) => {
    const plot = element.shadowRoot?.querySelector('posenc-word-matrix')?.shadowRoot;
    /** @type {Set<string | null | undefined>} */
    const seen = new Set();
    // Until it has moved, and for as long as a glide would take.
    for (let end = performance.now() + 30_000; performance.now() < end;) {
      seen.add(plot?.querySelector('[role=slider][aria-label=dog]')?.getAttribute('transform'));
      if (seen.size === 2) end = Math.min(end, performance.now() + 1000);
      await new Promise(requestAnimationFrame);
    }
    return [...seen];
  });
  await shown.getByRole('button', { name: 'Put them back' }).click();
  assert.equal((await places).length, 2);
});
