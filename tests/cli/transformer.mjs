// The transformer of web/lesson/code/torch against the core's: the same losses from the same weights on the same batches,
// and the same logits. `npm test -- all` runs PyTorch; `npm test` compares what it gave then, which is stored.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { posenc } from '../posenc.mjs';

export const folder = 'web/lesson/code/torch';
export const listings = ['load_model.py', 'transformer.py'];
export const storedFile = 'tests/reference/listings/transformer.json';
/** How to store it again. */
export const renewal = 'RENEW=1 node --test tests/cli/transformer.all.test.mjs';

const schemes = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 't5'];
const tokens = [1, 3, 0, 2, 4];
// (At the task's own rate of 0.005, one unit of 65,000 that is 0 here and not there, by rounding, is seen in the loss after
// 50 steps.)
const gentle = ['--warmup', '10', '--learning-rate', '1e-3'];
export const runs = [
  ...schemes.map((scheme) => ({ task: 'copy-course', scheme, options: [] })),
  ...schemes.map((scheme) => ({ task: 'order', scheme, options: gentle })),
  // Other sizes.
  { task: 'copy-course', scheme: 't5', options: ['--heads', '3', '--d-model', '12'] },
  {
    task: 'order',
    scheme: 'rope',
    options: [...gentle, '--layers', '2', '--heads', '2', '--base', '500'],
  },
];
/** @typedef {typeof runs[number]} Run */

/** @param {string} listing */
export const hashOf = (listing) =>
  createHash('sha256')
    .update(readFileSync(join(folder, listing)))
    .digest('hex');

/**
 * Trains for 20 steps, for weights that are not those of the start, and with another seed for 50 more.
 * @param {Run} run @param {string} place where its files are written
 */
export function trained({ task, scheme, options }, place) {
  const [weights, batches, after] = ['weights', 'batches', 'after'].map((name) =>
    join(place, `${name}.safetensors`),
  );
  const train = (/** @type {string[]} */ ...more) => {
    const all = ['train', '--task', task, '--scheme', scheme, ...options, ...more];
    const few = ['--test-examples', '2', '--lengths', '8', '--json'];
    const { status, stdout, stderr } = posenc([...all, ...few]);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  train('--steps', '20', '--export', weights ?? '');
  const { losses, logits } = train(
    ...['--steps', '50', '--seed', '2', '--weights', weights ?? '', '--batches', batches ?? ''],
    ...['--export', after ?? '', '--logits', tokens.join()],
  );
  return { weights, batches, after, tokens, losses, logits: logits.flat() };
}

/**
 * No two of the numbers are farther apart than that.
 * @param {number[]} got @param {number[]} expected @param {number} within @param {string} what
 */
function near(got, expected, within, what) {
  assert.equal(got.length, expected.length, what);
  for (const [n, one] of expected.entries()) {
    assert.ok(Math.abs((got[n] ?? NaN) - one) <= within, `${what} ${n}: ${got[n]}, not ${one}`);
  }
}

/** @typedef {{losses: number[], logits: number[]}} Numbers */

/** @param {Run} run @param {Numbers} torch @param {Numbers} ours */
export function compare({ task, scheme, options }, torch, ours) {
  const name = [task, scheme, ...options].join(' ');
  // Single precision: the differences of 50 steps add up. (Measured: at most 1e-5 for losses and 3e-6 for logits.)
  near(torch.losses, ours.losses, 1e-4, `${name}: loss`);
  near(torch.logits, ours.logits, 1e-5, `${name}: logit`);
}
