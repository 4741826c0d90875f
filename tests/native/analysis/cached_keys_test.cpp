#include "posenc/analysis/cached_keys.hpp"

#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"
#include "test.hpp"

namespace {

const GeometricFrequencies theta_16 = *GeometricFrequencies::make(16, 10000);
constexpr double original_len = 16;

CachedScores scores_of(double length, BaseRule rule, CachedKey kept) {
  return *cached_scores(theta_16, original_len, length, rule, kept);
}

/// A vector of unit length, the same in every pair, rotated for a text of `length` tokens.
Vector rotated(double position, double length) {
  const RotaryEmbedding rope = *RotaryEmbedding::make(*dynamic_ntk(theta_16, original_len, length),
                                                      16, PairLayout::interleaved);
  return rotate(rope, Vector::Constant(16, 0.25), std::array{position})->row(0);
}

}  // namespace

TEST_CASE("cached keys: the scores of rotated vectors, kept one by one") {
  constexpr int length = 64;
  const CachedScores scores = scores_of(length, BaseRule::dynamic_ntk, CachedKey::rotated);
  const Vector query = rotated(length - 1, length);
  std::vector<Vector> cache;
  for (int key = 0; key < length; ++key) {
    CAPTURE(key);
    cache.push_back(rotated(key, key + 1));
    CHECK(scores.cached[key] == doctest::Approx(query.dot(cache.back())).epsilon(1e-12));
    CHECK(scores.right[key] == doctest::Approx(query.dot(rotated(key, length))).epsilon(1e-12));
    CHECK(scores.bases[key] == dynamic_ntk(theta_16, original_len, key + 1)->base());
  }
  CHECK(scores.base == dynamic_ntk(theta_16, original_len, length)->base());
  CHECK(scores.difference == (scores.cached - scores.right).cwiseAbs().maxCoeff());
  CHECK(scores.difference == std::abs((scores.cached - scores.right)[scores.worst]));
  CHECK(scores.difference > 0.15);
  CHECK(!scores.agree);
}

TEST_CASE("cached keys: right scores depend on the distance alone, cached ones do not") {
  const CachedScores whole = scores_of(64, BaseRule::dynamic_ntk, CachedKey::rotated);
  const GeometricFrequencies now = *dynamic_ntk(theta_16, original_len, 64);
  std::vector<double> distances;
  for (int key = 0; key < 64; ++key) distances.push_back(63 - key);
  CHECK(whole.right.isApprox(*kernel_mean_cos(now, distances), 1e-12));
  CHECK(!whole.cached.isApprox(whole.right, 0.1));

  // One token more shifts every right score by one place while the base stays, and no longer.
  const CachedScores longer = scores_of(65, BaseRule::fixed, CachedKey::rotated);
  CHECK(longer.right.tail(64).isApprox(scores_of(64, BaseRule::fixed, CachedKey::rotated).right,
                                       1e-12));
}

TEST_CASE("cached keys: right with a fixed base, within the trained length, or kept unrotated") {
  for (const CachedScores& scores :
       {scores_of(64, BaseRule::fixed, CachedKey::rotated),
        scores_of(original_len, BaseRule::dynamic_ntk, CachedKey::rotated),
        scores_of(64, BaseRule::dynamic_ntk, CachedKey::unrotated),
        scores_of(1, BaseRule::dynamic_ntk, CachedKey::rotated)}) {
    CHECK(scores.agree);
    CHECK(scores.difference < 1e-14);
    const auto length = scores.right.size();
    for (Index key = 0; key < length; ++key) {
      CHECK((scores.distances.col(key).array() - static_cast<double>(length - 1 - key))
                .abs()
                .maxCoeff() < 1e-12);
    }
  }
}

TEST_CASE(
    "cached keys: the last pair takes all keys since the trained length for the query's own") {
  const CachedScores scores = scores_of(64, BaseRule::dynamic_ntk, CachedKey::rotated);
  const Index last = theta_16.pairs() - 1;
  for (Index key = 0; key < 64; ++key) {
    CAPTURE(key);
    const auto position = static_cast<double>(key);
    // Pair 0 turns by one radian with any base; the last is slowed by tokens / original_len.
    CHECK(scores.distances(0, key) == doctest::Approx(63 - position));
    const double slowed = std::max(position + 1, original_len);
    CHECK(scores.distances(last, key) == doctest::Approx(63 - position * 64 / slowed));
    if (key >= 16) CHECK(std::abs(scores.distances(last, key)) < 3);
  }
}

TEST_CASE("cached keys: arguments outside their range") {
  const auto message = [](double trained, double length) {
    return cached_scores(theta_16, trained, length, BaseRule::fixed, CachedKey::rotated)
        .error()
        .message;
  };
  CHECK(message(0, 4) == "[cached keys] original_len must be a finite number above 0 but got 0");
  CHECK(message(16, 0) ==
        "[cached keys] length must be a whole number above 0 and below 2^31 but got 0");
  CHECK(message(16, 1e9).starts_with("[cached keys] the distances"));
  CHECK(cached_scores(*GeometricFrequencies::make(2, 10000), 16, 17, BaseRule::dynamic_ntk,
                      CachedKey::rotated)
            .error()
            .message.starts_with("[ntk-aware] dimension must be above 2"));
  CHECK(to_base_rule("static").error().message ==
        "[cached keys] rule must be \"fixed\" or \"dynamic_ntk\" but got \"static\"");
  CHECK(to_cached_key("both").error().message ==
        "[cached keys] kept must be \"rotated\" or \"unrotated\" but got \"both\"");
}
