// Every page of a built site, as a reader comes by.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { every, everyBelow } from './deep.mjs';

/** @typedef {import('./driver.mjs').Page} Page */

/** (What stands in sandbox.html is for the frame that the code exercises make.) */
export const pages = readdirSync('build/site').filter(
  (file) => file.endsWith('.html') && file !== 'sandbox.html',
);

/** Scrolls through, and waits at each figure, exercise and trial until it has its numbers; gives their count. @param {Page} page */
export async function walk(page) {
  const { parts, dead } = await page.evaluate(async () => {
    // As a reader who scrolls: until then a page stays at the part that its link leads to.
    dispatchEvent(new WheelEvent('wheel'));
    // Those of a page that shows one after the other, and what is folded.
    for (const screen of document.querySelectorAll('.slide')) screen.classList.add('shown');
    for (const fold of document.querySelectorAll('details'))
      fold.open ||= !!fold.querySelector('.part');
    const parts = every('main .part');
    for (const [n, part] of parts.entries()) {
      const end = performance.now() + 60_000;
      while (!everyBelow(part, '[aria-busy=false], button[type=submit]:enabled').length) {
        // What comes to life above moves it.
        part.scrollIntoView({ behavior: 'instant' });
        if (performance.now() > end) return { parts: n, dead: part.outerHTML.slice(0, 200) };
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    return { parts: parts.length, dead: null };
  });
  if (dead !== null) {
    assert.fail(`part ${parts} stays busy: ${dead}; errors: ${await page.errors()}`);
  }
  return parts;
}
