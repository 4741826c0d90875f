// posenc model --serve N: the smallest change for longer texts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { llama, models, refused, report, reportOf, run, textOf, usage } from './model-files.mjs';

/** @typedef {{path: string, value: any}} Edit */

/** @param {object} config @param {number} length */
const planFor = (config, length) => reportOf(config, '--serve', `${length}`);

/** A config with the edits of a plan. @param {object} config @param {{edits: Edit[]}} plan */
function changed(config, { edits }) {
  /** @type {any} */
  const file = structuredClone(config);
  for (const { path, value } of edits) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at = file;
    for (const key of keys) at = at[key] ??= {};
    at[last] = value;
  }
  return file;
}

/** The arguments that a shell makes of flags. @param {string} flags */
function wordsOf(flags) {
  const script = `for word in ${flags}; do printf '%s\\0' "$word"; done`;
  const { stdout, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  assert.equal(status, 0);
  return stdout.split('\0').slice(0, -1);
}

/** @param {{flags: {engine: string, flags: string}[]}} plan @param {string} engine */
const flagsOf = ({ flags }, engine) => flags.find((one) => one.engine === engine)?.flags ?? '';

const claimed = llama.max_position_embeddings;
const length = 4 * claimed;

/** As a plan rounds factors: up to four decimals. @param {number} factor */
const roundedUp = (factor) => Math.ceil(factor * 1e4 - 1e-6) / 1e4;

test('an unscaled file gets yarn by the quotient, claims the length, and every engine reads it alike', () => {
  for (const wanted of [length, 2.5 * claimed, 10000]) {
    const plan = planFor(llama, wanted);
    assert.deepEqual(Object.keys(plan), [
      ...['name', 'length', 'answer', 'message', 'type', 'factor', 'original', 'edits'],
      ...['flags', 'other_readings', 'costs'],
    ]);
    const factor = roundedUp(wanted / claimed);
    assert.deepEqual(
      [plan.answer, plan.type, plan.factor, plan.original, plan.length],
      ['scaled', 'yarn', factor, claimed, wanted],
    );
    const file = changed(llama, plan);
    assert.deepEqual(file, {
      ...llama,
      max_position_embeddings: wanted,
      rope_scaling: { rope_type: 'yarn', factor, original_max_position_embeddings: claimed },
    });
    const { ropes, notes } = reportOf(file);
    assert.deepEqual(notes, []);
    assert.deepEqual([ropes[0].rope_type, ropes[0].claimed], ['yarn', wanted]);
    const { engines, groups } = reportOf(file, '--engines');
    assert.equal(groups.length, 1);
    assert.equal(groups[0].length, engines.length);
    for (const { engine, length: longest } of engines) {
      assert.ok(longest === null || longest >= wanted, engine);
    }
    assert.equal(planFor(file, wanted).answer, 'enough');
  }
});

test('what it costs texts within the original length, from the reports of both files', () => {
  const plan = planFor(llama, length);
  const [before] = reportOf(llama).ropes;
  const [after] = reportOf(changed(llama, plan)).ropes;
  const apart = before.inv_freq.map((/** @type {number} */ one, /** @type {number} */ i) =>
    Math.abs(one - after.inv_freq[i]),
  );
  const [cost, ...others] = plan.costs;
  assert.deepEqual(others, []);
  const { radians, logits_after: logits, ...exact } = cost;
  assert.deepEqual(exact, {
    ...{ layers: null, pairs: apart.length, position: claimed - 1, logits_before: 1 },
    changed: apart.filter((/** @type {number} */ one) => one > 1e-15).length,
  });
  const near = (/** @type {number} */ got, /** @type {number} */ wanted) =>
    Math.abs(got / wanted - 1) < 1e-12;
  assert.ok(near(radians, Math.max(...apart) * (claimed - 1)));
  assert.ok(near(logits, after.attention_factor ** 2));
});

test('flags are words of a shell: JSON of the same edits with the base, or numbers', () => {
  const partial = { ...llama, model_type: 'gpt_neox', partial_rotary_factor: 0.25 };
  const file = { ...partial, rope_scaling: { rope_type: 'linear', factor: 2 } };
  for (const config of [llama, partial, file]) {
    const plan = planFor(config, length);
    const { rope_scaling: scaling, max_position_embeddings: longest } = changed(config, plan);
    const [{ base, rotary_dim: rotated, head_dim: width }] = reportOf(config).ropes;
    // What an engine is given replaces the dictionary of the file unread.
    const dictionary = {
      ...scaling,
      rope_theta: base,
      ...(rotated < width && { partial_rotary_factor: rotated / width }),
    };
    const [overrides, json = '', ...ofVllm] = wordsOf(flagsOf(plan, 'vllm'));
    assert.deepEqual([overrides, ...ofVllm], ['--hf-overrides', '--max-model-len', `${length}`]);
    assert.deepEqual(JSON.parse(json), {
      ...{ rope_parameters: dictionary, max_position_embeddings: longest },
    });
    const [override, ofJson = '', ...ofSglang] = wordsOf(flagsOf(plan, 'sglang'));
    assert.deepEqual(
      [override, ...ofSglang],
      ['--json-model-override-args', '--context-length', `${length}`],
    );
    assert.deepEqual(JSON.parse(ofJson), {
      ...{ rope_scaling: dictionary, max_position_embeddings: longest },
    });
  }
  const plan = planFor(llama, length);
  assert.deepEqual(wordsOf(flagsOf(plan, 'llama-cpp')), [
    ...['--rope-scaling', 'yarn', '--rope-scale', `${plan.factor}`],
    ...['--yarn-orig-ctx', `${claimed}`, '-c', `${length}`],
    ...['--override-kv', `llama.context_length=int:${length}`],
  ]);
  assert.doesNotMatch(flagsOf(planFor(file, length), 'llama-cpp'), /yarn/);
});

test('a scaled file keeps its type and its other keys', () => {
  const llama3 = {
    ...{ rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
    original_max_position_embeddings: claimed / 8,
  };
  for (const [scaling, factor, from] of /** @type {[any, number, number | null][]} */ ([
    [{ rope_type: 'linear', factor: 2 }, (2 * length) / claimed, null],
    [llama3, (8 * length) / claimed, claimed / 8],
    // The factor of yarn counts from the original length.
    [
      { rope_type: 'yarn', factor: 4, beta_fast: 16, original_max_position_embeddings: 1024 },
      length / 1024,
      1024,
    ],
  ])) {
    const config = { ...llama, rope_scaling: scaling };
    const plan = planFor(config, length);
    assert.deepEqual(
      [plan.answer, plan.type, plan.factor, plan.original],
      ['scaled', scaling.rope_type, factor, from],
    );
    const file = changed(config, plan);
    assert.deepEqual(file.rope_scaling, { ...scaling, factor });
    assert.equal(reportOf(file).ropes[0].claimed, length);
    assert.equal(plan.costs[0].position, Math.min(from ?? claimed, claimed) - 1);
  }
  // In a GGUF file the factors of llama3 are a tensor, which no argument changes.
  const plan = planFor({ ...llama, rope_scaling: llama3 }, length);
  assert.deepEqual([flagsOf(plan, 'llama-cpp'), flagsOf(plan, 'vllm') === ''], ['', false]);
});

test('dynamic reaches a length by its factor; other engines drop it, and the text says so', () => {
  const scaling = { rope_type: 'dynamic', factor: 2 };
  const config = { ...llama, rope_scaling: scaling };
  assert.equal(planFor(config, 2 * claimed).answer, 'enough');
  const plan = planFor(config, length);
  assert.deepEqual(plan.edits, [
    { path: 'rope_scaling', value: { ...scaling, factor: length / claimed } },
  ]);
  const text = textOf(config, '--serve', `${length}`);
  const [, , others = ''] = /\n(Where engines deviate on the changed file)\n([^]*?)\n\n/.exec(
    text,
  ) ?? ['', '', ''];
  const read = reportOf(changed(config, plan), '--engines').engines;
  const expected = read.flatMap((/** @type {any} */ { title, answer, notes }) =>
    answer === 'unknown' || answer === 'unsupported'
      ? []
      : notes.map((/** @type {any} */ { message }) => `  ${title}: ${message}`),
  );
  assert.ok(expected.length > 0);
  assert.deepEqual(others.split('\n'), expected);
});

test('a length that fits needs nothing, or only a claim', () => {
  for (const wanted of [1, claimed]) {
    const { answer, edits, flags, costs, type, factor } = planFor(llama, wanted);
    assert.deepEqual([answer, type, factor], ['enough', null, null]);
    assert.deepEqual([edits, flags, costs], [[], [], []]);
  }
  assert.equal(planFor(llama, claimed + 1).answer, 'scaled');
  const [title, , sentence, ...rest] = textOf(llama, '--serve', '7').split('\n');
  assert.equal(title, 'standard input, for texts of 7 tokens');
  assert.equal(sentence, planFor(llama, 7).message);
  assert.deepEqual(rest, ['']);
  // YaRN whose factor reaches farther than the file claims.
  const scaling = { rope_type: 'yarn', factor: 8, original_max_position_embeddings: 1024 };
  const shy = { ...llama, rope_scaling: scaling };
  const reached = scaling.factor * scaling.original_max_position_embeddings;
  const plan = planFor(shy, claimed + 1);
  assert.deepEqual(
    [plan.answer, plan.edits],
    ['enough', [{ path: 'max_position_embeddings', value: reached }]],
  );
  assert.equal(planFor(shy, reached + 1).answer, 'scaled');
});

test('a learned table has no more rows; encodings without a limit need only a claim', () => {
  const { rows } = report(['GPT-2']);
  assert.equal(report(['GPT-2', '--serve', `${rows}`]).answer, 'enough');
  const { answer, message, edits, flags } = report(['GPT-2', '--serve', `${rows + 1}`]);
  assert.deepEqual([answer, edits, flags], ['impossible', [], []]);
  assert.ok(message.includes(`${rows} tokens`) && message.includes(`${rows + 1}.`), message);

  assert.equal(report(['BLOOM-176B', '--serve', `${length}`]).answer, 'enough');
  const jamba = { model_type: 'jamba', hidden_size: 64, num_attention_heads: 4 };
  const only = planFor({ ...jamba, max_position_embeddings: claimed }, length);
  assert.deepEqual(only.edits, [{ path: 'max_position_embeddings', value: length }]);

  for (const config of [
    { ...llama, max_position_embeddings: undefined },
    { ...llama, rope_scaling: { rope_type: 'proportional' } },
  ]) {
    const none = planFor(config, length);
    assert.deepEqual([none.answer, none.edits, none.costs], ['no-rule', [], []]);
  }
});

test('every model that is scaled claims twice its length after the edits, and then needs no other', () => {
  let scaled = 0;
  for (const { name, config } of models) {
    const from = reportOf(config).ropes[0]?.claimed;
    if (!from) continue;
    const plan = planFor(config, 2 * from);
    if (plan.answer !== 'scaled') continue;
    scaled++;
    const file = changed(config, plan);
    const [after] = reportOf(file).ropes;
    if (plan.type !== 'dynamic') assert.equal(after.claimed, 2 * from, name);
    assert.equal(after.rope_type, plan.type, name);
    assert.equal(planFor(file, 2 * from).answer, 'enough', name);
  }
  assert.ok(scaled > 20, `${scaled}`);
});

test('the text has the edits, the flags and the costs of the JSON', () => {
  const { message, edits, flags, costs } = report(['Qwen3-8B', '--serve', '131072']);
  const { status, stdout } = run(['Qwen3-8B', '--serve', '131072']);
  assert.equal(status, 0);
  const lines = stdout.split('\n');
  assert.ok(lines.includes(message));
  for (const { path, value } of edits) {
    assert.ok(lines.includes(`  ${path} = ${JSON.stringify(value)}`), path);
  }
  assert.equal(flags.length, 3);
  for (const { engine, flags: words } of flags) {
    assert.ok(
      lines.some((line) => line.startsWith('  ') && line.endsWith(`: ${words}`)),
      engine,
    );
  }
  const [{ pairs, changed: turned, position }] = costs;
  assert.ok(lines.includes(`What it costs texts up to ${position + 1} tokens`));
  const start = `  ${turned} of ${pairs} pairs turn at another rate, by up to `;
  assert.ok(lines.some((line) => line.startsWith(start) && line.includes(` ${position};`)));
});

test('--serve: bad numbers and bad usage are one line and exit code 2', () => {
  for (const bad of ['0', '-1', '1.5']) {
    assert.equal(
      refused(['GPT-2', '--serve', bad]),
      `--serve must be a whole number from 1 to ${2 ** 53} but got ${bad}`,
    );
  }
  assert.equal(refused(['GPT-2', '--serve', 'long']), '--serve must be a number but got "long"');
  assert.equal(refused(['GPT-2', '--serve']), '--serve needs a value');
  for (const args of [
    ['--serve', '9'],
    ['--serve', '9', '--list'],
    ['a', 'b', '--serve', '9'],
    ['a', '--serve', '9', '--length', '9'],
    ['a', '--serve', '9', '--fail-on', 'any'],
  ]) {
    assert.equal(refused(args), usage, args.join(' '));
  }
  assert.match(refused(['no-such.json', '--serve', '9']), /^there is no model or readable file /);
  assert.match(refused(['-', '--serve', '9'], '{}'), /^\[config\] this is not a config\.json: /);
});
