// What a spectrum lets its reader hear: the frequencies and numbers of the core, only when asked, and not for longer than
// it is looked at.
import assert from 'node:assert/strict';
import { close, column, set } from './reading.mjs';
import { figure, ofTheCore, open, test, upTo, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const base = 10000;
const perSecond = 8000;

/** Notes in the page what Web Audio is asked for. @param {Page} page */
const listen = (page) =>
  page.addInitScript(() => {
    const made = { contexts: 0, closed: 0, hertz: [], tones: [], loops: [] };
    Object.assign(globalThis, { made });
    const Plain = AudioContext;
    globalThis.AudioContext = class extends Plain {
      constructor() {
        super();
        made.contexts++;
      }
      /** @override */
      close() {
        made.closed++;
        return super.close();
      }
      /** @override */
      createOscillator() {
        const oscillator = super.createOscillator();
        /** @type {any[]} */ (made.tones).push(oscillator);
        return oscillator;
      }
      /** @override */
      createBufferSource() {
        const source = super.createBufferSource();
        /** @type {any[]} */ (made.loops).push(source);
        return source;
      }
    };
  });

/** @param {Page} page */
const heard = (page) =>
  page.evaluate(() => {
    const { contexts, closed, tones, loops } = /** @type {any} */ (globalThis).made;
    return {
      contexts,
      closed,
      hertz: tones.map((/** @type {OscillatorNode} */ tone) => tone.frequency.value),
      loops: loops.map((/** @type {AudioBufferSourceNode} */ { buffer, loop }) => ({
        loop,
        rate: buffer?.sampleRate,
        samples: [...(buffer?.getChannelData(0) ?? [])],
      })),
    };
  });

const of = (/** @type {number[]} */ lengths) => lengths.map((length) => perSecond / length);

test('a wave sounds at its frequency, its window as its numbers, a chord as its sines', async () => {
  const { page } = await open({ at: 'signal.html', prepare: listen });
  const shown = await figure(page, 'posenc-spectrum');
  const lengths = ofTheCore('wavelengths', { d_model: 128, base });
  assert.equal((await heard(page)).contexts, 0, 'nothing by itself');

  const wave = shown.getByRole('button', { name: 'Hear the wave' });
  await wave.click();
  assert.equal(await wave.getAttribute('aria-pressed'), 'true');
  await shown.getByText('One pure tone').waitFor();
  const one = await heard(page);
  assert.equal(one.contexts, 1);
  close(one.hertz, of([lengths[5]]), 1e-6);
  await shown
    .getByText(`a tone of ${Number((perSecond / lengths[5]).toPrecision(3))} Hz`)
    .waitFor();

  await set(shown, 'dimension', 21);
  await page.waitForFunction(
    (hertz) =>
      Math.abs(/** @type {any} */ (globalThis).made.tones[0].frequency.value - hertz) < 0.5,
    perSecond / lengths[10],
  );
  await set(shown, 'dimension', 100);
  await shown.getByText('Too slow to be heard').waitFor();

  await set(shown, 'dimension', 20);
  await shown.getByRole('button', { name: 'Its window' }).click();
  await shown.getByText('You hear the seam too').waitFor();
  const { loops } = await heard(page);
  assert.equal(loops.length, 1);
  assert.deepEqual([loops[0].loop, loops[0].rate], [true, perSecond]);
  const table = ofTheCore('table', { d_model: 128, base, positions: upTo(64) });
  close(loops[0].samples, column(table, 20), 1e-7);

  await shown.getByRole('button', { name: 'A chord' }).click();
  await shown.getByText('The chord of position 5').waitFor();
  const audible = of(lengths).filter((hertz) => hertz >= 20);
  await shown.getByText(`Of 64 pairs, ${audible.length} are at`).waitFor();
  const { hertz } = await heard(page);
  close(hertz.slice(1), audible.reverse(), 1e-6);
  // Lit, each as high as it is loud.
  const drawn = () =>
    shown
      .locator('posenc-line-plot')
      .nth(1)
      .evaluate((plot) => {
        const lit = plot.shadowRoot?.querySelector('path.line.thick')?.getAttribute('d') ?? '';
        return [...lit.matchAll(/,([\d.]+)V([\d.]+)/g)].map(
          ([, zero, end]) => Number(zero) - Number(end),
        );
      });
  const [row] = ofTheCore('table', { d_model: 128, base, positions: [5] });
  const sines = upTo(64)
    .map((pair) => Math.abs(row[2 * pair]))
    .slice(0, audible.length)
    .reverse();
  await page.waitForTimeout(1500);
  const heights = await drawn();
  // The loudest reaches as far towards the peak as its sine does towards 1.
  const stems = shown.locator('posenc-line-plot').nth(1);
  const peak = Math.max(
    ...(await stems.evaluate((plot) =>
      [...(plot.shadowRoot?.querySelectorAll('path.line:not(.thick)') ?? [])].flatMap((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/,([\d.]+)V([\d.]+)/g)].map(
          ([, zero, end]) => Number(zero) - Number(end),
        ),
      ),
    )),
  );
  close(
    heights.map((height) => height / peak),
    sines,
    0.02,
  );
});

test('sound ends with its button, with Escape, out of sight, and when its page is left', async () => {
  const { page } = await open({ at: 'signal.html', prepare: listen });
  const shown = await figure(page, 'posenc-spectrum');
  const wave = shown.getByRole('button', { name: 'Hear the wave' });
  const ends = async (/** @type {number} */ count) => {
    await page.waitForFunction(
      (count) => /** @type {any} */ (globalThis).made.closed === count,
      count,
    );
    assert.equal(await wave.getAttribute('aria-pressed'), 'false');
  };
  await wave.click();
  await wave.click();
  await ends(1);
  await wave.click();
  await page.keyboard.press('Escape');
  await ends(2);
  await wave.click();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await ends(3);
  await wave.click();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await ends(4);
  assert.equal((await heard(page)).contexts, 4);
});

test('without Web Audio the figure says so', async () => {
  const { page } = await open({
    at: 'signal.html',
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext')),
  });
  const shown = await figure(page, 'posenc-spectrum');
  await shown.getByText('This browser has no Web Audio').waitFor();
  assert.equal(await shown.getByRole('button', { name: 'Hear the wave' }).isDisabled(), true);
});

test('a frequency that no computer plays is not played', async () => {
  const { page, shown } = await withFigures('<posenc-spectrum></posenc-spectrum>');
  await set(shown, 'dimension', 126);
  await set(shown, 'base', 0.001);
  await shown.getByText('base 0.001').waitFor();
  await shown.getByRole('button', { name: 'Hear the wave' }).click();
  await shown.getByText('Too fast to be heard').waitFor();
  await page.keyboard.press('Escape');
});
