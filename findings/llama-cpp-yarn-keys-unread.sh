#!/usr/bin/env bash
# llama.cpp: GGUF's keys for YaRN's ramp do nothing in most models, though its own converter writes them.
#
# GGUF has rope.scaling.yarn_beta_fast, yarn_beta_slow and yarn_ext_factor. The converter writes them for any YaRN model
# whose config has these numbers, and viewers show them. But llama.cpp reads them only for a few architectures. For
# `llama` and `qwen2` it always takes 32, 1 and 1; for `mistral3` it reads the first two.
#
# A good guess misses it: type, factor and original length have the same prefix and are read for every architecture, and
# nothing warns of an unused key. It matters if a model was tuned with another ramp: no file can say so, and editing the
# keys changes nothing. Only options of the program can, such as --yarn-beta-fast.
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

// One head. The key token lies on one half of a pair, the query token on the other. So n positions apart they score
// strength · scale² · sin(n · frequency), and all other tokens score 0. The two logits are those of attention:
// their ratio is e^score over n.
const width = 64;
const pair = 13;
const [keyToken, queryToken] = [10, 11];
const strength = 64;
const distance = 16;
const vocabulary = 256;
const model = { base: 1e6, factor: 4, length: 32768 };

function probe(architecture, [one, other], more) {
  const size = Math.sqrt(width);
  const matrix = (name, columns, rows, cells = []) => [
    `${name}.weight`,
    [columns, rows],
    cells.map(([row, column, value]) => [row * columns + column, value]),
  ];
  const ones = (name) => [`${name}.weight`, [width], upTo(width).map((i) => [i, 1])];
  const keys = {
    context_length: 131072,
    embedding_length: width,
    block_count: 1,
    feed_forward_length: 32,
    vocab_size: vocabulary,
    'attention.head_count': 1,
    'attention.head_count_kv': 1,
    'attention.layer_norm_rms_epsilon': { float: 1e-20 },
    'rope.dimension_count': width,
    'rope.freq_base': { float: model.base },
    'rope.scaling.type': 'yarn',
    'rope.scaling.factor': { float: model.factor },
    'rope.scaling.original_context_length': model.length,
    ...more,
  };
  const named = Object.entries(keys).map(([key, value]) => [`${architecture}.${key}`, value]);
  return gguf(
    {
      'general.architecture': architecture,
      ...Object.fromEntries(named),
      'tokenizer.ggml.model': 'llama',
      'tokenizer.ggml.tokens': upTo(vocabulary).map(
        (i) => `<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`,
      ),
    },
    [
      ones('output_norm'),
      matrix('token_embd', width, vocabulary, [keyToken, queryToken].map((t) => [t, t, size])),
      matrix('output', width, vocabulary, [[0, 20, 1], [1, 21, 1]]),
      ones('blk.0.attn_norm'),
      ones('blk.0.ffn_norm'),
      matrix('blk.0.attn_q', width, width, [[other, queryToken, strength]]),
      matrix('blk.0.attn_k', width, width, [[one, keyToken, 1 / size]]),
      matrix('blk.0.attn_v', width, width, [[0, keyToken, 1 / size], [1, queryToken, 1 / size]]),
      matrix('blk.0.attn_output', width, width, [[20, 0, 1], [21, 1, 1]]),
      matrix('blk.0.ffn_gate', width, 32),
      matrix('blk.0.ffn_up', width, 32),
      matrix('blk.0.ffn_down', 32, width),
    ],
  );
}

/** The frequency of the pair, as YaRN defines it. */
function yarn({ fast = 32, slow = 1, extrapolated = 1 }) {
  const end = (turns) =>
    (width * Math.log(model.length / (turns * 2 * Math.PI))) / (2 * Math.log(model.base));
  const [low, high] = [Math.floor(end(fast)), Math.ceil(end(slow))];
  const kept = extrapolated * (1 - Math.min(1, Math.max(0, (pair - low) / (high - low))));
  return model.base ** ((-2 * pair) / width) * (kept + (1 - kept) / model.factor);
}

const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error', maxThreads: 1 });
async function measured(file) {
  writeFileSync('probe.gguf', file);
  const loaded = await llama.loadModel({ modelPath: 'probe.gguf', gpuLayers: 0, useMmap: false });
  const context = await loaded.createContext({ contextSize: 256, batchSize: 64 });
  const last = [queryToken, { generateNext: { logits: { filter: { tokens: [0, 1] } } } }];
  const outputs = await context
    .getSequence()
    .controlledEvaluate([keyToken, ...Array(distance - 1).fill(queryToken), last]);
  const logits = outputs.at(-1).next.logits;
  await loaded.dispose();
  const score = Math.abs(Math.log((distance * logits.get(0)) / logits.get(1)));
  return score / (strength * distance);
}

const { repo, release } = llama.llamaCppRelease;
console.log(`node-llama-cpp 3.22.1 with ${repo} ${release}`);
console.log(`frequency of pair ${pair}, over that of the same file without the key`);
const cases = [
  ['rope.scaling.yarn_beta_fast', 8, { fast: 8 }],
  ['rope.scaling.yarn_beta_slow', 4, { slow: 4 }],
  ['rope.scaling.yarn_ext_factor', 0.5, { extrapolated: 0.5 }],
];
const neighbors = [2 * pair, 2 * pair + 1];
const halves = [pair, pair + width / 2];
// The architectures, the pair's components, and whether the key is known to have an effect.
const architectures = [
  ['llama', neighbors, [false, false, false]],
  ['qwen2', halves, [false, false, false]],
  ['mistral3', neighbors, [true, true, false]],
];
let changed = false;
for (const [architecture, components, known] of architectures) {
  const plain = await measured(probe(architecture, components, {}));
  for (const [i, [key, value, meaning]] of cases.entries()) {
    const file = probe(architecture, components, { [key]: { float: value } });
    const seen = (await measured(file)) / plain;
    const expected = yarn(meaning) / yarn({});
    console.log(
      `${`${architecture}.${key} ${value}`.padEnd(42)} expected ${expected.toFixed(3)}  seen ${seen.toFixed(3)}`,
    );
    changed ||= !(Math.abs(seen - (known[i] ? expected : 1)) < 0.01);
  }
}
await llama.dispose();
if (changed) {
  console.log('The behavior has changed.');
  process.exit(1);
}
JS
node run.mjs
