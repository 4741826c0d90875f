#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The largest table that is decomposed, e.g. 1024 x 1024: a few seconds in a page.
inline constexpr Index max_table_entries = 1048576;

/// The singular values of a table, largest first: how far it stretches its principal directions. Each has an
/// error of about 1e-14 of the largest, so those that are 0 on paper come out that small.
///
/// Shape [min(rows, cols)]. By bidiagonalization with Householder reflections and the eigenvalues, by
/// implicit QR steps, of the tridiagonal matrix that belongs to the bidiagonal one.
/// Source: Golub and Kahan 1965, Calculating the Singular Values and Pseudo-Inverse of a Matrix.
///
/// @param table at most max_table_entries, up to 1e100 in magnitude
/// Errors: a larger table; an entry that is larger, or NaN; values that do not converge (no such table is
/// known).
Result<Vector> singular_values(const Matrix& table);

/// The number of singular values above `tolerance` times the largest. 0 for a table of zeros, or without
/// entries.
///
/// @param tolerance above 0 and below 1; below about 1e-14 it counts rounding too
/// Errors: a tolerance outside its range; those of singular_values.
Result<Index> numerical_rank(const Matrix& table, double tolerance);

/// The rank of a sinusoidal table.
struct SinusoidalRank {
  Vector singular_values;  // of the table, largest first, [min(count, d)]
  Index rank;              // numerical_rank of the table
};
POSENC_FIELDS(SinusoidalRank, singular_values, rank)

/// The rank of the table of PE(0) .. PE(count-1). A column whose wavelength is long compared with the window
/// is nearly a straight line there, so the rank is far below d.
/// Source: the definitions above, for arXiv:1706.03762v7, section 3.5.
///
/// @param count     a whole number of at least 1
/// @param tolerance as for numerical_rank
/// Errors: a count outside its range; those of numerical_rank.
Result<SinusoidalRank> sinusoidal_rank(const InverseFrequencies& frequencies, double count,
                                       double tolerance);

}  // namespace posenc
