#include "posenc/encoding/learned.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

/// No error if every position has a row.
std::optional<Error> check_rows(Index rows, std::span<const double> positions) {
  for (const double position : positions) {
    if (position >= 0 && position < static_cast<double>(rows) && position == std::floor(position)) {
      continue;
    }
    return invalid_argument({"[learned] each of `positions` must be a whole number from 0 to ",
                             rows - 1, ", as the table has ", rows, rows == 1 ? " row" : " rows",
                             ", but got ", position});
  }
  return std::nullopt;
}

/// Precondition: check_rows() has found no error.
Index row_of(std::span<const double> positions, Index n) {
  return static_cast<Index>(positions[static_cast<std::size_t>(n)]);
}

}  // namespace

Result<Matrix> learned_table(double rows, double cols, double seed, double standard_deviation) {
  POSENC_TRY(row_count, to_count("[learned] `rows`", rows));
  POSENC_TRY(col_count, to_count("[learned] `cols`", cols));
  if (auto error = check_seed("[learned] `seed`", seed)) return *error;
  // No normal number from Random reaches 13: the entries stay finite.
  if (!(standard_deviation > 0 && standard_deviation <= 1e300)) {
    return invalid_argument(
        {"[learned] `standard_deviation` must be a number above 0 and at most 1e300 but got ",
         standard_deviation});
  }
  if (auto error = check_size("[learned] the table", row_count, col_count)) return *error;

  Random random(static_cast<std::uint64_t>(seed));
  return normal_matrix(random, row_count, col_count, standard_deviation);
}

Result<Matrix> look_up(const Matrix& table, std::span<const double> positions) {
  if (table.size() == 0) {
    return invalid_argument({"[learned] the `table` must have at least one row and one column"});
  }
  if (auto error = check_rows(table.rows(), positions)) return *error;
  const auto count = static_cast<Index>(positions.size());
  if (auto error = check_size("[learned] the output", count, table.cols())) return *error;

  Matrix output(count, table.cols());
  for (Index n = 0; n < count; ++n) output.row(n) = table.row(row_of(positions, n));
  return output;
}

Result<Matrix> look_up_gradient(double rows, std::span<const double> positions,
                                const Matrix& gradient) {
  POSENC_TRY(row_count, to_count("[learned] `rows`", rows));
  if (auto error = check_rows(row_count, positions)) return *error;
  const auto count = static_cast<Index>(positions.size());
  if (gradient.rows() != count) {
    return invalid_argument({"[learned] the `gradient` must have a row for each of the ", count,
                             " positions but has ", gradient.rows()});
  }
  if (gradient.cols() == 0) {
    return invalid_argument({"[learned] the `gradient` must have at least one column"});
  }
  if (auto error = check_size("[learned] the gradient", row_count, gradient.cols())) {
    return *error;
  }
  if (auto error = check_magnitudes("[learned] every element of the `gradient`",
                                    {gradient.data(), static_cast<std::size_t>(gradient.size())})) {
    return *error;
  }

  Matrix to_table = Matrix::Zero(row_count, gradient.cols());
  // output.row(n) = table.row(position)
  for (Index n = 0; n < count; ++n) to_table.row(row_of(positions, n)) += gradient.row(n);
  return to_table;
}

Result<Matrix> hybrid_encoding(const InverseFrequencies& frequencies, const Matrix& table,
                               std::span<const double> positions) {
  auto learned = look_up(table, positions);
  if (!learned) return learned;
  if (table.cols() != frequencies.dimension()) {
    return invalid_argument({"[hybrid] the `table` must have as many columns as the encoding, ",
                             frequencies.dimension(), ", but has ", table.cols()});
  }
  POSENC_TRY(sinusoidal, sinusoidal_table(frequencies, positions));
  // In place: three tables of the largest size would not fit in the memory of a page.
  Matrix sum = std::move(learned).value();
  sum += sinusoidal;
  return sum;
}

}  // namespace posenc
