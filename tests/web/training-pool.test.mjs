// The pool of workers that train: how runs are distributed, paused and stopped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpBrowser } from './fake-workers.mjs';
import {
  begin,
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
  workerOf,
} from './pool-of-fakes.mjs';

/** @typedef {import('../../web/src/worker/training-pool.ts').TrainingRun} Run */

for (const [processors, workers] of [
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [8, 7],
]) {
  test(`${processors} processors: ${workers} workers with five runs each, and others wait`, async () => {
    const { made, startSome } = setUp(the(processors));
    const runs = startSome(40);
    await settle();
    assert.equal(made.length, workers);
    assert.deepEqual(
      startsIn(made),
      made.map(() => 5),
    );
    assert.equal(
      statesOf(runs.slice(0, 5 * the(workers)))
        .replaceAll('running', '')
        .trim(),
      '',
    );
    for (const run of runs.slice(5 * the(workers))) assert.equal(run.state, 'waiting');
  });
}

test('runs are spread evenly, in the order in which they came', async () => {
  const { made, startSome } = setUp(2);
  const runs = startSome(4);
  await settle();
  assert.deepEqual(startsIn(made), [2, 2]);
  assert.deepEqual(
    runs.map((run) => made.indexOf(workerOf(made, run))),
    [0, 1, 0, 1],
  );
  assert.equal(new Set(runs.map(({ id }) => id)).size, 4);
});

test('each run gets at most one worker, and each worker is created in a task of its own', (context) => {
  timers.reset();
  /** @type {(() => void)[]} */
  const tasks = [];
  context.mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ task) => {
    tasks.push(task);
  });
  const { made, startSome } = setUp(8);
  startSome(3);
  assert.equal(made.length, 0, 'not while the page starts them');
  for (const count of [1, 2, 3, 3]) {
    assert.equal(tasks.length, 1, 'however many runs ask for it');
    tasks.shift()?.();
    assert.equal(made.length, count);
  }
  assert.equal(tasks.length, 0);
});

test('a start says what is to be trained, and what to send', async () => {
  const { made, start } = setUp(1);
  const run = start({ reports: 'table', lengths: [7], watched: [[3, 1, 2]] });
  await settle();
  assert.deepEqual(made[0]?.sent, [
    {
      ...{ run: run.id, type: 'start', options: { steps: 100 }, lengths: [7] },
      ...{ reports: 'table', watched: [[3, 1, 2]], beginning: { with: 'new model' } },
      ...{ text: null, writing: null },
    },
  ]);
});

test('what a worker sends about a run is kept there, and shown', async () => {
  const { made, start } = setUp(1);
  const run = start();
  await settle();
  const worker = the(made[0]);
  const before = run.states.length;
  begin(worker, run);
  step(worker, run, [0.5, 0.25]);
  step(worker, run, [0.125], 'L');
  worker.reply({ run: run.id, type: 'table', step: 3, table: 'T', change: 'C' });
  worker.reply({ run: run.id, type: 'evaluated', length: { length: 10, accuracy: 1 } });
  worker.reply({ run: run.id, type: 'model', checkpoint: 'M' });
  assert.equal(run.states.length, before + 6);
  assert.deepEqual(run.info, { id: 1 });
  assert.deepEqual(run.losses, [0.5, 0.25, 0.125]);
  assert.deepEqual(run.accuracies, [0.5, 0.75, 0.875]);
  assert.deepEqual(run.table, { step: 3, table: 'T', change: 'C' });
  assert.deepEqual(run.evaluated, [{ length: 10, accuracy: 1 }]);
  assert.equal(run.model, 'M');
  assert.equal(run.look, 'L');
  const steps = { losses: [NaN], accuracies: [0], bits: [], divergedAt: 4 };
  worker.reply({ run: run.id, type: 'steps', steps, look: null });
  assert.equal(run.look, 'L', 'the last look stays');
  assert.equal(run.divergedAt, 4);
  assert.equal(run.over, false);
  finish(worker, run);
  assert.equal(run.state, 'done');
  assert.equal(run.over, true);
});

test('a run that is over makes room for the next, and the last one leaves no worker', async () => {
  const { made, alive, startSome } = setUp(1);
  const runs = startSome(7);
  await settle();
  const worker = the(made[0]);
  assert.deepEqual(startsIn(made), [5]);
  finish(worker, the(runs[2]));
  await settle();
  assert.deepEqual(startsIn(made), [6]);
  assert.equal(runs[5]?.state, 'running');
  assert.equal(runs[6]?.state, 'waiting');
  for (const run of runs.slice(0, 6)) finish(worker, run);
  await settle();
  finish(worker, the(runs[6]));
  assert.deepEqual(alive(), [], 'at once');
  assert.equal(made.length, 1);
});

test('events of unknown runs are dropped, and so are those of runs in other workers', async () => {
  const { made, startSome } = setUp(2);
  const runs = startSome(2);
  await settle();
  const [first, second] = made;
  const stranger = /** @type {Run} */ ({ id: 999 });
  fail(the(first), stranger);
  finish(the(first), stranger);
  finish(the(second), the(runs[0]));
  await settle();
  assert.equal(statesOf(runs), 'running running');
  assert.equal(made.length, 2);
});

test('a paused run makes room for one that waits, and goes on in its worker', async () => {
  const { made, startSome } = setUp(1);
  const runs = startSome(6);
  await settle();
  const [paused, waiting] = [the(runs[0]), the(runs[5])];
  paused.pause();
  paused.pause();
  assert.equal(paused.state, 'paused');
  await settle();
  assert.equal(waiting.state, 'running');
  paused.resume();
  paused.resume();
  await settle();
  assert.equal(paused.state, 'running');
  assert.deepEqual(sentAbout(made, paused), ['start', 'pause', 'resume']);
  finish(the(made[0]), paused);
  paused.pause();
  assert.equal(paused.state, 'done');
});

test('a run that is paused while it waits does not begin before it is resumed', async () => {
  const { made, startSome } = setUp(1);
  const runs = startSome(7);
  const [, , , , , paused, last] = runs;
  the(paused).pause();
  await settle();
  finish(the(made[0]), the(runs[0]));
  await settle();
  assert.equal(the(last).state, 'running', 'the next one overtakes it');
  assert.equal(the(paused).state, 'paused');
  the(paused).resume();
  assert.equal(the(paused).state, 'waiting');
  finish(the(made[0]), the(runs[1]));
  await settle();
  assert.equal(the(paused).state, 'running');
  assert.deepEqual(sentAbout(made, the(paused)), ['start']);
});

test('a pause that comes before the start has been sent follows it', async () => {
  const { made, start } = setUp(1);
  const run = start();
  timers.tick(1);
  assert.equal(run.state, 'running');
  run.pause();
  await settle();
  assert.deepEqual(sentAbout(made, run).slice(-2), ['start', 'pause']);
});

test('a stop that comes before the start has been sent prevents it', async () => {
  const { made, start } = setUp(1);
  const run = start();
  timers.tick(1);
  run.stop();
  await settle();
  assert.deepEqual(sentAbout(made, run), ['stop']);
});

test('a stop is final at once, and its worker has a second for it', async () => {
  const { made, alive, start } = setUp(1);
  const run = start();
  await settle();
  step(the(made[0]), run, [0.5]);
  run.stop();
  run.stop();
  assert.equal(run.state, 'stopped');
  step(the(made[0]), run, [0.25]);
  assert.deepEqual(run.losses, [0.5], 'what comes later is dropped');
  timers.tick(999);
  assert.equal(alive().length, 1);
  timers.tick(1);
  assert.equal(alive().length, 0);
  assert.deepEqual(sentAbout(made, run), ['start', 'stop', 'stop']);
});

test('a worker that stops a run in time goes on with the others', async () => {
  const { made, alive, startSome } = setUp(1);
  const runs = startSome(2);
  await settle();
  const [stopped, other] = [the(runs[0]), the(runs[1])];
  stopped.stop();
  finish(the(made[0]), stopped, true);
  assert.equal(stopped.state, 'stopped');
  timers.tick(5000);
  await settle();
  assert.deepEqual(sentAbout(made, stopped), ['start', 'stop'], 'its second is not waited for');
  assert.equal(other.state, 'running');
  assert.equal(alive().length, 1);
  finish(the(made[0]), other, true);
  assert.equal(other.state, 'stopped', 'what the worker itself ended early');
});

test('a run that waits is stopped without a worker', async () => {
  const { made, alive, startSome } = setUp(1);
  const runs = startSome(6);
  await settle();
  const last = the(runs[5]);
  last.stop();
  finish(the(made[0]), the(runs[0]));
  await settle();
  assert.equal(last.state, 'stopped');
  assert.deepEqual(sentAbout(made, last), []);
  for (const run of runs) finish(the(made[0]), run);
  assert.deepEqual(alive(), [], 'nothing waits any longer');
});

test('a run that comes when all are over has a new worker', async () => {
  // (Locks would correct a pool that kept the old one.)
  setUpBrowser({ locksAre: 'unknown' });
  const { made, alive, start } = setUp(1);
  const first = start();
  await settle();
  finish(the(made[0]), first);
  const second = start();
  await settle();
  assert.deepEqual(alive(), [made[1]]);
  assert.equal(workerOf(made, second), made[1]);
});

test('a worker whose runs are all paused takes the next', async () => {
  const { made, start } = setUp(2);
  const paused = start();
  await settle();
  paused.pause();
  const next = start();
  await settle();
  assert.equal(workerOf(made, next), made[0]);
  assert.equal(made.length, 1);
});

test('a run that ends by itself while it is being stopped stays stopped', async () => {
  const { made, start } = setUp(1);
  const [ends, breaks] = [start(), start()];
  await settle();
  ends.stop();
  finish(the(made[0]), ends, false);
  assert.equal(ends.state, 'stopped');
  breaks.stop();
  made[0]?.fail('out of memory');
  assert.equal(breaks.state, 'stopped');
  assert.equal(breaks.failure, null);
});

test('an end does not wait: the last run takes the workers along', async () => {
  const { alive, startSome } = setUp(2);
  const runs = startSome(3);
  await settle();
  for (const run of runs) run.end();
  assert.deepEqual(alive(), []);
  assert.equal(statesOf(runs), 'stopped stopped stopped');
  await settle();
  assert.deepEqual(alive(), []);
});
