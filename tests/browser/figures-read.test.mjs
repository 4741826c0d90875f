// The figures of what can be read from positions: a linear read-out, the choice of the base, equal words behind a first
// token. And the buttons that set a figure to an example.
import assert from 'node:assert/strict';
import { close, column, points, set, sticksOut, takenData, takenPicture } from './reading.mjs';
import { figure, ofTheCore, setWidth, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

const base = 10000;
const tags = ['posenc-first-token', 'posenc-read-out', 'posenc-base-choice'];

/** How far down each point of each curve is, in pixels. @param {Locator} plot @returns {Promise<number[][]>} */
const curves = (plot) =>
  plot.evaluate((element) =>
    [...(element.shadowRoot?.querySelectorAll('path.line') ?? [])].map((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/,(-?[\d.]+)/g)].map((place) => Number(place[1])),
    ),
  );

const range = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values);

test('equal words: level lines, and bent ones after another first token, on the same axes', async () => {
  const { page, shown } = await withFigures('<posenc-first-token></posenc-first-token>');
  const plots = shown.locator('posenc-line-plot');
  for (const [layers, positions, seed] of /** @type {const} */ ([
    [3, 10, 1],
    [1, 10, 1],
    [2, 24, 5],
  ])) {
    await set(shown, 'layers', layers);
    await set(shown, 'positions', positions);
    await set(shown, 'seed', seed);
    await shown.getByText('Equal words, equal outputs', { exact: true }).waitFor();
    await shown
      .getByText(
        `Outputs of ${layers} layer${layers > 1 ? 's' : ''} of causal attention without an encoding, at ${positions} positions: a line for each of 8 components; random weights, seed ${seed}`,
      )
      .waitFor();
    const core = ofTheCore('first_token_effect', { layers, positions, seed });
    const { rows } = await takenData(page, shown);
    for (const component of upTo(8)) {
      close(column(rows, 1 + component), column(core.repeated, component), 1e-9);
      close(column(rows, 9 + component), column(core.after_first, component), 1e-9);
    }
    const [level = [], bent = []] = await Promise.all([0, 1].map((n) => curves(plots.nth(n))));
    assert.deepEqual([level.length, bent.length], [8, 8]);
    for (const line of level) assert.ok(range(line) < 0.2, `${range(line)} px`);
    // The thick one, drawn last, varies most.
    const spreads = bent.map(range);
    assert.equal(Math.max(...spreads), spreads.at(-1));
    const spread = core.after_first_spread;
    await shown.getByText(`they differ by up to ${Number(spread.toPrecision(3))}`).waitFor();
    // Below each output stands its word.
    for (const [n, first] of ['the', '<bos>'].entries()) {
      const words = await plots
        .nth(n)
        .locator('svg text[text-anchor=middle]:not(.name)')
        .allTextContents();
      assert.deepEqual(words.map((word) => word.trim()).slice(0, 2), [first, 'the']);
    }
    // The last points of both are the same component on the same axis.
    const [one, other] = await Promise.all([0, 1].map((n) => points(plots.nth(n))));
    assert.ok(one && other);
    const last = (/** @type {number[][]} */ dots) => dots.at(-1)?.[1] ?? NaN;
    const limit = Math.max(...[...core.repeated, ...core.after_first].flat().map(Math.abs));
    close([last(one)], [core.repeated[positions - 1][core.varying]], 0.02 * limit);
    close([last(other)], [core.after_first[positions - 1][core.varying]], 0.02 * limit);
  }
  await set(shown, 'layers', 9);
  await shown.getByText('layers must be a whole number from 1 to 8 but got 9').waitFor();
});

test('read-out: the fit of the core, within and beyond, and its error for each width', async () => {
  const { page, shown } = await withFigures('<posenc-read-out></posenc-read-out>');
  const widths = [2, 4, 8, 16, 32, 64, 128, 256];
  for (const [target, label, width] of /** @type {const} */ ([
    ['bump', 'bump', 32],
    ['fast_wave', 'fast wave', 16],
    ['ramp', 'ramp', 8],
  ])) {
    await shown.locator('select').selectOption(target);
    await set(shown, 'width d', width);
    const params = { base, target, count: 100 };
    const core = ofTheCore('read_out', { ...params, d_model: width, shown: 150 });
    const error = core.error.toPrecision(2);
    const told = new RegExp(`^With d = ${width}, the best fit to the ${label} is off by `);
    await shown.locator('.sub').filter({ hasText: told }).waitFor();
    if (core.error > 1e-4) await shown.getByText(`is off by ${Number(error)};`).waitFor();
    const { rows } = await takenData(page, shown);
    close(column(rows, 1), core.target, 1e-9);
    close(column(rows, 2).slice(0, 100), core.fitted.slice(0, 100), 1e-7);
    const errors = widths.map((d) => ofTheCore('read_out', { ...params, d_model: d }).error);
    // A direction that is barely kept multiplies their rounding, in which the machine's sines and those of the page
    // differ, by up to a million for each column.
    close(column(rows, 4).slice(0, 8), errors, 1e-4);
    const drawn = await points(shown.locator('posenc-line-plot').nth(1), true);
    close(column(drawn, 1).map(Math.log10), [...errors, core.error].map(Math.log10), 0.02);
  }
  await set(shown, 'width d', 7);
  await shown.getByText('width d must be a positive even number but got 7').waitFor();
});

test('base: neighbors and the longest wave, and the base that is set on both curves', async () => {
  const { page, shown } = await withFigures('<posenc-base-choice></posenc-base-choice>');
  for (const [width, one] of /** @type {const} */ ([
    [128, 10000],
    [128, 20],
    [16, 500000],
  ])) {
    await set(shown, 'width d', width);
    await set(shown, 'base', one);
    const { steps, longest } = ofTheCore('base_choice', { d_model: width, bases: [one] });
    await shown
      .getByText(`Base ${one}: neighbors are ${Number(steps[0].toPrecision(3))} apart`)
      .waitFor();
    await shown.getByText(`the base; d\u00a0=\u00a0${width}`).waitFor();
    const { rows } = await takenData(page, shown);
    const bases = column(rows, 0);
    const core = ofTheCore('base_choice', { d_model: width, bases });
    close(column(rows, 1), core.steps);
    close(column(rows, 2), core.longest);
    const plots = shown.locator('posenc-line-plot');
    const [step] = await points(plots.nth(0));
    const [reach] = await points(plots.nth(1), true);
    close([step?.[1] ?? NaN], steps, 0.03);
    close([Math.log10(reach?.[1] ?? NaN)], longest.map(Math.log10), 0.02);
  }
  await set(shown, 'width d', 7);
  await shown.getByText('width d must be a positive even number but got 7').waitFor();
});

test('a button sets a figure to its example', async () => {
  for (const [tag, button, words] of /** @type {const} */ ([
    [
      'waveforms d-model="16" base="10" positions="20" dimensions="0"',
      'Dimensions 0, 1, 10, 20, 50 over 100 positions',
      'over 100 positions, each from −1 to 1, d = 128, base 10000',
    ],
    ['heatmap d-model="8" positions="20"', 'All 128 dimensions, 100 positions', /100 positions/],
    ['dot-products', 'Position 5 with d = 16', /PE\(5\).*d = 16, base 10000/],
    ['extension method="pi"', 'Llama 3.1', 'd = 128, base 500000, trained at 8192, run at 65536'],
  ])) {
    const [name = ''] = tag.split(' ');
    const { page, shown } = await withFigures(`<posenc-${tag}></posenc-${name}>`);
    await shown.getByRole('button', { name: button }).click();
    await shown.locator('.sub').filter({ hasText: words }).waitFor();
    if (name === 'heatmap') assert.ok(await shown.getByLabel('Show the whole table').isChecked());
    if (name === 'extension') assert.equal(await shown.locator('select').inputValue(), 'llama3');
    await shown.getByRole('button', { name: 'Reset' }).click();
    await shown.locator('.sub').filter({ hasText: words }).waitFor({ state: 'detached' });
    assert.equal(page.url().includes('?'), false);
  }
});

test('the state in the address is restored', async () => {
  const { page } = await withFigures(tags.map((tag) => `<${tag}></${tag}>`).join(''), {
    search: '?first-token.layers=2&read-out.target=ramp&read-out.d-model=8&base-choice.base=100',
  });
  for (const [tag, words] of /** @type {const} */ ([
    ['posenc-first-token', 'Outputs of 2 layers'],
    ['posenc-read-out', 'With d = 8, the best fit to the ramp'],
    ['posenc-base-choice', 'Base 100: neighbors are'],
  ])) {
    const shown = await figure(page, tag);
    await shown.getByText(words).first().waitFor();
  }
});

test('nothing sticks out, of the page or of a picture taken away', async () => {
  const body = [...tags, 'posenc-buckets'].map((tag) => `<${tag}></${tag}>`);
  const { page, context } = await withFigures(body.join(''), { options: {} });
  for (const width of [1280, 342]) {
    await setWidth(page, width);
    for (const tag of [...tags, 'posenc-buckets']) {
      const shown = await figure(page, tag);
      const out = await sticksOut(context, await takenPicture(page, shown));
      assert.deepEqual(out, [], `${tag} at ${width} px`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});
