// How a figure says what it asked the core. (Numbers in the text: tests/tools/provenance.test.mjs.)
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { functions } from '../../build/wasm/posenc-functions.mjs';
import { loadCore } from '../../tools/lib/site/core.mjs';

const core = await loadCore();

test('arguments are written as in a program, long ones abbreviated; each function names its header', async () => {
  /** @type {typeof import('../../web/src/ui/provenance.ts')} */
  const { asWritten, sourceOf } = (await runnerImport('./web/src/ui/provenance.ts')).module;
  const some = Float64Array.from({ length: 100 }, (_, n) => n);
  assert.equal(asWritten(some), '[0, 1, 2, … 99]');
  assert.equal(
    asWritten({ a: 'b', c: [1, 2], d: {}, e: null }),
    "{ a: 'b', c: [1, 2], d: {}, e: null }",
  );
  // (No figure asks for these.)
  const others = ['memoryBytes', ...functions.exercises];
  for (const method of Object.keys(core).filter((name) => !others.includes(name))) {
    const header = `cpp/include/${sourceOf({ method, args: [] })}`;
    assert.ok(existsSync(header) && header.endsWith('.hpp'), `${method}: ${header}`);
  }
});
