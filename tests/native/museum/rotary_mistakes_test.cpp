#include "posenc/museum/rotary_mistakes.hpp"

#include "drawn.hpp"
#include "test.hpp"

TEST_CASE("repeated angles: component n has the angle of pair n/2, written out") {
  const auto theta = *GeometricFrequencies::make(4, 10000);
  const Vector x{{1, 2, 3, 4}};
  const double fast = 5;
  const double slow = 0.05;
  const Matrix rotated = *rotate_with_repeated_angles(theta, x, std::array{5.0});
  CHECK(rotated(0, 0) == doctest::Approx(1 * std::cos(fast) - 3 * std::sin(fast)));
  CHECK(rotated(0, 1) == doctest::Approx(2 * std::cos(fast) - 4 * std::sin(fast)));
  CHECK(rotated(0, 2) == doctest::Approx(3 * std::cos(slow) + 1 * std::sin(slow)));
  CHECK(rotated(0, 3) == doctest::Approx(4 * std::cos(slow) + 2 * std::sin(slow)));
}

TEST_CASE("along the tangent: each pair (a, b) becomes (a - b f, b + a f)") {
  const auto theta = *GeometricFrequencies::make(4, 10000);
  const Vector moved = moved_along_tangent(theta, Vector{{1, 2, 3, 4}}, 5);
  CHECK(moved[0] == doctest::Approx(1 - 3 * 5));
  CHECK(moved[1] == doctest::Approx(2 - 4 * 0.05));
  CHECK(moved[2] == doctest::Approx(3 + 1 * 5));
  CHECK(moved[3] == doctest::Approx(4 + 2 * 0.05));
}

TEST_CASE("a rotary head: only rotated values depend on where the tokens stand") {
  const auto rope =
      *RotaryEmbedding::make(*GeometricFrequencies::make(8, 10000), 8, PairLayout::half_split);
  Random random(3);
  const Matrix q = drawn::matrix(random, 5, 8);
  const Matrix k = drawn::matrix(random, 5, 8);
  const Matrix v = drawn::matrix(random, 5, 8);
  const auto change = [&](ValueRotation values) {
    const HeadOutput here = *rotary_head(rope, q, k, v, 0, values);
    const HeadOutput moved = *rotary_head(rope, q, k, v, 100, values);
    CHECK(largest_difference(here.weights, moved.weights) < 1e-12);
    return largest_difference(here.output, moved.output);
  };
  CHECK(change(ValueRotation::none) < 1e-12);
  CHECK(change(ValueRotation::undone) < 1e-12);
  CHECK(change(ValueRotation::rotated) > 0.1);
}
