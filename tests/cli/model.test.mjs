// posenc model: what the config.json of a model comes to.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  file,
  folder,
  gguf,
  ggufOfLlama,
  llama,
  models,
  reference,
  refused,
  report,
  run,
  usage,
} from './model-files.mjs';

test('--list names all models, one a line', () => {
  const { status, stdout } = run(['--list']);
  assert.equal(status, 0);
  const names = stdout.trimEnd().split('\n');
  for (const { name } of models) assert.ok(names.includes(name), name);
  assert.equal(new Set(names).size, names.length);
});

test('the JSON of every model has its fields, and no other', () => {
  const commonKeys = [
    ...['name', 'kind', 'layers', 'ropes', 'two_dimensional', 'class_logit_factor'],
    ...['query_growth', 'notes'],
  ];
  const ofKind = {
    ...{ rope: [], none: [], alibi: ['slopes'], t5: ['buckets'], learned: ['rows'] },
    ...{ sinusoidal: ['width'], 'sinusoidal+learned': ['rows', 'width'] },
  };
  const ofRope = [
    ...['layer_type', 'rope_type', 'head_dim', 'rotary_dim', 'layout', 'base', 'base_from'],
    ...['original', 'claimed', 'attention_factor', 'inv_freq', 'unfinished'],
  ];
  for (const { name, kind, layout } of models) {
    const got = report([name]);
    assert.equal(got.name, name);
    assert.equal(got.kind, kind);
    const more = ofKind[/** @type {keyof ofKind} */ (kind)];
    assert.deepEqual(Object.keys(got), [...commonKeys, ...more], name);
    assert.deepEqual(Object.keys(got.layers), ['total', 'without_rope', 'other']);
    assert.equal(got.ropes.length > 0, kind === 'rope');
    for (const rope of got.ropes) {
      assert.deepEqual(Object.keys(rope), ofRope);
      assert.equal(rope.layout, layout);
      assert.deepEqual(Object.keys(rope.unfinished), ['original', 'claimed']);
      assert.equal(rope.unfinished.original === null, rope.original === null);
      assert.equal(rope.unfinished.claimed === null, rope.claimed === null);
    }
    for (const note of got.notes) assert.deepEqual(Object.keys(note), ['code', 'message']);
  }
});

test('frequencies and attention factors are those of the reference', () => {
  for (const expected of reference('frequencies')) {
    const { model, layer_type: layerType, length } = expected;
    const { ropes } = report([model, ...(length === null ? [] : ['--length', `${length}`])]);
    const [rope, ...others] = ropes.filter(
      (/** @type {any} */ one) => one.layer_type === layerType,
    );
    assert.deepEqual(others, []);
    for (const key of ['rope_type', 'head_dim', 'rotary_dim']) {
      assert.equal(rope[key], expected[key], model);
    }
    const near = (/** @type {number} */ got, /** @type {number} */ wanted) =>
      Math.abs(got - wanted) <= 1e-12 * Math.abs(wanted);
    assert.ok(near(rope.attention_factor, expected.attention_factor), model);
    assert.equal(rope.inv_freq.length, expected.inv_freq.length);
    for (const [i, wanted] of expected.inv_freq.entries()) {
      assert.ok(near(rope.inv_freq[i], wanted), `${model}, pair ${i}`);
    }
  }
});

test('a model as its file: --json of the config on standard input, and of a file', () => {
  const { config } = models.find(({ name }) => name === 'Llama-3.1-8B-Instruct') ?? {};
  const shipped = report(['Llama-3.1-8B-Instruct']);
  const { unfinished, original, claimed } = shipped.ropes[0];
  assert.deepEqual(
    { unfinished, original, claimed },
    {
      ...{ unfinished: { original: 32, claimed: 25 }, original: 8192, claimed: 131072 },
    },
  );
  const onInput = report(['-'], JSON.stringify(config));
  assert.deepEqual(onInput, { ...shipped, name: 'standard input' });
  const path = file('config.json', config ?? {});
  assert.deepEqual(report([path]), { ...shipped, name: 'config.json' });
  assert.deepEqual(report([`--json`, '--length=7', path]), { ...shipped, name: 'config.json' });
});

test('notes and refusals of the reference', () => {
  for (const { name, config, notes } of reference('notes')) {
    const got = report(['-'], JSON.stringify(config)).notes;
    const codes = got.map((/** @type {{code: string}} */ { code }) => code);
    assert.deepEqual(codes.sort(), notes.toSorted(), name);
  }
  for (const { name, config, message_names: word } of reference('refused')) {
    assert.ok(refused(['-'], JSON.stringify(config)).includes(word), name);
  }
});

test('layers without RoPE, and without attention', () => {
  const every = (
    /** @type {number} */ first,
    /** @type {number} */ period,
    /** @type {number} */ total,
  ) => Array.from({ length: total }, (_, n) => n).filter((n) => n % period === first);
  assert.deepEqual(report(['SmolLM3-3B']).layers, {
    ...{ total: 36, without_rope: every(3, 4, 36), other: [] },
  });
  const jamba = report(['Jamba-v0.1']).layers;
  assert.deepEqual(jamba.without_rope, every(4, 8, 32));
  assert.equal(jamba.other.length, 28);
  assert.deepEqual(report(['Whisper-tiny']).layers, { total: null, without_rope: [], other: [] });
});

test('--length matters for dynamic and longrope', () => {
  assert.equal(report(['internlm2_5-7b']).ropes[0].base, 1e6);
  assert.ok(report(['internlm2_5-7b', '--length', '65536']).ropes[0].base > 1e6);
  const phi = (/** @type {string} */ length) =>
    report(['Phi-3.5-mini-instruct', '--length', length]).ropes[0].inv_freq;
  assert.notDeepEqual(phi('4096'), phi('4097'));
  assert.deepEqual(report(['Llama-3-8B', '--length', '1']), report(['Llama-3-8B']));
});

test('the text is a summary in at most 100 columns, for every model', () => {
  for (const { name, kind, source } of models) {
    const { status, stdout } = run([name]);
    assert.equal(status, 0);
    const lines = stdout.split('\n');
    assert.equal(lines[0], name);
    for (const line of lines) {
      // A word that is longer stands alone.
      assert.ok(line.length <= 100 || /^ +\S+$/.test(line), line);
      assert.doesNotMatch(line, /\s$|\bnan\b|\binf\b/);
    }
    const words = stdout.replaceAll(/\s+/g, ' ');
    assert.ok(words.includes(source.replaceAll(/\s+/g, ' ')), name);
    assert.match(stdout, /^positions {5}\S/m);
    assert.match(stdout, /^layers {8}\S/m);
    assert.equal(/^base {10}\S/m.test(stdout), kind === 'rope', name);
    for (const { code, message } of report([name]).notes) {
      assert.ok(lines.includes(code));
      assert.ok(words.includes(message), message);
    }
  }
});

test('what the text says of each kind of encoding', () => {
  const lines = (/** @type {string} */ name) => run([name]).stdout.split('\n');
  assert.ok(
    lines('Llama-3.1-8B-Instruct').includes(
      'unfinished    32 pairs do not complete a turn within 8192, 25 within 131072',
    ),
  );
  assert.ok(
    lines('BLOOM-176B').includes('slopes        0.917, 0.8409, 0.7711, 0.7071, ..., 0.01632'),
  );
  assert.ok(lines('T5-small').includes('buckets       32 (relative_attention_num_buckets)'));
  assert.ok(lines('Marian (opus-mt)').includes('width         1024 (d_model)'));
  assert.ok(lines('gemma-3-1b-it').includes('sliding_attention layers'));
  const whisper = run(['Whisper-tiny']).stdout;
  assert.match(whisper, /^rows {10}448 \(max_target_positions\)/m);
  assert.match(whisper, /^layers {8}number not given$/m);
  assert.match(run(['Jamba-v0.1']).stdout, /^positions {5}none: /m);
  const yarn = run(['Qwen3-8B + YaRN as its docs advise']).stdout;
  assert.match(yarn, /^ {2}Suggested change: set max_position_embeddings to 131072\.$/m);
  assert.match(yarn, /^How other software reads it$/m);
  assert.match(yarn, /^attention {5}cos and sin are multiplied by 1\.13863/m);
});

test('a file without anything but its sizes', () => {
  const config = '{"hidden_size": 8, "num_attention_heads": 2, "rope_theta": 1e4}';
  const { stdout } = run(['-'], config);
  assert.match(stdout, /^standard input$/m);
  assert.match(stdout.replaceAll(/\s+/g, ' '), /; layout depends on the class base /);
  assert.match(stdout, /^length {8}not given$/m);
  const { ropes, layers } = report(['-'], config);
  assert.deepEqual(layers, { total: null, without_rope: [], other: [] });
  const { layout, original, claimed, unfinished } = ropes[0];
  assert.deepEqual([layout, original, claimed], [null, null, null]);
  assert.deepEqual(unfinished, { original: null, claimed: null });
});

test('bad usage is one line and exit code 2', () => {
  for (const args of [
    ...[[], ['--json'], ['a', 'b', 'c'], ['--list', 'a'], ['--list', '--json'], ['--length', '7']],
    ['--list', '--length', '7'],
    ['a', 'b', '--fail-on', 'any'],
  ]) {
    assert.equal(refused(args), usage, args.join(' '));
  }
  assert.equal(refused(['--no-such']), 'model has no option "--no-such"');
  assert.equal(refused(['Llama-3-8B', '--length']), '--length needs a value');
  assert.equal(refused(['Llama-3-8B', '--length', 'x']), '--length must be a number but got "x"');
  for (const length of ['0', '-1', '1.5', '1e16']) {
    const shown = length === '1e16' ? '10000000000000000' : length;
    assert.equal(
      refused(['Llama-3-8B', '--length', length]),
      `--length must be a whole number from 1 to 9007199254740992 but got ${shown}`,
    );
  }
});

test('files that are missing, folders, and files that are no config', () => {
  assert.equal(
    refused(['no-such.json']),
    'there is no model or readable file named "no-such.json"; posenc model --list lists the models',
  );
  assert.match(refused(['llama-3-8b']), /^there is no model or readable file named "llama-3-8b"/);
  assert.match(refused(['']), /^there is no model or readable file named ""/);
  const path = join(folder, 'folder');
  mkdirSync(path);
  assert.match(refused([path]), /^no file in the folder ".*" ends in \.json$/);
  const start = '[config] this is not a config.json: ';
  assert.equal(refused(['-']), `${start}it is empty`);
  assert.equal(
    refused(['-'], '{"a": 1,}'),
    '[config] this is not valid JSON: a comma stands before the closing bracket (line 1, column 9)',
  );
  assert.equal(
    refused([file('tokenizer.json', { version: '1.0', added_tokens: [] })]),
    `${start}it is a tokenizer.json; open the config.json beside it`,
  );
  assert.equal(
    refused([file('long.json', `{"a": "${'x'.repeat(1_000_000)}"}`)]),
    `${start}it is larger than 1 MB, and a config.json has a few kB`,
  );
  assert.equal(
    refused([file('package.json', { name: 'x', private: true, dependencies: {} })]),
    `${start}it is a package.json; open the config.json of a model`,
  );
  assert.equal(
    refused(['-'], JSON.stringify({ ...llama, rope_scaling: { type: 'a\nb' } })),
    '[config] rope_scaling.type must be one of "default", "mrope", "linear", "dynamic", "yarn", ' +
      '"llama3", "longrope", "proportional", "xdrope", "su", "deepseek_yarn", "telechat3-yarn", "video_rope" but got "a b"',
  );
});

test('a folder has one line for each config, and the exit code says the worst', () => {
  const many = join(folder, 'many');
  const of = (/** @type {string} */ name, /** @type {string | object} */ content) => {
    mkdirSync(join(many, name, '..'), { recursive: true });
    file(join('many', name), content);
  };
  of('b.json', llama);
  of('a.json', { ...llama, rope_theta: undefined });
  // Of the folder of a model, its config alone.
  of('model/config.json', { ...llama, head_dim: 32 });
  of('model/tokenizer.json', { added_tokens: [] });
  const lines = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = run([many, ...args]);
    assert.equal(stderr, '');
    return { status, lines: stdout.trimEnd().split('\n') };
  };
  const all = [
    'a.json: rope, default; notes: base-assumed',
    'b.json: rope, default; no notes',
    'model/config.json: rope, default; notes: head-dim-own',
  ];
  assert.deepEqual(lines(), { status: 0, lines: all });
  assert.deepEqual(lines('--fail-on', 'step,short-scaled'), { status: 0, lines: all });
  assert.deepEqual(lines('--fail-on', 'step,head-dim-own'), { status: 1, lines: all });
  assert.deepEqual(lines('--fail-on', 'any'), { status: 1, lines: all });
  // As JSON: each line is the report of its file.
  const asJson = lines('--json');
  const reports = asJson.lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    reports.map(({ name }) => name),
    ['a.json', 'b.json', 'model/config.json'],
  );
  assert.deepEqual(reports[1], { ...report([join(many, 'b.json')]), name: 'b.json' });

  of('c.json', { ...llama, rope_theta: 0 });
  const refusal = '[config] rope_theta must be a number above 0 but got 0';
  const { status, lines: four } = lines('--fail-on', 'any');
  assert.equal(status, 2);
  assert.equal(four[2], `c.json: refused: ${refusal}`);
  assert.deepEqual(JSON.parse(lines('--json').lines[2] ?? ''), { name: 'c.json', error: refusal });
});

test('--fail-on of one file: a line, and the exit code', () => {
  const path = file('bare.json', { ...llama, rope_theta: undefined });
  const failing = run([path, '--fail-on', 'base-assumed']);
  assert.deepEqual(
    [failing.status, failing.stdout],
    [1, 'bare.json: rope, default; notes: base-assumed\n'],
  );
  assert.equal(run([path, '--fail-on', 'step']).status, 0);
  assert.equal(run([path, '--json', '--fail-on', 'any']).status, 1);
  assert.match(
    refused([path, '--fail-on', 'stp']),
    /^--fail-on must have codes of notes with commas between, of factor-and-lengths, .* or any, but got "stp"$/,
  );
});

test('a GGUF file is read as llama.cpp reads it; of one that is damaged, the byte is named', () => {
  const got = report([gguf('model.gguf', ggufOfLlama)]);
  assert.equal(got.kind, 'rope');
  assert.deepEqual(
    [got.ropes[0].base_from, got.ropes[0].layout],
    ['llama.rope.freq_base', 'interleaved'],
  );
  const whole = readFileSync(join(folder, 'model.gguf'));
  const cut = join(folder, 'cut.gguf');
  writeFileSync(cut, whole.subarray(0, 60));
  assert.match(refused([cut]), /^\[gguf\] .* byte \d+/);
});

test('two models: alike or not, and the exit code says it', () => {
  const config = file('llama.json', llama);
  const same = gguf('same.gguf', ggufOfLlama);
  const alike = run([config, same]);
  assert.deepEqual(
    [alike.status, alike.stdout],
    [0, 'llama.json and same.gguf turn positions alike.\n'],
  );
  const other = gguf('other.gguf', { ...ggufOfLlama, 'rope.freq_base': 500000 });
  const unlike = run([config, other]);
  assert.equal(unlike.status, 1);
  assert.match(
    unlike.stdout,
    /the frequency of pair 1 \(the first that differs\): 0\.3162278 against/,
  );
  const { status, stdout } = run([config, other, '--json']);
  assert.equal(status, 1);
  const { alike: isAlike, differences } = JSON.parse(stdout);
  assert.equal(isAlike, false);
  const [{ what, at, first, second, position, radians }] = differences;
  assert.deepEqual([what, at, position], ['frequencies', 1, 4095]);
  const { inv_freq: ours } = report([config]).ropes[0];
  const { inv_freq: theirs } = report([other]).ropes[0];
  assert.deepEqual([first, second], [ours[1], theirs[1]]);
  const largest = Math.max(
    ...ours.map((/** @type {number} */ one, /** @type {number} */ i) => Math.abs(one - theirs[i])),
  );
  assert.ok(Math.abs(radians / (largest * position) - 1) < 1e-12);
  assert.equal(run([config, 'no-such.json']).status, 2);
});

test('a file of weights is named, however long it is', () => {
  const weights = Buffer.alloc(30_000_000);
  weights.write('{"__metadata__":{}}', 8);
  weights[0] = 19;
  const path = join(folder, 'model.safetensors');
  writeFileSync(path, weights);
  assert.match(refused([path]), /it starts like a safetensors file of weights$/);
});
