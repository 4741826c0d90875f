#include "posenc/encoding/relative_bias.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/bias_shape.hpp"

namespace posenc {
namespace {

/// base^exponent; if that is 2^31 or more, some number of at least 2^31.
std::int64_t power(std::int64_t base, std::int64_t exponent) {
  if (base == 1) return 1;
  std::int64_t result = 1;
  for (; exponent > 0 && result < std::int64_t{1} << 31; --exponent) result *= base;
  return result;
}

/// Whether some whole r has r^root = of and r^exponent = value.
bool is_power(std::int64_t value, std::int64_t exponent, std::int64_t of, std::int64_t root) {
  const std::int64_t r =
      std::llround(std::pow(static_cast<double>(of), 1 / static_cast<double>(root)));
  return power(r, root) == of && power(r, exponent) == value;
}

/// Whether steps ln(n/e) / ln(limit/e) is exactly `whole`. With whole/steps = k/q in lowest terms this
/// means (n/e)^q = (limit/e)^k. As k and q have no common factor, both fractions are powers of one:
/// limit/e = r^q and n/e = r^k, and so are, in lowest terms, their numerators and denominators.
bool is_exact_quotient(std::int64_t n, std::int64_t e, std::int64_t limit, std::int64_t steps,
                       std::int64_t whole) {
  const std::int64_t common = std::gcd(whole, steps);
  const std::int64_t k = whole / common;
  const std::int64_t q = steps / common;
  const std::int64_t in_n = std::gcd(n, e);
  const std::int64_t in_limit = std::gcd(limit, e);
  return is_power(n / in_n, k, limit / in_limit, q) && is_power(e / in_n, k, e / in_limit, q);
}

/// floor(steps ln(n/e) / ln(limit/e)) for e <= n < limit.
Index logarithmic_step(Index n, Index e, Index limit, Index steps) {
  const auto above = [e](Index distance) {  // ln(distance/e), also exact if distance/e is near 1
    return std::log1p(static_cast<double>(distance - e) / static_cast<double>(e));
  };
  const double quotient = static_cast<double>(steps) * above(n) / above(limit);
  const auto nearest = static_cast<Index>(std::round(quotient));
  if (is_exact_quotient(n, e, limit, steps, nearest)) return nearest;
  return static_cast<Index>(std::floor(quotient));
}

/// The buckets of all relative positions of a shape, in ascending order of position.
class ShapeBuckets {
 public:
  ShapeBuckets(const T5BucketRule& rule, const BiasShape& shape) : shape_(shape) {
    const Index highest = shape.keys - 1 - shape.position(0);
    buckets_.reserve(static_cast<std::size_t>(shape.keys + highest));
    for (Index relative = 1 - shape.keys; relative <= highest; ++relative) {
      buckets_.push_back(rule.bucket(static_cast<double>(relative)));
    }
  }
  Index of(Index query, Index key) const {
    const Index relative = key - shape_.position(query);
    return buckets_[static_cast<std::size_t>(relative + shape_.keys - 1)];
  }

 private:
  BiasShape shape_;
  std::vector<Index> buckets_;
};

}  // namespace

Result<T5BucketRule> T5BucketRule::make(BucketDirection direction, double num_buckets,
                                        double max_distance) {
  POSENC_TRY(buckets, to_count("[t5] `num_buckets`", num_buckets));
  if (direction == BucketDirection::bidirectional && (buckets % 2 != 0 || buckets < 4)) {
    return invalid_argument(
        {"[t5] `num_buckets` must be an even number of at least 4, half for each direction, but "
         "got ",
         buckets});
  }
  if (buckets < 2) {
    return invalid_argument({"[t5] `num_buckets` must be at least 2 but got ", buckets});
  }
  POSENC_TRY(distance, to_count("[t5] `max_distance`", max_distance));
  const T5BucketRule rule(direction, buckets, distance);
  if (distance <= rule.exact_distances()) {
    return invalid_argument({"[t5] `max_distance` must be above ", rule.exact_distances(),
                             ", the number of distances with their own bucket, but got ",
                             distance});
  }
  return rule;
}

Index T5BucketRule::bucket(double relative_position) const {
  const bool both = direction_ == BucketDirection::bidirectional;
  const Index nb = buckets_each_way();
  const Index e = exact_distances();
  const Index first = both && relative_position > 0 ? nb : 0;
  const double n = both ? std::abs(relative_position) : std::max(-relative_position, 0.0);
  // The formula's min. Far distances need not fit an Index.
  if (n >= static_cast<double>(max_distance_)) return first + nb - 1;
  const auto distance = static_cast<Index>(n);
  if (distance < e) return first + distance;
  // Below max_distance the step is below nb - e, by far more than rounding.
  return first + e + logarithmic_step(distance, e, max_distance_, nb - e);
}

Result<Vector> t5_buckets(const T5BucketRule& rule, std::span<const double> relative_positions) {
  if (auto error =
          check_size("[t5] the result", 1, static_cast<Index>(relative_positions.size()))) {
    return *error;
  }
  Vector buckets(static_cast<Index>(relative_positions.size()));
  Index n = 0;
  for (const double relative : relative_positions) {
    if (!(std::abs(relative) <= max_position) || relative != std::trunc(relative)) {
      return invalid_argument(
          {"[t5] each of `relative_positions` must be a whole number between -2^53 and 2^53 but "
           "got ",
           relative});
    }
    buckets[n++] = static_cast<double>(rule.bucket(relative));
  }
  return buckets;
}

Result<PerHead> relative_bias(const T5BucketRule& rule, const Matrix& table, double query_len,
                              double key_len) {
  if (table.rows() != rule.num_buckets() || table.cols() == 0) {
    return invalid_argument({"[t5] the `table` must have a row for each of the ",
                             rule.num_buckets(), " buckets and a column for each head but is ",
                             table.rows(), " x ", table.cols()});
  }
  POSENC_TRY(shape, to_bias_shape("[t5]", table.cols(), query_len, key_len));

  const ShapeBuckets buckets(rule, shape);
  PerHead bias;
  for (Index h = 0; h < shape.heads; ++h) {
    Matrix& head = bias.emplace_back(shape.queries, shape.keys);
    for (Index i = 0; i < shape.queries; ++i) {
      for (Index j = 0; j < shape.keys; ++j) head(i, j) = table(buckets.of(i, j), h);
    }
  }
  return bias;
}

Result<Matrix> relative_bias_gradient(const T5BucketRule& rule, const PerHead& gradient) {
  if (gradient.empty())
    return invalid_argument({"[t5] the `gradient` must have at least one head"});
  const Matrix& first = gradient.front();
  for (const Matrix& head : gradient) {
    if (head.rows() == first.rows() && head.cols() == first.cols()) continue;
    return invalid_argument({"[t5] the heads of the `gradient` must have equal shapes but have ",
                             first.rows(), " x ", first.cols(), " and ", head.rows(), " x ",
                             head.cols()});
  }
  POSENC_TRY(shape,
             to_bias_shape("[t5]", static_cast<Index>(gradient.size()),
                           static_cast<double>(first.rows()), static_cast<double>(first.cols())));
  if (auto error = check_size("[t5] the gradient", rule.num_buckets(), shape.heads)) {
    return *error;
  }

  for (const Matrix& head : gradient) {
    if (auto error = check_magnitudes("[t5] every element of the `gradient`",
                                      {head.data(), static_cast<std::size_t>(head.size())})) {
      return *error;
    }
  }

  const ShapeBuckets buckets(rule, shape);
  Matrix to_table = Matrix::Zero(rule.num_buckets(), shape.heads);
  for (Index h = 0; h < shape.heads; ++h) {
    const Matrix& head = gradient[static_cast<std::size_t>(h)];
    for (Index i = 0; i < shape.queries; ++i) {
      // bias[h](i, j) = table(bucket, h)
      for (Index j = 0; j < shape.keys; ++j) to_table(buckets.of(i, j), h) += head(i, j);
    }
  }
  return to_table;
}

}  // namespace posenc
