// A student in Moodle, in a browser: enters a SCORM activity, answers, reads, hands in, and leaves.

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/** An open attempt: Moodle's page around the package, and the lesson in its frame. */
export class Attempt {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.wrapper = page.frameLocator('#scorm_object');
    this.lesson = this.wrapper.frameLocator('iframe[title="The lesson"]');
  }

  /** Waits until Moodle has stored something. */
  async saved() {
    await this.wrapper.locator('#lms-connection', { hasText: /^Saved/ }).waitFor();
  }

  /** Goes to another page of the lesson. @param {string} file */
  async go(file) {
    await this.lesson.locator('body').evaluate((body, file) => {
      body.setAttribute('data-left', '');
      body.ownerDocument.location.href = `./${file}`;
    }, file);
    await this.lesson.locator('body:not([data-left])').waitFor();
  }

  /** An exercise that can be answered. @param {string} file @param {string} id */
  async exercise(file, id) {
    await this.go(file);
    const shown = this.lesson.locator(`posenc-exercise[name="${id}"]`);
    await shown.waitFor({ state: 'attached' });
    const check = shown.locator('button[type=submit]:enabled');
    for (let n = 0; n < 100 && (await check.count()) === 0; n++) {
      await shown.evaluate((one) => one.scrollIntoView({ block: 'center' }));
      await this.page.waitForTimeout(200);
    }
    return shown;
  }

  /**
   * Answers an exercise, and checks it. @param {string} file @param {string} id @param {Record<string, string>} answers
   */
  async check(file, id, answers) {
    const shown = await this.exercise(file, id);
    for (const [item, text] of Object.entries(answers))
      await shown.locator(`[data-item="${item}"] input`).fill(text);
    await shown.locator('button[type=submit]').click();
    await shown.locator('[data-item][data-outcome]').first().waitFor();
  }

  /** What is in the boxes of an exercise. @param {string} file @param {string} id @returns {Promise<string[]>} */
  async answers(file, id) {
    const boxes = (await this.exercise(file, id)).locator('[data-item] input');
    return boxes.evaluateAll((inputs) => inputs.map((one) => Reflect.get(one, 'value')));
  }

  /** Reads a section to its end. @param {string} file */
  async read(file) {
    await this.go(file);
    const parts = this.lesson.locator('main .slide h2[id]');
    const isRead = this.wrapper.locator('#lms-summary', { hasText: '100 % read' });
    // A page that is still growing carries parts away.
    for (let n = 0; n < 5 && !(await isRead.isVisible()); n++) {
      for (const part of await parts.all()) {
        await part.evaluate((one) => one.scrollIntoView({ block: 'start' }));
        await this.page.waitForTimeout(700);
      }
      await this.lesson.locator('body').evaluate((body) => {
        const { defaultView: view } = body.ownerDocument;
        view?.scrollTo(0, body.scrollHeight);
      });
      await this.page.waitForTimeout(700);
    }
    await isRead.waitFor();
  }

  /** “Finish and send”. */
  async finish() {
    await this.wrapper.getByRole('button', { name: 'Finish and send' }).click();
    await this.wrapper.getByRole('button', { name: 'Send', exact: true }).click();
    await this.wrapper.locator('#lms-finish').waitFor({ state: 'hidden' });
  }

  async summary() {
    return (await this.wrapper.locator('#lms-summary').textContent()) ?? '';
  }

  /** The sentence above everything; '' if there is none. */
  async closed() {
    return (await this.wrapper.locator('#lms-closed').textContent()) ?? '';
  }

  /** Back to the course, as a student goes. */
  async leave() {
    await this.page.goto(new URL('/my/', this.page.url()).href);
  }
}

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
    const attempt = new Attempt(page);
    await attempt.wrapper
      .locator('#lms-progress:not([hidden]), #lms-closed:not([hidden])')
      .first()
      .waitFor();
    return attempt;
  }

  async close() {
    await this.context.close();
  }
}
