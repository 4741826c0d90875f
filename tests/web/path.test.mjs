// Paths of curves, by D3's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { runnerImport } from 'vite';

/** @type {typeof import('../../web/src/plots/path.ts')} */
const { linePath, placesOf } = (await runnerImport('./web/src/plots/path.ts')).module;

const numbers = (/** @type {number} */ count, /** @type {(n: number) => number} */ of) =>
  Float64Array.from({ length: count }, (_, n) => of(n));

/**
 * @param {Float64Array} x @param {Float64Array} y @param {{x: import('../../web/src/plots/path.ts').Scale, y: import('../../web/src/plots/path.ts').Scale}} scales
 * @param {(n: number) => boolean} [isOn]
 */
function assertAsByD3(x, y, scales, isOn = () => true) {
  const byD3 = line(
    (/** @type {number} */ n) => scales.x(x[n] ?? 0),
    (/** @type {number} */ n) => scales.y(y[n] ?? 0),
  )
    .digits(1)
    .defined(isOn)([...x.keys()]);
  assert.equal(linePath(placesOf(x, scales.x), placesOf(y, scales.y), isOn), byD3 ?? '');
}

test('a path is the one that D3 writes, on linear and logarithmic axes', () => {
  const x = numbers(500, (n) => n / 7);
  const y = numbers(500, (n) => Math.sin(n / 5) * 1.7);
  const positive = numbers(500, (n) => 10 ** (Math.sin(n / 5) * 9));
  const across = scaleLinear([0, 500 / 7], [44, 301.3]);
  assertAsByD3(x, y, { x: across, y: scaleLinear([-1.7, 1.7], [260, 22]).nice(4) });
  const log = scaleLog([1e-9, 1e9], [260, 22]);
  assertAsByD3(x, positive, { x: across, y: log });
  assertAsByD3(x, positive, { x: across, y: scaleLog([1e-9, 1e9], [260, 22]).base(2).nice() });
  assertAsByD3(x, positive, { x: scaleLog([1e-3, 71], [44, 301]), y: log }, (n) => n > 0);
});

test('a path is broken where it has no points, and a point alone is closed', () => {
  const x = numbers(9, (n) => n);
  const scales = { x: scaleLinear([0, 8], [0, 100]), y: scaleLinear([0, 8], [100, 0]) };
  for (const missing of [[], [0], [8], [1, 3], [0, 2, 3, 7], [...x.keys()]]) {
    assertAsByD3(x, x, scales, (n) => !missing.includes(n));
  }
  assertAsByD3(x.subarray(0, 1), x, scales);
  assertAsByD3(x.subarray(0, 0), x, scales);
});

test('an axis of one number, and one that falls, are as those of D3', () => {
  const x = numbers(20, (n) => n);
  assertAsByD3(x, x.fill(3), { x: scaleLinear([3, 3], [0, 50]), y: scaleLinear([8, 0], [0, 9]) });
  const y = x.map((n) => n + 1);
  assertAsByD3(y, y, { x: scaleLog([20, 1], [0, 50]), y: scaleLog([4, 4], [0, 9]) });
});
