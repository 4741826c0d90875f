#include "posenc/analysis/sliding_cache.hpp"

#include "posenc/encoding/rotary.hpp"
#include "test.hpp"

namespace {

const GeometricFrequencies theta_8 = *GeometricFrequencies::make(8, 100);

/// A vector of unit length, the same in every pair, rotated once more for that many positions.
Vector turned(const Vector& x, double positions) {
  const RotaryEmbedding rope = *RotaryEmbedding::make(theta_8, 8, PairLayout::interleaved);
  return rotate(rope, x, std::array{positions})->row(0);
}
const Vector alike = Vector::Constant(8, 1 / std::sqrt(8.0));

std::vector<double> numbers(const Vector& values) { return {values.begin(), values.end()}; }

}  // namespace

TEST_CASE("sliding cache: the first and the latest keys, with the example of the paper") {
  // Of nine tokens, those in the cache are 0 to 3 and 6 to 8: section 3.2, before the token at 9 comes in.
  CHECK(numbers(sliding_cache(theta_8, 16, 9, 4, 3)->positions) ==
        std::vector<double>{0, 1, 2, 3, 6, 7, 8});
  // All tokens fit, or not even all sinks: the query's own key is kept in any case.
  CHECK(numbers(sliding_cache(theta_8, 16, 4, 2, 3)->positions) == std::vector<double>{0, 1, 2, 3});
  CHECK(numbers(sliding_cache(theta_8, 16, 2, 4, 3)->positions) == std::vector<double>{0, 1});
  CHECK(sliding_cache(theta_8, 16, 2, 4, 3)->sinks == 1);
  CHECK(numbers(sliding_cache(theta_8, 16, 9, 0, 2)->positions) == std::vector<double>{7, 8});
}

TEST_CASE("sliding cache: the scores of rotated vectors, by their positions in text and cache") {
  constexpr int length = 48;
  const SlidingCache cache = *sliding_cache(theta_8, 16, length, 4, 8);
  for (int key = 0; key < length; ++key) {
    CAPTURE(key);
    CHECK(cache.text_scores[key] ==
          doctest::Approx(turned(alike, length - 1).dot(turned(alike, key))).epsilon(1e-12));
  }
  const auto kept = static_cast<int>(cache.positions.size());
  REQUIRE(kept == 12);
  for (int place = 0; place < kept; ++place) {
    CAPTURE(place);
    // A key rotated by its position in the text is rotated again by what it has moved.
    const Vector in_text = turned(alike, cache.positions[place]);
    const Vector moved = turned(in_text, place - cache.positions[place]);
    CHECK(moved.isApprox(turned(alike, place), 1e-12));
    CHECK(cache.cache_scores[place] ==
          doctest::Approx(turned(alike, kept - 1).dot(moved)).epsilon(1e-12));
  }
}

TEST_CASE("sliding cache: latest keys score the same, and only sinks leave the trained range") {
  // The slowest of four pairs turns by 100^(-3/4) radians.
  const double slowest = std::pow(100, -0.75);
  for (const double length : {12, 13, 16, 17, 20, 64}) {
    CAPTURE(length);
    const SlidingCache cache = *sliding_cache(theta_8, 16, length, 4, 8);
    CHECK(cache.recent_agree);
    CHECK(cache.recent_difference < 1e-12);
    CHECK(cache.unseen_in_cache == 0);
    CHECK(static_cast<double>(cache.unseen_in_text) == std::clamp(length - 16, 0.0, 4.0));
    CHECK(cache.trained_angle == doctest::Approx(15 * slowest));
    CHECK(cache.text_angles[0] == doctest::Approx((length - 1) * slowest));
    CHECK(cache.cache_angles[0] == doctest::Approx(11 * slowest));
    CHECK((cache.text_scores[0] == doctest::Approx(cache.cache_scores[0])) == (length == 12));
  }
  // A cache that is longer than the training leaves it, too.
  CHECK(sliding_cache(theta_8, 16, 64, 4, 14)->unseen_in_cache == 2);
  CHECK(sliding_cache(theta_8, 15.5, 64, 4, 12)->trained_angle == doctest::Approx(15 * slowest));
}

TEST_CASE("sliding cache: arguments outside their range") {
  const auto message = [](double trained, double length, double sinks, double recent) {
    return sliding_cache(theta_8, trained, length, sinks, recent).error().message;
  };
  CHECK(message(0, 9, 4, 4) ==
        "[sliding cache] original_len must be a finite number above 0 but got 0");
  CHECK(message(16, 0.5, 4, 4).starts_with("[sliding cache] length must be a whole number"));
  CHECK(message(16, 9, -1, 4).starts_with("[sliding cache] sinks must be a whole number from 0"));
  CHECK(message(16, 9, 4, 0).starts_with("[sliding cache] recent must be a whole number from 1"));
  CHECK(message(16, 1e9, 4, 4).starts_with("[sliding cache] the angles"));
}
