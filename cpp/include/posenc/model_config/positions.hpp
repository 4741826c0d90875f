#pragma once

#include <optional>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model_config/config.hpp"

/// The frequencies that a config gives, and what they do at its lengths.
namespace posenc {

enum class PairChange {
  kept,      // as fast as without it
  blended,   // slower, by less than the full factor
  squeezed,  // slower by the full factor
  slowed,    // slower, by a factor of its own
  faster,    // which no scaling intends
};

POSENC_NAMES(PairChange, pair_change_names, kept, blended, squeezed, slowed, faster)

struct RopeFrequencies {
  /// As used: after dynamic or alpha.
  double base;
  /// Radians per position, [head_dim / 2] for the type proportional, else [rotary_dim / 2]; 0 for pairs that do not
  /// rotate.
  Vector inv_freq;
  /// base^(-2i/rotary_dim) with the base of the config, or those of the type proportional: the frequencies without scaling.
  Vector unscaled;
  /// Multiplies cos and sin, and so logits by its square.
  double attention_factor;
  /// Of two-dimensional positions: of the width, and `inv_freq` is of the height. Else empty.
  Vector inv_freq_width;
};

/// The frequencies of one set, for a text of `length` tokens (dynamic and longrope depend on it; where it is absent: for the
/// longest that the config claims). With w_i = base^(-2i/r), r = rotary_dim, s = factor, L = original, m = claimed, n = length:
///   default, mrope: w_i       linear: w_i / s       xdrope: base becomes base alpha^(r/(r-2))
///   dynamic: base becomes base (s n/m - (s - 1))^(r/(r-2)) for n > m; with alpha, as xdrope
///   yarn, llama3: as yarn with the released ramp, and llama3_scaling; L is m where it is absent, s is m/L where it is
///   longrope: w_i / long_factor_i for n > L, else w_i / short_factor_i
///   proportional: base^(-2i/head_dim) / s for i < r/2, and 0 for the other pairs of the head; s is 1 where it is absent
///   two axes: PositionAxes
/// Source: the code of Transformers, version 5; alpha: modeling_hunyuan_v1_dense.py.
/// Errors: a length that is not a whole number from 1 on; numbers so extreme that a double cannot hold the frequencies.
Result<RopeFrequencies> rope_frequencies(const RopeSettings& settings,
                                         const std::optional<Sourced<double>>& claimed,
                                         std::optional<double> length = std::nullopt);

/// m(s, k) of YaRN: 0.1 k ln s + 1, and 1 for s <= 1.
double yarn_magnitude(double scale, double k);

/// As the config gives it, else by its type; with m(k) = yarn_magnitude(s, k):
///   yarn: m(mscale) / m(mscale_all_dim) where both are given and not 0, else m(1)
///   longrope: long_mscale for n > L, else short_mscale (PhiMoE); where that is absent sqrt(1 + ln s / ln L), s = m/L where it
///   is, and 1 for s <= 1
///   others: 1
/// Precondition: a scaling that read_model_config accepts.
double attention_factor(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed,
                        std::optional<double> length = std::nullopt);

/// What the attention of a class multiplies logits by, besides: m(mscale_all_dim)^2, with m as above.
/// Source: modeling_deepseek.py of DeepSeek-V3 (softmax_scale), and Transformers' DeepseekV3Attention.
/// Precondition: a scaling that read_model_config accepts.
double class_logit_factor(const ModelConfig& model, const RopeScaling& scaling);

/// What the query at a position is multiplied by.
/// Source: Transformers' Mistral4Attention and Ministral3Attention (llama_4_scaling_beta), Llama4TextAttention.
double query_factor(const QueryGrowth& growth, double position);

/// Lengths, and factors, that differ by more than this part of the second are said to differ.
inline constexpr double length_tolerance = 0.001;

/// m/L of yarn and longrope, where the file has a factor, L and m, and the factor is another one.
std::optional<double> quotient_beside_factor(const RopeScaling& scaling,
                                             const std::optional<Sourced<double>>& claimed);

/// Whether yarn or llama3 would extend a text to no more than it was trained on: factor > 1, and L >= m.
bool is_original_not_below(const RopeScaling& scaling,
                           const std::optional<Sourced<double>>& claimed);

/// Whether the frequencies depend on the length of a text.
bool depends_on_length(const RopeScaling& scaling);

/// The factor of YaRN: as the config gives it, else m/L.
/// Precondition: a scaling of type yarn that read_model_config accepts.
double yarn_scale(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed);

/// The factor as the config gives it; for yarn without one m/L, with both keys as its origin. None for types without.
std::optional<Sourced<double>> factor_of(const RopeScaling& scaling,
                                         const std::optional<Sourced<double>>& claimed);

/// A number that a scaling reads, by the name of its key.
struct ScalingNumber {
  std::string key;
  Sourced<double> number;
};
POSENC_FIELDS(ScalingNumber, key, number)

/// The numbers that a scaling reads besides its factor, with YaRN's defaults.
std::vector<ScalingNumber> scaling_numbers(const RopeScaling& scaling);

/// What linear and dynamic reach if m is the length before the factor; none for other types, for factors up to 1, and where m
/// is unknown.
std::optional<double> claimed_after_factor(const RopeScaling& scaling,
                                           const std::optional<Sourced<double>>& claimed);

/// 2 pi / omega_i, in positions; 0 for a pair that does not rotate.
Vector waves_of(const Vector& inv_freq);

/// How many pairs with a frequency above 0 do not complete a turn within `length` positions.
Index unfinished_pairs(const Vector& inv_freq, double length);

/// What the scaling did to each pair. `squeezed` is one that is slower by `factor`; where there is none, because each pair has its
/// own, as with dynamic and longrope, slower ones are `slowed`.
std::vector<PairChange> pair_changes(const RopeFrequencies& frequencies,
                                     std::optional<double> factor);

}  // namespace posenc
