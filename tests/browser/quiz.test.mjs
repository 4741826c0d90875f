// The quiz on the built site, as a learner works on it. (When a question comes back, the points and what is kept:
// tests/web/quiz.test.mjs and tests/web/storage.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { isAccessible } from './accessible.mjs';
import { arrive, open as openSite, test } from './site.mjs';

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

/** @param {Page} page */
const quizOf = async (page) => {
  const quiz = page.locator('posenc-quiz');
  await arrive(quiz, '.question');
  return quiz;
};

test(
  'by keyboard: every option is explained as it is written, computed or not, and kept',
  { tag: '@smoke' },
  async () => {
    const { page } = await openSite({ at: `${at}#what-does-rope-rotate` });
    const { keyboard } = page;
    const quiz = await quizOf(page);
    const heading = quiz.locator('#question');
    const asked = quiz.locator('.question');
    const said = quiz.locator('form > [role=status].outcome');
    const count = questions.size;
    await expect(asked).toHaveAttribute('data-asked', 'rope-rotates');
    await expect(page.locator('[data-question]')).toHaveCount(count);
    await expect(quiz.getByText(new RegExp(`^Question \\d+ of ${count}$`))).toBeVisible();
    const choices = await quiz
      .locator('.options input')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));

    // How sure is asked first, and may be skipped; an answer may not.
    await heading.focus();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await expect(quiz.getByLabel('fairly sure')).toBeChecked();
    await keyboard.press('Enter');
    await expect(said).toHaveText(/^Choose an answer first\./);
    await expect(quiz.locator('.options input').first()).toBeFocused();
    await keyboard.press('Space');
    const wrong = choices.findIndex((one) => one !== rightOf('rope-rotates'));
    for (let n = 0; n < wrong; n++) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(said).toHaveText(/^Not right\./);
    const options = quiz.locator('.verdicts > li');
    await expect(options.nth(0)).toBeFocused();
    await expect(options.nth(0)).toHaveText(/^\s*✕ not right · your answer, fairly sure/);
    await expect(options.nth(1)).toHaveAttribute('data-option', rightOf('rope-rotates'));
    await expect(options).toHaveCount(choices.length);
    await expect(quiz.locator('.verdicts > .right')).toHaveCount(1);
    for (const option of choices) {
      const written = page.locator(`[data-question="rope-rotates"] [data-option="${option}"]`);
      const { label, why, links } = await written.evaluate((details) => ({
        label: details.querySelector('summary')?.textContent?.trim() ?? '',
        why: [...details.querySelectorAll('p')].map((p) => p.textContent).join(' '),
        links: [...details.querySelectorAll('a')].map((link) => link.getAttribute('href')),
      }));
      const shown = quiz.locator(`.verdicts > [data-option="${option}"]`);
      const text = (await shown.textContent()) ?? '';
      assert.ok(text.includes(label), label);
      assert.ok(text.includes(why.replace(/^(Right|No)\.\s*/, '').slice(0, 60)), why);
      const own = await shown
        .locator('a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.deepEqual(own, links);
    }
    await quiz.getByRole('button', { name: 'Next question' }).press('Enter');
    await expect(heading).toBeFocused();
    await expect(asked).not.toHaveAttribute('data-asked', 'rope-rotates');
    await expect(quiz.getByText('1 question comes back after 3 more questions.')).toBeVisible();

    // Any question can be opened, from the list or by a link.
    const all = quiz.getByText(`All ${count} questions, 1 answered`);
    await all.click();
    await quiz.locator('[data-jump="dot-product"]').click();
    await expect(asked).toHaveAttribute('data-asked', 'dot-product');
    await quiz.locator(`.options input[value="${rightOf('dot-product')}"]`).check();
    await quiz.getByRole('button', { name: 'Check' }).click();
    await expect(options.nth(0)).toHaveText(/^\s*✓ right · your answer\s/);
    const points = quiz.getByText(`1 of ${count} right so far, 1 on the first try.`);
    await expect(points).toBeVisible();

    await page.reload();
    await quizOf(page);
    await expect(points).toBeVisible();
    await expect(quiz.locator('[data-jump="rope-rotates"]')).toHaveAttribute(
      'data-state',
      'missed',
    );
    await expect(quiz.locator('[data-jump="dot-product"]')).toHaveAttribute('data-state', 'right');
    await page.evaluate(
      () => (location.hash = '#which-paper-introduced-the-sinusoidal-encoding-of-transformers'),
    );
    await expect(asked).toHaveAttribute('data-asked', 'paper');
    await quiz.getByText(`All ${count} questions, 2 answered`).click();
    await quiz.getByRole('button', { name: 'Start over' }).click();
    await expect(said).toHaveText(/^Started over\. Undo brings your answers back\./);
    await expect(quiz.getByText('Nothing answered yet.')).toBeVisible();
    await quiz.getByRole('button', { name: 'Undo' }).click();
    await expect(points).toBeVisible();
    // An instructor's order is that of its seed: 0 is the lesson's.
    await quiz.evaluate((one) => one.setAttribute('seed', '0'));
    const order = () =>
      quiz
        .locator('[data-jump]')
        .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('data-jump')));
    await expect.poll(order).toEqual([...questions.keys()]);
  },
);

test('to the end on a phone: it says so; axe finds nothing; on paper all questions are there', async () => {
  const [last = '', ...others] = questions.keys();
  const history = others.map((question) => ({
    ...{ question, choice: rightOf(question), confidence: 'fairly' },
    at: '2026-05-01T10:00:00.000Z',
  }));
  const { page } = await openSite({
    at,
    options: {
      ...{ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
      reducedMotion: 'reduce',
    },
    prepare: (page) =>
      page.addInitScript(
        ([key = '', kept = '']) => localStorage.setItem(key, kept),
        [key, JSON.stringify({ version: 1, seed: 7, history, cleared: null })],
      ),
  });
  const quiz = await quizOf(page);
  await expect(quiz.locator('.question')).toHaveAttribute('data-asked', last);
  await quiz.getByLabel('certain', { exact: true }).check();
  await quiz.locator(`.options input[value="${rightOf(last)}"]`).check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.getByText(`All ${questions.size} questions`).click();
  await expect(quiz.getByRole('button', { name: 'Start over' })).toBeVisible();
  await isAccessible(page, { within: 'posenc-quiz' });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const heights = await quiz
    .locator('button:visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  assert.ok(Math.min(...heights) >= 40, `${heights}`);
  await quiz.getByRole('button', { name: 'Finish' }).click();
  await expect(quiz.getByRole('heading', { name: 'That is all for now.' })).toBeFocused();
  const points = `${questions.size} of ${questions.size} right so far, ${questions.size} on the first try.`;
  await expect(quiz.getByText(points)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(quiz.locator('button:visible, input:visible')).toHaveCount(0);
  const written = page.locator('posenc-quiz section').filter({ visible: true });
  await expect(written).toHaveCount(questions.size);
});

test('without JavaScript the quiz is what is written', async () => {
  const { page } = await openSite({ at, options: { javaScriptEnabled: false } });
  await page.locator('[data-question=paper] [data-option=attention] summary').click();
  await expect(page.getByText('alongside a learned table that did nearly as well')).toBeVisible();
  const written = page.locator('posenc-quiz section').filter({ visible: true });
  await expect(written).toHaveCount(questions.size);
});
