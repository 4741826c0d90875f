#include "posenc/analysis/buckets.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "posenc/encoding/bias_shape.hpp"

namespace posenc {

BucketVariation variation_within_buckets(const T5BucketRule& rule, const Matrix& bias) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const BiasShape shape{1, bias.rows(), bias.cols()};
  const Vector unseen = Vector::Constant(rule.num_buckets(), none);
  Vector least = unseen;
  Vector greatest = -unseen;
  for (Index i = 0; i < bias.rows(); ++i) {
    for (Index j = 0; j < bias.cols(); ++j) {
      const Index bucket = rule.bucket(static_cast<double>(j - shape.position(i)));
      least[bucket] = std::min(least[bucket], bias(i, j));
      greatest[bucket] = std::max(greatest[bucket], bias(i, j));
    }
  }
  BucketVariation variation{0, 0};
  for (Index bucket = 0; bucket < least.size(); ++bucket) {
    if (least[bucket] > greatest[bucket]) continue;
    ++variation.buckets;
    variation.largest = std::max(variation.largest, greatest[bucket] - least[bucket]);
  }
  return variation;
}

Index buckets_between(const T5BucketRule& rule, double first, double last) {
  std::vector<bool> occurs(static_cast<std::size_t>(rule.num_buckets()));
  for (double distance = first; distance <= last; ++distance) {
    occurs[static_cast<std::size_t>(rule.bucket(distance))] = true;
  }
  return static_cast<Index>(std::ranges::count(occurs, true));
}

}  // namespace posenc
