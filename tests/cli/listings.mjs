// What the tests of the lesson's listings share: a Python that runs them, and the core's numbers.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { evaluated } from '../posenc.mjs';

export const folder = 'web/lesson/code';
export const base = 10000;
/** Of double precision at positions below 1000, where an angle is off by less than 1000 · 2^-53. */
export const tolerance = 1e-12;

export const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => n);

/** Numbers between -1 and 1 that look random, in any shape. @param {number[]} shape @returns {any} */
export function numbers([count = 0, ...inner], seed = 1) {
  return upTo(count).map((n) =>
    inner.length > 0 ? numbers(inner, seed * 31 + n) : Math.sin(seed * 12.9 + n * 78.2),
  );
}

/** @param {string} kind @param {object} params @returns {any} */
export function core(kind, params) {
  const [{ got, error }] = evaluated(kind, [params]);
  assert.equal(error, undefined);
  return got;
}

/** The same shape, and the same values: numbers as near as that. @param {any} got @param {any} expected */
export function near(got, expected, within = tolerance, at = 'result') {
  if (Array.isArray(expected)) {
    assert.equal(got?.length, expected.length, at);
    for (const [n, one] of expected.entries()) near(got[n], one, within, `${at}[${n}]`);
  } else if (typeof expected !== 'number') assert.equal(got, expected, at);
  else assert.ok(Math.abs(got - expected) <= within, `${at}: ${got}, not ${expected}`);
}

/** @typedef {{got?: any, error?: string}} Left what a program left in `result`, or the error that it raised */

/**
 * One Python for many programs: to start it takes longer than what is tested.
 * @param {(args: string[]) => import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} startPython
 * @param {string[]} folders of listings
 */
export function startRunner(startPython, folders) {
  const program = resolve('tests/cli/listings.py');
  const { stdin, stdout } = startPython([program, ...folders.map((one) => resolve(one))]);
  const answers = createInterface(stdout)[Symbol.asyncIterator]();
  return {
    /**
     * Runs a program that sees the names of a module, and what it is given.
     * @param {string} module @param {string} program @param {Record<string, unknown>} [given] @returns {Promise<Left>}
     */
    async run(module, program, given = {}) {
      stdin.write(`${JSON.stringify([module, given, program])}\n`);
      const { value, done } = await answers.next();
      assert.ok(!done, `Python ended at ${program}`);
      return JSON.parse(value);
    },
    end: () => stdin.end(),
  };
}
