#pragma once

#include <span>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// What several seeds give at each of some points, e.g. the accuracy at each length; each of shape [points].
struct Spread {
  Vector mean;
  Vector sd;     // of the population: sqrt(sum_s (x_s - mean)^2 / S), 0 for one seed
  Vector least;  // over the seeds
  Vector most;
};

/// The spread of each column. A NaN, which stands for a model without an answer, makes its column NaN.
///
/// @param values shape [seeds, points]
/// Errors: no rows; a value that is infinite or above 1e100 in magnitude.
Result<Spread> spread_over(const Matrix& values);

/// The same for values row by row.
/// @param seeds how many rows: a whole number of at least 1
/// Errors: a number of values that is no multiple of that; as above.
Result<Spread> spread_over(std::span<const double> values, double seeds);

}  // namespace posenc
