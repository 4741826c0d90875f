#pragma once

#include "posenc/encoding/axes.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// What a scheme of two coordinates makes of the offset (dx, dy) between two patches.
struct GridKernel {
  /// axis_kernel at each offset, [2 reach + 1, 2 reach + 1]: row dy + reach, column dx + reach.
  Matrix values;
  /// At the distances 1 .. reach from the query: the mean of the four directions along the axes, and of the four along
  /// the diagonals, at (r / sqrt 2, r / sqrt 2) and its mirror images.
  Vector axes;
  Vector diagonals;
  /// The largest |axes - diagonals|: how much the same distance differs by direction.
  double by_direction;
  /// The largest |K(dx, dy) + K(0, 0) - K(dx, 0) - K(0, dy)|: 0 if x and y add up, so that the scheme cannot tell
  /// the pair of offsets (dx, dy) and (0, 0) from the pair (dx, 0) and (0, dy).
  double interplay;
};
POSENC_FIELDS(GridKernel, values, axes, diagonals, by_direction, interplay)

/// The kernel of these frequencies. Source: an illustration of arXiv:2403.13298, section 3.2, which says that axial
/// frequencies do not handle diagonal directions.
///
/// @param reach a whole number from 1 to 512
/// Errors: frequencies of other than two axes; a reach outside its range.
Result<GridKernel> grid_kernel(const AxisFrequencies& frequencies, double reach);

}  // namespace posenc
