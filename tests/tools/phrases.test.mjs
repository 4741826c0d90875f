import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { complaintsAbout, hitsIn } from '../../tools/lib/phrases.mjs';
import { proseOf } from '../../tools/lib/prose.mjs';

/** @param {string} text @param {string} [file] */
const found = (text, file = 'web/lesson/a.md') => hitsIn(file, text).map((hit) => hit.found);

for (const [text, phrase, instead] of [
  ['Positions are told later.', 'told', /^said, shown/],
  ['The parts can be told apart.', 'told apart', /^distinguished$/],
  ['A wave comes round every six words.', 'comes round', /^repeats/],
  ['Pair 0 has been round once.', 'been round', /^repeats/],
  ['It goes round and round.', 'goes round', /^repeats/],
  ['When the hand has come once round, stop.', 'come once round', /^repeats/],
  ['Two that have gone round.', 'gone round', /^repeats/],
  ['Weights as the paper has it.', 'as the paper has it', /^as in/],
  ['As courses have it, they add up.', 'As courses have it', /^as in/],
  ['Compare it with what the paper has.', 'what the paper has', /^name the thing/],
  ['Mend the code.', 'Mend', /^fix/],
  ['A mended line.', 'mended', /^fix/],
  ['After so many steps it stops.', 'so many', /^that many/],
  ['A table in place of waves.', 'in place of', /^instead of$/],
  ['It all hangs on the task.', 'hangs on', /^depends on$/],
  ['Who leaves out the exponent gets 62832.', 'Who leaves out the exponent gets', /^if you/],
  ['The sum is 1 no more.', 'is 1 no more', /^is no longer/],
  ['Its loss is no number any more.', 'no number any more', /^no longer/],
  ['The colours of neighbours.', 'colours', /^colors$/],
  ['Two neighbouring rows.', 'neighbouring', /^neighboring$/],
  ['Weights that are normalised.', 'normalised', /^normalized$/],
  ['A visualisation.', 'visualisation', /^visualization$/],
  ['A labelled axis.', 'labelled', /^labeled$/],
  ['In the centre.', 'centre', /^center$/],
  ['Its licence.', 'licence', /^license$/],
  ['Analyse the run.', 'Analyse', /^analyze$/],
  ['In per cent.', 'per cent', /^percent$/],
]) {
  test(`"${phrase}" is found, with what to write`, () => {
    const [first] = hitsIn('web/lesson/a.md', `Plain.\n\n${text}\n`);
    assert.equal(first?.found, phrase);
    assert.equal(first?.line, 3);
    assert.match(first?.write ?? '', /** @type {RegExp} */ (instead));
  });
}

for (const text of [
  'A recommended and amended text, recommend it; a tell-tale.',
  'Check what you are told.',
  'So many that nobody counts them.',
  'Round numbers; it comes to a round number; it goes around the circle.',
  'You stop as soon as the model has it.',
  'What the model has seen, and what it has to do.',
  'There are no more rows, and these are no more alike than any two.',
  'A reader who finishes early gets another one. Who gets it?',
  'No more than 3 rows are left.',
  'The hand places it.',
  'A promise of emphasis, a likely premise, four optimists, controlled and selling, hour, our, pour.',
  'In two analyses, of exercises.',
  'See `told`, $mend$ and {{told colour=grey}}.',
  '```\ntold colour\n```',
  'They found "so many colours" in it; [“in place of”](https://a.org/colour).',
  '> A neighbour told us.',
  'See [code](./licence.html#centre) in licences.txt and tests/web/colours.test.mjs. {#five-to-practise}',
  '<posenc-colour name="the colour" class="grey colour"></posenc-colour>',
]) {
  test(`nothing is found in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), []));
}

test('in C++, in comments and sentences, also across lines', () => {
  const text = `
#include "told.hpp"
const auto told = Phrase{"hangs-on", "a table in "
                                     "place of waves"};
/// With so
/// many digits.
const char colour[] = "colour";  // of each neighbour
const int many = 1'000; /* in
 * place of it */
`;
  assert.deepEqual(
    hitsIn('cpp/src/a.cpp', text).map(({ line, found: what }) => [line, what]),
    [
      [3, 'in place of'],
      [5, 'so many'],
      [7, 'neighbour'],
      [8, 'in place of'],
    ],
  );
});

test('in scripts, in comments, sentences and what HTML says, also across lines', () => {
  const text = `
// As the core
// has it.
const told = 'colour'.replace(/told in place of/, \`so \${1 + 1 /* told */} many\`);
throw new Error('It hangs ' + 'on a task');
html\`<p class="a colour" title="a colour">\${told} is told</p>\`;
`;
  assert.deepEqual(
    hitsIn('web/src/a.ts', text).map(({ line, found: what }) => [line, what]),
    [
      [2, 'As the core has it'],
      [4, 'told'],
      [5, 'hangs on'],
      [6, 'colour'],
      [6, 'told'],
    ],
  );
});

test('in style sheets, Python and CMake, in comments', () => {
  assert.deepEqual(found('/* Colours */\n.colour { color: grey }', 'web/src/a.css'), ['Colours']);
  assert.deepEqual(found('told = 1  # so many\n"""As JSON has it"""', 'a.py'), [
    'so many',
    'As JSON has it',
  ]);
  assert.deepEqual(found('set(told 1) # in place of', 'cpp/CMakeLists.txt'), ['in place of']);
});

test('one complaint names file, line, phrase and what to write', () => {
  assert.deepEqual(complaintsAbout(new Map([['README.md', 'One.\nTwo hangs on one.']]), []), [
    'README.md:2: "hangs on": write depends on',
  ]);
});

test('an exception is for one file and its words, and must be needed', () => {
  const exception = { file: 'a.md', words: 'Told by an idiot', why: 'Shakespeare' };
  const said = 'Told by an idiot.';
  assert.deepEqual(complaintsAbout(new Map([['a.md', said]]), [exception]), []);
  assert.equal(complaintsAbout(new Map([['a.md', `${said}\nTold.`]]), [exception]).length, 1);
  assert.deepEqual(complaintsAbout(new Map([['b.md', said]]), [exception]), [
    'b.md:1: "Told": write said, shown, stated, listed or given',
    'tools/lib/phrases.mjs: a.md needs no exception for Told by an idiot',
  ]);
});

test('a place in the prose is a place in the file', () => {
  for (const file of [
    ...['README.md', 'web/lesson/03-signal.md', 'cpp/src/expression.cpp', 'CMakeLists.txt'],
    ...['web/src/plots/line-plot.ts', 'web/src/style/tokens.css', 'web/lesson/code/rope.py'],
    ...['tests/tools/provenance.test.mjs', 'tools/lib/layers.mjs'],
  ]) {
    const text = readFileSync(file, 'utf8');
    const prose = proseOf(file, text) ?? '';
    assert.equal(prose.length, text.length, file);
    // Whatever is kept is kept at its place.
    for (const { 0: kept, index } of prose.matchAll(/[a-z]{3,}/g)) {
      assert.equal(text.slice(index, index + kept.length), kept, file);
    }
    assert.ok(/[a-z]{3,}/.test(prose), file);
  }
});
