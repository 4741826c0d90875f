#include "posenc/analysis/spread.hpp"

#include <cmath>

#include "posenc/argument.hpp"

namespace posenc {

Result<Spread> spread_over(const Matrix& values) {
  if (values.rows() == 0) return invalid_argument({"[spread] there must be at least one seed"});
  const Index points = values.cols();
  Spread spread{Vector(points), Vector(points), Vector(points), Vector(points)};
  for (Index p = 0; p < points; ++p) {
    const Vector column = values.col(p);
    // Tested by the sum: whether a NaN reaches a minimum or maximum depends on the compiler.
    double sum = 0;
    for (const double value : column) {
      if (std::abs(value) > 1e100) {
        return invalid_argument(
            {"[spread] each of `values` must be NaN or a number up to 1e+100 in magnitude but one "
             "is ",
             value});
      }
      sum += value;
    }
    if (std::isnan(sum)) {
      for (Vector* each : {&spread.mean, &spread.sd, &spread.least, &spread.most}) (*each)[p] = sum;
      continue;
    }
    const double mean = sum / static_cast<double>(column.size());
    double squares = 0;
    double least = column[0];
    double most = column[0];
    for (const double value : column) {
      squares += (value - mean) * (value - mean);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    // The mean of equal values is that value, even if their sum is rounded.
    spread.mean[p] = least == most ? least : mean;
    spread.sd[p] = least == most ? 0 : std::sqrt(squares / static_cast<double>(column.size()));
    spread.least[p] = least;
    spread.most[p] = most;
  }
  return spread;
}

Result<Spread> spread_over(std::span<const double> values, double seeds) {
  POSENC_TRY(rows, to_count("[spread] `seeds`", seeds));
  const auto count = static_cast<Index>(values.size());
  if (count % rows != 0) {
    return invalid_argument({"[spread] each of ", rows,
                             " seeds must have the same number of `values` but there are ", count});
  }
  return spread_over(Matrix(Eigen::Map<const Matrix>(values.data(), rows, count / rows)));
}

double range_of(const Vector& values) { return values.maxCoeff() - values.minCoeff(); }

bool is_ahead(std::span<const double> x, std::span<const double> y, double least) {
  constexpr double rounding = 1e-9;
  bool higher = true;
  double more = 0;
  double sum_x = 0;
  double sum_y = 0;
  for (std::size_t s = 0; s < x.size(); ++s) {
    higher = higher && x[s] > y[s];
    more += x[s] - y[s];
    sum_x += x[s];
    sum_y += y[s];
  }
  if (std::isnan(more)) return !std::isnan(sum_x) && std::isnan(sum_y);
  return higher && more / static_cast<double>(x.size()) >= least - rounding;
}

}  // namespace posenc
