#include "posenc/analysis/similarity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

/// A few seconds in a page.
constexpr double max_products = 17179869184;  // 2^34

/// No error for a matrix of n x n products of vectors that long.
std::optional<Error> check_products(Index n, Index dimension) {
  if (auto error = check_size("[similarity] the matrix", n, n)) return error;
  // In double: the product may overflow an integer.
  const auto size = static_cast<double>(n);
  if (size * size * static_cast<double>(dimension) <= max_products) return std::nullopt;
  return too_large({"[similarity] the matrix would take ", n, " x ", n, " x ", dimension,
                    " products, but at most ", max_products, " are computed at once"});
}

/// The cosine similarity of each two rows, none of which may be zero.
Matrix cosines_of_rows(Matrix table) {
  for (Index row = 0; row < table.rows(); ++row) table.row(row) /= table.row(row).norm();
  Matrix cosines = Matrix::Zero(table.rows(), table.rows());
  cosines.noalias() += table * table.transpose();
  return cosines;
}

/// measure(PE(p), PE(q)) of each pair.
template <class Measure>
Result<Vector> of_encoded_pairs(const InverseFrequencies& frequencies,
                                std::span<const PositionPair> pairs, Measure measure) {
  if (auto error = check_size("[similarity] the encodings", static_cast<Index>(pairs.size()),
                              frequencies.dimension())) {
    return *error;
  }
  Vector result(static_cast<Index>(pairs.size()));
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    POSENC_TRY(rows, sinusoidal_table(frequencies, std::array{pairs[n].first, pairs[n].second}));
    result[static_cast<Index>(n)] = measure(rows.row(0), rows.row(1));
  }
  return result;
}

}  // namespace

Result<Vector> dot_products(const InverseFrequencies& frequencies,
                            std::span<const PositionPair> pairs) {
  return of_encoded_pairs(frequencies, pairs,
                          [](const auto& p, const auto& q) { return p.dot(q); });
}

Result<Vector> cosine_similarities(const InverseFrequencies& frequencies,
                                   std::span<const PositionPair> pairs) {
  return of_encoded_pairs(frequencies, pairs, [](const auto& p, const auto& q) {
    return p.dot(q) / (p.norm() * q.norm());
  });
}

Result<Vector> kernel_dot(const InverseFrequencies& frequencies, std::span<const double> offsets) {
  if (auto error = check_positions("[similarity] each of `offsets`", offsets)) return *error;
  if (auto error = check_size("[similarity] the sums", static_cast<Index>(offsets.size()),
                              frequencies.pairs())) {
    return *error;
  }
  Vector result = Vector::Zero(static_cast<Index>(offsets.size()));
  for (std::size_t n = 0; n < offsets.size(); ++n) {
    // std::cos, not Eigen's vectorized cosine, which is less exact at large angles.
    for (const double omega : frequencies.values()) {
      result[static_cast<Index>(n)] += std::cos(offsets[n] * omega);
    }
  }
  return result;
}

Result<Vector> kernel_mean_cos(const InverseFrequencies& frequencies,
                               std::span<const double> offsets) {
  auto result = kernel_dot(frequencies, offsets);
  if (!result) return result;
  return Vector(*result / static_cast<double>(frequencies.pairs()));
}

Result<Vector> similarity_limit(double base, std::span<const double> offsets) {
  if (!(base > 1 && std::isfinite(base))) {
    return invalid_argument({"[similarity] `base` must be a number above 1 but got ", base});
  }
  if (auto error = check_positions("[similarity] each of `offsets`", offsets)) return *error;
  Vector result(static_cast<Index>(offsets.size()));
  for (Index n = 0; n < result.size(); ++n) {
    const double distance = std::abs(offsets[static_cast<std::size_t>(n)]);
    result[n] = 1 - (std::log(distance) + std::numbers::egamma) / std::log(base);
  }
  return result;
}

Result<DotProductsAround> dot_products_around(const InverseFrequencies& frequencies,
                                              double position, std::span<const double> offsets) {
  POSENC_TRY(centre, sinusoidal_encoding(frequencies, position));
  POSENC_TRY(kernel, kernel_dot(frequencies, offsets));
  std::vector<double> positions;
  for (const double offset : offsets) positions.push_back(position + offset);
  if (auto error = check_positions("[similarity] position + each of `offsets`", positions))
    return *error;
  POSENC_TRY(table, sinusoidal_table(frequencies, positions));

  Vector dots = table * centre;
  const double difference = (dots - kernel).lpNorm<Eigen::Infinity>();
  const auto size = static_cast<double>(frequencies.pairs());
  return DotProductsAround{std::move(dots), std::move(kernel), difference,
                           difference <= rounding_tolerance * size};
}

Matrix dot_products_of_rows(const Matrix& table) {
  Matrix products(table.rows(), table.rows());
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index other = 0; other <= row; ++other) {
      products(row, other) = products(other, row) = table.row(row).dot(table.row(other));
    }
  }
  return products;
}

Result<RowSimilarities> similarities_of_rows(const Matrix& table) {
  const Index rows = table.rows();
  if (rows < 2) {
    return invalid_argument({"[similarity] the `table` must have at least 2 rows but has ", rows});
  }
  if (auto error = check_products(rows, table.cols())) return *error;
  if (auto error = check_magnitudes("[similarity] every element of the `table`",
                                    {table.data(), static_cast<std::size_t>(table.size())})) {
    return *error;
  }
  for (Index row = 0; row < rows; ++row) {
    if (table.row(row).norm() == 0) {
      return invalid_argument(
          {"[similarity] every row of the `table` must have a norm above 0, but row ", row,
           " does not"});
    }
  }
  RowSimilarities similarities{cosines_of_rows(table), Vector(rows - 1), 0};
  for (Index k = 1; k < rows; ++k) {
    similarities.by_offset[k - 1] = similarities.matrix.diagonal(k).mean();
  }
  for (Index p = 0; p < rows / 2; ++p)
    similarities.mirrored += similarities.matrix(p, rows - 1 - p);
  similarities.mirrored /= static_cast<double>(rows / 2);
  return similarities;
}

Result<SimilarityMatrix> similarity_matrix(const InverseFrequencies& frequencies, double count) {
  POSENC_TRY(n, to_count("[similarity] `count`", count));
  if (auto error = check_products(n, frequencies.dimension())) return *error;
  std::vector<double> positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), 0.0);
  POSENC_TRY(table, sinusoidal_table(frequencies, positions));

  Matrix matrix = cosines_of_rows(std::move(table));
  double spread = 0;
  for (Index offset = 1 - n; offset < n; ++offset) {
    const auto diagonal = matrix.diagonal(offset);
    spread = std::max(spread, diagonal.maxCoeff() - diagonal.minCoeff());
  }
  const double lowest = matrix.minCoeff();
  return SimilarityMatrix{std::move(matrix), spread, lowest, spread <= rounding_tolerance};
}

}  // namespace posenc
