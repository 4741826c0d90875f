// The figure of order against what the posenc command computes, and links in the text that set it.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { assertSame, close, legendStep, painted, takenData } from './reading.mjs';
import { figure, ofTheCore, open, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const largest = (/** @type {number[][]} */ matrix) => Math.max(...matrix.flat().map(Math.abs));
const tenthsAbove = (/** @type {number} */ value) => Math.ceil(value * 10) / 10;
/** As the page writes it. @param {number} value @param {number} digits */
const small = (value, digits) => {
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e-');
  return `${mantissa} × 10⁻${[...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`.replaceAll(
    ' ',
    '\u00a0',
  );
};

// "the dog bit the man": equal words have equal tokens.
const tokens = [0, 1, 2, 0, 3];
const attention = (/** @type {object} */ how) =>
  ofTheCore('permuted_attention', { d_model: 16, seed: 1, tokens, ...how });

/**
 * The weights that the disks of a picture show, by the given places of their words, once it is at rest: a disk that fills
 * its cell is 1, and areas are as the weights.
 * @param {Locator} shown @param {'given' | 'reordered'} side
 */
const disks = (shown, side) =>
  shown.locator('posenc-attention-plot').evaluate(async (plot, side) => {
    const picture = () => {
      const own = plot.shadowRoot?.querySelectorAll(`circle[data-side=${side}]:not(.ring)`) ?? [];
      return [...own].map((disk) => ({
        query: Number(disk.getAttribute('data-query')),
        key: Number(disk.getAttribute('data-key')),
        x: Number(disk.getAttribute('cx')),
        y: Number(disk.getAttribute('cy')),
        r: Number(disk.getAttribute('r')),
      }));
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let before = ''; before.length < 3 || before !== JSON.stringify(picture());) {
      before = JSON.stringify(picture());
      for (let n = 0; n < 5; n++) await frame();
    }
    return picture();
  }, side);

/** The rows or columns of a picture by where they are, from 0. @param {{at: number, word: number}[]} places */
const inOrder = (places) =>
  [...new Map(places.map(({ at, word }) => [word, at]))]
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);

/** @param {Locator} shown @param {number[][]} weights @param {number[]} order @param {'given' | 'reordered'} side */
async function assertDisks(shown, weights, order, side) {
  const drawn = await disks(shown, side);
  assert.equal(drawn.length, order.length ** 2);
  assert.deepEqual(inOrder(drawn.map(({ key, x }) => ({ at: x, word: key }))), order);
  assert.deepEqual(inOrder(drawn.map(({ query, y }) => ({ at: y, word: query }))), order);
  const between = (/** @type {number[]} */ all) => {
    const [one = 0, next = 0] = [...new Set(all)].sort((a, b) => a - b);
    return next - one;
  };
  const cell = Math.min(between(drawn.map(({ x }) => x)), between(drawn.map(({ y }) => y)));
  for (const { query, key, r } of drawn) {
    const weight = weights[order.indexOf(query)]?.[order.indexOf(key)] ?? NaN;
    const shownWeight = (r / (cell / 2 - 1)) ** 2;
    assert.ok(Math.abs(shownWeight - weight) < 0.004, `${shownWeight}, not ${weight}`);
  }
}

/** @param {Page} page @param {Locator} shown @param {any} core @param {number[]} order */
async function assertShowsAttention(page, shown, core, order) {
  const count = core.weights.length;
  await assertDisks(shown, core.weights, upTo(count), 'given');
  await assertDisks(shown, core.reordered_weights, order, 'reordered');
  const outputs = shown.getByLabel('Show the outputs');
  await outputs.check();
  const limit = tenthsAbove(Math.max(largest(core.outputs), largest(core.reordered_outputs)));
  for (const [nth, matrix] of [core.outputs, core.reordered_outputs].entries()) {
    const how = { rows: count, cols: 16, lowest: -limit, highest: limit, nth };
    assertSame(await painted(shown, how), matrix, legendStep(2 * limit));
  }
  await outputs.uncheck();
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head.slice(0, 5), [
    ...['sequence', 'place', 'word', 'given place'],
    'weight on place 0',
  ]);
  for (const n of upTo(count)) {
    close((rows[n] ?? []).slice(4), [...core.weights[n], ...core.outputs[n]]);
    close((rows[count + n] ?? []).slice(4), [
      ...core.reordered_weights[n],
      ...core.reordered_outputs[n],
    ]);
  }
}

const chips = (/** @type {Locator} */ shown) => shown.locator('posenc-word-chips button');

/** @param {Locator} shown @param {string} order */
const hasOrder = (shown, order) =>
  shown
    .page()
    .waitForFunction(
      ([tag, order]) => /** @type {any} */ (document.querySelector(tag ?? ''))?.order === order,
      ['posenc-order', order],
    );

test(
  'order: attention moves with the words, and the numbers are the core’s',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await withFigures('<posenc-order></posenc-order>');
    const core = attention({ order: [3, 4, 2, 0, 1] });
    assert.equal(core.equivariant, true);
    await shown.getByText('Same weights, just moved').waitFor();
    await assertShowsAttention(page, shown, core, [3, 4, 2, 0, 1]);
    for (const difference of ['weight', 'output', 'pooled']) {
      await shown
        .locator('.measured b')
        .filter({ hasText: small(core[`${difference}_difference`], 2) })
        .first()
        .waitFor();
    }
    await shown.getByText('outputs: equivariant').waitFor();
    await shown.getByText('mean output: invariant').waitFor();
  },
);

test('order: put back, each disk fills the ring of its weight as given', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  const core = attention({ order: [3, 4, 2, 0, 1] });
  await shown.getByRole('button', { name: 'Put back' }).click();
  await shown.getByText(`Equal to within ${small(core.weight_difference, 2)}`).waitFor();
  const lie = async () => {
    const moved = await disks(shown, 'reordered');
    const rings = await shown
      .locator('circle.ring')
      .evaluateAll((all) =>
        all.map((ring) =>
          ['query', 'key']
            .map((name) => Number(ring.getAttribute(`data-${name}`)))
            .concat(['cx', 'cy', 'r'].map((name) => Number(ring.getAttribute(name)))),
        ),
      );
    assert.equal(rings.length, moved.length);
    return rings.map(([query, key, x = NaN, y = NaN, r = NaN]) => {
      const disk = moved.find((one) => one.query === query && one.key === key);
      assert.ok(disk);
      close([disk.x, disk.y], [x, y], 1e-3);
      return Math.abs(r - 0.75 - disk.r);
    });
  };
  assert.ok(Math.max(...(await lie())) < 0.02, 'equal weights, equal disks');
  await shown.getByText('(rounding)').waitFor();
  // The order stays as it was set.
  await hasOrder(shown, '3, 4, 2, 0, 1');
  await shown.getByLabel('Causal mask').check();
  const masked = attention({ order: [3, 4, 2, 0, 1], mask: 'causal' });
  await shown
    .getByText(`Off by up to ${Number(masked.weight_difference.toPrecision(2))}`)
    .waitFor();
  assert.ok(Math.max(...(await lie())) > 3, 'other weights, other disks');
  await shown.getByText('(not just rounding)').waitFor();
  await shown.getByRole('button', { name: 'Take apart' }).click();
  // Once they have flown back.
  await expect(() =>
    assertDisks(shown, masked.reordered_weights, [3, 4, 2, 0, 1], 'reordered'),
  ).toPass();
  await page.keyboard.press('Escape');
});

test('order: a cell that is read lights its twin in the other order', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  await disks(shown, 'reordered');
  await shown.locator('posenc-attention-plot .box').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const core = attention({ order: [3, 4, 2, 0, 1] });
  const weight = core.weights[1][1].toFixed(4);
  await shown
    .getByText(`dog → dog: ${weight}; reordered ${core.reordered_weights[4][4].toFixed(4)}`)
    .waitFor();
  const lit = await shown
    .locator('.cursor:not(.halo)')
    .evaluateAll((all) =>
      all.map((box) => [
        Number(box.getAttribute('x')) - 1 + (Number(box.getAttribute('width')) + 2) / 2,
      ]),
    );
  const own = (await disks(shown, 'given')).find(({ query, key }) => query === 1 && key === 1);
  const twin = (await disks(shown, 'reordered')).find(({ query, key }) => query === 1 && key === 1);
  close(lit.flat(), [own?.x ?? NaN, twin?.x ?? NaN], 1e-3);
});

test('order: with less motion the words are in their places at once', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>', {
    options: { reducedMotion: 'reduce' },
  });
  const x = () =>
    shown
      .locator('circle[data-side=reordered][data-query="1"][data-key="1"]')
      .first()
      .getAttribute('cx');
  const before = await x();
  await shown.getByRole('button', { name: 'Put back' }).click();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const after = await x();
  assert.notEqual(after, before);
  const given = (await disks(shown, 'reordered')).find(
    ({ query, key }) => query === 1 && key === 1,
  );
  assert.equal(Number(after), given?.x);
});

test('order: positions or a mask break the equality, and the title says so', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>');
  const order = [3, 4, 2, 0, 1];
  await shown.getByLabel('positions').check();
  const positions = attention({ order, encoding: 'sinusoidal' });
  await shown.getByText('Now order matters').waitFor();
  await shown.getByText('mean output: not invariant').waitFor();
  await assertShowsAttention(page, shown, positions, order);
  await shown.getByLabel('positions').uncheck();
  await shown.getByText('Same weights, just moved').waitFor();
  await shown.getByLabel('Causal mask').check();
  await shown.getByText('Now order matters').waitFor();
  await assertShowsAttention(page, shown, attention({ order, mask: 'causal' }), order);
});

const inOrderGiven = '<posenc-order order="0, 1, 2, 3, 4"></posenc-order>';

/** A word's card. It may stir a little, as an invitation, or still glide. @param {Locator} shown @param {number} place */
async function cardAt(shown, place) {
  const box = await chips(shown).nth(place).boundingBox();
  assert.ok(box);
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}

test('order: words are moved by dragging, with keys, and by choosing two', async () => {
  const { page, shown } = await withFigures(inOrderGiven);
  await shown.getByText('Drag a word').waitFor();
  const [from, last] = [await cardAt(shown, 1), await cardAt(shown, 4)];
  await page.mouse.move(from.middle.x, from.middle.y);
  await page.mouse.down();
  // Well past its middle.
  await page.mouse.move(last.x + last.width - 4, last.middle.y + 3, { steps: 12 });
  await hasOrder(shown, '0, 2, 3, 4, 1');
  await page.mouse.up();
  // The click that ends a drag picks nothing.
  assert.equal(await shown.locator('.picked').count(), 0);
  await shown.getByText('“dog” is in place 5. The order is: the bit the man dog.').waitFor();
  await shown.getByText('Same weights, just moved').waitFor();
  const moved = [0, 2, 3, 4, 1];
  await assertShowsAttention(page, shown, attention({ order: moved }), moved);

  await chips(shown).nth(4).focus();
  await page.keyboard.press('ArrowLeft');
  await hasOrder(shown, '0, 2, 3, 1, 4');
  await page.keyboard.press('ArrowLeft');
  await hasOrder(shown, '0, 2, 1, 3, 4');
  await page.keyboard.press('Home');
  await hasOrder(shown, '1, 0, 2, 3, 4');
  await shown.getByText('“dog” is in place 1.').waitFor();
  const focus = await shown
    .locator('posenc-word-chips')
    .evaluate((element) => element.shadowRoot?.activeElement?.textContent?.trim());
  assert.match(
    focus ?? '',
    /^dog, place 1 of 5, originally in place 2/,
    'the focus goes with the word',
  );

  await chips(shown).nth(0).click();
  await chips(shown).nth(1).click();
  await hasOrder(shown, '0, 1, 2, 3, 4');
  await shown.getByText('Drag a word').waitFor();
  await shown.getByRole('button', { name: 'Shuffle' }).click();
  await shown.getByText('Drag a word').waitFor({ state: 'detached' });
});

/** Drags a word far beyond one end of the line, and away from it. @typedef {(from: {x: number, y: number}, to: {x: number, y: number}) => Promise<void>} Drags */

/** @param {Locator} shown @param {Drags} drags */
async function assertDraggedBeyondEnds(shown, drags) {
  await shown.getByText('Drag a word').waitFor();
  const [one, last] = [await cardAt(shown, 1), await cardAt(shown, 4)];
  await drags(one.middle, { x: last.x + last.width + 14, y: last.y - 60 });
  await hasOrder(shown, '0, 2, 3, 4, 1');
  const [other, first] = [await cardAt(shown, 3), await cardAt(shown, 0)];
  await drags(other.middle, { x: first.x - 30, y: first.y + 120 });
  await hasOrder(shown, '4, 0, 2, 3, 1');
  const wide = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, 'nothing sticks out');
}

test('order: a word can be dropped beyond the last place and before the first', async () => {
  const { page, shown } = await withFigures(inOrderGiven);
  await assertDraggedBeyondEnds(shown, async (from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await page.mouse.up();
  });
});

test('order: and so with a finger, on a phone', async () => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, shown, context } = await withFigures(inOrderGiven, { options });
  const cdp = await context.newCDPSession(page);
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{x: number, y: number}[]} */ ...touchPoints
  ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await assertDraggedBeyondEnds(shown, async (from, to) => {
    await touch('touchStart', from);
    // Sideways first: up and down would scroll the page.
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', { x: from.x + part * (to.x - from.x), y: from.y });
    }
    await touch('touchMove', to);
    await touch('touchEnd');
  });
});

test('order: a narrow picture is one matrix; its disks are put back into rings', async () => {
  const options = { viewport: { width: 390, height: 844 } };
  const { page, shown } = await withFigures('<posenc-order></posenc-order>', { options });
  const order = [3, 4, 2, 0, 1];
  const core = attention({ order });
  await assertDisks(shown, core.reordered_weights, order, 'reordered');
  // Elsewhere, a disk in the ring of another one would look as if they differed.
  assert.equal(await shown.locator('circle.ring').count(), 0);
  await shown.locator('posenc-attention-plot .box').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await shown
    .getByText(`man → man: ${core.reordered_weights[1][1].toFixed(4)}; as given`)
    .waitFor();
  assert.equal(await shown.locator('.cursor:not(.halo)').count(), 1);
  await shown.getByRole('button', { name: 'Put back' }).click();
  await shown.getByText(`Equal to within ${small(core.weight_difference, 2)}`).waitFor();
  await assertDisks(shown, core.weights, upTo(5), 'reordered');
  const rings = await shown.locator('circle.ring').evaluateAll((all) =>
    all.map((ring) => ({
      query: Number(ring.getAttribute('data-query')),
      key: Number(ring.getAttribute('data-key')),
      x: Number(ring.getAttribute('cx')),
      y: Number(ring.getAttribute('cy')),
      r: Number(ring.getAttribute('r')) - 0.75,
    })),
  );
  const drawn = await disks(shown, 'reordered');
  assert.equal(rings.length, 25);
  for (const { query, key, x, y, r } of rings) {
    const disk = drawn.find((one) => one.query === query && one.key === key);
    close([x, y, r], [disk?.x ?? NaN, disk?.y ?? NaN, disk?.r ?? NaN], 0.02);
  }
  await shown.getByRole('button', { name: 'Take apart' }).click();
  await shown.locator('circle.ring').first().waitFor({ state: 'detached' });
  await assertDisks(shown, core.reordered_weights, order, 'reordered');
});

test('order: on a phone the first screen has the words, and the buttons below the picture', async () => {
  const options = { viewport: { width: 390, height: 844 } };
  const { page } = await open({ at: 'order.html', options });
  const shown = page.locator('posenc-order');
  await shown.locator('figure[aria-busy=false]').waitFor();
  for (const control of [chips(shown).last(), shown.getByRole('button', { name: 'Put back' })]) {
    await control.waitFor();
    const box = await control.boundingBox();
    assert.ok(box && box.y + box.height < 844, `ends at ${box && box.y + box.height}`);
  }
});

test('order: other words, an order that does not fit, and one that is none', async () => {
  const { shown } = await withFigures('<posenc-order></posenc-order>');
  await shown.getByRole('button', { name: '“the cat sat on the mat”' }).click();
  await hasOrder(shown, '4, 5, 2, 3, 0, 1');
  await shown.getByText('Same weights, just moved').waitFor();
  const words = shown.getByLabel('words', { exact: true });
  await words.fill('time flies');
  await words.press('Enter');
  await hasOrder(shown, '0, 1');
  await shown.getByText('Drag a word').waitFor();
  const order = shown.getByLabel('order', { exact: true });
  await order.fill('1, 1');
  await order.press('Enter');
  await shown
    .locator('#problem')
    .filter({ hasText: /^\[permutation\] order must have each number once/ })
    .waitFor();
  await order.fill('1, 0');
  await order.press('Enter');
  await shown.getByText('Same weights, just moved').waitFor();
  await words.fill('a b c d e f g h i j k l m');
  await words.press('Enter');
  await shown.getByText('This figure shows 1 to 12 words but got 13.').waitFor();
  await words.fill('a b c d e f g h i j k l');
  await words.press('Enter');
  await hasOrder(shown, upTo(12).join(', '));
});

test('order: the address restores it', async () => {
  const { page, shown } = await withFigures('<posenc-order></posenc-order>', {
    search: '?order.words=cats+chase+cats&order.order=1,0,2&order.encoding=sinusoidal&order.seed=3',
  });
  await hasOrder(shown, '1,0,2');
  const core = attention({ seed: 3, tokens: [0, 1, 0], order: [1, 0, 2], encoding: 'sinusoidal' });
  await assertShowsAttention(page, shown, core, [1, 0, 2]);
});

test('order: links in the text set the figure; without a script they are addresses', async () => {
  const { page } = await open({ at: 'order.html' });
  const shown = await figure(page, '#order');
  await page.getByRole('link', { name: 'try it with a mask' }).click();
  await shown.getByText('Now order matters').waitFor();
  assert.equal(await shown.getByLabel('Causal mask').isChecked(), true);
  await page.getByRole('link', { name: 'the cat on the mat' }).click();
  await hasOrder(shown, '4, 5, 2, 3, 0, 1');
  await shown.getByText('Same weights, just moved').waitFor();
  assert.equal(await shown.getByLabel('Causal mask').isChecked(), false);

  const { page: other } = await open({
    at: 'order.html?order.mask=causal&order.encoding=none#order',
  });
  const again = await figure(other, '#order');
  assert.equal(await again.getByLabel('Causal mask').isChecked(), true);
});

test('order: on a phone such a link leads up to the figure, and back leads to the text', async () => {
  const { page } = await open({
    at: 'order.html',
    options: { viewport: { width: 390, height: 844 } },
  });
  const shown = await figure(page, '#order');
  const link = page.getByRole('link', { name: 'stamp the cards' });
  await link.click();
  await shown.getByText('Now order matters').waitFor();
  await page.waitForFunction(() => {
    const { top } = document.querySelector('#order')?.getBoundingClientRect() ?? { top: NaN };
    return top >= 0 && top < innerHeight / 2;
  });
  await page.goBack();
  await page.waitForFunction(
    () => (document.querySelector('#order')?.getBoundingClientRect().bottom ?? 0) < 0,
  );
  assert.equal(await shown.getByLabel('positions').isChecked(), true, 'as it was set');
});

test('order: an address with the name that a figure had before sets the one that is there', async () => {
  const at = 'order.html?masked.order=1,0,2,3,4&masked.seed=2#masked';
  const { page } = await open({ at });
  const shown = await figure(page, '#order');
  await hasOrder(shown, '1,0,2,3,4');
  const core = attention({ order: [1, 0, 2, 3, 4], seed: 2, mask: 'causal' });
  await assertDisks(shown, core.reordered_weights, [1, 0, 2, 3, 4], 'reordered');
});
