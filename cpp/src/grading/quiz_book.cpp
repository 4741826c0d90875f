#include "posenc/grading/quiz_topics.hpp"

#include <array>
#include <cmath>

#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/packing.hpp"
#include "posenc/analysis/sliding_cache.hpp"
#include "posenc/analysis/windows.hpp"
#include "posenc/encoding/rotary.hpp"

// Text: bits and perplexity, larger bases, partial rotation, windows, caches of keys, and packed documents.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

/// Of a mean loss of that many bits.
double perplexity(double bits) { return std::exp(bits * std::log(2.0)); }

/// The inverse frequencies of a head of 64 components that rotates a quarter of them.
Vector quarter() { return RotaryEmbedding::make(64, 16, 10000, "half_split")->theta().values(); }
bool quarter_is(const Vector& theta) { return theta.size() == 8 && alike(quarter(), theta); }

/// Of four layers that see 16 tokens each.
double reach_of_four_windows() { return *reach_of_windows(std::array{16.0, 16.0, 16.0, 16.0}); }

/// How far off the scores of cached keys are in a text of four times the trained length.
double scores_off(BaseRule rule, CachedKey kept) {
  return cached_scores(waves(16), 32, 128, rule, kept)->difference;
}
bool rotated_keys_go_stale() {
  return scores_off(BaseRule::dynamic_ntk, CachedKey::rotated) > rounding_tolerance &&
         scores_off(BaseRule::dynamic_ntk, CachedKey::unrotated) <= rounding_tolerance;
}

/// RoPE's attention that goes from packed documents to those before them, with a causal mask alone.
double crossing(PackedPositions positions) {
  return packed_attention(std::array{3.0, 3.0}, PackedScheme::rope, DocumentMask::none, positions,
                          1)
      ->crossing;
}

/// The first 4 and the latest 12 tokens of a text of 64, for a model trained at 16.
SlidingCache sinks_and_latest() { return *sliding_cache(waves(16), 16, 64, 4, 12); }
bool only_sinks_are_out_of_range() {
  const SlidingCache cache = sinks_and_latest();
  return cache.recent_agree && cache.unseen_in_text == cache.sinks && cache.unseen_in_cache == 0;
}
bool first_key_scores_the_same() {
  const SlidingCache cache = sinks_and_latest();
  return same(cache.text_scores[0], cache.cache_scores[0]);
}

/// How much more slowly the pairs turn with base 500000 than with 10000, [pairs].
Vector slowed() { return waves(64).values().array() / waves(64, 500000).values().array(); }
bool all_but_the_first_slow_down() {
  return same(slowed()[0], 1) && slowed().tail(slowed().size() - 1).minCoeff() > 1;
}

/// The softmax weight of a key whose score is 5 above those of all others, of that many keys.
double weight_among(double keys) { return std::exp(5) / (std::exp(5) + keys - 1); }

constexpr QuizEntry questions_on_long_texts[] = {
    {"bits",
     {{{"three", [] { return same(perplexity(3), 3); }},
       {"eight", [] { return same(perplexity(3), 8); }},
       {"e-cubed", [] { return same(perplexity(3), std::exp(3.0)); }},
       {"alphabet", is_false}}}},
    {"thinning",
     {{{"stays", [] { return same(weight_among(1024), weight_among(16)); }},
       {"falls",
        [] {
          return std::round(100 * weight_among(16)) == 91 &&
                 std::round(100 * weight_among(1024)) == 13;
        }},
       {"same-ratio", [] { return same(weight_among(1024), weight_among(16) / 64); }}}}},
    {"flat-alibi", {{{"uses-all", is_false}, {"as-well", is_true}, {"any-task", is_false}}}},
    {"raised-base",
     {{{"all-slower", [] { return same(slowed().minCoeff(), slowed().maxCoeff()); }},
       {"other-angles", &all_but_the_first_slow_down},
       {"new-weights", is_false},
       {"first-faster", [] { return slowed()[0] < 1; }}}}},
    {"partial",
     {{{"whole-range", [] { return quarter_is(waves(16).values()); }},
       {"fastest", [] { return quarter_is(waves(64).values().head(8)); }},
       {"slowest", [] { return quarter_is(waves(64).values().tail(8)); }},
       {"quarter-turn", [] { return quarter().size() == 32; }}}}},
    {"windows",
     {{{"one-window", [] { return same(reach_of_four_windows(), 16); }},
       {"sum", [] { return same(reach_of_four_windows(), 61); }},
       {"power", [] { return same(reach_of_four_windows(), std::pow(16, 4)); }},
       {"all", [] { return !std::isfinite(reach_of_four_windows()); }}}}},
    {"cached-keys",
     {{{"nothing",
        [] { return scores_off(BaseRule::dynamic_ntk, CachedKey::rotated) <= rounding_tolerance; }},
       {"old-keys", &rotated_keys_go_stale},
       {"any-base",
        [] { return scores_off(BaseRule::fixed, CachedKey::rotated) > rounding_tolerance; }},
       {"values", is_false}}}},
    {"packed",
     {{{"ids", [] { return same(crossing(PackedPositions::reset), 0); }},
       {"causal", is_false},
       {"distance", [] { return same(crossing(PackedPositions::continued), 0); }},
       {"nothing", [] { return !same(crossing(PackedPositions::reset), 0); }}}}},
    {"sinks",
     {{{"nothing", &first_key_scores_the_same},
       {"first-keys", &only_sinks_are_out_of_range},
       {"latest-keys", [] { return !sinks_and_latest().recent_agree; }},
       {"dropped-keys", is_false}}}},
};

}  // namespace

std::span<const QuizEntry> book_questions() { return questions_on_long_texts; }

}  // namespace posenc::quiz_topics
