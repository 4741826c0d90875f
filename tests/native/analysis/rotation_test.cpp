#include "posenc/analysis/rotation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "drawn.hpp"

using namespace posenc;

namespace {

RotaryEmbedding rope(double d, PairLayout layout, double attention_factor = 1) {
  return *RotaryEmbedding::make(*GeometricFrequencies::make(static_cast<Index>(d), 10000), d,
                                layout, attention_factor);
}

Vector worked_query() {
  Vector q(4);
  q << 0.8, 0.3, -0.5, 0.2;
  return q;
}

}  // namespace

TEST_CASE("rotation: the worked example, with its angles") {
  const auto turned = rotation(rope(4, PairLayout::interleaved), worked_query(), 1);
  REQUIRE(turned.has_value());
  const double expected[] = {0.1798, 0.8353, -0.5020, 0.1950};
  for (Index c = 0; c < 4; ++c) {
    CHECK(std::abs(turned->rotated[c] - expected[c]) < 0.5e-4);
  }
  CHECK(turned->radians[0] == doctest::Approx(1));
  CHECK(turned->radians[1] == doctest::Approx(0.01));
  CHECK(turned->turns[1] == doctest::Approx(0.01 / (2 * std::numbers::pi)));
  CHECK(turned->squared_norm == doctest::Approx(1.02));
  CHECK(turned->rotated_squared_norm == doctest::Approx(1.02));
  CHECK(turned->keeps_norm);
}

TEST_CASE("rotation: each pair keeps its own length, in either layout, anywhere") {
  Random random(71);
  for (const PairLayout layout : {PairLayout::interleaved, PairLayout::half_split}) {
    for (int round = 0; round < 20; ++round) {
      const Index pairs = drawn::index(random, 1, 8);
      const Vector x = drawn::vector(random, 2 * pairs);
      const auto turned = rotation(rope(static_cast<double>(2 * pairs), layout), x,
                                   static_cast<double>(drawn::index(random, -500, 500)));
      REQUIRE(turned.has_value());
      for (Index i = 0; i < pairs; ++i) {
        const Index a = layout == PairLayout::interleaved ? 2 * i : i;
        const Index b = layout == PairLayout::interleaved ? 2 * i + 1 : i + pairs;
        const Vector& y = turned->rotated;
        CHECK(turned->pair_norms[i] == doctest::Approx(std::sqrt(x[a] * x[a] + x[b] * x[b])));
        CHECK(turned->pair_norms[i] == doctest::Approx(std::sqrt(y[a] * y[a] + y[b] * y[b])));
      }
      CHECK(turned->keeps_norm);
    }
  }
}

TEST_CASE("rotation: a factor on cosine and sine does not keep the norm") {
  const auto turned = rotation(rope(4, PairLayout::interleaved, 1.5), worked_query(), 3);
  REQUIRE(turned.has_value());
  CHECK(turned->rotated_squared_norm == doctest::Approx(1.5 * 1.5 * 1.02));
  CHECK_FALSE(turned->keeps_norm);
}

TEST_CASE("rotation: what rotate refuses") {
  CHECK(rotation(rope(4, PairLayout::interleaved), Vector::Ones(3), 1).error().message ==
        rotate(rope(4, PairLayout::interleaved), Vector::Ones(3), {}).error().message);
  CHECK_FALSE(rotation(rope(4, PairLayout::interleaved), worked_query(), 1e300).has_value());
}

TEST_CASE("scores: equal where m - n is the same, and nowhere else") {
  const RotaryEmbedding interleaved = rope(4, PairLayout::interleaved);
  const Vector q = worked_query();
  Vector k(4);
  k << -0.2, 0.7, -0.3, 0.5;
  const std::vector<PositionPair> same{{5, 3}, {2, 0}, {15, 13}, {105, 103}};
  const auto equal = compare_scores(interleaved, q, k, same);
  REQUIRE(equal.has_value());
  CHECK(equal->equal);
  CHECK(equal->difference < 1e-12);
  CHECK(equal->scores.size() == 4);
  CHECK(equal->scores[0] == doctest::Approx((*rotary_scores(interleaved, q, k, same))[0]));

  const auto other = compare_scores(interleaved, q, k, std::vector<PositionPair>{{5, 3}, {5, 4}});
  REQUIRE(other.has_value());
  CHECK_FALSE(other->equal);
  CHECK(other->difference == doctest::Approx(std::abs(other->scores[0] - other->scores[1])));

  const auto none = compare_scores(interleaved, q, k, {});
  REQUIRE(none.has_value());
  CHECK(none->equal);
  CHECK(none->difference == 0);
  CHECK_FALSE(compare_scores(interleaved, q, Vector::Ones(3), same).has_value());
}

TEST_CASE("layouts: permuted they agree, mixed they do not; with one pair they are the same") {
  Random random(72);
  const std::vector<PositionPair> places{{0, 0}, {3, 0}, {0, 5}, {17, 2}};
  for (const Index d : {4, 8, 34}) {
    const Vector q = drawn::vector(random, d);
    const Vector k = drawn::vector(random, d);
    const auto compared = compare_layouts(*GeometricFrequencies::make(d, 10000), q, k, places);
    REQUIRE(compared.has_value());
    CHECK(compared->permuted_agrees);
    CHECK_FALSE(compared->mixed_agrees);
    CHECK(compared->mixed_difference > 1e-3);
    CHECK((compared->permuted - compared->interleaved).cwiseAbs().maxCoeff() ==
          compared->permuted_difference);
    // At offset 0 nothing is turned, in any layout.
    CHECK(compared->mixed[0] == doctest::Approx(q.dot(k)));
  }
  const auto one_pair = compare_layouts(*GeometricFrequencies::make(2, 10000), Vector::Ones(2),
                                        Vector::Ones(2), places);
  REQUIRE(one_pair.has_value());
  CHECK(one_pair->mixed_agrees);
  CHECK_FALSE(compare_layouts(*GeometricFrequencies::make(4, 10000), Vector::Ones(3),
                              Vector::Ones(4), places)
                  .has_value());
}
