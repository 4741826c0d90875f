#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/own.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// What a position encoding keeps, measured on positions 0, 1, 2, .. whatever its formula. Nothing is
/// proven: each text says what was looked at and what was found.
namespace posenc {

/// The most dimensions, and the most positions, that are measured: a second in a page.
inline constexpr Index max_measured_dimension = 256;
inline constexpr Index max_measured_positions = 1024;

struct Invariant {
  /// distinct      no two positions have the same vector
  /// bounded       no element grows with the position
  /// shift-linear  one matrix M has PE(pos + 1) = M PE(pos) for every pos
  /// offset-only   PE(p).PE(q) depends on q - p only
  std::string_view id;
  bool holds;
  /// distinct      the distance of the two positions that the text names: the nearest, or the first two
  ///               that rounding alone may keep apart
  /// bounded       the largest magnitude of all that was looked at
  /// shift-linear  what the best M leaves of a column, relative to its norm; of the worst column
  /// offset-only   the largest difference of two products of one offset, relative to the largest product
  double value;
  std::string text;
};

struct InvariantReport {
  Index positions;                    // 0 .. positions-1 were looked at
  std::vector<Invariant> invariants;  // one of each, in the order above
};

/// The encodings of positions, one row for each, or why there are none. Shape [positions, d].
using EncodingTable = std::function<Result<Matrix>(std::span<const double> positions)>;

/// Looks at 4 d positions, or at as many as are asked for, or at 128: the most of these, as with few
/// positions for each dimension a matrix fits anything. Beyond, at some of each octave up to 2^20 whether
/// elements grow: by more than a tenth from 2^17 on.
///
/// Equal is what differs by no more than the rounding_tolerance of its size, and a column whose elements
/// are all below it is taken for 0, as sin(pi pos) is on paper. Best is in least squares; of the columns,
/// each scaled to norm 1, a basis is taken as long as one sticks out of it by 1e-12.
///
/// @param d         from 1 to max_measured_dimension
/// @param positions a whole number from 1 to max_measured_positions; the encoding must have them and
///                  positions 0 and 1, and is looked at as far as it goes, where that is not 4 d
/// Errors: numbers outside of that; what the encoding says of a position that it must have.
Result<InvariantReport> measure_invariants(Index d, double positions,
                                           const EncodingTable& encoding);

/// Of a formula. Errors: as above.
Result<InvariantReport> measure_invariants(const OwnEncoding& encoding, double positions);

/// Of the sinusoidal encoding, layout interleaved. Errors: as above.
Result<InvariantReport> measure_invariants(const InverseFrequencies& frequencies, double positions);

}  // namespace posenc
