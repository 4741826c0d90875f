import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phasesOf } from '../../tools/lib/build-times.mjs';
import { spreadLine, spreadOf } from '../../tools/lib/spread.mjs';

test('of several values the median is shown, with the least and the most; one stands alone', () => {
  assert.deepEqual(spreadOf([95, 99.04, 96.2]), { median: 96.2, least: 95, most: 99.04 });
  assert.match(spreadLine('visits', [95, 99.04, 96.2], 1), /^visits +96\.2 \(95\.0 to 99\.0\)$/);
  assert.match(spreadLine('visits', [7], 2), /^visits +7\.00$/);
});

test('the phases of a command are its steps, with those that ran side by side', () => {
  const printed = `[1/2] What it needs
[1/2] What it needs · 15.0 s · npm packages
[1/2] What it needs · done in 33.6 s · 
  npm packages · 25.2 s · installed
  Toolchain: a, b · 24.0 s
[2/2] Core · done in 218.7 s · build/wasm
`;
  assert.deepEqual(phasesOf(printed), [
    'What it needs 33.6 s',
    '  npm packages 25.2 s',
    '  Toolchain: a, b 24.0 s',
    'Core 218.7 s',
  ]);
});
