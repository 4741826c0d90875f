// Lab 5's results in words, apart from any page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';

/** @type {typeof import('../../web/src/labs/raise-base/words.ts')} */
const { bestOf, divergedText, findingOf, lossSummary, namesOf, rangeWords, stepTable } = (
  await runnerImport('./web/src/labs/raise-base/words.ts', { logLevel: 'error' })
).module;

const ranges = [
  { from: 0, length: 64 },
  { from: 64, length: 256 },
  { from: 256, length: 512 },
];
const names = namesOf(10_000, 500_000);

/** @param {number[]} results in bits, one for each range @param {{bits?: number[], divergedAt?: number}} [more] */
const phase = (results, { bits = [], divergedAt } = {}) => ({
  ...{ options: {}, losses: bits, accuracies: bits, bits, divergedAt: divergedAt ?? null },
  evaluated: results.map((bits, n) => ({ ...ranges[n], bits })),
});

const phases = /** @type {any} */ ({
  trained: phase([2, 4, 5]),
  base: phase([3, 3.5, 4.5]),
  longer: phase([2.1, 3, 4], { bits: [4, 3] }),
  both: phase([], { bits: [4.5], divergedAt: 2 }),
});

test('a model whose loss became NaN has no result, and the best of the others is best', () => {
  assert.equal(bestOf(phases), 'longer');
  assert.equal(
    divergedText(phases, names),
    'Base 500000, more training: the loss became NaN at step 2.',
  );
  assert.equal(
    rangeWords(phases, names, 2),
    'positions 256 to 511: as trained 5.000, base only 4.500, same base 4.000, both no result',
  );
  assert.equal(
    findingOf(phases, /** @type {any} */ ({ base: 10_000 }), { base: 500_000, length: 256 }),
    'Bits per character at positions 64 to 255: as trained 4.00, base only 3.50, same base 3.00, both no result. At positions 256 to 511: as trained 5.00, base only 4.50, same base 4.00, both no result',
  );
});

test('the losses of both runs, in a sentence and as a table', () => {
  assert.equal(
    lossSummary(phases, names),
    'Bits per character, from the first step to the last: same base from 4.00 to 3.00, both from 4.50 to 4.50.',
  );
  const { head, count, row } = stepTable(phases, names);
  assert.deepEqual(head.slice(0, 4), [
    'step',
    'Base 10000, more training (loss)',
    'Base 10000, more training (accuracy)',
    'Base 10000, more training (bits per character)',
  ]);
  assert.equal(count, 2);
  assert.deepEqual(row(1), [2, 3, 3, 3, '', '', '']);
});
