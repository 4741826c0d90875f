// Exercise E13.1 on the built site, as a learner works on it.
import assert from 'node:assert/strict';
import {
  arrive,
  base,
  forbidStorage,
  open as openSite,
  origin,
  ready,
  section,
  test,
} from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const key = 'posenc.e13.1';
const positions = [0, 1, 5, 6];

/** Opens the site with the exercise in sight. @param {Parameters<typeof openSite>[0]} [how] */
async function open(how) {
  const site = await openSite(how);
  await site.page.locator('posenc-exercise').scrollIntoViewIfNeeded();
  return site;
}

/** @param {Page} page @param {string} item */
const box = (page, item) => page.locator(`[data-item="${item}"] :is(input, select)`);
/** What stands under a box. @param {Page} page @param {string} item */
const word = (page, item) => page.locator(`[data-item="${item}"] .word`).innerText();
/** What is said about a row. @param {Page} page @param {string} row */
const panel = (page, row) => page.locator(`[data-row="${row}"] .say`);
/** The outcome that an item is marked with. @param {Page} page @param {string} item */
const outcome = (page, item) => page.locator(`[data-item="${item}"]`).getAttribute('data-outcome');
/** The points and what is left. @param {Page} page */
const status = (page) => page.locator('posenc-exercise .points [role=status]');
/** @param {Page} page @param {string} name */
const press = (page, name) => page.locator('posenc-exercise').getByRole('button', { name }).click();
/** The id of the focused box. @param {Page} page */
const focused = (page) =>
  page.locator('posenc-exercise').evaluate((exercise) => {
    const cell = exercise.shadowRoot?.activeElement?.closest('[data-item]');
    return cell?.getAttribute('data-item') ?? exercise.shadowRoot?.activeElement?.id;
  });
/** @param {Page} page @returns {Promise<any>} */
const stored = (page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null')?.sheets[0], key);
/** A tab reads what another wrote a moment later. @param {Page} page @param {string} item @param {string} text */
const reads = (page, item, text) =>
  page.waitForFunction(
    ([key, answer]) => localStorage.getItem(key ?? '')?.includes(answer ?? ''),
    [key, `"${item}":"${text}"`],
  );

/**
 * Types answers, checks them, and waits until they are graded.
 * @param {Page} page
 * @param {Record<string, string>} answers
 */
async function check(page, answers) {
  for (const [item, text] of Object.entries(answers)) await box(page, item).fill(text);
  const before = await status(page).textContent();
  // By key: figures above may come alive just now, and a button that moves under the pointer is not clicked.
  await page.locator('posenc-exercise button[type=submit]').press('Enter');
  await page.waitForFunction(
    (before) =>
      document.querySelector('posenc-exercise')?.shadowRoot?.querySelector('.points [role=status]')
        ?.textContent !== before,
    before,
    { polling: 50 },
  );
}

/** One component of PE(position) for d = 4, with what a slip makes of it. */
const component = (
  /** @type {number} */ position,
  /** @type {number} */ dimension,
  {
    angle = (/** @type {number} */ p, /** @type {number} */ i) => p / 100 ** i,
    swapped = false,
  } = {},
) => {
  const a = angle(position, Math.floor(dimension / 2));
  return (dimension % 2 === 0) === swapped ? Math.cos(a) : Math.sin(a);
};

test(
  'right, wrong, in the wrong form, unreadable, carried forward',
  { tag: '@smoke' },
  async () => {
    const { page } = await open();
    await ready(page);
    /** @type {[string, string, string, string, string][]} item, text, outcome, word, in the panel */
    const typed = [
      ['PE(0)[0]', '0', 'right', '✓ right', ''],
      ['PE(0)[1]', '1', 'right', '✓ right', ''],
      ['PE(0)[2]', '0', 'right', '✓ right', ''],
      ['PE(0)[3]', '1', 'right', '✓ right', ''],
      ['PE(5)[0]', '\u22120,959', 'right', '✓ right\nRead as −0.959', ''],
      ['PE(5)[1]', '0.28', 'form', '◐ one more digit\nRead as 0.28', 'Dimension 1: Right so far.'],
      [
        'PE(5)[2]',
        'sin(0.5)',
        'wrong',
        '✕ not right\nRead as 0.479',
        'Dimension 2: The exponent is 2i/d, not i/d.',
      ],
      ['PE(5)[3]', 'cos 0.05', 'right', '✓ right\nRead as 0.999', ''],
      [
        'PE(6)[0]',
        'sin(6',
        'unreadable',
        '? unreadable',
        'The parenthesis opened at character 4 is never closed.',
      ],
      [
        'PE(0).PE(5)',
        '1.279',
        'carried-forward',
        '→ carried forward\nRead as 1.279',
        'Right for your own values.',
      ],
      ['PE(0).PE(1)', '0.7', 'wrong', '✕ not right\nRead as 0.7', 'Not right.'],
    ];
    await box(page, 'similar').selectOption('they are equal');
    await check(page, Object.fromEntries(typed));
    assert.equal(
      (await status(page).innerText()).trim(),
      '8.5 of 20 points. 4 to review, 8 still blank.',
    );
    const bar = page.getByRole('progressbar', { name: 'points' });
    assert.equal(await bar.evaluate((bar) => /** @type {HTMLProgressElement} */ (bar).value), 8.5);
    for (const [item, , expected, words, said] of typed) {
      assert.equal(await outcome(page, item), expected, item);
      assert.equal(await word(page, item), words, item);
      const row = item.replace(/\[.*/, '');
      if (said) assert.ok((await panel(page, row).innerText()).includes(said), `${item}: ${said}`);
      // The box carries the explanation, too.
      const described = await box(page, item).evaluate((box) => {
        const root = /** @type {ShadowRoot} */ (box.getRootNode());
        const ids = box.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => root.getElementById(id)?.innerText).join(' ');
      });
      assert.ok(described.includes(words) && described.includes(said), `${item}: ${described}`);
      assert.equal(
        await box(page, item).getAttribute('aria-invalid'),
        String(expected === 'wrong' || expected === 'unreadable'),
      );
    }
    assert.equal(await panel(page, 'PE(0)').count(), 0, 'nothing to say about what is right');
    assert.equal(await outcome(page, 'similar'), 'right');

    // With a changed answer its verdict goes, and with it those on the products, until the next check;
    // the explanation stays while the answer is corrected.
    await box(page, 'PE(5)[2]').fill('0.050');
    await page.getByText('Score from before your last change.').waitFor();
    assert.match(await status(page).innerText(), /^8.5 of 20 points/);
    assert.equal(await outcome(page, 'PE(5)[2]'), 'empty');
    assert.equal(await word(page, 'PE(5)[2]'), '');
    assert.match(await panel(page, 'PE(5)').innerText(), /At the last check: Dimension 2: The exp/);
    assert.equal(await outcome(page, 'PE(0).PE(5)'), 'empty');
    assert.equal(await outcome(page, 'PE(5)[1]'), 'form');
    await page.reload();
    await page.getByText('Score from before your last change.').waitFor();
    assert.equal(await box(page, 'PE(5)[2]').inputValue(), '0.050');
    await check(page, {});
    assert.match(await status(page).innerText(), /^9.5 of 20 points. 3 to review, 8 still blank./);
    assert.equal(await outcome(page, 'PE(0).PE(5)'), 'right');

    await box(page, 'similar').selectOption('PE(0)·PE(1) is larger');
    await check(page, { 'PE(5)[1]': '0.3' });
    assert.match(await word(page, 'PE(5)[1]'), /more digits/);
    assert.equal(await box(page, 'similar').getAttribute('aria-invalid'), 'true');
    assert.match(await panel(page, 'similar').innerText(), /Compare your first two products/);
  },
);

test('each known slip is named, once for all dimensions of a vector', async () => {
  const { page } = await open();
  await ready(page);
  /** @type {[string, Parameters<typeof component>[2]][]} */
  const slips = [
    [
      'The angle is in radians, not in degrees.',
      { angle: (p, i) => (p / 100 ** i / 180) * Math.PI },
    ],
    ['The exponent is 2i/d, not i/d.', { angle: (p, i) => p / 10 ** i }],
    ['Sine and cosine are swapped.', { swapped: true }],
    ['Positions start at 0.', { angle: (p, i) => (p + 1) / 100 ** i }],
    ['The exponent is negative.', { angle: (p, i) => p * 100 ** i }],
  ];
  for (const [said, slip] of slips) {
    await press(page, 'Start over');
    /** @type {Record<string, string>} */
    const answers = {};
    for (let c = 0; c < 4; c++) answers[`PE(5)[${c}]`] = component(5, c, slip).toFixed(4);
    await check(page, answers);
    const wrong = [0, 1, 2, 3].filter(
      (c) => Math.abs(component(5, c, slip) - component(5, c)) > 0.51e-3,
    );
    const names = wrong.length > 1 ? 'Dimensions ' : 'Dimension ';
    const which = names + wrong.join(', ').replace(/, (\d)$/, ' and $1');
    const text = await panel(page, 'PE(5)').innerText();
    assert.ok(text.startsWith(`${which}: ${said}`), `${text} / ${which}`);
    assert.equal(await panel(page, 'PE(5)').locator('p').count(), 1);
    for (let c = 0; c < 4; c++) {
      const expected = wrong.includes(c) ? /✕ not right/ : /✓ right/;
      assert.match(await word(page, `PE(5)[${c}]`), expected);
    }
  }
  await check(page, {
    'PE(6)[0]': (component(6, 0) * 10).toFixed(3),
    'PE(1)[0]': component(1, 0).toFixed(2),
    'PE(0).PE(1)': (
      10 * [0, 1, 2, 3].reduce((sum, c) => sum + component(0, c) * component(1, c), 0)
    ).toFixed(3),
  });
  assert.match(await panel(page, 'PE(6)').innerText(), /^Dimension 0: The decimal point is one/);
  assert.match(await panel(page, 'PE(1)').innerText(), /^Dimension 0: Right so far\./);
  assert.match(
    await panel(page, 'PE(0).PE(1)').innerText(),
    /^The decimal point is one place off\./,
  );
});

test('everything right is 20 of 20, and nothing is left to say', async () => {
  const { page } = await open();
  await ready(page);
  /** @type {Record<string, string>} */
  const answers = {};
  for (const p of positions) {
    for (let c = 0; c < 4; c++) answers[`PE(${p})[${c}]`] = component(p, c).toFixed(3);
  }
  for (const [p, q] of [
    [0, 1],
    [5, 6],
    [0, 5],
  ]) {
    const product = [0, 1, 2, 3].reduce(
      (sum, c) => sum + component(p ?? 0, c) * component(q ?? 0, c),
      0,
    );
    answers[`PE(${p}).PE(${q})`] = product.toFixed(3);
  }
  await box(page, 'similar').selectOption('equal');
  await check(page, answers);
  assert.equal((await status(page).innerText()).trim(), '20 of 20 points. All answers are right.');
  const closing = page.getByText('Products with the same k are equal');
  await closing.waitFor();
  await box(page, 'PE(0)[0]').fill('1');
  await closing.waitFor({ state: 'detached' });
  await box(page, 'PE(0)[0]').fill('0');
  assert.equal(await page.locator('.say').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Go to the first' }).count(), 0);
});

test('a hint comes after two tries, is opened by the learner, and stays', async () => {
  const { page } = await open();
  await ready(page);
  const item = 'PE(5)[2]';
  const hint = page.getByRole('button', { name: 'Hint' });
  await check(page, { [item]: 'sin(0.5)' });
  await check(page, {}); // The same text is not another try.
  await check(page, { [item]: 'sin(' }); // Nor is one that cannot be read.
  await check(page, { 'PE(5)[3]': '1' }); // Nor is one that is right.
  assert.equal((await stored(page)).tries[item], 1);
  assert.equal(await hint.count(), 0);
  await check(page, { [item]: 'sin(0.7)' });
  assert.equal(await hint.count(), 1);
  assert.equal((await stored(page)).tries[item], 2);
  await page.reload();
  await hint.click();
  const said = panel(page, 'PE(5)').getByText('Dimension 2 is the sine of pair i = 1');
  assert.match(await said.innerText(), /10000\^\(-2\*1\/4\)/);
  assert.equal(await focused(page), 'hint-10');
  assert.match((await box(page, item).getAttribute('aria-describedby')) ?? '', /hint-10/);
  assert.equal(await hint.count(), 0);
  await page.reload();
  await said.waitFor();

  // Another box earns its own; what is right needs none.
  await check(page, { 'PE(5)[0]': '0.1' });
  await check(page, { 'PE(5)[0]': '0.2', [item]: '5/100' });
  assert.equal(await hint.count(), 1);
  assert.equal(await said.count(), 0);
  await hint.click();
  await page.getByText('Dimension 0 is the sine of pair i = 0').waitFor();

  await check(page, { 'PE(0).PE(5)': '7' });
  await check(page, { 'PE(0).PE(5)': '8' });
  await panel(page, 'PE(0).PE(5)').getByRole('button', { name: 'Hint' }).click();
  await page.getByText('Multiply PE(0) and PE(5) dimension by dimension').waitFor();
});

test('a button leads to the first box to look at', async () => {
  const { page } = await open();
  await ready(page);
  await check(page, { 'PE(0)[0]': '0', 'PE(1)[1]': '0.2', 'PE(6)[0]': '?' });
  assert.match(await status(page).innerText(), /^1 of 20 points. 2 to review, 17 still blank./);
  await press(page, 'Go to the first');
  assert.equal(await focused(page), 'PE(1)[1]');
  await page.keyboard.type('5');
  await press(page, 'Go to the first');
  assert.equal(await focused(page), 'PE(6)[0]', 'the one before has been changed');
});

test('by keyboard alone: tab to a box, type, Enter, jump', async () => {
  const { page } = await open();
  await ready(page);
  await box(page, 'PE(0)[0]').focus();
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('cos 0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.getByText('2 of 20 points. 1 to review, 17 still blank.').waitFor();
  assert.equal(await focused(page), 'PE(0)[2]');
  for (let tabs = 0; tabs < 18; tabs++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'PE(0)[2]');
  for (let tabs = 0; tabs < 17; tabs++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'similar');
});

test('boxes have names and the column heads are seen', async () => {
  const { page } = await open();
  await ready(page);
  await page.getByLabel('PE(5), dimension 2', { exact: true }).fill('1');
  await page.getByLabel('PE(0)·PE(5)').fill('1');
  await page.getByLabel('the first two products').selectOption('equal');
  assert.equal(await box(page, 'PE(5)[2]').inputValue(), '1');
  assert.equal(await box(page, 'PE(0).PE(5)').inputValue(), '1');
  const seen = await page
    .locator('posenc-exercise label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.getBoundingClientRect().height > 2)
        .map((label) => label.textContent?.trim()),
    );
  assert.deepEqual(
    seen.slice(0, 4),
    [0, 1, 2, 3].map((dimension) => `PE(0), dimension ${dimension}`),
  );
  assert.equal(seen.length, 8, 'four heads, three products, one choice');
});

test('points are announced at every check, and not at every key', async () => {
  const { page } = await open();
  await ready(page);
  await check(page, { 'PE(0)[0]': '0' });
  const first = await status(page).textContent();
  await box(page, 'PE(0)[1]').pressSequentially('12');
  await page.getByText('Score from before your last change.').waitFor();
  assert.equal(await status(page).textContent(), first, 'what is announced has not changed');
  await box(page, 'PE(0)[1]').fill('');
  await check(page, {});
  const second = await status(page).textContent();
  assert.notEqual(second, first);
  assert.equal(second?.trim(), first?.trim());
});

test('answers and verdicts are there again after a reload', async () => {
  const { page } = await open();
  await ready(page);
  await box(page, 'PE(1)[0]').fill('sin 1');
  await page.reload();
  await ready(page);
  assert.equal(await box(page, 'PE(1)[0]').inputValue(), 'sin 1');
  assert.equal(await outcome(page, 'PE(1)[0]'), 'empty', 'not checked, so not judged');
  await check(page, {});
  await page.reload();
  await page.getByText('1 of 20 points').waitFor();
  assert.equal(await outcome(page, 'PE(1)[0]'), 'right');
  assert.equal((await stored(page)).attempts, 1);
});

test('starting over can be undone, after typing and after a reload, until the next check', async () => {
  const { page } = await open();
  await ready(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await check(page, { 'PE(1)[0]': 'sin 1', 'PE(1)[1]': '0.7' });
  await press(page, 'Start over');
  await page.getByText('Started over. Undo brings your answers back.').waitFor();
  assert.equal(await focused(page), 'PE(0)[0]');
  assert.equal(await box(page, 'PE(1)[0]').inputValue(), '');
  assert.equal(await page.locator('.say').count(), 0);
  await press(page, 'Start over'); // There is nothing that this could clear.
  await box(page, 'PE(1)[0]').fill('x');
  await box(page, 'PE(6)[3]').fill('y');
  await page.reload();
  await ready(page);
  assert.equal(await box(page, 'PE(1)[0]').inputValue(), 'x');
  await undo.click();
  await page.getByText('Your answers are back. 1 of 20 points').waitFor();
  assert.equal(await focused(page), 'PE(1)[1]', 'the first to look at');
  assert.equal(await box(page, 'PE(1)[0]').inputValue(), 'sin 1');
  assert.equal(await box(page, 'PE(6)[3]').inputValue(), 'y', 'typed since, where nothing was');
  assert.equal((await stored(page)).tries['PE(1)[1]'], 1);
  assert.equal(await undo.count(), 0);

  await press(page, 'Start over');
  await check(page, { 'PE(1)[0]': '0.841' });
  assert.equal(await undo.count(), 0, 'a check makes it final');
});

test('two tabs lose nothing to each other', async () => {
  const { page, context } = await open();
  await ready(page);
  const other = await context.newPage();
  await other.goto(origin + base + section);
  await ready(other);
  await box(page, 'PE(0)[0]').fill('0');
  await other.waitForFunction(
    () =>
      /** @type {HTMLInputElement | undefined} */ (
        document.querySelector('posenc-exercise')?.shadowRoot?.querySelector('input')
      )?.value === '0',
  );
  // At the same moment, before either has heard of the other.
  await Promise.all([box(page, 'PE(0)[1]').fill('1'), box(other, 'PE(0)[2]').fill('0')]);
  for (const [tab, item, text] of /** @type {const} */ ([
    [page, 'PE(0)[2]', '0'],
    [other, 'PE(0)[1]', '1'],
  ])) {
    await tab.waitForFunction(
      ([id, wanted]) =>
        /** @type {HTMLInputElement | null | undefined} */ (
          document
            .querySelector('posenc-exercise')
            ?.shadowRoot?.querySelector(`[data-item="${id}"] input`)
        )?.value === wanted,
      /** @type {const} */ ([item, text]),
    );
  }
  await check(other, { 'PE(0)[3]': '1' });
  await page.getByText('4 of 20 points. 16 still blank.').waitFor();
  for (const tab of [page, other]) {
    for (const [c, text] of ['0', '1', '0', '1'].entries()) {
      assert.equal(await box(tab, `PE(0)[${c}]`).inputValue(), text);
      assert.equal(await outcome(tab, `PE(0)[${c}]`), 'right');
    }
  }
  // Not even where one never hears of the other.
  const deaf = await context.newPage();
  await deaf.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );
  await deaf.goto(origin + base + section);
  await ready(deaf);
  await box(page, 'PE(1)[0]').fill('sin 1');
  await reads(deaf, 'PE(1)[0]', 'sin 1');
  await box(deaf, 'PE(1)[1]').fill('cos 1');
  assert.equal(
    await box(deaf, 'PE(1)[0]').inputValue(),
    'sin 1',
    'read anew before it was written',
  );
  await page.waitForFunction(
    (key) => localStorage.getItem(key)?.includes('sin 1","PE(1)[1]":"cos 1'),
    key,
  );
  // Opened again, all is there.
  await page.reload();
  await page.getByText('4 of 20 points. 16 still blank.').waitFor();
  assert.equal(await box(page, 'PE(1)[1]').inputValue(), 'cos 1');
});

test('storage that is forbidden is survived, with a notice', async () => {
  const { page } = await open({
    prepare: forbidStorage,
  });
  await ready(page);
  await page.getByText('This browser stores nothing for this page').waitFor();
  await check(page, { 'PE(0)[0]': '0', 'PE(0)[1]': '1' });
  await page.getByText('2 of 20 points').waitFor();
  assert.equal(await page.getByText('Saved on this device').count(), 0);
  await press(page, 'Start over');
  await press(page, 'Undo');
  assert.equal(await box(page, 'PE(0)[1]').inputValue(), '1');
});

test('storage that is full is survived, and nothing is lost when there is room again', async () => {
  const { page, context } = await open();
  await ready(page);
  await box(page, 'PE(0)[0]').fill('0');
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.assign(globalThis, { makeRoom: () => (Storage.prototype.setItem = setItem) });
  });
  await box(page, 'PE(0)[1]').fill('1');
  await page.getByText('This browser’s storage is full').waitFor();
  assert.deepEqual((await stored(page)).answers, { 'PE(0)[0]': '0' });
  await check(page, {});
  await page.getByText('2 of 20 points').waitFor();

  const other = await context.newPage();
  await other.goto(origin + base + section);
  await ready(other);
  await box(other, 'PE(0)[2]').fill('0');
  await reads(page, 'PE(0)[2]', '0');
  await page.evaluate('makeRoom()');
  await box(page, 'PE(0)[3]').fill('1');
  assert.equal(await page.getByText('This browser’s storage is full').count(), 0);
  const { answers } = await stored(page);
  for (const [c, text] of ['0', '1', '0', '1'].entries()) {
    assert.equal(answers[`PE(0)[${c}]`], text);
  }
  assert.equal(await box(page, 'PE(0)[2]').inputValue(), '0', "the other tab's");
});

for (const [what, text] of [
  ['is not JSON', '{"answers": 3'],
  ['has another shape', '{"answers": {"PE(0)[0]": 3}, "checked": null}'],
  ['is of a later version', '{"version": 4, "seed": 0, "sheets": {}}'],
]) {
  test(`what is kept but ${what} is put aside, with a notice`, async () => {
    const { page } = await open({
      prepare: (page) =>
        page.addInitScript(
          ([key, text]) => localStorage.setItem(key ?? '', text ?? ''),
          [key, text],
        ),
    });
    await ready(page);
    await page.getByText('The copy of your answers in this browser could not be read').waitFor();
    await page.getByText(`under the name ${key}.unreadable`).waitFor();
    assert.equal(
      await page.evaluate((key) => localStorage.getItem(key), `${key}.unreadable`),
      text,
    );
    await check(page, { 'PE(0)[0]': '0' });
    assert.equal((await stored(page)).answers['PE(0)[0]'], '0');
  });
}

for (const version of [undefined, 2]) {
  test(`a sheet that version ${version ?? 1} kept is read`, async () => {
    const answers = { 'PE(1)[0]': 'sin 1', 'PE(1)[1]': '0.2' };
    const rest = version ? { version, tries: {}, hints: [], cleared: null } : {};
    const { page } = await open({
      prepare: (page) =>
        page.addInitScript(
          ([key, text]) => localStorage.setItem(key ?? '', text ?? ''),
          [key, JSON.stringify({ answers, checked: { 'PE(1)[0]': 'sin 1' }, ...rest })],
        ),
    });
    await page.getByText('1 of 20 points. 19 still blank.').waitFor();
    assert.equal(await box(page, 'PE(1)[1]').inputValue(), '0.2');
    assert.equal(await page.getByText('could not be read').count(), 0);
    await check(page, {});
    assert.equal((await stored(page)).attempts, 1);
  });
}

/** Holds back the modules of the core until they are let go. */
function heldBack() {
  /** @type {() => void} */
  let letGo = () => {};
  /** @type {Promise<void>} */
  const held = new Promise((resolve) => (letGo = resolve));
  const hold = (/** @type {Page} */ page) =>
    page.route('**/*.wasm', async (route) => {
      await held;
      await route.continue();
    });
  return { hold, letGo };
}

/** @param {Page} page */
const ids = (page) =>
  page.locator('[data-item]').evaluateAll((cells) => cells.map((cell) => cell.dataset['item']));

for (const width of [1280, 360, 320]) {
  test(`at ${width} px the card needs no core until the learner begins, and nothing moves when it comes`, async () => {
    const { hold, letGo } = heldBack();
    /** @type {string[]} */
    const loaded = [];
    const { page } = await open({
      options: { viewport: { width, height: 800 } },
      prepare: async (page) => {
        await hold(page);
        page.on('request', (request) => loaded.push(request.url()));
      },
    });
    const height = () =>
      page
        .locator('posenc-exercise')
        .evaluate(
          (exercise) => exercise.shadowRoot?.querySelector('form')?.getBoundingClientRect().height,
        );
    await ready(page);
    const grading = /posenc-exercises-first-[^/]*\.wasm$/;
    assert.equal(loaded.filter((url) => grading.test(url)).length, 0);
    const before = [await ids(page), await height()];
    const asked = page.waitForRequest(grading);
    await box(page, 'PE(0)[0]').focus();
    await asked;
    await box(page, 'PE(0)[0]').fill('0');
    const came = page.waitForResponse(grading);
    letGo();
    await came;
    assert.deepEqual([await ids(page), await height()], before);
    await press(page, 'Check');
    await page.locator('[data-item="PE(0)[0]"][data-outcome=right]').waitFor();
    assert.equal(
      loaded.filter((url) => url.includes('posenc-exercises')).length,
      2,
      'and its glue',
    );
  });
}

test('a drawn variant waits for the core', async () => {
  const { hold, letGo } = heldBack();
  const { page } = await open({
    prepare: async (page) => {
      await page.addInitScript((key) => {
        localStorage.setItem(key, JSON.stringify({ version: 3, seed: 3, sheets: {} }));
      }, key);
      await hold(page);
    },
  });
  await page.locator('[data-item="PE(0)[0]"] input:disabled').waitFor();
  const loading = page.locator('posenc-exercise').getByText('Loading …');
  const delay = await loading.evaluate((words) => getComputedStyle(words).animationDelay);
  assert.equal(delay, '1s', 'not said at once');
  const own = await ids(page);
  await loading.waitFor();
  letGo();
  await ready(page);
  assert.notDeepEqual(await ids(page), own);
});

test('a core that cannot be loaded can be asked for again; a browser that cannot run it says so', async () => {
  const { page } = await open({
    mayComplain: true,
    prepare: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
  });
  const message = page.locator('posenc-exercise').getByText('could not be loaded (404');
  await box(page, 'PE(0)[0]').focus();
  await message.waitFor();
  assert.equal(await box(page, 'PE(0)[0]').isDisabled(), true);
  await page.unroute('**/*.wasm');
  await press(page, 'Try again');
  await ready(page);
  assert.equal(await message.count(), 0);
  await page.waitForFunction(
    () => document.querySelector('posenc-exercise')?.shadowRoot?.activeElement?.tagName === 'INPUT',
  );

  const old = await open({
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')),
  });
  await old.page
    .locator('posenc-exercise')
    .getByText('This browser does not support WebAssembly')
    .waitFor();
  assert.equal(await old.page.getByRole('button', { name: 'Try again' }).count(), 0);
});

test('at 360 px: two boxes beside each other, nothing sticks out, nothing makes a phone zoom', async () => {
  const { page } = await open({
    options: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
  });
  await ready(page);
  await check(page, { 'PE(5)[1]': '0.28', 'PE(5)[2]': 'sin(0.5)', 'PE(6)[0]': 'q'.repeat(300) });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const boxes = await page.locator('[data-row="PE(5)"] input').evaluateAll((inputs) =>
    inputs.map((input) => {
      const { x, y, width } = input.getBoundingClientRect();
      return { x, y, width, size: parseFloat(getComputedStyle(input).fontSize) };
    }),
  );
  assert.equal(new Set(boxes.map(({ x }) => x)).size, 2);
  assert.equal(new Set(boxes.map(({ y }) => y)).size, 2);
  assert.ok(boxes.every(({ width, size }) => width > 120 && size >= 16));
});

test('on paper: answers, words and symbols, no controls, on one page', async () => {
  const { page } = await open();
  await ready(page);
  const long = 'sin(5/100) + 0*(1 + 2 + 3 + 4)';
  /** @type {Record<string, string>} */
  const all = {};
  for (const p of positions) {
    for (let c = 0; c < 4; c++) all[`PE(${p})[${c}]`] = ['0.45', '7', '0.65', '('][c] ?? '';
  }
  for (const product of ['PE(0).PE(1)', 'PE(5).PE(6)', 'PE(0).PE(5)']) all[product] = '9';
  await check(page, { ...all, 'PE(5)[1]': '0.28', 'PE(5)[2]': long });
  await page.emulateMedia({ media: 'print' });
  const card = page.locator('posenc-exercise form');
  assert.equal(await card.locator('button:visible, input:visible').count(), 0);
  const text = await card.innerText();
  for (const shown of [
    long,
    '0.28',
    '✓ right',
    '✕ not right',
    '◐ one more digit',
    '? unreadable',
  ]) {
    assert.ok(text.includes(shown), shown);
  }
  assert.match(text, /1.5 of 20 points/);
  const { height, breaks } = await card.evaluate((form) => ({
    height: form.getBoundingClientRect().height,
    breaks: getComputedStyle(form).breakInside,
  }));
  assert.equal(breaks, 'avoid');
  // A4 less 1 cm all round, at 96 dots an inch; even with something to say about every row.
  assert.ok(height < ((29.7 - 2) / 2.54) * 96, `${height} px`);
});

test('on each card of the page one button is the main one; the others are quiet, and large enough to touch', async () => {
  const { page } = await openSite({
    at: 'exercises.html',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
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
    const name = await card.getAttribute('name');
    assert.equal(buttons.filter(({ isQuiet }) => !isQuiet).length, 1, `${name}`);
    assert.ok(
      buttons.every(({ height }) => height >= 44),
      `${name}`,
    );
  }
});
