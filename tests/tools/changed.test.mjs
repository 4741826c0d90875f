// npm test -- --changed: which parts, and which tests in a browser, a change can fail.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { affectedBy } from '../../tools/lib/changed.mjs';
import { filesOfElements } from '../../tools/lib/elements.mjs';
import { readSources, usesIn } from '../../tools/lib/uses.mjs';

const uses = usesIn(await readSources('.'));
/** @param {string[]} files */
function by(...files) {
  for (const file of files) assert.ok(existsSync(file), file);
  const { parts, browser } = affectedBy(files, uses);
  const [names, pages] = [browser.files, browser.pages].map((set) => [...set].sort());
  return { parts: [...parts].sort(), files: names ?? [], pages: pages ?? [], smoke: browser.smoke };
}

test('a change in the core is tested in every build of it, and by a look at the page', () => {
  const { parts, files, smoke } = by('cpp/src/encoding/rotary.cpp');
  assert.deepEqual(parts, ['browser', 'lint', 'native', 'sanitize', 'tools', 'wasm']);
  assert.deepEqual([files, smoke], [[], true]);
});

test('a change in a figure is tested where that figure is named, and by a look at the rest', () => {
  const { parts, files, pages, smoke } = by('web/src/figures/rope-dials/rope-dials.ts');
  assert.deepEqual(pages, ['path.html', 'rope.html']);
  assert.deepEqual(parts, ['browser', 'lint', 'tools']);
  assert.ok(files.includes('figures-rope.test.mjs'), files.join());
  assert.ok(!files.includes('quiz.test.mjs'), files.join());
  assert.equal(smoke, true);
});

test('what a figure is made of counts as the figure; what all are made of is looked at in one test of each kind', () => {
  const part = by('web/src/exercises/quiz/schedule.ts');
  assert.ok(part.files.includes('quiz.test.mjs'), part.files.join());
  const shared = by('web/src/figures/figure.ts');
  assert.deepEqual([shared.files, shared.smoke], [[], true]);
});

test('the file of every element is known, and is there', () => {
  const files = filesOfElements();
  const listed = readFileSync('web/src/elements.ts', 'utf8').match(/import\(/g) ?? [];
  assert.ok(listed.length > 50);
  assert.equal(files.size, listed.length);
  for (const [name, file] of files) assert.ok(existsSync(file), `${name}: ${file}`);
});

test('a page of the lesson is tested where that page is opened', () => {
  const { parts, files, pages } = by('web/lesson/04-hash.md');
  assert.deepEqual(pages, ['hash.html']);
  assert.deepEqual(parts, ['browser', 'lint', 'tools']);
  assert.ok(files.length > 0);
});

test('a listing is run by Python, and tested where it is shown', () => {
  const { parts, files, pages } = by('web/lesson/code/rope.py');
  assert.deepEqual(pages, ['code.html', 'rope.html']);
  assert.deepEqual(parts, ['browser', 'lint', 'native', 'tools']);
  assert.ok(files.includes('listings.test.mjs'), files.join());
  const inTorch = by('web/lesson/code/torch/rope.py');
  assert.deepEqual(inTorch.pages, pages);
  assert.ok(inTorch.files.includes('listings.test.mjs'), inTorch.files.join());
  assert.ok(by('tools/lib/python.mjs').parts.includes('native'));
});

test('a test in a browser is run itself; what nobody knows is tested by everything', () => {
  assert.deepEqual(by('tests/browser/quiz.test.mjs').files, ['quiz.test.mjs']);
  for (const file of ['CMakeLists.txt', 'cpp/src/CMakeLists.txt', 'CMakePresets.json']) {
    const { parts } = by(file);
    for (const part of ['native', 'sanitize', 'fuzz', 'wasm', 'browser', 'engines']) {
      assert.ok(parts.includes(part), `${file}: ${part}`);
    }
  }
});

test('every folder of tests is a part of its own', () => {
  const folders = readdirSync('tests', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'outside')
    .map(({ name }) => name);
  for (const folder of folders) {
    const [file] = readdirSync(`tests/${folder}`).filter((name) => /\.(mjs|cpp|json)$/.test(name));
    const { parts } = affectedBy([`tests/${folder}/${file}`], uses);
    assert.ok(parts.size > 0 && parts.size < 6, folder);
  }
});
