#include "posenc/grading/hand.hpp"

#include <algorithm>
#include <sstream>

#include "decimals.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/expression.hpp"
#include "posenc/grading/axial_rope.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/model_config/published_ropes.hpp"
#include "test.hpp"

namespace {

constexpr Seed variants = 200;

/// The sheet of somebody who works in that way from beginning to end, and rounds as asked.
Answers sheet(const Worked& worked, Approach working) {
  Answers answers;
  const auto stages = values(worked, working);
  for (std::size_t s = 0; s < stages.size(); ++s) {
    for (std::size_t k = 0; k < worked.stages[s].items.size(); ++k) {
      const Item& item = worked.stages[s].items[k];
      answers[item.id] = decimals(stages[s][static_cast<Index>(k)], item.decimals);
    }
  }
  for (const Choice& choice : worked.choices) answers[choice.item.id] = choice.right;
  return answers;
}

}  // namespace

TEST_CASE("by hand: whoever works as asked is right, in every variant") {
  for (const ExerciseKind& named : exercises_by_hand()) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.by_hand(seed).worked;
      const Grade grade = grade_worked(worked, sheet(worked, std::nullopt));
      CHECK(grade.score == grade.max);
      CHECK(static_cast<std::size_t>(grade.max) == items_of(worked).size());
      for (const ItemVerdict& one : grade.items) {
        CHECK(one.verdict.outcome == Outcome::right);
        CHECK_FALSE(one.verdict.reason);
      }
    }
  }
}

TEST_CASE(
    "exercises: the longest variant has as many items as its kind says, or all have as many") {
  for (const ExerciseKind& kind : exercise_kinds()) {
    CAPTURE(kind.id);
    const std::size_t items = kind.make(0).items.size();
    std::size_t longest = items;
    for (Seed seed = 1; seed <= (kind.most_items > 0 ? 2000 : 20); ++seed) {
      const std::size_t own = kind.make(seed).items.size();
      longest = std::max(longest, own);
      if (kind.most_items == 0) CHECK(own == items);
    }
    if (kind.most_items > 0) CHECK(longest == kind.most_items);
  }
}

TEST_CASE("by hand: every slip is named in every variant, and no other") {
  for (const ExerciseKind& named : exercises_by_hand()) {
    // Some ask for reasons alone.
    if (named.by_hand(0).worked.stages.empty()) continue;
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.by_hand(seed).worked;
      REQUIRE_FALSE(worked.slips.empty());
      for (const Reason slip : worked.slips) {
        CAPTURE(name(slip));
        const Grade grade = grade_worked(worked, sheet(worked, slip));
        int named_so = 0;
        for (const ItemVerdict& one : grade.items) {
          CAPTURE(one.item);
          CHECK(one.verdict.outcome != Outcome::unreadable);
          CHECK(one.verdict.outcome != Outcome::convention);
          if (one.verdict.outcome != Outcome::wrong) continue;
          CHECK(one.verdict.reason == slip);
          ++named_so;
        }
        CHECK(named_so > 0);
      }
    }
  }
}

TEST_CASE(
    "by hand: a wrong sign is known in every exercise with answers other than 0, and hides no "
    "slip") {
  for (const ExerciseKind& named : exercises_by_hand()) {
    if (named.by_hand(0).worked.stages.empty()) continue;
    CAPTURE(named.id);
    int known = 0;
    for (Seed seed = 0; seed <= 20; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.by_hand(seed).worked;
      const auto stages = values(worked);
      for (std::size_t s = 0; s < worked.stages.size(); ++s) {
        for (Index k = 0; k < stages[s].size(); ++k) {
          const Item& item = worked.stages[s].items[static_cast<std::size_t>(k)];
          const double truth = stages[s][k];
          if (std::abs(truth) < 2 * tolerance(item.decimals)) continue;
          CAPTURE(item.id);
          const std::string typed = decimals(-truth, item.decimals);
          // Another slip may lead to the same number. (Of a convention, one number says nothing.)
          const bool has_another = std::ranges::any_of(worked.slips, [&](Approach slip) {
            return agrees(std::stod(typed), values(worked, slip)[s][k], item.decimals);
          });
          Answers others_right = sheet(worked, std::nullopt);
          others_right[item.id] = typed;
          for (const Answers& answers : {Answers{{item.id, typed}}, others_right}) {
            for (const ItemVerdict& one : grade_worked(worked, answers).items) {
              if (one.item != item.id) continue;
              CHECK(one.verdict.outcome == Outcome::wrong);
              REQUIRE(one.verdict.reason);
              CHECK((one.verdict.reason == Reason::wrong_sign) == !has_another);
              ++known;
            }
          }
        }
      }
    }
    CHECK(known > 0);
  }
}

TEST_CASE("by hand: whoever keeps to another convention has all points, and it is named") {
  int seen = 0;
  for (const ExerciseKind& named : exercises_by_hand()) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.by_hand(seed).worked;
      for (const Reason convention : worked.conventions) {
        CAPTURE(name(convention));
        const Grade grade = grade_worked(worked, sheet(worked, convention));
        CHECK(grade.score == grade.max);
        int named_so = 0;
        for (const ItemVerdict& one : grade.items) {
          CAPTURE(one.item);
          if (one.verdict.outcome == Outcome::right) continue;
          CHECK(one.verdict.outcome == Outcome::convention);
          CHECK(one.verdict.reason == convention);
          ++named_so;
        }
        CHECK(named_so > 0);
        ++seen;
      }
    }
  }
  CHECK(seen >= static_cast<int>(variants + 1) * (3 + 2 + 1 + 4));
}

TEST_CASE(
    "by hand: the slips of a variant lead to different values, and every seed makes its own") {
  for (const ExerciseKind& named : exercises_by_hand()) {
    CAPTURE(named.id);
    std::map<std::string, int> drawn;
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const ExerciseByHand exercise = named.by_hand(seed);
      CHECK(all_distinct(exercise.worked));
      const ExerciseByHand again = named.by_hand(seed);
      std::string facts;
      for (std::size_t n = 0; n < exercise.facts.size(); ++n) {
        CHECK(again.facts[n].value == exercise.facts[n].value);
        facts += exercise.facts[n].value + ";";
      }
      ++drawn[facts];
    }
    // Few numbers of heads make few variants.
    CHECK(drawn.size() >= (named.id == "alibi-slopes" ? 8u : 15u));
  }
}

TEST_CASE("by hand: the worked solution is right, and each working leads to its value") {
  for (const ExerciseKind& named : exercises_by_hand()) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.by_hand(seed).worked;
      const auto steps = worked_solution(named.id, static_cast<double>(seed));
      REQUIRE(steps);
      const std::vector<Item> items = items_of(worked);
      REQUIRE(steps->size() == items.size());
      Answers answers;
      for (std::size_t n = 0; n < items.size(); ++n) {
        const WorkedStep& step = (*steps)[n];
        CAPTURE(step.item);
        CAPTURE(step.working);
        CHECK(step.item == items[n].id);
        CHECK_FALSE(step.working.empty());
        CHECK_FALSE(step.value.starts_with("-0.000"));
        answers[step.item] = step.value;
        if (!items[n].choices.empty() || step.working.find("…") != std::string::npos) continue;
        const auto expression = Expression::parse(step.working);
        REQUIRE(expression);
        const auto value = expression->evaluate();
        REQUIRE(value);
        // (The bin of a spectrum is the whole number nearest to its working.)
        CHECK(std::abs(*value - std::stod(step.value)) <=
              0.51 * std::pow(10.0, -items[n].decimals));
      }
      const Grade grade = grade_worked(worked, answers);
      CHECK(grade.score == grade.max);
      for (const ItemVerdict& one : grade.items) CHECK(one.verdict.outcome == Outcome::right);
    }
  }
  const auto of_code = worked_solution("code-rope", 0);
  REQUIRE_FALSE(of_code);
  CHECK(of_code.error().message.find("must be one of e13.1, e13.1-why, ") != std::string::npos);
  CHECK_FALSE(worked_solution("e13.1", 0.5));
}

TEST_CASE("by hand: why products are equal, by the sum of cosines") {
  std::set<std::string> seen;
  for (Seed seed = 0; seed <= variants; ++seed) {
    CAPTURE(seed);
    const ExerciseByHand exercise = e13_1_why(seed);
    std::vector<double> at;
    for (std::string text = exercise.facts[2].value; !text.empty();) {
      const auto comma = std::min(text.find(", "), text.size());
      at.push_back(std::stod(text.substr(0, comma)));
      text.erase(0, comma + 2);
    }
    REQUIRE(at.size() == 4);
    const double base = std::stod(exercise.facts[1].value);
    const auto sum = [&](double k) { return std::cos(k) + std::cos(k / std::sqrt(base)); };
    const double first = sum(at[1] - at[0]);
    const double second = sum(at[3] - at[2]);
    const double third = sum(at[2] - at[0]);
    const Answers right{
        {"equal", std::abs(first - second) < 1e-9 ? "same-distance" : "other-distance"},
        {"compare", third < first ? "smaller-sum" : "larger-sum"}};
    CHECK(grade_worked(exercise.worked, right).score == 2);
    for (const auto& [item, choice] : right) seen.insert(choice);
    for (const Choice& choice : exercise.worked.choices) {
      for (const std::string& one : choice.item.choices) {
        const Grade grade = grade_worked(exercise.worked, {{choice.item.id, one}});
        CHECK(grade.score == (one == right.at(choice.item.id) ? 1 : 0));
      }
    }
  }
  // Each answer is right in some variant.
  CHECK(seen ==
        std::set<std::string>{"same-distance", "other-distance", "smaller-sum", "larger-sum"});
}

TEST_CASE("by hand: unfinished pairs are those of the model's frequencies") {
  std::set<std::string> seen;
  for (Seed seed = 0; seed <= variants; ++seed) {
    const ExerciseByHand exercise = unfinished_of_config(seed);
    const std::string& model = exercise.facts.at(0).value;
    CAPTURE(model);
    const auto rope = std::ranges::find(published::all, model, &PublishedRope::model);
    REQUIRE(rope != published::all.end());
    const auto stages = values(exercise.worked);
    CHECK(stages[0][0] == static_cast<double>(rope->rotary_dim) / 2);
    CHECK(stages[2][0] == static_cast<double>(unfinished_pairs(*rope)));
    // As many digits as the answer has are enough to round it down.
    const double turn = stages[1][0] - std::floor(stages[1][0]);
    CHECK(turn > 0.01);
    CHECK(turn < 0.99);
    seen.insert(model);
  }
  CHECK(seen.size() == 17);
  CHECK(values(unfinished_of_config(0).worked)[2][0] == 25);
}

TEST_CASE("by hand: a score of two patches is that of the core's axial RoPE") {
  const auto frequencies = axial_frequencies(8, 100);
  REQUIRE(frequencies);
  const auto numbers = [](const std::string& list) {
    std::vector<double> all;
    std::istringstream text(list);
    char comma = ',';
    for (double number = 0; text >> number; text >> comma) all.push_back(number);
    return Vector(Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size())));
  };
  for (Seed seed = 0; seed <= variants; ++seed) {
    CAPTURE(seed);
    const ExerciseByHand exercise = axial_rope(seed);
    std::map<std::string, Vector> given;
    for (const Fact& fact : exercise.facts) given[fact.name] = numbers(fact.value);
    const Matrix query = given["patch_q"].transpose();
    const Matrix key = given["patch_k"].transpose();
    for (const auto& [convention, layout] :
         {std::pair(Approach(), PairLayout::interleaved),
          std::pair(Approach(Reason::other_layout), PairLayout::half_split)}) {
      const auto stages = values(exercise.worked, convention);
      const auto q = rotate_axes(*frequencies, layout, given["q"], query);
      const auto k = rotate_axes(*frequencies, layout, given["k"], key);
      REQUIRE(q);
      REQUIRE(k);
      CHECK((stages[1].head(8) - q->row(0).transpose()).cwiseAbs().maxCoeff() < 1e-12);
      CHECK((stages[1].tail(8) - k->row(0).transpose()).cwiseAbs().maxCoeff() < 1e-12);
      CHECK(stages[2][0] == doctest::Approx(q->row(0).dot(k->row(0)) / std::sqrt(8.0)));
    }
  }
  // By hand: (3 sin 1 + 2 cos 0.1 + 2 sin 0.1) / sqrt(8).
  CHECK(values(axial_rope(0).worked)[2][0] ==
        doctest::Approx((3 * std::sin(1) + 2 * std::cos(0.1) + 2 * std::sin(0.1)) / std::sqrt(8)));
}

TEST_CASE("by hand: no hint tells its answer") {
  for (const ExerciseKind& named : exercises_by_hand()) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      const Worked worked = named.by_hand(seed).worked;
      const Answers truth = sheet(worked, std::nullopt);
      for (const Item& item : items_of(worked)) {
        CAPTURE(item.id);
        CHECK_FALSE(item.hint.empty());
        if (item.decimals == 0 || !item.choices.empty()) continue;
        CHECK(item.hint.find(truth.at(item.id)) == std::string::npos);
      }
    }
  }
}
