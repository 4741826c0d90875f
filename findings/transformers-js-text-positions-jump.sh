#!/usr/bin/env bash
# transformers.js: without an image, generated tokens of a Qwen-VL model get positions that start at three times the
# length of the prompt instead of right after it.
#
# Models with M-RoPE keep a "rope delta": the next position minus the number of tokens so far. Images make it negative;
# for plain text it is 0. Hugging Face's Python code computes max(position) + 1 - length. If a prompt has no image, the
# JavaScript class Qwen2VLForConditionalGeneration, whose code also serves Qwen2.5-VL, Qwen3-VL and Qwen3.5, adds the
# length. So a prompt of n tokens has positions 0 to n - 1, and the answer has 3n, 3n + 1 and so on: every generated
# token sees the prompt 2n positions farther away than it is.
#
# A good guess misses it: with an image the positions are right, the first token of the answer is right too, and text
# can stay fluent across one gap. It matters for long prompts, since positions leave the training length when a third of
# it is used, and for comparisons with Python.
#
# The model here answers each step with a token whose id is the position it was given, so generate() shows positions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' > package.json
npm install --ignore-scripts --no-save --no-audit --no-fund --loglevel=error \
  @huggingface/transformers@4.3.2 onnxruntime-node@1.30.0 > /dev/null

cat > run.mjs <<'JS'
import { mkdirSync, writeFileSync } from 'node:fs';
import { AutoModelForCausalLM, Tensor, env } from '@huggingface/transformers';

// ONNX is protobuf: numbered fields of integers or of bytes.
const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >>> 7)]);
const number = (field, n) => [...varint(field << 3), ...varint(n)];
const bytes = (field, part) => {
  const content = [...Buffer.from(part)];
  return [...varint((field << 3) | 2), ...varint(content.length), ...content];
};
const [FLOAT, INT64] = [1, 7];
const port = (field, [name, type, rank]) =>
  bytes(field, [
    ...bytes(1, name),
    ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, Array(rank).fill(bytes(1, [])).flat())])),
  ]);
const attribute = ([name, n]) => bytes(5, [...bytes(1, name), ...number(3, n), ...number(20, 2)]);
const node = (type, inputs, output, attributes = {}) =>
  bytes(1, [
    ...inputs.flatMap((name) => bytes(1, name)),
    ...bytes(2, output),
    ...bytes(4, type),
    ...Object.entries(attributes).flatMap(attribute),
  ]);
const constant = (name, type, shape, values) =>
  bytes(5, [
    ...shape.flatMap((n) => number(1, n)),
    ...number(2, type),
    ...bytes(8, name),
    ...bytes(9, Buffer.from((type === FLOAT ? Float32Array : BigInt64Array).from(values).buffer)),
  ]);
const model = ({ nodes, constants, inputs, outputs }) =>
  Uint8Array.from([
    ...number(1, 8),
    ...bytes(7, [
      ...nodes.flat(),
      ...bytes(2, 'graph'),
      ...constants.flat(),
      ...inputs.flatMap((one) => port(11, one)),
      ...outputs.flatMap((one) => port(12, one)),
    ]),
    ...bytes(8, [...bytes(1, ''), ...number(2, 17)]),
  ]);

const vocabulary = 64;
const axis = (n) => constant(`axis${n}`, INT64, [1], [BigInt(n)]);
const embedTokens = model({
  nodes: [
    node('Cast', ['input_ids'], 'ids', { to: FLOAT }),
    node('Unsqueeze', ['ids', 'axis2'], 'inputs_embeds'),
  ],
  constants: [axis(2)],
  inputs: [['input_ids', INT64, 2]],
  outputs: [['inputs_embeds', FLOAT, 3]],
});
const decoder = model({
  nodes: [
    node('Gather', ['position_ids', 'first'], 'positions', { axis: 0 }),
    node('OneHot', ['positions', 'depth', 'values'], 'logits'),
    node('Unsqueeze', ['inputs_embeds', 'axis1'], 'states'),
    ...['key', 'value'].map((kind) =>
      node('Concat', [`past_key_values.0.${kind}`, 'states'], `present.0.${kind}`, { axis: 2 }),
    ),
  ],
  constants: [
    axis(1),
    constant('first', INT64, [], [0n]),
    constant('depth', INT64, [], [BigInt(vocabulary)]),
    constant('values', FLOAT, [2], [0, 1]),
  ],
  inputs: [
    ['inputs_embeds', FLOAT, 3],
    ['attention_mask', INT64, 2],
    ['position_ids', INT64, 3],
    ['past_key_values.0.key', FLOAT, 4],
    ['past_key_values.0.value', FLOAT, 4],
  ],
  outputs: [
    ['logits', FLOAT, 3],
    ['present.0.key', FLOAT, 4],
    ['present.0.value', FLOAT, 4],
  ],
});
mkdirSync('models/tiny/onnx', { recursive: true });
writeFileSync('models/tiny/onnx/embed_tokens.onnx', embedTokens);
writeFileSync('models/tiny/onnx/decoder_model_merged.onnx', decoder);
const config = {
  model_type: 'qwen2_vl',
  architectures: ['Qwen2VLForConditionalGeneration'],
  hidden_size: 1,
  num_attention_heads: 1,
  num_key_value_heads: 1,
  num_hidden_layers: 1,
  vocab_size: vocabulary,
  image_token_id: 60,
  video_token_id: 61,
  vision_start_token_id: 62,
  vision_config: { spatial_merge_size: 2 },
};
writeFileSync('models/tiny/config.json', JSON.stringify(config));

env.localModelPath = 'models';
env.allowRemoteModels = false;
const tiny = await AutoModelForCausalLM.from_pretrained('tiny', { dtype: 'fp32', device: 'cpu' });
let differs = false;
for (const length of [5, 10]) {
  const output = await tiny.generate({
    input_ids: new Tensor('int64', Array(length).fill(1n), [1, length]),
    attention_mask: new Tensor('int64', Array(length).fill(1n), [1, length]),
    max_new_tokens: 4,
    do_sample: false,
  });
  const seen = output.tolist()[0].slice(length).map(Number);
  const next = (start) => [length - 1, start, start + 1, start + 2];
  console.log(`a prompt of ${length} tokens; positions of its last token and of the first three generated ones`);
  console.log(`  expected: ${next(length).join(' ')}`);
  console.log(`  seen:     ${seen.join(' ')}`);
  differs ||= seen.join() !== next(3 * length).join();
}
if (differs) {
  console.log('The behavior has changed.');
  process.exit(1);
}
JS
echo '@huggingface/transformers 4.3.2'
node run.mjs
