// Claims on trial at the command line: what has to be trained is trained here, as the page does it.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** @param {string[]} args */
const run = (...args) =>
  spawnSync('build/native/posenc', ['claims', ...args], { encoding: 'utf8' });

/** @param {string} stderr @param {string[]} args */
function rejects(stderr, ...args) {
  const result = run(...args);
  assert.equal(result.stderr, `posenc: ${stderr}\n`);
  assert.equal(result.stdout, '');
  assert.equal(result.status, 2);
}

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

/**
 * With one seed (posenc claims all alone: with as many as the plans have): verdict, what is for it (+), against it (-) or aside (.), and a number: which finding has it, and what it is about.
 * @type {Record<number, { verdict: string, supports: string, finding: number, value: number, within: number }>}
 */
const expected = {
  12: { verdict: 'false', supports: '-..', finding: 0, value: 1, within: 0.001 },
  13: { verdict: 'depends', supports: '-++-', finding: 0, value: -38, within: 12 },
  14: { verdict: 'depends', supports: '+--+', finding: 1, value: 0.13, within: 0.04 },
  15: { verdict: 'depends', supports: '++-.', finding: 2, value: 0.99, within: 0.02 },
  20: { verdict: 'depends', supports: '--+--', finding: 2, value: 0.43, within: 0.05 },
  21: { verdict: 'false', supports: '---...', finding: 2, value: 0.22, within: 0.03 },
  23: { verdict: 'depends', supports: '+-+-', finding: 1, value: -0.32, within: 0.03 },
  27: { verdict: 'true', supports: '+++.', finding: 0, value: 0.5, within: 0 },
  28: { verdict: 'false', supports: '---...', finding: 3, value: 0.37, within: 0.01 },
  29: { verdict: 'false', supports: '--..', finding: 0, value: 0.5, within: 0 },
  34: { verdict: 'depends', supports: '-----+.', finding: 2, value: -0.14, within: 0.06 },
  39: { verdict: 'depends', supports: '-++-++', finding: 0, value: -0.89, within: 0.04 },
  42: { verdict: 'false', supports: '.-.-.', finding: 3, value: 0.22, within: 0.03 },
  46: { verdict: 'depends', supports: '++-+', finding: 2, value: -38, within: 12 },
  52: { verdict: 'depends', supports: '++.--.', finding: 3, value: 0.53, within: 0.1 },
  53: { verdict: 'depends', supports: '+--', finding: 1, value: 2, within: 0.2 },
  54: { verdict: 'depends', supports: '+++-', finding: 3, value: 0.59, within: 0.005 },
  57: { verdict: 'depends', supports: '-+.', finding: 1, value: 0.55, within: 0.06 },
  58: { verdict: 'depends', supports: '--+', finding: 2, value: -0.57, within: 0.05 },
};

/** @param {any} trial @param {number} seeds */
function isAsExpected(trial, seeds) {
  assert.deepEqual(Object.keys(trial), [
    ...['number', 'text', 'verdict', 'findings', 'because', 'chart', 'sources', 'runs'],
  ]);
  const wanted = expected[trial.number];
  assert.ok(wanted);
  /** @type {{ text: string, value: number | null, support: string, code: string }[]} */
  const findings = trial.findings;
  const signs = findings.map(({ support }) => ({ for: '+', against: '-' })[support] ?? '.');
  const texts = findings.map(({ text }) => text).join('\n');
  for (const { code, text } of findings) assert.match(code, /^[a-z0-9]+(-[a-z0-9]+)*$/, text);
  assert.equal(signs.join(''), wanted.supports, texts);
  assert.equal(trial.verdict, wanted.verdict);
  const found = findings[wanted.finding]?.value ?? Number.NaN;
  const off = Math.abs(found - wanted.value);
  assert.ok(off <= wanted.within, `${found}, but ${wanted.value} was expected: ${texts}`);
  assert.deepEqual(
    [...new Set(trial.runs.map((/** @type {any} */ one) => one.seed))],
    [1, 2, 3].slice(0, seeds),
  );
  for (const { steps, tests } of trial.runs) {
    assert.ok(steps >= 1);
    for (const { length } of tests) assert.ok(length >= 2);
  }
}

test('all claims: trained and tried, each comes out as it should', async (t) => {
  const { stdout } = await promisify(execFile)('build/native/posenc', [
    ...['claims', 'all', '--seeds', '1'],
  ]);
  /** @type {{ claims: any[] }} */
  const { claims } = JSON.parse(stdout);
  assert.deepEqual(
    claims.map(({ number }) => number),
    JSON.parse(run().stdout).claims.map((/** @type {any} */ { number }) => number),
  );
  for (const number of Object.keys(expected)) {
    await t.test(`claim ${number}`, () => isAsExpected(claims[Number(number) - 1], 1));
  }
  const trained = claims.filter(({ runs }) => runs.length > 0).map(({ number }) => String(number));
  assert.deepEqual(trained, Object.keys(expected));
  await t.test('a claim alone has what it has among all', () => {
    // Among all it shares models with other claims; alone it trains its own.
    const { stdout } = run('15', '--seeds', '1');
    assert.deepEqual(JSON.parse(stdout), claims[14]);
  });
});

test('a claim with three seeds', () => {
  const { status, stdout, stderr } = run('29', '--seeds', '3');
  assert.equal(status, 0, stderr);
  isAsExpected(JSON.parse(stdout), 3);
});

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
  rejects(`${range} 0`, '0');
  rejects(`${range} 2.5`, '2.5');
  rejects(`${range} 99`, '99');
  rejects('the number of a claim must be a number but got "x"', 'x');
  rejects('--seeds must be a whole number from 1 to 100 but got 0', '12', '--seeds', '0');
  rejects('--seeds must be a whole number from 1 to 100 but got 1.5', '6', '--seeds', '1.5');
  rejects('--seeds must be a number but got "many"', '12', '--seeds', 'many');
  rejects('--seeds needs a value', '12', '--seeds');
  const usage = 'expected "claims", or "claims NUMBER|all [--seeds N]"';
  rejects(usage, '12', '13');
  rejects(usage, '--seeds', '2');
});
