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
    return [error.name, error.code, error.message];
  }
  return assert.fail('nothing was thrown');
};
assert.deepEqual(
  thrown(() => core.frequencies({ ...three, dModel: 7 })),
  [
    ...['PosencError', 'invalid-argument'],
    '[frequencies] dModel must be a positive even number but got 7',
  ],
);
assert.equal(thrown(() => core.similarityMatrix(three, 8193))[1], 'too-large');

// What TypeScript would not have let pass.
for (const call of [
  () => core.frequencies({ dModel: 6 }),
  () => core.frequencies({ ...three, variant: 3 }),
  () => core.sinusoidalTable({ ...three, layout: 'interleaved' }),
  () => core.dotProductsAround(three, 0, null),
]) {
  const [, code, message] = thrown(call);
  assert.equal(code, 'invalid-argument');
  assert.match(message, /^\[\w+\] ./);
}
assert.equal(core.frequencies(three).limit, 2 * Math.PI * 1000);

// What breaks one core (here: more numbers than any memory has room for) leaves another as it is.
const other = await loadCore();
const silent = console.error;
console.error = () => {};
assert.equal(thrown(() => core.dotProductsAround(three, 0, { length: 1e12 }))[1], 'broken');
console.error = silent;
assert.equal(other.frequencies(three).limit, 2 * Math.PI * 1000);

console.log(`${tables} tables are right`);
