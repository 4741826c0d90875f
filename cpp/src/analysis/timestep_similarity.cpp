#include "posenc/analysis/timestep_similarity.hpp"

#include <array>

namespace posenc {

Result<Vector> timestep_similarities(double dimension, double max_period, TimestepConvention given,
                                     TimestepConvention known, double timestep,
                                     std::span<const double> timesteps) {
  const std::array one{timestep};
  if (auto error = check_positions("[timestep] `timestep`", one)) return *error;
  POSENC_TRY(row, timestep_embedding(dimension, max_period, given, one));
  POSENC_TRY(table, timestep_embedding(dimension, max_period, known, timesteps));
  // No row is zero: each has a sine and a cosine of every angle.
  const Vector dots = table * row.row(0).transpose();
  const Vector norms = table.rowwise().norm() * row.row(0).norm();
  return Vector(dots.cwiseQuotient(norms));
}

}  // namespace posenc
