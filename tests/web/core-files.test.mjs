// The core's files as hosts send them, also those that are broken or something else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runnerImport } from 'vite';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/core/fetch-wasm.ts')} */
const { fetchWasm } = await of('core/fetch-wasm');
/** @type {typeof import('../../web/src/core/instantiate.ts')} */
const { instantiate } = await of('core/instantiate');

const whole = readFileSync('build/wasm/posenc-models.wasm');
const glue = import('../../build/wasm/posenc-models.mjs').then((module) => module.default);

/** Loads the core from a host. @param {Response} answer */
async function loadFrom(answer) {
  const { fetch } = globalThis;
  globalThis.fetch = async () => answer;
  try {
    const bytes = fetchWasm(new URL('https://x.example/posenc.wasm'));
    return await instantiate(/** @type {any} */ (glue), bytes);
  } finally {
    globalThis.fetch = fetch;
  }
}

/** @param {string} type @param {BodyInit} body */
const answerOf = (type, body) => new Response(body, { headers: { 'content-type': type } });

test('the core works, whatever type its host says that it has', async () => {
  for (const type of ['application/wasm', 'application/octet-stream', 'text/plain']) {
    const { shippedModels } = /** @type {any} */ (await loadFrom(answerOf(type, whole)));
    assert.equal(typeof shippedModels, 'function', type);
  }
});

test('a file that is none of the core is reported as a core that could not be loaded', async () => {
  const html = '<!doctype html><title>Sign in</title><p>Welcome to the hotel network.';
  for (const [answer, said] of /** @type {[Response, RegExp][]} */ ([
    [answerOf('application/wasm', whole.subarray(0, whole.length / 2)), /CompileError/],
    [answerOf('application/wasm', ''), /CompileError/],
    [answerOf('text/html', html), /CompileError/],
    [new Response('Not found', { status: 404, statusText: 'Not Found' }), /404 Not Found/],
  ])) {
    await assert.rejects(loadFrom(answer), (/** @type {any} */ error) => {
      assert.equal(error.code, 'broken');
      assert.match(error.message, /^The computing core could not be loaded \(/);
      assert.match(error.message, said);
      return true;
    });
  }
});
