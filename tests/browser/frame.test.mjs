// What all figures have in common: the state in the address, how they were made, playing. (every-page.test.mjs has the
// pictures before any script.)
import assert from 'node:assert/strict';
import { set } from './reading.mjs';
import { arrive, base, figure, open, origin, test, withFigures } from './site.mjs';

test(
  'the state of a figure goes into a link, and comes back from it',
  { tag: '@smoke' },
  async () => {
    const { page, context } = await open({ options: { permissions: ['clipboard-write'] } });
    const shown = await figure(page, 'posenc-heatmap');
    await set(shown, 'width d', 32);
    await set(shown, 'base', 10);
    await shown.getByLabel('Show the whole table').check();
    await shown.getByText('d = 32, base 10: 100 positions').waitFor();
    await shown.getByRole('link', { name: 'Link to this state' }).click();
    await shown.getByText('Link copied').waitFor();
    const address = page.url();
    assert.match(address, /heatmap\.d-model=32&heatmap\.base=10.*&heatmap\.whole=yes#heatmap$/);

    const clock = await figure(page, 'posenc-clock');
    await set(clock, 'position', 3);
    await clock.getByText('PE(3), d = 24').waitFor();
    await clock.getByRole('link', { name: 'Link to this state' }).click();
    const both = page.url();
    assert.match(both, /heatmap\.d-model=32.*clock\.position=3.*#clock$/, 'of both figures');

    const other = await context.newPage();
    await other.goto(both);
    // As a reader leaves the part that a link led to: until then the page goes back there whenever it grows.
    await other.locator('posenc-clock figure[aria-busy=false]').waitFor();
    await other.keyboard.press('Shift');
    await figure(other, 'posenc-heatmap');
    await other.locator('posenc-heatmap').getByText('d = 32, base 10: 100 positions').waitFor();
    await other.locator('posenc-clock').getByText('PE(3), d = 24').waitFor();
    // The others have what they had.
    await other.locator('posenc-waveforms').first().getByText('d = 128').waitFor();
    const reset = other.locator('posenc-clock').getByRole('button', { name: 'Reset' });
    assert.equal(await reset.count(), 1);
    await reset.click();
    await other.locator('posenc-clock').getByText('PE(36), d = 24').waitFor();
    assert.equal(await reset.count(), 0);
  },
);

for (const [state, said] of /** @type {const} */ ([
  ['clock.position=somewhere', 'position must be a number but is "somewhere"'],
  ['clock.positon=3', 'This figure has no parameter "positon", only position, d-model, base'],
  ['clock.d-model=7', 'width d must be a positive even number but got 7'],
  ['clock.d-model=100000', 'width d must be a number up to 128 but got 100000'],
  ['clock.position=', 'position must be a number but is ""'],
])) {
  test(`a link that asks for ${state} gives the default, and says so`, async () => {
    const { page } = await open({ at: `sinusoidal.html?${state}#clock` });
    const shown = await figure(page, 'posenc-clock');
    const remark = shown.locator('.message');
    await remark.getByText(said).waitFor();
    await shown.getByText('PE(36), d = 24, base 10000').waitFor();
    assert.equal(await shown.locator('.error').textContent(), '');
    await set(shown, 'position', 4);
    await shown.getByText('PE(4), d = 24').waitFor();
    assert.equal(await remark.textContent(), '', 'it is not about what is shown now');
  });
}

test('a figure says how it was made: formula, parameters, and the calls of the core', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-clock');
  await set(shown, 'position', 2.5);
  await shown.getByText('PE(2.5), d = 24').waitFor();
  const how = shown.getByRole('button', { name: 'How this was computed' });
  assert.equal(await how.getAttribute('aria-expanded'), 'false');
  await how.click();
  assert.equal(await how.getAttribute('aria-expanded'), 'true');
  await shown.locator('#how').getByText('posenc/encoding/frequencies.hpp').first().waitFor();
  const text = (await shown.locator('#how').textContent()) ?? '';
  assert.match(text, /ωᵢ = base\^\(−2i\/d\)/);
  assert.match(text, /position: 2\.5; width d: 24; base: 10000/);
  assert.match(text, /turns\(\{ dModel: 24, base: 10000, variant: 'paper' \}, 2\.5\)/);
  assert.match(text, /sinusoidalTable\(.*layout: 'interleaved' \}, \[2\.5\]\)/);
  assert.match(text, /posenc\/encoding\/frequencies\.hpp/);
});

test('a still that has not come near stays as it is, though others are alive', async () => {
  const { page } = await open({ at: 'rope.html' });
  await figure(page, '.part.still');
  const last = page.locator('.part.still').last();
  assert.equal(await last.locator('figure').getAttribute('aria-busy'), 'true');
  assert.equal(await last.locator('[data-plot] .box').count(), 1);
  assert.equal(await last.locator('input, select').count(), 0);
  assert.equal(await last.locator('posenc-number').count(), 0);
  await arrive(last, 'figure[aria-busy=false]');
  const controls = last.locator('posenc-number');
  assert.deepEqual(
    await controls.evaluateAll((all) => all.map((one) => one.getAttribute('label'))),
    ['head width d'],
  );
});

test('a figure plays, and stops; with reduced motion it goes in whole steps', async () => {
  const { page } = await open();
  const shown = await figure(page, 'posenc-clock');
  await shown.getByRole('button', { name: 'Play position' }).click();
  await shown.getByText(/PE\((3[7-9]|4\d)\), d = 24/).waitFor();
  await shown.getByRole('button', { name: 'Stop position' }).click();
  const box = shown.locator('posenc-number[label="position"] input[type=text]');
  const at = await box.inputValue();
  await page.waitForTimeout(300);
  assert.equal(await box.inputValue(), at);

  const { page: still } = await open({ options: { reducedMotion: 'reduce' } });
  const other = await figure(still, 'posenc-clock');
  const places = await other.evaluate(async (clock) => {
    /** @type {Set<number>} */
    const places = new Set();
    const { shadowRoot } = clock;
    const plot = /** @type {any} */ (shadowRoot?.querySelector('posenc-machine-plot'));
    /** @type {HTMLElement | null | undefined} */ (
      shadowRoot
        ?.querySelector('posenc-number[label="position"]')
        ?.shadowRoot?.querySelector('[aria-label="Play position"]')
    )?.click();
    for (const end = performance.now() + 2000; performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      places.add(plot.at);
    }
    return [...places];
  });
  assert.ok(places.length > 1, 'it goes on');
  assert.deepEqual(
    places,
    // The first step may be made before it is first looked.
    places.map((_, n) => (places[0] === 36 ? 36 : 37) + n),
  );
});

test('without JavaScript figures show their picture, and nothing that does not work', async () => {
  const { page } = await open({ options: { javaScriptEnabled: false } });
  const shown = page.locator('posenc-clock');
  await shown.getByText('PE(36), d = 24, base 10000').waitFor();
  assert.equal(await shown.locator('.still.wide svg').first().isVisible(), true);
  assert.equal(await shown.locator('.controls').isVisible(), false);
  assert.equal(await shown.locator('.foot').isVisible(), false);
  const heatmap = page.locator('posenc-heatmap .still.wide img');
  assert.ok(
    await heatmap.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth),
  );
  assert.equal(new URL(page.url()).href.startsWith(origin + base), true);
});

test('at rest a figure shows its first control; the others and the menu open with a button', async () => {
  const { page } = await open();
  const shown = page.locator('posenc-clock');
  await arrive(shown, 'figure[aria-busy=false]');
  const labels = () =>
    shown
      .locator('posenc-number')
      .evaluateAll((all) => all.map((one) => one.getAttribute('label')));
  assert.deepEqual(await labels(), ['position']);
  assert.equal(await shown.getByRole('link', { name: 'Link to this state' }).count(), 0);
  const more = shown.getByRole('button', { name: 'More', exact: true });
  await more.click();
  assert.deepEqual(await labels(), ['position', 'width d', 'base', 'steps k', 'first hand']);
  assert.equal(await more.getAttribute('aria-expanded'), 'true');
  await more.click();
  assert.deepEqual(await labels(), ['position']);
  await shown.getByRole('button', { name: 'Link and data' }).click();
  await shown.getByRole('link', { name: 'Link to this state' }).waitFor();
});

test('figures that share a value follow each other, within their limits', async () => {
  const { page } = await withFigures(
    '<posenc-clock shares="base d-model"></posenc-clock><posenc-heatmap d-model="64" shares="d-model base"></posenc-heatmap><posenc-wavelengths></posenc-wavelengths>',
  );
  const clock = await figure(page, 'posenc-clock');
  const heatmap = await figure(page, 'posenc-heatmap');
  const alone = await figure(page, 'posenc-wavelengths');
  await set(heatmap, 'base', 50);
  await clock.getByText('base 50:').waitFor();
  await set(clock, 'width d', 32);
  await heatmap.getByText('d = 32, base 50:').waitFor();
  await set(heatmap, 'width d', 512);
  await heatmap.getByText('d = 512, base 50:').waitFor();
  await clock.getByText('d = 32, base 50:').waitFor();
  // Its subtitle, once with both values that it began with.
  assert.equal(await alone.getByText('d = 128, base 10000;').count(), 1);
  await heatmap.getByRole('button', { name: 'Reset' }).click();
  await clock.getByText('base 10000:').waitFor();
});
