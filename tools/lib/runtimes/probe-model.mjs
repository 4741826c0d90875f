// A tiny model whose logits say how its engine turns queries and keys.
//
// A text is one key token, then copies of one query token. The key of the key token b is the unit vector of component b of
// a head, the query of the query token a that of component a; query tokens have the key 0. So the head of the query at
// position n sees the score
//   s = strength · factor² · R(n)[b][a]   for the key token, where R(n) turns by n positions
//   0                                     for each of the n query tokens up to itself.
// The value of the key token is (1, 0), that of a query token (0, 1), so the head returns e^s and n, both over e^s + n.
// The output layer copies them to two logits: their ratio is e^s / n, as norms and softmax cancel.
import { ggufFile } from '../gguf-file.mjs';

/** @typedef {import('../gguf-file.mjs').Value} Value */

/**
 * Of each head, times the score. A score from 1 to 80 has about seven digits; strong heads bring the tiny sines of slow
 * pairs there. The weakest lets a factor be 2.2.
 */
export const strengths = [16, 16 * 64, 16 * 64 ** 2, 16 * 64 ** 3];

/** The logits of each head: of e^s and n. */
export const logitsOf = (/** @type {number} */ head) => [2 * head, 2 * head + 1];
export const keyToken = (/** @type {number} */ component) => component;
export const queryToken = (/** @type {number} */ component, /** @type {number} */ headDim) =>
  headDim + component;

const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);

/**
 * A weight matrix that is 0 but in some cells.
 * @param {string} name @param {number} columns @param {number} rows
 * @param {readonly number[][]} cells each a row, a column and a value
 */
function matrix(name, columns, rows, cells) {
  const values = new Float32Array(columns * rows);
  for (const [row, column, value] of cells) values[row * columns + column] = value;
  return { name: `${name}.weight`, shape: [columns, rows], values };
}

/**
 * The model's file.
 * @param {object} given
 * @param {string} given.architecture one with the tensors of llama
 * @param {number} given.headDim
 * @param {Record<string, Value>} given.keys without the name of the architecture
 * @param {Record<string, number[]>} given.tensors besides the weights
 */
export function probeModel({ architecture, headDim, keys, tensors }) {
  const heads = strengths.length;
  const width = heads * headDim; // as most architectures demand
  const tokens = 2 * headDim;
  // node-llama-cpp tokenizes a text as it loads a model, which takes a token for each byte.
  const vocabulary = Math.max(tokens, 256);
  const hidden = 32;
  const results = tokens; // the components of the residual stream from here on
  // A token is √width in a component of its own: the norm before attention changes nothing.
  const size = Math.sqrt(width);
  const ones = (/** @type {string} */ name) => ({
    name: `${name}.weight`,
    shape: [width],
    values: Array(width).fill(1),
  });
  const perHead = strengths.map((strength, head) => ({ strength, row: head * headDim, head }));
  const isPhi = architecture === 'phi3'; // which has gate and up in one matrix
  const weights = [
    matrix(
      'token_embd',
      width,
      vocabulary,
      upTo(tokens).map((i) => [i, i, size]),
    ),
    ones('output_norm'),
    matrix(
      'output',
      width,
      vocabulary,
      upTo(2 * heads).map((i) => [i, results + i, 1]),
    ),
    ones('blk.0.attn_norm'),
    ones('blk.0.ffn_norm'),
    matrix(
      'blk.0.attn_q',
      width,
      width,
      perHead.flatMap(({ strength, row }) =>
        // llama.cpp divides scores by √headDim.
        upTo(headDim).map((i) => [
          row + i,
          queryToken(i, headDim),
          (strength * Math.sqrt(headDim)) / size,
        ]),
      ),
    ),
    matrix(
      'blk.0.attn_k',
      width,
      headDim,
      upTo(headDim).map((i) => [i, keyToken(i), 1 / size]),
    ),
    matrix(
      'blk.0.attn_v',
      width,
      headDim,
      upTo(headDim).flatMap((i) => [
        [0, keyToken(i), 1 / size],
        [1, queryToken(i, headDim), 1 / size],
      ]),
    ),
    matrix(
      'blk.0.attn_output',
      width,
      width,
      perHead.flatMap(({ row, head }) =>
        logitsOf(head).map((logit, i) => [results + logit, row + i, 1]),
      ),
    ),
    // The feed-forward layer adds nothing.
    ...(isPhi ? [] : [matrix('blk.0.ffn_gate', width, hidden, [])]),
    matrix('blk.0.ffn_up', width, isPhi ? 2 * hidden : hidden, []),
    matrix('blk.0.ffn_down', hidden, width, []),
    ...Object.entries(tensors).map(([name, values]) => ({ name, shape: [values.length], values })),
  ];
  const all = {
    context_length: 4096,
    embedding_length: width,
    block_count: 1,
    feed_forward_length: hidden,
    vocab_size: vocabulary,
    'attention.head_count': heads,
    'attention.head_count_kv': 1,
    'attention.key_length': headDim,
    'attention.value_length': headDim,
    'attention.layer_norm_rms_epsilon': { float: 1e-20 },
    'rope.dimension_count': headDim,
    ...keys,
  };
  return ggufFile(architecture, all, weights, {
    model: 'llama',
    tokens: upTo(vocabulary).map((i) => `<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`),
  });
}
