// The page for instructors: its answer key against the command's answers, and its links against the figures they set.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isAccessible } from './accessible.mjs';
import { arrive, base, open, origin, setWidth, test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string[]} options @returns {any} */
const asked = (...options) =>
  JSON.parse(
    spawnSync('build/native/posenc', ['exercise', ...options], { encoding: 'utf8' }).stdout,
  );

/** Whether the command counts an option of a question as right. @param {string} question @param {string} option */
function isRight(question, option) {
  const { stdout } = spawnSync('build/native/posenc', ['grade', 'quiz', '--seed', '7', '-'], {
    input: JSON.stringify({ answers: { [question]: option } }),
    encoding: 'utf8',
  });
  return JSON.parse(stdout).score === 1;
}

/** @param {string} search @param {Parameters<typeof open>[0]} [how] */
async function keyOn(search, how = {}) {
  const { page } = await open({ at: `teach.html${search}`, ...how });
  const key = page.locator('posenc-answer-key');
  await arrive(key, 'form[aria-busy=false]');
  return { page, key };
}

/** The answers to an exercise by hand, as the key shows them. @param {import('playwright-core').Locator} key @param {string} id */
const shownFor = (key, id) =>
  key.locator(`[data-entry="${id}"] [data-step]`).evaluateAll((steps) =>
    steps.map((step) => ({
      item: /** @type {HTMLElement} */ (step).dataset['step'],
      working: step.querySelector('code')?.textContent,
      value: step.querySelector('b')?.textContent,
    })),
  );

/** As the page writes it. @param {string} text */
const written = (text) => text.replaceAll(').PE', ')·PE').replaceAll('-', '−');

test('the key of a class link has the command’s answers, and comes only when it is asked for', async () => {
  const { page, key } = await keyOn('');
  assert.equal(await key.locator('.entry').count(), 0);
  const set = 'rope-chain:7,alibi-slopes:3,table-parameters:0,code-rope:7,e13.2:0,quiz:7';
  const field = key.getByLabel('A class link, or exercises with their seeds');
  // By keyboard alone.
  await field.focus();
  await page.keyboard.type(`https://example.org/exercises.html?set=${set}&class=Tuesday`);
  await page.keyboard.press('Enter');
  await key.getByRole('heading', { name: 'Answer key for Tuesday' }).waitFor();
  await page.waitForFunction(
    () => document.querySelector('posenc-answer-key')?.shadowRoot?.activeElement?.id === 'key',
  );
  for (const [id, seed] of [
    ['rope-chain', '7'],
    ['alibi-slopes', '3'],
    ['table-parameters', '0'],
  ]) {
    const { steps } = asked(id ?? '', '--seed', seed ?? '', '--solution');
    const expected = steps.map((/** @type {any} */ { item, working, value }) => ({
      item,
      working: written(working),
      value: written(value),
    }));
    assert.ok(expected.length > 1);
    assert.deepEqual(await shownFor(key, id ?? ''), expected, id);
  }
  const { facts } = asked('rope-chain', '--seed', '7');
  const task = await key.locator('[data-entry="rope-chain"] p').first().innerText();
  assert.ok(task.includes(facts.base), task);

  // Programs and labs: what decides instead of a key.
  const program = key.locator('[data-entry="code-rope"]');
  assert.match(await program.innerText(), /Tests decide[^]*def apply_rope\(x, position/);
  assert.match(await key.locator('[data-entry="e13.2"]').innerText(), /There is no key/);

  // The quiz in the order of its seed, and the command agrees with a few of its options.
  const questions = asked('quiz', '--seed', '7').items;
  const shown = await key.locator('[data-entry="quiz"] li').evaluateAll((all) =>
    all.map((one) => ({
      id: /** @type {HTMLElement} */ (one).dataset['question'] ?? '',
      option: one.querySelector('b')?.textContent?.trim() ?? '',
    })),
  );
  assert.deepEqual(
    shown.map(({ id }) => id),
    questions.map((/** @type {any} */ { id }) => id),
  );
  const text = readFileSync('web/lesson/13-exercises.md', 'utf8');
  for (const id of ['table-size', 'alibi-slopes', 'paper']) {
    const part = text.slice(text.indexOf(`data-question="${id}"`)).split('</section>')[0] ?? '';
    const options = [...part.matchAll(/data-option="([\w-]+)"><summary>(.*)<\/summary>/g)];
    const right = options.filter(([, option = '']) => isRight(id, option));
    assert.equal(right.length, 1, id);
    const plain = (/** @type {string} */ words) => words.replaceAll(/[^\p{L}\p{N}]/gu, '');
    assert.equal(
      plain(shown.find((one) => one.id === id)?.option ?? ''),
      plain(right[0]?.[2] ?? ''),
    );
  }
});

test('a link to the key shows it; what is wrong with a set is said; text and paper have the key alone', async () => {
  const { page, key } = await keyOn('?key=table-parameters:5&plan=45#answer-key', {
    prepare: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() => (window.print = () => undefined));
    },
  });
  const field = key.getByLabel('A class link, or exercises with their seeds');
  const show = key.getByRole('button', { name: 'Show the answer key' });
  assert.equal(await field.inputValue(), 'table-parameters:5');
  await key.getByRole('heading', { name: 'Answer key for the plan of 45 minutes' }).waitFor();
  await key
    .getByText(`${origin}${base}exercises.html?set=table-parameters:5`, { exact: true })
    .waitFor();
  const noSet = 'This link has no set. Copy it from the plan, or from Your work.';
  for (const [typed, said] of [
    ['', 'There is no key: it assigns no exercises'],
    ['e13.1', 'There is no key: "e13.1" is not an exercise with a seed'],
    ['e13.9:1', 'There is no key: there is no exercise "e13.9"'],
    ['e13.2:4', 'There is no key: e13.2 has no variants'],
    ['https://example.org/exercises.html', noSet],
    ['https://example.org/exercises.html?class=Tuesday#quiz', noSet],
    ['https://example.org/teach.html?key=e13.9:1#answer-key', 'there is no exercise "e13.9"'],
  ]) {
    await field.fill(typed ?? '');
    await show.click();
    await key
      .getByRole('alert')
      .getByText(said ?? '')
      .waitFor();
  }
  await field.fill('https://example.org/teach.html?key=table-parameters:5,e13.1-why:5#answer-key');
  await show.click();
  await key.getByRole('heading', { name: 'Answer key' }).waitFor();
  assert.equal(await key.getByRole('alert').count(), 0);

  await key.getByRole('button', { name: 'Copy as text' }).click();
  await key.getByText('Key copied, as text.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [first] = asked('table-parameters', '--seed', '5', '--solution').steps;
  assert.ok(copied.includes(`: ${written(first.working)} = ${first.value}\n`), copied);
  assert.match(copied, /^E13\.1: .* \(e13\.1-why, seed 5\)\n[^]* → /m);

  await setWidth(page, 390, 800);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await isAccessible(page, { within: 'posenc-answer-key', when: 'with the key' });

  await key.getByRole('button', { name: 'Print the key' }).click();
  await page.emulateMedia({ media: 'print' });
  const seen = () => page.locator('main h2:visible, main .table:visible').count();
  assert.equal(await seen(), 0);
  assert.equal(await key.locator('button:visible, input:visible').count(), 0);
  assert.equal(await key.locator('[data-step]:visible').count(), 4);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.ok((await seen()) > 5);
  await page.emulateMedia({ media: 'screen' });
  await key.getByRole('button', { name: 'Hide' }).click();
  await key.locator('.entry').first().waitFor({ state: 'detached' });
});

test('the link of a plan is shown and copied with its set', async () => {
  const { page } = await open({
    at: 'teach.html',
    prepare: (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  });
  const link = page.locator('posenc-class-link').first();
  await arrive(link, 'section[aria-busy=false]');
  const shown = await link.locator('code').innerText();
  assert.match(shown, /exercises\.html\?set=e13\.1:17,/);
  assert.ok(shown.startsWith(`${origin}${base}exercises.html?set=`), shown);
  await link.getByRole('button', { name: 'Copy the link' }).click();
  await link.getByText('Link copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
  const own = link.getByRole('link', { name: 'Link for the class' });
  assert.equal(await own.evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href), shown);
  await setWidth(page, 390, 800);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await isAccessible(page, { within: 'posenc-class-link', when: 'with a link copied' });
});

test('every figure of the page takes the settings of its links', async () => {
  const files = readdirSync('web/lesson');
  const text = readFileSync('web/lesson/teach.md', 'utf8');
  const links = new Map(
    [...text.matchAll(/\(\.\/([\w-]+)\.html(\?[^)#]+)#([\w-]+)\)/g)].map((found) => [
      found[0],
      found,
    ]),
  );
  let tried = 0;
  for (const [link, [, slug = '', search = '', id = '']] of links) {
    if (slug === 'teach') continue;
    tried++;
    if (slug === 'train') {
      const { page } = await open({ at: `train.html${search}#${id}` });
      const lab = page.locator(`#${id}`);
      await arrive(lab, 'figure[aria-busy=false]');
      assert.equal(await lab.getByText('cannot train what').count(), 0, link);
      continue;
    }
    const file = files.find((one) => one.replace(/^\d+-|\.md$/g, '') === slug) ?? '';
    const section = readFileSync(`web/lesson/${file}`, 'utf8');
    const tags = new RegExp(`^<(posenc-(?:${id}(?! id=)|[\\w-]+(?= id="${id}")))[^>]*>`, 'm');
    const [tag = '', name = ''] = tags.exec(section) ?? [];
    const body = `${tag.replace(/ id="[^"]*"/, '').replace('>', ` id="${id}">`)}</${name}>`;
    const { shown } = await withFigures(body, { search });
    assert.equal(await shown.getByText('cannot show what').count(), 0, link);
  }
  assert.ok(tried > 15, String(tried));
});
