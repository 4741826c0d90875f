#include "shown.hpp"
#include "test.hpp"

TEST_CASE("museum: timesteps from 1 move fast columns far, slow ones hardly, and no product") {
  const Exhibition own = shown("timesteps-from-one");
  CHECK(held(own) == std::vector<bool>{false, true});
  CHECK(own.broken(0, 0) == doctest::Approx(std::sin(1000.0)).epsilon(1e-12));
  CHECK(own.repaired(0, 0) == doctest::Approx(std::sin(999.0)).epsilon(1e-12));
  CHECK(own.repaired(9, 8) == doctest::Approx(std::cos(99.0)).epsilon(1e-12));
  CHECK(own.broken(0, 7) == doctest::Approx(std::sin(0.1)).epsilon(1e-12));
  CHECK(own.invariants[0].broken == doctest::Approx(std::sin(1000.0) - std::sin(999.0)));
  CHECK(says(own, "ends at 100 instead of 99"));
  // A step of 1 moves a sine by 2 sin(1/2) at most; the slowest wave by 1/10000.
  CHECK(says(own, "off by up to 0.96, the slowest by up to 0.0001"));
  CHECK(says(shown("timesteps-from-one", {{"steps", 2}}), "ends at 500 instead of 499"));
}

TEST_CASE("museum: swapped halves are another embedding, and no product of rows shows it") {
  const Exhibition own = shown("swapped-halves");
  CHECK(held(own) == std::vector<bool>{false, false, true});
  CHECK(own.repaired(0, 0) == 1);
  CHECK(own.repaired(0, 8) == 0);
  CHECK(own.broken(0, 0) == 0);
  CHECK(own.broken(1, 0) == doctest::Approx(std::sin(50.0)).epsilon(1e-12));
  CHECK(own.repaired(1, 1) == doctest::Approx(std::cos(50 * std::pow(10, -0.5))).epsilon(1e-12));
  // 2 sin a cos a = sin 2a for each pair.
  double least = 1;
  double most = -1;
  for (int n = 0; n < 20; ++n) {
    double sum = 0;
    for (int i = 0; i < 8; ++i) sum += std::sin(2 * 50 * n * std::pow(10, -i / 2.0)) / 8;
    least = std::fmin(least, sum);
    most = std::fmax(most, sum);
  }
  CHECK(most < 0.9);
  CHECK(own.invariants[0].broken == doctest::Approx(1 - least).epsilon(1e-12));
  CHECK(own.invariants[1].broken == 1);
  CHECK(own.invariants[2].broken < 1e-12);
}
