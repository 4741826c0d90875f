// What holds of every page with all that is on it, in one visit: bringing a page to life is what costs time here.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { isAccessible } from './accessible.mjs';
import { missed, passByTab } from './by-keyboard.mjs';
import { figure, open, partsOf, section, setWidth, test, walk } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { step } = test;

/** @type {{sections: {slug: string}[]}} */
const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));
const inOrder = ['index', ...sections.map(({ slug }) => slug)].map((slug) => `${slug}.html`);

/** A browser loads the pictures of stills when they come near. @param {Page} page */
const loadImages = (page) =>
  page.locator('.part.still img:visible').evaluateAll((images) =>
    Promise.all(
      images.map((one) => {
        const image = /** @type {HTMLImageElement} */ (one);
        image.loading = 'eager';
        return image.decode();
      }),
    ),
  );

/** What each figure with a still says and takes. @param {Page} page */
const stills = async (page) => {
  await loadImages(page);
  return page.locator('.part.still').evaluateAll((parts) =>
    parts.map((part) => {
      const root = part.shadowRoot;
      const shown = [...(root?.querySelectorAll('[data-plot]') ?? [])].flatMap((plot) => [
        ...(plot.shadowRoot?.querySelectorAll('svg:not(:empty), img') ?? []),
      ]);
      const isDrawn = (/** @type {Element} */ picture) =>
        picture.getBoundingClientRect().height > 30 &&
        // (An image that is no SVG has no width.)
        (!(picture instanceof HTMLImageElement) || picture.naturalWidth > 30);
      return {
        name: `${part.localName} ${part.id}`,
        title: root?.querySelector('figcaption')?.textContent?.trim(),
        sub: root?.querySelector('.sub')?.textContent?.trim(),
        height: part.getBoundingClientRect().height,
        drawn: shown.filter(isDrawn).length,
        chosen: [...(root?.querySelectorAll('input:checked') ?? [])].map(
          (input) => /** @type {HTMLInputElement} */ (input).value,
        ),
        words: [...(root?.querySelectorAll('[data-plot]') ?? [])].map(
          (plot) => plot.shadowRoot?.querySelector('.summary')?.textContent?.trim() ?? '',
        ),
      };
    }),
  );
};

/** What the stills of a page say and take on a screen and on a phone. @param {Page} page */
async function atWidths(page) {
  const all = [];
  for (const width of [1280, 412]) {
    await setWidth(page, width);
    all.push({ width, figures: await stills(page) });
  }
  return all;
}

/** @param {string} at */
async function beforeAnyScript(at) {
  const { page } = await open({
    at,
    mayComplain: true,
    prepare: (page) => page.route('**/assets/*.js', (route) => route.abort()),
  });
  const found = await atWidths(page);
  await page.context().close();
  return found;
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
 * Figures say what their stills said, and take the room that was kept.
 * @typedef {Awaited<ReturnType<typeof atWidths>>} AtWidths
 * @param {AtWidths} before @param {AtWidths} after
 */
function agree(before, after) {
  for (const [w, { width, figures }] of before.entries()) {
    assert.equal(figures.length, after[w]?.figures.length);
    for (const [n, still] of figures.entries()) {
      const live = after[w]?.figures[n];
      assert.ok(still.drawn > 0, `${still.name}: nothing is drawn`);
      assert.equal(still.title, live?.title, still.name);
      assert.equal(still.sub, live?.sub, still.name);
      assert.deepEqual(still.words, live?.words, still.name);
      assert.deepEqual(still.chosen, live?.chosen, still.name);
      const off = Math.abs(still.height - (live?.height ?? 0));
      assert.ok(off < 24, `${still.name} at ${width}: ${still.height}, then ${live?.height}`);
    }
  }
}

/** Controls that reach beyond the window or their card, other than within what can be scrolled sideways. @param {Page} page */
const beyond = (page) =>
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

/** @param {Page} page @param {number} width */
async function fits(page, width, height = 740) {
  await setWidth(page, width, height);
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  assert.deepEqual(await beyond(page), [], `at ${width} px every control lies within its card`);
  assert.deepEqual(await cutOff(page), [], `at ${width} px nothing is cut off without a sign`);
}

/** The contents open over the text and close. @param {Page} page */
async function contentsOpen(page) {
  const contents = page.locator('#contents');
  assert.equal(await contents.isVisible(), false);
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.waitFor();
  await page.keyboard.press('Escape');
  await contents.waitFor({ state: 'hidden' });
}

/** Tab comes to all that works, with a ring around it, and to the way on. @param {Page} page */
async function byKeyboard(page) {
  const met = await passByTab(page);
  for (const { name, ringed } of met) assert.ok(ringed, `the focus on "${name}" is seen`);
  assert.deepEqual(await missed(page), []);
  return met.findLast(({ name }) => /^(Begin:|Next)/.test(name))?.href;
}

/** @param {Page} page @param {string} href */
async function goOn(page, href) {
  await page.locator(`main a[href="${href}"]`).last().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(href.replace('./', '/')));
}

for (const [at, written] of partsOf) {
  test(`${at}: figures as their stills, axe, phone, 320 px and the keyboard find nothing`, async () => {
    const before = await step('before any script', () => beforeAnyScript(at));
    const { page } = await open({ at, options: { reducedMotion: 'reduce' } });
    assert.equal(await walk(page), written);
    await step('how each figure was made', () => howComputed(page));
    await step('figures as their stills', async () => {
      agree(before, await atWidths(page));
    });
    await step('390 px', () => fits(page, 390));
    await step('360 px', () => fits(page, 360));
    await step('contents', () => contentsOpen(page));
    const next = await step('by keyboard', () => byKeyboard(page));
    // What is 1280 pixels wide, enlarged to 400 %.
    await step('320 px', () => fits(page, 320, 256));
    await step('axe', async () => {
      await setWidth(page, 1280, 720);
      if (at === section) {
        const clock = await figure(page, 'posenc-clock');
        await clock.getByText('How this was computed').click();
        await (await figure(page, 'posenc-wavelengths')).getByText('Show the data').click();
      }
      await isAccessible(page, { when: at });
    });
    const place = inOrder.indexOf(at);
    if (place < 0) return;
    const following = inOrder[place + 1];
    assert.equal(next?.replace('./', ''), following);
    if (next) await step('on by Enter', () => goOn(page, next));
  });
}
