// What a figure has asked the core lately is not asked again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';

/** @typedef {import('../../web/src/figures/recent-answers.ts').Computes} Computes */
/** @type {typeof import('../../web/src/figures/recent-answers.ts')} */
const { RecentAnswers } = (await runnerImport('./web/src/figures/recent-answers.ts')).module;

/** A core that counts what it is asked. @param {(offset: number) => Promise<unknown>} [answer] */
function counting(answer = (offset) => Promise.resolve({ values: offset })) {
  /** @type {number[]} */
  const asked = [];
  const computes = /** @type {Computes} */ (
    /** @type {unknown} */ ({
      call: (/** @type {string} */ _, /** @type {Float64Array} */ offsets) => {
        asked.push(offsets[0] ?? NaN);
        return answer(offsets[0] ?? NaN);
      },
    })
  );
  const recent = new RecentAnswers();
  const askFor = (/** @type {Float64Array} */ offsets) =>
    recent.ask('exponentialDecay', [offsets], computes);
  const ask = (/** @type {number} */ offset) => askFor(Float64Array.of(offset));
  return { asked, ask, askFor };
}

test('the same question is asked once, another one again', async () => {
  const { asked, ask } = counting();
  const [one, same, other] = await Promise.all([ask(1), ask(1), ask(2)]);
  assert.equal(one, same);
  assert.notEqual(one, other);
  assert.deepEqual(asked, [1, 2]);
});

test('a few answers are kept: those asked for last', async () => {
  const { asked, ask } = counting();
  await ask(0);
  for (let offset = 1; offset < 40; offset++) {
    await ask(offset);
    await ask(0);
  }
  assert.equal(asked.filter((offset) => offset === 0).length, 1);
  await ask(1);
  assert.equal(asked.filter((offset) => offset === 1).length, 2);
});

test('a question that failed is asked again', async () => {
  let broken = true;
  const { asked, ask } = counting(() =>
    broken ? Promise.reject(new Error('broken')) : Promise.resolve({ values: 1 }),
  );
  await assert.rejects(ask(1), /broken/);
  broken = false;
  await ask(1);
  assert.deepEqual(asked, [1, 1]);
});

test('a long list is known again as itself, not by its numbers', async () => {
  const { asked, askFor } = counting();
  const [one, other] = [3, 3].map((first) => new Float64Array(100_000).fill(first));
  assert.ok(one && other);
  await askFor(one);
  await askFor(one);
  assert.deepEqual(asked, [3]);
  await askFor(other);
  assert.deepEqual(asked, [3, 3]);
});
