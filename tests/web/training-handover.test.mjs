// The pool of workers that train: an idle worker takes runs from the busiest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpBrowser } from './fake-workers.mjs';
import { begin, finish, sentAbout, settle, setUp, step, the, workerOf } from './pool-of-fakes.mjs';

/** @typedef {import('../../web/src/worker/training-pool.ts').TrainingRun} Run */

/** Two workers: the first has nothing left, the second three runs. @param {number} [begun] how many of them have begun */
async function unequal(begun = 3) {
  const { made, alive, startSome } = setUp(2);
  const runs = startSome(6);
  await settle();
  const [idle, busy] = [the(made[0]), the(made[1])];
  const [a, x, b, y, c, z] = /** @type {[Run, Run, Run, Run, Run, Run]} */ (
    /** @type {unknown} */ (runs)
  );
  for (const run of [x, y, z].slice(0, begun)) begin(busy, run);
  step(busy, x, [0.5]);
  busy.reply({ run: x.id, type: 'evaluated', length: { length: 10, accuracy: 1 } });
  for (const run of [a, b, c]) finish(idle, run);
  await settle();
  return { made, alive, idle, busy, x, y, z };
}

test('an idle worker takes half of the busiest one’s runs, from where they were', async () => {
  const { made, alive, idle, busy, x, y, z } = await unequal();
  assert.deepEqual(
    [x, y, z].map((run) => sentAbout([busy], run).includes('hand over')),
    [true, false, false],
  );
  assert.equal(alive().length, 2, 'it stays while something is on its way');
  z.pause();
  z.resume();
  await settle();
  assert.deepEqual(sentAbout([busy], y), ['start'], 'it has been given its share');
  const checkpoint = new Uint8Array(3);
  busy.reply({ run: x.id, type: 'handed over', checkpoint });
  await settle();
  const start = idle.sent.at(-1);
  assert.equal(start.run, x.id);
  assert.deepEqual(start.beginning, { with: 'its own state', checkpoint });
  assert.deepEqual(idle.transferred, [checkpoint.buffer]);
  assert.equal(x.movesTo, null);
  assert.deepEqual(start.lengths, [20], 'what has been tested is not tested again');
  assert.deepEqual(x.losses, [0.5], 'nothing is lost');
  step(busy, x, [9]);
  step(idle, x, [0.25]);
  assert.deepEqual(x.losses, [0.5, 0.25]);
  finish(idle, x);
  assert.equal(x.state, 'done');
  await settle();
  assert.deepEqual(
    [y, z].map((run) => sentAbout([busy], run).includes('hand over')),
    [true, false],
    'then half of what is left',
  );
  assert.equal(made.length, 2);
});

test('a run that is alone stays, and the idle worker ends', async () => {
  // (Locks would correct a pool that kept the idle one.)
  setUpBrowser({ locksAre: 'unknown' });
  const { made, alive, startSome } = setUp(2);
  const [first, alone] = startSome(2);
  await settle();
  begin(the(made[1]), the(alone));
  finish(the(made[0]), the(first));
  await settle();
  assert.deepEqual(alive(), [made[1]]);
  assert.deepEqual(sentAbout(made, the(alone)), ['start']);
  startSome(1);
  await settle();
  assert.deepEqual(alive(), made.slice(1), 'another run has another worker');
  assert.equal(made.length, 3);
});

for (const busiest of [1, 2]) {
  test(`of three workers the busiest gives, be it the ${busiest === 1 ? 'second' : 'last'}`, async () => {
    const { made, startSome } = setUp(4);
    const runs = startSome(9);
    await settle();
    const of = (/** @type {number} */ at) => runs.filter((_, n) => n % 3 === at);
    for (const run of runs) begin(workerOf(made, run), run);
    for (const run of of(3 - busiest).slice(1)) finish(the(made[3 - busiest]), run);
    for (const run of of(0)) finish(the(made[0]), run);
    await settle();
    assert.deepEqual(
      runs.filter((run) => sentAbout(made, run).includes('hand over')),
      of(busiest).slice(0, 1),
    );
  });
}

test('two idle workers are not given the same run', async () => {
  const { made, startSome } = setUp(4);
  const runs = startSome(15);
  await settle();
  const left = runs.filter((_, n) => n % 3 === 2);
  for (const run of left) begin(the(made[2]), run);
  for (const run of runs) if (!left.includes(run)) finish(workerOf(made, run), run);
  await settle();
  assert.deepEqual(
    left.map((run) => sentAbout(made, run).filter((type) => type === 'hand over').length),
    [1, 1, 1, 1, 0],
  );
});

test('a run that is being stopped is not handed over', async () => {
  const { made, startSome } = setUp(2);
  const runs = startSome(4);
  await settle();
  const [a, x, b, y] = runs;
  for (const run of [x, y]) begin(the(made[1]), the(run));
  the(x).stop();
  for (const run of [a, b]) finish(the(made[0]), the(run));
  await settle();
  assert.deepEqual(sentAbout(made, the(x)), ['start', 'stop']);
  assert.deepEqual(sentAbout(made, the(y)), ['start', 'hand over']);
});

test('a run whose worker is lost while it is handed over begins anew', async () => {
  const { alive, busy, idle, x } = await unequal();
  busy.vanish();
  await settle();
  assert.equal(x.state, 'running');
  assert.equal(x.movesTo, null);
  assert.equal(alive().length, 2);
  assert.ok(alive().includes(idle));
});

test('an idle worker that breaks is not kept', async () => {
  const { idle } = await unequal();
  idle.fail('out of memory');
  assert.equal(idle.isAlive, false);
});

test('a run that has not begun in its worker is not handed over', async () => {
  const { alive, idle, busy, x, y, z } = await unequal(0);
  for (const run of [x, y, z]) assert.deepEqual(sentAbout([busy], run), ['start']);
  assert.equal(idle.isAlive, false);
  assert.deepEqual(alive(), [busy]);
});

test('a paused run is not handed over', async () => {
  const { made, startSome } = setUp(2);
  const runs = startSome(6);
  await settle();
  const [idle, busy] = [the(made[0]), the(made[1])];
  for (const at of [1, 3, 5]) begin(busy, the(runs[at]));
  the(runs[1]).pause();
  for (const at of [0, 2, 4]) finish(idle, the(runs[at]));
  await settle();
  assert.deepEqual(
    [1, 3, 5].map((at) => sentAbout(made, the(runs[at])).includes('hand over')),
    [false, true, false],
  );
});

test('a run that is handed over to a worker that was lost begins anew', async () => {
  const { alive, idle, busy, x } = await unequal();
  idle.vanish();
  await settle();
  busy.reply({ run: x.id, type: 'handed over', checkpoint: new Uint8Array(3) });
  assert.equal(x.state, 'waiting');
  assert.deepEqual(x.losses, []);
  await settle();
  assert.equal(x.state, 'running');
  assert.equal(alive().length, 2);
  assert.deepEqual(workerOf(alive(), x).sent.at(-1).beginning, { with: 'new model' });
});
