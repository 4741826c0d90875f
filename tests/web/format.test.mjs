// Numbers as the page writes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';

test('what is not all is never 100 %', async () => {
  /** @type {typeof import('../../web/src/plots/format.ts')} */
  const { percent } = (await runnerImport('./web/src/plots/format.ts')).module;
  const cases = /** @type {const} */ ([
    [1, 0, '100'],
    [1, 1, '100.0'],
    [0.995, 0, '99'],
    [0.9996, 1, '99.9'],
    [0.99949, 1, '99.9'],
    [1 - 1e-12, 2, '99.99'],
    [0.994, 0, '99'],
    [0.5, 0, '50'],
    [0, 1, '0.0'],
    // More than all, as of something smaller.
    [1.004, 0, '100'],
  ]);
  for (const [fraction, digits, shown] of cases) {
    assert.equal(percent(fraction, digits), `${shown}\u202f%`, `${fraction}`);
  }
  assert.equal(percent(0.996), '99\u202f%');
});

test('one thing has no s', async () => {
  /** @type {typeof import('../../web/src/plots/format.ts')} */
  const { quantity } = (await runnerImport('./web/src/plots/format.ts')).module;
  assert.equal(quantity(0, 'head'), '0 heads');
  assert.equal(quantity(1, 'head'), '1 head');
  assert.equal(quantity('1', 'turn'), '1 turn');
  assert.equal(quantity('1.5', 'turn'), '1.5 turns');
});

test('a scale goes as far as the numbers do, on both sides of 0 only where there are numbers', async () => {
  /** @type {typeof import('../../web/src/plots/sequential.ts')} */
  const { scaleOver } = (await runnerImport('./web/src/plots/sequential.ts')).module;
  const ends = (/** @type {number[][]} */ ...parts) => {
    const { lowest, highest } = scaleOver(...parts.map((part) => Float64Array.from(part)));
    return [lowest, highest];
  };
  assert.deepEqual(ends([0, 0.5], [1]), [0, 1]);
  assert.deepEqual(ends([-0.25, 0.5], [1]), [-1, 1]);
  assert.deepEqual(ends([-0.25, 0], [-2]), [-2, 0]);
  assert.deepEqual(ends([0, 0]), [0, 1]);
});
