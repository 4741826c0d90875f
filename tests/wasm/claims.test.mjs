// The build with claims, mistakes and own formulas, as the page brings it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadClaims, loadCore } from '../../build/package/node.js';
import { claims as listed } from '../../build/wasm/posenc-claim-list.mjs';
import { messageOf } from './message-of.mjs';

const core = await loadClaims();

test('the page knows the claims before the core', () => {
  const all = core.claims().claims;
  assert.deepEqual(
    listed.map(({ number, text, section, kind, sources }) => ({
      ...{ number, text, section, kind },
      sources,
    })),
    all,
  );
  for (const { number, kind, models, seeds } of listed) {
    const plan = kind === 'trained' ? core.claimPlan(number) : { models: [], seeds };
    assert.deepEqual([models, seeds], [plan.models.length, plan.seeds], `claim ${number}`);
  }
});

test('claims are numbered without gaps, each with words, a place in the lesson and a source', () => {
  const { claims } = core.claims();
  assert.deepEqual(
    claims.map(({ number }) => number),
    claims.map((_, n) => n + 1),
  );
  /** @type {{sections: {slug: string}[]}} */
  const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));
  for (const { number, text, section, sources } of claims) {
    assert.match(text, /^[A-Z0-9].*[.…]$/, `claim ${number}`);
    assert.ok(
      sections.some(({ slug }) => slug === section),
      `claim ${number}: ${section}`,
    );
    assert.ok(sources.length > 0, `claim ${number}`);
    for (const { text: where, url } of sources) {
      assert.match(url, /^(https:\/\/|\.\/)/, `claim ${number}`);
      assert.notEqual(where, '');
    }
  }
  assert.equal(new Set(claims.map(({ text }) => text)).size, claims.length);
});

test('what needs no training is tried here as natively, and its vote is judged', () => {
  for (const { number, kind } of core.claims().claims) {
    if (kind === 'trained') continue;
    const { verdict, findings, because, chart } = core.tryClaim(number, '', []);
    assert.ok(
      findings.some(({ support }) => support !== 'aside'),
      `claim ${number}`,
    );
    for (const { text } of findings) assert.doesNotMatch(text, /\bnan\b|undefined/, text);
    assert.notEqual(because, '');
    for (const { x, y } of chart?.lines ?? []) assert.equal(x.length, y.length);
    // (Timed, it may come out otherwise the next time.)
    if (kind === 'timed') continue;
    const vote = (/** @type {typeof verdict | ''} */ one) => core.tryClaim(number, one, []).vote;
    assert.equal(vote(''), 'empty');
    assert.equal(vote(verdict), 'right');
    assert.equal(vote(verdict === 'true' ? 'false' : 'true'), 'wrong');
  }
});

test('every model that a claim plans can be made, and asked what the plan asks', async () => {
  const trainers = await loadCore();
  for (const { number, kind } of core.claims().claims) {
    if (kind !== 'trained') continue;
    const { models, seeds } = core.claimPlan(number);
    assert.ok(seeds >= 3, `claim ${number} shows no spread`);
    assert.ok(models.length > 0);
    for (const { name, options, tests } of models) {
      const { id } = trainers.createTrainer(options);
      for (const { length, inverseFrequencies, attentionFactor } of tests) {
        if (inverseFrequencies.length > 0) {
          trainers.useFrequencies(id, inverseFrequencies, attentionFactor);
        }
        const answer = messageOf(() => trainers.evaluateLength(id, length));
        // A table without a row for it is an answer too.
        assert.match(answer, /^no error$|\brows?\b/, `${name}, length ${length}: ${answer}`);
      }
      trainers.disposeTrainer(id);
    }
  }
});

test('an error says what cannot be tried', () => {
  for (const [call, message] of /** @type {[() => unknown, RegExp][]} */ ([
    [() => core.tryClaim(0, '', []), /must be a whole number from 1 to \d+ but got 0/],
    [() => core.tryClaim(1.5, '', []), /but got 1\.5/],
    [() => core.tryClaim(NaN, '', []), /but got nan/],
    [() => core.claimPlan(6), /claim 6 trains nothing/],
    [
      () => core.tryClaim(12, '', []),
      /each of the plan's \d+ models must have the same number of runs/,
    ],
    [
      () => {
        const none = new Float64Array();
        return core.tryClaim(6, '', [{ accuracies: none, losses: none, curve: none }]);
      },
      /claim 6 needs no runs but got 1/,
    ],
    [() => core.exhibitInAction('no-such', {}), /there is no exhibit "no-such"/],
    [() => core.pickLine('one-based', 0), /must be a whole number from 1 to \d+ but got 0/],
    [() => core.pickLine('one-based', 2.5), /but got 2\.5/],
    [() => core.repairedCode(''), /there is no exhibit ""/],
  ])) {
    assert.match(messageOf(call), message);
  }
});

test('a formula of one’s own has its table, and the invariants that it has natively', () => {
  /** @param {string} formula @param {number} d */
  const holding = (formula, d) =>
    core
      .ownEncoding(formula, d, 64)
      .invariants.filter(({ holds }) => holds)
      .map(({ id }) => id);
  const found = core.ownExamples().examples.map(({ formula, d }) => holding(formula, d));
  assert.deepEqual(found, [
    ['distinct', 'bounded', 'shift-linear', 'offset-only'],
    ['distinct', 'bounded'],
    ['bounded', 'shift-linear', 'offset-only'],
    ['distinct', 'shift-linear'],
    ['distinct', 'bounded'],
    ['distinct', 'bounded', 'shift-linear'],
  ]);
  for (const { name, formula, d } of core.ownExamples().examples) {
    assert.notEqual(name, '');
    for (const { value, text } of core.ownEncoding(formula, d, 8).invariants) {
      assert.ok(Number.isFinite(value));
      assert.doesNotMatch(text, /\bnan\b|undefined/);
    }
  }
  const { table, products, invariants } = core.ownEncoding('10*pos + i', 3, 2);
  // 0, 1, 2 and 10, 11, 12.
  assert.deepEqual(Array.from(products.values), [5, 35, 35, 365]);
  assert.deepEqual([table.rows, table.cols], [2, 3]);
  assert.deepEqual([...table.values], [0, 1, 2, 10, 11, 12]);
  assert.equal(invariants[0]?.text, 'the nearest two positions up to 127 are 0 and 1, 17.3 apart');
});

test('the paper’s formula, typed, is the sinusoidal table', async () => {
  const library = await loadCore();
  const [{ formula = '' } = {}] = core.ownExamples().examples;
  const positions = Float64Array.from({ length: 100 }, (_, n) => n);
  const paper = library.sinusoidalTable(
    { dModel: 32, base: 10000, variant: 'paper', layout: 'interleaved' },
    positions,
  );
  const { table } = core.ownEncoding(formula, 32, 100);
  assert.ok(table.values.every((value, n) => Math.abs(value - (paper.values[n] ?? NaN)) < 1e-12));
});

test('text that is not a formula is refused at once', () => {
  const start = performance.now();
  for (const [call, message] of /** @type {[() => unknown, string | RegExp][]} */ ([
    [
      () => core.ownEncoding('sin(x)', 4, 8),
      /^\[own\] formula: unknown name "x" at character 5; expected a number, pos, i, d, pi, sin, /,
    ],
    [
      () => core.ownEncoding('1/pos', 4, 8),
      '[own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: division by zero',
    ],
    [
      () => core.ownEncoding(`1${'+1'.repeat(1000000)}`, 4, 8),
      '[own] formula: the formula has 2000001 characters, but at most 4000 are allowed',
    ],
    [() => core.ownEncoding('('.repeat(4000), 4, 8), /^\[own\] formula: the formula ends where it/],
    [
      () => core.ownEncoding('', 4, 8),
      /^\[own\] formula: the formula ends where it needs a number/,
    ],
    [() => core.ownEncoding('pos', 0, 8), /^\[own\] d must be /],
    [() => core.ownEncoding('pos', NaN, 8), /^\[own\] d must be /],
    [() => core.ownEncoding('pos', 257, 8), '[invariants] d must be from 1 to 256 but got 257'],
    [() => core.ownEncoding('pos', 4, 0), /^\[invariants\] positions must be /],
    [
      () => core.ownEncoding('pos', 4, 1025),
      '[invariants] positions must be at most 1024 but got 1025',
    ],
  ])) {
    if (typeof message === 'string') assert.equal(messageOf(call), message);
    else assert.match(messageOf(call), message);
  }
  assert.ok(performance.now() - start < 2000);
});
