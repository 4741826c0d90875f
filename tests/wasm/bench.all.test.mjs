// The training benchmark's module, as its adapter calls it: for any size.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { start } from '../../build/package/instantiate.js';

/** @type {any} */
let bench;

before(async () => {
  // Not built before types are checked, so that it has none.
  const glue = new URL('../../build/wasm/posenc-bench.mjs', import.meta.url).href;
  const { default: create } = await import(glue);
  const compiled = await WebAssembly.compile(readFileSync('build/wasm/posenc-bench.wasm'));
  bench = await start(compiled, create);
});

const none = [new Float32Array(), new Int32Array(), new Int32Array()];

test('a size that no tile or vector divides trains too', () => {
  // V, D, NH, L, T, B
  const { value } = bench.create(5, 10, 2, 2, 7, 3, ...none);
  // Forward and backward, each product of matrices; see TrainingSize::step_flop.
  const tokens = 7 * 3;
  const layer = 2 * tokens * 12 * 100 + 4 * tokens * 7 * 10;
  assert.equal(value.flop, 3 * (2 * layer + 2 * tokens * 10 * 5));
  assert.ok(value.bytes > 0);
  const losses = Array.from({ length: 400 }, () => bench.train());
  assert.ok(losses.every(Number.isFinite));
  assert.ok((losses[399] ?? 9) < 0.8 * (losses[0] ?? 0), `${losses[0]} .. ${losses[399]}`);
  assert.ok(Number.isFinite(bench.infer()));
  assert.ok(bench.runChains() > 0);
});

test('weights and batches that do not fit are refused', () => {
  const error = (/** @type {any[]} */ ...given) => bench.create(...given).error.message;
  assert.equal(
    error(5, 10, 4, 1, 7, 3, ...none),
    '[transformer] dModel must be a multiple of heads but got 10 and 4',
  );
  const x = new Int32Array(8);
  assert.match(
    error(5, 8, 2, 1, 4, 2, new Float32Array(3), x, x),
    /^\[bench\] there must be \d+ parameters but there are 3$/,
  );
});
