#include "posenc/analysis/slopes.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace posenc {
namespace {

bool same(double one, double other) {
  return std::abs(one - other) <= rounding_tolerance * std::abs(one);
}

}  // namespace

bool are_same_slopes(const Vector& some, const Vector& others) {
  for (Index h = 0; h < some.size(); ++h) {
    if (!same(some[h], others[h])) return false;
  }
  return true;
}

Result<SlopeComparison> compare_slope_rules(double heads) {
  POSENC_TRY(released, alibi_slopes(heads, SlopeRule::released));
  POSENC_TRY(geometric, alibi_slopes(heads, SlopeRule::geometric));
  const Index n = released.size();
  const auto power = static_cast<Index>(std::bit_floor(static_cast<std::uint32_t>(n)));
  POSENC_TRY(of_power, alibi_slopes(static_cast<double>(power), SlopeRule::geometric));

  bool composed = are_same_slopes(of_power, released.head(power));
  if (n > power) {
    POSENC_TRY(of_twice, alibi_slopes(static_cast<double>(2 * power), SlopeRule::geometric));
    for (Index h = power; h < n; ++h) {
      composed = composed && same(of_twice[2 * (h - power)], released[h]);
    }
  }
  const bool agree = are_same_slopes(released, geometric);
  return SlopeComparison{std::move(released), std::move(geometric), power, agree, composed};
}

Result<Vector> keys_holding_half(const Vector& slopes, double key_len) {
  POSENC_TRY(attention, causal_attention_equal_logits(slopes, 1, key_len));
  Vector counts(slopes.size());
  for (Index h = 0; h < counts.size(); ++h) {
    const Matrix& row = attention[static_cast<std::size_t>(h)];
    double held = 0;
    Index keys = 0;
    // The tolerance is for equal parts, whose sum rounding may leave just below a half.
    while (keys < row.cols() && held < 0.5 - rounding_tolerance) {
      ++keys;
      held += row(0, row.cols() - keys);
    }
    counts[h] = static_cast<double>(keys);
  }
  return counts;
}

}  // namespace posenc
