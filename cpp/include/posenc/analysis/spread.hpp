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

/// One point of accuracy: from one on, a difference of means counts.
inline constexpr double accuracy_point = 0.01;

/// Whether accuracies x of some seeds are ahead of y, those of the same seeds: higher in every one, and by at least a
/// point on the mean. A NaN stands for a model without an answer, which is behind one that answers with every seed.
/// Precondition: as many of each, and at least one.
bool is_ahead(std::span<const double> x, std::span<const double> y);

}  // namespace posenc
