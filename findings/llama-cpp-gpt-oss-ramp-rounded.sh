#!/usr/bin/env bash
# llama.cpp: gpt-oss does not run with the frequencies it was trained with; one pair turns 76% too fast.
#
# YaRN keeps the fast pairs, divides the slow ones by the factor, and has a ramp between them. The ends of the ramp fall
# between pairs: at 8.09 and 17.40 for gpt-oss. Most implementations round them outward, to 8 and 18. OpenAI's code does
# not, so the model's config says "truncate": false. llama.cpp always rounds, and GGUF has no key for that flag.
#
# A good guess misses it: rounding moves each end by less than one pair, and all other numbers of the config are right.
# But near the slow end almost nothing is left of the original frequency, so a little more of it is a lot. Pair 17
# completes a turn in 49 thousand positions as trained, and in 28 thousand here. It matters for long texts and for
# comparisons with transformers or vLLM, which honor the flag.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) binary=linux-x64 ;;
  Linux-aarch64) binary=linux-arm64 ;;
  Darwin-x86_64) binary=mac-x64 ;;
  Darwin-arm64) binary=mac-arm64-metal ;;
  *) echo 'node-llama-cpp has no build for this platform' >&2; exit 2 ;;
esac
echo '{"private": true}' > package.json
npm install --ignore-scripts --omit=optional --no-save --no-audit --no-fund --loglevel=error \
  node-llama-cpp@3.22.1 "@node-llama-cpp/$binary@3.22.1" > /dev/null || exit 2

cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { getLlama } from 'node-llama-cpp';

const u32 = (n) => Buffer.from(Uint32Array.of(n).buffer);
const u64 = (n) => Buffer.from(BigUint64Array.of(BigInt(n)).buffer);
const floats = (values) => Buffer.from(Float32Array.from(values).buffer);
const text = (value) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const padded = (part) => Buffer.concat([part, Buffer.alloc(-part.length & 31)]);
const upTo = (n) => Array.from({ length: n }, (_, i) => i);

/** A GGUF file. A tensor is a name, its shape and its cells that are not 0, each after its index. */
function gguf(keys, tensors) {
  const typed = (value) => {
    if (typeof value === 'string') return [u32(8), text(value)];
    if (Array.isArray(value)) return [u32(9), u32(8), u64(value.length), ...value.map(text)];
    return typeof value === 'number' ? [u32(4), u32(value)] : [u32(6), floats([value.float])];
  };
  const contents = tensors.map(([, shape, cells]) => {
    const values = new Float32Array(shape.reduce((a, b) => a * b));
    for (const [index, value] of cells) values[index] = value;
    return padded(floats(values));
  });
  let offset = 0;
  const infos = tensors.flatMap(([name, shape], i) => {
    const info = [text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)];
    offset += contents[i].length;
    return info;
  });
  const entries = Object.entries(keys).flatMap(([key, value]) => [text(key), ...typed(value)]);
  const counts = [u32(3), u64(tensors.length), u64(Object.keys(keys).length)];
  const header = Buffer.concat([Buffer.from('GGUF'), ...counts, ...entries, ...infos]);
  return Buffer.concat([padded(header), ...contents]);
}

// One head. Key token i is component i, query token i is component i + 32: the other half of pair i. So n positions
// apart they score strength · scale² · sin(n · frequency), and all other tokens score 0. The two logits are
// those of attention: their ratio is e^score over n.
const width = 64;
const pairs = width / 2;
const strength = 64;
const vocabulary = 256;
const measured = upTo(9).map((i) => i + 9);
const keyToken = (pair) => pair;
const queryToken = (pair) => pair + pairs;
const model = { base: 150000, factor: 32, length: 4096 }; // as in the config of gpt-oss

const size = Math.sqrt(width);
const matrix = (name, columns, rows, cells = []) => [
  name,
  [columns, rows],
  cells.map(([row, column, value]) => [row * columns + column, value]),
];
const ones = (name) => [name, [width], upTo(width).map((i) => [i, 1])];
const layer = (name) => `blk.0.${name}`;
const tensors = [
  ones('output_norm.weight'),
  matrix('token_embd.weight', width, vocabulary, upTo(width).map((i) => [i, i, size])),
  matrix('output.weight', width, vocabulary, [[0, 62, 1], [1, 63, 1]]),
  ones(layer('attn_norm.weight')),
  ones(layer('post_attention_norm.weight')),
  matrix(layer('attn_q.weight'), width, width, measured.map((i) => [i + pairs, queryToken(i), strength])),
  matrix(layer('attn_k.weight'), width, width, measured.map((i) => [i, keyToken(i), 1 / size])),
  matrix(
    layer('attn_v.weight'),
    width,
    width,
    measured.flatMap((i) => [[0, keyToken(i), 1 / size], [1, queryToken(i), 1 / size]]),
  ),
  matrix(layer('attn_output.weight'), width, width, [[62, 0, 1], [63, 1, 1]]),
  [layer('attn_output.bias'), [width], []],
  [layer('attn_sinks.weight'), [1], []],
  [layer('ffn_gate_inp.weight'), [width, 2], []],
  [layer('ffn_gate_inp.bias'), [2], []],
  ...['gate', 'up', 'down'].flatMap((name) => [
    [layer(`ffn_${name}_exps.weight`), name === 'down' ? [32, width, 2] : [width, 32, 2], []],
    [layer(`ffn_${name}_exps.bias`), [name === 'down' ? width : 32, 2], []],
  ]),
];
const keys = {
  context_length: 131072,
  embedding_length: width,
  block_count: 1,
  feed_forward_length: 32,
  vocab_size: vocabulary,
  'attention.head_count': 1,
  'attention.head_count_kv': 1,
  'attention.key_length': width,
  'attention.value_length': width,
  'attention.layer_norm_rms_epsilon': { float: 1e-20 },
  'attention.sliding_window': 128,
  expert_count: 2,
  expert_used_count: 1,
  expert_feed_forward_length: 32,
  'rope.freq_base': { float: model.base },
  'rope.scaling.type': 'yarn',
  'rope.scaling.factor': { float: model.factor },
  'rope.scaling.original_context_length': model.length,
};
writeFileSync(
  'probe.gguf',
  gguf(
    {
      'general.architecture': 'gpt-oss',
      ...Object.fromEntries(Object.entries(keys).map(([key, value]) => [`gpt-oss.${key}`, value])),
      'tokenizer.ggml.model': 'llama',
      'tokenizer.ggml.tokens': upTo(vocabulary).map(
        (i) => `<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`,
      ),
    },
    tensors,
  ),
);

/** YaRN's frequencies if its ramp runs between these pairs. */
const yarn = (low, high) => (pair) => {
  const ramp = Math.min(1, Math.max(0, (pair - low) / (high - low)));
  return model.base ** (-pair / pairs) * (1 - ramp + ramp / model.factor);
};
/** The pair, with fractions, that completes `turns` turns in the original length. */
const pairOf = (turns) =>
  (pairs * Math.log(model.length / (turns * 2 * Math.PI))) / Math.log(model.base);
const [low, high] = [pairOf(32), pairOf(1)];
const expected = yarn(low, high);
const rounded = yarn(Math.floor(low), Math.ceil(high));

const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error', maxThreads: 1 });
const loaded = await llama.loadModel({ modelPath: 'probe.gguf', gpuLayers: 0, useMmap: false });
const context = await loaded.createContext({ contextSize: 256, batchSize: 64 });
const sequence = context.getSequence();
const scale = 1 + 0.1 * Math.log(model.factor);
const { repo, release } = llama.llamaCppRelease;
console.log(`node-llama-cpp 3.22.1 with ${repo} ${release}, architecture gpt-oss`);
console.log(`expected: a ramp from pair ${low.toFixed(2)} to ${high.toFixed(2)}`);
console.log('pair  expected    seen        seen / expected');
let changed = false;
for (const pair of measured) {
  await sequence.clearHistory();
  // So that the angle is small, within the sliding window.
  const distance = Math.min(100, Math.ceil(0.08 / expected(pair)));
  const query = queryToken(pair);
  const last = [query, { generateNext: { logits: { filter: { tokens: [0, 1] } } } }];
  const queries = [...Array(distance - 1).fill(query), last];
  const outputs = await sequence.controlledEvaluate([keyToken(pair), ...queries]);
  const logits = outputs.at(-1).next.logits;
  const score = Math.abs(Math.log((distance * logits.get(0)) / logits.get(1)));
  const seen = Math.asin(score / (strength * scale ** 2)) / distance;
  const numbers = [expected(pair), seen].map((value) => value.toExponential(3).padEnd(12));
  console.log(`${String(pair).padEnd(6)}${numbers.join('')}${(seen / expected(pair)).toFixed(3)}`);
  changed ||= !(Math.abs(seen / rounded(pair) - 1) < 0.003);
}
await llama.dispose();
if (changed) {
  console.log('The behavior has changed.');
  process.exit(1);
}
JS
node run.mjs
