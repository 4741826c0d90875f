#include "posenc/grading/quiz_topics.hpp"

#include <array>
#include <initializer_list>
#include <vector>

#include "posenc/analysis/rotation.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"

// RoPE: what it rotates and keeps, tests of its code, and longer texts.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

Vector a_query() {
  Vector q(8);
  q << 0.8, 0.3, -0.5, 0.2, 0.1, -0.9, 0.4, 0.7;
  return q;
}
Vector a_key() {
  Vector k(8);
  k << 0.4, -0.6, 0.9, 0.5, -0.2, 0.3, 0.8, -0.1;
  return k;
}

RotaryEmbedding rope(PairLayout layout = PairLayout::interleaved, double base = 10000) {
  return *RotaryEmbedding::make(waves(8, base), 8, layout);
}

bool equal_scores(PairLayout layout, std::initializer_list<PositionPair> positions) {
  const std::vector<PositionPair> all(positions);
  return compare_scores(rope(layout), a_query(), a_key(), all)->equal;
}

/// Whether weights made for neighboring pairs are accepted with halves as pairs, and give other scores.
bool passes_and_is_wrong() {
  constexpr std::array<PositionPair, 3> positions{{{5, 3}, {105, 103}, {12, 10}}};
  return equal_scores(PairLayout::half_split, {{5, 3}, {105, 103}, {12, 10}}) &&
         !compare_layouts(waves(8), a_query(), a_key(), positions)->mixed_agrees;
}

bool keeps_norm(double position, double base = 10000) {
  return rotation(rope(PairLayout::interleaved, base), a_query(), position)->keeps_norm;
}
Vector turned(double position) { return rotation(rope(), a_query(), position)->rotated; }

double turns_of(Index pair, double position) { return (*turns(waves(128), position))[pair]; }
constexpr Index slowest = 63;

/// q + rot(q) f, f = position theta: what the lesson's faulty code computes.
Vector added(double position) {
  const RotaryEmbedding exact = rope();
  const Vector q = a_query();
  Vector all(q.size());
  for (Index i = 0; i < exact.theta().pairs(); ++i) {
    const double f = position * exact.theta().values()[i];
    const auto [a, b] = interleaved_pair(i);
    all[a] = q[a] - q[b] * f;
    all[b] = q[b] + q[a] * f;
  }
  return all;
}

StretchedWaves interpolated() {
  const auto theta = waves(128);
  return *stretches(wavelengths(theta), wavelengths(*position_interpolation(theta, 2)), 2);
}
StretchedWaves ntk() {
  const auto theta = waves(128);
  return *stretches(wavelengths(theta), wavelengths(*ntk_aware(theta, 2)), 2);
}
Index pairs_of(const StretchedWaves& stretched) { return stretched.times.size(); }
double first_of(const StretchedWaves& stretched) { return stretched.times[0]; }
double last_of(const StretchedWaves& stretched) { return stretched.times[pairs_of(stretched) - 1]; }

constexpr QuizEntry questions_on_rotation[] = {
    {"rope-rotates",
     {{{"words", is_false}, {"q-k", is_true}, {"q-k-v", is_false}, {"scores", is_false}}}},
    {"rope-keeps",
     {{{"components", [] { return alike(turned(1000), a_query()); }},
       {"length", [] { return keeps_norm(1000); }},
       {"sum", [] { return same(turned(1000).sum(), a_query().sum()); }},
       {"product", [] { return same(turned(1000).dot(a_key()), a_query().dot(a_key())); }}}}},
    {"rope-test",
     {{{"proved", [] { return !passes_and_is_wrong(); }},
       {"not-proved", &passes_and_is_wrong},
       {"sum", [] { return equal_scores(PairLayout::interleaved, {{5, 3}, {6, 2}, {4, 4}}); }}}}},
    {"rope-base",
     {{{"slow", [] { return waves(128, 500000).values()[slowest] < waves(128).values()[slowest]; }},
       {"fast", [] { return waves(128, 500000).values()[0] > waves(128).values()[0]; }},
       {"longer", [] { return !keeps_norm(1000, 500000); }},
       {"parameters", is_false}}}},
    {"rope-beyond",
     {{{"no-value", [] { return !rotate(rope(), a_query(), std::array{4096.0}).has_value(); }},
       {"slow",
        [] {
          return turns_of(slowest, 2048) < 1 && turns_of(slowest, 4096) > turns_of(slowest, 2048);
        }},
       {"longer", [] { return !keeps_norm(4096); }},
       {"fast", [] { return turns_of(0, 2048) < 1 && turns_of(0, 4096) >= 1; }}}}},
    {"interpolation",
     {{{"all", [] { return interpolated().whole == pairs_of(interpolated()); }},
       {"slow",
        [] { return same(first_of(interpolated()), 1) && same(last_of(interpolated()), 2); }},
       {"shorter", [] { return interpolated().times.maxCoeff() < 1; }},
       {"none", [] { return interpolated().kept == pairs_of(interpolated()); }}}}},
    {"ntk",
     {{{"all", [] { return ntk().whole == pairs_of(ntk()); }},
       {"fast", [] { return same(first_of(ntk()), 2) && same(last_of(ntk()), 1); }},
       {"none", [] { return ntk().kept == pairs_of(ntk()); }},
       {"slow", [] { return same(first_of(ntk()), 1) && same(last_of(ntk()), 2); }}}}},
    {"adds",
     {{{"shape", [] { return added(10).size() != a_query().size(); }},
       {"start", [] { return !alike(added(0), turned(0)); }},
       {"norm", [] { return added(10).norm() > 1.1 * turned(10).norm(); }},
       // The last pair at position 1, to two decimals.
       {"slow-pair", [] { return !alike(added(1).tail(2), turned(1).tail(2), 0.005); }}}}},
};

}  // namespace

std::span<const QuizEntry> rotary_questions() { return questions_on_rotation; }

}  // namespace posenc::quiz_topics
