#pragma once

#include "posenc/matrix.hpp"

/// Comparisons of the rows of a table, for claims. (Written out: Eigen's expressions would be more code.)
namespace posenc {

/// The cosine similarity of two rows.
double row_similarity(const Matrix& table, Index a, Index b);

/// The distance of two rows.
double row_distance(const Matrix& table, Index a, Index b);

/// Whether a row of one table is a row of the other, within rounding_tolerance. Precondition: as many columns.
bool has_row(const Matrix& table, const Matrix& other, Index row);

/// The same columns, the second half first. Precondition: an even number of them.
Matrix with_halves_swapped(const Matrix& table);

}  // namespace posenc
