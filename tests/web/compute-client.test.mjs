// The page's side of computing, with workers that do what a test says.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { load, setUpBrowser, workshop } from './fake-workers.mjs';

/** @type {typeof import('../../web/src/worker/compute-client.ts')} */
const { ComputeClient } = await load('worker/compute-client');
/** @type {typeof import('../../web/src/worker/client.ts')} */
const { Latest } = await load('worker/client');
/** @type {typeof import('../../web/src/worker/separate-clients.ts')} */
const { SeparateClient } = await load('worker/separate-clients');

/** @type {EventTarget} */
let page;
beforeEach(() => {
  page = setUpBrowser();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A client, its workers, and a short call, which the core would answer with a number. */
function setUp(Client = ComputeClient) {
  const { made, create, alive } = workshop();
  const client = new Client(create);
  const ask = (/** @type {number} */ length) =>
    /** @type {Promise<any>} */ (client.call('trainingTask', `task-${length}`));
  return { made, alive, client, ask };
}

/** @param {Promise<unknown>} answer @param {RegExp} message @param {string} [code] */
const refused = (answer, message, code = 'broken') =>
  assert.rejects(answer, (/** @type {any} */ error) => {
    assert.equal(error.name, 'PosencError');
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });

test('no worker is created before the first call, and one serves all', async () => {
  const { made, ask } = setUp();
  assert.equal(made.length, 0);
  const answers = [ask(1), ask(2)];
  await settled();
  assert.equal(made.length, 1);
  assert.deepEqual(made[0]?.sent, [
    { id: 1, module: 'training', method: 'trainingTask', args: ['task-1'] },
    { id: 2, module: 'training', method: 'trainingTask', args: ['task-2'] },
  ]);
  for (const id of [1, 2]) made[0]?.reply({ id, value: id });
  await Promise.all(answers);
});

test('answers are matched by id, in whatever order they come, each once', async () => {
  const { made, ask } = setUp();
  const answers = [ask(1), ask(2), ask(3)];
  await settled();
  made[0]?.reply({ id: 99, value: 'of nobody' });
  for (const id of [3, 1, 2]) made[0]?.reply({ id, value: `value ${id}` });
  made[0]?.reply({ id: 1, value: 'again' });
  assert.deepEqual(await Promise.all(answers), ['value 1', 'value 2', 'value 3']);
});

test('an argument that the core refuses costs nothing else', async () => {
  const { made, ask, client } = setUp();
  const answers = [ask(1), ask(2)];
  await settled();
  made[0]?.reply({ id: 1, error: { code: 'invalid-argument', message: 'd must be even' } });
  await refused(/** @type {any} */ (answers[0]), /^d must be even$/, 'invalid-argument');
  made[0]?.reply({ id: 2, value: 2 });
  assert.equal(await answers[1], 2);
  assert.equal(client.lost, 0);
  assert.equal(made[0]?.isAlive, true);
});

test('the subject of an error is a field of its own, not a word in brackets before the sentence', async () => {
  const { made, ask } = setUp();
  const answer = ask(1);
  await settled();
  const message = '[rotary] headDim must be even but got [5] of 7';
  made[0]?.reply({ id: 1, error: { code: 'invalid-argument', message, parameter: 'headDim' } });
  await assert.rejects(/** @type {any} */ (answer), {
    subject: 'rotary',
    message: 'headDim must be even but got [5] of 7',
    parameter: 'headDim',
  });
});

test('a call that breaks the worker costs no other its answer', async () => {
  const { made, alive, client, ask } = setUp();
  const answers = [ask(1), ask(2), ask(3)];
  await settled();
  made[0]?.reply({ id: 3, value: 3 });
  made[0]?.reply({ id: 1, error: { code: 'broken', message: 'It broke down.' } });
  await refused(/** @type {any} */ (answers[0]), /^It broke down\.$/);
  assert.equal(client.lost, 1);
  assert.deepEqual(alive(), [made[1]]);
  assert.deepEqual(
    made[1]?.sent.map(({ id }) => id),
    [2],
    'only what had no answer',
  );
  made[1]?.reply({ id: 2, value: 2 });
  assert.deepEqual(await Promise.all(answers.slice(1)), [2, 3]);
});

test('two calls that break the worker in turn are both refused, and the rest with the second', async () => {
  const { made, client, ask } = setUp();
  const answers = [ask(1), ask(2), ask(3)];
  await settled();
  made[0]?.reply({ id: 1, error: { code: 'broken', message: 'first' } });
  made[1]?.reply({ id: 2, error: { code: 'broken', message: 'second' } });
  await refused(/** @type {any} */ (answers[0]), /^first$/);
  for (const answer of answers.slice(1)) await refused(answer, /^second$/);
  assert.equal(client.lost, 2);
  assert.equal(made.length, 2, 'nothing is asked a third time');
});

test('a worker that cannot be loaded refuses all calls, and the next call starts another', async () => {
  const { made, client, ask } = setUp();
  const answers = [ask(1), ask(2)];
  await settled();
  assert.equal(made[0]?.fail('no such file'), false, 'the console stays quiet');
  for (const answer of answers)
    await refused(answer, /could not be loaded or run \(no such file\)/);
  assert.equal(client.lost, 1);
  const next = ask(3);
  await settled();
  made[0]?.fail('and again');
  assert.equal(client.lost, 1, 'a worker is lost once');
  made[1]?.vanish();
  await settled();
  assert.deepEqual(
    made[2]?.sent.map(({ id }) => id),
    [3],
    'what was refused is not asked again',
  );
  made[2]?.reply({ id: 3, value: 3 });
  assert.equal(await next, 3);
});

test('a worker that cannot be created refuses the call', async () => {
  const client = new ComputeClient(() => {
    throw new Error('no room');
  });
  await assert.rejects(client.call('trainingTask', 'order'), /no room/);
});

test('a worker that the browser ended is replaced, and asked again what it had not answered', async () => {
  const { made, alive, client, ask } = setUp();
  const answers = [ask(1), ask(2)];
  await settled();
  made[0]?.reply({ id: 1, value: 1 });
  made[0]?.vanish();
  await settled();
  assert.equal(client.lost, 1);
  assert.deepEqual(alive(), [made[1]]);
  assert.deepEqual(
    made[1]?.sent.map(({ id }) => id),
    [2],
  );
  made[1]?.reply({ id: 2, value: 2 });
  assert.deepEqual(await Promise.all(answers), [1, 2]);
});

test('if its successor is ended too the calls are refused; later ones have a chance of their own', async () => {
  const { made, client, ask } = setUp();
  const first = ask(1);
  await settled();
  made[0]?.vanish();
  await settled();
  const second = ask(2);
  await settled();
  const refusal = refused(first, /The browser stopped the page’s computing core/);
  made[1]?.vanish();
  await settled();
  await refusal;
  assert.equal(client.lost, 2);
  assert.deepEqual(
    made[2]?.sent.map(({ id }) => id),
    [2],
  );
  made[2]?.reply({ id: 2, value: 2 });
  assert.equal(await second, 2);
  assert.equal(made.length, 3);
});

test('one that was ended while it had nothing to do is replaced with the next call', async () => {
  const { made, client, ask } = setUp();
  const first = ask(1);
  await settled();
  made[0]?.reply({ id: 1, value: 1 });
  await first;
  made[0]?.vanish();
  await settled();
  assert.equal(client.lost, 1);
  assert.equal(made.length, 1);
  const second = ask(2);
  await settled();
  made[1]?.reply({ id: 2, value: 2 });
  assert.equal(await second, 2);
});

test('a worker of a page that was left and is come back to is not taken for dead', async () => {
  const { made, client, ask } = setUp();
  const answer = ask(1);
  await settled();
  page.dispatchEvent(new Event('pagehide'));
  made[0]?.loseLocks();
  await settled();
  assert.equal(client.lost, 0);
  made[0]?.reply({ id: 1, value: 1 });
  assert.equal(await answer, 1);
});

test('a worker that is busy for an hour is not taken for dead', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { made, client, ask } = setUp();
  const answer = ask(1);
  await settled();
  context.mock.timers.tick(3_600_000);
  await settled();
  assert.equal(client.lost, 0);
  assert.equal(made.length, 1);
  made[0]?.reply({ id: 1, value: 1 });
  assert.equal(await answer, 1);
});

test('a worker that the page ends itself is lost once', async () => {
  const { made, client, ask } = setUp();
  const answers = [ask(1), ask(2)];
  await settled();
  made[0]?.reply({ id: 1, error: { code: 'broken', message: 'broke' } });
  await refused(/** @type {any} */ (answers[0]), /broke/);
  await settled();
  assert.equal(client.lost, 1, 'its lock says nothing new');
  made[1]?.reply({ id: 2, value: 2 });
  assert.equal(await answers[1], 2);
});

for (const locksAre of /** @type {const} */ (['refused', 'unknown'])) {
  test(`where locks are ${locksAre} everything else works`, async () => {
    setUpBrowser({ locksAre });
    const { made, ask } = setUp();
    const answer = ask(1);
    await settled();
    made[0]?.reply({ id: 1, value: 1 });
    assert.equal(await answer, 1);
  });
}

test('a browser that lacks something is asked for it once, and no worker is created', async () => {
  Reflect.deleteProperty(globalThis, 'Worker');
  const { made, client, ask } = setUp();
  await refused(ask(1), /This browser does not support web workers/, 'unsupported');
  assert.equal(client.missing(), client.missing());
  assert.equal(made.length, 0);
});

test('of a stream of requests the first and the last are run, one at a time', async () => {
  /** @type {number[]} */
  const asked = [];
  /** @type {() => void} */
  let finish = () => undefined;
  const latest = new Latest((/** @type {number} */ value) => {
    asked.push(value);
    return new Promise((resolve) => {
      finish = () => resolve(undefined);
    });
  });
  const all = latest.request(1);
  for (const value of [2, 3, 4]) void latest.request(value);
  assert.deepEqual(asked, [1]);
  finish();
  await settled();
  assert.deepEqual(asked, [1, 4]);
  finish();
  await all;
  const failing = new Latest(() => Promise.reject(new Error('no')));
  await assert.rejects(failing.request(1), /no/);
  await assert.rejects(failing.request(2), /no/, 'it goes on after a failure');
});

test('a client that is ended refuses what it is asked, before and after, and starts no worker', async () => {
  const { made, alive, client, ask } = setUp(SeparateClient);
  const before = ask(1);
  await settled();
  /** @type {InstanceType<typeof SeparateClient>} */ (client).end();
  await refused(before, /has been ended/);
  assert.deepEqual(alive(), []);
  await refused(ask(2), /has been ended/);
  assert.equal(made.length, 1);

  // While it still finds out what the browser lacks.
  const early = setUp(SeparateClient);
  const asked = early.ask(1);
  /** @type {InstanceType<typeof SeparateClient>} */ (early.client).end();
  await refused(asked, /has been ended/);
  assert.equal(early.made.length, 0);
});
