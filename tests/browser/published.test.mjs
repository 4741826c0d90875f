// The site as it is published: for an address that is known, as other sites and search engines see it; and the same to
// the byte wherever it is built.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { run } from '../../tools/lib/run.mjs';
import { serve } from '../../tools/lib/serve.mjs';
import { version } from '../../tools/lib/site/changes.mjs';
import { filesIn } from '../../tools/lib/site/offline.mjs';
import { publish, robotsFor } from '../../tools/lib/site/publish.mjs';
import { sourceFiles } from '../../tools/lib/tasks.mjs';
import { isAccessible } from './accessible.mjs';
import { base, open, origin, setWidth, test } from './site.mjs';

const site = 'build/site';

/** Pages that search engines are not asked to list. */
const unlisted = ['404.html', 'embed.html', 'lms.html', 'sandbox.html'];

const pagesIn = (/** @type {string} */ folder) =>
  filesIn(folder).filter((file) => /^[\w-]+\.html$/.test(file) && !unlisted.includes(file));

test('a site without an address of its own names none', () => {
  for (const file of pagesIn(site)) {
    const html = readFileSync(join(site, file), 'utf8');
    assert.doesNotMatch(html, /canonical|og:|twitter:/, file);
  }
  assert.deepEqual(
    filesIn(site).filter((file) => /^cards\/|sitemap|robots/.test(file)),
    [],
  );
});

/** What a page says about itself to others. @param {string} html */
const facts = (html) =>
  Object.fromEntries(
    [
      ...html.matchAll(
        /<(?:meta|link) (?:name|property|rel)="([\w:-]+)"\s+(?:content|href)="([^"]*)"/g,
      ),
    ].map(([, name = '', value = '']) => [name, value]),
  );

/** @param {string} url */
async function checkPages(url, folder = '') {
  const { documents, valid } = await sitemapAt(`${url}sitemap.xml`);
  assert.ok(valid);
  assert.deepEqual(
    documents.map((address) => address.slice(url.length) || 'index.html').sort(),
    pagesIn(folder),
  );
  const images = new Set();
  for (const address of documents) {
    const response = await fetch(address);
    assert.equal(response.status, 200, address);
    const html = await response.text();
    const found = facts(html);
    assert.equal(found['canonical'], address);
    assert.equal(found['og:url'], address);
    assert.equal(found['og:description'], found['description'], address);
    assert.ok(html.includes(`<h1>${found['og:title']}</h1>`), address);
    assert.equal(found['twitter:card'], 'summary_large_image');
    const image = await fetch(String(found['og:image']));
    assert.equal(image.headers.get('content-type'), 'image/png');
    const bytes = Buffer.from(await image.arrayBuffer());
    const { width, height } = PNG.sync.read(bytes);
    assert.deepEqual(
      [String(width), String(height)],
      [found['og:image:width'], found['og:image:height']],
    );
    assert.ok(bytes.length < 120_000, `${address}: ${bytes.length} bytes`);
    images.add(bytes.toString('base64'));
  }
  assert.equal(images.size, documents.length, 'every page has a card of its own');
}

/** @param {string} address */
async function sitemapAt(address) {
  const { page } = await open({ at: 'about.html' });
  const text = await (await fetch(address)).text();
  const read = await page.evaluate((text) => {
    const xml = new DOMParser().parseFromString(text, 'application/xml');
    const locations = [...xml.querySelectorAll('urlset > url > loc')];
    return {
      valid: xml.querySelector('parsererror') === null,
      documents: locations.map(({ textContent }) => textContent),
    };
  }, text);
  await page.close();
  return read;
}

/** A wrong address deep in the site shows the page for it, with its style, and the way back. @param {string} url */
async function checkNotFound(url) {
  const { page, complaints } = await open({
    address: `${url}no/such/page.html`,
    mayComplain: true,
    options: { reducedMotion: 'reduce' },
  });
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Page not found');
  assert.deepEqual(
    complaints.filter((text) => !text.includes('404')),
    [],
  );
  assert.equal(complaints.length, 1, 'only the page itself is missing');
  const rail = page.locator('#contents');
  assert.ok(await rail.isVisible());
  assert.equal(await page.getByRole('button', { name: 'Present' }).count(), 0);
  await isAccessible(page, { when: '404.html' });
  await setWidth(page, 390);
  assert.equal(await rail.isVisible(), false);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.getByRole('button', { name: 'Contents' }).click();
  await rail.getByRole('link', { name: 'Seen as a hash' }).click();
  await page.waitForURL(`${url}hash.html`);
}

test('without an address, the page for wrong addresses has its style at any depth', async () => {
  const { port, close } = await serve(site, { at: ['/a/lesson/'], notFound: '404.html' });
  try {
    const address = `http://127.0.0.1:${port}/a/lesson/no/such/page.html`;
    const { page, complaints } = await open({ address, mayComplain: true });
    const look = await page.evaluate(() => ({
      paper: getComputedStyle(document.body).backgroundColor,
      contents: getComputedStyle(document.getElementById('contents') ?? document.body).position,
    }));
    assert.deepEqual(look, { paper: 'rgb(251, 250, 247)', contents: 'sticky' });
    assert.ok(!complaints.some((text) => text.includes('Content Security Policy')), 'the styles');
  } finally {
    await close();
  }
});

test('for an address: canonical links, title cards, a sitemap, and a page for wrong addresses @all', async () => {
  // Every card is drawn.
  test.setTimeout(400_000);
  const folder = mkdtempSync(join(tmpdir(), 'posenc-published-'));
  cpSync(site, folder, { recursive: true });
  const { port, close } = await serve(folder, { at: ['/a/lesson/'], notFound: '404.html' });
  const url = `http://127.0.0.1:${port}/a/lesson/`;
  try {
    await publish(folder, url);
    await checkPages(url, folder);
    await checkNotFound(url);
    assert.ok(!filesIn(folder).includes('robots.txt'), 'under a path nobody would read it');
    assert.match(
      robotsFor('https://example.org/') ?? '',
      /^Sitemap: https:\/\/example\.org\/sitemap\.xml$/m,
    );
    const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
    assert.notEqual(worker, readFileSync(join(site, 'sw.js'), 'utf8'), 'pages have new digests');
    assert.ok(!worker.includes('cards/'), 'readers do not store what only others show');
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
});

test('every page leads to the changes of its version', async () => {
  const { page } = await open({ at: 'about.html', options: { reducedMotion: 'reduce' } });
  const inText = page.getByRole('link', { name: 'what changed in each version' });
  assert.equal(await inText.getAttribute('href'), './changes.html');
  assert.ok((await page.locator('main').innerText()).includes(`This is version ${version}.`));
  await page.getByRole('link', { name: `Version ${version}` }).click();
  await page.waitForURL(/\/changes\.html#/);
  const heading = page.locator(':target');
  assert.equal(await heading.textContent(), version);
  await isAccessible(page, { when: 'changes.html' });
  await setWidth(page, 390);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.goto(`${origin}${base}changes.html?present`);
  await page.locator('.presenting').waitFor();
  assert.equal(await page.locator('footer').isVisible(), false, 'slides have none');
});

/** Every file by its name. @param {string} folder */
const contentsOf = (folder) =>
  new Map(filesIn(folder).map((file) => [file, readFileSync(join(folder, file))]));

/** @param {Map<string, Buffer>} expected @param {Map<string, Buffer>} found */
function differences(expected, found) {
  assert.deepEqual([...found.keys()], [...expected.keys()]);
  const other = [...expected].filter(([file, bytes]) => !found.get(file)?.equals(bytes));
  assert.deepEqual(
    other.map(([file]) => file),
    [],
    'these files differ',
  );
}

test('a build from the same sources in another folder is the same site, to the byte @all', async () => {
  test.setTimeout(600_000);
  // On the same file system, so that the npm packages need no copy.
  const elsewhere = mkdtempSync(join('build', 'another-place-'));
  try {
    for (const file of await sourceFiles(['web', 'tools', 'package.json', 'package-lock.json'])) {
      mkdirSync(dirname(join(elsewhere, file)), { recursive: true });
      cpSync(file, join(elsewhere, file));
    }
    for (const folder of ['build/package', 'build/wasm']) {
      cpSync(folder, join(elsewhere, folder), { recursive: true });
    }
    await run('cp', ['--archive', '--link', 'node_modules', elsewhere]);
    await run('node_modules/.bin/vite', ['build', 'web'], { cwd: elsewhere });
    const again = contentsOf(join(elsewhere, site));
    differences(contentsOf(site), again);
    again.set(
      'favicon.svg',
      Buffer.concat([again.get('favicon.svg') ?? Buffer.of(), Buffer.of(0)]),
    );
    assert.throws(() => differences(contentsOf(site), again), /favicon\.svg/);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});
