// The frame of the built site: its pages with and without what a browser may lack, on paper, on a phone, by keyboard.
import assert from 'node:assert/strict';
import { isAccessible } from './accessible.mjs';
import {
  arrive,
  base,
  figure,
  ofTheCore,
  open,
  origin,
  partsOf,
  ready,
  section,
  setWidth,
  walk,
  test,
} from './site.mjs';

const pages = [...partsOf.keys()];

test(
  'every page names itself, has one heading of the first rank and a way to every other',
  { tag: '@smoke' },
  async () => {
    /** @type {Set<string>} */
    const addresses = new Set();
    const { page } = await open({ at: 'about.html' });
    for (const at of pages) {
      // As it comes from the host, without any script.
      const found = await page.evaluate(async (at) => {
        const text = await (await fetch(at)).text();
        const written = new DOMParser().parseFromString(text, 'text/html');
        const links = [...written.querySelectorAll('a[href]')].map(
          (link) => link.getAttribute('href') ?? '',
        );
        return {
          title: written.title,
          headings: written.querySelectorAll('h1').length,
          here: written.querySelector('#contents [aria-current=page]')?.getAttribute('href'),
          own: links
            .filter((link) => link.startsWith('.'))
            .map((link) => new URL(link, new URL(at, location.href)).href),
          lost: links
            .filter((link) => link.startsWith('#'))
            .map((link) => decodeURIComponent(link.slice(1)))
            .filter((id) => written.querySelectorAll(`[id="${id}"]`).length !== 1),
          contents: [...written.querySelectorAll('#contents a')].map((link) =>
            link.getAttribute('href'),
          ),
        };
      }, at);
      assert.match(found.title, /Positional encoding, computed live$/);
      assert.equal(found.headings, 1);
      assert.equal(found.here?.replace('./', '') || 'index.html', at);
      for (const address of found.own) addresses.add(address);
      assert.deepEqual(found.lost, [], at);
      for (const other of pages.filter((one) => one !== 'index.html')) {
        assert.equal(found.contents.filter((link) => link === `./${other}`).length, 1, other);
      }
    }
    // Of other pages the parts are there, too.
    /** @type {Map<string, string>} */
    const texts = new Map();
    for (const address of addresses) {
      const { pathname, hash } = new URL(address);
      if (!texts.has(pathname)) {
        const response = await page.request.get(origin + pathname);
        assert.equal(response.status(), 200, address);
        texts.set(pathname, await response.text());
      }
      if (hash) assert.ok(texts.get(pathname)?.includes(`id="${hash.slice(1)}"`), address);
    }
  },
);

test('what has been read is shown in the contents, and kept', async () => {
  const { page } = await open({ prepare: (page) => page.clock.install() });
  const state = page.locator('[data-state=sinusoidal]');
  const read = async () =>
    Number(/(\d+) of \d+ parts read/.exec((await state.textContent()) ?? '')?.[1]);
  assert.equal(await read(), 0);
  const ids = await page
    .locator('main .slide h2')
    .evaluateAll((headings) => headings.map(({ id }) => id));
  const links = page.locator('#contents .parts a');
  assert.deepEqual(
    await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ids.map((id) => `#${id}`),
  );
  const jump = (/** @type {string | undefined} */ id) =>
    page.evaluate(
      (id) => document.getElementById(id ?? '')?.scrollIntoView({ behavior: 'instant' }),
      id,
    );
  await page.waitForLoadState('load');
  /** @param {string | undefined} id */
  const to = async (id) => {
    await jump(id);
    await page.locator(`.parts a.here[href="#${id}"]`).waitFor();
  };
  /** As long as it takes to count. */
  const stay = () => page.clock.runFor(1100);
  await to(ids[0]);
  await stay();
  await to(ids[1]);
  assert.equal(await read(), 1);
  // A jump is not reading, and neither is passing by.
  await jump(ids[6]);
  await to(ids[7]);
  assert.equal(await read(), 1);
  await page.reload();
  assert.equal(await read(), 1);
  await to(ids[0]);
  for (const id of ids.slice(1)) {
    await to(id);
    await stay();
  }
  await page
    .locator('.turn')
    .evaluate((end) => end.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await page.waitForFunction(
    (count) =>
      document
        .querySelector('[data-state=sinusoidal]')
        ?.textContent?.includes(`${count} of ${count}`),
    ids.length,
  );
  const full = await page
    .locator('[data-section=sinusoidal]')
    .evaluate((ring) => ring.style.getPropertyValue('--read'));
  assert.equal(full, '1');
});

test('a reader who comes back goes on where they stopped', async () => {
  const { page, context } = await open({ prepare: (page) => page.clock.install() });
  const parts = await page
    .locator('main .slide h2')
    .evaluateAll((headings) => headings.map(({ id }) => id));
  await page.waitForLoadState('load');
  await page.evaluate(
    (id) => document.getElementById(id ?? '')?.scrollIntoView({ behavior: 'instant' }),
    parts[3],
  );
  await page.locator(`.parts a.here[href="#${parts[3]}"]`).waitFor();
  await page.clock.runFor(1100);
  const title = await page.locator('h1').textContent();

  const front = await context.newPage();
  await front.goto(`${origin}${base}`);
  const on = front.getByRole('link', { name: 'Continue:' });
  await on.waitFor();
  assert.equal(await on.textContent(), `Continue: ${title}, part 4 of ${parts.length}`);
  const there = `${origin}${base}${section}#${parts[3]}`;
  assert.equal(await on.evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href), there);
  const entry = front.locator('#contents a[data-parts]', { hasText: title ?? '' });
  assert.match(await entry.innerText(), /part 4/);
  assert.match(await entry.innerText(), /\d+ min/);
  await entry.click();
  await front.waitForURL(there);
  // On its own page a section leads to its beginning.
  assert.doesNotMatch(await front.locator('#contents [aria-current=page]').innerText(), /part 4/);
});

test('a section that was only opened is not where a reader stopped', async () => {
  const { page } = await open({ prepare: (page) => page.clock.install() });
  const ids = await page
    .locator('main .slide h2')
    .evaluateAll((headings) => headings.map(({ id }) => id));
  await page.waitForLoadState('load');
  const readFrom = async (/** @type {string | undefined} */ id) => {
    await page.evaluate(
      (id) => document.getElementById(id ?? '')?.scrollIntoView({ behavior: 'instant' }),
      id,
    );
    await page.locator(`.parts a.here[href="#${id}"]`).waitFor();
    await page.clock.runFor(1100);
    return page.evaluate(() => localStorage.getItem('posenc.place'));
  };
  assert.equal(await readFrom(ids[0]), null);
  assert.match((await readFrom(ids[1])) ?? '', new RegExp(`"${ids[1]}"`));
});

/** How far badges are from the text below them, and whether they end within their frames. */
const badges = () => {
  const all = [...document.querySelectorAll('main *')]
    .map((one) => one.shadowRoot?.querySelector('figcaption[data-tone]'))
    .filter((one) => one != null);
  return all.map((badge) => {
    const figure = /** @type {Element} */ (badge.closest('figure'));
    const [own, frame] = [badge.getBoundingClientRect(), figure.getBoundingClientRect()];
    const text = figure.querySelector('.sub')?.getBoundingClientRect();
    return [own.left - (text?.left ?? NaN), Math.max(0, own.right - frame.right + 12)];
  });
};

for (const at of ['index.html', 'order.html']) {
  test(`nothing sticks out sideways, ${at}`, async () => {
    const { page } = await open({ at });
    const shown = await figure(page, 'posenc-hero, posenc-order');
    for (const name of ['As given', 'Moved']) {
      if (name === 'Moved') {
        await shown.getByRole('button', { name: /^(Swap|Put back)/ }).click();
        await shown.getByLabel('Add positions').check();
        await shown.getByText(/^(Attention noticed|Off by up to)/).waitFor();
      }
      for (const width of [320, 360, 390, 768, 1024, 1280, 1366]) {
        await setWidth(page, width);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(beyond <= 0, `${name}, ${width}: ${beyond} px`);
        for (const [left, right] of await page.evaluate(badges)) {
          assert.ok(
            Math.abs(left ?? NaN) < 0.5 && right === 0,
            `${name}, ${width}: ${left}, ${right}`,
          );
        }
      }
    }
  });
}

test('what was kept of a place that is gone, or is no place, changes nothing', async () => {
  for (const kept of [
    '{"section":"sinusoidal","part":"gone"}',
    // The first part: a section that was only opened.
    '{"section":"sinusoidal","part":"two-numbers-one-clock-hand"}',
    '{"section":"x\\"]","part":""}',
    '3',
  ]) {
    const { page } = await open({
      at: 'index.html',
      prepare: (page) =>
        page.addInitScript((kept) => localStorage.setItem('posenc.place', kept), kept),
    });
    await page.locator('posenc-hero figure[aria-busy=false]').waitFor();
    assert.match((await page.locator('.begin a').textContent()) ?? '', /^Begin: /);
    assert.equal(await page.locator('#contents .resume').count(), 0);
  }
});

test('the front page shows its figure in the first screen, of a laptop and of a phone', async () => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    const { page } = await open({ at: 'index.html', options: { viewport } });
    const shown = page.locator('posenc-hero');
    await shown.locator('figure[aria-busy=false]').waitFor();
    for (const part of [
      page.locator('h1'),
      page.locator('.lede'),
      page.locator('.begin a'),
      shown.locator('posenc-word-matrix'),
      shown.getByRole('button', { name: 'Swap dog and man' }),
    ]) {
      const box = await part.boundingBox();
      assert.ok(
        box && box.y >= 0 && box.y + box.height <= viewport.height,
        `${viewport.width}: ${await part.evaluate((one) => one.outerHTML.slice(0, 60))} ends at ${(box?.y ?? 0) + (box?.height ?? 0)}`,
      );
    }
  }
});

test('the contents fit a small laptop: every section, its minutes, and what stands below', async () => {
  const { page } = await open({
    at: 'index.html',
    options: { viewport: { width: 1366, height: 768 } },
  });
  const links = page.locator('#contents a[data-parts]');
  const count = await links.count();
  for (const [n, link] of (await links.all()).entries()) {
    assert.equal(await link.locator('.ring').textContent(), String(n + 1));
    const { pathname } = new URL((await link.getAttribute('href')) ?? '', page.url());
    const isWorked = pathname.endsWith('/exercises.html');
    assert.match(
      (await link.locator('small').textContent()) ?? '',
      isWorked ? /^$/ : /^[1-9]\d? minutes$/,
      pathname,
    );
  }
  assert.ok(count > 10);
  for (const at of ['index.html', section]) {
    await page.goto(`${origin}${base}${at}`);
    for (const part of ['#contents .home', '#contents .beside', '#contents .present', '#theme']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 768, `${at}: ${part}`);
    }
  }
  // The part that is being read stays in sight, also where there is no room for all.
  await page.setViewportSize({ width: 1366, height: 420 });
  const last = page.locator('main .slide h2').last();
  await last.evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
  const here = page.locator('.parts a.here');
  await page.waitForFunction(
    (id) => document.querySelector('.parts a.here')?.getAttribute('href') === `#${id}`,
    await last.getAttribute('id'),
  );
  const [inner, outer] = [await here.boundingBox(), await page.locator('.sections').boundingBox()];
  assert.ok(inner && outer && inner.y >= outer.y - 1);
  assert.ok(inner.y + inner.height <= outer.y + outer.height + 1);
});

test('a term opens where it stands, in the words of the glossary; without scripts the link leads there', async () => {
  const { page } = await open();
  const term = page.locator('main a[href="./glossary.html#inverse-frequency"]').first();
  await term.click();
  const dialog = page.getByRole('dialog', { name: 'Inverse frequency' });
  await dialog.waitFor();
  const glossary = await (await page.request.get(`${origin}${base}glossary.html`)).text();
  const entry = await page.evaluate((text) => {
    const written = new DOMParser().parseFromString(text, 'text/html');
    return written.getElementById('inverse-frequency')?.parentElement?.querySelector('p')
      ?.textContent;
  }, glossary);
  assert.ok(entry && entry.length > 40);
  assert.equal(await dialog.locator('p:not(.foot)').first().textContent(), entry);
  // The formula is set, and its links lead on.
  assert.equal((await dialog.locator('math').count()) > 0, true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await term.evaluate((one) => one === document.activeElement), true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Glossary' }).click();
  await page.waitForURL('**/glossary.html#inverse-frequency');

  const { page: plain } = await open({ options: { javaScriptEnabled: false } });
  await plain.locator('main a[href="./glossary.html#pair"]').first().click();
  await plain.waitForURL('**/glossary.html#pair');
});

test('a term that cannot be read in place leads to the glossary', async () => {
  const { page } = await open({ mayComplain: true });
  let isFirst = true;
  await page.route('**/glossary.html', (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return route.abort();
  });
  await page.locator('main a[href="./glossary.html#pair"]').first().click();
  await page.waitForURL('**/glossary.html#pair');
});

test('the sections before and after are shown with their pictures', async () => {
  const { page } = await open({ at: 'index.html' });
  const pictureOf = (/** @type {string} */ slug) =>
    page.locator(`.cards li:has(a[href="./${slug}.html"]) svg`).innerHTML();
  const [before, after] = [await pictureOf('order'), await pictureOf('signal')];
  await page.goto(`${origin}${base}${section}`);
  const pictures = page.locator('.turn svg');
  assert.deepEqual(await pictures.evaluateAll((all) => all.map((one) => one.innerHTML)), [
    before,
    after,
  ]);
  const names = await page.locator('.turn a small').allTextContents();
  assert.deepEqual(names, ['Previous', 'Next']);
});

test('a link to a part stays at the part while figures come', async () => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const { page } = await open({ at: `${section}#now-you`, options: { viewport } });
    await page.locator('posenc-exercise button[type=submit]:enabled').waitFor();
    await page.waitForFunction(() => {
      const top = document.getElementById('now-you')?.getBoundingClientRect().top;
      return top !== undefined && top > -10 && top < 120;
    });
  }
});

test('an exercise takes the room that is kept for it', async () => {
  for (const width of [1280, 360]) {
    const { page } = await open({
      at: 'exercises.html',
      options: { viewport: { width, height: 900 } },
    });
    for (const part of await page.locator('posenc-exercise, posenc-code').all()) {
      await arrive(part, 'button[type=submit]:enabled');
      const { name, kept, taken } = await part.evaluate((exercise) => ({
        name: exercise.getAttribute('name'),
        kept: parseFloat(getComputedStyle(exercise).minHeight),
        taken: exercise.shadowRoot?.querySelector('form')?.getBoundingClientRect().height ?? 0,
      }));
      assert.ok(Math.abs(kept - taken) < 40, `${name} at ${width}: ${kept} kept, ${taken} taken`);
    }
  }
});

test('on a phone nothing jumps when a page’s first figure comes to life', async () => {
  const pages = ['index', 'sinusoidal', 'rope', 'book', 'own', 'use'].map((name) => `${name}.html`);
  for (const at of pages) {
    const { page } = await open({
      at,
      options: { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true },
      prepare: (page) =>
        page.addInitScript(() => {
          const shifts = new PerformanceObserver((list) => all.push(...list.getEntries()));
          /** @type {PerformanceEntryList} */
          const all = [];
          shifts.observe({ type: 'layout-shift', buffered: true });
          /** @type {any} */ (globalThis).shifted = () => [...all, ...shifts.takeRecords()];
        }),
    });
    await page.locator('main .part [aria-busy=false]').first().waitFor();
    if (at === 'use.html') {
      const frame = page.frameLocator('posenc-embed-generator iframe');
      await frame.locator('figure[aria-busy=false]').waitFor();
    }
    // Two frames more, in which what was drawn is painted.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    // (Of a page in a frame, too.)
    const ofEach = page
      .frames()
      .map((one) =>
        one.evaluate(() =>
          /** @type {any} */ (globalThis).shifted().map((/** @type {any} */ shift) => shift.value),
        ),
      );
    const shifts = (await Promise.all(ofEach)).flat();
    const sum = shifts.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    assert.ok(sum < 0.05, `${at}: ${shifts.join(' + ')}`);
  }
});

test('light or dark can be chosen, and is there before the first paint of the next page', async () => {
  const { page, context } = await open({ mayComplain: true, options: { colorScheme: 'light' } });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await paper(), 'rgb(251, 250, 247)');
  await page.getByLabel('Dark').check();
  assert.equal(await paper(), 'rgb(22, 23, 26)');
  await context.route('**/main-*.js', (route) => route.abort());
  await page.goto(`${origin}${base}about.html`);
  assert.equal(await paper(), 'rgb(22, 23, 26)', 'without waiting for the script of the page');
  await context.unroute('**/main-*.js');
  await page.reload();
  await page.getByLabel('System').check();
  assert.equal(await paper(), 'rgb(251, 250, 247)');
});

test(
  'by keyboard: past the contents to the text, and through a figure',
  { tag: '@smoke' },
  async () => {
    const { page } = await open();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'text');
    const shown = await figure(page, 'posenc-heatmap');
    await shown.locator('.box').focus();
    await page.keyboard.press('Shift+Tab');
    /** What has the focus, inside of whatever. */
    const focused = () =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
      });
    /** @type {string[]} */
    const met = [];
    for (let n = 0; n < 30; n++) {
      await page.keyboard.press('Tab');
      met.push(await focused());
    }
    const at = (/** @type {RegExp} */ words) => met.findIndex((one) => words.test(one));
    assert.ok(at(/^The sinusoidal table/) >= 0, met.join(' | '));
    assert.ok(at(/^width d, as a slider/) > at(/^The sinusoidal table/), met.join(' | '));
    assert.ok(at(/^More/) > at(/^width d, as a slider/), met.join(' | '));
    assert.ok(at(/Picture \(SVG\)/) > at(/^More/), met.join(' | '));
    assert.ok(at(/^base, as a slider/) > at(/^More/), met.join(' | '));
  },
);

test('by touch on a phone the contents lead to a part, and close', async () => {
  const { page } = await open({
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  await walk(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const contents = page.locator('#contents');
  await page.getByRole('button', { name: 'Contents' }).tap();
  await contents.getByText('Only the distance counts').tap();
  await contents.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => {
    const top = document.getElementById('only-the-distance-counts')?.getBoundingClientRect().top;
    return top !== undefined && top > 40 && top < 200;
  });
});

test('on paper: text, formulas and figures, no controls, dark ink on white', async () => {
  const { page } = await open({ options: { colorScheme: 'dark' } });
  await page.getByLabel('Dark', { exact: true }).check();
  await walk(page);
  await page.emulateMedia({ media: 'print' });
  for (const gone of [
    '#contents',
    '.bar',
    'posenc-number',
    '.foot',
    '.reading',
    'posenc-exercise button',
  ]) {
    for (const one of await page.locator(gone).all())
      assert.equal(await one.isVisible(), false, gone);
  }
  for (const there of ['h1', '.formula math', 'posenc-heatmap canvas', 'posenc-clock .box svg']) {
    assert.equal(await page.locator(there).first().isVisible(), true, there);
  }
  const [ink, sheet] = await page.evaluate(() => {
    const of = (/** @type {Element | null | undefined} */ element) =>
      getComputedStyle(/** @type {Element} */ (element));
    const card = document.querySelector('posenc-heatmap')?.shadowRoot?.querySelector('figure');
    return [of(document.body).color, of(card).backgroundColor];
  });
  const rooms = await page
    .locator('.part')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).minHeight));
  assert.deepEqual([...new Set(rooms)], ['0px'], 'no gaps where controls were');
  assert.equal(ink, 'rgb(29, 28, 26)');
  assert.equal(sheet, 'rgb(255, 255, 255)');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(sheets >= 5 && sheets <= 16, `${sheets} sheets`);
});

for (const [what, options] of /** @type {const} */ ([
  ['JavaScript', { javaScriptEnabled: false }],
  ['the script', {}],
])) {
  test(`without ${what} words and formulas read, and the page says what is needed`, async () => {
    const { page } = await open({
      mayComplain: true,
      options,
      prepare: (page) => page.route('**/*.js', (route) => route.abort()),
    });
    await page.getByText('Give every position a chord').waitFor();
    const notice = page.getByText('you need JavaScript and a browser with WebAssembly SIMD');
    await notice.waitFor();
    await page.waitForFunction(
      () => (document.getElementById('notice')?.getBoundingClientRect().height ?? 0) > 40,
    );
    await page.getByText('PE(36), d = 24, base 10000').first().waitFor();
    const formulas = await page.locator('math').evaluateAll((all) =>
      all.map((one) => ({
        words: one.textContent,
        height: one.getBoundingClientRect().height,
        font: getComputedStyle(one).fontFamily,
      })),
    );
    assert.ok(formulas.length > 30);
    for (const { words, height, font } of formulas) {
      assert.ok(height > 5, words ?? '');
      assert.match(font, /^"Posenc Math"/);
    }
    await page.waitForFunction(() => document.fonts.check('16px "Posenc Math"'));
    const table = await page.locator('main .table').first().innerText();
    const [row] = ofTheCore('table', { d_model: 4, base: 10000, positions: [3] });
    for (const value of row) assert.ok(table.includes(value.toFixed(3).replace('-', '\u2212')));
    assert.doesNotMatch(await page.locator('main').innerText(), /\{\{|\}\}|NaN|undefined|\$/);
  });
}

test('each section says how long it takes to read, and the contents how long all do', async () => {
  const { page } = await open({ at: 'index.html' });
  const [, total = ''] =
    /about (\d+) minutes to read/.exec(await page.locator('main').innerText()) ?? [];
  const links = page.locator('#contents a[data-parts]');
  let sum = 0;
  for (const link of await links.all()) {
    const address = new URL((await link.getAttribute('href')) ?? '', page.url());
    const [, minutes] =
      / of \d+(?: · (\d+) minutes)?<\/p>/.exec(
        await (await page.request.get(address.href)).text(),
      ) ?? [];
    // Exercises are worked, not read.
    assert.equal(minutes === undefined, address.pathname.endsWith('/exercises.html'));
    sum += Number(minutes ?? 0);
  }
  assert.ok(
    sum > 40 && Math.abs(Number(total) - sum) <= 2.5 + (await links.count()) / 2,
    `${total} for ${sum}`,
  );
});

test('the numbers in the text are those of the core', async () => {
  const { page } = await open();
  const text = await page.locator('main').innerText();
  const words = (/** @type {number} */ value, /** @type {number} */ digits) =>
    new Intl.NumberFormat('en', { maximumSignificantDigits: digits })
      .format(value)
      .replace(',', '\u202f');
  const lengths = ofTheCore('wavelengths', { d_model: 128, base: 10000 });
  assert.ok(text.includes(`the longest wave is ${words(lengths[63], 5)} positions`));
  const similarities = ofTheCore('kernel_mean_cos', {
    d_model: 16,
    base: 10000,
    offsets: [10, 20],
  });
  assert.ok(
    text.includes(
      `it is ${similarities[0].toFixed(3)} at distance 10, and ${similarities[1].toFixed(3)} at 20`,
    ),
  );
});

/** Whether an element lies within the window. @param {import('playwright-core').Locator} one */
const isInSight = (one) =>
  one.evaluate((element) => {
    const { top, left, right, bottom } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
  });

for (const width of [1280, 390]) {
  test(`a number opens how it was made where it stands, and the focus returns, ${width} px`, async () => {
    const options = {
      viewport: { width, height: 740 },
      reducedMotion: /** @type {const} */ ('reduce'),
    };
    const { page } = await open({ options });
    const fact = page.locator('main .fact', { hasText: /^0\.909$/ });
    await fact.scrollIntoViewIfNeeded();
    const place = () => fact.evaluate((one) => one.getBoundingClientRect().top);
    // Fonts and figures above are still coming.
    let before = NaN;
    for (let tries = 0; tries < 20 && before !== (await place()); ++tries) {
      before = await place();
      await page.waitForTimeout(250);
    }
    // Figures above, which load meanwhile, take a few pixels more or less than their stills.
    const stays = async () => assert.ok(Math.abs((await place()) - before) < 48);
    const opened = page.getByRole('dialog', { name: 'How 0.909 was computed' });
    await fact.click();
    await opened.waitFor();
    await stays();
    assert.equal(new URL(page.url()).hash, '');
    // It follows the number, a frame later.
    for (let tries = 0; tries < 20 && !(await isInSight(opened)); ++tries) {
      await page.waitForTimeout(50);
    }
    assert.ok(await isInSight(opened));
    const said = await opened.innerText();
    assert.match(said, /PE\(2, 0\), d = 4\s/);
    assert.match(said, /layout: 'interleaved' \}, \[2\]\)\.values\[0\] = 0\.90929742682568/);
    await isAccessible(page, { within: '.made', when: 'how a number was made' });
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    assert.ok(await fact.evaluate((one) => one === document.activeElement));
    await page.keyboard.press('Enter');
    await opened.waitFor();
    await opened.getByRole('button', { name: 'Close' }).click();
    await opened.waitFor({ state: 'detached' });
    assert.ok(await fact.evaluate((one) => one === document.activeElement));
    await stays();
    // A click elsewhere closes it too.
    await fact.click();
    await opened.waitFor();
    await page.mouse.click(width / 2, 4);
    await opened.waitFor({ state: 'detached' });
  });
}

/** How far a list of numbers is from what it should be. @param {number} a @param {number} b */
const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-14 * Math.abs(b), `${a} for ${b}`);

test('from there it goes on to the list of all numbers, and back', async () => {
  const { page } = await open();
  const fact = page.locator('main .fact', { hasText: /^0\.909$/ });
  await fact.click();
  await page.getByRole('link', { name: 'All numbers on this page' }).click();
  assert.equal(await page.getByRole('dialog').count(), 0);
  const id = (await fact.getAttribute('href'))?.slice(1);
  const entry = page.locator(`.numbers li[id="${id}"]`);
  assert.equal(new URL(page.url()).hash, `#${id}`);
  await page.waitForFunction((id) => {
    const top = document.getElementById(id ?? '')?.getBoundingClientRect().top;
    return top !== undefined && top >= 0 && top < innerHeight;
  }, id);
  assert.match(await entry.innerText(), /^0\.909 PE\(2, 0\), d = 4/);
  const exact = async (/** @type {import('playwright-core').Locator} */ one) =>
    Number((await one.locator('.exact').innerText()).replace('= ', '').replaceAll('\u2212', '-'));
  const [row] = ofTheCore('table', { d_model: 4, base: 10000, positions: [2] });
  near(await exact(entry), row[0]);
  const lengths = ofTheCore('wavelengths', { d_model: 128, base: 10000 });
  const longest = page.locator('.numbers li', { hasText: 'wavelength of pair 63' });
  near(await exact(longest.filter({ hasNotText: 'd = 128, base' })), lengths[63]);
  await entry.locator('[role=doc-backlink]').click();
  assert.equal(new URL(page.url()).hash, `#${await fact.getAttribute('id')}`);
  assert.equal(await page.locator('main a a').count(), 0);
  // Every entry is in the text, and none counts as a part of the lesson.
  assert.equal(
    await page.locator('main .fact').count(),
    await page.locator('[role=doc-backlink]').count(),
  );
  assert.equal(await page.locator('#contents a[href="#numbers"]').count(), 0);
});

test('without scripts a number leads to its entry in the list', async () => {
  const { page } = await open({ options: { javaScriptEnabled: false } });
  const fact = page.locator('main .fact', { hasText: /^0\.909$/ });
  await fact.click();
  const id = await fact.getAttribute('href');
  assert.equal(new URL(page.url()).hash, id);
  assert.equal(await page.locator(`.numbers li:target`).getAttribute('id'), id?.slice(1));
});

for (const [what, remove] of /** @type {[string, () => void][]} */ ([
  ['WebAssembly', () => Reflect.deleteProperty(globalThis, 'WebAssembly')],
  ['WebAssembly SIMD', () => Object.assign(WebAssembly, { validate: () => false })],
  ['web workers', () => Reflect.deleteProperty(globalThis, 'Worker')],
])) {
  test(`without ${what} the page says so`, async () => {
    const { page } = await open({ prepare: (page) => page.addInitScript(remove) });
    await page.locator('#notice', { hasText: `This browser does not support ${what},` }).waitFor();
    const shown = await figure(page, 'posenc-heatmap');
    await shown.getByText(`This browser does not support ${what},`).waitFor();
    assert.equal(await shown.getByRole('button', { name: 'Try again' }).count(), 0);
  });
}

test('the module of another section is brought when a function is asked for that the first has not', async () => {
  const { page } = await open();
  await figure(page, 'posenc-heatmap');
  const script = page.workers()[0]?.url() ?? '';
  /** @type {string[]} */
  const cores = [];
  page.context().on('response', (response) => {
    const name = /\/(posenc[a-z-]*)-.{8}\.wasm$/.exec(response.url())?.[1];
    if (name) cores.push(name);
  });
  const answers = await page.evaluate(async (url) => {
    const worker = new Worker(url, { type: 'module' });
    /** @param {number} id @param {string} method @param {unknown[]} args @returns {Promise<any>} */
    const ask = (id, method, ...args) =>
      new Promise((resolve) => {
        worker.addEventListener('message', ({ data }) => data.id === id && resolve(data));
        worker.postMessage({ id, method, args });
      });
    const frequencies = { dModel: 2, base: 10000, variant: 'paper' };
    const few = await ask(1, 'turns', frequencies, 0);
    const all = await ask(2, 'alibiSlopes', 2, 'released', 8);
    const wrong = await ask(3, 'alibiSlopes', 0, 'released', 8);
    return [[...few.value.values], [...all.value.values], wrong.error.message];
  }, script);
  assert.deepEqual(answers, [
    [0],
    [0.0625, 0.00390625],
    '[alibi] heads must be a whole number above 0 and below 2^31 but got 0',
  ]);
  assert.deepEqual(cores, ['posenc-frequencies', 'posenc-alibi']);
});

test('an error says that the core cannot be started', async () => {
  // A module that asks for a function y of x, which nobody gives it.
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const type = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00];
  const wanted = [0x02, 0x07, 0x01, 0x01, 0x78, 0x01, 0x79, 0x00, 0x00];
  const body = Buffer.from([...header, ...type, ...wanted]);
  const { page } = await open({
    mayComplain: true,
    prepare: (page) =>
      page.route('**/*.wasm', (route) => route.fulfill({ body, contentType: 'application/wasm' })),
  });
  const shown = await figure(page, 'posenc-heatmap');
  await shown.getByText('The computing core could not be loaded (TypeError').waitFor();
});

test('an error says that the worker cannot be loaded', async () => {
  const { page } = await open({
    mayComplain: true,
    prepare: (page) => page.route('**/compute.worker*', (route) => route.abort()),
  });
  const shown = await figure(page, 'posenc-heatmap');
  const told = shown.getByText('The page’s computing core could not be loaded or run');
  await told.waitFor();
  await page.unroute('**/compute.worker*');
  await shown.getByRole('button', { name: 'Try again' }).click();
  // Its still says the same as the figure: what went wrong goes.
  await told.waitFor({ state: 'detached' });
  await shown.getByText('Fast left').waitFor();
});

test('a figure whose script does not come says so in its place', async () => {
  const { page } = await open({
    mayComplain: true,
    prepare: (page) => page.route('**/heatmap-*.js', (route) => route.abort()),
  });
  await page.locator('posenc-heatmap').scrollIntoViewIfNeeded();
  await page.locator('posenc-heatmap').getByText('could not be loaded').waitFor();
  await page.unroute('**/heatmap-*.js');
  await page.locator('posenc-heatmap').getByRole('button', { name: 'Reload the page' }).click();
  await figure(page, 'posenc-heatmap');
});

test('a call that breaks the core costs no other its answer', { tag: '@smoke' }, async () => {
  const { page } = await open({
    prepare: (page) =>
      page.addInitScript(() => {
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (/** @type {any} */ message) {
          const breaks = message.args[0]?.dModel === 66 && message.method === 'sinusoidalTable';
          if (!breaks) return void setTimeout(() => postMessage.call(this, message), 100);
          const data = { id: message.id, error: { code: 'broken', message: 'It broke down.' } };
          setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 20);
        };
      }),
  });
  await ready(page);
  const shown = await figure(page, 'posenc-heatmap');
  await page.locator('[data-item="PE(0)[0]"] input').fill('0');
  await page.locator('posenc-exercise form').evaluate((form) => {
    /** @type {HTMLFormElement} */ (form).requestSubmit();
  });
  const box = shown.locator('posenc-number[label="width d"] input[type=text]');
  await box.fill('66');
  await box.press('Enter');
  await shown.getByText('It broke down.').waitFor();
  await page.locator('posenc-exercise').getByText('1 of 20 points').first().waitFor();
  assert.equal(await page.getByText('It broke down.').count(), 1);
  await box.fill('8');
  await box.press('Enter');
  await shown.getByText('d = 8').waitFor();
});

test('the Content-Security-Policy holds: no inline script, no eval, no other host', async () => {
  const { page, complaints } = await open({ mayComplain: true });
  await figure(page, 'posenc-heatmap');
  const ran = await page.evaluate(async () => {
    const inline = document.createElement('script');
    inline.textContent = 'globalThis.inlineRan = true';
    document.head.append(inline);
    // Not eval() itself, which is free from the Content-Security-Policy in what a test evaluates.
    setTimeout('globalThis.evalRan = true', 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const elsewhere = await fetch('http://127.0.0.1:1/').then(
      () => true,
      () => false,
    );
    return { inline: 'inlineRan' in globalThis, evaluated: 'evalRan' in globalThis, elsewhere };
  });
  assert.deepEqual(ran, { inline: false, evaluated: false, elsewhere: false });
  assert.ok(complaints.some((text) => /connect-src/.test(text)));
});

test('the notice of what is needed goes before it is seen', async () => {
  const { page } = await open();
  await figure(page, 'posenc-heatmap');
  assert.equal(await page.locator('#notice').count(), 0);
});

test('the licenses of all that ships are there, each with its notice', async () => {
  const { page } = await open({ at: 'about.html' });
  const parts = await page.locator('main tbody tr').count();
  const notices = await (await page.request.get(`${origin}${base}licences.txt`)).text();
  assert.equal(notices.split('='.repeat(60)).length - 1, parts);
  for (const name of [
    'lit',
    'd3-scale',
    'STIX Two Math',
    'Eigen',
    'musl',
    'Emscripten',
    'Moby-Dick',
  ]) {
    assert.equal(
      (await page
        .locator('main tbody td:first-child', { hasText: new RegExp(`^${name}\\b`) })
        .count()) > 0,
      true,
      name,
    );
  }
});
