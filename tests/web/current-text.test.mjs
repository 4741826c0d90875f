// The text that the labs of a page train on: which choice counts, and what stays in the memory of the compute worker.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { FakeWorker, load, setUpBrowser } from './fake-workers.mjs';

/** @typedef {import('../../web/src/labs/text/current-text.ts')} Module */

/** The texts in the worker's memory, by their number there. @type {Map<number, string>} */
const opened = new Map();
let lastId = 0;

/** Reads every text that does not begin with "bad". */
class TextWorker extends FakeWorker {
  /** @param {any} message */
  postMessage(message) {
    super.postMessage(message);
    const { id, method, args } = message;
    setImmediate(() => this.reply({ id, ...this.answer(method, args[0]) }));
  }

  /** @param {string} method @param {any} about */
  answer(method, about) {
    if (method === 'disposeText') {
      assert.ok(opened.delete(about), `text ${about} is there`);
      return { value: { open: opened.size } };
    }
    assert.equal(method, 'openText');
    const checksum = new TextDecoder().decode(about);
    if (checksum.startsWith('bad')) {
      return { error: { code: 'invalid-argument', message: `[text] ${checksum}`, parameter: '' } };
    }
    opened.set(++lastId, checksum);
    return { value: { id: lastId, checksum } };
  }
}

/** The requests for the book's file, each to be answered or refused. @type {any[]} */
let fetches = [];
/** @type {Module['currentText']} */
let currentText;

beforeEach(async () => {
  setUpBrowser();
  opened.clear();
  fetches = [];
  Object.assign(globalThis, {
    Worker: TextWorker,
    fetch: () => {
      /** @type {any} */
      const one = {};
      one.promise = new Promise((resolve, reject) => Object.assign(one, { resolve, reject }));
      fetches.push(one);
      return one.promise;
    },
  });
  ({ currentText } = /** @type {Module} */ (await load('labs/text/current-text')));
});

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);
/** @param {string} text */
const choose = (text) => currentText.choose(`${text}.txt`, () => Promise.resolve(bytesOf(text)));
/** A choice whose file is read when the test says so. @param {string} text */
function chooseSlowly(text) {
  /** @type {(value?: unknown) => void} */
  let arrive = () => undefined;
  const isThere = new Promise((resolve) => (arrive = resolve));
  const taken = currentText.choose(`${text}.txt`, () => isThere.then(() => bytesOf(text)));
  return { arrive, taken };
}
const nameOfChosen = async () => (await currentText.get()).name;
const bookArrives = () => fetches.at(-1)?.resolve(new Response(bytesOf('book')));
/** What the worker keeps, once all it was asked has been done. */
async function inMemory() {
  for (let n = 0; n < 10; n++) await new Promise((resolve) => setImmediate(resolve));
  return [...opened.values()].sort();
}
const settled = inMemory;
afterEach(settled);

test('a text that is chosen before the book arrives stays, whether the book comes later or never', async () => {
  for (const end of [bookArrives, () => fetches.at(-1)?.reject(new TypeError('offline'))]) {
    const early = [nameOfChosen(), nameOfChosen()];
    await settled();
    assert.equal(await choose('own'), true);
    assert.equal(await nameOfChosen(), 'own.txt', 'at once');
    end();
    assert.deepEqual(await Promise.all(early), ['own.txt', 'own.txt']);
    assert.equal(await nameOfChosen(), 'own.txt');
    assert.equal(currentText.readerText?.isChosen, true);
    ({ currentText } = /** @type {Module} */ (await load('labs/text/current-text')));
  }
});

test('a book that cannot be fetched is said to every caller, and fetched again by the next', async () => {
  const callers = [nameOfChosen(), nameOfChosen(), nameOfChosen()];
  await settled();
  fetches[0]?.reject(new TypeError('offline'));
  for (const caller of callers) await assert.rejects(caller, /The book could not be fetched/);
  assert.equal(fetches.length, 1);
  const again = nameOfChosen();
  await settled();
  bookArrives();
  assert.equal(await again, 'Moby-Dick');
});

test('the last choice counts, in whatever order the files are read; one that is refused does not', async () => {
  const first = chooseSlowly('first');
  assert.equal(await choose('second'), true);
  first.arrive();
  assert.equal(await first.taken, false);
  assert.equal(await nameOfChosen(), 'second.txt');
  const third = chooseSlowly('third');
  await assert.rejects(choose('bad'), /bad/);
  third.arrive();
  assert.equal(await third.taken, true);
  assert.equal(await nameOfChosen(), 'third.txt');
});

test('the worker keeps the book and the chosen text, each once', async () => {
  const book = nameOfChosen();
  await settled();
  bookArrives();
  await book;
  for (const text of ['one', 'two', 'one', 'one']) {
    await choose(text);
    assert.deepEqual(await inMemory(), ['book', text]);
    await currentText.chooseBook();
    await currentText.chooseReaderText();
    assert.deepEqual(await inMemory(), ['book', text]);
  }
  await currentText.chooseBook();
  assert.deepEqual(await inMemory(), ['book']);
});

test('the own text can be removed where the book cannot be fetched', async () => {
  await choose('own');
  let changes = 0;
  currentText.addEventListener('change', () => changes++);
  await currentText.removeReaderText();
  assert.equal(currentText.readerText, null);
  assert.equal(changes, 1);
  assert.deepEqual(await inMemory(), []);
  const book = nameOfChosen();
  await settled();
  fetches.at(-1)?.reject(new TypeError('offline'));
  await assert.rejects(book, /The book could not be fetched/);
});
