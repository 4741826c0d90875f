// Cases in one engine: one browser for all, a page for each.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../tools/lib/serve.mjs';
import { cases } from './cases.mjs';
import { launch } from './driver.mjs';

/** @param {import('./driver.mjs').Engine} engine @param {Record<string, import('./cases.mjs').Case>} [chosen] */
export function runCases(engine, chosen = cases) {
  // Nothing is served at the root: an address that is not relative would not be found.
  const base = '/some/course/';
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  /** @type {Awaited<ReturnType<typeof launch>>} */
  let browser;
  before(async () => {
    server = await serve('build/site', { at: [base] });
    browser = await launch(engine);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  for (const [name, run] of Object.entries(chosen)) {
    test(`${engine}: ${name}`, async () => {
      const page = await browser.newPage();
      try {
        await run(page, `http://127.0.0.1:${server.port}${base}`);
        assert.deepEqual(await page.errors(), []);
      } finally {
        await page.close();
      }
    });
  }
}
