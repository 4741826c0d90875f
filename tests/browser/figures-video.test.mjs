// The figures of M-RoPE and of diffusion timesteps against what the posenc command computes.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { close, column, set, sticksOut, takenData, takenPicture } from './reading.mjs';
import { ofTheCore, setWidth, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const words = 7;
const ropeBase = 1000000;
const layouts = {
  chunked: { sections: [16, 24, 24], of: 'as in Qwen2.5-VL' },
  interleaved: { sections: [24, 20, 20], of: 'as in Qwen3-VL' },
};
const wavelengths = ofTheCore('wavelengths', { d_model: 128, base: ropeBase });

/** (t, h, w) of each token. @param {{frames?: number, rows: number, columns: number} | null} patches @returns {number[][]} */
const positions = (patches) =>
  ofTheCore('mrope_positions', {
    segments: [
      { columns: 3 },
      ...(patches ? [{ kind: 'patches', ...patches }] : []),
      { columns: words - 3 },
    ],
  });

const title = (/** @type {Locator} */ shown, /** @type {string} */ text) =>
  shown.locator('figcaption').getByText(text, { exact: true }).waitFor();

/** The chosen token or timestep. @param {Locator} shown */
const grip = (shown) => shown.locator('.grip');

/** @param {Locator} shown @param {number} value */
const isChosen = (shown, value) =>
  expect(grip(shown)).toHaveAttribute('aria-valuenow', String(value));

/** What stands beside the three counters. @param {Locator} shown */
const beside = (shown) => shown.locator('text.value').allTextContents();

/** Presses at a place of an element and drags to another, as parts of its width. @param {Page} page @param {Locator} part @param {number[]} through */
async function dragThrough(page, part, through) {
  const box = await part.boundingBox();
  assert.ok(box);
  const at = (/** @type {number} */ share) =>
    /** @type {const} */ ([box.x + share * box.width, box.y + box.height / 2]);
  await page.mouse.move(...at(through[0] ?? NaN));
  await page.mouse.down();
  for (const share of through.slice(1)) await page.mouse.move(...at(share), { steps: 4 });
  await page.mouse.up();
}

test('M-RoPE: the positions of an image, a video and a text, by the core', async () => {
  const { page, shown } = await withFigures('<posenc-mrope></posenc-mrope>');
  await title(shown, '12 patches, 4 positions');
  const image = positions({ rows: 3, columns: 4 });
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head, ['token or pair', 't', 'h', 'w', 'wavelength']);
  assert.deepEqual(
    rows.slice(0, image.length).map((row) => row.slice(1, 4)),
    image,
  );
  await shown.getByText(/^19 tokens take 11 positions, not 19/).waitFor();
  // Each counter is written above its bar.
  const written = await shown.locator('posenc-mrope-plot g.w text.count').allTextContents();
  assert.deepEqual(written.map(Number), column(image, 2));

  await shown.getByLabel('a video').check();
  await title(shown, '36 patches, 4 positions');
  const video = await takenData(page, shown);
  const core = positions({ frames: 3, rows: 3, columns: 4 });
  assert.deepEqual(
    video.rows.slice(0, core.length).map((row) => row.slice(1, 4)),
    core,
  );
  assert.equal(await shown.locator('.patch').count(), 36);
  for (const [label, value] of /** @type {const} */ ([
    ['frames of the video', 4],
    ['rows of patches', 2],
    ['columns of patches', 3],
  ])) {
    await set(shown, label, value);
  }
  await title(shown, '24 patches, 4 positions');

  await shown.getByLabel('nothing').check();
  await title(shown, 'Text alone is plain RoPE');
  const text = await takenData(page, shown);
  assert.deepEqual(
    text.rows.slice(0, words).map((row) => row.slice(1, 4)),
    upTo(words).map((n) => [n, n, n]),
  );
});

/** The places of the filled cells in the row of each axis, counted in cells. @param {Locator} shown @returns {Promise<number[][]>} */
const cells = (shown) =>
  shown.locator('posenc-mrope-plot').evaluate((plot) =>
    [...(plot.shadowRoot?.querySelectorAll('path.pairs') ?? [])].map((path) => {
      const frame = path.parentElement?.querySelector('rect.frame');
      const [x, width] = ['x', 'width'].map((name) => Number(frame?.getAttribute(name)));
      return [...(path.getAttribute('d') ?? '').matchAll(/M([\d.]+),/g)].map((found) =>
        Math.round((64 * (Number(found[1]) - (x ?? NaN) - 1)) / ((width ?? NaN) - 2)),
      );
    }),
  );

test('M-RoPE: which pairs listen to which axis, in both layouts', async () => {
  const { page, shown } = await withFigures('<posenc-mrope></posenc-mrope>');
  const layout = shown.getByLabel('Interleave the axes');
  for (const [name, { sections, of }] of Object.entries(layouts)) {
    await layout.setChecked(name === 'interleaved');
    await shown
      .locator('.sub')
      .getByText(`Pairs ${name}, ${sections.join(', ')} (${of})`)
      .waitFor();
    const frequencies = ofTheCore('axis_frequencies', {
      ...{ sections, sections_layout: name, base: ropeBase },
    });
    const { rows } = await takenData(page, shown);
    const pairs = rows.slice(-64);
    for (const axis of upTo(3)) close(column(pairs, 1 + axis), column(frequencies, axis));
    close(column(pairs, 4), wavelengths);
    const own = upTo(3).map((axis) => upTo(64).filter((pair) => frequencies[pair][axis] > 0));
    assert.deepEqual(await cells(shown), own);
    // Beside each row, the shortest wavelength and the longest.
    const ranges = await shown
      .locator('posenc-mrope-plot rect.frame ~ text.name')
      .allTextContents();
    for (const [axis, text] of ranges.entries()) {
      const ends = text.replaceAll('\u202f', '').split('–').map(Number);
      const [first = NaN, last = NaN] = [own[axis]?.[0], own[axis]?.at(-1)];
      close(ends, [wavelengths[first], wavelengths[last]], 0.005);
    }
  }
});

test('M-RoPE: a token is chosen by a click, a drag, the arrow keys and its control', async () => {
  const { page, shown } = await withFigures('<posenc-mrope></posenc-mrope>');
  const core = positions({ rows: 3, columns: 4 });
  const at = (/** @type {number} */ token) =>
    ['t', 'h', 'w'].map((letter, axis) => `${letter} = ${core[token]?.[axis]}`);
  await isChosen(shown, 9);
  assert.deepEqual(await beside(shown), at(9));
  await shown.locator('.patch').last().click();
  await isChosen(shown, 14);
  assert.deepEqual(await beside(shown), at(14));
  await shown.getByText('whale', { exact: true }).click();
  await isChosen(shown, 17);

  await grip(shown).focus();
  await page.keyboard.press('ArrowLeft');
  await isChosen(shown, 16);
  await page.keyboard.press('Home');
  await isChosen(shown, 0);
  await page.keyboard.press('End');
  await isChosen(shown, 18);
  assert.deepEqual(await beside(shown), at(18));
  assert.equal(
    await grip(shown).getAttribute('aria-valuetext'),
    'token 18, “.”: t = 10, h = 10, w = 10',
  );

  const bars = shown.locator('.column-grip');
  await dragThrough(page, bars, [0.03, 0.3, 8.5 / 19]);
  await isChosen(shown, 8);
  await dragThrough(page, bars, [0.03, 1.5]);
  await isChosen(shown, 18);
  await set(shown, 'token', 4);
  await isChosen(shown, 4);
  assert.match(
    (await shown.locator('.grip').getAttribute('aria-valuetext')) ?? '',
    /^token 4, patch in row 1 and column 2: /,
  );
  // A shorter text has no token of that number.
  await set(shown, 'token', 18);
  await shown.getByLabel('nothing').check();
  await isChosen(shown, 6);
});

test('M-RoPE: a token and a pair are read with the arrow keys', async () => {
  const { page, shown } = await withFigures('<posenc-mrope></posenc-mrope>');
  await shown.locator('.box').focus();
  await page.keyboard.press('ArrowRight');
  await shown
    .getByText('token 9, patch in row 2 and column 3: t = 3, h = 4, w = 5', { exact: true })
    .waitFor();
  await page.keyboard.press('End');
  await shown.getByText(/^pair 63 listens to width, with a wavelength of /).waitFor();
});

const steps = upTo(1001);
const params = { dimension: 64, max_period: 10000 };

/** @param {'ddpm' | 'adm'} given @param {'ddpm' | 'adm'} known @param {number} timestep @param {object} [others] @returns {number[]} */
const similarities = (given, known, timestep, others = {}) =>
  ofTheCore('timestep_similarities', {
    ...{ ...params, ...others, given, known, timestep, timesteps: steps },
  });

/** The columns of the data by the core. @param {Page} page @param {Locator} shown @param {'ddpm' | 'adm'} given @param {number} timestep @param {object} [others] */
async function assertTimesteps(page, shown, given, timestep, others = {}) {
  const { rows } = await takenData(page, shown);
  const known = given === 'ddpm' ? 'adm' : 'ddpm';
  assert.deepEqual(column(rows, 0), steps);
  close(column(rows, 1), similarities(given, given, timestep, others));
  close(column(rows, 2), similarities(given, known, timestep, others));
  const table = ofTheCore('timestep_embedding', {
    ...{ ...params, ...others, convention: given, timesteps: [0, 10, 1000] },
  });
  for (const [n, row] of [0, 10, 1000].entries()) close(rows[row]?.slice(3) ?? [], table[n]);
}

test('timesteps: the table and the similarities of both conventions, by the core', async () => {
  const { page, shown } = await withFigures('<posenc-timesteps></posenc-timesteps>');
  await title(shown, 'ADM has no row like DDPM’s 300');
  await assertTimesteps(page, shown, 'ddpm', 300);
  const other = similarities('ddpm', 'adm', 300);
  const most = Math.max(...other);
  await shown
    .locator('.sub')
    .getByText(
      `${other[300]?.toFixed(2)} at 300 and at most ${most.toFixed(2)}, at ${other.indexOf(most)}.`,
    )
    .waitFor();

  await shown.getByLabel('ADM’s convention').check();
  await title(shown, 'DDPM has no row like ADM’s 300');
  await assertTimesteps(page, shown, 'adm', 300);
  await set(shown, 'max period', 1000);
  await shown
    .locator('.sub')
    .getByText(/max period 1\u202f?000;/)
    .waitFor();
  await assertTimesteps(page, shown, 'adm', 300, { max_period: 1000 });
  await set(shown, 'width d', 2);
  // One wave alone, of the same frequency in both: some timestep is nearly a quarter turn away.
  await shown.getByText(/^DDPM takes ADM’s 300 for \d+$/).waitFor();
  await assertTimesteps(page, shown, 'adm', 300, { dimension: 2, max_period: 1000 });
});

test('timesteps: one is chosen by a drag, the arrow keys and its control, and plays', async () => {
  const { page, shown } = await withFigures('<posenc-timesteps></posenc-timesteps>');
  const room = shown.locator('.room');
  await dragThrough(page, room, [0.3, 0.5, 0.75]);
  await expect(async () => {
    const at = Number(await grip(shown).getAttribute('aria-valuenow'));
    assert.ok(Math.abs(at - 750) <= 3, String(at));
  }).toPass();
  await dragThrough(page, room, [0.5, -0.5]);
  await isChosen(shown, 0);
  await title(shown, 'ADM has no row like DDPM’s 0');
  await grip(shown).focus();
  await page.keyboard.press('End');
  await isChosen(shown, 1000);
  await page.keyboard.press('PageDown');
  await isChosen(shown, 990);
  await set(shown, 'timestep t', 40);
  await isChosen(shown, 40);
  await title(shown, 'ADM has no row like DDPM’s 40');
  await shown.getByRole('button', { name: 'Play timestep t' }).click();
  await shown.getByText(/^ADM has no row like DDPM’s ([5-9]\d|\d{3})$/).waitFor();
});

test('timesteps: the chosen row is painted in both conventions', async () => {
  const { shown } = await withFigures('<posenc-timesteps timestep="500"></posenc-timesteps>');
  await isChosen(shown, 500);
  /** Red less blue in the middle of each cell. @type {number[][]} */
  const painted = await shown.locator('posenc-timesteps-plot').evaluate((plot) =>
    [...(plot.shadowRoot?.querySelectorAll('canvas') ?? [])].slice(1).map((canvas) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, 1).data ?? [];
      return Array.from({ length: 64 }, (_, n) => {
        const at = 4 * Math.floor(((n + 0.5) * canvas.width) / 64);
        return ((data[at] ?? 0) > (data[at + 2] ?? 0) ? 1 : -1) * ((data[at + 3] ?? 0) / 255);
      });
    }),
  );
  for (const [n, convention] of ['ddpm', 'adm'].entries()) {
    const [row = []] = ofTheCore('timestep_embedding', { ...params, convention, timesteps: [500] });
    assert.equal(painted[n]?.length, 64);
    for (const [dimension, value] of row.entries()) {
      const seen = painted[n]?.[dimension] ?? NaN;
      assert.ok(Math.abs(seen - value) < 0.02, `${convention} ${dimension}: ${seen}, not ${value}`);
    }
  }
});

for (const [tag, attributes] of /** @type {const} */ ([
  ['posenc-mrope', 'content="video" frames="4" rows="6" columns="8"'],
  ['posenc-mrope', 'layout="interleaved"'],
  ['posenc-timesteps', 'timestep="1000"'],
])) {
  test(`${tag} ${attributes}: fits a phone, on the page and as a picture`, async () => {
    const { page, context, shown } = await withFigures(`<${tag} ${attributes}></${tag}>`);
    for (const width of [360, 900]) {
      await setWidth(page, width);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} in ${width}`);
      assert.deepEqual(await sticksOut(context, await takenPicture(page, shown)), []);
    }
  });
}

for (const [tag, search, message] of /** @type {const} */ ([
  [
    'posenc-mrope',
    '?mrope.content=song',
    'the content must be one of image, video, nothing but got "song".',
  ],
  [
    'posenc-mrope',
    '?mrope.rows=9',
    'rows of patches must be a whole number from 1 to 6 but got 9.',
  ],
  [
    'posenc-timesteps',
    '?timesteps.timestep=1.5',
    'timestep t must be a whole number from 0 to 1000 but got 1.5.',
  ],
  ['posenc-timesteps', '?timesteps.max-period=0', 'max period must be a finite number above 0'],
])) {
  test(`${search} is refused in a sentence`, async () => {
    const { shown } = await withFigures(`<${tag}></${tag}>`, { search });
    await shown.locator('.message').getByText(message).waitFor();
  });
}
