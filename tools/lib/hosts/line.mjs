// The line that a newcomer copies: from the generator on the lesson's own page.

/**
 * @param {import('playwright-core').Browser} browser @param {string} lesson
 * @returns {Promise<{lineFor: (place: string, figure?: string) => Promise<string>, close: () => Promise<void>}>}
 */
export async function openGenerator(browser, lesson) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${lesson}use.html`);
  const generator = page.locator('posenc-embed-generator');
  const ready = () => generator.locator('button.first:enabled').waitFor();
  return {
    async lineFor(place, figure = 'The sinusoidal table') {
      await ready();
      await generator.getByLabel('Figure, exercise or lab').selectOption({ label: figure });
      await ready();
      await generator.getByLabel('Where it goes').selectOption(place);
      await ready();
      return generator.getByLabel('The text to paste').inputValue();
    },
    close: () => context.close(),
  };
}
