// The registry's remedies through the npm package: each is applied with the settings that the registry lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore, remedies } from '../../build/package/node.js';

const core = await loadCore();
const options = { dModel: 64, base: 10000, variant: /** @type {const} */ ('paper') };

test('withRemedy takes every remedy of the registry, and keeps the fast pairs where it has bounds', () => {
  const { inverseFrequencies: before } = core.frequencies(options);
  for (const { name, slow, fast } of remedies) {
    const { inverseFrequencies: after } = core.withRemedy(name, options, 2048, 4, 8192);
    assert.equal(after.length, 32, name);
    if (name === 'none') assert.deepEqual(after, before);
    else assert.notDeepEqual(after, before, name);
    if (fast === 0) continue;
    // (The released code has its bounds between whole pairs.)
    if (name === 'yarn-released') continue;
    for (const [i, frequency] of before.entries()) {
      const rotations = (2048 * frequency) / (2 * Math.PI);
      const times = frequency / (after[i] ?? NaN);
      if (rotations > fast) assert.equal(times, 1, `${name}, pair ${i}`);
      else if (rotations < slow) assert.ok(Math.abs(times - 4) < 1e-12, `${name}, pair ${i}`);
      else assert.ok(times >= 1 && times <= 4 + 1e-12, `${name}, pair ${i}`);
    }
  }
});
