// What is computed on the page's own thread, beside workers that do what a test says.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { load, setUpBrowser, workshop } from './fake-workers.mjs';

/** @type {typeof import('../../web/src/worker/client.ts')} */
const { PageClient } = await load('worker/client');
/** @type {typeof import('../../web/src/core/errors.ts')} */
const { PosencError } = await load('core/errors');

beforeEach(() => {
  setUpBrowser();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A client for which `turns` is quick.
 * @param {{turns?: (position: number) => unknown, brings?: () => Promise<any>}} [how] on the page's thread
 */
function setUp({ turns = (position) => `page ${position}`, brings } = {}) {
  const { made, create } = workshop();
  const computed = mock.fn(turns);
  const bring = mock.fn(brings ?? (() => Promise.resolve({ turns: computed })));
  const client = new PageClient(create, (method) => method === 'turns', /** @type {any} */ (bring));
  const ask = (/** @type {any} */ method, /** @type {any} */ position) =>
    /** @type {Promise<any>} */ (client.call(method, position));
  /** Of a call that the worker is asked. @param {any} method @param {any} position */
  const answered = async (method, position) => {
    const answer = ask(method, position);
    await settled();
    const { id, args } = made[0]?.sent.at(-1) ?? {};
    made[0]?.reply({ id, value: `worker ${args[0]}` });
    return answer;
  };
  return { made, bring, computed, ask, answered };
}

test('what is quick is computed on the page, and starts no worker', async () => {
  const { ask, made } = setUp();
  assert.equal(await ask('turns', 3), 'page 3');
  assert.equal(made.length, 0);
});

test('what is not is computed in the worker, and brings no module to the page', async () => {
  const { answered, bring } = setUp();
  assert.equal(await answered('shift', 3), 'worker 3');
  assert.equal(bring.mock.callCount(), 0);
});

test('an argument that the core refuses is refused, and the page goes on computing', async () => {
  const { ask, made } = setUp({
    turns(position) {
      if (position === 3) {
        const [code, parameter] = /** @type {const} */ (['invalid-argument', 'position']);
        throw PosencError.from({ code, message: '[sinusoidal] not 3', parameter });
      }
      return `page ${position}`;
    },
  });
  await assert.rejects(ask('turns', 3), {
    ...{ code: 'invalid-argument', parameter: 'position' },
    ...{ subject: 'sinusoidal', message: 'not 3' },
  });
  assert.equal(await ask('turns', 4), 'page 4');
  assert.equal(made.length, 0);
});

test('a module that breaks on the page is not asked again: the worker answers the same call', async () => {
  const { answered, computed } = setUp({
    turns() {
      throw new PosencError('broken', 'It broke down.');
    },
  });
  assert.equal(await answered('turns', 3), 'worker 3');
  assert.equal(await answered('turns', 4), 'worker 4');
  assert.equal(computed.mock.callCount(), 1);
});

test('if no module can come to the page, the worker answers', async () => {
  const { answered } = setUp({ brings: () => Promise.reject(new PosencError('broken', 'Lost.')) });
  assert.equal(await answered('turns', 3), 'worker 3');
});
