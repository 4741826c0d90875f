// The viewer of attention, as a reader meets it, with models that were trained before.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isAccessible } from './accessible.mjs';
import { keepIn, modelOf, opened, core } from './models.mjs';
import { arrive, base, open as openPage, origin, test, unfold } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const few = { steps: 60 };
const rope = () => modelOf('previous', 'rope', { ...few, seed: 2 });
const none = () => modelOf('previous', 'none', few);
const learned = () => modelOf('reverse', 'learned', few);
const deep = () => modelOf('order-bidirectional', 'alibi-directional', few);

/** Notes what is asked of the workers that compute, and what is open in them. */
function note() {
  /** @type {{workers: any[], asked: string[], open: number, onAsked: (worker: Worker, method: string) => void}} */
  const noted = { workers: [], asked: [], open: 0, onAsked: () => undefined };
  Object.assign(globalThis, { noted });
  globalThis.Worker = class extends Worker {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      noted.workers.push(this);
      this.addEventListener('message', ({ data }) => {
        if (data.value?.open !== undefined) noted.open = data.value.open;
      });
    }
    /** @param {any} message @param {any} [more] */
    postMessage(message, more) {
      noted.asked.push(message.method);
      super.postMessage(message, more);
      noted.onAsked(this, message.method);
    }
  };
}

/**
 * @param {import('./models.mjs').Model[]} models
 * @param {{search?: string, draws?: boolean, options?: import('playwright-core').BrowserContextOptions}} [how]
 */
async function open(models, { search = '', draws = models.length > 0, options = {} } = {}) {
  const { page, context } = await openPage({
    at: 'licences.txt',
    options,
    prepare: (page) => page.addInitScript(note),
  });
  await keepIn(page, models);
  await page.goto(`${origin}${base}train.html${search}`);
  const shown = page.locator('posenc-attention-viewer');
  await arrive(shown, 'figure[aria-busy=false]');
  if (draws) await shown.locator('posenc-tiles-plot svg').first().waitFor();
  return { page, context, shown };
}

/** @param {Locator} shown */
const caption = async (shown) => (await shown.locator('figcaption').textContent())?.trim();

/** @param {Locator} shown @param {string} text */
async function type(shown, text) {
  await shown.locator('#tokens').fill(text);
  await shown.locator('#tokens').press('Enter');
}

/** @param {Locator} shown */
const tokensIn = async (shown) =>
  (await shown.locator('#tokens').inputValue()).split(' ').map(Number);

/** Until other tokens than these are shown. @param {Locator} shown @param {number[]} old */
const others = (shown, old) =>
  shown
    .page()
    .waitForFunction(
      (old) =>
        document.querySelector('posenc-attention-viewer')?.shadowRoot?.querySelector('input')
          ?.value !== old,
      old.join(' '),
    );

/** The pictures of one head: drawn once their width is known, which may be a frame later. @param {Locator} shown */
const drawn = (shown) =>
  shown.locator('.pictures.one posenc-tiles-plot').nth(1).locator('svg').first().waitFor();

/** @param {Locator} shown @param {string} head */
async function choose(shown, head) {
  await shown.locator(`.heads input[value="${head}"]`).check();
  await drawn(shown);
}

/** @param {Locator} shown @param {string} button */
async function taken(shown, button) {
  await unfold(shown);
  const [download] = await Promise.all([
    shown.page().waitForEvent('download'),
    shown.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: readFileSync(await download.path(), 'utf8'),
  };
}

/** The data, a row for each query and key. @param {Locator} shown */
async function dataOf(shown) {
  const { name, text } = await taken(shown, 'Data (CSV)');
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  assert.equal(
    head,
    'layer,head,position,token,looks at position,its token,score before,score with the scheme,attention',
  );
  const score = (/** @type {string | undefined} */ cell) =>
    cell === 'masked' ? -Infinity : Number(cell);
  const rows = lines.map((line) => {
    const [layer, head, query, token, key, other, before, score_with, attention] = line.split(',');
    return {
      ...{ layer: Number(layer), head: Number(head), query: Number(query), key: Number(key) },
      ...{ token: Number(token), other: Number(other), attention: Number(attention) },
      ...{ before: score(before), score: score(score_with) },
    };
  });
  return { name, rows };
}

// First, as it takes longest and nothing comes after this file.
test('axe finds nothing in the viewer, light and dark', async () => {
  const { page, shown } = await open([rope(), deep()], {
    options: { reducedMotion: 'reduce' },
  });
  const check = (/** @type {string} */ when) =>
    isAccessible(page, { within: 'posenc-attention-viewer', when });
  await check('all heads, one answer');
  await shown.locator('.model select').selectOption({ index: 1 });
  await shown.locator('.answers').waitFor();
  await choose(shown, '1');
  await type(shown, '3 99');
  await shown.locator('#problem-tokens').filter({ hasText: '99' }).waitFor();
  await unfold(shown);
  await shown.getByRole('button', { name: 'Show the data' }).click();
  await check('one head, an error, data');
});

test('without a model it says where to get one', async () => {
  const { page, shown } = await open([]);
  assert.equal(await caption(shown), 'What a trained model looks at');
  await shown.getByText('A model that you train above appears here').waitFor();
  await shown.getByRole('link', { name: 'Go to lab 1' }).click();
  assert.equal(await page.locator(new URL(page.url()).hash).count(), 1);
  assert.equal(await shown.locator('posenc-tiles-plot').count(), 0);
});

test(
  'every head of the newest model: attention sums to 1, and all is what the core traces',
  { tag: '@smoke' },
  async () => {
    const { shown } = await open([none(), rope()]);
    assert.deepEqual(
      (await shown.locator('.model option').allTextContents()).map((name) => name.trim()),
      ['RoPE, Previous token, seed 2', 'none, Previous token, seed 1'],
    );
    assert.match((await caption(shown)) ?? '', /^(All \d+|\d+ of \d+) answers (right|wrong)$/);
    const tokens = await tokensIn(shown);
    assert.equal(tokens.length, 16);
    const [trace, sample] = opened(rope(), (id) => [
      core.traceInput(id, Float64Array.from(tokens)),
      core.sampleInput(id, 16, 0),
    ]);
    assert.deepEqual(tokens, [...sample.tokens]);
    const { name, rows } = await dataOf(shown);
    assert.match(name, /^posenc-attention-previous-rope-seed2-layer1-headall-[\d-]+\.csv$/);
    assert.equal(rows.length, 4 * 16 * 16);
    const of = (/** @type {'before' | 'scores' | 'attention'} */ what) => [
      ...(trace[what][0]?.values ?? []),
    ];
    assert.deepEqual(
      rows.map(({ before }) => before),
      of('before'),
    );
    assert.deepEqual(
      rows.map(({ score }) => score),
      of('scores'),
    );
    assert.deepEqual(
      rows.map(({ attention }) => attention),
      of('attention'),
    );
    const sums = new Map();
    for (const { head, query, key, token, other, score, attention } of rows) {
      const row = `${head} ${query}`;
      sums.set(row, (sums.get(row) ?? 0) + attention);
      assert.deepEqual([token, other], [tokens[query], tokens[key]]);
      assert.equal(score === -Infinity, key > query);
      if (key > query) assert.equal(attention, 0);
    }
    assert.equal(sums.size, 4 * 16);
    for (const [row, sum] of sums) assert.ok(Math.abs(sum - 1) < 1e-5, `${row}: ${sum}`);
    // Rotation changes every score but those at the beginning, where it does nothing.
    assert.ok(rows.some(({ before, score }) => before !== score));

    const answers = (await taken(shown, 'Answers (CSV)')).text.trimEnd().split('\r\n').slice(1);
    assert.deepEqual(
      answers.map((line) => line.split(',').slice(0, 4).map(Number)),
      tokens.map((token, n) => [n, token, trace.answers[n], trace.probabilities[n]]),
    );
    assert.deepEqual(
      answers.map((line) => line.split(',')[4]),
      [...sample.targets].map((target) => (target === -1 ? 'not scored' : String(target))),
    );
    // Words say that an answer is wrong, too.
    for (const [n, target] of sample.targets.entries()) {
      const words = (await shown.locator('.answers li .unseen').nth(n).textContent()) ?? '';
      const told = words.replace(/\s+/g, ' ');
      const right = trace.answers[n] === target;
      assert.match(
        told,
        target === -1 ? /not scored$/ : right ? /, right$/ : /, wrong, should be \d+$/,
      );
    }
  },
);

test('one head, in three pictures: what is masked is blank, and each cell has its words', async () => {
  const { page, shown } = await open([rope()]);
  await choose(shown, '2');
  const plots = shown.locator('posenc-tiles-plot');
  assert.equal(await plots.count(), 2);
  const names = await plots.evaluateAll((plots) =>
    plots.flatMap((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('g > text.name') ?? [])].map(
        (name) => name.textContent,
      ),
    ),
  );
  assert.deepEqual(names, ['before the scheme', 'with RoPE', 'attention']);
  const cells = await plots.evaluateAll((plots) =>
    plots.flatMap((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('g[shape-rendering]') ?? [])].map((tile) =>
        [...tile.querySelectorAll('.cells')].reduce(
          (count, path) => count + (path.getAttribute('d')?.match(/M/g)?.length ?? 0),
          0,
        ),
      ),
    ),
  );
  assert.deepEqual(cells, Array(3).fill((16 * 17) / 2), 'those of the lower triangle');

  const { rows } = await dataOf(shown);
  assert.equal(rows.length, 16 * 16);
  const [first] = await plots.all();
  const box = first?.locator('.box');
  const reading = first?.locator('.reading');
  await box?.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  // The first key led to the corner.
  const cell = rows.find(({ query, key }) => query === 3 && key === 1);
  const two = (/** @type {number} */ value) => value.toFixed(2).replace('-', '−');
  assert.equal(
    (await reading?.textContent())?.trim(),
    `position 3 (token ${cell?.token}) looks at position 1 (token ${cell?.other}): score ${two(cell?.before ?? NaN)} before the scheme, ${two(cell?.score ?? NaN)} with RoPE, attention ${Math.round(100 * (cell?.attention ?? NaN))}\u202f%`,
  );
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await shown
    .getByText(/^position 3 \(token \d+\) cannot look at position 4 \(token \d+\): masked$/)
    .first()
    .waitFor();
  const summary = await plots.nth(1).locator('.summary').textContent();
  assert.match(
    summary ?? '',
    /^In head 2, position 0 looks at 0 \(100\u202f%\); position 1 looks at /,
  );
  await shown
    .locator('.note')
    .getByText('q·k / √d of the same queries and keys, before rotation')
    .waitFor();
});

test('a model without positions has the same scores before and after', async () => {
  const { shown } = await open([none()]);
  const { rows } = await dataOf(shown);
  for (const { before, score } of rows) assert.equal(before, score);
  await choose(shown, '1');
  await shown.locator('.note').getByText('has no positions, so the two are the same').waitFor();
});

test('an error beside the box names bad tokens, and the picture stays', async () => {
  const { shown } = await open([rope()]);
  const [before, { rows }] = [await caption(shown), await dataOf(shown)];
  const problem = shown.locator('#problem-tokens');
  for (const [text, said] of /** @type {const} */ ([
    ['3 x 5', 'A token must be a number but got "x".'],
    ['3 99', 'each of tokens must be from 0 to 15 but is 99'],
    ['3 1.5', 'each of tokens must be a whole number'],
    ['', 'the length of an input must be from 1 to 64 but is 0'],
    [Array(65).fill(1).join(' '), 'must be from 1 to 64 but is 65'],
  ])) {
    await type(shown, text);
    await problem.filter({ hasText: said }).waitFor();
    assert.equal(await shown.locator('#tokens').getAttribute('aria-invalid'), 'true');
    assert.equal(await caption(shown), before);
    assert.deepEqual((await dataOf(shown)).rows, rows, 'the last good picture');
  }
  await type(shown, '3, 1 4;1 5');
  await shown.getByText('Seed 2; 5 tokens', { exact: false }).first().waitFor();
  assert.equal(await problem.textContent(), '');
  assert.deepEqual(await tokensIn(shown), [3, 1, 4, 1, 5]);
  await shown.getByText('5 tokens, your own input').waitFor();
  // What is right is known of any tokens: the previous one.
  const marks = await shown.locator('.answers .unseen').allTextContents();
  const said = marks.map((text) => text.replace(/\s+/g, ' ').trim());
  assert.match(said[0] ?? '', /not scored$/);
  for (const [n, previous] of [3, 1, 4, 1].entries()) {
    assert.match(
      said[n + 1] ?? '',
      new RegExp(`answer (${previous}, [^,]*, right|\\d+, [^,]*, wrong, should be ${previous})$`),
    );
  }
  assert.match((await caption(shown)) ?? '', /^(All 4|\d of 4) answers /);
  // The length, too.
  const length = shown.locator('posenc-number[label=length]');
  await length.locator('input[type=text]').fill('200');
  await length.locator('input[type=text]').press('Enter');
  await length.getByText('length must be at most longest = 64 but got 200').waitFor();
  assert.deepEqual(await tokensIn(shown), [3, 1, 4, 1, 5]);
  await shown.getByRole('button', { name: 'Another example' }).click();
  await shown.getByText('5 tokens, a test example').waitFor();
  assert.equal(await length.locator('input[type=text]').inputValue(), '5', 'what is shown');
  assert.equal(((await length.locator('.problem').textContent()) ?? '').trim(), '');
});

test('examples are drawn at the length that is set, and the keyboard is enough', async () => {
  const { page, shown } = await open([rope()]);
  const first = await tokensIn(shown);
  const another = shown.getByRole('button', { name: 'Another example' });
  await another.focus();
  await page.keyboard.press('Enter');
  await others(shown, first);
  const second = await tokensIn(shown);
  const wanted = opened(rope(), (id) => [...core.sampleInput(id, 16, 1).tokens]);
  assert.deepEqual(second, wanted);
  const length = shown.locator('posenc-number[label=length] input[type=text]');
  await length.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await shown.getByText('; 24 tokens, a test example').waitFor();
  assert.equal((await tokensIn(shown)).length, 24);
  await shown.locator('.heads input[value=all]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await shown.locator('.heads input:checked').getAttribute('value'), '2');
  await shown.locator('.pictures.one').waitFor();
  await shown.locator('.model select').focus();
});

test('layers, both ways, and one answer in all', async () => {
  const { shown } = await open([deep()]);
  assert.match((await caption(shown)) ?? '', /^(Right|Wrong): (not )?ascending$/);
  const layer = shown.locator('posenc-number[label=layer]');
  await layer.locator('input[type=text]').fill('3');
  await layer.locator('input[type=text]').press('Enter');
  await layer
    .getByText('In this model, layer must be a whole number from 1 to 2 but got 3.')
    .waitFor();
  await layer.locator('input[type=text]').fill('2');
  await layer.locator('input[type=text]').press('Enter');
  await shown.getByText('Layer 2 of 2').waitFor();
  const { rows } = await dataOf(shown);
  const tokens = await tokensIn(shown);
  const trace = opened(deep(), (id) => core.traceInput(id, Float64Array.from(tokens)));
  assert.deepEqual(
    rows.map(({ attention }) => attention),
    [...(trace.attention[1]?.values ?? [])],
  );
  // Half of the heads do not see the right, the others not the left: the scheme masks, not the task.
  assert.ok(rows.every(({ before }) => before > -Infinity));
  assert.ok(rows.some(({ score }) => score === -Infinity));
  const verdict = ((await shown.locator('.verdict').textContent()) ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  assert.match(
    verdict,
    /^The model answers (not )?ascending with probability [\d.]+ %\. (✓ right|✗ wrong, should be )/,
  );
  // Of numbers of one's own, too; equal ones do not ascend.
  for (const [typed, answer] of /** @type {const} */ ([
    ['1 2 3 4', 'ascending'],
    ['1 2 2 4 5', 'not ascending'],
  ])) {
    await type(shown, typed);
    await shown.getByText(`${typed.split(' ').length} tokens, your own input`).waitFor();
    const told = ((await shown.locator('.verdict').textContent()) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    assert.match(
      told,
      new RegExp(
        `^The model answers (${answer} .* ✓ right|(not )?ascending .* ✗ wrong, should be ${answer})$`,
      ),
    );
  }
});

test('another model is shown with an input of its own, or with the same one to compare', async () => {
  const { shown } = await open([rope(), none(), learned()]);
  assert.match((await shown.locator('.sub').textContent()) ?? '', /Learned, Reverse/);
  const select = shown.locator('.model select');
  await select.selectOption({ label: 'RoPE, Previous token, seed 2' });
  await shown.getByText(/with seed 2; 16 tokens/).waitFor();
  await type(shown, '5 6 7');
  await shown.getByText(/3 tokens, your own input/).waitFor();
  await select.selectOption({ label: 'none, Previous token, seed 1' });
  await shown.getByText(/with seed 1; 3 tokens/).waitFor();
  assert.deepEqual(await tokensIn(shown), [5, 6, 7]);
});

test('a link restores what is shown, and says so where no model fits', async () => {
  const { page, shown } = await open([rope(), none()]);
  await shown.locator('.model select').selectOption({ label: 'RoPE, Previous token, seed 2' });
  await shown.getByText(/with seed 2; 16 tokens/).waitFor();
  const first = await tokensIn(shown);
  await shown.getByRole('button', { name: 'Another example' }).click();
  await others(shown, first);
  await choose(shown, '3');
  await unfold(shown);
  await shown.getByText('Link to this state').click();
  await shown.getByText(/is in the address bar/).waitFor();
  const [link, tokens, found] = [page.url(), await tokensIn(shown), await caption(shown)];
  await page.goto('about:blank');
  await page.goto(link);
  await arrive(shown, '.pictures.one');
  assert.deepEqual(await tokensIn(shown), tokens);
  assert.equal(await caption(shown), found);
  assert.equal(await shown.locator('.heads input:checked').getAttribute('value'), '3');
  assert.equal(await shown.locator('.message').textContent(), '');
  await page.goto('about:blank');
  await page.goto(link.replace('scheme=rope', 'scheme=t5'));
  await shown.scrollIntoViewIfNeeded();
  await shown
    .getByText('No model stored in this browser matches T5’s bias, task “previous”, seed 2.')
    .waitFor();
  await shown.getByText(/with seed 1; 16 tokens, a test example/).waitFor();
});

test('an error says that the model cannot take what a link asks for, and an example is shown', async () => {
  const asks = (/** @type {string} */ what) => `?attention-viewer.${what}`;
  for (const [search, said] of /** @type {const} */ ([
    [
      asks('tokens=3+99'),
      'each of tokens must be from 0 to 15 but is 99. The figure shows an example instead.',
    ],
    [asks('example=1e300'), 'the seed of an example must be'],
    [asks('seed=two'), 'seed must be a number but is "two"'],
  ])) {
    const { page, shown } = await open([rope()], { search });
    await shown.locator('.message').getByText(said).waitFor();
    await shown.getByText('16 tokens, a test example').waitFor();
    await page.close();
  }
});

test('a model that another version of the lesson has kept says so, and the others are shown', async () => {
  const bytes = Uint8Array.from(none().bytes);
  bytes[8] = 1;
  const { shown } = await open([rope(), { ...none(), bytes }], { draws: false });
  await shown
    .getByText('This model cannot be opened, but you can train it again: the file is version 1')
    .waitFor();
  assert.equal(await shown.getByText('Computing').count(), 0);
  await shown.locator('.model select').selectOption({ label: 'RoPE, Previous token, seed 2' });
  await shown.locator('posenc-tiles-plot svg').first().waitFor();
  assert.equal(await shown.locator('.error').textContent(), '');
  // Back again: nothing of the other model stays under its name.
  await shown.locator('.model select').selectOption({ label: 'none, Previous token, seed 1' });
  await shown.getByText('This model cannot be opened').waitFor();
  assert.equal(await shown.locator('posenc-tiles-plot').count(), 0);
});

test('a worker that another call breaks is made up for, and no model stays behind', async () => {
  const { page, shown } = await open([rope()]);
  const idle = () => page.waitForFunction(() => /** @type {any} */ (globalThis).noted.open === 0);
  await idle();
  // As soon as the model is open, another figure's request gets the error that it broke down.
  await page.evaluate(() => {
    const { noted } = /** @type {any} */ (globalThis);
    noted.traced = new Set();
    noted.onAsked = (/** @type {Worker} */ worker, /** @type {string} */ method) => {
      if (method !== 'traceInput') return;
      const isFirst = noted.traced.size === 0;
      noted.traced.add(worker);
      const data = { id: -1, error: { code: 'broken', message: 'it broke' } };
      if (isFirst) worker.dispatchEvent(new MessageEvent('message', { data }));
    };
  });
  await type(shown, '7 8 9');
  await shown.getByText(/3 tokens, your own input/).waitFor();
  assert.equal(await shown.locator('.error').textContent(), '');
  // (A page has several workers: the one that broke, and the one that was asked instead.)
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).noted.traced.size), 2);
  await idle();
  const { rows } = await dataOf(shown);
  const trace = opened(rope(), (id) => core.traceInput(id, Float64Array.of(7, 8, 9)));
  assert.deepEqual(
    rows.map(({ attention }) => attention),
    [...(trace.attention[0]?.values ?? [])],
  );
});

test('on a phone nothing sticks out', async () => {
  const { page, shown } = await open([rope()], {
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  await shown.locator('.heads input[value="1"]').check({ force: true });
  await drawn(shown);
  await unfold(shown);
  await shown.getByRole('button', { name: 'Show the data' }).tap();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const { name, text } = await taken(shown, 'Picture (SVG)');
  assert.match(name, /^posenc-attention-previous-rope-.*\.svg$/);
  assert.match(text, /before the scheme/);
  assert.doesNotMatch(text, /var\(--|class=/);
});
