// The scripts that a page names for its first element.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tools/lib/paths.mjs';
import { filesOfElements } from '../../tools/lib/elements.mjs';
import { firstScripts } from '../../tools/lib/site/first-scripts.mjs';

test('the file of every element is known, and is there', () => {
  const files = filesOfElements();
  const listed = readFileSync(join(root, 'web/src/elements.ts'), 'utf8').match(/import\(/g) ?? [];
  assert.ok(listed.length > 50);
  assert.equal(files.size, listed.length);
  for (const [name, file] of files) assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
});

/** @param {string} fileName @param {string[]} imports @param {string} [module] */
const chunk = (fileName, imports, module) => [
  fileName,
  { type: 'chunk', fileName, imports, facadeModuleId: module ?? null },
];
const bundle = Object.fromEntries([
  chunk('clock.js', ['plot.js', 'lit.js'], '/project/web/src/figures/clock/clock.ts'),
  chunk('shift.js', ['matrix.js', 'lit.js'], '/project/web/src/figures/shift/shift.ts'),
  chunk('plot.js', ['lit.js', 'data.js']),
  ...['matrix.js', 'lit.js', 'data.js'].map((name) => chunk(name, [])),
]);
const files = new Map([
  ['posenc-clock', 'web/src/figures/clock/clock.ts'],
  ['posenc-shift', 'web/src/figures/shift/shift.ts'],
]);

for (const [what, html, scripts] of /** @type {const} */ ([
  [
    'the first element, with all that it imports, each once',
    '<posenc-clock id="clock"></posenc-clock><posenc-shift></posenc-shift>',
    ['clock.js', 'plot.js', 'lit.js', 'data.js'],
  ],
  [
    'an element after a part of another that has no script of its own',
    '<posenc-plot></posenc-plot><posenc-shift></posenc-shift>',
    ['shift.js', 'matrix.js', 'lit.js'],
  ],
  ['none, in a page of text', '<p>posenc-clock</p>', []],
])) {
  test(`the page names the scripts of ${what}`, () => {
    assert.deepEqual(
      firstScripts(html, /** @type {any} */ (bundle), files).sort(),
      [...scripts].sort(),
    );
  });
}
