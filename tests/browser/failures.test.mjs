// What can go wrong around the page: files that do not come or come broken, workers that the browser ends, storage that
// cannot be used, a tiny window, and addresses that somebody made to do harm.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { set } from './reading.mjs';
import { base, figure, forbidStorage, open, origin, section, test, walk } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Route} Route */

const html = '<!doctype html><title>Sign in</title><p>Welcome to the hotel network.';
const fakes = {
  missing: (/** @type {Route} */ route) => route.fulfill({ status: 404, body: 'Not found' }),
  /** As a hotel network answers, or a host that sends its front page for whatever it does not have. */
  html: (/** @type {Route} */ route) => route.fulfill({ contentType: 'text/html', body: html }),
};

/** A figure reports what failed, and works once it is asked again. @param {Page} page @param {RegExp} said */
async function saysAndRecovers(page, said) {
  const shown = await figure(page, 'posenc-heatmap');
  const told = shown.locator('p.error').filter({ hasText: said });
  await told.waitFor();
  await page.unrouteAll();
  await shown.getByRole('button', { name: 'Try again' }).click();
  await shown.getByText('Fast waves on the left').waitFor();
  await told.waitFor({ state: 'detached' });
}

for (const [what, answer] of /** @type {[string, (route: Route) => Promise<void>][]} */ ([
  [
    'is cut off',
    async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await route.fulfill({ response, body: body.subarray(0, body.length / 2) });
    },
  ],
  ['is a page of HTML', fakes.html],
  ['is empty', (route) => route.fulfill({ contentType: 'application/wasm', body: '' })],
])) {
  test(`a core that ${what} is reported, and asked for again`, async () => {
    const { page } = await open({
      mayComplain: true,
      prepare: (page) => page.route('**/*.wasm', answer),
    });
    await saysAndRecovers(page, /The computing core could not be loaded \(CompileError/);
  });
}

test('a core that the host serves as another type works', async () => {
  for (const contentType of ['application/octet-stream', 'text/plain']) {
    const { page } = await open({
      prepare: (page) =>
        page.route('**/*.wasm', async (route) => {
          const response = await route.fetch();
          const headers = { ...response.headers(), 'content-type': contentType };
          await route.fulfill({ response, headers });
        }),
    });
    await shows(await figure(page, 'posenc-heatmap'), 8);
  }
});

for (const what of /** @type {const} */ (['missing', 'html'])) {
  test(`a worker whose script is ${what} is reported, and started again`, async () => {
    const { page } = await open({
      mayComplain: true,
      prepare: (page) => page.route('**/compute.worker*', fakes[what]),
    });
    await saysAndRecovers(page, /The part that computes could not be loaded or run/);
  });

  test(`training whose script is ${what} is reported, and can be tried again`, async () => {
    const { page, shown } = await openLab({ mayComplain: true });
    await page.route('**/training.worker*', fakes[what]);
    await press(shown, 'Start');
    const failed = shown.locator('.runs').getByText('worker of this scheme could not be loaded');
    await failed.first().waitFor();
    await page.unrouteAll();
    await press(shown, 'Try again');
    await shown
      .locator('.runs')
      .getByText(/^done: /)
      .first()
      .waitFor({ timeout: 60_000 });
  });
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

test('a figure that waits shows its numbers though the browser has ended its worker', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  await shows(shown, 8);
  const worker = workerOf(page, 'compute.worker');
  // It takes the question, and does not get to the answer.
  await worker.evaluate(() => {
    self.postMessage = () => undefined;
  });
  await set(shown, 'width d', 16);
  await page.waitForTimeout(500);
  assert.equal(await shown.getByText('d = 16,').count(), 0);
  await Promise.all([worker.waitForEvent('close'), worker.evaluate(() => self.close())]);
  await shown.getByText('d = 16,').waitFor();
  assert.equal(await shown.locator('p.error').textContent(), '');

  // One that has nothing to do is not missed before the next question.
  const next = workerOf(page, 'compute.worker');
  await Promise.all([next.waitForEvent('close'), next.evaluate(() => self.close())]);
  await shows(shown, 32);
  assert.equal(workers(page, 'compute.worker').length, 1);
});

test('a worker that is ended again after its restart is reported', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  await shows(shown, 8);
  page.on('worker', (worker) => void worker.evaluate(() => self.close()).catch(() => undefined));
  await page.route('**/*.wasm', () => undefined);
  const worker = workerOf(page, 'compute.worker');
  await worker.evaluate(() => {
    self.postMessage = () => undefined;
  });
  await set(shown, 'width d', 16);
  await worker.evaluate(() => self.close());
  await shown.getByText('The browser ended the part that computes').waitFor();
  page.removeAllListeners('worker');
  await page.unrouteAll();
  await shown.getByRole('button', { name: 'Try again' }).click();
  await shown.getByText('d = 16,').waitFor();
});

test('a worker that is only busy is not replaced', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  await shows(shown, 8);
  const worker = workerOf(page, 'compute.worker');
  let isEnded = false;
  worker.on('close', () => {
    isEnded = true;
  });
  const busy = worker.evaluate(() => {
    const until = performance.now() + 4000;
    while (performance.now() < until);
  });
  await shows(shown, 16);
  await busy;
  assert.equal(isEnded, false);
  assert.deepEqual(workers(page, 'compute.worker'), [worker]);
});

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).first().click();

/** A lab with two schemes. @param {{mayComplain?: boolean, steps?: number}} [how] */
async function openLab({ mayComplain = false, steps = 300 } = {}) {
  const { page } = await open({
    at: `train.html?lab-1.seeds=1&lab-1.steps=${steps}`,
    mayComplain,
    prepare: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 1 });
      }),
  });
  const shown = page.locator('#lab-1');
  await shown.scrollIntoViewIfNeeded();
  await shown.locator('figure[aria-busy=false]').waitFor();
  await press(shown, 'Train without a guess');
  return { page, shown };
}

test('training goes on though the browser has ended its worker', async () => {
  const { page, shown } = await openLab({ steps: 600 });
  await press(shown, 'Start');
  const states = shown.locator('.runs .state');
  await states
    .filter({ hasText: /^[1-9]\d* of 600 steps$/ })
    .first()
    .waitFor();
  const worker = workerOf(page, 'training.worker');
  await Promise.all([worker.waitForEvent('close'), worker.evaluate(() => self.close())]);
  await page.waitForFunction(
    () => {
      const lines = document
        .querySelector('#lab-1')
        ?.shadowRoot?.querySelectorAll('.runs li .state');
      const texts = [...(lines ?? [])].map((line) => line.textContent?.trim() ?? '');
      return texts.length > 0 && texts.every((text) => text.startsWith('done: '));
    },
    null,
    { timeout: 90_000 },
  );
  assert.equal(workers(page, 'training.worker').length, 0);
});

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
  test(`where storage is ${what} every page is alive`, async () => {
    for (const at of [section, 'exercises.html', 'record.html', 'claims.html', 'train.html']) {
      const { page, context } = await open({ at, prepare });
      await page.locator('main .part').first().scrollIntoViewIfNeeded();
      await page
        .locator('main .part')
        .first()
        .locator('[aria-busy=false], button:enabled')
        .first()
        .waitFor();
      await page.getByLabel('Dark').check();
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        'rgb(22, 23, 26)',
        at,
      );
      await context.close();
    }
  });
}

test('a slider that is moved 3,000 times ends where it was left, and the page answers meanwhile', async () => {
  const { page } = await open();
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
  await shown.getByText('d = 34,').waitFor();
  assert.equal(await shown.locator('p.error').textContent(), '');
  assert.equal(await control.locator('input[type=text]').inputValue(), '34');
});

const pages = readdirSync('build/site').filter(
  (file) => file.endsWith('.html') && !['embed.html', 'sandbox.html'].includes(file),
);

/** Controls that reach beyond the window, other than within what can be scrolled sideways. @param {Page} page */
const beyond = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    /** @type {string[]} */
    const found = [];
    const look = (/** @type {Document | ShadowRoot | Element} */ root) => {
      for (const one of root.children) {
        const style = getComputedStyle(one);
        if (['auto', 'scroll'].includes(style.overflowX)) continue;
        const { left, right } = one.getBoundingClientRect();
        if (one.matches('input, select, button, p, li') && (left < -1 || right > width + 1)) {
          if (one.checkVisibility() && right > left + 2) found.push(one.outerHTML.slice(0, 100));
        }
        look(one);
        if (one.shadowRoot) look(one.shadowRoot);
      }
    };
    look(/** @type {Element} */ (document.querySelector('main')));
    return found;
  });

for (const at of pages) {
  test(`at 320 px and 400 % nothing sticks out of ${at}`, async () => {
    const { page } = await open({
      at,
      options: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
    });
    await walk(page);
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
    assert.deepEqual(await beyond(page), []);
  });
}

const script = '<img src=x onerror=globalThis.harm=1>';
/** Values for an address, encoded as they stand in it. */
const hostile = [
  encodeURIComponent(script),
  encodeURIComponent(`"><script>globalThis.harm=1</script>`),
  encodeURIComponent('javascript:globalThis.harm=1'),
  '${globalThis.harm=1}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-1e308',
  '9'.repeat(400),
  '0x10',
  'A'.repeat(100_000),
  '%E0%A4%A',
  '%',
  '%00',
  '%F0%9F%92%A3%E2%80%AE',
  '',
];

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
    if ('constructor' in Object.create(null)) found.push('Object.prototype');
    return found;
  });
  assert.deepEqual(found, [], address);
}

/**
 * Opens addresses of one page, one after the other. No console may complain.
 * @param {string} file @param {(value: string) => string[]} addresses @param {(page: Page) => Promise<unknown>} alive
 */
async function attack(file, addresses, alive) {
  const body = readFileSync(`build/site/${file}`, 'utf8');
  const { page } = await open({
    at: file,
    // (However long an address is: a host may refuse one that the page need not.)
    prepare: (page) =>
      page.route(`**/${file}?*`, (route) => route.fulfill({ contentType: 'text/html', body })),
  });
  for (const address of new Set(hostile.flatMap(addresses))) {
    await page.goto('about:blank');
    await page.goto(`${origin}${base}${file}${address}`);
    await alive(page).catch((/** @type {Error} */ error) => {
      throw new Error(`${file}${address.slice(0, 200)}: ${error.message}`);
    });
    await harmless(page, address.slice(0, 200));
  }
}

test('hostile addresses of a section do no harm', async () => {
  await attack(
    section,
    (value) => [
      `?clock.position=${value}&clock.position=${value}&clock.${value}=1`,
      `?heatmap.whole=${value}&${value}=${value}&__proto__[harm]=1#${value}`,
    ],
    async (page) => {
      const shown = await figure(page, 'posenc-clock');
      await set(shown, 'position', 4);
      await shown.getByText('PE(4), d = 16').waitFor();
    },
  );
});

test('a flag is yes or no, and nothing that every object has', async () => {
  for (const value of ['constructor', '__proto__']) {
    const { page } = await open({ at: `${section}?heatmap.whole=${value}` });
    const shown = await figure(page, 'posenc-heatmap');
    await shown.getByText(`whole must be yes or no but is "${value}"`).waitFor();
  }
});

test('hostile links of a class do no harm', async () => {
  await attack(
    'exercises.html',
    (value) => [`?set=${value}&set=${value}`, `?set=e13.1:${value},${value}:1&class=${value}`],
    (page) =>
      page
        .locator('posenc-progress')
        .getByText(/of 19 done/)
        .waitFor(),
  );
});

test('hostile addresses of a lab do no harm', async () => {
  await attack(
    'train.html',
    (value) => [
      `?lab-1.steps=${value}&lab-1.steps=${value}`,
      `?lab-1.task=${value}&lab-1.schemes=${value}&lab-1.${value}=1#${value}`,
    ],
    async (page) => {
      const lab = page.locator('#lab-1');
      await lab.scrollIntoViewIfNeeded();
      await lab.getByRole('button', { name: 'Train without a guess' }).waitFor();
    },
  );
});

test('hostile addresses of a framed figure do no harm', async () => {
  await attack(
    'embed.html',
    (value) => [
      `?figure=${value}`,
      `?figure=heatmap&d-model=${value}&theme=${value}&${value}=1&figure=clock`,
    ],
    (page) =>
      page.locator('#figure > [role=alert], #figure figure[aria-busy=false]').first().waitFor(),
  );
});
