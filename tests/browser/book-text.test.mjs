// The text that the labs of the last section train on: the book, or the reader's own, which never leaves the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { bookFile } from '../../tools/lib/book.mjs';
import { arrive, open, partsOf, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** @param {{prepare?: (page: Page) => Promise<unknown>, mayComplain?: boolean}} [how] */
async function openSource(how) {
  const opened = await open({ at: 'book.html', ...how });
  const source = opened.page.locator('posenc-text-source');
  await arrive(source, 'figure[aria-busy=false]');
  return { ...opened, source };
}

/** @param {Locator} source @param {string} name @param {string | Buffer} contents */
const give = (source, name, contents) =>
  source
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(contents) });

/** Drops something anywhere on the page. @param {Page} page @param {{name: string, bytes: number}} file */
const drop = (page, file) =>
  page.evaluate(({ name, bytes }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true }),
    );
  }, file);

/** @param {Locator} source @param {string} name */
const isNow = (source, name) => source.locator('figcaption', { hasText: name }).waitFor();

/** @param {Locator} source */
const alphabetOf = (source) => source.locator('.alphabet li').allInnerTexts();

/** Puts a text that no model can train on into the place of the one that is kept. */
const keepUnreadable = () =>
  new Promise((resolve) => {
    indexedDB.open('posenc-texts').onsuccess = ({ target }) => {
      const store = /** @type {IDBOpenDBRequest} */ (target).result
        .transaction('kept', 'readwrite')
        .objectStore('kept');
      store.get('text').onsuccess = (got) => {
        const { result } = /** @type {IDBRequest} */ (got.target);
        store.put({ ...result, bytes: new Uint8Array(5) }, 'text').onsuccess = resolve;
      };
    };
  }).then(() => undefined);

const russian = 'Все счастливые семьи похожи друг на друга. '.repeat(700);

test('the book: its credit, size, alphabet and levels; only this section asks for its file', async () => {
  /** @type {string[]} */
  const asked = [];
  const { page, source } = await openSource({
    prepare: async (page) => {
      page.on('request', (request) => asked.push(request.url()));
    },
  });
  await isNow(source, 'Moby-Dick');
  await source.getByText('By Herman Melville, 1851: ').waitFor();
  const alphabet = await alphabetOf(source);
  assert.deepEqual(alphabet.slice(0, 4), ['new line', 'space', 'a', 'b']);
  assert.equal(alphabet.length, 39);
  assert.deepEqual(await source.locator('.about dt').allInnerTexts(), ['4.29 bits', '3.44 bits']);

  const [book, ...others] = asked.filter((url) => url.endsWith('.bin'));
  assert.deepEqual(others, []);
  const packed = await (await page.request.get(book ?? '')).body();
  assert.ok(packed.length < 500_000, `${packed.length} bytes on the wire`);
  assert.ok(gunzipSync(packed).equals(readFileSync(bookFile)));
  // The command repeats exported runs with it.
  await source.getByRole('button', { name: 'Link and data' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    source.getByRole('button', { name: 'Text (TXT)' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'moby-dick.txt');
  assert.ok(readFileSync(await download.path()).equals(readFileSync(bookFile)));
  for (const at of partsOf.keys()) {
    if (at === 'book.html') continue;
    const html = await (await page.request.get(new URL(at, page.url()).href)).text();
    assert.ok(!html.includes('moby-dick-'), at);
  }
});

test('an own text is shown, kept for the next visit, and removed; nothing is sent', async () => {
  const { page, source, hosts } = await openSource();
  await give(source, 'счастье.txt', russian);
  await isNow(source, 'счастье.txt');
  const alphabet = await alphabetOf(source);
  assert.ok(alphabet.includes('ы') && !alphabet.includes('В'), alphabet.join(''));
  await source.getByText('The alphabet covers every character.').waitFor();

  await page.reload();
  await arrive(source, 'figure[aria-busy=false]');
  await isNow(source, 'счастье.txt');
  await source.getByRole('button', { name: 'Back to the book' }).click();
  await isNow(source, 'Moby-Dick');
  await source.getByRole('button', { name: 'Use счастье.txt again' }).click();
  await isNow(source, 'счастье.txt');
  // A copy that another version of the lesson accepted.
  await page.evaluate(keepUnreadable);
  await page.reload();
  await arrive(source, 'figure[aria-busy=false]');
  await source.getByText('счастье.txt, which is kept in this browser, can no longer').waitFor();
  await source.getByRole('button', { name: 'Remove счастье.txt' }).click();
  await source.locator('#problem:empty').waitFor({ state: 'attached' });
  await isNow(source, 'Moby-Dick');
  await page.reload();
  await arrive(source, 'figure[aria-busy=false]');
  await isNow(source, 'Moby-Dick');
  assert.equal(await source.getByRole('button', { name: /счастье/ }).count(), 0);
  assert.deepEqual([...hosts], [new URL(page.url()).origin]);
});

test('what cannot be used is refused in one sentence, and the last text stays; what is odd is used', async () => {
  const { page, source } = await openSource();
  const problem = source.locator('#problem');
  /** @param {RegExp} words */
  const says = (words) => problem.filter({ hasText: words }).waitFor();

  await give(source, 'empty.txt', '');
  await says(/^empty\.txt cannot be used: the text is empty\.$/);
  await give(source, 'short.txt', 'a'.repeat(100));
  await says(/from 20.?000 to 5.?000.?000 bytes but has 100\.$/);
  await give(source, 'same.txt', 'a'.repeat(30_000));
  await says(/^same\.txt cannot be used: .*consists of "a"\.$/);
  await give(source, 'photo.jpg', Buffer.alloc(30_000, 7));
  await says(/control character 7/);
  await give(source, 'latin.txt', Buffer.alloc(30_000, 0xe9));
  await says(/UTF-8/);
  await drop(page, { name: 'huge.txt', bytes: 100_000_000 });
  await says(/^huge\.txt cannot be used: .*but has 100.?000.?000\.$/);
  await isNow(source, 'Moby-Dick');

  await give(source, 'hebrew.txt', 'כל המשפחות המאושרות דומות זו לזו. '.repeat(700));
  await isNow(source, 'hebrew.txt');
  assert.equal(await problem.innerText(), '');
  assert.ok((await alphabetOf(source)).includes('ש'));
  await give(source, 'emoji.txt', 'a whale 🐋 and 👩‍🚀 '.repeat(1500));
  await isNow(source, 'emoji.txt');
  assert.ok((await alphabetOf(source)).includes('🐋'));
});

test('where the clipboard cannot be read there is a field to paste into', async () => {
  const { page, source } = await openSource({
    prepare: (page) =>
      page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard')),
  });
  await source.getByRole('button', { name: 'Paste' }).press('Enter');
  const field = source.getByLabel('Paste your text here');
  await field.waitFor();
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, russian);
  await isNow(source, 'Pasted text');
  assert.equal(await field.count(), 0);

  // Encoding alone would block the page.
  await page.evaluate(() => {
    TextEncoder.prototype.encode = () => {
      throw new Error('encoded');
    };
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'a whale '.repeat(700_000));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true }),
    );
  });
  await source.getByText(/^Pasted text cannot be used: .*but has 5.?600.?000\.$/).waitFor();
  await page.close();
});

test('an own text needs no network: not before the book arrives, nor when it cannot; the section tries again', async () => {
  /** @type {(value: null) => void} */
  let fail = () => undefined;
  const later = new Promise((resolve) => (fail = resolve));
  const { page } = await open({
    at: 'book.html',
    mayComplain: true,
    prepare: (page) =>
      page.route('**/*.bin', async (route) => {
        await later;
        await route.abort();
      }),
  });
  const source = page.locator('posenc-text-source');
  await source.scrollIntoViewIfNeeded();
  await source.getByText('A plain text of 20 KB to 5 MB.').waitFor();
  await give(source, 'счастье.txt', russian);
  await isNow(source, 'счастье.txt');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.bin'));
  fail(null);
  await failed;
  const lab = page.locator('#lab-4');
  await arrive(lab, 'figure[aria-busy=false]');
  const levels = lab.getByText(/single characters alone need/);
  await levels.waitFor();
  assert.doesNotMatch(await levels.innerText(), /need 4\.29/, 'not those of the book');
  await isNow(source, 'счастье.txt');
  assert.equal(await page.getByText(/could not be fetched/).count(), 0);

  // Without it there is the book, which has to be fetched.
  await source.getByRole('button', { name: 'Remove счастье.txt' }).click();
  await source.getByText(/The book could not be fetched/).waitFor();
  await page.unroute('**/*.bin');
  await source.getByRole('button', { name: 'Try again' }).click();
  await isNow(source, 'Moby-Dick');
});
