// Listings in the lesson: what is shown is what the tests run.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { partOf, readListings, withListings } from '../../tools/lib/site/listings.mjs';

const listings = readListings();
const lesson = new Map(
  readdirSync('web/lesson')
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(`web/lesson/${name}`, 'utf8')]),
);

/** @param {string} html */
const textIn = (html) =>
  html
    .replaceAll(/<\/?i>/g, '')
    .replaceAll('&#10;', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('every listing is shown whole on the page for them, as it is', () => {
  const html = withListings(listings, lesson.get('code.md') ?? '', 'code.md');
  const shown = [...html.matchAll(/<code>(.*)<\/code><\/pre>/g)].map(([, code = '']) =>
    textIn(code),
  );
  const whole = [...listings.values()].map((program) => program.trimEnd());
  assert.deepEqual(shown.sort(), whole.sort());
  // Only comments and docstrings are marked.
  for (const [, comment = ''] of html.matchAll(/<i>(.*?)<\/i>/g))
    assert.match(comment, /^(# | *&quot;&quot;&quot;)/);
});

test('those of plain Python can be run, and no others', () => {
  for (const [tag, file = ''] of (lesson.get('code.md') ?? '').matchAll(
    /<posenc-listing file="([^"]*)".*/g,
  )) {
    assert.equal(
      tag.includes(' runs>'),
      !/import (numpy|torch)/.test(listings.get(file) ?? ''),
      file,
    );
  }
});

test('the sections of the encodings, the table of all and the first page lead to their listings', () => {
  for (const [page, anchor] of [
    ['02-sinusoidal.md', '#sinusoidal-table'],
    ['06-learned.md', '#learned-table'],
    ['07-rope.md', '#rope-in-three-forms'],
    ['07-rope.md', '#rope-with-a-kv-cache'],
    ['08-alibi.md', '#alibi'],
    ['09-longer.md', '#t5-s-bias'],
    ['14-reference.md', ''],
  ]) {
    const found = lesson.get(page ?? '')?.matchAll(/\.\/code\.html([#\w-]*)/g) ?? [];
    const anchors = [...found].map(([, to]) => to);
    assert.ok(anchors.includes(anchor), `${page}: ${anchors}`);
  }
  assert.match(lesson.get('index.md') ?? '', /^code: ./m, 'a card of the first page');
});

test('a part is a function or a class from its first line to its last', () => {
  const program = [
    'import math',
    '',
    'def first(',
    '    x,',
    '):',
    '    return x',
    '',
    '',
    '# 2. Another.',
    '',
    'class Second:',
    '    a = 1',
    '',
    '    def first(self):',
    '        pass',
    '',
  ].join('\n');
  assert.equal(partOf(program, 'first'), 'def first(\n    x,\n):\n    return x');
  assert.equal(
    partOf(program, 'Second'),
    'class Second:\n    a = 1\n\n    def first(self):\n        pass',
  );
  assert.equal(partOf(program, 'fir'), '');
});

test('if there is a PyTorch form, with the part that is shown, it comes second; one of PyTorch alone is like any other', () => {
  const some = new Map([
    ['a.py', 'def one():\n    pass\n\n\ndef two():\n    pass\n'],
    ['torch/a.py', 'def one():\n    return 1\n'],
    ['torch/b.py', 'import torch\n'],
  ]);
  const labels = (/** @type {string} */ attributes) => {
    const html = withListings(some, `<posenc-listing ${attributes}></posenc-listing>`, 'x.md');
    return [...html.matchAll(/<pre .*aria-label="(.*?)"(?: data-library="(.*?)")?><code>/g)].map(
      ([, label, library]) => [label, library],
    );
  };
  assert.deepEqual(labels('file="a.py"'), [
    ['a.py', 'numpy'],
    ['torch/a.py', 'torch'],
  ]);
  assert.deepEqual(labels('file="a.py" only="one"'), [
    ['one in a.py', 'numpy'],
    ['one in torch/a.py', 'torch'],
  ]);
  assert.deepEqual(labels('file="a.py" only="two"'), [['two in a.py', undefined]]);
  assert.deepEqual(labels('file="torch/b.py"'), [['torch/b.py', undefined]]);
});

test('a listing or a part that does not exist is an error with its page', () => {
  const tag = (/** @type {string} */ attributes) =>
    withListings(listings, `<posenc-listing ${attributes}></posenc-listing>`, 'x.md');
  assert.throws(() => tag('file="none.py"'), /^Error: x\.md: there is no listing "none\.py"$/);
  assert.throws(
    () => tag('file="rope.py" only="none"'),
    /^Error: x\.md: rope\.py has no function or class "none"$/,
  );
});
