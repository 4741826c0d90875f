#include "posenc/encoding/alibi.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "posenc/argument.hpp"
#include "posenc/encoding/bias_shape.hpp"

namespace posenc {
namespace {

/// Slope h, counted from 1, of the geometric sequence for n heads.
double slope(double max_bias, Index h, Index n) {
  return std::exp2(-max_bias * static_cast<double>(h) / static_cast<double>(n));
}

std::optional<Error> check_slopes(const Vector& slopes, Index keys) {
  if (slopes.size() == 0)
    return invalid_argument({"[alibi] there must be at least one slope"}).about("slopes");
  for (const double m : slopes) {
    if (!(m >= 0) || !std::isfinite(m)) {
      return invalid_argument(
          {"[alibi] each of `slopes` must be a finite number of at least 0 but got ", m});
    }
    // Minus infinity means masked: no bias may overflow to it.
    if (!std::isfinite(m * static_cast<double>(keys))) {
      return invalid_argument(
          {"[alibi] each of `slopes` must keep every bias within the range of a double but got ",
           m});
    }
  }
  return std::nullopt;
}

/// m times a distance. Adding 0 turns -0, which would be printed with its sign, into 0.
double scaled(double m, Index distance) { return m * static_cast<double>(distance) + 0.0; }

}  // namespace

Result<Vector> alibi_slopes(double heads, SlopeRule rule, double max_bias) {
  POSENC_TRY(n, to_count("[alibi] `heads`", heads));
  if (!(max_bias > 0 && max_bias <= 1000)) {
    return invalid_argument(
        {"[alibi] `max_bias` must be a number above 0 and at most 1000 but got ", max_bias});
  }
  if (auto error = check_size("[alibi] the slopes", 1, n)) return *error;

  const auto power_of_two = static_cast<Index>(std::bit_floor(static_cast<std::uint32_t>(n)));
  const Index of_series = rule == SlopeRule::geometric ? n : power_of_two;
  Vector slopes(n);
  for (Index k = 0; k < of_series; ++k) slopes[k] = slope(max_bias, k + 1, of_series);
  for (Index k = of_series; k < n; ++k) {
    slopes[k] = slope(max_bias, 2 * (k - of_series) + 1, 2 * of_series);
  }
  return slopes;
}

Result<PerHead> alibi_bias(const Vector& slopes, BiasDirection direction, double query_len,
                           double key_len) {
  POSENC_TRY(shape, to_bias_shape("[alibi]", slopes.size(), query_len, key_len));
  if (auto error = check_slopes(slopes, shape.keys)) return *error;

  constexpr double masked = -std::numeric_limits<double>::infinity();
  PerHead bias;
  for (const double m : slopes) {
    Matrix& head = bias.emplace_back(shape.queries, shape.keys);
    for (Index i = 0; i < shape.queries; ++i) {
      const Index p = shape.position(i);
      for (Index j = 0; j < shape.keys; ++j) {
        head(i, j) = j <= p                                  ? scaled(m, j - p)
                     : direction == BiasDirection::symmetric ? scaled(m, p - j)
                                                             : masked;
      }
    }
  }
  return bias;
}

Result<Matrix> alibi_key_bias(const Vector& slopes, double key_len, KeyOrigin origin) {
  POSENC_TRY(keys, to_count("[alibi] `key_len`", key_len));
  if (auto error = check_slopes(slopes, keys)) return *error;
  if (auto error = check_size("[alibi] the bias", slopes.size(), keys)) return *error;

  const Index zero = origin == KeyOrigin::first_key_is_zero ? 0 : keys - 1;
  Matrix bias(slopes.size(), keys);
  for (Index h = 0; h < bias.rows(); ++h) {
    for (Index j = 0; j < keys; ++j) bias(h, j) = scaled(slopes[h], j - zero);
  }
  return bias;
}

Result<PerHead> causal_attention_equal_logits(const Vector& slopes, double query_len,
                                              double key_len) {
  auto attention = alibi_bias(slopes, BiasDirection::causal, query_len, key_len);
  if (!attention) return attention;
  PerHead heads = std::move(attention).value();
  for (Matrix& head : heads) {
    for (auto row : head.rowwise()) {
      // The largest bias of a row is the 0 of the query's own key: no exponential overflows, and the
      // sum is at least 1. exp(-infinity) is 0. Added one by one, the smallest first, because the order
      // in which row.sum() adds depends on the row's place in memory.
      double sum = 0;
      for (double& element : row) {
        element = std::exp(element);
        sum += element;
      }
      row /= sum;
    }
  }
  return heads;
}

}  // namespace posenc
