#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/code_calls.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/draw.hpp"

// The exercise in code on three encodings: a row of attention scores under each.
namespace posenc {
namespace {

enum class Scoring { sinusoidal, rope, alibi };

struct ScoreCall {
  Scoring scheme;
  Vector q;
  std::vector<Vector> keys;
  double position;
  /// ALiBi's slope; unused otherwise.
  double slope = 0;
  double base = default_base;
};

bool is_refused(const ScoreCall&) { return false; }

std::string text_of(const ScoreCall& call) {
  constexpr std::array functions{"sinusoidal_scores(", "rope_scores(", "alibi_scores("};
  std::string keys;
  for (const Vector& key : call.keys) keys += (keys.empty() ? "" : ", ") + python_list(key);
  const std::string last =
      call.scheme == Scoring::alibi ? ", " + python_float(call.slope) : base_argument(call.base);
  return joined({functions[static_cast<std::size_t>(call.scheme)], python_list(call.q), ", [", keys,
                 "], ", call.position, last, ")"});
}

std::string hint_of(const ScoreCall& call) {
  const std::string scaled = joined({", divided by the square root of ", call.q.size(), "."});
  switch (call.scheme) {
    case Scoring::sinusoidal:
      return joined({"Key j is at position j. Add PE(", call.position,
                     ") to the query and PE(j) to key j, then take the product", scaled});
    case Scoring::rope:
      return joined({"Key j is at position j. Turn the query to position ", call.position,
                     " and key j to position j, then take the product", scaled});
    case Scoring::alibi:
      break;
  }
  return joined({"Key j is at position j. Take the product of query and key", scaled,
                 " Then subtract ", call.slope, " times the distance."});
}

/// PE(position), worked out in that way.
Vector encoding(const ScoreCall& call, double position, Approach approach) {
  const Index d = call.q.size();
  if (!approach) {
    return sinusoidal_table(frequencies(d, call.base), std::array{position},
                            ColumnLayout::interleaved)
        ->row(0);
  }
  const Vector omega = worked_frequencies(d, call.base, approach);
  Vector row(d);
  for (Index i = 0; i < omega.size(); ++i) {
    const auto [cos, sin] = worked_turn(worked_position(position, approach) * omega[i], approach);
    row[2 * i] = sin;
    row[2 * i + 1] = cos;
  }
  return row;
}

struct Turning {
  PairLayout pairs = PairLayout::interleaved;
  PairLayout angles = PairLayout::interleaved;
};

Vector rotated(const ScoreCall& call, const Vector& x, double position, Turning turning,
               Approach approach) {
  if (approach == Reason::input_added) {
    const Vector angle =
        angles_of_pairs(x.size(), position, call.base, turning.angles, std::nullopt);
    return x + quarter_turned(x, turning.pairs).cwiseProduct(angle);
  }
  return turned_by(x, position, call.base, turning.pairs, turning.angles, approach);
}

double bias(const ScoreCall& call, double key) {
  const double length = std::max(call.position, key) + 1;
  const PerHead biases =
      *alibi_bias(Vector::Constant(1, call.slope), BiasDirection::symmetric, length, length);
  return biases[0](static_cast<Index>(call.position), static_cast<Index>(key));
}

/// The score of the key at position `key`.
double score(const ScoreCall& call, Index key, Turning turning, Approach approach) {
  const double at = static_cast<double>(key);
  const Vector& k = call.keys[static_cast<std::size_t>(key)];
  const double scale =
      approach == Reason::not_scaled ? 1 : std::sqrt(static_cast<double>(call.q.size()));
  switch (call.scheme) {
    case Scoring::sinusoidal:
      return (call.q + encoding(call, call.position, approach))
                 .dot(k + encoding(call, at, approach)) /
             scale;
    case Scoring::rope:
      return rotated(call, call.q, call.position, turning, approach)
                 .dot(rotated(call, k, at, turning, approach)) /
             scale;
    case Scoring::alibi:
      break;
  }
  const double product = call.q.dot(k) / scale;
  if (approach == Reason::positive_bias) return product - bias(call, at);
  return product + bias(call, at) / (approach == Reason::bias_scaled ? scale : 1);
}

/// @param of the scheme in which the approach is taken; the others are as asked
Program scores_by(const std::vector<ScoreCall>& calls, Scoring of, Approach approach,
                  Turning turning = {}) {
  return program(approach, calls, [&](ScoreCall call) {
    const bool is_asked =
        call.scheme != of || approach == Reason::other_layout || approach == Reason::mixed_layout;
    if (call.scheme == of && approach == Reason::base_ignored) call.base = default_base;
    Vector scores(static_cast<Index>(call.keys.size()));
    for (Index key = 0; key < scores.size(); ++key) {
      scores[key] = score(call, key, turning, is_asked ? Approach() : approach);
    }
    return nested(scores);
  });
}

CodeExercise rows_of_scores(const std::vector<ScoreCall>& calls) {
  CodeExercise made = exercise_in_code(
      "sinusoidal_scores(q, keys, position, base=10000.0), rope_scores(q, keys, position, "
      "base=10000.0), alibi_scores(q, keys, position, slope)",
      calls, "");
  made.asked = scores_by(calls, Scoring::sinusoidal, std::nullopt);
  const auto add = [&](std::vector<Program>& to, Scoring scheme,
                       std::initializer_list<Reason> reasons, Turning turning = {}) {
    for (const Reason reason : reasons) to.push_back(scores_by(calls, scheme, reason, turning));
  };
  constexpr Turning halves{PairLayout::half_split, PairLayout::half_split};
  constexpr Turning mixed{PairLayout::half_split, PairLayout::interleaved};
  add(made.slips, Scoring::sinusoidal,
      {Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::sin_cos_swapped,
       Reason::one_based, Reason::not_scaled, Reason::base_ignored});
  add(made.slips, Scoring::rope,
      {Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::input_added,
       Reason::not_scaled, Reason::base_ignored});
  add(made.slips, Scoring::rope, {Reason::mixed_layout}, mixed);
  add(made.slips, Scoring::alibi, {Reason::positive_bias, Reason::bias_scaled, Reason::not_scaled});
  add(made.conventions, Scoring::rope, {Reason::rotation_sign});
  add(made.conventions, Scoring::rope, {Reason::other_layout, Reason::rotation_sign}, halves);
  return made;
}

CodeExercise draw_scores(Random& random) {
  const auto call = [&](Scoring scheme, double position) {
    ScoreCall made{scheme, draw_vector(random, 4), {}, position};
    for (int key = 0; key < 3; ++key) made.keys.push_back(draw_vector(random, 4));
    if (scheme == Scoring::alibi) made.slope = one_of(random, {0.5, 0.25, 0.125, 0.0625});
    return made;
  };
  std::vector<ScoreCall> calls;
  for (const Scoring scheme : {Scoring::sinusoidal, Scoring::rope, Scoring::alibi}) {
    calls.push_back(call(scheme, from(random, 0, 2)));
    calls.push_back(call(scheme, from(random, 3, 9)));
    if (scheme != Scoring::alibi) calls.back().base = draw_other_base(random);
  }
  return rows_of_scores(calls);
}

}  // namespace

CodeExercise code_scores(Seed seed) {
  if (seed != 0) return drawn_apart(seed, draw_scores);
  const Vector q = vector({0.8, 0.3, -0.5, 0.2});
  const std::vector<Vector> keys{vector({0.6, -0.4, 0.9, 0.1}), vector({-0.7, 0.5, 0.4, 0.8}),
                                 vector({0.2, 1.1, -0.3, 0.6})};
  return rows_of_scores({{Scoring::sinusoidal, q, keys, 2},
                         {Scoring::sinusoidal, q, keys, 7, 0, 100},
                         {Scoring::rope, q, keys, 2},
                         {Scoring::rope, q, keys, 7, 0, 100},
                         {Scoring::alibi, q, keys, 1, 0.5},
                         {Scoring::alibi, q, keys, 7, 0.0625}});
}

}  // namespace posenc
