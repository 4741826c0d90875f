// The very .wasm and glue that the page loads, called as the page's loader calls them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import createModule from '../../build/wasm/posenc.mjs';

/** @type {any} */
let core;

before(async () => {
  const compiled = await WebAssembly.compile(readFileSync('build/wasm/posenc.wasm'));
  core = await createModule({
    instantiateWasm(
      /** @type {WebAssembly.Imports} */ imports,
      /** @type {(instance: WebAssembly.Instance) => void} */ done,
    ) {
      WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
  });
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

test('what is wrong comes back as a value, in the words of the command', () => {
  const error = (/** @type {object} */ changed, positions = [0]) =>
    core.sinusoidalTable({ ...options, ...changed }, Float64Array.from(positions)).error;
  assert.deepEqual(error({ dModel: 7 }), {
    code: 'invalid-argument',
    message: '[frequencies] dimension must be a positive even number but got 7',
  });
  assert.equal(
    error({ dModel: 4.5 }).message,
    '[frequencies] dimension must be a whole number below 2^31 but got 4.5',
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
    '[sinusoidal] position must be a number between -2^53 and 2^53 but got inf',
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

test('answers are graded, whatever is typed', () => {
  const asked = core.exerciseItems('e13.1').value;
  const items = asked.map((/** @type {any} */ item) => item.id);
  assert.equal(items.length, 20);
  assert.ok(asked.every((/** @type {any} */ item) => item.hint !== ''));
  const { value } = core.gradeExercise('e13.1', {
    'PE(1)[0]': '\u22120,841',
    'PE(5)[3]': '('.repeat(20000),
    'PE(6)[0]': '\uD800',
    similar: 'equal',
  });
  assert.equal(value.score, 1);
  assert.equal(value.max, 20);
  assert.deepEqual(
    value.items.map((/** @type {any} */ one) => one.item),
    items,
  );
  const of = (/** @type {string} */ item) => value.items[items.indexOf(item)];
  assert.deepEqual(of('PE(1)[0]'), {
    item: 'PE(1)[0]',
    outcome: 'wrong',
    reason: null,
    read: -0.841,
    message: null,
  });
  assert.equal(of('PE(5)[3]').outcome, 'unreadable');
  assert.equal(of('PE(6)[0]').outcome, 'unreadable');
  assert.match(
    core.gradeExercise('e13.1', { 'PE(9)[0]': '1' }).error.message,
    /^\[exercise\] e13\.1 does not ask for "PE\(9\)\[0\]"/,
  );
  assert.match(core.exerciseItems('e99').error.message, /must be one of e13\.1 but got "e99"/);
});
