// All claims at the command line: what has to be trained is trained here, as the page does it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed } from '../posenc.mjs';
import { expected, isAsExpected } from './trained-claims.mjs';

const run = (/** @type {string[]} */ ...args) => printed(['claims', ...args]);
const numbers = (/** @type {any[]} */ claims) => claims.map(({ number }) => number);

/** @type {{claims: any[]}} */
const { claims } = run('all', '--seeds', '1');

test('all claims are there, and those that train are the ones with expectations', () => {
  assert.deepEqual(numbers(claims), numbers(run().claims));
  const trained = claims.filter(({ runs }) => runs.length > 0);
  assert.deepEqual(numbers(trained).map(String), Object.keys(expected));
});

for (const number of Object.keys(expected)) {
  test(`claim ${number} comes out as it should`, () => {
    isAsExpected(claims[Number(number) - 1], 1);
  });
}

test('a claim alone has what it has among all', () => {
  // Among all it shares models with other claims; alone it trains its own.
  assert.deepEqual(run('15', '--seeds', '1'), claims[14]);
});
