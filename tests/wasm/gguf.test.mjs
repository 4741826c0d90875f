// GGUF files through the npm package, against Hugging Face's reader of the format.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gguf } from '@huggingface/gguf';
import { loadModels, PosencError } from '../../build/package/node.js';
import { ggufFile } from '../../tools/lib/gguf-file.mjs';

const models = await loadModels();
/** @type {Uint8Array} */
const none = new Uint8Array();

const folder = mkdtempSync(join(tmpdir(), 'posenc-gguf-'));
after(() => rmSync(folder, { recursive: true }));

const pairs = 64;
const factors = Array.from({ length: pairs }, (_, i) => 1 + i / 8);
const llama = ggufFile(
  'llama',
  {
    ...{ block_count: 2, embedding_length: 512, 'attention.head_count': 4, context_length: 8192 },
    'rope.freq_base': { float: 500000 },
    'rope.scaling.type': 'linear',
    'rope.scaling.factor': { float: 2 },
  },
  [{ name: 'rope_freqs.weight', values: factors }],
);

/** As the page reads a file: slice by slice. @param {Uint8Array} file */
function configOf(file) {
  let [start, tensors] = [none, none];
  const slices = [];
  for (;;) {
    const read = models.readGguf(start, file.length, tensors);
    if (read.config !== '') return { config: read.config, slices };
    if (read.needed > 0) {
      assert.ok(read.needed > start.length, 'each call asks for more');
      start = file.subarray(0, read.needed);
      slices.push(read.needed);
    } else {
      tensors = Buffer.concat(
        read.tensors.map(({ offset, size }) => file.subarray(offset, offset + size)),
      );
    }
  }
}

test('the keys of a file are those that Hugging Face’s reader finds', async () => {
  const path = join(folder, 'llama.gguf');
  writeFileSync(path, llama);
  const { metadata, tensorInfos, tensorDataOffset } = await gguf(path, { allowLocalFile: true });
  const config = JSON.parse(configOf(llama).config);
  for (const [key, value] of Object.entries(config)) {
    if (key === 'rope_freqs.weight') assert.deepEqual(value, factors);
    else assert.equal(value, /** @type {Record<string, unknown>} */ (metadata)[key], key);
  }
  const { tensors } = models.readGguf(llama, llama.length, none);
  const [info] = tensorInfos;
  assert.equal(tensors[0]?.offset, Number(tensorDataOffset + (info?.offset ?? 0n)));
});

test('its frequencies are those of llama.cpp: factors and the scaling multiply', () => {
  const [rope] = models.modelReport(configOf(llama).config, null).ropes;
  assert.ok(rope);
  for (const [i, omega] of rope.invFreq.entries()) {
    const wanted = 500000 ** (-i / pairs) / 2 / (factors[i] ?? NaN);
    assert.ok(Math.abs(omega / wanted - 1) < 1e-12, `pair ${i}`);
  }
});

test('only the header is read, and of the weights the factors', () => {
  const weights = Buffer.concat([llama, Buffer.alloc(1_000_000)]);
  const { slices, config } = configOf(weights);
  assert.deepEqual(slices, [65_536]);
  assert.equal(config, configOf(llama).config);
});

test('a damaged file has one sentence', () => {
  const refusal = (/** @type {Uint8Array} */ file) => {
    try {
      models.modelReport(configOf(file).config, null);
    } catch (error) {
      assert.ok(error instanceof PosencError);
      return error.message;
    }
    return assert.fail('accepted');
  };
  const changed = (/** @type {number} */ at, /** @type {number[]} */ bytes) => {
    const copy = Buffer.from(llama);
    copy.set(bytes, at);
    return copy;
  };
  assert.match(refusal(llama.subarray(0, 100)), /^\[gguf\] .* byte \d+/);
  assert.match(refusal(changed(0, [0])), /^\[gguf\] /);
  // 2^63 keys.
  assert.match(refusal(changed(16, [0, 0, 0, 0, 0, 0, 0, 128])), /^\[gguf\] .*keys/);
  const wrongType = ggufFile('llama', { block_count: 'two' });
  assert.match(refusal(wrongType), /^\[gguf\] llama\.block_count must be a number but is "two"$/);
});

test('a config and the file made from it turn positions alike; another base is found', () => {
  const config = {
    ...{ model_type: 'llama', hidden_size: 512, num_attention_heads: 4, num_hidden_layers: 2 },
    ...{ max_position_embeddings: 8192, rope_theta: 500000 },
  };
  const sizes = {
    ...{ block_count: 2, embedding_length: 512, 'attention.head_count': 4, context_length: 8192 },
  };
  const compared = (/** @type {number} */ base) =>
    models.compareModels(
      JSON.stringify(config),
      configOf(ggufFile('llama', { ...sizes, 'rope.freq_base': { float: base } })).config,
      null,
    );
  assert.deepEqual(compared(500000), { alike: true, differences: [] });
  const [difference] = compared(10000).differences;
  assert.equal(difference?.what, 'frequencies');
  assert.equal(difference.at, 1);
  assert.equal(difference.position, 8191);
});
