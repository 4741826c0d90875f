// What axe finds in a page as it stands, in both themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {import('playwright-core').Page} page */
const bringAxe = (page) => page.evaluate(`window.axe ?? (() => { ${axe} })(); void 0`);

/** @param {import('playwright-core').Page} page @param {string} part @param {object} [rules] */
async function found(page, part, rules) {
  // To describe everything that is in order takes longer than to look at it; and what axe fetches beforehand, only rules
  // about sound, video and turned screens would use.
  const options = { resultTypes: ['violations'], selectors: false, preload: false, ...rules };
  const { passed, violated } = await page.evaluate(async ([part, options]) => {
    const { passes, violations } = await /** @type {any} */ (globalThis).axe.run(part, options);
    return {
      passed: passes.length,
      violated: violations.map(
        (/** @type {any} */ { id, nodes }) =>
          `${id}: ${nodes.map((/** @type {any} */ { html }) => html).join('\n')}`,
      ),
    };
  }, /** @type {const} */ ([part, options]));
  assert.ok(passed > 0);
  return violated;
}

/** Nothing is found in the colors that the page has. @param {import('playwright-core').Page} page @param {string} [when] */
export async function isAccessibleAsItIs(page, when) {
  await bringAxe(page);
  assert.deepEqual(await found(page, 'html'), [], when);
}

/**
 * Nothing is found, light or dark. A page that is opened with reduced motion changes its colors at once.
 * @param {import('playwright-core').Page} page
 * @param {{within?: string, when?: string}} [how] a part of the page, as a selector; which state it is in
 */
export async function isAccessible(page, { within = 'html', when = '' } = {}) {
  await bringAxe(page);
  assert.deepEqual(await found(page, within), [], `${when}, light`);
  // What a theme changes is colors.
  const colors = { runOnly: ['color-contrast', 'link-in-text-block'] };
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await found(page, within, colors), [], `${when}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}
