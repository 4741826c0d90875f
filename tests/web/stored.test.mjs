// What tabs of a browser share, where each is a process of its own: what one writes reaches the others later.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Browser } from './tabs.mjs';

/** @typedef {{folder: string[], count: number}} Value */

const name = 'shared';
/** @param {any} value @returns {Value | null} */
const parse = (value) =>
  Array.isArray(value?.folder) ? { folder: value.folder, count: value.count } : null;
/** @type {Value} */
const empty = { folder: [], count: 0 };

/** @type {Browser} */
let browser;

/** A tab and the value that it keeps. */
class Writer {
  /** @param {import('./tabs.mjs').Tab} tab @param {import('../../web/src/storage/stored.ts').Stored<Value>} stored */
  constructor(tab, stored) {
    this.tab = tab;
    this.stored = stored;
  }

  static async open() {
    const { tab, module } = await browser.open('./web/src/storage/stored.ts');
    return tab.within(() => {
      const stored = new module.Stored(name, parse, empty);
      stored.watch(() => undefined);
      return new Writer(tab, stored);
    });
  }

  /** @param {string} text */
  add(text) {
    this.tab.within(() =>
      this.stored.change(({ folder, count }) => ({ folder: [...folder, text], count: count + 1 })),
    );
  }
}

/** @param {Writer[]} all */
function settle(all) {
  browser.settle(all.map(({ tab }) => tab));
  for (const { stored } of all) assert.deepEqual(stored.value, all[0]?.stored.value);
  return /** @type {Value} */ (all[0]?.stored.value);
}

beforeEach(() => {
  browser = new Browser();
});

test('of two tabs that write at the same moment nothing is lost, and nothing is made twice', async () => {
  const [a, b] = [await Writer.open(), await Writer.open()];
  a.add('a1');
  b.add('b1');
  a.add('a2');
  const { folder, count } = settle([a, b]);
  assert.deepEqual([...folder].sort(), ['a1', 'a2', 'b1']);
  assert.equal(count, 3);
});

test('however late a tab hears of it', async (context) => {
  const [a, b] = [await Writer.open(), await Writer.open()];
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  a.add('a1');
  b.add('b1');
  context.mock.timers.tick(50 * 60_000);
  assert.deepEqual([...settle([a, b]).folder].sort(), ['a1', 'b1']);
});

test('in whatever order three tabs write and hear', async () => {
  // A linear congruential generator: the same orders each time.
  let state = 7;
  const below = (/** @type {number} */ n) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * n);
  };
  const tabs = [await Writer.open(), await Writer.open(), await Writer.open()];
  let written = 0;
  for (let round = 0; round < 60; round++) {
    for (let step = below(8); step >= 0; step--) {
      const tab = /** @type {Writer} */ (tabs[below(3)]);
      if (below(2)) tab.add(String(written++));
      else tab.tab.hear();
    }
    const { folder, count } = settle(tabs);
    assert.equal(count, written);
    assert.equal(new Set(folder).size, written);
  }
});

test('what is taken away stays away, though another tab had written it', async () => {
  const [a, b] = [await Writer.open(), await Writer.open()];
  b.add('b1');
  settle([a, b]);
  a.tab.within(() => a.stored.change(() => empty));
  assert.deepEqual(settle([a, b]), empty);
});

test('a tab that comes later takes nothing for lost', async () => {
  const a = await Writer.open();
  a.add('a1');
  const b = await Writer.open();
  b.add('b1');
  assert.deepEqual(settle([a, b]), { folder: ['a1', 'b1'], count: 2 });
});

test('what had no room is written with the next change that has', async () => {
  const [a, b] = [await Writer.open(), await Writer.open()];
  a.tab.refuses = 'full';
  a.add('a1');
  assert.equal(a.stored.problem, 'full');
  b.add('b1');
  settle([b]);
  a.tab.hear();
  assert.deepEqual(a.stored.value, { folder: ['b1', 'a1'], count: 2 });
  a.tab.refuses = '';
  a.add('a2');
  assert.deepEqual(settle([a, b]), { folder: ['b1', 'a1', 'a2'], count: 3 });
});

test('an hour later a tab is forgotten in what is written, and its changes are still there once', async (context) => {
  const [a, b] = [await Writer.open(), await Writer.open()];
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  a.add('a1');
  settle([a, b]);
  context.mock.timers.tick(61 * 60_000);
  b.add('b1');
  assert.deepEqual(settle([a, b]), { folder: ['a1', 'b1'], count: 2 });
  assert.equal(Object.keys(JSON.parse(browser.log.at(-1)?.text ?? '').tabs).length, 1);
});

test('a text that does not say who wrote it is taken as it is', async () => {
  const [a, b] = [await Writer.open(), await Writer.open()];
  a.add('a1');
  settle([a, b]);
  b.tab.within(() =>
    localStorage.setItem('posenc.shared', JSON.stringify({ folder: ['older'], count: 1 })),
  );
  assert.deepEqual(settle([a]), { folder: ['older'], count: 1 });
});
