// The npm package, in a project that knows nothing else of Posenc. Its page: tests/browser/package.test.mjs.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { modules } from '../../build/package/modules.js';
import { outsideProject, runIn } from './outside.mjs';

const { folder: outside, remove } = outsideProject();
after(remove);

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

test('it is named as this project is, and has nothing that it does not need', () => {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));
  const installed = join(outside, 'node_modules/posenc');
  const [ours, its] = [read('package.json'), read(join(installed, 'package.json'))];
  for (const name of ['name', 'version', 'description', 'type']) {
    assert.equal(its[name], ours[name]);
  }
  assert.deepEqual(readdirSync(join(outside, 'node_modules')).sort(), [
    '.package-lock.json',
    'posenc',
  ]);
  const sources = readdirSync('web/src/core').filter((name) => name.endsWith('.ts'));
  assert.deepEqual(
    readdirSync(installed).sort(),
    [
      ...['README.md', 'licences.txt', 'package.json'],
      ...['posenc-parameters.d.mts', 'posenc-parameters.mjs'],
      ...['posenc-registry.d.mts', 'posenc-registry.mjs'],
      ...['posenc-verdicts.d.mts', 'posenc-verdicts.mjs'],
      'posenc.d.mts',
      ...Object.keys(modules).flatMap((name) =>
        ['mjs', 'wasm'].map((extension) => `posenc-${name}.${extension}`),
      ),
      ...sources.flatMap((name) => [name.replace(/ts$/, 'js'), name.replace(/ts$/, 'd.ts')]),
    ].sort(),
  );
});

test('Node computes with it what the reference says, and bad input throws', () => {
  const reference = resolve('tests/reference/sinusoidal.json');
  const printed = runIn(outside, [process.execPath, 'compute.mjs', reference]);
  assert.equal(printed, '10 tables are right\n');
});

// Without the types of browsers and Node, and with a look at every declaration of the package. With
// nodenext it is the entry for Node that is read, with bundler the other.
for (const [resolution, module] of [
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
]) {
  test(`TypeScript in strict mode knows its types, with moduleResolution ${resolution}`, () => {
    runIn(outside, [
      ...[process.execPath, tsc, '--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022'],
      ...['--skipLibCheck', 'false', '--module', `${module}`, '--moduleResolution'],
      ...[`${resolution}`, 'types.ts'],
    ]);
  });
}
