#pragma once

#include <span>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/museum/exhibit.hpp"

/// What the museum measures on what a piece of code computes. Each is 0 but for rounding where the invariant holds, and
/// 0 where there are too few rows to break it.
namespace posenc {

/// The invariant with what the measure came to, and whether it holds: both numbers up to the bound.
MeasuredInvariant measured(std::string measure, double broken, double repaired,
                           double bound = rounding_tolerance);

/// first, first + 1, .., of which there are `count`.
std::vector<double> positions_from(double first, double count);

/// The dot product of each row of one with each row of the other, [rows of a, rows of b]. Precondition: rows of one
/// length.
Matrix row_products(const Matrix& a, const Matrix& b);

/// How far apart two matrices are in the entry that differs most. Precondition: the same shape.
double largest_difference(const Matrix& a, const Matrix& b);

/// How much the entries of a square matrix differ along a diagonal, where all should be the same: the largest less the
/// smallest, on the diagonal on which it is most.
double spread_along_diagonals(const Matrix& scores);

/// The same for the dot products of the rows with each other: what the products of encodings come to by their offset.
double spread_by_offset(const Matrix& rows);

/// How far the first row is from 0, 1, 0, 1, .., which is PE(0), layout interleaved.
double distance_from_first_encoding(const Matrix& table);

/// How far the squares of columns 2i and 2i + 1 are from adding up to 1.
double distance_from_circle(const Matrix& table);

/// How far a row is from what `step` makes of the row before.
double distance_from_step(const Matrix& table, const Matrix& step);

/// Attention of one head.
struct HeadOutput {
  Matrix weights;  // softmax(Q K^T scale), [queries, keys]
  Matrix output;   // that times V
};

/// Of queries, keys and values by rows, nothing masked. Precondition: three of the same shape.
HeadOutput head_output(const Matrix& q, const Matrix& k, const Matrix& v, double scale);

}  // namespace posenc
