// A run of a learner's program as the page sees it, with a sandbox that a test plays.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { runnerImport } from 'vite';
import { addresses } from './addresses.mjs';

/** @typedef {import('../../web/src/sandbox/messages.ts').Message} Message */

/** @type {{status: number, frames: {isThere: boolean, send: (message: unknown) => void, task: any}[]}} */
const page = { status: 200, frames: [] };

/** A frame that loads at once. */
function createFrame() {
  const frame = {
    hidden: false,
    isThere: true,
    task: /** @type {any} */ (null),
    /** @type {(message: unknown) => void} */
    send: () => {},
    addEventListener: (/** @type {string} */ _, /** @type {() => void} */ loaded) =>
      queueMicrotask(loaded),
    contentWindow: {
      postMessage: (
        /** @type {unknown} */ task,
        /** @type {string} */ _,
        /** @type {MessagePort[]} */ [port],
      ) => {
        frame.task = task;
        frame.send = (message) => port?.postMessage(message);
      },
    },
    remove: () => (frame.isThere = false),
  };
  page.frames.push(frame);
  return frame;
}

Object.assign(globalThis, {
  window: globalThis,
  document: { createElement: createFrame, body: { append: () => {} } },
  fetch: () => Promise.resolve(new Response('file', { status: page.status })),
});

beforeEach((context) => {
  Object.assign(page, { status: 200, frames: [] });
  /** @type {import('node:test').TestContext} */ (context).mock.timers.enable({
    apis: ['setTimeout'],
  });
});

/** Those of a test. (Its port keeps a run that is not over alive.) @type {{stop: () => void}[]} */
let runs = [];
afterEach(() => {
  for (const run of runs) run.stop();
  runs = [];
});

const rounds = async () => {
  for (let n = 0; n < 10; n++) await new Promise((resolve) => setImmediate(resolve));
};

/** @param {string[]} [calls] */
async function begin(calls = ['f(1)', 'f(2)']) {
  /** @type {{Run: typeof import('../../web/src/exercises/code/runner.ts').Run, endText: typeof import('../../web/src/exercises/code/failures.ts').endText}} */
  const { Run, endText } = /** @type {any} */ (
    (
      await runnerImport('./tests/web/program-parts.mjs', {
        logLevel: 'error',
        plugins: [addresses],
      })
    ).module
  );
  /** @type {string[]} */
  const phases = [];
  const run = new Run('source', calls, (phase) => phases.push(phase));
  runs.push(run);
  /** @type {{ran?: any, error?: Error}} */
  const result = {};
  run.done.then(
    (ran) => (result.ran = ran),
    (error) => (result.error = error),
  );
  await rounds();
  const [frame] = page.frames.slice(-1);
  /** @param {...unknown} messages */
  const hear = async (...messages) => {
    for (const message of messages) frame?.send(message);
    await rounds();
  };
  return { run, phases, result, frame, hear, endText };
}

test('a program that ends: its answers, errors and output, and nothing of it is left', async () => {
  const { result, frame, hear, phases, endText } = await begin();
  assert.deepEqual([frame?.task.source, frame?.task.calls], ['source', ['f(1)', 'f(2)']]);
  assert.deepEqual(phases, ['loading']);
  const failure = { type: 'ValueError', message: 'd must be even', line: 3 };
  await hear(
    { kind: 'began' },
    { kind: 'printed', text: 'a\n' },
    { kind: 'call', index: 0 },
    { kind: 'answer', index: 0, text: '[1]' },
    { kind: 'call', index: 1 },
    { kind: 'raised', index: 1, failure },
    { kind: 'ended' },
  );
  assert.deepEqual(result.ran, {
    answers: { 'f(1)': '[1]', 'f(2)': 'raise ValueError: d must be even' },
    ...{ raised: { 'f(2)': failure }, printed: 'a\n', error: null, stopped: null, during: null },
  });
  assert.deepEqual(phases, ['loading', 'running']);
  assert.equal(frame?.isThere, false);
  assert.equal(endText(result.ran), '');
});

test('a program that fails before any call has its error', async () => {
  const { result, hear } = await begin();
  const failure = { type: 'SyntaxError', message: 'invalid syntax', line: 3 };
  await hear({ kind: 'began' }, { kind: 'failed', failure });
  assert.deepEqual(result.ran.error, failure);
  assert.deepEqual(result.ran.answers, { 'f(1)': '', 'f(2)': '' });
});

test('what does not end is stopped two seconds after it began, and it says where', async ({
  mock,
}) => {
  for (const [messages, said] of /** @type {[Message[], RegExp][]} */ ([
    [[], /^Stopped while your program was loading: it took longer than 2 seconds\./],
    [[{ kind: 'call', index: 1 }], /^Stopped in f\(2\): it took longer than 2 seconds\./],
    [[{ kind: 'full' }], /^Stopped while your program was loading: it ran out of memory/],
  ])) {
    const { result, frame, hear, endText } = await begin();
    mock.timers.tick(20_000);
    await hear({ kind: 'began' }, ...messages);
    mock.timers.tick(1_800);
    await rounds();
    assert.deepEqual(result, {}, 'not before its time');
    mock.timers.tick(200);
    await rounds();
    assert.match(endText(result.ran), said);
    assert.equal(frame?.isThere, false);
  }
});

test('Stop ends it at once', async () => {
  const { run, result, frame, hear, endText } = await begin();
  await hear({ kind: 'began' });
  run.stop();
  await rounds();
  assert.equal(endText(result.ran), 'Stopped. Your program is unchanged.');
  assert.equal(frame?.isThere, false);
});

test('a program that speaks for the sandbox gains nothing by it', async ({ mock }) => {
  const { result, hear } = await begin();
  await hear(
    { kind: 'began' },
    { kind: 'answer', index: 0, text: 'first' },
    { kind: 'answer', index: 0, text: 'second' },
    ...[
      'spam',
      null,
      { kind: 'answer', index: 7, text: 'x' },
      { kind: 'answer', index: 1, text: 3 },
    ],
    ...[
      { kind: 'printed', text: 'x'.repeat(100_000) },
      { kind: 'failed', failure: { type: 3 } },
    ],
  );
  mock.timers.tick(1_500);
  // It does not get its time again.
  await hear({ kind: 'began' });
  mock.timers.tick(500);
  await rounds();
  assert.equal(result.ran.stopped, 'time');
  assert.deepEqual(result.ran.answers, { 'f(1)': 'first', 'f(2)': '' });
  assert.equal(result.ran.printed, '');
});

test('Python that cannot be fetched, does not start, or breaks is no fault of the program', async ({
  mock,
}) => {
  page.status = 404;
  const fetched = await begin();
  assert.match(fetched.result.error?.message ?? '', /^Python could not be loaded \(404 for /);
  page.status = 200;
  const slow = await begin();
  mock.timers.tick(30_000);
  await rounds();
  assert.match(slow.result.error?.message ?? '', /^Python did not start within 30 seconds\./);
  const broken = await begin();
  await broken.hear({ kind: 'broken', message: 'no memory' });
  assert.equal(broken.result.error?.message, 'Python could not be started: no memory');
  assert.equal(broken.frame?.isThere, false);
});
