// The page for instructors as far as only a browser shows it: the quiz in the words of the lesson, copying, and paper. (The
// answers of a key: tests/web/answer-key.test.mjs; the settings of its links: tests/web/figures-address.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { printed } from '../posenc.mjs';
import { isAccessible } from './accessible.mjs';
import { arrive, base, open, origin, setWidth, test } from './site.mjs';

/** @param {string} question @param {string} option */
function isRight(question, option) {
  const sheet = JSON.stringify({ answers: { [question]: option } });
  return printed(['grade', 'quiz', '--seed', '7', '-'], sheet).score === 1;
}

test('the link of a plan is copied with its set; its key has the quiz in its order, and stands alone on paper', async () => {
  const set = 'quiz:7,table-parameters:5';
  const { page } = await open({
    at: `teach.html?key=${set}&plan=45#answer-key`,
    prepare: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() => (window.print = () => undefined));
    },
  });
  const link = page.locator('posenc-class-link').first();
  await arrive(link, 'section[aria-busy=false]');
  const shown = await link.locator('code').innerText();
  assert.ok(shown.startsWith(`${origin}${base}exercises.html?set=e13.1:17,`), shown);
  await link.getByRole('button', { name: 'Copy link' }).click();
  await expect(link.getByRole('status')).toHaveText('Link copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
  const own = link.getByRole('link', { name: 'The set as your class sees it' });
  assert.equal(await own.evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href), shown);

  const key = page.locator('posenc-answer-key');
  await arrive(key, '.entry');
  await expect(key.getByLabel('A class link, or exercises with their variants')).toHaveValue(set);
  // By keyboard alone.
  await key.getByLabel('A class link, or exercises with their variants').focus();
  await page.keyboard.press('Enter');
  await expect(key.locator('#key')).toBeFocused();
  const asked = printed(['exercise', 'quiz', '--seed', '7']);
  const options = await key.locator('[data-entry="quiz"] li').evaluateAll((all) =>
    all.map((one) => ({
      id: /** @type {HTMLElement} */ (one).dataset['question'] ?? '',
      option: one.querySelector('b')?.textContent?.trim() ?? '',
    })),
  );
  assert.deepEqual(
    options.map(({ id }) => id),
    asked.items
      .map((/** @type {any} */ { id }) => id)
      .filter((/** @type {string} */ id) => asked.facts.counted.split(', ').includes(id)),
  );
  const text = readFileSync('web/lesson/13-exercises.md', 'utf8');
  for (const id of ['past-table', 'alibi-where', 'paper']) {
    const part = text.slice(text.indexOf(`data-question="${id}"`)).split('</section>')[0] ?? '';
    const written = [...part.matchAll(/data-option="([\w-]+)"><summary>(.*)<\/summary>/g)];
    const right = written.filter(([, option = '']) => isRight(id, option));
    assert.equal(right.length, 1, id);
    const plain = (/** @type {string} */ words) => words.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const found = options.find((one) => one.id === id)?.option ?? '';
    assert.equal(plain(found), plain(right[0]?.[2] ?? ''));
  }
  await key.getByRole('button', { name: 'Copy as text' }).click();
  await expect(key.getByText('Key copied, as text.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /\(table-parameters, variant 5\)\n/);

  await setWidth(page, 390, 800);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await isAccessible(page, { within: 'main', when: 'with the key' });

  await key.getByRole('button', { name: 'Print the key' }).click();
  await page.emulateMedia({ media: 'print' });
  const seen = () => page.locator('main h2:visible, main .table:visible').count();
  assert.equal(await seen(), 0);
  assert.equal(await key.locator('button:visible, input:visible').count(), 0);
  assert.ok((await key.locator('[data-step]:visible').count()) > 1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.ok((await seen()) > 5);
  await page.emulateMedia({ media: 'screen' });
  await key.getByRole('button', { name: 'Hide' }).click();
  await expect(key.locator('.entry')).toHaveCount(0);
});
