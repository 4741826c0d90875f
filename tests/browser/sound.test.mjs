// What a spectrum lets its reader hear: the frequencies and numbers of the core, only when asked, and not for longer than
// it is looked at.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { close, column, ofTheCore, upTo } from '../of-the-core.mjs';
import { points, set, takenData } from './reading.mjs';
import { figure, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const base = 10000;
const perSecond = 8000;

/** Notes in the page what Web Audio is asked for. @param {Page} page */
const listen = (page) =>
  page.addInitScript(() => {
    const made = { contexts: 0, closed: 0, hertz: [], tones: [], loops: [], ends: [] };
    Object.assign(globalThis, { made });
    /** When each fader was last asked to fall silent, and how fast. */
    const falls = new Map();
    const { setTargetAtTime } = AudioParam.prototype;
    AudioParam.prototype.setTargetAtTime = function (
      /** @type {[number, number, number]} */ ...asked
    ) {
      const [target, from, constant] = asked;
      if (target === 0) falls.set(this, { from, constant });
      return setTargetAtTime.apply(this, asked);
    };
    const faders = new Map();
    const { connect } = AudioNode.prototype;
    AudioNode.prototype.connect = function (/** @type {any} */ to) {
      if (to instanceof GainNode) faders.set(this, to.gain);
      return /** @type {any} */ (connect).call(this, to);
    };
    const { stop } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.stop = function (when = 0) {
      const fall = falls.get(faders.get(this));
      /** @type {any[]} */ (made.ends).push(
        fall ? { seconds: when - fall.from, constant: fall.constant } : null,
      );
      stop.call(this, when);
    };
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
    const { contexts, closed, tones, loops, ends } = /** @type {any} */ (globalThis).made;
    return {
      contexts,
      closed,
      ends,
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
  await expect(wave).toHaveAttribute('aria-pressed', 'true');
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
  await shown.getByText('Too slow to be heard', { exact: true }).waitFor();

  await set(shown, 'dimension', 20);
  await shown.getByRole('button', { name: 'Loop the piece' }).click();
  await shown.getByText('You hear the seam too').waitFor();
  await shown.locator('posenc-line-plot').first().getByText('seam').waitFor();
  const { loops } = await heard(page);
  assert.equal(loops.length, 1);
  assert.deepEqual([loops[0].loop, loops[0].rate], [true, perSecond]);
  const table = ofTheCore('table', { d_model: 128, base, positions: upTo(64) });
  close(loops[0].samples, column(table, 20), 1e-7);

  await shown.getByRole('button', { name: 'Hear a chord' }).click();
  await shown.getByText('The chord of position 5').waitFor();
  // The tone ended before the loop began, and the loop before the chord: fading, each, and then silent.
  const { ends } = await heard(page);
  assert.equal(ends.length, 2);
  for (const one of ends) {
    assert.ok(one, 'it faded');
    assert.ok(one.seconds >= 0.01 && one.seconds <= 0.03, `in ${one.seconds} s`);
    assert.ok(Math.exp(-one.seconds / one.constant) < 0.01, 'to nothing that can be heard');
  }
  const audible = of(lengths).filter((hertz) => hertz >= 20);
  await shown.getByText(`Hz or more: ${audible.length} of 64,`).waitFor();
  const { hertz } = await heard(page);
  close(hertz.slice(1), audible.reverse(), 1e-6);
  // The pictures are those of the chord: the sine of each pair, and, lit, its tones, each as high as it is loud.
  const [row] = ofTheCore('table', { d_model: 128, base, positions: [5] });
  const sines = upTo(64).map((pair) => row[2 * pair]);
  const above = await points(shown.locator('posenc-line-plot').first());
  close(column(above, 1), sines, 0.02);
  const loudness = sines.slice(0, audible.length).map(Math.abs).reverse();
  const [loudest = NaN] = [...upTo(audible.length)].sort(
    (one, other) => (loudness[other] ?? 0) - (loudness[one] ?? 0),
  );
  const loud = Number((audible.at(loudest) ?? NaN).toPrecision(3));
  await shown.getByText(`the loudest is at ${loud} Hz`).waitFor();
  await expect(shown.getByText('peak: bin')).toHaveCount(0);
  await expect(async () => {
    const below = await points(shown.locator('posenc-line-plot').nth(1));
    close(column(below, 1), loudness, 0.02);
    // The axis is logarithmic, with marks from 50 to 1000 Hz.
    const hertzAt = (/** @type {number} */ x) => 50 * 20 ** ((x - 50) / (1000 - 50));
    close(column(below, 0).map(hertzAt), audible, 0.02);
  }).toPass({ timeout: 30_000 });
  const { rows } = await takenData(page, shown);
  close(column(rows, 2), audible);
  close(column(rows, 3), loudness);

  // With its end the wave is there again.
  await page.keyboard.press('Escape');
  await shown.getByText('peak: bin').waitFor();
  await shown.getByText('dimension 20 by position').waitFor();
});

test('sound ends with its button, with Escape, out of sight, and when its page is left', async () => {
  const { page } = await open({ at: 'signal.html', prepare: listen });
  const shown = await figure(page, 'posenc-spectrum');
  const wave = shown.getByRole('button', { name: 'Hear the wave' });
  const ends = async (/** @type {number} */ count) => {
    await expect.poll(async () => (await heard(page)).closed).toBe(count);
    await expect(wave).toHaveAttribute('aria-pressed', 'false');
  };
  const begin = async () => {
    await wave.click();
    await expect(wave).toHaveAttribute('aria-pressed', 'true');
  };
  await begin();
  await wave.click();
  await ends(1);
  await begin();
  await page.keyboard.press('Escape');
  await ends(2);
  await begin();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await ends(3);
  await begin();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await ends(4);
  assert.equal((await heard(page)).contexts, 4);
});

test('a frequency that no computer plays is not played; without Web Audio the figure says so', async () => {
  const { page } = await open({ at: 'signal.html', prepare: listen });
  const shown = await figure(page, 'posenc-spectrum');
  await set(shown, 'dimension', 126);
  await set(shown, 'base', 0.001);
  await shown.getByText('Dimension 126, the sine of pair 63:').waitFor();
  await shown.getByText('this wave is too fast to be heard').waitFor();
  await expect(shown.getByRole('button', { name: 'Hear the wave' })).toBeDisabled();
  const { page: silent } = await open({
    at: 'signal.html',
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext')),
  });
  const other = await figure(silent, 'posenc-spectrum');
  await other.getByText('This browser does not support Web Audio').waitFor();
  await expect(other.getByRole('button', { name: 'Hear the wave' })).toBeDisabled();
});
