// How smoothly the page goes along while a control is dragged: the frames of the first control of every figure and lab,
// and the longest task in between.
import { readdirSync } from 'node:fs';
import { browser } from './debian.mjs';
import { site } from './paths.mjs';
import { serve } from './serve.mjs';

/**
 * @typedef {{page: string, figure: string, control: string, median: number, late: number, frames: number, longest: number}} Frames
 *   `median` and `late` (19 of 20 are no later): milliseconds between two frames; `longest`: the longest task, 0 if none
 *   took 50 ms or more
 */

/** @param {number[]} sorted @param {number} part */
const quantile = (sorted, part) => sorted[Math.floor(part * (sorted.length - 1))] ?? NaN;

/** What is dragged in a figure: what has a grip of its own, else its first slider, which may be of a guess, or a word. */
const controls = ['[role=slider]', 'input[type=range]', 'posenc-word-chips button'];
/** A figure that is not ready after this time is an error. */
const readyMs = 60_000;

/** Begins to note every frame and every long task. */
function watch() {
  const seen = { at: /** @type {number[]} */ ([]), longest: 0, on: true };
  Object.assign(globalThis, { seen });
  const note = (/** @type {number} */ now) => {
    seen.at.push(now);
    if (seen.on) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask' });
}

/**
 * Drags a control to and fro for about two seconds.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} control
 */
async function dragged(page, control) {
  const box = await control.boundingBox();
  if (!box) return null;
  const isSlider = await control.evaluate((one) => one.localName === 'input');
  // A slider from its one end to the other; a grip from where it is.
  const reach = isSlider ? 0.8 * box.width : 160;
  const [x, y] = [box.x + (isSlider ? 0.1 * box.width : box.width / 2), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(300);
  await page.evaluate(watch);
  for (let n = 0; n <= 120; n++) {
    const part = n < 60 ? n / 60 : (120 - n) / 60;
    await page.mouse.move(x + reach * part, y);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.mouse.up();
  const { at, longest } = await page.evaluate(() => {
    const { seen } = /** @type {any} */ (globalThis);
    seen.on = false;
    return /** @type {{at: number[], longest: number}} */ (seen);
  });
  const gaps = at.slice(1).map((now, n) => now - (at[n] ?? 0));
  gaps.sort((a, b) => a - b);
  return { median: quantile(gaps, 0.5), late: quantile(gaps, 0.95), frames: gaps.length, longest };
}

/** Whether a part of the page draws a figure, once its script is there. @param {import('playwright-core').Locator} part */
const isFigure = (part) =>
  part.evaluate(async (one) => {
    await customElements.whenDefined(one.localName);
    await /** @type {any} */ (one).updateComplete;
    return (one.shadowRoot?.querySelector('figure') ?? null) !== null;
  });

/** @param {import('playwright-core').Locator} part @returns the first control that is in sight, if any */
async function controlOf(part) {
  for (const name of controls) {
    for (const one of await part.locator(name).all()) if (await one.isVisible()) return one;
  }
  return null;
}

/**
 * Each as soon as it is measured.
 * @param {{only: readonly string[]}} options some pages by their names, or all
 * @returns {AsyncGenerator<Frames>}
 */
export async function* framesInBrowser({ only }) {
  const { chromium } = await import('playwright-core');
  const host = await serve(site);
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  try {
    const names = readdirSync(site)
      .filter((file) => file.endsWith('.html'))
      .map((file) => file.replace('.html', ''));
    for (const name of names.filter((one) => only.length === 0 || only.includes(one))) {
      const page = await running.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(`http://127.0.0.1:${host.port}/${name}.html`);
      for (const part of await page.locator('main .part').all()) {
        await page.evaluate(() => dispatchEvent(new WheelEvent('wheel')));
        await part.evaluate((one) => one.scrollIntoView({ block: 'center' }));
        if (!(await isFigure(part))) continue;
        await part.locator('figure[aria-busy=false]').waitFor({ timeout: readyMs });
        await page.waitForTimeout(500);
        const control = await controlOf(part);
        if (!control) continue;
        // In a figure that is taller than the window it may be out of sight.
        await control.evaluate((one) => one.scrollIntoView({ block: 'center' }));
        const frames = await dragged(page, control);
        if (!frames) continue;
        const label = (await control.getAttribute('aria-label')) ?? '';
        const figure = (await part.getAttribute('id')) ?? '';
        yield { page: name, figure, control: label, ...frames };
      }
      await page.close();
    }
  } finally {
    await running.close();
    await host.close();
  }
}
