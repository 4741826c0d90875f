// What can go wrong around the page: files that do not come or come broken, workers that the browser ends, storage that
// cannot be used, and addresses that somebody made to do harm. One of each kind runs in npm test, all of them nightly; what
// follows from each is tested without a browser (tests/web/core-files.test.mjs, compute-client.test.mjs, address.test.mjs).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { hostile } from '../hostile.mjs';
import { set } from './reading.mjs';
import { arrive, base, figure, forbidStorage, open, origin, section, test, upTo } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Route} Route */

const html = '<!doctype html><title>Sign in</title><p>Welcome to the hotel network.';
const fakes = {
  missing: (/** @type {Route} */ route) => route.fulfill({ status: 404, body: 'Not found' }),
  /** As a hotel network answers, or a host that sends its front page for whatever it does not have. */
  html: (/** @type {Route} */ route) => route.fulfill({ contentType: 'text/html', body: html }),
};

/** A heatmap alone: what happens to its core and its worker is the same as on a page with more. */
const alone = 'embed.html?figure=heatmap';

/** A figure reports what failed, and works once it is asked again. @param {Page} page @param {RegExp} said */
async function saysAndRecovers(page, said) {
  const shown = await figure(page, 'posenc-heatmap');
  const told = shown.locator('p.error').filter({ hasText: said });
  await told.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await shown.getByRole('button', { name: 'Try again' }).click();
  await shown.getByText('Fast left').waitFor();
  await told.waitFor({ state: 'detached' });
}

test('a core that is a page of HTML is reported, and asked for again', async () => {
  const { page } = await open({
    at: alone,
    mayComplain: true,
    prepare: (page) => page.route('**/*.wasm', fakes.html),
  });
  await saysAndRecovers(page, /The computing core could not be loaded \(CompileError/);
});

const atNight = { tag: '@all' };

for (const what of /** @type {const} */ (['missing', 'html'])) {
  test(`a worker whose script is ${what} is reported, and started again`, atNight, async () => {
    const { page } = await open({
      at: alone,
      mayComplain: true,
      prepare: (page) => page.route('**/compute.worker*', fakes[what]),
    });
    await saysAndRecovers(page, /The page’s computing core could not be loaded or run/);
  });

  test(
    `training whose script is ${what} is reported, and can be tried again`,
    atNight,
    async () => {
      const { page, shown } = await openLab({ mayComplain: true });
      await page.route('**/training.worker*', fakes[what]);
      await press(shown, 'Start');
      const runs = shown.locator('.runs');
      await expect(
        runs.getByText('worker for this scheme could not be loaded').first(),
      ).toBeVisible();
      await page.unrouteAll();
      await press(shown, 'Try again');
      await expect(runs.getByText(/^done: /).first()).toBeVisible({ timeout: 60_000 });
    },
  );
}

/** Sets the width of a heatmap, and waits for its numbers. @param {Locator} shown @param {number} width */
async function shows(shown, width) {
  await set(shown, 'width d', width);
  await shown.getByText(`d = ${width},`).waitFor();
}

/** @param {Page} page @param {string} name */
const workers = (page, name) => page.workers().filter((worker) => worker.url().includes(name));

/** @param {Page} page @param {string} name */
function workerOf(page, name) {
  const [worker] = workers(page, name);
  assert.ok(worker, name);
  return worker;
}

test('a worker that the browser ends is replaced, and its question asked again; one that is busy is not', async () => {
  const { page } = await open({ at: alone });
  const shown = await figure(page, 'posenc-heatmap');
  await shows(shown, 8);
  const busy = workerOf(page, 'compute.worker');
  const isOver = busy.evaluate(() => {
    const until = performance.now() + 500;
    while (performance.now() < until);
  });
  await shows(shown, 10);
  await isOver;
  assert.deepEqual(workers(page, 'compute.worker'), [busy]);

  // It takes the question, and does not get to the answer.
  await busy.evaluate(() => {
    self.postMessage = () => undefined;
  });
  await set(shown, 'width d', 16);
  await page.waitForTimeout(300);
  assert.equal(await shown.getByText('16 columns').count(), 0);
  await Promise.all([busy.waitForEvent('close'), busy.evaluate(() => self.close())]);
  await expect(shown.getByText('16 columns')).toBeVisible();
  await expect(shown.locator('p.error')).toHaveText('');

  // One that has nothing to do is not missed before the next question.
  const next = workerOf(page, 'compute.worker');
  await Promise.all([next.waitForEvent('close'), next.evaluate(() => self.close())]);
  await shows(shown, 32);
  assert.equal(workers(page, 'compute.worker').length, 1);
});

/** Ends a worker as soon as it holds its lock: one that ends before is not noticed. @param {import('playwright-core').Worker} worker */
const endOnceAlive = (worker) =>
  worker.evaluate(async () => {
    const isAlive = async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('posenc-'));
    while (!(await isAlive())) await new Promise((resolve) => setTimeout(resolve, 10));
    // It has the lock; and 50 ms later the page has been sent its name.
    setTimeout(() => self.close(), 50);
  });

test('a worker that is ended again after its restart is reported', atNight, async () => {
  const { page } = await open({ at: alone });
  const shown = await figure(page, 'posenc-heatmap');
  await shows(shown, 8);
  page.on('worker', (worker) => void endOnceAlive(worker).catch(() => undefined));
  await page.route('**/*.wasm', () => undefined);
  const worker = workerOf(page, 'compute.worker');
  await worker.evaluate(() => {
    self.postMessage = () => undefined;
  });
  await set(shown, 'width d', 16);
  await worker.evaluate(() => self.close());
  await shown.getByText('The browser stopped the page’s computing core').waitFor();
  page.removeAllListeners('worker');
  await page.unrouteAll();
  await shown.getByRole('button', { name: 'Try again' }).click();
  await shown.getByText('16 columns').waitFor();
});

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).first().click();

/** A lab with two schemes. @param {{mayComplain?: boolean}} [how] */
async function openLab({ mayComplain = false } = {}) {
  const { page } = await open({
    at: 'train.html?lab-1.seeds=1&lab-1.steps=300',
    mayComplain,
    prepare: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 1 });
      }),
  });
  const shown = page.locator('#lab-1');
  await arrive(shown, 'figure[aria-busy=false]');
  // Guesses come first in this lab, and are tested with the labs.
  await shown.evaluate((lab) => lab.removeAttribute('predict'));
  await shown.locator('#guesses').waitFor({ state: 'detached' });
  return { page, shown };
}

for (const [what, prepare] of /** @type {[string, (page: Page) => Promise<unknown>][]} */ ([
  ['off', forbidStorage],
  [
    'full',
    (page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      }),
  ],
  ...['{"', 'null', '[[[]]]', '{"__proto__": {"constructor": 1}, "version": 1e400}'].map((text) => [
    `spoiled by ${text}`,
    (/** @type {Page} */ page) =>
      page.addInitScript((text) => {
        // Under whatever name, until the page writes something there.
        const { getItem } = Storage.prototype;
        Storage.prototype.getItem = function (/** @type {string} */ key) {
          return getItem.call(this, key) ?? text;
        };
      }, text),
  ]),
])) {
  test(`where storage is ${what} every page is alive`, what === 'off' ? {} : atNight, async () => {
    const { page } = await open({ at: 'licences.txt', prepare });
    for (const at of ['exercises.html', 'claims.html', 'train.html']) {
      await page.goto(origin + base + at);
      await arrive(page.locator('main .part').first(), '[aria-busy=false], button:enabled');
      const colors = page.getByRole('button', { name: /^Colors: / });
      await colors.click();
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        'rgb(22, 23, 26)',
        at,
      );
      await colors.click();
      await colors.click();
    }
  });
}

test(
  'a slider that is moved 3,000 times ends where it was left, and the page answers meanwhile',
  atNight,
  async () => {
    const { page } = await open({ at: alone });
    const shown = await figure(page, 'posenc-heatmap');
    const control = shown.locator('posenc-number[label="width d"]');
    const longest = await control.evaluate(async (control) => {
      const slider = /** @type {HTMLInputElement} */ (
        control.shadowRoot?.querySelector('[type=range]')
      );
      let longest = 0;
      for (let move = 1; move <= 3000; move++) {
        slider.value = String(2 + 2 * ((move * 37) % 150));
        slider.dispatchEvent(new Event('input'));
        if (move % 10 > 0) continue;
        const before = performance.now();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        longest = Math.max(longest, performance.now() - before);
      }
      slider.value = '34';
      slider.dispatchEvent(new Event('input'));
      return longest;
    });
    assert.ok(longest < 2000, `${longest} ms between two frames`);
    await shown.getByText('34 columns').waitFor();
    assert.equal(await shown.locator('p.error').textContent(), '');
    assert.equal(await control.locator('input[type=text]').inputValue(), '34');
  },
);

/** Nothing that an address brought has become part of the page. @param {Page} page @param {string} address */
async function harmless(page, address) {
  const found = await page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const look = (/** @type {Document | ShadowRoot} */ root) => {
      for (const one of root.querySelectorAll('[onerror], [src="x"], a[href^="javascript:"]')) {
        found.push(one.outerHTML);
      }
      for (const one of root.querySelectorAll('*')) if (one.shadowRoot) look(one.shadowRoot);
    };
    look(document);
    if ('harm' in globalThis) found.push('a script ran');
    for (const name in {}) found.push(`Object.prototype.${name}`);
    return found;
  });
  assert.deepEqual(found, [], address);
}

// What is read from each value is tested without a page (tests/web/address.test.mjs). Here each value comes to a page
// in one place or another, several in one address.

/**
 * Addresses whose places hold all values, one after the other. @param {number} places @param {(values: string[]) => string} address
 */
const spread = (places, address) =>
  Array.from({ length: Math.ceil(hostile.length / places) }, (_, n) =>
    address(upTo(places).map((place) => hostile[(n * places + place) % hostile.length] ?? '')),
  );

/**
 * Opens addresses of one page, one after the other. No console may complain.
 * @param {string} file @param {string[]} addresses @param {(page: Page) => Promise<unknown>} alive
 */
async function attack(file, addresses, alive) {
  const body = readFileSync(`build/site/${file}`, 'utf8');
  const { page } = await open({
    at: file,
    // (However long an address is: a host may refuse one that the page need not.)
    prepare: (page) =>
      page.route(`**/${file}?*`, (route) => route.fulfill({ contentType: 'text/html', body })),
  });
  for (const address of addresses) {
    await page.goto('about:blank');
    await page.goto(`${origin}${base}${file}${address}`);
    await alive(page).catch((/** @type {Error} */ error) => {
      throw new Error(`${file}${address.slice(0, 200)}: ${error.message}`);
    });
    await harmless(page, address.slice(0, 200));
  }
}

/** Each hash in turn, as a link within the page leads to it. @param {Page} page */
const throughHashes = (page) =>
  page.evaluate(async (hostile) => {
    for (const value of hostile) {
      location.hash = value;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, hostile);

const addressesOf = {
  section: (/** @type {string[]} */ [a, b, c, d, e]) =>
    `?clock.position=${a}&clock.position=${a}&heatmap.whole=${b}&shift.${c}=1&wavelengths.base=${d}` +
    `&${e}=${e}&__proto__[harm]=1#${a}`,
  set: (/** @type {string[]} */ [a, b, c]) => `?set=e13.1:${a},${b}:1&class=${c}#${a}`,
  lab: (/** @type {string[]} */ [a, b, c, d, e]) =>
    `?lab-1.steps=${a}&lab-1.steps=${a}&lab-2.task=${b}&lab-3.schemes=${c}` +
    `&remedies.factor=${d}&attention-viewer.${e}=1&${e}=${e}#${b}`,
  frame: (/** @type {string[]} */ [a, b, c]) =>
    `?figure=heatmap&d-model=${a}&theme=${b}&${c}=1&figure=clock`,
};

/** @param {Page} page */
const framed = (page) =>
  page.locator('#figure > [role=alert], #figure figure[aria-busy=false]').first().waitFor();

test('hostile addresses do no harm: one of each kind of page', async () => {
  const values = hostile.slice(0, 5);
  await attack(section, [addressesOf.section(values)], async (page) => {
    const shown = await figure(page, 'posenc-clock');
    await set(shown, 'position', 4);
    await expect(shown.getByText('PE(4): each hand')).toBeVisible();
    await throughHashes(page);
  });
  await attack('train.html', [addressesOf.lab(values)], (page) =>
    arrive(page.locator('#lab-1'), 'figure[aria-busy=false]'),
  );
  await attack('embed.html', [addressesOf.frame(values), `?figure=${values[0]}`], framed);
});

test('hostile addresses of a section do no harm', atNight, async () => {
  await attack(section, spread(5, addressesOf.section), async (page) => {
    const shown = await figure(page, 'posenc-clock');
    await set(shown, 'position', 4);
    await expect(shown.getByText('PE(4): each hand')).toBeVisible();
    for (const name of ['heatmap', 'shift', 'wavelengths']) await figure(page, `posenc-${name}`);
    await throughHashes(page);
  });
});

test('hostile links of a class do no harm', atNight, async () => {
  const addresses = [
    ...spread(2, ([a, b]) => `?set=${a}&set=${a}&class=${b}`),
    ...spread(3, addressesOf.set),
  ];
  await attack('exercises.html', addresses, (page) =>
    page
      .locator('posenc-progress')
      .getByText(/\d+ exercises|of \d+ done/)
      .waitFor(),
  );
});

test('hostile addresses of a lab do no harm', atNight, async () => {
  await attack('train.html', spread(5, addressesOf.lab), async (page) => {
    for (const id of ['lab-1', 'lab-2', 'lab-3']) {
      const lab = page.locator(`#${id}`);
      await lab.scrollIntoViewIfNeeded();
      await lab.getByRole('button', { name: 'Train without a guess' }).waitFor();
    }
    await arrive(page.locator('posenc-remedies'), 'figure[aria-busy=false]');
  });
});

test('hostile addresses of a framed figure do no harm', atNight, async () => {
  const addresses = [...spread(1, ([a]) => `?figure=${a}`), ...spread(3, addressesOf.frame)];
  await attack('embed.html', addresses, framed);
});
