// Listings in the page: plain_alibi.py, plain_learned.py, plain_rope.py, plain_sinusoidal.py, plain_t5.py run in it; all
// (alibi.py, kv_cache.py, learned.py, rope.py, sinusoidal.py, t5_bias.py too) are copied and downloaded.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { base, ofTheCore, open, origin, setWidth, test } from './site.mjs';

const folder = 'web/lesson/code';
const at = 'code.html';

/** @param {import('playwright-core').Page} page @param {string} file */
async function listing(page, file) {
  const found = page.locator(`posenc-listing[file="${file}"]`);
  await found.scrollIntoViewIfNeeded();
  await found.getByRole('button', { name: `Copy ${file}` }).waitFor();
  return found;
}

test('a listing is copied as it is in its file, by keyboard, and that is announced', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await open({ at, options: { permissions } });
  for (const file of readdirSync(folder)) {
    const one = await listing(page, file);
    const button = one.getByRole('button', { name: `Copy ${file}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await one.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, readFileSync(`${folder}/${file}`, 'utf8'), file);
  }
});

test('where a page may not copy, the listing is selected', async () => {
  const { page } = await open({
    at,
    prepare: (page) =>
      page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      }),
  });
  const one = await listing(page, 'rope.py');
  await one.getByRole('button', { name: 'Copy rope.py' }).click();
  await one.getByText('Selected: copy it with your keyboard').waitFor();
  const selected = await page.evaluate(() => String(getSelection()));
  assert.equal(selected.trimEnd(), readFileSync(`${folder}/rope.py`, 'utf8').trimEnd());
});

test(
  'listings without NumPy run in the page, and give the numbers of the core',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ at });
    const runnable = page.locator('posenc-listing[runs]');
    const files = await runnable.evaluateAll((all) => all.map((one) => one.getAttribute('file')));
    assert.deepEqual(
      files.sort(),
      readdirSync(folder).filter((file) => file.startsWith('plain_')),
    );
    /** @type {Record<string, string[]>} */
    const captions = {};
    /** @type {Record<string, string[][]>} */
    const cells = {};
    for (const file of files) {
      const one = await listing(page, String(file));
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
    assert.match(String(core), /^\[learned\] .* but got 2$/);
    /** What stands in a table against the command. @param {string} call @param {number[]} expected */
    const shows = (call, expected) => {
      assert.equal(cells[call]?.length, expected.length, call);
      for (const [n, row] of (cells[call] ?? []).entries())
        for (const cell of row) {
          const value = Number(cell.replace('\u2212', '-'));
          assert.ok(Math.abs(value - Number(expected[n])) < 1e-12, `${call}: ${cell}`);
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
  },
);

test('a listing that computes something else than the core is seen to', async () => {
  const { page } = await open({ at });
  const one = await listing(page, 'plain_alibi.py');
  await one.locator('code').evaluate((code) => {
    code.textContent = (code.textContent ?? '').replace('-8 * h / power', '-4 * h / power');
  });
  await one.getByRole('button', { name: 'Run' }).click();
  await one.getByText('alibi_slopes(6): they differ').waitFor();
  await one.getByText('alibi_row(0.25, 4, 5): the same').waitFor();
});

test('if Python cannot be loaded, the listing says so and can be run again', async () => {
  const { page, context } = await open({ at, mayComplain: true });
  await context.route('**/micropython*.wasm', (route) => route.abort());
  const one = await listing(page, 'plain_t5.py');
  await one.getByRole('button', { name: 'Run' }).click();
  await one.getByRole('alert').getByText('Python could not be loaded').waitFor();
  await context.unroute('**/micropython*.wasm');
  await one.getByRole('button', { name: 'Run' }).click();
  await one.getByText('the same').waitFor();
  assert.equal(await one.getByRole('alert').count(), 0);
});

test('without scripts a listing reads, and is there to be downloaded', async () => {
  const { page } = await open({ at, options: { javaScriptEnabled: false }, mayComplain: true });
  for (const file of readdirSync(folder)) {
    const link = page.locator(`posenc-listing[file="${file}"] a[download]`);
    assert.equal(await link.innerText(), file);
    const address = new URL((await link.getAttribute('href')) ?? '', origin + base);
    const response = await page.request.get(address.href);
    assert.equal(await response.text(), readFileSync(`${folder}/${file}`, 'utf8'));
    assert.ok(await page.locator(`posenc-listing[file="${file}"] pre`).isVisible());
  }
});

test('a line that is longer than the screen scrolls within its listing, also by keyboard', async () => {
  const { page } = await open({ at });
  await setWidth(page, 390);
  const one = await listing(page, 'rope.py');
  const code = one.locator('pre');
  await code.focus();
  const end = () => code.evaluate((pre) => [pre.scrollWidth > pre.clientWidth, pre.scrollLeft]);
  assert.deepEqual(await end(), [true, 0]);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    () => Number(document.querySelector('posenc-listing[file="rope.py"] pre')?.scrollLeft) > 0,
  );
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});

test('RoPE: rotate_half in three lines, those of the listing', async () => {
  const { page } = await open({ at: 'rope.html' });
  const shown = (await page.locator('posenc-listing pre').textContent()) ?? '';
  assert.equal(shown.split('\n').length, 3);
  assert.match(shown, /^def rotate_half/);
  assert.ok(readFileSync(`${folder}/rope.py`, 'utf8').includes(`\n${shown}\n`));
});
