// All exercises by hand on the built site, in the lesson's form and in variants. (How one is worked on in detail:
// exercise.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { byHand, rightAnswers } from '../worked.mjs';
import { isAccessible } from './accessible.mjs';
import { arrive, base, forbidStorage, open as openSite, origin, ready, test } from './site.mjs';
import { spawnSync } from 'node:child_process';

/** @typedef {import('playwright-core').Page} Page */

const at = 'exercises.html';

/** What a variant asks, by the command. @param {string} id @param {number} [seed] @returns {any} */
function asked(id, seed = 0) {
  const { stdout } = spawnSync('build/native/posenc', ['exercise', id, '--seed', String(seed)], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

/** @param {string} id @param {Parameters<typeof openSite>[0]} [how] */
async function open(id, how = {}) {
  const site = await openSite({ at, ...how });
  return { ...site, exercise: await alive(site.page, id) };
}

/** @param {Page} page @param {string} id */
async function alive(page, id) {
  const exercise = page.locator(`posenc-exercise[name="${id}"]`);
  await arrive(exercise, 'button[type=submit]:enabled');
  return exercise;
}

/** @typedef {import('playwright-core').Locator} Locator */

const status = (/** @type {Locator} */ exercise) => exercise.locator('.points [role=status]');

/** All at once, as there are many. (exercise.test.mjs types.) @param {Locator} exercise @param {Record<string, string>} answers */
const fill = (exercise, answers) =>
  exercise.evaluate((exercise, answers) => {
    for (const [item, text] of Object.entries(answers)) {
      const box = /** @type {HTMLInputElement | HTMLSelectElement} */ (
        exercise.shadowRoot?.querySelector(
          `[data-item="${CSS.escape(item)}"] :is(input, select):enabled`,
        )
      );
      const options = 'options' in box ? [...box.options] : [];
      box.value = options.find(({ label }) => label === text)?.value ?? text;
      if (box.value !== text && options.length === 0) throw new Error(`${item} takes no "${text}"`);
      for (const type of ['input', 'change']) {
        box.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      }
    }
  }, answers);

/** Fills in, checks, and waits for the verdicts. @param {Locator} exercise @param {Record<string, string>} answers */
async function check(exercise, answers) {
  await fill(exercise, answers);
  const before = await status(exercise).textContent();
  await exercise.locator('button[type=submit]').click();
  await exercise
    .page()
    .waitForFunction(
      ([element, before]) =>
        /** @type {Element} */ (element).shadowRoot?.querySelector('.points [role=status]')
          ?.textContent !== before,
      /** @type {const} */ ([await exercise.elementHandle(), before]),
    );
}

/** @param {Locator} exercise */
const outcomes = (exercise) =>
  exercise
    .locator('[data-item]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-outcome')));

/** Answers whose values are changed: those of the items that a pattern matches. */
const changed = (
  /** @type {Record<string, string>} */ answers,
  /** @type {RegExp} */ items,
  /** @type {(value: number, item: string) => number} */ change,
) =>
  Object.fromEntries(
    Object.entries(answers).map(([item, text]) => [
      item,
      items.test(item) ? String(Number(change(Number(text), item).toFixed(6))) : text,
    ]),
  );

/**
 * For each exercise somebody who makes one slip, or keeps to another convention: what is said, the part of the lesson
 * that is shown, and how many answers count all the same.
 * @type {Record<string, {made: (right: Record<string, string>, facts: any) => Record<string, string>, said: string,
 *   shown: string, lost: number}>}
 */
const slips = {
  'e13.1': {
    made: (right) => ({ ...right, 'PE(5)[2]': String(Math.sin(0.5)), 'PE(0).PE(5)': '' }),
    said: 'Dimension 2: The exponent is 2i/d, not i/d.',
    shown: 'sinusoidal.html#a-chord-for-every-position',
    lost: 2,
  },
  'rope-chain': {
    made: (right) => ({
      ...changed(right, /score/, (value) => value * 2),
      'weight(1)': '',
      'weight(2)': '',
    }),
    said: 'The score is not divided by √d.',
    shown: 'order.html#what-attention-computes',
    lost: 4,
  },
  'dft-peak': {
    made: (right, facts) => ({ ...right, pair: facts.dimension }),
    said: 'Dimension n belongs to pair n/2, rounded down.',
    shown: 'sinusoidal.html#two-numbers-one-clock-hand',
    lost: 1,
  },
  similarities: {
    made: (right, { d }) => changed(right, /./, (value) => (value * d) / 2),
    said: 'This is the dot product.',
    shown: 'hash.html#how-similarity-falls',
    lost: 4,
  },
  'shift-matrix': {
    made: (right) =>
      Object.fromEntries(
        Object.keys(right).map((item) => [
          item,
          right[item.replace(/(\d)\]\[(\d)/, '$2][$1')] ?? '',
        ]),
      ),
    said: 'Right, for PE as a row in front of M.',
    shown: 'sinusoidal.html#a-step-is-a-turn',
    lost: 0,
  },
  'alibi-slopes': {
    made: (right) =>
      changed(right, /m\(6\)/, (_, item) => 2 ** -(Number(/\[(\d+)\]/.exec(item)?.[1]) + 1)),
    said: 'The factor from slope to slope depends on the number of heads.',
    shown: 'alibi.html#a-slope-for-each-head',
    // 1/4, 1/16 and 1/2 are at their places by chance, or at other places.
    lost: NaN,
  },
  'table-parameters': {
    made: (right, { rows }) => ({ ...right, last: rows }),
    said: 'Positions start at 0.',
    shown: 'sinusoidal.html#by-hand-with-d-4',
    lost: 1,
  },
  'unfinished-pairs': {
    made: (right) => ({
      ...right,
      unfinished: String(Number(right.pairs) - Number(right.unfinished)),
    }),
    said: 'These pairs complete a turn.',
    shown: 'longer.html#angles-never-seen',
    lost: 1,
  },
  'axial-rope': {
    // One list of frequencies through all pairs: only the angles are wrong, and all else is left blank.
    made: (right, { base, d }) =>
      Object.fromEntries(
        Object.entries(right).map(([item, text]) => {
          const pair = Number(/^angle.*\[(\d)\]/.exec(item)?.[1] ?? NaN);
          const turned = Number(text) * base ** ((4 * (pair % 2) - 2 * pair) / d);
          return [item, Number.isNaN(pair) ? '' : String(Number(turned.toFixed(6)))];
        }),
      ),
    said: 'The frequencies start again for y.',
    shown: 'beyond-words.html#turned-along-two-axes',
    // 17 blank, and 3 of the angles.
    lost: 20,
  },
};

/** Asks for reasons, not for numbers. */
const ofReasons = 'e13.1-why';

for (const id of byHand.filter((one) => one !== ofReasons)) {
  test(`${id}: a slip is named with what shows it, the unreadable costs nothing, right is all points`, async () => {
    const { exercise } = await open(id);
    const { facts, items } = asked(id);
    const right = rightAnswers(id, facts);
    const slip = slips[id];
    assert.ok(slip);
    await check(exercise, slip.made(right, facts));
    const panels = (await exercise.locator('.say').allInnerTexts()).join('\n');
    assert.ok(panels.includes(slip.said), panels);
    const link = exercise.locator('.say a').first();
    assert.equal(await link.getAttribute('href'), `./${slip.shown}`);
    if (!Number.isNaN(slip.lost)) {
      const earned = items.length - slip.lost;
      assert.match((await status(exercise).innerText()).trim(), new RegExp(`^${earned} of `));
    }

    const first = items[0].id;
    await check(exercise, { ...right, [first]: '2 +* 3' });
    assert.match(
      await exercise.locator('.say').first().innerText(),
      /could not be read. You lose no points/,
    );

    await check(exercise, right);
    assert.ok((await outcomes(exercise)).every((outcome) => outcome === 'right'));
    assert.match(await status(exercise).innerText(), new RegExp(`^${items.length} of`));
    assert.equal(await exercise.locator('.closing').count(), 1);
    assert.equal(await exercise.locator('.say').count(), 0);

    // What the text shows is where the link leads.
    const [file = '', part = ''] = slip.shown.split('#');
    assert.equal(readFileSync(`build/site/${file}`, 'utf8').split(`id="${part}"`).length, 2, file);
  });

  test(`${id}: a variant asks what the command asks, is left and found again, and the lesson’s form stays`, async () => {
    const { page, exercise } = await open(id);
    const [own, item] = [asked(id), asked(id).items[0].id];
    await fill(exercise, { [item]: '0.123' });
    await exercise.getByRole('button', { name: 'New variant' }).click();
    await exercise.getByText(/This is variant \d+\./).waitFor();
    const said = await status(exercise).innerText();
    const seed = Number(/variant (\d+)/.exec(said)?.[1]);
    const variant = asked(id, seed);
    const ids = () =>
      exercise
        .locator('[data-item]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-item')));
    assert.deepEqual(
      await ids(),
      variant.items.map((/** @type {any} */ one) => one.id),
    );
    assert.notDeepEqual(variant.facts, own.facts);
    const right = rightAnswers(id, variant.facts);
    const [begun = ''] = Object.keys(right);
    await fill(exercise, { [begun]: right[begun] ?? '' });

    await page.reload();
    const again = await alive(page, id);
    assert.equal(await again.locator(`[data-item="${begun}"] input`).inputValue(), right[begun]);
    await check(again, right);
    assert.ok((await outcomes(again)).every((outcome) => outcome === 'right'));

    await again.getByLabel('Version').selectOption({ index: 0 });
    await again.getByText('This is the lesson’s own version.').waitFor();
    assert.equal(await again.locator(`[data-item="${item}"] input`).inputValue(), '0.123');
    const best = new RegExp(`Variant ${seed}, best ${variant.items.length} of`);
    assert.match(await again.getByLabel('Version').innerText(), best);
  });
}

test('e13.1-why: each wrong reason has an explanation of its own, and the right ones count', async () => {
  const { page, exercise } = await open(ofReasons);
  const { facts, items } = asked(ofReasons);
  const right = rightAnswers(ofReasons, facts);
  /** @type {Set<string>} */
  const said = new Set();
  for (const { id, choices } of items) {
    for (const choice of choices) {
      if (choice === right[id]) continue;
      await check(exercise, { ...right, [id]: choice });
      assert.equal((await status(exercise).innerText()).trim(), '1 of 2 points. 1 to review.');
      const text = await exercise.locator('.say').innerText();
      assert.match(text, /^Not right\. .{30}/);
      said.add(text);
      // (So that the next check changes the line of points.)
      await check(exercise, { ...right, [id]: '' });
    }
  }
  assert.equal(said.size, 6);
  await check(exercise, right);
  assert.match(await status(exercise).innerText(), /^2 of 2 points/);
  await exercise.locator('.closing').waitFor();
  await page.reload();
  const again = await alive(page, ofReasons);
  await again.locator('.closing').waitFor();
  assert.equal(await again.locator('[data-item=compare] select').inputValue(), right['compare']);

  // A variant asks what the command asks, about its own positions.
  await again.getByRole('button', { name: 'New variant' }).click();
  await again.getByText(/This is variant \d+\./).waitFor();
  const seed = Number(/variant (\d+)/.exec(await status(again).innerText())?.[1]);
  const variant = asked(ofReasons, seed);
  const [a, b] = variant.facts.positions.split(', ');
  // (The text for browsers without scripts, which is hidden, may speak of the same positions.)
  await again.getByText(`PE(${a})·PE(${b}) and`).filter({ visible: true }).first().waitFor();
  await check(again, rightAnswers(ofReasons, variant.facts));
  assert.match(await status(again).innerText(), /^2 of 2 points/);
});

/** The worked solution that is shown: by item, the working and the answer. @param {Locator} exercise */
const solution = (exercise) =>
  exercise.locator('[data-step]').evaluateAll((steps) =>
    steps.map((step) => ({
      item: step.getAttribute('data-step') ?? '',
      working: step.querySelector('code')?.textContent ?? '',
      answer: step.querySelector('b')?.textContent ?? '',
    })),
  );

test('given up: the solution of every exercise is shown after a question, and kept as given up', async () => {
  const { page } = await openSite({ at });
  for (const id of byHand) {
    const exercise = await alive(page, id);
    const { facts, items } = asked(id);
    const right = rightAnswers(id, facts);
    const show = exercise.getByRole('button', { name: 'Show the solution', exact: true });
    await show.click();
    await exercise.getByRole('button', { name: 'No, keep trying' }).click();
    assert.deepEqual(await solution(exercise), [], id);
    assert.equal(await exercise.locator('.ask').count(), 0);
    await show.click();
    await exercise.getByRole('button', { name: 'Yes, show the solution' }).click();
    await exercise.locator('[data-step]').first().waitFor();
    const steps = await solution(exercise);
    assert.deepEqual(
      steps.map(({ item }) => item),
      items.map((/** @type {any} */ item) => item.id),
    );
    for (const { item, working, answer } of steps) {
      const expected = right[item] ?? '';
      const value = Number(answer.replace('−', '-'));
      assert.ok(working.length > 0, `${id} ${item}`);
      if (Number.isNaN(Number(expected))) assert.ok(answer.length > 5, answer);
      else assert.ok(Math.abs(value - Number(expected)) < 0.01, `${id} ${item}: ${answer}`);
    }
    // Copied, it is right, but earns nothing.
    await check(exercise, right);
    assert.match(await status(exercise).innerText(), new RegExp(`^${items.length} of `));
    assert.equal(await show.count(), 0);
  }
  await page.reload();
  for (const id of byHand) {
    const exercise = await alive(page, id);
    await exercise.locator('[data-step]').first().waitFor();
    const kept = await page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key) ?? 'null').sheets[0],
      `posenc.${id}`,
    );
    assert.ok(Date.parse(kept.gaveUpAt) > 0, id);
    assert.equal(kept.best, null);
    // Another variant has not been given up.
    await exercise.getByRole('button', { name: 'New variant' }).click();
    await exercise.getByText(/This is variant \d+\./).waitFor();
    assert.deepEqual(await solution(exercise), []);
  }
  // The list of exercises says so.
  await page.locator('posenc-progress').scrollIntoViewIfNeeded();
  await page
    .locator('posenc-progress [data-exercise="dft-peak"][data-state=shaky]')
    .waitFor({ state: 'attached' });
});

test('solved: the solution is there without a question, and nothing is kept as given up', async () => {
  const { page, exercise } = await open('shift-matrix');
  await check(exercise, rightAnswers('shift-matrix', asked('shift-matrix').facts));
  await exercise.getByText('Worked solution').waitFor();
  assert.equal((await solution(exercise)).length, 16);
  assert.equal((await solution(exercise))[1]?.working, 'sin(3*10000^(−2*0/4))');
  const { gaveUpAt, best } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('posenc.shift-matrix') ?? 'null').sheets[0],
  );
  assert.equal(gaveUpAt, '');
  assert.equal(best.score, 16);
  // A changed answer is not solved any more.
  await fill(exercise, { 'M[0][0]': '0.5' });
  await exercise.locator('.solution').waitFor({ state: 'detached' });
});

test('a solution that does not come says so, is not asked for again and again, and comes with the next change', async () => {
  const { page } = await openSite({ at: 'exercises.html', mayComplain: true });
  let asked = 0;
  await page.route('**/worked-solution-*.js', (route) => {
    asked++;
    return route.abort();
  });
  const exercise = page.locator('posenc-exercise').first();
  await arrive(exercise, 'button[type=submit]:enabled');
  await exercise.getByRole('button', { name: 'Show the solution', exact: true }).click();
  await exercise.getByRole('button', { name: 'Yes, show the solution' }).click();
  await exercise.getByText('The solution could not be loaded.').waitFor();
  await exercise.locator('[type=submit]:focus').waitFor();
  assert.deepEqual([asked, await solution(exercise)], [1, []]);
  await page.unroute('**/worked-solution-*.js');
  await exercise.getByRole('textbox').first().fill('1');
  await exercise.getByText('Worked solution').waitFor();
  assert.equal(await exercise.getByText('The solution could not be loaded.').count(), 0);
});

test('on a phone no solution goes sideways, and axe finds nothing in it', async () => {
  const { page } = await openSite({
    at,
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' },
  });
  for (const id of [ofReasons, 'rope-chain', 'similarities']) {
    const exercise = await alive(page, id);
    await exercise.getByRole('button', { name: 'Show the solution' }).click();
    await exercise.getByRole('button', { name: 'Yes, show the solution' }).click();
    await exercise.locator('[data-step]').first().waitFor();
    await isAccessible(page, { within: `posenc-exercise[name="${id}"]` });
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
});

test('no section works out the answer to the exercise below it', async () => {
  const { page } = await openSite({ at: 'learned.html' });
  const { facts } = asked('table-parameters');
  const answer = String(Number(facts.rows) * Number(facts.d));
  const text = await page.locator('main').innerText();
  assert.match(
    text.replaceAll(/[^0-9\n]+/g, ''),
    /1638400/,
    'numbers are found without their spaces',
  );
  assert.ok(!text.replaceAll(/[\s,.\u202f]/g, '').includes(answer), answer);
});

test(
  'two tabs on two variants of one exercise lose nothing to each other',
  { tag: '@smoke' },
  async () => {
    const { page, context, exercise } = await open('table-parameters');
    const other = await context.newPage();
    await other.goto(origin + base + at);
    const second = await alive(other, 'table-parameters');
    await second.getByRole('button', { name: 'New variant' }).click();
    await second.getByText(/This is variant/).waitFor();
    await fill(exercise, { parameters: '1' });
    await fill(second, { parameters: '2' });
    await fill(exercise, { last: '3' });
    await fill(second, { last: '4' });
    const values = (/** @type {Locator} */ one) =>
      one
        .locator('input')
        .evaluateAll((inputs) =>
          inputs.map((input) => /** @type {HTMLInputElement} */ (input).value),
        );
    assert.deepEqual(await values(exercise), ['1', '3']);
    assert.deepEqual(await values(second), ['2', '4']);
    // Each tab reads what the other wrote a moment later, and makes its changes again where they were overwritten.
    for (const tab of [page, other]) {
      await tab.waitForFunction(() => {
        const text = localStorage.getItem('posenc.table-parameters') ?? '{"sheets": {}}';
        const { seed, sheets } = JSON.parse(text);
        const kept = Object.values(sheets).map(({ answers }) => answers.parameters + answers.last);
        return seed > 0 && kept.includes('13') && kept.includes('24');
      });
    }
    await page.reload();
    const again = await alive(page, 'table-parameters');
    assert.deepEqual(await values(again), ['2', '4'], 'the variant that was chosen last');
    await again.getByLabel('Version').selectOption({ index: 0 });
    await again.getByText('This is the lesson’s own version.').waitFor();
    assert.deepEqual(await values(again), ['1', '3']);
  },
);

test('without storage a variant is worked on all the same', async () => {
  const { exercise } = await open('alibi-slopes', {
    prepare: forbidStorage,
  });
  await exercise.getByText('This browser stores nothing for this page').waitFor();
  await exercise.getByRole('button', { name: 'New variant' }).click();
  await exercise.getByText(/This is variant \d+\./).waitFor();
  const seed = Number(/variant (\d+)/.exec(await status(exercise).innerText())?.[1]);
  const right = rightAnswers('alibi-slopes', asked('alibi-slopes', seed).facts);
  await check(exercise, right);
  assert.equal(await exercise.locator('.closing').count(), 1);
});

test('an exercise of a section is the same one on the page of exercises', async () => {
  const { page } = await openSite({ at: 'learned.html' });
  await ready(page);
  await fill(page.locator('posenc-exercise'), { last: '511' });
  await page.goto(origin + base + at);
  const exercise = await alive(page, 'table-parameters');
  assert.equal(await exercise.locator('[data-item=last] input').inputValue(), '511');
});
