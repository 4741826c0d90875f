#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "params.hpp"
#include "posenc/encoding/frequencies.hpp"

/// One kind of case, and the function that computes it, which throws BadInput for bad params.
struct Kind {
  std::string_view name;
  nlohmann::ordered_json (*evaluate)(const Params&);
};

// The kinds of each family; each family has its own file. Kinds without a file in tests/reference, with their params; brackets
// mark optional ones. Those with d_model or head_dim also take base, and optionally variant. T5's table has a row per bucket
// and a column per head. (For all heads of mixed RoPE, axis_frequencies takes heads and seed instead of angle.)
//
//   columns: d_model, dimensions, positions
//   turns: d_model, position
//   learned_table: rows, cols, seed, [standard_deviation]
//   learned_look_up: table, positions
//   learned_gradient: rows, positions, gradient
//   hybrid: d_model, table, positions
//   row_similarities, mean_row_similarities: table
//   t5_bias: bidirectional, num_buckets, max_distance, table, query_len, key_len
//   sign_changes, similarity_matrix, singular_values: d_model, count
//   numerical_rank: d_model, count, [tolerance]
//   dot_products_around: d_model, position, offsets
//   float32_errors: d_model, positions
//   dft_peak, dft_leaked: d_model, column, n
//   kernel_course, first_negative_offset, rope_decay_course: d_model, limit
//   exponential_decay: offsets
//   parts_of_sum: base, position, standard_deviation, tokens, seed, widths, [scaling]
//   compare_slope_rules: heads
//   keys_holding_half: slopes, key_len
//   stretches: before, after, factor
//   similarity_limit: base, offsets
//   cached_scores: d_model, original_len, length, [rule], [kept]
//   packed_attention: lengths, seed, [scheme], [mask], [positions]
//   sliding_cache: d_model, original_len, length, sinks, recent
//   base_choice: d_model, bases
//   read_out: d_model, count, [target], [shown]
//   first_token_effect: layers, positions, seed
//   encoding_costs: d_model, heads, layers, length
//   permuted_attention: d_model, seed, tokens, order, [encoding], [mask]
//   rope_score_bound: head_dim, q, k, distances
//   rotation: head_dim, x, position, [rotary_dim], [layout], [attention_factor]
//   compare_scores: head_dim, q, k, positions_mn, [rotary_dim], [layout], [attention_factor]
//   compare_layouts: head_dim, q, k, positions_mn
//   random_frequencies: count, dimensions, scale, seed
//   timestep_similarities: dimension, max_period, timestep, timesteps, [given], [known]
//   picture: [picture]
//   trained_picture: [picture, or side and values], input, levels, features, scale, layers, hidden, learning_rate, seed, steps
//   resized_grid: table, from_rows, from_columns, to_rows, to_columns, [interpolation]
//   rotary_scores_with: inverse_frequencies, q, k, positions_mn, [layout], [attention_factor]
std::span<const Kind> sinusoidal_kinds();
std::span<const Kind> rotary_kinds();
std::span<const Kind> extension_kinds();
std::span<const Kind> bias_kinds();
std::span<const Kind> learned_kinds();
std::span<const Kind> analysis_kinds();
std::span<const Kind> model_kinds();
std::span<const Kind> beyond_words_kinds();

/// The frequencies of params d, base and variant. The param d is called d_model if it is the width of the
/// model, and head_dim if it is that of a head.
posenc::GeometricFrequencies frequencies(const Params& params);

/// Throws BadInput if that many results of one function, of up to `size` elements each, are too many.
void check_total(std::string_view subject, std::size_t results, double size);

/// A kind whose result is a value, or an Error, of the core, from the params p:
/// KIND("turns", turns(frequencies(p), p.number("position")))
#define KIND(name, ...)                                        \
  Kind {                                                       \
    name, [](const Params& p) { return to_json(__VA_ARGS__); } \
  }
