#include "posenc/grading/code.hpp"

#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "python_repr.hpp"
#include "test.hpp"

namespace {

constexpr Seed variants_in_code = 200;

/// What a program gave, which refuses what is to be refused.
Answers given_by(const CodeExercise& exercise, const Program& program) {
  Answers answers;
  for (std::size_t n = 0; n < exercise.cases.size(); ++n) {
    const Case& one = exercise.cases[n];
    answers[one.call] =
        one.refused.empty() ? python::repr(program.results[n]) : "raise ValueError: " + one.refused;
  }
  return answers;
}

void for_each_variant(const std::function<void(const CodeExercise&)>& check) {
  for (const ExerciseKind& named : exercises_in_code()) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants_in_code; ++seed) {
      CAPTURE(seed);
      check(named.in_code(seed));
    }
  }
}

Verdict verdict_on(const CodeExercise& exercise, const Answers& answers, const std::string& call) {
  for (const ItemVerdict& one : grade_code(exercise, answers).items) {
    if (one.item == call) return one.verdict;
  }
  FAIL("not asked: " << call);
  return {};
}

/// The verdict on one call where the others are as asked.
Verdict verdict_on(const CodeExercise& exercise, const std::string& call, const std::string& text) {
  Answers answers = given_by(exercise, exercise.asked);
  REQUIRE(answers.contains(call));
  answers[call] = text;
  return verdict_on(exercise, answers, call);
}

double omega(double i, double d, double base) { return std::pow(base, -2 * i / d); }

/// The formulas once more, written as a learner would: [position][column].
Nested plain_table(Index positions, Index d, double base) {
  Nested table{{positions, d}, Vector(positions * d)};
  for (Index p = 0; p < positions; ++p) {
    for (Index c = 0; c < d; ++c) {
      const double angle =
          static_cast<double>(p) * omega(static_cast<double>(c / 2), static_cast<double>(d), base);
      table.values[p * d + c] = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return table;
}

Nested plain_rotation(const Vector& x, double position, double base) {
  Nested turned{{x.size()}, x};
  for (Index i = 0; i < x.size() / 2; ++i) {
    const double angle =
        position * omega(static_cast<double>(i), static_cast<double>(x.size()), base);
    const double a = x[2 * i];
    const double b = x[2 * i + 1];
    turned.values[2 * i] = a * std::cos(angle) - b * std::sin(angle);
    turned.values[2 * i + 1] = a * std::sin(angle) + b * std::cos(angle);
  }
  return turned;
}

/// Each half as in plain_rotation, with base 100.
Nested plain_rope_2d(const Vector& q, double x, double y) {
  Nested turned{{q.size()}, q};
  turned.values << plain_rotation(q.head(q.size() / 2), x, 100).values,
      plain_rotation(q.tail(q.size() / 2), y, 100).values;
  return turned;
}

std::vector<double> plain_slopes(Index n) {
  const Index P = static_cast<Index>(std::exp2(std::floor(std::log2(static_cast<double>(n)))));
  std::vector<double> slopes;
  for (Index h = 1; h <= P; ++h) {
    slopes.push_back(std::pow(2.0, -8.0 * static_cast<double>(h) / static_cast<double>(P)));
  }
  for (Index h = 1; static_cast<Index>(slopes.size()) < n; h += 2) {
    slopes.push_back(std::pow(2.0, -8.0 * static_cast<double>(h) / static_cast<double>(2 * P)));
  }
  return slopes;
}

Nested plain_bias(Index heads, Index length, bool causal) {
  Nested bias{{heads, length, length}, Vector(heads * length * length)};
  const auto slopes = plain_slopes(heads);
  Index n = 0;
  for (const double slope : slopes) {
    for (Index i = 0; i < length; ++i) {
      for (Index j = 0; j < length; ++j) {
        bias.values[n++] =
            causal && j > i ? -INFINITY : -slope * std::abs(static_cast<double>(i - j));
      }
    }
  }
  return bias;
}

/// A row of scores: encodings added, vectors rotated, or a price for distance.
Nested plain_scores(const std::string& function, const Vector& q, const Nested& keys,
                    double position, double base, double slope) {
  const Index d = q.size();
  const auto encoding = [&](double at) {
    return Vector(plain_table(static_cast<Index>(at) + 1, d, base).values.tail(d));
  };
  Nested scores{{keys.shape[0]}, Vector(keys.shape[0])};
  for (Index j = 0; j < keys.shape[0]; ++j) {
    const double at = static_cast<double>(j);
    Vector query = q;
    Vector key = keys.values.segment(j * d, d);
    if (function == "sinusoidal_scores") {
      query += encoding(position);
      key += encoding(at);
    } else if (function == "rope_scores") {
      query = plain_rotation(query, position, base).values;
      key = plain_rotation(key, at, base).values;
    }
    scores.values[j] = query.dot(key) / std::sqrt(static_cast<double>(d));
    if (function == "alibi_scores") scores.values[j] -= slope * std::abs(position - at);
  }
  return scores;
}

Nested plain_rows(const Nested& table, const Nested& positions) {
  const Index d = table.shape[1];
  Nested rows{{positions.values.size(), d}, Vector(positions.values.size() * d)};
  for (Index n = 0; n < positions.values.size(); ++n) {
    rows.values.segment(n * d, d) =
        table.values.segment(static_cast<Index>(positions.values[n]) * d, d);
  }
  return rows;
}

/// The arguments of a call, read from its text.
struct Arguments {
  std::string function;
  std::vector<Nested> lists;
  std::vector<double> numbers;
  double base = 10000;
  bool causal = false;
};

Arguments arguments_of(std::string call) {
  Arguments arguments;
  const auto bracket = call.find('(');
  arguments.function = call.substr(0, bracket);
  std::string rest = call.substr(bracket + 1, call.size() - bracket - 2);
  while (rest.starts_with("[")) {
    const auto end = rest.starts_with("[[") ? rest.find("]]") + 1 : rest.find(']');
    arguments.lists.push_back(*parse_nested(rest.substr(0, end + 1)));
    rest = rest.substr(std::min(end + 3, rest.size()));
  }
  for (std::size_t at = 0; at < rest.size();) {
    const auto comma = std::min(rest.find(", ", at), rest.size());
    const std::string one = rest.substr(at, comma - at);
    if (one.starts_with("base=")) {
      arguments.base = std::stod(one.substr(5));
    } else if (one == "causal=True") {
      arguments.causal = true;
    } else {
      arguments.numbers.push_back(std::stod(one));
    }
    at = comma + 2;
  }
  return arguments;
}

/// What the call means, by the plain formulas.
Nested plain_result(const std::string& call) {
  const Arguments a = arguments_of(call);
  if (a.function == "alibi_bias") {
    return plain_bias(static_cast<Index>(a.numbers[0]), static_cast<Index>(a.numbers[1]), a.causal);
  }
  if (a.function == "sinusoidal_encoding") {
    return plain_table(static_cast<Index>(a.numbers[0]), static_cast<Index>(a.numbers[1]), a.base);
  }
  if (a.function == "look_up") return plain_rows(a.lists[0], a.lists[1]);
  if (a.function.ends_with("_scores")) {
    return plain_scores(a.function, a.lists[0].values, a.lists[1], a.numbers[0], a.base,
                        a.numbers.back());
  }
  if (a.function == "rope_2d") {
    return plain_rope_2d(a.lists[0].values, a.numbers[0], a.numbers[1]);
  }
  return plain_rotation(a.lists[0].values, a.numbers[0], a.base);
}

}  // namespace

TEST_CASE("code: plain formulas are right in every variant") {
  for_each_variant([](const CodeExercise& exercise) {
    Answers answers;
    for (const Case& one : exercise.cases) {
      answers[one.call] = one.refused.empty() ? python::repr(plain_result(one.call))
                                              : std::string("raise AssertionError");
    }
    const Grade grade = grade_code(exercise, answers);
    CHECK(grade.score == grade.max);
    CHECK(static_cast<std::size_t>(grade.max) == exercise.cases.size());
    for (const ItemVerdict& one : grade.items) {
      CAPTURE(one.item);
      CHECK(one.verdict.outcome == Outcome::right);
      CHECK_FALSE(one.verdict.reason);
      CHECK(one.verdict.message.empty());
    }
  });
}

TEST_CASE("code: every slip is named in every variant, and no other") {
  for_each_variant([](const CodeExercise& exercise) {
    CHECK(all_distinct(exercise));
    REQUIRE_FALSE(exercise.slips.empty());
    for (const Program& slip : exercise.slips) {
      CAPTURE(name(*slip.reason));
      int named_so = 0;
      for (const ItemVerdict& one : grade_code(exercise, given_by(exercise, slip)).items) {
        CAPTURE(one.item);
        if (one.verdict.outcome == Outcome::right) continue;
        CHECK(one.verdict.outcome == Outcome::wrong);
        CHECK(one.verdict.reason == slip.reason);
        CHECK_FALSE(one.verdict.message.empty());
        ++named_so;
      }
      CHECK(named_so > 0);
    }
  });
}

TEST_CASE("code: whoever keeps to another convention has all points, and it is named") {
  for_each_variant([](const CodeExercise& exercise) {
    for (const Program& program : exercise.conventions) {
      CAPTURE(name(*program.reason));
      const Grade grade = grade_code(exercise, given_by(exercise, program));
      CHECK(grade.score == grade.max);
      int named_so = 0;
      for (const ItemVerdict& one : grade.items) {
        CAPTURE(one.item);
        CHECK(one.verdict.message.empty());
        if (one.verdict.outcome == Outcome::right) continue;
        CHECK(one.verdict.outcome == Outcome::convention);
        CHECK(one.verdict.reason == program.reason);
        ++named_so;
      }
      CHECK(named_so > 0);
    }
    for (const Program& program : exercise.equals) {
      for (const ItemVerdict& one : grade_code(exercise, given_by(exercise, program)).items) {
        CHECK(one.verdict.outcome == Outcome::right);
        CHECK_FALSE(one.verdict.reason);
      }
    }
  });
}

TEST_CASE("code: which slips and conventions each exercise knows") {
  const auto reasons_of = [](const std::vector<Program>& programs) {
    std::set<std::string_view> reasons;
    for (const Program& program : programs) reasons.insert(name(*program.reason));
    return reasons;
  };
  using Reasons = std::set<std::string_view>;
  CHECK(reasons_of(code_sinusoidal(0).slips) ==
        Reasons{"degrees", "exponent", "inverted-exponent", "sin-cos-swapped", "one-based",
                "dimension-for-pair", "other-layout", "transposed", "base-ignored"});
  CHECK(reasons_of(code_sinusoidal(0).conventions).empty());
  const Reasons of_turns{"mixed-layout",      "input-added", "degrees",    "exponent",
                         "inverted-exponent", "one-based",   "pair-order", "base-ignored"};
  for (const auto make : {&code_rope, &debug_layout, &debug_added}) {
    CHECK(reasons_of(make(0).slips) == of_turns);
  }
  CHECK(reasons_of(code_rope(0).conventions) == Reasons{"rotation-sign", "other-layout"});
  CHECK(reasons_of(debug_added(0).conventions) == Reasons{"rotation-sign", "other-layout"});
  CHECK(reasons_of(debug_layout(0).conventions) == Reasons{"rotation-sign"});
  CHECK(reasons_of(debug_layout(0).equals) == Reasons{"other-layout"});
  CHECK(reasons_of(code_alibi(0).slips) == Reasons{"slope-from-zero", "power-of-head",
                                                   "first-of-twice", "positive-bias", "not-masked",
                                                   "mask-reversed"});
  CHECK(reasons_of(code_alibi(0).conventions) == Reasons{"geometric-slopes"});
  CHECK(reasons_of(code_learned(0).slips) ==
        Reasons{"one-based", "positions-ignored", "transposed"});
  CHECK(reasons_of(code_learned(0).conventions).empty());
  CHECK(reasons_of(code_scores(0).slips) == Reasons{"degrees", "exponent", "inverted-exponent",
                                                    "sin-cos-swapped", "one-based", "not-scaled",
                                                    "base-ignored", "input-added", "mixed-layout",
                                                    "positive-bias", "bias-scaled"});
  CHECK(reasons_of(code_scores(0).conventions) == Reasons{"rotation-sign", "other-layout"});
  CHECK(reasons_of(code_rope_2d(0).slips) ==
        Reasons{"axes-swapped", "one-frequency-list", "axes-added", "one-axis", "degrees",
                "exponent", "inverted-exponent", "one-based", "sin-cos-swapped", "pair-order"});
  CHECK(reasons_of(code_rope_2d(0).conventions) ==
        Reasons{"rotation-sign", "other-layout", "layout-in-halves"});
}

TEST_CASE("code: numbers that are right but for their signs are known to be so") {
  for (const ExerciseKind& named : exercises_in_code()) {
    CAPTURE(named.id);
    const CodeExercise exercise = named.in_code(0);
    for (std::size_t n = 0; n < exercise.cases.size(); ++n) {
      Nested result = exercise.asked.results[n];
      if (!exercise.cases[n].refused.empty() || result.values.isZero()) continue;
      CAPTURE(exercise.cases[n].call);
      result.values *= -1;
      const Verdict verdict = verdict_on(exercise, exercise.cases[n].call, python::repr(result));
      CHECK(verdict.outcome == Outcome::wrong);
      // (A positive bias is a slip of its own.)
      CHECK((verdict.reason == Reason::wrong_sign || verdict.reason == Reason::positive_bias));
    }
  }
}

TEST_CASE("code: calls differ, have hints, and are drawn anew by every seed") {
  for (const ExerciseKind& named : exercises_in_code()) {
    CAPTURE(named.id);
    std::set<std::string> drawn;
    for (Seed seed = 0; seed <= variants_in_code; ++seed) {
      CAPTURE(seed);
      const CodeExercise exercise = named.in_code(seed);
      const CodeExercise again = named.in_code(seed);
      const auto items = items_of(exercise);
      std::set<std::string> calls;
      std::string together;
      for (std::size_t n = 0; n < items.size(); ++n) {
        CHECK(items[n].id == again.cases[n].call);
        CHECK_FALSE(items[n].hint.empty());
        CHECK(items[n].choices.empty());
        calls.insert(items[n].id);
        together += items[n].id;
      }
      CHECK(calls.size() == items.size());
      drawn.insert(together);
    }
    CHECK(drawn.size() > 195);
  }
}

TEST_CASE("code: RoPE of a grid keeps norms, and its scores depend on dx and dy alone") {
  for (Seed seed = 0; seed <= variants_in_code; ++seed) {
    CAPTURE(seed);
    for (const Case& one : code_rope_2d(seed).cases) {
      if (!one.refused.empty()) continue;
      const Arguments a = arguments_of(one.call);
      const Vector q = a.lists[0].values;
      const Vector turned = plain_result(one.call).values;
      CHECK(turned.norm() == doctest::Approx(q.norm()));
      const Vector k = q.reverse();
      const double x = a.numbers[0];
      const double y = a.numbers[1];
      CHECK(turned.dot(plain_rope_2d(k, 3, 1).values) ==
            doctest::Approx(
                plain_rope_2d(q, x + 5, y + 7).values.dot(plain_rope_2d(k, 8, 8).values)));
    }
  }
}

TEST_CASE("code: the message names the first number that differs") {
  const CodeExercise tables = code_sinusoidal(0);
  CHECK(verdict_on(tables, "sinusoidal_encoding(2, 4)",
                   "[[0.0, 1.0, 0.0, 1.0], [0.8414709848, 0.8414709848, 0.0099998333, 1.0]]")
            .message == "row 1, column 1: expected 0.540302 but got 0.841471");
  const CodeExercise turns = code_rope(0);
  const std::string call = "apply_rope([0.5, -1.0, 2.0, 0.25], 0)";
  CHECK(verdict_on(turns, call, "[0.5, -1.0, 2.0, nan]").message ==
        "component 3: expected 0.25 but got nan");
  CHECK(verdict_on(turns, call, "[0.5, -1.0, inf, nan]").message ==
        "component 2: expected 2 but got inf");
  // As many digits as it takes.
  CHECK(verdict_on(turns, call, "[0.5, -1.0, 2.0000015, 0.25]").message ==
        "component 2: expected 2 but got 2.000002");
  CHECK(verdict_on(turns, call, "[0.5, -1.0, 2.0000009, 0.25]").outcome == Outcome::right);
  const CodeExercise biases = code_alibi(0);
  CHECK(verdict_on(biases, "alibi_bias(2, 3, causal=True)",
                   "[[[0, -1e9, -1e9], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]]")
            .message == "head 0, row 0, column 1: expected -inf but got -1e+09");
  CHECK(verdict_on(biases, "alibi_bias(4, 1)", "[[[0]], [[0]], [[0]], [[-0.0]]]").outcome ==
        Outcome::right);
}

TEST_CASE("code: the message names another shape, and only a transposed table has a reason") {
  const CodeExercise tables = code_sinusoidal(0);
  const std::string call = "sinusoidal_encoding(4, 6)";
  const Nested zeros{{6, 4}, Vector::Zero(24)};
  CHECK(verdict_on(tables, call, python::repr(zeros)).message == "expected 4 x 6 but got 6 x 4");
  CHECK_FALSE(verdict_on(tables, call, python::repr(zeros)).reason);
  CHECK(verdict_on(tables, call, "0.5").message == "expected 4 x 6 but got a single number");
  CHECK(verdict_on(tables, call, "[]").message == "expected 4 x 6 but got 0 numbers");
  const CodeExercise turns = code_rope(0);
  CHECK(verdict_on(turns, "apply_rope([1.0, 0.0], 1)", "[0.5]").message ==
        "expected 2 numbers but got 1 number");

  const auto transposed = std::ranges::find(tables.slips, Reason::transposed, &Program::reason);
  REQUIRE(transposed != tables.slips.end());
  const Verdict verdict = verdict_on(tables, given_by(tables, *transposed), call);
  CHECK(verdict.message == "expected 4 x 6 but got 6 x 4");
  CHECK(verdict.reason == Reason::transposed);
}

TEST_CASE("code: what is empty, not understood or raised") {
  const CodeExercise tables = code_sinusoidal(0);
  const std::string call = "sinusoidal_encoding(4, 6)";
  CHECK(verdict_on(tables, call, "").outcome == Outcome::empty);
  CHECK(verdict_on(tables, call, " \n").outcome == Outcome::empty);
  CHECK(grade_code(tables, {}).score == 0);

  const Verdict none = verdict_on(tables, call, "None");
  CHECK(none.outcome == Outcome::unreadable);
  CHECK(none.message == "the result must be nested lists of numbers but got None");

  const Verdict raised = verdict_on(tables, call, "raise ValueError: math domain error");
  CHECK(raised.outcome == Outcome::wrong);
  CHECK(raised.message == "it raised ValueError: math domain error");
  CHECK_FALSE(raised.reason);
  CHECK(verdict_on(tables, call, "raise").message == "it raised an unnamed error");
  CHECK(verdict_on(tables, call, "raise E: " + std::string(10000, 'x')).message.size() < 250);
  CHECK(verdict_on(tables, call, "raised").outcome == Outcome::unreadable);
}

TEST_CASE("code: what must be refused") {
  const CodeExercise tables = code_sinusoidal(0);
  const std::string call = "sinusoidal_encoding(3, 5)";
  for (const char* text : {"raise ValueError: d must be even", "raise ValueError",
                           "raise AssertionError: ", "raise AssertionError"}) {
    CHECK(verdict_on(tables, call, text).outcome == Outcome::right);
  }
  const Verdict other = verdict_on(tables, call, "raise NameError: name 'dd' isn't defined");
  CHECK(other.outcome == Outcome::wrong);
  CHECK(other.message ==
        "an odd d must raise a ValueError but raised NameError: name 'dd' isn't "
        "defined");
  const std::string returned = python::repr(Nested{{3, 5}, Vector::Zero(15)});
  CHECK(verdict_on(tables, call, returned).outcome == Outcome::wrong);
  CHECK(verdict_on(tables, call, returned).message ==
        "an odd d must raise a ValueError but returned 3 x 5 numbers");
  CHECK(verdict_on(tables, call, "None").message ==
        "an odd d must raise a ValueError but returned \"None\"");
  CHECK(verdict_on(code_rope(0), "apply_rope([1.0, 2.0, 3.0], 1)", "[1.0, 2.0, 3.0]").message ==
        "a vector of odd length must raise a ValueError but returned 3 numbers");

  // An index out of range is another matter than a value that is not accepted.
  CHECK(verdict_on(tables, call, "raise IndexError: list index out of range").outcome ==
        Outcome::wrong);
  const CodeExercise look_ups = code_learned(0);
  int refused = 0;
  for (const Case& one : look_ups.cases) {
    if (one.refused.empty()) continue;
    ++refused;
    for (const char* text :
         {"raise IndexError: no row 3", "raise ValueError", "raise AssertionError"}) {
      CHECK(verdict_on(look_ups, one.call, text).outcome == Outcome::right);
    }
    CHECK(verdict_on(look_ups, one.call, "raise TypeError: x").message ==
          "a position that has no row must raise an IndexError but raised TypeError: "
          "x");
    // Row -1 is the last one in Python.
    CHECK(verdict_on(look_ups, one.call, "[[-0.8, 0.3, 0.9]]").message ==
          "a position that has no row must raise an IndexError but returned 1 x 3 numbers");
  }
  CHECK(refused == 2);
}

TEST_CASE("code: a slip that a right case speaks against is not named") {
  const CodeExercise tables = code_sinusoidal(0);
  const auto degrees = std::ranges::find(tables.slips, Reason::degrees, &Program::reason);
  REQUIRE(degrees != tables.slips.end());
  const std::string call = "sinusoidal_encoding(4, 6)";
  const Answers slipped = given_by(tables, *degrees);
  CHECK(verdict_on(tables, slipped, call).reason == Reason::degrees);
  CHECK_FALSE(verdict_on(tables, call, slipped.at(call)).reason);
}

TEST_CASE("code: a slip is named beside another fault") {
  const CodeExercise biases = code_alibi(0);
  const auto slip = std::ranges::find(biases.slips, Reason::slope_from_zero, &Program::reason);
  REQUIRE(slip != biases.slips.end());
  Answers answers = given_by(biases, *slip);
  answers["alibi_bias(8, 6, causal=True)"] = "raise TypeError: unexpected keyword argument";
  answers["alibi_bias(2, 3, causal=True)"] = "[[[1]]]";
  CHECK(verdict_on(biases, answers, "alibi_bias(8, 5)").reason == Reason::slope_from_zero);
  CHECK_FALSE(verdict_on(biases, answers, "alibi_bias(2, 3, causal=True)").reason);
}

TEST_CASE("code: whoever keeps to a convention loses no more by another fault than that case") {
  const CodeExercise turns = code_rope(0);
  const auto halves = std::ranges::find(turns.conventions, Reason::other_layout, &Program::reason);
  REQUIRE(halves != turns.conventions.end());
  const std::string call = "apply_rope([0.5, -1.0, 2.0, 0.25], 7)";
  Answers answers = given_by(turns, *halves);
  answers[call] = "[9.0, 9.0, 9.0, 9.0]";
  for (const ItemVerdict& one : grade_code(turns, answers).items) {
    CAPTURE(one.item);
    CHECK((one.verdict.outcome == Outcome::wrong) == (one.item == call));
    CHECK(one.verdict.reason != Reason::mixed_conventions);
  }
}

TEST_CASE("code: conventions that are mixed do not count") {
  const CodeExercise turns = code_rope(0);
  const auto halves = std::ranges::find(turns.conventions, Reason::other_layout, &Program::reason);
  REQUIRE(halves != turns.conventions.end());
  const std::string call = "apply_rope([0.5, -1.0, 2.0, 0.25], 7)";
  const Verdict mixed = verdict_on(turns, call, given_by(turns, *halves).at(call));
  CHECK(mixed.outcome == Outcome::wrong);
  CHECK(mixed.reason == Reason::mixed_conventions);
  CHECK_FALSE(mixed.message.empty());

  // Where both layouts are right, the one of most cases is that of the program.
  const CodeExercise fixed = debug_layout(0);
  Answers answers = given_by(fixed, fixed.equals[0]);
  const std::string first = "rotate([1.0, 0.0, 0.0, 0.0], 1)";
  answers[first] = given_by(fixed, fixed.asked).at(first);
  for (const ItemVerdict& one : grade_code(fixed, answers).items) {
    CAPTURE(one.item);
    CHECK((one.verdict.outcome == Outcome::wrong) == (one.item == first));
    if (one.item == first) CHECK(one.verdict.reason == Reason::mixed_conventions);
  }
}

TEST_CASE("code: numbers kept in single precision are right") {
  for_each_variant([](const CodeExercise& exercise) {
    Program single = exercise.asked;
    for (Nested& result : single.results) {
      result.values = result.values.cast<float>().cast<double>();
    }
    const Grade grade = grade_code(exercise, given_by(exercise, single));
    CHECK(grade.score == grade.max);
  });
}

TEST_CASE("code: compared with what was expected") {
  const std::string call = "sinusoidal_encoding(2, 4)";
  const auto compared = [&](const std::string& text) {
    const auto comparison = compare_case("code-sinusoidal", 0, call, text);
    REQUIRE_MESSAGE(comparison.has_value(), comparison.error().message);
    CHECK(comparison->shape == std::vector<Index>{2, 4});
    CHECK(comparison->expected.size() == 8);
    CHECK(comparison->expected[4] == doctest::Approx(std::sin(1)));
    return *comparison;
  };
  const std::string right = python::repr(plain_table(2, 4, 10000));
  CHECK(compared(right).message.empty());
  REQUIRE(compared(right).got);
  CHECK((*compared(right).got - compared(right).expected).norm() < 1e-12);

  const std::string wrong = python::repr(Nested{{2, 4}, Vector::Constant(8, NAN)});
  CHECK(compared(wrong).message == "row 0, column 0: expected 0 but got nan");
  REQUIRE(compared(wrong).got);
  CHECK(std::isnan((*compared(wrong).got)[7]));

  CHECK_FALSE(compared("[1, 2]").got);
  CHECK(compared("[1, 2]").message == "expected 2 x 4 but got 2 numbers");
  CHECK_FALSE(compared("None").got);
  CHECK(compared("None").message == "the result must be nested lists of numbers but got None");
  CHECK(compared("raise KeyError: 3").message == "it raised KeyError: 3");
  CHECK(compared("").message == "the call was not reached");

  const auto refused = compare_case("code-sinusoidal", 0, "sinusoidal_encoding(3, 5)", "[1, 2]");
  REQUIRE(refused);
  CHECK(refused->shape == std::vector<Index>{0});
  CHECK(refused->expected.size() == 0);
  CHECK_FALSE(refused->got);
  CHECK(refused->message == "an odd d must raise a ValueError but returned 2 numbers");

  const auto masked = compare_case("code-alibi", 0, "alibi_bias(2, 3, causal=True)",
                                   python::repr(plain_bias(2, 3, true)));
  REQUIRE(masked);
  CHECK(masked->message.empty());
  CHECK(masked->expected[1] == -INFINITY);
  CHECK((*masked->got)[1] == -INFINITY);
}

TEST_CASE("code: compared with the layout that it has, where both are right") {
  const CodeExercise fixed = debug_layout(0);
  const Case& one = fixed.cases[1];
  const Nested& halves = fixed.equals[0].results[1];
  const auto same = compare_case("debug-layout", 0, one.call, python::repr(halves));
  REQUIRE(same);
  CHECK(same->message.empty());
  CHECK((same->expected - halves.values).norm() == 0);
  // A convention is compared with what is asked.
  const CodeExercise added = debug_added(0);
  const auto other = compare_case(
      "debug-added", 0, added.cases[1].call,
      python::repr(plain_rotation(arguments_of(added.cases[1].call).lists[0].values, -2, 10000)));
  REQUIRE(other);
  CHECK_FALSE(other->message.empty());
  CHECK((other->expected - added.asked.results[1].values).norm() == 0);
}

TEST_CASE("code: a tie rounded to even or away from zero gets the same verdict") {
  const auto rounded = [](Nested all, int decimals, double (*round)(double)) {
    const double scale = std::pow(10, decimals);
    for (double& value : all.values) value = round(value * scale) / scale;
    return all;
  };
  // nearbyint rounds to even, as CPython prints; round rounds away from zero, as MicroPython does.
  const auto to_even = [](double value) { return std::nearbyint(value); };
  const auto away = [](double value) { return std::round(value); };
  int ties = 0;
  for (const ExerciseKind& named : exercises_in_code()) {
    const CodeExercise exercise = named.in_code(0);
    for (std::size_t n = 0; n < exercise.cases.size(); ++n) {
      const Case& one = exercise.cases[n];
      if (!one.refused.empty()) continue;
      for (int decimals = 0; decimals < 10; ++decimals) {
        const Nested even = rounded(exercise.asked.results[n], decimals, to_even);
        const Nested outward = rounded(exercise.asked.results[n], decimals, away);
        if (even.values == outward.values) continue;
        CAPTURE(one.call);
        CAPTURE(decimals);
        ++ties;
        CHECK(verdict_on(exercise, one.call, python::repr(even)).outcome ==
              verdict_on(exercise, one.call, python::repr(outward)).outcome);
      }
    }
  }
  CHECK(ties > 0);
}

TEST_CASE("code: found by their ids, like any exercise") {
  const auto ids = exercise_ids();
  CHECK(code_exercise_ids().size() == exercises_in_code().size());
  for (const ExerciseKind& named : exercises_in_code()) {
    CAPTURE(named.id);
    CHECK(std::ranges::find(ids, named.id) != ids.end());
    const auto in_code = code_exercise_ids();
    CHECK(std::ranges::find(in_code, named.id) != in_code.end());
    for (const double seed : {0.0, 7.0}) {
      const auto exercise = find_exercise(named.id, seed);
      REQUIRE(exercise);
      CHECK(exercise->id == named.id);
      CHECK(exercise->seed == static_cast<Seed>(seed));
      CHECK(exercise->facts.front().name == "signature");
      const CodeExercise made = named.in_code(exercise->seed);
      REQUIRE(exercise->items.size() == made.cases.size());
      const auto grade = posenc::grade(*exercise, given_by(made, made.asked));
      REQUIRE(grade);
      CHECK(grade->score == grade->max);
    }
  }
  const auto error_of = [](const char* id, double seed, const char* item) {
    const auto comparison = compare_case(id, seed, item, "1");
    REQUIRE_FALSE(comparison);
    return comparison.error().message;
  };
  CHECK(error_of("e13.1", 0, "similar") ==
        "[exercise] the exercise must be one of code-sinusoidal, code-rope, code-alibi, "
        "code-learned, code-scores, code-rope-2d, debug-layout, debug-added but got \"e13.1\"");
  CHECK(error_of("code-rope", 0.5, "x") ==
        "[exercise] seed must be a whole number from 0 to 2^53 but got 0.5");
  CHECK(error_of("code-alibi", 0, "alibi_bias(9, 9)") ==
        "[exercise] code-alibi does not ask for \"alibi_bias(9, 9)\", only for alibi_bias(2, 3) … "
        "alibi_bias(4, 1)");
}
