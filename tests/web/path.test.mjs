// Scales and paths of curves, by D3's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleLinear, scaleLog, scalePow } from 'd3-scale';
import { area, line } from 'd3-shape';
import { runnerImport } from 'vite';

/** @type {typeof import('../../web/src/plots/scale.ts')} */
const { bandPath, linePath, placesOf } = (await runnerImport('./web/src/plots/scale.ts')).module;
/** @type {typeof import('../../web/src/plots/scale.ts')} */
const { byCubeRoot, linear, logarithmic, powersAround } = (
  await runnerImport('./web/src/plots/scale.ts')
).module;

const numbers = (/** @type {number} */ count, /** @type {(n: number) => number} */ of) =>
  Float64Array.from({ length: count }, (_, n) => of(n));

for (const [domain, range] of /** @type {[[number, number], [number, number]][]} */ ([
  [
    [0, 500 / 7],
    [44, 301.3],
  ],
  [
    [-1.7, 2],
    [260, 22],
  ],
  [
    [3, 3],
    [0, 50],
  ],
])) {
  test(`a linear axis from ${domain.join(' to ')} has every number where D3 has it`, () => {
    const [own, d3] = [linear(domain, range), scaleLinear(domain, range)];
    const values = numbers(500, (n) => Math.sin(n / 5) * 80);
    assert.deepEqual(placesOf(values, own), values.map(d3));
    for (const place of values) {
      // (D3 turns a falling range around first.)
      assert.ok(Math.abs(own.valueAt(place) - d3.invert(place)) < 1e-12);
    }
  });
}

for (const [domain, range] of /** @type {[[number, number], [number, number]][]} */ ([
  [
    [1e-9, 1e9],
    [260, 22],
  ],
  [
    [1e-3, 71],
    [44, 301],
  ],
  [
    [4, 4],
    [0, 9],
  ],
])) {
  test(`a logarithmic axis from ${domain.join(' to ')} has every number where D3 has it`, () => {
    const values = numbers(500, (n) => 10 ** (Math.sin(n / 5) * 9));
    assert.deepEqual(
      placesOf(values, logarithmic(domain, range)),
      values.map(scaleLog(domain, range)),
    );
  });
}

test('the powers around a domain are those of D3', () => {
  for (const [lowest, highest] of /** @type {[number, number][]} */ ([
    [3e-7, 0.04],
    [1, 1000],
    [5, 6],
  ])) {
    for (const base of /** @type {const} */ ([2, 10])) {
      const d3 = scaleLog([lowest, highest], [0, 1]).base(base).nice().domain();
      assert.deepEqual(
        powersAround([lowest, highest], base),
        d3,
        `${lowest} to ${highest}, ${base}`,
      );
    }
  }
});

test('cube roots have every number where D3 has it, and back', () => {
  const [own, d3] = [byCubeRoot(-5), scalePow([-5, 0], [0, 1]).exponent(1 / 3)];
  for (const value of [-5, -4.9, -1, -1e-3, 0]) {
    assert.ok(Math.abs(own.shareOf(value) - d3(value)) < 1e-15);
    assert.ok(Math.abs(own.at(own.shareOf(value)) - value) < 1e-14);
  }
});

test('a path is the one that D3 writes, broken where it has no points; a point alone is closed', () => {
  const x = numbers(500, (n) => 44 + n / 7);
  const y = numbers(500, (n) => 150 + 120 * Math.sin(n / 5));
  for (const missing of [[], [0], [499], [1, 3], [0, 2, 3, 7], [...x.keys()]]) {
    const isOn = (/** @type {number} */ n) => !missing.includes(n);
    const d3 = line(
      (/** @type {number} */ n) => x[n] ?? 0,
      (n) => y[n] ?? 0,
    );
    assert.equal(linePath(x, y, isOn), d3.digits(1).defined(isOn)([...x.keys()]) ?? '');
  }
  assert.equal(linePath([3], [4]), 'M3,4Z');
  assert.equal(linePath([], []), '');
});

test('a band is the area that D3 writes, in pieces where it is broken', () => {
  const x = numbers(50, (n) => 44 + n / 7);
  const [lower, upper] = [x.map((n) => 20 + Math.sin(n)), x.map((n) => 30 + Math.cos(n))];
  for (const missing of [[], [0], [49], [1, 3], [0, 2, 3, 7], [...x.keys()]]) {
    const isOn = (/** @type {number} */ n) => !missing.includes(n);
    const d3 = area(
      (/** @type {number} */ n) => x[n] ?? 0,
      (n) => lower[n] ?? 0,
      (n) => upper[n] ?? 0,
    );
    assert.equal(bandPath(x, lower, upper, isOn), d3.digits(1).defined(isOn)([...x.keys()]) ?? '');
  }
});
