#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/grading/verdict.hpp"

namespace posenc {

/// One question of an exercise, answered in one box.
struct Item {
  std::string id;
  /// What it is a component of; empty for an item that stands alone. The components of a group
  /// follow each other, in their order.
  std::string group = {};
  /// The answers to choose from; empty if the answer is a number.
  std::vector<std::string> choices = {};
  /// How to find the answer, without the answer itself: for a learner who is stuck.
  std::string hint = {};
  /// If the answer is a number: with how many decimals, 0 for a whole number.
  int decimals = 3;
};
POSENC_FIELDS(Item, id, group, choices, hint, decimals)

/// Raw text as typed, by the item's id; an item without an answer counts as empty.
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

/// A value that the task of a variant states, such as {"base", "10000"}.
struct Fact {
  std::string name;
  std::string value;
};

/// Which variant of an exercise: 0 for the fixed form in the lesson, any other for a drawn one.
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
/// Errors: an unknown id; an invalid seed.
Result<Exercise> find_exercise(std::string_view id, double seed = 0);

/// The ids of all exercises.
std::vector<std::string_view> exercise_ids();

/// That an exercise does not have an item.
Error not_asked(std::string_view exercise, std::string_view item, const std::vector<Item>& items);

/// Errors: an answer to an item that the exercise does not have.
Result<Grade> grade(const Exercise& exercise, const Answers& answers);

}  // namespace posenc
