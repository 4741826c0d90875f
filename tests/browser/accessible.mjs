// What axe finds in a page as it stands, in both themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {import('playwright-core').Page} page */
const bringAxe = (page) => page.evaluate(`window.axe ?? (() => { ${axe} })(); void 0`);

/** The rules about colors, which take axe longer than all others together. */
const aboutColors = ['color-contrast', 'link-in-text-block'];

/**
 * Runs inside the page: one text of each kind. Texts of a kind have the same color and size, on the same backgrounds.
 * @param {string} within
 */
function kindsOfText(within) {
  /** @type {Map<string, Element>} */
  const kinds = new Map();
  const isDisabled = (/** @type {Element} */ one) =>
    one.matches(':disabled') || Boolean(one.closest('label')?.control?.matches(':disabled'));
  /** @param {Element} one @param {CSSStyleDeclaration} style @param {string} behind @param {string} around */
  const note = (one, style, behind, around) => {
    const { width, height, right } = one.getBoundingClientRect();
    const hasText = [...one.childNodes].some(
      (node) => node instanceof Text && node.data.trim() !== '',
    );
    const isSeen = width > 2 && height > 2 && right > 0 && one.checkVisibility();
    if (!isSeen || !(hasText || one.matches('input, select, textarea'))) return;
    const { color, fontSize, fontWeight, textDecorationLine } = style;
    const link = one.closest('a') && [around, textDecorationLine];
    const kind = [color, fontSize, fontWeight, behind, link, isDisabled(one)].join('|');
    if (!kinds.has(kind)) kinds.set(kind, one);
  };
  /** @param {Element | ShadowRoot} root @param {string} behind @param {string} around */
  const look = (root, behind, around) => {
    for (const one of root.children) {
      const style = getComputedStyle(one);
      if (style.display === 'none' || style.visibility === 'hidden') continue;
      const { backgroundColor, backgroundImage, opacity, filter } = style;
      const own = [backgroundColor, backgroundImage, opacity, filter].join(' ');
      const isPlain = own === 'rgba(0, 0, 0, 0) none 1 none';
      const stack = isPlain ? behind : `${behind}; ${own}`;
      note(one, style, stack, around);
      for (const inner of [one.shadowRoot, one]) if (inner) look(inner, stack, style.color);
    }
  };
  const root = document.querySelector(within);
  const parent = root?.parentElement;
  if (root)
    look(
      /** @type {any} */ ({ children: [root] }),
      '',
      parent ? getComputedStyle(parent).color : '',
    );
  return [...kinds.values()];
}

/**
 * @param {import('playwright-core').Page} page @param {string} within @param {boolean} ofColors
 * @returns {Promise<string[]>}
 */
async function found(page, within, ofColors) {
  // To describe everything that is in order takes longer than to look at it; and what axe fetches beforehand, only rules
  // about sound, video and turned screens would use.
  const options = { resultTypes: ['violations'], selectors: false, preload: false };
  const others = Object.fromEntries(aboutColors.map((rule) => [rule, { enabled: false }]));
  const rules = ofColors ? { runOnly: aboutColors } : { rules: others };
  const { passed, violated } = await page.evaluate(
    `(async () => {
      const options = ${JSON.stringify({ ...options, ...rules })};
      const within = ${JSON.stringify(within)};
      const looked = ${ofColors} ? { include: (${kindsOfText})(within) } : within;
      const { passes, violations } = await axe.run(looked, options);
      const violated = violations.map(
        ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join('\\n'),
      );
      return { passed: passes.length, violated };
    })()`,
  );
  assert.ok(passed > 0);
  return violated;
}

/** Nothing is found in the colors that the page has. @param {import('playwright-core').Page} page @param {string} [when] */
export async function isAccessibleAsItIs(page, when) {
  await bringAxe(page);
  assert.deepEqual(await found(page, 'html', false), [], when);
  assert.deepEqual(await found(page, 'html', true), [], when);
}

/**
 * Nothing is found, light or dark. A page that is opened with reduced motion changes its colors at once.
 * @param {import('playwright-core').Page} page
 * @param {{within?: string, when?: string}} [how] a part of the page, as a selector; which state it is in
 */
export async function isAccessible(page, { within = 'html', when = '' } = {}) {
  await bringAxe(page);
  assert.deepEqual(await found(page, within, false), [], when);
  assert.deepEqual(await found(page, within, true), [], `${when}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await found(page, within, true), [], `${when}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}
