#include "posenc/analysis/read_out.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

constexpr double most_shown = 4096;

double value_of(ReadOutTarget target, double position, double count) {
  const double x = position / count;
  switch (target) {
    case ReadOutTarget::ramp:
      return x;
    case ReadOutTarget::parabola:
      return 4 * x * (1 - x);
    case ReadOutTarget::bump: {
      const double from_middle = (x - 0.5) / 0.08;
      return std::exp(-from_middle * from_middle / 2);
    }
    case ReadOutTarget::slow_wave:
      return std::sin(2 * std::numbers::pi * x);
    case ReadOutTarget::fast_wave:
      return std::sin(std::numbers::pi / 2 * position);
  }
  return 0;
}

/// a - factor b.
void subtract(double* a, double factor, const double* b, Index count) {
  for (Index n = 0; n < count; ++n) a[n] -= factor * b[n];
}

double root_mean_square(const double* values, Index count) {
  return count == 0 ? 0 : std::sqrt(dot(values, values, count) / static_cast<double>(count));
}

}  // namespace

Result<ReadOutTarget> to_read_out_target(std::string_view name) {
  return to_enum("[read-out] `target`", name, read_out_target_names);
}

Result<ReadOut> read_out(const InverseFrequencies& frequencies, ReadOutTarget target, double count,
                         double shown) {
  POSENC_TRY(fitted, to_count("[read-out] `count`", count));
  if (auto error = check_whole("[read-out] `shown`", shown, count, most_shown)) return *error;
  const auto all = static_cast<Index>(shown);
  const auto width = static_cast<double>(frequencies.dimension());
  constexpr double widest = 1024;
  if (auto error = check_whole("[read-out] `dimension`", width, 2, widest)) return *error;
  std::vector<double> positions(static_cast<std::size_t>(all));
  std::iota(positions.begin(), positions.end(), 0.0);
  POSENC_TRY(table, sinusoidal_table(frequencies, positions));

  ReadOut fit{Vector(all), Vector::Zero(all), 0, 0, 0};
  for (Index n = 0; n < all; ++n) fit.target[n] = value_of(target, static_cast<double>(n), count);

  // Over the fitted positions each row of `directions` is a column of Q. At the others it has the same combination of
  // the table's columns, so that the fit is known there too, without its weights.
  Matrix directions = table.transpose();
  Vector off = fit.target;
  for (Index col = 0; col < directions.rows(); ++col) {
    double* column = &directions(col, 0);
    const double length = dot(column, column, fitted);
    // Twice: the second pass removes what rounding left of the earlier directions.
    for (Index pass = 0; pass < 2 * fit.directions; ++pass) {
      const double* direction = &directions(pass % fit.directions, 0);
      subtract(column, dot(direction, column, fitted), direction, all);
    }
    const double left = dot(column, column, fitted);
    if (!(left > read_out_tolerance * read_out_tolerance * length)) continue;
    double* direction = &directions(fit.directions++, 0);
    for (Index n = 0; n < all; ++n) direction[n] = column[n] / std::sqrt(left);
    subtract(off.data(), dot(direction, off.data(), fitted), direction, all);
  }
  for (Index n = 0; n < all; ++n) fit.fitted[n] = fit.target[n] - off[n];
  fit.error = root_mean_square(off.data(), fitted);
  fit.beyond = root_mean_square(off.data() + fitted, all - fitted);
  return fit;
}

}  // namespace posenc
