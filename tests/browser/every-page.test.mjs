// What holds of every page with all that is on it, in one visit: bringing a page to life is what costs time here.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { isAccessible } from './accessible.mjs';
import { missed, passByTab } from './by-keyboard.mjs';
import { base, open, origin, partsOf, setWidth, showAll, test, walk } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { step } = test;

/** @type {{sections: {slug: string}[]}} */
const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));
const inOrder = ['index', ...sections.map(({ slug }) => slug)].map((slug) => `${slug}.html`);

/** So high that no figure has to give way (beside.test.mjs). */
const wideWindow = { width: 1280, height: 900 };

/** What each part of a page takes, and what those with a still say. @param {Page} page */
const look = (page) =>
  page.locator('main .part').evaluateAll(async (parts) => {
    const { classList } = document.documentElement;
    // A browser loads the pictures of stills when they come near; the page's script may make them wait.
    const waits = classList.replace('pictures-wait', 'pictures-come');
    const images = parts.flatMap((part) =>
      [...(part.shadowRoot?.querySelectorAll('[data-plot]') ?? [])].flatMap((plot) => [
        ...(plot.shadowRoot?.querySelectorAll('img') ?? []),
      ]),
    );
    const decoded = images
      .filter((image) => image.checkVisibility())
      .map((image) => {
        image.loading = 'eager';
        return image.decode();
      });
    await Promise.all(decoded);
    const isDrawn = (/** @type {Element} */ picture) =>
      picture.getBoundingClientRect().height > 30 &&
      // (An image that is no SVG has no width.)
      (!(picture instanceof HTMLImageElement) || picture.naturalWidth > 30);
    const found = parts.map((part) => {
      const root = part.shadowRoot;
      const plots = [...(root?.querySelectorAll('[data-plot]') ?? [])];
      const pictures = plots.flatMap((plot) => [
        ...(plot.shadowRoot?.querySelectorAll('svg:not(:empty), img') ?? []),
      ]);
      return {
        name: `${part.localName} ${part.id || part.getAttribute('name')}`,
        isStill: part.classList.contains('still'),
        height: part.getBoundingClientRect().height,
        drawn: pictures.filter(isDrawn).length,
        says: {
          title: root?.querySelector('figcaption')?.textContent?.trim(),
          sub: root?.querySelector('.sub')?.textContent?.trim(),
          chosen: [...(root?.querySelectorAll('input:checked') ?? [])].map(
            (input) => /** @type {HTMLInputElement} */ (input).value,
          ),
          plots: plots.map(
            (plot) => plot.shadowRoot?.querySelector('.summary')?.textContent?.trim() ?? '',
          ),
        },
      };
    });
    if (waits) classList.replace('pictures-come', 'pictures-wait');
    return found;
  });

/**
 * Opens a page whose scripts are held back: as it is before any of them has come. Returns how to let them come.
 * @param {string} at
 */
async function openHeld(at) {
  const { page, context } = await open({
    ...{ at: 'favicon.svg', options: { reducedMotion: 'reduce', viewport: wideWindow } },
  });
  /** Of the core, which the page or its workers ask for. @type {Set<string>} */
  const modules = new Set();
  context.on('request', (request) => {
    const [, name] = /\/posenc-([a-z-]+)-[\w-]{8}\.wasm$/.exec(request.url()) ?? [];
    if (name) modules.add(name);
  });
  /** @type {(value: null) => void} */
  let letCome = () => undefined;
  const come = new Promise((resolve) => (letCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await come;
    await route.continue();
  });
  await page.goto(origin + base + at, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')];
    const areThere = styles.every((link) => /** @type {HTMLLinkElement} */ (link).sheet);
    return document.readyState !== 'loading' && areThere && document.fonts.status === 'loaded';
  });
  await showAll(page);
  return { page, modules, letCome: () => letCome(null) };
}

/** Pages with figures that other modules compute: one that trains a model while it is read, and those of other sections.
 * @type {Record<string, string[]>} */
const modulesBesides = {
  'learned.html': ['training'],
  'index.html': ['beyond-words'],
  'path.html': ['relative', 'beyond-words'],
};
/** Frames on this page show figures of others. */
const framing = ['use.html'];

/** A page loads the module that it names, and no other. @param {Page} page @param {string} at @param {Set<string>} modules */
async function loadsItsModule(page, at, modules) {
  if (framing.includes(at)) return;
  const named = await page.evaluate(() => document.body.dataset['module']);
  const may = [...(named ? [named] : []), ...(modulesBesides[at] ?? [])];
  assert.deepEqual(
    [...modules].filter((name) => !may.includes(name)),
    [],
  );
  // These come with the first answer.
  if (named && !['exercises', 'claims'].includes(named)) assert.ok(modules.has(named), named);
}

/** Every figure that is alive says how it was made, when it is asked. @param {Page} page */
async function howComputed(page) {
  const all = await page.locator('.part.still').evaluateAll(async (parts) => {
    const texts = (/** @type {ShadowRoot} */ root, /** @type {string} */ selector) =>
      [...root.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    const said = [];
    for (const part of parts) {
      const root = /** @type {ShadowRoot} */ (part.shadowRoot);
      const named = (/** @type {string} */ name) =>
        [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === name);
      named('Link and data')?.click();
      await /** @type {any} */ (part).updateComplete;
      const how = named('How this was computed');
      how?.click();
      // (Its words are loaded when they are first asked for.)
      for (let n = 0; n < 100 && !root.querySelector('#how dd'); ++n) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const isSeen = root.querySelector('#how')?.checkVisibility() ?? false;
      const formulas = texts(root, '#how dd');
      const calls = texts(root, '#how code');
      said.push({
        name: part.localName,
        isSeen,
        formulas,
        calls,
        headers: texts(root, '#how span'),
      });
      how?.click();
      named('Link and data')?.click();
      await /** @type {any} */ (part).updateComplete;
    }
    return said;
  });
  for (const { name, isSeen, formulas, calls, headers } of all) {
    assert.ok(isSeen, name);
    assert.match(formulas[0] ?? '', /[=:]/, name);
    assert.ok(calls.length > 0, `${name} asks the core`);
    for (const header of headers) {
      assert.ok(header && existsSync(`cpp/include/${header}`), `${name}: "${header}"`);
    }
  }
}

/**
 * How far figures may be from their stills, and exercises from the room that is estimated for them. (Other parts grow below
 * the screen.)
 */
const maxOff = { still: 24, exercise: 40 };

/**
 * Figures say what their stills said, and every part takes the room that was kept for it.
 * @typedef {Awaited<ReturnType<typeof look>>} Parts
 * @param {Parts} before @param {Parts} after
 */
function agree(before, after) {
  assert.equal(before.length, after.length);
  for (const [n, kept] of before.entries()) {
    const { name, isStill, height, drawn, says } = kept;
    const live = after[n];
    const off = Math.abs(height - (live?.height ?? NaN));
    const isExercise = /^posenc-(exercise|code) /.test(name);
    if (!isStill && !isExercise) continue;
    const most = isStill ? maxOff.still : maxOff.exercise;
    assert.ok(off < most, `${name}: ${height} px are kept, then it takes ${live?.height}`);
    if (!isStill) continue;
    assert.ok(drawn > 0, `${name}: nothing is drawn`);
    assert.deepEqual(live?.says, says, name);
  }
}

/** Controls that reach beyond the window or their card, other than within what can be scrolled sideways. @param {Page} page */
const outsideCards = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    /** @type {string[]} */
    const found = [];
    const look = (/** @type {ShadowRoot | Element} */ root, right = width + 1) => {
      for (const one of root.children) {
        const style = getComputedStyle(one);
        if (['auto', 'scroll'].includes(style.overflowX)) continue;
        const box = one.getBoundingClientRect();
        const control = one.matches('input, select, button');
        if (control || one.matches('p, li')) {
          const out = box.left < -1 || box.right > (control ? right : width + 1);
          if (out && one.checkVisibility() && box.width > 2)
            found.push(one.outerHTML.slice(0, 100));
        }
        look(one, right);
        const card = one.matches('.part') && one.shadowRoot?.querySelector('figure, form');
        const edge = card ? card.getBoundingClientRect().right - 8 : right;
        if (one.shadowRoot) look(one.shadowRoot, edge);
      }
    };
    look(/** @type {Element} */ (document.querySelector('main')));
    return found;
  });

/**
 * Formulas, tables and programs that are wider than the box that cuts them off, where it neither shows that it scrolls
 * nor can be scrolled by keyboard.
 * @param {Page} page
 */
const cutOff = (page) =>
  page.evaluate(() => {
    const around = (/** @type {Element} */ one) =>
      one.parentElement ?? /** @type {ShadowRoot} */ (one.getRootNode()).host ?? null;
    const rightOf = (/** @type {Element} */ one) =>
      Math.max(
        ...[one, ...(one.localName === 'math' ? one.querySelectorAll('*') : [])].map(
          (part) => part.getBoundingClientRect().right,
        ),
      );
    const scrolls = (/** @type {Element} */ box) => {
      const { overflowX, backgroundAttachment } = getComputedStyle(box);
      const hasEdge = backgroundAttachment.includes('local') || box.matches('pre, .cm-scroller');
      const byKeyboard = box.matches('[tabindex="0"]') || box.querySelector('[tabindex="0"]');
      return ['auto', 'scroll'].includes(overflowX) && hasEdge && byKeyboard;
    };
    /** @type {string[]} */
    const found = [];
    const look = (/** @type {ShadowRoot | Element} */ root) => {
      for (const one of root.querySelectorAll('*')) {
        if (one.shadowRoot) look(one.shadowRoot);
        if (!one.matches('math, table, pre') || !one.checkVisibility()) continue;
        const right = rightOf(one);
        let box = around(one);
        while (around(box) && getComputedStyle(box).overflowX === 'visible') box = around(box);
        if (right > box.getBoundingClientRect().right + 1 && !scrolls(box))
          found.push(`${one.localName} in ${box.localName}.${box.className}: ${one.textContent}`);
      }
    };
    look(/** @type {Element} */ (document.querySelector('main')));
    return found;
  });

/** @param {Page} page */
async function fits(page) {
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  assert.deepEqual(await outsideCards(page), [], 'every control lies within its card');
  assert.deepEqual(await cutOff(page), [], 'nothing is cut off without a sign');
}

/** Notes from now on how far things jump. @param {Page} page */
const noteShifts = (page) =>
  page.evaluate(() => {
    /** @type {number[]} */
    const shifts = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.push(/** @type {any} */ (shift).value);
    }).observe({ type: 'layout-shift' });
  });

/** Nothing has jumped in the first screen once what is in it is alive. @param {Page} page */
async function nothingJumps(page) {
  await page.locator('#notice').waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main .part')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight)
      .every((part) => part.shadowRoot?.querySelector('[aria-busy=false], [type=submit]:enabled')),
  );
  /** @type {number[]} */
  const shifts = await page.evaluate(async () => {
    // Two frames, in which what was drawn is painted.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return /** @type {any} */ (globalThis).shifts;
  });
  const sum = shifts.reduce((a, b) => a + b, 0);
  assert.ok(sum < 0.05, `shifts: ${shifts.join(' + ')}`);
}

/** Tab comes to all that works, with a ring around it. Returns where the way on leads. @param {Page} page */
async function byKeyboard(page) {
  const met = await passByTab(page);
  for (const { name, ringed } of met) assert.ok(ringed, `the focus on "${name}" is seen`);
  assert.deepEqual(await missed(page), []);
  return met.findLast(({ name }) => /^(Begin with|Next)/.test(name))?.href.replace('./', '');
}

for (const [at, written] of partsOf) {
  test(`${at}: figures as their stills, axe, phone, 320 px and the keyboard find nothing`, async () => {
    const { page, modules, letCome } = await openHeld(at);
    const wide = await step('before any script', () => look(page));
    await setWidth(page, 360, 740);
    const narrow = await step('before any script, on a phone', () => look(page));
    await noteShifts(page);
    letCome();
    await step('nothing jumps', () => nothingJumps(page));
    await step('alive', async () => {
      assert.equal(await walk(page), written);
      // (In a frame there may be one more.)
      const framed = page.frames().filter((frame) => frame.parentFrame() !== null);
      for (const frame of framed) await frame.locator('figure[aria-busy=false]').waitFor();
    });
    await step('its module of the core', () => loadsItsModule(page, at, modules));
    await step('on a phone as before', async () => agree(narrow, await look(page)));
    await step('360 px', () => fits(page));
    await step('by keyboard', async () => {
      const place = inOrder.indexOf(at);
      const next = await byKeyboard(page);
      if (place >= 0) assert.equal(next, inOrder[place + 1]);
    });
    await step('390 px', async () => {
      await setWidth(page, 390, 740);
      await fits(page);
    });
    await step('320 px', async () => {
      // What is 1280 pixels wide, enlarged to 400 %.
      await setWidth(page, 320, 256);
      await fits(page);
    });
    await setWidth(page, wideWindow.width, wideWindow.height);
    await step('as before', async () => agree(wide, await look(page)));
    await step('how each figure was made', () => howComputed(page));
    await step('axe', () => isAccessible(page, { when: at }));
  });
}
