#include "posenc/analysis/sign_changes.hpp"

#include "test.hpp"

TEST_CASE("sign changes are the multiples of pi that a slow wave's angle passes") {
  for (const Index d : {2, 6, 128}) {
    for (const double base : {1.0, 100.0, 10000.0}) {
      const auto frequencies = *GeometricFrequencies::make(d, base);
      for (const Index count : {1, 2, 4, 5, 100, 711}) {
        const Vector changes = *sign_changes(frequencies, static_cast<double>(count));
        REQUIRE(changes.size() == d);
        for (Index i = 0; i < d / 2; ++i) {
          CAPTURE(base);
          CAPTURE(count);
          CAPTURE(i);
          const double end = static_cast<double>(count - 1) *
                             std::pow(base, -2 * static_cast<double>(i) / static_cast<double>(d));
          // The sine starts at 0, which has no sign: leaving it is no change.
          CHECK(changes[2 * i] == std::floor(end / std::numbers::pi));
          CHECK(changes[2 * i + 1] == std::floor(end / std::numbers::pi + 0.5));
        }
      }
    }
  }
}

TEST_CASE("sign changes of a wave faster than the positions are those that can be seen") {
  // omega = [1, 100]: the wave of 100 radians passes 31.8 multiples of pi with each step, of which an
  // even number cannot be seen: it looks like a wave of 32 pi - 100 = 0.531 radians a step.
  const Vector changes = *sign_changes(*GeometricFrequencies::make(4, 1e-4), 50);
  CHECK(changes[2] == std::floor(49 * (32 * std::numbers::pi - 100) / std::numbers::pi));
}

TEST_CASE("sign changes: a count is a whole number of at least 1, and has its limit") {
  const auto frequencies = *GeometricFrequencies::make(4, 10000);
  for (const auto& [count, shown] : {std::pair{0.0, "0"},
                                     {-1.0, "-1"},
                                     {2.5, "2.5"},
                                     {std::nan(""), "nan"},
                                     {2147483648.0, "2147483648"}}) {
    CHECK(
        sign_changes(frequencies, count).error().message ==
        std::string("[sign changes] count must be a whole number above 0 and below 2^31 but got ") +
            shown);
  }
  CHECK(sign_changes(frequencies, 16777217).error().message ==
        "[sign changes] the table would have 16777217 x 4 elements, but at most 67108864 are "
        "computed at once");
}
