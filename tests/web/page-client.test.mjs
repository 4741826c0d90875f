// What is computed on the page's own thread, beside workers that do what a test says.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { load, setUpBrowser, workshop } from './fake-workers.mjs';

/** @type {typeof import('../../web/src/worker/page-client.ts')} */
const { fewMoves, PageClient } = await load('worker/page-client');
/** @type {typeof import('../../web/src/core/errors.ts')} */
const { PosencError } = await load('core/errors');

/** The page's clock, in milliseconds: it goes on when a test says so, as a busy machine would else decide what is quick. */
let now = 0;
mock.method(performance, 'now', () => now);

beforeEach(() => {
  setUpBrowser();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {{move(): void}} client */
function goOnMoving(client) {
  for (let n = 0; n <= fewMoves; n++) client.move();
}

/** How workers answer here. */
const quick = { module: 'figures', milliseconds: 0.4 };

/**
 * A client whose worker has answered once, and what is computed on the page.
 * @param {{timing?: unknown, onPage?: (length: number) => unknown, brings?: () => Promise<any>}} [how]
 */
async function setUp({ timing = quick, onPage = (length) => `page ${length}`, brings } = {}) {
  const { made, create } = workshop();
  const trainingTask = mock.fn(onPage);
  const bring = mock.fn(brings ?? (() => Promise.resolve({ trainingTask })));
  const client = new PageClient(create, /** @type {any} */ (bring));
  const ask = (/** @type {any} */ length) =>
    /** @type {Promise<any>} */ (client.call('trainingTask', length));
  /** Replies to what the worker has been asked last. @param {unknown} [later] */
  const reply = (later = timing) => {
    const { id, args } = made[0]?.sent.at(-1) ?? {};
    made[0]?.reply({ id, value: `worker ${args[0]}`, timing: later });
  };
  const answered = async (/** @type {any} */ length, /** @type {unknown} */ later = timing) => {
    const answer = ask(length);
    await settled();
    reply(later);
    return answer;
  };
  await answered(1);
  return { client, made, bring, trainingTask, ask, answered };
}

test('until a reader moves something, the worker answers, and no module comes to the page', async () => {
  const { answered, bring } = await setUp();
  assert.equal(await answered(2), 'worker 2');
  assert.equal(bring.mock.callCount(), 0);
});

test('after some moves the module of the answers is loaded once, and then the page computes, at once', async () => {
  const { client, answered, ask, bring, made } = await setUp();
  for (let n = 0; n < fewMoves; n++) client.move();
  await answered(1);
  assert.equal(bring.mock.callCount(), 0);
  client.move();
  assert.equal(await answered(2), 'worker 2', 'while it is on its way, the worker answers');
  assert.deepEqual(bring.mock.calls[0]?.arguments, ['figures']);
  const sent = made[0]?.sent.length;
  let answer;
  void ask(3).then((value) => (answer = value));
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(answer, 'page 3');
  assert.equal(made[0]?.sent.length, sent);
  assert.equal(bring.mock.callCount(), 1);
});

for (const [what, timing] of /** @type {const} */ ([
  ['takes long', { module: 'figures', milliseconds: 20 }],
  ['is of another module', { module: null, milliseconds: 0.1 }],
])) {
  test(`what ${what} stays in the worker`, async () => {
    const { client, answered, bring } = await setUp({ timing });
    goOnMoving(client);
    assert.equal(await answered(2), 'worker 2');
    assert.equal(await answered(3), 'worker 3');
    assert.equal(bring.mock.callCount(), 0);
  });
}

test('what has taken long on the page a few times goes back to the worker', async () => {
  const onPage = (/** @type {number} */ length) => {
    now += 6;
    return `page ${length}`;
  };
  const { client, answered, ask, trainingTask } = await setUp({ onPage });
  goOnMoving(client);
  await answered(2);
  for (const length of [3, 4, 5, 3]) assert.equal(await ask(length), `page ${length}`);
  assert.equal(await answered(6), 'worker 6');
  assert.equal(await answered(7), 'worker 7');
  assert.equal(trainingTask.mock.callCount(), 4);
});

test('what takes very long on the page, not only when it first runs, goes back to the worker at once', async () => {
  const onPage = () => {
    now += 16;
  };
  const { client, answered, ask, trainingTask } = await setUp({ onPage });
  goOnMoving(client);
  await answered(2);
  await ask(3);
  await ask(3);
  assert.equal(await answered(4), 'worker 4');
  assert.equal(trainingTask.mock.callCount(), 2);
});

test('what asks for much more than quick calls did is asked of the worker first', async () => {
  const { client, answered, ask } = await setUp();
  goOnMoving(client);
  await answered(2);
  await answered(100);
  assert.equal(await ask(200), 'page 200');
  assert.equal(await ask(400), 'page 400', 'what was quick on the page counts too');
  assert.equal(await answered(1000, { module: 'figures', milliseconds: 20 }), 'worker 1000');
  assert.equal(await answered(100), 'worker 100');
  assert.equal(await answered(1000), 'worker 1000');
  assert.equal(await ask(1000), 'page 1000');
});

test('what takes long with one name does not keep another name in the worker', async () => {
  const { client, answered, ask } = await setUp();
  goOnMoving(client);
  assert.equal(await answered('slow', { module: 'figures', milliseconds: 20 }), 'worker slow');
  assert.equal(await answered('quick'), 'worker quick', 'asked for the first time');
  assert.equal(await answered('quick'), 'worker quick', 'while its module is on its way');
  assert.equal(await ask('quick'), 'page quick');
  assert.equal(await answered('slow', { module: 'figures', milliseconds: 20 }), 'worker slow');
});

for (const List of [Array, Float64Array, Float32Array, Int32Array, Uint8Array]) {
  test(`${List.name}: only its length counts, and nobody goes through its numbers`, async () => {
    const { client, answered, ask } = await setUp({ onPage: () => 'page' });
    const listOf = (/** @type {number} */ length) =>
      /** @type {any} */ (new List(length).fill(100));
    goOnMoving(client);
    await answered(2);
    await answered(listOf(100));
    assert.equal(await ask(listOf(200)), 'page');
    assert.match(await answered(listOf(1000)), /^worker/);
  });
}

test('an argument that the core refuses is refused, and the page goes on computing', async () => {
  const onPage = (/** @type {number} */ length) => {
    if (length === 3)
      throw new PosencError('invalid-argument', 'length must be even but got 3', 'length');
    return `page ${length}`;
  };
  const { client, answered, ask } = await setUp({ onPage });
  goOnMoving(client);
  await answered(2);
  await assert.rejects(ask(3), { code: 'invalid-argument', parameter: 'length' });
  assert.equal(await ask(4), 'page 4');
});

test('a module that breaks on the page is not asked again: the worker answers the same call', async () => {
  const onPage = () => {
    throw new PosencError('broken', 'It broke down.');
  };
  const { client, answered, trainingTask } = await setUp({ onPage });
  goOnMoving(client);
  await answered(2);
  assert.equal(await answered(3), 'worker 3');
  assert.equal(await answered(4), 'worker 4');
  assert.equal(trainingTask.mock.callCount(), 1);
});

test('if no module can come to the page, the worker goes on', async () => {
  const { client, answered, bring } = await setUp({ brings: () => Promise.reject(new Error('')) });
  goOnMoving(client);
  assert.equal(await answered(2), 'worker 2');
  assert.equal(await answered(3), 'worker 3');
  assert.equal(bring.mock.callCount(), 1);
});
