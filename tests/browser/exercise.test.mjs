// Exercises by hand on the built site: typed, checked, found again and given up. (Which verdict an answer gets, and what
// is said of it: tests/native/grading and tests/web/verdict-words.test.mjs. What is kept: tests/web/storage.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { isAccessible } from './accessible.mjs';
import { arrive, base, forbidStorage, open as openSite, origin, section, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

/** An exercise, once it can be answered. @param {Page} page */
async function exerciseOf(page, name = 'e13.1') {
  const exercise = page.locator(`posenc-exercise[name="${name}"]`);
  await arrive(exercise, 'button[type=submit]:enabled');
  return exercise;
}
const box = (/** @type {Locator} */ exercise, /** @type {string} */ item) =>
  exercise.locator(`[data-item="${item}"] :is(input, select)`);
const word = (/** @type {Locator} */ exercise, /** @type {string} */ item) =>
  exercise.locator(`[data-item="${item}"] .word`);
const panel = (/** @type {Locator} */ exercise, /** @type {string} */ row) =>
  exercise.locator(`[data-row="${row}"] .say`);
const status = (/** @type {Locator} */ exercise) => exercise.locator('.points [role=status]');
const press = (/** @type {Locator} */ exercise, /** @type {string} */ name) =>
  exercise.getByRole('button', { name, exact: true }).click();

/** Types answers and checks them. @param {Locator} exercise @param {Record<string, string>} answers @param {RegExp} points */
async function check(exercise, answers, points) {
  for (const [item, text] of Object.entries(answers)) await box(exercise, item).fill(text);
  // By key: figures above may come alive just now, and a button that moves under the pointer is not clicked.
  await exercise.locator('button[type=submit]').press('Enter');
  await expect(status(exercise)).toHaveText(points);
}

test(
  'by keyboard alone: boxes with names, verdicts, hints, and all of it after a reload',
  { tag: '@smoke' },
  async () => {
    const { page } = await openSite();
    const exercise = await exerciseOf(page);
    const { keyboard } = page;
    await box(exercise, 'PE(0)[0]').focus();
    for (const text of ['0', 'cos 0', '7']) {
      await keyboard.type(text);
      if (text !== '7') await keyboard.press('Tab');
    }
    const third = exercise.getByLabel('PE(0), dimension 2', { exact: true });
    await expect(third).toBeFocused();
    await keyboard.press('Enter');
    await expect(status(exercise)).toHaveText(
      /^2 of 20 points\. 1 to review, 17 still blank\.\s*$/,
    );
    await expect(third).toBeFocused();
    await expect(third).toHaveAttribute('aria-invalid', 'true');
    await expect(third).toHaveAccessibleDescription(/not right.*Dimension 2: Not right\./);
    await expect(box(exercise, 'PE(0)[1]')).toHaveAttribute('aria-invalid', 'false');
    await expect(exercise.getByRole('progressbar', { name: 'Points' })).toHaveJSProperty(
      'value',
      2,
    );
    // A key changes no announcement, and takes back the verdict on what it changes.
    await keyboard.type('7');
    await expect(exercise.getByText('Score from before your last change.')).toBeVisible();
    await expect(status(exercise)).toHaveText(/^2 of 20 points/);
    await expect(word(exercise, 'PE(0)[2]')).toHaveText('');
    await expect(panel(exercise, 'PE(0)')).toHaveText(/At the last check: Dimension 2: Not right/);
    await keyboard.press('Enter');
    await expect(word(exercise, 'PE(0)[2]')).toHaveText(/✕\s+not right\s*Read as 77/);

    // The second try has earned a hint. From the last box Tab leads to what is left to do.
    await panel(exercise, 'PE(0)').getByRole('button', { name: 'Hint' }).press('Enter');
    const hint = exercise.getByText('Dimension 2 is the sine of pair i = 1');
    await expect(hint).toBeFocused();
    await expect(third).toHaveAccessibleDescription(/the sine of pair i = 1/);
    const similar = exercise.getByLabel('the first two products');
    await similar.focus();
    await keyboard.press('ArrowDown');
    await expect(similar).toHaveValue('first');
    await keyboard.press('Tab');
    await expect(exercise.getByRole('button', { name: 'Go to the first' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(third).toBeFocused();

    await page.reload();
    await expect(status(exercise)).toHaveText(/^2 of 20 points/);
    await expect(third).toHaveValue('77');
    await expect(word(exercise, 'PE(0)[2]')).toHaveText(/✕\s+not right/);
    await expect(hint).toBeVisible();
    await expect(similar).toHaveValue('first');
    await expect(exercise.getByText('Saved on this device.')).toBeVisible();
    await press(exercise, 'Start over');
    await expect(box(exercise, 'PE(0)[0]')).toBeFocused();
    await expect(box(exercise, 'PE(0)[0]')).toHaveValue('');
    await expect(panel(exercise, 'PE(0)')).toHaveCount(0);
    await press(exercise, 'Undo');
    await expect(third).toBeFocused();
    await expect(third).toHaveValue('77');
    await expect(status(exercise)).toHaveText(/^Your answers are back\. 2 of 20 points/);
  },
);

test('on a phone nothing moves when the core comes or sticks out with verdicts; on paper it is one page', async () => {
  /** @type {() => void} */
  let letGo = () => {};
  const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
  const { page } = await openSite({
    options: { ...phone, reducedMotion: 'reduce' },
    prepare: (page) =>
      page.route('**/*.wasm', async (route) => {
        await held;
        await route.continue();
      }),
  });
  const exercise = await exerciseOf(page);
  const height = () => exercise.evaluate((one) => one.getBoundingClientRect().height);
  const before = await height();
  const came = page.waitForResponse('**/*.wasm');
  await box(exercise, 'PE(0)[0]').focus();
  letGo();
  await came;
  assert.equal(await height(), before);
  const boxes = await exercise.locator('[data-row="PE(5)"] input').evaluateAll((inputs) =>
    inputs.map((input) => {
      const { x, y, width } = input.getBoundingClientRect();
      return { x, y, width, size: parseFloat(getComputedStyle(input).fontSize) };
    }),
  );
  assert.equal(new Set(boxes.map(({ x }) => x)).size, 2, 'two beside each other');
  assert.equal(new Set(boxes.map(({ y }) => y)).size, 2);
  // (In a smaller type a phone would zoom.)
  assert.ok(boxes.every(({ width, size }) => width > 120 && size >= 16));

  const long = 'sin(5/100) + 0*(1 + 2 + 3 + 4)';
  const answers = { 'PE(5)[1]': '0.28', 'PE(5)[2]': long, 'PE(5)[3]': '7', 'PE(6)[0]': '(' };
  await check(exercise, { ...answers, 'PE(0).PE(5)': 'q'.repeat(300) }, /^1\.5 of 20 points/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await isAccessible(page, { within: 'posenc-exercise' });

  await page.setViewportSize({ width: 1000, height: 800 });
  await page.emulateMedia({ media: 'print' });
  await expect(exercise.locator('button:visible, input:visible')).toHaveCount(0);
  for (const shown of [long, '✓ right', '✕ not right', '◐ one more digit', '? unreadable']) {
    await expect(exercise).toContainText(shown);
  }
  const { tall, breaks } = await exercise.locator('form').evaluate((form) => ({
    tall: form.getBoundingClientRect().height,
    breaks: getComputedStyle(form).breakInside,
  }));
  assert.equal(breaks, 'avoid');
  // A4 less 1 cm all round, at 96 dots an inch.
  assert.ok(tall < ((29.7 - 2) / 2.54) * 96, `${tall} px`);
});

test('a variant is worked on beside the lesson’s own; given up, the solution stays, after a question', async () => {
  const { page } = await openSite({
    at: 'exercises.html',
    options: { ...phone, reducedMotion: 'reduce' },
  });
  const exercise = await exerciseOf(page, 'rope-chain');
  const focused = () => exercise.getByRole('textbox').first();
  await box(exercise, 'omega[0]').fill('1');
  await press(exercise, 'New variant');
  await expect(status(exercise)).toHaveText(/^This is variant \d+\.\s*$/);
  await expect(focused()).toBeFocused();
  await expect(focused()).toHaveValue('');
  await press(exercise, 'Show the solution');
  await expect(exercise.getByRole('button', { name: 'Yes, show the solution' })).toBeFocused();
  await press(exercise, 'No, keep trying');
  await expect(exercise.getByRole('button', { name: 'Show the solution' })).toBeFocused();
  await press(exercise, 'Show the solution');
  await press(exercise, 'Yes, show the solution');
  const solution = exercise.getByRole('heading', { name: 'Worked solution' });
  await expect(solution).toBeFocused();
  assert.ok((await exercise.locator('[data-step]').count()) > 20);
  await isAccessible(page, { within: 'posenc-exercise[name="rope-chain"]' });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);

  await page.reload();
  await exerciseOf(page, 'rope-chain');
  await expect(solution).toBeVisible();
  await exercise.getByLabel('Version').selectOption({ index: 0 });
  await expect(status(exercise)).toHaveText(/^This is the lesson’s own version\./);
  await expect(box(exercise, 'omega[0]')).toHaveValue('1');
  await expect(solution).toHaveCount(0);
  // The list of exercises says so.
  const listed = page.locator('posenc-progress [data-exercise="rope-chain"]');
  await page.locator('posenc-progress').scrollIntoViewIfNeeded();
  await expect(listed).toHaveAttribute('data-state', 'begun');

  // What is solved has its solution without a question, until an answer is changed.
  const table = await exerciseOf(page, 'table-parameters');
  await check(
    table,
    { parameters: '512*768', last: '511' },
    /^2 of 2 points\. All answers are right/,
  );
  await expect(table.getByRole('heading', { name: 'Worked solution' })).toBeVisible();
  await expect(table.locator('.closing')).toBeVisible();
  await box(table, 'last').fill('512');
  await expect(table.locator('.solution, .closing')).toHaveCount(0);
});

test('on each card one button is the main one; the others are quiet, and large enough to touch', async () => {
  const { page } = await openSite({ at: 'exercises.html', options: phone });
  const cards = page.locator('posenc-exercise, posenc-code, posenc-quiz');
  const count = await cards.count();
  assert.ok(count > 10, `${count} cards`);
  for (let n = 0; n < count; n++) {
    const card = cards.nth(n);
    await arrive(card, 'button[type=submit]:enabled');
    const buttons = await card.locator('.actions button:visible').evaluateAll((all) =>
      all.map((button) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(button);
        const isQuiet = borderTopColor === 'rgba(0, 0, 0, 0)' && backgroundColor === borderTopColor;
        return { isQuiet, height: button.getBoundingClientRect().height };
      }),
    );
    const name = `${await card.getAttribute('name')}`;
    assert.equal(buttons.filter(({ isQuiet }) => !isQuiet).length, 1, name);
    assert.ok(
      buttons.every(({ height }) => height >= 44),
      name,
    );
  }
});

test('two tabs lose nothing to each other, and see each other’s checks', async () => {
  const { page, context } = await openSite();
  const other = await context.newPage();
  await other.goto(origin + base + section);
  const [here, there] = [await exerciseOf(page), await exerciseOf(other)];
  await box(here, 'PE(0)[0]').fill('0');
  await expect(box(there, 'PE(0)[0]')).toHaveValue('0');
  // At the same moment, before either has heard of the other.
  await Promise.all([box(here, 'PE(0)[1]').fill('1'), box(there, 'PE(0)[2]').fill('0')]);
  await expect(box(here, 'PE(0)[2]')).toHaveValue('0');
  await expect(box(there, 'PE(0)[1]')).toHaveValue('1');
  await check(there, { 'PE(0)[3]': '1' }, /^4 of 20 points/);
  await expect(status(here)).toHaveText(/^4 of 20 points\. 16 still blank\./);
  await expect(word(here, 'PE(0)[3]')).toHaveText('✓ right');
  await page.reload();
  await expect(status(here)).toHaveText(/^4 of 20 points\. 16 still blank\./);
});

test('where storage is forbidden exercises and the quiz go on, and say that nothing is kept', async () => {
  const { page } = await openSite({ at: 'exercises.html', prepare: forbidStorage });
  const exercise = await exerciseOf(page, 'table-parameters');
  const notice = 'This browser stores nothing for this page';
  await expect(exercise.getByText(notice)).toBeVisible();
  await check(exercise, { parameters: '512*768' }, /^1 of 2 points/);
  await expect(exercise.getByText('Saved on this device')).toHaveCount(0);
  await press(exercise, 'New variant');
  await expect(status(exercise)).toHaveText(/^This is variant \d+/);
  await exercise.getByLabel('Version').selectOption({ index: 0 });
  await expect(box(exercise, 'parameters')).toHaveValue('512*768');
  const quiz = page.locator('posenc-quiz');
  await arrive(quiz, '.question');
  await expect(quiz.getByText(notice)).toBeVisible();
  await quiz.locator('.options input').first().check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.getByRole('button', { name: 'Next question' }).click();
  await expect(quiz.getByText(/^(None right yet|\d of \d+ right so far)/)).toBeVisible();
});

test('a core or a solution that does not come is said, and comes when it is asked for again', async () => {
  const { page } = await openSite({
    at: 'exercises.html',
    mayComplain: true,
    prepare: async (page) => {
      await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
      await page.route('**/worked-solution-*.js', (route) => route.abort());
    },
  });
  const exercise = page.locator('posenc-exercise[name="table-parameters"]');
  const quiz = page.locator('posenc-quiz');
  for (const card of [exercise, quiz]) await card.scrollIntoViewIfNeeded();
  await expect(quiz.getByText('could not be loaded (404')).toBeVisible();
  await exerciseOf(page, 'table-parameters');
  await box(exercise, 'last').focus();
  await expect(exercise.getByText('could not be loaded (404')).toBeVisible();
  await expect(box(exercise, 'last')).toBeDisabled();
  await page.unroute('**/*.wasm');
  await press(exercise, 'Try again');
  await expect(box(exercise, 'parameters')).toBeFocused();
  await expect(exercise.locator('.error')).toHaveCount(0);
  await press(quiz, 'Try again');
  await expect(quiz.locator('#question')).toBeFocused();

  await press(exercise, 'Show the solution');
  await press(exercise, 'Yes, show the solution');
  await expect(exercise.getByText('The solution could not be loaded.')).toBeVisible();
  await expect(exercise.locator('[type=submit]')).toBeFocused();
  await page.unroute('**/worked-solution-*.js');
  await box(exercise, 'last').fill('1');
  await expect(exercise.getByText('Worked solution')).toBeVisible();
  await expect(exercise.locator('.error')).toHaveCount(0);
});

test('a browser that cannot run the core says so once, and the quiz can be read', async () => {
  const { page } = await openSite({
    at: 'exercises.html',
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')),
  });
  for (const name of ['posenc-exercise', 'posenc-quiz']) {
    const card = page.locator(name).first();
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByText('This browser does not support WebAssembly')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
  const written = page.locator('posenc-quiz section');
  await expect(written.filter({ visible: true })).toHaveCount(await written.count());
});
