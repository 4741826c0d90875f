#include "shown.hpp"
#include "test.hpp"

namespace {

/// <x_t, x_u> of the exhibit's tokens.
double product_of_tokens(int d, int t, int u) {
  double sum = 0;
  for (int n = 1; n <= d; ++n) sum += 2 * std::sin((t + 1) * n) * std::sin((u + 1) * n);
  return sum;
}

}  // namespace

TEST_CASE("museum: logits divided by sqrt(d) twice are flat, but for d = 1") {
  const Exhibition own = shown("scaled-twice");
  CHECK(held(own) == std::vector<bool>{false, true});
  CHECK(own.invariants[0].broken == doctest::Approx(7.303794921836868).epsilon(1e-9));
  for (int t = 0; t < 8; ++t) {
    double broken = 0;
    double repaired = 0;
    for (int u = 0; u < 8; ++u) {
      const double further = product_of_tokens(64, t, u) - product_of_tokens(64, t, t);
      broken += std::exp(further / 64);
      repaired += std::exp(further / 8);
    }
    CHECK(own.broken(t, t) == doctest::Approx(1 / broken).epsilon(1e-9));
    CHECK(own.repaired(t, t) == doctest::Approx(1 / repaired).epsilon(1e-9));
  }
  CHECK(says(own, "28.2 %"));
  CHECK(says(own, "99.8 %"));
  CHECK(says(own, "12.5 %"));
  const auto off = [](double d) { return shown("scaled-twice", {{"d", d}}).invariants[0].broken; };
  CHECK(off(4) < off(16));
  CHECK(off(16) < off(64));
  CHECK(held(shown("scaled-twice", {{"d", 1}})) == std::vector<bool>{true, true});
}

TEST_CASE("museum: padding in front moves every word, and distances stay") {
  const Exhibition own = shown("padding-shift");
  CHECK(held(own) == std::vector<bool>{false, false, true});
  double off = 0;
  for (int word = 0; word < 6; ++word) {
    for (int i = 0; i < 8; ++i) {
      const double omega = std::pow(10000, -i / 8.0);
      const double sine = std::sin((word + 3) * omega);
      const double cosine = std::cos((word + 3) * omega);
      CHECK(own.broken(word, 2 * i) == doctest::Approx(sine).epsilon(1e-9));
      CHECK(own.repaired(word, 2 * i + 1) == doctest::Approx(std::cos(word * omega)).epsilon(1e-9));
      off = std::max({off, std::abs(sine - std::sin(word * omega)),
                      std::abs(cosine - std::cos(word * omega))});
    }
  }
  CHECK(own.invariants[0].broken == doctest::Approx(off).epsilon(1e-12));
  CHECK(off == doctest::Approx(1.9899924966004454).epsilon(1e-12));
  CHECK(says(own, "With 3 pads"));
  CHECK(says(own, "1.99"));
  CHECK(says(shown("padding-shift", {{"padding", 1}}), "With 1 pad in front"));
  const Exhibition none = shown("padding-shift", {{"padding", 0}});
  CHECK(held(none) == std::vector<bool>{true, true, true});
  CHECK(says(none, "Without padding"));
}

TEST_CASE("museum: a row that sees nothing is a plain mean of all, and words stay as they are") {
  const Exhibition own = shown("masked-row");
  CHECK(held(own) == std::vector<bool>{false, true});
  CHECK(own.invariants[0].broken == doctest::Approx(1).epsilon(1e-12));
  CHECK(own.invariants[0].repaired == 0);
  for (int key = 0; key < 9; ++key) {
    for (int pad = 0; pad < 3; ++pad) {
      CHECK(own.broken(pad, key) == doctest::Approx(1 / 9.0).epsilon(1e-12));
      CHECK(own.repaired(pad, key) == 0);
    }
    // The second word sees the first and itself.
    const double e = std::exp(1 - std::cos(1.0));
    CHECK(own.broken(4, key) == doctest::Approx(key == 3   ? 1 / (1 + e)
                                                : key == 4 ? e / (1 + e)
                                                           : 0)
                                    .epsilon(1e-12));
  }
  CHECK(own.broken.bottomRows(6) == own.repaired.bottomRows(6));
  CHECK(says(own, "Rows that see nothing: 3."));
  CHECK(says(own, "0.11"));
  CHECK(says(own, "rows of NaN: 3."));
  const Exhibition none = shown("masked-row", {{"padding", 0}});
  CHECK(held(none) == std::vector<bool>{true, true});
  CHECK(none.broken == none.repaired);
}
