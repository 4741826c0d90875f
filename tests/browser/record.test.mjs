// The record of a learner's work on the built site, as far as only a browser shows it: files, tabs, paper, and pages that
// follow each other. What it makes of the work is tested without one (tests/web/record.test.mjs and those beside it).
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { checked, command, fileOf, folder, graded, peak, some, work } from '../learner-work.mjs';
import { aClass } from '../made-records.mjs';
import { isAccessible } from './accessible.mjs';
import { arrive, base, open, origin, test } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens a page on which some work is kept already.
 * @param {Record<string, unknown>} kept @param {Parameters<typeof open>[0]} [how]
 */
const openWith = (kept, how = {}) =>
  open({
    at: 'record.html',
    ...how,
    prepare: (page) =>
      page.addInitScript((kept) => {
        // Once: a reload finds what the page has left.
        if (sessionStorage.getItem('prepared')) return;
        sessionStorage.setItem('prepared', 'yes');
        for (const [name, value] of Object.entries(kept)) {
          localStorage.setItem(`posenc.${name}`, JSON.stringify(value));
        }
      }, kept),
  });

/** The record, once it is graded. @param {Page} page */
async function record(page) {
  const found = page.locator('posenc-record');
  await arrive(found, 'section[aria-busy=false]');
  return found;
}

/** The rows of the record, as `e13.1:7`. @param {Page} page @param {string[]} expected */
const hasRows = (page, expected) =>
  expect
    .poll(() =>
      page
        .locator('posenc-record tbody')
        .evaluateAll((all) =>
          all.map((row) => `${row.getAttribute('data-exercise')}:${row.getAttribute('data-seed')}`),
        ),
    )
    .toEqual(expected);

/** @param {Page} page @param {string} id @param {string} state */
const stands = (page, id, state) =>
  expect(page.locator(`posenc-progress [data-exercise="${id}"]`).first()).toHaveAttribute(
    'data-state',
    state,
  );

/** Does something that makes the browser save a file. @param {Page} page @param {() => Promise<unknown>} act */
async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), content: JSON.parse(text), text };
}

test(
  'work goes out as a file, and comes back by choosing or dropping one; a reset is undone after a reload',
  { tag: '@smoke' },
  async () => {
    const { page } = await openWith(work());
    const found = await record(page);
    const press = (/** @type {string} */ name) => found.getByRole('button', { name }).click();
    const { score, max } = graded('e13.1', 0, some);
    await expect(found.locator('tbody').first()).toContainText(`${score} of ${max}`);
    const { name, content, text } = await downloaded(page, () => press('Export'));
    assert.match(name, /^posenc-work-Ada-Lovelace-\d{4}-\d{2}-\d{2}\.json$/);
    assert.equal(command(content).status, 0);
    assert.equal(content.sheets[0].best.score, score);

    await press('Reset everything');
    await expect(found.getByText('Nothing has been checked yet')).toBeVisible();
    await expect(found.getByRole('button', { name: 'Undo the reset' })).toBeFocused();
    await page.reload();
    await record(page);
    await press('Undo the reset');
    await expect(found.getByRole('status')).toHaveText('Everything is restored.');
    await hasRows(page, ['e13.1:0', 'dft-peak:0']);

    await press('Reset everything');
    await hasRows(page, []);
    const box = found.locator('#file');
    await box.setInputFiles({
      ...{ name: 'notes.json', mimeType: 'application/json' },
      buffer: Buffer.from('{"answers": 3'),
    });
    await expect(found.getByRole('alert')).toContainText('notes.json was not imported');
    await box.setInputFiles({
      ...{ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) },
    });
    await expect(found.getByRole('status')).toContainText('mine.json was imported.');
    await hasRows(page, ['e13.1:0', 'dft-peak:0']);
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace');
    await arrive(page.locator('posenc-progress'), '[data-exercise]');
    await stands(page, 'dft-peak', 'done');

    const kept = { 'dft-peak': folder({ 2: checked('dft-peak', 2, peak, 5) }) };
    await found.locator('section').evaluate((section, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.json'));
      const how = { dataTransfer, bubbles: true, cancelable: true };
      section.dispatchEvent(new DragEvent('drop', how));
    }, fileOf(kept));
    await expect(found.getByRole('status')).toContainText('dropped.json was imported.');
    await hasRows(page, ['e13.1:0', 'dft-peak:0', 'dft-peak:2']);
  },
);

test('two tabs: what is done in one is seen in the other, and a reset reaches both', async () => {
  const { page, context } = await openWith(work());
  const found = await record(page);
  const other = await context.newPage();
  await other.goto(`${origin}${base}exercises.html`);
  const exercise = other.locator('posenc-exercise[name=table-parameters]');
  await arrive(exercise, 'button[type=submit]:enabled');
  const box = exercise.locator('input').first();
  await box.fill('7');
  for (const one of [page, other]) await stands(one, 'table-parameters', 'begun');
  await exercise.locator('button[type=submit]').click();
  await expect(found.locator('tbody[data-exercise=table-parameters]')).toBeVisible();
  await found.getByRole('button', { name: 'Reset everything' }).click();
  await expect(box).toHaveValue('');
  await stands(other, 'table-parameters', 'new');
  await found.getByRole('button', { name: 'Undo the reset' }).click();
  await expect(box).toHaveValue('7');
});

test('an instructor’s link sets a class its variants, on every page and without the link', async () => {
  const { page } = await open({ at: 'teach.html' });
  const builder = page.locator('posenc-set');
  await builder.scrollIntoViewIfNeeded();
  await expect(builder.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await builder.getByLabel('Class name').fill('Tuesday');
  const title = 'Count the cost of a learned table';
  await builder.getByLabel(new RegExp(`^${title}`)).check();
  await builder.getByLabel(`Variant of ${title}`).fill('nine');
  await expect(builder).toContainText(
    'There is no link yet: the variant of table-parameters must be',
  );
  await builder.getByLabel(`Variant of ${title}`).fill('9');
  await expect(builder).toContainText('1 exercise, about 5 minutes in all.');
  const href = await builder.getByRole('link').first().getAttribute('href');
  assert.equal(href, `${origin}${base}exercises.html?set=table-parameters:9&class=Tuesday`);
  await page.goto(href ?? '');
  const progress = page.locator('posenc-progress');
  await expect(progress).toContainText('This is the set for the class “Tuesday”');
  assert.equal(new URL(page.url()).search, '');

  await page.goto(`${origin}${base}learned.html`);
  const exercise = page.locator('posenc-exercise');
  await arrive(exercise, 'button[type=submit]:enabled');
  await expect(exercise.locator('.variant')).toContainText('Variant 9, assigned');
  await exercise.locator('input').first().fill('3');
  await exercise.locator('button[type=submit]').click();
  await expect(exercise.locator('[data-outcome]').first()).toBeVisible();
  await page.goto(`${origin}${base}record.html`);
  const found = await record(page);
  await expect(found).toContainText(
    'Set for Tuesday: Count the cost of a learned table, variant 9.',
  );
  await hasRows(page, ['table-parameters:9']);
  const { content } = await downloaded(page, () =>
    found.getByRole('button', { name: 'Export' }).click(),
  );
  assert.equal(command(content).verdict.sheets[0].assigned, true);
});

test('an old link to the set builder still leads there, with its set, and to its top', async () => {
  const { page } = await open({ at: 'record.html?choose=e13.1:17,quiz:17#for-instructors' });
  await page.waitForURL(/teach\.html\?choose=e13\.1:17,quiz:17#choose-your-own$/);
  const builder = page.locator('posenc-set');
  await expect(builder).toContainText('exercises.html?set=e13.1:17,quiz:17');
  const top = () =>
    page.locator('#choose-your-own').evaluate((one) => one.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(200);
  assert.ok((await top()) >= 0);
});

test('the set of a class, and variants, leave no empty room below them', async () => {
  const { page } = await open({ at: 'exercises.html?set=e13.1:7,dft-peak:7&class=Tuesday' });
  const progress = page.locator('posenc-progress');
  await expect(progress).toContainText('2 exercises, about 20 minutes');
  const exercise = page.locator('posenc-exercise[name="e13.1"]');
  await arrive(exercise, 'button[type=submit]:enabled');
  await expect(exercise.locator('.variant')).toContainText('Variant 7');
  // From each of the set a link leads on, once it is checked.
  await expect(exercise.getByText('Next in your set')).toHaveCount(0);
  await exercise.locator('input').first().fill('0');
  await exercise.locator('button[type=submit]').click();
  const on = exercise.getByText('Next in your set').getByRole('link');
  await expect(on).toHaveText('Find the peak of a spectrum');
  await expect(on).toHaveAttribute('href', './exercises.html#dft-peak');
  for (const card of [progress, exercise]) {
    const below = () =>
      card.evaluate((one) => {
        const box = one.shadowRoot?.querySelector('section, form')?.getBoundingClientRect();
        return one.getBoundingClientRect().bottom - (box?.bottom ?? 0);
      });
    await expect.poll(below).toBeLessThan(8);
  }
});

test('the files of a class are dropped, or their folder is chosen by keyboard; the own work stays as it is', async () => {
  const { page } = await openWith(work(), { at: 'teach.html' });
  // (That the font is here is no work.)
  const stored = () =>
    page.evaluate(() => JSON.stringify({ ...localStorage, 'posenc.font': undefined }));
  const before = await stored();
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request.method()));
  // Playwright has to listen before the key is pressed.
  const chooser = page.waitForEvent('filechooser');
  const results = page.locator('posenc-class-results');
  await arrive(results, 'section[aria-busy=false]');
  const { ada, bob } = aClass();
  await results.locator('section').evaluate(
    (section, texts) => {
      const dataTransfer = new DataTransfer();
      texts.forEach((text, n) => dataTransfer.items.add(new File([text], `${n}.json`)));
      const how = { dataTransfer, bubbles: true, cancelable: true };
      section.dispatchEvent(new DragEvent('drop', how));
    },
    [ada, bob].map((one) => JSON.stringify(one)),
  );
  await expect(results.getByRole('rowheader')).toHaveText([/Ada Lovelace/, /Bob/, 'Mean']);
  await expect(results.getByRole('status')).toHaveText('2 learners.');

  const folder = mkdtempSync(join(tmpdir(), 'posenc-class-'));
  writeFileSync(join(folder, 'bob.json'), JSON.stringify(bob));
  const button = results.getByRole('button', { name: 'Choose a folder …' });
  await button.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(folder);
  await expect(results.getByRole('rowheader')).toHaveText([/Bob/]);
  rmSync(folder, { recursive: true });
  await isAccessible(page);
  assert.equal(await stored(), before);
  assert.deepEqual(new Set(requests), new Set(['GET']));
});

/** Until a run is kept: a reload and another tab have it then. @param {Page} page */
const keepsRun = (page) =>
  page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const asked = indexedDB.open('posenc-labs');
        asked.onsuccess = () => {
          const store = asked.result.transaction('kept').objectStore('kept');
          const keys = store.getAllKeys();
          keys.onsuccess = () => {
            asked.result.close();
            resolve(keys.result.some((key) => String(key).startsWith('session ')));
          };
        };
      }),
  );

test('a lab: its answers are there with the run after a reload, in another tab, and from the record', async () => {
  // What is set here trains two models in a second.
  const at = 'train.html?lab-1.seeds=1&lab-1.steps=20&lab-1.schemes=none+rope';
  const { page, context } = await open({ at });
  const lab = page.locator('#lab-1');
  await arrive(lab, 'figure[aria-busy=false]');
  await expect(lab.locator('#guesses input[type=text]')).toHaveCount(2);
  for (const box of await lab.locator('#guesses input[type=text]').all()) await box.fill('100');
  await lab.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(lab.locator('#guessed .because').first()).toBeVisible({ timeout: 120_000 });
  const ofE13_2 = (/** @type {Locator} */ its) =>
    its.locator('posenc-lab-questions').filter({ hasText: 'E13.2' });
  const learned = (/** @type {Locator} */ its) => ofE13_2(its).locator('input[value="-"]').first();
  await learned(lab).check();
  await ofE13_2(lab).getByRole('button', { name: 'Check', exact: true }).click();
  // Of 20 steps nobody has learned anything.
  await expect(ofE13_2(lab).locator('.because.right')).toBeVisible();
  await keepsRun(page);

  await page.reload();
  await lab.scrollIntoViewIfNeeded();
  await expect(ofE13_2(lab).locator('.because.right')).toBeVisible();
  await expect(learned(lab)).toBeChecked();
  await expect(lab.locator('#guessed .because').first()).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${origin}${base}record.html`);
  const found = await record(other);
  await hasRows(other, ['prediction:0', 'e13.2:0']);
  const row = found.locator('tbody').nth(1);
  await expect(row).toContainText('About a run of none, rope on order, seed 1.');
  const { content } = await downloaded(other, () =>
    found.getByRole('button', { name: 'Export' }).click(),
  );
  assert.equal(command(content).status, 0);
  await row.getByRole('link').click();
  await other.waitForURL(/train\.html/);
  const there = other.locator('#lab-1');
  await there.scrollIntoViewIfNeeded();
  await expect(learned(there)).toBeChecked();
});

test('on paper: name, date, scores and verdicts on one page, and nothing to press', async () => {
  const { page } = await openWith(work());
  const found = await record(page);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('button:visible, input:visible').count(), 0);
  assert.equal(await page.locator('posenc-progress:visible').count(), 0);
  const { score, max } = graded('e13.1', 0, some);
  const text = await found.locator('section').innerText();
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
  for (const shown of [
    'Ada Lovelace',
    today,
    `${score} of ${max}`,
    'PE(5)[2] (The exponent is 2i/d, not i/d)',
    '3 of 3',
  ]) {
    assert.ok(text.includes(shown), `${shown} / ${text}`);
  }
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
});

test('on a phone nothing sticks out of the record, and nothing moves when the progress comes', async () => {
  const options = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
  const { page } = await openWith(work(), { options });
  await record(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.goto(`${origin}${base}teach.html#choose-your-own`);
  await arrive(page.locator('posenc-set'), 'section');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);

  for (const sizes of [options, { viewport: { width: 1280, height: 800 } }]) {
    /** @type {() => void} */
    let letGo = () => {};
    /** @type {Promise<void>} */
    const held = new Promise((resolve) => (letGo = resolve));
    const { page: fresh } = await open({
      at: 'exercises.html',
      options: sizes,
      prepare: (page) =>
        page.route('**/assets/progress-*.js', async (route) => {
          await held;
          await route.continue();
        }),
    });
    const progress = fresh.locator('posenc-progress');
    await progress.scrollIntoViewIfNeeded();
    const height = () => progress.evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    letGo();
    await progress.locator('section').waitFor();
    assert.ok(before > 300, `${before} px are kept free`);
    assert.equal(await height(), before);
    const drawn = await progress
      .locator('section')
      .evaluate((section) => section.getBoundingClientRect().height);
    assert.ok(before - drawn < 8, `${before} px for ${drawn}`);
  }
});
