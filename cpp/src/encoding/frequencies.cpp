#include "posenc/encoding/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posenc {

namespace {

/// No angle and no wavelength made from such a frequency can overflow to NaN.
bool in_range(double omega) {
  return omega > 0 && std::isfinite(omega * max_position) &&
         std::isfinite(2 * std::numbers::pi / omega);
}

}  // namespace

Result<InverseFrequencies> InverseFrequencies::from_values(Vector values) {
  if (values.size() == 0) {
    return invalid_argument({"[frequencies] there must be at least one inverse frequency"})
        .about("inverse_frequencies");
  }
  for (const double omega : values) {
    if (in_range(omega)) continue;
    return invalid_argument(
        {"[frequencies] each of `inverse_frequencies` must be above 0 and keep every angle and "
         "wavelength "
         "within "
         "the range of a double but got ",
         omega});
  }
  return InverseFrequencies(std::move(values));
}

Result<GeometricFrequencies> GeometricFrequencies::make(Index dimension, double base,
                                                        FrequencyVariant variant) {
  if (dimension <= 0 || dimension % 2 != 0) {
    return invalid_argument(
        {"[frequencies] `dimension` must be a positive even number but got ", dimension});
  }
  if (auto error = check_positive("[frequencies] `base`", base)) return *error;
  if (auto error = check_size("[frequencies] the encoding", 1, dimension)) return *error;

  const Index pairs = dimension / 2;
  const auto divisor = static_cast<double>(exponent_divisor(dimension, variant));
  Vector omega(pairs);
  bool all_in_range = std::isfinite(2 * std::numbers::pi * base);
  for (Index i = 0; i < pairs; ++i) {
    omega[i] = std::pow(base, -static_cast<double>(2 * i) / divisor);
    all_in_range = all_in_range && in_range(omega[i]);
  }
  if (!all_in_range) {
    return invalid_argument(
        {"[frequencies] `base` must keep every angle and wavelength within the range of a double "
         "but got ",
         base});
  }
  return GeometricFrequencies(std::move(omega), base, variant);
}

Result<GeometricFrequencies> GeometricFrequencies::make(double dimension, double base,
                                                        std::string_view variant) {
  POSENC_TRY(d, to_index("[frequencies] `dimension`", dimension));
  POSENC_TRY(named, to_enum("[frequencies] `variant`", variant, frequency_variant_names));
  return make(d, base, named);
}

Index exponent_divisor(Index dimension, FrequencyVariant variant) {
  return variant == FrequencyVariant::paper ? dimension : std::max<Index>(dimension - 2, 2);
}

Vector wavelengths(const InverseFrequencies& frequencies) {
  return 2 * std::numbers::pi * frequencies.values().cwiseInverse();
}

double wavelength_limit(const GeometricFrequencies& frequencies) {
  return 2 * std::numbers::pi * frequencies.base();
}

Result<Vector> turns(const InverseFrequencies& frequencies, double position) {
  if (auto error = check_position("[frequencies] `position`", position)) return *error;
  return Vector(position * frequencies.values() / (2 * std::numbers::pi));
}

}  // namespace posenc
