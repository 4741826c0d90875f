// axe on every page of the lesson, with all that it holds, in both themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { figure, open, partsOf, section, walk } from './site.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const [at, written] of partsOf) {
  test(`axe finds nothing to mend on ${at}, light and dark`, async () => {
    const { page } = await open({ at, options: { reducedMotion: 'reduce' } });
    assert.equal(await walk(page), written);
    if (at === section) {
      const clock = await figure(page, 'posenc-clock');
      await clock.getByText('How this was computed').click();
      await (await figure(page, 'posenc-wavelengths')).getByText('Show the data').click();
    }
    await page.evaluate(`${axe}; void 0`);
    const found = async (/** @type {string} */ options) => {
      /** @type {any} */
      const { violations, passes } = await page.evaluate(`axe.run(${options})`);
      assert.ok(passes.length > 0);
      return violations.map(
        (/** @type {any} */ one) =>
          `${one.id}: ${one.nodes.length} times, such as ${one.nodes[0].html}`,
      );
    };
    assert.deepEqual(await found(''), []);
    // What a theme changes is colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await found("{ runOnly: ['color-contrast', 'link-in-text-block'] }"), []);
  });
}
