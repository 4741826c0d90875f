// Every case of the reference files through the functions that the page and the package have, so that no
// argument is in another's place. (What `posenc eval` makes of them is tests/native/reference_test.cpp.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadBeyondWords, loadCore } from '../../build/package/node.js';
import { asPrinted, beyondWordsKinds, kinds } from './kinds.mjs';

const core = await loadCore();
const beyondWords = await loadBeyondWords();

/** @param {any} got @param {any} expected @param {(got: number, expected: number) => boolean} close @param {string} at */
function assertMatches(got, expected, close, at) {
  if (typeof expected === 'number') {
    assert.ok(close(got, expected), `${at}: ${got} is not ${expected}`);
  } else if (expected === null) {
    assert.equal(got, null, at);
  } else {
    assert.deepEqual(Object.keys(got).sort(), Object.keys(expected).sort(), at);
    for (const key of Object.keys(expected)) {
      assertMatches(got[key], expected[key], close, `${at}/${key}`);
    }
  }
}

for (const family of [
  'sinusoidal',
  'rope',
  'alibi',
  'context_extension',
  'analysis',
  'beyond_words',
]) {
  test(`${family}.json, whole, at its tolerances`, () => {
    const { cases } = JSON.parse(readFileSync(`tests/reference/${family}.json`, 'utf8'));
    assert.ok(cases.length > 0);
    for (const { name, kind, params, expected, compare, tol_double } of cases) {
      assert.ok(kinds[kind] ?? beyondWordsKinds[kind], `no function for ${kind}`);
      const got = kinds[kind]?.(core, params) ?? beyondWordsKinds[kind]?.(beyondWords, params);
      /** @param {number} a @param {number} b */
      const close = (a, b) => {
        if (compare === 'exact') return a === b;
        const scale = compare === 'relative' ? Math.abs(b) : 1;
        return Math.abs(a - b) <= tol_double * scale;
      };
      assertMatches(asPrinted(got), expected, close, name);
    }
  });
}
