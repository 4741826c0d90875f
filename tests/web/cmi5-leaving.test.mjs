// What a cmi5 session sends while its page goes away, apart from any page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';

/** @type {{module: typeof import('../../web/src/lms/cmi5-leaving.ts')}} */
const { module } = await runnerImport('./web/src/lms/cmi5-leaving.ts', { logLevel: 'error' });
const { leavingParts } = module;

/** A browser sends no more in all; what is longer it does not send at all. */
const most = 64 * 1024;

const bytesOf = (/** @type {unknown} */ value) => Buffer.byteLength(JSON.stringify(value));

/** @param {number} length */
const answers = (length) =>
  Array.from({ length }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    exercise: 'e13.1',
    title: 'A table',
    seed: 7,
    item: 'PE(5)[2]',
    column: index,
    kind: /** @type {const} */ ('fill-in'),
    answer: 'π'.repeat(200),
    result: /** @type {const} */ ('correct'),
    latency: null,
    at: '2026-05-01T10:00:09.876Z',
  }));

/** @param {string} work @param {number} length */
function leaving(work, length) {
  const pending = answers(length);
  /** @type {import('../../web/src/lms/cmi5-record.ts').Cmi5Record} */
  const record = {
    version: 1,
    work,
    score: 100,
    completed: false,
    passed: false,
    sections: {},
    unconfirmed: [],
    pending,
  };
  /** @type {Map<string, any>} */
  const waiting = new Map([['initialized', { id: 'i' }]]);
  for (const { id, answer } of pending) waiting.set(`answered ${id}`, { id, response: answer });
  waiting.set('passed', { id: 'p' }).set('terminated', { id: 't' });
  return { record, waiting, sent: leavingParts(record, waiting) };
}

const idsOf = (/** @type {{id?: string | undefined}[]} */ list) => list.map(({ id }) => id);

test('what fits is sent whole', () => {
  const { record, waiting, sent } = leaving('w'.repeat(48_000), 5);
  assert.deepEqual(sent, { record, statements: [...waiting.values()] });
});

test('what a browser would not send is shortened: the work and the verdict stay', () => {
  for (const length of [15, 20, 40, 400]) {
    const { record, sent } = leaving('w'.repeat(48_000), length);
    assert.ok(bytesOf(sent.record) + bytesOf(sent.statements) <= most, String(length));
    assert.deepEqual(idsOf(sent.statements), ['i', 'p', 't']);
    assert.ok(sent.record);
    const { pending } = sent.record;
    assert.deepEqual({ ...sent.record, pending: [] }, { ...record, pending: [] });
    assert.deepEqual(pending, record.pending.slice(0, pending.length));
    assert.ok(pending.length >= 15 && (length < 40 || pending.length < length));
  }
});

test('without a record, as in a review, the statements alone are sent', () => {
  const { waiting } = leaving('', 0);
  const { record, statements } = leavingParts(null, waiting);
  assert.deepEqual([record, idsOf(statements)], [null, ['i', 'p', 't']]);
});
