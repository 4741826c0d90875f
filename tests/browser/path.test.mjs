// The path of five screens, and what its first and its last one can do.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { base, figure, open, origin, setWidth, test, withFigures } from './site.mjs';

const screens = ['swap', 'clocks', 'dials', 'arc', 'whale'];

test('path: one screen at a time, by its links, the arrow keys and the history', async () => {
  const { page } = await open({ at: 'path.html' });
  const bar = page.getByRole('navigation', { name: 'Screens' });
  const isAt = async (/** @type {string} */ id) => {
    await expect(page.locator('main .slide.shown')).toHaveCount(1);
    await expect(page.locator(`main .slide.shown h2#${id}`)).toBeVisible();
    const step = screens.indexOf(id);
    await expect(bar.locator('[aria-current]')).toHaveCount(step < 0 ? 0 : 1);
    if (step >= 0) await expect(bar.locator('a').nth(step)).toHaveAttribute('aria-current', 'step');
  };
  await isAt('swap');
  for (const [n, id] of screens.slice(1).entries()) {
    if (n % 2 > 0) await page.keyboard.press('ArrowRight');
    else await page.getByRole('link', { name: 'Next', exact: true }).click();
    await isAt(id);
    await expect(page.locator(`h2#${id}`)).toBeFocused();
    await page.locator('main .shown figure[aria-busy=false]').waitFor();
  }
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await isAt('sections');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await isAt('whale');
  await page.goBack();
  await isAt('sections');
  await bar.getByRole('link', { name: '2 of 5: Clocks tell positions apart' }).click();
  await isAt('clocks');
});

test('path: every screen is whole in a low window', async () => {
  const { page } = await open({
    ...{ at: 'path.html', options: { viewport: { width: 1280, height: 640 } } },
  });
  for (const id of screens) {
    await page.goto(`${origin}${base}path.html#${id}`);
    await page.locator('main .shown figure[aria-busy=false]').waitFor();
    const hidden = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    await expect.poll(hidden, { message: id }).toBeLessThanOrEqual(0);
  }
});

test('path: once a reader has done what the screen asks for, the link to the next stands out', async () => {
  const { page } = await open({ at: 'path.html' });
  const hero = await figure(page, 'posenc-hero');
  const color = () =>
    page.locator('main .shown .next').evaluate((next) => getComputedStyle(next).backgroundColor);
  const before = await color();
  await hero.getByRole('button', { name: 'Swap dog and man' }).click();
  await expect.poll(color).not.toBe(before);
  // The whale asks only to be watched.
  await page.goto(`${origin}${base}path.html#whale`);
  await page.locator('main .shown').getByText('Best: ').waitFor({ timeout: 60_000 });
  await expect.poll(color).not.toBe(before);
});

test('path: without scripts all screens stand below each other', async () => {
  const { page } = await open({ at: 'path.html', options: { javaScriptEnabled: false } });
  for (const id of [...screens, 'sections']) await expect(page.locator(`h2#${id}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0);
});

test('hero: a sentence of your own is attended to, up to eight words', async () => {
  const { page, shown } = await withFigures('<posenc-hero></posenc-hero>');
  const field = shown.getByLabel('your sentence');
  const write = async (/** @type {string} */ words) => {
    await field.fill(words);
    await field.press('Enter');
  };
  const cards = shown.locator('posenc-word-matrix [role=slider]');
  await write('colorless green ideas sleep very furiously and often');
  await expect(cards).toHaveCount(8);
  await shown.getByRole('button', { name: 'Swap colorless and often' }).click();
  await shown.getByText('Attention did not notice').waitFor();
  // No word is wider than its card.
  for (const width of [390, 1280]) {
    await setWidth(page, width);
    const overhang = await cards.evaluateAll((all) =>
      all.map((card) => {
        const width = (/** @type {string} */ part) =>
          card.querySelector(part)?.getBoundingClientRect().width ?? NaN;
        return width('text') - width('rect');
      }),
    );
    for (const over of overhang) assert.ok(over < 0, `${width}: ${overhang.join(', ')}`);
  }
  // Other words begin in their order.
  // (It counts once typing pauses.)
  await field.fill('one two three');
  await expect(cards).toHaveCount(3);
  await shown.getByText('Swap two. What changes?').waitFor();
  await write('one two three four five six seven eight nine');
  await shown.getByText('This figure shows 2 to 8 words but got 9.').waitFor();
  await expect(cards).toHaveCount(3);
  await write('the the');
  await shown.getByRole('button', { name: 'Swap the and the' }).click();
  await shown.getByText('Attention did not notice').waitFor();
});

test('hero: its positions sound one after the other, until the last or until they are stopped', async () => {
  const { shown } = await withFigures('<posenc-hero words="one two"></posenc-hero>');
  const hear = shown.getByRole('button', { name: 'Hear positions' });
  const sounding = shown.locator('posenc-word-matrix .card.sounding');
  // Noted as they come: a busy machine may look too late.
  const heard = shown.evaluate(
    (hero) =>
      new Promise((resolve) => {
        /** @type {string[]} */
        const words = [];
        const look = () => {
          const plot = hero.shadowRoot?.querySelector('posenc-word-matrix')?.shadowRoot;
          const word = plot?.querySelector('.card.sounding')?.getAttribute('aria-label');
          if (word && word !== words.at(-1)) words.push(word);
          if (!word && words.length > 0) resolve(words);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await hear.click();
  assert.deepEqual(await heard, ['one', 'two']);
  await hear.click();
  await shown.getByRole('button', { name: 'Stop' }).click();
  await expect(sounding).toHaveCount(0);
});

test('hero: nothing moves when its words change, positions are added, or More opens', async () => {
  const { page } = await open({ at: 'index.html' });
  const shown = await figure(page, 'posenc-hero');
  for (const [width, height] of /** @type {const} */ ([
    [1366, 657],
    [390, 844],
  ])) {
    await setWidth(page, width, height);
    const tops = () =>
      page.evaluate(() => {
        const hero = document.querySelector('posenc-hero');
        const inside = ['.act', '.sound', '.switch', 'posenc-word-matrix'].map((part) =>
          hero?.shadowRoot?.querySelector(part),
        );
        const around = ['h1', '.begin a', 'posenc-hero'].map((part) =>
          document.querySelector(part),
        );
        return [...around, ...inside].map((part) =>
          Math.round((part?.getBoundingClientRect().top ?? NaN) + scrollY),
        );
      });
    const before = await tops();
    for (const act of ['Swap dog and man', 'Put them back', 'Swap dog and man', 'More']) {
      await shown.getByRole('button', { name: act }).click();
      assert.deepEqual(await tops(), before, `${width}: ${act}`);
    }
    await shown.getByLabel('Add positions').click();
    await shown.getByText('Attention noticed').waitFor();
    assert.deepEqual(await tops(), before, `${width}: positions`);
    await shown.getByRole('button', { name: 'Reset' }).click();
    await shown.getByRole('button', { name: 'More' }).click();
  }
});

test('pictures: they paint by themselves once, when in sight; what has been changed waits for its reader', async () => {
  const { page } = await open({ at: 'index.html' });
  const shown = page.locator('posenc-pictures');
  await page.waitForLoadState('networkidle');
  // The still is what they come to; nothing is trained out of sight.
  const still = shown.locator('still-pictures-plot');
  await expect(still).toHaveCount(1);
  // It stays while the figure is only at the edge of the window.
  await shown.evaluate((element) =>
    scrollBy(0, element.getBoundingClientRect().top - innerHeight + 80),
  );
  await page.waitForFunction(() => customElements.get('posenc-pictures'));
  await page.waitForTimeout(500);
  await expect(still).toHaveCount(1);
  await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await shown.getByRole('button', { name: 'Pause' }).waitFor();
  await shown.getByText('Best: ').waitFor({ timeout: 60_000 });
  await shown.getByRole('button', { name: 'Train again' }).waitFor();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(shown.getByRole('button', { name: 'Train again' })).toBeVisible();
});

test('pictures: with reduced motion, the still stays until the same pictures are painted', async () => {
  const { shown } = await withFigures('<posenc-pictures scales="3" steps="30"></posenc-pictures>', {
    options: { reducedMotion: 'reduce' },
  });
  await shown.getByText('Best: ').waitFor({ timeout: 60_000 });
  await expect(shown.locator('progress')).toHaveCount(0);
  await expect(shown.locator('posenc-pictures-plot image')).toHaveCount(4);
});
