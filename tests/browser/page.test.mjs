// The built site as a whole, as a reader uses it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { open, origin, ready } from './site.mjs';

/** What the posenc command computes for the table. @param {number} d @param {number} positions */
function tableOfTheCore(d, positions) {
  const params = {
    d_model: d,
    base: 10000,
    positions: Array.from({ length: positions }, (_, p) => p),
  };
  const { stdout } = spawnSync('build/native/posenc', ['eval', '-'], {
    input: JSON.stringify({ cases: [{ name: 'table', kind: 'table', params }] }),
    encoding: 'utf8',
  });
  return /** @type {number[][]} */ (JSON.parse(stdout).cases[0].got);
}

/**
 * The heatmap as a reader sees it: each pixel read back as a value by its colour in the figure's legend.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number[][]>}
 */
function readHeatmap(page) {
  return page.locator('posenc-heatmap').evaluate((figure) => {
    const [picture, legend] = [...(figure.shadowRoot?.querySelectorAll('canvas') ?? [])].map(
      (canvas) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        copy?.drawImage(canvas, 0, 0);
        return copy?.getImageData(0, 0, canvas.width, canvas.height);
      },
    );
    if (!picture || !legend) throw new Error('no canvas');
    const values = new Map();
    /** @param {number} at */
    const valueOf = (at) => {
      const colour = picture.data.subarray(at, at + 3);
      const key = colour.join();
      if (values.has(key)) return values.get(key);
      let best = 0;
      let nearest = Infinity;
      for (let step = 0; step < legend.height; step++) {
        let distance = 0;
        for (let k = 0; k < 3; k++)
          distance += ((colour[k] ?? 0) - (legend.data[step * 4 + k] ?? 0)) ** 2;
        if (distance < nearest) [nearest, best] = [distance, step];
      }
      const value = 1 - (2 * best) / (legend.height - 1);
      values.set(key, value);
      return value;
    };
    return Array.from({ length: picture.height }, (_, row) =>
      Array.from({ length: picture.width }, (_, col) => valueOf((row * picture.width + col) * 4)),
    );
  });
}

/** @param {number[][]} seen @param {number[][]} computed @param {number} cols */
function assertSame(seen, computed, cols) {
  assert.equal(seen.length, computed.length);
  let largest = 0;
  for (const [row, values] of seen.entries()) {
    assert.equal(values.length, cols);
    for (const [col, value] of values.entries()) {
      largest = Math.max(largest, Math.abs(value - (computed[row]?.[col] ?? NaN)));
    }
  }
  // The legend has 257 colours over [-1, 1], and next to its ends neighbours look alike.
  assert.ok(largest <= 2.5 / 128, `a pixel is ${largest} off`);
}

/** @param {import('playwright-core').Page} page @param {number} d */
async function setWidth(page, d) {
  await page.getByLabel('width d', { exact: true }).fill(String(d));
  await page.getByText(`d = ${d}`, { exact: false }).first().waitFor();
}

test('the heatmap shows the table of the core, at any width, and nothing complains', async () => {
  const { page, complaints, hosts } = await open();
  await ready(page);
  await page.locator('posenc-heatmap figure[aria-busy=false]').waitFor();
  assertSame(await readHeatmap(page), tableOfTheCore(128, 50), 64);
  await setWidth(page, 32);
  assertSame(await readHeatmap(page), tableOfTheCore(32, 50), 32);
  await setWidth(page, 512);
  await page.getByLabel('all dimensions').check();
  assertSame(await readHeatmap(page), tableOfTheCore(512, 50), 512);
  assert.deepEqual(complaints, []);
  assert.deepEqual([...hosts], [origin]);
});

test('dragging the slider ends at the last width, and widths in between are left out', async () => {
  const { page } = await open({
    prepare: (page) =>
      page.addInitScript(() => {
        const { postMessage } = Worker.prototype;
        Object.assign(globalThis, { calls: 0 });
        Worker.prototype.postMessage = function (/** @type {any} */ message) {
          if (message.method === 'sinusoidalTable') /** @type {any} */ (globalThis).calls++;
          // As slow as a phone: the next widths come while this one is computed.
          setTimeout(() => postMessage.call(this, message), 100);
        };
      }),
  });
  await ready(page);
  await page.locator('posenc-heatmap').evaluate(async (figure) => {
    const slider = /** @type {HTMLInputElement} */ (
      figure.shadowRoot?.querySelector('[type=range]')
    );
    for (let d = 202; d <= 300; d += 2) {
      slider.value = String(d);
      slider.dispatchEvent(new Event('input'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await page.getByText('d = 300').waitFor();
  assertSame(await readHeatmap(page), tableOfTheCore(300, 50), 64);
  const calls = await page.evaluate('calls');
  assert.ok(calls > 2 && calls < 40, `${calls} tables were asked for`);
});

test('a call that breaks the core costs no other its answer', async () => {
  const { page } = await open({
    prepare: (page) =>
      page.addInitScript(() => {
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (/** @type {any} */ message) {
          const breaks = message.args[0]?.dModel === 66;
          if (!breaks) return void setTimeout(() => postMessage.call(this, message), 100);
          const data = { id: message.id, error: { code: 'broken', message: 'It broke down.' } };
          setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 20);
        };
      }),
  });
  await ready(page);
  await page.locator('[data-item="PE(0)[0]"] input').fill('0');
  await page.locator('posenc-exercise form').evaluate((form) => {
    /** @type {HTMLFormElement} */ (form).requestSubmit();
  });
  await page.getByLabel('width d, as a number').fill('66');
  await page.getByText('It broke down.').waitFor();
  await page.getByText('1 of 20 points. 19 still open.').waitFor();
  assert.equal(await page.getByText('It broke down.').count(), 1);
  await setWidth(page, 8);
  assertSame(await readHeatmap(page), tableOfTheCore(8, 50), 8);
});

test('a width that the core refuses is told in its words, and the picture stays', async () => {
  const { page } = await open();
  await ready(page);
  await page.getByLabel('width d, as a number').fill('7');
  await page
    .getByText('[frequencies] dimension must be a positive even number but got 7')
    .waitFor();
  assertSame(await readHeatmap(page), tableOfTheCore(128, 50), 64);
  await page.getByLabel('width d, as a number').fill('8');
  await page.getByText('d = 8').waitFor();
  assert.equal(await page.getByText('must be a positive even number').count(), 0);

  await page.getByLabel('width d, as a number').fill('4098');
  const tooWide = page.getByText('a width d of at most 4096 but got 4098');
  await tooWide.waitFor();
  await page.getByLabel('width d, as a number').fill('8');
  await tooWide.waitFor({ state: 'detached' });
});

for (const [what, remove] of /** @type {[string, () => void][]} */ ([
  ['WebAssembly', () => Reflect.deleteProperty(globalThis, 'WebAssembly')],
  ['WebAssembly SIMD', () => Object.assign(WebAssembly, { validate: () => false })],
  ['web workers', () => Reflect.deleteProperty(globalThis, 'Worker')],
])) {
  test(`without ${what} the page says so`, async () => {
    const { page, complaints } = await open({ prepare: (page) => page.addInitScript(remove) });
    await page.locator('#notice', { hasText: `This browser has no ${what},` }).waitFor();
    await page.locator('posenc-exercise').getByText(`This browser has no ${what},`).waitFor();
    assert.deepEqual(complaints, []);
  });
}

test('a core that cannot be loaded is told, and asked for again at the next try', async () => {
  const { page } = await open({
    prepare: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
  });
  const told = page.getByText('The computing core could not be loaded (404');
  await told.nth(1).waitFor();
  assert.equal(await told.count(), 2, 'beside the figure and in the exercise');
  await page.unroute('**/*.wasm');
  await page.getByLabel('width d, as a number').fill('8');
  await page.getByText('d = 8').waitFor();
  assertSame(await readHeatmap(page), tableOfTheCore(8, 50), 8);
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
  assert.equal(await told.count(), 0);
});

test('a core that cannot be started is told', async () => {
  // A module that asks for a function y of x, which nobody gives it.
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const type = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00];
  const wanted = [0x02, 0x07, 0x01, 0x01, 0x78, 0x01, 0x79, 0x00, 0x00];
  const body = Buffer.from([...header, ...type, ...wanted]);
  const { page } = await open({
    prepare: (page) =>
      page.route('**/*.wasm', (route) => route.fulfill({ body, contentType: 'application/wasm' })),
  });
  await page.getByText('The computing core broke down (').first().waitFor();
});

test('a worker that cannot be loaded is told', async () => {
  const { page } = await open({
    prepare: (page) => page.route('**/compute.worker*', (route) => route.abort()),
  });
  await page.getByText('The worker that computes could not be run').first().waitFor();
});

test('the Content-Security-Policy holds: no inline script, no eval, no other host', async () => {
  const { page, complaints } = await open();
  await ready(page);
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

for (const [what, options] of /** @type {const} */ ([
  ['JavaScript', { javaScriptEnabled: false }],
  ['the script', {}],
])) {
  test(`without ${what} the text reads, and says what is needed`, async () => {
    const { page } = await open({
      options,
      prepare: (page) => page.route('**/*.js', (route) => route.abort()),
    });
    await page.getByText('Give each place a chord of waves').waitFor();
    const notice = page.getByText('it needs JavaScript, and a browser with WebAssembly SIMD');
    await notice.waitFor();
    await page.waitForFunction(
      () => (document.getElementById('notice')?.getBoundingClientRect().height ?? 0) > 40,
    );
  });
}

test('the notice of what is needed goes before it is seen', async () => {
  const { page } = await open();
  await ready(page);
  assert.equal(await page.locator('#notice').count(), 0);
});

test('nothing sticks out at 360 px', async () => {
  const { page } = await open({ options: { viewport: { width: 360, height: 800 } } });
  await ready(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});
