#include "posenc/encoding/sinusoidal.hpp"

#include <cmath>

namespace posenc {

Result<ColumnLayout> to_column_layout(std::string_view name) {
  return to_enum("[sinusoidal] layout", name, column_layout_names);
}

PairColumns pair_columns(Index pair, Index pairs, ColumnLayout layout) {
  switch (layout) {
    case ColumnLayout::interleaved:
      return {2 * pair, 2 * pair + 1};
    case ColumnLayout::concatenated:
      break;
  }
  return {pair, pairs + pair};
}

Result<Matrix> sinusoidal_table(const InverseFrequencies& frequencies,
                                std::span<const double> positions, ColumnLayout layout) {
  const auto rows = static_cast<Index>(positions.size());
  if (auto error = check_positions("[sinusoidal] position", positions)) return *error;
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

Result<Vector> sinusoidal_encoding(const InverseFrequencies& frequencies, double position,
                                   ColumnLayout layout) {
  auto table = sinusoidal_table(frequencies, {&position, 1}, layout);
  if (!table) return table.error();
  return Vector(table->row(0));
}

}  // namespace posenc
