// What the READMEs show, against the npm package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { file, picture } from '../../tools/readme-picture.mjs';
import { blocksIn, readmes, textOf } from '../readme.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-readme-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(resolve('build/package'), join(folder, 'node_modules/posenc'), 'dir');

/** Runs a module that sees the package, and gives what it prints. @param {string} code */
function run(code) {
  writeFileSync(join(folder, 'shown.mjs'), code);
  return spawnSync(process.execPath, ['shown.mjs'], { cwd: folder, encoding: 'utf8' });
}

const shown = blocksIn(textOf('web/src/core/README.md'), 'js').join('\n');

test('the JavaScript that the package’s README shows runs, and gives what it says', () => {
  const { stdout, stderr } = run(`${shown}
    console.log(JSON.stringify([rows, cols, values[64], losses.length, accuracy > 0.4, facts.d,
      items.length, grade.score, verdict, findings.length > 0, invariants.length > 0, 'table' in own,
      kind, type, base, invFreq.length, attentionFactor > 1, unfinishedClaimed > 0, code, edits]));
  `);
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), [
    ...[3, 64, Math.sin(1), 20, true, '4', 20, 1, 'true', true, true, true],
    ...['rope', 'yarn', { value: 1000000, from: 'rope_theta' }, 64, true, true],
    ...['factor-and-lengths', [{ path: 'max_position_embeddings', value: 131072 }]],
  ]);
});

test('no other README shows JavaScript that nothing runs', () => {
  const others = readmes.filter((one) => one !== 'web/src/core/README.md');
  assert.deepEqual(
    others.flatMap((one) => blocksIn(textOf(one), 'js')),
    [],
  );
});

test('a name that the package does not have is found', () => {
  assert.notEqual(run(shown.replaceAll('sinusoidalTable', 'sinusoidTable')).status, 0);
});

test('every function that the package’s README names is one of its', async () => {
  const sources = readdirSync('web/src/core').filter((name) => /^(api.*|node)\.ts$/.test(name));
  const types = sources.map((name) => textOf(`web/src/core/${name}`)).join('\n');
  const text = textOf('web/src/core/README.md');
  const named = [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)].map(([, name = '']) => name);
  assert.ok(named.length >= 5);
  for (const name of named) assert.ok(types.includes(name), name);
});

test('the picture in the README is what the core computes', async () => {
  assert.equal(textOf(file), await picture());
});
