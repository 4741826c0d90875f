#include "posenc/analysis/projections.hpp"

#include <array>

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {

Result<Vector> weighted_dot_products(const InverseFrequencies& frequencies,
                                     std::span<const PositionPair> pairs, const Vector& weights) {
  Vector products = Vector::Zero(static_cast<Index>(pairs.size()));
  for (Index n = 0; n < products.size(); ++n) {
    const PositionPair pair = pairs[static_cast<std::size_t>(n)];
    POSENC_TRY(rows, sinusoidal_table(frequencies, std::array{pair.first, pair.second}));
    for (Index i = 0; i < weights.size(); ++i) products[n] += weights[i] * rows(0, i) * rows(1, i);
  }
  return products;
}

Result<Vector> dot_products_with(const InverseFrequencies& frequencies, const Vector& x,
                                 std::span<const double> positions) {
  POSENC_TRY(table, sinusoidal_table(frequencies, positions));
  Vector products = Vector::Zero(table.rows());
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index i = 0; i < x.size(); ++i) products[row] += table(row, i) * x[i];
  }
  return products;
}

}  // namespace posenc
