// Which files the builds compile: what no CMakeLists.txt lists or finds would be left out without a word.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { sourceFiles } from '../../tools/lib/tasks.mjs';

/** @param {string} file */
const read = (file) => readFileSync(file, 'utf8');

/** The nearest CMakeLists.txt above a file. @param {string} file @returns {string} */
function listFor(file) {
  const folder = dirname(file);
  const list = join(folder, 'CMakeLists.txt');
  return existsSync(list) ? list : listFor(folder);
}

test('every folder of the library finds its sources, and is built', async () => {
  const files = await sourceFiles(['cpp/src/*.cpp']);
  const folders = new Set(files.map((file) => dirname(file)));
  assert.ok(folders.size > 5);
  for (const folder of folders) {
    assert.match(read(join(folder, 'CMakeLists.txt')), /\bposenc_sources\(\s*posenc_\w+/, folder);
    if (folder === 'cpp/src') continue;
    const added = `add_subdirectory(${relative('cpp/src', folder)})`;
    assert.ok(read('cpp/src/CMakeLists.txt').includes(added), folder);
  }
});

test('every folder of tests is a group, and nothing in it is called otherwise', async () => {
  const lists = read('tests/native/CMakeLists.txt');
  const files = (await sourceFiles(['tests/native/*.cpp'])).map((file) =>
    relative('tests/native', file),
  );
  assert.ok(files.length > 50);
  for (const file of files.filter((one) => one !== 'main.cpp')) {
    assert.match(file, /_test\.cpp$/);
    assert.match(lists, new RegExp(`^posenc_test_group\\(\\S+ FOLDER ${dirname(file)}[) ]`, 'm'));
    // What a folder leaves out is a group by itself.
    const [, without] = /FOLDER grading WITHOUT (\S+)\)/.exec(lists) ?? [];
    assert.ok(lists.includes(`FILES ${without}`));
  }
});

test('every other C++ source is listed in the CMakeLists.txt of its folder', async () => {
  const files = (await sourceFiles(['cpp/*.cpp'])).filter((file) => !file.startsWith('cpp/src/'));
  assert.ok(files.length > 30);
  for (const file of files) {
    const list = listFor(file);
    const words = read(list).split(/[\s()]+/);
    const name = relative(dirname(list), file);
    // (Without their ending where they are compiled together.)
    assert.ok(
      words.includes(name) || words.includes(name.replace('.cpp', '')),
      `${file}: not in ${list}`,
    );
  }
});
