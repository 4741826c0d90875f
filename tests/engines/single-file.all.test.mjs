// The lesson as one file, opened without a server: the main features in each engine.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cases } from './cases.mjs';
import { launch } from './driver.mjs';

/** @typedef {import('./driver.mjs').Engine} Engine */

/** The address of a page within the file. @param {string} address as on a host: sinusoidal.html?x=1#part */
function inFile(address) {
  const { pathname, search, hash } = new URL(address, 'https://posenc.invalid/');
  const found = pathToFileURL(resolve('build/posenc.html'));
  found.search = `?page=${pathname.slice(1).replace('.html', '')}${search.replace('?', '&')}`;
  found.hash = hash;
  return found.href;
}

const chosen = [
  'answers to E13.1 are graded as the core grades them',
  'a program is typed and run: wrong, then right',
  'a question of the quiz, wrong and right',
  'a lab trains what the command repeats to the bit, and keeps it',
  'a real model by its name, and a config in a link',
];

for (const engine of /** @type {Engine[]} */ (['chromium', 'firefox', 'webkit'])) {
  test(`${engine}: the single file`, async (t) => {
    const browser = await launch(engine);
    t.after(() => browser.close());
    for (const name of chosen) {
      await t.test(name, async () => {
        const page = await browser.newPage();
        const { goto } = page;
        page.goto = (address) => goto.call(page, inFile(address));
        try {
          await cases[name]?.(page, '');
          assert.deepEqual(await page.errors(), []);
        } finally {
          await page.close();
        }
      });
    }
  });
}
