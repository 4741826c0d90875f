#!/usr/bin/env bash
# ONNX Runtime: the attribute `scale` of the operator com.microsoft.RotaryEmbedding has no effect.
#
# The operator's schema has a float `scale`: "Custom scale will be used if specified. Default value is 1.0". YaRN and
# LongRoPE multiply cos and sin by such a number, and linear scaling multiplies positions by one. On the CPU the output
# is the same for every value, without a warning.
#
# A good guess misses it: GroupQueryAttention, of the same family, has a `scale` with nearly the same description, and
# there it works. It matters if you write an exporter: you have to multiply the scale into the tables of cos and sin. An
# implementation that honors the attribute computes something else from the same file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' > package.json
# Its install script would only add what graphics cards need.
npm install --ignore-scripts --no-save --no-audit --no-fund --loglevel=error onnxruntime-node@1.30.0 > /dev/null || exit 2

cat > run.mjs <<'JS'
import ort from 'onnxruntime-node';

// ONNX is protobuf: numbered fields of integers, floats or bytes.
const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >>> 7)]);
const number = (field, n) => [...varint(field << 3), ...varint(n)];
const float = (field, x) => [...varint((field << 3) | 5), ...Buffer.from(Float32Array.of(x).buffer)];
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

const inputs = [
  ['x', FLOAT, 4],
  ['positions', INT64, 2],
  ['cos', FLOAT, 2],
  ['sin', FLOAT, 2],
];
const model = (scale) =>
  Uint8Array.from([
    ...number(1, 8),
    ...bytes(7, [
      ...bytes(1, [
        ...inputs.flatMap(([name]) => bytes(1, name)),
        ...bytes(2, 'y'),
        ...bytes(4, 'RotaryEmbedding'),
        ...bytes(5, [...bytes(1, 'scale'), ...float(2, scale), ...number(20, 1)]),
        ...bytes(7, 'com.microsoft'),
      ]),
      ...bytes(2, 'graph'),
      ...inputs.flatMap((one) => port(11, one)),
      ...port(12, ['y', FLOAT, 4]),
    ]),
    ...bytes(8, [...bytes(1, ''), ...number(2, 17)]),
    ...bytes(8, [...bytes(1, 'com.microsoft'), ...number(2, 1)]),
  ]);

const [rows, pairs] = [8, 2];
const angles = Array.from({ length: rows * pairs }, (_, i) => Math.floor(i / pairs) * 0.1 ** (i % pairs));
const table = (of) => new ort.Tensor('float32', angles.map(of), [rows, pairs]);
const feeds = {
  x: new ort.Tensor('float32', [1, 2, 3, 4], [1, 1, 1, 4]),
  positions: new ort.Tensor('int64', [3n], [1, 1]),
  cos: table(Math.cos),
  sin: table(Math.sin),
};
console.log(`onnxruntime-node ${ort.env.versions.node}: x = 1 2 3 4 at position 3`);
console.log('expected: an output that depends on the scale');
const seen = new Set();
for (const scale of [1, 0.25, 4]) {
  const session = await ort.InferenceSession.create(model(scale));
  const { y } = await session.run(feeds);
  const line = [...y.data].map((value) => value.toFixed(4)).join('  ');
  console.log(`seen:     scale ${String(scale).padEnd(5)} ${line}`);
  seen.add(line);
}
if (seen.size !== 1) {
  console.log('The behavior has changed.');
  process.exit(1);
}
JS
node run.mjs
