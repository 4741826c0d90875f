#include "posenc/analysis/precision.hpp"
#include "shown.hpp"
#include "test.hpp"

TEST_CASE("museum: slopes of twelve heads are not those of the released model") {
  const Exhibition own = shown("alibi-twelve");
  CHECK(held(own) == std::vector<bool>{false, false, true});
  double off = 0;
  for (int h = 0; h < 12; ++h) {
    CAPTURE(h);
    const double literal = std::exp2(-8.0 * (h + 1) / 12);
    const double released = h < 8 ? std::exp2(-h - 1) : std::exp2(-(h - 8) - 0.5);
    off = std::max(off, std::abs(literal / released - 1));
    CHECK(own.broken(h, 0) == doctest::Approx(-15 * literal).epsilon(1e-12));
    CHECK(own.repaired(h, 0) == doctest::Approx(-15 * released).epsilon(1e-12));
    CHECK(own.repaired(h, 15) == 0);
  }
  CHECK(own.invariants[0].broken == doctest::Approx(off).epsilon(1e-12));
  CHECK(off == doctest::Approx(5.349604207872799).epsilon(1e-12));
  CHECK(says(own, "0.00391 instead of the released code’s 0.0884"));
  for (const double heads : {2.0, 4.0, 8.0, 16.0}) {
    CAPTURE(heads);
    const Exhibition same = shown("alibi-twelve", {{"heads", heads}});
    CHECK(held(same) == std::vector<bool>{true, true, true});
    CHECK(same.broken == same.repaired);
    CHECK(says(same, "a power of two"));
  }
  for (const double heads : {6.0, 20.0}) {
    CHECK(held(shown("alibi-twelve", {{"heads", heads}})) == std::vector<bool>{false, false, true});
  }
}

TEST_CASE("museum: errors of angles in float32 are those of the core’s own analysis") {
  // Up to which start the table is good enough for float16: the more pairs, the sooner it is not.
  const std::map<double, double> good_up_to{{4, 100000}, {16, 10000}, {32, 1000}};
  for (const double start : {0.0, 1000.0, 10000.0, 100000.0, 1000000.0}) {
    for (const auto& good : good_up_to) {
      const double d = good.first;
      const double last = good.second;
      CAPTURE(start);
      CAPTURE(d);
      const Exhibition one = shown("float32-angles", {{"start", start}, {"d", d}});
      std::vector<double> places;
      for (double n = 0; n < 8; ++n) places.push_back(start + n);
      const auto omega = GeometricFrequencies::make(d, 10000, "paper");
      REQUIRE(omega);
      const auto errors = float32_errors(*omega, places);
      REQUIRE(errors);
      CHECK(one.invariants[0].broken == errors->power.maxCoeff());
      // Half a step of float32, and what double itself is off at such a position.
      CHECK(one.invariants[0].repaired <= 0x1p-25 + 1e-9);
      CHECK(one.broken == one.broken.cast<float>().cast<double>());
      CHECK(held(one) == std::vector<bool>{start <= last, true});
      // A row is numbered by its position, a column by its dimension.
      CHECK(one.first_row == start);
      CHECK(one.first_col == 0);
    }
  }
  const Exhibition own = shown("float32-angles");
  CHECK(own.invariants[0].broken == doctest::Approx(0.0010160124792157887).epsilon(1e-9));
  CHECK(own.invariants[0].repaired == doctest::Approx(2.958758282822771e-08).epsilon(1e-3));
  CHECK(says(own, "0.001"));
}

TEST_CASE("museum: the exponent d/(d-2) has no value at d = 2, and is in order above") {
  for (const double alpha : {1.0, 2.0, 4.0, 8.0}) {
    CAPTURE(alpha);
    const Exhibition two = shown("ntk-two", {{"alpha", alpha}});
    CHECK(two.broken.size() == 0);
    CHECK(two.repaired.rows() == 8);
    CHECK(two.repaired(3, 0) == doctest::Approx(std::cos(3.0)).epsilon(1e-12));
    CHECK(two.repaired(3, 1) == doctest::Approx(std::sin(3.0)).epsilon(1e-12));
    CHECK(broken_by(two) == std::vector<double>{16});
    CHECK(two.invariants[0].repaired == 0);
    CHECK(says(two, "ZeroDivisionError"));
    const Exhibition four = shown("ntk-two", {{"d", 4}, {"alpha", alpha}});
    CHECK(held(four) == std::vector<bool>{true, true});
    CHECK(four.broken == four.repaired);
    // The first frequency stays 1, and the last, 1/100, is divided by alpha.
    CHECK(four.broken(7, 2) == doctest::Approx(std::sin(7.0)).epsilon(1e-12));
    CHECK(four.broken(7, 3) == doctest::Approx(std::sin(0.07 / alpha)).epsilon(1e-12));
  }
}
