// The kinds of cases of `posenc eval` by the functions that the page and the package have, with the same params.

/** @typedef {import('../../build/package/node.js').CoreApi} CoreApi */
/** @typedef {import('../../build/package/node.js').BeyondWordsApi} BeyondWordsApi */
/** @typedef {Record<string, any>} Params */

const floats = (/** @type {number[]} */ values) => Float64Array.from(values);

/** @param {number[][]} rows */
const matrix = (rows) => ({
  ...{ rows: rows.length, cols: rows[0]?.length ?? 0 },
  values: floats(rows.flat()),
});

/** @param {Params} p */
const waves = (p) => ({
  ...{ dModel: p.d_model ?? p.head_dim, base: p.base },
  variant: p.variant ?? 'paper',
});

/** @param {Params} p */
const rope = (p) => ({
  ...{ headDim: p.head_dim, rotaryDim: p.rotary_dim ?? p.head_dim, base: p.base },
  layout: p.layout ?? 'interleaved',
});

/** @param {Params} p */
const buckets = (p) => ({
  direction: /** @type {'bidirectional' | 'causal'} */ (
    p.bidirectional ? 'bidirectional' : 'causal'
  ),
  ...{ numBuckets: p.num_buckets, maxDistance: p.max_distance },
});

/** @param {Params} p */
const ramp = (p) => (p.truncate ? 'released' : 'released_unrounded');

/** @param {CoreApi} core @param {Params} p @param {any} ramp */
const yarn = (core, p, ramp) =>
  core.yarn(waves(p), p.original_len, p.scale, p.beta_slow, p.beta_fast, ramp);

/** @param {ReturnType<CoreApi['yarn']>} extension @param {object} [more] */
const extended = ({ inverseFrequencies, attentionFactor }, more) => ({
  ...{ inv_freq: inverseFrequencies, attentionFactor },
  ...more,
});

/** @param {CoreApi} core @param {Params} p @param {number} factor */
const dynamic = (core, p, factor) => ({
  inv_freq: p.seq_lens.map(
    (/** @type {number} */ length) =>
      core.dynamicNtk(waves(p), p.original_len, length, factor).inverseFrequencies,
  ),
  attentionFactor: 1,
});

/** @param {CoreApi} core @param {Params} p @param {'released' | 'geometric'} rule */
const slopesOfEach = (core, p, rule) =>
  p.heads.map((/** @type {number} */ n) => core.alibiSlopes(n, rule, p.max_bias ?? 8));

/** @param {CoreApi} core @param {Params} p */
const slopes = (core, p) => core.alibiSlopes(p.heads, 'released', 8).values;

/** @type {Record<string, (core: CoreApi, p: Params) => unknown>} */
export const kinds = {
  table: (c, p) =>
    c.sinusoidalTable({ ...waves(p), layout: p.layout ?? 'interleaved' }, floats(p.positions)),
  columns: (c, p) => c.sinusoidalColumns(waves(p), floats(p.dimensions), floats(p.positions)),
  turns: (c, p) => c.turns(waves(p), p.position),
  sign_changes: (c, p) => c.signChanges(waves(p), p.count),
  similarity_matrix: (c, p) => c.similarityMatrix(waves(p), p.count).matrix,
  dot_products_around: (c, p) => c.dotProductsAround(waves(p), p.position, floats(p.offsets)).dots,
  float32_errors: (c, p) => {
    const { forms, power, exponential } = c.float32Errors(waves(p), floats(p.positions));
    return [...forms].map((form, n) => [form, power[n], exponential[n]]);
  },
  inverse_frequencies: (c, p) => c.frequencies(waves(p)).inverseFrequencies,
  wavelengths: (c, p) => c.frequencies(waves(p)).wavelengths,
  dot_products: (c, p) =>
    p.pairs.map(
      (/** @type {number[]} */ [a = 0, b = 0]) =>
        c.dotProductsAround(waves(p), a, floats([b - a])).dots[0],
    ),
  cosine_similarities: (c, p) => c.cosineSimilarities(waves(p), floats(p.pairs.flat())),
  shift_matrix: (c, p) => c.shift(waves(p), 0, p.shift).matrix,
  shift_apply: (c, p) => c.shift(waves(p), p.position, p.shift).carried,

  rotate: (c, p) => c.rotate(rope(p), floats(p.x), floats(p.positions)),
  rotation_matrix: (c, p) => c.rotationMatrix(rope(p), p.position),
  permutation_interleaved_to_half: (c, p) =>
    c.layoutPermutation(p.head_dim, 'interleaved', 'half_split'),
  permutation_half_to_interleaved: (c, p) =>
    c.layoutPermutation(p.head_dim, 'half_split', 'interleaved'),
  scores: (c, p) =>
    c.rotaryScores(rope(p), floats(p.q), floats(p.k), floats(p.positions_mn.flat())),
  rotary_scores_with: (c, p) =>
    c.rotaryScoresWith(
      ...[floats(p.inverse_frequencies), p.attention_factor ?? 1, p.layout ?? 'interleaved'],
      ...[floats(p.q), floats(p.k), floats(p.positions_mn.flat())],
    ),
  cos_sin: (c, p) =>
    c.cosSinTable(c.frequencies(waves(p)).inverseFrequencies, floats(p.positions), 1),
  rotation: (c, p) => c.rotation(rope(p), floats(p.x), p.position),
  compare_scores: (c, p) =>
    c.compareScores(rope(p), floats(p.q), floats(p.k), floats(p.positions_mn.flat())),
  compare_layouts: (c, p) =>
    c.compareLayouts(waves(p), floats(p.q), floats(p.k), floats(p.positions_mn.flat())),

  linear: (c, p) => extended(c.positionInterpolation(waves(p), p.scale)),
  ntk_aware: (c, p) => {
    const extension = c.ntkAware(waves(p), p.alpha);
    return extended(extension, { base: extension.base });
  },
  dynamic_ntk_paper: (c, p) => dynamic(c, p, 1),
  dynamic_ntk_factor: (c, p) => dynamic(c, p, p.factor),
  ntk_by_parts: (c, p) =>
    extended(c.ntkByParts(waves(p), p.original_len, p.scale, p.alpha, p.beta)),
  yarn_paper: (c, p) => extended(yarn(c, p, 'paper')),
  yarn_index_ramp: (c, p) =>
    extended(
      yarn(c, p, ramp(p)),
      c.yarnRampEnds(waves(p), p.original_len, p.beta_slow, p.beta_fast, ramp(p)),
    ),
  yarn_attention_factors: (c, p) =>
    p.scales.map(
      (/** @type {number} */ scale) =>
        c.yarn(waves({ d_model: 8, base: 10000 }), 4096, scale, 1, 32, 'paper').attentionFactor,
    ),
  yarn_cos_sin: (c, p) => {
    const { inverseFrequencies, attentionFactor } = yarn(c, p, ramp(p));
    return c.cosSinTable(inverseFrequencies, floats(p.positions), attentionFactor);
  },
  llama3: (c, p) =>
    extended(
      c.llama3Scaling(
        ...[waves(p), p.original_len, p.factor, p.low_freq_factor, p.high_freq_factor],
      ),
    ),
  longrope: (c, p) =>
    extended(c.longrope(waves(p), p.original_len, p.extended_len, floats(p.rescale_factors))),

  slopes: (c, p) => slopesOfEach(c, p, 'released'),
  slopes_geometric: (c, p) => slopesOfEach(c, p, 'geometric'),
  bias_symmetric: (c, p) => c.alibiBias(slopes(c, p), 'symmetric', p.query_len, p.key_len),
  bias_causal: (c, p) => c.alibiBias(slopes(c, p), 'causal', p.query_len, p.key_len),
  bias_key_only: (c, p) => c.alibiKeyBias(slopes(c, p), p.key_len, p.origin),
  causal_attention_equal_logits: (c, p) =>
    c.causalAttentionEqualLogits(slopes(c, p), p.query_len, p.key_len),
  t5_buckets: (c, p) => c.t5Buckets(buckets(p), floats(p.relative_positions)),
  t5_bias: (c, p) => c.relativeBias(buckets(p), matrix(p.table), p.query_len, p.key_len),

  learned_table: (c, p) => c.learnedTable(p.rows, p.cols, p.seed, 0.02),
  learned_look_up: (c, p) => c.lookUp(matrix(p.table), floats(p.positions)),
  learned_gradient: (c, p) => c.lookUpGradient(p.rows, floats(p.positions), matrix(p.gradient)),
  hybrid: (c, p) => c.hybridEncoding(waves(p), matrix(p.table), floats(p.positions)),

  row_similarities: (c, p) => c.rowSimilarities(matrix(p.table)).matrix,
  kernel_mean_cos: (c, p) => c.kernelMeanCos(waves(p), floats(p.offsets)),
  kernel_dot: (c, p) => c.dotProductsAround(waves(p), 0, floats(p.offsets)).kernel,
  similarity_limit: (c, p) => c.similarityLimit(p.base, floats(p.offsets)),
  exponential_decay: (c, p) => c.exponentialDecay(floats(p.offsets)),
  base_choice: (c, p) => c.baseChoice(p.d_model, floats(p.bases)),
  read_out: (c, p) => c.readOut(waves(p), p.target, p.count, p.shown),
  dft_magnitude: (c, p) => c.columnSpectrum(waves(p), p.column, p.n).magnitudes,
  dft_leaked: (c, p) => c.columnSpectrum(waves(p), p.column, p.n).leaked,
  numerical_rank: (c, p) => c.sinusoidalRank(waves(p), p.count, p.tolerance).rank,
  rope_decay_mean_abs_S: (c, p) => c.ropeDecay(waves(p), floats(p.distances)),
  rope_decay_course: (c, p) => c.ropeDecayCourse(waves(p), p.limit),
  rope_partial_sums_abs: (c, p) => c.ropePartialSums(waves(p), p.distance),
  rope_score_bound: (c, p) =>
    c.ropeScoreBound(waves(p), floats(p.q), floats(p.k), floats(p.distances)).bounds,
  parts_of_sum: (c, { widths, standard_deviation: standardDeviation, ...p }) =>
    c.partsOfSum(/** @type {any} */ ({ standardDeviation, ...p }), floats(widths)),
  compare_slope_rules: (c, p) => c.compareSlopeRules(p.heads),
  keys_holding_half: (c, p) => c.keysHoldingHalf(floats(p.slopes), p.key_len),
  stretches: (c, p) => c.stretches(floats(p.before), floats(p.after), p.factor),
  cached_scores: (c, p) =>
    c.cachedScores(waves(p), p.original_len, p.length, 'dynamic_ntk', 'rotated'),
  packed_attention: (c, p) =>
    c.packedAttention(floats(p.lengths), p.scheme, p.mask, p.positions, p.seed),
  sliding_cache: (c, p) => c.slidingCache(waves(p), p.original_len, p.length, p.sinks, p.recent),
  first_token_effect: (c, p) => c.firstTokenEffect(p.layers, p.positions, p.seed),
  encoding_costs: (c, p) => c.encodingCosts(p.d_model, p.heads, p.layers, floats([p.length])),
  permuted_attention: (c, { tokens, order, d_model: dModel, ...p }) =>
    c.permutedAttention(/** @type {any} */ ({ dModel, ...p }), floats(tokens), floats(order)),
};

/** @param {BeyondWordsApi} beyondWords @param {Params} p */
const axes = (beyondWords, p) =>
  p.sections
    ? beyondWords.mropeFrequencies(floats(p.sections), p.sections_layout ?? 'chunked', p.base)
    : p.angle === undefined
      ? beyondWords.axialFrequencies(p.head_dim, p.base)
      : beyondWords.mixedFrequencies(p.head_dim, p.base, p.angle);

/** @type {Record<string, (beyond: BeyondWordsApi, p: Params) => unknown>} */
export const beyondWordsKinds = {
  grid_table: (b, p) => b.gridTable(p.d_model, p.base, p.rows, p.columns, p.convention),
  resize_grid_table: (b, p) =>
    b.resizeGridTable(
      ...[matrix(p.table), p.from_rows, p.from_columns, p.to_rows, p.to_columns],
      p.interpolation,
    ),
  axis_frequencies: (b, p) => axes(b, p),
  axis_angles: (b, p) => b.axisAngles(axes(b, p), matrix(p.positions)),
  rotate_axes: (b, p) =>
    b.rotateAxes(axes(b, p), p.layout ?? 'interleaved', floats(p.x), matrix(p.positions)),
  axis_scores: (b, p) =>
    b.axisScores(
      ...[axes(b, p), p.layout ?? 'interleaved', floats(p.q), floats(p.k)],
      ...[matrix(p.query_positions), matrix(p.key_positions)],
    ),
  grid_kernel: (b, p) => b.gridKernel(axes(b, p), p.reach),
  mrope_positions: (b, p) =>
    b.mropePositions(
      p.segments.map((/** @type {object} */ one) => ({ frames: 1, rows: 1, ...one })),
    ),
  timestep_embedding: (b, p) =>
    b.timestepEmbedding(p.dimension, p.max_period, p.convention, floats(p.timesteps)),
  fourier_features: (b, p) => b.fourierFeatures(matrix(p.points), matrix(p.frequencies)),
  nerf_waves: (b, p) => b.nerfWaves(matrix(p.points), p.levels),
};

/** @param {string} name */
const inSnakeCase = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A result as the command prints it: matrices as rows, and null for -Infinity, which masks a key.
 * @param {any} result @returns {any}
 */
export function asPrinted(result) {
  if (result === -Infinity) return null;
  if (typeof result !== 'object' || result === null) return result;
  if (ArrayBuffer.isView(result)) return Array.from(/** @type {any} */ (result), asPrinted);
  if (Array.isArray(result)) return result.map(asPrinted);
  const { heads, rows, cols, values, ...more } = result;
  if (values instanceof Float64Array && Object.keys(more).length === 0) {
    if (rows === undefined) return asPrinted(values);
    /** @type {(from: number, count: number) => unknown[]} */
    const rowsFrom = (from, count) =>
      Array.from({ length: count }, (_, n) =>
        asPrinted(values.subarray((from + n) * cols, (from + n + 1) * cols)),
      );
    return heads === undefined
      ? rowsFrom(0, rows)
      : Array.from({ length: heads }, (_, head) => rowsFrom(head * rows, rows));
  }
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [inSnakeCase(name), asPrinted(value)]),
  );
}
