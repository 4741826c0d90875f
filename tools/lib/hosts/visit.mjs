// What must hold for a figure on a host's page: it computes, it is as high as its content and as light as the page, it
// follows a switch of the page's colors, and nothing complains.

/** Of the lesson's paper. */
const light = 'rgb(251, 250, 247)';
const dark = 'rgb(22, 23, 26)';

/** How long something on a page may take. */
const patienceMs = 30_000;

/**
 * @typedef {object} Site
 * @property {string} address of its page with the line
 * @property {string} version
 * @property {(page: import('playwright-core').Page) => Promise<void>} [open] what a reader does before the figure is there
 * @property {(page: import('playwright-core').Page) => Promise<void>} [switchToDark] where the host has a switch
 * @property {boolean} [followsSystem] the host is dark where the system is
 * @property {string} [frame] the selector of the frame
 * @property {RegExp} [mayComplain] of the host's own
 * @property {Record<string, (page: import('playwright-core').Page) => Promise<boolean>>} [also] what else must hold, by name
 * @property {boolean} [keepsHeight] the frame has the height that the host gives it
 * @property {() => Promise<void>} close
 */

/** Until it holds. @param {() => Promise<boolean>} holds */
async function soon(holds) {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/**
 * Opens the page on a dark system: a host that knows only light must stay light.
 * @param {Site} site @param {import('./host.mjs').Where} where @returns {Promise<import('./host.mjs').Found>}
 */
export async function visit(site, { browser, picture }) {
  const { address, version, open, switchToDark, mayComplain, keepsHeight = false } = site;
  /** @type {string[]} */
  const faults = [];
  /** @type {string[]} */
  const checked = [];
  /** @param {string} what @param {() => Promise<boolean>} holds */
  const check = async (what, holds) => {
    checked.push(what);
    if (!(await soon(holds).catch(() => false))) faults.push(what);
  };
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    colorScheme: site.followsSystem ? 'light' : 'dark',
  });
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    await open?.(page);
    const selector = site.frame ?? 'iframe';
    const element = page.locator(selector);
    await element.scrollIntoViewIfNeeded();
    const frame = page.frameLocator(selector);
    const table = frame.locator('posenc-heatmap');
    const paper = () =>
      frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    await check('alive', async () => {
      const box = table.locator('posenc-number[label="width d"] input[type=text]');
      await box.fill('66', { timeout: patienceMs });
      await box.press('Enter');
      await table.getByText('d = 66').waitFor({ timeout: patienceMs });
      return true;
    });
    if (!keepsHeight) {
      await check('height', async () => {
        const { height: given = 0 } = (await element.boundingBox()) ?? {};
        const taken = await frame
          .locator('html')
          .evaluate((html) => html.getBoundingClientRect().height);
        return given >= taken && given < taken + 2;
      });
    }
    await check('light', async () => (await paper()) === light);
    await page.screenshot({ path: picture('light') });
    if (switchToDark) {
      const switched = switchToDark(page);
      await check('follows to dark', () => switched.then(async () => (await paper()) === dark));
      await page.screenshot({ path: picture('dark') });
    }
    for (const [what, holds] of Object.entries(site.also ?? {})) {
      await check(what, () => holds(page));
      await page.screenshot({ path: picture('also') });
    }
    checked.push('console');
    const own = complaints.filter((text) => !mayComplain?.test(text));
    if (own.length > 0) faults.push(`console: ${own.join(' | ')}`);
    return { version, faults, checked };
  } finally {
    await context.close();
    await site.close();
  }
}
