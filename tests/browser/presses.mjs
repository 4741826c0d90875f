// After each press the tests look when it has been shown. A page answers a press in two steps, the press itself in the next
// frame and what it sets off after that one (web/src/ui/after-press.ts), and nobody sees what lies between them.

/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('playwright-core').Page} Page */

/** Locators and pages press through their frame. */
const ofFrames = [
  'check',
  'click',
  'dblclick',
  'fill',
  'press',
  'selectOption',
  'tap',
  'type',
  'uncheck',
];
const ofKeyboards = ['insertText', 'press', 'type', 'up'];
const ofMice = ['click', 'dblclick', 'down', 'up'];

/** Runs inside the page: what a press sets off has its task after the same frame, and before this. */
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** @param {Frame | Page} pressed */
async function shown(pressed) {
  // The press may have left the page or closed it; and a page that is hidden, or asks its reader, draws no frames.
  const soon = new Promise((resolve) => setTimeout(resolve, 1000));
  await Promise.race([soon, pressed.evaluate(nextFrame).catch(() => {})]);
}

/**
 * Lets methods of a class return when what they press is shown.
 * @param {any} one an object of the class @param {readonly string[]} methods @param {(its: any) => Frame | Page} pressed
 */
function waitAfter(one, methods, pressed) {
  const shared = Object.getPrototypeOf(one);
  for (const name of methods) {
    const press = shared[name];
    shared[name] = async function (/** @type {any[]} */ ...args) {
      const result = await press.apply(this, args);
      await shown(pressed(this));
      return result;
    };
  }
}

let waits = false;

/** From now on every press, in whatever page, returns when it has been shown. @param {Page} page any page */
export function waitAfterPresses(page) {
  if (waits) return;
  waits = true;
  const pageOf = (/** @type {any} */ device) => device._page;
  waitAfter(page.mainFrame(), ofFrames, (frame) => frame);
  waitAfter(page.keyboard, ofKeyboards, pageOf);
  waitAfter(page.mouse, ofMice, pageOf);
}
