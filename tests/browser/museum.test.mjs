// The museum of real mistakes, as a reader walks through it: every exhibit that the core has.
import assert from 'node:assert/strict';
import { loadClaims } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { arrive, open, setWidth, test } from './site.mjs';
import { readExhibit, workOnExhibit } from './within.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('../../build/package/node.js').Exhibit} Exhibit */

const at = 'museum.html';

const core = await loadClaims();
const { exhibits } = core.exhibits();

/** The lines of the code that are something, from 1. @param {Exhibit} exhibit */
const linesOf = ({ code }) =>
  code.flatMap((text, n) => (text.trim() === '' ? [] : [{ text, line: n + 1 }]));

/** What the core says of each of its lines; of several that count the last, which may be one that the repaired code keeps. @param {Exhibit} exhibit */
function judged(exhibit) {
  const all = linesOf(exhibit).map(({ line }) => ({ line, ...core.pickLine(exhibit.id, line) }));
  const rights = all.filter(({ outcome }) => outcome === 'right');
  const right = rights.at(-1);
  assert.ok(right, `${exhibit.id} has a line with the mistake`);
  return { right, rights, wrong: all.filter(({ outcome }) => outcome === 'wrong') };
}

/** Once it shows what it does. @param {Page} page @param {Exhibit} exhibit */
async function shownOf(page, { id }) {
  const shown = page.locator(`posenc-exhibit[exhibit="${id}"]`);
  await arrive(shown, 'figure[aria-busy=false] .measured');
  return shown;
}

/** A number as the page writes it, as a number. @param {string} text */
const read = (text) => {
  const [, mantissa = '', power = ''] =
    /^([\d.\u202f\u2212-]+)(?:\s×\s10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/.exec(text.trim()) ?? [];
  const exponent = [...power].map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)));
  return Number(
    `${mantissa.replaceAll('\u202f', '').replace('\u2212', '-')}e${exponent.join('') || 0}`,
  );
};

/** @typedef {Awaited<ReturnType<typeof readExhibit>>[number]} Reading */

/**
 * Compares what is shown with the core's results.
 * @param {Reading} seen @param {Exhibit} exhibit @param {Record<string, number>} values
 */
function agrees(seen, exhibit, values) {
  const wanted = core.exhibitInAction(exhibit.id, values);
  const about = `${exhibit.id} at ${JSON.stringify(values)}`;
  assert.deepEqual(seen.said, [wanted.said], about);
  assert.deepEqual(
    seen.names,
    wanted.invariants.map(({ measure }) => measure),
    about,
  );
  for (const [n, one] of wanted.invariants.entries()) {
    const [broken, repaired, bound] = seen.rows[n] ?? [];
    const close = (/** @type {string} */ text, /** @type {number} */ value, tolerance = 5.1e-3) => {
      assert.ok(
        Math.abs(read(text) - value) <= tolerance * Math.abs(value),
        `${about}, ${one.measure}: ${text} on the page, ${value} in the core`,
      );
    };
    close(broken?.number ?? '', one.broken);
    close(repaired?.number ?? '', one.repaired);
    close(bound?.number ?? '', one.bound, 5.1e-2);
    const word = (/** @type {boolean} */ holds) => (holds ? '✓ holds' : '✕ broken');
    assert.equal(broken?.word, word(one.holdsBroken), about);
    assert.equal(repaired?.word, word(one.holdsRepaired), about);
  }
  // What cannot be computed is not drawn.
  const drawn = [wanted.broken, wanted.repaired].filter(({ rows }) => rows > 0);
  assert.equal(seen.plots.length, drawn.length, about);
  assert.equal(seen.absent, 2 - drawn.length, about);
  for (const [n, { rows, cols }] of drawn.entries()) {
    assert.match(seen.plots[n] ?? '', new RegExp(`^${rows} by ${cols} `), about);
  }
}

/** @typedef {Awaited<ReturnType<typeof workOnExhibit>>} Worked */

/** @param {Worked} seen @param {number[]} picks @param {'found' | 'shown' | null} end */
const keeps = ({ kept }, picks, end) =>
  assert.deepEqual({ picks: kept.picks, end: kept.end }, { picks, end });

/**
 * @param {Worked} seen @param {Exhibit} exhibit
 * @param {string} [because] else that of a line which the repaired code does not keep
 */
function isRepaired({ lines, because: told, choices }, exhibit, because) {
  const { lines: repaired } = core.repairedCode(exhibit.id);
  assert.deepEqual(
    lines.filter(({ is }) => is !== 'added').map(({ text }) => text),
    exhibit.code,
  );
  assert.deepEqual(
    lines.filter(({ is }) => is !== 'removed').map(({ text }) => text),
    repaired,
  );
  assert.ok(lines.some(({ is }) => is !== 'same'));
  const gone = judged(exhibit).rights.find(
    ({ line }) => !repaired.includes(exhibit.code[line - 1] ?? ''),
  );
  assert.ok(gone);
  assert.equal(told, because ?? gone.because);
  assert.equal(choices, 0);
}

test('the page has every exhibit of the core, under its title', async () => {
  const { page } = await open({ at });
  assert.deepEqual(
    await page
      .locator('posenc-exhibit')
      .evaluateAll((all) => all.map((one) => one.getAttribute('exhibit'))),
    exhibits.map(({ id }) => id),
  );
  for (const { title } of exhibits)
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
});

// Each of these goes through all exhibits on one page: a page takes longer to open than an exhibit to try.

test('every exhibit shows what the core measures, at first and with its controls moved', async () => {
  const { page } = await open({ at });
  for (const exhibit of exhibits) {
    const shown = await shownOf(page, exhibit);
    await shown.locator('figcaption').getByText(exhibit.symptom, { exact: true }).waitFor();
    assert.deepEqual(
      await shown.locator('ol code').allTextContents(),
      exhibit.code.map((text) => (text.trim() === '' ? '' : text)),
    );
    const moves = exhibit.controls.flatMap(({ id: control, stops, value }) => [
      ...[...stops].map((value, stop) => ({ control, stop, values: { [control]: value } })),
      { control, stop: stops.indexOf(value), values: {} },
    ]);
    const [first, ...moved] = await readExhibit(page, exhibit.id, moves);
    assert.ok(first && moved.length === moves.length);
    agrees(first, exhibit, {});
    for (const [n, seen] of moved.entries()) agrees(seen, exhibit, moves[n]?.values ?? {});
  }
});

/** The last two wrong lines of an exhibit, as a reader would try them. @param {Exhibit} exhibit */
const wrongPicks = (exhibit) => judged(exhibit).wrong.slice(-2);

test('every exhibit says why a wrong line is in order, ends with the right one, and keeps both', async () => {
  const { page } = await open({ at, options: { reducedMotion: 'reduce' } });
  for (const exhibit of exhibits) {
    const tried = wrongPicks(exhibit);
    const picks = tried.map(({ line }) => line);
    const seen = await workOnExhibit(page, exhibit.id, picks);
    for (const [n, { line, because }] of tried.entries()) {
      assert.equal(seen.told[n]?.because, `Not this one. ${because}`);
      assert.equal(seen.told[n]?.spoken, `Line ${line} is fine. ${because}`);
    }
    assert.equal(seen.marked, tried.length, 'earlier picks stay marked');
    keeps(seen, picks, null);
  }
  await page.reload();
  for (const [n, exhibit] of exhibits.entries()) {
    if (n === exhibits.length >> 1) {
      // Half of them are found, and half begun.
      await setWidth(page, 360, 800);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      await isAccessible(page, { within: 'main' });
    }
    const { right } = judged(exhibit);
    const tried = wrongPicks(exhibit);
    const seen = await workOnExhibit(page, exhibit.id, [right.line]);
    assert.equal(seen.begun, tried.length);
    assert.equal(seen.title, 'Found: this is the line');
    isRepaired(seen, exhibit, right.because);
    keeps(
      seen,
      [...tried, right].map(({ line }) => line),
      'found',
    );
  }
  await page.reload();
  for (const exhibit of exhibits) {
    const seen = await workOnExhibit(page, exhibit.id);
    assert.equal(seen.title, 'Found: this is the line');
    isRepaired(seen, exhibit, judged(exhibit).right.because);
  }
});

test('an exhibit says where the mistake was made once the line is found, or that it is made up', async () => {
  const { page } = await open({ at });
  const isMadeUp = (/** @type {Exhibit} */ { sightings }) => sightings.length === 0;
  for (const exhibit of [exhibits.find(isMadeUp), exhibits.find((one) => !isMadeUp(one))]) {
    assert.ok(exhibit);
    const shown = await shownOf(page, exhibit);
    assert.equal(await shown.locator('.seen').count(), 0, 'it would name the line');
    await shown.getByRole('button', { name: 'Show me' }).click();
    await shown.locator('.seen').waitFor();
    assert.deepEqual(
      await shown
        .locator('.seen a')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')])),
      exhibit.sightings.map(({ text, url }) => [text, url]),
    );
    assert.equal(
      /^\s*Made up for this museum/.test((await shown.locator('.seen').textContent()) ?? ''),
      isMadeUp(exhibit),
    );
  }
});

test('pictures count from the first position, and have no colors for numbers that there are not', async () => {
  const { page } = await open({ at });
  for (const id of ['mixed-layout', 'scaled-twice']) {
    const exhibit = exhibits.find((one) => one.id === id);
    assert.ok(exhibit);
    const { firstRow, broken, repaired } = core.exhibitInAction(id, {});
    const shown = await shownOf(page, exhibit);
    const texts = await shown
      .locator('posenc-matrix-plot')
      .first()
      .locator('svg text')
      .allTextContents();
    if (firstRow > 0) assert.ok(texts.includes(String(firstRow)) && !texts.includes('5'), id);
    const summary = await shown
      .locator('posenc-matrix-plot')
      .first()
      .evaluate((plot) => /** @type {any} */ (plot).summary);
    const isNegative = [...broken.values, ...repaired.values].some((value) => value < 0);
    assert.equal(/from 0 to/.test(summary), !isNegative, summary);
  }
});

test('every exhibit shows its line to a reader who gives up', async () => {
  const { page } = await open({ at });
  for (const exhibit of exhibits) {
    const seen = await workOnExhibit(page, exhibit.id, ['Show me']);
    assert.equal(seen.title, 'Shown: this is the line');
    isRepaired(seen, exhibit);
    keeps(seen, [], 'shown');
  }
  await page.reload();
  for (const exhibit of exhibits) {
    const seen = await workOnExhibit(page, exhibit.id);
    assert.equal(seen.title, 'Shown: this is the line');
    isRepaired(seen, exhibit);
  }
});

test(
  'by keyboard: one stop for the code, arrows within, Enter picks, and the focus goes to what was found',
  { tag: '@smoke' },
  async () => {
    const { page } = await open({ at });
    const exhibit = /** @type {Exhibit} */ (exhibits[0]);
    const shown = await shownOf(page, exhibit);
    const lines = linesOf(exhibit);
    const { right } = judged(exhibit);
    const focused = () =>
      shown.evaluate((one) => {
        const element = one.shadowRoot?.activeElement;
        const { outlineStyle } = element ? getComputedStyle(element) : { outlineStyle: '' };
        return {
          line: Number(/** @type {HTMLElement} */ (element)?.dataset['line']),
          ringed: outlineStyle !== 'none',
        };
      });
    await shown.locator('button.line[tabindex="0"]').focus();
    await page.keyboard.press('End');
    assert.equal((await focused()).line, lines.at(-1)?.line);
    await page.keyboard.press('ArrowDown');
    assert.equal((await focused()).line, lines.at(-1)?.line, 'there is nothing below');
    await page.keyboard.press('Home');
    assert.equal((await focused()).line, lines[0]?.line);
    assert.equal(await shown.locator('button.line[tabindex="0"]').count(), 1);
    await page.keyboard.press('Enter');
    await shown.locator('.why').waitFor();
    while ((await focused()).line !== right.line) {
      const before = (await focused()).line;
      await page.keyboard.press('ArrowDown');
      assert.ok((await focused()).line > before);
      assert.ok((await focused()).ringed);
    }
    await page.keyboard.press('Enter');
    await shown.locator('.because:focus').waitFor();
    // The controls stand before it, below the pictures.
    await page.keyboard.press('Shift+Tab');
    await shown.locator('input[type=range]:focus').waitFor();
    const output = shown.locator('.control output').last();
    const value = await output.textContent();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      ([element, old]) => element?.textContent !== old,
      /** @type {const} */ ([await output.elementHandle(), value]),
    );
  },
);

test('lines that are picked in two exhibits at once are both kept and shown', async () => {
  const { page } = await open({ at });
  const [one, two] = /** @type {[Exhibit, Exhibit]} */ (exhibits);
  for (const exhibit of [one, two]) await shownOf(page, exhibit);
  // Whenever one exhibit keeps a pick, the other looks up its own earlier ones.
  await workOnExhibit(page, two.id, [judged(two).wrong[0]?.line ?? 0]);
  await page.evaluate(
    (picks) => {
      for (const { id, line } of picks) {
        const root = document.querySelector(`posenc-exhibit[exhibit="${id}"]`)?.shadowRoot;
        /** @type {HTMLElement | null | undefined} */ (
          root?.querySelector(`button[data-line="${line}"]`)
        )?.click();
      }
    },
    [one, two].map((exhibit) => ({ id: exhibit.id, line: judged(exhibit).right.line })),
  );
  for (const exhibit of [one, two]) {
    const shown = await shownOf(page, exhibit);
    await shown.getByText('Found: this is the line').waitFor();
  }
  // Nothing that was asked before the picks comes after them.
  await page.waitForTimeout(300);
  for (const exhibit of [one, two])
    isRepaired(await workOnExhibit(page, exhibit.id), exhibit, judged(exhibit).right.because);
});

test('what another tab found is found here too', async () => {
  const { page, context } = await open({ at });
  const exhibit = /** @type {Exhibit} */ (exhibits[0]);
  const shown = await shownOf(page, exhibit);
  const other = await context.newPage();
  await other.goto(page.url());
  const there = await shownOf(other, exhibit);
  await there.locator(`button[data-line="${judged(exhibit).right.line}"]`).click();
  await there.getByText('Found: this is the line').waitFor();
  await shown.getByText('Found: this is the line').waitFor();
  isRepaired(await workOnExhibit(page, exhibit.id), exhibit, judged(exhibit).right.because);
});

test('an error says that the core cannot be loaded, and it can be asked for again', async () => {
  let broken = true;
  const { page } = await open({
    at,
    mayComplain: true,
    prepare: (page) =>
      page
        .context()
        .route(/posenc-museum.*\.wasm$/, (route) =>
          broken ? route.fulfill({ status: 503 }) : route.continue(),
        ),
  });
  const exhibit = /** @type {Exhibit} */ (exhibits[0]);
  const shown = page.locator(`posenc-exhibit[exhibit="${exhibit.id}"]`);
  await shown.scrollIntoViewIfNeeded();
  const again = shown.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await shown.locator('> p').getByText(exhibit.symptom).waitFor();
  broken = false;
  await again.click();
  await shown.locator('.measured').first().waitFor();
});

test('a fold opens and closes after the frame that shows its press, also by key', async () => {
  const { page } = await open({ at });
  const fold = page.locator('posenc-tried details');
  await fold.waitFor();
  /** Whether it is open at once after its press, and when that has been shown. */
  const press = () =>
    fold.evaluate(async (details) => {
      const { open: isOpen } = /** @type {HTMLDetailsElement} */ (details);
      details.querySelector('summary')?.click();
      const atOnce = /** @type {HTMLDetailsElement} */ (details).open;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return [isOpen, atOnce, /** @type {HTMLDetailsElement} */ (details).open];
    });
  assert.deepEqual(await press(), [false, false, true]);
  assert.deepEqual(await press(), [true, true, false]);
  await fold.locator('summary').focus();
  await page.keyboard.press('Enter');
  await fold.locator('a').first().waitFor();
});
