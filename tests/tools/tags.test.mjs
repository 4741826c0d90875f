// The list of a section's tags.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tagsIn, withTags } from '../../tools/lib/site/tags.mjs';

const section = `## Lab 1: first

<posenc-one a="1">

Words, and \`<posenc-two>\` within a line.

</posenc-one>

## Lab 2: further

<posenc-one a="2" predict></posenc-one>
<posenc-one-more a="3"></posenc-one-more>
`;
const textOf = (/** @type {string} */ slug) => (slug === 'labs' ? section : '');

test('the tags of an element are listed as they are written, each under its heading', () => {
  assert.equal(
    withTags('::: tags posenc-one labs\n:::\n', 'x.md', textOf),
    [
      '- Lab 1: `<posenc-one a="1"></posenc-one>`',
      '- Lab 2: `<posenc-one a="2" predict></posenc-one>`',
      '',
    ].join('\n'),
  );
  assert.equal(withTags('no list', 'x.md', textOf), 'no list');
  assert.throws(
    () => withTags('::: tags posenc-none labs\n:::', 'x.md', textOf),
    /^Error: x\.md lists the posenc-none tags of "labs", which has none$/,
  );
});

test('the labs are listed for instructors, and nowhere by hand', () => {
  const text = readFileSync('web/lesson/11-train.md', 'utf8');
  const tags = tagsIn(text, 'posenc-training');
  assert.deepEqual(
    tags.map(({ tag }) => /id="([^"]*)"/.exec(tag)?.[1]),
    ['lab-1', 'lab-2', 'lab-3', 'lab-planted'],
  );
  for (const { tag } of tags) assert.equal(text.split(tag).length, 2, tag);
  const listed = withTags(readFileSync('web/lesson/teach.md', 'utf8'), 'teach.md', () => text);
  for (const { tag } of tags) {
    assert.equal(listed.split(`\`${tag}</posenc-training>\``).length, 2, tag);
  }
});
