#include "shown.hpp"
#include "test.hpp"

// Numbers with many digits come from the exhibits' own Python, measured in Python.

TEST_CASE("museum: two layouts in one rotation make scores drift, but for a single pair") {
  const Exhibition own = shown("mixed-layout");
  CHECK(held(own) == std::vector<bool>{false, false, false});
  CHECK(own.invariants[0].broken == doctest::Approx(1.9708871589754513).epsilon(1e-9));
  CHECK(own.invariants[1].broken == doctest::Approx(1.1236126076211903).epsilon(1e-9));
  CHECK(own.invariants[2].broken == doctest::Approx(0.9924233305887233).epsilon(1e-9));
  CHECK(own.repaired.diagonal().minCoeff() == doctest::Approx(2.0756735003570457).epsilon(1e-9));
  CHECK(says(own, "q·k is 2.08"));
  CHECK(says(own, "from 0.95 to 2.92"));
  // At position 0 nothing has moved yet, but scores drift anyway.
  CHECK(held(shown("mixed-layout", {{"start", 0}})) == std::vector<bool>{false, false, true});
  const Exhibition pair = shown("mixed-layout", {{"d", 2}, {"start", 1000}});
  CHECK(held(pair) == std::vector<bool>{true, true, true});
  CHECK((pair.broken - pair.repaired).cwiseAbs().maxCoeff() < 1e-12);
  CHECK(says(pair, "the mistake does not show"));
}

TEST_CASE("museum: a vector that is added whole grows, but at position 0") {
  const Exhibition own = shown("input-added");
  CHECK(held(own) == std::vector<bool>{false, false});
  CHECK(own.invariants[0].broken == doctest::Approx(0.3875108694376266).epsilon(1e-9));
  CHECK(own.invariants[1].broken == doctest::Approx(1.783825149572574).epsilon(1e-9));
  // |x + J x sin|^2 = |x|^2 (1 + sin^2) for a single pair.
  const Exhibition pair = shown("input-added", {{"d", 2}});
  const double length = std::sqrt(1 + std::pow(std::cos(1.0), 2));
  for (int pos = 0; pos < 32; ++pos) {
    CAPTURE(pos);
    CHECK(pair.broken.row(pos).norm() ==
          doctest::Approx(length * std::sqrt(1 + std::pow(std::sin(pos), 2))).epsilon(1e-12));
    CHECK(pair.repaired.row(pos).norm() == doctest::Approx(length).epsilon(1e-12));
  }
  CHECK(says(own, "2.108 long"));
  CHECK(says(own, "18.4 %"));
  const Exhibition first = shown("input-added", {{"count", 1}});
  CHECK(held(first) == std::vector<bool>{true, true});
  CHECK(says(first, "position 0"));
}

TEST_CASE("museum: rotated values move the output, and the weights do not tell") {
  const Exhibition own = shown("rotated-values");
  CHECK(held(own) == std::vector<bool>{false, false, true});
  CHECK(own.invariants[0].broken == doctest::Approx(1.7605483207667854).epsilon(1e-9));
  CHECK(own.invariants[1].broken == doctest::Approx(1.0965674627180149).epsilon(1e-9));
  CHECK(says(own, "Shifted by 10"));
  CHECK(says(own, "1.761"));
  // A mean of the values is within their range, each component for itself.
  for (int n = 0; n < 8; ++n) {
    double most = 0;
    for (int t = 1; t <= 6; ++t) most = std::max(most, std::abs(std::cos(t * (n + 1))));
    CHECK(own.repaired.col(n).cwiseAbs().maxCoeff() <= most);
  }
  const Exhibition unmoved = shown("rotated-values", {{"shift", 0}});
  CHECK(held(unmoved) == std::vector<bool>{true, false, true});
  CHECK((unmoved.repaired - own.repaired).cwiseAbs().maxCoeff() < 1e-12);
}
