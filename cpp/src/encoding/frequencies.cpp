#include "posenc/encoding/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posenc {

Result<InverseFrequencies> InverseFrequencies::make(Index dimension, double base,
                                                    FrequencyVariant variant) {
  if (dimension <= 0 || dimension % 2 != 0) {
    return invalid_argument("[frequencies] dimension must be a positive even number but got " +
                            std::to_string(dimension));
  }
  if (!(base > 0) || !std::isfinite(base)) {
    return invalid_argument("[frequencies] base must be a finite number above 0 but got " +
                            format_number(base));
  }
  if (auto error = check_size("[frequencies] the encoding", 1, dimension)) return *error;

  const Index pairs = dimension / 2;
  const auto divisor = static_cast<double>(exponent_divisor(dimension, variant));
  Vector omega(pairs);
  // With this, no angle and no wavelength made from these frequencies can overflow to NaN.
  bool in_range = std::isfinite(2 * std::numbers::pi * base);
  for (Index i = 0; i < pairs; ++i) {
    omega[i] = std::pow(base, -static_cast<double>(2 * i) / divisor);
    in_range = in_range && std::isfinite(omega[i] * max_position) &&
               std::isfinite(2 * std::numbers::pi / omega[i]);
  }
  if (!in_range) {
    return invalid_argument(
        "[frequencies] base must keep every angle and wavelength within the range of a double "
        "but got " +
        format_number(base));
  }
  return InverseFrequencies(std::move(omega), base, variant);
}

Result<InverseFrequencies> InverseFrequencies::make(double dimension, double base,
                                                    std::string_view variant) {
  const auto d = to_index("[frequencies] dimension", dimension);
  if (!d) return d.error();
  const auto named = to_enum("[frequencies] variant", variant, frequency_variant_names);
  if (!named) return named.error();
  return make(*d, base, *named);
}

Index exponent_divisor(Index dimension, FrequencyVariant variant) {
  return variant == FrequencyVariant::paper ? dimension : std::max<Index>(dimension - 2, 2);
}

Vector wavelengths(const InverseFrequencies& frequencies) {
  return 2 * std::numbers::pi * frequencies.values().cwiseInverse();
}

double wavelength_limit(const InverseFrequencies& frequencies) {
  return 2 * std::numbers::pi * frequencies.base();
}

Result<Vector> turns(const InverseFrequencies& frequencies, double position) {
  if (auto error = check_positions("[frequencies] position", {&position, 1})) return *error;
  return Vector(position * frequencies.values() / (2 * std::numbers::pi));
}

}  // namespace posenc
