#include "posenc/analysis/similarity.hpp"

#include <array>
#include <cmath>

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

/// measure(PE(p), PE(q)) of each pair.
template <class Measure>
Result<Vector> of_encoded_pairs(const InverseFrequencies& frequencies,
                                std::span<const PositionPair> pairs, Measure measure) {
  Vector result(static_cast<Index>(pairs.size()));
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const auto rows = sinusoidal_table(frequencies, std::array{pairs[n].first, pairs[n].second});
    if (!rows) return rows.error();
    result[static_cast<Index>(n)] = measure(rows->row(0), rows->row(1));
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
  if (auto error = check_positions("[similarity] offset", offsets)) return *error;
  Vector result = Vector::Zero(static_cast<Index>(offsets.size()));
  for (std::size_t n = 0; n < offsets.size(); ++n) {
    // std::cos, not Eigen's vectorised cosine, which is less exact at large angles.
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

}  // namespace posenc
