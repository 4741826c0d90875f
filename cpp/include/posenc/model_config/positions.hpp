#pragma once

#include <optional>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model_config/config.hpp"

/// What a config comes to: frequencies, and what they do at the lengths that it states.
namespace posenc {

/// What a scaling does to a pair.
enum class PairChange {
  kept,      // as fast as without it
  blended,   // slower, by less than the whole factor
  squeezed,  // slower by the whole factor
  faster,    // which no scaling means to do
};

inline constexpr EnumNames<PairChange, 4> pair_change_names{{
    {"kept", PairChange::kept},
    {"blended", PairChange::blended},
    {"squeezed", PairChange::squeezed},
    {"faster", PairChange::faster},
}};

struct RopeFrequencies {
  /// As used: after dynamic or alpha.
  double base;
  /// Radians per position, [head_dim / 2] for the type proportional, else [rotary_dim / 2]; 0 for pairs that do not
  /// rotate.
  Vector inv_freq;
  /// base^(-2i/rotary_dim) with the base of the config, or what the type proportional has: the frequencies without scaling.
  Vector unscaled;
  /// Multiplies cos and sin, and so logits by its square.
  double attention_factor;
};

/// The frequencies of one set, for a text of `length` tokens (dynamic and longrope depend on it; where it is absent: for the
/// longest that the config claims). With w_i = base^(-2i/r), r = rotary_dim, s = factor, L = original, m = claimed, n = length:
///   default, mrope: w_i       linear: w_i / s       xdrope: base becomes base alpha^(r/(r-2))
///   dynamic: base becomes base (s n/m - (s - 1))^(r/(r-2)) for n > m
///   yarn, llama3: as yarn with the released ramp, and llama3_scaling; L is m where it is absent, s is m/L where it is
///   longrope: w_i / long_factor_i for n > L, else w_i / short_factor_i
///   proportional: base^(-2i/head_dim) for i < r/2, and 0 for the other pairs of the head
/// Source: the code of Transformers, version 5.
/// Errors: a length that is not a whole number from 1 on; numbers so extreme that a double cannot hold the frequencies.
Result<RopeFrequencies> rope_frequencies(const RopeSettings& settings,
                                         const std::optional<Sourced<double>>& claimed,
                                         std::optional<double> length = std::nullopt);

/// As the config gives it, else by its type; with m(k) = 0.1 k ln s + 1, and 1 for s <= 1:
///   yarn: m(mscale) / m(mscale_all_dim) where both are given and not 0, else m(1)
///   longrope: sqrt(1 + ln s / ln L), s = m/L, and 1 for s <= 1
///   others: 1
/// Precondition: a scaling that read_model_config accepts.
double attention_factor(const RopeScaling& scaling, const std::optional<Sourced<double>>& claimed);

/// 2 pi / omega_i, in positions; 0 for a pair that does not rotate.
Vector waves_of(const Vector& inv_freq);

/// How many pairs with a frequency above 0 do not complete a turn within `length` positions.
Index unfinished_pairs(const Vector& inv_freq, double length);

/// What became of each pair. `squeezed` is one that is slower by `factor`.
std::vector<PairChange> pair_changes(const RopeFrequencies& frequencies, double factor);

}  // namespace posenc
