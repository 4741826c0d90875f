// What axe finds in a page as it stands, in both themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {import('playwright-core').Page} page @param {string} rules */
async function found(page, rules) {
  /** @type {any} */
  const { violations, passes } = await page.evaluate(`axe.run(${rules})`);
  assert.ok(passes.length > 0);
  return violations.map(
    (/** @type {any} */ one) =>
      `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join('\n')}`,
  );
}

/**
 * Nothing is found, light or dark. A page that is opened with reduced motion changes its colors at once.
 * @param {import('playwright-core').Page} page
 * @param {{within?: string, when?: string}} [how] a part of the page, as a selector; which state it is in
 */
export async function isAccessible(page, { within = 'html', when = '' } = {}) {
  await page.evaluate(`window.axe ?? (() => { ${axe} })(); void 0`);
  const part = JSON.stringify(within);
  assert.deepEqual(await found(page, part), [], `${when}, light`);
  // What a theme changes is colors.
  const colors = "{ runOnly: ['color-contrast', 'link-in-text-block'] }";
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await found(page, `${part}, ${colors}`), [], `${when}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}
