#include "posenc/grading/hand.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "capture_bound.hpp"
#include "decimals.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/grading/rope_chain.hpp"

using namespace posenc;

namespace {

struct MadeByHand {
  const char* id;
  ExerciseByHand (*make)(Seed seed);
};
constexpr std::array hand_makers{MadeByHand{"e13.1", &e13_1},
                                 MadeByHand{"rope-chain", &rope_chain},
                                 MadeByHand{"dft-peak", &dft_peak},
                                 MadeByHand{"similarities", &similarities},
                                 MadeByHand{"shift-matrix", &shift_matrix_entries},
                                 MadeByHand{"alibi-slopes", &slopes_of_heads},
                                 MadeByHand{"table-parameters", &table_parameters}};
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
  for (const MadeByHand& named : hand_makers) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.make(seed).worked;
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

TEST_CASE("by hand: every slip is named in every variant, and no other") {
  for (const MadeByHand& named : hand_makers) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.make(seed).worked;
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

TEST_CASE("by hand: whoever keeps to another convention has all points, and it is named") {
  int seen = 0;
  for (const MadeByHand& named : hand_makers) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const Worked worked = named.make(seed).worked;
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
  CHECK(seen == static_cast<int>(variants + 1) * (3 + 2 + 1));
}

TEST_CASE("by hand: what a variant diagnoses can be told apart, and every seed makes its own") {
  for (const MadeByHand& named : hand_makers) {
    CAPTURE(named.id);
    std::map<std::string, int> drawn;
    for (Seed seed = 0; seed <= variants; ++seed) {
      CAPTURE(seed);
      const ExerciseByHand exercise = named.make(seed);
      CHECK(all_distinct(exercise.worked));
      const ExerciseByHand again = named.make(seed);
      std::string facts;
      for (std::size_t n = 0; n < exercise.facts.size(); ++n) {
        CHECK(again.facts[n].value == exercise.facts[n].value);
        facts += exercise.facts[n].value + ";";
      }
      ++drawn[facts];
    }
    // Few numbers of heads make few variants.
    CHECK(drawn.size() >= (std::string_view(named.id) == "alibi-slopes" ? 8u : 15u));
  }
}

TEST_CASE("by hand: no hint tells its answer") {
  for (const MadeByHand& named : hand_makers) {
    CAPTURE(named.id);
    for (Seed seed = 0; seed <= variants; ++seed) {
      const Worked worked = named.make(seed).worked;
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
