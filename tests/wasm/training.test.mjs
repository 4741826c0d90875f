// Training through the functions that the page and the package have.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { encodings, loadCore, PosencError, schemes, tasks } from '../../build/package/node.js';
import { posenc, printed } from '../posenc.mjs';

/** @typedef {import('../../build/package/node.js').TrainingOptions} TrainingOptions */

const core = await loadCore();
/** Trainers that a test has left open. @type {Set<number>} */
const open = new Set();

afterEach(() => {
  let left = 0;
  for (const id of open) left = core.disposeTrainer(id).open;
  open.clear();
  assert.equal(left, 0, 'trainers are still alive');
});

/** @param {string} task @param {string} scheme @param {Partial<TrainingOptions>} [some] */
function create(task, scheme, some = {}) {
  const info = core.createTrainer({ ...core.trainingDefaults(task, scheme), ...some });
  open.add(info.id);
  return info;
}

/** @param {() => unknown} call */
function errorOf(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof PosencError, String(error));
    return [error.code, error.message];
  }
  assert.fail('accepted');
}

/** The same run by the command. @param {string[]} args */
const trainNatively = (args) => printed(['train', ...args, '--json']);

test('the functions train as the command does, step by step', () => {
  const { id, parameters, bytes } = create('reverse', 'rope', { steps: 60 });
  assert.ok(parameters > 10_000 && bytes > 4 * parameters);
  const losses = [];
  for (const count of [1, 9, 500]) {
    const done = core.trainSteps(id, count);
    losses.push(...done.losses);
    assert.equal(done.step, losses.length);
    assert.equal(done.accuracies.length, done.losses.length);
    assert.equal(done.divergedAt, null);
  }
  assert.equal(losses.length, 60);
  assert.equal(core.trainSteps(id, 5).losses.length, 0, 'the run is over');
  const { accuracy, scored } = core.evaluateLength(id, 8);
  const result = trainNatively(['--task', 'reverse', '--scheme', 'rope', '--steps', '60']);
  assert.deepEqual(losses, result.losses);
  assert.deepEqual({ 8: accuracy }, result.accuracy);
  assert.equal(scored, 8 * core.trainerOptions(id).testExamples);
});

test('beyond the trained length, old positions are counted apart', () => {
  const { id } = create('previous', 'rope', { steps: 1, testExamples: 4 });
  const { oldAccuracy, oldScored } = core.evaluateLength(id, 16);
  assert.deepEqual([oldAccuracy, oldScored], [null, 0]);
  const pastTraining = core.evaluateLength(id, 32);
  assert.deepEqual([pastTraining.scored, pastTraining.oldScored], [4 * 16, 4 * 15]);
  assert.ok(
    pastTraining.oldAccuracy !== null &&
      pastTraining.oldAccuracy >= 0 &&
      pastTraining.oldAccuracy <= 1,
  );
});

test('with GELU, whose erf is that of the C library, the losses agree to 1e-6', () => {
  const args = ['--task', 'sort', '--scheme', 'learned', '--steps', '40', '--activation', 'gelu'];
  const { id } = create('sort', 'learned', { steps: 40, activation: 'gelu' });
  const { losses } = core.trainSteps(id, 40);
  const apart = trainNatively(args).losses.map(
    (/** @type {number} */ loss, /** @type {number} */ n) => Math.abs(loss - (losses[n] ?? NaN)),
  );
  assert.equal(apart.length, 40);
  assert.ok(Math.max(...apart) <= 1e-6, String(Math.max(...apart)));
});

/** Options as a file has them. @param {import('../../web/src/core/api.ts').TrainingOptions} options */
const exported = (options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value instanceof Float64Array ? [...value] : value,
    ]),
  );

test('runs as a page exports them come out the same by the command, and what was altered is found', () => {
  const lengths = [20, 30];
  const runs = ['rope', 'learned'].map((scheme, n) => {
    const { id } = create('previous-20', scheme, { steps: 40, testExamples: 16, seed: n + 5 });
    const options = core.trainerOptions(id);
    // The second one is stopped.
    const { losses, accuracies, divergedAt } = core.trainSteps(id, n === 0 ? 40 : 25);
    const evaluated = lengths.map((length) => {
      try {
        return { length, ...core.evaluateLength(id, length) };
      } catch (error) {
        return { length, accuracy: null, why: String(error) };
      }
    });
    return {
      ...{ options: exported(options), divergedAt, evaluated },
      ...{ losses: [...losses], accuracies: [...accuracies] },
    };
  });
  assert.equal(runs[1]?.evaluated[1]?.accuracy, null);
  const document = { posenc: 'training', version: 1, task: 'previous-20', lengths, runs };
  const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
  const path = join(folder, 'runs.json');
  /** @param {unknown} content */
  const repeat = (content) => {
    writeFileSync(path, JSON.stringify(content));
    const { status, stdout } = posenc(['train', '--repeat', path]);
    return { status, lines: stdout.split('\n') };
  };
  try {
    assert.deepEqual(repeat(document), {
      status: 0,
      lines: [
        'previous-20 rope seed 5: 40 losses and 2 lengths equal',
        'previous-20 learned seed 6: 25 losses and 2 lengths equal',
        '2 runs repeated: all equal',
        '',
      ],
    });
    const altered = structuredClone(document);
    const second = altered.runs[1];
    assert.ok(second);
    second.losses[24] = (second.losses[24] ?? 0) * (1 + Number.EPSILON);
    const { status, lines } = repeat(altered);
    assert.equal(status, 1);
    assert.match(lines[0] ?? '', /equal$/);
    assert.match(
      lines[1] ?? '',
      /^previous-20 learned seed 6: the loss of step 25 is \d\.\d+ in the file and \d\.\d+ here; the largest difference is \d\.\d+e-1\d$/,
    );
    assert.equal(lines[2], '1 of 2 runs differs');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/**
 * @typedef {{task: string, scheme: string, options?: Record<string, string>, accuracy: Record<string, unknown>}} Configuration
 * @type {{configurations: Configuration[]}}
 */
const { configurations } = JSON.parse(
  readFileSync('tests/reference/training/experiments.json', 'utf8'),
);

/** Three steps of an experiment, as a page keeps them. @param {Configuration} what */
function begun({ task, scheme, options: given = {}, accuracy }) {
  const slopes = given['slopes'] && Float64Array.from(given['slopes'].split(','), Number);
  const { id } = create(task, scheme, { steps: 3, testExamples: 8, ...(slopes && { slopes }) });
  const options = core.trainerOptions(id);
  const { losses, accuracies, divergedAt } = core.trainSteps(id, 3);
  const evaluated = Object.keys(accuracy).map((text) => {
    const length = Number(text);
    try {
      return { length, ...core.evaluateLength(id, length) };
    } catch (error) {
      return { length, accuracy: null, why: String(error) };
    }
  });
  core.disposeTrainer(id);
  open.delete(id);
  return {
    ...{ options: exported(options), divergedAt, evaluated },
    ...{ losses: [...losses], accuracies: [...accuracies] },
  };
}

// What the models learn is tested natively, against PyTorch (tests/cli/pytorch.mjs).
test('every task and scheme of the experiments is trained natively to the same bits', () => {
  // The two others have options that no page sets.
  const shared = configurations.filter(({ options = {} }) =>
    Object.keys(options).every((name) => name === 'slopes'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
  try {
    for (const task of new Set(shared.map((one) => one.task))) {
      const all = shared.filter((one) => one.task === task);
      const path = join(folder, `${task}.json`);
      const lengths = Object.keys(all[0]?.accuracy ?? {}).map(Number);
      const runs = all.map(begun);
      writeFileSync(path, JSON.stringify({ posenc: 'training', version: 1, task, lengths, runs }));
      const { stdout } = posenc(['train', '--repeat', path]);
      assert.match(stdout, new RegExp(`^${all.length} runs repeated: all equal`, 'm'), task);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('all that goes on inside one input', () => {
  const { id } = create('order', 'alibi', { layers: 2, steps: 3 });
  core.trainSteps(id, 3);
  const tokens = Float64Array.of(3, 1, 4, 15, 9);
  const { residuals, attention, scores, before, logits, answers, probabilities } = core.traceInput(
    id,
    tokens,
  );
  assert.deepEqual(
    residuals.map(({ rows, cols }) => [rows, cols]),
    [
      [5, 32],
      [5, 32],
      [5, 32],
    ],
  );
  assert.deepEqual([logits.rows, logits.cols], [1, 2]);
  assert.equal(attention.length, 2);
  for (const { heads, rows, cols, values } of attention) {
    assert.deepEqual([heads, rows, cols], [4, 5, 5]);
    for (let row = 0; row < heads * rows; row++) {
      const weights = [...values.slice(row * cols, (row + 1) * cols)];
      const sum = weights.reduce((total, weight) => total + weight, 0);
      assert.ok(Math.abs(sum - 1) < 1e-5);
      // Causal: nothing of what comes later.
      assert.ok(weights.slice((row % rows) + 1).every((weight) => weight === 0));
    }
  }
  for (const layers of [scores, before]) {
    assert.deepEqual(
      layers.map(({ heads, rows, cols }) => [heads, rows, cols]),
      [
        [4, 5, 5],
        [4, 5, 5],
      ],
    );
    for (const { values } of layers) {
      for (const [n, score] of values.entries()) {
        assert.equal(score === -Infinity, n % 5 > Math.floor(n / 5) % 5);
      }
    }
  }
  // What stands on the diagonal has distance 0, and ALiBi adds nothing to it.
  assert.equal(scores[0]?.values[6], before[0]?.values[6]);
  assert.notEqual(scores[0]?.values[5], before[0]?.values[5]);
  const [zero = 0, one = 0] = logits.values;
  assert.deepEqual([...answers], [one > zero ? 1 : 0]);
  const share = 1 / (1 + Math.exp(-Math.abs(one - zero)));
  assert.ok(Math.abs((probabilities[0] ?? 0) - share) < 1e-12);
});

test('the lists of schemes and tasks have all that the core trains, under the titles that it has', () => {
  for (const { name, title, direction, needs, testLengths, examples } of tasks) {
    const task = core.trainingTask(name);
    assert.deepEqual(
      [task.title, task.direction, task.needs, [...task.testLengths]],
      [title, direction, needs, testLengths],
    );
    assert.equal(core.trainingDefaults(name, 'none').examples, examples);
  }
  for (const { name } of schemes) assert.equal(core.trainingDefaults('copy', name).scheme, name);
  /** @param {() => unknown} call */
  const namesIn = (call) =>
    [
      ...errorOf(call)[1]
        .split(' but got ')[0]
        .matchAll(/"([^"]+)"/g),
    ].map(([, name]) => name);
  assert.deepEqual(
    tasks.map(({ name }) => name),
    namesIn(() => core.trainingTask('')),
  );
  assert.deepEqual(
    schemes.map(({ name }) => name),
    namesIn(() => core.trainingDefaults('copy', '')),
  );
});

test('every scheme but none is made of encodings, and each encoding is a scheme of its own', () => {
  const names = encodings.map(({ name }) => name);
  /** @type {Record<string, readonly string[]>} */
  const madeOf = Object.fromEntries(schemes.map((scheme) => [scheme.name, scheme.encodings]));
  for (const name of names) assert.deepEqual(madeOf[name], [name]);
  for (const [scheme, parts] of Object.entries(madeOf)) {
    assert.equal(parts.length > 0, scheme !== 'none', scheme);
    for (const part of parts)
      assert.ok(
        names.some((name) => name === part),
        part,
      );
  }
});

test('a position past the rows of a table is an error for schemes with such an encoding alone', () => {
  for (const { name, encodings: parts } of schemes) {
    const options = core.trainingDefaults('order-bidirectional', name);
    const { trainLongest } = options;
    const { id } = core.createTrainer({ ...options, tableRows: trainLongest, formula: '0' });
    let code = '';
    try {
      core.evaluateLength(id, trainLongest + 1);
    } catch (error) {
      assert.ok(error instanceof PosencError);
      code = error.code;
    } finally {
      core.disposeTrainer(id);
    }
    const hasRows = encodings.some(
      ({ name: part, trained }) => trained === 'each-position' && parts.includes(part),
    );
    assert.equal(code, hasRows ? 'untrained-position' : '', name);
  }
});

test('the description of a task', () => {
  const { title, limits, chance, ceiling, testLengths } = core.trainingTask('reverse');
  assert.equal(title, 'Reverse');
  assert.match(limits, /says nothing about deeper models or language\.$/);
  assert.deepEqual([chance, ceiling, [...testLengths]], [1 / 16, 1 / 7, [8]]);
  assert.equal(core.trainingTask('copy-course').chance, 1 / 5);
  const reverse = core.trainingDefaults('reverse', 'none');
  assert.deepEqual(core.referenceLevels(reverse), { chance, ceiling });
  const longer = { ...reverse, trainShortest: 12, trainLongest: 12 };
  assert.deepEqual(core.referenceLevels(longer), { chance, ceiling: 1 / 11 });
  assert.equal(core.referenceLevels({ ...longer, trainShortest: 4 }).ceiling, null);
  const extended = core.trainingTask('previous-20');
  assert.equal(extended.title, 'Previous token (trained at 20)');
  assert.deepEqual([extended.ceiling, [...extended.testLengths]], [null, [20, 30, 50, 100]]);
  assert.deepEqual([extended.direction, extended.needs], ['causal', 'distance']);
});

test('test examples to look into, one for each seed', () => {
  const { id } = create('order', 'rope');
  const inOrder = core.sampleInput(id, 8, 4);
  const other = core.sampleInput(id, 8, 5);
  assert.deepEqual([[...inOrder.targets], [...other.targets]], [[1], [0]]);
  assert.notDeepEqual(other.tokens, inOrder.tokens);
  assert.deepEqual(other.tokens.toSorted(), inOrder.tokens);
  assert.equal(core.traceInput(id, other.tokens).answers.length, 1);
  const previous = create('previous', 'none');
  const { tokens, targets } = core.sampleInput(previous.id, 32, 1);
  assert.deepEqual([...targets], [-1, ...tokens.subarray(0, 31)]);
  assert.deepEqual(
    errorOf(() => core.sampleInput(id, 8, -1)),
    [
      'invalid-argument',
      '[training] the seed of an example must be a whole number from 0 to 2^53 but got -1',
    ],
  );
});

test('weights as safetensors: the bytes that the command writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  try {
    const file = join(folder, 'weights');
    const run = ['train', '--task', 'copy', '--scheme', 'learned', '--steps', '3'];
    printed([...run, '--test-examples', '2', '--export', file, '--json']);
    const options = { ...core.trainingDefaults('copy', 'learned'), steps: 3, testExamples: 2 };
    const { id } = core.createTrainer(options);
    open.add(id);
    core.trainSteps(id, 3);
    assert.deepEqual(Buffer.from(core.safetensors(id).bytes), readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.equal(errorOf(() => core.safetensors(0))[0], 'no-such-trainer');
});

test('a formula of one’s own is an option like any other', () => {
  const defaults = core.trainingDefaults('copy', 'own');
  assert.equal(defaults.formula, '');
  const options = { ...defaults, steps: 5, formula: 'sin(pos/10000^(i/d))' };
  const own = core.createTrainer(options);
  open.add(own.id);
  assert.equal(core.trainerOptions(own.id).formula, options.formula);
  const { losses } = core.trainSteps(own.id, 3);
  const again = core.openCheckpoint(core.checkpoint(own.id).bytes);
  open.add(again.id);
  assert.equal(core.trainerOptions(again.id).formula, options.formula);
  const other = core.createTrainer({ ...options, formula: '0' });
  open.add(other.id);
  assert.notDeepEqual(core.trainSteps(other.id, 3).losses, losses);
  assert.equal(
    errorOf(() => core.createTrainer({ ...options, formula: 'ln(pos)' }))[1],
    '[own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: the logarithm of 0 is not a real number',
  );
  // As options were kept before there were formulas.
  const { formula, ...older } = core.trainingDefaults('copy', 'rope');
  assert.equal(formula, '');
  const { id } = core.createTrainer(/** @type {typeof defaults} */ (older));
  open.add(id);
  assert.equal(core.trainerOptions(id).formula, '');
});

test('the initial spread of a learned table is an option like any other', () => {
  const defaults = core.trainingDefaults('reverse', 'learned');
  assert.equal(defaults.tableStd, 1);
  const { tableStd, ...older } = { ...defaults, steps: 5 };
  const losses = [0.02, tableStd, undefined].map((std) => {
    const options = { ...older, ...(std !== undefined && { tableStd: std }) };
    // As options were kept before there was this one.
    const { id } = core.createTrainer(/** @type {typeof defaults} */ (options));
    open.add(id);
    assert.equal(core.trainerOptions(id).tableStd, std ?? 1);
    const { table } = core.positionTable(id);
    assert.equal(Math.max(...table.values.map(Math.abs)) < 0.1, std === 0.02);
    return core.trainSteps(id, 5).losses;
  });
  assert.deepEqual(losses[2], losses[1]);
  assert.notDeepEqual(losses[0], losses[1]);
  assert.deepEqual(
    errorOf(() => core.createTrainer({ ...defaults, tableStd: -1 })),
    ['invalid-argument', '[transformer] tableStd must be a number from 0 to 1000 but got -1'],
  );
});

test('a run goes on from a checkpoint as if it had not stopped, and a damaged one is refused', () => {
  const whole = create('copy', 'hybrid', { steps: 30 });
  const cut = create('copy', 'hybrid', { steps: 30 });
  const straight = core.trainSteps(whole.id, 30).losses;
  const first = core.trainSteps(cut.id, 11).losses;
  const { bytes } = core.checkpoint(cut.id);
  const again = core.openCheckpoint(bytes);
  open.add(again.id);
  assert.notEqual(again.id, cut.id);
  const rest = core.trainSteps(again.id, 30).losses;
  assert.deepEqual([...first, ...rest], [...straight]);
  assert.deepEqual(core.trainerOptions(again.id), core.trainerOptions(cut.id));

  const at = bytes.length >> 1;
  const damaged = Uint8Array.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  assert.deepEqual(
    errorOf(() => core.openCheckpoint(damaged)),
    [
      'invalid-argument',
      '[checkpoint] the file is damaged: its checksum does not match its contents',
    ],
  );
  assert.match(errorOf(() => core.openCheckpoint(bytes.slice(0, 100)))[1] ?? '', /damaged/);
  assert.match(errorOf(() => core.openCheckpoint(new Uint8Array(3)))[1] ?? '', /not a checkpoint/);
});

test('RoPE reads further with other frequencies, without any training', () => {
  // As in arXiv:2309.00071: at four times the trained length.
  const { id } = create('previous', 'rope', { steps: 300 });
  core.trainSteps(id, 300);
  assert.ok(core.evaluateLength(id, 16).accuracy > 0.99);
  const before = core.evaluateLength(id, 64).accuracy;
  const head = { dModel: 8, base: 10000, variant: /** @type {const} */ ('paper') };
  const { inverseFrequencies, attentionFactor } = core.ntkAware(head, 4);
  core.useFrequencies(id, inverseFrequencies, attentionFactor);
  const after = core.evaluateLength(id, 64).accuracy;
  assert.ok(after > before + 0.15, `${before} before, ${after} after`);
  const { inverseFrequencies: own } = core.frequencies(head);
  core.useFrequencies(id, own, 1);
  assert.equal(core.evaluateLength(id, 64).accuracy, before);
});

test('a scheme for each layer, and pairs that are silenced', () => {
  const { id } = create('previous', 'none', {
    ...{ layers: 2, steps: 20, layerSchemes: ['rope', 'none'], windows: Float64Array.of(4, 0) },
    rotary: 0.5,
  });
  core.trainSteps(id, 20);
  const { layerSchemes, windows, bases, rotary } = core.trainerOptions(id);
  assert.deepEqual(layerSchemes, ['rope', 'none']);
  assert.deepEqual([...windows, ...bases, rotary], [4, 0, 0.5]);
  const { wavelengths, bands } = core.frequencyBands(8, 10000, 16, 0.5);
  assert.deepEqual(bands, ['middle', 'slow']);
  assert.ok(Math.abs((wavelengths[0] ?? 0) - 2 * Math.PI) < 1e-12);

  const { loss } = core.evaluateLength(id, 16);
  const losses = [0, 1].map((head) => {
    core.silencePairs(id, 0, head, Float64Array.of(0));
    return core.evaluateLength(id, 16).loss;
  });
  core.silencePairs(id, -1, -1, Float64Array.of(0));
  losses.push(core.evaluateLength(id, 16).loss);
  assert.equal(new Set([loss, ...losses]).size, 4, 'each silences something else');
  core.silencePairs(id, -1, -1, Float64Array.of());
  assert.equal(core.evaluateLength(id, 16).loss, loss);
  assert.match(
    errorOf(() => core.silencePairs(id, 1, -1, Float64Array.of(0)))[1] ?? '',
    /must have RoPE, but layer 1 does not/,
  );
  assert.match(
    errorOf(() => create('copy', 'rope', { layerSchemes: ['rope', 'none'], layers: 2 }))[1] ?? '',
    /scheme must be none beside layerSchemes/,
  );
});

test('memory is taken once: none of it grows over 10,000 steps', () => {
  const { id, bytes } = create('copy', 'sinusoidal', {
    ...{ dModel: 8, heads: 2, batch: 4, steps: 10_000, testExamples: 8 },
  });
  core.trainSteps(id, 100);
  // Buffers that are done with stay until they are collected, so what the core itself has is asked.
  const memory = () => core.checkpoint(id).bytes.length;
  const size = memory();
  const heap = core.memoryBytes();
  for (let step = 100; step < 10_000; step += 100) core.trainSteps(id, 100);
  assert.equal(core.trainSteps(id, 1).step, 10_000);
  assert.equal(memory(), size);
  assert.equal(core.memoryBytes(), heap);
  assert.ok(bytes < heap);
});

test('a run that diverges says at which step, and stops', () => {
  const { id } = create('copy', 'none', { learningRate: 1e30, warmup: 0, clip: 0 });
  const done = core.trainSteps(id, 400);
  assert.ok(done.divergedAt !== null && done.divergedAt === done.step + 1);
  assert.equal(done.losses.length, done.step);
  assert.equal(core.trainSteps(id, 1).losses.length, 0);
});

test('one sentence says what is not possible', () => {
  const defaults = core.trainingDefaults('order', 'learned');
  for (const [call, message] of /** @type {[() => unknown, string][]} */ ([
    [
      () => core.createTrainer({ ...defaults, dModel: 30 }),
      '[transformer] dModel must be a multiple of heads but got 30 and 4',
    ],
    [
      () => core.createTrainer({ ...defaults, steps: 0.5 }),
      '[training] steps must be a whole number from 1 to 1000000000 but got 0.5',
    ],
    [
      () => core.createTrainer({ ...defaults, tableRows: 7 }),
      '[transformer] the learned table has no rows from position 7 on: the longest input must be at most 7 but is 8',
    ],
    [
      () => core.createTrainer({ ...defaults, drawn: 5 }),
      '[order] drawn must be 0, for the whole vocabulary, as no token occurs twice, but got 5',
    ],
    [
      () => core.createTrainer({ ...defaults, direction: /** @type {any} */ ('sideways') }),
      '[training] direction must be "bidirectional" or "causal" but got "sideways"',
    ],
    [
      () => core.trainingDefaults('order', 'rotary'),
      `[transformer] scheme must be ${schemes
        .map(({ name }) => `"${name}"`)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ')} but got "rotary"`,
    ],
  ])) {
    assert.deepEqual(errorOf(call), ['invalid-argument', message]);
  }
  assert.deepEqual(
    errorOf(() => core.trainSteps(77, 1)),
    ['no-such-trainer', '[training] there is no trainer 77'],
  );
  // A length without an answer gets its error when it is tested, and not before.
  const short = create('first-causal-20', 'learned', { steps: 1 });
  assert.equal(core.trainSteps(short.id, 1).step, 1);
  assert.ok(core.evaluateLength(short.id, 20).scored > 0);
  assert.deepEqual(
    errorOf(() => core.evaluateLength(short.id, 30)),
    [
      'untrained-position',
      '[transformer] the learned table has no rows from position 20 on: the longest input must be at most 20 but is 30',
    ],
  );
  const { id } = create('order', 'learned', { steps: 1 });
  assert.deepEqual(
    errorOf(() => core.evaluateLength(id, 33)),
    ['invalid-argument', '[training] length must be at most longest = 32 but got 33'],
  );
});
