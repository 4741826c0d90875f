// What a page makes its readers wait for: every kind of control is used once, and the browser's Event Timing says how
// long it took until the next frame.

/** @typedef {{duration: number, what: string}} Delay a duration in milliseconds, in steps of 8 */

/** The most kinds of controls that are used in a page. */
const mostControls = 20;
/** Between two of them: what they start is done by then. */
const restMs = 300;

/** What starts long work in a worker, opens a dialog of the browser or leaves the page. */
const notUsed = /^(Train|Start|Measure all|Run all|Print|Open|Choose|Download|Save|Present)/;

/** In the page, before its scripts: notes every interaction of 16 ms or more. */
export function noteInteractions() {
  /** @type {Map<number, Delay>} */
  const noted = new Map();
  Object.assign(globalThis, { notedInteractions: noted });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration, name, target } = /** @type {any} */ (entry);
      if (!interactionId || duration <= (noted.get(interactionId)?.duration ?? 0)) continue;
      const whose = target?.getRootNode().host?.localName ?? target?.localName ?? '';
      noted.set(interactionId, { duration, what: `${name} in ${whose}` });
    }
  });
  observer.observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16, buffered: true }));
}

/** @param {import('playwright-core').Page} page @returns {Promise<Delay[]>} the longest first */
export async function delaysOf(page) {
  const all = await page.evaluate(() => [
    .../** @type {any} */ (globalThis).notedInteractions.values(),
  ]);
  return all.sort((a, b) => b.duration - a.duration);
}

/**
 * Presses a control of each kind once, drags a slider of each kind, and types into boxes.
 * @param {import('playwright-core').Page} page at a slow speed
 */
export async function useControls(page) {
  const kinds = new Set();
  const all = page.locator('main').locator('button, summary, select, input');
  for (let n = 0; n < (await all.count()) && kinds.size < mostControls; n++) {
    const control = all.nth(n);
    const { kind, name, isUsable } = await control.evaluate((one) => {
      const host = /** @type {ShadowRoot} */ (one.getRootNode()).host?.localName ?? 'page';
      const type = one instanceof HTMLInputElement ? one.type : one.localName;
      const words = one.localName === 'button' ? (one.textContent?.trim() ?? '') : '';
      return {
        kind: `${host} ${type} ${words.replace(/\d+/g, 'n')}`,
        name: words,
        isUsable: !(/** @type {any} */ (one).disabled) && one.checkVisibility(),
      };
    });
    if (!isUsable || kinds.has(kind) || notUsed.test(name)) continue;
    kinds.add(kind);
    await use(page, control);
    await page.waitForTimeout(restMs);
  }
}

/** @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} control */
async function use(page, control) {
  await control.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForTimeout(restMs / 2);
  const box = await control.boundingBox();
  if (!box || box.width === 0) return;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const type = await control.evaluate((one) =>
    one instanceof HTMLInputElement ? one.type : one.localName,
  );
  if (type === 'file') return;
  if (type === 'select') {
    // (Pressed, it would show a list of the system, which has no end here.)
    await control.focus();
    await page.keyboard.press('ArrowDown');
    return;
  }
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (type === 'range') {
    for (let step = 1; step <= 5; step++) await page.mouse.move(x + step * 6, y);
  }
  await page.mouse.up();
  if (type === 'text' || type === 'search' || type === 'number') {
    await page.keyboard.press('End');
    await page.keyboard.type('1', { delay: 60 });
  }
}
