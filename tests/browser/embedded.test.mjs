// Figures on other pages: of the same origin, and in a frame on any other; and the examples to copy from.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { serve } from '../../tools/lib/serve.mjs';
import { isAccessibleAsItIs } from './accessible.mjs';
import { set } from './reading.mjs';
import { arrive, base, figure, open, origin, test, withFigures } from './site.mjs';

test('the example with the script shows its figures', { tag: '@smoke' }, async () => {
  const { page } = await open({ at: 'examples/same-origin.html' });
  const heatmap = await figure(page, 'posenc-heatmap');
  await heatmap.getByText('64 columns').waitFor();
  await set(heatmap, 'width d', 66);
  await heatmap.getByText('66 columns').waitFor();
  await figure(page, 'posenc-clock');
});

test('a figure that ends a page comes, whatever fraction of a pixel it lies below what can be scrolled to', async () => {
  const { page } = await withFigures('<posenc-clock></posenc-clock>', { options: {} });
  for (const [height, tag] of /** @type {const} */ ([
    [2000.2, 'posenc-shift'],
    [2000.4, 'posenc-similarity'],
    [2000.6, 'posenc-wavelengths'],
    [2000.8, 'posenc-float32'],
  ])) {
    await page.evaluate(([height, tag]) => {
      document.body.innerHTML = `<div style="height: ${height}px"></div><${tag}></${tag}>`;
      document.body.style.margin = '0';
      scrollTo(0, document.documentElement.scrollHeight);
    }, /** @type {const} */ ([height, tag]));
    await page.locator(`${tag} figure[aria-busy=false]`).waitFor();
  }
});

test('a fold of the page beside a figure opens at once; the figure is drawn after the frame of a press', async () => {
  const fold = '<details><summary>Of the page</summary>x</details>';
  const { shown } = await withFigures(`<posenc-clock></posenc-clock>${fold}`);
  const seen = await shown.evaluate(async (figure) => {
    const fold = /** @type {HTMLDetailsElement} */ (document.querySelector('details'));
    let isPrevented;
    addEventListener('click', (event) => (isPrevented = event.defaultPrevented), { once: true });
    fold.querySelector('summary')?.click();
    const isOpen = fold.open;
    const inFigure = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (figure.shadowRoot?.querySelector(selector));
    const menu = inFigure('#menu');
    inFigure('button[aria-controls=menu]').click();
    const isDrawn = [
      await new Promise((resolve) => requestAnimationFrame(() => resolve(menu.hidden))),
      await /** @type {any} */ (figure).updateComplete.then(() => menu.hidden),
    ];
    return { isOpen, isPrevented, isDrawn };
  });
  assert.deepEqual(seen, { isOpen: true, isPrevented: false, isDrawn: [false, true] });
});

/** Visits a page on another origin. @param {string} html @param {(address: string) => Promise<void>} visit */
async function elsewhere(html, visit) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-frame-'));
  writeFileSync(join(folder, 'page.html'), html);
  const { port, close } = await serve(folder);
  try {
    await visit(`http://127.0.0.1:${port}/page.html`);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} body */
const pageWith = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><body>${body}`;

test('the example with the frame shows its figure on another origin, as high as it is', async () => {
  const example = readFileSync('build/site/examples/iframe.html', 'utf8');
  const copy = example.replaceAll('="../', `="${origin}${base}`);
  assert.notEqual(copy, example);
  await elsewhere(copy, async (address) => {
    for (const width of [1000, 360]) {
      const viewport = { width, height: 800 };
      const { page, context } = await open({ address, options: { viewport } });
      const heatmap = page.frameLocator('iframe').locator('posenc-heatmap');
      await heatmap.getByText('64 columns').waitFor();
      await heatmap.locator('[data-plot] .box svg').first().waitFor();
      const box = heatmap.locator('posenc-number[label="width d"] input[type=text]');
      await box.fill('66');
      await box.press('Enter');
      await heatmap.getByText('66 columns').waitFor();
      /** How much of the frame's page is not seen, and whether there is room left below it. */
      const fits = async () => {
        const given = (await page.locator('iframe').boundingBox())?.height ?? 0;
        const taken = await heatmap.evaluate(
          (element) => element.ownerDocument.documentElement.getBoundingClientRect().height,
        );
        return given >= taken && given < taken + 2 ? given : 0;
      };
      const settled = async () => {
        for (let n = 0; n < 300; n++) {
          const height = await fits();
          if (height > 0) return height;
          await page.waitForTimeout(100);
        }
        throw new Error('the frame does not take the height of the figure');
      };
      const closed = await settled();
      assert.ok(closed > 500, `${closed}`);
      await heatmap.getByText('Link and data').click();
      await heatmap.getByText('Show the data').click();
      await expect.poll(settled, 'it grows with the figure').toBeGreaterThan(closed + 50);
      await heatmap.getByText('Link and data').click();
      await expect.poll(settled, 'and shrinks with it').toBe(closed);
      // The way back is out of the frame.
      const lesson = page.frameLocator('iframe').getByRole('link', { name: 'Positional encoding' });
      await lesson.click();
      await page.waitForURL(`${origin}${base}`);
      await context.close();
    }
  });
});

test('on a slow device, a frame reports no height before its first picture, and then no other', async () => {
  // (All in sight: a browser draws nothing in frames that nobody sees.)
  const frames = ['heatmap', 'exercise&name=e13.1&seed=7', 'quiz'].map((query) =>
    frameOf(`figure=${query}`).replace('height: 600px', 'height: 150px'),
  );
  await elsewhere(
    pageWith(`${frames.join('')}<script>
    const heights = [[], [], []];
    addEventListener('message', ({ data, source }) => {
      const n = [0, 1, 2].find((n) => frames[n] === source);
      if (data.posenc === 'height' && heights[n].at(-1) !== data.height) heights[n].push(data.height);
    });
  </script>`),
    async (address) => {
      const { page } = await open({
        address,
        prepare: async (page) => {
          const session = await page.context().newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
        },
      });
      for (const [n, part] of [
        '[data-plot] .box svg',
        'button[type=submit]:enabled',
        '[data-asked]',
      ].entries()) {
        await page.frameLocator(`iframe >> nth=${n}`).locator(part).first().waitFor();
      }
      const heights = () => page.evaluate('heights');
      await expect
        .poll(async () => (await heights()).every((/** @type {number[]} */ all) => all.length > 0))
        .toBe(true);
      await page.waitForTimeout(500);
      for (const all of await heights()) {
        assert.equal(all.length, 1, `${all}`);
        assert.ok(all[0] > 400, `${all}`);
      }
    },
  );
});

/** A frame, as in its line. @param {string} query @param {string} [attributes] */
const frameOf = (query, attributes = '') =>
  `<iframe title="x" src="${origin}${base}embed.html?${query}" style="width: 100%; height: 600px" ${attributes}></iframe>`;

const paperOf = (/** @type {import('playwright-core').FrameLocator} */ frame) =>
  frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
const light = 'rgb(251, 250, 247)';
const dark = 'rgb(22, 23, 26)';

for (const { editor, sandbox, says } of [
  { editor: 'TinyMCE 7.3 (sandbox="")', sandbox: '', says: /allows no scripts in it/ },
  {
    editor: 'a host that allows scripts alone (sandbox="allow-scripts")',
    sandbox: 'allow-scripts',
    says: /a sandbox without allow-same-origin/,
  },
]) {
  test(`a frame of ${editor} shows its still, light, with why and a link to a tab of its own`, async () => {
    const frames = ['heatmap&theme=light#still-heatmap', 'quiz&theme=light#still-quiz'].map(
      (query) => frameOf(`figure=${query}`, `sandbox="${sandbox}"`),
    );
    await elsewhere(
      pageWith(`<div style="height: 2000px"></div>${frames.join('')}`),
      async (address) => {
        const { page } = await open({
          address,
          mayComplain: true,
          options: { colorScheme: 'dark' },
        });
        const [figure, quiz] = [0, 1].map((n) => page.frameLocator(`iframe >> nth=${n}`));
        assert.ok(figure && quiz);
        await expect(figure.getByText(says)).toBeVisible();
        assert.equal(await page.evaluate('scrollY'), 0, 'the page stays where it is');
        await page.locator('iframe').first().scrollIntoViewIfNeeded();
        const still = figure.locator('img:visible');
        await expect
          .poll(() => still.evaluate((image) => /** @type {any} */ (image).naturalWidth))
          .toBeGreaterThan(500);
        assert.equal(await paperOf(figure), light);
        await expect(quiz.getByText(says)).toBeVisible();
        assert.equal(await quiz.locator('img:visible').count(), 0);
        const [tab] = await Promise.all([
          page.context().waitForEvent('page'),
          figure
            .getByRole('link', { name: 'Open it in a new tab' })
            .click({ modifiers: ['ControlOrMeta'] }),
        ]);
        assert.match(tab.url(), /embed\.html\?figure=heatmap&theme=light/);
        await tab.locator('posenc-heatmap figure[aria-busy=false]').waitFor();
        assert.equal(await tab.locator('#instead').isVisible(), false);
      },
    );
  });
}

test('in a sandbox with scripts alone, a frame works if the lesson’s host allows its origin', async () => {
  await elsewhere(
    pageWith(frameOf('figure=heatmap', 'sandbox="allow-scripts"')),
    async (address) => {
      const { page } = await open({
        address,
        prepare: async (page) => {
          await page.route(`${origin}/**`, async (route) => {
            const response = await route.fetch();
            const headers = { ...response.headers(), 'access-control-allow-origin': '*' };
            await route.fulfill({ response, headers });
          });
        },
      });
      const heatmap = page.frameLocator('iframe').locator('posenc-heatmap');
      await set(/** @type {any} */ (heatmap), 'width d', 66);
      await heatmap.getByText('66 columns').waitFor();
    },
  );
});

for (const { host, on, switches, back } of [
  {
    host: 'Docusaurus 3.10 (data-theme)',
    on: '<style>:root { color-scheme: light } [data-theme=dark] { color-scheme: dark } iframe { color-scheme: auto }</style>',
    switches: "document.documentElement.dataset.theme = 'dark'",
  },
  {
    host: 'VitePress 1.6 (a class)',
    on: '<style>.dark { color-scheme: dark }</style>',
    switches: "document.documentElement.classList.add('dark')",
  },
  {
    host: 'Material for MkDocs 9 (an attribute of the body)',
    on: '<style>[data-md-color-scheme=slate] { color-scheme: dark }</style>',
    switches: "document.body.dataset.mdColorScheme = 'slate'",
  },
  {
    host: 'Material for MkDocs 8 (a background, and no color-scheme)',
    on: '<style>body { background: white } [data-md-color-scheme=slate] { background: hsl(225deg 15% 14%) }</style>',
    switches: "document.body.dataset.mdColorScheme = 'slate'",
    back: 'delete document.body.dataset.mdColorScheme',
  },
  {
    host: 'a page that glides into a style sheet for the dark',
    on: '<style>body { background: oklch(0.98 0 0); transition: background-color 0.2s }</style><link id="dark" rel="stylesheet" media="not all" href="data:text/css,body{background:oklch(0.2%200%200)}">',
    switches: "document.getElementById('dark').media = 'all'",
  },
  {
    host: 'a page with its own message',
    on: '',
    switches: "frames[0].postMessage({ posenc: 'theme', theme: 'dark' }, '*')",
  },
]) {
  test(`a frame on ${host} is light on a dark system, and follows a switch`, async () => {
    const script = `<script src="${origin}${base}embed-height.js"></script>`;
    const body = `${on}${frameOf('figure=heatmap&theme=light')}${script}`;
    await elsewhere(pageWith(body), async (address) => {
      const { page } = await open({ address, options: { colorScheme: 'dark' } });
      const frame = page.frameLocator('iframe');
      await frame.locator('posenc-heatmap figure[aria-busy=false]').waitFor();
      assert.equal(await paperOf(frame), light);
      await page.evaluate(switches);
      await expect.poll(() => paperOf(frame)).toBe(dark);
      if (!back) return;
      await page.evaluate(back);
      await expect.poll(() => paperOf(frame)).toBe(light);
    });
  });
}

test('in the compact form of a slide, Check is in view in 645 pixels', async () => {
  const { page } = await open({
    at: 'embed.html?figure=exercise&name=e13.1&seed=7&theme=light&compact=',
    options: { viewport: { width: 960, height: 645 } },
  });
  const check = page.getByRole('button', { name: 'Check' });
  await arrive(page.locator('posenc-exercise'), 'button[type=submit]:enabled');
  assert.equal(await page.getByRole('alert').count(), 0);
  const inView = async () => {
    const { y = 0, height = 0 } = (await check.boundingBox()) ?? {};
    return y >= 0 && y + height <= 645;
  };
  assert.ok(await inView());
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollHeight <= 645),
    'all of it is',
  );
  // With hints it is longer.
  await page.getByLabel('dimension 0').first().fill('7');
  await check.click();
  await page
    .getByText(/ points?\./)
    .first()
    .waitFor();
  assert.ok(await inView());
});

for (const theme of /** @type {const} */ (['', 'light', 'dark'])) {
  test(`a framed figure is ${theme || 'as the system is'}, and axe finds nothing wrong`, async () => {
    const { page, hosts } = await open({
      at: `embed.html?figure=clock&d-model=16${theme && `&theme=${theme}`}`,
      options: { colorScheme: theme === 'light' ? 'dark' : 'light', reducedMotion: 'reduce' },
    });
    await figure(page, 'posenc-clock[d-model="16"]');
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(paper, theme === 'dark' ? dark : light);
    await isAccessibleAsItIs(page);
    assert.equal(await page.locator('meta[name=robots][content=noindex]').count(), 1);
    assert.deepEqual([...hosts], [origin]);
  });
}

test('every figure and exercise can be asked for', async () => {
  /** @type {Record<string, string>} */
  const which = { exercise: 'e13.1', code: 'code-rope' };
  const { page } = await open({ at: 'embed.html' });
  const sentence = (await page.getByRole('alert').textContent()) ?? '';
  assert.match(sentence, /^There is no figure ""\./);
  const names = sentence.replace(/^.*: |\.$/g, '').split(', ');
  assert.ok(names.length >= 10 && names.includes('heatmap') && names.includes('exercise'));
  for (const name of names) {
    const named = which[name] ? `&name=${which[name]}` : '';
    await page.goto(`${origin}${base}embed.html?figure=${name}${named}`);
    const shown = page.locator(`posenc-${name}`);
    await arrive(shown, '[aria-busy=false], button[type=submit]:enabled');
  }
});

test('an address that asks for something unknown gets a message, and nothing else becomes part of the page', async () => {
  for (const name of ['heat', '<img src=x onerror=alert(1)>', 'heatmap onclick=1', 'constructor']) {
    const { page } = await open({ at: `embed.html?figure=${encodeURIComponent(name)}` });
    const shown = (await page.getByRole('alert').textContent()) ?? '';
    assert.ok(shown.startsWith(`There is no figure "${name}".`), shown);
    assert.match(shown, /clock, .*heatmap/);
    assert.equal(await page.locator('#figure > *').count(), 1);
  }
  const asked = 'd-model=8&width=3&onclick=alert(1)&style=color:red&D=1&theme=blue';
  const { page } = await open({ at: `embed.html?figure=heatmap&${asked}` });
  const heatmap = await figure(page, 'posenc-heatmap');
  await heatmap.getByText('8 columns').waitFor();
  const shown = await page.locator('#figure > [role=alert]').allTextContents();
  assert.equal(shown.length, 5);
  for (const [n, name] of ['width', 'onclick', 'style', 'D'].entries()) {
    assert.match(
      shown[n] ?? '',
      new RegExp(`^The figure "heatmap" has no parameter "${name}". Its parameters are .*d-model`),
    );
  }
  assert.equal(shown[4], 'theme must be light or dark but got "blue".');
  const attributes = await heatmap.evaluate((element) => element.getAttributeNames());
  assert.deepEqual(attributes, ['d-model']);
  // The figure's own link to a state is its to read; that of another figure is not.
  const { page: linked } = await open({
    at: 'embed.html?figure=heatmap&heatmap.d-model=32&clock.base=3',
  });
  await (await figure(linked, 'posenc-heatmap')).getByText('32 columns').waitFor();
  assert.deepEqual(
    (await linked.getByRole('alert').allTextContents()).map((text) => text.slice(0, 53)),
    ['The figure "heatmap" has no parameter "clock.base". I'],
  );
  // A value that is none is the figure's to tell.
  const { page: other } = await open({ at: 'embed.html?figure=heatmap&d-model=odd' });
  await other.locator('posenc-heatmap .error', { hasText: /\w/ }).waitFor();
});

test('the quiz in a frame has the questions of the lesson, and its links lead there', async () => {
  const { page } = await open({ at: 'embed.html?figure=quiz' });
  const quiz = page.locator('posenc-quiz');
  await quiz.locator('[data-asked]').waitFor();
  await quiz.locator('.options input').first().check();
  await quiz.getByLabel('certain', { exact: true }).check();
  await quiz.getByRole('button', { name: 'Check' }).click();
  await quiz.locator('.verdicts').first().waitFor();
  const links = await quiz
    .locator('.verdicts a')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('target')]),
    );
  assert.ok(links.length > 0);
  for (const [href, target] of links) {
    assert.match(href ?? '', new RegExp(`^(${origin}${base}|https://arxiv.org/)`));
    assert.equal(target, '_top');
  }
});
