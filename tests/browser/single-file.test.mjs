// The whole lesson as one file, opened without a server. Exercises, programs, labs and the quiz in it are tested in all
// three engines: tests/engines/single-file.all.test.mjs.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needHost, singleFile } from '../../tools/lib/site/single.mjs';
import { isAccessible } from './accessible.mjs';
import { arrive, figure, open as openPage, ready, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const path = resolve('build/posenc.html');
const file = pathToFileURL(path).href;

/** The pages of the site that the file has, by name, and the ids in each. */
const idsOnSite = new Map(
  readdirSync('build/site')
    .filter((name) => name.endsWith('.html') && !needHost.includes(basename(name, '.html')))
    .map((name) => /** @type {const} */ ([name, readFileSync(`build/site/${name}`, 'utf8')]))
    .filter(([, html]) => html.includes('<body data-page='))
    .map(([name, html]) => [
      name.replace('.html', ''),
      [...html.matchAll(/<main[\s\S]*/g)].flatMap(([main]) =>
        [...main.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id),
      ),
    ]),
);

/**
 * Opens a page of the file, and notes all requests that are not for the file or for data in it.
 * @param {string} [asked] after the file's name @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function open(asked = '', options) {
  /** @type {string[]} */
  const requests = [];
  const { page } = await openPage({
    address: file + asked,
    ...(options && { options }),
    prepare: async (page) => {
      page.on('request', (request) => requests.push(request.url()));
    },
  });
  const others = () =>
    requests.filter((url) => !/^(blob|data):/.test(url) && url.replace(/[?#].*/, '') !== file);
  return { page, others };
}

/** @param {Page} page */
const pageShown = (page) => page.locator('body').getAttribute('data-page');

/** Follows a link, and waits for its page. @param {Page} page @param {() => Promise<unknown>} follow @param {string} name */
async function leadsTo(page, follow, name) {
  await follow();
  await page.waitForURL((url) => (url.searchParams.get('page') ?? 'index') === name);
  await page.locator(`body[data-page=${name}]`).waitFor();
}

test('the file is below 8 MB, the same in every build, and has every page of the site @all', async () => {
  const html = await singleFile();
  assert.ok(html === readFileSync(path, 'utf8'), 'another build gives another file');
  assert.ok(statSync(path).size < 8e6, `${statSync(path).size} bytes`);
  const { page } = await open();
  const stored = await page.evaluate(() =>
    [.../** @type {any} */ (globalThis).posencPages].map(([name, text]) => {
      const main = new DOMParser().parseFromString(text, 'text/html');
      const links = [...main.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'));
      return { name, links, ids: [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id) };
    }),
  );
  const ids = new Map(stored.map((one) => [one.name, new Set(one.ids)]));
  for (const [name, wanted] of idsOnSite) {
    const missing = wanted.filter((id) => id !== 'text' && !ids.get(name)?.has(id));
    assert.deepEqual(missing, [], name);
  }
  for (const { name, links } of stored) {
    for (const link of links) {
      const to = new URL(link ?? '', `${file}?page=${name}`);
      if (to.protocol !== 'file:') continue;
      const target = ids.get(to.searchParams.get('page') ?? '');
      assert.ok(target, `${name}: ${link}`);
      assert.ok(!to.hash || target.has(decodeURIComponent(to.hash.slice(1))), `${name}: ${link}`);
    }
  }
});

test('its links, its history and its addresses work as on a host @all', async () => {
  const { page, others } = await open();
  await figure(page, 'posenc-hero');
  await leadsTo(page, () => page.locator('.begin .quiet').click(), 'order');
  await leadsTo(page, () => page.goBack(), 'index');
  await leadsTo(page, () => page.goForward(), 'order');
  const order = await figure(page, 'posenc-order');
  await page.locator('a.set#stamped').click();
  await page.locator('posenc-order[encoding=sinusoidal][mask=none]').waitFor();
  await arrive(order, 'figure[aria-busy=false]');

  // A figure set by the address shows the library's numbers, and its own link leads back to them.
  await page.goto(`${file}?page=rope&rope-worked.position=3#rope-worked`);
  const worked = await figure(page, 'posenc-rope-worked');
  const [a, b] = [0.8 * Math.cos(3) - 0.3 * Math.sin(3), 0.8 * Math.sin(3) + 0.3 * Math.cos(3)];
  const pair = `(${a.toFixed(4)}, ${b.toFixed(4)})`.replaceAll('-', '−');
  await worked.getByRole('cell', { name: pair }).waitFor();
  const link = await worked.locator('a', { hasText: 'Link to this state' }).getAttribute('href');
  assert.match(link ?? '', /\?page=rope&.*rope-worked\.position=3.*#rope-worked$/);

  // A term opens in place, its entry comes from the file, and the link in it leads to the glossary.
  await page.locator('main a[href="?page=glossary#rotation"]').first().click();
  const term = page.getByRole('dialog', { name: 'rotation' });
  await term.waitFor();
  await leadsTo(page, () => term.getByRole('link', { name: 'Glossary' }).click(), 'glossary');
  assert.equal(new URL(page.url()).hash, '#rotation');

  // Slides go on to the next page.
  await page.goto(`${file}?page=order&present`);
  await page.locator('.presenter').waitFor();
  await page.keyboard.press('End');
  await leadsTo(page, () => page.keyboard.press('ArrowRight'), 'sinusoidal');
  await page.locator('.presenter .count', { hasText: /^1 / }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(new URL(page.url()).search, '?page=sinusoidal');

  // The search leads to pages of the file, and finds none that it does not have.
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByText('Finds text').waitFor();
  const field = search.getByRole('searchbox');
  const result = (/** @type {string} */ address) => search.locator(`a[href="${address}"]`);
  await field.fill('course');
  await search.locator('li a').first().waitFor();
  for (const name of needHost) {
    assert.equal(
      await search.locator(`a[href*="page=${name}"], a[href*="${name}.html"]`).count(),
      0,
    );
  }
  await field.fill('DeepSeek-V3');
  await leadsTo(page, () => result('?page=models&model=DeepSeek-V3').first().click(), 'models');
  await page.getByRole('heading', { name: 'DeepSeek-V3' }).waitFor();
  await page.keyboard.press('/');
  await field.fill('why not the values');
  await leadsTo(page, () => result('?page=rope#why-not-the-values').click(), 'rope');
  assert.equal(new URL(page.url()).hash, '#why-not-the-values');

  await page.goto(`${file}?page=nowhere`);
  await page.getByText('The address asks for the page “nowhere”').waitFor();
  assert.deepEqual(others(), []);
});

test('a page that needs a host says so, and what is in the file is not downloaded @all', async () => {
  const { page } = await open('?page=use');
  await page.getByRole('heading', { name: 'Use it in your course' }).waitFor();
  await page.getByText('needs a lesson with an address. This file has none.').waitFor();
  await page.goto(`${file}?page=sandbox`);
  await page.getByText('runs your programs, out of sight, so it has no page.').waitFor();
  await leadsTo(page, () => page.getByRole('link', { name: 'its start' }).click(), 'index');
  await page.goto(`${file}?page=exercises`);
  await arrive(page.locator('posenc-code').first(), 'button[type=submit]:enabled');
  assert.equal(await page.getByText('Downloads the editor').count(), 0);
});

test('it keeps work, unpacks the book, and sends nothing @all', async () => {
  const { page, others } = await open('?page=sinusoidal');
  await ready(page);
  await page.locator('[data-item="PE(0)[0]"] input').fill('0');
  await page.locator('posenc-exercise button[type=submit]').press('Enter');
  const graded = page.locator('[data-item="PE(0)[0]"][data-outcome=right]');
  await graded.waitFor();
  await page.reload();
  await ready(page);
  await graded.waitFor();

  await page.goto(`${file}?page=models&model=DeepSeek-V3`);
  await page.getByRole('heading', { name: 'DeepSeek-V3' }).waitFor();
  await page.reload();
  assert.equal(await pageShown(page), 'models');

  await page.goto(`${file}?page=book`);
  await arrive(page.locator('#chosen-text'), 'figure[aria-busy=false]', '.about li');
  assert.deepEqual(others(), []);
});

test('without scripts all pages follow each other; a phone and the dark are fine @all', async () => {
  const { page } = await open('', { javaScriptEnabled: false });
  for (const name of idsOnSite.keys()) {
    assert.ok((await page.locator(`#page-${name}`).innerText()).length > 300, name);
  }
  await page.locator('#contents a', { hasText: 'RoPE' }).click();
  await page.waitForURL(/\?page=rope#page-rope$/);
  const top = await page.locator('#page-rope').evaluate((one) => one.getBoundingClientRect().top);
  assert.ok(top < 200 && top > -200, `the page is at ${top}`);
  await page.close();

  const phone = await open('?page=about', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await isAccessible(phone.page);
  assert.equal(await phone.page.evaluate(() => document.documentElement.scrollWidth), 390);
});
