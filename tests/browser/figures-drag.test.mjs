// The pictures that can be grasped: each under the mouse, with keys and by its control.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { set } from './reading.mjs';
import { setWidth, test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/** @param {Locator} part */
async function boxOf(part) {
  const box = await part.boundingBox();
  assert.ok(box);
  return { ...box, middle: /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]) };
}

/** Grasps a part in its middle and drags it by some pixels. @param {Page} page @param {Locator} part @param {number} across @param {number} [down] */
async function drag(page, part, across, down = 0) {
  const [x, y] = (await boxOf(part)).middle;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + across, y + down, { steps: 8 });
  await page.mouse.up();
}

/** Presses at a place of a part and drags to others, as parts of its width. @param {Page} page @param {Locator} part @param {number[]} through */
async function dragThrough(page, part, through) {
  const { x, width, middle } = await boxOf(part);
  await page.mouse.move(x + (through[0] ?? NaN) * width, middle[1]);
  await page.mouse.down();
  for (const share of through.slice(1)) {
    await page.mouse.move(x + share * width, middle[1], { steps: 4 });
  }
  await page.mouse.up();
}

test('attention under a sentence: the query is dragged, moved with keys, and chosen by pressing a word', async () => {
  const { page, shown } = await withFigures(
    '<posenc-alibi-attention text="The dog we saw by the old gate ran" query="8"></posenc-alibi-attention>',
  );
  const handle = shown.getByRole('slider', { name: 'query', exact: true });
  const isAt = async (/** @type {number} */ query) => {
    await expect(handle).toHaveAttribute('aria-valuenow', String(query));
    // A row has as many steps as there are words up to the query.
    await expect(shown.locator('path.profile').first()).toHaveAttribute(
      'd',
      new RegExp(`^[^H]*(H[^H]*){${query + 1}}$`),
    );
  };
  await isAt(8);
  const { width } = await boxOf(handle);
  // A word is a little wider than its handle.
  await drag(page, handle, -2.1 * width);
  await isAt(6);
  await expect(shown.locator('figcaption')).toHaveText('What this word can hear');
  await handle.press('ArrowLeft');
  await isAt(5);
  await handle.press('End');
  await isAt(8);
  await shown.locator('.box').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await shown.getByText(/^head 1, “gate”, 1 back: attention 0\.\d+$/).waitFor();
  await shown.locator('.chosen').nth(3).click();
  await isAt(3);
});

test('near-collision: the second position is dragged, and keeps to whole positions', async () => {
  const { page, shown } = await withFigures(
    '<posenc-near-collision d-model="4"></posenc-near-collision>',
  );
  const caption = shown.locator('figcaption');
  const { x, y, width } = await boxOf(shown.locator('rect.grip'));
  const to = (/** @type {number} */ position) =>
    page.mouse.move(x + 14 + ((width - 28) * position) / 60, y + 50);
  await to(44);
  await page.mouse.down();
  for (const [position, title] of /** @type {const} */ ([
    [19.2, '19 comes close to 0'],
    [90, '60 differs from 0'],
    [0, 'The same position twice'],
  ])) {
    await to(position);
    await expect(caption).toHaveText(title);
  }
  await page.mouse.up();
  await expect(shown.locator('circle.second')).toHaveAttribute('cx', '30');
  await set(shown, 'second position', 44);
  await expect(caption).toHaveText('44 comes close to 0');
});

test('adding: strips are dragged, the word quieter, the position on', async () => {
  const { page, shown } = await withFigures('<posenc-adding></posenc-adding>');
  await drag(page, shown.locator('.grip').nth(1), 45);
  await shown.getByText('position 10', { exact: true }).waitFor();
  await drag(page, shown.locator('.grip').nth(0), -2000);
  await expect(shown.locator('figcaption')).toHaveText('The word is drowned out');
  await expect(shown.getByLabel('loudness of words', { exact: true })).toHaveValue('0.01');
});

test('beyond: the hand is dragged and moved with the arrow keys; all readouts change in one frame', async () => {
  const { page, shown } = await withFigures('<posenc-beyond length="32"></posenc-beyond>');
  const box = shown.getByLabel('length', { exact: true });
  const hand = shown.getByRole('slider', { name: 'set by the hand' });
  await hand.press('ArrowRight');
  await expect(box).toHaveValue('40');
  await hand.press('Home');
  await expect(box).toHaveValue('8');
  await set(shown, 'length', 32);
  const turned = () => shown.locator('.grasp').getAttribute('transform');
  await expect.poll(turned).toMatch(/^rotate\(-177\.6/);
  // It points left: down is on, anticlockwise.
  await drag(page, shown.locator('.tip'), 10, 45);
  await expect.poll(async () => Number(await box.inputValue())).toBeGreaterThan(32);

  await set(shown, 'length', 128);
  await expect(shown.locator('.sub')).toContainText('tested on 128: ');
  const apart = await shown.evaluate(
    (element) =>
      new Promise((resolve) => {
        const root = element.shadowRoot;
        const number = root?.querySelector('posenc-number')?.shadowRoot;
        const box = /** @type {HTMLInputElement} */ (number?.querySelector('#box'));
        /** @type {string[]} */
        const found = [];
        // The press shows first; what is shown follows it, and from then on every step.
        let follows = false;
        const look = () => {
          const text = root?.querySelector('.sub')?.textContent ?? '';
          const isSame = text.includes(`tested on ${box.value}: `);
          follows ||= isSame && box.value !== '128';
          if (follows && !isSame) found.push(`${box.value}: ${text}`);
          if (box.value === '24') resolve(follows ? found : ['nothing followed']);
          else requestAnimationFrame(look);
        };
        number?.querySelector('button')?.click();
        requestAnimationFrame(look);
      }),
  );
  assert.deepEqual(apart, []);
});

/** Drags a query by some patches. @param {Page} page @param {Locator} shown @param {number} nth grid @param {number} size @param {[number, number]} by */
async function dragQuery(page, shown, nth, size, [across, down]) {
  const { width } = await boxOf(shown.locator('g > .frame').nth(nth));
  const patch = width / size;
  await drag(page, shown.locator('.query .knob').nth(nth), across * patch, down * patch);
}

/** @param {Locator} query @param {number} col @param {number} row */
const isAtPatch = (query, col, row) =>
  expect(query).toHaveAttribute('aria-label', new RegExp(`query at column ${col}, row ${row}$`));

test('grid: the query is dragged and moved by keys, within the grid; patches are read by pointer at any width', async () => {
  const { page, shown } = await withFigures('<posenc-grid-kernel></posenc-grid-kernel>');
  const query = shown.locator('.query');
  await dragQuery(page, shown, 0, 15, [3, -2]);
  await isAtPatch(query, 10, 5);
  await dragQuery(page, shown, 0, 15, [9, 0]);
  await isAtPatch(query, 14, 5);
  for (const [key, col, row] of /** @type {const} */ ([
    ['ArrowDown', 14, 6],
    ['ArrowRight', 14, 6],
    ['Home', 0, 6],
    ['End', 14, 6],
    ['PageUp', 4, 6],
  ])) {
    await query.press(key);
    await isAtPatch(query, col, row);
  }
  await setWidth(page, 360);
  const frame = await boxOf(shown.locator('g > .frame'));
  assert.ok(frame.x >= 0 && frame.x + frame.width <= 360 && frame.width > 230);
  // The cells are painted where the frame is.
  const canvas = await boxOf(shown.locator('canvas').first());
  for (const side of /** @type {const} */ (['x', 'y', 'width', 'height'])) {
    assert.ok(Math.abs(canvas[side] - frame[side]) <= 2, side);
  }
  const position = { x: (frame.width * 14.5) / 15, y: (frame.height * 7.5) / 15 };
  await shown.locator('posenc-patches-plot').hover({ position });
  await shown.getByText(/^column 14, row 7: Δx = 10, Δy = 1, score /).waitFor();
});

test('resized grid: a query dragged in one grid moves in all', async () => {
  const { page, shown } = await withFigures('<posenc-grid-resize></posenc-grid-resize>');
  const queries = shown.locator('.query');
  const areAt = async (/** @type {[number, number][]} */ ...patches) => {
    for (const [n, [col, row]] of patches.entries()) await isAtPatch(queries.nth(n), col, row);
  };
  await areAt([6, 2], [10, 3], [10, 3]);
  await dragQuery(page, shown, 1, 24, [4, 2]);
  await areAt([8, 3], [14, 5], [14, 5]);
  await queries.nth(0).press('ArrowLeft');
  await areAt([7, 3], [12, 6], [12, 6]);
  await set(shown, 'row of the query', 16);
  await areAt([7, 9], [12, 16], [12, 16]);
});

const grip = (/** @type {Locator} */ shown) => shown.locator('.grip');

/** @param {Locator} shown @param {number} value */
const isChosen = (shown, value) =>
  expect(grip(shown)).toHaveAttribute('aria-valuenow', String(value));

test('M-RoPE: a token is chosen by a click, a drag, the arrow keys and its control', async () => {
  const { page, shown } = await withFigures('<posenc-mrope></posenc-mrope>');
  await isChosen(shown, 9);
  await shown.locator('.patch').last().click();
  await isChosen(shown, 14);
  await expect(shown.locator('text.value')).toHaveText(['t = 3', 'h = 5', 'w = 6']);
  await shown.getByText('whale', { exact: true }).click();
  await isChosen(shown, 17);
  for (const [key, token] of /** @type {const} */ ([
    ['ArrowLeft', 16],
    ['Home', 0],
    ['End', 18],
  ])) {
    await grip(shown).press(key);
    await isChosen(shown, token);
  }
  const bars = shown.locator('.column-grip');
  await dragThrough(page, bars, [0.03, 0.3, 8.5 / 19]);
  await isChosen(shown, 8);
  await dragThrough(page, bars, [0.03, 1.5]);
  await isChosen(shown, 18);
  await set(shown, 'token', 4);
  await isChosen(shown, 4);
});

test('timesteps: one is chosen by a drag, the arrow keys and its control, and plays', async () => {
  const { page, shown } = await withFigures('<posenc-timesteps></posenc-timesteps>');
  const room = shown.locator('.room');
  await dragThrough(page, room, [0.3, 0.5, 0.75]);
  await expect
    .poll(async () => Math.abs(Number(await grip(shown).getAttribute('aria-valuenow')) - 750))
    .toBeLessThanOrEqual(3);
  await dragThrough(page, room, [0.5, -0.5]);
  await isChosen(shown, 0);
  for (const [key, timestep] of /** @type {const} */ ([
    ['End', 1000],
    ['PageDown', 990],
  ])) {
    await grip(shown).press(key);
    await isChosen(shown, timestep);
  }
  await set(shown, 'timestep t', 40);
  const caption = shown.locator('figcaption');
  await expect(caption).toHaveText('ADM: no row like DDPM’s 40');
  await shown.getByRole('button', { name: 'Play timestep t' }).click();
  await expect(caption).toHaveText(/^ADM: no row like DDPM’s ([5-9]\d|\d{3})$/);
});
