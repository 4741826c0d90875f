// Which files the builds compile: what no CMakeLists.txt lists would be left out without a word.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { sourceFiles } from '../../tools/lib/tasks.mjs';

/** The nearest CMakeLists.txt above a file. @param {string} file @returns {string} */
function listFor(file) {
  const folder = dirname(file);
  const list = join(folder, 'CMakeLists.txt');
  return existsSync(list) ? list : listFor(folder);
}

test('every C++ source and test is listed in the CMakeLists.txt of its folder', async () => {
  const files = await sourceFiles(['cpp/*.cpp', 'tests/native/*.cpp']);
  assert.ok(files.length > 100);
  for (const file of files) {
    const list = listFor(file);
    const words = readFileSync(list, 'utf8').split(/[\s()]+/);
    assert.ok(words.includes(relative(dirname(list), file)), `${file}: not in ${list}`);
  }
});
