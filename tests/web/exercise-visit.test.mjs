// A learner's visits to an exercise, with the core and without a page: which variant is shown, what comes back, and what
// happens while the core is not there.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { runnerImport } from 'vite';
import { byHand, rightAnswers } from '../worked.mjs';
import { core, storage, until, workers, writeElsewhere } from './with-core.mjs';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/exercises/listed.ts')} */
const { listed: byName } = await of('exercises/listed');
/** @type {typeof import('../../web/src/exercises/code/listed.ts')} */
const { listed: inCode } = await of('exercises/code/listed');
/** @type {typeof import('../../web/src/exercises/sheet.ts')} */
const { answered, gaveUp, startedOver, undone } = await of('exercises/sheet');

/** @typedef {import('../../web/src/exercises/exercise-controller.ts').ExerciseController} Controller */

beforeEach(() => {
  storage.clear();
  Object.assign(workers, { started: 0, failure: '', ready: Promise.resolve() });
});

/** Ends the visits of a test. @type {(() => void)[]} */
let ends = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** @typedef {ConstructorParameters<typeof import('../../web/src/exercises/exercise-controller.ts').ExerciseController>[1]} Options */

/**
 * An exercise on a page that has just been opened: with modules of its own, nothing is left of the page before.
 * @param {string} name @param {Partial<Options>} [options]
 */
async function arrive(name, options) {
  /** @type {typeof import('../../web/src/exercises/exercise-controller.ts')} */
  const { ExerciseController } = await of('exercises/exercise-controller');
  /** @type {import('lit').ReactiveController[]} */
  const controllers = [];
  const host = {
    name,
    updateComplete: Promise.resolve(true),
    addController: (/** @type {import('lit').ReactiveController} */ one) =>
      void controllers.push(one),
    removeController: () => {},
    requestUpdate: () => {},
  };
  const exercise = new ExerciseController(host, {
    listed: { ...byName, ...inCode },
    defaultSeed: ({ seed }) => seed,
    ...options,
  });
  for (const one of controllers) one.hostConnected?.();
  ends.push(() => {
    for (const one of controllers) one.hostDisconnected?.();
  });
  return exercise;
}

/** The same once the core has answered. @param {string} name @param {Partial<Options>} [options] */
async function visit(name, options) {
  const exercise = await arrive(name, options);
  const isSettled = () =>
    exercise.phase !== 'loading' && (exercise.sheet.checked === null || exercise.grade !== null);
  await until(isSettled, `${name} to be ready`);
  return exercise;
}

/** @param {Controller} exercise @param {Record<string, string>} answers */
function type(exercise, answers) {
  for (const [item, text] of Object.entries(answers)) exercise.change(answered(item, text));
}

/** @param {Controller} exercise @param {Record<string, string>} [answers] */
async function check(exercise, answers = {}) {
  type(exercise, answers);
  const given = exercise.answersIn(exercise.sheet.answers);
  const grade = await exercise.gradeOf(given);
  assert.ok(grade);
  exercise.keep(given, grade);
  return grade;
}

/** @param {Controller} exercise */
const ids = ({ items }) => items.map(({ id }) => id);

for (const id of byHand) {
  test(`${id}: a variant is worked on, left and found again; the lesson's own form stays`, async () => {
    const exercise = await visit(id);
    assert.equal(exercise.seed, 0);
    const [first = ''] = ids(exercise);
    type(exercise, { [first]: '0.123' });
    const own = exercise.asked.facts;
    const seed = await exercise.drawAnother();
    await exercise.choose(seed);
    assert.equal(exercise.seed, seed);
    const { facts, items } = core['exercise'](id, seed);
    assert.deepEqual(exercise.asked, { facts, items });
    assert.notDeepEqual(facts, own);
    const right = rightAnswers(id, facts);
    const [begun = ''] = Object.keys(right);
    type(exercise, { [begun]: right[begun] ?? '' });

    const again = await visit(id);
    assert.equal(again.seed, seed, 'the one that was worked on last');
    assert.deepEqual(ids(again), ids(exercise));
    assert.deepEqual(again.sheet.answers, { [begun]: right[begun] });
    const grade = await check(again, right);
    assert.equal(grade.score, items.length);
    assert.equal(again.sheets[seed]?.best?.score, items.length);
    await again.choose(0);
    assert.deepEqual(again.sheet.answers, { [first]: '0.123' });
    assert.equal(again.grade, null);
  });
}

test('verdicts are there again on the next visit, of what was checked alone', async () => {
  const first = await visit('e13.1');
  type(first, { 'PE(1)[0]': 'sin 1' });
  const before = await visit('e13.1');
  assert.equal(before.sheet.answers['PE(1)[0]'], 'sin 1');
  assert.equal(before.grade, null, 'not checked, so not judged');
  await check(before);
  type(before, { 'PE(1)[1]': '7' });
  const next = await visit('e13.1');
  assert.equal(next.grade?.score, 1);
  assert.equal(next.sheet.attempts, 1);
  const outcomes = next.grade?.items.filter(({ outcome }) => outcome !== 'empty');
  assert.deepEqual(
    outcomes?.map(({ item }) => item),
    ['PE(1)[0]'],
  );
});

test('starting over clears answers and verdicts; undoing it brings both back, also on the next visit', async () => {
  const first = await visit('e13.1');
  await check(first, { 'PE(1)[0]': 'sin 1', 'PE(1)[1]': '0.7' });
  first.change(startedOver);
  await first.regrade();
  assert.deepEqual([first.sheet.answers, first.grade], [{}, null]);
  type(first, { 'PE(1)[0]': 'x', 'PE(6)[3]': 'y' });
  const next = await visit('e13.1');
  assert.equal(next.sheet.answers['PE(1)[0]'], 'x');
  next.change(undone);
  await next.regrade();
  assert.equal(next.sheet.answers['PE(1)[0]'], 'sin 1');
  assert.equal(next.sheet.answers['PE(6)[3]'], 'y', 'typed since, where nothing was');
  assert.equal(next.sheet.tries['PE(1)[1]'], 1);
  assert.equal(next.grade?.score, 1);
  assert.equal(next.sheet.cleared, null);
  next.change(startedOver);
  await check(next, { 'PE(1)[0]': '0.841' });
  assert.equal(next.sheet.cleared, null, 'a check makes it final');
});

test('a variant that was given up stays so, and no other', async () => {
  const first = await visit('alibi-slopes');
  first.change(gaveUp());
  const next = await visit('alibi-slopes');
  assert.ok(Date.parse(next.sheet.gaveUpAt) > 0);
  await check(next, rightAnswers('alibi-slopes', next.asked.facts));
  assert.equal(next.sheet.best, null, 'copied, it earns nothing');
  await next.choose(await next.drawAnother());
  assert.equal(next.sheet.gaveUpAt, '');
});

test('a check in another tab is graded here', async () => {
  const here = await visit('table-parameters');
  const there = await visit('table-parameters');
  await check(there, rightAnswers('table-parameters', there.asked.facts));
  writeElsewhere('posenc.table-parameters', storage.get('posenc.table-parameters') ?? '');
  await until(() => here.grade !== null, 'the verdict');
  assert.equal(here.grade?.score, 2);
  assert.deepEqual(here.sheet.answers, there.sheet.answers);
});

test('an assigned variant is the one that is shown, with the sheet of its own', async () => {
  const own = await visit('code-rope', { defaultSeed: () => 0 });
  type(own, { source: 'own' });
  const assigned = await visit('code-rope', { defaultSeed: () => 7 });
  assert.deepEqual(assigned.asked, core['exercise']('code-rope', 7));
  assert.deepEqual(assigned.sheet.answers, {});
  type(assigned, { source: 'assigned' });
  assert.equal((await visit('code-rope', { defaultSeed: () => 0 })).sheet.answers['source'], 'own');
});

test("the lesson's own form needs no core before the learner begins; a variant waits for it", async () => {
  const own = await visit('e13.1');
  assert.equal(own.phase, 'ready');
  assert.equal(workers.started, 0);
  await own.begin();
  assert.equal(workers.started, 1);

  const questions = ids(own);
  await own.choose(3);
  let letGo = () => {};
  workers.ready = new Promise((resolve) => (letGo = () => resolve(undefined)));
  const variant = await arrive('e13.1');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(variant.phase, 'loading');
  letGo();
  await until(() => variant.phase === 'ready', 'the variant');
  assert.notDeepEqual(ids(variant), questions);
  assert.deepEqual(variant.asked, core['exercise']('e13.1', 3));
});

test('a core that cannot be loaded is said, and can be asked for again; answers stay', async () => {
  workers.failure = '404';
  const exercise = await visit('e13.1');
  type(exercise, { 'PE(0)[0]': '0' });
  await exercise.begin();
  assert.equal(exercise.phase, 'failed');
  assert.match(exercise.error, /could not be loaded or run \(404\)/);
  workers.failure = '';
  await exercise.load();
  assert.deepEqual([exercise.phase, exercise.error], ['ready', '']);
  assert.equal((await check(exercise)).score, 1);
});

test('a browser that cannot run the core says so, and trying again is no use', async () => {
  const { WebAssembly } = globalThis;
  Reflect.deleteProperty(globalThis, 'WebAssembly');
  try {
    const exercise = await visit('e13.1');
    assert.equal(exercise.phase, 'unsupported');
    assert.match(exercise.error, /does not support WebAssembly/);
  } finally {
    Object.assign(globalThis, { WebAssembly });
  }
});
