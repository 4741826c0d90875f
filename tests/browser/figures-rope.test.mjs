// The figures of RoPE against what the posenc command computes, on a page of their own.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { close, column, points, set, takenData } from './reading.mjs';
import { ofTheCore, setWidth, upTo, test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */

const base = 10000;
const q = [0.8, 0.3, -0.5, 0.2];
const k = [-0.2, 0.7, -0.3, 0.5];

/** A figure and nothing else. @param {string} tag @param {string} [attributes] @param {string} [search] of the address */
const alone = (tag, attributes = '', search = '') =>
  withFigures(`<${tag} ${attributes}></${tag}>`, { search });

/** The first sentence of the small print. @param {Locator} shown */
const finding = async (shown) =>
  (await shown.locator('.sub').innerText()).split(/\. (?=\S)/)[0] ?? '';

const title = (/** @type {Locator} */ shown) => shown.locator('figcaption').innerText();

/** The value of a control. @param {Locator} shown @param {string} label */
const control = (shown, label) =>
  shown.locator(`posenc-number[label="${label}"] input[type=text]`).inputValue();

/**
 * Where the hands of each dial point, in pixels from its middle: to the right, and up.
 * @param {Locator} shown @returns {Promise<number[][][]>} dial, hand, (right, up)
 */
const hands = (shown) =>
  shown.locator('posenc-dial-plot').evaluate((plot) => {
    const number = (/** @type {Element} */ of, /** @type {string} */ name) =>
      Number(of.getAttribute(name));
    /** @type {Map<string, number[][]>} */
    const dials = new Map();
    for (const line of plot.shadowRoot?.querySelectorAll('line.line') ?? []) {
      const [x, y] = [number(line, 'x1'), number(line, 'y1')];
      const dial = dials.get(`${x} ${y}`) ?? [];
      dials.set(`${x} ${y}`, dial);
      dial.push([number(line, 'x2') - x, y - number(line, 'y2')]);
    }
    return [...dials.values()];
  });

/**
 * The same of the dials on which q and k turn: first q's hand, then k's.
 * @param {Locator} shown @returns {Promise<number[][][]>} dial, hand, (right, up)
 */
const turned = (shown) =>
  shown.locator('posenc-turning-plot').evaluate((plot) => {
    const ends = (/** @type {string} */ hand) =>
      [...(plot.shadowRoot?.querySelectorAll(`g.${hand} line.hand`) ?? [])].map((line) => {
        const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = ['x1', 'y1', 'x2', 'y2'].map((name) =>
          Number(line.getAttribute(name)),
        );
        return [x2 - x1, y1 - y2];
      });
    const [q, k] = [ends('q'), ends('k')];
    return q.map((hand, dial) => [hand, k[dial] ?? []]);
  });

/** Waits until the hands stand where the core has them. @param {Locator} shown @param {number[][]} vectors */
async function assertTurned(shown, vectors) {
  await expect(async () => assertEachDial(await turned(shown), vectors)).toPass({
    timeout: 30_000,
  });
}

/** Each dial by its own scale. @param {number[][][]} drawn @param {number[][]} vectors one for each hand */
function assertEachDial(drawn, vectors) {
  const rims = drawn.map((dial, pair) => {
    assertHands([dial], vectors, () => interleaved(pair));
    return Math.max(...dial.map(([x, y]) => Math.hypot(x ?? NaN, y ?? NaN)));
  });
  // And no dial is smaller than the others.
  for (const rim of rims) close([rim], [rims[0] ?? NaN], 0.05);
}

/** The points of each curve, in pixels. @param {Locator} shown @returns {Promise<number[][][]>} */
const curves = (shown) =>
  shown
    .locator('posenc-line-plot')
    .evaluate((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('path.line') ?? [])].map((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/[ML]([\d.-]+),([\d.-]+)/g)].map((found) => [
          Number(found[1]),
          Number(found[2]),
        ]),
      ),
    );

/** Pixels that are to stand for numbers, by one scale for all. @param {number[]} pixels @param {number[]} values */
function assertScaled(pixels, values) {
  assert.equal(pixels.length, values.length);
  const at = (/** @type {number[]} */ list, /** @type {number} */ n) => list[n] ?? NaN;
  const low = values.indexOf(Math.min(...values));
  const high = values.indexOf(Math.max(...values));
  const slope = (at(pixels, high) - at(pixels, low)) / (at(values, high) - at(values, low));
  for (const [n, value] of values.entries()) {
    const expected = at(pixels, low) + slope * (value - at(values, low));
    assert.ok(
      Math.abs(at(pixels, n) - expected) < 0.4,
      `point ${n}: ${pixels[n]}, not ${expected}`,
    );
  }
}

/** @param {number[][][]} drawn @param {number[][]} vectors one for each hand @param {(pair: number) => [number, number]} components */
function assertHands(drawn, vectors, components) {
  const lengths = vectors.flatMap((vector) =>
    drawn.map((_, pair) => Math.hypot(...components(pair).map((c) => vector[c] ?? NaN))),
  );
  // The longest hand reaches the rim.
  const scale =
    Math.max(...drawn.flat().map(([x, y]) => Math.hypot(x ?? NaN, y ?? NaN))) /
    Math.max(...lengths);
  for (const [pair, dial] of drawn.entries()) {
    assert.equal(dial.length, vectors.length);
    for (const [n, hand] of dial.entries()) {
      const expected = components(pair).map((c) => scale * (vectors[n]?.[c] ?? NaN));
      close(hand, expected, 0.05);
    }
  }
}

/** @param {number} m @param {number} n @param {number[]} [one] @param {number[]} [other] */
const core = (m, n, one = q, other = k) => ({
  q: ofTheCore('rotate', { x: one, positions: [m], head_dim: one.length, base })[0],
  k: ofTheCore('rotate', { x: other, positions: [n], head_dim: other.length, base })[0],
  score: ofTheCore('scores', {
    q: one,
    k: other,
    positions_mn: [[m, n]],
    head_dim: one.length,
    base,
  })[0],
});

const interleaved = (/** @type {number} */ i) =>
  /** @type {[number, number]} */ ([2 * i, 2 * i + 1]);

const four = (/** @type {number} */ value) => value.toFixed(4).replace('-', '\u2212');

test(
  'dials: q and k rotated as by the core, and the same score wherever m - n is',
  { tag: '@smoke' },
  async () => {
    const { page, shown } = await alone('posenc-rope-dials', 'm="5" n="3" base="10000" locked');
    const { head, rows } = await takenData(page, shown);
    assert.deepEqual(head.slice(0, 4), ['m', 'n', 'score', 'R_m q 0']);
    assert.deepEqual(
      rows.map(([m, n]) => [m, n]),
      [
        [5, 3],
        [2, 0],
        [15, 13],
        [105, 103],
      ],
    );
    for (const [m = 0, n = 0, score = 0, ...vectors] of rows) {
      const expected = core(m, n);
      close([score, ...vectors], [expected.score, ...expected.q, ...expected.k]);
    }
    const { q: atM, k: atN, score } = core(5, 3);
    await assertTurned(shown, [atM, atN]);
    assert.equal(await title(shown), 'One m − n, one score');
    await shown
      .getByText(`q at m = 5, k at n = 3: score ${four(score)}, the same wherever m − n = 2`)
      .waitFor();
  },
);

test('dials: while they are locked one moves the other, and the score stays', async () => {
  const { shown } = await alone('posenc-rope-dials', 'm="5" n="3" locked');
  const placed = (/** @type {number} */ m, /** @type {number} */ n) =>
    shown
      .getByText(
        `q at m = ${m}, k at n = ${n}: score ${four(core(m, n).score)}, the same wherever m − n = ${m - n}`,
      )
      .waitFor();
  await set(shown, 'm (of q)', 12);
  await placed(12, 10);
  assert.equal(four(core(12, 10).score), four(core(5, 3).score));
  assert.equal(await title(shown), 'Both turned, same angles');
  assert.equal(await control(shown, 'n (of k)'), '10');
  await assertTurned(shown, [core(12, 10).q, core(12, 10).k]);
  await set(shown, 'n (of k)', 4);
  await placed(6, 4);
  assert.equal(await control(shown, 'm (of q)'), '6');

  await shown.getByLabel('Keep m − n fixed').uncheck();
  await shown.getByText('Now m − n can change').waitFor();
  await set(shown, 'm (of q)', 10);
  await placed(10, 4);
  assert.equal(await title(shown), 'The score swings with m − n');
  assert.equal(await control(shown, 'n (of k)'), '4');
  // What is kept is the distance that was set last.
  await shown.getByLabel('Keep m − n fixed').check();
  await set(shown, 'm (of q)', 11);
  await placed(11, 5);
  await shown.getByRole('button', { name: 'Reset' }).click();
  await placed(5, 3);
  assert.equal(await title(shown), 'One m − n, one score');
  await assertTurned(shown, [core(5, 3).q, core(5, 3).k]);
});

/** @param {number[]} one @param {number[]} other */
const degreesBetween = ([a = NaN, b = NaN], [c = NaN, d = NaN]) =>
  (Math.acos((a * c + b * d) / (Math.hypot(a, b) * Math.hypot(c, d))) * 180) / Math.PI;

/** Drags with the mouse, sideways. @param {Page} page @param {number[]} from @param {number} by pixels */
async function dragged(page, [x = NaN, y = NaN], by) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++) await page.mouse.move(x + (by * step) / 12, y);
  await page.mouse.up();
}

/** The middle of a part of the picture. @param {Locator} shown @param {string} part */
async function middleOf(shown, part) {
  const box = await shown.locator(`posenc-turning-plot ${part}`).first().boundingBox();
  assert.ok(box);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('dials: a drag turns m, or n from its hand, in whole steps', async () => {
  const { page, shown } = await alone('posenc-rope-dials', 'm="5" n="3"');
  const face = await shown.locator('posenc-turning-plot .face').first().boundingBox();
  assert.ok(face);
  const low = [face.x + face.width / 2, face.y + face.height - 12];
  await dragged(page, low, 50);
  await shown.getByText('q at m = 9, k at n = 3').waitFor();
  await dragged(page, low, -26);
  await shown.getByText('q at m = 7, k at n = 3').waitFor();
  await dragged(page, await middleOf(shown, 'g.k .tip'), 25);
  await shown.getByText('q at m = 7, k at n = 5').waitFor();
  await assertTurned(shown, [core(7, 5).q, core(7, 5).k]);
});

test('dials: grips on the ruler move both while locked, one alone else, and not off it', async () => {
  const { page, shown } = await alone('posenc-rope-dials', 'm="20" n="8" locked');
  const track = await shown
    .locator('posenc-turning-plot .track')
    .evaluate((line) => ['x1', 'x2'].map((name) => Number(line.getAttribute(name))));
  /** Pixels for a position. */
  const unit = ((track[1] ?? NaN) - (track[0] ?? NaN)) / 48;
  const arcs = () =>
    shown.locator('posenc-turning-plot').evaluate((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('path.sector') ?? [])].map((path) => {
        const [mx, my, kx, ky, qx, qy] = [
          ...(path.getAttribute('d') ?? '').matchAll(/[ML](\S+) ([\d.-]+)|(\S+) ([\d.-]+)Z/g),
        ].flatMap(([, a, b, c, d]) => [Number(a ?? c), Number(b ?? d)]);
        const [k, q] = [
          [kx - mx, ky - my],
          [qx - mx, qy - my],
        ];
        return Math.atan2(k[0] * q[1] - k[1] * q[0], k[0] * q[0] + k[1] * q[1]);
      }),
    );
  const before = await arcs();
  await dragged(page, await middleOf(shown, '.grip.q .knob'), 10 * unit);
  await shown.getByText(`q at m = 30, k at n = 18: score ${four(core(20, 8).score)},`).waitFor();
  await assertTurned(shown, [core(30, 18).q, core(30, 18).k]);
  assert.equal(before.length, 2);
  close(await arcs(), before, 0.01);
  // The degrees beside the arcs are those of the core's vectors, wherever both are.
  const degrees = (await shown.locator('posenc-turning-plot .angle').allTextContents()).map(
    (text) => Number(text.replace('°', '')),
  );
  const { q: atM, k: atN } = core(20, 8);
  close(
    degrees,
    [0, 1].map(interleaved).map(([a, b]) => degreesBetween([atM[a], atM[b]], [atN[a], atN[b]])),
    0.06,
  );
  assert.equal(
    await shown.locator('posenc-turning-plot text.score').textContent(),
    four(core(20, 8).score),
  );
  // Where it was is still there, dotted, and what m has come through is bold.
  assert.ok((await shown.locator('posenc-turning-plot .ghost').count()) > 0);
  const [from, to] = await shown.locator('posenc-turning-plot path.bold').evaluate((path) => {
    const places = [...(path.getAttribute('d') ?? '').matchAll(/[ML](-?[\d.]+),/g)];
    return [places[0], places.at(-1)].map((place) => Number(place?.[1]));
  });
  const start = track[0] ?? NaN;
  close([from ?? NaN, to ?? NaN], [start + 20 * unit, start + 30 * unit], 0.01);
  // k cannot leave the ruler, so neither goes on.
  await dragged(page, await middleOf(shown, '.grip.k .knob'), -40 * unit);
  await shown.getByText('q at m = 12, k at n = 0').waitFor();
  await shown.locator('.grip.q').press('End');
  await shown.getByText('q at m = 48, k at n = 36').waitFor();
  await shown.locator('.grip.q').press('PageDown');
  await shown.getByText('q at m = 38, k at n = 26').waitFor();

  await shown.getByLabel('Keep m − n fixed').uncheck();
  await shown.locator('.grip.k').press('ArrowLeft');
  await shown.getByText(`q at m = 38, k at n = 25: score ${four(core(38, 25).score)},`).waitFor();
  await shown.locator('.grip.k[aria-valuenow="25"]').waitFor();
  await assertTurned(shown, [core(38, 25).q, core(38, 25).k]);
  // The curve is the core's score at each m, n staying.
  const drawn = await shown
    .locator('posenc-turning-plot path.faint')
    .evaluate((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((place) => [
        Number(place[1]),
        Number(place[2]),
      ]),
    );
  await expect(async () => {
    const at = await shown
      .locator('posenc-turning-plot path.faint')
      .evaluate((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((place) =>
          Number(place[2]),
        ),
      );
    assertScaled(
      at,
      /** @type {number[]} */ (
        ofTheCore('scores', {
          q,
          k,
          head_dim: 4,
          base,
          positions_mn: drawn.map(([x = NaN]) => [Math.round((8 * (x - start)) / unit) / 8, 25]),
        })
      ),
    );
  }).toPass({ timeout: 30_000 });
});

test('dials: neither grip covers the other, however close; the score has an axis', async () => {
  for (const width of [1280, 342]) {
    const { page, shown } = await alone('posenc-rope-dials', 'm="9" n="9"');
    await setWidth(page, width);
    const boxes = await Promise.all(
      ['q', 'k'].map((hand) => shown.locator(`.grip.${hand} .room`).boundingBox()),
    );
    const [q, k] = boxes;
    assert.ok(q && k);
    assert.ok(q.height >= 44 && q.y + q.height <= k.y + 0.5, `${q.y} + ${q.height}, ${k.y}`);
    // 0 in the middle, and the same number on both sides, as far from it.
    const marks = await shown.locator('posenc-turning-plot').evaluate((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('line.zero, line.grid') ?? [])].map((line) => ({
        text: line.nextElementSibling?.textContent ?? '',
        y: Number(line.getAttribute('y1')),
      })),
    );
    assert.deepEqual(
      marks.map(({ text }) => text),
      ['0.5', '0', '−0.5'],
    );
    const [up = NaN, zero = NaN, down = NaN] = marks.map(({ y }) => y);
    assert.ok(up < zero);
    close([down - zero], [zero - up], 0.02);
    // The point is where the axis has its score.
    const { score } = core(9, 9);
    await expect(async () => {
      const at = Number(await shown.locator('posenc-turning-plot circle.now').getAttribute('cy'));
      close([(zero - at) / (zero - up)], [score / 0.5], 0.02);
    }).toPass({ timeout: 30_000 });
  }
});

test('dials: played, m and n move on together; with less motion in whole steps', async () => {
  for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
    const { shown } = await withFigures(
      '<posenc-rope-dials m="20" n="8" locked></posenc-rope-dials>',
      {
        options: { reducedMotion },
      },
    );
    await shown.getByRole('button', { name: 'Play m and n' }).click();
    await shown.getByText(/q at m = 2[2-9], k at n = 1\d: /).waitFor();
    await shown.getByRole('button', { name: 'Stop m and n' }).click();
    const m = Number(await control(shown, 'm (of q)'));
    assert.equal(Number(await control(shown, 'n (of k)')), m - 12);
    await assertTurned(shown, [core(m, m - 12).q, core(m, m - 12).k]);
    assert.equal(await title(shown), 'Both turned, same angles');
  }
});

test('dials: what the core refuses stands beside them; far out rounding shows', async () => {
  const { shown } = await alone('posenc-rope-dials', 'm="5" n="3"');
  const box = shown.getByLabel('components of q', { exact: true });
  await box.fill('1, 2, 3');
  await box.press('Enter');
  await shown.locator('.error', { hasText: '3' }).waitFor();
  await box.fill('1, 2');
  await box.press('Enter');
  await shown.locator('.error', { hasText: '4' }).waitFor();
  await box.fill('0.8, 0.3, -0.5, 0.2');
  await box.press('Enter');
  await set(shown, 'm (of q)', 1e12);
  await set(shown, 'n (of k)', 1e12 - 2);
  await shown.getByText('This far out, rounding shows').waitFor();
  await shown.getByText('scores with the same m − n differ by up to').waitFor();
  assert.equal(await shown.locator('.error').innerText(), '');
  await set(shown, 'm (of q)', 1e17);
  await shown.locator('.error', { hasText: /./ }).waitFor();
});

test('dials: the address restores them', async () => {
  const { shown } = await alone(
    'posenc-rope-dials',
    'm="5" n="3" locked',
    '?rope-dials.m=9&rope-dials.n=2&rope-dials.locked=no&rope-dials.base=100&rope-dials.q=1,2,3,4',
  );
  await shown.getByText('q at m = 9, k at n = 2').waitFor();
  assert.equal(await shown.getByLabel('Keep m − n fixed').isChecked(), false);
  const [x = NaN] = ofTheCore('scores', {
    q: [1, 2, 3, 4],
    k,
    positions_mn: [[9, 2]],
    head_dim: 4,
    base: 100,
  });
  await shown.getByText(`: score ${four(x)},`).waitFor();
});

test('worked example: [0.1798, 0.8353, −0.5020, 0.1950], with its angles', async () => {
  const { page, shown } = await alone(
    'posenc-rope-worked',
    'position="1" q="0.8, 0.3, -0.5, 0.2" base="10000" layout="interleaved"',
  );
  assert.equal(await title(shown), 'Turned, same length');
  assert.equal(
    await finding(shown),
    'At position 1, q becomes [0.1798, 0.8353, −0.5020, 0.1950], with the same length',
  );
  assert.deepEqual(
    (await shown.locator('.steps td').allInnerTexts()).map((text) => text.trim()),
    [
      ...['1', '57.3°', '(0.8000, 0.3000)', '(0.1798, 0.8353)'],
      ...['0.01', '0.57°', '(−0.5000, 0.2000)', '(−0.5020, 0.1950)'],
    ],
  );
  const { q: after } = core(1, 0);
  assertHands(await hands(shown), [q, after], interleaved);
  const { rows } = await takenData(page, shown);
  const turns = ofTheCore('turns', { d_model: 4, base, position: 1 });
  for (const [i, row] of rows.entries()) {
    const [a, b] = interleaved(i);
    close(row, [i, a, b, base ** (-i / 2), turns[i], q[a] ?? NaN, q[b] ?? NaN, after[a], after[b]]);
  }

  await set(shown, 'position p', 40);
  await shown.getByText(`At position 40, q becomes [${four(core(40, 0).q[0])}`).waitFor();
  await shown.getByRole('combobox').selectOption('half_split');
  await shown.getByText('pairs (i, i + d/2)').waitFor();
  const half = ofTheCore('rotate', {
    x: q,
    positions: [40],
    head_dim: 4,
    base,
    layout: 'half_split',
  })[0];
  await shown.getByText(`q becomes [${half.map(four).join(', ')}]`).waitFor();
  assertHands(await hands(shown), [q, half], (i) => [i, i + 2]);
});

test('worked example: an odd number of components is refused, as by the core', async () => {
  const { shown } = await alone('posenc-rope-worked');
  const box = shown.getByLabel('components of q', { exact: true });
  await box.fill('0.8, 0.3, -0.5');
  await box.press('Enter');
  await shown.locator('.error', { hasText: /even/ }).waitFor();
  // What is shown is what there was.
  await shown.getByText('q becomes [0.1798,').waitFor();
  await box.fill('0.8, 0.3');
  await box.press('Enter');
  await shown
    .getByText('At position 1, q becomes [0.1798, 0.8353], with the same length')
    .waitFor();
  assert.equal(await shown.locator('.error').innerText(), '');
});

test('worked example: the address restores it', async () => {
  const state = '?rope-worked.position=3&rope-worked.q=1,0&rope-worked.layout=half_split';
  const { shown } = await alone('posenc-rope-worked', '', state);
  const [after] = ofTheCore('rotate', { x: [1, 0], positions: [3], head_dim: 2, base });
  await shown.getByText(`At position 3, q becomes [${after.map(four).join(', ')}]`).waitFor();
});

test('layouts: permuted they agree, not permuted they do not, as in the core', async () => {
  const { page, shown } = await alone('posenc-rope-layouts', 'head-dim="8" reach="16" seed="3"');
  const [one, other] = ofTheCore('learned_table', {
    rows: 2,
    cols: 8,
    seed: 3,
    standard_deviation: 1,
  });
  const permutation = ofTheCore('permutation_interleaved_to_half', { head_dim: 8 });
  const moved = (/** @type {number[]} */ x) =>
    permutation.map((/** @type {number} */ component) => x[component]);
  const offsets = upTo(33).map((n) => n - 16);
  const scores = (
    /** @type {string} */ layout,
    /** @type {number[]} */ a,
    /** @type {number[]} */ b,
  ) =>
    ofTheCore('scores', {
      ...{ q: a, k: b, head_dim: 8, base, layout },
      positions_mn: offsets.map((by) => [Math.max(by, 0), Math.max(-by, 0)]),
    });
  const expected = [
    offsets,
    scores('interleaved', one, other),
    scores('half_split', moved(one), moved(other)),
    scores('half_split', one, other),
  ];
  const { rows } = await takenData(page, shown);
  for (const [n, values] of expected.entries()) close(column(rows, n), values);
  const drawn = await curves(shown);
  assert.equal(drawn.length, 3);
  for (const [n, curve] of drawn.entries()) assertScaled(column(curve, 1), expected[n + 1]);
  const seen = await points(shown.locator('posenc-line-plot'));
  close(column(seen, 1), expected[3], 0.05);
  const most = Math.max(...upTo(33).map((n) => Math.abs(expected[1][n] - expected[3][n])));
  assert.equal(
    await finding(shown),
    `With q and k permuted, the layouts agree; without that, scores are up to ${most.toPrecision(3)} off, and nothing complains`,
  );
  assert.equal(await title(shown), 'Wrong layout, and no error');

  await set(shown, 'head width d', 2);
  await shown.getByText('With d = 2, permuting q and k changes no score').waitFor();
  assert.equal(await title(shown), 'Permuting changes nothing here');
  await set(shown, 'head width d', 5);
  await shown.locator('.error', { hasText: /even/ }).waitFor();
  await set(shown, 'head width d', 64);
  await shown.getByText('the layouts agree; without that,').waitFor();
});

test('layouts: the address restores them', async () => {
  const state =
    '?rope-layouts.head-dim=16&rope-layouts.reach=20&rope-layouts.seed=5&rope-layouts.base=100';
  const { page, shown } = await alone('posenc-rope-layouts', '', state);
  const [one, other] = ofTheCore('learned_table', {
    rows: 2,
    cols: 16,
    seed: 5,
    standard_deviation: 1,
  });
  const { rows } = await takenData(page, shown);
  assert.equal(rows.length, 41);
  const [score] = ofTheCore('scores', {
    q: one,
    k: other,
    head_dim: 16,
    base: 100,
    positions_mn: [[20, 0]],
  });
  close(rows.at(-1)?.slice(0, 2) ?? [], [20, score]);
});

test('bases: the wavelengths of each, and how many pairs do not complete a turn', async () => {
  const { page, shown } = await alone(
    'posenc-rope-bases',
    'head-dim="128" bases="100, 10000, 500000" trained="8192"',
  );
  const bases = [100, 10000, 500000];
  const lengths = (/** @type {number} */ d, /** @type {number} */ base) =>
    /** @type {number[]} */ (ofTheCore('wavelengths', { d_model: d, base }));
  const { rows } = await takenData(page, shown);
  for (const [n, one] of bases.entries()) close(column(rows, n + 1), lengths(128, one));
  const never = bases.map((one) => lengths(128, one).filter((length) => length > 8192).length);
  assert.equal(
    (await finding(shown)).replaceAll('\u202f', ''),
    `The larger the base, the more of the 64 pairs cannot complete a turn within 8192 positions: ${never[0]} at base 100, ${never[1]} at base 10000, ${never[2]} at base 500000`,
  );
  assert.equal(await title(shown), 'Larger base, more unfinished');
  const drawn = await curves(shown);
  for (const [n, curve] of drawn.entries()) {
    assertScaled(column(curve, 1), lengths(128, bases[n] ?? NaN).map(Math.log));
  }

  await set(shown, 'head width d', 8);
  await shown.getByText('How many of 4 pairs cannot complete a turn').waitFor();
  const seen = column(await points(shown.locator('posenc-line-plot'), true), 1);
  close(
    seen,
    bases.flatMap((one) => lengths(8, one)),
    0.05,
  );
  const box = shown.getByLabel('bases', { exact: true });
  await box.fill('500000');
  await box.press('Enter');
  const alone8 = lengths(8, 500000).filter((length) => length > 8192).length;
  await shown.getByText(`${alone8} of 4 pairs cannot complete a turn within`).waitFor();
  await box.fill('-3');
  await box.press('Enter');
  await shown.locator('.error', { hasText: /base/ }).waitFor();
});

test('bases: the address restores them', async () => {
  const state = '?rope-bases.head-dim=64&rope-bases.bases=10000%2C+100&rope-bases.trained=300';
  const { page, shown } = await alone('posenc-rope-bases', '', state);
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head.slice(1), ['wavelength at base 100', 'wavelength at base 10000']);
  close(column(rows, 1), ofTheCore('wavelengths', { d_model: 64, base: 100 }));
  await shown.getByText('within 300 positions').waitFor();
});

test('decay: the mean of |S_r| of the core, falling but not at every step', async () => {
  const { page, shown } = await alone(
    'posenc-rope-decay',
    'head-dim="128" base="10000" reach="250"',
  );
  const means = (/** @type {object} */ of, /** @type {number} */ reach) =>
    /** @type {number[]} */ (
      ofTheCore('rope_decay_mean_abs_S', { d_model: 128, base, distances: upTo(reach + 1), ...of })
    );
  const expected = means({}, 250);
  const rises = expected.filter((mean, n) => n > 0 && mean > (expected[n - 1] ?? NaN)).length;
  const { rows } = await takenData(page, shown);
  close(column(rows, 1), expected);
  const [curve = []] = await curves(shown);
  assertScaled(column(curve, 1), expected);
  assert.equal(
    await finding(shown),
    `The mean of |Sᵣ| falls overall, from ${expected[0]?.toFixed(1)} at distance 0 to ${expected[250]?.toFixed(1)} at 250, but rises at ${rises} of 250 steps`,
  );
  assert.equal(await title(shown), 'The bound falls, in waves');
  await shown.getByText('not the score').first().waitFor();

  await set(shown, 'largest distance', 5);
  const few = means({}, 5);
  assert.ok(few.every((mean, n) => n === 0 || mean < (few[n - 1] ?? NaN)));
  await shown.getByText('The mean of |Sᵣ| only falls').waitFor();
  assert.equal(await title(shown), 'The bound only falls');
  await set(shown, 'base', 1);
  await shown.getByText('The mean of |Sᵣ| is 32.5 at every distance').waitFor();
});

test('decay: the address restores it', async () => {
  const state = '?rope-decay.head-dim=32&rope-decay.base=500&rope-decay.reach=60';
  const { page, shown } = await alone('posenc-rope-decay', '', state);
  const { rows } = await takenData(page, shown);
  close(
    column(rows, 1),
    ofTheCore('rope_decay_mean_abs_S', { d_model: 32, base: 500, distances: upTo(61) }),
  );
});

test('cache: measured when a button is pressed, and not before', async () => {
  const { page, shown } = await alone(
    'posenc-rope-cache',
    'head-dim="64" positions="512" heads="8"',
  );
  assert.equal(await title(shown), 'Fewer cosines. Less time?');
  // Counted, as nothing is measured: a cosine or a sine for each component and position, again in each run.
  const once = 512 * 64;
  const counted = column(await points(shown.locator('posenc-line-plot')), 1);
  close(counted, [...upTo(7).map((n) => (n + 1) * once), ...upTo(7).map(() => once)], once / 50);
  assert.doesNotMatch(await shown.innerText(), /\d\s*ms/);
  await shown.getByText('512 positions × 8 heads, d = 64').waitFor();

  await shown.getByRole('button', { name: 'Measure' }).click();
  await shown.getByRole('button', { name: 'Measure again' }).waitFor({ timeout: 60_000 });
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head.slice(0, 4), ['run', 'computed (ms)', 'cached (ms)', 'repeats in a run']);
  assert.deepEqual(column(rows, 0), [1, 2, 3, 4, 5, 6, 7]);
  for (const [, computed = 0, cached = 0, repeats = 0, one, other] of rows) {
    assert.ok(computed > 0 && cached > 0 && Number.isInteger(repeats));
    assert.equal(one, other, 'both methods make the same of q');
  }
  const median = (/** @type {number} */ n) => column(rows, n).sort((a, b) => a - b)[3] ?? NaN;
  const [computed, cached] = [median(1), median(2)];
  const told = await title(shown);
  const [lowest, highest] = [Math.min(...column(rows, 1)), Math.max(...column(rows, 2))];
  if (highest < lowest) {
    const times = Number(/ ([\d.]+) times as fast/.exec(told)?.[1]);
    close([times], [computed / cached], 0.06);
  } else {
    assert.match(told, /does not pay off|Too close to tell/);
  }
  const seen = await points(shown.locator('posenc-line-plot'));
  const most = Math.max(...column(rows, 1), ...column(rows, 2));
  for (const [n, value] of [...column(rows, 1), ...column(rows, 2)].entries()) {
    assert.ok(Math.abs((seen[n]?.[1] ?? NaN) - value) < 0.02 * most);
  }

  // Another setting, and nothing is known of it.
  await set(shown, 'heads', 4);
  await shown.getByText('512 positions × 4 heads').waitFor();
  assert.equal(await title(shown), 'Fewer cosines. Less time?');
  await shown.getByText('Not timed yet').waitFor();
  await set(shown, 'head width d', 7);
  await shown.locator('.error', { hasText: /even/ }).waitFor();
});

test('cache: paper has the picture, measured or not, and no button', async () => {
  const { page, shown } = await alone(
    'posenc-rope-cache',
    'head-dim="64" positions="512" heads="8"',
  );
  const plot = shown.locator('posenc-line-plot');
  const button = shown.getByRole('button', { name: /^Measure/ });
  for (const isMeasured of [false, true]) {
    await page.emulateMedia({ media: 'screen' });
    if (isMeasured) {
      await button.click();
      await shown.getByRole('button', { name: 'Measure again' }).waitFor({ timeout: 60_000 });
    }
    await button.waitFor();
    await page.emulateMedia({ media: 'print' });
    await button.waitFor({ state: 'hidden' });
    assert.ok(await plot.isVisible());
  }
  await page.emulateMedia({ media: 'screen' });
});

test('cache: the address restores its setting, and measures nothing', async () => {
  const state = '?rope-cache.head-dim=32&rope-cache.positions=128&rope-cache.heads=2';
  const { shown } = await alone('posenc-rope-cache', '', state);
  await shown.getByText('128 positions × 2 heads, d = 32').waitFor();
  assert.match(await title(shown), /Less time\?/);
});

test('cost: counted for the model that is set, as posenc eval does', async () => {
  const { page, shown } = await alone(
    'posenc-cost',
    'd-model="4096" heads="32" layers="32" length="4096"',
  );
  await shown.getByText(/^After 4095 tokens, RoPE takes 0.0052/).waitFor();
  const check = async (/** @type {Record<string, number>} */ model) => {
    const { schemes } = /** @type {any} */ (ofTheCore('encoding_costs', model));
    const { head, rows } = await takenData(page, shown);
    assert.deepEqual(head.slice(0, 3), ['scheme', 'operations', '% of the model']);
    for (const [n, name] of ['operations', 'share', 'parameters', 'memory'].entries()) {
      const scale = name === 'share' ? 100 : 1;
      close(
        column(rows, n + 1),
        Object.values(schemes).map((cost) => scale * cost[name]),
      );
    }
  };
  await check({ d_model: 4096, heads: 32, layers: 32, length: 4096 });
  await set(shown, 'layers', 2);
  await set(shown, 'length of the text', 256);
  await shown.getByText(/^After 255 tokens/).waitFor();
  await check({ d_model: 4096, heads: 32, layers: 2, length: 256 });
  await set(shown, 'heads', 3);
  await shown.locator('.error', { hasText: /width d must give each of 3 heads/ }).waitFor();
});

test('cost: measured when a button is pressed, with each scheme', async () => {
  const { shown } = await alone('posenc-cost');
  await shown.locator('tbody tr').first().waitFor();
  assert.doesNotMatch(await shown.innerText(), /\d\s*ms/);
  await shown.getByRole('button', { name: 'Measure on this machine' }).click();
  await shown.getByRole('button', { name: 'Measure again' }).waitFor({ timeout: 120_000 });
  const times = await shown.locator('.costs tbody td:last-child').allTextContents();
  assert.equal(times.length, 6);
  for (const time of times) {
    const [median = 0, lowest = 0, highest = 0] = (time.match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(lowest > 0 && lowest <= median && median <= highest, time);
  }
});

test('each tells what is read with the arrow keys', async () => {
  for (const [tag, plot, said] of /** @type {const} */ ([
    ['posenc-rope-dials', 'posenc-turning-plot', /^pair 0: q turned by 286\.5° to \(/],
    ['posenc-rope-worked', 'posenc-dial-plot', /^pair 0 at position 1: .* 1 radian, 57\.3°, is/],
    ['posenc-rope-layouts', 'posenc-line-plot', /^offset 0: interleaved /],
    ['posenc-rope-bases', 'posenc-line-plot', /^pair 32: wavelength .* at base 500/],
    ['posenc-rope-decay', 'posenc-line-plot', /^distance 125: mean of \|Sᵣ\| \d/],
  ])) {
    const { shown } = await alone(tag);
    await shown.locator(`${plot} .box`).focus();
    await shown.locator(`${plot} .box`).press('ArrowRight');
    assert.match(await shown.locator(`${plot} .reading`).innerText(), said);
  }
});
