// Listings in the page: plain_alibi.py, plain_learned.py, plain_rope.py, plain_sinusoidal.py, plain_t5.py run in it; all
// (alibi.py, kv_cache.py, learned.py, rope.py, sinusoidal.py, t5_bias.py too, some also in PyTorch) are copied and downloaded.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { ofTheCore } from '../of-the-core.mjs';
import { base, open, origin, setWidth, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = 'web/lesson/code';
const at = 'code.html';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.py'))
  .sort();
const source = (/** @type {string} */ file) => readFileSync(`${folder}/${file}`, 'utf8');
/** Those that are the PyTorch form of another. */
const forms = files.filter(
  (file) => files.includes(file.replace(/^torch\//, '')) && /\//.test(file),
);
/** The names of the tags. */
const shown = files.filter((file) => !forms.includes(file));

/** @param {Page} page @param {string} file */
async function listing(page, file) {
  const found = page.locator(`posenc-listing[file="${file}"]`);
  await found.scrollIntoViewIfNeeded();
  await found.getByRole('button', { name: `Copy ${file}` }).waitFor();
  return found;
}

test('a listing is copied as it is in its file, by keyboard, and that is announced; else it is selected', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await open({ at, options: { permissions } });
  for (const file of shown) {
    const one = await listing(page, file);
    await one.getByRole('button', { name: `Copy ${file}` }).press('Enter');
    await one.getByRole('status').getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), source(file), file);
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  const one = await listing(page, 'rope.py');
  await one.getByRole('button', { name: 'Copy rope.py' }).click();
  await one.getByText('Selected: copy it with your keyboard').waitFor();
  const selected = await page.evaluate(() => String(getSelection()));
  assert.equal(selected.trimEnd(), source('rope.py').trimEnd());
});

test('a listing has a switch to PyTorch for all, by keyboard; it is remembered, copied and printed', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, context } = await open({ at, options: { permissions } });
  const first = await listing(page, 'sinusoidal.py');
  const second = await listing(page, 'rope.py');
  /** @param {typeof first} one */
  const titles = (one) =>
    one.locator('pre:visible').evaluateAll((all) => all.map((a) => a.ariaLabel));
  assert.deepEqual(await titles(first), ['sinusoidal.py']);
  await first.scrollIntoViewIfNeeded();
  await first.getByRole('radio', { name: 'NumPy' }).press('ArrowRight');
  assert.ok(await first.getByRole('radio', { name: 'PyTorch' }).isChecked());
  assert.deepEqual(await titles(first), ['torch/sinusoidal.py']);
  assert.deepEqual(await titles(second), ['torch/rope.py']);
  assert.ok(await second.getByRole('radio', { name: 'PyTorch' }).isChecked());
  // What the reader looks at stays where it is, however much longer the listings above it have become.
  const switchOf = second.getByRole('group', { name: 'Library for all listings' });
  const top = async () => (await switchOf.boundingBox())?.y ?? NaN;
  await switchOf.scrollIntoViewIfNeeded();
  const before = await top();
  for (const library of ['NumPy', 'PyTorch']) {
    await second.getByText(library, { exact: true }).click();
    // (Of pixels: a page is scrolled by whole ones.)
    assert.ok(Math.abs((await top()) - before) <= 1, `${library}: ${await top()}, not ${before}`);
  }

  for (const file of forms) {
    const one = page.locator(`posenc-listing[file="${file.replace('torch/', '')}"]`);
    await one.scrollIntoViewIfNeeded();
    await one.getByRole('button', { name: `Copy ${file}` }).press('Enter');
    await one.getByRole('status').getByText('Copied').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), source(file), file);
  }
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await titles(first), ['torch/sinusoidal.py']);
  assert.ok(!(await switchOf.isVisible()));

  // Another visit, and before the listings' own script has come.
  const later = await context.newPage();
  await later.route('**/listing-*.js', () => {});
  await later.goto(page.url().replace(at, 'rope.html'));
  assert.deepEqual(await titles(later.locator('posenc-listing')), ['rotate_half in torch/rope.py']);
});

test('a listing takes the room that it had before its buttons came; a long line scrolls within it, also by keyboard', async () => {
  for (const options of [{}, { viewport: { width: 390, height: 800 }, hasTouch: true }]) {
    /** @param {Page} page */
    const heights = (page) =>
      page
        .locator('posenc-listing')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    const { page } = await open({ at, options });
    for (const file of shown) await listing(page, file);
    const after = await heights(page);
    const { page: without } = await open({
      ...{ at, options },
      // It does not come.
      prepare: (page) => page.route('**/listing-*.js', () => {}),
    });
    assert.deepEqual(await heights(without), after);

    await setWidth(page, 390);
    const code = (await listing(page, 'rope.py')).locator('pre:visible');
    await code.focus();
    assert.ok(await code.evaluate((pre) => pre.scrollWidth > pre.clientWidth));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.evaluate((pre) => pre.scrollLeft)).toBeGreaterThan(0);
  }
});

test(
  'listings without NumPy run in the page and give the numbers of the core, or are seen to differ',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ at });
    const runnable = await page
      .locator('posenc-listing[runs]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('file') ?? ''));
    assert.deepEqual(
      runnable.sort(),
      files.filter((file) => file.startsWith('plain_')),
    );
    /** @type {Record<string, string[]>} */
    const captions = {};
    /** @type {Record<string, string[][]>} */
    const cells = {};
    for (const file of runnable) {
      const one = await listing(page, file);
      await one.getByRole('button', { name: 'Run' }).click();
      await one.locator('table').first().waitFor();
      for (const table of await one.locator('table').all()) {
        const [call = '', verdict = ''] = (await table.locator('caption').innerText()).split(
          /: (?=[^:]*$)/,
        );
        (captions[verdict] ??= []).push(call);
        cells[call] = await table
          .locator('tbody tr')
          .evaluateAll((rows) =>
            rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
          );
      }
    }
    assert.deepEqual(Object.keys(captions).sort(), ['an error in both', 'the same']);
    assert.equal(captions['the same']?.length, 8);
    const [refused = ''] = captions['an error in both'] ?? [];
    const [[python, core] = []] = cells[refused] ?? [];
    assert.match(String(python), /^IndexError: position must be from 0 to 1 but got 2$/);
    assert.match(String(core), /^each of positions .* but got 2$/);
    /** @param {string} call @param {number[]} expected */
    const shows = (call, expected) => {
      assert.equal(cells[call]?.length, expected.length, call);
      for (const [n, row] of (cells[call] ?? []).entries()) {
        for (const cell of row) {
          const value = Number(cell.replace('\u2212', '-'));
          assert.ok(Math.abs(value - Number(expected[n])) < 1e-12, `${call}: ${cell}`);
        }
      }
    };
    const rows = { d_model: 8, base: 10000, positions: [100] };
    shows('sinusoidal_row(100, 8)', ofTheCore('table', rows)[0]);
    const turn = { head_dim: 4, base: 10000, x: [0.8, 0.3, -0.5, 0.2], positions: [5] };
    for (const [form, layout] of [
      ['rope_half', 'half_split'],
      ['rope_complex', 'interleaved'],
    ]) {
      shows(`${form}([0.8, 0.3, -0.5, 0.2], 5)`, ofTheCore('rotate', { ...turn, layout })[0]);
    }
    shows('alibi_slopes(6)', ofTheCore('slopes', { heads: [6] })[0]);

    const one = await listing(page, 'plain_alibi.py');
    await one
      .locator('pre code')
      .first()
      .evaluate((code) => {
        code.textContent = (code.textContent ?? '').replace('-8 * h / power', '-4 * h / power');
      });
    await one.getByRole('button', { name: /^Run/ }).click();
    await one.getByText('alibi_slopes(6): they differ').waitFor();
    await one.getByText('alibi_row(0.25, 4, 5): the same').waitFor();
  },
);

test('if Python cannot be loaded, the listing says so and can be run again', async () => {
  const { page, context } = await open({ at, mayComplain: true });
  await context.route('**/micropython*.wasm', (route) => route.abort());
  const one = await listing(page, 'plain_t5.py');
  await one.getByRole('button', { name: 'Run' }).click();
  await one.getByRole('alert').getByText('Python could not be loaded').waitFor();
  await context.unroute('**/micropython*.wasm');
  await one.getByRole('button', { name: 'Run' }).click();
  await one.getByText('the same').waitFor();
  await expect(one.getByRole('alert')).toHaveCount(0);
});

test('without scripts a listing reads, and is there to be downloaded', async () => {
  const { page } = await open({ at, options: { javaScriptEnabled: false }, mayComplain: true });
  for (const file of files) {
    const link = page.locator(`posenc-listing a[download][href$="/code/${file}"]`);
    assert.equal(await link.innerText(), file);
    const address = new URL((await link.getAttribute('href')) ?? '', origin + base);
    assert.equal(await (await page.request.get(address.href)).text(), source(file));
    assert.ok(await link.locator('xpath=following-sibling::pre[1]').isVisible());
  }
  // RoPE's rotate_half in three lines, those of the listing.
  await page.goto(`${origin}${base}rope.html`);
  const programs = await page.locator('posenc-listing pre').allTextContents();
  for (const [n, file] of ['rope.py', 'torch/rope.py'].entries()) {
    assert.match(programs[n] ?? '', /^def rotate_half.*\n.*\n.*$/);
    assert.ok(source(file).includes(`\n${programs[n]}\n`), file);
  }
});
