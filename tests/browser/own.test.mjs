// An encoding of one's own as a reader brings it: drawn, measured and trained with, and what is said of formulas that
// are none. What the page tells is what the core says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { loadClaims } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { arrive, open as openSite, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const core = await loadClaims();
const { examples } = core.ownExamples();
const at = 'own.html';

/** @param {Parameters<typeof openSite>[0]} [how] */
async function open(how) {
  const site = await openSite({ at, ...how });
  const own = site.page.locator('posenc-own');
  await arrive(own, 'section[aria-busy=false]');
  return { ...site, own };
}

const trouble = (/** @type {Locator} */ own) => own.locator('p#problem[role=alert]');

/** What the page says of the invariants. @param {Locator} own */
const told = (own) =>
  own.locator('.invariants li').evaluateAll((all) =>
    all.map((one) => ({
      id: one.getAttribute('data-invariant'),
      holds: !(one.querySelector('b')?.textContent ?? '').includes('not'),
      text: one.querySelector('.text')?.textContent,
    })),
  );

/** Once it shows what the core says of that formula. @param {Locator} own */
async function agrees(own, /** @type {string} */ formula, /** @type {number} */ d, positions = 64) {
  const wanted = core
    .ownEncoding(formula, d, positions)
    .invariants.map(({ id, holds, text }) => ({ id, holds, text }));
  for (const { id, text } of wanted) {
    await own.locator(`li[data-invariant=${id}] .text`).getByText(text, { exact: true }).waitFor();
  }
  assert.deepEqual(await told(own), wanted);
  const [table, products] = await own.locator('posenc-matrix-plot').all();
  assert.match(
    (await table?.locator('#summary').textContent()) ?? '',
    new RegExp(`of ${positions} positions by ${d} dimensions`),
  );
  assert.match(
    (await products?.locator('#summary').textContent()) ?? '',
    new RegExp(`of all pairs of ${positions} positions`),
  );
  return wanted;
}

/** The file behind a button. @param {Locator} own @param {string} name */
async function taken(own, name) {
  const [download] = await Promise.all([
    own.page().waitForEvent('download'),
    own.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

/** The lines of the card, from the top. @param {Locator} own */
const cardTexts = async (own) =>
  [...(await taken(own, 'Card (SVG)')).toString().matchAll(/<text[^>]*>([^<]*)/g)].map(
    ([, text = '']) => text.trim(),
  );

/** @param {Page} page */
const kept = (page) =>
  page.evaluate(() => {
    const { formulas } = JSON.parse(localStorage.getItem('posenc.trials') ?? '{}');
    return (formulas ?? []).map(
      (/** @type {{formula: string, d: number, holds: string[]}} */ { formula, d, holds }) => ({
        ...{ formula, d, holds },
      }),
    );
  });

test(
  'six examples, each with what holds of it; one repeats, one grows, one is not shift-linear',
  { tag: '@smoke' },
  async () => {
    const { page, own } = await open();
    assert.equal(examples.length, 6);
    /** @type {Map<string, string[]>} */
    const broken = new Map();
    for (const { name, formula, d } of examples) {
      await own.getByRole('button', { name, exact: true }).click();
      const all = await agrees(own, formula, d);
      for (const { id, holds } of all) {
        if (!holds) broken.set(id, [...(broken.get(id) ?? []), name]);
      }
    }
    assert.deepEqual(broken.get('distinct'), ['clocks that all repeat after 8']);
    assert.deepEqual(broken.get('bounded'), ['powers of the position']);
    assert.ok(broken.get('shift-linear')?.includes('sines only'));
    assert.ok(broken.get('offset-only')?.includes('sines only'));
    const formulas = (await kept(page)).map(
      (/** @type {{formula: string}} */ { formula }) => formula,
    );
    assert.deepEqual(
      formulas,
      examples.map(({ formula }) => formula),
    );
  },
);

test('what is typed is shown after a pause, and kept when it is brought', async () => {
  const { page, own } = await open();
  const formula = 'cos(pos/(i + 1))';
  await own.locator('textarea').fill(formula);
  await agrees(own, formula, 16);
  assert.deepEqual(await kept(page), []);
  await own.locator('textarea').press('Enter');
  await page.locator('posenc-tried').scrollIntoViewIfNeeded();
  await page.locator('posenc-tried').getByText(formula, { exact: true }).waitFor();
  const holds = (await told(own)).flatMap((one) => (one.holds ? [one.id] : []));
  assert.deepEqual(await kept(page), [{ formula, d: 16, holds }]);

  // Back after a reload, from the list.
  await page.reload();
  await page.evaluate(() => dispatchEvent(new WheelEvent('wheel')));
  const tried = page.locator('posenc-tried');
  await page.locator('#what-you-have-brought').scrollIntoViewIfNeeded();
  await tried.scrollIntoViewIfNeeded();
  await tried.getByRole('button', { name: 'Use it again' }).click();
  await agrees(own, formula, 16);
  assert.equal(await own.locator('textarea').inputValue(), formula);
});

test('the picture follows while typing, and half a formula is no mistake', async () => {
  const { page, own } = await open();
  const box = own.locator('textarea');
  await own.evaluate((element) => {
    const seen = /** @type {any} */ (globalThis);
    [seen.drawn, seen.alarms] = [[], []];
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    new MutationObserver(() => {
      const alarm = root.querySelector('#problem')?.textContent?.trim() ?? '';
      const plot = /** @type {any} */ (root.querySelector('posenc-matrix-plot'));
      const value = plot?.cells?.values[16];
      if (value !== seen.drawn.at(-1)) seen.drawn.push(value);
      if (alarm !== '' && alarm !== seen.alarms.at(-1)) seen.alarms.push(alarm);
    }).observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  });
  // A letter every 200 ms, typed within the page: if it is held up, so is the reader, and no pause gets longer. PE(1, 0)
  // is 1, then 11, then no formula, then 11 + sin 1.
  await box.evaluate(async (textarea) => {
    const { drawn } = /** @type {any} */ (globalThis);
    const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
    /** @type {[letters: string, shown: number | null][]} */
    const parts = [
      ['pos*1', 1],
      ['1', 11],
      ['+np.sin(pos', null],
      [')', 11 + Math.sin(1)],
    ];
    let typed = '';
    for (const [letters, shown] of parts) {
      for (const letter of letters) {
        await wait(200);
        typed += letter;
        /** @type {HTMLTextAreaElement} */ (textarea).value = typed;
        textarea.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
      while (shown !== null && !drawn.includes(shown)) await wait(20);
    }
  });
  await agrees(own, 'pos*11+np.sin(pos)', 16);
  const alarms = await page.evaluate(() => /** @type {any} */ (globalThis).alarms);
  assert.deepEqual(alarms, []);
});

test('formulas are read as they stand in programs; for the rest it says how to write it', async () => {
  const { own } = await open();
  const box = own.locator('textarea');
  for (const formula of [
    'np.sin(pos / 10000**(2*(i//2)/d)) + (i % 2)*math.pi',
    '-pos // 3 + -pos % 3',
  ]) {
    await box.fill(formula);
    await agrees(own, formula, 16);
  }
  await box.fill('np.power(pos, 2)');
  await trouble(own).getByText('write a^b or a**b').waitFor();
});

test('an error beside the box says at once what is not a formula, and the last good answer stays', async () => {
  const { own } = await open();
  const good = 'sin(pos/3 + i)';
  await own.locator('textarea').fill(good);
  await agrees(own, good, 16);
  // (A million of them, which takes a browser seconds to lay out: tests/native/expression_test.cpp.)
  const long = `1${'+1'.repeat(100_000)}`;
  for (const bad of ['sin(pos', 'sin(x)', '', '1/pos', 'sqrt(3 - pos)', 'exp(pos^2)', long]) {
    const box = own.locator('textarea');
    await box.evaluate((field, text) => {
      /** @type {HTMLTextAreaElement} */ (field).value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, bad);
    let message = '';
    try {
      core.ownEncoding(bad, 16, 64);
    } catch (error) {
      message = /** @type {Error} */ (error).message;
    }
    assert.notEqual(message, '', bad.slice(0, 40));
    assert.ok(message.length < 300, message.slice(0, 400));
    await trouble(own).getByText(message, { exact: true }).waitFor();
    assert.equal(await box.getAttribute('aria-invalid'), 'true');
    await own.locator('.earlier').getByText(good, { exact: true }).waitFor();
    // What is not understood is not trained with either.
    assert.ok(await own.locator('#train').isDisabled());
  }
  await own.locator('textarea').fill('cos(pos)');
  await agrees(own, 'cos(pos)', 16);
  assert.equal(await trouble(own).textContent(), '');
});

test('dimensions and positions can be set; an error says which values cannot', async () => {
  const { own } = await open();
  const [first] = examples;
  assert.ok(first);
  const box = (/** @type {string} */ label) =>
    own.locator(`posenc-number[label="${label}"] input:not([type=range])`);
  await box('dimensions d').fill('6');
  await box('dimensions d').press('Enter');
  await agrees(own, first.formula, 6);
  await box('positions').fill('20');
  await box('positions').press('Enter');
  await agrees(own, first.formula, 6, 20);
  await box('dimensions d').fill('2.5');
  await box('dimensions d').press('Enter');
  const number = own.locator('posenc-number[label="dimensions d"]');
  await number
    .locator('#problem')
    .getByText(/d must be .* but got 2\.5/)
    .waitFor();
  assert.equal(await own.locator('textarea').getAttribute('aria-invalid'), 'false');
});

test('a link brings a formula, and one that asks for nonsense gets an error', async () => {
  const query = new URLSearchParams({
    'own.formula': 'pos/8',
    'own.d': '3',
    'own.positions': '16',
  });
  const { own, page } = await open({ at: `${at}?${query}` });
  await agrees(own, 'pos/8', 3, 16);
  await own.getByRole('button', { name: 'Link and data' }).click();
  await own.getByText('Link to this state').click();
  await own.getByText(/The link is (copied|in the address bar)/).waitFor();
  const address = new URL(page.url());
  assert.equal(address.searchParams.get('own.formula'), 'pos/8');
  assert.equal(address.searchParams.get('own.d'), '3');
  const { own: other } = await open({ at: `${at}?own.d=many` });
  await other.locator('.message').getByText('d must be a number but is "many"').waitFor();
  const [first] = examples;
  assert.ok(first);
  await agrees(other, first.formula, first.d);
});

test('links to an invariant lead to its words', async () => {
  const { own, page } = await open();
  await own.locator('.invariants').waitFor();
  const ids = (await told(own)).map(({ id }) => id);
  assert.deepEqual(ids.sort(), ['bounded', 'distinct', 'offset-only', 'shift-linear']);
  for (const id of ids) assert.equal(await page.locator(`h3#${id}`).count(), 1, `${id}`);
});

test('a formula is trained with, beside none and sinusoids, with its spread; and it can be stopped', async () => {
  const { own } = await open();
  const [first] = examples;
  assert.ok(first);
  await agrees(own, first.formula, first.d);
  // Begun, and ended before its time.
  await own.locator('#train').click();
  await own.locator('progress').waitFor();
  await own.locator('#train').click();
  await own.locator('#train').getByText('Train with it', { exact: true }).waitFor();
  assert.equal(await own.locator('.models').count(), 0);

  await own.locator('#train').click();
  const rows = own.locator('.models tbody tr');
  await rows.first().waitFor({ timeout: 120_000 });
  const read = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ')),
    ),
  );
  assert.deepEqual(
    read.map(([name]) => name?.trim()),
    ['No positions length 8', 'Sinusoidal length 8', 'Your formula length 8'],
  );
  const [none, sinusoidal, formula] = read.map(([, mean]) => parseFloat(mean ?? ''));
  // The paper's sinusoids, typed: to the digits shown as those of the scheme.
  assert.equal(formula, sinusoidal);
  assert.ok((none ?? 100) < 20 && (formula ?? 0) > 95, `${none} ${formula}`);
  assert.equal(read[0]?.length, 3);
  await own.getByText(/guessing gets/).waitFor();
  // The card says the same, and can be taken along as both kinds of picture.
  const headline = `My encoding: ${(formula ?? NaN).toFixed(0)}\u202f% on Reverse, 4 of 4 invariants`;
  const card = own.locator('.share');
  await card.waitFor();
  assert.equal(await card.getAttribute('alt'), headline);
  const inSvg = await cardTexts(own);
  assert.equal(inSvg.slice(0, 2).join(' '), headline);
  for (const name of ['Distinct', 'Bounded', 'Shift-linear', 'Offset-only']) {
    assert.ok(inSvg.includes(name), name);
  }
  const png = await taken(own, 'Card (PNG)');
  const { width, height } = PNG.sync.read(png);
  assert.deepEqual([width, height], [2400, 1260]);
});

test('a card without training has the invariants alone, and says which do not hold', async () => {
  const { own } = await open({ at: `${at}?own.formula=mod(pos,8)` });
  await agrees(own, 'mod(pos,8)', 16);
  const { invariants } = core.ownEncoding('mod(pos,8)', 16, 64);
  const holding = invariants.filter(({ holds }) => holds).length;
  const texts = await cardTexts(own);
  assert.equal(texts[0], `My encoding: ${holding} of 4 invariants`);
  assert.equal(texts[1], 'PE(pos, i) = mod(pos,8)');
  assert.equal(texts.filter((text) => text === 'does not hold').length, 4 - holding);
});

test('everything by keyboard', async () => {
  const { own, page } = await open();
  await own.locator('textarea').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('mod(pos, 5)');
  await page.keyboard.press('Enter');
  await agrees(own, 'mod(pos, 5)', 16);
  await page.keyboard.press('Tab');
  const focused = () =>
    page.evaluate(() =>
      document.querySelector('posenc-own')?.shadowRoot?.activeElement?.textContent?.trim(),
    );
  assert.equal(await focused(), 'Use this formula');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), examples[0]?.name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  assert.ok(examples[1]);
  await agrees(own, examples[1].formula, examples[1].d);
});

test('nothing sticks out at 360 px, and axe finds nothing, light or dark', async () => {
  const { own, page } = await open({
    options: { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' },
  });
  await own.locator('textarea').fill(`sin(pos/${'1'.repeat(60)}) + 1/pos`);
  await trouble(own).getByText('division by zero').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await isAccessible(page);
});
