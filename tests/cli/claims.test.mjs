// Claims on trial at the command line. All that train: claims.all.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posenc, rejects } from '../posenc.mjs';
import { isAsExpected } from './trained-claims.mjs';

const run = (/** @type {string[]} */ ...args) => posenc(['claims', ...args]);

test('claims lists all of them', () => {
  const { status, stdout, stderr } = run();
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const { claims } = JSON.parse(stdout);
  const numbers = claims.map((/** @type {any} */ { number }) => number);
  assert.deepEqual(
    numbers,
    numbers.toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b),
  );
  for (const claim of claims) {
    assert.deepEqual(Object.keys(claim), ['number', 'text', 'section', 'kind', 'sources']);
    assert.match(claim.text, /^[A-Z].*[.…]$/);
    assert.match(claim.kind, /^(computed|timed|trained)$/);
    for (const { text, url } of claim.sources) assert.ok(text && /^(https:|\.\/)/.test(url), text);
  }
});

// The two whose models are trained soonest.
for (const [number, seeds] of [
  [27, 3],
  [46, 1],
]) {
  test(`claim ${number}, tried with ${seeds} models of each kind, comes out as it should`, () => {
    const { status, stdout, stderr } = run(`${number}`, '--seeds', `${seeds}`);
    assert.equal(status, 0, stderr);
    isAsExpected(JSON.parse(stdout), seeds ?? 0);
  });
}

test('a claim that trains nothing has no runs, whatever the number of seeds', () => {
  const { status, stdout } = run('6', '--seeds', '2');
  assert.equal(status, 0);
  const { verdict, runs, findings } = JSON.parse(stdout);
  assert.equal(verdict, 'true');
  assert.deepEqual(runs, []);
  assert.ok(findings.length > 0);
});

test('what is asked wrongly is one line and exit code 2', () => {
  const { claims } = JSON.parse(run().stdout);
  const all = claims.length;
  const range = `[claims] the number of a claim must be a whole number from 1 to ${all} but got`;
  rejects(['claims', '0'], `${range} 0`);
  rejects(['claims', '2.5'], `${range} 2.5`);
  rejects(['claims', '99'], `${range} 99`);
  rejects(['claims', 'x'], 'the number of a claim must be a number but got "x"');
  rejects(
    ['claims', '12', '--seeds', '0'],
    '--seeds must be a whole number from 1 to 100 but got 0',
  );
  rejects(
    ['claims', '6', '--seeds', '1.5'],
    '--seeds must be a whole number from 1 to 100 but got 1.5',
  );
  rejects(['claims', '12', '--seeds', 'many'], '--seeds must be a number but got "many"');
  rejects(['claims', '12', '--seeds'], '--seeds needs a value');
  const usage = 'expected "claims", or "claims NUMBER|all [--seeds N]"';
  rejects(['claims', '12', '13'], usage);
  rejects(['claims', '--seeds', '2'], usage);
});
