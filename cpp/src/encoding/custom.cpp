#include "posenc/encoding/custom.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/wording.hpp"

namespace posenc {
namespace {

constexpr std::array<std::string_view, 3> formula_variables{"pos", "i", "d"};

/// A few seconds in a page.
constexpr double max_steps = 268435456;  // 2^28

}  // namespace

Result<CustomEncoding> CustomEncoding::make(std::string_view formula, double d) {
  auto parsed = Expression::parse_formula(formula, formula_variables);
  if (!parsed) return invalid_argument({"[own] `formula`: ", parsed.error().message});
  POSENC_TRY(dimension, to_count("[own] `d`", d));
  if (dimension > max_custom_dimension) {
    return invalid_argument({"[own] `d` must be at most ", max_custom_dimension, " but got ", d});
  }
  return CustomEncoding(std::move(parsed).value(), dimension);
}

Result<Matrix> CustomEncoding::table(std::span<const double> positions) const {
  const auto rows = static_cast<Index>(positions.size());
  if (auto error = check_positions("[own] each of `positions`", positions)) return *error;
  if (auto error = check_size("[own] the table", rows, d_)) return *error;
  const double steps =
      static_cast<double>(rows) * static_cast<double>(d_) * static_cast<double>(formula_.steps());
  if (steps > max_steps) {
    return too_large({"[own] the table would take ", rows, " x ", d_, " x ", formula_.steps(),
                      " steps, but at most ", max_steps, " are computed at once"});
  }

  Matrix result(rows, d_);
  std::vector<double> stack;
  for (Index row = 0; row < rows; ++row) {
    const double position = positions[static_cast<std::size_t>(row)];
    for (Index i = 0; i < d_; ++i) {
      const std::array values{position, static_cast<double>(i), static_cast<double>(d_)};
      const auto value = formula_.evaluate(values, stack);
      if (!value) {
        return invalid_argument({"[own] PE(pos, i) must be a finite number but at pos = ", position,
                                 ", i = ", i, " it is not: ", value.error().message})
            .about("formula");
      }
      // The limit of check_magnitudes.
      if (!(std::abs(*value) <= 1e100)) {
        return invalid_argument(
                   {"[own] PE(pos, i) must be at most 1e100 in magnitude but at pos = ", position,
                    ", i = ", i, " it is ", with_digits(*value, 3)})
            .about("formula");
      }
      result(row, i) = *value;
    }
  }
  return result;
}

Result<Matrix> CustomEncoding::table(double count) const {
  POSENC_TRY(rows, to_count("[own] `positions`", count));
  // Checked before the positions take memory.
  if (auto error = check_size("[own] the table", rows, d_)) return *error;
  std::vector<double> positions(static_cast<std::size_t>(rows));
  std::iota(positions.begin(), positions.end(), 0.0);
  return table(positions);
}

}  // namespace posenc
