// A training session as the page words, draws and exports it, apart from any page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { tasks } from '../../build/wasm/posenc-registry.mjs';
import { loadCore } from '../../tools/lib/site/core.mjs';
import { captionProblem } from './caption-rule.mjs';

const core = await loadCore();

/** @template T @param {string} file below web/src/labs/training @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/labs/training/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/labs/training/session.ts')} */
const { outcomeOf, ProgressRate, Session } = await of('session');
/** @type {typeof import('../../web/src/labs/training/schemes.ts')} */
const { schemesIn } = await of('schemes');
/** @type {typeof import('../../web/src/labs/training/words.ts')} */
const { badgeOf, captionOf, fileStem, lineOf, questionOf, stateOf, subtitleOf } = await of('words');
/** @type {typeof import('../../web/src/labs/training/footer.ts')} */
const { lengthTable, stepTable } = await of('footer');
/** @type {typeof import('../../web/src/labs/training/run-file.ts')} */
const { runFile } = await of('run-file');
/** @type {typeof import('../../web/src/labs/training/plots.ts')} */
const {
  lengthCurves,
  lengthReading,
  missingAnswers,
  reachCurves,
  reachReading,
  stepReading,
  stepSummary,
} = await of('plots');
/** @type {typeof import('../../web/src/labs/training/measure.ts')} */
const { reachNumbers } = await of('measure');
/** @type {typeof import('../../web/src/labs/training/settings.ts')} */
const {
  addressWith,
  addressWithKey,
  keyOf,
  optionsWith,
  rareIn,
  settingsInAddress,
  settingsInKey,
  settingsWith,
  sizeNames,
  sizes,
} = await of('settings');
/** @type {typeof import('../../web/src/labs/training/settings-element.ts')} */
const { SizeProblems } = await of('settings-element');

/** @type {typeof import('../../web/src/labs/training/watched.ts')} */
const { Watched } = await of('watched');

const taskInfo = /** @type {any} */ ({
  title: 'In order or not?',
  testLengths: Float64Array.of(8, 16),
  chance: 0.5,
  ceiling: null,
});

/** @param {string} scheme @param {object} changes */
const run = (scheme, changes = {}) =>
  /** @type {any} */ ({
    options: {
      ...{ scheme, dModel: 32, heads: 4, layers: 1, steps: 3, batch: 64, seed: 1 },
      ...{ trainShortest: 2, trainLongest: 8, slopes: new Float64Array() },
    },
    state: 'done',
    losses: [0.7, 0.6, 0.5],
    accuracies: [0.5, 0.5, 1],
    divergedAt: null,
    evaluated: [
      { length: 8, accuracy: 1, scored: 64 },
      { length: 16, accuracy: 0.75, scored: 64 },
    ],
    over: true,
    failure: null,
    ...changes,
  });

/** @param {any[]} runs */
function restored(...runs) {
  const kept = { version: /** @type {const} */ (1), setting: '', task: 'order', at: 0, runs };
  const names = runs.map(({ options }) => options.scheme).join(' ');
  return Session.restored({ ...kept, guesses: {} }, taskInfo, schemesIn(names), () => {});
}

/** @param {import('../../web/src/ui/download.ts').DataTable} table */
const rowsOf = ({ head, count, row }) => [head, ...Array.from({ length: count }, (_, n) => row(n))];

const refused = { length: 16, accuracy: null, why: 'there is no row for position 8' };
const learned = run('learned', {
  evaluated: [{ length: 8, accuracy: 0.5, scored: 64 }, refused],
});

test('a badge and a line for a session that trains, has ended, or was interrupted, and before it', () => {
  const words = (/** @type {InstanceType<typeof Session>} */ session) => {
    const [badge, line] = [badgeOf(session).text, lineOf(session)];
    assert.equal(captionProblem(badge, line), '');
    return [badge, line];
  };
  const tested = 'Trained at length 8, tested at 16.';
  assert.deepEqual(words(restored(run('rope'))), ['Result: 75\u202f%', tested]);
  assert.deepEqual(words(restored(run('rope'), run('none'))), ['All: 75\u202f%', tested]);
  const worse = run('none', { evaluated: [{ length: 16, accuracy: 0.5, scored: 64 }] });
  assert.deepEqual(words(restored(run('rope'), worse)), ['From 50\u202f% to 75\u202f%', tested]);
  const stopped = restored(run('rope', { state: 'stopped', evaluated: [] }));
  assert.deepEqual(words(stopped), ['Ended early', 'Ended after 3 steps.']);
  const example = { isOrder: true, inputs: [[15, 18, 17, 16, 14, 13, 12, 11]] };
  const question = questionOf(/** @type {any} */ (example), '');
  assert.equal(question, '15 18 17 16 14 …: in order?');
  assert.equal(captionProblem(question, ''), '');
});

test('what a task makes fits into the line below its badge', () => {
  for (const { name } of tasks) {
    const { title, makes } = core.trainingTask(name);
    assert.equal(captionProblem(title, makes), '', name);
  }
});

test('a session in words: caption, settings, the name of its files, how far each scheme is', () => {
  const session = restored(run('none', { evaluated: [] }), run('rope'));
  assert.equal(
    captionOf(session),
    'Trained up to length 8, tested at 16: RoPE gets 75\u202f% right',
  );
  assert.equal(
    subtitleOf(session),
    'In order or not? Training lengths 2 to 8, d = 32, 4 heads, 1 layer, 3 steps, batch 64, seed 1',
  );
  assert.equal(fileStem(session), 'order-d32-heads4-layers1-steps3-batch64-seed1');
  const [none, rope] = session.entries;
  assert.ok(none && rope);
  assert.equal(stateOf(session, none), 'done');
  assert.equal(stateOf(session, rope), 'done: 100\u202f% at length 8');
  const stopped = restored(run('rope', { state: 'stopped', evaluated: [] }));
  assert.equal(captionOf(stopped), 'Ended early, after 3 steps');
  assert.ok(stopped.entries[0]);
  assert.equal(stateOf(stopped, stopped.entries[0]), 'stopped at step 3');
  const diverged = restored(run('rope', { divergedAt: 2, evaluated: [] }));
  assert.ok(diverged.entries[0]);
  assert.equal(stateOf(diverged, diverged.entries[0]), 'ended at step 2: the loss became NaN');
});

test('a session in numbers: every step, every length, and where a model has no answer', () => {
  const session = restored(learned, run('rope'));
  assert.deepEqual(rowsOf(lengthTable(session)), [
    ['length', 'trained on', 'learned', 'RoPE', 'guessing', 'answers scored'],
    [8, 'yes', 0.5, 1, 0.5, 64],
    [16, 'no', 'no answer', 0.75, 0.5, 64],
  ]);
  const [head, first, ...others] = rowsOf(stepTable(session));
  assert.deepEqual(head?.slice(0, 3), ['step', 'learned (loss)', 'learned (accuracy)']);
  assert.deepEqual(first, [1, 0.7, 0.5, 0.7, 0.5]);
  assert.equal(others.length, 2);
  assert.deepEqual(missingAnswers(session), ['learned, from length 16 on: ' + refused.why]);
  const { accuracies, schemes, seeds, trainLongest } = outcomeOf(session);
  assert.deepEqual([...accuracies], [0.5, NaN, 1, 0.75]);
  assert.deepEqual([schemes, seeds, trainLongest], [['learned', 'rope'], 1, 8]);
});

test('the curves of a session can be read without seeing them', () => {
  const session = restored(learned, run('rope'));
  assert.equal(stepReading(session, 'losses', 1), 'step 2: learned 0.600, RoPE 0.600');
  assert.equal(
    stepSummary(session, 'accuracies'),
    'learned: 50.0\u202f% at first, 100.0\u202f% after 3 steps; RoPE: 50.0\u202f% at first, 100.0\u202f% after 3 steps. Guessing gets 50\u202f%.',
  );
  assert.equal(lengthReading(session, 1), 'length 16: learned has no answer, RoPE 75.0\u202f%');
  assert.deepEqual(
    lengthCurves(session).map(({ name }) => name),
    ['guessing', 'learned', 'RoPE'],
  );
});

/** A run on text, measured in bits. @param {string[]} layerSchemes @param {number} pastTraining */
const onText = (layerSchemes, pastTraining) =>
  run(layerSchemes.length > 0 ? 'none' : 'rope', {
    options: { ...run('none').options, scheme: 'rope', layerSchemes },
    bits: [6, 5, 4],
    evaluated: [
      { length: 8, accuracy: 0.4, bits: 2.5, scored: 64 },
      { length: 16, accuracy: 0.3, bits: pastTraining, scored: 64 },
    ],
  });

test('a session on text is about bits per character, where fewer are better, and of mixes by layer', () => {
  const facts = {
    singleBits: 4.29,
    pairBits: 3.44,
    checksum: 'abc',
    alphabet: [' ', 'a'],
    characters: 9,
  };
  const about = {
    title: 'Next character',
    measure: 'bits',
    chance: 0,
    text: { name: 'Moby-Dick', key: 'abc', isBook: true, facts },
  };
  const kept = { version: /** @type {const} */ (1), setting: '', task: 'text', at: 0, guesses: {} };
  const session = Session.restored(
    { ...kept, runs: [onText([], 4.5), onText(['rope', 'none'], 2.7)] },
    /** @type {any} */ ({ ...taskInfo, ...about }),
    ...[schemesIn('rope/none rope'), () => {}],
  );
  assert.deepEqual(
    session.entries.map(({ scheme: { id, name, color, as } }) => [id, name, color, as]),
    [
      ['rope', 'RoPE', 'rope', 'line'],
      ['rope/none', 'RoPE/none', 'rope', 'dashed'],
    ],
  );
  assert.equal(
    captionOf(session),
    'Trained up to length 8, tested at 16: RoPE/none needs 2.70 bits per character, RoPE 4.50',
  );
  assert.match(subtitleOf(session), /^Next character of Moby-Dick\. Training lengths 2 to 8, /);
  assert.ok(session.entries[0]);
  assert.equal(stateOf(session, session.entries[0]), 'done: 2.50 bits at length 8');
  assert.deepEqual(rowsOf(lengthTable(session)), [
    [
      'length',
      'trained on',
      'RoPE',
      'RoPE/none',
      'single characters',
      'pairs',
      'characters scored',
    ],
    [8, 'yes', 2.5, 2.5, 4.29, 3.44, 64],
    [16, 'no', 4.5, 2.7, 4.29, 3.44, 64],
  ]);
  assert.deepEqual(rowsOf(stepTable(session))[1], [1, 0.7, 0.5, 6, 0.7, 0.5, 6]);
  assert.equal(stepReading(session, 'bits', 1), 'step 2: RoPE 5.00, RoPE/none 5.00');
  assert.match(lengthReading(session, 1), /^length 16: RoPE 4\.500, RoPE\/none 2\.700$/);
  const { accuracies, bits, schemes } = outcomeOf(session);
  assert.deepEqual([...accuracies], []);
  assert.deepEqual(bits, { values: Float64Array.of(2.5, 4.5, 2.5, 2.7), single: 4.29, pair: 3.44 });
  assert.deepEqual(schemes, ['rope', 'rope/none']);
  const file = JSON.parse(runFile(session, 'https://example.org', {}));
  assert.deepEqual(file.text, {
    name: 'Moby-Dick',
    checksum: 'abc',
    alphabet: ' a',
    characters: 9,
  });
  assert.deepEqual(file.runs[1].options.layerSchemes, ['rope', 'none']);
});

const settings = {
  ...{ task: 'previous', schemes: 'rope alibi', slopes: '2,1' },
  ...{ dModel: 32, heads: 2, layers: 1, steps: 50, batch: 8, seed: 0, seeds: 3 },
};

test('settings come back from an address and from a key; what cannot be used is refused', () => {
  const page = 'https://example.org/train.html?other=1';
  const { search, hash } = new URL(addressWith(page, 'lab-1', settings));
  assert.equal(hash, '#lab-1');
  assert.deepEqual(settingsInAddress(search, 'lab-1'), settings);
  assert.deepEqual(settingsInAddress(search, 'lab-2'), {});
  assert.match(
    String(settingsInAddress('?lab-1.schemes=rope+rotary', 'lab-1')),
    /^In the address, schemes must be one or more of none, sinusoidal, .* but got "rotary"$/,
  );
  assert.match(String(settingsInAddress('?lab-1.steps=0', 'lab-1')), /steps must be a whole/);
  const key = keyOf(settings);
  assert.match(key, /^run\.task=previous&run\.schemes=rope\+alibi&run\.d-model=32&/);
  assert.deepEqual(settingsInKey(key), settings);
  assert.equal(settingsInKey('run.task=unknown'), null);
  assert.equal(settingsInKey('run.steps=0'), null);
  const link = new URL(addressWithKey(page, 'lab-1', key));
  assert.deepEqual(settingsInAddress(link.search, 'lab-1'), settings);
});

test('lengths, base and the table are named only where they are not the task’s', () => {
  const defaults = /** @type {any} */ ({
    ...{ dModel: 32, heads: 4, layers: 1, steps: 800, batch: 64, seed: 1, slopes: [] },
    ...{ trainShortest: 4, trainLongest: 8, base: 10_000, tableRows: 160, tableStd: 1 },
    ...{ longest: 16, testLengths: Float64Array.of(8, 16), scheme: 'rope', eps: 1e-5 },
  });
  /** @param {Partial<import('../../web/src/labs/training/settings.ts').Sizes>} own @param {string} testLengths */
  const chosen = (own, testLengths = '') => ({
    ...{ task: 'order', schemes: 'rope', slopes: '2 1', testLengths, windows: '', bases: '' },
    own: /** @type {any} */ ({
      ...Object.fromEntries(sizeNames.map((size) => [size, null])),
      ...own,
    }),
  });
  // As links and the keys of kept sessions were before these could be set.
  const before =
    'run.task=order&run.schemes=rope&run.d-model=32&run.heads=4&run.layers=1&run.steps=800&run.batch=64&run.seed=1&run.seeds=1&run.slopes=2+1';
  const keyWith = (/** @type {ReturnType<typeof chosen>} */ all) =>
    keyOf(settingsWith(all, defaults));
  assert.equal(keyWith(chosen({})), before);
  assert.equal(keyWith(chosen({ base: 10_000, tableStd: 1 }, '16, 8')), before);
  assert.equal(keyWith(chosen({}, 'eight')), before);
  assert.deepEqual(rareIn(before), []);
  const own = { trainShortest: 2, trainLongest: 20, base: 500, tableRows: 20, tableStd: 0 };
  const key = keyWith(chosen(own, '50, 20 20'));
  assert.deepEqual(settingsInKey(key), {
    ...{ ...settingsInKey(before), ...own, testLengths: '20 50' },
  });
  assert.deepEqual(rareIn(key), Object.entries(own));
  const byLayer = { ...chosen({}), windows: '16, 0', bases: '10000 1e6', text: 'abc' };
  const ownText = keyWith({ ...byLayer, schemes: 'rope/none rope' });
  assert.deepEqual(settingsInKey(ownText), {
    ...{ ...settingsInKey(before), schemes: 'rope rope/none', text: 'abc' },
    ...{ windows: '16 0', bases: '10000 1000000' },
  });
  const mixed = optionsWith(byLayer, defaults, ['rope', 'none']);
  assert.deepEqual(
    [mixed.layerSchemes, mixed.windows, mixed.bases],
    [['rope', 'none'], Float64Array.of(16, 0), Float64Array.of(10_000, 1e6)],
  );
  const session = Session.restored(
    { version: 1, setting: key, task: 'order', at: 0, guesses: {}, runs: [run('rope')] },
    ...[taskInfo, schemesIn('rope'), () => {}],
  );
  assert.match(subtitleOf(session), /, batch 64, base 500, table rows 20, table spread 0, seed 1$/);
  assert.match(fileStem(session), /-train-longest20-base500-table-rows20-table-std0-seed1$/);

  const noLayers = { windows: new Float64Array(), bases: new Float64Array(), rotary: 1 };
  const { eps, scheme, ...options } = optionsWith(chosen(own, '50, 20 20'), defaults);
  assert.deepEqual([eps, scheme], [1e-5, 'rope']);
  assert.deepEqual(options, {
    ...{ dModel: 32, heads: 4, layers: 1, steps: 800, batch: 64, seed: 1, ...own },
    ...{ slopes: Float64Array.of(2, 1), testLengths: Float64Array.of(20, 50), longest: 50 },
    ...noLayers,
  });
  assert.deepEqual(optionsWith({ ...chosen({}), slopes: '' }, defaults), {
    ...{ ...defaults, slopes: new Float64Array(), ...noLayers },
  });
  assert.equal(optionsWith(chosen({ trainLongest: 24 }), defaults).longest, 24);
});

test('tested lengths that cannot be read, or are too long for a page, are a sentence', () => {
  const problems = new SizeProblems(/** @type {any} */ ({ requestUpdate() {} }));
  const of = (/** @type {string} */ testLengths) =>
    problems.of(
      /** @type {any} */ ({ schemes: 'rope', slopes: '', testLengths, windows: '', bases: '' }),
      /** @type {any} */ (Object.fromEntries(sizeNames.map((size) => [size, sizes[size].value]))),
    ).testLengths;
  assert.equal(of('8, 16'), '');
  assert.equal(
    of('8; twenty'),
    'Tested lengths must be numbers, such as "20, 50", but got "8; twenty".',
  );
  assert.equal(of('8 513'), 'In this figure, tested lengths must be at most 512 but got 513.');
  problems.refuse('testLengths', 'refused by the core');
  assert.equal(of('8, 16'), 'refused by the core');
  problems.clear('testLengths');
  assert.equal(of('8, 16'), '');
});

test('the time that is left is known after a while, and not after a pause', () => {
  const rate = new ProgressRate();
  rate.add(0, 0);
  rate.add(500, 50);
  assert.equal(rate.timeFor(1000), '');
  rate.add(1000, 100);
  assert.equal(rate.timeFor(2000), 'about 20 s left');
  // The first steps, which were slower, no longer count.
  rate.add(5000, 1100);
  rate.add(5600, 1250);
  assert.equal(rate.timeFor(2500), 'about 10 s left');
  rate.reset();
  assert.equal(rate.timeFor(2000), '');
});

test('a run watches an example of its own text alone; another text makes room for its own', () => {
  const watched = new Watched(/** @type {any} */ ({ requestUpdate: () => undefined }));
  const about = (/** @type {string | null} */ key) => /** @type {any} */ ({ text: key && { key } });
  const example = { isOrder: false, inputs: [[1, 2]], targets: [[2, 3]], characters: [] };
  watched.example = { ...example, text: 'one' };
  assert.deepEqual(watched.inputsFor(about('one')), [[1, 2]]);
  for (const other of ['two', null]) assert.deepEqual(watched.inputsFor(about(other)), []);
  watched.answerWith([], about('one'));
  assert.ok(watched.example);
  watched.answerWith([], about('two'));
  assert.equal(watched.example, null);
});

/** @param {string} scheme @param {[loss: number, weight: number][]} reached at 8 and 16 */
const planted = (scheme, reached) =>
  run(scheme, {
    evaluated: reached.map(([loss, plantedWeight], n) => ({
      ...{ length: 8 * (n + 1), accuracy: 1, scored: 64, loss, plantedWeight },
    })),
  });

test('loss and attention on a planted character are drawn by length, and only if there is one', () => {
  const before = restored(planted('rope', [[1.2, 0.5], [1.25, 0.25]])); // prettier-ignore
  assert.equal(before.hasReach, true);
  assert.equal(restored(run('rope')).hasReach, false);
  const [loss, weight] = reachNumbers;
  assert.ok(loss && weight);
  const [entry] = before.entries;
  assert.ok(entry);
  assert.deepEqual(reachCurves(before, entry, weight, 1)[0]?.y, [0.5, 0.25]);
  assert.equal(reachReading(before, loss, 0, 1), 'length 16: RoPE 1.25');
  // A length without an answer has neither.
  assert.equal(weight.at(/** @type {any} */ (refused)), null);
});
