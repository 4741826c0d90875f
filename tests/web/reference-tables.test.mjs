// The tables of the lesson's last section say of each encoding what the library lists of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { encodings } from '../../build/wasm/posenc-registry.mjs';

const lesson = readFileSync(new URL('../../web/lesson/14-reference.md', import.meta.url), 'utf8');

/** The cells of an encoding in a column. @param {string} title @param {string} column */
function cell(title, column) {
  const tables = lesson.split('\n\n').filter((part) => part.startsWith('| scheme'));
  for (const table of tables) {
    const [head = [], , ...rows] = table
      .split('\n')
      .map((line) => line.split('|').map((text) => text.trim()));
    const row = rows.find(([, name = '']) => name.replace(/[*[\]]|\(.*\)/g, '') === title);
    if (head.includes(column)) return row?.[head.indexOf(column)];
  }
}

const places = {
  embeddings: 'the words, once',
  'queries-and-keys': '$q$ and $k$, in every layer',
  logits: 'scores, in every layer',
};
const parameters = {
  nothing: '0',
  'each-position': '$L_{max} \\cdot d$',
  'each-bucket': 'buckets × heads',
};

for (const { name, title, actsOn, trained } of encodings.filter(({ name }) => name !== 'own')) {
  test(`where ${name} acts, what of it is trained, and whether it ends`, () => {
    assert.equal(cell(title, 'acts on'), places[/** @type {keyof places} */ (actsOn)]);
    assert.equal(
      cell(title, 'extra parameters'),
      parameters[/** @type {keyof parameters} */ (trained)],
    );
    assert.equal(
      cell(title, 'defined beyond the training lengths')?.startsWith('no'),
      trained === 'each-position',
    );
  });
}
