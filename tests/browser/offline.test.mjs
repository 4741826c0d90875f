// The site kept in the browser: whole without a network, and never two versions of it at once. What its service worker
// keeps and refuses is tested without a browser, too (tests/tools/offline.test.mjs).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { serve } from '../../tools/lib/serve.mjs';
import { filesIn, writeServiceWorker } from '../../tools/lib/site/offline.mjs';
import { set } from './reading.mjs';
import { base, figure, open, ready, section, test as siteTest } from './site.mjs';

/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').Page} Page */

const kept = 'Saved for offline use.';
const newer = 'A newer version is ready. Close all pages of the lesson to get it.';

/** A host of its own, so that what it has can be changed, and it can be switched off.
 * @typedef {{site: string, address: string, close: () => Promise<void>}} Host */

const test = siteTest.extend(
  /** @type {import('@playwright/test').Fixtures<{host: Host}, {}, {}, import('@playwright/test').PlaywrightWorkerArgs>} */ ({
    host: async ({}, use) => {
      const site = mkdtempSync(join(tmpdir(), 'posenc-offline-'));
      cpSync('build/site', site, { recursive: true });
      const { port, close } = await serve(site, { at: [base] });
      await use({ site, address: `http://127.0.0.1:${port}${base}`, close });
      await close();
      rmSync(site, { recursive: true });
    },
  }),
);

/** @param {string} site @returns {Record<string, string>} the SHA-256 of every file but the worker itself */
const digestsOf = (site) =>
  Object.fromEntries(
    filesIn(site)
      .filter((file) => file !== 'sw.js')
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(site, file)))
          .digest('hex'),
      ]),
  );

/** The same of what a page gets. @param {Page} page @param {string[]} files @returns {Promise<Record<string, string>>} */
const got = (page, files) =>
  page.evaluate(async (files) => {
    const digestOf = async (/** @type {string} */ file) => {
      const bytes = await (await fetch(file)).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    const digests = await Promise.all(
      files.map(async (file) => /** @type {const} */ ([file, await digestOf(file)])),
    );
    return Object.fromEntries(digests);
  }, files);

/** What a build makes of a change in the heat map and in the words. @param {string} site */
async function second(site) {
  const old = filesIn(site).find((file) => /^assets\/heatmap-.*\.js$/.test(file)) ?? '';
  const heatmap = old.replace(/heatmap-.*$/, 'heatmap-second.js');
  renameSync(join(site, old), join(site, heatmap));
  const name = (/** @type {string} */ file) => file.replace('assets/', '');
  for (const file of filesIn(site).filter((file) => /\.(js|html)$/.test(file))) {
    const text = readFileSync(join(site, file), 'utf8')
      .replaceAll(name(old), name(heatmap))
      .replace('<p class="kicker">', '$&Second edition. ');
    writeFileSync(join(site, file), file === heatmap ? `${text}\n// Second edition.\n` : text);
  }
  await writeServiceWorker(site);
  return { old, heatmap };
}

/** A first visit, until the site is kept. @param {string} address */
async function firstVisit(address) {
  const { page, context } = await open({ address, keeps: true });
  // All of the site, while other tests have the processors too.
  await page.getByText(kept).waitFor({ timeout: 90_000 });
  return { page, context };
}

/** Another page of the same reader. @param {BrowserContext} context @param {string} address */
async function visit(context, address) {
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, complaints };
}

/**
 * Looks for a newer version and says how installing it ended. The browser looks by itself after a
 * navigation; what it has installed already is waiting, and no event announces it again.
 * @param {Page} page
 */
const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return 'no worker';
    /** @type {Promise<ServiceWorker | null>} */
    const found = new Promise((resolve) => {
      registration.addEventListener('updatefound', () => resolve(registration.installing));
    });
    await registration.update();
    const worker = registration.installing ?? registration.waiting ?? (await found);
    return new Promise((resolve) => {
      const look = () => {
        const state = worker?.state ?? 'lost';
        if (['installed', 'redundant', 'lost'].includes(state)) resolve(state);
      };
      worker?.addEventListener('statechange', look);
      look();
    });
  });

/**
 * Watches for the version that waits now to take over, from outside of the lesson. A page that is opened while Chromium
 * stops the older worker can lose its requests with it ("Failed to fetch"), or never load.
 * @param {BrowserContext} context
 */
async function watchChange(context) {
  const outside = await context.newPage();
  const session = await context.newCDPSession(outside);
  /** @type {Set<string>} */
  const waiting = new Set();
  const change = new Promise((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, status } of versions) {
        if (status === 'installed') waiting.add(versionId);
        if (status === 'activated' && waiting.has(versionId)) resolve(undefined);
      }
    });
  });
  await session.send('ServiceWorker.enable');
  return async () => {
    await change;
    await outside.close();
  };
}

const kicker = (/** @type {Page} */ page) => page.locator('.kicker').textContent();

test('after one visit of any page, everything works with the network off', async ({ host }) => {
  const { site, address, close } = host;
  const { page: first, context } = await firstVisit(`${address}about.html`);
  await first.close();
  await close();
  await context.setOffline(true);

  // What figures keep behind the question mark is no other page.
  const { page, complaints } = await visit(context, `${address}${section}?some=state&d-model=3`);
  const heatmap = await figure(page, 'posenc-heatmap');
  await set(heatmap, 'width d', 66);
  await expect(heatmap.getByText('66 columns')).toBeVisible();
  await page.locator('main a[href="./glossary.html#base"]').first().click();
  await expect(page.getByRole('dialog', { name: 'Base' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ready(page);
  await page.locator('[data-item="PE(0)[0]"] input').fill('0');
  await page.locator('posenc-exercise button[type=submit]').click();
  await expect(page.locator('posenc-exercise').getByText('1 of 20 points').first()).toBeVisible();
  assert.deepEqual(complaints, []);
  // The whole core too, and a worker of its own.
  const { page: train } = await visit(context, `${address}train.html`);
  await train.locator('#lab-1').scrollIntoViewIfNeeded();
  await train.locator('#lab-1').getByRole('button', { name: 'Train without a guess' }).click();
  await train.locator('#lab-1 [role=img] path, #lab-1 path').first().waitFor();
  const { page: framed } = await visit(context, `${address}embed.html?figure=clock`);
  await framed.locator('posenc-clock figure[aria-busy=false]').waitFor();

  const digests = digestsOf(site);
  assert.deepEqual(await got(framed, Object.keys(digests)), digests);
});

test(
  'a page keeps its version while a newer one waits; when all are closed, the newer one comes whole',
  { tag: '@all' },
  async ({ host }) => {
    const { site, address, close } = host;
    const before = digestsOf(site);
    const { page, context } = await firstVisit(`${address}about.html`);
    await page.reload();
    const { old, heatmap } = await second(site);
    const afterwards = digestsOf(site);
    assert.notEqual(afterwards['index.html'], before['index.html']);
    assert.ok(!(old in afterwards) && heatmap in afterwards);

    const { page: other } = await visit(context, `${address}${section}`);
    for (const one of [page, other]) {
      await one.getByText(newer).waitFor();
      assert.doesNotMatch((await kicker(one)) ?? '', /Second/);
      assert.deepEqual(await got(one, Object.keys(before)), before);
    }
    const { page: third, complaints } = await visit(context, `${address}${section}`);
    await set(await figure(third, 'posenc-heatmap'), 'width d', 66);
    await third.locator('posenc-heatmap').getByText('66 columns').waitFor();
    assert.doesNotMatch((await kicker(third)) ?? '', /Second/);
    assert.deepEqual(complaints, []);

    await close();
    const changed = await watchChange(context);
    // They are closed while they still load: then the browser takes longer to change.
    await page.evaluate((files) => {
      for (const file of files) void fetch(file).then((response) => response.arrayBuffer());
    }, Object.keys(before));
    await Promise.all([page, other, third].map((one) => one.close()));
    await changed();
    const { page: next } = await visit(context, `${address}${section}`);
    assert.match((await kicker(next)) ?? '', /^Second edition/);
    await figure(next, 'posenc-heatmap');
    await next.getByText(kept).waitFor();
    assert.deepEqual(await got(next, Object.keys(afterwards)), afterwards);
    // And nothing of the older is left.
    const left = await next.evaluate(async () => {
      const caches = await Promise.all(
        (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
      );
      return caches.flat().length;
    });
    assert.equal(left, Object.keys(afterwards).length);
  },
);

test(
  'of a host that is half updated nothing is taken, until it is whole',
  { tag: '@all' },
  async ({ host }) => {
    const { site, address, close } = host;
    const before = digestsOf(site);
    const { page, context } = await firstVisit(`${address}about.html`);
    await page.reload();
    const { heatmap } = await second(site);
    const whole = readFileSync(join(site, heatmap));
    writeFileSync(join(site, heatmap), `${whole}\n// Something else.\n`);

    assert.equal(await update(page), 'redundant');
    const { page: other } = await visit(context, `${address}${section}`);
    await figure(other, 'posenc-heatmap');
    await other.getByText(kept).waitFor();
    assert.doesNotMatch((await kicker(other)) ?? '', /Second/);
    assert.deepEqual(await got(other, Object.keys(before)), before);
    await other.close();

    // Who comes for the first time has a lesson, but does not keep it.
    const fresh = await open({
      address: `${address}about.html`,
      mayComplain: true,
      keeps: true,
    });
    const state = await fresh.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('./sw.js');
      const worker = registration.installing;
      return new Promise((resolve) =>
        worker?.addEventListener('statechange', () => resolve(worker.state)),
      );
    });
    assert.equal(state, 'redundant');
    assert.equal(await fresh.page.locator('#offline').textContent(), '');

    writeFileSync(join(site, heatmap), whole);
    assert.equal(await update(page), 'installed');
    await page.getByText(newer).waitFor();
    await close();
    assert.deepEqual(await got(page, Object.keys(before)), before);
  },
);
