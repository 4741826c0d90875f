#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

static_assert(
    EIGEN_VERSION_AT_LEAST(5, 0, 0),
    "Posenc needs Eigen 5 or later, but an older Eigen comes first among the include folders");

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

/// a b^T: the product of each row of a with each row of b, by `dot`.
inline Matrix row_dots(const Matrix& a, const Matrix& b) {
  Matrix products(a.rows(), b.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) products(i, j) = dot(&a(i, 0), &b(j, 0), a.cols());
  }
  return products;
}

/// e^logit over their sum, for a few logits, in place; 0 for -infinity, and NaN if all are.
inline void softmax(std::span<double> logits) {
  const double largest = std::ranges::max(logits);
  double sum = 0;
  for (double& logit : logits) sum += logit = std::exp(logit - largest);
  for (double& logit : logits) logit /= sum;
}

/// Two positions; for a score those of the query and of the key.
struct PositionPair {
  double first;
  double second;
};

}  // namespace posenc
