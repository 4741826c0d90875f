// A student in Moodle, in a browser: logs in, and enters a SCORM activity.
import { Attempt } from './attempt.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/** A student at a browser of their own. */
export class Student {
  /** @param {Browser} browser @param {string} address of Moodle @param {string} name */
  static async login(browser, address, name) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${address}/login/index.php`);
    await page.fill('#username', name);
    await page.fill('#password', 'Student1!');
    await page.click('#loginbtn');
    await page.waitForURL((url) => !url.pathname.includes('/login/'));
    return new Student(context, page, address);
  }

  /** @param {import('playwright-core').BrowserContext} context @param {Page} page @param {string} address */
  constructor(context, page, address) {
    this.context = context;
    this.page = page;
    this.address = address;
  }

  /** Enters an activity. @param {number} activity @param {{isNew?: boolean, inNewTab?: boolean}} [how] */
  async enter(activity, { isNew = false, inNewTab = false } = {}) {
    const page = inNewTab ? await this.context.newPage() : this.page;
    await page.goto(`${this.address}/mod/scorm/view.php?id=${activity}`);
    if (isNew) await page.getByLabel(/new attempt/i).check();
    await page
      .getByRole('button', { name: /^Enter$/ })
      .or(page.locator('input[value="Enter"]'))
      .first()
      .click();
    const wrapper = page.frameLocator('#scorm_object');
    const attempt = new Attempt(page, wrapper, `${this.address}/my/`);
    await attempt.begun();
    return attempt;
  }

  async close() {
    await this.context.close();
  }
}
