// What tiny models learn, against PyTorch: one seed of every experiment that a page can set. The page trains the same
// models to the bit (tests/browser/labs.test.mjs). All seeds and all experiments: npm run experiments.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';

/**
 * @typedef {{mean: number, sd: number}} Spread over PyTorch's five seeds
 * @typedef {{task: string, scheme: string, options?: Record<string, string>, accuracy: Record<string, Spread>}} Configuration
 */

/** @type {{configurations: Configuration[]}} */
const { configurations } = JSON.parse(
  readFileSync('tests/reference/training/experiments.json', 'utf8'),
);
const shared = configurations.filter(({ options = {} }) =>
  Object.keys(options).every((name) => name === 'slopes'),
);

/** The longest that PyTorch trained on. @param {string} task */
const trainedLongest = (task) =>
  ['previous', 'forward-fill', 'first-causal'].includes(task) ? 16 : 8;

/** @param {Configuration} what @returns {Promise<Record<string, number | null>>} accuracies by length */
async function train({ task, scheme, options = {}, accuracy }) {
  const lengths = Object.keys(accuracy).join(',');
  const given = Object.entries({ task, scheme, seed: 1, lengths, ...options });
  const { stdout } = await promisify(execFile)(
    'build/native/posenc',
    ['train', ...given.flatMap(([name, value]) => [`--${name}`, String(value)]), '--json'],
    { maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout).accuracy;
}

/** Accuracies by task (steep slopes are another), scheme and length. @type {Record<string, Record<string, Record<string, number | null>>>} */
const found = {};

test('one seed of ours is like five of PyTorch', async () => {
  const waiting = [...shared];
  let compared = 0;
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const { task, scheme, options, accuracy } = one;
      const ours = await train(one);
      (found[options?.['slopes'] ? `${task} steep` : task] ??= {})[scheme] = ours;
      for (const [length, { mean, sd }] of Object.entries(accuracy)) {
        // What absolute positions do beyond the trained ones depends on the seed: 50 to 100 % there.
        if (task === 'order' && ['learned', 'sinusoidal'].includes(scheme) && Number(length) > 8)
          continue;
        // Their test sets have some hundred examples. Beyond the trained lengths seeds differ by more than their five did.
        const isBeyond = Number(length) > trainedLongest(task);
        const apart = 4 * sd + (isBeyond ? 0.12 : 0.05);
        const share = ours[length] ?? NaN;
        const what = `${task} ${scheme} ${length}: ${share}, not ${mean}`;
        assert.ok(Math.abs(share - mean) <= apart, what);
        compared += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  assert.ok(compared > 100, String(compared));
});

test('what follows from them: each conclusion from these numbers', () => {
  /** @param {string} task @param {string} scheme @param {number} length */
  const at = (task, scheme, length) => found[task]?.[scheme]?.[length] ?? NaN;
  /** @type {[string, boolean][]} */
  const conclusions = [
    [
      'order-blind without an encoding: exactly so with attention both ways',
      [4, 8, 16, 32].every((length) => at('order-bidirectional', 'none', length) === 0.5),
    ],
    ['and not so where attention is causal', at('order', 'none', 32) > 0.9],
    [
      'all five learn the causal task within the trained lengths',
      ['none', 'sinusoidal', 'learned', 'rope', 'alibi'].every((s) => at('order', s, 8) > 0.97),
    ],
    [
      'beyond them RoPE and ALiBi hold, and a learned table falls',
      at('order', 'rope', 32) > 0.9 &&
        at('order', 'alibi', 32) > 0.95 &&
        at('order', 'learned', 32) < 0.8,
    ],
    [
      'a symmetric ramp cannot tell left from right, half the heads to each side can',
      at('order-bidirectional', 'alibi', 8) < 0.95 &&
        at('order-bidirectional', 'alibi-directional', 32) > 0.98,
    ],
    [
      'RoPE does not extrapolate without limit',
      at('order-bidirectional', 'rope', 8) > 0.9 &&
        at('order-bidirectional', 'rope', 32) < 0.55 &&
        at('previous', 'rope', 32) > 0.97 &&
        at('previous', 'rope', 64) < 0.65,
    ],
    [
      'sinusoidal does not extrapolate on previous token, forward fill or ordering both ways',
      at('previous', 'sinusoidal', 32) < 0.25 &&
        at('forward-fill', 'sinusoidal', 32) < 0.5 &&
        at('order-bidirectional', 'sinusoidal', 16) < 0.55,
    ],
    [
      'copying needs no position',
      ['none', 'sinusoidal', 'learned', 'rope', 'alibi'].every((s) => at('copy', s, 8) > 0.99),
    ],
    [
      'reversing does: none stays at 1 in 7, a place is what it needs',
      Math.abs(at('reverse', 'none', 8) - 1 / 7) < 0.02 &&
        at('reverse', 'sinusoidal', 8) > 0.99 &&
        at('reverse', 'rope', 8) < 0.4,
    ],
    [
      'counting is better without a table',
      at('count', 'none', 8) - at('count', 'learned', 8) > 0.1,
    ],
    [
      'ALiBi is best for recency, and not for the first token',
      at('forward-fill', 'alibi', 64) > at('forward-fill', 'rope', 64) + 0.2 &&
        at('first-causal', 'alibi', 64) < at('first-causal', 'learned', 64) - 0.5,
    ],
    [
      'its slopes are too flat for previous token with four heads, and steeper ones are not',
      at('previous', 'alibi', 16) < 0.95 && at('previous steep', 'alibi', 64) > 0.98,
    ],
    [
      'no scheme wins everywhere',
      ['none', 'sinusoidal', 'learned', 'rope', 'alibi'].every((scheme) =>
        ['previous', 'forward-fill', 'first-causal'].some((task) => at(task, scheme, 64) < 0.7),
      ),
    ],
  ];
  const failed = conclusions.filter(([, holds]) => !holds).map(([what]) => what);
  assert.deepEqual(failed, []);
});
