// What every figure does in a browser: it paints, is read, set, refused, and taken away. (What figures draw and say is
// tested without one: tests/web/figures-*.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { filesOfElements } from '../../tools/lib/elements.mjs';
import { ofTheCore, upTo } from '../of-the-core.mjs';
import { assertSame, legendStep, painted, set, takenData } from './reading.mjs';
import { arrive, figure, open, origin, setWidth, test, unfold, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

/** The table of the waves. @param {number} d @param {number} positions */
const table = (d, positions) =>
  ofTheCore('table', { d_model: d, base: 10000, positions: upTo(positions) });

test(
  'heatmap: its cells are painted, in part and whole, and no other host is asked',
  { tag: '@smoke' },
  async () => {
    const { page, hosts } = await open();
    const shown = await figure(page, 'posenc-heatmap');
    assertSame(await painted(shown, { rows: 50, cols: 64 }), table(128, 50), legendStep(2));
    await shown.getByLabel('Show the whole table').check();
    await shown.getByText('100 positions, 128 columns').waitFor();
    await set(shown, 'width d', 32);
    await shown.getByText('32 columns').waitFor();
    const whole = () => painted(shown, { rows: 100, cols: 32 });
    await expect(async () => assertSame(await whole(), table(32, 100), legendStep(2))).toPass();
    const { head, rows } = await takenData(page, shown);
    assert.deepEqual([head[2], head.length, rows.length], ['dimension 1', 33, 100]);
    assert.deepEqual([...hosts], [origin]);
  },
);

test('shift: where the matrix is 0 the background shows, in light and dark, and before any script', async () => {
  const { page } = await open({ options: { colorScheme: 'dark', reducedMotion: 'reduce' } });
  const plot = (await figure(page, 'posenc-shift')).locator('posenc-matrix-plot').first();
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    const part = plot.locator('canvas').first();
    await part.scrollIntoViewIfNeeded();
    const { x = NaN, y = NaN, width = NaN } = (await part.boundingBox()) ?? {};
    const shot = PNG.sync.read(await page.screenshot());
    /** @param {number} row @param {number} col */
    const at = (row, col) => {
      const across = Math.round(x + ((col + 0.5) * width) / 8);
      const down = Math.round(y + ((row + 0.5) * width) / 8);
      const pixel = 4 * (down * shot.width + across);
      return [...shot.data.subarray(pixel, pixel + 3)];
    };
    // (Beside it between two rows, where none of their names stands.)
    assert.deepEqual(at(0, 7), at(3.5, -0.8), colorScheme);
    const [red = 0, , blue = 255] = at(7, 7);
    assert.ok(red > 190 && blue < 70, `${at(7, 7)} is red`);
  }
  const still = await open({ mayComplain: true, options: { javaScriptEnabled: false } });
  const picture = await still.page.locator('posenc-shift img').first().getAttribute('src');
  const address = new URL(picture ?? '', still.page.url()).href;
  const svg = await (await still.page.request.get(address)).text();
  const [, pixels = ''] = /<image [^>]*href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
  const png = PNG.sync.read(Buffer.from(pixels, 'base64'));
  assert.equal(png.data[4 * 7 + 3], 0, 'nothing is painted at row 0, column 7');
  assert.equal(png.data[4 * 63 + 3], 255);
});

test('a picture is read under the pointer and with the arrow keys; the table holds the same numbers', async () => {
  const { page } = await open();
  for (const [selector, words] of /** @type {const} */ ([
    ['posenc-waveforms', /^position \d+: dim 0 /],
    ['posenc-clock', /^PE\(\d+, \d+\) = .*, the sine of pair \d+$/],
    ['posenc-wavelengths', /^pair \d+, dimensions \d+ and \d+: wavelength /],
  ])) {
    const shown = await figure(page, selector);
    const box = shown.locator('.box').first();
    const { width = NaN, height = NaN } = (await box.boundingBox()) ?? {};
    await box.hover({ position: { x: width * 0.4, y: height * 0.3 } });
    await expect(shown.locator('.reading').first()).toHaveText(words);
  }
  const shown = await figure(page, 'posenc-heatmap');
  await shown.locator('.box').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
  }
  const value = table(128, 3)[2][2].toFixed(4).replace('-', '−');
  await shown.getByText(`PE(2, 2) = ${value}: position 2, dimension 2`).waitFor();
  await page.keyboard.press('Escape');
  await expect(shown.locator('.reading')).toHaveText('');

  const region = shown.locator('.data');
  const rows = region.locator('tbody tr');
  await shown.getByRole('button', { name: 'Show the data' }).click();
  await expect(rows).toHaveCount(10);
  await region.getByText(': the first 10 of 100 rows; the download has all of them').waitFor();
  await shown.getByRole('button', { name: 'Show 46 rows' }).click();
  await expect(rows).toHaveCount(46);
  await expect(region).toBeFocused();
  const cells = await rows.nth(2).locator('th, td').allInnerTexts();
  assert.deepEqual(cells.slice(0, 3).map(Number), [
    2,
    ...table(128, 3)[2]
      .slice(0, 2)
      .map((/** @type {number} */ one) => Number(one.toPrecision(6))),
  ]);
  await shown.getByRole('button', { name: 'Hide the data' }).click();
  await expect(region).toHaveCount(0);
});

/** The picture of every figure of a page, and what of it lies outside of its frame. @param {Page} page */
const takenPictures = (page) =>
  page.evaluate(async () => {
    /** @type {Blob[]} */
    const saved = [];
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob) => {
      saved.push(/** @type {Blob} */ (blob));
      return 'data:,';
    };
    HTMLAnchorElement.prototype.click = function () {
      if (!this.download) click.call(this);
    };
    const found = [];
    for (const one of document.querySelectorAll('main > *')) {
      const root = /** @type {ShadowRoot} */ (one.shadowRoot);
      const button = (/** @type {string} */ name) =>
        [...root.querySelectorAll('button')].find((own) => own.textContent?.trim() === name);
      const before = saved.length;
      button('Picture (SVG)')?.click();
      while (saved.length === before) await new Promise(requestAnimationFrame);
      const svg = (await saved.at(-1)?.text()) ?? '';
      const alone = document.body.appendChild(document.createElement('div'));
      alone.attachShadow({ mode: 'open' }).innerHTML = svg;
      const frame = alone.shadowRoot?.querySelector('svg')?.getBoundingClientRect();
      const out = [...(alone.shadowRoot?.querySelectorAll('text, image') ?? [])].filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return (
          !frame ||
          left < frame.left ||
          top < frame.top ||
          right > frame.right + 1 ||
          bottom > frame.bottom + 1
        );
      });
      alone.remove();
      found.push({
        name: one.localName,
        title: root.querySelector('figcaption')?.textContent?.trim() ?? '',
        svg,
        out: out.map((part) => part.textContent),
      });
    }
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
    return found;
  });

const figures = [...filesOfElements()].flatMap(([tag, file]) =>
  file.startsWith('web/src/figures/') ? [tag] : [],
);

test('every picture can be taken away whole, on a phone and beside text', async () => {
  assert.ok(figures.length > 30);
  // Some at a time: a page with all of them would take long to come.
  for (let first = 0; first < figures.length; first += 7) {
    const tags = figures.slice(first, first + 7);
    const { page } = await withFigures(tags.map((tag) => `<${tag}></${tag}>`).join(''));
    for (const width of [1280, 342]) {
      await setWidth(page, width);
      for (const tag of tags) await figure(page, tag);
      const pictures = await takenPictures(page);
      assert.equal(pictures.length, tags.length);
      for (const { name, title, svg, out } of pictures) {
        assert.deepEqual(out, [], `${name} at ${width} px`);
        // (A title may be broken into lines.)
        assert.ok(svg.includes(`>${title.split(' ')[0]}`), `${name}: ${title}`);
        assert.doesNotMatch(svg, /var\(--|class=/, `${name} has what only this page can resolve`);
      }
    }
  }
});

test('presses that follow at once: a fold says so at once, the last press counts, and the link has it', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-heatmap');
  const seen = await shown.evaluate((one) => {
    const root = /** @type {ShadowRoot} */ (one.shadowRoot);
    const buttons = [...root.querySelectorAll('button, a')];
    const named = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (buttons.find((button) => button.textContent?.trim() === name));
    const whole = /** @type {HTMLElement} */ (root.querySelector('[role=switch]'));
    whole.click();
    named('Link to this state').click();
    const { search } = location;
    const folds = [1, 2, 3].map(() => {
      named('More').click();
      return named('More').getAttribute('aria-expanded');
    });
    return { search, folds };
  });
  assert.match(seen.search, /heatmap\.whole=yes/);
  assert.deepEqual(seen.folds, ['false', 'true', 'false']);
  await shown.getByText('100 positions, 128 columns').waitFor();
  await expect(shown.locator('#more')).toBeHidden();
  await unfold(shown);
  await shown.evaluate((one) => {
    const root = /** @type {ShadowRoot} */ (one.shadowRoot);
    const whole = /** @type {HTMLElement} */ (root.querySelector('[role=switch]'));
    whole.click();
    whole.click();
    const buttons = [...root.querySelectorAll('button')];
    buttons.find((button) => button.textContent === 'Reset')?.click();
  });
  await expect(shown.getByText('100 positions, 128 columns')).toHaveCount(0);
  await expect(shown.getByRole('switch')).not.toBeChecked();
});

test('a value that is refused gets its sentence, and the picture stays', async () => {
  const { shown } = await withFigures('<posenc-heatmap></posenc-heatmap>');
  const cells = () => painted(shown, { rows: 50, cols: 64 });
  const before = await cells();
  const problem = shown.locator('p.error');
  const box = shown.locator('posenc-number[label="width d"] input[type=text]');
  for (const [value, sentence] of /** @type {const} */ ([
    [7, 'width d must be a positive even number but got 7'],
    [4098, 'In this figure, width d must be a number up to 4096 but got 4098'],
    ['wide', 'width d must be a number but got "wide"'],
  ])) {
    await set(shown, 'width d', value);
    await expect(problem).toContainText(sentence);
  }
  assert.deepEqual(await cells(), before);
  // Left alone, the box says again what it was set to last.
  await box.blur();
  await expect(box).toHaveValue('4098');
  await expect(problem).toContainText('but got 4098');
  await set(shown, 'width d', 8);
  await shown.getByText('8 columns').waitFor();
  await expect(problem).toHaveText('');
  await set(shown, 'base', '10,000');
  await expect(problem).toContainText('Write base without commas: 10000');
});

test('a figure keeps its height whatever its badge and its line say', async () => {
  for (const viewport of [
    { width: 1366, height: 700 },
    { width: 390, height: 844 },
  ]) {
    const { shown } = await withFigures('<posenc-wavelengths></posenc-wavelengths>', {
      options: { viewport },
    });
    await expect(shown.locator('figure')).toHaveAttribute('aria-busy', 'false');
    const heights = await shown.evaluate((element) =>
      [
        ['One wave', 'No wave.'],
        // As long as they may be.
        [
          'Similarity only falls, so far.',
          'Neighbors 1.95 apart; the longest wave repeats after many, many more positions.',
        ],
      ].map((words) => {
        for (const [n, selector] of ['figcaption', '.sub'].entries()) {
          const part = element.shadowRoot?.querySelector(selector);
          if (part) part.textContent = words[n] ?? '';
        }
        return Math.round(element.getBoundingClientRect().height);
      }),
    );
    assert.equal(heights[1], heights[0], `${viewport.width} px`);
  }
});

test('a button sets a figure to its example, and another one back', async () => {
  const { page, shown } = await withFigures('<posenc-extension method="pi"></posenc-extension>');
  const sub = shown.locator('.setting');
  await expect(sub).toContainText('Position interpolation slows all 64 pairs');
  await shown.getByRole('button', { name: 'Llama 3.1' }).click();
  await expect(sub).toContainText('d = 128, base 500000, trained at 8192, run at 65536');
  await expect(shown.locator('select')).toHaveValue('llama3');
  await shown.getByRole('button', { name: 'Reset' }).click();
  await expect(sub).toContainText('Position interpolation slows all 64 pairs');
  assert.equal(page.url().includes('?'), false);
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

test('on another page a figure brings its own look, and leaves the page its own', async () => {
  const { page } = await withFigures(
    '<posenc-heatmap></posenc-heatmap><posenc-clock></posenc-clock><style>:root { --paper: red; --ink: red; }</style>',
  );
  await figure(page, 'posenc-heatmap');
  await arrive(page.locator('posenc-clock'), 'figure[aria-busy=false]', 'line.hand');
  const [sheet, hand, own] = await page.evaluate(() => {
    const look = (/** @type {string} */ tag, /** @type {string} */ inside) =>
      document.querySelector(tag)?.shadowRoot?.querySelector(inside);
    const plot = look('posenc-clock', 'posenc-machine-plot')?.shadowRoot;
    return [
      getComputedStyle(/** @type {Element} */ (look('posenc-heatmap', 'figure'))).backgroundColor,
      getComputedStyle(/** @type {Element} */ (plot?.querySelector('line.hand'))).stroke,
      getComputedStyle(document.documentElement).getPropertyValue('--posenc-paper'),
    ];
  });
  assert.deepEqual([sheet, hand, own], ['rgb(255, 255, 255)', 'rgb(29, 28, 26)', '']);
});

/** The arcs that the hands of a clock have swept. @param {Locator} shown */
const arcs = (shown) =>
  shown.locator('posenc-machine-plot').evaluate((plot) =>
    [...(plot.shadowRoot?.querySelectorAll('circle.arc') ?? [])].map((arc) => ({
      isEarlier: arc.classList.contains('earlier'),
      turned: Number(/rotate\((-?[\d.]+)/.exec(arc.getAttribute('transform') ?? '')?.[1]),
      swept: Number((arc.getAttribute('stroke-dasharray') ?? '').split(' ')[0]),
    })),
  );

test('clock: k steps turn every hand by its own angle, wherever it stands', async () => {
  const { shown } = await withFigures('<posenc-clock d-model="24" position="36"></posenc-clock>', {
    options: { reducedMotion: 'reduce' },
  });
  const turns = (/** @type {number} */ position) =>
    ofTheCore('turns', { d_model: 24, base: 10000, position }).slice(0, 6);
  const rounded = (/** @type {number[]} */ all) => all.map((one) => Number(one.toFixed(2)));
  const degrees = (/** @type {number} */ from) =>
    rounded(turns(from).map((/** @type {number} */ one) => 360 * (one % 1) - 90));
  await set(shown, 'steps k', 4);
  const on = shown.getByRole('button', { name: '+4 steps' });
  await on.click();
  await shown.getByText('from 36 to 40. Step again').waitFor();
  await on.click();
  await shown.getByText('from 40 to 44; inner arcs from 36 to 40').waitFor();
  await expect(async () => {
    const all = await arcs(shown);
    for (const [isEarlier, from] of /** @type {const} */ ([
      [false, 40],
      [true, 36],
    ])) {
      const own = all.filter((arc) => arc.isEarlier === isEarlier);
      assert.deepEqual(rounded(own.map(({ swept }) => swept)), rounded(turns(4)));
      assert.deepEqual(rounded(own.map(({ turned }) => turned)), degrees(from));
    }
  }).toPass();
  // Over the end it begins again; what is set by hand has no arcs.
  await set(shown, 'position', 61);
  await shown.locator('.sub').getByText('PE(61)').waitFor();
  await expect.poll(() => arcs(shown)).toEqual([]);
  await on.click();
  await shown.getByText('from 0 to 4. Step again').waitFor();
});

test('clock: a hand is dragged to where it points, a wave down; they rest at whole positions, and the shift follows', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-clock');
  const length = ofTheCore('wavelengths', { d_model: 24, base: 10000 })[2];
  const plot = shown.locator('posenc-machine-plot');
  const at = () => plot.evaluate((one) => /** @type {any} */ (one).at);
  await set(shown, 'position', 0);
  // At rest: a hand is dragged from where it is, to the nearest turn.
  await expect.poll(at).toBe(0);
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
    await expect.poll(async () => Math.abs((await at()) - (n * length) / 4)).toBeLessThan(0.5);
  }
  // Between two positions, from which it goes on to the nearest.
  await page.mouse.move(x + radius, y + 0.1 * radius);
  await page.mouse.up();
  const whole = Math.round((5 * length) / 4 + 0.0155 * length);
  await shown.getByText(`PE(${whole}): each hand`).waitFor();
  const shift = await figure(page, 'posenc-shift');
  await shift.getByText(`PE(${whole}), M₃·PE(${whole}), PE(${whole + 3})`).waitFor();

  await shown.scrollIntoViewIfNeeded();
  const paper = shown.locator('.paper').first();
  const { height } = (await paper.boundingBox()) ?? { height: NaN };
  await paper.hover({ position: { x: 40, y: (height * 10.5) / 64 } });
  await page.mouse.down();
  const waves = await paper.boundingBox();
  assert.ok(waves);
  await page.mouse.move(waves.x + 40, waves.y + (height * 30.5) / 64, { steps: 5 });
  await page.mouse.up();
  await shown.getByText('PE(30): each hand').waitFor();
});
