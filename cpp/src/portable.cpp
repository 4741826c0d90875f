#include "posenc/portable.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numbers>

namespace posenc {
namespace {

// The first part has so few bits that its product with an exponent is exact.
constexpr double ln_2_first = 0x1.62e42feep-1;
constexpr double ln_2_rest = 0x1.a39ef35793c76p-33;

/// 2^k. Precondition: it is neither subnormal nor infinite.
double power_of_2(std::int64_t k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

}  // namespace

double portable_log(double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(x > 0) || x == infinity) {
    if (x == 0) return -infinity;
    return x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
  }
  std::int64_t k = 0;
  if (x < std::numeric_limits<double>::min()) {
    // Subnormal: its exponent is not among its bits.
    x *= 0x1p54;
    k = -54;
  }
  // From sqrt(1/2), whose bits these are, one step of the exponent on.
  constexpr std::int64_t sqrt_half = 0x3FE6A09E667F3BCD;
  const auto bits = std::bit_cast<std::int64_t>(x);
  const std::int64_t steps = (bits - sqrt_half) >> 52;
  k += steps;
  const double f = std::bit_cast<double>(bits - steps * (std::int64_t{1} << 52)) - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  double R = 2.0 / 21;
  for (int odd = 19; odd >= 3; odd -= 2) R = R * z + 2.0 / odd;
  R *= z;
  const auto times = static_cast<double>(k);
  const double half_square = f * f / 2;
  return times * ln_2_first - ((half_square - (s * (half_square + R) + times * ln_2_rest)) - f);
}

double portable_exp(double x) {
  // Beyond these it is infinity or 0, or x is NaN.
  if (x > 710) return std::numeric_limits<double>::infinity();
  if (x < -746) return 0;
  if (x != x) return x;
  const auto k = static_cast<std::int64_t>(x / std::numbers::ln2 + (x < 0 ? -0.5 : 0.5));
  const auto times = static_cast<double>(k);
  const double r = (x - times * ln_2_first) - times * ln_2_rest;
  double series = 1;
  for (int n = 13; n >= 1; --n) series = 1 + r * series / n;
  // In two parts: neither leaves the range, and only the second product can round.
  return series * power_of_2(k / 2) * power_of_2(k - k / 2);
}

double portable_power(double base, std::int64_t n) {
  double power = 1;
  for (; n > 0; n /= 2, base *= base) {
    if (n % 2 != 0) power *= base;
  }
  return power;
}

double portable_half_cosine(double t) {
  const double h = std::min(t, 1 - t) * (std::numbers::pi / 2);
  double sine = 1;
  for (int n = 14; n >= 2; n -= 2) sine = 1 - sine * h * h / (n * (n + 1));
  sine *= h;
  return t <= 0.5 ? 1 - sine * sine : sine * sine;
}

}  // namespace posenc
