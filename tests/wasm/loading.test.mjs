// The .wasm files of the package from elsewhere: where a bundler has put them, as bytes, or compiled.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as inBrowser from '../../build/package/browser.js';
import * as inNode from '../../build/package/node.js';

const folder = resolve('build/package');
const fileOf = (/** @type {string} */ name) => join(folder, `posenc-${name}.wasm`);
const bytesOf = (/** @type {string} */ name) => new Uint8Array(readFileSync(fileOf(name)));
const urlOf = (/** @type {string} */ name) => pathToFileURL(fileOf(name));
const options = { dModel: 4, base: 100, variant: /** @type {const} */ ('paper') };

test('one module: a URL, a path, bytes or a compiled module, or a promise of one', async () => {
  const bytes = bytesOf('exercises');
  for (const wasm of [
    urlOf('exercises'),
    urlOf('exercises').href,
    relative('.', fileOf('exercises')),
    `${folder}/`,
    bytes,
    bytes.buffer,
    await WebAssembly.compile(bytes),
    Promise.resolve(bytes),
    undefined,
  ]) {
    const exercises = await inNode.loadExercises({ wasm });
    assert.equal(exercises.setScore([1, 0]), 0.5, String(wasm));
  }
});

test('several modules: their folder, or each by its name', async () => {
  const compiled = await WebAssembly.compile(bytesOf('absolute'));
  const each = { absolute: compiled, relative: bytesOf('relative'), training: urlOf('training') };
  for (const wasm of [pathToFileURL(`${folder}/`), each]) {
    const core = await inNode.loadCore({ wasm });
    assert.equal(core.frequencies(options).limit, 2 * Math.PI * 100);
    assert.equal(core.trainingDefaults('order', 'rope').scheme, 'rope');
  }
});

test('without a network or files, as in a worker of Cloudflare', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => assert.fail('something was fetched');
  try {
    const [claims, museum] = [bytesOf('claims'), bytesOf('museum')];
    const trials = await inBrowser.loadClaims({ wasm: { claims, museum } });
    assert.equal(trials.pickLine('mixed-layout', 1).outcome, 'wrong');
  } finally {
    globalThis.fetch = fetch;
  }
});

const file = 'a URL, bytes (an ArrayBuffer or a view of one) or a WebAssembly.Module';

test('what is none of these is refused in a sentence', async () => {
  const one = `[loadModels] wasm must be ${file} but got`;
  const three = `[loadCore] wasm must be an object with absolute, relative and training, each ${file}, or the URL of their folder, which ends with a slash, but got`;
  const bytes = bytesOf('absolute');
  /** @type {[Promise<unknown>, string][]} */
  const cases = [
    [inNode.loadModels({ wasm: /** @type {any} */ (null) }), `${one} null`],
    [inNode.loadModels({ wasm: /** @type {any} */ (3) }), `${one} 3`],
    [inNode.loadModels({ wasm: Promise.resolve(new Set()) }), `${one} [object Set]`],
    [inBrowser.loadModels({ wasm: new Response() }), `${one} [object Response]`],
    [inNode.loadCore({ wasm: /** @type {any} */ (bytes) }), `${three} [object Uint8Array]`],
    [inNode.loadCore({ wasm: 'core.wasm' }), `${three} "core.wasm"`],
    [
      inNode.loadCore({ wasm: { absolute: bytes, relative: bytes, training: [] } }),
      `[loadCore] wasm.training must be ${file} but got an array`,
    ],
  ];
  for (const [loaded, message] of cases) {
    await assert.rejects(loaded, { code: 'invalid-argument', parameter: 'wasm', message });
  }
  await assert.rejects(inNode.loadModels(/** @type {any} */ (bytes)), {
    parameter: 'options',
    message: '[loadModels] options must be an object such as { wasm } but got [object Uint8Array]',
  });
});

test('a file that is not there, or is another one, is named', async () => {
  await assert.rejects(inNode.loadModels({ wasm: 'nowhere.wasm' }), {
    code: 'broken',
    message: /^The computing core could not be loaded \(.*no such file.*nowhere\.wasm/,
  });
  await assert.rejects(inNode.loadModels({ wasm: fileOf('absolute') }), { code: 'broken' });
  // (Node fetches no file.)
  await assert.rejects(inBrowser.loadModels(), {
    code: 'broken',
    message:
      /^The computing core could not be loaded \(.*\)\. If its \.wasm files are elsewhere, the option wasm says where\.$/,
  });
});
