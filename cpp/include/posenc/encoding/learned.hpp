#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Learned absolute positions: a table of parameters with one row for each position. Positions beyond the
/// last row have no encoding.
/// Source: Gehring et al. 2017, arXiv:1705.03122v3, section 3.1; compared with the sinusoidal encoding
/// in Vaswani et al. 2017, arXiv:1706.03762v7, table 3, row (E).
namespace posenc {

/// The initial standard deviation in widely used libraries for BERT and GPT-2. (The code released with BERT
/// redraws numbers beyond two deviations; the code released with GPT-2 uses 0.01 for positions.)
inline constexpr double initial_standard_deviation = 0.02;

/// The table before training: independent normal numbers with mean 0, drawn row by row from Random.
/// Shape [rows, cols].
///
/// @param rows L_max, the number of positions: a whole number of at least 1
/// @param cols d, the width of the encoding: a whole number of at least 1
/// @param seed a whole number from 0 to 2^53
/// @param standard_deviation above 0, at most 1e300
/// Errors: a number outside its range; a table of more than max_elements.
Result<Matrix> learned_table(double rows, double cols, double seed,
                             double standard_deviation = initial_standard_deviation);

/// The encoding of each position: its row of the table, unchanged, whether finite or not.
///   output(n, .) = table(positions[n], .)
/// Shape [positions, cols].
///
/// @param positions whole numbers from 0 to rows - 1
/// Errors: a position outside that range; a table without rows or columns; a result of more than
/// max_elements.
Result<Matrix> look_up(const Matrix& table, std::span<const double> positions);

/// dL/dtable from dL/doutput of look_up: each row is added to the row that was looked up,
///   dtable(p, .) = sum of gradient(n, .) over all n with positions[n] = p
/// and rows that were not looked up get 0. Shape [rows, columns of the gradient].
///
/// @param rows      rows of the table: a whole number of at least 1
/// @param positions as for look_up
/// @param gradient  dL/doutput, shape [positions, cols]
/// Errors: rows outside its range; a position outside the table; a gradient whose number of rows is not the
/// number of positions, without columns, or with an element above 1e100 in magnitude; a result of more than
/// max_elements.
Result<Matrix> look_up_gradient(double rows, std::span<const double> positions,
                                const Matrix& gradient);

/// The sum of the sinusoidal encoding, layout interleaved, and a learned one:
///   output(n, .) = PE(positions[n], .) + table(positions[n], .)
/// Shape [positions, d]. The gradient of the table is that of look_up. Source: an illustration; with a table
/// of zeros it is the encoding of arXiv:1706.03762v7, section 3.5.
///
/// Errors: as for look_up; a table whose width is not d.
Result<Matrix> hybrid_encoding(const InverseFrequencies& frequencies, const Matrix& table,
                               std::span<const double> positions);

}  // namespace posenc
