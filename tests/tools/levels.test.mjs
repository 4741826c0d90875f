// The two levels of tests: npm test, and npm test -- all.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';

const source = readFileSync('tools/test.mjs', 'utf8');

/** The folders that nodeTests runs. @param {RegExp} call */
const foldersIn = (call) => [...source.matchAll(call)].map(([, folder = '']) => folder);

test('every test file under Node is run by one of the levels', () => {
  const unmarked = foldersIn(/nodeTests\('(\w+)'(?!, \{ marked: true)/g);
  const marked = foldersIn(/nodeTests\('(\w+)', \{ marked: true/g);
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.mjs'))
    .filter((file) => !file.startsWith('browser/'));
  assert.ok(files.some((file) => file.endsWith('.all.test.mjs')));
  for (const file of files) {
    const folders = basename(file).endsWith('.all.test.mjs') ? marked : unmarked;
    assert.ok(folders.includes(dirname(file)), file);
  }
});
