// The figures of grids of patches against what the posenc command computes, on a page of their own.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { close, column, set, sticksOut, takenData, takenPicture } from './reading.mjs';
import { figure, ofTheCore, setWidth, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/** A figure and nothing else. @param {string} tag @param {string} [attributes] @param {string} [search] of the address */
const alone = (tag, attributes = '', search = '') =>
  withFigures(`<${tag} ${attributes}></${tag}>`, { search });

const title = (/** @type {Locator} */ shown) => shown.locator('figcaption').innerText();

const decimals = (/** @type {number} */ value, /** @type {number} */ digits) =>
  value.toFixed(digits).replace('-', '\u2212');

/** Waits for words in the small print. @param {Locator} shown @param {string} words */
const says = (shown, words) => expect(shown.locator('.sub')).toContainText(words);

/** The params of each scheme in the command. @type {Record<string, object>} */
const schemes = {
  waves: { head_dim: 64, base: 10000 },
  axial: { head_dim: 64, base: 100 },
  head: { head_dim: 64, base: 10, heads: 1, seed: 2 },
  heads: { head_dim: 64, base: 10, heads: 12, seed: 2 },
};

/** @param {string} scheme @param {number} reach */
const kernelOf = (scheme, reach) => ofTheCore('grid_kernel', { ...schemes[scheme], reach });

/** Chooses one of the options that stand side by side. @param {Locator} shown @param {string} name */
const choose = (shown, name) => shown.getByRole('radio', { name, exact: true }).check();

/** The color at the middle of a patch, as it is drawn; null where nothing is. @param {Locator} shown @param {number} grid @param {number} size @param {number} col @param {number} row */
const colorAt = (shown, grid, size, col, row) =>
  shown.locator('posenc-patches-plot').evaluate(
    (plot, { grid, size, col, row }) => {
      const canvas = plot.shadowRoot?.querySelectorAll('canvas')[grid];
      const frame = [...(plot.shadowRoot?.querySelectorAll('svg > g > g > .frame') ?? [])][grid];
      const [at, around] = [canvas, frame].map((one) => one?.getBoundingClientRect());
      if (!canvas || !at || !around) throw new Error('no such grid');
      // The canvas fills the frame; the frame's line is half outside.
      for (const side of /** @type {const} */ (['left', 'top', 'right', 'bottom'])) {
        if (Math.abs(at[side] - around[side]) > 1) throw new Error(`the canvas is off: ${side}`);
      }
      const place = [col, row].map((n, axis) =>
        Math.floor(((n + 0.5) / size) * (axis === 0 ? canvas.width : canvas.height)),
      );
      const [x = NaN, y = NaN] = place;
      // Of a copy: the browser warns of a canvas that is read several times.
      const copy = new OffscreenCanvas(1, 1).getContext('2d');
      copy?.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
      const pixel = copy?.getImageData(0, 0, 1, 1).data;
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixel ?? [];
      return opacity === 0 ? null : `rgb(${red} ${green} ${blue})`;
    },
    { grid, size, col, row },
  );

/** How bright a color of viridis is. @param {string | null} color */
const brightness = (color) => {
  const [red = NaN, green = NaN, blue = NaN] = (color?.match(/[\d.]+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

/** Drags a query by some patches. @param {Page} page @param {Locator} shown @param {{nth?: number, size: number, by: [number, number]}} how */
async function dragQuery(page, shown, { nth = 0, size, by: [across, down] }) {
  const plot = shown.locator('posenc-patches-plot');
  const knob = await plot.locator('.query .knob').nth(nth).boundingBox();
  const frame = await plot.locator('g > .frame').nth(nth).boundingBox();
  assert.ok(knob && frame);
  const patch = frame.width / size;
  const [x, y] = [knob.x + knob.width / 2, knob.y + knob.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(x + (across * patch * step) / 8, y + (down * patch * step) / 8);
  }
  await page.mouse.up();
}

test('kernel: each scheme, at every patch, is the core’s', { tag: '@smoke' }, async () => {
  const { page, shown } = await alone('posenc-grid-kernel', 'query-x="4" query-y="9"');
  const captions = {
    axial: ['axial RoPE', 'The query’s whole row and column light up'],
    waves: ['2-D waves', 'The query’s whole row and column light up'],
    head: ['mixed, 1 head', 'One head: the cross is tilted'],
    heads: ['mixed, all heads', '12 tilted crosses: together a spot'],
  };
  for (const [scheme, [name = '', caption]] of Object.entries(captions)) {
    await choose(shown, name);
    const { values, by_direction, interplay } = kernelOf(scheme, 14);
    await says(shown, `differ by up to ${decimals(by_direction, 3)}`);
    assert.equal(await title(shown), caption);
    const { head, rows } = await takenData(page, shown);
    assert.deepEqual(head, ['column', 'row', 'dx', 'dy', 'score']);
    assert.equal(rows.length, 225);
    close(
      column(rows, 4),
      rows.map(([x = NaN, y = NaN]) => values[y - 9 + 14][x - 4 + 14]),
    );
    const small = await shown.locator('.sub').innerText();
    if (interplay < 1e-12) assert.match(small, /Column and row just add up/);
    else assert.ok(small.includes(`off by up to ${decimals(interplay, 3)}`), small);
  }
});

test('kernel: 2-D waves are the dot products of rows of MAE’s table', () => {
  const size = 5;
  const rows = ofTheCore('grid_table', { d_model: 64, base: 10000, rows: size, columns: size });
  const { values } = kernelOf('waves', size - 1);
  for (const query of [0, 7, 24]) {
    for (const patch of upTo(size * size)) {
      const dot = rows[query].reduce(
        (/** @type {number} */ sum, /** @type {number} */ value, /** @type {number} */ n) =>
          sum + value * rows[patch][n],
        0,
      );
      const [dx, dy] = [
        (patch % size) - (query % size),
        Math.floor(patch / 5) - Math.floor(query / 5),
      ];
      close([dot / 32], [values[dy + 4][dx + 4]]);
    }
  }
});

test('kernel: a cross under axial RoPE, none where all heads of mixed RoPE are averaged', async () => {
  const { shown } = await alone('posenc-grid-kernel');
  const bright = async (/** @type {number} */ col, /** @type {number} */ row) =>
    brightness(await colorAt(shown, 0, 15, col, row));
  // About as far along the row as on the diagonal.
  const edges = () => Promise.all([bright(14, 7), bright(7, 0), bright(12, 2), bright(2, 2)]);
  const [right = 0, top = 0, one = 0, other = 0] = await edges();
  assert.ok(Math.min(right, top) > Math.max(one, other) + 40, `${right} ${top} ${one} ${other}`);
  await choose(shown, 'mixed, all heads');
  await expect.poll(() => title(shown)).toBe('12 tilted crosses: together a spot');
  const spot = await edges();
  assert.ok(Math.max(...spot) - Math.min(...spot) < 40, spot.join());
});

test('kernel: the query is dragged and moved by keys, within the grid; the address keeps it', async () => {
  const { page, shown } = await alone('posenc-grid-kernel');
  const query = shown.locator('posenc-patches-plot .query');
  const isAt = (/** @type {number} */ col, /** @type {number} */ row) =>
    expect(query).toHaveAttribute('aria-label', `query at column ${col}, row ${row}`);
  await isAt(7, 7);
  await dragQuery(page, shown, { size: 15, by: [3, -2] });
  await isAt(10, 5);
  const { rows } = await takenData(page, shown);
  const { values } = kernelOf('axial', 14);
  close(
    column(rows, 4),
    rows.map(([x = NaN, y = NaN]) => values[y - 5 + 14][x - 10 + 14]),
  );
  await dragQuery(page, shown, { size: 15, by: [9, 0] });
  await isAt(14, 5);
  await query.press('ArrowDown');
  await isAt(14, 6);
  await query.press('ArrowRight');
  await isAt(14, 6);
  await query.press('Home');
  await isAt(0, 6);
  await query.press('End');
  await isAt(14, 6);
  await query.press('PageUp');
  await isAt(4, 6);
  // A smaller grid keeps it inside.
  await query.press('End');
  await set(shown, 'patches per side', 6);
  await isAt(5, 5);

  const from = await alone(
    'posenc-grid-kernel',
    '',
    '?grid-kernel.scheme=head&grid-kernel.query-x=2&grid-kernel.query-y=12',
  );
  await expect(from.shown.locator('posenc-patches-plot .query')).toHaveAttribute(
    'aria-label',
    'query at column 2, row 12',
  );
  const off = await alone('posenc-grid-kernel', '', '?grid-kernel.query-x=15');
  await off.shown.getByText('the column of the query must be from 0 to 14 but got 15').waitFor();
});

test('kernel: the picture is read by pointer and keys, at any width', async () => {
  const { page, shown } = await alone('posenc-grid-kernel');
  const plot = shown.locator('posenc-patches-plot');
  const { values } = kernelOf('axial', 14);
  await plot.locator('.box').focus();
  await page.keyboard.press('ArrowRight');
  await plot
    .getByText(`column 0, row 0: Δx = −7, Δy = −7, score ${decimals(values[7][7], 4)}`)
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await plot
    .getByText(`column 0, row 1: Δx = −7, Δy = −6, score ${decimals(values[8][7], 4)}`)
    .waitFor();
  await setWidth(page, 360);
  const frame = await plot.locator('g > .frame').boundingBox();
  assert.ok(frame && frame.x >= 0 && frame.x + frame.width <= 360 && frame.width > 230);
  await plot.hover({ position: { x: (frame.width * 14.5) / 15, y: (frame.height * 7.5) / 15 } });
  await plot
    .getByText(`column 14, row 7: Δx = 7, Δy = 0, score ${decimals(values[14][21], 4)}`)
    .waitFor();
});

/** The table of the figure, and what becomes of it. @param {{from: number, to: number, interpolation?: string}} how */
function resized({ from, to, interpolation = 'bicubic' }) {
  const table = ofTheCore('grid_table', { d_model: 64, base: 10000, rows: from, columns: from });
  const sizes = { from_rows: from, from_columns: from, to_rows: to, to_columns: to };
  return { old: table, ...ofTheCore('resized_grid', { table, ...sizes, interpolation }) };
}

/** @param {number[]} one @param {number[]} other */
function cosine(one, other) {
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, value, n) => sum + value * (b[n] ?? NaN), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

test(
  'resize: similarities in the old grid, resized, and not resized, are those of the tables',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await alone('posenc-grid-resize');
    assert.equal(await title(shown), 'Without resizing, the image shears');
    for (const interpolation of ['bicubic', 'bilinear']) {
      if (interpolation === 'bilinear') {
        await choose(shown, 'bilinear');
        await says(shown, 'resized rows (bilinear)');
      }
      const { old, table, norms, amplitudes } = resized({ from: 14, to: 24, interpolation });
      const { head, rows } = await takenData(page, shown);
      assert.deepEqual(head, [
        'column',
        'row',
        'old grid',
        'resized',
        'not resized',
        'norm resized',
      ]);
      const number = 3 * 24 + 10;
      // The patch of the old grid at the center of this one, and that of each.
      const place = (/** @type {number} */ n) => Math.floor(((n + 0.5) * 14) / 24);
      const oldOf = (/** @type {number} */ col, /** @type {number} */ row) =>
        old[place(row) * 14 + place(col)];
      close(
        column(rows, 2),
        rows.map(([col = NaN, row = NaN]) => cosine(oldOf(10, 3), oldOf(col, row))),
      );
      close(
        column(rows, 3),
        table.map((/** @type {number[]} */ row) => cosine(table[number], row)),
      );
      close(
        column(rows, 4).slice(0, 196),
        old.map((/** @type {number[]} */ row) => cosine(old[number], row)),
      );
      assert.ok(
        column(rows, 4)
          .slice(196)
          .every((value) => value === 0),
      );
      close(column(rows, 5), norms);
      const below = [rows[number + 24]?.[3] ?? NaN, rows[number + 24]?.[4] ?? NaN];
      await says(
        shown,
        `patch below: ${decimals(below[0] ?? NaN, 3)} resized, ${decimals(below[1] ?? NaN, 3)} not resized`,
      );
      await says(
        shown,
        `${decimals(Math.min(...norms), 3)} to ${decimals(Math.max(...norms), 3)} times an old row’s average length. Not resized, 196 of 576 patches have a row`,
      );
      if (interpolation === 'bilinear') {
        const share = (/** @type {number} */ value) => `${(100 * value).toFixed(0)}\u202f%`;
        await shown
          .getByText(`keep ${share(Math.min(...amplitudes))} to`)
          .first()
          .waitFor();
      }
    }
  },
);

test('resize: what has no row is left empty; at the old size all three agree', async () => {
  const { shown } = await alone('posenc-grid-resize');
  const color = (
    /** @type {number} */ grid,
    /** @type {number} */ col,
    /** @type {number} */ row,
  ) => colorAt(shown, grid, grid === 0 ? 14 : 24, col, row);
  assert.ok(await color(1, 23, 23));
  // 196 rows are 8 lines of 24, and 4 patches.
  assert.ok(await color(2, 3, 8));
  assert.equal(await color(2, 4, 8), null);
  await set(shown, 'new patches per side', 14);
  await expect.poll(() => title(shown)).toBe('The same size: nothing to resize');
  for (const [col, row] of [
    [0, 0],
    [9, 4],
    [13, 13],
  ]) {
    const colors = await Promise.all(
      [0, 1, 2].map((grid) => colorAt(shown, grid, 14, col ?? 0, row ?? 0)),
    );
    assert.ok(colors[0] && colors[0] === colors[1] && colors[0] === colors[2], colors.join());
  }
});

test('resize: a query dragged in one grid moves in all; where it has no row nothing is compared', async () => {
  const { page, shown } = await alone('posenc-grid-resize');
  const queries = shown.locator('posenc-patches-plot .query');
  const isAt = async (/** @type {[number, number]} */ old, /** @type {[number, number]} */ now) => {
    for (const [n, [col, row]] of [old, now, now].entries()) {
      await expect(queries.nth(n)).toHaveAttribute(
        'aria-label',
        new RegExp(`: query at column ${col}, row ${row}$`),
      );
    }
  };
  await isAt([6, 2], [10, 3]);
  await dragQuery(page, shown, { nth: 1, size: 24, by: [4, 2] });
  await isAt([8, 3], [14, 5]);
  await queries.nth(0).press('ArrowLeft');
  await isAt([7, 3], [12, 6]);
  await set(shown, 'row of the query', 16);
  await isAt([7, 9], [12, 16]);
  assert.equal(await colorAt(shown, 2, 24, 0, 0), null);
  await says(shown, 'none not resized, where one of the two has no row');
  // A smaller grid keeps it inside.
  await set(shown, 'new patches per side', 12);
  await isAt([13, 13], [11, 11]);
});

test('resize: a random table blurs, as the core’s', async () => {
  const { page, shown } = await alone('posenc-grid-resize', 'interpolation="bilinear"');
  await choose(shown, 'random table');
  await expect.poll(() => title(shown)).toBe('Resizing makes neighbors alike');
  const { rows } = await takenData(page, shown);
  const norms = column(rows, 5);
  // Between independent rows a mean is shorter than they are.
  const mean = norms.reduce((sum, norm) => sum + norm, 0) / norms.length;
  assert.ok(mean < 0.85, `${mean}`);
  await says(shown, `${decimals(Math.min(...norms), 3)} to`);
});

test('nothing sticks out, of the page or of a picture taken away', async () => {
  const tags = ['posenc-grid-kernel', 'posenc-grid-resize'];
  const body = tags.map((tag) => `<${tag}></${tag}>`).join('');
  const { page, context } = await withFigures(body, { options: {} });
  for (const width of [1280, 342]) {
    await setWidth(page, width);
    for (const tag of tags) {
      const shown = await figure(page, tag);
      const out = await sticksOut(context, await takenPicture(page, shown));
      assert.deepEqual(out, [], `${tag} at ${width} px`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});
