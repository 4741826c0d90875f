// E13.2 on the built site: the learner's own functions train beside the built-in schemes. (What their numbers come to:
// tests/native/grading/own_schemes_test.cpp and tests/web/solutions.test.mjs.)
import { expect } from '@playwright/test';
import { solutions } from '../../web/src/exercises/code/solutions.ts';
import { isAccessible } from './accessible.mjs';
import { arrive, open, test } from './site.mjs';

/** @param {string} id */
const solutionOf = (id) => solutions[id]?.[0]?.program ?? '';

/** The page with these programs, as this browser has kept them. @param {Record<string, string>} programs */
async function openWith(programs, options = {}) {
  const { page } = await open({
    at: 'exercises.html',
    options,
    prepare: (its) =>
      its.addInitScript((all) => {
        // The sandbox of programs has no storage.
        if (self.origin === 'null') return;
        for (const [id, source] of Object.entries(all)) {
          const work = { answers: { source }, checked: null, tries: {}, hints: [] };
          const sheets = { 0: work };
          localStorage.setItem(`posenc.${id}`, JSON.stringify({ version: 3, seed: 0, sheets }));
        }
      }, programs),
  });
  const own = page.locator('posenc-own-code');
  await arrive(own, 'li');
  const line = (/** @type {string} */ scheme) => own.locator(`li[data-scheme=${scheme}]`);
  return { page, own, line, train: own.getByRole('button', { name: /^(Train mine|Stop)/ }) };
}

test('own code: by keyboard on a phone, wrong slopes train and are found, what cannot train says why', async () => {
  test.slow();
  const { page, own, line, train } = await openWith(
    {
      'code-alibi': solutionOf('code-alibi').replace('-8 * h / power', '-4 * h / power'),
      'code-rope': solutionOf('code-rope').replace('[a * cos -', '[1 + a * cos -'),
    },
    { viewport: { width: 390, height: 800 } },
  );
  await expect(line('sinusoidal')).toHaveText(/sinusoidal: not written yet/);
  await expect(line('sinusoidal').getByRole('link')).toHaveAttribute('href', /#code-the-waves$/);
  await expect(line('alibi')).toHaveText(/ALiBi: written/);
  await train.focus();
  await page.keyboard.press('Enter');
  await expect(line('rope')).toHaveText(/Could not train: not linear at position 0, pair 0/);
  await expect(line('alibi')).toHaveText(
    /Differs from the built-in numbers, first at length 4, head 0, query 1, key 0: −0.5 instead of −0.25\./,
  );
  await expect(own.locator('progress')).toBeVisible();
  await expect(own.getByRole('table')).toBeVisible({ timeout: 120_000 });
  await expect(own.getByRole('row')).toHaveCount(3);
  await expect(line('alibi')).not.toHaveText(/to the last bit/);
  await expect(train).toHaveText('Train mine beside the built-in ones');
  await isAccessible(page, { within: 'posenc-own-code' });
});

test('own code: it can be stopped, and begin again', async () => {
  const { own, line, train } = await openWith({ 'code-sinusoidal': solutionOf('code-sinusoidal') });
  await train.click();
  await expect(line('sinusoidal')).toHaveText(/The built-in numbers, to the last bit\./);
  await train.click();
  await expect(own.locator('progress')).toHaveCount(0);
  await expect(own.getByRole('status')).toHaveText(/^Stopped\./);
  await expect(train).toHaveText('Train mine beside the built-in ones');
});

test(
  'own code: three solutions train like the built-in schemes, to the last bit',
  { tag: '@all' },
  async () => {
    test.slow();
    const ids = ['code-sinusoidal', 'code-rope', 'code-alibi'];
    const { own, line, train } = await openWith(
      Object.fromEntries(ids.map((id) => [id, solutionOf(id)])),
    );
    await train.click();
    await expect(own.getByRole('table')).toBeVisible({ timeout: 240_000 });
    for (const scheme of ['sinusoidal', 'rope', 'alibi']) {
      await expect(line(scheme)).toHaveText(
        /The built-in numbers, to the last bit\.\s+It trained the same, to the last bit\./,
      );
    }
    await expect(own.locator('.best')).toHaveText(
      /^Best of yours at length 8: .*\. At length 32: .*\.$/,
    );
  },
);
