// Each figure against what the posenc command computes, as a reader sees it: the color of its cells, the places of
// its points, what it says under the arrow keys, and what it gives away.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import {
  assertSame,
  close,
  column,
  dotsOf,
  legendStep,
  painted,
  points,
  set,
  sticksOut,
  takenData,
  takenPicture,
} from './reading.mjs';
import { arrive, figure, ofTheCore, open, origin, setWidth, test, unfold, upTo } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const base = 10000;

test(
  'heatmap: the table of the core, in part and whole, at any width, and nothing complains',
  { tag: '@smoke' },
  async () => {
    const { page, hosts } = await open();
    const shown = await figure(page, 'posenc-heatmap');
    const core = (/** @type {number} */ d, /** @type {number} */ positions) =>
      ofTheCore('table', { d_model: d, base, positions: upTo(positions) });
    assertSame(await painted(shown, { rows: 50, cols: 64 }), core(128, 50), legendStep(2));
    await shown.getByLabel('Show the whole table').check();
    await shown.getByText('100 positions, 128 dimensions').waitFor();
    assertSame(await painted(shown, { rows: 100, cols: 128 }), core(128, 100), legendStep(2));
    await shown.getByLabel('Show the whole table').uncheck();

    await set(shown, 'width d', 32);
    await shown.getByText('d = 32').waitFor();
    assertSame(await painted(shown, { rows: 50, cols: 32 }), core(32, 50), legendStep(2));
    await set(shown, 'base', 10);
    await shown.getByText('base 10:').waitFor();
    const { head, rows } = await takenData(page, shown);
    assert.deepEqual(head.slice(0, 3), ['position', 'dimension 0', 'dimension 1']);
    const table = ofTheCore('table', { d_model: 32, base: 10, positions: upTo(100) });
    for (const [n, row] of rows.entries()) close(row, [n, ...table[n]]);
    assert.equal(rows.length, 100);
    assert.deepEqual([...hosts], [origin]);
  },
);

test('shift: where the matrix is 0 the background shows, in light and dark, and before any script', async () => {
  const { page } = await open({ options: { colorScheme: 'dark', reducedMotion: 'reduce' } });
  /** The screen's colors at the middle of two cells, and beside the picture. @param {Locator} plot @param {string} picture */
  const seen = async (plot, picture) => {
    const part = plot.locator(picture).first();
    await part.scrollIntoViewIfNeeded();
    const box = await part.boundingBox();
    const shot = PNG.sync.read(await page.screenshot());
    const at = (/** @type {number} */ row, /** @type {number} */ col) => {
      const x = Math.round((box?.x ?? 0) + ((col + 0.5) * (box?.width ?? 0)) / 8);
      const y = Math.round((box?.y ?? 0) + ((row + 0.5) * (box?.height ?? 0)) / 8);
      return [...shot.data.subarray(4 * (y * shot.width + x), 4 * (y * shot.width + x) + 3)];
    };
    // (Beside it between two rows, where none of their names stands.)
    return { zero: at(0, 7), one: at(7, 7), beside: at(3.5, -0.8) };
  };
  const shown = await figure(page, 'posenc-shift');
  const plot = shown.locator('posenc-matrix-plot').first();
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    const { zero, one, beside } = await seen(plot, 'canvas');
    assert.deepEqual(zero, beside, colorScheme);
    assert.ok((one[0] ?? 0) > 190 && (one[1] ?? 255) < 70, `${one} is red`);
  }
  const still = await open({ mayComplain: true, options: { javaScriptEnabled: false } });
  const picture = await still.page.locator('posenc-shift img').first().getAttribute('src');
  const svg = await (
    await still.page.request.get(new URL(picture ?? '', still.page.url()).href)
  ).text();
  const [, pixels = ''] = /<image [^>]*href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
  const png = PNG.sync.read(Buffer.from(pixels, 'base64'));
  assert.equal(png.data[4 * 7 + 3], 0, 'nothing is painted at row 0, column 7');
  assert.equal(png.data[4 * 63 + 3], 255);
});

test('heatmap: its title says what the numbers say', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  await shown.getByText('Fast left, slow right').waitFor();
  await set(shown, 'base', 0.5);
  await shown.getByText('Slow left, fast right').waitFor();
  await set(shown, 'base', 1);
  await shown.getByText('Equally fast left and right').waitFor();
  const changes = ofTheCore('sign_changes', { d_model: 128, base: 10000, count: 100 });
  await set(shown, 'base', 10000);
  await shown.getByText('Fast left').waitFor();
  const words = await shown.locator('.summary').textContent();
  assert.match(words ?? '', new RegExp(`dimension 0, changes sign ${changes[0]} times`));
  assert.match(words ?? '', new RegExp(`dimension 62, ${changes[62]} times`));
});

test('similarity: the cosine similarities of the core', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-similarity');
  const core = ofTheCore('similarity_matrix', { d_model: 128, base, count: 50 });
  // Its colors begin at 0, not at the lowest of these numbers, which is well above it.
  const lowest = 0;
  assert.ok(Math.min(...core.flat()) > 0.2);
  assertSame(
    await painted(shown, { rows: 50, cols: 50, lowest, highest: 1 }),
    core,
    legendStep(1 - lowest),
  );
  await shown.getByText('Equal distance, equal color').waitFor();
  const { rows } = await takenData(page, shown);
  for (const [n, row] of rows.entries()) close(row, [n, ...core[n]]);
});

test('waveforms: the columns of the core, in strips', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-waveforms');
  const table = ofTheCore('table', { d_model: 128, base, positions: upTo(50) });
  const lengths = ofTheCore('wavelengths', { d_model: 128, base });
  const dimensions = [0, 1, 10, 20, 50];
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(
    head.slice(1),
    dimensions.map((one) => `dimension ${one}`),
  );
  for (const [n, row] of rows.entries()) close(row, [n, ...dimensions.map((one) => table[n][one])]);

  const [dots = []] = await dotsOf(shown.locator('posenc-strip-plot'));
  const drawn = await shown.locator('posenc-strip-plot').evaluate((plot) => {
    const svg = plot.shadowRoot?.querySelector('svg');
    const zeros = [...(svg?.querySelectorAll('line.grid') ?? [])].map((line) =>
      Number(line.getAttribute('y1')),
    );
    return {
      zeros,
      notes: [...(svg?.querySelectorAll('text') ?? [])].map((text) => text.textContent),
    };
  });
  assert.equal(dots.length, 5 * 50);
  // The highest and lowest dot of the first strip stand for nearly 1 and -1.
  const first = dots.slice(0, 50).map(({ y }) => y);
  const half = (Math.max(...first) - Math.min(...first)) / 2;
  for (const [n, { y }] of dots.entries()) {
    const value = ((drawn.zeros[Math.floor(n / 50)] ?? 0) - y) / half;
    const expected = table[n % 50][dimensions[Math.floor(n / 50)] ?? 0];
    assert.ok(Math.abs(value - expected) < 0.02, `dot ${n}: ${value}, not ${expected}`);
  }
  assert.ok(
    drawn.notes.includes(`λ ${lengths[25].toPrecision(3)}`),
    'the wavelength of dimension 50',
  );

  await shown.getByLabel('dimensions', { exact: true }).fill('3, 128');
  await shown.getByLabel('dimensions', { exact: true }).press('Enter');
  await shown
    .getByText('[sinusoidal] each of dimensions must be a whole number from 0 to 127 but got 128')
    .waitFor();
  await shown.getByLabel('dimensions', { exact: true }).fill('7 6');
  await shown.getByLabel('dimensions', { exact: true }).press('Enter');
  await shown.getByText(`Each wave: ${lengths[3].toPrecision(3)} positions`).waitFor();

  const even = page.locator('posenc-waveforms').nth(1);
  await arrive(even, 'figure[aria-busy=false]');
  await unfold(even);
  const taken = await takenData(page, even);
  assert.deepEqual(
    taken.head.slice(1),
    upTo(8).map((i) => `dimension ${2 * i}`),
  );
  const small = ofTheCore('table', { d_model: 16, base, positions: upTo(20) });
  for (const [n, row] of taken.rows.entries())
    close(row, [n, ...upTo(8).map((i) => small[n][2 * i])]);
});

test('dot products: the dots of the core, and they stay where they are when the position moves', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-dot-products');
  const offsets = upTo(21).map((n) => n - 10);
  const core = ofTheCore('dot_products_around', { d_model: 128, base, position: 50, offsets });
  const plot = shown.locator('posenc-line-plot');
  const before = await points(plot);
  close(column(before, 0), offsets, 0.02);
  close(column(before, 1), core, 0.01);
  const { rows } = await takenData(page, shown);
  close(column(rows, 1), core);
  await set(shown, 'position', 777);
  await shown.getByText('PE(777) · PE(777 + k)').waitFor();
  const after = await points(plot);
  close(column(after, 0), column(before, 0));
  close(column(after, 1), column(before, 1));
  await shown.getByText('Only the offset counts').waitFor();
});

/** What a clock's machine shows: its hands, its waves and the cells of its table. @param {Locator} shown */
const machine = (shown) =>
  shown.locator('posenc-machine-plot').evaluate((plot) => {
    const all = (/** @type {string} */ what) => [
      ...(plot.shadowRoot?.querySelectorAll(what) ?? []),
    ];
    const numbers = (/** @type {Element} */ one, /** @type {string[]} */ names) =>
      names.map((name) => Number(one.getAttribute(name)));
    return {
      hands: all('line.hand').map((one) => numbers(one, ['x1', 'y1', 'x2', 'y2'])),
      radius: Number(all('circle.rim')[0]?.getAttribute('r')),
      pens: all('circle.pen').map((one) => numbers(one, ['cx', 'cy'])),
      waves: all('path.drawn:not(.coming)').map((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [
          Number(x),
          Number(y),
        ]),
      ),
      arcs: all('circle.arc').map((arc) => ({
        earlier: arc.classList.contains('earlier'),
        turned: Number(/rotate\((-?[\d.]+)/.exec(arc.getAttribute('transform') ?? '')?.[1]),
        swept: Number((arc.getAttribute('stroke-dasharray') ?? '').split(' ')[0]),
      })),
      pictures: all('canvas').map((canvas) =>
        /** @type {HTMLCanvasElement} */ (canvas).toDataURL(),
      ),
    };
  });

/** The numbers that a picture of red and blue cells stands for. @param {string} picture */
function cellsOf(picture) {
  const { data, width, height } = PNG.sync.read(Buffer.from(picture.split(',')[1] ?? '', 'base64'));
  return upTo(height).map((row) =>
    upTo(width).map((col) => {
      const [red = 0, , blue = 0, opacity = 0] = data.subarray(4 * (row * width + col));
      return ((red > blue ? 1 : -1) * opacity) / 255;
    }),
  );
}

test('clock: hands, waves and the table are those of the core', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-clock');
  await set(shown, 'position', 12.5);
  await shown.getByText('PE(12.5)').waitFor();
  await shown.locator('posenc-machine-plot').evaluate(async (plot) => {
    while (/** @type {any} */ (plot).exact === null) await new Promise(requestAnimationFrame);
    await /** @type {any} */ (plot).updateComplete;
  });
  const core = (/** @type {number[]} */ positions) =>
    ofTheCore('table', { d_model: 24, base, positions });
  const [row] = core([12.5]);
  const { hands, radius, waves, pens, pictures } = await machine(shown);
  assert.deepEqual([hands.length, waves.length, pictures.length], [6, 6, 6]);
  for (const [i, [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN]] of hands.entries()) {
    close([(x2 - x1) / radius, (y1 - y2) / radius], [row[2 * i], row[2 * i + 1]], 1e-6);
    close([pens[i]?.[0] ?? NaN], [x2], 1e-9);
  }
  const table = core(upTo(64));
  for (const [i, picture] of pictures.entries()) {
    for (const [position, [sine = NaN, cosine = NaN]] of cellsOf(picture).entries()) {
      close([sine, cosine], table[position].slice(2 * i, 2 * i + 2), 1 / 128);
    }
  }
  // Along a wave: from 12 o'clock at position 0, a point for each place that is computed, down to the pen.
  for (const [i, wave] of waves.entries()) {
    const [first, end] = [wave[0], pens[i]];
    const rise = ((end?.[1] ?? NaN) - (first?.[1] ?? NaN)) / 12.5;
    const positions = wave.map(([, y = NaN]) => (y - (first?.[1] ?? NaN)) / rise);
    assert.ok(positions.length > 4);
    const sines = column(core(positions), 2 * i);
    const middle = hands[i]?.[0] ?? NaN;
    // Its points are written to a tenth of a pixel: to a twentieth of a position.
    close(
      wave.map(([x = NaN]) => (x - middle) / radius),
      sines,
      0.05,
    );
  }
  const { rows } = await takenData(page, shown);
  close(column(rows, 3), ofTheCore('turns', { d_model: 24, base, position: 12.5 }));
});

test('clock: k steps turn every hand by its own angle, wherever it stands', async () => {
  const { page } = await open({ options: { reducedMotion: 'reduce' } });
  const shown = await figure(page, 'posenc-clock');
  const turns = (/** @type {number} */ position) =>
    ofTheCore('turns', { d_model: 24, base, position }).slice(0, 6);
  const degrees = (/** @type {number[]} */ some) => some.map((one) => 360 * (one % 1) - 90);
  await set(shown, 'steps k', 4);
  const on = shown.getByRole('button', { name: '+4 steps' });
  await on.click();
  await shown.getByText('from 36 to 40. Step again').waitFor();
  const first = await machine(shown);
  close(
    first.arcs.map(({ swept }) => swept),
    turns(4),
    1e-4,
  );
  close(
    first.arcs.map(({ turned }) => turned),
    degrees(turns(36)),
    0.01,
  );
  await on.click();
  await shown.getByText('from 40 to 44; inner arcs from 36 to 40').waitFor();
  const { arcs } = await machine(shown);
  assert.equal(arcs.length, 12);
  const own = (/** @type {boolean} */ earlier) => arcs.filter((arc) => arc.earlier === earlier);
  close(
    own(false).map(({ turned }) => turned),
    degrees(turns(40)),
    0.01,
  );
  for (const [n, { swept, turned }] of own(true).entries()) {
    assert.equal(swept, own(false)[n]?.swept, 'the same angle');
    close([turned], [first.arcs[n]?.turned ?? NaN], 0.01);
  }
  // Over the end it begins again; what is set by hand has no arcs.
  await set(shown, 'position', 61);
  await shown.getByText('PE(61)').waitFor();
  assert.deepEqual((await machine(shown)).arcs, []);
  await on.click();
  await shown.getByText('from 0 to 4. Step again').waitFor();
});

test('clock: a hand is dragged to where it points, and rests at a whole position', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-clock');
  const lengths = ofTheCore('wavelengths', { d_model: 24, base });
  await set(shown, 'position', 0);
  await shown.getByText('PE(0), d = 24').waitFor();
  // At rest: a hand is dragged from where it is, to the nearest turn.
  await expect
    .poll(() =>
      shown.locator('posenc-machine-plot').evaluate((plot) => /** @type {any} */ (plot).at),
    )
    .toBe(0);
  const dial = await shown.locator('.grip').nth(2).boundingBox();
  assert.ok(dial);
  const [x, y, radius] = [dial.x + dial.width / 2, dial.y + dial.height / 2, 0.4 * dial.width];
  const ways = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ];
  await page.mouse.move(x, y - radius);
  await page.mouse.down();
  for (const [n, [right = 0, down = 0]] of [...ways, [0, -1], [1, 0]].entries()) {
    await page.mouse.move(x + radius * right, y + radius * down, { steps: 8 });
    const at = await shown
      .locator('posenc-machine-plot')
      .evaluate((plot) => /** @type {any} */ (plot).at);
    assert.ok(Math.abs(at - (n * lengths[2]) / 4) < 0.5, `${at} after ${n} quarters`);
  }
  await page.mouse.move(x + radius, y + 0.1 * radius);
  await page.mouse.up();
  const whole = Math.round((5 * lengths[2]) / 4 + 0.0155 * lengths[2]);
  await shown.getByText(`PE(${whole}), d = 24`).waitFor();
  // So does the shift, which shares its position.
  const shift = await figure(page, 'posenc-shift');
  await shift.getByText(`M₃ carries PE(${whole}) to PE(${whole + 3})`).waitFor();
  await shown.scrollIntoViewIfNeeded();

  // A wave is dragged down, once the page above it has settled.
  const paper = shown.locator('.paper').first();
  const { height } = (await paper.boundingBox()) ?? { height: NaN };
  await paper.hover({ position: { x: 40, y: (height * 10.5) / 64 } });
  await page.mouse.down();
  const waves = await paper.boundingBox();
  assert.ok(waves);
  await page.mouse.move(waves.x + 40, waves.y + (height * 30.5) / 64, { steps: 5 });
  await page.mouse.up();
  await shown.getByText('PE(30), d = 24').waitFor();
});

test('shift: M, its product and what is wanted, from the core', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-shift');
  await set(shown, 'position', 7);
  await set(shown, 'shift k', -4);
  await shown.getByText('M₋₄ carries PE(7) to PE(3)').waitFor();
  const params = { d_model: 8, base, shift: -4, position: 7 };
  const matrix = ofTheCore('shift_matrix', params);
  assertSame(await painted(shown, { rows: 8, cols: 8 }), matrix, legendStep(2));
  const carried = ofTheCore('shift_apply', params);
  const [start, target] = ofTheCore('table', { d_model: 8, base, positions: [7, 3] });
  const vectors = upTo(8).map((n) => [start[n], carried[n], target[n], 0]);
  assertSame(await painted(shown, { rows: 8, cols: 4, nth: 1 }), vectors, legendStep(2));
  const { rows } = await takenData(page, shown);
  close(column(rows, 2), carried);
  close(column(rows, 3), target);
  for (const difference of column(rows, 4)) assert.ok(Math.abs(difference) < 1e-14);
});

test('wavelengths: the points of the core, below the limit', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-wavelengths');
  const core = ofTheCore('wavelengths', { d_model: 128, base });
  const drawn = await points(shown.locator('posenc-line-plot'), true);
  close(column(drawn, 0), upTo(64), 0.02);
  close(column(drawn, 1), core, 0.02);
  const { rows } = await takenData(page, shown);
  close(column(rows, 2), core);
  close(column(rows, 1), ofTheCore('inverse_frequencies', { d_model: 128, base }));
});

test('float32: the differences of the core, also where there are none', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-float32');
  const { rows } = await takenData(page, shown);
  const positions = upTo(21).map((n) => 2 ** n);
  assert.deepEqual(column(rows, 0), positions);
  const core = ofTheCore('float32_errors', { d_model: 128, base, positions });
  for (const [n, row] of rows.entries()) close(row.slice(1), core[n], 1e-15);

  const drawn = () =>
    shown.locator('posenc-line-plot').evaluate((plot) => {
      const svg = plot.shadowRoot?.querySelector('svg');
      return {
        curves: [...(svg?.querySelectorAll('path') ?? [])].map(
          (path) => path.getAttribute('d') ?? '',
        ),
        names: [...(svg?.querySelectorAll('text.series') ?? [])].map((text) => text.textContent),
      };
    });
  const { curves, names } = await drawn();
  assert.deepEqual(names.sort(), ['exp − double', 'power − double', 'power − exp']);
  /** Logarithms of the differences and heights in pixels: one straight line for all curves. */
  const marks = curves.flatMap((curve, at) =>
    [...curve.matchAll(/,(-?[\d.]+)/g)].map(([, y], n) => [Math.log10(core[n][2 - at]), Number(y)]),
  );
  assert.equal(marks.length, 3 * 21);
  const [first, last] = [marks[0], marks[20]];
  const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = [...(first ?? []), ...(last ?? [])];
  const slope = (y1 - y0) / (x1 - x0);
  for (const [log = NaN, y = NaN] of marks) {
    assert.ok(Math.abs(y0 + (log - x0) * slope - y) < 1, `${y} for 10^${log}`);
  }

  await set(shown, 'width d', 2);
  await shown.getByText('Both forms agree here').waitFor();
  const none = await drawn();
  assert.deepEqual(
    none.names.sort(),
    ['exp − double', 'power − double'],
    'a curve of zeros has no place',
  );
  assert.doesNotMatch(none.curves.join(), /NaN/);
});

test(
  'a picture is read with the arrow keys, and the table holds the same numbers',
  { tag: '@smoke' },
  async () => {
    const { page } = await open();
    const shown = await figure(page, 'posenc-heatmap');
    const table = ofTheCore('table', { d_model: 128, base, positions: upTo(50) });
    const plot = shown.locator('.box');
    await plot.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
    }
    const value = table[2][2].toFixed(4).replace('-', '\u2212');
    await shown
      .getByText(`PE(2, 2) = ${value}: position 2, dimension 2, the sine of pair 1`)
      .waitFor();
    await page.keyboard.press('End');
    await shown.getByText('position 2, dimension 63, the cosine of pair 31').waitFor();
    await page.keyboard.press('Escape');
    await shown.getByText('position 2, dimension 63').waitFor({ state: 'detached' });

    const open_ = shown.getByRole('button', { name: 'Show the data' });
    await open_.click();
    const third = shown.locator('.data tbody tr').nth(2);
    await third.waitFor();
    const cells = await third.locator('th, td').allInnerTexts();
    assert.equal(await shown.locator('.data tbody tr').count(), 10);
    await shown.getByText(': the first 10 of 100 rows; the download has all of them').waitFor();
    await shown.getByRole('button', { name: 'Show 46 rows' }).click();
    await shown.locator('.data tbody tr').nth(10).waitFor();
    assert.equal(await shown.locator('.data tbody tr').count(), 46);
    assert.equal(await shown.locator('.data').getByRole('button').count(), 0);
    assert.ok(await shown.locator('.data').evaluate((region) => region.matches(':focus')));
    close(
      cells.map(Number),
      [2, ...ofTheCore('table', { d_model: 128, base, positions: [2] })[0]],
      1e-5,
    );
    await shown.getByRole('button', { name: 'Hide the data' }).click();
    assert.equal(await shown.locator('.data').count(), 0);
  },
);

test('a picture is read under the pointer', async () => {
  const { page } = await open();
  for (const [selector, words] of /** @type {const} */ ([
    ['posenc-similarity', /^positions \d+ and \d+, /],
    ['posenc-waveforms', /^position \d+: dim 0 /],
    ['posenc-dot-products', /^offset .*: PE\(50\) · PE/],
    ['posenc-clock', /^PE\(\d+, \d+\) = .*, the sine of pair \d+$/],
    ['posenc-shift', /^M, row \d, column \d: /],
    ['posenc-wavelengths', /^pair \d+, dimensions \d+ and \d+: wavelength /],
    ['posenc-float32', /^position \d+: the forms differ by /],
  ])) {
    const shown = await figure(page, selector);
    const box = await shown.locator('.box').first().boundingBox();
    assert.ok(box);
    await shown
      .locator('.box')
      .first()
      .hover({ position: { x: box.width * 0.4, y: box.height * 0.3 } });
    await shown.locator('.reading').first().filter({ hasText: words }).waitFor();
  }
});

test('a picture can be taken away: its title, its axes and its cells', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Picture (SVG)' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'posenc-table-d-model128-base10000-positions100.svg');
  const svg = readFileSync(await download.path(), 'utf8');
  assert.match(svg, /Fast left, slow right/);
  assert.match(svg, /<image[^>]*href="data:image\/png;base64/);
  assert.match(svg, />dimension<\/text>/);
  assert.doesNotMatch(svg, /var\(--|class=/, 'nothing that only this page can resolve');
});

test('no text of a picture that is taken away sticks out of it', async () => {
  const { page, context } = await open();
  for (const width of [1280, 360]) {
    await setWidth(page, width);
    for (const selector of [
      ...['posenc-heatmap', 'posenc-similarity', 'posenc-waveforms', 'posenc-dot-products'],
      ...['posenc-clock', 'posenc-shift', 'posenc-wavelengths', 'posenc-float32'],
    ]) {
      const shown = await figure(page, selector);
      const out = await sticksOut(context, await takenPicture(page, shown));
      assert.deepEqual(out, [], `${selector} at ${width} px`);
    }
  }
});

test('presses that follow at once: a fold says so at once, the last press counts, and the link has it', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  await unfold(shown);
  const seen = await shown.evaluate((one) => {
    const root = /** @type {ShadowRoot} */ (one.shadowRoot);
    const buttons = [...root.querySelectorAll('button, a')];
    const named = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (buttons.find((button) => button.textContent?.trim() === name));
    const whole = /** @type {HTMLElement} */ (root.querySelector('[role=switch]'));
    const isOpen = () => named('More').getAttribute('aria-expanded');
    whole.click();
    named('Link to this state').click();
    const { search } = location;
    const folds = [isOpen()];
    for (let n = 0; n < 3; n++) {
      named('More').click();
      folds.push(isOpen());
    }
    return { search, folds };
  });
  assert.match(seen.search, /heatmap\.\w+=yes/);
  assert.deepEqual(seen.folds, ['true', 'false', 'true', 'false']);
  await shown.getByText('100 positions, 128 dimensions').waitFor();
  await expect(shown.locator('#more')).toBeHidden();
  assert.equal(
    await shown.getByText('More', { exact: true }).getAttribute('aria-expanded'),
    'false',
  );

  await unfold(shown);
  await shown.evaluate((one) => {
    const root = /** @type {ShadowRoot} */ (one.shadowRoot);
    const whole = /** @type {HTMLElement} */ (root.querySelector('[role=switch]'));
    whole.click();
    whole.click();
    const reset = [...root.querySelectorAll('button')].find(
      (button) => button.textContent === 'Reset',
    );
    reset?.click();
  });
  await shown.getByText('100 positions, 128 dimensions').waitFor({ state: 'detached' });
  assert.equal(await shown.getByRole('switch').isChecked(), false);
});

test('dragging a slider asks for the first and the last value, and none in between', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  /** @type {number[]} */
  const asked = await shown.locator('posenc-number[label="width d"]').evaluate(async (control) => {
    // The worker gets its messages when the drag is over: as slow as a machine can be.
    const { postMessage } = Worker.prototype;
    /** @type {(() => void)[]} */
    const held = [];
    /** @type {number[]} */
    const asked = [];
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (message.method === 'sinusoidalTable') asked.push(message.args[0].dModel);
      held.push(() => postMessage.call(this, message));
    };
    const slider = /** @type {HTMLInputElement} */ (
      control.shadowRoot?.querySelector('[type=range]')
    );
    for (let d = 202; d <= 300; d += 2) {
      slider.value = String(d);
      slider.dispatchEvent(new Event('input'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (message.method === 'sinusoidalTable') asked.push(message.args[0].dModel);
      postMessage.call(this, message);
    };
    for (const send of held) send();
    return asked;
  });
  await shown.getByText('d = 300').waitFor();
  const core = ofTheCore('table', { d_model: 300, base, positions: upTo(50) });
  assertSame(await painted(shown, { rows: 50, cols: 64 }), core, legendStep(2));
  assert.deepEqual(asked, [202]);
});

test('a value that the core refuses gets the core’s error, and the picture stays', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  await set(shown, 'width d', 7);
  await shown.getByText('[frequencies] width d must be a positive even number but got 7').waitFor();
  const core = ofTheCore('table', { d_model: 128, base, positions: upTo(50) });
  assertSame(await painted(shown, { rows: 50, cols: 64 }), core, legendStep(2));
  await set(shown, 'width d', 8);
  await shown.getByText('d = 8').waitFor();
  assert.equal(await shown.getByText('must be a positive even number').count(), 0);

  const box = shown.locator('posenc-number[label="width d"] input[type=text]');
  await set(shown, 'width d', 4098);
  const tooWide = shown.getByText(
    'In this figure, width d must be a number up to 4096 but got 4098.',
  );
  await tooWide.waitFor();
  await set(shown, 'width d', 'wide');
  await shown.getByText('width d must be a number but got "wide".').waitFor();
  // Left alone, the box says again what it was set to last.
  await box.blur();
  assert.equal(await box.inputValue(), '4098');
  await tooWide.waitFor();
  assert.equal(await shown.getByText('but got "wide"').count(), 0);
  await set(shown, 'base', '10,000');
  await shown.getByText('Write base without commas: 10000').waitFor();
});

test('an error beside the figure says that the core cannot be loaded, and it is asked for again', async () => {
  const { page } = await open({
    mayComplain: true,
    prepare: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
  });
  const shown = await figure(page, 'posenc-heatmap');
  const told = shown.getByText('The computing core could not be loaded (404');
  await told.waitFor();
  await page.unroute('**/*.wasm');
  await shown.getByRole('button', { name: 'Try again' }).click();
  // Its still says the same as the figure: what went wrong goes.
  await told.waitFor({ state: 'detached' });
  await shown.getByText('Fast left').waitFor();
});

test('on another page a figure is one script tag and one tag, and brings its own look', async () => {
  const { page } = await open({
    at: 'somebody-elses.html',
    prepare: (page) =>
      page.route('**/somebody-elses.html', (route) =>
        route.fulfill({
          contentType: 'text/html',
          // With its own names for colors.
          body: `<!doctype html><title>x</title><link rel="icon" href="data:,"><style>:root{--paper:red;--ink:red}</style><script type="module" src="./embed.js"></script>
            <posenc-heatmap d-model="16" positions="20"></posenc-heatmap><posenc-clock></posenc-clock>`,
        }),
      ),
  });
  const shown = await figure(page, 'posenc-heatmap');
  const core = ofTheCore('table', { d_model: 16, base, positions: upTo(20) });
  assertSame(await painted(shown, { rows: 20, cols: 16 }), core, legendStep(2));
  await figure(page, 'posenc-clock');
  const [sheet, hand] = await page.evaluate(() => {
    const look = (/** @type {string} */ tag, /** @type {string} */ inside) =>
      document.querySelector(tag)?.shadowRoot?.querySelector(inside);
    const plot = look('posenc-clock', 'posenc-machine-plot')?.shadowRoot;
    return [
      getComputedStyle(/** @type {Element} */ (look('posenc-heatmap', 'figure'))).backgroundColor,
      getComputedStyle(/** @type {Element} */ (plot?.querySelector('line.hand'))).stroke,
    ];
  });
  assert.equal(sheet, 'rgb(255, 255, 255)');
  assert.equal(hand, 'rgb(29, 28, 26)');
  await page.evaluate(() => document.body.append(document.createElement('posenc-wavelengths')));
  await figure(page, 'posenc-wavelengths');
  assert.equal(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--posenc-paper'),
    ),
    '',
    'the other page keeps its own',
  );
});
