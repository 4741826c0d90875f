import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import ts from 'typescript';

/** @type {(value: unknown) => ArrayBuffer[]} */
let transferable;

before(async () => {
  const source = readFileSync('web/src/worker/protocol.ts', 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  ({ transferable } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`));
});

test('every Float64Array of a result is handed over, once', () => {
  const shared = Float64Array.of(1, 2);
  const result = {
    matrix: { rows: 1, cols: 2, values: shared },
    again: new Float64Array(shared.buffer, 8),
    list: [{ deep: Float64Array.of(3) }],
    largest: 0.5,
  };
  const buffers = transferable(result);
  assert.deepEqual(buffers, [shared.buffer, result.list[0]?.deep.buffer]);
  // A buffer that is named twice would be refused here.
  const received = structuredClone(result, { transfer: buffers });
  assert.deepEqual([...received.matrix.values], [1, 2]);
  assert.deepEqual([...received.again], [2]);
  assert.equal(shared.length, 0);
});

test('a result without numbers in bulk hands nothing over', () => {
  for (const value of [null, undefined, 3, 'text', [], [{ id: 'a', choices: ['b'] }]]) {
    assert.deepEqual(transferable(value), []);
  }
});
