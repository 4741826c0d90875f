#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/grading/verdict.hpp"

namespace posenc {

/// One thing that an exercise asks, answered in one box.
struct Item {
  std::string id;
  /// What it is a component of; empty for an item that stands alone. The components of a group
  /// follow each other, in their order.
  std::string group = {};
  /// The answers to choose from; empty where a number is asked.
  std::vector<std::string> choices = {};
  /// How to come to the answer, without the answer itself: for a learner who has tried in vain.
  std::string hint = {};
  /// Where a number is asked: how many decimals of it, 0 for a whole number.
  int decimals = 3;
};

/// Raw text as typed, by the item's id; an item that is not there counts as empty.
using Answers = std::map<std::string, std::string>;

/// The text of one answer; empty where there is none.
std::string_view answer_to(const Answers& answers, const std::string& item);

struct ItemVerdict {
  std::string item;
  Verdict verdict;
};

struct Grade {
  double score;
  int max;
  /// One for each item of the exercise, in their order.
  std::vector<ItemVerdict> items;
};

/// What the task of a variant has to say, such as {"base", "10000"}.
struct Fact {
  std::string name;
  std::string value;
};

/// Which variant of an exercise: 0 for the fixed form that the lesson has, any other for one that is drawn.
using Seed = std::uint64_t;

struct Exercise {
  std::string id;
  Seed seed;
  std::vector<Fact> facts;
  std::vector<Item> items;
  /// Precondition: answers to nothing but items.
  std::function<Grade(const Answers& answers)> grade;
};

/// The exercise of that id, such as "e13.1". The same seed makes the same exercise in every build.
/// @param seed a whole number from 0 to 2^53
/// Errors: an id that there is not; a seed that is none.
Result<Exercise> find_exercise(std::string_view id, double seed = 0);

/// The ids of all exercises.
std::vector<std::string_view> exercise_ids();

/// Errors: an answer to something that is not asked.
Result<Grade> grade(const Exercise& exercise, const Answers& answers);

}  // namespace posenc
