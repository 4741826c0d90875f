// Configs of models through the npm package, by the files of tests/reference/models.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadCore, loadModels, PosencError } from '../../build/package/node.js';

/**
 * @typedef {import('../../build/package/node.js').ModelReport} ModelReport
 * @typedef {import('../../build/package/node.js').ConfigEdit} ConfigEdit
 */

const models = await loadModels();

const reference = (/** @type {string} */ file) =>
  JSON.parse(readFileSync(`tests/reference/models/${file}.json`, 'utf8'));

/** @type {{name: string, kind: string, layout: string | null, config: object}[]} */
const known = reference('models');

/** @param {object} config */
const reportOf = (config, length = /** @type {number | null} */ (null)) =>
  models.modelReport(JSON.stringify(config), length);

/** @param {string} name */
const configOf = (name) => {
  const found = known.find((model) => model.name === name);
  assert.ok(found, name);
  return found.config;
};

const codesOf = (/** @type {ModelReport} */ { notes }) => notes.map(({ code }) => code);

/** @param {string | Uint8Array} config @returns {PosencError} */
function refusalOf(config, length = /** @type {number | null} */ (null)) {
  try {
    models.modelReport(config, length);
  } catch (error) {
    assert.ok(error instanceof PosencError, String(error));
    assert.equal(error.code, 'invalid-argument');
    return error;
  }
  assert.fail('accepted');
}

/** How far a number is from one that is not 0, relative to that. @param {number} got @param {number} wanted */
const difference = (got, wanted) => Math.abs(got / wanted - 1);

test('the models of the reference ship as they are there', () => {
  const shipped = models.shippedModels().models;
  for (const { name, kind, layout, config, ...rest } of known) {
    const found = shipped.find((one) => one.name === name);
    assert.ok(found, name);
    assert.deepEqual(JSON.parse(found.config), config);
    assert.deepEqual([found.kind, found.layout], [kind, layout]);
    const { source, certainty } = found;
    assert.deepEqual({ source, certainty }, rest);
  }
  const claimed = shipped.filter(({ claim }) => claim).map(({ name }) => name);
  assert.deepEqual(claimed, ['Mistral-Nemo-12B', 'Command-R v01']);
});

test('every case of 2026 has its kind, its notes and its frequencies, or is refused', () => {
  for (const { name, config, expect } of reference('2026/cases')) {
    if (expect.refusal_must_say) {
      assert.match(refusalOf(JSON.stringify(config)).message, /params\.json/, name);
      continue;
    }
    const report = reportOf(config);
    assert.equal(report.kind, expect.kind, name);
    for (const code of expect.notes ?? []) assert.ok(codesOf(report).includes(code), name);
    for (const [n, wanted] of (expect.ropes ?? []).entries()) {
      const rope = report.ropes[n];
      assert.ok(rope, name);
      assert.deepEqual(
        [rope.layers, rope.type, rope.rotaryDim.value, rope.invFreq.length],
        [wanted.layer_type, wanted.rope_type, wanted.rotary_dim, wanted.pairs],
        name,
      );
      for (const [pair, one] of Object.entries(wanted.inv_freq_at)) {
        const got = rope.invFreq[Number(pair)] ?? NaN;
        assert.ok(one === 0 ? got === 0 : difference(got, one) < 1e-12, `${name}: pair ${pair}`);
      }
    }
  }
});

test('frequencies and attention factors of every model, to 1e-12', () => {
  for (const wanted of reference('frequencies')) {
    const { ropes } = reportOf(configOf(wanted.model), wanted.length);
    const its = ropes.filter(({ layers }) => layers === wanted.layer_type);
    const where = `${wanted.model}, ${wanted.layer_type}, ${wanted.length}`;
    assert.equal(its.length, 1, where);
    const [rope] = its;
    assert.ok(rope);
    assert.equal(rope.type, wanted.rope_type, where);
    assert.equal(rope.headDim.value, wanted.head_dim, where);
    assert.equal(rope.rotaryDim.value, wanted.rotary_dim, where);
    assert.ok(difference(rope.attentionFactor, wanted.attention_factor) < 1e-12, where);
    assert.equal(rope.logitFactor, rope.attentionFactor ** 2, where);
    assert.equal(rope.invFreq.length, wanted.inv_freq.length, where);
    for (const [n, one] of wanted.inv_freq.entries()) {
      const got = rope.invFreq[n] ?? NaN;
      assert.ok(one === 0 ? got === 0 : difference(got, one) < 1e-12, `${where}: pair ${n}`);
    }
  }
});

test('the kind of every model, and the layout of its pairs', () => {
  for (const { name, kind, layout, config } of known) {
    const report = reportOf(config);
    assert.equal(report.kind, kind, name);
    assert.equal(report.layout, layout, name);
    assert.equal(report.ropes.length > 0, kind === 'rope', name);
    assert.equal(report.slopes.length, kind === 'alibi' ? (report.heads?.value ?? 0) : 0, name);
    assert.equal(report.maxBias !== null, kind === 'alibi', name);
    assert.equal(report.buckets !== null, kind === 't5', name);
  }
});

test('exactly the notes that a config needs, each with words', () => {
  for (const { name, config, notes } of reference('notes')) {
    const report = reportOf(config);
    assert.deepEqual(codesOf(report).sort(), [...notes].sort(), name);
    for (const { message, threads } of report.notes) {
      assert.match(message, /^[^{}]{40,}\.$/, name);
      for (const { text, url } of threads) {
        assert.equal(url, `https://github.com/${text.replace('#', '/issues/')}`);
      }
    }
  }
});

test('what is refused is refused by name, and keys are spelled as in the file', () => {
  for (const { name, config, message_names: word } of reference('refused')) {
    assert.ok(refusalOf(JSON.stringify(config)).message.includes(word), name);
  }
  const sizes = { hidden_size: 64, num_attention_heads: 4 };
  for (const [scaling, parameter] of /** @type {[object, string][]} */ ([
    [{ type: 'linear' }, 'rope_scaling.factor'],
    [{ rope_type: 'yarn', factor: 2, beta_fast: 0 }, 'rope_scaling.beta_fast'],
  ])) {
    const error = refusalOf(JSON.stringify({ ...sizes, rope_scaling: scaling }));
    assert.equal(error.parameter, parameter);
    assert.ok(error.message.startsWith(`[config] ${parameter} must be `), error.message);
  }
  assert.equal(refusalOf('{"text_config": {}}').parameter, 'hidden_size');
});

/** A config after the changes that a note suggests. @param {object} config @param {ConfigEdit[]} edits */
function edited(config, edits) {
  const copy = structuredClone(config);
  for (const { path, value } of edits) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    /** @type {any} */
    let dictionary = copy;
    for (const key of keys) dictionary = dictionary[key];
    if (value === null) delete dictionary[last];
    else dictionary[last] = value;
  }
  return copy;
}

test('the edits of a note remove it, and bring no other', () => {
  let count = 0;
  for (const { name, config } of [...reference('notes'), ...known]) {
    const { notes } = reportOf(config);
    for (const { code, edits } of notes) {
      if (edits.length === 0) continue;
      const others = notes.map((note) => note.code).filter((one) => one !== code);
      assert.deepEqual(codesOf(reportOf(edited(config, edits))), others, `${name}: ${code}`);
      ++count;
    }
  }
  assert.ok(count >= 8);
});

test('each number says where it is from', () => {
  const report = reportOf(configOf('Llama-3.1-8B-Instruct'));
  assert.deepEqual(report.claimed, { value: 131072, from: 'max_position_embeddings' });
  assert.equal(report.layers.length, 32);
  const [rope] = report.ropes;
  assert.ok(rope);
  assert.deepEqual(rope.base, { value: 500000, from: 'rope_theta' });
  assert.deepEqual(rope.original, {
    value: 8192,
    from: 'rope_scaling.original_max_position_embeddings',
  });
  assert.equal(rope.path, 'rope_scaling');
  assert.deepEqual(rope.factor, { value: 8, from: 'rope_scaling.factor' });
  // Of 64 pairs, 25 never complete a turn within the claimed length.
  assert.deepEqual([rope.unfinishedOriginal, rope.unfinishedClaimed], [32, 25]);
  assert.equal(rope.errors?.position, 131071);
  for (const [n, change] of rope.changes.entries()) {
    const times = (rope.wavesAfter[n] ?? NaN) / (rope.wavesBefore[n] ?? NaN);
    const says = times === 1 ? 'kept' : Math.abs(times - 8) < 1e-9 ? 'squeezed' : 'blended';
    assert.equal(change, says, `pair ${n}`);
  }
  assert.deepEqual(reportOf(configOf('Llama-2-7b (as first published)')).ropes[0]?.base, {
    value: 10000,
    from: 'class llama',
  });
});

test('what other software makes of a config has its own frequencies', () => {
  const { ropes, differences } = reportOf(configOf('DeepSeek-V3'));
  const paper = differences.find(({ reading }) => reading === 'paper-ramp');
  assert.ok(paper && ropes[0]);
  const ratio = (paper.invFreq[paper.pair] ?? NaN) / (ropes[0].invFreq[paper.pair] ?? NaN);
  assert.ok(Math.abs(Math.max(ratio, 1 / ratio) - paper.ratio) < 1e-9);
  assert.equal(paper.ratio.toFixed(2), '4.28');
});

test('scores by distance are the cosines of the angles, and their bound is that of the library', async () => {
  const core = await loadCore();
  const config = JSON.stringify(configOf('Llama-3-8B'));
  const { distances, scores, bounds, fittedBounds, looseness } = models.modelScores(
    config,
    null,
    0,
    40,
  );
  assert.deepEqual([distances[0], distances.at(-1)], [0, 8192]);
  const options = { dModel: 128, base: 500000, variant: /** @type {const} */ ('paper') };
  const kernel = core.kernelMeanCos(options, distances).values;
  const decay = core.ropeDecay(options, distances).values;
  for (const [n, score] of scores.entries()) {
    assert.ok(Math.abs(score - (kernel[n] ?? NaN)) < 1e-9, `score at ${distances[n]}`);
    assert.ok(Math.abs((bounds[n] ?? NaN) - (decay[n] ?? NaN)) < 1e-9, `bound at ${distances[n]}`);
  }
  assert.ok(Math.abs(looseness - 32.5) < 1e-12);
  assert.ok(Math.abs((fittedBounds[0] ?? NaN) - 1) < 1e-12);
});

test('the scores of a model that claims no length go as far as the text', () => {
  const config = `{${sizes}}`;
  assert.equal(models.modelScores(config, 100, 0, 4).distances.at(-1), 100);
  assert.equal(models.modelScores(config, null, 0, 4).distances.at(-1), 4096);
});

test('dynamic raises the base by length, others do not', () => {
  const config = configOf('internlm2_5-7b');
  const { lengths, bases } = models.modelBases(JSON.stringify(config), 0, 16);
  const { claimed, ropes } = reportOf(config);
  assert.ok(claimed && ropes[0]);
  assert.deepEqual(
    [lengths[0], lengths.at(-1)],
    [1, claimed.value * (ropes[0].factor?.value ?? NaN)],
  );
  assert.ok(lengths.includes(claimed.value));
  for (const [n, length] of lengths.entries()) {
    assert.equal(bases[n], reportOf(config, length).ropes[0]?.usedBase);
    if (length <= claimed.value) assert.equal(bases[n], ropes[0].base.value);
    else assert.ok((bases[n] ?? NaN) > (bases[n - 1] ?? NaN));
  }
  const plain = models.modelBases(JSON.stringify(configOf('Llama-3-8B')), 0, 4);
  assert.deepEqual(new Set(plain.bases), new Set([500000]));
  assert.equal(plain.lengths.at(-1), 8192);
});

const sizes = '"hidden_size": 64, "num_attention_heads": 4, "rope_theta": 10000';

test('a file may be given as its bytes', () => {
  const text = `{${sizes}, "_name_or_path": "Größe"}`;
  const bytes = new TextEncoder().encode(text);
  assert.deepEqual(models.modelReport(bytes, null), models.modelReport(text, null));
  // With a byte order mark, as some editors write it.
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes);
  assert.deepEqual(models.modelReport(marked, null), models.modelReport(text, null));
});

test('what is not a config is named', () => {
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const nested = (/** @type {number} */ n) => `{${sizes}, "x": ${'['.repeat(n)}${']'.repeat(n)}}`;
  const safetensors = Uint8Array.of(120, 0, 0, 0, 0, 0, 0, 0, ...bytes('{"__metadata__":{}}'));
  assert.equal(models.modelReport(nested(31), null).kind, 'rope');
  for (const [config, says] of /** @type {[string | Uint8Array, RegExp][]} */ ([
    [`{${sizes}, "x": "${'y'.repeat(1e6)}"}`, /it is larger than 1 MB, and a config/],
    [nested(32), /nested more than 32 levels/],
    [nested(1e5), /nested more than 32 levels/],
    [safetensors, /safetensors file of weights/],
    [new TextDecoder().decode(safetensors), /safetensors file of weights/],
    [bytes('GGUF\x03\0\0\0'), /GGUF file of weights/],
    [bytes('PK\x03\x04'), /zip archive or a PyTorch file/],
    [
      '{"version": "1.0", "added_tokens": []}',
      /it is a tokenizer\.json; open the config\.json beside it/,
    ],
    ['{"tokenizer_class": "LlamaTokenizer"}', /tokenizer_config\.json/],
    ['{"metadata": {}, "weight_map": {}}', /index of weights/],
    ['{"eos_token_id": 2, "transformers_version": "5.0"}', /generation_config\.json/],
    [Uint8Array.of(0xff, 0xfe, 0x7b, 0), /not UTF-8 text/],
    ['', /empty/],
    [' \r\n\t', /empty/],
    [`{${sizes},\n  "x": ,}`, /valid JSON: a value is missing after "x" \(line 2, column 8\)$/],
    [`{${sizes}} and more`, /valid JSON: the text goes on .* \(line 1, /],
    ['<!doctype html>', /valid JSON: this looks like a web page; .* \(line 1, column 1\)/],
    [
      Uint8Array.of(...bytes('{"x": "'), 0xff, ...bytes('"}')),
      /valid JSON: .* \(line 1, column 7\)/,
    ],
  ])) {
    const { message, parameter } = refusalOf(config);
    assert.match(message, /^\[config\] this is not (a config\.json|valid JSON): /);
    assert.match(message, says);
    assert.equal(parameter, 'config');
  }
});

test('numbers that Python writes and JSON does not have matter only under keys that are read', () => {
  const config = `{${sizes}, "a": NaN, "b": [-Infinity, 1e999], "c": "NaN \\" Infinity"}`;
  assert.equal(models.modelReport(config, null).ropes[0]?.headDim.value, 16);
  assert.equal(refusalOf(config.replace('"a"', '"head_dim"')).parameter, 'head_dim');
  assert.equal(refusalOf(config.replace('10000', 'NaN')).parameter, 'rope_theta');
});

test('arguments that are out of range are named', () => {
  const config = `{${sizes}}`;
  for (const length of [-1, 0, 0.5, NaN, 2 ** 60]) {
    assert.equal(refusalOf(config, length).parameter, 'length');
  }
  const parameterOf = (/** @type {() => unknown} */ call) => {
    try {
      call();
    } catch (error) {
      return /** @type {PosencError} */ (error).parameter;
    }
    return 'no error';
  };
  assert.equal(
    parameterOf(() => models.modelScores(config, null, 1, 8)),
    'rope',
  );
  assert.equal(
    parameterOf(() => models.modelScores(config, null, 0, 1)),
    'points',
  );
  assert.equal(
    parameterOf(() => models.modelBases(config, 0, 8)),
    'max_position_embeddings',
  );
  assert.throws(
    () => models.modelScores('{"model_type": "gpt2", "n_embd": 8, "n_head": 1}', null, 0, 8),
    {
      message: '[config] the model has no rotary frequencies',
    },
  );
  // @ts-expect-error A config is a text.
  assert.throws(() => models.modelReport({}, null), PosencError);
});
