// GGUF files that llama.cpp and the project's reader both read. What either makes of them is not written here.

/** @typedef {import('../gguf-file.mjs').Value} Value */

/**
 * @typedef {object} GgufCase
 * @property {string} name
 * @property {string} [architecture] llama if not given
 * @property {number} [headDim] 64 if not given
 * @property {Record<string, Value>} [keys] without the name of the architecture
 * @property {Record<string, number[]>} [tensors]
 * @property {number} [contextSize] to allocate; 256 if not given
 */

const float = (/** @type {number} */ value) => ({ float: value });

/** The keys of a scaling. @param {string | null} type @param {number | null} factor @param {Record<string, Value>} [more] */
const scaling = (type, factor, more = {}) => ({
  ...(type !== null && { 'rope.scaling.type': type }),
  ...(factor !== null && { 'rope.scaling.factor': float(factor) }),
  ...Object.fromEntries(Object.entries(more).map(([key, value]) => [`rope.scaling.${key}`, value])),
});

const length = (/** @type {number} */ value) => ({ original_context_length: value });
const attention = { attn_factor: float(1.25) };

/** YaRN as for Qwen's models. @param {Record<string, Value>} [more] */
const yarn = (more) => ({
  'rope.freq_base': float(1e6),
  ...scaling('yarn', 4, { ...length(32768), ...more }),
});

/** Made-up divisors, from 1 up. @param {number} most */
const divisors = (most) => Array.from({ length: 32 }, (_, i) => 1 + ((most - 1) * i) / 31);
const each = { 'rope_freqs.weight': divisors(8) };
const longAndShort = {
  'rope_factors_long.weight': divisors(9),
  'rope_factors_short.weight': divisors(2),
};

/** @type {readonly GgufCase[]} */
export const cases = [
  { name: 'defaults' },
  { name: 'base 500000, heads of 128', headDim: 128, keys: { 'rope.freq_base': float(5e5) } },
  { name: 'linear, factor 4', keys: scaling('linear', 4) },
  { name: 'factor 4 without a type', keys: scaling(null, 4) },
  { name: 'old key rope.scale_linear', keys: { 'rope.scale_linear': float(4) } },
  { name: 'type none, factor 4', keys: scaling('none', 4) },
  { name: 'linear, attn_factor', keys: scaling('linear', 4, attention) },
  { name: 'YaRN, factor 4', keys: yarn() },
  { name: 'YaRN, attn_factor', keys: yarn(attention) },
  { name: 'YaRN, log multiplier', keys: yarn({ yarn_log_multiplier: float(1) }) },
  {
    name: 'mistral3, YaRN, log multiplier',
    architecture: 'mistral3',
    keys: yarn({ yarn_log_multiplier: float(1) }),
  },
  { name: 'YaRN, beta_fast', keys: yarn({ yarn_beta_fast: float(8) }) },
  {
    name: 'mistral3, YaRN, beta_fast',
    architecture: 'mistral3',
    keys: yarn({ yarn_beta_fast: float(8) }),
  },
  {
    name: 'YaRN without an original length',
    keys: { ...scaling('yarn', 4), context_length: 8192 },
  },
  { name: 'rope_freqs', keys: { 'rope.freq_base': float(5e5) }, tensors: each },
  { name: 'rope_freqs, linear', keys: scaling('linear', 4), tensors: each },
  { name: 'rope_freqs, YaRN', keys: yarn(), tensors: each },
  {
    name: 'LongRoPE, 512 of 512 positions',
    keys: scaling('longrope', null, { ...length(512), ...attention }),
    tensors: longAndShort,
    contextSize: 512,
  },
  {
    name: 'LongRoPE, 513 of 512 positions',
    keys: scaling('longrope', null, { ...length(512), ...attention }),
    tensors: longAndShort,
    contextSize: 513,
  },
  // llama.cpp allocates multiples of 256 positions, and chooses by that number.
  {
    name: 'LongRoPE, 500 of 511 positions',
    keys: scaling('longrope', null, length(511)),
    tensors: longAndShort,
    contextSize: 500,
  },
  {
    name: 'LongRoPE, factor 4',
    keys: scaling('longrope', 4, length(512)),
    tensors: longAndShort,
  },
  {
    name: 'phi3, LongRoPE without a type',
    architecture: 'phi3',
    keys: scaling(null, null, length(512)),
    tensors: longAndShort,
    contextSize: 513,
  },
  {
    name: 'phi3, 32 of 64 components',
    architecture: 'phi3',
    keys: { 'rope.dimension_count': 32 },
  },
  { name: 'qwen2', architecture: 'qwen2' },
  { name: 'qwen2, YaRN', architecture: 'qwen2', keys: yarn() },
  {
    name: 'qwen2vl, three positions',
    architecture: 'qwen2vl',
    keys: { 'rope.dimension_sections': [8, 12, 12, 0] },
  },
];
