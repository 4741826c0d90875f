// The npm package in a page that is not Posenc's: as Vite bundles it, and as its development server brings it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createLogger, createServer } from 'vite';
import { serve } from '../../tools/lib/serve.mjs';
import { outsideProject } from '../wasm/outside.mjs';
import { open, test } from './site.mjs';

// One after the other: both use one project.
test.describe.configure({ mode: 'default' });
/** @type {ReturnType<typeof outsideProject>} */
let project;
test.beforeAll(() => {
  project = outsideProject();
});
test.afterAll(() => project.remove());

/** @type {string[]} */
const told = [];
const customLogger = createLogger('silent');
customLogger.warn =
  customLogger.warnOnce =
  customLogger.error =
    (/** @type {string} */ message) => void told.push(message);

/** @param {string} address */
async function computes(address) {
  const { page } = await open({ address });
  await page.locator('#refused:not(:empty)').waitFor();
  await page.locator('#worker:not(:empty)').waitFor();
  const shown = (/** @type {string} */ id) => page.locator(`#${id}`).textContent();
  assert.equal(await shown('here'), String(Math.sin(2)));
  assert.equal(await shown('worker'), String(2 * Math.PI * 512));
  assert.equal(
    await shown('refused'),
    'invalid-argument: [frequencies] dModel must be a positive even number but got 7',
  );
  assert.deepEqual(told, []);
}

test('bundled, with the core as its own file, it computes under any path @all', async () => {
  await build({ root: project.folder, base: './', configFile: false, customLogger });
  assert.deepEqual(told, []);
  const assets = join(project.folder, 'dist/assets');
  const modules = readdirSync(assets).filter((name) => name.endsWith('.wasm'));
  // Bundlers see all; only what is asked for is fetched.
  const { modules: shipped } = await import('../../build/package/modules.js');
  const names = Object.keys(shipped).map((name) => `posenc-${name}`);
  assert.equal(modules.length, names.length);
  for (const name of names) {
    const file = modules.find((one) => one.replace(/-.{8}\.wasm$/, '') === name);
    assert.ok(file, `${modules}`);
    assert.deepEqual(readFileSync(join(assets, file)), readFileSync(`build/wasm/${name}.wasm`));
  }
  const server = await serve(join(project.folder, 'dist'), { at: ['/not/at/the/root/'] });
  await computes(`http://127.0.0.1:${server.port}/not/at/the/root/`);
  await server.close();
});

test('it computes in the development server of Vite @all', async () => {
  const server = await createServer({
    root: project.folder,
    configFile: false,
    customLogger,
    server: { host: '127.0.0.1', watch: null },
  });
  await server.listen();
  await computes(server.resolvedUrls?.local[0] ?? '');
  await server.close();
});
