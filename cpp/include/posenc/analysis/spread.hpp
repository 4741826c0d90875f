#pragma once

#include <span>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// Statistics over several seeds at each of some points, e.g. of the accuracy at each length; each of shape
/// [points].
struct Spread {
  Vector mean;
  Vector sd;     // of the population: sqrt(sum_s (x_s - mean)^2 / S), 0 for one seed
  Vector least;  // the smallest over the seeds
  Vector most;
};
POSENC_FIELDS(Spread, mean, sd, least, most)

/// The statistics of each column. A NaN, which means that a model has no answer, makes its column NaN.
///
/// @param values shape [seeds, points]
/// Errors: no rows; a value that is infinite or above 1e100 in magnitude.
Result<Spread> spread_over(const Matrix& values);

/// The same for values row by row.
/// @param seeds the number of rows: a whole number of at least 1
/// Errors: a number of values that is not a multiple of that; as above.
Result<Spread> spread_over(std::span<const double> values, double seeds);

/// The largest of some numbers less the smallest. Precondition: at least one.
double range_of(const Vector& values);

/// The smallest difference of mean accuracies that counts: one percentage point.
inline constexpr double accuracy_point = 0.01;

/// Whether results x, the higher the better, are ahead of results y of the same seeds: higher for every seed, and by at
/// least `least` on average. A NaN means that a model has no answer; it is behind a model that answers with every seed.
/// Precondition: the same number of both, at least one.
bool is_ahead(std::span<const double> x, std::span<const double> y, double least = accuracy_point);

}  // namespace posenc
