// The generator of lines for other pages, and its lines on such pages, which are on another site.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import MarkdownIt from 'markdown-it';
import ts from 'typescript';
import { runnerImport } from 'vite';
import { serve } from '../../tools/lib/serve.mjs';
import { set } from './reading.mjs';
import { arrive, base, figure, open, origin, test } from './site.mjs';

/** @type {{module: typeof import('../../web/src/embedding/places.ts')}} */
const {
  module: { placeOf, withLesson },
} = await runnerImport('./web/src/embedding/places.ts');

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').FrameLocator} FrameLocator */

const lesson = () => `${origin}${base}`;

/**
 * Pages on another site: "localhost" is not the host that the lesson is on, so the browser keeps their storage apart.
 * @param {Record<string, string>} files @param {(address: string) => Promise<void>} visit
 */
async function elsewhere(files, visit) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-elsewhere-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('node_modules/reveal.js'), join(folder, 'node_modules/reveal.js'));
  const { port, close } = await serve(folder);
  try {
    await visit(`http://localhost:${port}/`);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

const page = (/** @type {string} */ body, head = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">${head}<body>${body}`;

/** The generator, with its figure there. */
async function generator(options = {}) {
  const { page } = await open({ at: 'use.html', options });
  const shown = page.locator('posenc-embed-generator');
  await arrive(shown, '[aria-busy=false]');
  const preview = page.frameLocator('iframe');
  const line = () => shown.getByLabel('The text to paste').inputValue();
  const copy = shown.getByRole('button', { name: 'Copy' });
  /** Waits until the preview has said how it is set. */
  const ready = () => shown.locator('button.first:enabled').waitFor();
  await ready();
  return { page, shown, preview, line, copy, ready };
}

/** HTML that a script puts into a page, with its scripts, as Jupyter does. @param {string} html */
const insertedByScript = (html) =>
  `<div class="output"></div><script>
  document.currentScript.previousElementSibling.append(
    document.createRange().createContextualFragment(${JSON.stringify(html).replaceAll('</', '<\\/')}));
  </script>`;

/** What React makes of JSX: an element with its properties. @param {string} jsx */
function renderedByReact(jsx) {
  const { outputText } = ts.transpileModule(jsx, {
    compilerOptions: { jsx: ts.JsxEmit.React, jsxFactory: 'h', target: ts.ScriptTarget.ES2022 },
  });
  return `<script>
  const h = (name, { style, ...rest }) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(rest)) element.setAttribute(key, value);
    for (const [key, value] of Object.entries(style)) {
      element.style[key] = typeof value === 'number' && value > 0 ? value + 'px' : value;
    }
    return element;
  };
  document.currentScript.after(${/h\([\s\S]*\)/.exec(outputText)?.[0]});
  </script>`;
}

/** @param {string} cell */
const runByObservable = (cell) => `<script>document.currentScript.after(${cell});</script>`;

/** The page that each kind of place makes of a line. @type {Record<string, (line: string) => string>} */
const made = {
  html: (line) => line,
  moodle: (line) => `<div class="no-overflow"><p>x</p>${line}</div>`,
  mkdocs: (line) => new MarkdownIt({ html: true }).render(`Before.\n\n${line}\n\nAfter *it*.`),
  quarto: (line) => line.replace(/^```\{=html\}\n|\n```$/g, ''),
  jupyter: (line) => insertedByScript(/'''([\s\S]*)'''/.exec(line)?.[1] ?? ''),
  // As docutils keeps what is raw.
  sphinx: (line) => line.replace(/^\.\. raw:: html\n\n/, '').replaceAll(/^ {3}/gm, ''),
  docusaurus: renderedByReact,
  astro: (line) => line.replace(' is:inline', ''),
  // As Vue renders it on the server.
  vitepress: (line) =>
    line.replaceAll(/component is="script"|(?<=\/)component/g, (tag) =>
      tag.replace(/component( is="script")?/, 'script'),
    ),
  observable: runByObservable,
};

/** How much of a frame's page is not seen, in pixels. @param {FrameLocator} frame @param {number} given */
const hidden = async (frame, given) =>
  (await frame.locator('html').evaluate((html) => html.getBoundingClientRect().height)) - given;

/** Waits until a frame is as high as its page. @param {Page} page @param {string} selector */
async function followed(page, selector) {
  for (let n = 0; n < 100; n++) {
    const { height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
    const rest = await hidden(page.frameLocator(selector), height);
    if (rest <= 0 && rest > -2) return height;
    await page.waitForTimeout(50);
  }
  throw new Error(`${selector} does not follow its page`);
}

test(
  'a figure as it is set comes to every kind of page on another site, and its height follows',
  { tag: '@smoke' },
  async () => {
    const { page: own, shown, preview, line, ready } = await generator();
    const heatmap = preview.locator('posenc-heatmap');
    await set(/** @type {any} */ (heatmap), 'width d', 66);
    await heatmap.getByText('66 columns').waitFor();
    await shown.getByLabel('Colors').selectOption('dark');
    // The frame is opened again, and keeps what was set.
    await ready();
    await heatmap.getByText('66 columns').waitFor();
    const measured = (await own.locator('iframe').boundingBox())?.height ?? 0;
    /** @type {Record<string, string>} */
    const lines = {};
    for (const id of Object.keys(made)) {
      await shown.getByLabel('Where it goes').selectOption(id);
      lines[id] = await line();
      assert.match(lines[id], /d-model=66/);
      assert.match(lines[id], /theme=dark/);
      assert.ok(
        Math.abs(Number(/height: '?(\d+)/.exec(lines[id])?.[1]) - measured) <= 3,
        lines[id],
      );
    }
    await own.close();
    const parts = Object.entries(made).map(
      ([id, make]) => `<section id="${id}">${make(lines[id] ?? '')}</section>`,
    );
    // As Docusaurus does with its list of scripts.
    const head = `<style>section { width: 600px }</style><script src="${lesson()}embed-height.js" defer></script>`;
    await elsewhere({ 'page.html': page(parts.join('\n'), head) }, async (address) => {
      const { page: theirs, hosts } = await open({ address: `${address}page.html` });
      for (const id of Object.keys(made)) {
        const selector = `#${id} iframe`;
        await theirs.locator(selector).scrollIntoViewIfNeeded();
        const frame = theirs.frameLocator(selector);
        await frame.locator('posenc-heatmap').getByText('66 columns').waitFor();
        const paper = await frame
          .locator('body')
          .evaluate((body) => getComputedStyle(body).backgroundColor);
        assert.equal(paper, 'rgb(22, 23, 26)', id);
        assert.equal(await frame.getByRole('alert').count(), 0, id);
        if (id === 'moodle') {
          assert.ok((await hidden(frame, measured)) < 40, 'almost all of it is seen');
          continue;
        }
        const closed = await followed(theirs, selector);
        await frame.getByRole('button', { name: 'Link and data' }).click();
        await frame.getByRole('button', { name: 'Show the data' }).waitFor();
        assert.ok((await followed(theirs, selector)) > closed, `${id} grows`);
      }
      const text = await theirs.locator('#mkdocs').textContent();
      assert.match(text ?? '', /^Before\.\s+After it\.\s*$/);
      assert.deepEqual([...hosts].sort(), [origin, address.slice(0, -1)].sort());
    });
  },
);

test('the generator refuses what it cannot read, copies, saves examples, and works by keyboard', async () => {
  const { page, shown, preview, line, copy, ready } = await generator({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // Every part of the lesson can be chosen.
  const titles = await shown
    .getByLabel('Figure, exercise or lab')
    .locator('option')
    .allTextContents();
  const trimmed = titles.map((title) => title.trim());
  assert.ok(trimmed.length > 120 && trimmed.every((title) => title !== ''));
  assert.equal(new Set(trimmed).size, trimmed.length, 'no two have the same title');

  // By keyboard: typing the beginning of a title chooses it.
  await shown.getByLabel('Figure, exercise or lab').focus();
  await page.keyboard.type('E13.1: Work');
  await preview.locator('posenc-exercise').waitFor();
  await ready();
  await page.keyboard.press('Tab');
  await page.keyboard.type('7');
  await preview.getByText('Variant 7').waitFor();
  await ready();
  assert.match(await line(), /figure=exercise&amp;name=e13\.1&amp;seed=7&/);
  await shown.getByLabel('Variant').fill('seven');
  const problem = 'The variant must be a whole number from 0 to 999999999999999 but is "seven".';
  await shown.getByText(problem).waitFor();
  assert.equal(await copy.isDisabled(), true);
  // What it shows already.
  await shown.getByLabel('Variant').fill('7');
  await ready();
  await shown.getByLabel('Variant').fill('');
  // (The last line can still be copied until the preview has heard of this.)
  await expect(shown.getByLabel('The text to paste')).toHaveValue(
    /figure=exercise&amp;name=e13\.1&amp;theme/,
  );

  await shown.getByLabel('Address of the lesson').fill('www.school.example');
  await shown
    .getByText('must begin with https:// or http:// but is "www.school.example".')
    .waitFor();
  assert.equal(await copy.isDisabled(), true);
  assert.equal(await line(), '');
  await shown.getByLabel('Address of the lesson').fill('https://school.example/posenc/use.html');
  await ready();
  await copy.click();
  await shown.getByText('Copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await line());
  assert.match(copied, /src="https:\/\/school\.example\/posenc\/embed\.html\?/);

  await shown.getByLabel('Where it goes').selectOption('jupyter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Save an example (posenc.ipynb)' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'posenc.ipynb');
  const saved = readFileSync(await download.path(), 'utf8');
  assert.equal(saved, withLesson(saved, 'https://never.example/'), 'no stand-in is left');
  assert.match(saved, /https:\/\/school\.example\/posenc\/embed\.html/);

  // The browser's way back leaves the page: what was chosen is not in its history.
  assert.equal(await page.evaluate(() => history.length), 2);
});

test('the preview shows what the line will show, also to an instructor whose class has been set a variant', async () => {
  const { page } = await open({ at: 'exercises.html?set=e13.1:17&class=Tuesday' });
  await expect(page.locator('posenc-progress')).toContainText('the class “Tuesday”');
  await page.goto(`${origin}${base}use.html`);
  const shown = page.locator('posenc-embed-generator');
  await arrive(shown, 'iframe');
  const part = shown.getByLabel('Figure, exercise or lab');
  const titles = (await part.locator('option').allTextContents()).map((title) => title.trim());
  const label =
    titles.find((title) => title.includes('Work out encodings and their products')) ?? '';
  await part.selectOption({ label });
  const exercise = page.frameLocator('iframe').locator('posenc-exercise');
  await expect(exercise.getByRole('button', { name: 'New variant' })).toBeVisible();
  await expect(exercise.locator('.variant')).toHaveCount(0);
  await shown.getByLabel('Variant (a number, or empty)').fill('7');
  await expect(exercise.locator('.variant')).toContainText('Variant 7');
  await expect(shown.getByLabel('The text to paste')).toHaveValue(/seed=7/);
});

test('what is no plain figure can be chosen, and nothing in its address is unknown', async () => {
  const { shown, preview, line, ready } = await generator();
  const part = shown.getByLabel('Figure, exercise or lab');
  const titles = await part.locator('option').allTextContents();
  for (const [start, tag = ''] of [
    ['Lab 1', 'training'],
    ['Claim 1:', 'claim'],
    ['Mistake: ', 'exhibit'],
    ['Quiz', 'quiz'],
    ['E13.3', 'code'],
    ['Real models', 'models'],
    ['Your own encoding', 'own'],
  ]) {
    const label = titles
      .map((title) => title.trim())
      .find((title) => title.startsWith(String(start)));
    await part.selectOption({ label: String(label) });
    await preview.locator(`posenc-${tag}`).waitFor();
    await ready();
    assert.equal(await preview.getByRole('alert').count(), 0, tag);
    assert.match(await line(), new RegExp(`figure=${tag}&`));
  }
});

test('the tag for a page of the same host shows the figure as it was set', async () => {
  const { shown, preview, line } = await generator();
  await set(/** @type {any} */ (preview.locator('posenc-heatmap')), 'width d', 66);
  await preview.getByText('66 columns').waitFor();
  await shown.getByLabel('Where it goes').selectOption('same-host');
  const text = await line();
  assert.equal(
    text,
    `<script type="module" src="${base}embed.js"></script>\n<posenc-heatmap d-model="66"></posenc-heatmap>`,
  );
  const { page: theirs } = await open({
    address: `${lesson()}theirs.html`,
    prepare: (one) =>
      one.route('**/theirs.html', (route) =>
        route.fulfill({ contentType: 'text/html', body: page(text) }),
      ),
  });
  await (await figure(theirs, 'posenc-heatmap')).getByText('66 columns').waitFor();
});

test('the deck for reveal.js shows its figure on its slide, alive, and goes on', async () => {
  const example = readFileSync('web/public/examples/reveal.html', 'utf8');
  await elsewhere({ 'reveal.html': withLesson(example, lesson()) }, async (address) => {
    const { page } = await open({ address: `${address}reveal.html` });
    await page.getByRole('heading', { name: 'Waves that say where' }).waitFor();
    await page.keyboard.press('ArrowRight');
    const slide = page.locator('section.present iframe');
    await slide.waitFor();
    const frame = page.frameLocator('section.present iframe');
    const heatmap = frame.locator('posenc-heatmap');
    await heatmap.getByText('64 columns').waitFor();
    // As high as the slide leaves room, and within the window.
    const { y = -1, height = 0 } = (await slide.boundingBox()) ?? {};
    assert.ok(height > 300 && y >= 0 && y + height <= 720, `${y}, ${height}`);
    await set(/** @type {any} */ (heatmap), 'width d', 66);
    await heatmap.getByText('66 columns').waitFor();
    // Beside the frame, the keys are the deck's again.
    await page.mouse.click(5, 5);
    await page.keyboard.press('ArrowRight');
    const exercise = page.frameLocator('section.present iframe').locator('posenc-exercise');
    await exercise.getByText('Variant 7').waitFor();
    await exercise.locator('input').first().fill('1');
    assert.equal(await exercise.locator('input').first().inputValue(), '1');
  });
});

test('the notebook’s outputs, as a page, show its figure with the numbers that NumPy printed', async () => {
  const file = readFileSync('web/public/examples/posenc.ipynb', 'utf8');
  /** @type {{cells: {outputs?: {data: Record<string, string[]>}[]}[]}} */
  const { cells } = JSON.parse(withLesson(file, lesson()));
  const outputs = cells.flatMap(({ outputs: all = [] }) => all.map(({ data }) => data));
  const body = outputs.map((data) =>
    data['text/html']
      ? insertedByScript(data['text/html'].join(''))
      : `<pre>${data['text/plain']?.join('')}</pre>`,
  );
  await elsewhere({ 'notebook.html': page(body.join('\n')) }, async (address) => {
    const { page } = await open({ address: `${address}notebook.html` });
    const printed = (await page.locator('pre').textContent()) ?? '';
    const numbers = (printed.match(/-?\d\.\d*/g) ?? []).map(Number);
    assert.equal(numbers.length, 4 * 8);
    const heatmap = page.frameLocator('iframe >> nth=0').locator('posenc-heatmap');
    await heatmap.getByRole('button', { name: 'Link and data' }).click();
    await heatmap.getByRole('button', { name: 'Show the data' }).click();
    const cellsOf = heatmap.locator('table tbody tr').filter({ has: page.locator('td') });
    await cellsOf.nth(3).waitFor();
    const shown = await cellsOf.evaluateAll((rows) =>
      rows
        .slice(0, 4)
        .flatMap((row) =>
          [...row.querySelectorAll('td')].map((cell) =>
            Number((cell.textContent ?? '').trim().replace('\u2212', '-')),
          ),
        ),
    );
    assert.ok(shown.length >= 32, shown.join());
    const perRow = shown.length / 4;
    for (const [n, number] of numbers.entries()) {
      // (A row of the figure's table may begin with its position.)
      const at = Math.floor(n / 8) * perRow + (perRow - 8) + (n % 8);
      assert.ok(Math.abs((shown[at] ?? NaN) - number) <= 1e-3, `${n}: ${shown[at]}, ${number}`);
    }
    const exercise = page.frameLocator('iframe >> nth=1').locator('posenc-exercise');
    await exercise.getByText('Variant 7').waitFor();
  });
});

/** A browser that lets frames of other sites store nothing. @param {Page} page */
const forbidInFrames = (page) =>
  page.addInitScript(() => {
    if (window === top) return;
    for (const name of ['localStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
    }
  });

/** @param {string} place @param {string} figure @param {[string, string][]} settings */
const lineOf = (place, figure, settings) =>
  placeOf(place)?.line({
    ...{ figure, settings, title: figure, theme: 'light', lesson: lesson(), height: 500 },
  }) ?? '';

/** Trains a lab in a frame. @param {import('playwright-core').Locator} lab */
async function train(lab) {
  await lab.getByRole('button', { name: 'Start', exact: true, disabled: false }).click();
  await lab.getByText(/^Finished\. /).waitFor();
}

test('exercises and labs work in a frame that may store nothing, and say so', async () => {
  const exercise = lineOf('html', 'exercise', [
    ['name', 'alibi-slopes'],
    ['seed', '7'],
  ]);
  const lab = lineOf('html', 'training', [
    ['task', 'order'],
    ['schemes', 'none rope'],
    ['steps', '4'],
  ]);
  await elsewhere({ 'page.html': page(`<p>${exercise}</p><p>${lab}</p>`) }, async (address) => {
    const { page } = await open({ address: `${address}page.html`, prepare: forbidInFrames });
    const sheet = page.frameLocator('iframe >> nth=0').locator('posenc-exercise');
    await sheet.getByText('Variant 7, assigned').waitFor();
    assert.equal(await sheet.getByRole('button', { name: 'New variant' }).count(), 0);
    await sheet.locator('input').first().fill('0.5');
    await sheet.getByRole('button', { name: 'Check' }).click();
    await sheet.getByText('of 12 points.').waitFor();
    await sheet.getByText('This browser stores nothing for this page: new answers').waitFor();
    await page.locator('iframe').nth(1).scrollIntoViewIfNeeded();
    const shown = page.frameLocator('iframe >> nth=1').locator('posenc-training');
    await train(shown);
    await shown.getByText('This browser stores nothing for this page: ').waitFor();
  });
});

test('two labs on one page keep their own results', async () => {
  const labs = ['order', 'reverse'].map((task) =>
    lineOf('html', 'training', [
      ['task', task],
      ['schemes', 'rope'],
      ['steps', '3'],
    ]),
  );
  await elsewhere({ 'page.html': page(labs.join('\n')) }, async (address) => {
    const { page } = await open({ address: `${address}page.html` });
    const lab = (/** @type {number} */ n) =>
      page.frameLocator(`iframe >> nth=${n}`).locator('posenc-training');
    await train(lab(0));
    await page.reload();
    await lab(0).getByText('Trained in this browser on').waitFor();
    await page.locator('iframe').nth(1).scrollIntoViewIfNeeded();
    await lab(1).getByText('not trained yet', { exact: true }).waitFor();
    // By now it has read what is stored: this reads it once more.
    const task = await lab(1).evaluate(async (one) => {
      await new Promise((resolve) => {
        const opened = indexedDB.open('posenc-labs');
        opened.onsuccess = () => {
          opened.result.close();
          resolve(null);
        };
      });
      return /** @type {any} */ (one).task;
    });
    assert.equal(task, 'reverse');
  });
});
