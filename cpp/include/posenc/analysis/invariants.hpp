#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/encoding/custom.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Invariants of a position encoding, measured on positions 0, 1, 2, .. for any formula. Nothing is proven:
/// each text says which positions were measured, and the result.
namespace posenc {

/// The largest numbers of dimensions and positions that are measured: a second in a page.
inline constexpr Index max_measured_dimension = 256;
inline constexpr Index max_measured_positions = 1024;

struct Invariant {
  /// distinct      no two positions have the same vector
  /// bounded       no element grows with the position
  /// shift-linear  one matrix M has PE(pos + 1) = M PE(pos) for every pos
  /// offset-only   PE(p).PE(q) depends on q - p only
  std::string_view id;
  bool holds;
  /// distinct      the distance of the two positions in the text: the nearest two, or the first two that
  ///               are equal up to rounding
  /// bounded       the largest magnitude measured
  /// shift-linear  the residual of the best M, relative to the norm of the column; of the worst column
  /// offset-only   the largest difference of two products with the same offset, relative to the largest
  ///               product
  double value;
  std::string text;
};
POSENC_FIELDS(Invariant, id, holds, value, text)

struct InvariantReport {
  Index positions;                    // 0 .. positions-1 were measured
  std::vector<Invariant> invariants;  // one of each, in the order above
};

/// The encodings of positions, one row for each, or an error. Shape [positions, d].
using EncodingTable = std::function<Result<Matrix>(std::span<const double> positions)>;

/// Measures max(4 d, positions, 128) positions: with only a few positions for each dimension, some matrix fits
/// any encoding. To see whether elements grow, it also measures some positions of each octave up to 2^20:
/// they grow if they are larger by more than a tenth from 2^17 on.
///
/// Two vectors are equal if they differ by at most the rounding_tolerance of their size. A column whose elements
/// are all below it counts as 0, as sin(pi pos) is on paper. The best M is that of least squares. The columns
/// are scaled to norm 1; their basis is complete when no column is further than 1e-12 from its span.
///
/// @param d         from 1 to max_measured_dimension
/// @param positions a whole number from 1 to max_measured_positions; the encoding must have these and
///                  positions 0 and 1. If it has fewer than 4 d or 128, all that it has are measured
/// Errors: numbers outside these ranges; the encoding's error for a position that it must have.
Result<InvariantReport> measure_invariants(Index d, double positions,
                                           const EncodingTable& encoding);

/// The same for a formula. Errors: as above.
Result<InvariantReport> measure_invariants(const CustomEncoding& encoding, double positions);

/// The same for the sinusoidal encoding, layout interleaved. Errors: as above.
Result<InvariantReport> measure_invariants(const InverseFrequencies& frequencies, double positions);

}  // namespace posenc
