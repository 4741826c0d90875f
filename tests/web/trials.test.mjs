// What is kept of claims, mistakes and formulas that were tried: what is read of it, and how two lots become one.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { runnerImport } from 'vite';

/** @typedef {import('../../web/src/storage/trials.ts').Trials} Trials */
/** @typedef {import('../../web/src/storage/trials.ts').TriedClaim} TriedClaim */

/** @type {Map<string, string>} */
const storage = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => storage.set(key, text),
    removeItem: (/** @type {string} */ key) => storage.delete(key),
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});

/** @type {typeof import('../../web/src/storage/trials.ts')} */
const { mergedTrials, noTrials, trialsFrom, TrialsWork } = (
  await runnerImport('./web/src/storage/trials.ts', { logLevel: 'error' })
).module;

const day = (/** @type {number} */ n) => `2026-05-${String(n).padStart(2, '0')}T10:00:00.000Z`;

/**
 * Voted on a day, tried last on another.
 * @param {TriedClaim['vote']} vote @param {number} votedOn @param {TriedClaim['verdict']} verdict @param {number} on
 */
const claim = (vote, votedOn, verdict, on) => {
  /** @type {TriedClaim['outcome']} */
  const outcome = vote === '' ? 'empty' : vote === verdict ? 'right' : 'wrong';
  return { vote, verdict, outcome, votedAt: day(votedOn), at: day(on) };
};

/** @param {Partial<Trials>} changes @returns {Trials} */
const trials = (changes) => ({ ...noTrials, ...changes });

/** @param {number[]} picks @param {'found' | 'shown' | null} end @param {number} on */
const mistake = (picks, end, on) => ({ picks, end, at: day(on) });

/** @param {string} text @param {number} on @param {string[]} [holds] */
const formula = (text, on, holds = []) => ({ formula: text, d: 8, holds, at: day(on) });

beforeEach(() => {
  const work = new TrialsWork();
  // (What is kept is shared by all of a page.)
  const stored = /** @type {any} */ (work).stored;
  stored.change(() => noTrials);
});

test('what was kept is read as it is, with what a newer version added; anything else is none', () => {
  const whole = trials({
    claims: { 7: { ...claim('true', 1, 'false', 2), .../** @type {object} */ ({ more: 1 }) } },
    mistakes: { 'one-based': mistake([1, 3], 'found', 3) },
    formulas: [formula('sin(pos)', 4, ['bounded'])],
  });
  const stored = { ...JSON.parse(JSON.stringify(whole)), newer: true };
  assert.deepEqual(trialsFrom(stored), stored);
  assert.deepEqual(trialsFrom(JSON.parse(JSON.stringify(noTrials))), noTrials);

  const spoiled = [
    ...[null, 7, 'trials', [], {}, { ...whole, version: 2 }],
    ...[
      { ...whole, claims: [] },
      { ...whole, formulas: {} },
      { ...whole, mistakes: null },
    ],
    ...[
      { vote: 'perhaps' },
      { verdict: '' },
      { outcome: 'nearly' },
      { at: 7 },
      { votedAt: null },
    ].map((wrong) => ({ ...whole, claims: { 7: { ...claim('true', 1, 'false', 2), ...wrong } } })),
    ...[{ picks: ['1'] }, { picks: [0.5] }, { end: 'lost' }, { at: null }].map((wrong) => ({
      ...whole,
      mistakes: { a: { ...mistake([1], null, 1), ...wrong } },
    })),
    ...[{ formula: 1 }, { d: '8' }, { holds: [1] }, { holds: 'bounded' }, { at: 1 }].map(
      (wrong) => ({
        ...whole,
        formulas: [{ ...formula('pos', 1), ...wrong }],
      }),
    ),
  ];
  for (const [n, one] of spoiled.entries()) assert.equal(trialsFrom(one), null, `spoiled ${n}`);
});

test('of two lots the oldest vote counts, and the newest verdict; the outcome is of these', () => {
  const mine = trials({
    claims: { 7: claim('true', 1, 'depends', 2), 8: claim('', 1, 'true', 1) },
  });
  const other = trials({
    claims: {
      7: claim('false', 3, 'true', 4),
      8: claim('true', 2, 'true', 2),
      9: claim('false', 1, 'false', 1),
    },
  });
  for (const merged of [mergedTrials(mine, other), mergedTrials(other, mine)]) {
    assert.deepEqual(merged.claims, {
      7: claim('true', 1, 'true', 4),
      8: claim('', 1, 'true', 2),
      9: claim('false', 1, 'false', 1),
    });
  }
});

test('of a mistake the end counts, and then the newest; of formulas each once, at its newest', () => {
  const mine = trials({
    mistakes: {
      a: mistake([1, 2], 'found', 1),
      b: mistake([1], null, 1),
      c: mistake([], 'shown', 5),
    },
    formulas: [formula('pos', 1), formula('i', 3)],
  });
  const other = trials({
    mistakes: { a: mistake([3], null, 9), b: mistake([4], null, 2), c: mistake([1], 'found', 4) },
    formulas: [formula('1', 2), formula('pos', 4, ['distinct'])],
  });
  const merged = mergedTrials(mine, other);
  assert.deepEqual(merged.mistakes, {
    a: mistake([1, 2], 'found', 1),
    b: mistake([4], null, 2),
    c: mistake([], 'shown', 5),
  });
  assert.deepEqual(merged.formulas, [
    formula('1', 2),
    formula('i', 3),
    formula('pos', 4, ['distinct']),
  ]);
});

/** The same numbers each time. @param {number} seed */
function drawn(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** @param {(below: number) => number} draw @returns {Trials} */
function someTrials(draw) {
  const verdicts = /** @type {const} */ (['true', 'false', 'depends']);
  const verdict = () => verdicts[draw(3)] ?? 'true';
  const some = (/** @type {number} */ count, /** @type {(n: number) => [string, any]} */ make) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => n)
        .filter(() => draw(3) > 0)
        .map(make),
    );
  return trials({
    claims: some(4, (n) => {
      const votedOn = 1 + draw(3);
      /** @type {TriedClaim['vote']} */
      const vote = draw(4) > 0 ? verdict() : '';
      return [String(n + 1), claim(vote, votedOn, verdict(), votedOn + draw(3))];
    }),
    mistakes: some(4, (n) => {
      const end = /** @type {const} */ ([null, 'found', 'shown'])[draw(3)] ?? null;
      return [`m${n}`, mistake([draw(5)], end, 1 + draw(4))];
    }),
    formulas: Object.values(some(40, () => ['', ''])).length
      ? Array.from({ length: 40 }, () =>
          formula(`pos + ${draw(90)}`, 1 + draw(28), draw(2) ? ['distinct'] : []),
        )
      : [],
  });
}

test('in whatever order lots of work are merged, and however often, the same comes out', () => {
  const sorted = (/** @type {Trials} */ all) => ({
    ...all,
    claims: Object.fromEntries(Object.entries(all.claims).sort()),
    mistakes: Object.fromEntries(Object.entries(all.mistakes).sort()),
  });
  const same = (/** @type {Trials} */ one, /** @type {Trials} */ two, /** @type {string} */ what) =>
    assert.deepEqual(sorted(one), sorted(two), what);
  for (let seed = 1; seed <= 300; seed++) {
    const draw = drawn(seed);
    // As a file that was merged before would have them: each formula once.
    const [a, b, c] = /** @type {[Trials, Trials, Trials]} */ (
      [0, 1, 2].map(() => mergedTrials(noTrials, someTrials(draw)))
    );
    const ab = mergedTrials(a, b);
    same(ab, mergedTrials(b, a), `${seed}: both ways`);
    same(mergedTrials(ab, c), mergedTrials(a, mergedTrials(b, c)), `${seed}: in threes`);
    same(mergedTrials(ab, b), ab, `${seed}: once more`);
    same(mergedTrials(a, noTrials), a, `${seed}: with nothing`);
    assert.ok(ab.formulas.length <= 50);
  }
});

test('names from a file may be any', () => {
  const other = trialsFrom(
    JSON.parse(
      `{"version":1,"claims":{},"mistakes":{"__proto__":${JSON.stringify(mistake([1], 'found', 1))}},"formulas":[]}`,
    ),
  );
  assert.ok(other);
  const merged = mergedTrials(noTrials, other);
  assert.deepEqual(Object.keys(merged.mistakes), ['__proto__']);
  assert.equal(/** @type {any} */ ({}).picks, undefined);
});

test('the vote before the first trial is kept, with what it comes to by the newest', () => {
  const work = new TrialsWork();
  assert.equal(work.claim(7), null);
  work.tried(7, { vote: 'true', verdict: 'depends', outcome: 'wrong' });
  const first = work.claim(7);
  assert.equal(first?.votedAt, first?.at);
  work.tried(7, { vote: 'true', verdict: 'true', outcome: 'right' });
  work.tried(7, { vote: 'false', verdict: 'true', outcome: 'wrong' });
  const { vote, verdict, outcome, votedAt } = work.claim(7) ?? {};
  assert.deepEqual({ vote, verdict, outcome }, { vote: 'true', verdict: 'true', outcome: 'right' });
  assert.equal(votedAt, first?.votedAt);
  assert.equal(work.claim(8), null);
});

test('after its end nothing changes a mistake; a formula is kept once', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(day(1)) });
  const work = new TrialsWork();
  let heard = 0;
  const end = new TrialsWork().watch(() => heard++);
  work.picked('a', 3, null);
  work.picked('a', 5, 'found');
  work.picked('a', 1, null);
  work.picked('a', null, 'shown');
  const { picks, end: how } = work.mistake('a') ?? {};
  assert.deepEqual([picks, how], [[3, 5], 'found']);
  work.brought('sin(pos)', 8, ['bounded']);
  work.brought('sin(pos)', 16, ['bounded']);
  t.mock.timers.setTime(Date.parse(day(2)));
  work.brought('sin(pos)', 8, ['bounded', 'distinct']);
  assert.deepEqual(
    work.value.formulas.map(({ d, holds }) => [d, holds]),
    [
      [16, ['bounded']],
      [8, ['bounded', 'distinct']],
    ],
  );
  assert.equal(heard, 7);
  end();
});
