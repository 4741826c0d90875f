// What benchmarks show of their figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartsOfCore } from '../../tools/lib/bench-core.mjs';
import { chartText, pageOf } from '../../tools/lib/bench-page.mjs';

const bars = [
  { name: 'reached', value: 96.2, least: 95, most: 99.04, goal: 120, limit: 80.06 },
  { name: 'a < b', value: 41 },
];
const chart = { title: 'Visits', unit: 'KB', digits: 1, bars };

test('a chart has each value with its spread, its goal and its limit', () => {
  const html = pageOf([chart]);
  assert.ok(
    html.includes('96.2 KB <small>95.0 to 99.0</small> <small>(goal 120, limit 80.1)</small>'),
  );
  assert.ok(html.includes('a &lt; b'));
  // The longest of all marks fills the row.
  assert.ok(html.includes('<i class="goal" style="left:100.00%">'));
  assert.match(chartText(chart), /reached +96\.2 \(95\.0 to 99\.0\)/);
});

test('encodings are shown beside a copy of memory, training beside the peak', () => {
  const milliseconds = { least: 2, median: 4, most: 5 };
  const rope = { name: 'RoPE', bytes: 4e6, milliseconds, gigabytes_per_second: 1, of_copy: 0.4 };
  const training = { name: 'S', milliseconds, steps_per_second: 250, of_peak: 0.7 };
  const charts = chartsOfCore('natively', { encodings: [rope], training: [training] });
  const barsOf = (/** @type {RegExp} */ title) =>
    charts.find((one) => title.test(one.title))?.bars[0];
  assert.deepEqual(barsOf(/Encodings natively: speed/), { name: 'RoPE', value: 0.4, limit: 1 });
  assert.deepEqual(barsOf(/products/), { name: 'S', value: 0.7, limit: 1 });
  assert.deepEqual(barsOf(/steps/), { name: 'S', value: 250, least: 200, most: 500 });
  assert.deepEqual(chartsOfCore('natively', {}), []);
});
