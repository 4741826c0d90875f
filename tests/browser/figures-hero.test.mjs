// The figure of the front page: words that trade places, against what the posenc command computes.
import assert from 'node:assert/strict';
import { close, takenData, takenPicture, sticksOut } from './reading.mjs';
import { figure, ofTheCore, open, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const words = ['the', 'dog', 'bit', 'the', 'man'];
const given = [0, 1, 2, 3, 4];
const swapped = [0, 4, 2, 3, 1];
const hero = '<posenc-hero></posenc-hero>';

const attention = (/** @type {object} */ how) =>
  ofTheCore('permuted_attention', { d_model: 16, seed: 10, tokens: [0, 1, 2, 0, 3], ...how });

/** @typedef {{x: number, y: number, now: number, before: number}} Disk radii in CSS pixels */

/** Every disk at rest, by the words that look and are looked at. @param {Locator} shown @returns {Promise<Disk[][]>} */
async function disks(shown) {
  const read = () =>
    shown.locator('posenc-word-matrix').evaluate((matrix) =>
      [0, 1, 2, 3, 4].map((looks) =>
        [0, 1, 2, 3, 4].map((seen) => {
          const disk = matrix.shadowRoot?.querySelector(
            `[data-looks="${looks}"][data-seen="${seen}"]`,
          );
          const [, x, y] =
            /translate\(([\d.-]+) ([\d.-]+)\)/.exec(disk?.getAttribute('transform') ?? '') ?? [];
          const r = (/** @type {string} */ name) =>
            Number(disk?.querySelector(`.${name}`)?.getAttribute('r') ?? NaN);
          const [own, rim, ring] = [r('disk'), r('rim'), r('ring')];
          // A rim is what was added to the disk, a ring what was taken from it.
          const now = Number.isNaN(rim) ? own : rim;
          const before = Number.isNaN(ring) ? own : ring;
          return { x: Number(x), y: Number(y), now, before };
        }),
      ),
    );
  let last = '';
  for (let n = 0; n < 200; n++) {
    const found = await read();
    if (JSON.stringify(found) === last) return found;
    last = JSON.stringify(found);
    // (On a busy machine no frame may come for a while.)
    await shown.page().evaluate(async () => {
      for (let n = 0; n < 4; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }
  throw new Error('the disks do not come to rest');
}

/** Weights are areas: of a row they add up to 1. @param {number[]} radii */
const weightsIn = (radii) => {
  const whole = radii.reduce((sum, r) => sum + r * r, 0);
  return radii.map((r) => (r * r) / whole);
};

/**
 * Words are where the order puts them, and disks have the areas that the core computes. A change of less than a pixel in
 * the radius is not drawn as one.
 * @param {Locator} shown @param {number[]} order @param {any} core
 */
async function assertShows(shown, order, core) {
  const found = await disks(shown);
  const place = (/** @type {number} */ word) => order.indexOf(word);
  for (const looks of given) {
    const row = found[looks] ?? [];
    const inOrder = [...row].sort((one, other) => one.x - other.x);
    assert.deepEqual(
      inOrder.map((disk) => row.indexOf(disk)),
      order,
    );
    const column = found.map((one) => /** @type {Disk} */ (one[looks]));
    const down = [...column].sort((one, other) => one.y - other.y);
    assert.deepEqual(
      down.map((disk) => column.indexOf(disk)),
      order,
    );
    close(
      weightsIn(row.map(({ now }) => now)),
      given.map((seen) => core.reordered_weights[place(looks)][place(seen)]),
      0.002,
    );
  }
}

const badge = (/** @type {Locator} */ shown, /** @type {string} */ text) =>
  shown.locator('figcaption', { hasText: text }).waitFor();

test('hero: without positions nothing changes but the places, with them the weights do', async () => {
  const { page, shown } = await withFigures(hero);
  await badge(shown, 'Drag “dog” onto “man”');
  await assertShows(shown, given, attention({ order: given }));
  const written = await disks(shown);

  await shown.getByRole('button', { name: 'Swap dog and man' }).click();
  await badge(shown, 'Attention did not notice');
  const without = attention({ order: swapped });
  assert.equal(without.equivariant, true);
  await assertShows(shown, swapped, without);
  assert.equal(await shown.locator('.rim, .ring').count(), 0);
  // The same disks, elsewhere.
  const moved = await disks(shown);
  const radii = (/** @type {Disk[][]} */ all) => all.map((row) => row.map(({ now }) => now));
  assert.deepEqual(radii(moved), radii(written));

  await shown.getByLabel('Add positions').check();
  await badge(shown, 'Attention noticed');
  const withPositions = attention({ order: swapped, encoding: 'sinusoidal' });
  assert.equal(withPositions.equivariant, false);
  await assertShows(shown, swapped, withPositions);
  const largest = withPositions.weight_difference.toPrecision(2);
  await shown.getByText(`weights change by up to ${largest}`).waitFor();
  const changed = await disks(shown);
  const first = attention({ order: given, encoding: 'sinusoidal' });
  for (const [looks, row] of changed.entries()) {
    close(weightsIn(row.map(({ before }) => before)), first.weights[looks], 0.03);
  }
  assert.ok((await shown.locator('.rim').count()) > 3);
  assert.ok((await shown.locator('.ring').count()) > 3);

  const { head, rows } = await takenData(page, shown);
  assert.equal(head.length, 13);
  for (const n of upTo(5)) {
    close((rows[n] ?? []).slice(3), [...without.weights[n], ...withPositions.weights[n]]);
    close((rows[5 + n] ?? []).slice(3), [
      ...without.reordered_weights[n],
      ...withPositions.reordered_weights[n],
    ]);
  }
  await shown.getByRole('button', { name: 'Reset' }).click();
  await badge(shown, 'Drag “dog” onto “man”');
  assert.deepEqual(radii(await disks(shown)), radii(written));
});

/** The middle of a word's card. @param {Locator} shown @param {string} word */
async function middleOf(shown, word) {
  const box = await shown.getByRole('slider', { name: word }).first().boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const orderOf = (/** @type {Locator} */ shown) =>
  shown.evaluate((one) => /** @type {any} */ (one).order);

test('hero: a word is dragged onto another, and moved with the arrow keys', async () => {
  const { page, shown } = await withFigures(hero);
  const [from, to] = [await middleOf(shown, 'dog'), await middleOf(shown, 'man')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 3, to.y + 5, { steps: 10 });
  await badge(shown, 'Attention did not notice');
  assert.equal(await orderOf(shown), '0, 4, 2, 3, 1');
  // Still held, and taken back: the words in between are where they were.
  await page.mouse.move(from.x, from.y, { steps: 10 });
  await badge(shown, 'Drag “dog” onto “man”');
  await page.mouse.up();
  assert.equal(await orderOf(shown), '0, 1, 2, 3, 4');

  // It has the focus, and shows it from the first key on.
  const dog = shown.getByRole('slider', { name: 'dog' });
  const outline = () => dog.evaluate((card) => getComputedStyle(card).outlineStyle);
  assert.equal(await dog.evaluate((card) => card.matches(':focus')), true);
  assert.equal(await outline(), 'none');
  await page.keyboard.press('ArrowRight');
  assert.equal(await outline(), 'solid');
  assert.equal(await orderOf(shown), '0, 2, 1, 3, 4');
  assert.equal(await dog.getAttribute('aria-valuetext'), 'place 3 of 5');
  await page.keyboard.press('End');
  assert.equal(await orderOf(shown), '0, 2, 4, 3, 1');
  await page.keyboard.press('Home');
  assert.equal(await orderOf(shown), '1, 2, 4, 3, 0');
  // The keys of a card do not read the picture below it.
  assert.equal((await shown.locator('output').textContent())?.trim(), '');
  await assertShows(shown, [1, 2, 4, 3, 0], attention({ order: [1, 2, 4, 3, 0] }));
});

test('hero: a finger drags a word', async () => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, shown, context } = await withFigures(hero, { options });
  const [from, to] = [await middleOf(shown, 'dog'), await middleOf(shown, 'man')];
  const cdp = await context.newCDPSession(page);
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{x: number, y: number}[]} */ ...touchPoints
  ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    await touch('touchMove', { x: from.x + part * (to.x - from.x), y: from.y });
  }
  await touch('touchEnd');
  await badge(shown, 'Attention did not notice');
  assert.equal(await orderOf(shown), '0, 4, 2, 3, 1');
});

test('hero: shuffle, the original order, and another random head', async () => {
  const { shown } = await withFigures(hero);
  const seen = new Set();
  for (let n = 0; n < 4; n++) {
    const before = await orderOf(shown);
    await shown.getByRole('button', { name: 'Shuffle' }).click();
    assert.notEqual(await orderOf(shown), before);
    seen.add(await orderOf(shown));
  }
  assert.ok(seen.size > 1);
  await shown.getByRole('button', { name: 'Original order' }).click();
  await badge(shown, 'Drag “dog” onto “man”');
  await shown.getByRole('button', { name: 'Another random head' }).click();
  await shown.getByRole('button', { name: 'Another random head' }).click();
  await assertShows(shown, given, attention({ order: given, seed: 12 }));
});

test('hero: each disk is read, by pointer and by keyboard, and the picture stands alone', async () => {
  const { page, context, shown } = await withFigures(
    '<posenc-hero order="0, 4, 2, 3, 1" positions></posenc-hero>',
  );
  await badge(shown, 'Attention noticed');
  const core = attention({ order: swapped, encoding: 'sinusoidal' });
  await shown.locator('[role=application]').focus();
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  // Row 2, column 1 of the new order.
  const now = core.reordered_weights[2][1].toFixed(3);
  const before = core.weights[2][4].toFixed(3);
  await shown
    .getByText(
      `“${words[2]}” looks at “${words[4]}” with weight ${now}; in the original order ${before}`,
    )
    .waitFor();
  const svg = await takenPicture(page, shown);
  assert.match(svg, /Attention noticed/);
  assert.deepEqual(await sticksOut(context, svg), []);
});

test('hero: with reduced motion words are at their places at once', async () => {
  const { page } = await open({ at: 'index.html', options: { reducedMotion: 'reduce' } });
  const shown = await figure(page, 'posenc-hero');
  const x = () => shown.getByRole('slider', { name: 'dog' }).getAttribute('transform');
  const places = new Set([await x()]);
  await shown.getByRole('button', { name: 'Swap dog and man' }).click();
  for (let n = 0; n < 12; n++) {
    places.add(await x());
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  assert.equal(places.size, 2, [...places].join());
});

test('hero: without scripts the still says what playing with it would show', async () => {
  const { page } = await open({ at: 'index.html', options: { javaScriptEnabled: false } });
  const core = attention({ order: swapped });
  const withPositions = attention({ order: swapped, encoding: 'sinusoidal' });
  const [mantissa, exponent] = core.weight_difference.toExponential(1).split('e-');
  const said = await page.locator('posenc-hero .in-words').innerText();
  assert.ok(said.includes(`${mantissa}\u00a0×\u00a010⁻${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(exponent)]}`), said);
  assert.ok(
    said.includes(`change by up to ${withPositions.weight_difference.toPrecision(2)}.`),
    said,
  );
  assert.equal(await page.getByRole('button', { name: 'Swap dog and man' }).isVisible(), false);
});

test('hero: what is pressed in its still is pressed again once the figure is there', async () => {
  /** @type {() => void} */
  let go = () => {};
  const pressed = new Promise((resolve) => {
    go = () => resolve(null);
  });
  const { page } = await open({
    at: 'index.html',
    prepare: (page) =>
      page.route('**/hero-*.js', async (route) => {
        await pressed;
        await route.continue();
      }),
  });
  const shown = page.locator('posenc-hero');
  await page.waitForFunction(() => document.documentElement.classList.contains('scripts'));
  await page.waitForLoadState('load');
  await shown.getByRole('button', { name: 'Swap dog and man' }).click();
  await shown.getByText('Drag “dog” onto “man”').waitFor();
  go();
  await shown.getByText('Attention did not notice').waitFor();
});
