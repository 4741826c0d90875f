#include "posenc/portable.hpp"

#include "posenc/random.hpp"
#include "test.hpp"

namespace {

/// How far apart, in units in the last place of the exact one, which is that of long double. (Emscripten's C library
/// has no logarithm of more than a double's precision: there it comes to whole units.)
double units_off(double x) {
  const long double exact = std::log(static_cast<long double>(x));
  const auto rounded = static_cast<double>(exact);
  const double unit = std::nextafter(std::abs(rounded), 1e308) - std::abs(rounded);
  return static_cast<double>(std::abs(portable_log(x) - exact)) / unit;
}

}  // namespace

TEST_CASE("portable: the logarithm, within one unit in the last place") {
  CHECK(portable_log(1) == 0);
  CHECK(portable_log(2) == std::numbers::ln2);
  CHECK(portable_log(0.5) == -std::numbers::ln2);
  double worst = 0;
  Random random(1);
  const auto look_at = [&](double x) { worst = std::max(worst, units_off(x)); };
  for (int n = 0; n < 200000; ++n) {
    const double u = 1 - random.uniform();
    look_at(u);                                     // as normal() has them
    look_at(1 + 40 * u);                            // as sums of exponentials
    look_at(std::exp2(2000 * u - 1000) * (1 + u));  // of every size
    // Near 1 and near where the exponent goes one on, from either side.
    for (const double place : {1.0, std::numbers::sqrt2, std::numbers::sqrt2 / 2}) {
      const double little = std::exp2(-52 * random.uniform());
      look_at(place * (1 + little * u));
      look_at(place * (1 - little * u / 2));
    }
  }
  for (double x = 1; x > 0; x /= 2) {
    look_at(x);
    look_at(std::nextafter(x, 0) > 0 ? std::nextafter(x, 0) : x);
    look_at(std::nextafter(x, 1e308));
  }
  look_at(std::numeric_limits<double>::max());
  look_at(std::numeric_limits<double>::min());
  look_at(std::numeric_limits<double>::denorm_min());
  INFO("units in the last place: ", worst);
  // (Measured: 0.86.)
  CHECK(worst <= 1);
  CHECK(worst > 0.5);
}

TEST_CASE("portable: the logarithm of what has none, as std::log has it") {
  CHECK(portable_log(0) == -infinity);
  CHECK(portable_log(-0.0) == -infinity);
  CHECK(portable_log(infinity) == infinity);
  CHECK(std::isnan(portable_log(-1)));
  CHECK(std::isnan(portable_log(-infinity)));
  CHECK(std::isnan(portable_log(std::nan(""))));
}

TEST_CASE("portable: whole powers") {
  CHECK(portable_power(3, 0) == 1);
  CHECK(portable_power(3, 1) == 3);
  CHECK(portable_power(3, 5) == 243);
  CHECK(portable_power(0, 0) == 1);
  CHECK(portable_power(0, 7) == 0);
  for (const double base : {0.9, 0.99, 0.999}) {
    for (std::int64_t n = 1; n < 3000; n += 7) {
      const double expected = std::pow(base, static_cast<double>(n));
      CHECK(portable_power(base, n) == doctest::Approx(expected).epsilon(1e-12));
    }
  }
  CHECK(portable_power(0.9, 1000000000) == 0);
}

TEST_CASE("portable: the cosine that a learning rate falls by") {
  CHECK(portable_half_cosine(0) == 1);
  CHECK(portable_half_cosine(1) == 0);
  CHECK(portable_half_cosine(0.5) == doctest::Approx(0.5).epsilon(1e-15));
  double worst = 0;
  for (int n = 0; n <= 10000; ++n) {
    const double t = n / 10000.0;
    const double expected = (1 + std::cos(std::numbers::pi * t)) / 2;
    worst = std::max(worst, std::abs(portable_half_cosine(t) - expected));
  }
  CHECK(worst < 0x1p-51);
}

TEST_CASE("portable: the exponential, within two units in the last place") {
  CHECK(portable_exp(0) == 1);
  CHECK(portable_exp(-0.0) == 1);
  CHECK(portable_exp(infinity) == infinity);
  CHECK(portable_exp(710) == infinity);
  CHECK(portable_exp(-infinity) == 0);
  CHECK(portable_exp(-746) == 0);
  CHECK(std::isnan(portable_exp(std::nan(""))));
  double worst = 0;
  const auto look_at = [&](double x) {
    const long double exact = std::exp(static_cast<long double>(x));
    const auto rounded = static_cast<double>(exact);
    const double unit = std::nextafter(rounded, infinity) - rounded;
    worst = std::max(worst, static_cast<double>(std::abs(portable_exp(x) - exact)) / unit);
  };
  Random random(1);
  for (int n = 0; n < 100000; ++n) {
    look_at(10 * random.uniform());          // as losses
    look_at(1454 * random.uniform() - 745);  // of every size, subnormal ones too
    look_at(std::exp2(-60 * random.uniform()));
  }
  INFO("units in the last place: ", worst);
  CHECK(worst <= 2);
  CHECK(worst > 0.5);
}
