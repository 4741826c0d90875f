// What tabs of a browser share, where each is a process of its own: what one writes reaches the others later.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { runnerImport } from 'vite';

/** @typedef {{folder: string[], count: number}} Value */

const name = 'shared';
/** @param {any} value @returns {Value | null} */
const parse = (value) =>
  Array.isArray(value?.folder) ? { folder: value.folder, count: value.count } : null;
/** @type {Value} */
const empty = { folder: [], count: 0 };

/** What has been written, in the order in which the browser took it. @type {{by: Tab, key: string, text: string}[]} */
let log = [];

/** A tab: what it wrote itself it sees at once, what others wrote when it hears of it. */
class Tab {
  /** @type {Map<string, string>} */
  storage = new Map();
  heard = 0;
  isFull = false;
  /** @type {((event: object) => void)[]} */
  listeners = [];
  /** @type {import('../../web/src/storage/kept.ts').Kept<Value>} */
  kept = /** @type {any} */ (null);

  static async open() {
    const tab = new Tab();
    tab.storage = new Map(log.map(({ key, text }) => [key, text]));
    tab.heard = log.length;
    tab.within(() => undefined);
    const { module } = await runnerImport('./web/src/storage/kept.ts', { logLevel: 'error' });
    tab.within(() => {
      tab.kept = new module.Kept(name, parse, empty);
      tab.kept.watch(() => undefined);
    });
    return tab;
  }

  /** @param {() => void} run */
  within(run) {
    Object.assign(globalThis, {
      localStorage: {
        getItem: (/** @type {string} */ key) => this.storage.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
          if (this.isFull) throw new DOMException('', 'QuotaExceededError');
          this.storage.set(key, text);
          log.push({ by: this, key, text });
        },
      },
      addEventListener: (/** @type {string} */ _, /** @type {any} */ heard) =>
        this.listeners.push(heard),
    });
    run();
  }

  /** @param {string} text */
  add(text) {
    this.within(() =>
      this.kept.change(({ folder, count }) => ({ folder: [...folder, text], count: count + 1 })),
    );
  }

  /** Hears of all that others have written since. What it wrote later itself stays. */
  hear() {
    while (this.heard < log.length) {
      const entry = log[this.heard++];
      if (!entry || entry.by === this) continue;
      const own = log.slice(this.heard).some(({ by, key }) => by === this && key === entry.key);
      if (!own) this.storage.set(entry.key, entry.text);
      this.within(() => {
        for (const heard of this.listeners) heard({ key: entry.key, newValue: entry.text });
      });
    }
  }
}

/** @param {Tab[]} tabs */
function settle(tabs) {
  for (let round = 0; tabs.some(({ heard }) => heard < log.length); round++) {
    assert.ok(round < 20, 'tabs go on telling each other');
    for (const tab of tabs) tab.hear();
  }
  for (const { kept } of tabs) assert.deepEqual(kept.value, tabs[0]?.kept.value);
  return /** @type {Value} */ (tabs[0]?.kept.value);
}

beforeEach(() => {
  log = [];
});

test('of two tabs that write at the same moment nothing is lost, and nothing is made twice', async () => {
  const [a, b] = [await Tab.open(), await Tab.open()];
  a.add('a1');
  b.add('b1');
  a.add('a2');
  const { folder, count } = settle([a, b]);
  assert.deepEqual([...folder].sort(), ['a1', 'a2', 'b1']);
  assert.equal(count, 3);
});

test('however late a tab hears of it', async (context) => {
  const [a, b] = [await Tab.open(), await Tab.open()];
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
  const tabs = [await Tab.open(), await Tab.open(), await Tab.open()];
  let written = 0;
  for (let round = 0; round < 60; round++) {
    for (let step = below(8); step >= 0; step--) {
      const tab = /** @type {Tab} */ (tabs[below(3)]);
      if (below(2)) tab.add(String(written++));
      else tab.hear();
    }
    const { folder, count } = settle(tabs);
    assert.equal(count, written);
    assert.equal(new Set(folder).size, written);
  }
});

test('what is taken away stays away, though another tab had written it', async () => {
  const [a, b] = [await Tab.open(), await Tab.open()];
  b.add('b1');
  settle([a, b]);
  a.within(() => a.kept.change(() => empty));
  assert.deepEqual(settle([a, b]), empty);
});

test('a tab that comes later takes nothing for lost', async () => {
  const a = await Tab.open();
  a.add('a1');
  const b = await Tab.open();
  b.add('b1');
  assert.deepEqual(settle([a, b]), { folder: ['a1', 'b1'], count: 2 });
});

test('what had no room is written with the next change that has', async () => {
  const [a, b] = [await Tab.open(), await Tab.open()];
  a.isFull = true;
  a.add('a1');
  assert.equal(a.kept.problem, 'full');
  b.add('b1');
  settle([b]);
  a.hear();
  assert.deepEqual(a.kept.value, { folder: ['b1', 'a1'], count: 2 });
  a.isFull = false;
  a.add('a2');
  assert.deepEqual(settle([a, b]), { folder: ['b1', 'a1', 'a2'], count: 3 });
});

test('an hour later a tab is forgotten in what is written, and its changes are still there once', async (context) => {
  const [a, b] = [await Tab.open(), await Tab.open()];
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  a.add('a1');
  settle([a, b]);
  context.mock.timers.tick(61 * 60_000);
  b.add('b1');
  assert.deepEqual(settle([a, b]), { folder: ['a1', 'b1'], count: 2 });
  assert.equal(Object.keys(JSON.parse(log.at(-1)?.text ?? '').tabs).length, 1);
});

test('a text that does not say who wrote it is taken as it is', async () => {
  const [a, b] = [await Tab.open(), await Tab.open()];
  a.add('a1');
  settle([a, b]);
  b.within(() =>
    localStorage.setItem('posenc.shared', JSON.stringify({ folder: ['older'], count: 1 })),
  );
  assert.deepEqual(settle([a]), { folder: ['older'], count: 1 });
});
