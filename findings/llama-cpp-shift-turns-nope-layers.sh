#!/usr/bin/env bash
# llama.cpp: a context shift adds positions to the layers of SmolLM3 that have none.
#
# Every fourth layer of SmolLM3 has no RoPE (NoPE): its scores depend on the tokens only, not on their distance.
# llama.cpp respects that when it evaluates tokens. But when it drops old tokens, it rotates the cached keys behind the
# gap in all layers, including these. Queries there stay unrotated, so a key that moved by n positions scores as if it
# were n positions away, while keys before the gap and keys evaluated later do not.
#
# A good guess misses it: a layer without positions has nothing to shift, so the kept tokens should score as before. It
# matters for long chats with SmolLM3 once the context is full. Other models that skip RoPE in some layers, such as
# Llama 4, deserve the same test.
#
# Here only the fourth layer, a NoPE layer, attends. Each step removes one token before the key token.
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

// A model of one head. The query token scores the key token with `strength` before both turn, and all others with 0.
// The two logits are those of attention: their ratio is e^score over the number of other tokens.
const [keyToken, filler, queryToken] = [10, 11, 12];
const strength = 4;
const width = 64;
const vocabulary = 256;
function probe(architecture, layers, more) {
  const size = Math.sqrt(width);
  const matrix = (name, columns, rows, cells = []) => [
    `${name}.weight`,
    [columns, rows],
    cells.map(([row, column, value]) => [row * columns + column, value]),
  ];
  const ones = (name) => [`${name}.weight`, [width], upTo(width).map((i) => [i, 1])];
  const layer = (n) => {
    const own = (cells) => (n === layers - 1 ? cells : []);
    const name = (part) => `blk.${n}.${part}`;
    return [
      ones(name('attn_norm')),
      ones(name('ffn_norm')),
      matrix(name('attn_q'), width, width, own([[0, queryToken, strength]])),
      matrix(name('attn_k'), width, width, own([[0, keyToken, 1 / size]])),
      matrix(
        name('attn_v'),
        width,
        width,
        own([keyToken, filler, queryToken].map((t) => [Number(t !== keyToken), t, 1 / size])),
      ),
      matrix(name('attn_output'), width, width, own([[20, 0, 1], [21, 1, 1]])),
      matrix(name('ffn_gate'), width, 32),
      matrix(name('ffn_up'), width, 32),
      matrix(name('ffn_down'), 32, width),
    ];
  };
  const keys = {
    context_length: 4096,
    embedding_length: width,
    block_count: layers,
    feed_forward_length: 32,
    vocab_size: vocabulary,
    'attention.head_count': 1,
    'attention.head_count_kv': 1,
    'attention.layer_norm_rms_epsilon': { float: 1e-20 },
    'rope.dimension_count': width,
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
      matrix('token_embd', width, vocabulary, [keyToken, filler, queryToken].map((t) => [t, t, size])),
      matrix('output', width, vocabulary, [[0, 20, 1], [1, 21, 1]]),
      ...upTo(layers).flatMap(layer),
    ],
  );
}

const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error', maxThreads: 1 });

/** Runs `body` with an empty sequence of a model. */
async function withSequence(file, body) {
  writeFileSync('probe.gguf', file);
  const model = await llama.loadModel({ modelPath: 'probe.gguf', gpuLayers: 0, useMmap: false });
  const context = await model.createContext({ contextSize: 256, batchSize: 64 });
  const result = await body(context.getSequence());
  await model.dispose();
  return result;
}

/** The score of the key token with a query token at the end of a sequence, which is then removed. */
async function score(sequence) {
  const others = sequence.nextTokenIndex;
  const wanted = { generateNext: { logits: { filter: { tokens: [0, 1] } } } };
  const [output] = await sequence.controlledEvaluate([[queryToken, wanted]]);
  await sequence.eraseContextTokenRanges([{ start: others, end: others + 1 }]);
  const logits = output.next.logits;
  return Math.log((others * logits.get(0)) / logits.get(1));
}

const shifts = 3;
const shifted = await withSequence(probe('smollm3', 4, {}), async (sequence) => {
  await sequence.controlledEvaluate([...Array(8).fill(filler), keyToken, ...Array(8).fill(filler)]);
  const scores = [await score(sequence)];
  for (let i = 0; i < shifts; i += 1) {
    await sequence.eraseContextTokenRanges([{ start: 2, end: 3 }]);
    scores.push(await score(sequence));
  }
  return scores;
});
const { repo, release } = llama.llamaCppRelease;
console.log(`node-llama-cpp 3.22.1 with ${repo} ${release}, architecture smollm3`);
console.log(`score of a key in a NoPE layer, before a shift and after 1 to ${shifts}`);
const line = (values) => values.map((value) => value.toFixed(3)).join('  ');
console.log(`  expected: ${line(shifted.map(() => strength))}`);
console.log(`  seen:     ${line(shifted)}`);
await llama.dispose();
// The key lies in the pair that turns by one radian per position.
if (shifted.some((seen, n) => !(Math.abs(seen - strength * Math.cos(n)) < 0.02))) {
  console.log('The behavior has changed.');
  process.exit(1);
}
JS
node run.mjs
