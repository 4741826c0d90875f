// The pool of workers that train: texts, models that are trained on, and what runs write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, finish, settle, setUp, step, the } from './pool-of-fakes.mjs';

const text = { key: '0123456789abcdef', bytes: new Uint8Array([1, 2, 3]) };
const other = { key: 'fedcba9876543210', bytes: new Uint8Array([4]) };
const writing = { prompt: 'the ', count: 20, temperature: 1, seed: 1 };

/** @param {import('./fake-workers.mjs').FakeWorker} worker @param {string} type */
const sent = (worker, type) => worker.sent.filter((command) => command.type === type);

test('a worker gets a text once, before the first run that trains on it', async () => {
  const { made, start } = setUp(1);
  for (const one of [text, text, other]) start({ material: { text: one } });
  start();
  await settle();
  const worker = the(made[0]);
  assert.deepEqual(
    worker.sent.map(({ type }) => type),
    ['text', 'start', 'start', 'text', 'start', 'start'],
  );
  assert.deepEqual(sent(worker, 'text'), [
    { type: 'text', ...text },
    { type: 'text', ...other },
  ]);
  assert.deepEqual(
    sent(worker, 'start').map((command) => command.text),
    [text.key, text.key, other.key, null],
  );
  assert.deepEqual(worker.transferred, [], 'the page needs the text for other workers');
});

test('a run that moves takes its text along; one whose worker is lost begins again with it', async () => {
  const { made, start } = setUp(2);
  const runs = Array.from({ length: 4 }, () => start({ material: { text } }));
  await settle();
  const [idle, busy] = [the(made[0]), the(made[1])];
  const [a, x, b] = runs;
  for (const run of runs) begin(run === a || run === b ? idle : busy, run);
  step(busy, the(x), [0.5]);
  for (const run of [a, b]) finish(idle, the(run));
  await settle();
  const checkpoint = new Uint8Array(3);
  busy.reply({ run: the(x).id, type: 'handed over', checkpoint });
  await settle();
  assert.equal(sent(idle, 'text').length, 1, 'it has the text already');
  const moved = idle.sent.at(-1);
  assert.deepEqual(moved.beginning, { with: 'its own state', checkpoint });
  assert.equal(moved.text, text.key);
  idle.vanish();
  await settle();
  const again = sent(the(made.at(-1)), 'start').find(({ run }) => run === the(x).id);
  assert.deepEqual(again?.beginning, { with: 'new model' });
  assert.equal(sent(the(made.at(-1)), 'text').length, 1);
});

test('a run may continue a trained model, which it leaves to others, and starts over with it', async () => {
  const { made, start } = setUp(1);
  const trained = new Uint8Array(7);
  const run = start({ material: { text, trained } });
  await settle();
  assert.deepEqual(sent(the(made[0]), 'start')[0].beginning, {
    ...{ with: 'trained model', checkpoint: trained },
  });
  assert.deepEqual(made[0]?.transferred, []);
  made[0]?.vanish();
  await settle();
  assert.equal(sent(the(made[1]), 'start')[0].beginning.checkpoint, trained);
  assert.equal(run.state, 'running');
});

test('what a run writes is known with its step; another text is asked for at any time', async () => {
  const { made, start } = setUp(1);
  const run = start({ material: { text } });
  run.write(writing);
  await settle();
  const worker = the(made[0]);
  assert.deepEqual(sent(worker, 'start')[0].writing, writing);
  begin(worker, run);
  step(worker, run, [3, 2]);
  worker.reply({
    ...{ run: run.id, type: 'written' },
    written: { writing, prompt: 'the ', text: 'whale' },
  });
  assert.deepEqual(run.written, { step: 2, writing, prompt: 'the ', text: 'whale' });
  const next = { ...writing, seed: 2 };
  run.write(next);
  assert.deepEqual(sent(worker, 'write'), [{ run: run.id, type: 'write', writing: next }]);
  worker.vanish();
  await settle();
  assert.equal(run.written, null, 'it starts over');
  assert.deepEqual(sent(the(made[1]), 'start')[0].writing, next);
  finish(the(made[1]), run);
  run.write(writing);
  assert.equal(sent(the(made[1]), 'write').length, 0, 'it is over');
});
