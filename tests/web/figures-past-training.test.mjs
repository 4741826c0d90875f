// The figures of models beyond the length of their training: what was trained when the site was built against models that
// are trained here, and its hand against the angles of the posenc command.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { measurements } from '../../tools/lib/site/measured.mjs';
import { close, column, ofTheCore } from '../of-the-core.mjs';
import { attribute, core, find, show } from './figures.mjs';

/** @typedef {import('./figures.mjs').Shown} Shown */

const trained = 16;
const { models, lengths } = await measurements(core);
const own = /** @type {const} */ ({ dModel: 8, base: 10000, variant: 'paper' });

/** A RoPE model on the task *previous token*, by its number. */
let model = NaN;

before(() => {
  const options = { ...core.trainingDefaults('previous', 'rope'), longest: 128 };
  model = core.createTrainer(options).id;
  core.trainSteps(model, options.steps);
});

/** What was measured when the site was built. @param {string} task @param {string} scheme @param {string} [remedy] */
const measured = (task, scheme, remedy = 'none') =>
  models.find((one) => one.task === task && one.scheme === scheme && one.remedy === remedy)
    ?.accuracies ?? [];

/** How far the hand is turned, in degrees. @param {Shown} shown */
function turned(shown) {
  const [hand] = find(shown.picture('turned-hand').wide, 'g.grasp');
  return -Number(/rotate\((.*?)\)/.exec(attribute(hand, 'transform') ?? '')?.[1]);
}

test('beyond: what was trained when the site was built is what the core trains here', async () => {
  const { head, rows } = (await show('beyond')).table;
  assert.deepEqual(head, ['length', 'RoPE', '+ NTK', '+ YaRN', 'ALiBi']);
  assert.deepEqual(column(rows, 0), lengths);
  for (const [n, remedy] of /** @type {const} */ (['none', 'ntk', 'yarn-short']).entries()) {
    const asked = rows.filter(([length]) => [16, 40, 64].includes(length));
    const here = asked.map(([length]) => {
      const times = Math.max(1, length / trained);
      const to = core.withRemedy(remedy, own, trained, times, length);
      core.useFrequencies(model, to.inverseFrequencies, to.attentionFactor);
      return core.evaluateLength(model, length).accuracy;
    });
    close(column(asked, n + 1), here);
  }
  assert.deepEqual(column(rows, 4), measured('previous', 'alibi'));
  const { inverseFrequencies } = core.withRemedy('none', own, trained, 1, trained);
  core.useFrequencies(model, inverseFrequencies, 1);
});

test('beyond: where the model errs at length 56, four fifths of its attention go to untrained distances', () => {
  let [all, far, previous] = [0, 0, 0];
  for (let seed = 0; seed < 60; seed++) {
    const { tokens, targets } = core.sampleInput(model, 56, seed);
    const { answers, attention } = core.traceInput(model, tokens);
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
  close([far / all, previous / all], [0.82, 0.17], 0.02);
});

test('beyond: the hand is where the core has it, and the badge says what that does', async () => {
  const shown = await show('beyond', { length: 16 });
  const [, wavelength = NaN] = ofTheCore('wavelengths', { d_model: 8, base: 10000 });
  // The angle of the first token, seen from the last.
  const at = (/** @type {number} */ length) => (360 * (length - 1)) / wavelength;
  assert.ok(
    shown.text('text.note').startsWith(`${at(16).toFixed(1)}° in training, `),
    shown.text('text.note'),
  );
  assert.ok(
    shown.setting.endsWith(
      'ALiBi’s slopes 2, 1, 1/2, 1/4, YaRN’s α\u00a0=\u00a00.25, β\u00a0=\u00a02.',
    ),
  );
  for (const [length, title] of /** @type {const} */ ([
    [16, 'Every angle is familiar'],
    [32, 'Outside the arc, still right'],
    [64, 'New angle, bad guesses'],
  ])) {
    await shown.set({ length });
    assert.equal(shown.title, title);
    close([turned(shown)], [at(length)], 1e-6);
  }
  await shown.set({ scheme: 'yarn' });
  assert.equal(shown.title, 'Slowed almost to the arc');
  const yarn = core.withRemedy('yarn-short', own, trained, 4, 64).wavelengths[1] ?? NaN;
  close([turned(shown)], [(360 * 63) / yarn], 1e-6);
  await shown.set({ scheme: 'ntk' });
  const { inv_freq } = ofTheCore('ntk_aware', {
    ...{ head_dim: 8, base: 10000, original_len: 16, scale: 4, alpha: 4 },
  });
  close([turned(shown)], [(63 * inv_freq.flat()[1] * 180) / Math.PI], 1e-6);
  await shown.set({ scheme: 'alibi' });
  assert.equal(shown.title, 'The farther, the fainter');
  assert.equal(shown.pictures('turned-hand').length, 0, 'no hand to turn');
  await shown.set({ task: 'first-causal' });
  assert.equal(shown.title, 'Too far away to be heard');
});

test('beyond: the small print says how far it stays right', async () => {
  const shown = await show('beyond', { length: 56 });
  const { rows } = shown.table;
  const percent = (/** @type {number} */ share) => `${Math.round(share * 100)}\u202f%`;
  const right = rows.find(([length]) => length === 56)?.[1];
  const wrong = rows.findIndex(([, rope]) => rope < 1);
  const upTo = rows[wrong - 1]?.[0];
  assert.ok(upTo > trained);
  assert.ok(
    shown.setting.includes(
      `${percent(right)} right at 56 (new positions only), still ${percent(1)} at ${upTo}.`,
    ),
  );
});
