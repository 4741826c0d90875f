// Numbers that tests compare others with: what the posenc command computes, natively, from the same sources.
import assert from 'node:assert/strict';
import { evaluated } from './posenc.mjs';

/** @param {string} kind @param {object} params @returns {any} */
export function ofTheCore(kind, params) {
  const [{ got, error }] = evaluated(kind, [params]);
  if (got === undefined) throw new Error(error);
  return got;
}

export const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => n);

/** @param {number[]} got @param {number[]} expected @param {number} [within] */
export function close(got, expected, within = 1e-12) {
  assert.equal(got.length, expected.length);
  for (const [n, value] of got.entries()) {
    const wanted = expected[n] ?? NaN;
    assert.ok(
      Math.abs(value - wanted) <= within * Math.max(1, Math.abs(wanted)),
      `${value}, not ${wanted}`,
    );
  }
}

export const column = (/** @type {number[][]} */ rows, /** @type {number} */ n) =>
  rows.map((row) => row[n] ?? NaN);
