import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goals, readLighthouseArguments, resultOf } from '../../tools/lib/lighthouse.mjs';

test('the command takes pages and a number of runs', () => {
  assert.deepEqual(readLighthouseArguments([]), { runs: 1, pages: [] });
  assert.deepEqual(readLighthouseArguments(['museum', '--runs=5', 'own']), {
    runs: 5,
    pages: ['museum', 'own'],
  });
  for (const wrong of ['--runs=0', '--runs=2.5', '--runs=', '--run=5'])
    assert.throws(() => readLighthouseArguments([wrong]), /--runs?\b/);
});

test('a page is judged by the median of its runs', () => {
  const runs = [-3, 1, 0].map((more) => ({ ...goals, performance: goals.performance + more }));
  const { line, short } = resultOf('museum', runs);
  const { performance } = goals;
  assert.ok(
    line.startsWith(
      `museum        performance ${performance} (${performance - 3} to ${performance + 1})`,
    ),
  );
  assert.match(line, /accessibility 100 +best-practices 100 +seo 100$/);
  assert.deepEqual(short, []);
});

test('each median below its goal is listed', () => {
  const scores = { ...goals, performance: goals.performance - 1, seo: 92 };
  assert.deepEqual(resultOf('own', [scores]).short, [
    `own: performance ${goals.performance - 1}, not ${goals.performance}`,
    'own: seo 92, not 100',
  ]);
});
