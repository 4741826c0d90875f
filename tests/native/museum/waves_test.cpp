#include "shown.hpp"
#include "test.hpp"

// Numbers with many digits come from the exhibits' own Python, measured in Python.

TEST_CASE("museum: positions from 1 break the first row, and nothing that depends on distances") {
  const Exhibition own = shown("one-based");
  CHECK(held(own) == std::vector<bool>{false, true, true});
  CHECK(own.invariants[0].broken == doctest::Approx(std::sin(1.0)).epsilon(1e-12));
  CHECK(own.broken(0, 1) == doctest::Approx(std::cos(1.0)).epsilon(1e-12));
  CHECK(own.broken(4, 0) == doctest::Approx(std::sin(5.0)).epsilon(1e-12));
  CHECK(own.repaired(0, 0) == 0);
  CHECK(own.repaired(0, 7) == 1);
  CHECK(says(own, "0.8415"));
  // |PE(1) - PE(0)| = 2 sin(omega/2) for each pair.
  double squares = 0;
  for (int i = 0; i < 4; ++i) squares += std::pow(2 * std::sin(std::pow(10, -i) / 2), 2);
  CHECK(std::sqrt(squares) == doctest::Approx(0.964).epsilon(5e-4));
  CHECK(says(own, "0.964"));
}

TEST_CASE("museum: sines only lose the circle, the first row and the offset") {
  const Exhibition own = shown("sines-only");
  CHECK(held(own) == std::vector<bool>{false, false, false});
  CHECK(own.invariants[0].broken == 1);
  CHECK(own.invariants[2].broken == doctest::Approx(3.944164743061457).epsilon(1e-12));
  CHECK(own.broken(3, 1) == doctest::Approx(std::sin(3.0)).epsilon(1e-12));
  CHECK(own.broken(3, 7) == doctest::Approx(std::sin(0.003)).epsilon(1e-12));
  CHECK(own.repaired(3, 7) == doctest::Approx(std::cos(0.003)).epsilon(1e-12));
  CHECK(says(own, "3.94"));
  // A single row has no products to vary.
  CHECK(held(shown("sines-only", {{"count", 1}})) == std::vector<bool>{false, false, true});
}

TEST_CASE("museum: radians of radians make steps too small, and position 0 does not show it") {
  const Exhibition own = shown("degrees");
  CHECK(held(own) == std::vector<bool>{false, true, true});
  CHECK(own.invariants[0].broken == doctest::Approx(0.824018578370613).epsilon(1e-12));
  // The step from position 0: sin 1 where 1 degree is.
  CHECK(own.broken(1, 0) == doctest::Approx(0.017452406437283512).epsilon(1e-12));
  CHECK(own.repaired(1, 0) == doctest::Approx(std::sin(1.0)).epsilon(1e-12));
  CHECK(says(own, "3.9998 instead of"));
  CHECK(says(own, "3.5353"));
  CHECK(says(own, "57.3 times"));
  const Exhibition alone = shown("degrees", {{"count", 1}});
  CHECK(held(alone) == std::vector<bool>{true, true, true});
  CHECK(alone.broken == alone.repaired);
  CHECK(says(alone, "the mistake does not show"));
}

TEST_CASE("museum: endpoint frequencies fall faster, most of all with few pairs") {
  const Exhibition own = shown("endpoint");
  CHECK(held(own) == std::vector<bool>{false, false, true});
  CHECK(own.invariants[0].broken ==
        doctest::Approx(0.1 - std::pow(10000, -1.0 / 3)).epsilon(1e-12));
  CHECK(own.invariants[1].broken == doctest::Approx(0.0534341931820969).epsilon(1e-12));
  CHECK(own.broken(1, 6) == doctest::Approx(std::sin(1e-4)).epsilon(1e-9));
  CHECK(own.repaired(1, 6) == doctest::Approx(std::sin(1e-3)).epsilon(1e-9));
  CHECK(says(own, "62832 positions long, not 6283"));
  CHECK(says(own, "0.697"));
  const auto off = [](double d) { return shown("endpoint", {{"d", d}}).invariants[0].broken; };
  CHECK(off(64) < off(8));
  CHECK(off(4) == doctest::Approx(0.01 - 0.0001).epsilon(1e-9));
}
