import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  minutesPerFigure,
  minutesToRead,
  readingOf,
  readingTime,
  totalMinutes,
  wordsPerMinute,
} from '../../tools/lib/site/reading-time.mjs';

test('words are counted as they are read: without addresses, tags and marks', () => {
  for (const [text, words] of /** @type {const} */ ([
    ['Two words.', 2],
    ['a [link text](./glossary.html#inverse-frequency) here', 4],
    ['<p class="lede">It is {{pe d=4 pos=2 dim=0 decimals=3}}.</p>', 3],
    ['with $d = 128$, and $\\omega_i\nfor$ all', 5],
    ['$$\na = b\n$$', 10],
    ['::: note\nBeside it.\n:::', 2],
    ['Kazemnejad’s state-of-the-art 10,000', 3],
  ])) {
    assert.equal(readingOf(text).words, words, text);
  }
});

test('figures take their own time, and exercises are not read', () => {
  const figure =
    '<posenc-shift d-model="8">\n\nWords for those without scripts.\n\n</posenc-shift>';
  assert.deepEqual(readingOf(`One.\n\n${figure}\n\n${figure}`), { words: 1, figures: 2 });
  const exercise = '<posenc-exercise name="e13.1">\n\nIts words.\n\n</posenc-exercise>';
  assert.deepEqual(readingOf(`One.\n\n${exercise}`), { words: 1, figures: 0 });
  const minute = 'word '.repeat(wordsPerMinute);
  assert.equal(minutesToRead(`${minute}${minute}${figure}`), 2 + minutesPerFigure);
  assert.equal(minutesToRead(`${minute}${exercise}`), null, 'it is worked, not read');
});

test('times are shown in whole minutes, and their sum to five', () => {
  assert.equal(readingTime(7.6), ' · 8 minutes');
  assert.equal(readingTime(null), '');
  assert.equal(totalMinutes([7.6, null, 14.7]), '20');
});
