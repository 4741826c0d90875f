// How the claims come out that train models.
import assert from 'node:assert/strict';

/**
 * With one seed (posenc claims all alone: with as many as the plans have): verdict, what is for it (+), against it (-) or aside (.), and a number: which finding has it, and what it is about.
 * @type {Record<number, { verdict: string, supports: string, finding: number, value: number, within: number }>}
 */
export const expected = {
  12: { verdict: 'false', supports: '-..', finding: 0, value: 1, within: 0.001 },
  13: { verdict: 'depends', supports: '-++-', finding: 0, value: -38, within: 12 },
  14: { verdict: 'false', supports: '.--.', finding: 1, value: 0.13, within: 0.04 },
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
  52: { verdict: 'false', supports: '....-.', finding: 3, value: 0.53, within: 0.1 },
  53: { verdict: 'depends', supports: '+--', finding: 1, value: 2, within: 0.2 },
  54: { verdict: 'depends', supports: '+++-', finding: 3, value: 0.59, within: 0.005 },
  57: { verdict: 'depends', supports: '-+.', finding: 1, value: 0.55, within: 0.06 },
  58: { verdict: 'depends', supports: '--+', finding: 2, value: -0.57, within: 0.05 },
  70: { verdict: 'false', supports: '---...', finding: 0, value: 0.53, within: 0.25 },
};

/** @param {any} trial what posenc claims prints of a claim that trains @param {number} seeds */
export function isAsExpected(trial, seeds) {
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
