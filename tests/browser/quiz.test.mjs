// The quiz on the built site, as a learner works on it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isAccessible } from './accessible.mjs';
import { base, forbidStorage, open as openSite, origin, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = 'exercises.html';
const key = 'posenc.quiz';

/** The options of each question, the right one first, as written (tests/web holds that to the core). */
const questions = new Map(
  [
    ...readFileSync('web/lesson/13-exercises.md', 'utf8').matchAll(
      /<section data-question="([^"]+)">([\s\S]*?)<\/section>/g,
    ),
  ].map(([, id = '', inner = '']) => {
    const options = [
      ...inner.matchAll(/<details data-option="([^"]+)">[\s\S]*?\*\*(Right|No)\.\*\*/g),
    ].map(([, option = '', verdict]) => ({ option, right: verdict === 'Right' }));
    const sorted = options.sort((a, b) => Number(b.right) - Number(a.right));
    return [id, sorted.map(({ option }) => option)];
  }),
);
const rightOf = (/** @type {string} */ id) => questions.get(id)?.[0] ?? '';
const wrongOf = (/** @type {string} */ id) => questions.get(id)?.[1] ?? '';

/** @param {Page} page */
const quiz = (page) => page.locator('posenc-quiz');
/** @param {Page} page */
const ready = async (page) => {
  await quiz(page).scrollIntoViewIfNeeded();
  await quiz(page).locator('.question').waitFor();
};
/** @param {Parameters<typeof openSite>[0]} [how] */
async function open(how) {
  const site = await openSite({ at, ...how });
  await ready(site.page);
  return site;
}
/** The id of the question on the screen. @param {Page} page */
const asked = async (page) =>
  (await quiz(page).locator('.question').getAttribute('data-asked')) ?? '';
/** @param {Page} page @param {string} name */
const press = (page, name) => quiz(page).getByRole('button', { name, exact: true }).click();
/** @param {Page} page */
const status = (page) => quiz(page).locator('form > [role=status].outcome');
/** @param {Page} page @param {string} question */
const state = (page, question) =>
  quiz(page).locator(`[data-jump="${question}"]`).getAttribute('data-state');
/** @param {Page} page @returns {Promise<any>} */
const stored = (page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), key);

/**
 * Answers the question on the screen, and waits for its explanation.
 * @param {Page} page @param {'right' | 'wrong'} how @param {string} [sure]
 */
async function answer(page, how, sure = 'fairly sure') {
  const question = await asked(page);
  await quiz(page).getByLabel(sure, { exact: true }).check();
  const choice = how === 'right' ? rightOf(question) : wrongOf(question);
  await quiz(page).locator(`.options input[value="${choice}"]`).check();
  await press(page, 'Check');
  await quiz(page).locator('.verdicts').waitFor();
  return question;
}
/** @param {Page} page @param {'right' | 'wrong'} how @param {string} [sure] */
async function answerAndGoOn(page, how, sure) {
  const question = await answer(page, how, sure);
  await quiz(page).locator('.next').click();
  await quiz(page).locator('.verdicts').waitFor({ state: 'detached' });
  return question;
}

test(
  'the core says what is right and wrong, with an explanation of every option',
  { tag: '@smoke' },
  async () => {
    const { page } = await open();
    assert.equal(await page.locator('[data-question]').count(), questions.size);
    await quiz(page).getByText(`Question 1 of ${questions.size}`).waitFor();

    const first = await answer(page, 'wrong', 'certain');
    assert.equal((await status(page).innerText()).trim(), 'Not right.');
    const options = quiz(page).locator('.verdicts > li');
    assert.equal(await options.count(), questions.get(first)?.length);
    assert.equal(await options.nth(0).getAttribute('data-option'), wrongOf(first));
    assert.match(await options.nth(0).innerText(), /^✕ not right · your answer, certain/);
    assert.equal(await options.nth(1).getAttribute('data-option'), rightOf(first));
    assert.match(await options.nth(1).innerText(), /^✓ right\n/);
    assert.equal(await quiz(page).locator('.verdicts > .right').count(), 1);
    for (const option of await options.all()) {
      const id = await option.getAttribute('data-option');
      const written = await page
        .locator(`[data-question="${first}"] [data-option="${id}"]`)
        .evaluate((details) => ({
          label: details.querySelector('summary')?.textContent?.trim() ?? '',
          why: [...details.querySelectorAll('p')].map((p) => p.textContent).join(' '),
          links: [...details.querySelectorAll('a')].map((link) => link.getAttribute('href')),
        }));
      const text = (await option.evaluate((li) => li.textContent)) ?? '';
      assert.ok(text.includes(written.label), written.label);
      assert.ok(
        text.includes(written.why.replace(/^(Right|No)\.\s*/, '').slice(0, 60)),
        written.why,
      );
      const links = await option
        .locator('a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.deepEqual(links, written.links);
    }
    await press(page, 'Next question');

    await answer(page, 'right');
    assert.equal((await status(page).innerText()).trim(), 'Right.');
    assert.match(await options.nth(0).innerText(), /^✓ right · your answer, fairly sure/);
    await quiz(page)
      .getByText(`1 of ${questions.size} right so far, 1 on the first try.`)
      .waitFor();
    const { history } = await stored(page);
    assert.deepEqual(
      history.map((/** @type {any} */ { question, choice, confidence }) => [
        question,
        choice,
        confidence,
      ]),
      [
        [first, wrongOf(first), 'certain'],
        [await asked(page), rightOf(await asked(page)), 'fairly'],
      ],
    );
  },
);

test('computed answers are marked as computed, others are not', async () => {
  const { page } = await open();
  for (const [question, marks] of /** @type {const} */ ([
    ['dot-product', 1],
    ['paper', 0],
  ])) {
    await quiz(page)
      .locator('details:has(.all)')
      .evaluate((all) => all.setAttribute('open', ''));
    await quiz(page).locator(`[data-jump="${question}"]`).click();
    await answer(page, 'right');
    assert.equal(await quiz(page).getByText('Computed by the core').count(), marks, question);
  }
});

test('how sure is asked first, and may be skipped', async () => {
  const { page } = await open();
  const option = quiz(page).locator('.options input').first();
  assert.equal(await option.isDisabled(), false);
  await press(page, 'Check');
  await status(page).getByText('Choose an answer first.').waitFor();
  assert.equal((await stored(page)).history.length, 0);
  const question = await asked(page);
  await quiz(page)
    .locator(`.options input[value="${rightOf(question)}"]`)
    .check();
  await press(page, 'Check');
  const chosen = quiz(page).locator('.verdicts > .chosen .what');
  assert.equal((await chosen.innerText()).trim(), '✓ right · your answer');
  // It is kept as not said, over a reload too, and does not come back as a guess would.
  await page.reload();
  await ready(page);
  assert.deepEqual(
    (await stored(page)).history.map((/** @type {any} */ { confidence }) => confidence),
    [null],
  );
  assert.equal(await state(page, question), 'right');
  assert.equal(
    await quiz(page)
      .getByText(/questions? comes? back/)
      .count(),
    0,
  );
  await answer(page, 'wrong', 'certain');
  assert.match(await chosen.innerText(), /your answer, certain$/);
});

test('the order is drawn for each learner and stays over a reload; an attribute fixes it', async () => {
  const order = (/** @type {Page} */ page) =>
    quiz(page)
      .locator('[data-jump]')
      .evaluateAll((all) => all.map((button) => button.dataset['jump']));
  const { page, context } = await open();
  const [drawn, { seed }] = [await order(page), await stored(page)];
  assert.ok(Number.isSafeInteger(seed) && seed > 0);
  assert.deepEqual([...drawn].sort(), [...questions.keys()].sort());
  const options = () =>
    quiz(page)
      .locator('.options input')
      .evaluateAll((all) => all.map((input) => input.getAttribute('value')));
  const first = await options();
  await page.reload();
  await ready(page);
  assert.deepEqual(await order(page), drawn);
  assert.deepEqual(await options(), first);
  // Another learner.
  const other = await open();
  assert.notDeepEqual(await order(other.page), drawn);
  // An instructor's order is that of seed 0 here: the lesson's.
  await quiz(page).evaluate((quiz) => quiz.setAttribute('seed', '0'));
  await page.waitForFunction(
    (ids) => {
      const root = document.querySelector('posenc-quiz')?.shadowRoot;
      const all = [...(root?.querySelectorAll('[data-jump]') ?? [])];
      return all.map((button) => button.getAttribute('data-jump')).join() === ids;
    },
    [...questions.keys()].join(),
  );
  assert.deepEqual(await order(page), [...questions.keys()]);
  assert.equal((await stored(page)).seed, seed, "the learner's own is kept");
  await context.close();
});

test('a missed question comes back after three others, and again on later days', async () => {
  const { page } = await open({
    prepare: (page) => page.clock.setFixedTime(new Date('2026-05-01T10:00:00')),
  });
  const missed = await answerAndGoOn(page, 'wrong', 'certain');
  await quiz(page).getByText('1 question comes back after 3 more questions.').waitFor();
  for (let n = 0; n < 2; n++) assert.notEqual(await answerAndGoOn(page, 'right'), missed);
  await quiz(page).getByText('1 question comes back after 1 more question.').waitFor();
  assert.notEqual(await answerAndGoOn(page, 'right'), missed);
  assert.equal(await asked(page), missed);
  await quiz(page).getByText('Back again: missed before').waitFor();
  assert.equal(await state(page, missed), 'missed');
  await answer(page, 'right');
  assert.equal(await state(page, missed), 'second-go');
  await quiz(page).getByText('1 question comes back tomorrow.').waitFor();
  await quiz(page).getByText(`4 of ${questions.size} right so far, 3 on the first try.`).waitFor();
  await press(page, 'Next question');
  assert.notEqual(await asked(page), missed);

  await page.clock.setFixedTime(new Date('2026-05-02T08:00:00'));
  await page.reload();
  await ready(page);
  assert.equal(await asked(page), missed);
  await answer(page, 'right');
  await quiz(page).getByText('1 question comes back in 3 days.').waitFor();
  await page.clock.setFixedTime(new Date('2026-05-05T08:00:00'));
  await page.reload();
  await ready(page);
  assert.equal(await asked(page), missed);
});

test('a right guess comes back once', async () => {
  const { page } = await open();
  const guessed = await answerAndGoOn(page, 'right', 'a guess');
  for (let n = 0; n < 3; n++) await answerAndGoOn(page, 'right');
  assert.equal(await asked(page), guessed);
  await quiz(page).getByText('Back again: guessed before').waitFor();
  await answer(page, 'right');
  assert.equal(
    await quiz(page)
      .getByText(/questions? comes? back/)
      .count(),
    0,
  );
  await quiz(page)
    .getByText('Of 4 you were fairly sure of, 4 were right; of 1 that were guesses, 1 was right.')
    .waitFor();
});

test('abandoned and resumed: the question, the score and what is due are there again', async () => {
  const { page } = await open();
  const missed = await answerAndGoOn(page, 'wrong');
  const known = await answerAndGoOn(page, 'right');
  const left = await asked(page);
  await page.reload();
  await ready(page);
  assert.equal(await asked(page), left);
  await quiz(page).getByText(`1 of ${questions.size} right so far, 1 on the first try.`).waitFor();
  assert.equal(await state(page, missed), 'missed');
  assert.equal(await state(page, known), 'right');
  assert.equal(await state(page, left), 'new');
  // What was answered can be looked at again, and answered again.
  await quiz(page).getByText(`All ${questions.size} questions, 2 answered`).click();
  await quiz(page).locator(`[data-jump="${missed}"]`).click();
  await quiz(page).locator('.verdicts > .chosen.wrong').waitFor();
  await press(page, 'Answer again');
  await answer(page, 'right');
  assert.equal(await state(page, missed), 'second-go');
});

test('starting over can be undone, after a reload too, until the next answer', async () => {
  const { page } = await open();
  const first = await answerAndGoOn(page, 'right');
  const all = quiz(page).locator('details:has(.all)');
  await all.evaluate((all) => all.setAttribute('open', ''));
  await press(page, 'Start over');
  await status(page).getByText('Started over. Undo brings your answers back.').waitFor();
  assert.equal(await state(page, first), 'new');
  await page.reload();
  await ready(page);
  await press(page, 'Undo');
  await status(page).getByText('Your answers are back.').waitFor();
  assert.equal(await state(page, first), 'right');
  await all.evaluate((all) => all.setAttribute('open', ''));
  await press(page, 'Start over');
  await answer(page, 'right');
  assert.equal(await quiz(page).getByRole('button', { name: 'Undo' }).count(), 0);
});

test('two tabs lose nothing to each other', async () => {
  const { page, context } = await open();
  const other = await context.newPage();
  await other.goto(origin + base + at);
  await ready(other);
  const first = await answer(page, 'right');
  await other.locator(`[data-jump="${first}"][data-state=right]`).waitFor({ state: 'attached' });
  await quiz(other)
    .locator('details:has(.all)')
    .evaluate((all) => all.setAttribute('open', ''));
  await quiz(other).locator('[data-state=new]').last().click();
  const second = await answer(other, 'wrong');
  await page.locator(`[data-jump="${second}"][data-state=missed]`).waitFor({ state: 'attached' });
  assert.equal(await asked(page), first, 'what is on the screen stays');
  assert.deepEqual(
    (await stored(page)).history.map((/** @type {any} */ one) => one.question),
    [first, second],
  );
});

test('storage that is forbidden or full is survived, with a notice', async () => {
  const { page } = await open({
    prepare: forbidStorage,
  });
  await quiz(page).getByText('This browser stores nothing for this page').waitFor();
  const first = await answerAndGoOn(page, 'right');
  assert.equal(await state(page, first), 'right');
  assert.equal(await quiz(page).getByText('Saved on this device').count(), 0);

  const full = await open();
  await full.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const second = await answerAndGoOn(full.page, 'right');
  await quiz(full.page).getByText('This browser’s storage is full').waitFor();
  assert.equal(await state(full.page, second), 'right');
});

test('what is kept but cannot be read is put aside, with a notice', async () => {
  const text = '{"version": 1, "history": 3}';
  const { page } = await open({
    prepare: (page) =>
      page.addInitScript(
        ([key, text]) => {
          if (localStorage.getItem(`${key}.unreadable`) === null) {
            localStorage.setItem(key ?? '', text ?? '');
          }
        },
        [key, text],
      ),
  });
  await quiz(page).getByText('could not be read, so the quiz starts empty.').waitFor();
  await quiz(page).getByText(`under the name ${key}.unreadable`).waitFor();
  assert.equal(await page.evaluate((key) => localStorage.getItem(key), `${key}.unreadable`), text);
  await answer(page, 'right');
  assert.equal((await stored(page)).history.length, 1);
});

test('by keyboard alone', async () => {
  const { page } = await open();
  const first = await asked(page);
  await quiz(page).locator('#question').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await quiz(page).locator('.verdicts').waitFor();
  const focused = () =>
    quiz(page).evaluate((quiz) => {
      const { activeElement } = quiz.shadowRoot ?? {};
      return activeElement?.id || activeElement?.textContent?.trim();
    });
  assert.equal(await focused(), 'chosen');
  const { history } = await stored(page);
  assert.equal(history.length, 1);
  assert.equal(history[0].confidence, 'fairly');
  for (let tabs = 0; (await focused()) !== 'Next question'; tabs++) {
    assert.ok(tabs < 12, 'the button is not reached');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await quiz(page).locator('.verdicts').waitFor({ state: 'detached' });
  assert.equal(await focused(), 'question');
  assert.notEqual(await asked(page), first);
});

test('to the end: all are answered, and it says so', async () => {
  const { page } = await open();
  for (let n = 0; n < 2; n++) await answerAndGoOn(page, 'right');
  // All others but two, as if answered yesterday.
  const { history, ...rest } = await stored(page);
  const [first] = history;
  const at = new Date(Date.parse(first.at) - 86_400_000).toISOString();
  const answered = new Set(history.map((/** @type {any} */ one) => one.question));
  const others = [...questions.keys()].filter((id) => !answered.has(id)).slice(2);
  const earlier = others.map((question) => ({ ...first, question, choice: rightOf(question), at }));
  const more = JSON.stringify({ ...rest, history: [...earlier, ...history] });
  await page.evaluate(([key, more]) => localStorage.setItem(key ?? '', more ?? ''), [key, more]);
  await page.reload();
  await ready(page);
  await answerAndGoOn(page, 'right');
  await answer(page, 'right');
  await press(page, 'Finish');
  await quiz(page).getByRole('heading', { name: 'That is all for now.' }).waitFor();
  await quiz(page)
    .getByText(
      `${questions.size} of ${questions.size} right so far, ${questions.size} on the first try.`,
    )
    .waitFor();
  assert.equal(
    await quiz(page)
      .getByText(/questions? comes? back/)
      .count(),
    0,
  );
});

test('a link to a question opens it', async () => {
  const { page } = await openSite({ at: `${at}#what-does-rope-rotate` });
  await ready(page);
  assert.equal(await asked(page), 'rope-rotates');
  await page.evaluate(
    () => (location.hash = '#which-paper-introduced-the-sinusoidal-encoding-of-transformers'),
  );
  await page.locator('[data-asked=paper]').waitFor();
});

test('without JavaScript, or where the core cannot run, the quiz is what is written', async () => {
  const { page } = await openSite({ at, options: { javaScriptEnabled: false } });
  const details = page.locator('[data-question=paper] [data-option=attention]');
  await details.locator('summary').click();
  await page.getByText('alongside a learned table that did nearly as well').waitFor();
  assert.equal(await page.locator('posenc-quiz section:visible').count(), questions.size);

  const old = await openSite({
    at,
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')),
  });
  await quiz(old.page).scrollIntoViewIfNeeded();
  await quiz(old.page).getByText('This browser does not support WebAssembly').waitFor();
  assert.equal(await old.page.locator('posenc-quiz section:visible').count(), questions.size);
});

test('a core that cannot be loaded can be asked for again', async () => {
  const { page } = await openSite({
    at,
    mayComplain: true,
    prepare: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
  });
  await quiz(page).scrollIntoViewIfNeeded();
  await quiz(page).getByText('could not be loaded (404').waitFor();
  await page.unroute('**/*.wasm');
  await press(page, 'Try again');
  await quiz(page).locator('.question').waitFor();
  await answer(page, 'right');
});

test('at 360 px nothing sticks out; on paper all questions are there', async () => {
  const { page } = await open({
    options: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
  });
  await answer(page, 'wrong');
  await quiz(page)
    .locator('details:has(.all)')
    .evaluate((all) => all.setAttribute('open', ''));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const small = await quiz(page)
    .locator('button:visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 40).length);
  assert.equal(small, 0);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await quiz(page).locator('button:visible, input:visible').count(), 0);
  assert.equal(await page.locator('posenc-quiz section:visible').count(), questions.size);
});

test('axe finds nothing wrong: asked, explained, all questions; light and dark', async () => {
  const { page } = await open({ options: { reducedMotion: 'reduce' } });
  const check = (/** @type {string} */ when) => isAccessible(page, { within: 'posenc-quiz', when });
  await check('asked');
  await quiz(page).getByLabel('certain', { exact: true }).check();
  await check('how sure is said');
  await answer(page, 'wrong');
  await quiz(page)
    .locator('details:has(.all)')
    .evaluate((all) => all.setAttribute('open', ''));
  await check('explained');
});
