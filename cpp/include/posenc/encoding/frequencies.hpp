#pragma once

#include <string_view>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// How the exponents of the frequencies are spaced over the d/2 pairs.
enum class FrequencyVariant {
  paper,     // exponent 2i/d: the last wavelength stays below 2 pi base
  endpoint,  // exponent i/(d/2 - 1): the last wavelength is exactly 2 pi base
};

POSENC_NAMES(FrequencyVariant, frequency_variant_names, paper, endpoint)

/// The inverse frequencies omega_i of the pairs of an encoding, in radians per position: all positive, with
/// every angle (up to position 2^53) and every wavelength finite.
class InverseFrequencies {
 public:
  /// Any values, one for each pair, such as those of a context extension.
  /// Errors: no values; a value that is not positive, or so extreme that a double cannot hold some angle
  /// or its wavelength.
  static Result<InverseFrequencies> from_values(Vector values);

  /// omega_i, shape [d/2].
  const Vector& values() const { return values_; }
  Index pairs() const { return values_.size(); }
  Index dimension() const { return 2 * values_.size(); }

 protected:
  explicit InverseFrequencies(Vector values) : values_(std::move(values)) {}

 private:
  Vector values_;
};

/// The inverse frequencies of the papers: a geometric sequence.
class GeometricFrequencies : public InverseFrequencies {
 public:
  /// omega_i = base^(-2i/d), i = 0 .. d/2-1 (variant endpoint: omega_i = base^(-i/(d/2-1))).
  ///
  /// Source: Vaswani et al. 2017, arXiv:1706.03762v7, section 3.5; for RoPE, which calls them theta_i
  /// and counts i from 1, Su et al. 2021, arXiv:2104.09864v5, section 3.2.2. The endpoint variant is in
  /// neither paper's formula; it is the code that the authors of the first released (tensor2tensor,
  /// get_timing_signal_1d), and that of several libraries since. At d = 2 its exponent is 0/0; the one pair
  /// then has omega_0 = 1, as in the paper's formula.
  ///
  /// @param dimension d, the width of the encoding: positive and even
  /// @param base      finite and positive; 10000 in the papers
  /// Errors: a dimension or base outside its range; a base so extreme that a double cannot hold some
  /// angle or wavelength, or their limit 2 pi base.
  static Result<GeometricFrequencies> make(Index dimension, double base,
                                           FrequencyVariant variant = FrequencyVariant::paper);

  /// The same from numbers and names as a person or a file gives them.
  /// Errors: as above; a dimension that is not a whole number; an unknown variant.
  static Result<GeometricFrequencies> make(double dimension, double base, std::string_view variant);

  double base() const { return base_; }
  FrequencyVariant variant() const { return variant_; }

 private:
  GeometricFrequencies(Vector values, double base, FrequencyVariant variant)
      : InverseFrequencies(std::move(values)), base_(base), variant_(variant) {}
  double base_;
  FrequencyVariant variant_;
};

/// The divisor of 2i in the exponent of pair i: d (variant paper) or d - 2 (variant endpoint; 2 at d = 2,
/// where the one pair has i = 0).
Index exponent_divisor(Index dimension, FrequencyVariant variant);

/// lambda_i = 2 pi / omega_i, in positions: the distance over which pair i completes one turn.
/// Shape [d/2]. Source: arXiv:1706.03762v7, section 3.5.
Vector wavelengths(const InverseFrequencies& frequencies);

/// 2 pi base, in positions: the length that the wavelengths approach as d grows. In the paper's
/// formula none reaches it; the endpoint variant's last one does (from d = 4 on).
/// Source: arXiv:1706.03762v7, section 3.5, whose "from 2 pi to 10000 * 2 pi" is this limit.
double wavelength_limit(const GeometricFrequencies& frequencies);

/// position omega_i / (2 pi): how many turns pair i has completed at `position`, if you picture it as a clock
/// hand that turns by omega_i with each position. Shape [d/2], in turns, negative before position 0.
/// Source: an illustration of arXiv:1706.03762v7, section 3.5; the paper has no clocks.
///
/// @param position finite, up to 2^53 in magnitude, whole or not
/// Errors: a position outside that range.
Result<Vector> turns(const InverseFrequencies& frequencies, double position);

}  // namespace posenc
