// posenc model --engines: what the software that runs models computes from one file, by the rules of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  gguf,
  ggufOfLlama,
  llama,
  models,
  refused,
  report,
  reportOf,
  run,
  textOf,
  usage,
} from './model-files.mjs';

/** @typedef {{code: string, message: string}} Note */
/** @typedef {{layer_type: string | null, rotary_dim: number, base: number, attention_factor: number, inv_freq: number[]}} Rope */
/**
 * @typedef {object} Reading
 * @property {string} engine
 * @property {string} title
 * @property {string} version
 * @property {string} source
 * @property {string} answer
 * @property {number | null} length
 * @property {Note[]} notes
 * @property {Rope[]} ropes
 */

const engines = ['transformers-4', 'transformers-5', 'vllm', 'sglang', 'llama-cpp', 'mlx-lm'];

/** @param {object} config @param {string[]} options */
const readings = (config, ...options) => reportOf(config, '--engines', ...options);

/** @param {{engines: Reading[]}} all @param {string} engine @returns {any} */
const reading = (all, engine) => all.engines.find((one) => one.engine === engine);

const codesOf = (/** @type {Reading} */ { notes }) => notes.map(({ code }) => code);

/** The only set of frequencies that one has. @param {{ropes: Rope[]}} reading @returns {any} */
function rope({ ropes }) {
  assert.equal(ropes.length, 1);
  return ropes[0];
}

/** Those that compute. */
const computing = (/** @type {Reading[]} */ all) =>
  all.filter(({ answer }) => answer === 'computed').map(({ engine }) => engine);

test('the JSON of every model has its fields, and no other', () => {
  for (const { name, kind, config } of models) {
    const got = report([name, '--engines']);
    assert.deepEqual(Object.keys(got), ['name', 'engines', 'groups', 'differences']);
    const plain = reportOf(config);
    if (kind !== 'rope' || plain.two_dimensional) {
      assert.deepEqual([got.engines, got.groups, got.differences], [[], [], []], name);
      continue;
    }
    assert.deepEqual(
      got.engines.map((/** @type {Reading} */ { engine }) => engine),
      engines,
    );
    for (const one of got.engines) {
      assert.deepEqual(
        Object.keys(one),
        [
          ...['engine', 'title', 'version', 'source', 'answer', 'length', 'unlimited'],
          'notes',
          'ropes',
        ],
        name,
      );
      assert.ok(['computed', 'refused', 'unsupported', 'unknown'].includes(one.answer));
      // Either frequencies, or a reason why there are none.
      const where = `${name}, ${one.engine}`;
      assert.equal(one.ropes.length, one.answer === 'computed' ? plain.ropes.length : 0, where);
      if (one.answer !== 'computed') assert.ok(one.notes.length > 0, where);
      for (const note of one.notes) assert.deepEqual(Object.keys(note), ['code', 'message']);
      for (const set of one.ropes) {
        assert.deepEqual(
          Object.keys(set),
          ['layer_type', 'rotary_dim', 'base', 'attention_factor', 'inv_freq'],
          where,
        );
        // (The frequency of a pair that does not rotate is 0.)
        const rotating = set.inv_freq.filter((/** @type {number} */ one) => one > 0);
        assert.equal(rotating.length, set.rotary_dim / 2, where);
      }
    }
    // The report of a model is by the rules of Transformers 5, but for what notes say.
    const five = reading(got, 'transformers-5');
    assert.ok(
      five.notes.length === 0 || five.answer !== 'computed' || name.startsWith('MiniMax-M2'),
    );
    if (five.answer === 'computed' && five.notes.length === 0) {
      const frequencies = (/** @type {{ropes: Rope[]}} */ { ropes }) =>
        ropes.map(({ inv_freq: all, attention_factor: factor }) => ({ all, factor }));
      assert.deepEqual(frequencies(five), frequencies(plain), name);
    }
  }
});

test('groups are all that compute, and each two of them are compared once', () => {
  let several = 0;
  for (const { name } of models) {
    const { engines: all, groups, differences } = report([name, '--engines']);
    assert.deepEqual(groups.flat().sort(), computing(all).sort(), name);
    const firsts = groups.map((/** @type {string[]} */ [first]) => first);
    const pairs = firsts.flatMap((/** @type {string} */ first, /** @type {number} */ n) =>
      firsts.slice(n + 1).map((/** @type {string} */ second) => [first, second]),
    );
    assert.deepEqual(
      differences.map((/** @type {any} */ { first, second }) => [first, second]),
      pairs,
      name,
    );
    for (const { differences: found } of differences) assert.ok(found.length > 0, name);
    if (groups.length > 1) several++;
  }
  assert.ok(several > 5, `${several}`);
});

test('a plain file: every engine computes what posenc model does', () => {
  const got = readings(llama);
  const expected = rope(reportOf(llama));
  assert.deepEqual(got.groups, [engines]);
  assert.deepEqual(got.differences, []);
  for (const one of got.engines) {
    const { base, inv_freq: frequencies, attention_factor: factor, rotary_dim: width } = rope(one);
    assert.deepEqual(frequencies, expected.inv_freq, one.engine);
    assert.deepEqual(
      [base, factor, width],
      [llama.rope_theta, 1, llama.hidden_size / llama.num_attention_heads],
    );
    assert.deepEqual(one.notes, []);
    // mlx-lm reads no limit.
    assert.equal(one.length, one.engine === 'mlx-lm' ? null : llama.max_position_embeddings);
  }
});

test('the text names each engine and its release, with what it computes', () => {
  const text = textOf(llama, '--engines');
  const lines = text.trimEnd().split('\n');
  assert.equal(lines[0], 'standard input, by engine');
  assert.equal(lines.at(-1), 'All that read the file turn positions alike.');
  const pairs = llama.hidden_size / llama.num_attention_heads / 2;
  for (const { engine, title, version } of readings(llama).engines) {
    const at = lines.indexOf(`${title} (${version})`);
    assert.ok(at > 0, engine);
    const limit =
      engine === 'mlx-lm' ? 'of any length' : `up to ${llama.max_position_embeddings} tokens`;
    assert.equal(
      lines[at + 1],
      `  base ${llama.rope_theta}, ${pairs} pairs, cos and sin * 1; texts ${limit}`,
    );
  }
});

const parameters = { rope_type: 'default', rope_theta: 500000 };
const withParameters = { ...llama, rope_theta: undefined, rope_parameters: parameters };

test('Transformers 4 does not read rope_parameters: its base is the default one', () => {
  const got = readings(withParameters);
  const four = reading(got, 'transformers-4');
  const five = reading(got, 'transformers-5');
  assert.deepEqual(codesOf(four), ['parameters-unread']);
  assert.deepEqual(codesOf(five), []);
  const silent = { ...llama, rope_theta: undefined };
  assert.equal(rope(four).base, 10000);
  assert.deepEqual(rope(four).inv_freq, rope(reportOf(silent)).inv_freq);
  assert.equal(rope(five).base, parameters.rope_theta);
  assert.deepEqual(rope(five).inv_freq, rope(reportOf(withParameters)).inv_freq);
  assert.deepEqual(got.groups, [
    ['transformers-4', 'mlx-lm'],
    ['transformers-5', 'vllm', 'sglang', 'llama-cpp'],
  ]);

  // The first pair that differs, and by how much the angles of any pair do at the last position.
  const [{ first, second, differences }] = got.differences;
  assert.deepEqual([first, second], ['transformers-4', 'transformers-5']);
  const [{ what, at, first: ours, second: theirs, position, radians }] = differences;
  assert.deepEqual([what, at, position], ['frequencies', 1, llama.max_position_embeddings - 1]);
  assert.deepEqual([ours, theirs], [rope(four).inv_freq[1], rope(five).inv_freq[1]]);
  const apart = rope(four).inv_freq.map((/** @type {number} */ one, /** @type {number} */ i) =>
    Math.abs(one - rope(five).inv_freq[i]),
  );
  assert.ok(Math.abs(radians / (Math.max(...apart) * position) - 1) < 1e-12);

  const text = textOf(withParameters, '--engines');
  assert.ok(text.includes(`  - ${four.notes[0].message} (parameters-unread)\n`));
  const [, end = ''] = text.split('\nWhere they differ\n');
  assert.match(
    end,
    /^\nTransformers 4 against Transformers 5\n {2}- the frequency of pair 1 \(the first that differs\): .* apart\n$/,
  );
});

test('longrope: by the length of the text, or the long list for all texts', () => {
  const pairs = llama.hidden_size / llama.num_attention_heads / 2;
  const original = llama.max_position_embeddings;
  const list = (/** @type {number} */ last) =>
    Array.from({ length: pairs }, (_, i) => 1 + (last * i) / pairs);
  const scaling = {
    ...{ rope_type: 'longrope', original_max_position_embeddings: original },
    ...{ short_factor: list(1), long_factor: list(9) },
  };
  const config = { ...llama, max_position_embeddings: 16 * original, rope_scaling: scaling };
  const divided = (/** @type {number[]} */ factors) =>
    factors.map((factor, i) => llama.rope_theta ** (-i / pairs) / factor);
  const near = (/** @type {number[]} */ got, /** @type {number[]} */ wanted) =>
    got.length === wanted.length &&
    got.every((one, i) => Math.abs(one / (wanted[i] ?? NaN) - 1) < 1e-12);

  const short = readings(config, '--length', '100');
  assert.ok(near(rope(reading(short, 'transformers-5')).inv_freq, divided(scaling.short_factor)));
  assert.deepEqual(
    rope(reading(short, 'transformers-5')).inv_freq,
    rope(reportOf(config, '--length', '100')).inv_freq,
  );
  const mlx = reading(short, 'mlx-lm');
  assert.deepEqual(codesOf(mlx), ['long-list-always']);
  assert.ok(near(rope(mlx).inv_freq, divided(scaling.long_factor)));
  // Of a long text, all take the long list.
  const long = readings(config, '--length', `${original + 1}`);
  for (const engine of ['transformers-5', 'sglang', 'mlx-lm']) {
    assert.deepEqual(rope(reading(long, engine)).inv_freq, rope(mlx).inv_freq, engine);
  }
});

test('engines that stop, or whose rules are not known, say why', () => {
  // Mistral's config stores that no head_dim is given, which yarn multiplies in Transformers 4.
  const mistral = {
    ...{ ...llama, model_type: 'mistral' },
    rope_scaling: { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 1024 },
  };
  const four = reading(readings(mistral), 'transformers-4');
  assert.deepEqual([four.answer, four.ropes, codesOf(four)], ['refused', [], ['key-missing']]);
  assert.match(textOf(mistral, '--engines'), /^Transformers 4 .*\n {2}refuses the file\n {2}- /m);
  assert.equal(
    reading(readings({ ...mistral, head_dim: 16 }), 'transformers-4').answer,
    'computed',
  );

  const later = { ...llama, model_type: 'ministral3' };
  assert.equal(reading(readings(later), 'transformers-4').answer, 'unsupported');
  assert.match(textOf(later, '--engines'), /^Transformers 4 .*\n {2}does not have the class\n/m);

  const nobody = readings({ ...llama, model_type: 'nobody' });
  for (const one of nobody.engines) {
    assert.deepEqual([one.answer, codesOf(one)], ['unknown', ['class-unknown']]);
  }
  assert.deepEqual([nobody.groups, nobody.differences], [[], []]);
});

test('a GGUF file is for llama.cpp alone; other kinds of encoding are not compared', () => {
  const path = gguf('model.gguf', ggufOfLlama);
  const { name, engines: all, groups } = report([path, '--engines']);
  assert.equal(name, 'model.gguf');
  assert.deepEqual(groups, [['llama-cpp']]);
  assert.deepEqual(rope(all[0]).inv_freq, rope(report([path])).inv_freq);
  const { status, stdout } = run(['GPT-2', '--engines']);
  assert.equal(status, 0);
  assert.equal(
    stdout,
    'GPT-2 does not rotate along a line of positions, so engines are not compared.\n',
  );
});

test('--engines: bad usage, lengths and files are one line and exit code 2', () => {
  for (const args of [
    ['--engines'],
    ['--engines', '--list'],
    ['a', 'b', '--engines'],
    ['a', '--engines', '--fail-on', 'any'],
    ['a', '--engines', '--serve', '9'],
  ]) {
    assert.equal(refused(args), usage, args.join(' '));
  }
  assert.match(refused(['GPT-2', '--engines', '--length', '0']), /^--length must be a whole /);
  assert.match(refused(['no-such.json', '--engines']), /^there is no model or readable file /);
  const zero = JSON.stringify({ ...llama, rope_theta: 0 });
  assert.equal(refused(['-', '--engines'], zero), refused(['-'], zero));
});
