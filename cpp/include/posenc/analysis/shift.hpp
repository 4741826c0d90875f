#pragma once

#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// M_k, the matrix that shifts every encoding by k positions:
///   PE(pos + k) = M_k PE(pos)   for every pos, PE as a column vector.
/// Block diagonal in the pairs, with the block [[cos k w, sin k w], [-sin k w, cos k w]] for a pair
/// (sine, cosine) of frequency w: sin(a + b) and cos(a + b) written out.
///
/// Shape [d, d]. Source: the claim is in arXiv:1706.03762v7, section 3.5; the matrix follows from
/// the addition theorems.
///
/// @param shift k, in positions: finite, up to 2^53 in magnitude, negative for backwards
/// Errors: a shift outside that range; a matrix of more than max_elements.
Result<Matrix> shift_matrix(const InverseFrequencies& frequencies, double shift,
                            ColumnLayout layout = ColumnLayout::interleaved);

/// M_k PE(position), shape [d]: equal to PE(position + shift) up to rounding. Errors as above.
Result<Vector> shifted_encoding(const InverseFrequencies& frequencies, double shift,
                                double position, ColumnLayout layout = ColumnLayout::interleaved);

/// PE(pos + k) = M_k PE(pos), checked in double. All columns interleaved.
struct ShiftComparison {
  Matrix matrix;      // M_k, [d, d]
  Vector start;       // PE(pos), [d]
  Vector carried;     // M_k PE(pos), [d]
  Vector target;      // PE(pos + k), [d]
  Vector difference;  // carried - target, [d]: only rounding, about 1e-16 times the angle
  double largest;     // max |difference|
  bool carries;       // whether `largest` is within the rounding_tolerance
};
POSENC_FIELDS(ShiftComparison, matrix, start, carried, target, difference, largest, carries)

/// PE(position) shifted by `shift` positions, and the encoding that it should equal.
/// Errors: as for shift_matrix and sinusoidal_encoding; a position + shift above 2^53 in magnitude.
Result<ShiftComparison> compare_shift(const InverseFrequencies& frequencies, double position,
                                      double shift);

}  // namespace posenc
