import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../../tools/lib/serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  writeFileSync(join(folder, 'site/index.html'), '<title>index</title>');
  writeFileSync(join(folder, 'site/assets/core.wasm'), 'wasm');
  writeFileSync(join(folder, 'secret'), 'secret');
  server = await serve(join(folder, 'site'), { at: ['/', '/some/course/'] });
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** @param {string} path */
async function get(path) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: response.status, url: response.url, text: await response.text() };
}

test('the site is at the root and at the sub-path', async () => {
  for (const base of ['/', '/some/course/']) {
    assert.equal((await get(base)).text, '<title>index</title>');
    assert.equal((await get(`${base}assets/core.wasm`)).text, 'wasm');
  }
});

test('the sub-path without its slash leads to it, so that relative addresses hold', async () => {
  assert.ok((await get('/some/course')).url.endsWith('/some/course/'));
});

test('at a sub-path alone, nothing is at the root', async () => {
  const other = await serve(join(folder, 'site'), { at: ['/some/course/'] });
  const status = async (/** @type {string} */ path) =>
    (await fetch(`http://127.0.0.1:${other.port}${path}`)).status;
  assert.equal(await status('/some/course/assets/core.wasm'), 200);
  assert.equal(await status('/assets/core.wasm'), 404);
  assert.equal(await status('/'), 404);
  await other.close();
});

test('what is not there is 404, and nothing outside of the folder is served', async () => {
  assert.equal((await get('/nothing')).status, 404);
  assert.equal((await get('/some/course/nothing')).status, 404);
  assert.equal((await get('/some/other/index.html')).status, 404);
  assert.equal((await get('/..%2fsecret')).status, 404);
});
