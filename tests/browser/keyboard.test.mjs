// The whole lesson without a mouse: from the front page to the last section with Tab and Enter, past everything that
// can be worked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { open, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {{sections: {slug: string}[]}} */
const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));

/** Marks what has the focus, inside of whatever, and tells of it. @param {Page} page */
const meet = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return null;
    at.setAttribute('data-met', '');
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    return {
      name: at.getAttribute('aria-label') ?? at.textContent?.trim() ?? '',
      href: at.getAttribute('href') ?? '',
      ringed: outlineStyle !== 'none' && outlineWidth !== '0px',
    };
  });

/** What can have the focus, is seen, and has not been met. @param {Page} page */
const missed = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    /** @param {ParentNode} root */
    const look = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        const works =
          element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]') &&
          !element.matches(':disabled, [tabindex="-1"], [type=radio]:not(:checked)');
        const box = element.getBoundingClientRect();
        if (
          works &&
          box.width > 0 &&
          element.checkVisibility() &&
          !element.hasAttribute('data-met')
        )
          found.push(element.outerHTML.slice(0, 160));
      }
    };
    look(document);
    return found;
  });

test('by keyboard alone from the front page through every section, past all that can be worked', async () => {
  const { page } = await open({ at: 'index.html' });
  /** @type {string[]} */
  const visited = [];
  for (let step = 0; step <= sections.length; step++) {
    const last = step === sections.length;
    for (const part of await page.locator('main .part').all()) {
      await part.scrollIntoViewIfNeeded();
      await part.locator('[aria-busy=false], button[type=submit]:enabled').first().waitFor();
    }
    await page.evaluate(() => scrollTo(0, 0));
    let next = null;
    for (let n = 0; n < 900; n++) {
      await page.keyboard.press('Tab');
      const met = await meet(page);
      if (met === null) break;
      assert.ok(met.ringed, `the focus on "${met.name}" is seen`);
      if (/^(Begin:|Next)/.test(met.name)) next = met.href;
    }
    assert.deepEqual(await missed(page), [], page.url());
    visited.push(new URL(page.url()).pathname.replace(/.*\/|\.html$/g, ''));
    if (last) break;
    assert.ok(next, `a way on from ${page.url()}`);
    const link = page.locator(`main a[href="${next}"]`).last();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(next.replace('./', '/')));
    await page.waitForLoadState('load');
  }
  assert.deepEqual(visited, ['index', ...sections.map(({ slug }) => slug)]);
});
