#include "posenc/encoding/fourier_features.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>

#include "posenc/random.hpp"

namespace posenc {
namespace {

constexpr double most_levels = 32;

std::optional<Error> check_points(const Matrix& points) {
  return check_positions("[fourier] each coordinate of `points`", elements_of(points));
}

}  // namespace

Result<Matrix> fourier_features(const Matrix& points, const Matrix& frequencies) {
  const Index m = frequencies.rows();
  if (frequencies.size() == 0 || frequencies.cols() != points.cols()) {
    return invalid_argument({"[fourier] each row of `frequencies` must have ", points.cols(),
                             " numbers, as each of the points has, but there are ", m, " rows of ",
                             frequencies.cols()});
  }
  if (auto error = check_points(points)) return *error;
  if (auto error =
          check_magnitudes("[fourier] every entry of `frequencies`", elements_of(frequencies))) {
    return *error;
  }
  if (auto error = check_size("[fourier] the features", points.rows(), 2 * m)) return *error;

  const Matrix angles = 2 * std::numbers::pi * (points * frequencies.transpose());
  Matrix features(points.rows(), 2 * m);
  features.leftCols(m) = angles.array().cos();
  features.rightCols(m) = angles.array().sin();
  return features;
}

Result<Matrix> random_frequencies(double count, double dimensions, double scale, double seed) {
  POSENC_TRY(rows, to_count("[fourier] `count`", count));
  POSENC_TRY(cols, to_count("[fourier] `dimensions`", dimensions));
  if (!(scale > 0 && scale <= 1e10)) {
    return invalid_argument(
        {"[fourier] `scale` must be a number above 0 and up to 1e+10 but got ", scale});
  }
  if (auto error = check_seed("[fourier] `seed`", seed)) return *error;
  if (auto error = check_size("[fourier] the frequencies", rows, cols)) return *error;

  Random random(static_cast<std::uint64_t>(seed));
  return normal_matrix(random, rows, cols, scale);
}

Result<Matrix> nerf_waves(const Matrix& points, double levels) {
  if (auto error = check_whole("[fourier] `levels`", levels, 1, most_levels)) return *error;
  for (const double coordinate : elements_of(points)) {
    if (std::abs(coordinate) <= 1000) continue;
    return invalid_argument(
        {"[fourier] each coordinate of `points` must be from -1000 to 1000 but got ", coordinate});
  }
  const auto count = static_cast<Index>(levels);
  const Index cols = points.cols() * 2 * count;
  if (auto error = check_size("[fourier] the waves", points.rows(), cols)) return *error;

  Matrix waves(points.rows(), cols);
  for (Index row = 0; row < points.rows(); ++row) {
    for (Index axis = 0; axis < points.cols(); ++axis) {
      for (Index level = 0; level < count; ++level) {
        const double angle =
            std::ldexp(points(row, axis), static_cast<int>(level)) * std::numbers::pi;
        const Index col = 2 * (axis * count + level);
        waves(row, col) = std::sin(angle);
        waves(row, col + 1) = std::cos(angle);
      }
    }
  }
  return waves;
}

}  // namespace posenc
