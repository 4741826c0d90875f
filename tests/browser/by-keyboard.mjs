// What a reader without a mouse meets on a page.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{name: string, href: string, ringed: boolean}} Met */

/** Notes what has the focus before and after each Tab, within whatever, until there is nothing more. */
function noteFocus() {
  /** @type {Met[]} */
  const met = [];
  const noted = { met, isOver: false };
  Object.assign(globalThis, { noted });
  const note = (/** @type {Event} */ { type }) => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const isNowhere = !at || at === document.body;
    noted.isOver ||= isNowhere && type === 'keyup';
    if (!at || isNowhere || noted.isOver || at.hasAttribute('data-met')) return;
    at.setAttribute('data-met', String(met.length));
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    met.push({
      name: at.getAttribute('aria-label') ?? at.textContent?.trim() ?? '',
      href: at.getAttribute('href') ?? '',
      ringed: outlineStyle !== 'none' && outlineWidth !== '0px',
    });
  };
  addEventListener('keyup', note, true);
  // (Of a Tab that leads out of a frame the page may get no more than the next one.)
  addEventListener('keydown', note, true);
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}

/** Goes through a page with Tab, from its beginning, until it is left. @param {Page} page */
export async function passByTab(page) {
  await page.evaluate(noteFocus);
  const cdp = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  for (let n = 0; n < 60; n++) {
    // Several at once: to wait for each takes longer than what it does.
    await Promise.all(
      Array.from({ length: 15 }, () => [
        cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
        cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
      ]).flat(),
    );
    /** @type {{met: Met[], isOver: boolean}} */
    const { met, isOver } = await page.evaluate(() => /** @type {any} */ (globalThis).noted);
    if (isOver) return met;
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}

/**
 * What can have the focus, is seen, and was not met, or was met before something that stands above it.
 * @param {Page} page
 */
export const missed = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    let last = -1;
    /** @param {ParentNode} root */
    const look = (root) => {
      for (const element of root.querySelectorAll('*')) {
        const works =
          element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]') &&
          !element.matches(':disabled, [tabindex="-1"], [type=radio]:not(:checked)');
        const box = element.getBoundingClientRect();
        const met = Number(element.getAttribute('data-met') ?? NaN);
        // (What is slotted stands elsewhere.)
        const isInTurn = met > last || (element.assignedSlot && met > -1);
        if (works && box.width > 0 && element.checkVisibility() && !isInTurn)
          found.push(`${met > -1 ? 'out of order: ' : ''}${element.outerHTML.slice(0, 160)}`);
        if (met > last && !element.assignedSlot) last = met;
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    return found;
  });
