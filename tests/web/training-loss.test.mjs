// The pool of workers that train: what becomes of its runs when a worker breaks, does not come, or is ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpBrowser } from './fake-workers.mjs';
import {
  fail,
  finish,
  sentAbout,
  settle,
  setUp,
  startsIn,
  statesOf,
  step,
  the,
  timers,
} from './pool-of-fakes.mjs';

/** @typedef {import('../../web/src/worker/training-pool.ts').TrainingRun} Run */

test('a run that breaks its worker costs the others a new beginning, and no more', async () => {
  const { made, alive, startSome } = setUp(1);
  const runs = startSome(3);
  await settle();
  const [first] = made;
  const [a, breaks, b] = /** @type {[Run, Run, Run]} */ (/** @type {unknown} */ (runs));
  for (const run of [a, b]) {
    step(the(first), run, [0.5]);
    the(first).reply({ run: run.id, type: 'evaluated', length: { length: 10, accuracy: 1 } });
  }
  fail(the(first), breaks);
  assert.equal(breaks.state, 'failed');
  assert.equal(breaks.failure?.message, 'broke down');
  assert.equal(the(first).isAlive, false);
  await settle();
  assert.equal(made.length, 2);
  assert.deepEqual(alive(), [made[1]]);
  for (const run of [a, b]) {
    assert.equal(run.state, 'running');
    assert.deepEqual([run.losses, run.accuracies, run.evaluated], [[], [], []]);
    assert.deepEqual(the(made[1]?.sent.find((one) => one.run === run.id)).lengths, [10, 20]);
  }
  for (const run of [a, b]) finish(the(made[1]), run);
  assert.equal(statesOf(runs), 'done failed done');
  assert.deepEqual(alive(), []);
});

test('what the core refuses fails one run, and its worker stays', async () => {
  const { made, alive, startSome } = setUp(1);
  const runs = startSome(2);
  await settle();
  fail(the(made[0]), the(runs[0]), 'invalid-argument');
  await settle();
  assert.equal(statesOf(runs), 'failed running');
  assert.equal(runs[0]?.failure?.code, 'invalid-argument');
  assert.deepEqual(alive(), [made[0]]);
  assert.equal(made.length, 1);
});

test('a run begins twice at most', async () => {
  const { made, alive, startSome } = setUp(1);
  const [unlucky, first, second] = startSome(3);
  await settle();
  fail(the(made[0]), the(first));
  await settle();
  assert.equal(unlucky?.state, 'running');
  fail(the(made[1]), the(second));
  assert.equal(unlucky?.state, 'failed');
  assert.equal(unlucky.failure?.code, 'broken');
  await settle();
  assert.deepEqual(alive(), []);
  assert.equal(made.length, 2);
});

test('a worker that cannot be loaded fails its runs, says why, and spares other workers', async () => {
  const { made, alive, startSome } = setUp(2);
  const runs = startSome(4);
  await settle();
  assert.equal(made[0]?.fail('no such file'), false, 'the console stays quiet');
  assert.equal(statesOf(runs), 'failed running failed running');
  assert.match(runs[0]?.failure?.message ?? '', /could not be loaded or run \(no such file\)/);
  await settle();
  assert.deepEqual(alive(), [made[1]]);
  assert.equal(made.length, 2, 'nothing waits for another');
});

test('a worker that cannot be created fails each run that would have it', async () => {
  const { startSome } = setUp(4, {
    create: () => {
      throw new Error('no room');
    },
  });
  const runs = startSome(3);
  await settle();
  assert.equal(statesOf(runs), 'failed failed failed');
  for (const { failure } of runs) {
    assert.equal(failure?.code, 'broken');
    assert.match(failure.message, /no room/);
  }
});

test('a browser that lacks something fails its runs with that', async () => {
  const { made, alive, start } = setUp(1, { missing: 'This browser has no SIMD.' });
  const run = start();
  await settle();
  assert.equal(run.state, 'failed');
  assert.equal(run.failure?.code, 'unsupported');
  assert.equal(run.failure.message, 'This browser has no SIMD.');
  assert.deepEqual(sentAbout(made, run).includes('start'), false);
  assert.deepEqual(alive(), []);
});

test('a worker that the browser ended is replaced, and its runs begin anew', async () => {
  const { made, alive, startSome } = setUp(2);
  const runs = startSome(4);
  await settle();
  for (const at of [0, 2]) step(the(made[0]), the(runs[at]), [0.5]);
  for (const at of [1, 3]) step(the(made[1]), the(runs[at]), [0.25]);
  made[0]?.vanish();
  await settle();
  assert.equal(statesOf(runs), 'running running running running');
  assert.deepEqual(alive(), made.slice(1));
  assert.deepEqual(startsIn(made), [2, 2, 2]);
  assert.deepEqual(
    runs.map(({ losses }) => losses),
    [[], [0.25], [], [0.25]],
  );
  made[2]?.vanish();
  await settle();
  assert.equal(statesOf(runs), 'failed running failed running', 'not again and again');
});

test('a paused run whose worker is ended stays paused, and begins anew when it is resumed', async () => {
  const { made, alive, start } = setUp(1);
  const run = start();
  await settle();
  step(the(made[0]), run, [0.5]);
  run.pause();
  made[0]?.vanish();
  await settle();
  assert.equal(run.state, 'paused');
  assert.deepEqual(run.losses, []);
  assert.deepEqual(alive(), []);
  run.resume();
  await settle();
  assert.equal(run.state, 'running');
  assert.deepEqual(sentAbout(made.slice(1), run), ['start']);
});

test('a run that is being stopped when its worker is ended does not begin anew', async () => {
  const { made, alive, start } = setUp(1);
  const run = start();
  await settle();
  run.stop();
  made[0]?.vanish();
  await settle();
  timers.tick(1000);
  await settle();
  assert.equal(run.state, 'stopped');
  assert.equal(made.length, 1);
  assert.deepEqual(alive(), []);
});

test('a worker that is busy for an hour is not taken for dead', async () => {
  const { made, start } = setUp(1);
  const run = start();
  await settle();
  timers.tick(3_600_000);
  await settle();
  assert.equal(run.state, 'running');
  assert.equal(made.length, 1);
  assert.deepEqual(sentAbout(made, run), ['start']);
});

test('where there are no locks everything else works', async () => {
  setUpBrowser({ locksAre: 'unknown' });
  const { made, alive, start } = setUp(1);
  const run = start();
  await settle();
  finish(the(made[0]), run);
  assert.equal(run.state, 'done');
  assert.deepEqual(alive(), []);
});
