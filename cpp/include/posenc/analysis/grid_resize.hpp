#pragma once

#include "posenc/encoding/grid.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// A table of patches at another resolution, and how its norms compare with the old ones: a mean of rows that differ is
/// shorter than they are; bicubic, which has negative weights, can make one a little longer.
struct ResizedGrid {
  Matrix table;       // resize_grid_table's, [to.rows * to.columns, d]
  Vector norms;       // of its rows, as shares of the mean norm of the old rows
  Vector amplitudes;  // of its columns: the root mean square, as a share of that of the old column
};
POSENC_FIELDS(ResizedGrid, table, norms, amplitudes)

/// The table resized, and its norms. What was 0 before has a share of 1: there was nothing to lose.
/// Errors: as for resize_grid_table.
Result<ResizedGrid> resized_grid(const Matrix& table, GridSize from, GridSize to,
                                 Interpolation interpolation);

}  // namespace posenc
