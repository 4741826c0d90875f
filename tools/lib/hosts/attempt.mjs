// A package that a system has opened in a browser: a learner answers, reads, hands in, and leaves.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Pick<Page, 'locator' | 'frameLocator' | 'getByRole'>} Wrapper */

/** An open attempt: the launch page of the package, and the lesson in its frame. */
export class Attempt {
  /**
   * @param {Page} page of the system @param {Wrapper} wrapper where the launch page is: the page itself, or a frame of it
   * @param {string} home the system's page that a learner leaves for
   */
  constructor(page, wrapper, home) {
    this.page = page;
    this.wrapper = wrapper;
    this.home = home;
    this.lesson = this.wrapper.frameLocator('iframe[title="The lesson"]');
  }

  /** Waits until the package has begun. */
  async begun() {
    await this.wrapper
      .locator('#lms-progress:not([hidden]), #lms-closed:not([hidden])')
      .first()
      .waitFor();
  }

  /** Waits until the system has stored something. */
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
        // Reading is where two fifths of the window are above it; there, a short part has left the top.
        await part.evaluate((one) => {
          const { defaultView: view } = one.ownerDocument;
          view?.scrollBy(0, one.getBoundingClientRect().top - 0.3 * view.innerHeight);
        });
        await this.page.waitForTimeout(1200);
      }
      await this.lesson.locator('body').evaluate((body) => {
        const { defaultView: view } = body.ownerDocument;
        view?.scrollTo(0, body.scrollHeight);
      });
      await this.page.waitForTimeout(1200);
    }
    await isRead.waitFor();
  }

  /** “Finish and send”. */
  async finish() {
    await this.wrapper.getByRole('button', { name: 'Finish and send' }).click();
    await this.wrapper.getByRole('button', { name: 'Send', exact: true }).click();
    await this.wrapper.locator('#lms-finish').waitFor({ state: 'hidden' });
  }

  /** Waits until the package says something of the learner's standing. @param {string} text */
  async says(text) {
    await this.wrapper.locator('#lms-summary', { hasText: text }).waitFor();
  }

  /** The sentence above everything; '' if there is none. */
  async closed() {
    return (await this.wrapper.locator('#lms-closed').textContent()) ?? '';
  }

  /** Types the answers to an exercise, checks them, and closes the tab so soon after. @param {string} file @param {string} id @param {Record<string, string>} answers @param {number} seconds */
  async checkAndClose(file, id, answers, seconds) {
    const shown = await this.exercise(file, id);
    for (const [item, text] of Object.entries(answers))
      await shown.locator(`[data-item="${item}"] input`).pressSequentially(text, { delay: 60 });
    await shown.locator('button[type=submit]').click();
    await this.page.waitForTimeout(1000 * seconds);
    await this.page.close({ runBeforeUnload: true });
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }

  /** Back to the course, as a student goes. */
  async leave() {
    await this.page.goto(this.home);
  }
}

/**
 * Makes a visit, and closes what it has opened in the browser; a screenshot shows how it ended.
 * @param {import('playwright-core').Browser} browser @param {string} picture the file for it
 * @param {() => Promise<unknown>} visit @returns {Promise<string>} why it failed; '' if it did not
 */
export async function visitOnce(browser, picture, visit) {
  const before = new Set(browser.contexts());
  const failure = await visit().then(
    () => '',
    (error) => String(error.message),
  );
  for (const context of browser.contexts().filter((one) => !before.has(one))) {
    const [page] = context.pages();
    await page?.screenshot({ path: picture });
    await context.close();
  }
  return failure;
}
