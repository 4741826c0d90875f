// What a reader without a mouse meets on a page.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{name: string, href: string, ringed: boolean}} Met */

/** What has the focus, within whatever, is marked and described. @param {Page} page @returns {Promise<Met | null>} */
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

/** Goes through a page with Tab, from its beginning, until it is left. @param {Page} page */
export async function passByTab(page) {
  /** @type {Met[]} */
  const all = [];
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  for (let n = 0; n < 900; n++) {
    await page.keyboard.press('Tab');
    const met = await meet(page);
    if (met === null) return all;
    all.push(met);
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}

/** What can have the focus, is seen, and was not met. @param {Page} page */
export const missed = (page) =>
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
