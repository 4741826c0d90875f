// Exercises in code on the built site: a learner's program is typed, run in the page's sandbox, judged, stopped, kept, and
// reaches nothing. (What programs come to: tests/web/solutions.test.mjs and python.test.mjs. How a run ends:
// program-run.test.mjs. What is kept: storage.test.mjs.)
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import sirv from 'sirv';
import { isAccessible } from './accessible.mjs';
import { arrive, base, open as openSite, origin, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const at = 'exercises.html';
const name = 'code-rope';

const editor = (/** @type {Locator} */ exercise) => exercise.locator('.cm-content');
const status = (/** @type {Locator} */ exercise) => exercise.locator('.points [role=status]');
const tests = (/** @type {Locator} */ exercise) => exercise.locator('[data-case]');
const press = (/** @type {Locator} */ exercise, /** @type {string} */ name) =>
  exercise.getByRole('button', { name, exact: true }).click();
const allPassed = /(\d+) of \1 tests passed\./;

/** The text in an editor. @param {Locator} exercise @returns {Promise<string>} */
const textIn = (exercise) =>
  editor(exercise).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** Opens the editor of an exercise. @param {Page} page */
async function openEditor(page) {
  const exercise = page.locator(`posenc-code[name="${name}"]`);
  await arrive(exercise, '[data-case]');
  await press(exercise, 'Open the editor');
  await expect(editor(exercise)).toBeFocused();
  return exercise;
}

/** Replaces the program in the editor. @param {Locator} exercise @param {string} program */
async function write(exercise, program) {
  const { keyboard } = exercise.page();
  await editor(exercise).focus();
  await keyboard.press('Control+A');
  await keyboard.press('Delete');
  await keyboard.insertText(program);
}

/** Runs a program, and waits for what is said of it. @param {Locator} exercise @param {string} program @param {RegExp} said */
async function run(exercise, program, said) {
  await write(exercise, program);
  // A press is drawn after the next frame. Until then the page shows the run before, of which the same may be said.
  const before = await exercise.evaluateHandle((one) => /** @type {any} */ (one).ran);
  await exercise.page().keyboard.press('Control+Enter');
  await expect
    .poll(() => exercise.evaluate((one, last) => /** @type {any} */ (one).ran === last, before))
    .toBe(false);
  await expect(exercise.getByRole('button', { name: 'Run the tests' })).toBeEnabled();
  await expect(exercise.getByText('Results from before your last change.')).toHaveCount(0);
  await expect(status(exercise)).toHaveText(said);
}

const turn = `import math

def apply_rope(x, position, base=10000.0):
    if len(x) % 2 != 0:
        raise ValueError("pairs")
    turned = []
    for i in range(0, len(x), 2):
        angle = position * base ** (-i / len(x))
        c, s = math.cos(angle), math.sin(angle)
        turned += [x[i] * c - x[i + 1] * s, x[i] * s + x[i + 1] * c]
    return turned
`;
const wrong = turn.replace('* s,', '* s * 2,');

test(
  'by keyboard on a phone: a program is written, run in Python, corrected, and kept with its verdicts',
  { tag: '@smoke' },
  async () => {
    /** @type {() => void} */
    let letGo = () => {};
    const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
    const { page } = await openSite({
      at,
      options: { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' },
      prepare: (page) =>
        page.route('**/micropython-*.wasm', async (route) => {
          await held;
          await route.continue();
        }),
    });
    /** What has come of editor, Python and sandbox. */
    const came = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry.name)
          .filter((url) => /python|editor|sandbox/.test(url)),
      );
    await arrive(page.locator(`posenc-code[name="${name}"]`), '[data-case]');
    assert.deepEqual(await came(), [], 'not before it is opened');
    const exercise = await openEditor(page);
    const { keyboard } = page;

    // It has a name, and its description says how to leave it: Tab is not taken.
    await expect(editor(exercise)).toHaveAccessibleName(/^Your program/);
    await expect(editor(exercise)).toHaveAccessibleDescription(/Tab leaves the editor/);
    const start = await textIn(exercise);
    await keyboard.press('Control+Home');
    await keyboard.press('Control+]');
    await expect.poll(() => textIn(exercise)).toMatch(/^ {4}import math/);
    await keyboard.press('Control+[');
    await expect.poll(() => textIn(exercise)).toBe(start);
    await keyboard.press('Tab');
    await expect(exercise.getByRole('button', { name: 'Run the tests' })).toBeFocused();

    // What takes longer than a second is said to be under way.
    await write(exercise, wrong);
    await keyboard.press('Control+Enter');
    await expect(exercise.getByText('Loading Python …')).toBeVisible();
    letGo();
    await expect(status(exercise)).toHaveText(/^\d of \d tests passed: \d to review/);
    const shown = exercise.locator('.case');
    await expect(shown.locator('.say')).toHaveText(/Not right\./);
    await expect(shown.locator('.results dd')).toHaveCount(2);
    await expect(shown.locator('posenc-matrix-plot svg')).toBeVisible();
    await isAccessible(page, { within: `posenc-code[name="${name}"]` });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    // Any other test can be looked at.
    const passed = exercise.locator('[data-outcome=right] button').first();
    await passed.click();
    await expect(passed).toHaveAttribute('aria-pressed', 'true');
    await expect(shown.getByText('Right.', { exact: true })).toBeVisible();

    // An error leads to its line, and leaves nothing of the results before it.
    const broken = 'import math\n\ndef apply_rope(x, position)\n    return x\n';
    await run(exercise, broken, /^Nothing was tested\./);
    await expect(exercise.locator('.failure')).toHaveText(/Line 3: SyntaxError/);
    await expect(exercise.locator('.cm-line.failed')).toHaveText('def apply_rope(x, position)');
    await expect(exercise.locator('.case, .results, posenc-matrix-plot, .closing')).toHaveCount(0);
    await expect(exercise.locator('[data-case]:not([data-outcome=empty])')).toHaveCount(0);
    await press(exercise, 'Go to line 3');
    await keyboard.type('#');
    await expect.poll(() => textIn(exercise)).toMatch(/\n#def/);
    await run(
      exercise,
      'def apply_rope(x, position, base=10000.0):\n    print("at", position)\n    return x[99]\n',
      /^\d of \d tests passed/,
    );
    await expect(exercise.locator('.raised')).toHaveText(/Line 3: IndexError/);
    await expect(exercise.locator('.cm-line.failed')).toHaveText(/return x\[99\]/);
    await expect(exercise.locator('details pre')).toHaveText(/^at \d/);

    await run(exercise, turn, allPassed);
    await expect(exercise.locator('.closing')).toBeVisible();
    await expect(exercise.locator('[data-case]:not([data-outcome=right])')).toHaveCount(0);
    await press(exercise, 'Compare with a solution');
    await expect(exercise.getByRole('heading', { name: /A solution to compare/ })).toBeFocused();
    await expect(exercise.locator('.solution pre')).toContainText('def apply_rope');
    // Changed, it has to pass once more.
    await editor(exercise).focus();
    await keyboard.press('Control+End');
    await keyboard.insertText('# not run yet');
    await expect(exercise.locator('.solution, .closing')).toHaveCount(0);

    await page.reload();
    await arrive(exercise, '[data-case]');
    await expect(exercise.locator('pre.program')).toContainText('# not run yet');
    await expect(exercise.getByText('Results from before your last change.')).toBeVisible();
    await expect(exercise.locator('[data-outcome=right]')).toHaveCount(
      await tests(exercise).count(),
    );
    await openEditor(page);
    await press(exercise, 'Start over');
    await expect.poll(() => textIn(exercise)).toMatch(/Your turn/);
    await press(exercise, 'Undo');
    await expect.poll(() => textIn(exercise)).toMatch(/# not run yet/);
    await expect(exercise.locator('[data-outcome=right]').first()).toBeVisible();
  },
);

test('what does not end is stopped, whatever it does meanwhile; the text stays, and the next is run', async () => {
  const { page } = await openSite({ at });
  const exercise = await openEditor(page);
  for (const [program, said] of /** @type {[string, RegExp][]} */ ([
    ['while True:\n    pass\n', /^Stopped while your program was loading: it took longer/],
    [
      'def apply_rope(x, p, base=1.0):\n    while p: print("spam")\n    return x\n',
      /^Stopped in apply_rope\(.*\): it took longer/,
    ],
    // It cannot keep the page busy with messages.
    ['import js\nwhile True:\n    js.postMessage("spam")\n', /^Nothing was tested\./],
  ])) {
    await run(exercise, program, said);
    assert.equal((await textIn(exercise)).trim(), program.trim());
    await expect(page.locator('iframe')).toHaveCount(0);
  }
  await run(exercise, turn, allPassed);
  // And sooner, with Stop.
  await write(exercise, 'while True:\n    pass\n');
  await page.keyboard.press('Control+Enter');
  await press(exercise, 'Stop');
  await expect(status(exercise)).toHaveText(/^Stopped\. Your program is unchanged\./);
});

test('a program reaches no network, no storage and no page', async () => {
  /** @type {string[]} */
  const called = [];
  const files = sirv('build/site', { dev: true });
  // The site, from a host that notes all that it is asked for; and another that would answer whoever asks.
  const hosts = [true, false].map((isSite) =>
    createServer((request, response) => {
      called.push(request.url ?? '');
      response.setHeader('Access-Control-Allow-Origin', '*');
      if (isSite) files(request, response, () => void response.writeHead(404).end());
      else response.end('void 0');
    }).on('upgrade', (request, socket) => {
      called.push(request.url ?? '');
      socket.destroy();
    }),
  );
  const ports = [];
  for (const host of hosts) {
    await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
    ports.push(/** @type {import('node:net').AddressInfo} */ (host.address()).port);
  }
  const [inside, outside] = ports.map((port) => `http://127.0.0.1:${port}`);
  try {
    // (That it refuses is what the console says.)
    const { page, context } = await openSite({
      address: `${inside}/${at}`,
      mayComplain: true,
    });
    // Both are there to be reached, by who may: a worker of another page.
    const other = await context.newPage();
    await other.goto(`${outside}/`);
    for (const host of [inside, outside]) {
      await other.evaluate(
        (address) =>
          new Promise((resolve) => {
            const text = `fetch("${address}").then(() => postMessage(0))`;
            const worker = new Worker(URL.createObjectURL(new Blob([text])));
            worker.onmessage = resolve;
          }),
        `${host}/control`,
      );
    }
    assert.equal(called.filter((path) => path === '/control').length, 2);
    await other.close();
    const exercise = await openEditor(page);
    await run(exercise, turn, allPassed);
    called.length = 0;
    /** Each either fails at once, or leads nowhere. @type {string[]} */
    const attempts = [
      ...[`${outside}/fetch`, `${inside}/licences.txt`].map((to) => `js.fetch("${to}")`),
      `js.navigator.sendBeacon("${outside}/beacon", "x")`,
      `js.WebSocket.new("${outside?.replace('http', 'ws')}/socket")`,
      `js.EventSource.new("${outside}/events")`,
      ...[`${outside}/import`, `${inside}/theme.js`].map((to) => `js.importScripts("${to}")`),
      ...[`${outside}/worker`, `${inside}/theme.js`].map((to) => `js.Worker.new("${to}")`),
      ...[`${outside}/xhr`, `${inside}/licences.txt`].map(
        (to) => `(lambda x: (x.open("GET", "${to}", False), x.send()))(js.XMLHttpRequest.new())`,
      ),
      `js.eval("fetch('${outside}/eval')")`,
      `js.Function.new("fetch('${outside}/function')")()`,
      `js.setTimeout("fetch('${outside}/timeout')", 0)`,
      `js.WebTransport.new("${outside?.replace('http', 'https')}/transport")`,
      'js.localStorage.getItem("posenc.code-rope")',
      'js.sessionStorage.getItem("x")',
      'js.indexedDB.open("x").onerror',
      'js.caches.open("x")',
      'js.document.title',
      'js.window.parent.document',
      'js.parent.document',
      'js.top.location',
      'js.opener.document',
    ];
    const printed = async () => (await exercise.locator('details pre').innerText()).trim();
    /** Those that are left: an exception of the browser ends a program. */
    let left = attempts;
    while (left.length > 0) {
      const tries = left.map(
        (attempt) => `print("try")
try:
    print("found:", ${attempt})
except Exception:
    pass
`,
      );
      const said = new RegExp(`${allPassed.source}|^Nothing was tested`);
      await run(exercise, `import js\n${tries.join('')}${turn}`, said);
      const [, ...found] = (await printed()).split('try');
      for (const [n, text] of found.entries()) {
        // Whatever it gives back is no text, no title and no element.
        assert.match(text.trim(), /^(found: (\d+|<JsProxy \d+>|<undefined>|None))?$/, left[n]);
      }
      assert.ok(found.length > 0);
      left = left.slice(found.length);
    }
    await run(
      exercise,
      `import js
print("origin:", js.self.origin)
print([hasattr(js, one) for one in ("localStorage", "document", "parent", "window")])
${turn}`,
      allPassed,
    );
    assert.equal(await printed(), 'origin: null\n[False, False, False, False]');
    // What is refused later, as promises are, has had the time to be.
    await page.waitForTimeout(500);
    assert.deepEqual([...new Set(called)], ['/sandbox.html']);
    // No frame of a program that has ended is left.
    await expect(page.locator('iframe')).toHaveCount(0);
  } finally {
    for (const host of hosts) {
      host.closeAllConnections();
      host.close();
    }
  }
});

test('the frame works for none but the page around it', async () => {
  const { page } = await openSite({ at });
  await page.goto(`${origin}${base}sandbox.html`);
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        const task = { python: 'postMessage(1)', wasm: new ArrayBuffer(0), source: '', calls: [] };
        window.postMessage(task, '*', [port2]);
        setTimeout(() => resolve('silence'), 500);
      }),
  );
  assert.equal(answer, 'silence');
});

test('after a visit a program is run without a network', async () => {
  const { page, context } = await openSite({ at, keeps: true });
  await page.getByText('Saved for offline use.').waitFor({ state: 'attached', timeout: 60_000 });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await run(await openEditor(page), turn, allPassed);
});
