#include "posenc/analysis/base_choice.hpp"

#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

TEST_CASE("base: the distance between neighbors, wherever they are, and the longest wavelength") {
  for (const double d : {2.0, 4.0, 16.0, 128.0}) {
    for (const double base : {1.0, 2.0, 100.0, 10000.0, 500000.0}) {
      CAPTURE(d);
      CAPTURE(base);
      const auto choice = *base_choice(d, std::array{base});
      const auto omega = *GeometricFrequencies::make(d, base, "paper");
      const Matrix rows = *sinusoidal_table(omega, std::array{0.0, 1.0, 700.0, 701.0});
      CHECK(choice.steps[0] == doctest::Approx((rows.row(1) - rows.row(0)).norm()).epsilon(1e-12));
      CHECK(choice.steps[0] == doctest::Approx((rows.row(3) - rows.row(2)).norm()).epsilon(1e-11));
      CHECK(choice.longest[0] ==
            doctest::Approx(2 * std::numbers::pi * std::pow(base, (d - 2) / d)).epsilon(1e-12));
    }
  }
}

TEST_CASE(
    "base: a larger one brings neighbors closer and reaches farther, but pair 0 keeps them apart") {
  const std::array bases{2.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e12, 1e100};
  const auto choice = *base_choice(128, bases);
  for (Index n = 1; n < choice.steps.size(); ++n) {
    CHECK(choice.steps[n] < choice.steps[n - 1]);
    CHECK(choice.longest[n] > choice.longest[n - 1]);
    CHECK(choice.steps[n] > 2 * std::sin(0.5));
  }
  CHECK(base_choice(8, {})->steps.size() == 0);
}

TEST_CASE("base: numbers outside their range") {
  CHECK(base_choice(7, std::array{10.0}).error().message ==
        "[frequencies] d_model must be a positive even number but got 7");
  CHECK(base_choice(8, std::array{10.0, 0.0}).error().message ==
        "[frequencies] base must be a finite number above 0 but got 0");
}
