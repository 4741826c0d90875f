#include "posenc/analysis/precision.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

/// The value of one operation, rounded to float32.
double rounded(double value) { return static_cast<float>(value); }

// Every argument below is a float32 value, held in a double.

double omega_as_power(double base, double twice_i, double divisor) {
  const double exponent = rounded(twice_i / divisor);
  return rounded(1 / rounded(std::pow(base, exponent)));
}

double omega_as_exponential(double base, double twice_i, double divisor) {
  const double step = rounded(-rounded(std::log(base)) / divisor);
  return rounded(std::exp(rounded(step * twice_i)));
}

}  // namespace

Result<Float32Errors> float32_errors(const GeometricFrequencies& frequencies,
                                     std::span<const double> positions) {
  const auto rows = static_cast<Index>(positions.size());
  if (!(frequencies.base() >= 1e-20 && frequencies.base() <= 1e20)) {
    return invalid_argument(
        {"[precision] `base` must be between 1e-20 and 1e+20 for single precision but got ",
         frequencies.base()});
  }
  if (auto error = check_positions("[precision] each of `positions`", positions)) return *error;
  if (auto error = check_size("[precision] the table", rows, frequencies.dimension()))
    return *error;

  const Index pairs = frequencies.pairs();
  const double base = rounded(frequencies.base());
  const double divisor = rounded(
      static_cast<double>(exponent_divisor(frequencies.dimension(), frequencies.variant())));
  Vector power(pairs);
  Vector exponential(pairs);
  for (Index i = 0; i < pairs; ++i) {
    const double twice_i = rounded(static_cast<double>(2 * i));
    power[i] = omega_as_power(base, twice_i, divisor);
    exponential[i] = omega_as_exponential(base, twice_i, divisor);
  }

  Float32Errors errors{Vector::Zero(rows), Vector::Zero(rows), Vector::Zero(rows)};
  for (Index row = 0; row < rows; ++row) {
    const double position = positions[static_cast<std::size_t>(row)];
    POSENC_TRY(encoding, sinusoidal_encoding(frequencies, position));
    const auto compare = [&](double of_power, double of_exponential, double exact) {
      const auto raise = [row](Vector& largest, double difference) {
        largest[row] = std::max(largest[row], std::abs(difference));
      };
      raise(errors.forms, of_power - of_exponential);
      raise(errors.power, of_power - exact);
      raise(errors.exponential, of_exponential - exact);
    };
    for (Index i = 0; i < pairs; ++i) {
      const auto [sine, cosine] = pair_columns(i, pairs, ColumnLayout::interleaved);
      const double a = rounded(rounded(position) * power[i]);
      const double b = rounded(rounded(position) * exponential[i]);
      compare(rounded(std::sin(a)), rounded(std::sin(b)), encoding[sine]);
      compare(rounded(std::cos(a)), rounded(std::cos(b)), encoding[cosine]);
    }
  }
  return errors;
}

Vector float32_rounded_frequencies(const InverseFrequencies& frequencies) {
  return frequencies.values().cast<float>().cast<double>();
}

Vector float32_multiplied_frequencies(const GeometricFrequencies& frequencies) {
  Vector omega(frequencies.pairs());
  omega[0] = 1;
  const double ratio = frequencies.pairs() > 1 ? rounded(frequencies.values()[1]) : 1;
  for (Index i = 1; i < omega.size(); ++i) omega[i] = rounded(omega[i - 1] * ratio);
  return omega;
}

Result<Vector> float32_angle_errors(const InverseFrequencies& exact, const Vector& omega,
                                    std::span<const double> positions) {
  POSENC_TRY(table, sinusoidal_table(exact, positions));
  Vector errors = Vector::Zero(table.rows());
  for (Index row = 0; row < table.rows(); ++row) {
    const double position = rounded(positions[static_cast<std::size_t>(row)]);
    for (Index i = 0; i < omega.size(); ++i) {
      const double angle = rounded(position * omega[i]);
      const auto [sine, cosine] = pair_columns(i, omega.size(), ColumnLayout::interleaved);
      errors[row] = std::max({errors[row], std::abs(rounded(std::sin(angle)) - table(row, sine)),
                              std::abs(rounded(std::cos(angle)) - table(row, cosine))});
    }
  }
  return errors;
}

Result<double> float32_summed_drift(double step, double count) {
  if (!(step > 1e-30 && step < 1e30)) {
    return invalid_argument({"[precision] `step` must be between 1e-30 and 1e+30 but got ", step});
  }
  if (!(count >= 0 && count <= 1e8 && count == std::floor(count))) {
    return invalid_argument(
        {"[precision] `count` must be a whole number from 0 to 1e+08 but got ", count});
  }
  const double single = rounded(step);
  double position = 0;
  for (double n = 0; n < count; ++n) position = rounded(position + single);
  return (position - count * step) / step;
}

Result<double> float32_rounding_error(const InverseFrequencies& frequencies, double position) {
  POSENC_TRY(encoding, sinusoidal_encoding(frequencies, position));
  return (encoding.cast<float>().cast<double>() - encoding).cwiseAbs().maxCoeff();
}

}  // namespace posenc
