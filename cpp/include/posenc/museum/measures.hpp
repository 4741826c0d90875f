#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/museum/exhibit.hpp"

/// Measures of invariants, for the results of an exhibit. Each is 0, apart from rounding, if the invariant holds,
/// and 0 if there are too few rows to break it.
namespace posenc {

/// The invariant with both numbers, and whether each is at most the bound.
MeasuredInvariant measured(std::string_view measure, double broken, double repaired,
                           double bound = rounding_tolerance);

/// first, first + 1, .., first + count - 1.
std::vector<double> positions_from(double first, double count);

/// a b^T: the dot product of each row of a with each row of b, [rows of a, rows of b]. Precondition: rows of the same
/// length.
Matrix row_products(const Matrix& a, const Matrix& b);

/// max |a_ij - b_ij|. Precondition: the same shape.
double largest_difference(const Matrix& a, const Matrix& b);

/// How much the entries along a diagonal differ: the largest minus the smallest, on the diagonal where that is largest.
double spread_along_diagonals(const Matrix& scores);

/// The same for the dot products of the rows with each other: 0 if they depend only on the offset of two rows.
double spread_by_offset(const Matrix& rows);

/// The largest difference between the first row and 0, 1, 0, 1, .., which is PE(0) in the interleaved layout.
double distance_from_first_encoding(const Matrix& table);

/// max |x_2i^2 + x_(2i+1)^2 - 1| over all rows and pairs.
double distance_from_circle(const Matrix& table);

/// The largest difference between a row and `step` times the row before.
double distance_from_step(const Matrix& table, const Matrix& step);

/// The result of one attention head.
struct HeadOutput {
  Matrix weights;  // softmax(Q K^T scale), [queries, keys]
  Matrix output;   // weights V, [queries, d]
};

/// Attention without a mask over the rows of q, k and v. Precondition: all three have the same shape.
HeadOutput head_output(const Matrix& q, const Matrix& k, const Matrix& v, double scale);

}  // namespace posenc
