#include "posenc/analysis/grid_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posenc {
namespace {

/// The kernel at (r x, r y) and its three mirror images or quarter turns, r = 1 .. reach: the mean of the four.
Result<Vector> at_distances(const AxisFrequencies& frequencies, Index reach, double x, double y) {
  Matrix offsets(4 * reach, 2);
  for (Index n = 0; n < reach; ++n) {
    const auto r = static_cast<double>(n + 1);
    offsets.middleRows(4 * n, 4) << r * x, r * y, -r * x, -r * y, -r * y, r * x, r * y, -r * x;
  }
  POSENC_TRY(values, axis_kernel(frequencies, offsets));
  return Vector(values.reshaped(4, reach).colwise().mean());
}

}  // namespace

Result<GridKernel> grid_kernel(const AxisFrequencies& frequencies, double reach) {
  if (frequencies.axes() != 2) {
    return invalid_argument(
        {"[grid] `frequencies` must be of 2 axes, x and y, but have ", frequencies.axes()});
  }
  if (auto error = check_whole("[grid] `reach`", reach, 1, 512)) return *error;
  const auto far = static_cast<Index>(reach);
  const Index side = 2 * far + 1;
  Matrix offsets(side * side, 2);
  for (Index n = 0; n < offsets.rows(); ++n) {
    offsets.row(n) << static_cast<double>(n % side - far), static_cast<double>(n / side - far);
  }
  POSENC_TRY(flat, axis_kernel(frequencies, offsets));
  GridKernel kernel{flat.reshaped<Eigen::RowMajor>(side, side), {}, {}, 0, 0};
  POSENC_TRY(axes, at_distances(frequencies, far, 1, 0));
  POSENC_TRY(diagonals,
             at_distances(frequencies, far, 1 / std::numbers::sqrt2, 1 / std::numbers::sqrt2));
  kernel.axes = axes;
  kernel.diagonals = diagonals;
  kernel.by_direction = (axes - diagonals).cwiseAbs().maxCoeff();
  const auto& k = kernel.values;
  for (Index y = 0; y < side; ++y) {
    for (Index x = 0; x < side; ++x) {
      const double together = k(y, x) + k(far, far) - k(far, x) - k(y, far);
      kernel.interplay = std::max(kernel.interplay, std::abs(together));
    }
  }
  return kernel;
}

}  // namespace posenc
