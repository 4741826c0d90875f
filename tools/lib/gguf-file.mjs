// GGUF files made by hand, for tests.

/** @typedef {{name: string, values: number[]}} Tensor */
/** @typedef {number | string | boolean[] | {float: number}} Value a whole number, a text, truth values or another number */

const types = { whole: 4, float: 6, boolean: 7, text: 8, list: 9 };

/** @param {number} size @param {(bytes: Buffer) => void} write */
const made = (size, write) => {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes;
};
const whole = (/** @type {number} */ value) => made(4, (bytes) => bytes.writeUInt32LE(value));
const long = (/** @type {number} */ value) =>
  made(8, (bytes) => bytes.writeBigUInt64LE(BigInt(value)));
const float = (/** @type {number} */ value) => made(4, (bytes) => bytes.writeFloatLE(value));
const text = (/** @type {string} */ value) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([long(bytes.length), bytes]);
};

/** @param {Value} value */
function valueOf(value) {
  if (typeof value === 'number') return [whole(types.whole), whole(value)];
  if (typeof value === 'string') return [whole(types.text), text(value)];
  if (!Array.isArray(value)) return [whole(types.float), float(value.float)];
  return [
    whole(types.list),
    whole(types.boolean),
    long(value.length),
    Buffer.from(value.map(Number)),
  ];
}

/**
 * A file of version 3. @param {string} architecture
 * @param {Record<string, Value>} keys without the architecture before them
 * @param {readonly Tensor[]} [tensors] of float32
 */
export function ggufFile(architecture, keys, tensors = []) {
  const alignment = 32;
  const padded = (/** @type {Buffer} */ bytes) =>
    Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
  const data = tensors.map(({ values }) => padded(Buffer.concat(values.map(float))));
  let offset = 0;
  const infos = tensors.map(({ name, values }, n) => {
    const info = [text(name), whole(1), long(values.length), whole(0), long(offset)];
    offset += data[n]?.length ?? 0;
    return Buffer.concat(info);
  });
  const entries = Object.entries(keys).map(([key, value]) =>
    Buffer.concat([text(`${architecture}.${key}`), ...valueOf(value)]),
  );
  const header = [
    ...[Buffer.from('GGUF'), whole(3), long(tensors.length), long(1 + entries.length)],
    ...[text('general.architecture'), whole(types.text), text(architecture)],
    ...[...entries, ...infos],
  ];
  return Buffer.concat([padded(Buffer.concat(header)), ...data]);
}
