#include "posenc/encoding/sinusoidal.hpp"

#include <cmath>

namespace posenc {

PairIndices pair_columns(Index pair, Index pairs, ColumnLayout layout) {
  return layout == ColumnLayout::interleaved ? interleaved_pair(pair) : split_pair(pair, pairs);
}

Result<Matrix> sinusoidal_table(const InverseFrequencies& frequencies,
                                std::span<const double> positions, ColumnLayout layout) {
  const auto rows = static_cast<Index>(positions.size());
  if (auto error = check_positions("[sinusoidal] each of `positions`", positions)) return *error;
  if (auto error = check_size("[sinusoidal] the table", rows, frequencies.dimension()))
    return *error;

  Matrix table(rows, frequencies.dimension());
  for (Index i = 0; i < frequencies.pairs(); ++i) {
    const double omega = frequencies.values()[i];
    const auto [sine, cosine] = pair_columns(i, frequencies.pairs(), layout);
    for (Index row = 0; row < rows; ++row) {
      const double angle = positions[static_cast<std::size_t>(row)] * omega;
      table(row, sine) = std::sin(angle);
      table(row, cosine) = std::cos(angle);
    }
  }
  return table;
}

std::optional<Error> check_column(std::string_view subject, double column, Index dimension) {
  if (column >= 0 && column < static_cast<double>(dimension) && column == std::floor(column)) {
    return std::nullopt;
  }
  return invalid_argument(
      {subject, " must be a whole number from 0 to ", dimension - 1, " but got ", column});
}

Result<Matrix> sinusoidal_columns(const InverseFrequencies& frequencies,
                                  std::span<const double> dimensions,
                                  std::span<const double> positions) {
  const auto rows = static_cast<Index>(positions.size());
  const auto cols = static_cast<Index>(dimensions.size());
  for (const double dimension : dimensions) {
    if (auto error =
            check_column("[sinusoidal] each of `dimensions`", dimension, frequencies.dimension())) {
      return *error;
    }
  }
  if (auto error = check_positions("[sinusoidal] each of `positions`", positions)) return *error;
  if (auto error = check_size("[sinusoidal] the columns", rows, cols)) return *error;

  Matrix columns(rows, cols);
  for (Index col = 0; col < cols; ++col) {
    const auto dimension = static_cast<Index>(dimensions[static_cast<std::size_t>(col)]);
    const double omega = frequencies.values()[dimension / 2];
    for (Index row = 0; row < rows; ++row) {
      const double angle = positions[static_cast<std::size_t>(row)] * omega;
      columns(row, col) = dimension % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return columns;
}

Result<Vector> sinusoidal_encoding(const InverseFrequencies& frequencies, double position,
                                   ColumnLayout layout) {
  if (auto error = check_position("[sinusoidal] `position`", position)) return *error;
  POSENC_TRY(table, sinusoidal_table(frequencies, {&position, 1}, layout));
  return Vector(table.row(0));
}

}  // namespace posenc
