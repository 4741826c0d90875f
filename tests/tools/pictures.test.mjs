// Drawings that pages take in as they are.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withPictures } from '../../tools/lib/site/pictures.mjs';

const drawing = readFileSync('web/lesson/pictures/places.html', 'utf8').trim();

test('a picture stands in the text as it is drawn, without a gap that would end it', () => {
  assert.equal(withPictures('a\n\n::: picture places\n:::\n\nb', 'x.md'), `a\n\n${drawing}\n\nb`);
  assert.doesNotMatch(drawing, /\n\s*\n/);
});

test('a picture that is not there is an error with its name', () => {
  assert.throws(() => withPictures('::: picture nowhere\n:::', 'x.md'), {
    message: 'x.md: there is no picture "nowhere"',
  });
});
