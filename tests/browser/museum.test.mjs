// The museum of real mistakes, as a reader walks through it: every exhibit that the core has.
import assert from 'node:assert/strict';
import { loadClaims } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { open, setWidth, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('../../build/package/node.js').Exhibit} Exhibit */

const at = 'museum.html';

const core = await loadClaims();
const { exhibits } = core.exhibits();

/** The lines of the code that are something, from 1. @param {Exhibit} exhibit */
const linesOf = ({ code }) =>
  code.flatMap((text, n) => (text.trim() === '' ? [] : [{ text, line: n + 1 }]));

/** What the core says of each of its lines; of several that count the last, which may be one that the mended code keeps. @param {Exhibit} exhibit */
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
  await page.evaluate(() => dispatchEvent(new WheelEvent('wheel')));
  await shown.scrollIntoViewIfNeeded();
  await shown.locator('figure[aria-busy=false] .measured').first().waitFor();
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

/** Holds what is shown to what the core has. @param {Locator} shown @param {Exhibit} exhibit @param {Record<string, number>} values */
async function agrees(shown, exhibit, values) {
  const wanted = core.exhibitInAction(exhibit.id, values);
  const about = `${exhibit.id} at ${JSON.stringify(values)}`;
  await shown
    .locator('figure[aria-busy=false] .said')
    .getByText(wanted.said, { exact: true })
    .waitFor();
  const names = (await shown.locator('th[scope=rowgroup]').allTextContents()).map((name) =>
    name.trim(),
  );
  assert.deepEqual(
    names,
    wanted.invariants.map(({ measure }) => measure),
    about,
  );
  const rows = await shown.locator('tr.measured').evaluateAll((all) =>
    all.map((row) =>
      [...row.children].map((cell) => ({
        number: cell.firstChild ? (cell.textContent ?? '').replace(/[✓✕].*/s, '') : '',
        word: cell.querySelector('b')?.textContent ?? '',
      })),
    ),
  );
  for (const [n, one] of wanted.invariants.entries()) {
    const [broken, repaired, bound] = rows[n] ?? [];
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
  assert.equal(await shown.locator('posenc-matrix-plot').count(), drawn.length, about);
  assert.equal(await shown.locator('.nothing').count(), 2 - drawn.length, about);
  for (const [n, { rows, cols }] of drawn.entries()) {
    const plot = shown.locator('posenc-matrix-plot').nth(n);
    assert.match(
      (await plot.locator('#summary').textContent()) ?? '',
      new RegExp(`^${rows} by ${cols} `),
      about,
    );
  }
}

/** @param {Page} page @param {string} id */
const kept = (page, id) =>
  page.evaluate((name) => {
    const text = localStorage.getItem('posenc.trials');
    const { picks, end } = JSON.parse(text ?? '{}').mistakes?.[name] ?? {};
    return { picks, end };
  }, id);

/** The lines of what is shown in place of the choice. @param {Locator} shown */
const changed = (shown) =>
  shown.locator('ol > li').evaluateAll((all) =>
    all.map((one) => ({
      is: one.querySelector('.unseen')?.textContent?.replace(': ', '') ?? 'same',
      text: one.querySelector('code')?.textContent ?? '',
    })),
  );

/**
 * @param {Locator} shown @param {Exhibit} exhibit
 * @param {string} [because] else that of a line which the mended code does not keep
 */
async function isMended(shown, exhibit, because) {
  const lines = await changed(shown);
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
  assert.equal(await shown.locator('.because').textContent(), because ?? gone.because);
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
    await agrees(shown, exhibit, {});
    for (const control of exhibit.controls) {
      const slider = shown.locator(`input[data-control="${control.id}"]`);
      const first = control.stops.indexOf(control.value);
      for (const [stop, value] of control.stops.entries()) {
        await slider.fill(String(stop));
        await agrees(shown, exhibit, { [control.id]: value });
      }
      await slider.fill(String(first));
    }
    await agrees(shown, exhibit, {});
  }
});

/** The last two wrong lines of an exhibit, as a reader would try them. @param {Exhibit} exhibit */
const wrongPicks = (exhibit) => judged(exhibit).wrong.slice(-2);

/** Picks a wrong line, and reads why it is in order. @param {Locator} shown @param {{line: number, because: string}} pick */
async function pickWrong(shown, { line, because }) {
  const button = shown.locator(`button[data-line="${line}"]`);
  await button.click();
  await shown.locator(`#why-${line}`).getByText(because).waitFor();
  assert.equal(await button.getAttribute('aria-describedby'), `why-${line}`);
  await shown
    .locator('#told')
    .getByText(`Line ${line} is in order. ${because}`)
    .waitFor({ state: 'attached' });
}

test('every exhibit says why a wrong line is in order, ends with the right one, and keeps both', async () => {
  const { page } = await open({ at, options: { reducedMotion: 'reduce' } });
  for (const exhibit of exhibits) {
    const shown = await shownOf(page, exhibit);
    const tried = wrongPicks(exhibit);
    for (const [n, pick] of tried.entries()) {
      await pickWrong(shown, pick);
      assert.equal(await shown.locator('.why').count(), n + 1, 'earlier picks stay marked');
    }
    const picks = tried.map(({ line }) => line);
    assert.deepEqual(await kept(page, exhibit.id), { picks, end: null });
  }
  await page.reload();
  for (const [n, exhibit] of exhibits.entries()) {
    if (n === exhibits.length >> 1) {
      // Half of them are found, and half begun.
      await setWidth(page, 360, 800);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      await isAccessible(page, { within: 'main' });
    }
    const shown = await shownOf(page, exhibit);
    assert.equal(await shown.locator('.why').count(), wrongPicks(exhibit).length);
    const { right } = judged(exhibit);
    await shown.locator(`button[data-line="${right.line}"]`).click();
    await shown.getByText('Found: this is the line').waitFor();
    await isMended(shown, exhibit, right.because);
    const picks = [...wrongPicks(exhibit), right].map(({ line }) => line);
    assert.deepEqual(await kept(page, exhibit.id), { picks, end: 'found' });
  }
  await page.reload();
  for (const exhibit of exhibits) {
    const shown = await shownOf(page, exhibit);
    await shown.getByText('Found: this is the line').waitFor();
    await isMended(shown, exhibit, judged(exhibit).right.because);
    assert.equal(await shown.locator('button.line').count(), 0);
  }
});

test('every exhibit shows its line to a reader who gives up', async () => {
  const { page } = await open({ at });
  for (const exhibit of exhibits) {
    const shown = await shownOf(page, exhibit);
    await shown.getByRole('button', { name: 'Show me' }).click();
    await shown.getByText('Shown: this is the line').waitFor();
    await isMended(shown, exhibit);
    assert.deepEqual(await kept(page, exhibit.id), { picks: [], end: 'shown' });
  }
  await page.reload();
  for (const exhibit of exhibits) {
    const shown = await shownOf(page, exhibit);
    await shown.getByText('Shown: this is the line').waitFor();
    await isMended(shown, exhibit);
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
    // On from there, to the controls.
    await page.keyboard.press('Tab');
    await shown.locator('input[type=range]:focus').waitFor();
    const output = shown.locator('.control output').first();
    const value = await output.textContent();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      ([element, old]) => element?.textContent !== old,
      /** @type {const} */ ([await output.elementHandle(), value]),
    );
  },
);

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
  await isMended(shown, exhibit, judged(exhibit).right.because);
});

test('a core that cannot be brought is told, and can be asked again', async () => {
  let broken = true;
  const { page } = await open({
    at,
    mayComplain: true,
    prepare: (page) =>
      page
        .context()
        .route(/posenc-claims.*\.wasm$/, (route) =>
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
