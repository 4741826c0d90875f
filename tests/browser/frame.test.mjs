// What all figures have in common, as far as only a browser shows it: the state in the address, stills that wait, playing,
// and a page without scripts. (What an address restores and a figure refuses: tests/web/figures-address.test.mjs.)
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { set } from './reading.mjs';
import { arrive, base, figure, open, origin, test, withFigures } from './site.mjs';

test(
  'the state of a figure goes into a link, and comes back from it; what a link asks for in vain is said',
  { tag: '@smoke' },
  async () => {
    const { page, context } = await open({ options: { permissions: ['clipboard-write'] } });
    const shown = await figure(page, 'posenc-heatmap');
    await set(shown, 'width d', 32);
    await set(shown, 'base', 10);
    await shown.getByLabel('Show the whole table').check();
    await expect(shown.getByText('d = 32, base 10: 100 positions')).toBeVisible();
    await shown.getByRole('link', { name: 'Link to this state' }).click();
    await expect(shown.getByText('Link copied')).toBeVisible();
    assert.match(page.url(), /heatmap\.d-model=32&heatmap\.base=10.*&heatmap\.whole=yes#heatmap$/);

    const clock = await figure(page, 'posenc-clock');
    await set(clock, 'position', 3);
    await expect(clock.getByText('PE(3): each hand')).toBeVisible();
    await clock.getByRole('link', { name: 'Link to this state' }).click();
    await expect.poll(() => page.url()).toMatch(/heatmap\.d-model=32.*clock\.position=3.*#clock$/);

    const other = await context.newPage();
    await other.goto(page.url());
    // As a reader leaves the part that a link led to: until then the page goes back there whenever it grows.
    await other.locator('posenc-clock figure[aria-busy=false]').waitFor();
    await other.keyboard.press('Shift');
    await figure(other, 'posenc-heatmap');
    await expect(
      other.locator('posenc-heatmap').getByText('d = 32, base 10: 100 positions'),
    ).toBeVisible();
    const its = other.locator('posenc-clock');
    await expect(its.getByText('PE(3): each hand')).toBeVisible();
    const reset = its.getByRole('button', { name: 'Reset' });
    await reset.click();
    await expect(its.getByText('PE(36): each hand')).toBeVisible();
    await expect(reset).toHaveCount(0);

    await other.goto(`${origin}${base}sinusoidal.html?clock.d-model=7#clock`);
    await figure(other, 'posenc-clock');
    await expect(its.locator('.message')).toContainText(
      'width d must be a positive even number but got 7',
    );
    await expect(its.getByText('PE(36): each hand')).toBeVisible();
    await set(its, 'position', 4);
    await expect(its.getByText('PE(4): each hand')).toBeVisible();
    await expect(its.locator('.message')).toHaveText('');
  },
);

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
  await expect(shown.getByText(/PE\((3[7-9]|4\d)\): each hand/)).toBeVisible();
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
    for (const end = performance.now() + 30_000; places.size < 4 && performance.now() < end;) {
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
  await shown.getByText('PE(36): each hand').waitFor();
  assert.equal(await shown.locator('.still.wide svg').first().isVisible(), true);
  assert.equal(await shown.locator('.controls').isVisible(), false);
  assert.equal(await shown.locator('.foot').isVisible(), false);
  const heatmap = page.locator('posenc-heatmap .still.wide img');
  assert.ok(
    await heatmap.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth),
  );
  assert.equal(new URL(page.url()).href.startsWith(origin + base), true);
});

test('at rest a figure shows its first control; the others, the menu, and how it was made open with a button', async () => {
  const { page } = await open();
  const shown = page.locator('posenc-clock');
  await arrive(shown, 'figure[aria-busy=false]');
  const hasControls = (/** @type {string[]} */ labels) =>
    expect
      .poll(() =>
        shown
          .locator('posenc-number')
          .evaluateAll((all) => all.map((one) => one.getAttribute('label'))),
      )
      .toEqual(labels);
  await hasControls(['position']);
  assert.equal(await shown.getByRole('link', { name: 'Link to this state' }).count(), 0);
  const more = shown.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await hasControls(['position', 'width d', 'base', 'steps k', 'first hand']);
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await more.click();
  await hasControls(['position']);
  await set(shown, 'position', 2.5);
  await expect(shown.getByText('PE(2.5): each hand')).toBeVisible();
  await shown.getByRole('button', { name: 'Link and data' }).click();
  const how = shown.getByRole('button', { name: 'How this was computed' });
  await expect(how).toHaveAttribute('aria-expanded', 'false');
  await how.click();
  await expect(how).toHaveAttribute('aria-expanded', 'true');
  const text = shown.locator('#how');
  await expect(text).toContainText('posenc/encoding/frequencies.hpp');
  await expect(text).toContainText('ωᵢ = base^(−2i/d)');
  await expect(text).toContainText('position: 2.5; width d: 24; base: 10000');
  await expect(text).toContainText("turns({ dModel: 24, base: 10000, variant: 'paper' }, 2.5)");
});

test('figures that share a value follow each other, within their limits', async () => {
  const { page } = await withFigures(
    '<posenc-clock shares="base d-model"></posenc-clock><posenc-heatmap d-model="64" shares="d-model base"></posenc-heatmap><posenc-wavelengths></posenc-wavelengths>',
  );
  const clock = await figure(page, 'posenc-clock');
  const heatmap = await figure(page, 'posenc-heatmap');
  const alone = await figure(page, 'posenc-wavelengths');
  await set(heatmap, 'base', 50);
  await expect(clock.getByText('base 50:')).toBeVisible();
  await set(clock, 'width d', 32);
  await expect(heatmap.getByText('d = 32, base 50:')).toBeVisible();
  await set(heatmap, 'width d', 512);
  await expect(heatmap.getByText('d = 512, base 50:')).toBeVisible();
  await expect(clock.getByText('d = 32, base 50:')).toBeVisible();
  // Its subtitle, once with both values that it began with.
  assert.equal(await alone.getByText('d = 128, base 10000;').count(), 1);
  await heatmap.getByRole('button', { name: 'Reset' }).click();
  await expect(clock.getByText('base 10000:')).toBeVisible();
});
