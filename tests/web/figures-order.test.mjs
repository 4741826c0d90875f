// The figures of order against what the posenc command computes: attention to words, and to the same words reordered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { render } from '@lit-labs/ssr/lib/render.js';
import { close, ofTheCore, upTo } from '../of-the-core.mjs';
import { attribute, find, number, show } from './figures.mjs';

/** @typedef {import('./figures.mjs').Shown} Shown */
/** @typedef {import('./figures.mjs').Node} Node */

/** As the page writes it. @param {number} value */
const small = (value) => {
  const [mantissa = '', exponent = ''] = value.toExponential(1).split('e-');
  const raised = [...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `${mantissa}\u00a0×\u00a010⁻${raised}`;
};

// "the dog bit the man": equal words have equal tokens.
const tokens = [0, 1, 2, 0, 3];
const reordered = [3, 4, 2, 0, 1];
const attention = (/** @type {object} */ how) =>
  ofTheCore('permuted_attention', { d_model: 16, seed: 10, tokens, ...how });

/** The rows or columns of a picture by where they are. @param {{at: number, word: number}[]} places */
const inOrder = (places) =>
  [...new Map(places.map(({ at, word }) => [word, at]))]
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);

/** @param {Node} drawing @param {string} selector */
const circles = (drawing, selector) =>
  find(drawing, selector).map((disk) => {
    const [query = NaN, key = NaN, x = NaN, y = NaN, r = NaN] = [
      ...['data-query', 'data-key', 'cx', 'cy', 'r'],
    ].map((name) => number(disk, name));
    return { query, key, x, y, r };
  });

/**
 * The disks of one matrix: a disk that fills its cell is 1, and areas are as the weights.
 * @param {Node} drawing @param {'given' | 'reordered'} side @param {number[][]} weights @param {number[]} order
 */
function assertDisks(drawing, side, weights, order) {
  const drawn = circles(drawing, `circle[data-side=${side}]`);
  assert.equal(drawn.length, order.length ** 2);
  assert.deepEqual(inOrder(drawn.map(({ key, x }) => ({ at: x, word: key }))), order);
  assert.deepEqual(inOrder(drawn.map(({ query, y }) => ({ at: y, word: query }))), order);
  const between = (/** @type {number[]} */ all) => {
    const [one = 0, next = 0] = [...new Set(all)].sort((a, b) => a - b);
    return next - one;
  };
  const cell = Math.min(between(drawn.map(({ x }) => x)), between(drawn.map(({ y }) => y)));
  for (const { query, key, r } of drawn) {
    const weight = weights[order.indexOf(query)]?.[order.indexOf(key)] ?? NaN;
    close([(r / (cell / 2 - 1)) ** 2], [weight], 0.004);
  }
}

/** @param {Shown} shown @param {any} core @param {number[]} order */
async function assertShowsAttention(shown, core, order) {
  const count = core.weights.length;
  const { wide, narrow } = shown.picture('attention-plot');
  assertDisks(wide, 'given', core.weights, upTo(count));
  for (const drawing of [wide, narrow]) {
    assertDisks(drawing, 'reordered', core.reordered_weights, order);
  }
  const { head, rows } = shown.table;
  assert.deepEqual(head.slice(0, 5), [
    ...['sequence', 'place', 'word', 'given place'],
    'weight on place 0',
  ]);
  for (const n of upTo(count)) {
    close(rows[n]?.slice(4) ?? [], [...core.weights[n], ...core.outputs[n]]);
    close(rows[count + n]?.slice(4) ?? [], [
      ...core.reordered_weights[n],
      ...core.reordered_outputs[n],
    ]);
  }
  await shown.set({ outputs: true });
  const all = [...core.outputs, ...core.reordered_outputs].flat().map(Math.abs);
  const highest = Math.ceil(Math.max(...all) * 10) / 10;
  for (const [nth, matrix] of [core.outputs, core.reordered_outputs].entries()) {
    const cells = shown.picture('matrix-plot', nth).cells({ lowest: -highest, highest });
    for (const [n, row] of cells.entries()) close(row, matrix[n], highest / 250);
  }
  await shown.set({ outputs: false });
}

test('order: attention moves with the words, unless positions or a mask break that, and the title says so', async () => {
  const shown = await show('order');
  const core = attention({ order: reordered });
  assert.equal(core.equivariant, true);
  assert.equal(shown.title, 'Same weights, just moved');
  await assertShowsAttention(shown, core, reordered);
  const measured = () => shown.find('ul.measured')[0];
  await shown.openMore();
  const written = find(measured(), 'b').map((one) => one.childNodes[0].value);
  assert.deepEqual(
    written,
    ['weight', 'output', 'pooled'].map((name) => small(core[`${name}_difference`])),
  );
  assert.match(shown.text('ul.measured'), /outputs: equivariant .* mean output: invariant/);
  for (const [values, how] of /** @type {const} */ ([
    [{ encoding: 'sinusoidal' }, { encoding: 'sinusoidal' }],
    [{ encoding: 'none', mask: 'causal' }, { mask: 'causal' }],
  ])) {
    await shown.set(values);
    assert.equal(shown.title, 'Now order matters');
    assert.match(shown.text('ul.measured'), /not equivariant .* not invariant/);
    assert.match(shown.text('p.difference'), /\(not just rounding\)$/);
    await assertShowsAttention(shown, attention({ order: reordered, ...how }), reordered);
  }
});

test('order: put back, each disk fills the ring of its weight as given, unless they differ', async () => {
  const shown = await show('order');
  shown.figure.together = true;
  /** How far the disks are from filling their rings. @param {'wide' | 'narrow'} width */
  const gaps = (width) => {
    const drawing = shown.picture('attention-plot')[width];
    const disks = circles(drawing, 'circle[data-side=reordered]');
    const rings = circles(drawing, 'circle.ring');
    assert.equal(rings.length, 25);
    return rings.map(({ query, key, x, y, r }) => {
      const disk = disks.find((one) => one.query === query && one.key === key);
      close([disk?.x ?? NaN, disk?.y ?? NaN], [x, y], 1e-3);
      return Math.abs(r - 0.75 - (disk?.r ?? NaN));
    });
  };
  await shown.draw();
  assert.equal(shown.title, 'Every weight is the same');
  assert.match(shown.text('p.difference'), /\(rounding\)$/);
  for (const width of /** @type {const} */ (['wide', 'narrow'])) {
    assert.ok(Math.max(...gaps(width)) < 0.02, 'equal weights, equal disks');
  }
  await shown.set({ mask: 'causal' });
  shown.figure.together = true;
  await shown.draw();
  const masked = attention({ order: reordered, mask: 'causal' });
  assert.equal(shown.title, `Off by up to ${Number(masked.weight_difference.toPrecision(2))}`);
  assert.ok(Math.max(...gaps('wide')) > 3, 'other weights, other disks');
  // Elsewhere, a disk in the ring of another one would look as if they differed.
  assert.equal(
    find((await show('order')).picture('attention-plot').narrow, 'circle.ring').length,
    0,
  );
});

test('order: a cell that is read is said with its twin in the other order', async () => {
  // Put in this order twice, the words would not be back where they were.
  const order = [1, 2, 4, 0, 3];
  const shown = await show('order', { order: order.join(', ') });
  const plot = shown.picture('attention-plot');
  const { weights, reordered_weights: moved } = attention({ order });
  // Drawn last for a phone, where there is one matrix.
  assert.equal(
    plot.press('ArrowRight', 'ArrowRight', 'ArrowDown'),
    `bit → bit: ${moved[1][1].toFixed(4)}; as given ${weights[2][2].toFixed(4)}`,
  );
  plot.plot.width = 600;
  plot.plot.place = null;
  assert.equal(
    plot.press('ArrowRight', 'ArrowRight', 'ArrowDown'),
    `dog → dog: ${weights[1][1].toFixed(4)}; reordered ${moved[0][0].toFixed(4)}`,
  );
});

test('order: other words take an order that fits them, and one that is none is refused', async () => {
  const shown = await show('order', { order: '0, 1, 2, 3, 4' });
  assert.equal(shown.title, 'Swap two words. What changes?');
  await shown.set({ words: 'time flies' });
  assert.equal(shown.values['order'], '0, 1');
  await shown.set({ order: '1, 1' });
  assert.match(shown.error, /^order must have each number once/);
  await shown.set({ order: '1, 0' });
  assert.deepEqual([shown.error, shown.title], ['', 'Same weights, just moved']);
  await shown.set({ words: 'a b c d e f g h i j k l m' });
  assert.equal(shown.error, 'This figure shows 1 to 12 words but got 13.');
  await shown.set({ words: 'a b c d e f g h i j k l' });
  assert.equal(shown.values['order'], upTo(12).join(', '));
});

const given = [0, 1, 2, 3, 4];
const swapped = [0, 4, 2, 3, 1];
const ofHero = (/** @type {object} */ how) => attention({ seed: 10, order: given, ...how });

/** Every disk of the hero, by the words that look and are looked at. @param {Shown} shown */
const heroDisks = (shown) =>
  given.map((looks) =>
    given.map((seen) => {
      const { wide } = shown.picture('word-matrix');
      const [disk] = find(wide, `g[data-looks=${looks}]`).filter(
        (one) => attribute(one, 'data-seen') === String(seen),
      );
      const [, x, y] =
        /translate\(([\d.-]+) ([\d.-]+)\)/.exec(attribute(disk, 'transform') ?? '') ?? [];
      const radius = (/** @type {string} */ name) => {
        const [circle] = find(disk, `circle.${name}`);
        return circle ? number(circle, 'r') : null;
      };
      const own = radius('disk') ?? NaN;
      // A rim is what was added to the disk, a ring what was taken from it.
      const [now, before] = [radius('rim') ?? own, radius('ring') ?? own];
      return { x: Number(x), y: Number(y), now, before };
    }),
  );

/** Weights are areas: of a row they add up to 1. @param {number[]} radii */
const weightsIn = (radii) => {
  const whole = radii.reduce((sum, r) => sum + r * r, 0);
  return radii.map((r) => (r * r) / whole);
};

/** Words are where the order puts them, and disks have the areas of the core. @param {Shown} shown @param {number[]} order @param {any} core */
function assertHero(shown, order, core) {
  const disks = heroDisks(shown);
  const place = (/** @type {number} */ word) => order.indexOf(word);
  for (const [looks, row] of disks.entries()) {
    assert.deepEqual(inOrder(row.map(({ x }, word) => ({ at: x, word }))), order);
    const down = disks.map((one, word) => ({ at: one[looks]?.y ?? NaN, word }));
    assert.deepEqual(inOrder(down), order);
    close(
      weightsIn(row.map(({ now }) => now)),
      given.map((seen) => core.reordered_weights[place(looks)][place(seen)]),
      0.002,
    );
  }
  return disks;
}

test('hero: without positions nothing changes but the places, with them the weights do', async () => {
  const shown = await show('hero');
  assert.equal(shown.title, 'Swap two. What changes?');
  const written = assertHero(shown, given, ofHero({}));
  await shown.set({ order: swapped.join(', ') });
  assert.equal(shown.title, 'Attention did not notice');
  const without = ofHero({ order: swapped });
  assert.equal(without.equivariant, true);
  const moved = assertHero(shown, swapped, without);
  assert.equal(shown.find('circle.rim').length + shown.find('circle.ring').length, 0);
  const radii = (/** @type {typeof moved} */ all) => all.map((row) => row.map(({ now }) => now));
  assert.deepEqual(radii(moved), radii(written), 'the same disks, elsewhere');

  await shown.set({ positions: true });
  assert.equal(shown.title, 'Attention noticed');
  const withPositions = ofHero({ order: swapped, encoding: 'sinusoidal' });
  assert.equal(withPositions.equivariant, false);
  const changed = assertHero(shown, swapped, withPositions);
  const largest = withPositions.weight_difference.toPrecision(2);
  const { summary } = shown.picture('word-matrix');
  assert.ok(summary.endsWith(`from the original order: ${largest}.`), summary);
  const first = ofHero({ encoding: 'sinusoidal' });
  for (const [looks, row] of changed.entries()) {
    close(weightsIn(row.map(({ before }) => before)), first.weights[looks], 0.03);
  }
  const { head, rows } = shown.table;
  assert.equal(head.length, 13);
  for (const n of upTo(5)) {
    close(rows[n]?.slice(3) ?? [], [...without.weights[n], ...withPositions.weights[n]]);
    close(rows[5 + n]?.slice(3) ?? [], [
      ...without.reordered_weights[n],
      ...withPositions.reordered_weights[n],
    ]);
  }
  const now = withPositions.reordered_weights[2][1].toFixed(3);
  const before = withPositions.weights[2][4].toFixed(3);
  assert.equal(
    shown.picture('word-matrix').read({ looks: 2, seen: 4 }),
    `“bit” looks at “man” with weight ${now}; in the original order ${before}`,
  );
  await shown.set({ positions: false, order: given.join(', '), seed: 12 });
  assertHero(shown, given, ofHero({ seed: 12 }));
});

test('hero: no size in its drawing is negative, however springs swing and however little room there is', async () => {
  const shown = await show('hero', { order: swapped.join(', '), positions: '' });
  const { plot } = shown.picture('word-matrix');
  for (const springs of [plot.now, plot.first]) {
    for (const spring of springs) spring.put(-0.1);
  }
  for (const width of [1, 600]) {
    plot.width = width;
    const drawn = await collectResult(render(plot.picture()));
    assert.doesNotMatch(drawn, / (r|width|height)="-/);
  }
});

test('hero: its still says in words what playing with it would show', async () => {
  const said = (await show('hero')).text('p.in-words');
  const without = ofHero({ order: swapped }).weight_difference;
  const withPositions = ofHero({ order: swapped, encoding: 'sinusoidal' }).weight_difference;
  assert.ok(said.includes(`moves with its words, to within ${small(without)}.`), said);
  assert.ok(said.includes(`change by up to ${withPositions.toPrecision(2)}.`), said);
});
