// What the listings in PyTorch gave when they were last run (torch-listings.all.test.mjs), against the core's numbers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { near } from './listings.mjs';
import { cases, hashOf, listings, renewal, storedFile, toleranceOf } from './torch-listings.mjs';

const { listings: stored } = JSON.parse(readFileSync(storedFile, 'utf8'));

test('every listing is as it was when it was run', () => {
  assert.deepEqual(Object.keys(stored).sort(), listings, renewal);
  assert.deepEqual([...new Set(cases.map((one) => one.listing))].sort(), listings);
  for (const listing of listings) {
    assert.equal(stored[listing].sha256, hashOf(listing), `${listing} has changed: ${renewal}`);
  }
});

for (const listing of listings) {
  test(`${listing}: what it gave are the core’s numbers`, () => {
    const kept = cases.filter((one) => one.listing === listing && one.isStored !== false);
    const { outputs } = stored[listing];
    assert.deepEqual(
      Object.keys(outputs),
      kept.map(({ program }) => program),
      renewal,
    );
    for (const one of kept) {
      if ('expected' in one) near(outputs[one.program], one.expected(), toleranceOf(one));
      else assert.match(outputs[one.program], new RegExp(`^${one.raises}: .*\\d`));
    }
  });
}
