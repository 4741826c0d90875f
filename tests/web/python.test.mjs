// The page's Python, without a page: what a program, its calls and its errors come back as.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { addresses } from './addresses.mjs';

/** @typedef {import('../../web/src/sandbox/messages.ts').Message} Message */

const wasm = fileURLToPath(
  import.meta.resolve('@micropython/micropython-webassembly-pyscript/micropython.wasm'),
);

/** Node has Python's file under its path, where a browser is given its bytes. */
const fromFile = {
  name: 'python-from-file',
  transform: (/** @type {string} */ code) =>
    code.replace(/(["'])micropython\.wasm\1/, JSON.stringify(wasm)),
};

/** Runs a program in a worker of its own. @param {string} source @param {string[]} [calls] */
async function ran(source, calls = []) {
  const scope = new EventTarget();
  Object.defineProperty(globalThis, 'postMessage', {
    value: () => assert.fail('only the port leads to the page'),
    configurable: true,
  });
  const addEventListener = scope.addEventListener.bind(scope);
  Object.assign(globalThis, { self: globalThis, addEventListener });
  const { grow } = WebAssembly.Memory.prototype;
  const { log, warn, error } = console;
  try {
    await runnerImport('./web/src/sandbox/python.worker.ts', {
      logLevel: 'error',
      plugins: [fromFile],
    });
    /** @type {Message[]} */
    const messages = [];
    await new Promise((resolve) => {
      const port = {
        postMessage: (/** @type {Message} */ message) => {
          messages.push(message);
          if (['failed', 'ended', 'broken'].includes(message.kind)) resolve(undefined);
        },
      };
      const task = { wasm: new ArrayBuffer(0), source, calls };
      scope.dispatchEvent(Object.assign(new Event('message'), { data: task, ports: [port] }));
    });
    return messages;
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
    Object.assign(console, { log, warn, error });
  }
}

/** @type {typeof import('../../web/src/exercises/code/failures.ts')} */
let failures;
before(async () => {
  failures = /** @type {any} */ (
    (
      await runnerImport('./web/src/exercises/code/failures.ts', {
        logLevel: 'error',
        plugins: [addresses],
      })
    ).module
  );
});

test('results come back as Python has them, to the last bit', async () => {
  const calls = Array.from({ length: 149 }, (_, n) => `divided(${n + 1})`);
  const messages = await ran('def divided(k):\n    return k / 7 ** (k % 20)\n', calls);
  const answers = messages.filter(({ kind }) => kind === 'answer');
  assert.equal(answers.length, 149);
  for (const [n, answer] of /** @type {any[]} */ (answers).entries()) {
    assert.equal(answer.index, n);
    assert.equal(Number(answer.text), (n + 1) / 7 ** ((n + 1) % 20));
  }
});

test('a tie that is printed or rounded goes away from zero, as the page says', async () => {
  const messages = await ran("print('%.1f' % 0.25, round(2.675, 2))");
  assert.deepEqual(messages[1], { kind: 'printed', text: '0.3 2.68\n' });
});

test('a program and its calls in order, with what they print; an error in a call ends that call alone', async () => {
  const messages = await ran(
    'print("before")\ndef f(x):\n    print("at", x)\n    return [1.5, -2][x]\n',
    ['f(0)', 'f(2)', 'f(1)', 'g(1)'],
  );
  assert.deepEqual(messages.slice(0, 4), [
    { kind: 'began' },
    { kind: 'printed', text: 'before\n' },
    { kind: 'call', index: 0 },
    { kind: 'printed', text: 'at 0\n' },
  ]);
  assert.deepEqual(
    messages
      .filter(({ kind }) => kind === 'answer' || kind === 'raised')
      .map((one) => [one.kind, /** @type {any} */ (one).index]),
    [
      ['answer', 0],
      ['raised', 1],
      ['answer', 2],
      ['raised', 3],
    ],
  );
  const [first, second] = /** @type {any[]} */ (messages.filter(({ kind }) => kind === 'raised'));
  assert.deepEqual([first.failure.type, first.failure.line], ['IndexError', 4]);
  assert.deepEqual([second.failure.type, second.failure.line], ['NameError', null]);
  assert.deepEqual(messages.at(-1), { kind: 'ended' });
});

test('an error of a program has its line and what helps, and nothing is tested', async () => {
  for (const [source, said] of /** @type {[string, RegExp][]} */ ([
    ['import math\n\ndef apply_rope(x, position)\n    return x\n', /^Line 3: SyntaxError/],
    [
      'def apply_rope(x, p):\n    if p:\n        p = 1\n      q = 2\n    return x\n',
      /^Line 4: IndentationError.*All lines of a block need the same indentation/,
    ],
    [
      'import numpy as np\n',
      /^Line 1: ImportError.*NumPy and other packages are not available here/,
    ],
    ['a = [1]\nwhile True:\n    a = a + a\n', /^Line 3: MemoryError.*Is a list growing in a loop/],
    ['x = input("name?")\n', /^Line 1: RuntimeError: there is nobody to ask/],
    ['def f(x):\n    return f(x)\nf(1)\n', /^Line 2: RuntimeError.*what should stop it\?/],
    ['import sys\nsys.exit()\n', /SystemExit.*exited before anything was tested/],
  ])) {
    const messages = await ran(source, ['f(1)']);
    const last = messages.at(-1);
    assert.ok(last?.kind === 'failed', source);
    assert.match(failures.failureText(last.failure), said);
    assert.ok(!messages.some(({ kind }) => kind === 'call'), source);
  }
});

test('a program that asks for too much memory is known to, before it goes on', async () => {
  const messages = await ran(
    'a = []\ntry:\n    while True:\n        a.append([1.5] * 1000)\nexcept MemoryError:\n    a = None\n',
    ['1 + 1'],
  );
  assert.equal(messages.filter(({ kind }) => kind === 'full').length, 1);
  assert.deepEqual(messages.at(-2), { kind: 'answer', index: 0, text: '2' });
});

test('a program cannot post messages of its own', async () => {
  const messages = await ran('import js\njs.postMessage("spam")\n');
  const last = messages.at(-1);
  assert.ok(last?.kind === 'failed');
  assert.match(failures.failureText(last.failure), /^Line 2: /);
});

test('what is printed without end, or returned, is cut', async () => {
  const { maxAnswer, maxPrinted } =
    /** @type {typeof import('../../web/src/sandbox/messages.ts')} */ (
      (await runnerImport('./web/src/sandbox/messages.ts')).module
    );
  const messages = await ran('for n in range(20000):\n    print(n)\n', ['"x" * 50000']);
  const printed = messages.flatMap((one) => (one.kind === 'printed' ? one.text : [])).join('');
  assert.equal(printed.length, maxPrinted);
  const answer = messages.find(({ kind }) => kind === 'answer');
  assert.ok(answer?.kind === 'answer' && answer.text.length === maxAnswer);
});
