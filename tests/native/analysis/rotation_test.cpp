#include "posenc/analysis/rotation.hpp"

#include "drawn.hpp"
#include "test.hpp"

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
        CHECK(turned->directions[i] ==
              doctest::Approx(std::atan2(y[b], y[a]) / (2 * std::numbers::pi)));
      }
      CHECK(turned->keeps_norm);
    }
  }
}

TEST_CASE(
    "rotation: a pair that is 0 points nowhere, and rounding takes no direction past half a turn") {
  Vector x(4);
  x << 0, 0, -0.1, 0;
  const auto still = rotation(rope(4, PairLayout::interleaved), x, 0);
  REQUIRE(still.has_value());
  CHECK(still->directions[0] == 0);
  CHECK(still->directions[1] == doctest::Approx(0.5));
  x << 0.3, 0.4, -0.1, 0;
  const auto turned = rotation(rope(4, PairLayout::interleaved, 1.5), x, 0);
  CHECK(turned->directions.allFinite());
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

TEST_CASE("norm changes: none but an attention factor, whatever the vectors and positions") {
  Random random(72);
  const std::vector<Vector> vectors{drawn::vector(random, 8), drawn::vector(random, 8)};
  const std::array positions{0.0, 7.0, 131071.0};
  CHECK(*largest_norm_change(rope(8, PairLayout::interleaved), vectors, positions) < 1e-14);
  CHECK(*largest_norm_change(rope(8, PairLayout::half_split, 1.25), vectors, positions) ==
        doctest::Approx(0.25));
  CHECK_FALSE(largest_norm_change(rope(4, PairLayout::half_split), vectors, positions));
}

TEST_CASE("the nearest rotation: of one pair, the chord of the smallest angle") {
  const Vector x{{3, 4}};
  // 44 radians are 7 turns and 0.0177, 22 are 3.5 turns and 0.0089 more.
  const auto one_pair = rope(2, PairLayout::interleaved);
  CHECK(*nearest_rotation(one_pair, x, 2) == doctest::Approx(2 * std::sin(0.5)));
  const double angle = 44 - 14 * std::numbers::pi;
  CHECK(*nearest_rotation(one_pair, x, 45) == doctest::Approx(2 * std::sin(angle / 2)));
  CHECK(std::isinf(*nearest_rotation(one_pair, x, 1)));
  CHECK(nearest_rotation(one_pair, x, 0).error().message.starts_with("[rotation] count must be"));
}

TEST_CASE("moved scores: together they stay, apart they do not") {
  Random random(73);
  const Vector q = drawn::vector(random, 8);
  const Vector k = drawn::vector(random, 8);
  const std::array distances{-3.0, 0.0, 5.0};
  const std::array starts{0.0, 17.0, 1000.0};
  const auto half_split = rope(8, PairLayout::half_split);
  const ScoreMovement movement = *score_movement(half_split, q, k, distances, starts);
  CHECK(movement.relative);
  CHECK(movement.moved_together < 1e-10);
  const std::array pairs{PositionPair{0, 3}, PositionPair{0, 0}, PositionPair{5, 0}};
  CHECK(movement.moved_apart == compare_scores(half_split, q, k, pairs)->difference);
}
