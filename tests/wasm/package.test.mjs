// The npm package, in a project that knows nothing else of Posenc. Its page: tests/browser/package.test.mjs.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
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
      ...['posenc-registry.d.mts', 'posenc-registry.mjs'],
      ...['posenc-verdicts.d.mts', 'posenc-verdicts.mjs'],
      ...['posenc', 'posenc-beyond', 'posenc-exercises', 'posenc-claims', 'posenc-models'].flatMap(
        (name) => ['d.mts', 'mjs', 'wasm'].map((extension) => `${name}.${extension}`),
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

test('the whole core, glue included, is at most 135 KB on the wire, and the first visit’s at most 30', () => {
  // The package's glue, without spaces and long names, like the site's.
  const size = (/** @type {string} */ name, folder = 'build/package') =>
    brotliCompressSync(readFileSync(join('build/wasm', `${name}.wasm`))).length +
    brotliCompressSync(readFileSync(join(folder, `${name}.mjs`))).length;
  const whole = size('posenc');
  assert.ok(whole <= 135 * 1024, `${whole} bytes`);
  const first = size('posenc-attention', 'build/wasm');
  assert.ok(first <= 30 * 1024, `${first} bytes`);
  // What later sections load.
  const limits = {
    frequencies: 25.5,
    sinusoidal: 37,
    learned: 36,
    rotary: 37,
    alibi: 24,
    signal: 36,
    longer: 45,
    cost: 20,
  };
  for (const [name, most] of Object.entries(limits)) {
    const section = size(`posenc-${name}`, 'build/wasm');
    assert.ok(section <= most * 1024, `${name}: ${section} bytes`);
  }
  // What the workers of labs load.
  const training = size('posenc-training', 'build/wasm');
  assert.ok(training <= 91 * 1024, `${training} bytes`);
  // Not part of the goal, and so that it does not grow unseen: brought when a learner begins the first exercise.
  const firstExercises = size('posenc-exercises-first', 'build/wasm');
  assert.ok(firstExercises <= 45 * 1024, `${firstExercises} bytes`);
  // And all exercises, for other projects.
  const exercises = size('posenc-exercises');
  assert.ok(exercises <= 135 * 1024, `${exercises} bytes`);
  // And where there is a claim or a mistake.
  const claims = size('posenc-claims');
  assert.ok(claims <= 187 * 1024, `${claims} bytes`);
  // And by the page on real models, which are in it.
  const models = size('posenc-models');
  assert.ok(models <= 87 * 1024, `${models} bytes`);
  // And by the page beyond words: its figures, and networks that learn a picture.
  const beyond = size('posenc-beyond');
  assert.ok(beyond <= 55 * 1024, `${beyond} bytes`);
});
