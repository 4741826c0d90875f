// Text: what becomes of a file, and models of its characters, by the functions that the page and the package have.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCore, PosencError } from '../../build/package/node.js';
import { bookFile, makeBook } from '../../tools/lib/book.mjs';
import { printed } from '../posenc.mjs';

const core = await loadCore();

const common = '\n abcdefghijklmnopqrstuvwxyz.,;:!?\'"-()';
const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);

makeBook();
const book = readFileSync(bookFile);

/** A small model of the book, trained at length 16. @param {number} textId @param {string} scheme */
function create(textId, scheme) {
  const options = {
    ...core.trainingDefaults('text', scheme),
    ...{ trainShortest: 16, trainLongest: 16, longest: 64, dModel: 16, layers: 1, steps: 12 },
    ...{ batch: 4, testLengths: Float64Array.of(16, 64) },
  };
  return core.createTextTrainer(textId, options).id;
}

test('the book has the alphabet and the levels that its PyTorch reference counted', () => {
  const text = core.openText(book);
  assert.equal(text.alphabet.join(''), common);
  assert.equal(text.training + text.heldOut, text.characters);
  assert.equal(text.characters, 1_188_821);
  assert.equal(text.training, Math.floor(text.characters * 0.9));
  assert.equal(text.singleBits.toFixed(2), '4.29');
  assert.equal(text.pairBits.toFixed(2), '3.44');
  assert.match(text.checksum, /^[0-9a-f]{16}$/);
  assert.equal(core.disposeText(text.id).open, 0);
});

test('a character counts however often it occurs', () => {
  // A thousand times as many is beyond 32 bits.
  const { id, alphabet } = core.openText(bytesOf(`a ${'7'.repeat(4_295_000)}`));
  assert.deepEqual(alphabet.slice(common.length), ['7']);
  core.disposeText(id);
});

test('every letter becomes the lower-case letter that JavaScript has for it', () => {
  const blocks = [
    [0x41, 0x58f],
    [0x1e00, 0x1fff],
  ];
  const letters = blocks.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)).filter(
      (letter) => /\p{L}/u.test(letter) && letter !== 'İ',
    ),
  );
  assert.ok(letters.length > 1000);
  for (let n = 0; n < letters.length; n += 50) {
    const some = letters.slice(n, n + 50);
    const { id, alphabet } = core.openText(bytesOf(some.join('').repeat(900)));
    core.disposeText(id);
    const lower = new Set(some.map((letter) => letter.toLowerCase()));
    const further = [...lower].filter((letter) => !common.includes(letter)).sort();
    assert.deepEqual(alphabet.slice(common.length), further, some.join(''));
  }
});

test('a model of text trains, continues, writes and is tested as by the command, to the bit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-text-'));
  try {
    const text = core.openText(book);
    const id = create(text.id, 'rope');
    const { losses, bits } = core.trainSteps(id, 12);
    bits.forEach((one, n) => assert.ok(Math.abs(one - (losses[n] ?? 0) / Math.LN2) < 1e-12));
    const saved = join(folder, 'first');
    const train = (/** @type {string[]} */ args) =>
      printed(['train', '--text', bookFile, '--json', ...args]);
    const run = train([
      ...['--task', 'text', '--scheme', 'rope', '--train-shortest', '16', '--train-longest', '16'],
      ...['--d-model', '16', '--layers', '1', '--steps', '12', '--batch', '4'],
      ...['--lengths', '16,64', '--save', saved],
    ]);
    assert.deepEqual([...losses], run.losses);
    const within = core.evaluateLength(id, 16);
    const pastTraining = core.evaluateLength(id, 64);
    assert.deepEqual({ 16: within.bits, 64: pastTraining.bits }, run.bits);
    assert.equal(core.evaluateFrom(id, 64, 16).loss, pastTraining.loss);
    assert.notEqual(core.evaluateFrom(id, 64, 0).loss, pastTraining.loss);
    assert.deepEqual(Buffer.from(core.checkpoint(id).bytes), readFileSync(saved));

    const { text: one } = core.writeText(id, 'Call me', 20, 0.8, 1);
    assert.equal([...one].length, 20);
    const copy = core.openTextCheckpoint(text.id, core.checkpoint(id).bytes).id;
    assert.equal(core.writeText(copy, 'call  me', 20, 0.8, 1).text, one);
    core.disposeTrainer(copy);

    const longer = {
      ...core.trainerOptions(id),
      ...{ trainShortest: 32, trainLongest: 32, base: 500_000, steps: 3 },
    };
    assert.equal(core.continueTraining(id, longer).id, id);
    const phase = train([
      ...['--resume', saved, '--train-shortest', '32', '--train-longest', '32'],
      ...['--base', '500000', '--steps', '3', '--lengths', '64'],
    ]);
    assert.deepEqual([...core.trainSteps(id, 10).losses], phase.losses);
    assert.equal(core.evaluateLength(id, 64).bits, phase.bits[64]);
    core.disposeTrainer(id);
    core.disposeText(text.id);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a trace of characters has them, and the next one of each', () => {
  const text = core.openText(book);
  const id = create(text.id, 'alibi');
  core.disposeText(text.id); // the trainer keeps it
  const traced = core.traceText(id, 'A Whale!');
  assert.deepEqual(traced.characters, [...'a whale!']);
  assert.deepEqual(
    [...traced.targets],
    [...[...traced.tokens].slice(1), -1],
    'the last one’s next is not known',
  );
  assert.equal(traced.attention.length, 1);
  assert.deepEqual(core.traceInput(id, traced.tokens), traced);
  const sample = core.sampleInput(id, 16, 5);
  assert.deepEqual([...sample.targets].slice(0, 15), [...sample.tokens].slice(1));
  core.disposeTrainer(id);
});

test('bad files are refused in a sentence, and none of them stays', () => {
  const long = 'Съешь ещё этих мягких французских булок. '.repeat(400);
  for (const [bytes, expected] of /** @type {[Uint8Array, RegExp][]} */ ([
    [new Uint8Array(), /^\[text\] the text is empty$/],
    [bytesOf('short'), /^\[text\] the text must have from 20000 to 5000000 bytes but has 5$/],
    [new Uint8Array(6_000_000).fill(97), /but has 6000000$/],
    [new Uint8Array(30_000).fill(97), /at least 2 different characters but consists of "a"$/],
    [bytesOf(`${long}\0`), /is the control character 0$/],
    [Buffer.from(long, 'utf16le'), /must be (in UTF-8|plain text)/],
    [
      Buffer.concat([bytesOf(long), Uint8Array.of(0xff)]),
      new RegExp(`must be in UTF-8, but its byte ${bytesOf(long).length + 1} is not$`),
    ],
  ])) {
    assert.throws(
      () => core.openText(bytes),
      (error) => error instanceof PosencError && expected.test(error.message),
      String(expected),
    );
  }
  const { id, alphabet } = core.openText(bytesOf(long));
  assert.equal(
    alphabet.slice(common.length).join(''),
    [...new Set(long.toLowerCase())]
      .filter((c) => /[а-яё]/.test(c))
      .sort()
      .join(''),
  );
  assert.equal(core.disposeText(id).open, 0);
});
