// The very .wasm and glue that figures bring, started by the page's loader and called as that calls them.
// (The whole core: reference.test.mjs and bad-input.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { start } from '../../build/package/instantiate.js';
import { load, modules } from '../../build/package/modules.js';
import create from '../../build/wasm/posenc-absolute.mjs';
import { functions } from '../../build/wasm/posenc-functions.mjs';

/** @type {any} */
let core;

before(async () => {
  const compiled = await WebAssembly.compile(readFileSync('build/wasm/posenc-absolute.wasm'));
  core = await start(compiled, /** @type {any} */ (create));
});

const options = { dModel: 16, base: 10000, variant: 'paper', layout: 'interleaved' };

test('a module that cannot start says so, and nothing waits for it', async () => {
  const compiled = await WebAssembly.compile(readFileSync('build/wasm/posenc-absolute.wasm'));
  /** @param {any} options */
  const failing = ({ instantiateWasm }) =>
    /** @type {any} */ (create)({
      instantiateWasm: (/** @type {any} */ imports) =>
        instantiateWasm(imports, () => {
          throw new RangeError('no memory is left');
        }),
    });
  await assert.rejects(start(compiled, failing), /no memory is left/);
});

test('the page knows what each of its modules has', async () => {
  for (const [name, module] of Object.entries(modules)) {
    const has = Object.keys(await load(module, readFile));
    assert.deepEqual(functions[/** @type {keyof typeof functions} */ (name)], has, name);
  }
});

test('a table as large as the limit allows survives the growth of the memory', () => {
  const positions = new Float64Array(8192).fill(3);
  const { value } = core.sinusoidalTable({ ...options, dModel: 8192 }, positions);
  assert.equal(value.values.length, 2 ** 26);
  assert.equal(value.values[0], Math.sin(3));
  assert.equal(value.values.at(-8192), Math.sin(3));
  assert.equal(
    core.sinusoidalTable({ ...options, dModel: 8194 }, positions).error.code,
    'too-large',
  );
});

// omega = [1, 0.1, 0.01], and no layout.
const three = { dModel: 6, base: 1000, variant: 'paper' };
const of = Float64Array.of.bind(Float64Array);

/** @param {any} result @returns {Float64Array[]} */
const arraysIn = (result) =>
  result instanceof Float64Array
    ? [result]
    : typeof result === 'object' && result !== null
      ? Object.values(result).flatMap(arraysIn)
      : [];

/** A function, its arguments, its results, and how long these are. @type {[string, unknown[], string, number[]][]} */
const returned = [
  ['sinusoidalTable', [options, of(0, 1)], 'rows cols values', [32]],
  ['frequencies', [three], 'inverseFrequencies wavelengths limit', [3, 3]],
  ['sinusoidalColumns', [three, of(3, 0), of(0, 40)], 'rows cols values', [4]],
  ['turns', [three, 25], 'values', [3]],
  ['signChanges', [three, 50], 'values', [6]],
  ['similarityMatrix', [three, 4], 'matrix diagonalSpread lowest offsetOnly', [16]],
  ['dotProductsAround', [three, 40, of(-3, 0, 7)], 'dots kernel difference offsetOnly', [3, 3]],
  [
    'shift',
    [three, 40, 3],
    'matrix start carried target difference largest carries',
    [36, 6, 6, 6, 6],
  ],
  ['float32Errors', [three, of(0, 131071)], 'forms power exponential', [2, 2, 2]],
];
test('results have all their parts, as copies, not as views of the heap', () => {
  for (const [method, args, parts, lengths] of returned) {
    const { value } = core[method](...args);
    assert.equal(Object.keys(value).join(' '), parts, method);
    const arrays = arraysIn(value);
    assert.deepEqual(
      arrays.map(({ length }) => length),
      lengths,
      method,
    );
    for (const { byteOffset, length, buffer } of arrays) {
      assert.deepEqual([byteOffset, buffer.byteLength], [0, length * 8], method);
    }
  }
  assert.equal(core.frequencies(three).value.limit, 2 * Math.PI * 1000);
});

test('a similarity matrix of 512 x 512 at d = 512', () => {
  const { value } = core.similarityMatrix({ ...three, dModel: 512, base: 10000 }, 512);
  const diagonal = [...Array(512).keys()].map((n) => value.matrix.values[n * 513]);
  assert.ok(diagonal.every((one) => Math.abs(one - 1) <= 1e-12));
  assert.ok(value.diagonalSpread > 0 && value.diagonalSpread < 1e-12);
});

const position = 'must be a number between -2^53 and 2^53 but got';
const count = 'count must be a whole number above 0 and below 2^31 but got';
/** Of several faults the error names the first. @type {[string, unknown[], string][]} */
const refused = [
  [
    'frequencies',
    [{ ...three, dModel: 7 }],
    '[frequencies] dModel must be a positive even number but got 7',
  ],
  [
    'frequencies',
    [{ ...three, dModel: 4.5 }],
    '[frequencies] dModel must be a whole number below 2^31 but got 4.5',
  ],
  [
    'frequencies',
    [{ ...three, base: NaN }],
    '[frequencies] base must be a finite number above 0 but got nan',
  ],
  [
    'frequencies',
    [{ ...three, variant: '' }],
    '[frequencies] variant must be "paper" or "endpoint" but got ""',
  ],
  [
    'sinusoidalTable',
    [{ ...options, layout: 'spiral' }, of(0)],
    '[sinusoidal] layout must be "interleaved" or "concatenated" but got "spiral"',
  ],
  ['sinusoidalTable', [options, of(Infinity)], `[sinusoidal] each of positions ${position} inf`],
  [
    'sinusoidalColumns',
    [three, of(6), of(0)],
    '[sinusoidal] each of dimensions must be a whole number from 0 to 5 but got 6',
  ],
  ['turns', [three, NaN], `[frequencies] position ${position} nan`],
  ['signChanges', [three, 0], `[sign changes] ${count} 0`],
  ['similarityMatrix', [three, 2.5], `[similarity] ${count} 2.5`],
  ['dotProductsAround', [three, 0, of(NaN)], `[similarity] each of offsets ${position} nan`],
  ['shift', [three, 0, Infinity], `[shift] shift ${position} inf`],
  [
    'float32Errors',
    [{ ...three, base: 1e30 }, of(1)],
    '[precision] base must be between 1e-20 and 1e+20 for single precision but got 1e+30',
  ],
  [
    'float32Errors',
    [{ ...three, variant: '' }, of(NaN)],
    '[frequencies] variant must be "paper" or "endpoint" but got ""',
  ],
];
test('what is wrong comes back as a value, in the words of the command', () => {
  for (const [method, args, message] of refused) {
    const parameter = /\] (?:each of )?(\w+)/.exec(message)?.[1];
    assert.deepEqual(core[method](...args), {
      error: { code: 'invalid-argument', parameter, message },
    });
  }
  for (const [method, ...args] of /** @type {[string, ...unknown[]][]} */ ([
    ['sinusoidalTable', { ...options, dModel: 2 ** 30 }, of(0)],
    ['similarityMatrix', three, 8193],
    ['signChanges', three, 2 ** 30],
    ['shift', { ...three, dModel: 8194 }, 0, 1],
  ])) {
    assert.equal(core[method](...args).error.code, 'too-large', method);
  }
});
