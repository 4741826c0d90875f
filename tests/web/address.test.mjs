// What is read from an address, whatever stands in it. (What a page makes of it: tests/browser/failures.test.mjs.)
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { runnerImport } from 'vite';
import { hostile } from '../hostile.mjs';

/** @type {{module: typeof import('../../web/src/ui/address.ts')}} */
const {
  module: { askedIn },
} = await runnerImport('./web/src/ui/address.ts');
/** @type {{module: typeof import('../../web/src/exercises/assignment.ts')}} */
const {
  module: { assignmentIn },
} = await runnerImport('./web/src/exercises/assignment.ts');

const parameters = /** @type {any} */ ({
  position: { type: 'number' },
  whole: { type: 'flag' },
  words: { type: 'text' },
});

afterEach(() => {
  assert.deepEqual(Object.getOwnPropertyNames({}), []);
  assert.equal('harm' in globalThis || 'harm' in {}, false);
});

test('a number is a number, a flag is yes or no, and what is neither is named', () => {
  for (const value of hostile) {
    const text = new URLSearchParams(`v=${value}`).get('v') ?? '';
    const number = askedIn(`?f.position=1&f.position=${value}`, 'f', parameters);
    if (number.problem === null) {
      assert.ok(typeof number.values['position'] === 'number' && text.trim() !== '', value);
      assert.ok(!Number.isNaN(number.values['position']), value);
    } else {
      assert.equal(number.problem, `In the address, position must be a number but is "${text}"`);
    }
    const flag = askedIn(`?f.whole=${value}`, 'f', parameters);
    assert.equal(flag.problem, `In the address, whole must be yes or no but is "${text}"`);
    assert.deepEqual(askedIn(`?f.words=${value}`, 'f', parameters).values, { words: text });
  }
});

test('a parameter that there is not is named, and those of other figures are none of its business', () => {
  for (const value of hostile) {
    const text = [...new URLSearchParams(`${value}=1`).keys()][0] ?? '';
    const { values, problem } = askedIn(`?f.position=1&f.${value}=1`, 'f', parameters);
    assert.deepEqual(values, {});
    assert.equal(problem, `This figure has no parameter "${text}", only position, whole, words`);
    const others = `?g.${value}=${value}&${value}=${value}&__proto__[harm]=1`;
    assert.deepEqual(askedIn(others, 'f', parameters), { values: {}, problem: null });
  }
});

test('a link of a class sets exercises that there are, with seeds that are numbers, or says what is wrong', () => {
  for (const value of hostile) {
    for (const search of [
      `?set=${value}`,
      `?set=${value}&set=e13.1:1`,
      `?set=e13.1:${value}`,
      `?set=e13.1:1,${value}:1`,
    ]) {
      const read = assignmentIn(search);
      assert.ok(read && 'fault' in read && read.fault.length > 10, search.slice(0, 100));
      assert.ok(read.fault.length < 1000, `${read.fault.length} characters`);
    }
    const named = assignmentIn(`?set=e13.1:7&class=${value}`);
    if (named && 'set' in named) assert.deepEqual(named.set, [{ id: 'e13.1', seed: 7 }]);
    else assert.match(named?.fault ?? '', /must have at most \d+ characters/);
  }
});
