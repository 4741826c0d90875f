#include "posenc/analysis/buckets.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "posenc/encoding/bias_shape.hpp"

namespace posenc {

BucketVariation variation_within_buckets(const T5BucketRule& rule, const Matrix& bias) {
  struct Extent {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
  };
  const BiasShape shape{1, bias.rows(), bias.cols()};
  std::vector<Extent> extents(static_cast<std::size_t>(rule.num_buckets()));
  for (Index i = 0; i < bias.rows(); ++i) {
    for (Index j = 0; j < bias.cols(); ++j) {
      const Index bucket = rule.bucket(static_cast<double>(j - shape.position(i)));
      Extent& extent = extents[static_cast<std::size_t>(bucket)];
      extent.least = std::min(extent.least, bias(i, j));
      extent.greatest = std::max(extent.greatest, bias(i, j));
    }
  }
  BucketVariation variation{0, 0};
  for (const Extent& extent : extents) {
    if (extent.least > extent.greatest) continue;
    ++variation.buckets;
    variation.largest = std::max(variation.largest, extent.greatest - extent.least);
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
