#include "posenc/analysis/grid_resize.hpp"

#include <cmath>

namespace posenc {
namespace {

double share_of(double now, double before) { return before > 0 ? now / before : 1; }

double root_mean_square(const Vector& column) {
  return column.norm() / std::sqrt(static_cast<double>(column.size()));
}

}  // namespace

Result<ResizedGrid> resized_grid(const Matrix& table, GridSize from, GridSize to,
                                 Interpolation interpolation) {
  POSENC_TRY(resized, resize_grid_table(table, from, to, interpolation));
  const double norm = table.rowwise().norm().mean();
  Vector norms = resized.rowwise().norm();
  for (double& one : norms) one = share_of(one, norm);
  Vector amplitudes(table.cols());
  for (Index column = 0; column < table.cols(); ++column) {
    amplitudes[column] =
        share_of(root_mean_square(resized.col(column)), root_mean_square(table.col(column)));
  }
  return ResizedGrid{resized, norms, amplitudes};
}

}  // namespace posenc
