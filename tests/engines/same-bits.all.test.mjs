// The same bits in Node and in three browser engines. (Natively and in Node: tests/wasm/same-bits.test.mjs.)
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadClaims, loadCore, schemes } from '../../build/package/node.js';
import { serve } from '../../tools/lib/serve.mjs';
import { casesFor, computeAll, difference, handedOver } from './bits.mjs';
import { launch } from './driver.mjs';

/** By the name of a case. @typedef {Record<string, import('./bits.mjs').Parts>} Results */

const folder = mkdtempSync(join(tmpdir(), 'posenc-bits-'));
after(() => rmSync(folder, { recursive: true }));

const page = `<!doctype html>
<meta charset="utf-8">
<title>Bits</title>
<script type="module">
  import { loadClaims, loadCore, schemes } from './browser.js';
  import { computeAll } from './bits.mjs';
  globalThis.bits = Promise.all([loadCore(), loadClaims()])
    .then(([core, claims]) => computeAll({ core, claims, schemes }));
</script>
`;

/** @param {import('./driver.mjs').Engine} engine @param {string} address @returns {Promise<Results>} */
async function inBrowser(engine, address) {
  const browser = await launch(engine);
  try {
    const opened = await browser.newPage();
    await opened.goto(address);
    const all = await opened.evaluate(() => Reflect.get(globalThis, 'bits'));
    assert.deepEqual(await opened.errors(), [], engine);
    return handedOver(all);
  } finally {
    await browser.close();
  }
}

const engines = /** @type {const} */ (['chromium', 'firefox', 'webkit']);
/** @type {Results} */
let inNode = {};
/** By the engine. @type {Record<string, Results>} */
const results = {};

before(async () => {
  cpSync('build/package', folder, { recursive: true });
  cpSync('tests/engines/bits.mjs', join(folder, 'bits.mjs'));
  writeFileSync(join(folder, 'bits.html'), page);
  const server = await serve(folder);
  try {
    const address = `http://127.0.0.1:${server.port}/bits.html`;
    const [core, claims] = await Promise.all([loadCore(), loadClaims()]);
    inNode = handedOver(await computeAll({ core, claims, schemes }));
    for (const engine of engines) results[engine] = await inBrowser(engine, address);
  } finally {
    await server.close();
  }
});

for (const { name } of casesFor(schemes)) {
  test(`the same bits: ${name}`, () => {
    const expected = inNode[name] ?? {};
    for (const engine of engines) {
      const got = results[engine]?.[name];
      assert.equal(difference(engine, name, got, expected), null);
      assert.deepEqual(Object.keys(got ?? {}).sort(), Object.keys(expected).sort());
    }
    const count = Object.values(expected).flat().length;
    console.log(`same bits in Node, ${engines.join(', ')}: ${name} (${count} numbers)`);
  });
}
