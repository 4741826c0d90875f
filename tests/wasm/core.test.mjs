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

test('the table is that of the reference, as a copy, row by row', () => {
  const { cases } = JSON.parse(readFileSync('tests/reference/sinusoidal.json', 'utf8'));
  let tables = 0;
  for (const { kind, params, expected, tol_double } of cases) {
    if (kind !== 'table') continue;
    tables++;
    const { value } = core.sinusoidalTable(
      {
        dModel: params.d_model,
        base: params.base,
        variant: params.variant ?? 'paper',
        layout: params.layout,
      },
      Float64Array.from(params.positions),
    );
    assert.equal(value.rows, params.positions.length);
    assert.equal(value.cols, params.d_model);
    assert.ok(value.values instanceof Float64Array);
    assert.equal(value.values.length, value.values.buffer.byteLength / 8, 'not a view of the heap');
    for (const [n, number] of expected.flat().entries()) {
      assert.ok(Math.abs(value.values[n] - number) <= tol_double);
    }
  }
  assert.equal(tables, 10);
});

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

test('what is wrong comes back as a value, in the words of the command', () => {
  const error = (/** @type {object} */ changed, positions = [0]) =>
    core.sinusoidalTable({ ...options, ...changed }, Float64Array.from(positions)).error;
  assert.deepEqual(error({ dModel: 7 }), {
    code: 'invalid-argument',
    parameter: 'dModel',
    message: '[frequencies] dModel must be a positive even number but got 7',
  });
  assert.equal(
    error({ dModel: 4.5 }).message,
    '[frequencies] dModel must be a whole number below 2^31 but got 4.5',
  );
  assert.equal(
    error({ base: NaN }).message,
    '[frequencies] base must be a finite number above 0 but got nan',
  );
  assert.equal(
    error({ layout: 'spiral' }).message,
    '[sinusoidal] layout must be "interleaved" or "concatenated" but got "spiral"',
  );
  assert.equal(
    error({ variant: '' }).message,
    '[frequencies] variant must be "paper" or "endpoint" but got ""',
  );
  assert.equal(
    error({}, [Infinity]).message,
    '[sinusoidal] each of positions must be a number between -2^53 and 2^53 but got inf',
  );
  assert.equal(error({ dModel: 2 ** 30 }).code, 'too-large');
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

/** @param {Float64Array} values @param {number} length */
function assertCopy(values, length) {
  assert.ok(values instanceof Float64Array);
  assert.equal(values.length, length);
  assert.equal(values.byteOffset, 0);
  assert.equal(values.buffer.byteLength, length * 8, 'not a view of the heap');
}

/** @param {number[] | Float64Array} got @param {number[]} expected */
function assertNear(got, expected, tolerance = 1e-12) {
  assert.equal(got.length, expected.length);
  for (const [n, number] of expected.entries()) {
    assert.ok(Math.abs((got[n] ?? NaN) - number) <= tolerance, `${got[n]} is not ${number}`);
  }
}

// omega = [1, 0.1, 0.01], and no layout.
const three = { dModel: 6, base: 1000, variant: 'paper' };
const omega = [1, 0.1, 0.01];
/** @param {number} position */
const encoding = (position) =>
  omega.flatMap((w) => [Math.sin(position * w), Math.cos(position * w)]);

test('frequencies, wavelengths and their limit', () => {
  const { value } = core.frequencies(three);
  assert.deepEqual(Object.keys(value), ['inverseFrequencies', 'wavelengths', 'limit']);
  assertCopy(value.inverseFrequencies, 3);
  assertCopy(value.wavelengths, 3);
  assertNear(value.inverseFrequencies, omega);
  assertNear(
    value.wavelengths,
    omega.map((w) => (2 * Math.PI) / w),
    1e-11,
  );
  assert.equal(value.limit, 2 * Math.PI * 1000);
  assertNear(core.frequencies({ ...three, variant: 'endpoint' }).value.inverseFrequencies, [
    1,
    Math.sqrt(0.001),
    0.001,
  ]);
});

test('single columns of the table', () => {
  const dimensions = Float64Array.of(3, 0);
  const { value } = core.sinusoidalColumns(three, dimensions, Float64Array.of(0, 40));
  assert.deepEqual([value.rows, value.cols], [2, 2]);
  assertCopy(value.values, 4);
  assertNear(value.values, [1, 0, Math.cos(4), Math.sin(40)]);
  assert.match(
    core.sinusoidalColumns(three, Float64Array.of(6), Float64Array.of(0)).error.message,
    /^\[sinusoidal\] each of dimensions must be a whole number from 0 to 5 but got 6$/,
  );
});

test('turns of the clock hands', () => {
  const { value } = core.turns(three, 25);
  assert.deepEqual(Object.keys(value), ['values']);
  assertCopy(value.values, 3);
  assertNear(
    value.values,
    omega.map((w) => (25 * w) / (2 * Math.PI)),
  );
});

test('sign changes of the columns, interleaved', () => {
  const { value } = core.signChanges(three, 50);
  assert.deepEqual(Object.keys(value), ['values']);
  assertCopy(value.values, 6);
  assert.deepEqual([...value.values], [15, 16, 1, 2, 0, 0]);
});

test('the similarity matrix, with what its title says', () => {
  const { value } = core.similarityMatrix(three, 4);
  assert.deepEqual(Object.keys(value), ['matrix', 'diagonalSpread', 'lowest', 'offsetOnly']);
  assert.deepEqual([value.matrix.rows, value.matrix.cols], [4, 4]);
  assertCopy(value.matrix.values, 16);
  const expected = [...Array(16).keys()].map(
    (n) => omega.reduce((sum, w) => sum + Math.cos((Math.floor(n / 4) - (n % 4)) * w), 0) / 3,
  );
  assertNear(value.matrix.values, expected);
  assertNear([value.diagonalSpread], [0]);
  assert.equal(value.lowest, Math.min(...value.matrix.values));
});

test('a similarity matrix of 512 x 512 at d = 512', () => {
  const { value } = core.similarityMatrix({ ...three, dModel: 512, base: 10000 }, 512);
  assertCopy(value.matrix.values, 512 * 512);
  assertNear(
    value.matrix.values.filter((/** @type {number} */ _, /** @type {number} */ n) => n % 513 === 0),
    Array(512).fill(1),
  );
  assert.ok(value.diagonalSpread > 0 && value.diagonalSpread < 1e-12);
});

test('dot products around a position', () => {
  const offsets = [-3, 0, 7];
  const { value } = core.dotProductsAround(three, 40, Float64Array.from(offsets));
  assert.deepEqual(Object.keys(value), ['dots', 'kernel', 'difference', 'offsetOnly']);
  const expected = offsets.map((k) => omega.reduce((sum, w) => sum + Math.cos(k * w), 0));
  for (const values of [value.dots, value.kernel]) {
    assertCopy(values, 3);
    assertNear(values, expected);
  }
  assertNear([value.difference], [0]);
  assert.equal(value.offsetOnly, true);
});

test('a shift: the matrix, both encodings and what lies between them', () => {
  const { value } = core.shift(three, 40, 3);
  assert.deepEqual(Object.keys(value), [
    ...['matrix', 'start', 'carried', 'target', 'difference', 'largest', 'carries'],
  ]);
  assert.deepEqual([value.matrix.rows, value.matrix.cols], [6, 6]);
  assertCopy(value.matrix.values, 36);
  // Asked for in the order position, shift.
  assertNear(value.matrix.values.slice(0, 3), [Math.cos(3), Math.sin(3), 0]);
  assertNear(value.matrix.values.slice(6, 9), [-Math.sin(3), Math.cos(3), 0]);
  for (const values of [value.start, value.carried, value.target, value.difference]) {
    assertCopy(values, 6);
  }
  assertNear(value.start, encoding(40));
  assertNear(value.carried, encoding(43));
  assertNear(value.target, encoding(43));
  for (const [c, difference] of value.difference.entries()) {
    assert.equal(difference, value.carried[c] - value.target[c]);
  }
  assert.equal(value.largest, Math.max(...value.difference.map(Math.abs)));
  assert.equal(value.carries, true);
});

test('float32: two forms, equal on paper, that differ at large positions', () => {
  const { value } = core.float32Errors(
    { dModel: 128, base: 10000, variant: 'paper' },
    Float64Array.of(0, 131071, 2 ** 20),
  );
  assert.deepEqual(Object.keys(value), ['forms', 'power', 'exponential']);
  for (const values of [value.forms, value.power, value.exponential]) assertCopy(values, 3);
  assertNear(value.forms, [0, 0.00764471292495728, 0.0459602475166321], 1e-9);
  assertNear(value.power, [0, 0.00415402105017574, 0.0225893159492108], 1e-9);
  assertNear(value.exponential, [0, 0.0050306622821851, 0.0233709315674213], 1e-9);
});

test('every method tells bad input as a value', () => {
  const one = Float64Array.of(1);
  const bad = Float64Array.of(NaN);
  /** @type {[string, unknown[], string, string][]} */
  const calls = [
    [
      'frequencies',
      [{ ...three, dModel: 7 }],
      'dModel',
      '[frequencies] dModel must be a positive even number but got 7',
    ],
    [
      'turns',
      [three, NaN],
      'position',
      '[frequencies] position must be a number between -2^53 and 2^53 but got nan',
    ],
    [
      'signChanges',
      [three, 0],
      'count',
      '[sign changes] count must be a whole number above 0 and below 2^31 but got 0',
    ],
    [
      'similarityMatrix',
      [three, 2.5],
      'count',
      '[similarity] count must be a whole number above 0 and below 2^31 but got 2.5',
    ],
    [
      'dotProductsAround',
      [three, 0, bad],
      'offsets',
      '[similarity] each of offsets must be a number between -2^53 and 2^53 but got nan',
    ],
    [
      'shift',
      [three, 0, Infinity],
      'shift',
      '[shift] shift must be a number between -2^53 and 2^53 but got inf',
    ],
    [
      'float32Errors',
      [{ ...three, base: 1e30 }, one],
      'base',
      '[precision] base must be between 1e-20 and 1e+20 for single precision but got 1e+30',
    ],
    // Of several faults the error names the first.
    [
      'float32Errors',
      [{ ...three, variant: '' }, bad],
      'variant',
      '[frequencies] variant must be "paper" or "endpoint" but got ""',
    ],
  ];
  for (const [method, args, parameter, message] of calls) {
    assert.deepEqual(core[method](...args), {
      error: { code: 'invalid-argument', parameter, message },
    });
  }
  assert.equal(core.similarityMatrix(three, 8193).error.code, 'too-large');
  assert.equal(core.signChanges(three, 2 ** 30).error.code, 'too-large');
  assert.equal(core.shift({ ...three, dModel: 8194 }, 0, 1).error.code, 'too-large');
});
