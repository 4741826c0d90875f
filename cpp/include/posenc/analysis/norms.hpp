#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// How long encodings are, how far apart, and at which angles their columns are.
namespace posenc {

/// |PE(position)| = sqrt(d/2) at every position, as sin^2 + cos^2 = 1 in each of the d/2 pairs.
/// Source: follows from arXiv:1706.03762v7, section 3.5.
double encoding_norm(const InverseFrequencies& frequencies);

/// |PE(p) - PE(q)|. Errors: a position that is not finite or above 2^53 in magnitude.
Result<double> encoding_distance(const InverseFrequencies& frequencies, double p, double q);

/// The smallest and the largest norm of a row.
struct RowNorms {
  double shortest;
  double longest;
};

/// Of any encoding, a row for each position.
/// Precondition: at least one row; elements up to 1e100 in magnitude.
RowNorms row_norms(const Matrix& table);

/// The largest |cos| of the angle between two different columns: 0 where all are at right angles, as in a Fourier basis.
/// For any encoding. Precondition: no column is 0; elements up to 1e100 in magnitude.
double largest_column_cosine(const Matrix& table);

}  // namespace posenc
