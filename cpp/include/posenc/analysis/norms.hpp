#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/matrix.hpp"

/// How long encodings are.
namespace posenc {

/// |PE(position)| = sqrt(d/2) at every position, as sin^2 + cos^2 = 1 in each of the d/2 pairs.
/// Source: follows from arXiv:1706.03762v7, section 3.5.
double encoding_norm(const InverseFrequencies& frequencies);

/// The smallest and the largest norm of a row.
struct RowNorms {
  double shortest;
  double longest;
};

/// Of any encoding, a row for each position.
/// Precondition: at least one row; elements up to 1e100 in magnitude.
RowNorms row_norms(const Matrix& table);

}  // namespace posenc
