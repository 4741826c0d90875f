// Figures that stay beside the text: whole in every window that has room for them, with what works them.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { arrive, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

const pages = [
  ...['order', 'sinusoidal', 'signal', 'hash', 'adding'],
  ...['learned', 'rope', 'alibi', 'longer', 'beyond-words'],
];
const windows = /** @type {const} */ ([
  [1280, 640],
  [1366, 657],
  [1280, 800],
]);

/** Where the figure ends, and of its main controls those that are not seen whole. @param {Locator} part */
const look = (part) =>
  part.evaluate((host) => {
    const root = /** @type {ShadowRoot} */ (host.shadowRoot);
    const { top, bottom } = host.getBoundingClientRect();
    const controls = [...root.querySelectorAll('.controls.primary > *, .button.main')];
    const isCut = (/** @type {Element} */ one) => {
      const box = one.getBoundingClientRect();
      return box.top < Math.max(0, top) || box.bottom > Math.min(innerHeight, bottom) + 0.5;
    };
    return {
      top,
      bottom,
      below: bottom - innerHeight,
      scrolls: host.scrollHeight > host.clientHeight + 1,
      controls: controls.length,
      cut: controls.filter(isCut).map((one) => one.textContent?.trim() || one.localName),
    };
  });

for (const name of pages) {
  test(`the figure of ${name} is whole in a low window, and with More open keeps its main control`, async () => {
    const { page } = await open({ at: `${name}.html`, options: { reducedMotion: 'reduce' } });
    const part = page.locator('.with-figure .part').first();
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await arrive(part, '[aria-busy=false]');
      await expect
        .poll(async () => (await look(part)).below, `${width} × ${height}`)
        .toBeLessThanOrEqual(0);
      const rest = await look(part);
      assert.ok(rest.controls > 0, 'has controls');
      assert.deepEqual([rest.scrolls, rest.cut], [false, []], `${width} × ${height}`);
      const more = part.getByRole('button', { name: 'More', exact: true });
      if ((await more.count()) === 0) continue;
      await more.click();
      await expect(part.locator('#more')).toBeVisible();
      await expect
        .poll(async () => (await look(part)).cut, `More at ${width} × ${height}`)
        .toEqual([]);
      await more.click();
    }
  });
}
