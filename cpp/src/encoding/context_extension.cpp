#include "posenc/encoding/context_extension.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace posenc {
namespace {

struct Named {
  const char* name;
  double value;
};

/// No error if every value is finite and above 0.
std::optional<Error> check_all(std::string_view method, std::initializer_list<Named> values) {
  for (const auto& [name, value] : values) {
    if (auto error = check_positive(joined({method, "`", name, "`"}), value)) return error;
  }
  return std::nullopt;
}

std::optional<Error> check_order(std::string_view method, Named low, Named high) {
  if (low.value < high.value) return std::nullopt;
  return invalid_argument({method, "`", low.name, "` must be below `", high.name, "` but they are ",
                           low.value, " and ", high.value});
}

/// Frequencies that a method computed. If they are out of range, the error names `cause`.
Result<InverseFrequencies> in_range(std::string_view method, Named cause, Vector values) {
  auto theta = InverseFrequencies::from_values(std::move(values));
  if (theta) return theta;
  return invalid_argument(
      {method, "`", cause.name,
       "` must keep every angle and wavelength within the range of a double but "
       "got ",
       cause.value});
}

/// The weight of each pair's unscaled frequency, linear in its rotations within L between alpha and beta.
Vector preserved_by_rotations(const InverseFrequencies& theta, double original_len, double alpha,
                              double beta) {
  const Vector rotations = original_len * wavelengths(theta).cwiseInverse();
  return ((rotations.array() - alpha) / (beta - alpha)).cwiseMax(0).cwiseMin(1);
}

/// 1 for each pair that rotates at least so often within L, and 0 for the others.
Vector preserved_from(const InverseFrequencies& theta, double original_len, double rotations) {
  const Vector all = original_len * wavelengths(theta).cwiseInverse();
  return (all.array() >= rotations).cast<double>();
}

/// (1 - preserved) theta / s + preserved theta
Vector blended(const InverseFrequencies& theta, double scale, const Vector& preserved) {
  const auto all = theta.values().array();
  return (1 - preserved.array()) * all / scale + preserved.array() * all;
}

}  // namespace

Result<InverseFrequencies> position_interpolation(const InverseFrequencies& theta, double scale) {
  constexpr std::string_view method = "[position interpolation] ";
  if (auto error = check_all(method, {{"scale", scale}})) return *error;
  return in_range(method, {"scale", scale}, theta.values() / scale);
}

Result<GeometricFrequencies> ntk_aware(const GeometricFrequencies& theta, double alpha) {
  constexpr std::string_view method = "[ntk-aware] ";
  const Index d = theta.dimension();
  if (auto error = check_all(method, {{"alpha", alpha}})) return *error;
  if (d == 2) {
    return invalid_argument(
        {method, "`dimension` must be above 2, as the exponent is d/(d - 2), but got 2"});
  }
  const auto divisor = static_cast<double>(exponent_divisor(d, theta.variant()));
  const double base = theta.base() * std::pow(alpha, divisor / static_cast<double>(d - 2));
  auto extended = GeometricFrequencies::make(d, base, theta.variant());
  if (extended) return extended;
  return invalid_argument(
      {method,
       "`alpha` must keep every angle and wavelength of the new base within the "
       "range of a double but "
       "got ",
       alpha});
}

Result<GeometricFrequencies> dynamic_ntk(const GeometricFrequencies& theta, double original_len,
                                         double seq_len, double factor) {
  if (auto error =
          check_all("[dynamic ntk] ",
                    {{"original_len", original_len}, {"seq_len", seq_len}, {"factor", factor}})) {
    return *error;
  }
  // factor l/L - (factor - 1), without subtracting large numbers.
  const double longer = (std::max(seq_len, original_len) - original_len) / original_len;
  const double alpha = 1 + factor * longer;
  if (!std::isfinite(alpha)) {
    return invalid_argument(
        {"[dynamic ntk] `factor` x `seq_len` / `original_len` must be within the range of "
         "a double but factor is ",
         factor});
  }
  return ntk_aware(theta, alpha);
}

Result<InverseFrequencies> ntk_by_parts(const GeometricFrequencies& theta, double original_len,
                                        double scale, double alpha, double beta) {
  constexpr std::string_view method = "[ntk-by-parts] ";
  if (auto error = check_all(
          method,
          {{"original_len", original_len}, {"scale", scale}, {"alpha", alpha}, {"beta", beta}})) {
    return *error;
  }
  if (auto error = check_order(method, {"alpha", alpha}, {"beta", beta})) return *error;
  return in_range(method, {"scale", scale},
                  blended(theta, scale, preserved_by_rotations(theta, original_len, alpha, beta)));
}

Result<RampEnds> yarn_ramp_ends(const GeometricFrequencies& theta, double original_len,
                                double beta_slow, double beta_fast, YarnRamp ramp) {
  constexpr std::string_view method = "[yarn] ";
  if (ramp == YarnRamp::paper) {
    return invalid_argument(
        {method, "`ramp` must be one from the released code: only those have ends"});
  }
  if (auto error = check_all(
          method,
          {{"original_len", original_len}, {"beta_slow", beta_slow}, {"beta_fast", beta_fast}})) {
    return *error;
  }
  if (!(theta.base() > 1)) {
    return invalid_argument(
        {method, "`base` must be above 1 for this ramp but got ", theta.base()});
  }

  const Index d = theta.dimension();
  const auto divisor = static_cast<double>(exponent_divisor(d, theta.variant()));
  const auto pair_that_rotates = [&](double times) {
    return divisor * std::log(original_len / (2 * std::numbers::pi * times)) /
           (2 * std::log(theta.base()));
  };
  double low = pair_that_rotates(beta_fast);
  double high = pair_that_rotates(beta_slow);
  if (!std::isfinite(low) || !std::isfinite(high)) {
    return invalid_argument({method,
                             "`original_len` / beta must be within the range of a double but "
                             "original_len is ",
                             original_len});
  }
  if (ramp == YarnRamp::released) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(d - 1));
  if (low == high) high += 0.001;
  return RampEnds{low, high};
}

Result<double> yarn_attention_factor(double scale) {
  if (auto error = check_all("[yarn] ", {{"scale", scale}})) return *error;
  return scale <= 1 ? 1 : 0.1 * std::log(scale) + 1;
}

Result<ExtendedFrequencies> yarn(const GeometricFrequencies& theta, double original_len,
                                 double scale, double beta_slow, double beta_fast, YarnRamp ramp) {
  constexpr std::string_view method = "[yarn] ";
  if (auto error = check_all(method, {{"original_len", original_len},
                                      {"scale", scale},
                                      {"beta_slow", beta_slow},
                                      {"beta_fast", beta_fast}})) {
    return *error;
  }

  Vector preserved;
  if (ramp == YarnRamp::paper) {
    if (auto error = check_order(method, {"beta_slow", beta_slow}, {"beta_fast", beta_fast})) {
      return *error;
    }
    preserved = preserved_by_rotations(theta, original_len, beta_slow, beta_fast);
  } else {
    POSENC_TRY(ends, yarn_ramp_ends(theta, original_len, beta_slow, beta_fast, ramp));
    const auto [low, high] = ends;
    preserved.resize(theta.pairs());
    for (Index i = 0; i < theta.pairs(); ++i) {
      preserved[i] = 1 - std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    }
  }
  POSENC_TRY(extended, in_range(method, {"scale", scale}, blended(theta, scale, preserved)));
  POSENC_TRY(factor, yarn_attention_factor(scale));
  return ExtendedFrequencies{std::move(extended), factor};
}

Result<InverseFrequencies> llama3_scaling(const GeometricFrequencies& theta, double original_len,
                                          double factor, double low_freq_factor,
                                          double high_freq_factor) {
  constexpr std::string_view method = "[llama3] ";
  if (auto error = check_all(method, {{"original_len", original_len},
                                      {"factor", factor},
                                      {"low_freq_factor", low_freq_factor},
                                      {"high_freq_factor", high_freq_factor}})) {
    return *error;
  }
  const Vector preserved =
      low_freq_factor < high_freq_factor
          ? preserved_by_rotations(theta, original_len, low_freq_factor, high_freq_factor)
          : preserved_from(theta, original_len, high_freq_factor);
  return in_range(method, {"factor", factor}, blended(theta, factor, preserved));
}

Result<ExtendedFrequencies> longrope(const InverseFrequencies& theta, double original_len,
                                     double extended_len, const Vector& rescale_factors) {
  constexpr std::string_view method = "[longrope] ";
  if (auto error =
          check_all(method, {{"original_len", original_len}, {"extended_len", extended_len}})) {
    return *error;
  }
  if (original_len <= 1) {
    return invalid_argument({method, "`original_len` must be above 1 but got ", original_len});
  }
  if (rescale_factors.size() != theta.pairs()) {
    return invalid_argument({method, "there must be one of `rescale_factors` for each of the ",
                             theta.pairs(), " pairs but there are ", rescale_factors.size()});
  }
  for (const double each : rescale_factors) {
    if (auto error = check_positive("[longrope] each of `rescale_factors`", each)) return *error;
  }
  const Vector rescaled = theta.values().cwiseQuotient(rescale_factors);
  for (Index i = 0; i < rescaled.size(); ++i) {
    const auto one = in_range("[longrope] each of ", {"rescale_factors", rescale_factors[i]},
                              rescaled.segment(i, 1));
    if (!one) return one.error();
  }
  POSENC_TRY(extended, InverseFrequencies::from_values(rescaled));
  const double scale = extended_len / original_len;
  const double factor = scale <= 1 ? 1 : std::sqrt(1 + std::log(scale) / std::log(original_len));
  return ExtendedFrequencies{std::move(extended), factor};
}

}  // namespace posenc
