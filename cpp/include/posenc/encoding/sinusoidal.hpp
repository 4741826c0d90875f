#pragma once

#include <span>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/pairs.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// Which of the d columns hold the sine and the cosine of a pair.
enum class ColumnLayout {
  interleaved,   // sin, cos, sin, cos, .., as in the paper
  concatenated,  // all sines, then all cosines
};

POSENC_CHOICE(ColumnLayout, column_layout, "[sinusoidal] `layout`", interleaved, concatenated)

/// The columns of pair i: that of the sine, then that of the cosine.
PairIndices pair_columns(Index pair, Index pairs, ColumnLayout layout);

/// The sinusoidal table, one row for each position:
///   PE(pos, 2i)   = sin(pos omega_i)
///   PE(pos, 2i+1) = cos(pos omega_i)        (layout interleaved)
///
/// Shape [positions, d]; angles are in radians and formed in double: at position 131071 angles in
/// float32 would be off by 3e-3.
/// Source: Vaswani et al. 2017, arXiv:1706.03762v7, section 3.5.
///
/// @param positions any finite numbers up to 2^53 in magnitude, whole or not
/// Errors: a position outside that range; a table of more than max_elements.
Result<Matrix> sinusoidal_table(const InverseFrequencies& frequencies,
                                std::span<const double> positions,
                                ColumnLayout layout = ColumnLayout::interleaved);

/// No error for a column of a table of `dimension` d: a whole number from 0 to d-1.
/// @param subject how an error names the column
std::optional<Error> check_column(std::string_view subject, double column, Index dimension);

/// Some columns of the table, in the given order, layout interleaved:
///   column n = PE(., dimensions[n])
///
/// Shape [positions, dimensions]. Source as for the table.
///
/// @param dimensions whole numbers from 0 to d-1
/// Errors: a dimension outside that range; and as for the table.
Result<Matrix> sinusoidal_columns(const InverseFrequencies& frequencies,
                                  std::span<const double> dimensions,
                                  std::span<const double> positions);

/// PE(position): one row of the table, shape [d]. Errors as for the table.
Result<Vector> sinusoidal_encoding(const InverseFrequencies& frequencies, double position,
                                   ColumnLayout layout = ColumnLayout::interleaved);

}  // namespace posenc
