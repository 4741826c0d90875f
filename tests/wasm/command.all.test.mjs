// The posenc command as WebAssembly under Node: the same as the native one, which tests/cli tests.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { posenc } from '../posenc.mjs';

/** @param {string[]} args */
const run = (...args) =>
  execFileSync(process.execPath, ['build/wasm/command/posenc.cjs', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

test('eval knows every kind of every reference file', () => {
  for (const file of readdirSync('tests/reference').filter((name) => name.endsWith('.json'))) {
    const { cases } = JSON.parse(readFileSync(`tests/reference/${file}`, 'utf8'));
    const results = JSON.parse(run('eval', `tests/reference/${file}`)).cases;
    assert.equal(results.length, cases.length);
    for (const result of results) assert.deepEqual(Object.keys(result), ['name', 'got']);
  }
});

test('bench encodings says which build it times', () => {
  const { build, encodings } = JSON.parse(run('bench', 'encodings', '--quick', '--json'));
  assert.equal(build, 'WebAssembly');
  assert.ok(encodings.length > 0);
});

test('arguments are parsed as natively: the same help, the same sentences', () => {
  for (const args of [
    ['--help'],
    ['train', '--help'],
    ['train', '--seed'],
    ['train', '--color', 'red'],
    ['exercise', 'e13.1', '--seed', '-1'],
    ['eval', '[[aa]]'],
    ['bench', 'x', 'y'],
  ]) {
    const [here, native] = [
      spawnSync(process.execPath, ['build/wasm/command/posenc.cjs', ...args], { encoding: 'utf8' }),
      posenc(args),
    ];
    assert.equal(here.status, native.status, args.join(' '));
    assert.equal(here.stderr, native.stderr);
    assert.equal(here.stdout, native.stdout);
  }
});
