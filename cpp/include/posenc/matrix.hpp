#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace posenc {

/// Two computations of one number, of size up to `size`, count as equal when they differ by no more
/// than this times `size`: rounding explains that, and a mistake in a formula does not.
inline constexpr double rounding_tolerance = 1e-9;

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
/// Row-major, so that JSON and typed arrays get the elements row by row.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// One matrix for each head: [head][query][key].
using PerHead = std::vector<Matrix>;

/// All elements of a vector or matrix, row by row, where they are.
template <class Dense>
std::span<const double> elements_of(const Dense& dense) {
  return {dense.data(), static_cast<std::size_t>(dense.size())};
}

/// The product of two vectors in a plain loop, which is smaller than Eigen's in WebAssembly.
inline double dot(const double* a, const double* b, Index count) {
  double sum = 0;
  for (Index n = 0; n < count; ++n) sum += a[n] * b[n];
  return sum;
}

/// Two positions; for a score those of the query and of the key.
struct PositionPair {
  double first;
  double second;
};

}  // namespace posenc
