// Run by Node, where posenc is a package like any other. Its argument: the reference values.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadCore, PosencError } from 'posenc';

const core = await loadCore();
const { cases } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let tables = 0;
for (const { kind, params, expected, tol_double } of cases) {
  if (kind !== 'table') continue;
  tables++;
  const { d_model, base, variant = 'paper', layout, positions } = params;
  const options = { dModel: d_model, base, variant, layout };
  const { rows, cols, values } = core.sinusoidalTable(options, Float64Array.from(positions));
  assert.deepEqual([rows, cols], [positions.length, d_model]);
  assert.equal(values.length, rows * cols);
  for (const [n, number] of expected.flat().entries()) {
    assert.ok(Math.abs(values[n] - number) <= tol_double, `${values[n]} is not ${number}`);
  }
}

const three = { dModel: 6, base: 1000, variant: 'paper' };
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof PosencError && error instanceof Error);
    return [error.name, error.code, error.message, error.parameter];
  }
  return assert.fail('nothing was thrown');
};
assert.deepEqual(
  thrown(() => core.frequencies({ ...three, dModel: 7 })),
  [
    ...['PosencError', 'invalid-argument'],
    '[frequencies] dModel must be a positive even number but got 7',
    'dModel',
  ],
);
assert.equal(thrown(() => core.similarityMatrix(three, 8193))[1], 'too-large');

// What TypeScript would not have let pass: one sentence says which argument, and what it must be.
const sinusoidal = { ...three, layout: 'interleaved' };
const withHole = Object.assign([1], { 2: 2 });
const numbers = 'must be a Float64Array or an array of numbers but';
for (const [call, parameter, message] of [
  [() => core.frequencies(), 'options', 'an object with dModel, base and variant but is missing'],
  [() => core.frequencies({ dModel: 6, base: 10 }), 'variant', 'a string but is missing'],
  [() => core.frequencies({ ...three, variant: 3 }), 'variant', 'a string but got 3'],
  [() => core.frequencies({ ...three, dModel: '6' }), 'dModel', 'a number but got "6"'],
  [() => core.sinusoidalTable(sinusoidal), 'positions', `${numbers} is missing`],
  [() => core.sinusoidalTable(sinusoidal, '12'), 'positions', `${numbers} got "12"`],
  [() => core.sinusoidalTable(sinusoidal, new Set([1])), 'positions', 'got [object Set]'],
  [
    () => core.sinusoidalTable(sinusoidal, [1, '2']),
    'positions',
    '[1] must be a number but got "2"',
  ],
  [() => core.sinusoidalTable(sinusoidal, withHole), 'positions', '[1] must be a number but is'],
  [() => core.dotProductsAround(three, 0, null), 'offsets', `${numbers} got null`],
  [() => core.openText([1, 2]), 'bytes', 'must be a Uint8Array but got an array'],
]) {
  const [, code, text, of] = thrown(call);
  assert.deepEqual([code, of], ['invalid-argument', parameter]);
  assert.match(text, /^\[\w+\] ./);
  assert.ok(text.includes(message), text);
}
const ofArray = core.sinusoidalTable(sinusoidal, [0, 1, 2]);
assert.deepEqual(ofArray, core.sinusoidalTable(sinusoidal, Float64Array.of(0, 1, 2)));
assert.equal(core.frequencies(three).limit, 2 * Math.PI * 1000);

// What breaks one core (here: more numbers than its memory has room for) leaves another as it is.
const other = await loadCore();
const silent = console.error;
console.error = () => {};
assert.equal(
  thrown(() => core.dotProductsAround(three, 0, new Float64Array(2 ** 29)))[1],
  'broken',
);
console.error = silent;
assert.equal(other.frequencies(three).limit, 2 * Math.PI * 1000);

console.log(`${tables} tables are right`);
