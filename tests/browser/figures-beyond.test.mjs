// The figures of models beyond the length of their training, against the core: models trained anew under Node, and the
// angles of the posenc command.
import assert from 'node:assert/strict';
import { loadCore } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { close, column, set, takenData } from './reading.mjs';
import { ofTheCore, setWidth, test, withFigures } from './site.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('../../build/package/api.js').Remedy} Remedy */

const core = await loadCore();
const trained = 16;
const own = /** @type {const} */ ({ dModel: 8, base: 10000, variant: 'paper' });

/**
 * Accuracies at some lengths of a model trained here.
 * @param {string} task @param {string} scheme @param {readonly number[]} lengths
 * @param {{slopes?: number[], remedies?: Remedy[]}} [how]
 */
function trainedHere(task, scheme, lengths, { slopes, remedies = ['none'] } = {}) {
  const options = { ...core.trainingDefaults(task, scheme), longest: 128 };
  const { id } = core.createTrainer(
    slopes ? { ...options, slopes: Float64Array.from(slopes) } : options,
  );
  core.trainSteps(id, options.steps);
  const all = remedies.map((remedy) =>
    lengths.map((length) => {
      if (scheme === 'rope') {
        const times = Math.max(1, length / trained);
        const to = core.withRemedy(remedy, own, trained, times, length);
        core.useFrequencies(id, to.inverseFrequencies, to.attentionFactor);
      }
      return core.evaluateLength(id, length).accuracy;
    }),
  );
  core.disposeTrainer(id);
  return all;
}

/** What the badge says. @param {Locator} shown */
const badge = async (shown) => (await shown.locator('figcaption').innerText()).trim();

/** @param {Locator} shown @param {string} name */
const choose = (shown, name) =>
  shown.locator('.segments').getByLabel(name, { exact: true }).check();

/** @param {Locator} shown @param {string} words */
const says = (shown, words) => shown.getByText(words, { exact: true }).waitFor();

const hand = (/** @type {Locator} */ shown) =>
  shown.getByRole('slider', { name: 'set by the hand' });

/** How far the hand is turned, in degrees. @param {Locator} shown */
const turned = async (shown) =>
  -Number(
    /rotate\((.*?)\)/.exec((await shown.locator('.grasp').getAttribute('transform')) ?? '')?.[1],
  );

/** Once the hand has come to rest. @param {Locator} shown @param {number} degrees */
async function restsAt(shown, degrees) {
  for (let n = 0; n < 100 && Math.abs((await turned(shown)) - degrees) > 0.05; n++) {
    await shown.page().waitForTimeout(50);
  }
  close([await turned(shown)], [degrees], 0.05);
}

test('beyond: what was trained when the site was built is what the core trains here', async () => {
  const { page, shown } = await withFigures('<posenc-beyond></posenc-beyond>');
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head, ['length', 'RoPE', '+ NTK', '+ YaRN', 'ALiBi']);
  const lengths = column(rows, 0);
  const remedies = /** @type {const} */ (['none', 'ntk', 'yarn-short']);
  const some = [...lengths.keys()].filter((at) => [16, 40, 64, 128].includes(lengths[at] ?? 0));
  const asked = some.map((at) => lengths[at] ?? NaN);
  const here = trainedHere('previous', 'rope', asked, { remedies: [...remedies] });
  for (const [n, accuracies] of here.entries()) {
    close(
      some.map((at) => rows[at]?.[n + 1] ?? NaN),
      accuracies,
    );
  }
  const [alibi = []] = trainedHere('previous', 'alibi', asked, { slopes: [2, 1, 0.5, 0.25] });
  close(
    some.map((at) => rows[at]?.[4] ?? NaN),
    alibi,
  );
});

test(
  'beyond: the hand is where the core has it, and the badge says what that does',
  { tag: '@smoke' },
  async () => {
    const { shown } = await withFigures('<posenc-beyond length="16"></posenc-beyond>');
    const [, wavelength = NaN] = ofTheCore('wavelengths', { d_model: 8, base: 10000 });
    // The angle of the first token, seen from the last.
    const at = (/** @type {number} */ length) => (360 * (length - 1)) / wavelength;
    await says(shown, 'Every angle is familiar');
    await restsAt(shown, at(16));
    await shown.getByText(`${at(16).toFixed(1)}° in training, `).waitFor();
    const constants = 'ALiBi’s slopes 2, 1, 1/2, 1/4, YaRN’s α\u00a0=\u00a00.25, β\u00a0=\u00a02.';
    await shown.locator('.sub').getByText(constants).waitFor();
    await set(shown, 'length', 32);
    await says(shown, 'Outside the arc, still right');
    await restsAt(shown, at(32));
    await set(shown, 'length', 64);
    await says(shown, 'New angle, bad guesses');
    await restsAt(shown, at(64));

    await choose(shown, '+ YaRN');
    await says(shown, 'Slowed almost to the arc');
    const yarn = core.withRemedy('yarn-short', own, trained, 4, 64).wavelengths[1] ?? NaN;
    await restsAt(shown, (360 * 63) / yarn);
    await choose(shown, '+ NTK');
    const { inv_freq } = ofTheCore('ntk_aware', {
      ...{ head_dim: 8, base: 10000, original_len: 16, scale: 4, alpha: 4 },
    });
    await restsAt(shown, (63 * inv_freq.flat()[1] * 180) / Math.PI);
    await choose(shown, 'ALiBi');
    await says(shown, 'The farther, the fainter');
    assert.equal(await hand(shown).count(), 0, 'no hand to turn');
    await shown.getByLabel('task').selectOption('first-causal');
    await says(shown, 'Too far away to be heard');
  },
);

test('beyond: the hand is dragged, and moved with the arrow keys', async () => {
  const { page, shown } = await withFigures('<posenc-beyond length="32"></posenc-beyond>');
  const box = shown.getByLabel('length', { exact: true });
  await restsAt(shown, 177.62);
  await hand(shown).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await box.inputValue(), '40');
  await page.keyboard.press('Home');
  assert.equal(await box.inputValue(), '8');
  await set(shown, 'length', 32);
  await restsAt(shown, 177.62);
  // It points left: down is on, anticlockwise.
  const grip = await shown.locator('.tip').boundingBox();
  assert.ok(grip);
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 5 });
  await page.mouse.move(x + 10, y + 45, { steps: 5 });
  await page.mouse.up();
  assert.ok(Number(await box.inputValue()) > 32, await box.inputValue());
});

test('beyond: the small print says how far it stays right, and all readouts change in one frame', async () => {
  const { page, shown } = await withFigures('<posenc-beyond length="56"></posenc-beyond>');
  const { rows } = await takenData(page, shown);
  const percent = (/** @type {number} */ share) => `${Math.round(share * 100)}\u202f%`;
  const right = rows.find(([length]) => length === 56)?.[1] ?? NaN;
  const wrong = rows.findIndex(([, rope = NaN]) => rope < 1);
  const upTo = rows[wrong - 1]?.[0] ?? NaN;
  assert.ok(upTo > trained);
  await shown
    .locator('.sub')
    .getByText(
      `${percent(right)} right at 56 (new positions only), still ${percent(1)} at ${upTo}.`,
    )
    .waitFor();
  await set(shown, 'length', 128);
  await shown.locator('.sub').getByText('right at 128').waitFor();
  const apart = await shown.evaluate(
    (element) =>
      new Promise((resolve) => {
        const root = element.shadowRoot;
        const number = root?.querySelector('posenc-number')?.shadowRoot;
        const box = /** @type {HTMLInputElement} */ (number?.querySelector('#box'));
        /** @type {string[]} */
        const found = [];
        // The press shows first; what is shown follows it, and from then on every step.
        let follows = false;
        const look = () => {
          const text = root?.querySelector('.sub')?.textContent ?? '';
          const isSame = text.includes(`right at ${box.value}`);
          follows ||= isSame && box.value !== '128';
          if (follows && !isSame) found.push(`${box.value}: ${text}`);
          if (box.value === '24') resolve(follows ? found : ['nothing followed']);
          else requestAnimationFrame(look);
        };
        number?.querySelector('button')?.click();
        requestAnimationFrame(look);
      }),
  );
  assert.deepEqual(apart, []);
});

test('beyond: where the model errs at length 56, four fifths of its attention go to untrained distances', () => {
  const options = { ...core.trainingDefaults('previous', 'rope'), longest: 128 };
  const { id } = core.createTrainer(options);
  core.trainSteps(id, options.steps);
  let [all, far, previous] = [0, 0, 0];
  for (let seed = 0; seed < 60; seed++) {
    const { tokens, targets } = core.sampleInput(id, 56, seed);
    const { answers, attention } = core.traceInput(id, tokens);
    assert.equal(attention.length, 1, 'one layer');
    const [{ heads, rows, cols, values } = assert.fail('no layer')] = attention;
    for (let query = trained; query < rows; query++) {
      if (answers[query] === targets[query]) continue;
      for (let head = 0; head < heads; head++) {
        const start = (head * rows + query) * cols;
        all += 1;
        previous += values[start + query - 1] ?? NaN;
        for (let key = 0; key <= query - trained; key++) far += values[start + key] ?? NaN;
      }
    }
  }
  core.disposeTrainer(id);
  close([far / all, previous / all], [0.82, 0.17], 0.02);
});

test('beyond: a length that was not tested is refused; the address restores the rest', async () => {
  const { page, shown } = await withFigures('<posenc-beyond></posenc-beyond>', {
    search: '?beyond.length=64&beyond.scheme=yarn&beyond.task=first-causal',
  });
  await shown
    .getByText(
      /^First token .*, trained at 16: .* right at 64 \(new positions only\), .*\. Hand: pair 1,/,
    )
    .waitFor();
  await set(shown, 'length', 50);
  await shown
    .locator('.error')
    .filter({ hasText: /^In this figure, length must be one of 8, 12, .* but got 50\.$/ })
    .waitFor();
  await set(shown, 'length', 64);
  await isAccessible(page, { within: 'main', when: 'shown' });
  await setWidth(page, 360);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await setWidth(page, 1280);
});

test('train short: each task has its own winner, by the models that the core trains', async () => {
  const { page, shown } = await withFigures('<posenc-train-short></posenc-train-short>');
  await says(shown, 'ALiBi is ahead at the end');
  const { head, rows } = await takenData(page, shown);
  assert.deepEqual(head, ['length', 'ALiBi', 'RoPE', 'waves', 'none']);
  const ends = rows.at(-1) ?? [];
  assert.equal(Math.max(...ends.slice(1)), ends[1]);
  await choose(shown, 'First token (causal)');
  await says(shown, 'Waves last longest here');
  const first = (await takenData(page, shown)).rows;
  const [waves = []] = trainedHere('first-causal', 'sinusoidal', [16, 128]);
  close([first.find(([length]) => length === 16)?.[3] ?? NaN, first.at(-1)?.[3] ?? NaN], waves);
  assert.equal(await badge(shown), 'Waves last longest here');
});
