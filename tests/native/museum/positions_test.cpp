#include "shown.hpp"
#include "test.hpp"

TEST_CASE("museum: position ids that start again do not keep a document from the one before it") {
  const Exhibition own = shown("packed");
  CHECK(held(own) == std::vector<bool>{false, false, true});
  // The first token of the second document, at position 0, sees 0 to 5 of the first.
  double others = 0;
  for (int n = 0; n < 6; ++n) others += std::exp(std::cos(n));
  const double sum = others + std::exp(1.0);
  CHECK(own.broken(6, 5) == doctest::Approx(std::exp(std::cos(5.0)) / sum).epsilon(1e-12));
  CHECK(own.broken(6, 6) == doctest::Approx(std::exp(1.0) / sum).epsilon(1e-12));
  CHECK(own.broken(6, 7) == 0);
  CHECK(own.repaired(6, 6) == 1);
  CHECK(own.repaired(7, 6) ==
        doctest::Approx(1 / (1 + std::exp(1 - std::cos(1.0)))).epsilon(1e-12));
  CHECK(own.invariants[0].broken >= others / sum - 1e-12);
  CHECK(own.invariants[1].broken == doctest::Approx(others / sum).epsilon(1e-12));
  CHECK(own.broken.topRows(6) == own.repaired.topRows(6));
  CHECK(says(own, "at distance −5."));
}

TEST_CASE("museum: an answer begins at three times the length of its prompt") {
  const Exhibition own = shown("decode-jump");
  CHECK(held(own) == std::vector<bool>{false, true, true});
  CHECK(own.invariants[0].broken == 16);
  CHECK(own.broken(8, 7) == 24 - 7);
  CHECK(own.broken(11, 8) == 3);
  CHECK(own.broken.topRows(8) == own.repaired.topRows(8));
  for (int query = 0; query < 12; ++query) {
    for (int key = 0; key < 12; ++key) {
      CHECK(own.repaired(query, key) == std::max(0, query - key));
    }
  }
  CHECK(says(own, "positions 0 to 7, and the answer begins at 24 instead of 8."));
  const Exhibition one = shown("decode-jump", {{"prompt", 16}, {"answer", 1}});
  CHECK(one.invariants[0].broken == 32);
  CHECK(says(one, "at 48 instead of 16"));
}
