// GGUF files of version 3, with all tensors in float32.

/**
 * A number is a whole one unless it is written {float: 4}: llama.cpp refuses a key of the wrong type.
 * @typedef {number | string | {float: number} | number[] | string[] | boolean[]} Value
 * @typedef {{name: string, values: ArrayLike<number>, shape?: number[]}} Tensor `shape` counts the fastest dimension
 *   first; without it there is one
 */

const u32 = (/** @type {number} */ value) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (/** @type {number} */ value) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const f32 = (/** @type {ArrayLike<number>} */ values) =>
  Buffer.from(Float32Array.from(values).buffer);
const text = (/** @type {string} */ value) =>
  Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

const types = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 };

/** The type of an element of a list, and its bytes. @param {number | string | boolean} value @returns {[number, Buffer]} */
function element(value) {
  if (typeof value === 'boolean') return [types.boolean, Buffer.from([Number(value)])];
  return typeof value === 'string' ? [types.string, text(value)] : [types.int32, u32(value)];
}

/** A value after its type. @param {Value} value @returns {Buffer[]} */
function typed(value) {
  if (typeof value === 'number') return [u32(types.uint32), u32(value)];
  if (typeof value === 'string') return [u32(types.string), text(value)];
  if (!Array.isArray(value)) return [u32(types.float32), f32([value.float])];
  const elements = value.map(element);
  const type = elements[0]?.[0] ?? types.int32;
  return [
    ...[u32(types.array), u32(type), u64(value.length)],
    ...elements.map(([, bytes]) => bytes),
  ];
}

/** Where tensors begin: at multiples of it. */
const alignment = 32;
const padded = (/** @type {Buffer} */ bytes) =>
  Buffer.concat([bytes, Buffer.alloc(-bytes.length & (alignment - 1))]);

/**
 * @param {string} architecture
 * @param {Record<string, Value>} keys without the architecture before them
 * @param {readonly Tensor[]} [tensors]
 * @param {Record<string, Value>} [tokenizer] keys without `tokenizer.ggml` before them
 */
export function ggufFile(architecture, keys, tensors = [], tokenizer = {}) {
  const contents = tensors.map(({ values }) => padded(f32(values)));
  let offset = 0;
  const infos = tensors.flatMap(({ name, values, shape = [values.length] }, n) => {
    const info = [text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)];
    offset += contents[n]?.length ?? 0;
    return info;
  });
  const below = (/** @type {string} */ name, /** @type {Record<string, Value>} */ values) =>
    Object.entries(values).map(([key, value]) => [text(`${name}.${key}`), ...typed(value)]);
  const entries = [
    [text('general.architecture'), ...typed(architecture)],
    ...below(architecture, keys),
    ...below('tokenizer.ggml', tokenizer),
  ];
  const counts = [u32(3), u64(tensors.length), u64(entries.length)];
  const header = [Buffer.from('GGUF'), ...counts, ...entries.flat(), ...infos];
  return Buffer.concat([padded(Buffer.concat(header)), ...contents]);
}
