// Training in the page, as a reader meets it. What is learned is not judged here: whatever trains in the workers, these hold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { ofPages, taskCategories, tasksOfPages } from '../../tools/lib/trace.mjs';
import { isAccessible } from './accessible.mjs';
import { dotsOf } from './reading.mjs';
import { arrive, open as openPage, test, unfold } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const all = [
  ...['none', 'sinusoidal', 'learned', 'RoPE', 'ALiBi', 'directional ALiBi', 'T5’s bias'],
  'hybrid',
];

/** Notes the workers that train, on a machine with that many processors; 0: as many as it has. @param {number} processors */
function note(processors) {
  if (processors > 0) {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => processors });
  }
  /** @type {any[]} */
  const trainers = [];
  const noted = { trainers, most: 0, moved: 0 };
  Object.assign(globalThis, { noted });
  const alive = () => trainers.filter((trainer) => trainer.alive).length;
  globalThis.Worker = class extends Worker {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      if (!/training/.test(String(url))) return;
      const times = /** @type {number[]} */ ([]);
      this.addEventListener('message', () => times.push(performance.now()));
      Object.assign(this, { alive: true, times });
      trainers.push(this);
      noted.most = Math.max(noted.most, alive());
    }
    /** @param {any} message @param {any[]} rest */
    postMessage(message, ...rest) {
      if (message?.type === 'start' && message.beginning.with === 'its own state') noted.moved++;
      super.postMessage(message, ...rest);
    }
    terminate() {
      Object.assign(this, { alive: false });
      super.terminate();
    }
  };
}

/** @param {Page} page @returns {Promise<number>} */
const alive = (page) =>
  page.evaluate(
    () =>
      /** @type {any} */ (globalThis).noted.trainers.filter(
        (/** @type {any} */ trainer) => trainer.alive,
      ).length,
  );

/** Until every worker that trains has ended: one that has to stop needs to get the message first. @param {Page} page */
const ended = (page) =>
  page.waitForFunction(() =>
    /** @type {any} */ (globalThis).noted.trainers.every(
      (/** @type {any} */ trainer) => !trainer.alive,
    ),
  );

/** @param {{processors?: number, mayComplain?: boolean, options?: import('playwright-core').BrowserContextOptions}} [how] */
async function open({ processors = 2, mayComplain = false, options = {} } = {}) {
  const { page, context } = await openPage({
    // (Three seeds, as the lab has them, take longer and show nothing else of what is tested here.)
    at: 'train.html?lab-1.seeds=1',
    mayComplain,
    options,
    prepare: (page) => page.addInitScript(note, processors),
  });
  const shown = page.locator('#lab-1');
  await arrive(shown, 'figure[aria-busy=false]');
  // Guesses come first in this lab, and are tested with the labs.
  await shown.evaluate((lab) => lab.removeAttribute('predict'));
  await shown.locator('#guesses').waitFor({ state: 'detached' });
  return { page, context, shown };
}

/** @param {Locator} shown */
async function openSettings(shown) {
  const settings = shown.locator('.settings');
  if ((await settings.getAttribute('open')) === null) {
    await settings.locator(':scope > summary').click();
  }
}

/** @param {Locator} shown @param {string[]} wanted */
async function choose(shown, wanted) {
  await openSettings(shown);
  for (const name of all) {
    await shown.getByLabel(name, { exact: true }).setChecked(wanted.includes(name));
  }
}

/** @param {Locator} shown @param {string} label @param {string | number} value */
async function set(shown, label, value) {
  const box = shown.locator(`posenc-number[label="${label}"] input[type=text]`);
  await openSettings(shown);
  await box.fill(String(value));
  await box.press('Enter');
}

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).click();

/** Once nothing trains any more, and all that came of it is drawn. @param {Locator} shown */
async function over(shown) {
  // (From the press of Start until the training begins it is disabled.)
  const start = shown.getByRole('button', { name: 'Start', exact: true, disabled: false });
  await start.waitFor({ timeout: 90_000 });
  await shown.locator('.plots:not([data-stale="0"])').waitFor({ state: 'detached' });
}

/** What is said about a scheme. @param {Locator} shown @param {string} name */
const row = (shown, name) =>
  shown
    .locator('.runs li')
    .filter({ has: shown.page().locator('.name').getByText(name, { exact: true }) });

/** @param {Locator} shown @param {string} name @param {RegExp} words @returns {Promise<number>} */
async function stepIn(shown, name, words) {
  const told = row(shown, name).locator('.state').filter({ hasText: words });
  await told.waitFor({ timeout: 30_000 });
  return Number(words.exec((await told.textContent()) ?? '')?.[1]);
}

/** @param {Page} page @param {Locator} shown @param {string} button */
async function taken(page, shown, button) {
  await unfold(shown);
  const [download] = await Promise.all([page.waitForEvent('download'), press(shown, button)]);
  return {
    name: download.suggestedFilename(),
    text: readFileSync(await download.path(), 'utf8'),
  };
}

/** @param {string} text */
const cellsOf = (text) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test(
  'schemes train side by side: curves, then accuracy by length, and all of it can be taken away',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await open();
    await choose(shown, ['none', 'RoPE', 'ALiBi']);
    await set(shown, 'steps', 200);
    await press(shown, 'Start');
    await shown.getByText(/^\s*\d+ of 600 steps in total/).waitFor();
    await over(shown);
    assert.match(
      (await shown.locator('.sub').textContent()) ?? '',
      /Trained up to length \d+, tested at \d+: /,
    );
    const badge = ((await shown.locator('figcaption').textContent()) ?? '').trim();
    assert.match(badge, /at length \d+$/);
    assert.ok(badge.length <= 32, badge);
    // Accuracy by length stands first; what else there is opens below it.
    assert.deepEqual(
      await shown
        .locator('posenc-line-plot')
        .evaluateAll((plots) =>
          plots.filter((plot) => plot.checkVisibility()).map((plot) => plot.getAttribute('label')),
        ),
      ['Accuracy by length'],
    );
    await shown.getByText('Learning curves and single seeds').click();
    await shown
      .locator('posenc-line-plot[label="Loss while training"] path.line')
      .first()
      .waitFor();
    for (const name of ['none', 'RoPE', 'ALiBi']) {
      await row(shown, name)
        .getByText(/^done: \d+\u202f% at length \d+$/)
        .waitFor();
    }
    const plots = await shown.locator('posenc-line-plot').evaluateAll((plots) =>
      plots.map((plot) => {
        const svg = plot.shadowRoot?.querySelector('svg');
        return {
          label: plot.getAttribute('label'),
          summary: plot.shadowRoot?.querySelector('.summary')?.textContent ?? '',
          curves: [...(svg?.querySelectorAll('path.line') ?? [])].map(
            (path) => path.getAttribute('d') ?? '',
          ),
          rules: svg?.querySelectorAll('line.line').length ?? 0,
          borders: svg?.querySelectorAll('line.border').length ?? 0,
          names: [...(svg?.querySelectorAll('text.series') ?? [])].map((name) => name.textContent),
        };
      }),
    );
    assert.deepEqual(
      plots.map(({ label }) => label),
      ['Accuracy by length', 'Accuracy while training', 'Loss while training'],
    );
    for (const { label, curves, names, summary } of plots) {
      assert.equal(curves.length, 3, label ?? '');
      for (const curve of curves) assert.match(curve, /^M[\d.]+,[\d.]+(L[\d.]+,[\d.]+){3,}/);
      assert.deepEqual([...names].sort(), ['ALiBi', 'RoPE', 'none'], label ?? '');
      assert.doesNotMatch(summary, /NaN|undefined/);
    }
    const [lengths, accuracy, loss] = plots;
    assert.deepEqual([accuracy?.rules, loss?.rules, lengths?.rules], [1, 0, 1], 'guessing');
    assert.equal(lengths?.borders, 1);
    assert.match(accuracy?.summary ?? '', /RoPE: .* at first, .* after 200 steps/);
    assert.match(lengths?.summary ?? '', /^length \d+, trained on: none /);

    const data = await taken(page, shown, 'Data (CSV)');
    assert.match(data.name, /^posenc-training-lengths-order-d\d+-heads\d+-.*steps200-.*\.csv$/);
    const [head = [], ...rows] = cellsOf(data.text);
    assert.deepEqual(head, [
      ...['length', 'trained on', 'none', 'RoPE', 'ALiBi'],
      ...['guessing', 'answers scored'],
    ]);
    const [dots = []] = await dotsOf(shown.locator('posenc-line-plot[label="Accuracy by length"]'));
    assert.equal(dots.length, 3 * rows.length);
    assert.ok(rows.some(([, trained]) => trained === 'yes'));
    assert.ok(rows.some(([, trained]) => trained === 'no'));
    for (const [, , ...values] of rows) {
      const scored = Number(values.pop());
      assert.ok(scored > 0);
      for (const value of values) assert.ok(Number(value) >= 0 && Number(value) <= 1, value);
    }
    await press(shown, 'Show the data');
    await shown.locator('.data tbody tr').first().waitFor();
    assert.equal(await shown.locator('.data tbody tr').count(), rows.length);

    const steps = cellsOf((await taken(page, shown, 'Every step (CSV)')).text);
    assert.equal(steps.length, 201);
    assert.equal(steps[0]?.length, 7);
    for (const line of steps.slice(1)) for (const cell of line) assert.ok(Number.isFinite(+cell));

    const picture = await taken(page, shown, 'Picture (SVG)');
    assert.match(picture.name, /^posenc-training-order-.*\.svg$/);
    assert.match(picture.text, /Trained up to length/);
    assert.doesNotMatch(picture.text, /var\(--|class=/);
    const [png] = await Promise.all([page.waitForEvent('download'), press(shown, 'Picture (PNG)')]);
    assert.match(png.suggestedFilename(), /\.png$/);
    const { width, height, data: pixels } = PNG.sync.read(readFileSync(await png.path()));
    const [, across = '', down = ''] =
      /width="([\d.]+)" height="([\d.]+)"/.exec(picture.text) ?? [];
    // Two pixels for one of the page, and something is on it.
    assert.ok(
      Math.abs(width - 2 * Number(across)) <= 2 && Math.abs(height - 2 * Number(down)) <= 2,
    );
    assert.ok(new Set(pixels).size > 20);
    assert.equal(await alive(page), 0);
    assert.equal(page.workers().filter((worker) => /training/.test(worker.url())).length, 0);
  },
);

test('a pause is heard, and so are its end and a stop', async () => {
  const { page, shown } = await open();
  await choose(shown, ['sinusoidal', 'learned', 'RoPE']);
  await set(shown, 'steps', 20000);
  await press(shown, 'Start');
  await stepIn(shown, 'sinusoidal', /^(\d+) of 20000 steps$/);
  await shown.getByText(/left$/).waitFor();
  await press(shown, 'Pause');
  const pausedAt = () => stepIn(shown, 'sinusoidal', /^paused at step (\d+)$/);
  // Until what was under way has come.
  let before = NaN;
  let paused = await pausedAt();
  for (let tries = 0; tries < 20 && paused !== before; tries++) {
    before = paused;
    await page.waitForTimeout(700);
    paused = await pausedAt();
  }
  assert.equal(paused, before);
  await stepIn(shown, 'RoPE', /^paused at step (\d+)$/);
  await press(shown, 'Resume');
  await row(shown, 'sinusoidal')
    .locator('.state')
    .filter({ hasText: /^\d+ of 20000 steps$/, hasNotText: new RegExp(`^${paused} of`) })
    .waitFor();
  assert.ok((await stepIn(shown, 'sinusoidal', /^(\d+) of 20000 steps$/)) > paused);
  await press(shown, 'Stop');
  await over(shown);
  const stopped = await stepIn(shown, 'sinusoidal', /^stopped at step (\d+)$/);
  await page.waitForTimeout(700);
  assert.equal(await stepIn(shown, 'sinusoidal', /^stopped at step (\d+)$/), stopped);
  await ended(page);
  // What came until then can be taken away, and it can begin again.
  const steps = cellsOf((await taken(page, shown, 'Every step (CSV)')).text);
  // A loss and an accuracy for each of three.
  assert.equal(steps[0]?.length, 7);
  await set(shown, 'steps', 30);
  await press(shown, 'Start');
  await row(shown, 'RoPE')
    .getByText(/^done: /)
    .waitFor({ timeout: 30_000 });
});

test('an error beside the control says what cannot be trained, and nothing starts', async () => {
  const { page, shown } = await open();
  const beside = (/** @type {string} */ label) =>
    shown.locator(`posenc-number[label="${label}"] .problem`);
  const started = () => page.evaluate(() => /** @type {any} */ (globalThis).noted.trainers.length);
  await set(shown, 'steps', 0);
  await beside('steps')
    .getByText('In this figure, steps must be a whole number from 1 to 20000 but got 0.')
    .waitFor();
  await press(shown, 'Start');
  await shown.getByText('Not started: In this figure, steps').waitFor();
  await set(shown, 'steps', 'many');
  await beside('steps').getByText('steps must be a number but got "many".').waitFor();
  await set(shown, 'steps', 40);
  assert.ok(
    await shown.locator('posenc-number[label=steps]').isVisible(),
    'a fixed control stays open',
  );
  await set(shown, 'batch', 7.5);
  await beside('batch').getByText('must be a whole number').waitFor();
  await set(shown, 'batch', 16);
  assert.equal(await shown.locator('.problem:not(:empty)').count(), 0);
  const lengths = shown.getByLabel('tested lengths');
  const besideLengths = shown.locator('#problem-lengths');
  await lengths.fill('8, sixteen');
  await lengths.press('Enter');
  await besideLengths
    .getByText('Tested lengths must be numbers, such as "20, 50", but got "8, sixteen".')
    .waitFor();
  await press(shown, 'Start');
  await shown.getByText('Not started: Tested lengths').waitFor();
  await lengths.fill('');
  await lengths.press('Enter');
  await expect(shown.locator('.problem:not(:empty)')).toHaveCount(0);
  await choose(shown, []);
  await shown.getByText('Choose at least one scheme.').first().waitFor();
  await press(shown, 'Start');
  assert.equal(await started(), 0);

  await choose(shown, ['RoPE', 'ALiBi']);
  await set(shown, 'heads', 4);
  await set(shown, 'width d', 30);
  await press(shown, 'Start');
  await beside('width d').getByText('must be a multiple of heads but got 30 and 4').waitFor();
  const box = shown.locator('posenc-number[label="width d"] input[type=text]');
  assert.equal(await box.getAttribute('aria-invalid'), 'true');
  await over(shown);
  for (const name of ['RoPE', 'ALiBi']) await row(shown, name).getByText('not started').waitFor();
  assert.equal(await alive(page), 0);
  // Lengths, base and table are checked by the core, in its words.
  await set(shown, 'width d', 32);
  await choose(shown, ['learned', 'RoPE']);
  for (const [label, value, good, words] of /** @type {const} */ ([
    ['longest training length', 41, 8, 'to keep some for testing only, but T = 38'],
    ['shortest training length', 9, 4, 'must be at most longest training length = 8 but got 9'],
    ['table rows', 7, 160, 'the learned table has no rows from position 7 on'],
    ['table spread', -1, 1, 'table spread must be a number from 0 to 1000 but got -1'],
    ['base', 0, 10_000, 'base must be a finite number above 0 but got 0'],
  ])) {
    await set(shown, label, value);
    await press(shown, 'Start');
    await beside(label).getByText(words).waitFor();
    await over(shown);
    await set(shown, label, good);
    await expect(shown.locator('.problem:not(:empty)'), label).toHaveCount(0);
  }
  await lengths.fill('8, 41');
  await lengths.press('Enter');
  await press(shown, 'Start');
  await besideLengths.getByText('T must be at most the vocabulary, 40').waitFor();
  assert.equal(await lengths.getAttribute('aria-invalid'), 'true');
  await over(shown);
  await press(shown, 'Reset to defaults');
  assert.equal(await shown.locator('.problem:not(:empty)').count(), 0);
  assert.equal(await lengths.inputValue(), '');
  await choose(shown, ['RoPE', 'ALiBi']);
  await set(shown, 'steps', 20);
  await press(shown, 'Start');
  await row(shown, 'ALiBi')
    .getByText(/^done: /)
    .waitFor({ timeout: 30_000 });
});

test('a model that another worker goes on with comes to the same numbers, to the bit', async () => {
  const { page, shown } = await open();
  // Two on one worker and one on the other, which is done when the two are half way.
  await choose(shown, ['none', 'RoPE', 'hybrid']);
  await set(shown, 'steps', 250);
  await press(shown, 'Start');
  await over(shown);
  assert.ok((await page.evaluate(() => /** @type {any} */ (globalThis).noted.moved)) > 0);
  /** @type {{runs: {options: import('../../web/src/core/api.ts').TrainingOptions, losses: number[], evaluated: {length: number, accuracy: number | null}[]}[]}} */
  const { runs } = JSON.parse((await taken(page, shown, 'Whole run (JSON)')).text);
  assert.equal(runs.length, 3);
  const { loadCore } = await import('../../build/package/node.js');
  const core = await loadCore();
  for (const { options, losses, evaluated } of runs) {
    const slopes = Float64Array.from(options.slopes);
    const { id } = core.createTrainer({ ...options, slopes });
    assert.deepEqual(losses, [...core.trainSteps(id, options.steps).losses], options.scheme);
    for (const { length, accuracy } of evaluated) {
      assert.equal(accuracy, core.evaluateLength(id, length).accuracy, options.scheme);
    }
    core.disposeTrainer(id);
  }
});

test('an error in its place says what a task cannot do with a scheme, and the others train', async () => {
  const { shown } = await open();
  await choose(shown, ['RoPE', 'directional ALiBi']);
  await set(shown, 'steps', 30);
  await press(shown, 'Start');
  await row(shown, 'directional ALiBi').getByText('needs bidirectional attention').waitFor();
  await over(shown);
  await row(shown, 'RoPE')
    .getByText(/^done: /)
    .waitFor();
});

/** Until nothing trains any more, without questions to the page that take time themselves. @param {Locator} shown */
const quietlyOver = (shown) =>
  shown.evaluate(
    (lab) =>
      new Promise((done) => {
        const buttons = () => [.../** @type {any} */ (lab).renderRoot.querySelectorAll('button')];
        const look = setInterval(() => {
          const start = buttons().find(({ textContent }) => textContent.trim() === 'Start');
          const stale = /** @type {any} */ (lab).renderRoot.querySelector('.plots').dataset.stale;
          if (!start || start.disabled || stale !== '0') return;
          clearInterval(look);
          done(null);
        }, 250);
      }),
  );

/** At the end of a session, for the new plots: it was 3 when each measured itself after its neighbor had been drawn. */
const mostForced = 2;

/** How often a script made each task of the page lay the page out before its frame. @param {Buffer} trace */
function forcedLayouts(trace) {
  /** @type {import('../../tools/lib/trace.mjs').Entry[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const forced = ofPages(events).filter(
    ({ name, args }) => name === 'Layout' && args?.beginData?.stackTrace,
  );
  const tasks = tasksOfPages(events);
  assert.ok(tasks.length > 100, `${tasks.length} tasks in the trace`);
  return tasks.map(
    ({ pid, tid, ts, dur = 0 }) =>
      forced.filter(
        (one) => one.pid === pid && one.tid === tid && one.ts >= ts && one.ts < ts + dur,
      ).length,
  );
}

// (How long the tasks take is measured by npm run bench -- lab.)
test('five schemes that train report ten times a second, and plots are measured together', async () => {
  // As many workers as a page starts on this machine.
  const { page, context, shown } = await open({ processors: 0 });
  await set(shown, 'steps', 600);
  const browser = context.browser();
  assert.ok(browser);
  await browser.startTracing(page, {
    categories: [
      ...taskCategories,
      'devtools.timeline',
      'disabled-by-default-devtools.timeline.stack',
    ],
  });
  await press(shown, 'Start');
  await shown.getByText('Training 5 schemes side by side').waitFor();
  await quietlyOver(shown);
  const forced = forcedLayouts(await browser.stopTracing());
  /** @type {number[][]} */
  const noted = await page.evaluate(() =>
    /** @type {any} */ (globalThis).noted.trainers.map((/** @type {any} */ { times }) => times),
  );
  const times = noted.flat().sort((a, b) => a - b);
  const seconds = ((times[times.length - 1] ?? 0) - (times[0] ?? 0)) / 1000;
  // Of five runs; those that begin and end a part, and the lengths that are tested, besides.
  assert.ok(times.length <= 5 * (10 * seconds + 16), `${times.length} messages in ${seconds} s`);
  const most = Math.max(...forced);
  test.info().annotations.push({ type: 'forced layouts of a task', description: `${most}` });
  assert.ok(most >= 1 && most <= mostForced, `a task was made to lay the page out ${most} times`);
});

test('a worker that breaks says so in its place, spares the others, and can be tried again', async () => {
  const { page, shown } = await open({ processors: 4 });
  await choose(shown, ['none', 'RoPE', 'ALiBi']);
  await set(shown, 'steps', 500);
  await press(shown, 'Start');
  await stepIn(shown, 'RoPE', /^(\d+) of 500 steps$/);
  await page.evaluate(() => {
    const [, second] = /** @type {any} */ (globalThis).noted.trainers;
    second.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  });
  await row(shown, 'RoPE')
    .getByText('The worker for this scheme could not be loaded or run (out of memory).')
    .waitFor();
  for (const name of ['none', 'ALiBi']) {
    await row(shown, name)
      .getByText(/^done: /)
      .waitFor({ timeout: 30_000 });
  }
  assert.equal(await alive(page), 0);
  await press(shown, 'Try again');
  await row(shown, 'RoPE')
    .getByText(/^done: /)
    .waitFor({ timeout: 30_000 });
});

test('a worker that does not come says so', async () => {
  const { page, shown } = await open({ mayComplain: true });
  await page.route('**/training.worker*.js', (route) => route.abort());
  await choose(shown, ['RoPE']);
  await press(shown, 'Start');
  await row(shown, 'RoPE').getByText('The worker for this scheme could not be loaded').waitFor();
  await over(shown);
  await shown.getByText('Nothing was trained').first().waitFor();
});

test('no worker outlives its figure or its page', async () => {
  const { page, shown } = await open();
  await set(shown, 'steps', 20000);
  await press(shown, 'Start');
  await stepIn(shown, 'none', /^(\d+) of 20000 steps$/);
  await stepIn(shown, 'ALiBi', /^(\d+) of 20000 steps$/);
  assert.equal(await alive(page), 2);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  assert.equal(await alive(page), 0);
  // (A page that comes back can go on.)
  await press(shown, 'Resume');
  await stepIn(shown, 'none', /^(\d+) of 20000 steps$/);
  await page.evaluate(() => document.querySelector('#lab-1')?.remove());
  assert.equal(await alive(page), 0);
  const left = page.workers().filter((worker) => /training/.test(worker.url()));
  await Promise.all(left.map((worker) => worker.waitForEvent('close')));
});

test('what is spoken is beginnings and ends, and the keyboard is enough', async () => {
  const { page, shown } = await open();
  await choose(shown, ['none', 'RoPE']);
  await set(shown, 'steps', 1000);
  await shown.evaluate((element) => {
    const { noted } = /** @type {any} */ (globalThis);
    noted.said = [];
    const live = element.shadowRoot?.querySelector('.unseen[role=status]');
    if (!live) throw new Error('nothing is spoken');
    new MutationObserver(() => noted.said.push(live.textContent)).observe(live, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await shown.getByRole('button', { name: 'Start', exact: true }).focus();
  await page.keyboard.press('Enter');
  await stepIn(shown, 'none', /^(\d+) of 1000 steps$/);
  // The button has kept the focus.
  await page.keyboard.press('Space');
  await shown.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  await page.keyboard.press('Space');
  await over(shown);
  /** @type {string[]} */
  const said = await page.evaluate(() => /** @type {any} */ (globalThis).noted.said);
  assert.equal(said.length, 4, said.join(' | '));
  assert.match(said[0] ?? '', /^Training has begun: none, RoPE\.$/);
  assert.match(said[3] ?? '', /^Finished\. Trained up to length/);
  const plot = shown.locator('posenc-line-plot[label="Accuracy by length"] .box');
  await plot.focus();
  // The first key leads to the middle.
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  const reading = shown.locator('posenc-line-plot[label="Accuracy by length"] .reading');
  const reads = (/** @type {RegExp} */ words) => reading.filter({ hasText: words }).waitFor();
  await reads(/^length \d+: none [\d.]+\u202f%, RoPE [\d.]+\u202f%$/);
  await page.keyboard.press('Home');
  await reads(/^length \d+, trained on: none /);
});

test('axe finds nothing before, during and after a run, light and dark', async () => {
  const { page, shown } = await open({ options: { reducedMotion: 'reduce' } });
  const check = (/** @type {string} */ when) =>
    isAccessible(page, { within: 'posenc-training', when });
  await check('before');
  await choose(shown, all);
  await set(shown, 'steps', 0);
  await check('with an error');
  await set(shown, 'steps', 20000);
  await press(shown, 'Start');
  await stepIn(shown, 'none', /^(\d+) of 20000 steps$/);
  await press(shown, 'Pause');
  await check('during');
  await press(shown, 'Stop');
  await choose(shown, ['none', 'RoPE']);
  await set(shown, 'steps', 50);
  await press(shown, 'Start');
  await over(shown);
  await unfold(shown);
  await press(shown, 'Show the data');
  await shown.getByText('Learning curves and single seeds').click();
  await check('after');
});

test('on a phone nothing sticks out, of the page or of the picture', async () => {
  const { page, context, shown } = await open({
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  await choose(shown, all);
  await set(shown, 'steps', 30);
  await press(shown, 'Start');
  await over(shown);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const { text } = await taken(page, shown, 'Picture (SVG)');
  const alone = await context.newPage();
  await alone.setContent(`<!doctype html><body style="margin:0">${text}`);
  const out = await alone.evaluate(() => {
    const frame = document.querySelector('svg')?.getBoundingClientRect();
    return [...document.querySelectorAll('text')]
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return !frame || left < 0 || top < 0 || right > frame.right + 1 || bottom > frame.bottom;
      })
      .map((part) => part.textContent);
  });
  assert.deepEqual(out, []);
});

test('nothing of it is loaded where nothing trains, and no worker before Start', async () => {
  for (const at of ['index.html', 'sinusoidal.html', 'train.html']) {
    /** @type {string[]} */
    const scripts = [];
    const { page } = await openPage({
      at,
      prepare: async (page) => {
        page.context().on('request', (request) => scripts.push(new URL(request.url()).pathname));
      },
    });
    await page.waitForLoadState('networkidle');
    // By name, without what tells one build from another.
    const training = scripts
      .flatMap((path) => /\/assets\/(training[\w.-]*)-[\w-]{8}\.js$/.exec(path)?.[1] ?? [])
      .sort();
    // On the page of the labs the first one is in sight, but nothing trains before Start.
    const lab = at === 'train.html' ? ['training', 'training-client'] : [];
    assert.deepEqual(training, lab, at);
    assert.equal(page.workers().filter((worker) => /training/.test(worker.url())).length, 0, at);
  }
});

/** What stands in the rows of a lab. @param {Locator} shown @param {string} name */
const answersOf = async (shown, name) =>
  (await row(shown, name).locator('.cell').allTextContents()).map((text) => text.replace(' ✓', ''));

test('every scheme answers one example before, while and after it learns, as the core does', async () => {
  const { page, shown } = await open();
  await shown.getByLabel('task').selectOption('previous');
  await choose(shown, ['none', 'RoPE']);
  await shown.locator('.asked b').nth(15).waitFor();
  const tokens = (await shown.locator('.asked b').allTextContents()).map(Number);
  const { loadCore } = await import('../../build/package/node.js');
  const core = await loadCore();
  /** @param {number} steps @param {'none' | 'rope'} scheme */
  const ofTheCore = (steps, scheme) => {
    const options = { ...core.trainingDefaults('previous', scheme), steps: 60 };
    const { id } = core.createTrainer(options);
    if (steps > 0) core.trainSteps(id, steps);
    const { answers, targets } = core.traceInput(id, Float64Array.from(tokens));
    assert.deepEqual(tokens, [...core.sampleInput(id, 16, 0).tokens]);
    core.disposeTrainer(id);
    return Array.from(answers, (answer, n) => (targets[n] === -1 ? '–' : String(answer)));
  };
  assert.deepEqual(await answersOf(shown, 'none'), ofTheCore(0, 'none'));
  assert.deepEqual(await answersOf(shown, 'RoPE'), ofTheCore(0, 'rope'));
  // None of them counts as right or wrong before its first step.
  const judged = shown.locator('.runs .cell:is(.right, .wrong)');
  assert.equal(await judged.count(), 0);
  assert.equal(await shown.locator('.runs .cell.untrained').count(), 2 * (tokens.length - 1));
  await set(shown, 'steps', 60);
  await press(shown, 'Start');
  await over(shown);
  for (const [name, scheme] of /** @type {const} */ ([
    ['none', 'none'],
    ['RoPE', 'rope'],
  ])) {
    const wanted = ofTheCore(60, scheme);
    assert.deepEqual(await answersOf(shown, name), wanted, name);
    const right = await row(shown, name).locator('.cell.right').count();
    const { length } = wanted.filter((text, n) => n > 0 && text === String(tokens[n - 1]));
    assert.equal(right, length, name);
    assert.equal(await row(shown, name).locator('.maps svg').count(), 4);
  }
  // Another example for the trained models, and after a reload the same models answer again.
  await press(shown, 'Another example');
  const first = shown.locator('.asked b').first();
  await first.filter({ hasNotText: new RegExp(`^${tokens[0]}$`) }).waitFor();
  await page.reload();
  await arrive(shown, 'figure[aria-busy=false]');
  await shown.getByLabel('task').selectOption('previous');
  await choose(shown, ['none', 'RoPE']);
  await set(shown, 'steps', 60);
  await shown.getByText('Trained in this browser on').waitFor();
  await row(shown, 'RoPE').locator('.cell.right').first().waitFor();
  await page.waitForFunction(
    ([lab, wanted]) =>
      [...(document.querySelector(String(lab))?.shadowRoot?.querySelectorAll('.runs .cell') ?? [])]
        .map((cell) => cell.textContent?.trim())
        .join(' ') === wanted,
    ['#lab-1', [...ofTheCore(60, 'none'), ...ofTheCore(60, 'rope')].join(' ')],
  );
});

test('a model that sees no order answers a row and its shuffle alike', async () => {
  const { shown } = await open();
  await shown.getByLabel('task').selectOption('order-bidirectional');
  await shown.locator('figcaption').filter({ hasText: ': in order?' }).waitFor();
  await shown.locator('.asked b').nth(1).waitFor();
  const [one = '', other = ''] = await shown.locator('.asked b').allTextContents();
  const sorted = (/** @type {string} */ text) =>
    text
      .split(' ')
      .map(Number)
      .sort((a, b) => a - b);
  assert.deepEqual(sorted(one), sorted(other));
  assert.notEqual(one, other);
  const answers = async () => answersOf(shown, 'none');
  await row(shown, 'none').locator('.cell').nth(1).waitFor();
  const [first, second] = await answers();
  assert.equal(first, second);
  // (Untrained, so that neither has a mark.)
  assert.equal(await shown.locator('.runs .cell').getByText('✓').count(), 0);
});
